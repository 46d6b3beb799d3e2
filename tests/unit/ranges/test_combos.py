"""The numbers of the combos and the names of the classes."""

from itertools import combinations

import pytest

from handsight.cards import Card, CardSet, pocket_class
from handsight.ranges.combos import (
    CLASSES,
    COMBO_COUNT,
    COMBOS,
    COMBOS_OF,
    MASKS,
    class_at,
    combo_number,
)


def test_there_are_1326_combos_and_169_classes() -> None:
    assert (len(COMBOS), len(MASKS), len(CLASSES)) == (COMBO_COUNT, COMBO_COUNT, 169)
    assert len(set(COMBOS)) == COMBO_COUNT == 1326
    assert len(set(CLASSES)) == 169


def test_combos_are_numbered_in_the_order_of_their_card_indices() -> None:
    assert list(COMBOS) == sorted(combinations(range(52), 2))
    assert [combo_number(*pair) for pair in COMBOS] == list(range(COMBO_COUNT))
    assert [combo_number(high, low) for low, high in COMBOS] == list(range(COMBO_COUNT))


def test_the_mask_of_a_combo_holds_its_two_cards() -> None:
    for (low, high), mask in zip(COMBOS, MASKS, strict=True):
        assert CardSet.from_mask(mask) == CardSet([Card(low), Card(high)])


def test_every_combo_stands_in_the_class_that_its_cards_have() -> None:
    for name, numbers in COMBOS_OF.items():
        assert {pocket_class(CardSet.from_mask(MASKS[number])) for number in numbers} == {name}
    assert sorted(number for numbers in COMBOS_OF.values() for number in numbers) == list(
        range(COMBO_COUNT)
    )


@pytest.mark.parametrize(("name", "combos"), [("77", 6), ("T9s", 4), ("72o", 12)])
def test_a_class_has_six_four_or_twelve_combos(name: str, combos: int) -> None:
    assert len(COMBOS_OF[name]) == combos


def test_suited_hands_stand_above_the_diagonal_and_offsuit_hands_below() -> None:
    assert [class_at(0, 12), class_at(12, 0), class_at(12, 12)] == ["A2s", "A2o", "22"]
    assert CLASSES[:3] == ("AA", "AKs", "AQs")
    assert CLASSES[13:15] == ("AKo", "KK")
