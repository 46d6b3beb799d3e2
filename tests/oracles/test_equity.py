"""Known hands and ranges against each other, against values that others computed."""

from typing import Any

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds.known_hands import count_winners
from handsight.preflop import matchup
from handsight.preflop.matchups import BOARDS, range_matchup
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS
from tests.oracles.values import oracle

PAIRS = oracle("matchups")
TRIPLES = oracle("matchups3")


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
