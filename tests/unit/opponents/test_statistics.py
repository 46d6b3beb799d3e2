"""Statistics: what stands above and below the line, and how sure it is."""

from fractions import Fraction
from math import inf, isclose, sqrt

import pytest

from handsight.errors import OptionError
from handsight.game import Money
from handsight.opponents.stats import (
    Counts,
    PlayerStatistics,
    Result,
    Statistic,
    WinRate,
    count_hands,
    player_statistics,
)
from handsight.runtime.statistics import wilson
from tests.unit.opponents.records import record

ACTIONS = ((9, 9, 9, 9, 9), (1, 2, 3, 4, 0), (2, 0, 1, 1, 1), (1, 1, 0, 0, 2))
"""Nothing of what is done before the flop is aggression."""

COUNTS = Counts(
    hands=50,
    decided=45,
    vpip=18,
    pfr=9,
    three_bet_chances=10,
    three_bets=2,
    raises_faced=12,
    folds_to_raise=7,
    flops_seen=16,
    showdowns=4,
    showdowns_won=3,
    bets_faced=(5, 4, 3),
    folds_to_bet=(2, 2, 1),
    actions=ACTIONS,
    results=(Result(Money(), Fraction(250), WinRate(50, Fraction(5, 2), Fraction(60))),),
)


def found() -> PlayerStatistics:
    return player_statistics(COUNTS)


@pytest.mark.parametrize(
    ("name", "numerator", "denominator"),
    [
        ("vpip", 18, 45),
        ("pfr", 9, 45),
        ("three_bet", 2, 10),
        ("fold_to_raise", 7, 12),
        ("aggression_factor", 8, 4),
        ("aggression_frequency", 8, 16),
        ("wtsd", 4, 16),
        ("w_sd", 3, 4),
        ("fold_to_flop_bet", 2, 5),
        ("fold_to_turn_bet", 2, 4),
        ("fold_to_river_bet", 1, 3),
    ],
)
def test_each_statistic_is_set_against_its_chances(
    name: str, numerator: int, denominator: int
) -> None:
    statistic = getattr(found(), name)
    assert (statistic.name, statistic.numerator, statistic.denominator) == (
        *(name, numerator),
        denominator,
    )
    assert statistic.value == numerator / denominator


def test_all_of_them_are_listed_and_all_but_one_are_shares() -> None:
    names = [each.name for each in found()]
    assert len(names) == len(set(names)) == 11
    assert [each.name for each in found() if not each.is_share] == ["aggression_factor"]


def test_where_there_was_no_chance_there_is_no_value_and_no_interval() -> None:
    for each in player_statistics(Counts(hands=3)):
        assert (each.numerator, each.denominator) == (0, 0)
        assert (each.value, each.low, each.high) == (None, None, None)


# --- the aggression factor ------------------------------------------------------------------------


def test_the_paper_prints_the_aggression_factor_upside_down() -> None:
    ours = found().aggression_factor
    theirs = player_statistics(COUNTS, as_published="cisti-2013").aggression_factor
    assert (ours.value, theirs.value) == (2.0, 0.5)
    assert (theirs.numerator, theirs.denominator) == (ours.denominator, ours.numerator)
    assert isclose((theirs.low or 0) * (ours.high or 0), 1)
    others = (each for each in player_statistics(COUNTS, as_published="cisti-2013"))
    assert [each for each in others if each.is_share] == [e for e in found() if e.is_share]


def test_there_is_no_other_published_form() -> None:
    with pytest.raises(OptionError, match="'cisti-2013'"):
        player_statistics(COUNTS, as_published="dsie-2011")


def test_the_interval_of_a_ratio_is_that_of_the_share_of_one_kind_in_both() -> None:
    factor = Statistic("aggression_factor", 8, 4, is_share=False)
    low, high = wilson(8, 12)
    assert low is not None
    assert high is not None
    assert factor.low == low / (1 - low)
    assert factor.high == high / (1 - high)
    assert factor.low < 2 < factor.high


def test_a_player_who_never_called_has_no_factor_and_an_open_interval() -> None:
    never = Statistic("aggression_factor", 5, 0, is_share=False)
    assert never.value is None
    assert never.low is not None
    assert 1 < never.low < 2
    assert never.high == inf
    passive = Statistic("aggression_factor", 0, 5, is_share=False)
    assert (passive.value, passive.low) == (0, 0)


# --- intervals ------------------------------------------------------------------------------------


def test_the_win_rate_is_in_big_blinds_a_hundred_hands_with_an_interval_of_student() -> None:
    results = [Fraction(3), Fraction(-1), Fraction(-1), Fraction(1, 2)]
    rate = WinRate(4, sum(results, Fraction(0)), sum((r * r for r in results), Fraction(0)))
    mean = 1.5 / 4
    variance = sum((float(each) - mean) ** 2 for each in results) / 3
    reach = 3.1824463 * sqrt(variance / 4)  # Student's quantile for 3 degrees of freedom
    assert rate.value == 37.5
    assert rate.low is not None
    assert rate.high is not None
    assert isclose(rate.low, 100 * (mean - reach))
    assert isclose(rate.high, 100 * (mean + reach))


def test_one_hand_has_a_rate_and_no_interval_and_no_hand_has_neither() -> None:
    one = WinRate(1, Fraction(3), Fraction(9))
    assert (one.value, one.low, one.high) == (300.0, None, None)
    assert WinRate(0, Fraction(0), Fraction(0)).value is None


@pytest.mark.parametrize("won", [Fraction(0), Fraction(-1, 2)])
def test_hands_with_equal_results_have_a_rate_and_no_interval(won: Fraction) -> None:
    rate = WinRate(5, 5 * won, 5 * won * won)
    assert (rate.value, rate.low, rate.high) == (float(100 * won), None, None)


def test_statistics_of_real_counts_keep_the_shares_within_their_chances() -> None:
    hands = ("Cleo cbr 300", "Ada cc", "Bob f", "/", "Ada cc", "Cleo cbr 300", "Ada f")
    for counts in count_hands([record(*hands)]).values():
        for each in player_statistics(counts):
            assert not each.is_share or each.numerator <= each.denominator
