"""One card."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from handsight.cards import Card
from handsight.cards.card import RANK_NAMES, bit_of
from handsight.errors import UnknownCardError

DECK = [Card(index) for index in range(52)]


def test_the_index_is_four_times_the_rank_plus_the_suit() -> None:
    assert [(card.rank, card.suit) for card in DECK] == [divmod(index, 4) for index in range(52)]


def test_the_deck_runs_from_the_deuce_of_clubs_to_the_ace_of_spades() -> None:
    assert [str(DECK[index]) for index in (0, 1, 2, 3, 4, 32, 51)] == (
        ["2c", "2d", "2h", "2s", "3c", "Tc", "As"]
    )


def test_the_bit_is_the_rank_in_the_lane_of_the_suit() -> None:
    assert [card.mask for card in DECK] == [1 << (16 * card.suit + card.rank) for card in DECK]
    assert [1 << bit_of(card.index) for card in DECK] == [card.mask for card in DECK]


def test_the_text_of_a_card_reads_back_to_it() -> None:
    assert [Card(str(card)) for card in DECK] == DECK
    assert [Card(card.symbol) for card in DECK] == DECK


def test_a_card_prints_plain_drawn_and_as_code() -> None:
    card = Card("ah")
    assert (str(card), card.symbol, repr(card)) == ("Ah", "A♥", "Card('Ah')")


def test_a_card_says_its_rank_and_suit_in_words() -> None:
    assert (Card("Ah").rank_name, Card("Ah").suit_name) == ("ace", "hearts")
    assert (Card("2s").rank_name, Card("10c").suit_name) == ("deuce", "clubs")


def test_every_rank_has_a_name() -> None:
    assert (len(RANK_NAMES), RANK_NAMES[0], RANK_NAMES[12]) == (13, "deuce", "ace")


@pytest.mark.parametrize("same", ["Ah", "A♥", 50, np.int64(50), np.uint8(50), Card("Ah")])
def test_equal_cards_are_the_same_object(same: Any) -> None:
    assert Card(same) is Card("Ah")


@pytest.mark.parametrize(
    "through", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_a_copied_or_pickled_card_is_the_same_object(through: Any) -> None:
    assert all(through(card) is card for card in DECK)


def test_cards_are_ordered_by_rank_then_suit() -> None:
    assert sorted(map(Card, ["Ah", "2s", "Ac", "Td", "9s"])) == list(
        map(Card, ["2s", "9s", "Td", "Ac", "Ah"])
    )


def test_all_comparisons_work() -> None:
    low, high = Card("2c"), Card("2d")
    assert low < high <= high > low
    assert high >= low != high


def test_a_card_cannot_be_compared_with_what_is_no_card() -> None:
    assert Card("Ah") != 50
    with pytest.raises(TypeError):
        _ = Card("Ah") < 51


def test_cards_hash_as_members_of_sets() -> None:
    assert len({*DECK, Card("Ah"), Card("10h")}) == 52


@pytest.mark.parametrize("index", [-1, 52, 1000])
def test_an_index_outside_the_deck_is_named_with_the_right_ones(index: int) -> None:
    with pytest.raises(
        UnknownCardError, match=rf"^{index} is not a card: .*0 \(2c\) to 51 \(As\)$"
    ):
        Card(index)


@pytest.mark.parametrize("thing", [True, None, 1.0, ["Ah"]])
def test_what_is_no_card_is_named_with_its_type(thing: Any) -> None:
    with pytest.raises(UnknownCardError, match=f"is not a card: .*not a {type(thing).__name__}$"):
        Card(thing)


@pytest.mark.parametrize(("text", "count"), [("AhKh", 2), ("", 0)])
def test_a_card_takes_one_card_only(text: str, count: int) -> None:
    with pytest.raises(UnknownCardError, match=f"is {count} cards; a Card takes one"):
        Card(text)
