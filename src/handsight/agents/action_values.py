"""What each action is worth against the ranges of the rivals and what they are likely to do.

A value is in chips, beside a fold now. It looks one answer ahead: whoever is still to act folds,
calls or raises as the opponent model says, combo by combo, so that what calls is another range than
what folds. From there on the hands are taken to see the showdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from handsight.agents.standing import Seen, Standing, indices_of, standing_of
from handsight.game import Action, Observation
from handsight.opponents.model import BettingContext, ModelInput, OpponentModel
from handsight.opponents.model.boards import Board, board_of
from handsight.opponents.model.contexts import CALL, RAISE, UNTOUCHED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = ((1, 2), (1, 1), (2, 1), (4, 1))
"""Raises that are thought of, as shares of the pot; the least and the greatest one come to them."""

RAISES_BY = (2, 3)
"""A rival is thought to bet this share of the pot, and to raise by the pot."""


class Rival(NamedTuple):
    """An opponent who is still in.

    Attributes:
        seat: where he sits.
        name: as the model knows him.
        weights: float64[1326], what he may hold; adds up to 1.
        seen: our hand against that.
        stack: his chips behind.
        bet: what he put in on this street.
    """

    seat: int
    name: str
    weights: NDArray[np.float64]
    seen: Seen
    stack: int
    bet: int


class Answer(NamedTuple):
    """What a rival does next, and what our hand has then.

    Attributes:
        fold: how likely he folds.
        call: how likely he calls or checks.
        raises: how likely he raises or bets.
        called: our equity against what calls, 0..1.
        raised: our equity against what raises.
        callers: float64[1326], how likely he holds each combo and calls with it.
    """

    fold: float
    call: float
    raises: float
    called: float
    raised: float
    callers: NDArray[np.float64]


class Value(NamedTuple):
    """An action with what it is worth.

    Attributes:
        action: what may be done.
        chips: its value beside a fold.
        fold_equity: how likely everybody folds to it; 0 for a call.
        answers: of the rivals who are still to act.

    Example:
        >>> Value(Action.call(), 25.0).fold_equity
        0.0
    """

    action: Action
    chips: float
    fold_equity: float = 0.0
    answers: tuple[Answer, ...] = ()


class Position:
    """A decision with all that its values hang on.

    Args:
        seen: what we may know.
        model: that has followed the hand up to it.

    Attributes:
        standing: our hand against each combo.
        rivals: who is still in.
    """

    def __init__(self, seen: Observation, model: OpponentModel) -> None:
        self.seen, self.model = seen, model
        cards = indices_of(seen.board)
        self.board: Board = board_of(cards)
        self.standing: Standing = standing_of(seen.hole, cards)
        self.rivals = tuple(self._rival(seat) for seat in seen.opponents)

    def _rival(self, seat: int) -> Rival:
        seen = self.seen
        weights = self.model.weights(seat)
        name = seen.names[seat] if seen.names else str(seat)
        against = self.standing.against(weights)
        return Rival(seat, name, weights, against, seen.stacks[seat], seen.bets[seat])

    @property
    def equity(self) -> float:
        """Our share of the pot at the showdown, the rivals taken one by one, 0..1."""
        return prod(rival.seen.equity for rival in self.rivals)

    @property
    def effective(self) -> float:
        """EHS' against all rivals: HS + (1 - HS) PPot of the products of theirs."""
        ahead = prod(rival.seen.hs for rival in self.rivals)
        return ahead + (1 - ahead) * self.potential

    @property
    def potential(self) -> float:
        """PPot against the rival against whom it is least, 0..1."""
        return min(rival.seen.ppot for rival in self.rivals)

    # --- answers ----------------------------------------------------------------------------------

    def answer(self, rival: Rival, table: BettingContext) -> Answer:
        """Ask the model how a rival meets a table.

        Args:
            rival: whose turn is thought to be next.
            table: as he sees it.
        """
        context = table.context(rival.seat)
        often = self.model.frequencies_.of(context, rival.name)
        spot = ModelInput(context, self.board, rival.weights, often, rival.name)
        masses = rival.weights[:, None] * self.model.chances(spot)
        # Both sums go over the combos in the same order: so no share comes out above 1.
        fold, call, rise = masses.sum(axis=0).tolist()
        _, called, raised = (self.standing.end[:, None] * masses).sum(axis=0).tolist()
        whole = fold + call + rise
        return Answer(
            fold / whole,
            call / whole,
            rise / whole,
            called / call if call > 0 else 0.0,
            raised / rise if rise > 0 else 0.0,
            masses[:, CALL],
        )

    # --- values -----------------------------------------------------------------------------------

    def values(self) -> list[Value]:
        """Give the value of a fold, of a call or check, and of raises of several sizes."""
        found = [self.stay()]
        if self.seen.legal.can_fold:
            found.append(Value(Action.fold(), 0.0))
        found += [self.raised(total) for total in totals_of(self.seen)]
        return found

    def stay(self) -> Value:
        """Give the value of a call or a check."""
        seen = self.seen
        cost = seen.legal.call_cost
        most = seen.paid[seen.seat] + cost
        pot = sum(min(paid, most) for paid in seen.paid) + cost
        table = self.model.table.copy()
        table.act(seen.seat, CALL)
        behind = [rival for rival in self.rivals if self._is_to_act(rival, table)]
        quiet = self.equity * pot - cost
        if not behind or cost == seen.legal.stack:
            later = self.later(self.rivals[0].weights, pot, cost)
            return Value(_stays(cost), quiet + later)
        answers = tuple(self.answer(rival, table) for rival in behind)
        chips, still = 0.0, 1.0
        for rival, answer in zip(behind, answers, strict=True):
            bet = pot * (RAISES_BY[0] / RAISES_BY[1] if not cost else 1.0)
            bet = min(bet, rival.stack, seen.legal.stack - cost)
            meets = max(0.0, answer.raised * (pot + 2 * bet) - bet) - cost
            chips += still * answer.raises * meets
            still *= 1 - answer.raises
        called = prod(map(_share, answers))
        called *= prod(rival.seen.equity for rival in self.rivals if rival not in behind)
        later = self.later(answers[0].callers, pot, cost) if len(answers) == 1 else 0.0
        return Value(_stays(cost), chips + still * (called * pot - cost) + later, 0.0, answers)

    def later(self, weights: NDArray[np.float64], pot: float, cost: int) -> float:
        """Give what play on later streets adds to a showdown without further bets; here nothing.

        Args:
            weights: float64[1326], of the range of the only rival who is in then; the value is
                multiplied by their sum.
            pot: chips, when this street's betting is over.
            cost: what we have put in for that from now on.
        """
        return 0.0

    def _is_to_act(self, rival: Rival, table: BettingContext) -> bool:
        return rival.stack > 0 and table.context(rival.seat).own == UNTOUCHED

    def raised(self, total: int) -> Value:
        """Give the value of a bet or raise.

        Args:
            total: what it brings our bet of this street to.
        """
        seen = self.seen
        table = self.model.table.copy()
        table.act(seen.seat, RAISE, total)
        reach = max(rival.bet + rival.stack for rival in self.rivals)
        cost = min(total, max(reach, seen.legal.bet)) - seen.legal.bet
        answers = [self._meets(rival, table, total) for rival in self.rivals]
        folds = prod(answer.fold for answer in answers)
        chips = folds * seen.pot
        if folds < 1:
            chips += self._played(answers, folds, total, cost)
        return Value(_raises(seen, total), chips, folds, tuple(answers))

    def _meets(self, rival: Rival, table: BettingContext, total: int) -> Answer:
        if rival.stack:
            return self.answer(rival, table)
        return Answer(0.0, 1.0, 0.0, rival.seen.equity, 0.0, rival.weights)

    def _played(self, answers: Sequence[Answer], folds: float, total: int, cost: int) -> float:
        """Give what comes of it where somebody calls or raises, times how likely that is."""
        seen = self.seen
        pot, chips = float(seen.pot + cost), 0.0
        stays = 1 - folds
        for rival, answer in zip(self.rivals, answers, strict=True):
            pot += (1 - answer.fold) / stays * min(max(total - rival.bet, 0), rival.stack)
        calls = 1.0
        for rival, answer in zip(self.rivals, answers, strict=True):
            left = min(seen.legal.stack - cost, rival.stack - max(total - rival.bet, 0))
            more = max(min(pot, left), 0)
            meets = max(-cost, answer.raised * (pot + 2 * more) - cost - more)
            chips += calls * answer.raises * meets
            calls *= 1 - answer.raises
        quiet = prod(answer.fold + answer.call for answer in answers)
        won = prod(answer.fold + answer.call * answer.called for answer in answers) - folds
        later = self.later(answers[0].callers, pot, cost) if len(answers) == 1 else 0.0
        return chips + won * pot - (quiet - folds) * cost + later


def _share(answer: Answer) -> float:
    """Give our equity against one who does not raise: he folds, or he stays."""
    quiet = answer.fold + answer.call
    return (answer.fold + answer.call * answer.called) / quiet if quiet > 0 else 0.0


def _stays(cost: int) -> Action:
    return Action.call() if cost else Action.check()


def _raises(seen: Observation, total: int) -> Action:
    return Action.raise_to(total) if seen.legal.price else Action.bet(total)


def totals_of(seen: Observation) -> list[int]:
    """List the street totals of the raises that are thought of, ascending; none if none is legal.

    Args:
        seen: what we may know.

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
