"""Values of actions against the opponents' ranges and their likely responses.

A value is in chips, relative to folding now. The calculation looks one response ahead: players who
are still to act fold, call or raise as the opponent model predicts for each combo, so the range
that calls differs from the range that folds. After these responses, the hand is assumed to reach
the showdown without further bets.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from handsight.agents.models.combo_equity import (
    ComboEquity,
    RangeEquity,
    combo_equity_of,
    indices_of,
)
from handsight.game import Action, Observation
from handsight.opponents.model import BettingContext, ModelInput, OpponentModel
from handsight.opponents.model.boards import Board, board_of
from handsight.opponents.model.contexts import CALL, RAISE, UNTOUCHED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = ((1, 2), (1, 1), (2, 1), (4, 1))
"""Sizes of the raises to consider besides the minimum and the maximum raise: (numerator,
denominator) of the share of the pot."""

RAISES_BY = (2, 3)
"""The assumed size of opponents' bets: numerator and denominator of the share of the pot. Their
raises are pot-sized."""


class Opponent(NamedTuple):
    """An opponent who is still in the hand.

    Attributes:
        seat: the opponent's seat.
        name: the opponent's name, or the number of the seat as text if the names are unknown.
        weights: float64[1326], the opponent's range; the weights add up to 1.
        range_equity: our strength, potential and equity against the range.
        stack: the opponent's remaining chips.
        bet: the chips that the opponent has put in on this street.
    """

    seat: int
    name: str
    weights: NDArray[np.float64]
    range_equity: RangeEquity
    stack: int
    bet: int


class Response(NamedTuple):
    """The predicted response of an opponent, and our equity against the combos that call or raise.

    Attributes:
        fold: the probability of a fold.
        call: the probability of a call or check.
        raises: the probability of a raise or bet.
        called: our equity against the combos that call or check, 0..1; 0 if none does.
        raised: our equity against the combos that raise or bet, 0..1; 0 if none does.
        callers: float64[1326], the probability that the opponent holds the combo and calls or
            checks with it, for each combo.
    """

    fold: float
    call: float
    raises: float
    called: float
    raised: float
    callers: NDArray[np.float64]


class Value(NamedTuple):
    """The value of an action.

    Attributes:
        action: the action.
        chips: the value in chips, relative to folding.
        fold_equity: the probability that all opponents fold to a bet or raise; 0 for other actions.
        responses: the predicted responses of the opponents: of all opponents after a bet or raise,
            and of those still to act after a check, or after a call that is not all-in.

    Example:
        >>> Value(Action.call(), 25.0).fold_equity
        0.0
    """

    action: Action
    chips: float
    fold_equity: float = 0.0
    responses: tuple[Response, ...] = ()


class ActionValuation:
    """The valuation of the actions at one decision.

    Args:
        seen: our observation at the decision.
        model: the opponent model, which must have followed the hand up to this observation.
    """

    def __init__(self, seen: Observation, model: OpponentModel) -> None:
        self.seen, self.model = seen, model
        cards = indices_of(seen.board)
        self.board: Board = board_of(cards)
        self.combo_equity: ComboEquity = combo_equity_of(seen.hole, cards)
        self.opponents = tuple(self._opponent(seat) for seat in seen.opponents)

    def _opponent(self, seat: int) -> Opponent:
        seen = self.seen
        weights = self.model.weights(seat)
        name = seen.names[seat] if seen.names else str(seat)
        against = self.combo_equity.against(weights)
        return Opponent(seat, name, weights, against, seen.stacks[seat], seen.bets[seat])

    @property
    def equity(self) -> float:
        """Our share of the pot at showdown, 0..1: the product of our equities against opponents."""
        return prod(opponent.range_equity.equity for opponent in self.opponents)

    @property
    def effective(self) -> float:
        """EHS' against all opponents: HS + (1 - HS) PPot.

        HS is the product of our hand strengths against the opponents.
        """
        ahead = prod(opponent.range_equity.hs for opponent in self.opponents)
        return ahead + (1 - ahead) * self.potential

    @property
    def potential(self) -> float:
        """The lowest PPot against any opponent, 0..1."""
        return min(opponent.range_equity.ppot for opponent in self.opponents)

    # --- responses --------------------------------------------------------------------------------

    def response(self, opponent: Opponent, table: BettingContext) -> Response:
        """Return the predicted response of an opponent.

        Args:
            opponent: the opponent.
            table: the betting when it is the opponent's turn.
        """
        context = table.context(opponent.seat)
        often = self.model.frequencies_.of(context, opponent.name)
        query = ModelInput(context, self.board, opponent.weights, often, opponent.name)
        masses = opponent.weights[:, None] * self.model.chances(query)
        # Both sums add the combos in the same order, so that no share exceeds 1.
        fold, call, rise = masses.sum(axis=0).tolist()
        _, called, raised = (self.combo_equity.end[:, None] * masses).sum(axis=0).tolist()
        whole = fold + call + rise
        return Response(
            fold / whole,
            call / whole,
            rise / whole,
            called / call if call > 0 else 0.0,
            raised / rise if rise > 0 else 0.0,
            masses[:, CALL],
        )

    # --- values -----------------------------------------------------------------------------------

    def values(self, actions: Sequence[Action] = ()) -> list[Value]:
        """Return the value of each action.

        Args:
            actions: actions to value; if empty, those of `actions_of`.
        """
        return [self._value(action) for action in actions or actions_of(self.seen)]

    def _value(self, action: Action) -> Value:
        if action.kind == "fold":
            return Value(Action.fold(), 0.0)
        return self.stay() if action.kind in ("call", "check") else self.raised(action.amount)

    def stay(self) -> Value:
        """Return the value of a call or a check."""
        seen = self.seen
        cost = seen.legal.call_cost
        pot = seen.winnable(cost) + cost
        table = self.model.table.copy()
        table.act(seen.seat, CALL)
        behind = [opponent for opponent in self.opponents if self._is_to_act(opponent, table)]
        quiet = self.equity * pot - cost
        if not behind or cost == seen.legal.stack:
            later = self.later(self.opponents[0].weights, pot, cost)
            return Value(_stays(cost), quiet + later)
        responses = tuple(self.response(opponent, table) for opponent in behind)
        chips, still = 0.0, 1.0  # still: the probability that nobody has raised so far
        for opponent, response in zip(behind, responses, strict=True):
            bet = pot * (RAISES_BY[0] / RAISES_BY[1] if not cost else 1.0)
            bet = min(bet, opponent.stack, seen.legal.stack - cost)
            # Facing the raise, we call or fold, whichever is better; a fold gives up our call.
            meets = max(0.0, response.raised * (pot + 2 * bet) - bet) - cost
            chips += still * response.raises * meets
            still *= 1 - response.raises
        called = prod(map(_share, responses))
        called *= prod(each.range_equity.equity for each in self.opponents if each not in behind)
        later = self.later(responses[0].callers, pot, cost) if len(responses) == 1 else 0.0
        return Value(_stays(cost), chips + still * (called * pot - cost) + later, 0.0, responses)

    def later(self, weights: NDArray[np.float64], pot: float, cost: int) -> float:
        """Return the chips that later streets add to a showdown without further bets.

        In this class, the result is 0; subclasses can return an estimate.

        Args:
            weights: float64[1326], the range of the opponent; the result is multiplied by the sum
                of the weights. Against several opponents, it is the range of one of them, and the
                result must be 0.
            pot: chips in the pot after the betting on this street.
            cost: chips that we put in from now until the end of the betting on this street.
        """
        return 0.0

    def _is_to_act(self, opponent: Opponent, table: BettingContext) -> bool:
        return opponent.stack > 0 and table.context(opponent.seat).own == UNTOUCHED

    def raised(self, total: int) -> Value:
        """Return the value of a bet or raise to a street total."""
        seen = self.seen
        table = self.model.table.copy()
        table.act(seen.seat, RAISE, total)
        # Chips that no opponent can match are returned to us, so they cost nothing.
        reach = max(opponent.bet + opponent.stack for opponent in self.opponents)
        cost = min(total, max(reach, seen.legal.bet)) - seen.legal.bet
        responses = [self._to_raise(opponent, table) for opponent in self.opponents]
        folds = prod(response.fold for response in responses)
        chips = folds * seen.pot
        if folds < 1:
            chips += self._contested(responses, folds, total, cost)
        return Value(_raises(seen, total), chips, folds, tuple(responses))

    def _to_raise(self, opponent: Opponent, table: BettingContext) -> Response:
        if opponent.stack:
            return self.response(opponent, table)
        return Response(0.0, 1.0, 0.0, opponent.range_equity.equity, 0.0, opponent.weights)

    def _contested(
        self, responses: Sequence[Response], folds: float, total: int, cost: int
    ) -> float:
        """Return the part of a raise's value from the cases in which not all opponents fold.

        Args:
            responses: the predicted responses of all opponents.
            folds: the probability that all opponents fold.
            total: our street total after the raise.
            cost: the chips that the raise costs us.
        """
        seen = self.seen
        pot, chips = float(seen.pot + cost), 0.0
        stays = 1 - folds
        for opponent, response in zip(self.opponents, responses, strict=True):
            pot += (1 - response.fold) / stays * min(max(total - opponent.bet, 0), opponent.stack)
        calls = 1.0
        for opponent, response in zip(self.opponents, responses, strict=True):
            left = min(seen.legal.stack - cost, opponent.stack - max(total - opponent.bet, 0))
            more = max(min(pot, left), 0)
            # Facing a pot-sized reraise, we fold and lose our raise, or call.
            meets = max(-cost, response.raised * (pot + 2 * more) - cost - more)
            chips += calls * response.raises * meets
            calls *= 1 - response.raises
        quiet = prod(response.fold + response.call for response in responses)
        won = prod(each.fold + each.call * each.called for each in responses) - folds
        later = self.later(responses[0].callers, pot, cost) if len(responses) == 1 else 0.0
        return chips + won * pot - (quiet - folds) * cost + later


def _share(response: Response) -> float:
    """Return our share of the pot against an opponent, given that the response is not a raise.

    If the opponent folds, our share is 1. The result is 0 if the opponent always raises.
    """
    quiet = response.fold + response.call
    return (response.fold + response.call * response.called) / quiet if quiet > 0 else 0.0


def _stays(cost: int) -> Action:
    return Action.call() if cost else Action.check()


def _raises(seen: Observation, total: int) -> Action:
    return Action.raise_to(total) if seen.legal.price else Action.bet(total)


def actions_of(seen: Observation) -> list[Action]:
    """Return the actions to consider: a call or check, a fold if it is legal, and raises.

    The raises are those of `totals_of`.
    """
    stays = [_stays(seen.legal.call_cost)]
    folds = [Action.fold()] if seen.legal.can_fold else []
    return stays + folds + [_raises(seen, total) for total in totals_of(seen)]


def totals_of(seen: Observation) -> list[int]:
    """Return the street totals of the raises to consider, in ascending order.

    The list is empty if no raise is legal.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [10_000] * 2, button=0, seed=7))
        >>> totals_of(table.observation())
        [200, 300, 500, 900, 10000]
    """
    legal = seen.legal
    if not legal.can_raise:
        return []
    shares = {legal.share_of_pot(*size) for size in SIZES}
    return sorted({legal.raise_min, legal.raise_max, *shares})
