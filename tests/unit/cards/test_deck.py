"""The seeded deck."""

from typing import Any

import pytest

from handsight.cards import Card, CardSet, Deck
from handsight.errors import CardCountError, DuplicateCardError, OptionError


def test_the_same_seed_deals_the_same_cards() -> None:
    assert Deck(7).deal(52) == Deck(7).deal(52)


def test_another_seed_deals_other_cards() -> None:
    assert Deck(7).deal(52) != Deck(8).deal(52)


def test_a_seed_deals_these_cards_everywhere_and_always() -> None:
    assert list(map(str, Deck(7).deal(5))) == ["Jd", "3h", "Tc", "8c", "7s"]


def test_all_52_cards_come_once_each() -> None:
    assert CardSet(Deck(1).deal(52)) == CardSet.full()


def test_dealing_in_parts_is_dealing_at_once() -> None:
    deck = Deck(3)
    assert deck.deal(2) + deck.deal(3) + deck.deal() == Deck(3).deal(6)


def test_dealt_cards_leave_the_deck() -> None:
    deck = Deck(3)
    dealt = CardSet(deck.deal(5))
    assert (len(deck), deck.remaining) == (47, CardSet.full() - dealt)


def test_dead_cards_never_come_and_the_others_keep_their_order() -> None:
    dead = CardSet("AhKh")
    assert Deck(5, dead="AhKh").deal(50) == [card for card in Deck(5).deal(52) if card not in dead]


def test_dealing_nothing_gives_nothing() -> None:
    assert Deck(1).deal(0) == []


def test_every_place_of_the_deck_sees_every_card() -> None:
    decks = [Deck(seed).deal(52) for seed in range(1000)]
    assert all(len({deck[place] for deck in decks}) == 52 for place in range(52))


@pytest.mark.parametrize(("dead", "count"), [("", 53), ("AhKh", 51), ("", -1)])
def test_more_cards_than_there_are_cannot_be_dealt(dead: str, count: int) -> None:
    holds = 52 - len(CardSet(dead))
    with pytest.raises(CardCountError, match=f"^cannot deal {count} cards: the deck holds {holds}"):
        Deck(1, dead).deal(count)


def test_a_refused_deal_takes_no_cards() -> None:
    deck = Deck(1)
    with pytest.raises(CardCountError):
        deck.deal(60)
    assert len(deck) == 52


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_is_a_non_negative_integer(seed: Any) -> None:
    with pytest.raises(OptionError, match=r"^seed is .*; it must be a non-negative integer"):
        Deck(seed)


def test_a_dead_card_given_twice_is_named() -> None:
    with pytest.raises(DuplicateCardError, match=r"^Ah appears twice in dead"):
        Deck(1, dead=[Card("Ah"), "Ah"])
