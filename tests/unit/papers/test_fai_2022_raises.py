"""What a raise gives away: on raises made up, and on a few that are played."""

from random import Random

import pytest

from handsight.game import Action, Follower, HandState
from handsight.papers.fai_2022_raises import (
    STACK,
    STAKES,
    Raise,
    _before_each,
    given_away,
    raises_of,
    reproduced,
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


def test_price_pot_and_bet_are_those_before_each_action():
    table = Follower(HandState.start(STAKES, (STACK, STACK), button=0, seed=1))
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
