"""What stands for hole cards before the flop: two cards, or the name of their class."""

from itertools import combinations

import pytest

from handsight.cards import Card, CardSet, Deck, pocket_class
from handsight.errors import CardCountError, DuplicateCardError, UnknownCardError
from handsight.ranges.classes import CLASSES, class_of

PAIR_DEALS, SUITED_DEALS, OFFSUIT_DEALS = 6, 4, 12


def deals_of(name: str) -> int:
    if len(name) == 2:
        return PAIR_DEALS
    return SUITED_DEALS if name.endswith("s") else OFFSUIT_DEALS


def test_there_are_169_classes_of_1326_hands() -> None:
    assert len(CLASSES) == len(set(CLASSES)) == 169
    assert sum(map(deals_of, CLASSES)) == 1326


def test_the_classes_are_those_of_all_hands() -> None:
    hands = combinations(CardSet.full(), 2)
    assert {pocket_class(CardSet.of(hand)) for hand in hands} == set(CLASSES)


def test_a_class_is_read_in_either_case_and_order() -> None:
    for name in CLASSES:
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
    with pytest.raises(UnknownCardError, match=rf"no class: .* write '{hole[:2]}'"):
        class_of(hole)


@pytest.mark.parametrize("hole", ["AKx", "1Ks", "AKs+", "hello", 7, None])
def test_what_is_neither_cards_nor_a_class_is_told_both(hole: str) -> None:
    with pytest.raises(UnknownCardError, match=r"'AhKh'|a card is .*; or name a class|0\.\.51"):
        class_of(hole)


@pytest.mark.parametrize("hole", ["", "Ah", "AhKhQh", []])
def test_a_hand_has_two_cards(hole: str) -> None:
    with pytest.raises(CardCountError, match="it takes 2"):
        class_of(hole)


def test_a_card_stands_once() -> None:
    with pytest.raises(DuplicateCardError):
        class_of("AhAh")
