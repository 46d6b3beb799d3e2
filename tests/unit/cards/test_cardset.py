"""Sets of cards."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.cards import Card, CardSet, parse_cards
from handsight.cards.cardset import mask_at_once
from handsight.errors import DuplicateCardError, UnknownCardError


def test_a_set_prints_from_the_highest_card_down() -> None:
    assert str(CardSet("2c kh Ah 10s Ac")) == "AhAcKhTs2c"


def test_its_repr_is_code_that_makes_it() -> None:
    cards = CardSet("2c Ah")
    assert repr(cards) == "CardSet('Ah2c')"
    assert eval(repr(cards)) == cards


def test_it_iterates_from_the_highest_card_down() -> None:
    assert list(CardSet("2cAhKh")) == [Card("Ah"), Card("Kh"), Card("2c")]


@pytest.mark.parametrize("size", [0, 1, 2, 7, 11, 12, 13, 14, 30, 52])
@pytest.mark.parametrize("strange", [0, 1 << 13, 1 << 63 | 1 << 29, 1 << 64])
def test_sets_of_every_size_iterate_from_the_highest_card_down(size: int, strange: int) -> None:
    cards = Random(size).sample(range(52), size)
    mask = sum(1 << 16 * (card % 4) + card // 4 for card in cards) | strange
    listed = list(CardSet.from_mask(mask))  # bits that are no cards are left out
    assert [card.index for card in listed] == sorted(cards, reverse=True)


def test_the_order_of_writing_does_not_matter() -> None:
    assert CardSet("AhKh") == CardSet("KhAh") == CardSet(["Kh", 50])
    assert hash(CardSet("AhKh")) == hash(CardSet("KhAh"))


def test_its_mask_has_one_bit_for_each_card() -> None:
    assert CardSet("2c3dAs").mask == 1 | 1 << 17 | 1 << 60


def test_it_is_made_from_a_mask_and_from_a_set() -> None:
    cards = CardSet("AhKh")
    assert CardSet.from_mask(cards.mask) == CardSet(cards) == cards


def test_the_full_set_holds_all_52_cards() -> None:
    assert len(CardSet.full()) == 52
    assert list(CardSet.full()) == [Card(index) for index in range(51, -1, -1)]


def test_nothing_makes_the_empty_set() -> None:
    assert (len(CardSet()), str(CardSet()), bool(CardSet())) == (0, "", False)


@pytest.mark.parametrize(
    ("left", "right", "union", "common", "rest"),
    [
        ("AhKh", "KhQh", "AhKhQh", "Kh", "Ah"),
        ("AhKh", "2c", "AhKh2c", "", "AhKh"),
        ("AhKh", "AhKh", "AhKh", "AhKh", ""),
        ("AhKh", "", "AhKh", "", "AhKh"),
    ],
)
def test_union_intersection_and_difference_are_those_of_sets(
    left: str, right: str, union: str, common: str, rest: str
) -> None:
    a, b = CardSet(left), CardSet(right)
    assert [str(a | b), str(a & b), str(a - b)] == [union, common, rest]


def test_a_text_is_read_as_cards_on_either_side() -> None:
    cards = CardSet("AhKh")
    assert (cards | "Qh", "Qh" | cards) == (CardSet("AhKhQh"), CardSet("AhKhQh"))
    assert (cards & "KhQh", cards - "Kh", "KhQh" - cards) == (
        *(CardSet("Kh"), CardSet("Ah"), CardSet("Qh")),
    )
    assert cards != "AhKh"
    with pytest.raises(TypeError):
        _ = cards | 3  # type: ignore[operator]


def test_a_subset_is_less_or_equal() -> None:
    assert CardSet("Ah") <= CardSet("AhKh")
    assert CardSet("AhKh") >= CardSet("AhKh")
    assert not CardSet("AhQh") <= CardSet("AhKh")


def test_it_knows_its_members() -> None:
    cards = CardSet("AhKh")
    assert [Card(text) in cards for text in ("Ah", "Kh", "Qh")] == [True, True, False]


@pytest.mark.parametrize("other", ["AhKh", {"Ah", "Kh"}, 50, None])
def test_only_a_set_of_cards_equals_a_set_of_cards(other: Any) -> None:
    assert CardSet("AhKh") != other


def test_a_pickled_set_is_equal() -> None:
    assert pickle.loads(pickle.dumps(CardSet("AhKh"))) == CardSet("AhKh")


def test_a_card_that_is_there_twice_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match=r"^Ah appears twice"):
        CardSet("AhKhAh")


def test_a_symbol_that_is_no_card_is_refused() -> None:
    with pytest.raises(UnknownCardError, match="'Xx'"):
        CardSet("AhXx")


# --- sets that are read by table ------------------------------------------------------------------

AT_ONCE: list[Any] = [
    "AhKh2c",
    " Ah  Kh\t2c\n",
    "AhKh\u00a02c\x1f",
    "aHkh2C",
    "A♥k♡2♧",
    ["Ah", "Kh", "2c"],
    ("Ah", Card("Kh"), "2c"),
    [Card("Ah"), Card("Kh"), Card("2c")],
    [50, 46, 0],
    (50, 46, 0),
    CardSet("AhKh2c"),
]


@pytest.mark.parametrize("cards", AT_ONCE, ids=repr)
def test_the_usual_forms_are_read_at_once(cards: Any) -> None:
    mask = 1 << 44 | 1 << 43 | 1
    assert mask_at_once([cards]) == CardSet.of(parse_cards(cards)).mask == mask
    assert mask_at_once([cards, "9d"]) == mask | 1 << 23
    assert mask_at_once([cards, "Kh"]) == 0


@pytest.mark.parametrize(
    "cards",
    [
        *(
            "",
            [],
            "A hKh",
            "AhK",
            "AhA",
            "ah10h",
            "10h",
            "Ah,Kh",
            "A♥\ufe0f",
            "AhAh",
            "Ahah",
            "Ah" * 17,
            "As" * 16,
        ),
        *(["AhKh"], ["Ah", ""], ["Ah", 46], [50, "Kh"], [True], [False, 5], [5, True], [5.0]),
        *([-1], [52], [0, -52], [0, 1.0], [None], [[0]], [0, [1]], [50, 50], 5, True, Card("Ah")),
        *(np.array([50, 46]), [np.int64(5), True], {50}, CardSet.from_mask(1 << 13 | 1)),
        *(CardSet.from_mask(1 << 64 | 1), None),
    ],
    ids=repr,
)
def test_everything_else_is_left_to_the_parser(cards: Any) -> None:
    assert mask_at_once([cards]) == 0


def test_nothing_is_taken_from_an_iterator_that_the_parser_must_read() -> None:
    assert CardSet(iter(["Ah", "Kh"])) == CardSet(text for text in ("Ah", "Kh")) == CardSet("AhKh")


def test_cards_that_repeat_often_never_make_a_set() -> None:
    for times in range(2, 200):
        for text in ("As", "AsKs", "2c3c", "AsAhAdAc"):
            assert mask_at_once([text * times]) == 0
