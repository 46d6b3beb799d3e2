"""Many flops at once: their classes, their weights, and the mean over them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from typing import Any

import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, InputError, OptionError
from handsight.odds import Spot
from handsight.ranges import Range, named_flops
from handsight.solver import (
    Betting,
    SolvedFlop,
    flop_classes,
    mean_of_flops,
    solve,
    solve_flops,
)
from handsight.views.solver.flops import flops_csv

BETTING = Betting(100, 60, "75%, a", "a")
ACCURACY = 0.05
PLAYERS = ["AA, KQs, 76s", "QQ, AKo, JTs"]
FLOPS = ["Qs7h2d", "KhJh5h", "8c8d3s"]


@cache
def solved_flops() -> list[SolvedFlop]:
    return list(solve_flops(PLAYERS, BETTING, FLOPS, ACCURACY))


def solved_before(flop: CardSet) -> SolvedFlop:
    """A flop that need not be solved, where only its count and weight matter."""
    return SolvedFlop(str(flop), 1, 0.0, (50, 50), (0.5, 0.5), ("check",), (1.0,), 0.0)


def renamed(text: str, names: dict[str, str]) -> str:
    return "".join(names.get(letter, letter) for letter in text)


def orbits(players: list[str]) -> list[set[frozenset[Card]]]:
    """Sort all flops by renaming suits in texts; renamings that change a range do not count."""
    same = []
    deck = frozenset(map(Card, range(52)))
    for order in permutations("cdhs"):
        names = dict(zip("cdhs", order, strict=True))
        moved = [
            {renamed(str(hand), names): weight for hand, weight in Range(text)} for text in players
        ]
        kept = [{str(hand): weight for hand, weight in Range(text)} for text in players]
        whole = [{frozenset(CardSet(h)): w for h, w in each.items()} for each in (*moved, *kept)]
        if whole[:2] == whole[2:]:
            same.append({card: Card(renamed(str(card), names)) for card in deck})
    left = set(map(frozenset, combinations(deck, 3)))
    found = []
    while left:
        flop = left.pop()
        orbit = {frozenset(map(moved.__getitem__, flop)) for moved in same}
        left -= orbit
        found.append(orbit)
    return found


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "players", [["QQ+", "22+"], ["AhKh", "QQ+"], ["AhKh", "QsQd"], ["AhKh:0.5, AsKs", "QQ"]]
)
def test_classes_hold_the_flops_that_a_change_of_suits_makes_of_each_other(
    players: list[str],
) -> None:
    classes = flop_classes(players)
    assert sum(classes.values()) == 22_100
    by_flop = {frozenset(flop): count for flop, count in classes.items()}
    found = orbits(players)
    assert len(found) == len(classes)
    for orbit in found:
        [count] = [by_flop[flop] for flop in orbit if flop in by_flop]
        assert count == len(orbit)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("players", "most"),
    [
        (["AhKh, QsQh:0.5", "JJ, AsKs"], 2),
        pytest.param(["AhKh, QsQh:0.5", "JJ, AsKs"], 4, marks=pytest.mark.exhaustive),
        pytest.param(["AhKh, AdKd, 99", "QcQs"], 4, marks=pytest.mark.exhaustive),
    ],
)
def test_classes_of_ranges_that_name_suits_are_worth_what_all_their_flops_are(
    players: list[str], most: int
) -> None:
    betting = Betting(100, 30, "a")
    some = [orbit for orbit in orbits(players) if len(orbit) > 1]
    some = sorted(some, key=lambda orbit: min(map(str, map(CardSet, orbit))))[5::300][:most]
    rows = list(solve_flops(players, betting, [CardSet(min(orbit)) for orbit in some], 1e-4))
    for row, orbit in zip(rows, some, strict=True):
        assert row.count == len(orbit)
    total, mean, share = 0.0, 0.0, 0.0
    for flop in {flop for orbit in some for flop in orbit}:
        root = solve(Spot.parse(players, CardSet(flop)), betting, 1e-4).root
        pairs = sum(
            one * other
            for hand, one in Range(players[0])
            for theirs, other in Range(players[1])
            if len({*hand, *theirs, *flop}) == 7
        )
        total += float(pairs)
        mean += float(pairs) * root.ev[0]
        share += float(pairs) * root.frequencies[0]
    (ev, _), shares = mean_of_flops(rows)
    assert ev == pytest.approx(mean / total, abs=0.02)
    assert shares["check"] == pytest.approx(share / total, abs=0.01)


@pytest.mark.exhaustive
def test_flops_are_worth_what_each_is_worth_alone_and_threads_change_nothing() -> None:
    rows = solved_flops()
    with ThreadPoolExecutor(2) as pool:
        assert list(solve_flops(PLAYERS, BETTING, FLOPS, ACCURACY, executor=pool)) == rows
    alone = solve(Spot.parse(PLAYERS, FLOPS[1]), BETTING, ACCURACY)
    assert rows[1].ev == alone.ev
    assert rows[1].frequencies == alone.root.frequencies
    assert sum(row.weight for row in rows) == pytest.approx(1)


@pytest.mark.exhaustive
def test_what_is_known_is_not_solved_again_and_weighs_what_it_does_among_the_others() -> None:
    [first] = solve_flops(PLAYERS, BETTING, FLOPS[:1], ACCURACY)
    marked = replace(first, ev=(1.0, 99.0))
    whole = solved_flops()
    rows = list(solve_flops(PLAYERS, BETTING, FLOPS, ACCURACY, known=[marked]))
    assert first.weight == 1
    assert rows == [replace(whole[0], ev=marked.ev), *whole[1:]]


@pytest.mark.exhaustive
def test_a_flop_that_differs_from_a_known_one_in_suits_alone_is_known() -> None:
    first = solved_flops()[0]
    [row] = solve_flops(PLAYERS, BETTING, ["Qc7d2s"], ACCURACY, known=[first])
    assert row == replace(first, flop="Qc7d2s", weight=1.0)


@pytest.mark.exhaustive
def test_flops_that_never_come_are_left_out_of_all_and_of_a_subset() -> None:
    betting = Betting(100, 10, "a")
    players = ["AA", "KK"]
    known = [solved_before(flop) for flop in flop_classes(players)]
    rows = list(solve_flops(players, betting, None, 0.5, known=known))
    assert 0 < len(rows) < len(known)
    assert not any(row.flop.count("A") > 2 or row.flop.count("K") > 2 for row in rows)
    flops = {CardSet("AhAdAc"): 4, CardSet("9h7d2c"): 24}
    [row] = solve_flops(players, betting, flops, 0.5)
    assert (row.flop, row.count, row.weight) == ("9h7d2c", 24, 1)
    with pytest.raises(OptionError, match="leaves no deal with a hand from each"):
        solve_flops(players, betting, ["AhAdAc"])


@pytest.mark.exhaustive
def test_a_named_subset_weighs_a_flop_by_what_it_stands_for_and_how_often_it_comes() -> None:
    players = ["AA", "KK"]
    counts = named_flops("25")
    known = [solved_before(flop) for flop in counts]
    rows = list(solve_flops(players, Betting(100, 10, "a"), "25", 0.5, known=known))
    assert {row.flop: row.count for row in rows} == {str(f): n for f, n in counts.items()}
    comes = {}
    for flop, count in counts.items():
        aces, kings = (4 - str(flop).count(rank) for rank in "AK")
        comes[str(flop)] = count * aces * (aces - 1) / 2 * kings * (kings - 1) / 2
    for row in rows:
        assert row.weight == pytest.approx(comes[row.flop] / sum(comes.values()))


def test_a_subset_is_refused_where_ranges_name_suits() -> None:
    with pytest.raises(OptionError, match="name no suits"):
        solve_flops(["AhKh", "QQ"], BETTING, "25")


def test_progress_is_told_how_much_there_is() -> None:
    seen: list[tuple[int, int]] = []
    known = solved_flops()[1:]
    list(solve_flops(PLAYERS, BETTING, FLOPS, known=known, progress=lambda *at: seen.append(at)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_the_mean_counts_a_flop_as_often_as_it_comes() -> None:
    rows = solved_flops()
    evs, shares = mean_of_flops(rows)
    assert sum(evs) == pytest.approx(100, abs=1e-3)
    assert sum(shares.values()) == pytest.approx(1)
    assert evs[0] == pytest.approx(sum(row.weight * row.ev[0] for row in rows))
    with pytest.raises(OptionError, match="no flops"):
        mean_of_flops([])


def test_a_table_has_a_row_for_each_flop_and_a_column_for_each_action() -> None:
    lines = flops_csv(solved_flops()).splitlines()
    assert lines[0].startswith("flop,count,weight,ev_oop,ev_ip,equity_oop,equity_ip,expl")
    assert len(lines) == 4
    assert lines[1].startswith("Qs7h2d,")


@pytest.mark.repeats(4)
@pytest.mark.parametrize(
    ("flops", "error"),
    [
        (["Qs7h"], CardCountError),
        (["Qs7h2d", "2dQs7h"], OptionError),
        (["AAA"], InputError),
        (["Qs7h2d", "Qc7d2s"], OptionError),
        ({CardSet("Qs7h2d"): 0}, OptionError),
        ({CardSet("Qs7h2d"): 1.5}, OptionError),
        ("24", OptionError),
    ],
)
def test_what_are_no_flops_is_refused(flops: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        list(solve_flops(PLAYERS, BETTING, flops))
