"""What a raise gives away: on raises made up, and on a few that are played."""

from random import Random

import pytest

from handsight.cards.card import STREETS
from handsight.game import Action, HandCursor, HandState
from handsight.papers.fai_2022.raises import (
    STACK,
    STAKES,
    Raise,
    _before_each,
    _findings,
    given_away,
    raises_of,
    reproduced,
    spared,
)
from handsight.papers.reproduction import Order


def made_up(tell, count=2000):
    """Raises whose size follows from the win rate and a draw."""
    rng = Random(3)
    rates = [rng.random() for _ in range(count)]
    return [Raise("flop", tell(rate, rng.random()), rate, False, 0, False) for rate in rates]


def test_a_size_that_follows_from_the_win_rate_gives_all_of_it_away():
    assert given_away(made_up(lambda rate, draw: rate / (1.01 - rate))) > 0.99


def test_a_size_that_is_drawn_gives_nothing_away():
    assert abs(given_away(made_up(lambda rate, draw: draw))) < 0.03


def test_a_size_in_between_gives_part_of_it_away():
    assert given_away(made_up(lambda rate, draw: rate + draw)) > given_away(
        made_up(lambda rate, draw: rate + 4 * draw)
    )


def test_equal_win_rates_have_nothing_to_give_away():
    assert given_away([Raise("flop", size / 100, 0.5, False, 0, False) for size in range(100)]) == 0


@pytest.mark.exhaustive
def test_what_drawing_spares_has_an_interval_that_holds_it():
    fixed = made_up(lambda rate, draw: rate, count=400)
    drawn = made_up(lambda rate, draw: draw, count=400)
    low, high = spared(fixed, drawn, seed=1)
    assert 0.8 < low < given_away(fixed) - given_away(drawn) < high < 1.1
    other = [*reversed(made_up(lambda rate, draw: 1 - draw, count=400))]
    low, high = spared(drawn, other, seed=1)
    assert low < 0 < high
    assert high - low < 0.2


def of_sizes(small, large, count=200):
    """Raises up to half a pot and over two, with so many folds in a hundred and so many chips."""
    return [
        Raise("river", size, 0.5, place % 100 < folds, chips + place % 7, False)
        for size, (folds, chips) in ((0.2, small), (3.0, large))
        for place in range(count)
    ]


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    ("first", "second", "verdicts"),
    [
        (((0, 10), (80, 90)), ((0, 10), (80, 90)), [True, True]),
        (((0, 90), (80, 10)), ((0, 90), (80, 10)), [True, False]),
        (((0, 90), (80, 10)), ((0, 10), (80, 10)), [True, None]),
        (((50, 10), (50, 10)), ((0, 10), (80, 90)), [None, None]),
    ],
)
def test_a_claim_on_sizes_holds_if_both_raisers_say_so(first, second, verdicts):
    made = {(name, street): [] for name in ("fai-v3", "fai-v4") for street in STREETS}
    made["fai-v3", "river"], made["fai-v4", "river"] = of_sizes(*first), of_sizes(*second)
    river = [each for each in _findings(made, 1) if "river raises" in each.claim]
    assert [each.holds for each in river] == verdicts


def test_too_few_raises_of_a_size_leave_it_open():
    made = {(name, street): [] for name in ("fai-v3", "fai-v4") for street in STREETS}
    for name in ("fai-v3", "fai-v4"):
        made[name, "river"] = of_sizes((0, 10), (80, 90), count=20)
    assert {each.holds for each in _findings(made, 1)} == {None}


def test_price_pot_and_bet_are_those_before_each_action():
    table = HandCursor(HandState.start(STAKES, (STACK, STACK), button=0, seed=1))
    start, seen = table.state, []
    for text in ("raise to 30", "call", "bet 40", "raise to 120", "call"):
        legal = table.state.legal_actions
        seen.append((legal.price, legal.pot, legal.bet))
        table.apply(Action.parse(text))
    assert [numbers for _, numbers in _before_each(start, table.actions)] == seen


def test_raises_are_listed_with_what_came_of_them():
    found = raises_of("fai-v3", pairs=60, seed=1)
    assert found == raises_of("fai-v3", pairs=60, seed=1)
    assert {each.street for each in found} <= {"preflop", "flop", "turn", "river"}
    assert all(each.size > 0 and each.win_rate + 0.06 > 0.5 for each in found)
    folded = [each for each in found if each.folded]
    assert folded
    assert all(each.chips > 0 for each in folded), "a fold leaves the pot to the raiser"


def test_the_table_has_a_row_for_all_sizes_of_a_street_and_for_each():
    table = reproduced(Order(trials=60, seed=2))
    flop = [row for row in table.rows if row.name.startswith("fai-v4 flop")]
    whole, parts = flop[0].measured["raises"], [row.measured["raises"] for row in flop[1:]]
    assert whole == sum(parts)


@pytest.mark.parametrize("name", ["fai-v3", "fai-v4"])
def test_folds_grow_with_the_size(name):
    found = [each for each in raises_of(name, 250, seed=4) if each.street == "flop"]
    low = [each.folded for each in found if each.size < 0.5]
    high = [each.folded for each in found if each.size >= 2]
    assert sum(high) / len(high) > sum(low) / max(len(low), 1)
