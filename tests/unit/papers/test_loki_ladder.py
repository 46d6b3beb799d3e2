"""The table of Loki and the simulator: who meets whom, and what is said of it."""

import pytest

from handsight.agents import agent_names
from handsight.arena import ArenaSpec, export, run_arena
from handsight.papers import loki_ladder
from handsight.papers.loki_ladder import (
    ALIKE,
    FIELD,
    FIXED,
    FOR_SIZE,
    PAIRS,
    READERS,
    WANTED,
    met,
    reproduced,
    verdict_on,
)
from handsight.papers.reproduction import Order

FEW = {"fold": 0, "check-call": 0}
FEW_PAIRS = 4


# Whole tables are printed by default in tests/papers/test_reproduced.py.
@pytest.fixture(scope="module", params=[pytest.param("whole", marks=pytest.mark.exhaustive)])
def table():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(loki_ladder, "FIELD", FEW)
        yield reproduced(Order(trials=FEW_PAIRS, seed=5))


BEYOND = {"blueprint", "exploiter", "learned", "match-player", "resolver"}
"""Agents of the solver and of self-play, which are not simpler."""


def test_the_field_is_every_simpler_agent():
    alike = {name for those in ALIKE.values() for name in those}
    assert set(FIELD) == set(agent_names()) - {*READERS, *BEYOND} - alike
    assert set(FIELD.values()) == {0, 1, 2}


def test_each_meets_the_field_and_the_two_meet_each_other(table):
    assert [row.name for row in table.rows] == [
        "loki fold",
        "loki check-call",
        "simulator fold",
        "simulator check-call",
        "simulator loki",
    ]


def test_no_row_plays_more_pairs_than_ordered(table):
    assert all(0 < row.measured["pairs"] <= FEW_PAIRS for row in table.rows)
    assert {row.measured["fixed_pairs"] for row in table.rows} == {FEW_PAIRS}
    assert not any(row.measured["faults"] for row in table.rows)


def test_the_folder_loses_his_blinds(table):
    assert table.rows[0].measured["bb100"] == pytest.approx(75, abs=3)


def test_a_row_with_too_few_pairs_is_not_decided(table):
    assert {row.more["verdict"] for row in table.rows} == {"not decided"}
    assert {finding.holds for finding in table.findings} == {None}


def test_the_findings_count_what_is_open(table):
    counts = "true for 0 of 2, false for 0, not decided for 2"
    assert [finding.figures for finding in table.findings[:-1]] == [counts] * 4
    assert table.findings[-1].claim == "simulator wins from loki"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (31, 190, "more than 30"),
        (10, 29, "wins, less than 30"),
        (10, 190, "wins, 30 not decided"),
        (-10, 210, "not decided"),
        (-10, 29, "less than 30"),
        (-110, -90, "loses"),
    ],
)
def test_verdicts_follow_the_interval_alone(low, high, verdict):
    assert verdict_on(low, high) == verdict


def test_a_large_mean_with_an_interval_that_only_clears_zero_is_no_verdict_on_the_size():
    """As in a run that stops as soon as somebody wins: 254.9 bb/100, from 26.7 to 483.2."""
    assert verdict_on(26.7, 483.2) == "wins, 30 not decided"


def test_a_meeting_stops_when_its_interval_lies_on_one_side_of_the_size():
    found = met("call", "fold", 5000, 1, FOR_SIZE).statistics
    low, high = found.interval(always_valid=True)
    assert found.pairs < 5000
    assert low > WANTED or high < WANTED


def test_the_second_run_does_not_stop_by_itself_and_has_other_cards(monkeypatch):
    asked = []

    def meeting(agent, rival, pairs, seed, until=None):
        asked.append((pairs, seed, until))
        return met("call", "fold", 2, seed)

    monkeypatch.setattr(loki_ladder, "met", meeting)
    monkeypatch.setattr(loki_ladder, "FIELD", FEW)
    reproduced(Order(seed=5))
    first, second = (PAIRS, 5, FOR_SIZE), (FIXED, 6, None)
    assert asked == [*[first, second] * 4, (PAIRS, 5, "decided"), second]


@pytest.mark.parametrize(
    ("one", "other"), [(one, other) for one, those in ALIKE.items() for other in those]
)
@pytest.mark.parametrize("rival", ["call", "maniac", "potential-hand-2"])
def test_who_plays_alike_plays_the_same_hands(one, other, rival, tmp_path):
    told = []
    for name in (one, other):
        store = tmp_path / f"{name}.db"
        spec = ArenaSpec(agents=(rival, name), pairs=15, seed=4, deal="apart")
        run_arena(spec, store)
        told.append(export(store).replace(f'"{name}"', '"it"'))
    assert told[0] == told[1]
    assert told[0].count("\n") == 31


def test_who_does_not_play_alike_is_told_apart_so(tmp_path):
    told = []
    for name in ("fai-v3", "fai-v4"):
        store = tmp_path / f"{name}.db"
        run_arena(ArenaSpec(agents=("call", name), pairs=15, seed=4), store)
        told.append(export(store).replace(f'"{name}"', '"it"'))
    assert told[0] != told[1]
