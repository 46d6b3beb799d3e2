"""What holds for all cards and sets of them."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from handsight.cards import Card, CardSet, parse_cards

CARDS = st.integers(0, 51).map(Card)
CARD_SETS = st.sets(CARDS).map(CardSet)
CARD_LISTS = st.lists(CARDS, unique=True)
SEPARATORS = st.sampled_from(["", " ", ",", ", ", ";", "\n"])


@st.composite
def spellings(draw: st.DrawFn, card: Card) -> str:
    """One of the ways to write a card."""
    rank = draw(st.sampled_from(["T", "10"])) if card.rank == 8 else str(card)[0]
    text = rank + draw(st.sampled_from([str(card)[1], card.symbol[1]]))
    return text.lower() if draw(st.booleans()) else text.upper()


@given(CARD_SETS)
def test_a_printed_set_reads_back_to_itself(cards: CardSet) -> None:
    assert CardSet(str(cards)) == cards
    assert CardSet(", ".join(card.symbol for card in cards)) == cards


@given(CARD_LISTS, st.data())
def test_cards_read_back_in_order_however_they_are_spelled(
    cards: list[Card], data: st.DataObject
) -> None:
    text = "".join(data.draw(spellings(card)) + data.draw(SEPARATORS) for card in cards)
    assert parse_cards(text) == cards


@given(st.sets(CARDS), st.sets(CARDS))
def test_sets_of_cards_do_what_sets_do(left: set[Card], right: set[Card]) -> None:
    a, b = CardSet(left), CardSet(right)
    assert (set(a | b), set(a & b), set(a - b)) == (left | right, left & right, left - right)
    assert (a <= b, a == b, len(a)) == (left <= right, left == right, len(left))


@given(CARD_LISTS, st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter_to_a_set(cards: list[Card], random: Random) -> None:
    shuffled = list(cards)
    random.shuffle(shuffled)
    assert CardSet(shuffled) == CardSet(cards)
    assert str(CardSet(shuffled)) == str(CardSet(cards))


@given(CARD_SETS)
def test_a_mask_and_its_set_are_one_to_one(cards: CardSet) -> None:
    assert CardSet.from_mask(cards.mask) == cards
    assert cards.mask == sum(card.mask for card in cards)


@given(CARDS, CARDS)
def test_cards_are_ordered_as_their_indices_are(left: Card, right: Card) -> None:
    assert (left < right, left == right) == (left.index < right.index, left.index == right.index)
