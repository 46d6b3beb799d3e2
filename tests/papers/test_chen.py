"""Chen's formula as two papers print it, beside what it was before."""

import pytest

from handsight.ranges import chen
from handsight.ranges.starting_hands import chen_bounds

KINDS = ["original", "cisti-2013", "dsie-2011"]


# --- the original -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "points"),
    [
        *(("AA", 20), ("KK", 16), ("QQ", 14), ("JJ", 12), ("TT", 10), ("66", 6)),
        *(("55", 5), ("22", 5), ("AKs", 12), ("AKo", 10), ("JTs", 9), ("T8s", 7)),
        *(("A2s", 7), ("A5o", 5), ("98s", 8), ("72o", -1)),
    ],
)
def test_the_original_gives_these_points(name: str, points: int) -> None:
    assert chen(name) == points


def test_a_queen_is_too_high_for_the_bonus_of_a_straight() -> None:
    assert chen("QJs") == 7 + 2
    assert chen("JTs") == 6 + 2 + 1


# --- CISTI-2013, section V.A --------------------------------------------------------------------


@pytest.mark.parametrize("variant", KINDS)
def test_the_maximum_value_is_20_for_a_double_ace_hand(variant: str) -> None:
    assert chen("AA", variant) == chen_bounds(variant)[1] == 20


def test_cisti_has_no_least_value_for_a_pair() -> None:
    assert chen("22", "cisti-2013") == 2


def test_cisti_gives_the_bonus_to_any_two_neighbours() -> None:
    assert chen("AKs", "cisti-2013") == 13


def test_cisti_gives_no_bonus_over_a_gap() -> None:
    assert chen("T8s", "cisti-2013") == 6


def test_cisti_returns_no_integer_though_it_says_so() -> None:
    assert chen("72o", "cisti-2013") == -1.5


def test_without_breaks_cistis_aces_get_all_the_steps_below_them() -> None:
    assert chen("AA", "cisti-2013-literal") == 10 * 2 + 1 - 1 - 2 - 4 - 5 == 9


def test_without_breaks_cistis_least_value_is_minus_ten() -> None:
    assert chen("32o", "cisti-2013-literal") == -9.5
    assert chen_bounds("cisti-2013-literal") == (-10, 9)


# --- DSIE-2011, section 3.5 ---------------------------------------------------------------------


def test_dsie_gives_a_pair_five_points_at_least() -> None:
    assert chen("22", "dsie-2011") == 5


@pytest.mark.parametrize(
    ("name", "points"), [("AQs", 9), ("JTs", 8), ("T8s", 4), ("A2s", -5), ("72o", -6.5)]
)
def test_dsie_takes_the_difference_off_once_more(name: str, points: float) -> None:
    assert chen(name, "dsie-2011") == points
