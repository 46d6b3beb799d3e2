"""How a hand stands to ranges, now and then, against dealing."""

from fractions import Fraction
from math import prod

import pytest

from handsight.cards import CardSet, CardsLike
from handsight.errors import CardCountError, InputError
from handsight.odds.counting import runouts_met
from handsight.odds.range_outcomes import outcome_matrix
from handsight.odds.spot import ANY, Spot
from handsight.ranges import Range
from tests.naive import ranges as naive
from tests.unit.odds.pots import ODD_WEIGHTS, all_but, drawn_range, live_beside

BOARDS = ["3h4cJh", "7d5s5c", "7h5h4h2h", "3h4cJh9s", "AsKsQsJsTs", "3h4cJh9s2d"]
HOLE = "AdQc"


def against(ranges: list[Range], board: str, dead: CardsLike = "") -> Spot:
    return Spot((CardSet(HOLE), *ranges), CardSet(board), CardSet(dead))


def matrix(spot: Spot, ahead: int) -> list[list[Fraction]]:
    found, unit = outcome_matrix(spot, ahead)
    assert unit == prod(hands.denominator for hands in spot.ranges)
    return [[Fraction(weight, unit) for weight in row] for row in found.tolist()]


@pytest.mark.parametrize("ahead", [0, 1, 2])
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ranges", [1, 2, 3])
def test_standings_are_weighed_as_by_dealing(ranges: int, board: str, ahead: int) -> None:
    ahead = min(ahead, 5 - len(CardSet(board)))
    live = live_beside(HOLE + board, 10)
    dead = all_but(HOLE + board, live)
    held = [drawn_range(live, 7 + seed, seed, ODD_WEIGHTS) for seed in range(ranges)]
    assert matrix(against(held, board, dead), ahead) == naive.standings(
        HOLE, board, held, ahead, dead
    )


@pytest.mark.parametrize("ranges", [["AA, KTs, 98s", "22+"], ["JJ+, T9s", "AK:0.1"]])
def test_standings_with_a_whole_deck_are_weighed_as_by_dealing(ranges: list[str]) -> None:
    held = [Range(text).without(HOLE + "3h4cJh9s") for text in ranges]
    expected = naive.standings(HOLE, "3h4cJh9s", held, 1)
    assert matrix(against(held, "3h4cJh9s"), 1) == expected


def test_the_weights_add_up_to_tuples_by_runouts() -> None:
    spot = against([Range("QQ").without(HOLE), Range("99")], "3h4cJh")
    found, _ = outcome_matrix(spot, 2)
    assert found.sum() == 3 * 6 * runouts_met(spot, 2, 2) == 3 * 6 * 43 * 42 // 2


def test_ranges_that_cannot_be_held_together_are_refused() -> None:
    words = "the ranges cannot be held together: however they are dealt, a card stands twice"
    with pytest.raises(InputError, match=words):
        outcome_matrix(against([Range("KhKs"), Range("KhTh")], "3h4cJh"), 2)


@pytest.mark.parametrize("ranges", [1, 2, 3])
def test_too_few_live_cards_are_refused_and_just_enough_are_not(ranges: int) -> None:
    others = sorted(CardSet.full() - CardSet(HOLE + "3h4cJh"))
    needed = 2 * ranges + 1
    enough, short = (
        Spot((CardSet(HOLE), *[ANY] * ranges), CardSet("3h4cJh"), CardSet(others[start:]))
        for start in (needed, needed - 1)
    )
    assert outcome_matrix(enough, 1)[0].sum() > 0
    with pytest.raises(CardCountError, match="dead leaves too few live cards"):
        outcome_matrix(short, 1)
