"""What counts as a whole number."""

import numpy as np
import pytest

from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole


@pytest.mark.parametrize("number", [1, 3, np.int64(2), np.uint8(3), 2**70])
def test_integers_of_any_kind_are_whole_numbers(number: int) -> None:
    assert is_whole(number, ABOVE_0)


@pytest.mark.parametrize("thing", [0, -1, True, 1.0, np.float64(1), "1", None, [1]])
def test_nothing_else_is_one_above_0(thing: object) -> None:
    assert not is_whole(thing, ABOVE_0)


def test_a_range_has_an_end() -> None:
    assert is_whole(np.int64(3), range(4))
    assert not is_whole(np.int64(4), range(4))
    assert is_whole(0, NOT_NEGATIVE)
