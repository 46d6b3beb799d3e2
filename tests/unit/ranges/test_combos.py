"""The numbers of the combos, and the classes by name and by cards."""

from itertools import combinations

import pytest

from handsight.cards import Card, CardSet, Deck, pocket_class
from handsight.errors import CardCountError, DuplicateCardError, UnknownCardError
from handsight.ranges.combos import (
    CLASSES,
    CLASSES_BY_RANK,
    COMBO_COUNT,
    COMBOS,
    COMBOS_OF,
    MASKS,
    class_at,
    class_of,
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


PAIR_DEALS, SUITED_DEALS, OFFSUIT_DEALS = 6, 4, 12


def deals_of(name: str) -> int:
    if len(name) == 2:
        return PAIR_DEALS
    return SUITED_DEALS if name.endswith("s") else OFFSUIT_DEALS


def test_there_are_169_classes_of_1326_hands() -> None:
    assert len(CLASSES_BY_RANK) == len(set(CLASSES_BY_RANK)) == 169
    assert sum(map(deals_of, CLASSES_BY_RANK)) == 1326


def test_the_classes_are_those_of_all_hands() -> None:
    hands = combinations(CardSet.full(), 2)
    assert {pocket_class(CardSet.of(hand)) for hand in hands} == set(CLASSES_BY_RANK)


def test_a_class_is_read_in_either_case_and_order() -> None:
    for name in CLASSES_BY_RANK:
        turned = name[1] + name[0] + name[2:]
        assert {class_of(text) for text in (name, name.lower(), name.upper(), turned)} == {name}


@pytest.mark.parametrize(
    "hole",
    [
        *("KhAh", "ah, kh", "A♥K♥", " AKs ", "KAS"),
        *(["Ah", "Kh"], [Card("Ah"), 46], CardSet("AhKh"), (Card("Kh"), Card("Ah"))),
    ],
)
def test_two_cards_or_a_name_in_any_notation_are_a_class(hole: str) -> None:
    assert class_of(hole) == "AKs"


@pytest.mark.parametrize(
    ("hole", "name"), [("10♠10♥", "TT"), ("1010", "TT"), ("A10o", "ATo"), ("10h9h", "T9s")]
)
def test_a_ten_may_be_written_with_two_digits(hole: str, name: str) -> None:
    assert class_of(hole) == name


def test_a_dealt_hand_is_a_class() -> None:
    hand = Deck(seed=1).deal(2)
    assert class_of(hand) == pocket_class(CardSet(hand))


@pytest.mark.parametrize("hole", ["AK", "ka", "109"])
def test_two_ranks_alone_are_ambiguous_and_told_what_to_write(hole: str) -> None:
    with pytest.raises(UnknownCardError, match=r"is ambiguous; write '\w\ws' .* or '\w\wo'"):
        class_of(hole)


@pytest.mark.parametrize("hole", ["QQs", "22o"])
def test_a_pair_is_neither_suited_nor_offsuit(hole: str) -> None:
    with pytest.raises(UnknownCardError, match=rf"is not a hand class: .* write '{hole[:2]}'"):
        class_of(hole)


@pytest.mark.parametrize("hole", ["AKx", "1Ks", "AKs+", "hello", 7, None])
def test_what_is_neither_cards_nor_a_class_is_told_both(hole: str) -> None:
    with pytest.raises(UnknownCardError, match=r"'AhKh'|a card is .*; or write a class|0\.\.51"):
        class_of(hole)


@pytest.mark.parametrize("hole", ["", "Ah", "AhKhQh", []])
def test_a_hand_has_two_cards(hole: str) -> None:
    with pytest.raises(CardCountError, match="it must have 2"):
        class_of(hole)


def test_a_card_stands_once() -> None:
    with pytest.raises(DuplicateCardError):
        class_of("AhAh")
