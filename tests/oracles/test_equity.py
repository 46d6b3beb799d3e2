"""Known hands and ranges against each other, against values that others computed."""

from typing import Any

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds import board_strengths, current_hand_odds, equity
from handsight.odds.counting.hands import count_winners
from handsight.ranges import Range, matchup
from handsight.ranges.combos import COMBOS
from handsight.ranges.matchups import BOARDS, range_matchup
from tests.oracles.values import oracle

pytestmark = pytest.mark.repeats(5)

PAIRS = oracle("matchups")
TRIPLES = oracle("matchups3")
RANGES = oracle("ranges")
MULTIWAY = oracle("multiway_random")
WIDE = "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KQo"
NARROW = "TT+,AQs+,AKo"


def named(row: dict[str, Any]) -> str:
    hands = row.get("hands") or [row["hero"], row["villain"]]
    return "-".join(filter(None, [*hands, row["board"], row.get("dead")]))


# --- known hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", PAIRS, ids=named)
def test_two_known_hands_win_tie_and_lose_as_those_of_the_oracle(row: dict[str, Any]) -> None:
    holes = [CardSet(row["hero"]), CardSet(row["villain"])]
    counts = count_winners(holes, CardSet(row["board"]), CardSet(row["dead"]))
    assert counts == [0, row["win"], row["lose"], row["tie"]]


@pytest.mark.parametrize("row", TRIPLES, ids=named)
def test_three_known_hands_share_the_pot_as_those_of_the_oracle(row: dict[str, Any]) -> None:
    holes = [CardSet(hand) for hand in row["hands"]]
    counts = count_winners(holes, CardSet(row["board"]), CardSet())
    assert counts == row["winners_bitmask_counts"]
    assert sum(counts) == row["total"]


@pytest.mark.parametrize(
    "row", [row for row in PAIRS if not row["board"] and not row["dead"]], ids=named
)
def test_a_shipped_matchup_is_that_of_the_oracle(row: dict[str, Any]) -> None:
    found = matchup(row["hero"], row["villain"])
    assert (found.win, found.tie, found.lose) == (row["win"], row["tie"], row["lose"])
    assert found.equity == pytest.approx(row["equity"], abs=1e-12)


# --- two ranges before the flop -------------------------------------------------------------------


def test_two_ranges_win_tie_and_lose_as_enumerated_by_others() -> None:
    hero = Range("22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KQo").numerators
    villain = Range("TT+,AQs+,AKo").numerators
    win, tie, pairs = range_matchup(hero, villain, np.array(COMBOS))
    assert (win, tie, pairs * BOARDS - win - tie) == (5_138_556_492, 489_661_016, 9_772_244_668)


# --- equity ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", RANGES, ids=lambda row: f"{row['hole']}-{row['board']}")
def test_a_hand_against_a_range_fares_as_that_of_the_oracle(row: dict[str, Any]) -> None:
    villain = Range(",".join(row["range"]))
    result = equity([row["hole"], villain], row["board"])
    shared = (result.winners or {}).get
    found = [shared(who, 0) for who in (0b01, 0b11, 0b10)]
    assert (*found, result.total) == (row["win"], row["tie"], row["lose"], row["total"])
    assert result.players[0].equity == pytest.approx(row["equity"], abs=1e-12)
    odds = current_hand_odds(row["hole"], row["board"], villain=villain)
    assert (odds.win, odds.ties[1], odds.lose) == (row["win"], row["tie"], row["lose"])


@pytest.mark.repeats(4)
@pytest.mark.parametrize(
    "row",
    [row for row in MULTIWAY if row["opponents"] <= 3],
    ids=lambda row: f"{row['hole']}-{row['board']}-{row['opponents']}",
)
def test_a_hand_against_any_hands_fares_as_that_of_the_oracle(row: dict[str, Any]) -> None:
    players = [row["hole"], *["random"] * row["opponents"]]
    result = equity(players, row["board"], method="exact")
    ours = result.players[0]
    ties = {int(k): deals for k, deals in row["tie_with_k"].items() if deals}
    assert (ours.win, ours.ties, ours.lose) == (row["win"], ties, row["lose"])
    assert result.total == row["total_labelled"]
    assert ours.equity == pytest.approx(row["equity_pot_share"], abs=1e-12)


@pytest.mark.parametrize(
    ("players", "board", "counts"),
    [
        ([WIDE, NARROW], "", (5_138_556_492, 9_772_244_668, 489_661_016)),
        ([WIDE, NARROW], "2s5h9d", (2_790_517, 5_202_917, 244_356)),
        ([WIDE, NARROW], "AhKd7h", (1_797_515, 3_298_669, 86_466)),
        (["random", "random"], "2s5h9d", (618_707_691, 618_707_691, 21_128_058)),
    ],
    ids=str,
)
def test_two_ranges_fare_as_enumerated_by_others(
    players: list[str], board: str, counts: tuple[int, ...]
) -> None:
    result = equity(players, board)
    assert result.winners == dict(zip((0b01, 0b10, 0b11), counts, strict=True))


# --- all hands of a board -------------------------------------------------------------------------


@pytest.mark.repeats(4)
@pytest.mark.parametrize("row", oracle("hand_strength"), ids=lambda row: row["hole"] + row["board"])
def test_among_all_hands_of_a_board_one_is_as_strong_as_the_oracle_says(
    row: dict[str, Any],
) -> None:
    found = board_strengths(row["board"])
    assert found.of(row["hole"], "hs") == pytest.approx(row["HS"], abs=1e-15)


@pytest.mark.repeats(4)
@pytest.mark.parametrize(
    "row",
    [row for row in oracle("potential") if row["lookahead"] == 5 - len(row["board"]) // 2],
    ids=lambda row: row["hole"] + row["board"],
)
def test_among_all_hands_of_a_board_one_has_the_potential_of_the_oracle(
    row: dict[str, Any],
) -> None:
    found = board_strengths(row["board"])
    names = {"ppot": "PPot", "npot": "NPot", "ehs": "EHS", "equity": "P_win"}
    for what, name in names.items():
        assert found.of(row["hole"], what) == pytest.approx(row[name], abs=1e-15)
