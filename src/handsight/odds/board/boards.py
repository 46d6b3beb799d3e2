"""Strength, potential and equity of all hands on a board at once, against a range."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import CardSet, CardsLike, parse_cards, refuse_shared, require_count
from handsight.errors import CardCountError, InputError, StreetError
from handsight.odds.counting.hands import AHEAD, BEHIND, TIED
from handsight.odds.spot import ANY, HAND, AnyCards, Spot, read_range
from handsight.ranges.combos import COMBO_COUNT, combo_number
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.ranges import Range

POSTFLOP_BOARD_SIZES = (3, 4, 5)
FINEST = 1 << 32
"""The largest denominator of weights: multiples of 1 / FINEST can be added exactly as float64."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoardStrengths(ShownInNotebooks):
    """Strength, potential and equity of every combo on a board.

    Each array is float64[1326], in the order of `handsight.ranges.combos`. Values are 0..1, and NaN
    for combos that cannot be held or that leave the opponent's range without a hand.

    Attributes:
        spot: the board, the dead cards and the opponent's range.
        hs: hand strength.
        ppot: positive potential up to the river.
        npot: negative potential up to the river.
        equity: the share of the pot if both players are all-in.

    Example:
        >>> strengths = board_strengths("3h4cJh")
        >>> round(strengths.of("AdQc", "ehs"), 6), round(strengths.of("AdQc", "equity"), 6)
        (0.671539, 0.511399)
    """

    spot: Spot
    hs: NDArray[np.float64]
    ppot: NDArray[np.float64]
    npot: NDArray[np.float64]
    equity: NDArray[np.float64]

    @property
    def board(self) -> CardSet:
        """The three, four or five cards of the board."""
        return self.spot.board

    @property
    def ehs(self) -> NDArray[np.float64]:
        """EHS = HS + (1 - HS) PPot: float64[1326], 0..1."""
        return np.asarray(self.hs + (1 - self.hs) * self.ppot)

    def of(self, hole: CardsLike, what: str = "equity") -> float:
        """Return one value of one combo, or NaN if the combo has no values on this board.

        Args:
            hole: the two cards of the combo.
            what: the name of the value: ``"hs"``, ``"ppot"``, ``"npot"``, ``"ehs"`` or
                ``"equity"``.

        Raises:
            InputError: if the cards are not a hand, or the name of the value is unknown.

        Example:
            >>> round(board_strengths("3h4cJh").of("AdQc", "hs"), 6)
            0.585106
        """
        if what not in NUMBERS:
            raise InputError(f"what is {what!r}; it must be one of {', '.join(NUMBERS)}")
        cards = parse_cards(hole, "hole")
        require_count(cards, "hole", (HAND,))
        number = combo_number(cards[0].index, cards[1].index)
        return float(getattr(self, what)[number])


NUMBERS = ("hs", "ppot", "npot", "ehs", "equity")


def board_strengths(
    board: CardsLike, villain: str | Range | None = None, dead: CardsLike = ""
) -> BoardStrengths:
    """Compute the strength, potential and equity of all hands on a board against a range.

    All runouts are counted. The counts are exact, and only their quotients are rounded. But if the
    weights of the range have a common denominator above 2**32, they are first rounded up to
    multiples of 2**-32.

    Args:
        board: three, four or five cards.
        villain: the opponent's range; None for any cards.
        dead: cards that cannot be dealt.

    Raises:
        InputError: if the cards or the range are invalid.
        StreetError: before the flop, where two cards alone have no rank.

    Source:
        CISTI-2013, sections IV.A to IV.C, for the values of each hand; DSIE-2011, section 3.2.1,
        for the opponent's range.

    Example:
        >>> strengths = board_strengths("Qh7h2c", villain="QQ, AhKh")
        >>> round(strengths.of("7c7d"), 4), round(strengths.of("AhKh", "ppot"), 4)
        (0.2187, 0.2556)
    """
    return board_strengths_of(board_spot(board, villain, dead))


def board_spot(
    board: CardsLike, villain: str | Range | AnyCards | None = None, dead: CardsLike = ""
) -> Spot:
    """Build a spot whose only player is an opponent with a range.

    Args:
        board: three, four or five cards. An empty board is also accepted; the caller can reject it.
        villain: the opponent's range; None for any cards.
        dead: cards that cannot be dealt.

    Raises:
        InputError: if the cards or the range are invalid.

    Example:
        >>> board_spot("Qh7h2c", "QQ").combos(0)
        3
    """
    groups = {"board": parse_cards(board, "board"), "dead": parse_cards(dead, "dead")}
    refuse_shared(groups)
    lying, out = map(CardSet.of, groups.values())
    if lying:
        require_count(lying, "board", POSTFLOP_BOARD_SIZES)
    given = ANY if villain is None else villain
    named = read_range(given)
    left = named if named is ANY else named.without(lying | out)
    if not left:
        why = "each holds a card of the board or a dead one" if named else "it is empty"
        raise InputError(f"villain {str(given)!r} has no hand left: {why}")
    text = given if isinstance(given, str) else None
    return Spot((left,), lying, out, named=(named,), texts=(text,))


def board_strengths_of(spot: Spot) -> BoardStrengths:
    """Compute the values of all hands against a spot's only player (see `board_strengths`).

    Raises:
        StreetError: before the flop.
        CardCountError: if too few live cards are left for two hands and the board.
    """
    if not spot.board:
        raise StreetError(
            "board_strengths has no meaning before the flop, where two cards have no rank; use "
            "pocket_equity or equity"
        )
    live = len(spot.live)
    if live < 2 * HAND + spot.to_come:
        raise CardCountError(
            f"dead leaves too few live cards: {live}; two hands and the board need "
            f"{2 * HAND + spot.to_come}"
        )
    numbers, weighed = _weigh(spot)
    return _quotients(spot, numbers, weighed, comb(live - 2 * HAND, spot.to_come))


def _weigh(spot: Spot) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Weigh the outcomes of all live combos with `weigh_board`.

    Returns:
        The numbers of the n live combos, int64[n], and their sums, float64[3, n, 3].
    """
    from handsight.kernels.ranges.board_strengths import weigh_board
    from handsight.odds.counting.ranges import all_combos, runout_masks

    masks, cards = all_combos()
    live = spot.live
    [hands] = spot.ranges
    numbers = np.flatnonzero(masks & ~np.uint64(live.mask) == 0)
    met = np.zeros((3, len(numbers), 3))
    weigh_board(
        masks[numbers],
        cards[numbers],
        _whole_weights(hands)[numbers],
        np.uint64(spot.board.mask),
        runout_masks(live, spot.to_come),
        HAND + len(spot.board),
        met,
    )
    return numbers, met


def _whole_weights(hands: Range) -> NDArray[np.float64]:
    """Return the weights of a range as whole numbers, whose sums and differences are exact.

    Weights with a denominator above `FINEST` are rounded up to multiples of 1 / `FINEST`.
    """
    if hands.denominator <= FINEST:
        return np.array(hands.numerators, dtype=np.float64)
    return np.ceil(hands.weights * FINEST)


def _quotients(
    spot: Spot, numbers: NDArray[np.int64], weighed: NDArray[np.float64], runouts: int
) -> BoardStrengths:
    """Convert the weights of deals to strength, potential and equity.

    Args:
        spot: the question.
        numbers: int64[n], the numbers of the live combos.
        weighed: float64[3, n, 3], the sums from `weigh_board`.
        runouts: the number of runouts for each pair of hands.
    """
    now, ends_ahead, ends_unbeaten = weighed
    rows = now * runouts
    ends_level = ends_unbeaten - ends_ahead
    ends_behind = rows - ends_unbeaten
    gains = 2 * ends_ahead[:, BEHIND] + ends_level[:, BEHIND] + ends_ahead[:, TIED]
    losses = 2 * ends_behind[:, AHEAD] + ends_behind[:, TIED] + ends_level[:, AHEAD]
    all_hands = now.sum(axis=1)
    return BoardStrengths(
        spot,
        hs=_spread(numbers, _share(2 * now[:, AHEAD] + now[:, TIED], 2 * all_hands)),
        ppot=_spread(numbers, _share(gains, 2 * rows[:, BEHIND] + rows[:, TIED], all_hands)),
        npot=_spread(numbers, _share(losses, 2 * rows[:, AHEAD] + rows[:, TIED], all_hands)),
        equity=_spread(
            numbers, _share((ends_ahead + ends_unbeaten).sum(axis=1), 2 * all_hands * runouts)
        ),
    )


def _share(
    part: NDArray[np.float64], of: NDArray[np.float64], held: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Divide two arrays; 0/0 becomes 0 if the opponent can hold a hand, and NaN otherwise.

    Args:
        part: float64[n], the numerators.
        of: float64[n], the denominators.
        held: float64[n], the total weight of the opponent's hands; None if 0/0 is always NaN.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = part / of
    if held is not None:
        shares[(of == 0) & (held > 0)] = 0.0
    return shares


def _spread(numbers: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a read-only array over all 1,326 combos, with NaN for combos that have no value.

    Args:
        numbers: int64[n], the numbers of the combos that have a value.
        values: float64[n], the value of each of these combos.
    """
    spread = np.full(COMBO_COUNT, np.nan)
    spread[numbers] = values
    spread.flags.writeable = False
    return spread
