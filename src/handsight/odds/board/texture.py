"""How ranges fit a board: made hands, draws, equities, and whose range has the strongest hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import Card, CardSet, CardsLike, parse_cards, require_count
from handsight.errors import OptionError
from handsight.odds.board.boards import POSTFLOP_BOARD_SIZES, board_strengths_of
from handsight.odds.counting.hands import Count, scaled
from handsight.odds.counting.ranges import all_combos
from handsight.odds.equity.equity import equity_of
from handsight.odds.spot import ANY, FULL_BOARD, HAND, AnyCards, Spot, any_two
from handsight.odds.strength.made_hands import DRAWS, KINDS, MADE, draw_of, kind_of, made_hand
from handsight.ranges import Range
from handsight.ranges.combos import MASKS
from handsight.ranking import evaluate_many
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.spot import PlayerLike

TENTHS = 10
PERCENTS = 101
NUTS = Fraction(1, 20)
"""The share of all hands on a board, from the strongest down, that counts as the nuts."""


@dataclass(frozen=True, slots=True, repr=False)
class RangeTexture(ShownInNotebooks):
    """How one range fits a board.

    Combos are counted by weight: a combo with weight 1/2 counts as half. Shares and averages use
    the range's own weights without combos that contain a card of the board or a dead card. Only
    ``equity`` and the equities of single hands, from which ``distribution`` and ``curve`` are made,
    account for the opponent's cards. Hands that leave the opponent no hand do not count in these
    two.

    Attributes:
        combos: the number of combos in the whole range on this board.
        made: the number of combos of each made hand, in the order of
            `handsight.odds.strength.made_hands.MADE`.
        draws: the number of combos of each draw, in the order of
            `handsight.odds.strength.made_hands.DRAWS`.
        kinds: the number of ``value``, ``draw``, ``pair`` and ``air`` combos.
        equity: the all-in share of the pot against the other range, 0..1.
        distribution: the share of hands in each of ten equity bands: below 10%, ... 90% and
            above.
        curve: the equity at each percent of the range, from the best hand to the worst: 101
            descending numbers.
        nuts: the share of hands that are among the best 5% of all possible hands on the board,
            or tie with the weakest of these.

    Example:
        >>> texture(["QQ+", "22+, A2s+"], "Qs7h2d").players[0].share("set")
        0.2
    """

    combos: Count
    made: dict[str, Count] = field(hash=False)
    draws: dict[str, Count] = field(hash=False)
    kinds: dict[str, Count] = field(hash=False)
    equity: float
    distribution: tuple[float, ...]
    curve: tuple[float, ...]
    nuts: float

    def share(self, name: str) -> float:
        """Return the share of combos, 0..1, with a given made hand, draw or kind.

        Raises:
            OptionError: if the name is unknown.
        """
        for groups in (self.made, self.draws, self.kinds):
            if name in groups:
                return float(groups[name] / self.combos)
        raise OptionError(
            f"no hand is called {name!r}; the hands are {', '.join((*MADE, *DRAWS, *KINDS))}"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Texture(ShownInNotebooks):
    """How two ranges fit a board.

    Attributes:
        players: the textures of both players' ranges, in the order of the players.
        spot: the question.

    Example:
        >>> found = texture(["QQ+", "22+, A2s+"], "Qs7h2d")
        >>> found.players[0].made["overpair"], found.players[1].made["set"]
        (12, 9)
        >>> round(found.range_advantage, 3), round(found.nut_advantage, 3)
        (0.663, 0.789)
    """

    players: tuple[RangeTexture, RangeTexture]
    spot: Spot = field(repr=False, compare=False, kw_only=True)

    @property
    def board(self) -> CardSet:
        """The three to five cards of the board."""
        return self.spot.board

    @property
    def range_advantage(self) -> float:
        """The first player's equity minus the second's, -1..1."""
        return self.players[0].equity - self.players[1].equity

    @property
    def nut_advantage(self) -> float:
        """The share of nuts in the first player's range minus that in the second's, -1..1."""
        return self.players[0].nuts - self.players[1].nuts


def texture(
    players: PlayerLike | Sequence[PlayerLike], board: CardsLike, dead: CardsLike = ""
) -> Texture:
    """Compute exactly how two ranges fit a flop, turn or river.

    Args:
        players: one or two hands or ranges; a single player plays against any cards.
        board: three, four or five cards.
        dead: cards that nobody can hold and that cannot be dealt.

    Raises:
        InputError: if cards or ranges are invalid.
        StreetError: before the flop.
        OptionError: if there are not one or two players.

    Example:
        >>> found = texture("15%", "Qh7h2c")
        >>> ours, theirs = found.players
        >>> [round(ours.share(name), 3) for name in ("top_pair", "flush_draw", "value", "air")]
        [0.147, 0.054, 0.245, 0.489]
    """
    if lying := parse_cards(board, "board"):
        require_count(lying, "board", POSTFLOP_BOARD_SIZES)
    spot = Spot.parse(_two(players), lying, dead)
    spot.require_board("the texture of a board", "aggregate")
    ranges = [_as_range(player, spot) for player in spot.players]
    one, other = (player.equity for player in equity_of(spot, "exact").players)
    is_nuts = _is_nuts(spot)
    return Texture(
        (
            _range_texture(ranges[0], one, _equity_of_each(ranges[1], spot), is_nuts, spot.board),
            _range_texture(ranges[1], other, _equity_of_each(ranges[0], spot), is_nuts, spot.board),
        ),
        spot=spot,
    )


def _two(players: PlayerLike | Sequence[PlayerLike]) -> list[PlayerLike]:
    if isinstance(players, str | Range | CardSet | AnyCards | Card):
        return [players, ANY]
    given: list[Any] = [*players]
    if len(given) not in (1, 2):
        raise OptionError(f"there are {len(given)} players; texture needs one range or two")
    return [*given, *[ANY] * (2 - len(given))]


def _as_range(player: object, spot: Spot) -> Range:
    if isinstance(player, Range):
        return player
    return any_two(spot.known.mask) if player is ANY else Range(str(player))


def _equity_of_each(opponent: Range, spot: Spot) -> NDArray[np.float64]:
    """Return each combo's equity against a range: float64[1326].

    It is NaN for combos that cannot be held or that leave the range without a hand.
    """
    return board_strengths_of(Spot((opponent,), spot.board, spot.dead)).equity


def _is_nuts(spot: Spot) -> NDArray[np.bool_]:
    """Check whether each combo is among the best twentieth of all possible combos: bool[1326].

    Combos as strong as the weakest of them are included.
    """
    masks, _ = all_combos()
    lying = np.uint64(spot.board.mask)
    live = masks & np.uint64(spot.board.mask | spot.dead.mask) == 0
    strengths = np.zeros(len(masks), np.int64)
    strengths[live] = evaluate_many(masks[live] | lying, HAND + len(spot.board))
    number = ceil(NUTS * int(live.sum()))
    bar = np.sort(strengths[live])[-number]
    return np.asarray(live & (strengths >= bar))


def _range_texture(
    hands: Range,
    equity: float,
    each: NDArray[np.float64],
    is_nuts: NDArray[np.bool_],
    board: CardSet,
) -> RangeTexture:
    weights = {number: n for number, n in enumerate(hands.numerators) if n}
    made, draws, kinds = (dict.fromkeys(names, 0) for names in (MADE, DRAWS, KINDS))
    for number, weight in weights.items():
        names = hand_names(CardSet.from_mask(MASKS[number]), board)
        for groups, name in zip((made, draws, kinds), names, strict=True):
            groups[name] += weight
    numbers = np.array([number for number in weights if not np.isnan(each[number])], np.int64)
    shares = hands.weights[numbers] / hands.weights[numbers].sum()
    tenths = np.minimum((each[numbers] * TENTHS).astype(np.int64), TENTHS - 1)
    total = sum(weights.values())
    return RangeTexture(
        scaled(total, hands.denominator),
        *(_scaled(made, hands), _scaled(draws, hands), _scaled(kinds, hands)),
        equity=equity,
        distribution=tuple(np.bincount(tenths, shares, TENTHS).tolist()),
        curve=_curve(each[numbers], shares),
        nuts=sum(n for number, n in weights.items() if is_nuts[number]) / total,
    )


def _scaled(groups: dict[str, int], hands: Range) -> dict[str, Count]:
    return {name: scaled(weight, hands.denominator) for name, weight in groups.items()}


def hand_names(hole: CardSet, board: CardSet) -> tuple[str, str, str]:
    """Return the names of the made hand, the draw and the rough group of two cards on a board.

    Example:
        >>> hand_names(CardSet("AhKh"), CardSet("Qh7h2c"))
        ('ace_high', 'flush_draw', 'draw')
    """
    made, draw = made_hand(hole, board), draw_of(hole, board)
    if len(board) == FULL_BOARD:
        return made, "no_draw", kind_of(made, "no_draw")
    return made, draw, kind_of(made, draw)


def _curve(equities: NDArray[np.float64], shares: NDArray[np.float64]) -> tuple[float, ...]:
    """Return the equity at each percent of a range, from the best hand to the worst."""
    order = np.argsort(-equities, kind="stable")
    ends = np.cumsum(shares[order])
    at = np.searchsorted(ends, np.linspace(0, ends[-1], PERCENTS))
    return tuple(equities[order][np.minimum(at, len(order) - 1)].tolist())
