"""The decisions in one hand of an arena, and the agents' reasons for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from handsight.agents.protocol import Number, numbers_text
from handsight.arena.decision_trace import HandPlace
from handsight.arena.players import AgentDecision
from handsight.cards import Card, CardSet
from handsight.views.report import HIDDEN, report_of
from handsight.views.tables import TextTable


@dataclass(frozen=True, slots=True)
class DecisionReport:
    """An agent's action, the rule that chose it, and the numbers behind the choice, by name.

    Attributes:
        action: the action.
        reason: the rule that chose it.
        numbers: numbers behind the choice, by name.
    """

    action: str
    reason: str
    numbers: dict[str, Number]


@dataclass(frozen=True, slots=True)
class TracedDecision:
    """A decision of an agent, with what the agent saw of the hand.

    Attributes:
        agent: name of the agent.
        street: name of the street.
        hole: the agent's hole cards.
        board: cards on the board at the time.
        to_call: chips that a call would have cost; 0 if the agent could check.
        pot: all chips in the pot before the decision, including the bets of the street.
        decision: the agent's action and its reasons; None if the agent does not explain itself, or
            fails to.
        position: name of the agent's position, such as ``"BTN"``.
    """

    agent: str
    street: str
    hole: CardSet
    board: tuple[Card, ...]
    to_call: int
    pot: int
    decision: DecisionReport | None
    position: str = field(metadata=HIDDEN)


@dataclass(frozen=True, slots=True)
class DecisionTrace:
    """The decisions in one hand of an arena; see `handsight.arena.decision_trace`.

    Attributes:
        matchup: number of the matchup in the arena, from 0.
        pair: number of the pair in the matchup, from 0.
        leg: number of the leg in the pair, from 0.
        hand: number of the hand in its match, from 1.
        decisions: decisions in the order in which they were made, without those of bots that play
            in sandboxed processes.
    """

    matchup: int
    pair: int
    leg: int
    hand: int
    decisions: tuple[TracedDecision, ...]


def decision_trace(place: HandPlace, decisions: Sequence[AgentDecision]) -> DecisionTrace:
    """Build the report of the decisions in a hand.

    Args:
        place: the numbers of the matchup, pair, leg and hand.
        decisions: the agents' decisions in the order in which they were made.

    Example:
        >>> from handsight.arena import ArenaSpec
        >>> from handsight.arena.decision_trace import trace_decisions
        >>> spec, place = ArenaSpec(agents=("call", "fold"), pairs=1, seed=7), HandPlace(0, 0, 0, 1)
        >>> trace = decision_trace(place, trace_decisions(spec, place))
        >>> trace.decisions[0].agent, trace.decisions[0].decision.reason
        ('call', 'calls whatever it costs: the calling station')
        >>> print(next(decision_lines(trace)))
        call (BTN), preflop, Kd6d: call – calls whatever it costs: the calling station
    """
    return report_of(DecisionTrace, place, decisions=tuple(map(_traced, decisions)))


def decision_table(trace: DecisionTrace) -> TextTable:
    """Build the table of the decisions in a hand, with the agents' reasons for them."""
    heads = ("agent", "street", "cards", "to call / pot", "does", "because", "numbers")
    rows = [_row(each) for each in trace.decisions]
    return TextTable("What led the agents", heads, rows, texts=(0, 1, 2, 4, 5, 6))


def decision_lines(trace: DecisionTrace) -> Iterator[str]:
    """Yield a line of text for each decision, and a second line for its numbers, if it has any.

    A decision without an explanation is shown without its action.
    """
    for each in trace.decisions:
        agent, street, cards, _, action, reason, numbers = _row(each)
        yield f"{agent}, {street}, {cards}: {f'{action} – ' if action else ''}{reason}"
        if numbers:
            yield f"    {numbers}"


def _traced(record: AgentDecision) -> TracedDecision:
    decision = None
    if record.decision is not None:
        action = str(record.decision.action)
        decision = report_of(DecisionReport, record.decision, action=action)
    position = record.seen.positions[record.seen.seat]
    return report_of(
        TracedDecision, record.seen, agent=record.agent, decision=decision, position=position
    )


def _row(each: TracedDecision) -> tuple[str, ...]:
    cards = f"{each.hole} {''.join(map(str, each.board))}".strip()
    price = f"{each.to_call:,} / {each.pot:,}"
    agent = f"{each.agent} ({each.position})"
    if each.decision is None:
        return (agent, each.street, cards, price, "", "it does not say", "")
    decided = (each.decision.action, each.decision.reason, numbers_text(each.decision.numbers))
    return (agent, each.street, cards, price, *decided)
