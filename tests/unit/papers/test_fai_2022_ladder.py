"""The ladder of FAI-2022: what is printed, and that it is measured as it says."""

import pytest

from handsight.papers.fai_2022_ladder import DUELS, PRINTED, Outcome, played, reproduced
from handsight.papers.reproduction import Order

MATCHES = 40


@pytest.fixture(scope="module")
def table():
    return reproduced(Order(trials=MATCHES, seed=5))


def test_the_printed_rows_are_those_of_the_report(table):
    printed = {row.name: row.more["printed_games"] for row in table.rows if row.printed is not None}
    assert printed == {
        "v0 CallPlayer": "0–10",
        "v1 CallPlayer": "5–5",
        "v2 CallPlayer": "7–3",
        "v3 CallPlayer": "9–1",
        "v5 CallPlayer": "9–1",
        "v3 Baseline0": "7–3",
        "v3 Baseline1": "8–2",
        "v3 Baseline2": "9–1",
        "v3 Baseline3": "8–2",
        "v5 Baseline0": "8–2",
        "v5 Baseline1": "9–1",
        "v5 Baseline2": "10–0",
        "v5 Baseline3": "10–0",
    }


def test_players_that_we_do_not_have_are_said_not_to_be_available(table):
    missing = [row for row in table.rows if "Baseline" in row.name]
    assert len(missing) == 8
    for row in missing:
        assert row.measured is None
        assert row.more["note"] == "opponent not available"
        assert row.more["printed_interval"]


def test_every_step_and_every_duel_is_played(table):
    rows = {row.name: row.measured for row in table.rows if row.measured}
    assert set(rows) == {f"v{step} CallPlayer" for step in range(6)} | {
        f"{one} {other}" for one, other in DUELS
    }
    for measured in rows.values():
        assert measured["matches"] == MATCHES
        assert measured["wins"] + measured["losses"] + measured["ties"] == MATCHES


def test_raising_beats_the_caller_and_folding_does_not(table):
    share = {row.name: row.measured["share"] for row in table.rows if row.measured}
    assert share["v0 CallPlayer"] < 0.2 < 0.5 < share["v5 CallPlayer"]


def test_the_remarks_name_no_winner_where_the_interval_holds_one_half(table):
    said = [remark for remark in table.remarks if "matches that somebody won" in remark]
    assert len(said) == len(DUELS)
    for remark in said:
        low, high = map(float, remark.rsplit("(", 1)[1].rstrip(").").split("–"))
        assert ("cannot be told apart" in remark) == (low <= 0.5 <= high)


def test_the_same_seed_plays_the_same_matches():
    assert played("fai-v1", "call", 4, seed=3) == played("fai-v1", "call", 4, seed=3)


def test_the_share_counts_ties_among_the_matches():
    assert Outcome(wins=5, losses=3, ties=2).share == 0.5


def test_the_printed_games_are_of_ten():
    assert all(0 <= won <= 10 for won in PRINTED.values())


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("version", "low", "high"),
    [
        ("v0", 0.0, 0.03),
        ("v1", 0.29, 0.40),
        ("v2", 0.74, 0.81),
        ("v3", 0.77, 0.85),
        ("v4", 0.80, 0.88),
        ("v5", 0.83, 0.91),
    ],
)
def test_two_thousand_matches_against_the_caller_fall_where_they_must(version, low, high):
    found = played(f"fai-{version}:setting=pypokerengine", "call", 2000, seed=0)
    assert low <= found.share <= high
