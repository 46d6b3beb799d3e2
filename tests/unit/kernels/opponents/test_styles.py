"""What styles do with combos, beside the same rule written out."""

import numpy as np
import pytest

from handsight.kernels.opponents.styles import play_styles, ramp

pytestmark = pytest.mark.pure_python

WORTHS = np.array([np.linspace(0, 1, 11), np.linspace(1, 0, 11)])


def played(*rows):
    chances = np.empty((2, len(rows), WORTHS.shape[1]))
    styles = np.array(rows, np.float64)
    styles.flags.writeable = False  # as those that agents pass
    play_styles(WORTHS, styles, chances)
    return chances


@pytest.mark.parametrize(("height", "found"), [(-1, 0), (-0.05, 0.25), (0, 0.5), (0.2, 1)])
def test_a_ramp_rises_over_twice_its_width(height, found):
    assert ramp(height, 0.1) == pytest.approx(found)


def test_bad_hands_are_folded_and_good_ones_raised():
    fold, rise = played([0, 0, 0, 0, 0, 0.35, 0.75, 0.01])[:, 0]
    assert fold.tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    assert rise.tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]


def test_a_style_looks_at_its_own_worth():
    fold, _ = played([0, 0, 0, 0, 1, 0.35, 0.75, 0.01])[:, 0]
    assert fold.tolist() == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]


def test_who_does_not_look_does_the_same_with_all():
    fold, rise = played([1, 0.2, 0.5, 0.3, 0, 0.9, 0.1, 0.01])[:, 0]
    assert fold == pytest.approx(np.full(11, 0.2))
    assert rise == pytest.approx(np.full(11, 0.3))


def test_who_looks_at_times_is_between():
    fold, rise = played([0.1, 0.5, 0, 0.5, 0, 0.35, 0.75, 0.01])[:, 0]
    assert fold[0] == pytest.approx(0.95)
    assert rise[-1] == pytest.approx(0.95)
    assert (fold + rise <= 1 + 1e-12).all()
