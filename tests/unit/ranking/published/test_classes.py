"""What the evaluators of others share."""

from itertools import combinations

import numpy as np
import pytest

from handsight.errors import InputError
from handsight.ranking.published.classes import Scale, fives_of, hand_of_each_class
from tests.naive import ranking as naive

pytestmark = pytest.mark.pure_python


def test_there_is_a_hand_of_each_class_and_its_row_is_its_strength() -> None:
    strengths = list(map(naive.strength, hand_of_each_class().tolist()))
    assert strengths == list(range(7462))


def test_nobody_can_change_the_hands_that_all_share() -> None:
    with pytest.raises(ValueError, match="read-only"):
        hand_of_each_class()[0, 0] = 1


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_fives_of_a_hand_are_all_choices_of_five(cards: int) -> None:
    assert list(map(tuple, fives_of(cards).tolist())) == list(combinations(range(cards), 5))


def test_a_scale_brings_values_back_that_rise_or_fall() -> None:
    strengths = np.arange(7462)
    for values in (3 * strengths + 5, 9000 - strengths):
        assert Scale("test", values).strengths(values).tolist() == strengths.tolist()


@pytest.mark.parametrize("stranger", [-1, 1, 14923, 14924])
def test_a_scale_refuses_a_number_that_it_does_not_know(stranger: int) -> None:
    scale = Scale("halves", 2 * np.arange(7462))
    with pytest.raises(
        InputError, match=rf"^{stranger} is not a value that halves gives to a hand$"
    ):
        scale.strengths(np.array([4, stranger]))
