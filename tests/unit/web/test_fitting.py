"""Smaller trees: each fits, and is what its words say."""

import pytest

from handsight.odds import Spot
from handsight.solver import Betting, memory_of
from handsight.web.fitting import smaller_trees

SPOT = Spot.parse(["QQ+, AKs", "TT-77, AQs"], "QsJh2h")
WIDE = Betting(100, 400, "33%, 75%, 120%", "60%, a", river_bets_oop="25%, 80%", turn_donk="20%, a")


@pytest.mark.parametrize("limit", [1_000_000, 5_000_000, 20_000_000, 60_000_000])
def test_each_fits_and_takes_what_it_says(limit: int) -> None:
    trees = smaller_trees(SPOT, WIDE, limit)
    for tree in trees:
        assert tree.bytes == memory_of(SPOT, tree.betting, tree.storage) <= limit
    assert len({(each.storage, each.betting) for each in trees}) == len(trees)
    fits = memory_of(SPOT, WIDE, "i16") <= limit
    assert fits == (trees[:1] != [] and trees[0].words == "16-bit storage")


def test_the_middle_size_stays_and_what_has_one_is_kept() -> None:
    trees = smaller_trees(SPOT, WIDE, 10**9)
    river, turn, flop, no_raise = (tree.betting for tree in trees[1:])
    assert [tree.words for tree in trees[1:4]] == [
        "one size on the river",
        "one size on the turn and river",
        "one size",
    ]
    assert (river.texts["river_bets_oop"], river.texts["river_bets_ip"]) == ("80%", "75%")
    assert river.texts["river_raises_ip"] == "a"
    assert (river.texts["bets"], river.texts["turn_donk"]) == (WIDE.texts["bets"], "20%, a")
    assert (turn.texts["turn_donk"], turn.texts["turn_bets_ip"]) == ("a", "75%")
    assert flop.texts["flop_raises_oop"] == "a"
    assert (no_raise.raise_cap, flop.raise_cap) == (0, None)
    assert trees[4].words == "one size, no raises"  # only one raise, all-in, was possible


def test_a_tree_of_single_sizes_only_loses_raises() -> None:
    words = [each.words for each in smaller_trees(SPOT, Betting(100, 400, "75%", "60%"), 10**9)]
    assert words == [
        "16-bit storage",
        "one size, at most one raise a street",
        "one size, no raises",
    ]


def test_nothing_fits_into_nothing_and_threads_need_room() -> None:
    assert smaller_trees(SPOT, WIDE, 1000) == []
    (first, *_) = smaller_trees(SPOT, WIDE, 10**9, threads=2)
    exact = first.bytes
    assert exact > memory_of(SPOT, first.betting, first.storage)
    assert smaller_trees(SPOT, WIDE, exact, threads=2)[0].words == "16-bit storage"
    assert smaller_trees(SPOT, WIDE, exact - 1, threads=2)[0].words != "16-bit storage"
