"""Wilson's interval, against printed values."""

from math import isclose, sqrt

import pytest

from handsight.errors import OptionError
from handsight.runtime.intervals import wilson


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [(9, 10, 0.5958, 0.9821), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634)],
)
def test_wilson_gives_the_printed_values(wins, trials, low, high):
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_knows_nothing_without_trials():
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("wins", "trials"), [(11, 10), (-1, 10)])
def test_wilson_refuses_what_cannot_be(wins, trials):
    with pytest.raises(OptionError, match="it takes 0 to 10"):
        wilson(wins, trials)


@pytest.mark.parametrize("trials", [1, 2, 10, 997])
def test_wilsons_ends_are_where_the_share_lies_1_96_standard_errors_off(trials: int) -> None:
    for hits in {0, 1, trials // 3, trials}:
        low, high = wilson(hits, trials)
        assert 0 <= low <= hits / trials <= high <= 1
        for end in {low, high} - {0.0, 1.0}:
            off = abs(hits / trials - end) / sqrt(end * (1 - end) / trials)
            assert isclose(off, 1.959963984540054)


def test_wilsons_interval_reaches_the_ends_only_where_all_or_none_hit() -> None:
    assert wilson(0, 7)[0] == 0
    assert wilson(7, 7)[1] == 1
