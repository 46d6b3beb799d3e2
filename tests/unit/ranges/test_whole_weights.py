"""Ranges of whole numbers, which need no reading."""

import pytest

from handsight.errors import OptionError
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT


def test_whole_numbers_make_the_range_that_their_quotients_make() -> None:
    parts = [number % 9 for number in range(COMBO_COUNT)]
    assert Range.from_whole(parts, 8 + 8) == Range.from_weights([part / 16 for part in parts])


def test_common_divisors_are_taken_out() -> None:
    assert Range.from_whole([6] * COMBO_COUNT, 6) == Range("random")


@pytest.mark.parametrize(
    ("parts", "whole", "message"),
    [
        ([1] * 1325, 1, "numerators has 1325 numbers; it must have 1326"),
        ([2] * COMBO_COUNT, 1, "a numerator lies outside 0..1"),
        ([-1] * COMBO_COUNT, 1, "a numerator lies outside 0..1"),
        ([0] * COMBO_COUNT, 0, "a numerator lies outside 0..0"),
    ],
)
def test_what_makes_no_range_is_refused(parts: list[int], whole: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Range.from_whole(parts, whole)
