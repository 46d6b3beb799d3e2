"""Many flops at once: their classes, their weights, and the mean over them."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations

import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, InputError, OptionError
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.solver import Betting, flop_classes, mean_of_flops, solve, solve_flops
from handsight.views.flops import flops_csv

BETTING = Betting(100, 60, "75%, a", "a")
PLAYERS = ["AA, KQs, 76s", "QQ, AKo, JTs"]
FLOPS = ["Qs7h2d", "KhJh5h", "8c8d3s"]


def renamed(text: str, names: dict[str, str]) -> str:
    return "".join(names.get(letter, letter) for letter in text)


@pytest.mark.parametrize(
    "players", [["QQ+", "22+"], ["AhKh", "QQ+"], ["AhKh", "QsQd"], ["AhKh:0.5, AsKs", "QQ"]]
)
def test_classes_hold_the_flops_that_a_change_of_suits_makes_of_each_other(
    players: list[str],
) -> None:
    classes = flop_classes(players)
    assert sum(classes.values()) == 22_100
    same = []
    for order in permutations("cdhs"):
        names = dict(zip("cdhs", order, strict=True))
        moved = [
            {renamed(str(hand), names): weight for hand, weight in Range(text)} for text in players
        ]
        kept = [{str(hand): weight for hand, weight in Range(text)} for text in players]
        whole = [{frozenset(CardSet(h)): w for h, w in each.items()} for each in (*moved, *kept)]
        if whole[:2] == whole[2:]:
            same.append(names)
    left = {frozenset(Card(card) for card in flop) for flop in combinations(range(52), 3)}
    orbits = []
    while left:
        flop = left.pop()
        orbit = {frozenset(Card(renamed(str(c), names)) for c in flop) for names in same}
        left -= orbit
        orbits.append(orbit)
    assert len(orbits) == len(classes)
    by_flop = {frozenset(flop): count for flop, count in classes.items()}
    for orbit in orbits:
        [count] = [by_flop[flop] for flop in orbit if flop in by_flop]
        assert count == len(orbit)


def test_flops_are_worth_what_each_is_worth_alone_and_threads_change_nothing() -> None:
    rows = list(solve_flops(PLAYERS, BETTING, FLOPS, 0.01))
    with ThreadPoolExecutor(2) as pool:
        assert list(solve_flops(PLAYERS, BETTING, FLOPS, 0.01, executor=pool)) == rows
    alone = solve(Spot.parse(PLAYERS, FLOPS[1]), BETTING, 0.01)
    assert rows[1].ev == alone.ev
    assert rows[1].frequencies == alone.root.frequencies
    assert sum(row.weight for row in rows) == pytest.approx(1)


def test_what_is_known_is_not_solved_again() -> None:
    first = list(solve_flops(PLAYERS, BETTING, FLOPS[:1], 0.01))
    rows = solve_flops(PLAYERS, BETTING, FLOPS[:2], 0.01, known=first)
    assert next(rows) is first[0]


def test_the_mean_counts_a_flop_as_often_as_it_comes() -> None:
    rows = list(solve_flops(PLAYERS, BETTING, FLOPS, 0.01))
    evs, shares = mean_of_flops(rows)
    assert sum(evs) == pytest.approx(100, abs=1e-3)
    assert sum(shares.values()) == pytest.approx(1)
    assert evs[0] == pytest.approx(sum(row.weight * row.ev[0] for row in rows))
    with pytest.raises(OptionError, match="no flops"):
        mean_of_flops([])


def test_a_table_has_a_row_for_each_flop_and_a_column_for_each_action() -> None:
    lines = flops_csv(list(solve_flops(PLAYERS, BETTING, FLOPS, 0.01))).splitlines()
    assert lines[0].startswith("flop,count,weight,ev_oop,ev_ip,equity_oop,equity_ip,expl")
    assert len(lines) == 4
    assert lines[1].startswith("Qs7h2d,")


@pytest.mark.parametrize(
    ("flops", "error"),
    [
        (["Qs7h"], CardCountError),
        (["Qs7h2d", "2dQs7h"], OptionError),
        (["AAA"], InputError),
    ],
)
def test_what_are_no_flops_is_refused(flops: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        list(solve_flops(PLAYERS, BETTING, flops))
