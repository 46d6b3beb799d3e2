"""Questions about decisions before the flop, judged by the charts."""

from __future__ import annotations

import numpy as np

from handsight.cards import CardSet
from handsight.charts.lines import action_words
from handsight.coach.drill.dealing import deal_decision
from handsight.coach.drill.decisions import (
    line_of,
    preflop_spot,
    seen_in,
    stacks_of,
    strategy_for,
    street_lines,
)
from handsight.coach.drill.kind import DrillKind, DrillTable, Stopped, never
from handsight.coach.drill.question import Feedback, OptionValue, Question, judged, known_value
from handsight.coach.strategies import faces_similar_bet
from handsight.errors import InputError
from handsight.game import Observation
from handsight.ranges.combos import CLASSES, class_of

_SUITS = {"s": "hh", "o": "hd", "": "hd"}


class PreflopDrill(DrillKind):
    """Decisions before the flop, dealt from the charts as often as they occur in play.

    All hands of a hand class are the same question, so their suits are always the same.
    """

    name = "preflop"
    summary = "what to do before the flop, by the charts"

    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a random decision of the charts."""
        return _question(_with_class_suits(deal_decision(table, self.name, seed)))

    def make(self, details: str) -> Question:
        """Make a question again from the line of a hand."""
        return _question(_with_class_suits(seen_in(details)))

    def prepare(self, question: Question, stopped: Stopped = never) -> None:
        """Read the values of the charts into memory."""
        strategy_for(seen_in(question.key.partition(" ")[2]))[1]()

    def judge(self, question: Question, answer: str) -> Feedback:
        """Return what each action wins in the charts, compared with the first action."""
        seen = seen_in(question.key.partition(" ")[2])
        strategy, values = strategy_for(seen)
        node = _node(seen)
        row = CLASSES.index(class_of(seen.hole))
        evs, errors = (each[row] for each in values().at(node))
        shares = strategy.table(node)[row]
        base = evs[0] if np.isfinite(evs[0]) else 0.0
        options = tuple(
            OptionValue(name, float(share), known_value(ev - base), known_value(error))
            for name, share, ev, error in zip(question.options, shares, evs, errors, strict=True)
        )
        return judged(question, answer, options)


def _with_class_suits(seen: Observation) -> Observation:
    name = class_of(seen.hole)
    suits = _SUITS[name[2:]]
    return seen._replace(hole=CardSet(name[0] + suits[0] + name[1] + suits[1]))


def _node(seen: Observation) -> int:
    strategy, _ = strategy_for(seen)
    places = strategy.places(seen, strategy.line(seen))
    if not places or seen.street != "preflop":
        raise InputError(f"the charts do not have this decision: {line_of(seen)}")
    if not faces_similar_bet(strategy, places, seen):
        raise InputError(f"the charts have another bet at this decision: {line_of(seen)}")
    return max(places).node


def _question(seen: Observation) -> Question:
    strategy, _ = strategy_for(seen)
    blind = seen.rules.big_blind
    position = seen.positions[seen.seat]
    return Question(
        *("preflop", f"preflop {line_of(seen)}", preflop_spot(seen), str(seen.hole), ""),
        *(street_lines(seen), seen.pot / blind, seen.to_call / blind, stacks_of(seen)),
        f"You are {position} among {len(seen.start_stacks)} players; what do you do?",
        action_words(strategy, _node(seen)),
    )
