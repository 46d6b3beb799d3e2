"""What holds for all hands."""

from hypothesis import given
from hypothesis import strategies as st

from handsight.cards import Card, CardSet
from handsight.ranking import category_of, evaluate, evaluate_many, evaluate_mask, masks_from_cards
from tests.naive import ranking as naive


def hands(smallest: int = 5, largest: int = 7) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=smallest, max_size=largest, unique=True)


def strength(cards: list[int]) -> int:
    return evaluate_mask(CardSet(cards).mask)


@given(hands())
def test_a_strength_is_that_of_the_naive_twin(cards: list[int]) -> None:
    assert strength(cards) == naive.strength(cards)


@given(hands(), st.data())
def test_the_order_of_cards_does_not_matter(cards: list[int], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(cards))
    assert evaluate(shuffled) == evaluate(cards)
    assert evaluate(shuffled).best_five == evaluate(cards).best_five


@given(hands(), st.permutations(range(4)))
def test_suits_are_only_names(cards: list[int], suits: list[int]) -> None:
    renamed = [4 * (card // 4) + suits[card % 4] for card in cards]
    assert strength(renamed) == strength(cards)


@given(hands(smallest=6))
def test_a_further_card_never_hurts(cards: list[int]) -> None:
    assert strength(cards[:-1]) <= strength(cards)


@given(hands())
def test_the_best_five_are_worth_as_much_as_the_hand(cards: list[int]) -> None:
    hand = evaluate(cards)
    assert evaluate(hand.best_five).strength == hand.strength
    assert set(hand.best_five) <= set(map(Card, cards))


@given(hands())
def test_a_category_is_that_of_the_naive_twin(cards: list[int]) -> None:
    names = ["high_card", "one_pair", "two_pair", "three_of_a_kind", "straight"]
    names += ["flush", "full_house", "four_of_a_kind", "straight_flush"]
    assert category_of(strength(cards)) == names[naive.worth(cards)[0]]


@given(hands(), hands())
def test_hands_compare_as_their_worths_do(left: list[int], right: list[int]) -> None:
    a, b = evaluate(left), evaluate(right)
    x, y = naive.worth(left), naive.worth(right)
    assert (a < b, a == b, a > b) == (x < y, x == y, x > y)
    assert a != b or hash(a) == hash(b)


@given(st.sampled_from([5, 6, 7]).flatmap(lambda size: st.lists(hands(size, size), min_size=1)))
def test_many_hands_are_worth_what_each_is_alone(dealt: list[list[int]]) -> None:
    many = evaluate_many(masks_from_cards(dealt), len(dealt[0]))
    assert many.tolist() == [strength(cards) for cards in dealt]
