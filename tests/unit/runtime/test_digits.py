"""Weights of any size, written in digits that fit."""

from itertools import product
from random import Random

import pytest

from handsight.errors import OptionError
from handsight.runtime.digits import MOST_BITS, digit_bits, join_digits, split_digits


@pytest.mark.parametrize("bits", [1, 7, 31, MOST_BITS])
def test_digits_put_together_are_the_weights(bits: int) -> None:
    weights = [0, 1, 255, 2**63 - 1, 2**64, 10**40]
    digits = split_digits(weights, bits)
    for place, weight in enumerate(weights):
        assert join_digits(((i, digit[place]) for i, digit in enumerate(digits)), bits) == weight


@pytest.mark.parametrize("bits", [1, 7, MOST_BITS])
def test_a_digit_is_below_its_base(bits: int) -> None:
    digits = split_digits([3**50, 2**100 - 1], bits)
    assert {digit.dtype.name for digit in digits} == {"int64"}
    assert all(digit.min() >= 0 and digit.max() < 2**bits for digit in digits)


def test_there_are_as_many_digits_as_the_largest_weight_has() -> None:
    assert len(split_digits([1, 2**20 - 1], 10)) == 2
    assert len(split_digits([1, 2**20], 10)) == 3
    assert [digits.tolist() for digits in split_digits([0, 0], 10)] == [[0, 0]]
    assert [digits.tolist() for digits in split_digits([], 10)] == [[]]


def test_a_sum_of_products_is_put_together_from_those_of_the_digits() -> None:
    random = Random(1)
    first, second = ([random.randrange(10**30) for _ in range(20)] for _ in range(2))
    bits = digit_bits(20, factors=2)
    parts = [
        (i + j, int((one * other).sum()))
        for (i, one), (j, other) in product(
            enumerate(split_digits(first, bits)), enumerate(split_digits(second, bits))
        )
    ]
    expected = sum(one * other for one, other in zip(first, second, strict=True))
    assert join_digits(parts, bits) == expected


@pytest.mark.parametrize("factors", [1, 2, 3])
@pytest.mark.parametrize("most", [1, 2, 20, 2**31, 2**32 - 1, 1_712_304 * 1326**2])
def test_the_bits_are_the_most_with_which_a_sum_is_sure_to_fit(most: int, factors: int) -> None:
    bits = digit_bits(most, factors)
    assert most * ((1 << bits) - 1) ** factors < 2**63
    assert bits == MOST_BITS or most.bit_length() + (bits + 1) * factors > 63


def test_a_sum_without_room_for_a_single_bit_is_refused() -> None:
    with pytest.raises(OptionError, match=r"less than 2\*\*60"):
        digit_bits(2**61, factors=3)


def test_negative_weights_are_refused() -> None:
    with pytest.raises(OptionError, match="weights hold -1"):
        split_digits([3, -1], 10)


@pytest.mark.parametrize("bits", [0, 63, 1.5])
def test_other_bits_are_refused(bits: int) -> None:
    with pytest.raises(OptionError, match="from 1 to 62"):
        split_digits([1], bits)
