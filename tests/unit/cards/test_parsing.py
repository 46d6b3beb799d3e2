"""Reading what people write, and saying what is wrong with it."""

import inspect
import re
from typing import Any

import numpy as np
import pytest

from handsight.cards import Card, CardSet, parse_cards, require_count
from handsight.errors import CardCountError, DuplicateCardError, InputError, UnknownCardError

ACE_KING = [Card(50), Card(46)]


@pytest.mark.parametrize(
    "cards",
    [
        "AhKh",
        "Ah Kh",
        "Ah,Kh",
        "Ah, Kh",
        "ah,kh",
        "AHKH",
        "aHkH",
        "Ah;Kh",
        "  Ah\t\nKh ,",
        "A♥K♥",
        "A♡ K♡",
        "A♥\ufe0fK♥\ufe0f",
        "A♥kh",
        ["Ah", "Kh"],
        ("ah", "K♥"),
        ["Ah", 46],
        [50, Card("Kh")],
        [Card("Ah"), Card("Kh")],
        (text for text in ("Ah", "Kh")),
        np.array([50, 46]),
        np.array([50, 46], np.uint8),
        CardSet("KhAh"),
    ],
    ids=lambda cards: type(cards).__name__ if inspect.isgenerator(cards) else repr(cards),
)
def test_every_notation_of_the_same_cards_is_read_alike(cards: Any) -> None:
    assert parse_cards(cards) == ACE_KING


@pytest.mark.parametrize("text", ["Th", "th", "10h", "10H", "T♥", "10♥", "10♡"])
def test_a_ten_is_written_with_one_letter_or_two_digits(text: str) -> None:
    assert parse_cards(text) == [Card(34)]


@pytest.mark.parametrize("text", ["10h10sTd", "10h, 10s, 10d", "ThTsTd"])
def test_tens_stand_next_to_each_other(text: str) -> None:
    assert list(map(str, parse_cards(text))) == ["Th", "Ts", "Td"]


def test_every_card_is_read_in_every_spelling() -> None:
    for index in range(52):
        rank, letter = "23456789TJQKA"[index // 4], "cdhs"[index % 4]
        drawn, hollow = "♣♦♥♠"[index % 4], "♧♢♡♤"[index % 4]
        spellings = [rank + suit for suit in (letter, letter.upper(), drawn, hollow)]
        assert [parse_cards(text) for text in spellings] == [[Card(index)]] * 4


def test_cards_are_given_in_the_order_in_which_they_were_written() -> None:
    assert list(map(str, parse_cards("2c As 7h"))) == ["2c", "As", "7h"]


@pytest.mark.parametrize("nothing", ["", "  ", ",", [], (), CardSet()])
def test_no_cards_are_cards_too(nothing: Any) -> None:
    assert parse_cards(nothing) == []


def test_a_single_card_may_stand_for_itself() -> None:
    assert parse_cards(Card("Ah")) == [Card("Ah")]


# --- what is no card ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "symbol", "character"),
    [
        ("Xh", "Xh", 1),
        ("AhXh", "Xh", 3),
        ("Ah Kx", "Kx", 4),
        ("Ah, 1h", "1h", 5),
        ("AhK", "K", 3),
        ("A h", "A", 1),
        ("11h", "11", 1),
        ("Ah-Kh", "-K", 3),
        ("A", "A", 1),
        ("Aſ", "Aſ", 1),
        ("\u212ah", "\u212ah", 1),
    ],
)
def test_an_unknown_symbol_is_named_with_its_place_and_what_would_be_right(
    text: str, symbol: str, character: int
) -> None:
    expected = f"unknown card {symbol!r} in hole {text!r}, at character {character}: "
    with pytest.raises(UnknownCardError, match="^" + re.escape(expected)) as caught:
        parse_cards(text, "hole")
    assert "a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s" in str(caught.value)


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (["Ah", "Xh"], "unknown card 'Xh' in board 'Xh', at character 1"),
        (["Ah", "KhQh"], "item 2 of board is 'KhQh', not one card"),
        (["Ah", ""], "item 2 of board is '', not one card"),
        ([50, 52], "item 2 of board: 52 is not a card: an index runs from 0 (2c) to 51 (As)"),
        ([-1], "item 1 of board: -1 is not a card"),
        ([True], "item 1 of board: True is not a card"),
        ([3.0], "item 1 of board: 3.0 is not a card"),
        ([None], "item 1 of board: None is not a card"),
        ([["Ah"]], "item 1 of board: ['Ah'] is not a card"),
    ],
)
def test_a_wrong_item_is_named_with_its_place(items: list[Any], message: str) -> None:
    with pytest.raises(UnknownCardError, match="^" + re.escape(message)):
        parse_cards(items, "board")


@pytest.mark.parametrize("thing", [None, 50, 3.5])
def test_what_holds_no_cards_is_refused_with_what_would_be_right(thing: Any) -> None:
    with pytest.raises(
        UnknownCardError, match=r"^hole is of type .*; pass a string like 'AhKh', a list or"
    ):
        parse_cards(thing, "hole")


@pytest.mark.parametrize("cards", ["AhKhAh", "Ah A♥ Kh", ["Ah", 50], [Card("Ah"), "Kh", "ah"]])
def test_a_repeated_card_is_named_with_its_group(cards: Any) -> None:
    with pytest.raises(
        DuplicateCardError, match=r"^Ah appears twice in dead; each card exists only once"
    ):
        parse_cards(cards, "dead")


def test_a_repeated_ten_is_named_as_it_is_printed() -> None:
    with pytest.raises(DuplicateCardError, match=r"^Th appears twice in cards"):
        parse_cards("10hTh")


@pytest.mark.parametrize("wrong", ["Xh", "AhAh"])
def test_wrong_cards_are_a_value_error_like_all_wrong_input(wrong: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cards(wrong)
    assert isinstance(caught.value, ValueError)


# --- how many -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["AhKh", "AhKhQh"])
def test_a_right_number_of_cards_passes(cards: str) -> None:
    assert require_count(parse_cards(cards), "hole", (2, 3)) is None


@pytest.mark.parametrize(
    ("cards", "counts", "message"),
    [
        ("Ah", (2,), "hole has 1 card (Ah); it must have 2"),
        ("", (2,), "hole has 0 cards; it must have 2"),
        ("AhKhQh", (2,), "hole has 3 cards (AhKhQh); it must have 2"),
        ("AhKh", (5, 6), "hole has 2 cards (AhKh); it must have 5 or 6"),
        ("AhKh", (0, 3, 4, 5), "hole has 2 cards (AhKh); it must have 0, 3, 4 or 5"),
    ],
)
def test_a_wrong_number_of_cards_is_named_with_the_right_ones(
    cards: str, counts: tuple[int, ...], message: str
) -> None:
    with pytest.raises(CardCountError, match="^" + re.escape(message) + "$"):
        require_count(parse_cards(cards), "hole", counts)
