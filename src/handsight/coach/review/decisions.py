"""Decisions of a recorded hand: what each action was worth, and by which method."""

from __future__ import annotations

from typing import NamedTuple

CHART, SOLVER, BLUEPRINT, EQUITY = "chart", "solver", "blueprint", "equity"
METHODS = (CHART, SOLVER, BLUEPRINT, EQUITY)
"""The methods that value actions, the most reliable first; the last two are estimates."""


class ReviewedAction(NamedTuple):
    """An action at a decision.

    Attributes:
        action: the action, such as ``raise to 2.5 bb``.
        ev: what the action wins from here on, in big blinds; a fold wins 0. If a chart has
            no fold, values are counted from a check, which then wins 0.
        frequency: how often the strategy takes the action with this hand, 0 to 1; None if unknown.
    """

    action: str
    ev: float
    frequency: float | None


class ReviewedDecision(NamedTuple):
    """A decision of the hero in a recorded hand.

    Attributes:
        number: the index of the action among all actions of the hand.
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        board: the cards on the board, as text.
        position: the position of the hero.
        pot_kind: before the flop what the hero faces: ``unopened``, ``limped``, ``open``, ``3-bet``
            or ``4-bet``; after it the kind of pot: ``limped``, ``single raised``, ``3-bet`` or
            ``4-bet``. A 4-bet stands for more raises, too.
        players: the number of players who had not folded.
        pot: the pot before the decision, in big blinds.
        to_call: the cost of a call, in big blinds.
        taken: the action that the hero took, as in ``actions``.
        best: the action that the hero should have taken, as in ``actions``. It need not have the
            largest EV: charts name the most frequent action, and a solver has not learned to answer
            actions that its solution hardly takes.
        actions: the possible actions; empty if the decision could not be valued.
        lost: what the best action wins more than the one taken, in big blinds. Where values come
            from random deals, it is an unbiased estimate, which chance can make negative, by a few
            times ``error``; it need not be the difference of the EVs in ``actions`` (see
            `handsight.coach.review.pricing.crosswise`). 0 if the decision could not be valued.
        error: where values come from random deals, the standard error of ``lost``; where a solver
            found them, the largest of its exploitability, of what its strategy loses with the hand
            at this decision, and of what its answers to the best action and to the one taken lose;
            in big blinds.
        method: one of `METHODS`; empty if the decision could not be valued.
        assumed: what the values assume; the reason, if the decision could not be valued.
        key: the key of the drill's question about the decision (see
            `handsight.coach.drill.decision_key`); empty if the decision could not be valued, or
            if no question can express it, such as after the flop with more than two players left.
    """

    number: int
    street: str
    board: str
    position: str
    pot_kind: str
    players: int
    pot: float
    to_call: float
    taken: str
    best: str
    actions: tuple[ReviewedAction, ...]
    lost: float
    error: float
    method: str
    assumed: tuple[str, ...]
    key: str = ""

    @property
    def is_valued(self) -> bool:
        """Whether the actions could be valued."""
        return bool(self.actions)

    @property
    def is_estimate(self) -> bool:
        """Whether the values are only estimates."""
        return self.method in (BLUEPRINT, EQUITY)

    @property
    def is_mistake(self) -> bool:
        """Whether the action taken is worse than the best one by more than chance or rounding."""
        return self.lost > max(2 * self.error, LEAST_MISTAKE)


LEAST_MISTAKE = 0.05
"""A decision that loses at most this, in big blinds, does not count as a mistake."""


class ReviewedHand(NamedTuple):
    """A reviewed hand: its result and the hero's decisions.

    Attributes:
        digest: a digest of the hand, in hexadecimal digits.
        name: the number or name of the hand; empty if it has none.
        file: the path of the file that contains the hand.
        line: the line on which the hand begins.
        stake: the site and the stake, such as ``PokerStars cash $ 0.05/0.1``.
        position: the position of the hero.
        hole: the hero's hole cards.
        board: all cards of the board.
        stack: the hero's stack before the hand, in big blinds.
        won: the net result of the hero, in big blinds.
        adjusted: the net result, in big blinds, without the luck of the cards dealt when no
            decision was left; None if the cards of an all-in player are unknown.
        decisions: the decisions of the hero.
        skipped: the reason if no decision of the hand could be valued; otherwise empty.
        player: the name of the hero; empty if the hand names nobody.
    """

    digest: str
    name: str
    file: str
    line: int
    stake: str
    position: str
    hole: str
    board: str
    stack: float
    won: float
    adjusted: float | None
    decisions: tuple[ReviewedDecision, ...]
    skipped: str = ""
    player: str = ""

    @property
    def lost(self) -> float:
        """The sum of what the decisions lost, in big blinds."""
        return sum(each.lost for each in self.decisions)

    @property
    def lost_by_estimates(self) -> float:
        """The part of `lost` that is only estimated, in big blinds."""
        return sum(each.lost for each in self.decisions if each.is_estimate)
