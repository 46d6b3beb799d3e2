"""The claims of B351-2017 are measured as they are said to be."""

from typing import Any

import pytest

from handsight.agents import agent_names
from handsight.papers import b351_claims
from handsight.papers.b351_claims import (
    BASELINE,
    NO,
    OPPONENTS,
    PLAYERS,
    UNKNOWN,
    YES,
    bluffs,
    gains,
    losses,
    matches_of,
    reproduced,
)
from handsight.papers.reproduction import Order, Reproduction, Row


# Whole tables are printed by default in tests/papers/test_reproduced.py.
@pytest.fixture(scope="module", params=[pytest.param("whole", marks=pytest.mark.exhaustive)])
def few() -> Reproduction:
    return reproduced(Order(trials=4, seed=3))


# --- the parts ------------------------------------------------------------------------------------


def test_gains_are_counted_on_mirrored_pairs() -> None:
    """Who always raises wins one blind or the other from a folder."""
    found = gains("min-raise", "fold", pairs=20, seed=1)
    assert (found.pairs, found.hands, found.chips) == (20, 40, 20 * 150)
    assert found.interval() == (75.0, 75.0)


def test_a_player_can_be_put_beside_itself() -> None:
    """Two players of one habit have the same cards in turn, so nothing is left of the luck."""
    found = gains(BASELINE, BASELINE, pairs=10, seed=1)
    assert (found.chips, found.chips_squared) == (0, 0)


def test_losses_are_counted_at_the_ends_of_matches() -> None:
    """A folder pays 7.5 chips a hand: after 20 hands 150 of its 1,000 are gone."""
    found = losses("fold", "min-raise", pairs=4, seed=1)
    assert (found.matches, found.significant, found.chips) == (8, 0, -150)
    assert found.half_width == 0
    assert found.interval[0] == 0


def test_who_loses_everything_loses_significantly() -> None:
    found = losses("maniac", "all-in", pairs=20, seed=1)
    assert 0.3 < found.share < 0.7
    assert found.interval[0] < found.share < found.interval[1]


def test_the_same_seed_gives_the_same_figures() -> None:
    for count in (gains, losses):
        first, again, other = (count("potential-hand-2", "random", 5, seed) for seed in (1, 1, 2))
        assert first == again != other


# --- bluffs ---------------------------------------------------------------------------------------


def test_its_bluffs_occur_and_a_folder_gives_up_to_all_of_them() -> None:
    found = bluffs("fold", hands=800, seed=1)
    assert 5 < found.bluffs == found.won
    assert found.in_1000 == pytest.approx(1000 * found.bluffs / 800)


def test_its_bluffs_occur_and_never_win_at_once_against_the_calling_station() -> None:
    found = bluffs("call", hands=400, seed=1)
    assert found.bluffs > 5
    assert found.won == 0


# --- the table ------------------------------------------------------------------------------------


def test_the_rivals_are_those_of_groups_0_and_1() -> None:
    assert set(OPPONENTS) < set(agent_names())
    assert len(OPPONENTS) == 13


def test_both_players_meet_every_rival(few: Reproduction) -> None:
    assert [(row.more["player"], row.more["rival"]) for row in few.rows] == [
        (player, rival) for player in PLAYERS for rival in OPPONENTS
    ]


def test_a_verdict_is_where_the_interval_lies(few: Reproduction) -> None:
    for row in few.rows:
        measured: dict[str, Any] = row.measured
        low, high = measured["bb100_low"], measured["bb100_high"]
        assert low <= measured["bb100"] <= high
        verdict = {(True, False): YES, (False, True): NO}.get((low > 0, high < 0), UNKNOWN)
        assert row.more["collects"] == verdict
        assert measured["losing_low"] <= measured["losing_share"] <= measured["losing_high"]


def test_only_the_second_player_bluffs(few: Reproduction) -> None:
    bluffing = {row.more["player"] for row in few.rows if "bluffs" in row.measured}
    assert bluffing == {"potential-hand-2"}
    assert sum(row.measured.get("bluffs", 0) for row in few.rows) > 0


def test_the_remarks_count_the_verdicts(few: Reproduction) -> None:
    verdicts = [row.more["collects"] for row in few.rows if row.more["player"] == PLAYERS[0]]
    assert few.remarks[0].startswith(
        f"potential-hand collects chips from {verdicts.count(YES)} of 13 rivals and loses them to "
        f"{verdicts.count(NO)}; "
    )
    assert len(few.remarks) == 6


def row_of(collects: str, lost: tuple[float, float], station: tuple[float, float]) -> Row:
    measured = {
        "losing_low": lost[0],
        "losing_high": lost[1],
        "losing_share": sum(lost) / 2,
        "baseline_losing_low": station[0],
        "baseline_losing_high": station[1],
        "baseline_losing_share": sum(station) / 2,
    }
    return Row("", None, measured, {"player": PLAYERS[0], "rival": "maniac", "collects": collects})


@pytest.mark.parametrize(
    ("collects", "lost", "station", "verdicts"),
    [
        (YES, (0.0, 0.01), (0.4, 0.5), [True, True]),
        (NO, (0.2, 0.3), (0.0, 0.01), [False, False, False]),
        (UNKNOWN, (0.2, 0.3), (0.6, 0.7), [None, True, True]),
        (UNKNOWN, (0.2, 0.3), (0.25, 0.55), [None, None, None]),
    ],
)
def test_a_claim_holds_where_intervals_are_apart(
    collects: str,
    lost: tuple[float, float],
    station: tuple[float, float],
    verdicts: list[bool | None],
) -> None:
    """What the calling station loses is asked where the player loses much itself."""
    found = list(b351_claims._findings([row_of(collects, lost, station)]))
    assert [each.holds for each in found][: len(verdicts)] == verdicts


def test_of_matches_there_is_a_tenth_and_two_at_least() -> None:
    assert [matches_of(pairs) for pairs in (1, 10, 30, 2000)] == [2, 2, 3, 200]


def test_progress_goes_from_nothing_to_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(b351_claims, "OPPONENTS", ("fold",))
    told: list[tuple[int, int]] = []
    reproduced(Order(2, 1, lambda done, most: told.append((done, most))))
    assert told == [(0, 2), (1, 2), (2, 2)]
