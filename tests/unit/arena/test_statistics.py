"""Intervals on pairs: against textbook values, a naive count, and simulated matches."""

import math
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.arena.statistics import FEWEST, PairStatistics, StopRule
from handsight.errors import OptionError

PAIRS = st.lists(
    st.tuples(st.integers(-20_000, 20_000), st.integers(1, 40)), min_size=2, max_size=60
)


def of_pairs(pairs, big_blind=100):
    found = PairStatistics(big_blind)
    for chips, hands in pairs:
        found.add(chips, hands)
    return found


def draw(rng, shift=0.0):
    """A pair as it comes in play: mostly small, at times a whole stack."""
    size = rng.choice((50, 100, 300, 300, 1000, 10_000))
    return round(rng.choice((-1, 1)) * size * rng.random() + shift)


# --- the mean and its error -------------------------------------------------------------------


def test_bb100_is_chips_in_big_blinds_a_hundred_hands():
    assert of_pairs([(300, 2), (-100, 2)], big_blind=50).bb100 == 100 * 4 / 4


def test_of_equal_hands_the_error_is_that_of_a_mean():
    chips = [300, -100, 200, 100, 700]
    found = of_pairs([(each, 2) for each in chips])
    assert found.bb100 == pytest.approx(100 * mean(chips) / 200)
    assert found.standard_error == pytest.approx(100 * stdev(chips) / math.sqrt(5) / 200)


@given(PAIRS)
def test_of_unequal_hands_the_error_is_that_of_a_ratio(pairs):
    found = of_pairs(pairs)
    ratio = sum(chips for chips, _ in pairs) / sum(hands for _, hands in pairs)
    left = sum((chips - ratio * hands) ** 2 for chips, hands in pairs)
    hands = mean(hands for _, hands in pairs)
    naive = math.sqrt(left / (len(pairs) - 1) / len(pairs)) / hands
    assert found.standard_error == pytest.approx(naive, abs=1e-9)


@given(PAIRS, PAIRS)
def test_merging_is_the_same_as_adding_in_any_order(one, other):
    merged = of_pairs(one)
    merged.merge(of_pairs(other))
    assert merged == of_pairs(other + one)


def test_one_pair_tells_nothing():
    found = of_pairs([(500, 2)])
    assert found.half_width() == found.half_width(always_valid=True) == math.inf
    assert found.p_value() == found.p_value(always_valid=True) == 1


def test_nothing_at_all_is_zero_and_unknown():
    found = PairStatistics(100)
    assert (found.bb100, found.standard_error) == (0, math.inf)


def test_pairs_that_are_all_alike_tell_no_more_than_their_sign():
    """By a sign test, five pairs have p = 1/16, and six 1/32."""
    assert of_pairs([(100, 2)] * 5).interval() == (-math.inf, math.inf)
    assert of_pairs([(100, 2)] * 6).interval() == (50, 50)
    for pairs in (2, 5, 6, 20):
        for always_valid in (False, True):
            assert of_pairs([(100, 2)] * pairs).p_value(always_valid) == 2 ** (1 - pairs)
            assert of_pairs([(0, 2)] * pairs).p_value(always_valid) == 1


# --- intervals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "quantile"),
    [(2, 12.706), (3, 4.303), (5, 2.776), (6, 2.571), (11, 2.228), (31, 2.042), (1001, 1.962)],
)
def test_the_fixed_interval_uses_students_quantiles_as_textbooks_print_them(pairs, quantile):
    found = of_pairs([((-1) ** place * 100, 2) for place in range(pairs)])
    assert found.half_width() / found.standard_error == pytest.approx(quantile, abs=6e-4)


@pytest.mark.parametrize("always_valid", [False, True])
def test_the_p_value_is_a_twentieth_where_the_interval_just_reaches_zero(always_valid):
    swings = [(-1) ** place * 100_000 for place in range(200)]
    edge = of_pairs([(chips, 2) for chips in swings]).half_width(always_valid)
    shifted = of_pairs([(chips + round(2 * edge), 2) for chips in swings])
    assert shifted.p_value(always_valid) == pytest.approx(0.05, abs=1e-4)


def test_the_always_valid_interval_is_wider():
    found = of_pairs([(draw(Random(1)), 2) for _ in range(500)] + [(70, 2)])
    assert 1.3 < found.half_width(always_valid=True) / found.half_width() < 2.5


def test_the_fixed_interval_holds_the_truth_in_about_95_of_100_runs():
    rng, held = Random(7), 0
    for _ in range(400):
        low, high = of_pairs([(draw(rng), 2) for _ in range(300)]).interval()
        held += low <= 0 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_whoever_stops_when_he_likes_is_wrong_in_fewer_than_5_of_100_runs():
    rng, wrong, peeked = Random(11), 0, 0
    for _ in range(200):
        found, stopped, early = PairStatistics(100), False, False
        for count in range(1, 1501):
            found.add(draw(rng), 2)
            if count % 50 == 0:
                stopped |= StopRule(decided=True).reached(found)
                early |= count >= FEWEST and found.half_width() < abs(found.bb100)
        wrong += stopped
        peeked += early
    assert wrong / 200 <= 0.05
    assert peeked / 200 > 0.10, "the fixed interval cannot be looked at again and again"


# --- stopping ---------------------------------------------------------------------------------


def test_a_difference_is_decided_soon_where_it_is_large():
    rng, found = Random(3), PairStatistics(100)
    while not StopRule(decided=True).reached(found):
        found.add(draw(rng, shift=2000), 2)
    assert FEWEST <= found.pairs < 1000
    assert found.interval(always_valid=True)[0] > 0


def test_a_width_is_reached_where_the_always_valid_interval_is_that_narrow():
    rng, found, rule = Random(3), PairStatistics(100), StopRule.parse("100bb")
    while not rule.reached(found):
        found.add(draw(rng), 2)
    assert found.half_width(always_valid=True) <= 100


def test_nothing_is_decided_before_the_large_numbers():
    found = of_pairs([(1000 + place, 2) for place in range(FEWEST - 1)])
    assert not StopRule(decided=True).reached(found)


def test_a_size_is_decided_where_the_whole_interval_lies_on_one_side_of_it():
    found = of_pairs([(100 * (place % 2) + 50, 2) for place in range(400)])
    low, high = found.interval(always_valid=True)
    assert StopRule(decided=True).reached(found)
    assert not StopRule.parse(f"decided:{found.bb100 + 0.1}bb").reached(found)
    assert StopRule.parse(f"decided:{low - 0.1}bb").reached(found)
    assert not StopRule.parse(f"decided:{low + 0.1}bb").reached(found)
    assert not StopRule.parse(f"decided:{high - 0.1}bb").reached(found)
    assert StopRule.parse(f"decided:{high + 0.1}bb").reached(found)


def test_a_size_that_is_exactly_won_is_seldom_decided():
    """Of runs that look again and again, one in twenty may put the mean on a side of itself."""
    rng, rule, wrong = Random(12), StopRule.parse("decided:30bb"), 0
    for _ in range(200):
        found = PairStatistics(100)
        for count in range(1, 1001):
            found.add(draw(rng, shift=60), 2)
            if count % 100 == 0 and rule.reached(found):
                wrong += 1
                break
    assert wrong / 200 <= 0.05


@pytest.mark.parametrize(
    "text",
    [
        *("", "bb", "0bb", "-1bb", "nan", "inf", "soon", "1bb2"),
        *("decided:", "decided:nan", "decided:inf", "decided:soon", "half:30bb", "decided:1:2"),
    ],
)
def test_a_rule_that_is_none_is_refused(text):
    with pytest.raises(OptionError, match="it must be a half-width in bb/100 such as 1bb"):
        StopRule.parse(text)
