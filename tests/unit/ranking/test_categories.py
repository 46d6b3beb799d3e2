"""The scale of strengths, and hands in words."""

import pytest

from handsight.ranking import CATEGORIES, CATEGORY_FLOORS, STRONGEST, category_of
from handsight.ranking.categories import plural

pytestmark = pytest.mark.pure_python


def test_the_nine_categories_stand_weakest_first() -> None:
    weak = ["high_card", "one_pair", "two_pair", "three_of_a_kind", "straight"]
    strong = ["flush", "full_house", "four_of_a_kind", "straight_flush"]
    assert list(CATEGORIES) == weak + strong


def test_each_category_begins_after_the_classes_of_the_one_below() -> None:
    classes = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    floors = [sum(classes[:place]) for place in range(10)]
    assert [*CATEGORY_FLOORS.values(), STRONGEST + 1] == floors


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_floor_belongs_to_its_category_and_the_strength_below_it_does_not(category: str) -> None:
    floor = CATEGORY_FLOORS[category]
    assert category_of(floor) == category
    assert floor == 0 or category_of(floor - 1) == CATEGORIES[CATEGORIES.index(category) - 1]


def test_several_of_a_rank_are_spelled_right() -> None:
    assert list(map(plural, range(13))) == [
        *("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights"),
        *("nines", "tens", "jacks", "queens", "kings", "aces"),
    ]
