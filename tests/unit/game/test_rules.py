"""Rules: what they take, and who posts what by them."""

import pytest

from handsight.errors import OptionError
from handsight.game import Rules


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"structure": "pot-limit"}, "structure is 'pot-limit'; it must be one of no-limit, fixed"),
        ({"ante_by": "button"}, "ante_by is 'button'"),
        ({"reopen": "never"}, "reopen is 'never'"),
        ({"short_blind_price": "half"}, "short_blind_price is 'half'"),
        ({"big_blind": 0}, "big_blind is 0; it must be a positive integer"),
        ({"small_blind": -1}, "small_blind is -1; it must be a non-negative integer"),
        ({"ante": 0.5}, "ante is 0.5"),
        ({"small_blind": 200}, "small_blind is 200, more than big_blind, 100"),
        ({"straddles": (100,)}, "a straddle of 100 is not above the 100 before it"),
        ({"straddles": (300, 200)}, "a straddle of 200 is not above the 300"),
        ({"bet_cap": -1}, "bet_cap is -1"),
        ({"small_bet": 0}, "small_bet is 0"),
    ],
)
def test_what_makes_no_table_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Rules(**fields)  # type: ignore[arg-type]


def test_rules_are_values() -> None:
    assert Rules(straddles=[200]) == Rules(straddles=(200,))  # type: ignore[arg-type]
    assert hash(Rules()) == hash(Rules())
    assert Rules() != Rules(ante=1)


def test_bet_sizes_follow_from_the_big_blind_unless_they_are_named() -> None:
    assert Rules(structure="fixed-limit").bet_sizes == (100, 200)
    assert Rules(structure="fixed-limit", small_bet=10).bet_sizes == (10, 20)
    assert Rules(structure="fixed-limit", small_bet=10, big_bet=30).bet_sizes == (10, 30)


def test_straddles_follow_the_big_blind() -> None:
    assert Rules(straddles=(200, 400)).posts_of([3, 4, 0, 1, 2]) == {3: 50, 4: 100, 0: 200, 1: 400}


def test_the_big_blind_pays_the_ante_for_all_where_it_does() -> None:
    rules = Rules(ante=100, ante_by="big-blind")
    seats = [1, 2, 0]
    assert rules.antes_of(seats, rules.posts_of(seats)) == {2: 100}
