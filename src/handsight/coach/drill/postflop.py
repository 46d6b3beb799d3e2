"""Questions about decisions after the flop, judged by a solution of the street."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.subgame import LEAST_WEIGHT, subgame_of
from handsight.coach.drill.dealing import deal_decision
from handsight.coach.drill.decisions import (
    bb_text,
    line_of,
    pot_spot,
    seen_in,
    stacks_of,
    strategy_for,
    street_lines,
)
from handsight.coach.drill.kind import Draws, DrillKind, DrillTable, Stopped, never
from handsight.coach.drill.prepared import Prepared, SolveStoppedError
from handsight.coach.drill.question import Feedback, OptionValue, Question, judged, known_value
from handsight.coach.spots import StreetSpot, combo_of, street_spot, with_hand
from handsight.errors import InputError
from handsight.runtime.machine import cores
from handsight.solver import SolvedNode, solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.game import Observation
    from handsight.solver.betting import Option

STREETS = ("flop", "turn", "river")
"""The streets after the preflop; each is also the name of a kind of question."""

ACCURACY = {"turn": 0.01, "river": 0.003}
"""The exploitability at which a solve ends, as a share of the pot at the start of the street."""

STEPS = {"turn": 150, "river": 500}
"""The maximum number of iterations of a solve."""

MOST_TRIES = 100


class DecisionWorth(NamedTuple):
    """What the options of a decision are worth with the player's hand.

    Attributes:
        shares: float64[options], how often the solution takes each option; NaN if it hardly ever
            gets there with the hand, so that it has not learned this.
        chips: float64[options], what each option wins; a fold wins 0.
        equity: the player's share of the pot against the opponent's range if nobody bets any more;
            NaN if it is unknown.
    """

    shares: NDArray[np.float64]
    chips: NDArray[np.float64]
    equity: float


class StreetDrill(DrillKind):
    """Decisions between two players on a street, dealt by the blueprint and solved.

    The blueprint plays the hand up to the decision. The solver then solves the street from its
    start, with the ranges that the blueprint has there.

    Args:
        street: ``turn`` or ``river``; subclasses can solve the flop.

    Attributes:
        note: a sentence about what the solution neglects, which ends each reason; may be empty.
    """

    note = ""

    def __init__(self, street: str) -> None:
        self.name = street
        self.summary = f"what to do on the {street} against one opponent, by a solution"

    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a random decision on the street.

        A decision that cannot be solved, such as one with an empty range, is replaced by another.

        Raises:
            InputError: if the table's spot cannot be read, or 100 decisions could not be solved.
            OptionError: if there is no strategy for the table.
        """
        for number in range(MOST_TRIES):
            again = Draws(seed, number).below(2**53) if number else seed
            seen = deal_decision(table, self.name, again)
            try:
                return self._question(seen)
            except InputError:
                continue
        raise InputError(f"{MOST_TRIES} decisions on the {self.name} could not be solved")

    def make(self, details: str) -> Question:
        """Make a question again from the line of a hand."""
        seen = seen_in(details)
        if seen.street != self.name:
            raise InputError(f"the decision is on the {seen.street}, not on the {self.name}")
        return self._question(seen)

    def prepare(self, question: Question, stopped: Stopped = never) -> None:
        """Solve the street, and cache the solution, unless the solve is stopped."""
        with suppress(SolveStoppedError):
            self.worth(question.key.partition(" ")[2], stopped)

    def worth(self, line: str, stopped: Stopped = never) -> DecisionWorth:
        """Return what the options of a decision are worth; solve the street if it is not cached.

        Args:
            line: the line of the hand.
            stopped: returns whether to stop.

        Raises:
            InputError: if the street cannot be solved, or the solution does not have the hand.
            SolveStoppedError: if the solve was stopped.
        """
        node, hole = _solved(line, stopped), seen_in(line).hole
        combo = combo_of(hole)
        equity = node.equities[("oop", "ip").index(node.player or "oop"), combo]
        return DecisionWorth(node.strategy[combo], node.action_evs[combo], float(equity))

    def judge(self, question: Question, answer: str) -> Feedback:
        """Return what each action wins in the solution; a fold wins 0."""
        details = question.key.partition(" ")[2]
        seen, worth = seen_in(details), self.worth(details)
        blind = seen.rules.big_blind
        options = tuple(
            OptionValue(name, known_value(share), known_value(ev / blind))
            for name, share, ev in zip(question.options, worth.shares, worth.chips, strict=True)
        )
        why = " ".join(filter(None, (_why(seen, known_value(worth.equity)), self.note)))
        return judged(question, answer, options, why)

    def _question(self, seen: Observation) -> Question:
        found, line = spot_of(seen), line_of(seen)
        blind, node = seen.rules.big_blind, found.node
        faced, pot = node.own[1 - node.player], found.betting.pot + 2 * node.paid[1 - node.player]
        return Question(
            *(self.name, self.key(line), pot_spot(seen), str(seen.hole)),
            "".join(map(str, seen.board)),
            *(street_lines(seen), seen.pot / blind, seen.to_call / blind, stacks_of(seen)),
            f"You are {seen.positions[seen.seat]}; what do you do?",
            tuple(_option_text(option, pot, faced, blind) for option in node.options),
        )


def _option_text(option: Option, pot: int, faced: int, blind: int) -> str:
    """Return an option in words: chips in big blinds, and the bet or raise as a share of the pot.

    The pot is counted as if the bet faced had been called.
    """
    if option.kind in ("fold", "check", "call"):
        return option.kind
    if option.kind == "all-in":
        return f"all-in {bb_text(option.amount, blind)}"
    verb = "bet" if option.kind == "bet" else "raise to"
    return f"{verb} {bb_text(option.amount, blind)} ({100 * (option.amount - faced) / pot:.0f}%)"


def _why(seen: Observation, equity: float | None) -> str:
    """Describe the equity against the opponent's range and, after a bet, what a call needs."""
    if equity is None:
        return ""
    needed = seen.to_call / (seen.pot + seen.to_call)
    price = f"; a call needs {needed:.0%} if nobody bets any more" if seen.to_call else ""
    return f"Your equity against the opponent's range is {equity:.0%}{price}."


def spot_of(seen: Observation) -> StreetSpot:
    """Return the spot of a decision; the player's hand is always part of the player's range.

    Raises:
        InputError: if the street cannot be solved: more than two players saw it, a range is empty,
            or no tree can have the actions.
        OptionError: if there is no strategy for the table.
    """
    strategy, _ = strategy_for(seen)
    start = subgame_of(strategy, seen, seen.street)
    found = None
    if start is not None:
        start = with_hand(start, seen.seat, combo_of(seen.hole), LEAST_WEIGHT)
        found = street_spot(start, seen.actions)
    if found is None:
        raise InputError(f"the {seen.street} cannot be solved between two ranges: {line_of(seen)}")
    return found


def _solve(line: str, stopped: Stopped) -> SolvedNode:
    seen = seen_in(line)
    found = spot_of(seen)
    solution = solve(
        *(found.spot, found.betting, ACCURACY[seen.street]),
        iterations=STEPS[seen.street],
        threads=cores(),
        progress=lambda _: stopped(),
    )
    if stopped():
        raise SolveStoppedError
    node = solution.node()
    for place in found.taken:
        node = solution.node(", ".join(filter(None, (node.line, node.actions[place]))))
    if np.isnan(node.strategy[combo_of(seen.hole)]).any():
        raise InputError(f"the solution does not have the hand {seen.hole}: {line}")
    return node


_solved = Prepared(_solve)
