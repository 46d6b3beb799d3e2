"""Changes of suits, and the boards that they make alike."""

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from handsight.ranges.combos import COMBOS, combo_number
from handsight.ranges.suits import (
    CHANGES,
    all_boards,
    board_classes,
    boards_alike,
    combo_tables,
    river_classes,
)

pytestmark = pytest.mark.pure_python


def renamed(cards: tuple[int, ...], change: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(4 * (card // 4) + change[card % 4] for card in cards)


def place(cards: tuple[int, ...]) -> int:
    """Count the sets of cards that come before this one, where the highest card decides first."""
    return sum(comb(card, number) for number, card in enumerate(sorted(cards), 1))


def mask(cards: tuple[int, ...]) -> int:
    return sum(1 << 16 * (card % 4) + card // 4 for card in cards)


@pytest.mark.parametrize(("size", "classes"), [(3, 1755), (4, 16432)])
def test_there_are_as_many_classes_of_boards_as_the_literature_says(
    size: int, classes: int
) -> None:
    found = board_classes(size)
    assert len(found.firsts) == len(found.boards) == classes
    assert found.boards.sum() == len(found.class_of) == len(found.change_of) == comb(52, size)
    assert np.array_equal(found.boards, np.bincount(found.class_of))


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_boards_stand_in_the_order_of_their_places(size: int) -> None:
    boards = all_boards(size)
    expected = sorted(combinations(range(52), size), key=lambda cards: cards[::-1])
    assert boards.tolist() == [list(cards) for cards in expected]
    for number in range(0, len(boards), 997):
        assert place(tuple(boards[number].tolist())) == number


@pytest.mark.parametrize("size", [3, 4])
def test_a_board_is_brought_to_the_first_form_by_its_change_of_suits(size: int) -> None:
    classes, rng = board_classes(size), Random(size)
    for _ in range(300):
        cards = tuple(rng.sample(range(52), size))
        number = place(cards)
        change = CHANGES[classes.change_of[number]]
        assert mask(renamed(cards, change)) == classes.firsts[classes.class_of[number]]


@pytest.mark.parametrize("size", [3, 4])
def test_boards_are_in_a_class_exactly_if_suits_make_them_alike(size: int) -> None:
    classes, rng = board_classes(size), Random(size)
    for _ in range(100):
        cards, other = (tuple(rng.sample(range(4 * size), size)) for _ in range(2))
        forms = {tuple(sorted(renamed(cards, change))) for change in CHANGES}
        numbers = {int(classes.class_of[place(form)]) for form in forms}
        assert len(numbers) == 1
        alike = tuple(sorted(other)) in forms
        assert (int(classes.class_of[place(other)]) in numbers) == alike


def test_combos_turn_with_their_cards() -> None:
    masks, cards, turned = combo_tables()
    assert turned.shape == (24, 1326)
    rng = Random(1)
    for _ in range(300):
        change, combo = rng.randrange(24), rng.randrange(1326)
        assert turned[change, combo] == combo_number(*renamed(COMBOS[combo], CHANGES[change]))
        assert masks[combo] == mask(COMBOS[combo])
        assert tuple(cards[combo]) == COMBOS[combo]
    assert turned[0].tolist() == list(range(1326))


# --- boards of five cards, and some changes of suits only -----------------------------------------


def turned(mask: int, change: tuple[int, ...]) -> int:
    return sum((mask >> 16 * old & 0x1FFF) << 16 * new for old, new in enumerate(change))


def test_rivers_fall_into_as_many_classes_as_are_known() -> None:
    masks, boards = river_classes()
    assert len(masks) == 134_459
    assert int(boards.sum()) == 2_598_960
    assert {int(mask).bit_count() for mask in masks[::100]} == {5}
    for place in range(0, len(masks), 997):
        images = {turned(int(masks[place]), change) for change in CHANGES}
        assert len(images) == boards[place]


GROUPS = (
    [CHANGES[0]],
    [change for change in CHANGES if change[2] == 2],
    [change for change in CHANGES if {change[0], change[1]} == {0, 1}],
)


@pytest.mark.parametrize("group", GROUPS)
def test_fewer_changes_of_suits_split_the_classes(group: list[tuple[int, ...]]) -> None:
    masks, boards = (each[::997] for each in river_classes())
    split, each = boards_alike(masks, boards, group)
    assert int(each.sum()) == int(boards.sum())
    seen: set[int] = set()
    for mask, count in zip(split.tolist(), each.tolist(), strict=True):
        images = {turned(mask, change) for change in group}
        assert len(images) == count
        assert not images & seen
        seen |= images
    whole = {turned(mask, change) for mask in masks.tolist() for change in CHANGES}
    assert seen == whole
