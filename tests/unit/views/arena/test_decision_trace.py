"""What led the agents of one hand: the same in lines, in a table and as JSON."""

import json

import pytest

from handsight.arena import ArenaSpec
from handsight.arena.decision_trace import HandPlace, trace_decisions
from handsight.arena.players import AgentDecision
from handsight.views.arena.decision_trace import (
    DecisionTrace,
    decision_lines,
    decision_table,
    decision_trace,
)
from handsight.views.report import to_dict

PLACE = HandPlace(matchup=0, pair=1, leg=1, hand=1)


@pytest.fixture(scope="module")
def records() -> list[AgentDecision]:
    return trace_decisions(ArenaSpec(agents=("fai-v1", "call"), pairs=2, seed=7), PLACE)


@pytest.fixture(scope="module")
def trace(records: list[AgentDecision]) -> DecisionTrace:
    return decision_trace(PLACE, records)


def test_json_holds_the_place_and_every_decision(
    trace: DecisionTrace, records: list[AgentDecision]
) -> None:
    fields = to_dict(trace)
    assert json.loads(json.dumps(fields)) == fields
    assert list(fields) == ["matchup", "pair", "leg", "hand", "decisions"]
    assert [fields[key] for key in PLACE._fields] == list(PLACE)
    assert len(fields["decisions"]) == len(records)
    for each, record in zip(fields["decisions"], records, strict=True):
        assert (each["agent"], each["hole"]) == (record.agent, str(record.seen.hole))
        assert each["board"] == [str(card) for card in record.seen.board]
        assert record.decision is not None
        assert each["decision"]["action"] == str(record.decision.action)
        assert each["decision"]["numbers"] == record.decision.numbers


def test_the_table_has_a_row_for_each_decision(trace: DecisionTrace) -> None:
    table = decision_table(trace)
    assert len(table.rows) == len(trace.decisions)
    for row, each in zip(table.rows, trace.decisions, strict=True):
        assert len(row) == len(table.heads)
        assert row[0] == f"{each.agent} ({each.position})"
        assert each.position in ("BTN", "BB")
        assert row[3] == f"{each.to_call:,} / {each.pot:,}"


def test_numbers_stand_below_the_line_of_their_decision(trace: DecisionTrace) -> None:
    lines = list(decision_lines(trace))
    assert "call – calls whatever it costs: the calling station" in "\n".join(lines)
    numbered = [each for each in trace.decisions if each.decision and each.decision.numbers]
    assert numbered
    assert sum(line.startswith("    ") for line in lines) == len(numbered)


def test_an_agent_that_does_not_explain_itself_says_so(records: list[AgentDecision]) -> None:
    silent = decision_trace(PLACE, [records[0]._replace(decision=None)])
    assert to_dict(silent)["decisions"][0]["decision"] is None
    (line,) = decision_lines(silent)
    assert line.endswith(": it does not say")
