"""The ladder of FAI-2022: what is printed, and that it is measured as it says."""

import pytest

from handsight.papers.fai_2022.ladder import (
    AGREES,
    DUELS,
    PRINTED,
    SETTINGS,
    Outcome,
    agrees,
    played,
    reproduced,
)
from handsight.papers.reproduction import Order

MATCHES = 10


# Whole tables are printed by default in tests/papers/test_reproduced.py.
@pytest.fixture(scope="module", params=[pytest.param("whole", marks=pytest.mark.exhaustive)])
def table():
    return reproduced(Order(trials=MATCHES, seed=5))


def test_the_printed_rows_are_those_of_the_report(table):
    printed = {
        f"{row.more['agent'][4:]} {row.more['rival']}": row.more["printed_games"]
        for row in table.rows
        if row.printed is not None
    }
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
        assert row.more["agrees"] == "opponent not available"
        assert row.more["printed_interval"]


def test_every_step_and_every_duel_is_played_in_every_setting(table):
    rows = {row.name: row.measured for row in table.rows if row.measured}
    meetings = [*((f"v{step}", "CallPlayer") for step in range(6)), *DUELS]
    assert set(rows) == {
        f"{setting} {one} {other}" for setting in SETTINGS for one, other in meetings
    }
    for measured in rows.values():
        assert measured["matches"] == MATCHES
        assert measured["wins"] + measured["losses"] + measured["ties"] == MATCHES


def test_raising_beats_the_caller_and_folding_does_not(table):
    share = {row.name: row.measured["share"] for row in table.rows if row.measured}
    for setting in SETTINGS:
        folder, raiser = (share[f"{setting} {version} CallPlayer"] for version in ("v0", "v5"))
        assert folder < 0.2 < 0.5 < raiser


def test_a_duel_is_open_unless_all_settings_say_the_same(table):
    duels = {f"{one} wins more often than {other} when they meet": None for one, other in DUELS}
    found = {finding.claim: finding for finding in table.findings}
    assert duels.keys() <= found.keys()
    for claim in duels:
        ends = [part.split(")")[0] for part in found[claim].figures.split("(")[1:]]
        sides = {
            None if low <= 0.5 <= high else low > 0.5
            for low, high in (map(float, each.split("–")) for each in ends)
        }
        assert found[claim].holds == (sides.pop() if len(sides) == 1 else None)


@pytest.mark.parametrize(
    ("printed", "wins", "matches", "expected"),
    [
        (5, 450, 1000, True),  # .419-.481 lies within .237-.763
        (0, 450, 1000, False),
        (9, 600, 1000, None),  # .569-.630 lies about the lower end, .596
        (10, 10, 10, True),
        (10, 5, 10, None),
        (0, 1000, 1000, False),
    ],
)
def test_a_printed_row_agrees_where_our_interval_lies_inside_its_own(
    printed, wins, matches, expected
):
    assert agrees(printed, Outcome(wins, matches - wins, 0)) is expected


def test_each_row_says_whether_it_agrees_and_the_remarks_name_all(table):
    for setting, remark in zip(SETTINGS, table.remarks, strict=False):
        assert f"`{setting}`" in remark
        for row in table.rows:
            if row.name.startswith(setting) and row.printed is not None:
                version = row.more["agent"][4:]
                assert row.more["agrees"] in AGREES.values()
                part = remark.lower().split(row.more["agrees"] + ": ")[1].split(";")[0]
                assert version in part


def test_the_same_seed_plays_the_same_matches():
    assert played("fai-v1", "call", 4, seed=3) == played("fai-v1", "call", 4, seed=3)


def test_the_share_counts_ties_among_the_matches():
    assert Outcome(wins=5, losses=3, ties=2).share == 0.5


def test_the_printed_games_are_of_ten():
    assert all(0 <= won <= 10 for won in PRINTED.values())
