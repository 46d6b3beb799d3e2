"""The base classes of players that decide by thresholds and the price.

These players include `chen-tight`, `sklansky-tight`, `ehs` and `blog-range`. Before the flop, a
player decides by the share of all starting hands that are as good as their hand or better in some
order of hands. After the flop, the strength of the hand must cover the price. Agents differ in the
order and in the measure of strength; all thresholds are options.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from handsight.agents.protocol import Decision, Number
from handsight.cards import Card, CardSet
from handsight.errors import OptionError
from handsight.game import Action, LegalActions, Observation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.agents.policy import PolicyTable
    from handsight.odds.board.boards import BoardStrengths
    from handsight.ranges import Range

REMEMBERED = 1 << 14
"""Maximum number of cached results, one per hand and board."""

REMEMBERED_BOARDS = 256
"""Maximum number of boards whose odds for all hands are cached; a board takes 42 kB."""

CERTAIN = 0.97
"""The cap on all thresholds after the flop, so that a hand that is certain to win never folds."""

FLOP = 3
"""Number of cards on the board on the flop."""

RERAISE = 3
"""The street total of a preflop reraise as a multiple of the street total to call; each caller
since the last raise adds one to the multiple."""


class BettingCounts(NamedTuple):
    """Counts of the bets, raises and calls in a hand before a decision of a player.

    Attributes:
        raises: number of bets and raises by any player on this street, without the blinds.
        callers: number of calls on this street since the last bet or raise.
        pressure: number of bets and raises by opponents on this street, plus half the number of
            their bets and raises on earlier streets from the flop on.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [9000, 9000], button=0, seed=7))
        >>> table.apply(Action.raise_to(300))
        >>> betting_of(table.observation())
        BettingCounts(raises=1, callers=0, pressure=1)
    """

    raises: int
    callers: int
    pressure: float


def betting_of(seen: Observation) -> BettingCounts:
    """Count the bets, raises and calls before a decision.

    `BettingCounts` explains on which streets and by which players they count.
    """
    raises = callers = 0
    pressure: float = 0
    for street, seat, action, _, _ in seen.actions:
        is_raise, is_now = action.kind in ("bet", "raise"), street == seen.street
        if is_now:
            raises += is_raise
            callers = 0 if is_raise else callers + (action.kind == "call")
        if is_raise and seat != seen.seat:
            pressure += 1 if is_now else 0.5 * (street != "preflop")
    return BettingCounts(raises, callers, pressure)


def price_of(seen: Observation) -> float:
    """Return the pot odds, 0..1: the price as a share of the pot after a call.

    The pot leaves out chips that the player cannot win. The result is 0 if the player can check. It
    exceeds 1/2 only if the price was not paid by anybody, as after a short big blind.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [9000, 9000], button=0, seed=7))
        >>> price_of(table.observation())
        0.25
    """
    cost = seen.legal.call_cost
    if not cost:
        return 0.0
    return cost / (cost + seen.winnable(cost))


@dataclass(frozen=True)
class ThresholdPlayer:
    """The base class of threshold players; subclasses define the order and the strength.

    A *share* is a share of all 1,326 combos, beginning with the best: .1 means the best tenth.
    Each share is divided by the number of opponents still in the hand, so that the same option
    works in every position: the first of six players to act has five opponents, and the small blind
    has one opponent when everybody else has folded.

    Args:
        open_share: the share of hands with which the player opens against one opponent. Each caller
            counts as another opponent.
        call_share: the increase of the share with which the player calls, for each unit by which
            the pot odds are below one half.
        floor_share: the share with which the player calls against one opponent at the worst price.
        reraise_share: the share with which the player reraises against one opponent.
        level: factor on the shares with which the player calls and reraises, for each raise after
            the first raise.
        out_of_position: factor on all shares if an opponent acts after the player on later streets.
        bet_at: the lowest strength, 0..1, with which the player bets.
        raise_at: the lowest strength, 0..1, with which the player raises a bet.
        caution: the additional strength that the player needs for each bet or raise by opponents on
            this street; half of it for each one on an earlier street from the flop on. To raise a
            bet, the player does not need it for the first of these bets.
        bet_pot: the size of the player's bets and raises after the flop, as a share of the pot.
        open_size: the street total of an opening raise in big blinds, to which each caller adds
            one.
        commit: the player goes all-in if a raise would cost at least this share of their chips.

    Raises:
        OptionError: if a number is below 0, or ``bet_at``, ``raise_at`` or ``commit`` is above 1.
    """

    family: ClassVar[str] = "thresholds"

    name: str = ""
    open_share: float = 0.85
    call_share: float = 2.5
    floor_share: float = 0.12
    reraise_share: float = 0.18
    level: float = 0.7
    out_of_position: float = 0.9
    bet_at: float = 0.62
    raise_at: float = 0.83
    caution: float = 0.2
    bet_pot: float = 1.0
    open_size: float = 2.5
    commit: float = 0.4

    order: ClassVar[str] = "equity"
    """The order of hands before the flop, one of `handsight.ranges.orders`."""

    def __post_init__(self) -> None:
        for each in fields(self):
            if not isinstance(each.default, str):
                _check(each.name, getattr(self, each.name))

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        return self.decide(observation).action

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, the threshold that decided, and the numbers behind it."""
        decision = self.decide(observation)
        return decision._replace(numbers={**self.shown(observation), **decision.numbers})

    def decide(self, seen: Observation) -> Decision:
        """Apply the thresholds of the street."""
        return self.before_the_flop(seen) if seen.street == "preflop" else self.after_it(seen)

    def shown(self, seen: Observation) -> dict[str, Number]:
        """Return the numbers that only `explain` shows: the parts of EHS, but none preflop."""
        if not seen.board:
            return {}
        odds = self.odds(seen)
        return {"HS": odds.hs, "PPot": odds.ppot, "EHS": odds.ehs(len(seen.players) - 1)}

    def strength(self, seen: Observation) -> float:
        """Return the strength from the flop on, 0..1: in this class, EHS against all opponents."""
        return self.odds(seen).ehs(len(seen.players) - 1)

    def odds(self, seen: Observation) -> Odds:
        """Return HS and PPot of the player's hand from the flop on."""
        return odds_of(seen.hole.mask, seen.board)

    def board_odds(self, seen: Observation) -> BoardStrengths:
        """Return HS and PPot of all combos from the flop on."""
        return board_odds_of(seen.board)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Apply the thresholds to many combos; a single action is certain with each combo."""
        import numpy as np

        from handsight.agents.policy import chosen

        seen, legal = observation, observation.legal
        if seen.board:
            worth = self.strengths(seen)[combos]
            raises_at, calls_at = self.levels(seen)
            raises, stays = worth >= raises_at, worth >= calls_at
            size = self._size_after(legal)
        else:
            shares, betting = combo_shares_of(self.order)[combos], betting_of(seen)
            raises_with, calls_with = self.shares(seen, betting, price_of(seen))
            raises, stays = shares <= raises_with, shares <= max(calls_with, raises_with)
            size = self._size_before(seen, betting)
        if not seen.to_call:
            stays = np.ones_like(stays)
        which = stays.astype(np.int64)
        actions: tuple[Action, ...] = (Action.fold(), Action.call())
        if legal.can_raise:
            which[raises] = len(actions)
            actions = (*actions, self.sized(seen, size))
        return chosen(actions, which)

    def strengths(self, seen: Observation) -> NDArray[np.float64]:
        """Return the strength of each combo from the flop on: float64[1326], 0..1.

        It is NaN for combos that share a card with the board.
        """
        against = self.board_odds(seen)
        ahead = against.hs ** (len(seen.players) - 1)
        return ahead + (1 - ahead) * (against.ppot if seen.street != "river" else 0.0)

    # --- before the flop --------------------------------------------------------------------------

    def before_the_flop(self, seen: Observation) -> Decision:
        """Raise, call, check or fold by the hand's rank in the order, the betting and the price."""
        share, price, betting = (
            shares_of(self.order)[seen.hole.mask],
            price_of(seen),
            betting_of(seen),
        )
        raises_with, calls_with = self.shares(seen, betting, price)
        numbers: dict[str, Number] = {
            "share of hands as good": share,
            "opponents": len(seen.players) - 1,
            "raises before": betting.raises,
            "price": seen.to_call,
            "pot odds": price,
            "raises with": raises_with,
            "calls with": calls_with,
        }
        if share <= raises_with and seen.legal.can_raise:
            again = " again" if betting.raises else ""
            action = self.sized(seen, self._size_before(seen, betting))
            return Decision(action, f"the hand is good enough to raise{again}", numbers)
        if not seen.to_call:
            return Decision(Action.check(), "the hand is not worth a raise", numbers)
        if share <= max(calls_with, raises_with):
            return Decision(Action.call(), "the hand is worth the price", numbers)
        return Decision(Action.fold(), "the hand is not worth the price", numbers)

    def shares(
        self, seen: Observation, betting: BettingCounts, price: float
    ) -> tuple[float, float]:
        """Return the shares of hands with which the player raises, and with which they call.

        Args:
            seen: the observation.
            betting: the counts of the betting so far.
            price: the pot odds, as `price_of` returns them.
        """
        # The more opponents there are, the more often one of them holds a better hand, so shares
        # are divided by the number of opponents.
        opponents = len(seen.players) - 1
        place = 1.0 if seen.position == 0 else self.out_of_position
        calls_with = (self.floor_share + self.call_share * max(0.5 - price, 0)) * place / opponents
        if not betting.raises:
            return self.open_share * place / (opponents + betting.callers), calls_with
        level = self.level ** (betting.raises - 1)
        return self.reraise_share * place / opponents * level, calls_with * level

    def _size_before(self, seen: Observation, betting: BettingCounts) -> int:
        if betting.raises:
            return (RERAISE + betting.callers) * seen.legal.price
        return round((self.open_size + betting.callers) * seen.rules.big_blind)

    # --- after the flop ---------------------------------------------------------------------------

    def after_it(self, seen: Observation) -> Decision:
        """Decide after the flop by the strength, the thresholds and the price.

        The player bets or raises if the strength reaches the threshold and a raise is legal.
        Otherwise the player checks if this is free, calls if the strength covers the price, or
        folds.
        """
        strength, (raises_at, calls_at) = self.strength(seen), self.levels(seen)
        numbers: dict[str, Number] = {
            "strength": strength,
            "opponents": len(seen.players) - 1,
            "bets against it": betting_of(seen).pressure,
            "price": seen.to_call,
            "pot odds": price_of(seen),
            "raises at": raises_at,
            "calls at": calls_at,
        }
        if strength >= raises_at and seen.legal.can_raise:
            action = self.bet_after(seen.legal)
            return Decision(action, "the strength is enough to raise", numbers)
        if not seen.to_call:
            return Decision(Action.check(), "the strength is not enough to bet", numbers)
        if strength >= calls_at:
            return Decision(Action.call(), "the strength covers the price", numbers)
        return Decision(Action.fold(), "the strength does not cover the price", numbers)

    def levels(self, seen: Observation) -> tuple[float, float]:
        """Return the lowest strengths with which the player bets or raises, and calls."""
        pressure, price = betting_of(seen).pressure, price_of(seen)
        return self.levels_at(pressure, price, is_facing=bool(seen.to_call))

    def levels_at(self, pressure: float, price: float, *, is_facing: bool) -> tuple[float, float]:
        """Return the strengths that `levels` returns, without an observation.

        Args:
            pressure: `BettingCounts.pressure`.
            price: the pot odds, as `price_of` returns them.
            is_facing: whether there is a bet to call.
        """
        extra = self.caution * pressure
        threshold = self.raise_at - self.caution if is_facing else self.bet_at
        return min(threshold + extra, CERTAIN), min(price + extra, CERTAIN)

    def bet_after(self, legal: LegalActions) -> Action:
        """Return the player's bet or raise after the flop; some bet or raise must be legal."""
        return self._sized(legal, self._size_after(legal))

    def _size_after(self, legal: LegalActions) -> int:
        return legal.share_of_pot(round(100 * self.bet_pot), 100)

    def sized(self, seen: Observation, total: int) -> Action:
        """Return a raise to the legal street total nearest to ``total``; a raise must be legal.

        If a raise to ``total`` itself would cost at least the share ``commit`` of the player's
        chips, the player goes all-in instead.
        """
        return self._sized(seen.legal, total)

    def _sized(self, legal: LegalActions, total: int) -> Action:
        if total - legal.bet >= self.commit * legal.stack:
            total = legal.raise_max
        return Action.raise_to(min(max(total, legal.raise_min), legal.raise_max))


@dataclass(frozen=True)
class EhsThresholds(ThresholdPlayer):
    """The base class of threshold players whose strength is EHS, which can come from an atlas.

    Args:
        atlas: a file made by `handsight flop-atlas`, in which the player looks up EHS on the flop,
            with an error of at most 2**-16; empty to compute EHS exactly.

    Raises:
        InputError: if the file is missing or damaged, is not an atlas, or has another version.
    """

    atlas: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.atlas:
            from handsight.odds.board.flop_atlas import opened_atlas

            opened_atlas(self.atlas)

    def data_files(self) -> dict[str, Path]:
        """Return {name: path} of the atlas, or {} if the player uses no atlas."""
        return {self.atlas: Path(self.atlas)} if self.atlas else {}

    def odds(self, seen: Observation) -> Odds:
        """Return HS and PPot of the hand; on the flop, from the atlas if it has the flop."""
        return odds_of(seen.hole.mask, seen.board, self.atlas)

    def board_odds(self, seen: Observation) -> BoardStrengths:
        """Return HS and PPot of all combos; on the flop, from the atlas if it has the flop."""
        return board_odds_of(seen.board, atlas=self.atlas)


def _check(name: str, value: float) -> None:
    most = 1 if name in ("bet_at", "raise_at", "commit") else inf
    if not 0 <= value <= most:
        takes = "a number from 0 to 1" if most == 1 else "a number, 0 or more"
        raise OptionError(f"{name} is {value}; it must be {takes}")


# --- the strength of hands ------------------------------------------------------------------------


@cache
def shares_of(order: str) -> dict[int, float]:
    """Return {mask of a hand: share of hands that are as good or better}.

    Args:
        order: the order of hands, one of `handsight.ranges.orders`.

    Example:
        >>> round(shares_of("equity")[CardSet("AhKh").mask], 4)
        0.0347
    """
    from handsight.ranges.combos import COMBO_COUNT, COMBOS, COMBOS_OF
    from handsight.ranges.orders import ordered_classes

    shares: dict[int, float] = {}
    for name in ordered_classes(order):
        share = (len(shares) + len(COMBOS_OF[name])) / COMBO_COUNT
        for number in COMBOS_OF[name]:
            one, other = COMBOS[number]
            shares[Card(one).mask | Card(other).mask] = share
    return shares


@cache
def combo_shares_of(order: str) -> NDArray[np.float64]:
    """Return the shares of `shares_of` in the order of the combo numbers: float64[1326]."""
    import numpy as np

    from handsight.ranges.combos import MASKS

    shares = shares_of(order)
    return np.array([shares[mask] for mask in MASKS])


class Odds(NamedTuple):
    """HS and PPot, 0..1, against one opponent with any cards; PPot is 0 on the river.

    Example:
        >>> Odds(0.5, 0.2).ehs(1), Odds(0.5, 0.2).ehs(2)
        (0.6, 0.4)
    """

    hs: float
    ppot: float

    def ehs(self, opponents: int) -> float:
        """Return EHS = HS^n + (1 - HS^n) PPot, 0..1, against n opponents."""
        ahead = self.hs**opponents
        return ahead + (1 - ahead) * self.ppot


@lru_cache(REMEMBERED)
def odds_of(hole: int, board: tuple[Card, ...], atlas: str = "") -> Odds:
    """Return strength and potential against one opponent with any cards.

    The result is exact unless it is looked up in an atlas. It is cached.

    Args:
        hole: the mask of the two hole cards.
        board: the three to five cards of the board.
        atlas: an atlas file in which to look up the flop, if the file contains it; empty for no
            file.

    Example:
        >>> round(odds_of(CardSet("AdQc").mask, tuple(CardSet("3h4cJh"))).ehs(1), 6)
        0.671539
    """
    from handsight.odds import effective_hand_strength, hand_strength

    if atlas and len(board) == FLOP:
        from handsight.odds.board.flop_atlas import opened_atlas

        entry = opened_atlas(atlas).entry(hole, [card.index for card in board])
        if entry is not None:
            return Odds(entry.hs, entry.ppot)
    ours, theirs = CardSet.from_mask(hole), CardSet.of(board)
    if len(board) == 5:
        return Odds(hand_strength(ours, theirs).value, 0.0)
    result = effective_hand_strength(ours, theirs)
    return Odds(result.hand_strength.value, result.potential.ppot or 0.0)


@lru_cache(REMEMBERED_BOARDS)
def board_odds_of(
    board: tuple[Card, ...], hands: Range | None = None, atlas: str = ""
) -> BoardStrengths:
    """Return strength, potential and equity of all hands on a board.

    The result is exact unless it is looked up in an atlas. It is cached.

    Args:
        board: the three to five cards of the board.
        hands: the hands that the opponent can hold; None for any cards.
        atlas: an atlas file in which to look up the flop, if the file contains it and the opponent
            can hold any cards; empty for no file.

    Example:
        >>> odds = board_odds_of(tuple(CardSet("3h4cJh")))
        >>> round(odds.of("AdQc", "ehs"), 6)
        0.671539
    """
    from handsight.odds.board.boards import board_strengths

    if atlas and hands is None and len(board) == FLOP:
        from handsight.odds.board.flop_atlas import opened_atlas

        looked_up = opened_atlas(atlas).strengths(CardSet.of(board))
        if looked_up is not None:
            return looked_up
    return board_strengths(CardSet.of(board), hands)
