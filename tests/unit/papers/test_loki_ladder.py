"""The table of Loki and the simulator: who meets whom, and what is said of it."""

import pytest

from handsight.agents import agent_names
from handsight.papers import loki_ladder
from handsight.papers.loki_ladder import FIELD, READERS, met, reproduced, verdict_on
from handsight.papers.reproduction import Order

FEW = {"fold": 0, "check-call": 0}
PAIRS = 20


@pytest.fixture(scope="module")
def table():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(loki_ladder, "FIELD", FEW)
        yield reproduced(Order(trials=PAIRS, seed=5))


def test_the_field_is_every_simpler_agent():
    assert set(FIELD) == set(agent_names()) - {*READERS}
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
    assert all(0 < row.measured["pairs"] <= PAIRS for row in table.rows)
    assert not any(row.measured["faults"] for row in table.rows)


def test_the_folder_loses_his_blinds(table):
    assert table.rows[0].measured["bb100"] == pytest.approx(75, abs=3)


def test_every_row_has_an_interval_that_holds_its_mean_and_a_verdict(table):
    for row in table.rows:
        assert row.measured["low"] <= row.measured["bb100"] <= row.measured["high"]
        assert row.more["verdict"]


def test_the_remarks_count_and_name_what_is_open(table):
    said = " ".join(table.remarks)
    assert "of 2 agents" in said
    assert "The simulator against Loki" in said


@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        ((100, 10, 190), "wins by 30 or more"),
        ((29, 10, 48), "wins"),
        ((100, -10, 210), "undecided"),
        ((-100, -110, -90), "loses"),
    ],
)
def test_verdicts_follow_the_interval(numbers, verdict):
    assert verdict_on(*numbers) == verdict


def test_a_meeting_stops_when_it_is_decided():
    assert met("call", "fold", pairs=5000, seed=1).statistics.pairs < 5000
