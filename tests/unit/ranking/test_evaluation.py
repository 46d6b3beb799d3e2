"""The value of one hand."""

import pickle
import re

import numpy as np
import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, DuplicateCardError, UnknownCardError
from handsight.kernels.ahead import built
from handsight.ranking import (
    CATEGORY_FLOORS,
    Evaluation,
    evaluate,
    evaluate_mask,
    evaluation,
)
from handsight.ranking.evaluation import _OneHand, strength_in_python
from tests.fresh import run
from tests.naive import ranking as naive
from tests.naive.deals import sample

pytestmark = pytest.mark.pure_python

NO_HANDS = (
    0,
    0b1111,
    0xFF,
    0x1FFF1FFF1FFF1FFF,
    -1,
    0b1111 | 1 << 13,
    0b1111 | 1 << 31,
    0b1111 | 1 << 62,
    0b11111 | 1 << 15,
)
"""Masks that hold too few or too many cards, or what is no card."""


def best(cards: str) -> str:
    return "".join(map(str, evaluate(cards).best_five))


# --- strength, category, name ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "category", "name"),
    [
        ("7d5c4h3s2c", "high_card", "seven high, five kicker"),
        ("AhKdQcJs9h", "high_card", "ace high, king kicker"),
        ("2c2d5h4s3c", "one_pair", "pair of deuces, five kicker"),
        ("6c6dAh4s3c", "one_pair", "pair of sixes, ace kicker"),
        ("3c3d2h2s4c", "two_pair", "two pair, threes and deuces, four kicker"),
        ("AcAdKhKsQc", "two_pair", "two pair, aces and kings, queen kicker"),
        ("2c2d2h4s3c", "three_of_a_kind", "three deuces, four kicker"),
        ("6c6d6hAsKc", "three_of_a_kind", "three sixes, ace kicker"),
        ("As2d3h4c5s", "straight", "straight, five high"),
        ("AsKdQhJcTs", "straight", "straight, ace high"),
        ("2h3h4h5h7h", "flush", "flush, seven high"),
        ("AhKhQhJh9h", "flush", "flush, ace high"),
        ("2c2d2h3s3c", "full_house", "full house, deuces over threes"),
        ("AcAdAhKsKc", "full_house", "full house, aces over kings"),
        ("2c2d2h2s3c", "four_of_a_kind", "four deuces, three kicker"),
        ("6c6d6h6sAc", "four_of_a_kind", "four sixes, ace kicker"),
        ("Ah2h3h4h5h", "straight_flush", "straight flush, five high"),
        ("KhQhJhTh9h", "straight_flush", "straight flush, king high"),
        ("AhKhQhJhTh", "straight_flush", "royal flush"),
    ],
)
def test_a_hand_is_named_in_words(cards: str, category: str, name: str) -> None:
    hand = evaluate(cards)
    assert (hand.category, hand.name) == (category, name)


@pytest.mark.parametrize(
    ("worst", "category"),
    [
        ("7d5c4h3s2c", "high_card"),
        ("2c2d5h4s3c", "one_pair"),
        ("3c3d2h2s4c", "two_pair"),
        ("2c2d2h4s3c", "three_of_a_kind"),
        ("5c4d3h2sAc", "straight"),
        ("7h5h4h3h2h", "flush"),
        ("2c2d2h3s3c", "full_house"),
        ("2c2d2h2s3c", "four_of_a_kind"),
        ("5h4h3h2hAh", "straight_flush"),
    ],
)
def test_the_worst_hand_of_a_category_is_its_floor(worst: str, category: str) -> None:
    assert evaluate(worst).strength == CATEGORY_FLOORS[category]


@pytest.mark.parametrize(
    ("top", "category"),
    [
        ("AcKdQhJs9c", "high_card"),
        ("AcAdKhQsJc", "one_pair"),
        ("AcAdKhKsQc", "two_pair"),
        ("AcAdAhKsQc", "three_of_a_kind"),
        ("AcKdQhJsTc", "straight"),
        ("AhKhQhJh9h", "flush"),
        ("AcAdAhKsKc", "full_house"),
        ("AcAdAhAsKc", "four_of_a_kind"),
        ("AhKhQhJhTh", "straight_flush"),
    ],
)
def test_the_best_hand_of_a_category_stands_right_below_the_next_floor(
    top: str, category: str
) -> None:
    floors = [*CATEGORY_FLOORS.values(), 7462]
    assert evaluate(top).strength + 1 == floors[[*CATEGORY_FLOORS].index(category) + 1]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_evaluate_agrees_with_the_naive_twin(size: int) -> None:
    hands = sample(size, 200, seed=size)
    assert [evaluate(hand).strength for hand in hands] == [naive.strength(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_python_alone_agrees_with_the_naive_twin(size: int) -> None:
    hands = sample(size, 500, seed=size)
    strengths = [strength_in_python(CardSet(hand).mask) for hand in hands]
    assert strengths == [naive.strength(hand) for hand in hands]


@pytest.mark.parametrize("mask", [*NO_HANDS, 0b11111 | 1 << 64], ids=hex)
def test_python_alone_knows_what_is_no_hand(mask: int) -> None:
    assert strength_in_python(mask) == -1


@pytest.mark.skipif(built() is not None, reason="the kernels are compiled ahead")
def test_many_hands_are_evaluated_by_the_kernel_and_few_without_numba() -> None:
    script = """
import sys
from handsight.cards import CardSet
from handsight.ranking import evaluation
mask = CardSet("AhKhQh7h2cAd").mask
for left in range(evaluation.HANDS_IN_PYTHON - 1):
    strength = evaluation.evaluate_mask(mask)
print("numba" in sys.modules, strength)
evaluation.evaluate_mask(mask)
print("numba" in sys.modules, evaluation.evaluate_mask(mask))
print(evaluation.one_hand.strength_of.__module__)
"""
    finished = run(script)
    assert finished.stderr == ""
    assert finished.stdout.split() == [
        *("False", "4132", "True", "4132"),
        "handsight.kernels.ranking.evaluation",
    ]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_groups_in_any_forms_are_evaluated_alike(size: int) -> None:
    for hand in sample(size, 50, seed=size):
        texts = [str(Card(index)) for index in hand]
        strength = naive.strength(hand)
        joined = "".join(texts)
        forms = [
            [joined],
            [" ".join(texts)],
            [joined[:4], joined[4:]],
            [texts],
            [hand],
            [tuple(hand[:2]), CardSet(hand[2:])],
            [[Card(index) for index in hand]],
            [joined.lower()],
            [", ".join(texts)],
            [iter(texts[:3]), np.array(hand[3:])],
        ]
        results = [evaluate(*form) for form in forms]
        assert {result.strength for result in results} == {strength}
        assert {result.cards for result in results} == {CardSet(hand)}
        made = Evaluation(CardSet(hand), strength)
        assert vars(results[0]) == vars(results[-1]) == vars(made)
        assert repr(results[0]) == repr(made)
        assert pickle.dumps(results[0]) == pickle.dumps(made)


# --- the best five --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("2c4h7d3s5c", "7d5c4h3s2c"),
        ("Kd2cAh2dQs", "2d2cAhKdQs"),
        ("3c2dQh3s2c", "3s3c2d2cQh"),
        ("2c5d2d5h5s", "5s5h5d2d2c"),
        ("As2d3h4c5s", "5s4c3h2dAs"),
        ("Ah5h4h3h2h", "5h4h3h2hAh"),
        ("AsKdQhJcTs", "AsKdQhJcTs"),
    ],
)
def test_five_cards_stand_the_most_significant_first(cards: str, five: str) -> None:
    assert best(cards) == five


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("AhKhQh7h2cAd", "AhAdKhQh7h"),
        ("As2d3h4c5s6d", "6d5s4c3h2d"),
        ("As2d3h4c5sKd", "5s4c3h2dAs"),
        ("As2d3h4c5sKdQd", "5s4c3h2dAs"),
        ("9c9s8h7d6c5h", "9s8h7d6c5h"),
        ("AcAdKcKdQcQdJs", "AdAcKdKcQd"),
        ("AcAdKcKd2c2dQs", "AdAcKdKcQs"),
        ("AcAdAhKcKdKh2s", "AhAdAcKhKd"),
        ("AcAdAhKcKdQhQs", "AhAdAcKdKc"),
        ("2c2d2h2sKcKdAs", "2s2h2d2cAs"),
        ("2c2d2h2sKcKdKh", "2s2h2d2cKh"),
        ("2h4h6h8hThQhAh", "AhQhTh8h6h"),
        ("2h3h4h5h6hAsAd", "6h5h4h3h2h"),
        ("Ah2h3h4h5h6s7s", "5h4h3h2hAh"),
        ("2h3h4h5h9h6s7s", "9h5h4h3h2h"),
        ("AhKhQhJhThAsAd", "AhKhQhJhTh"),
    ],
)
def test_of_six_or_seven_cards_the_best_five_are_chosen(cards: str, five: str) -> None:
    assert best(cards) == five


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_best_five_are_five_of_the_cards_and_worth_as_much(size: int) -> None:
    for hand in map(evaluate, sample(size, 50, seed=size)):
        assert CardSet(hand.best_five) <= hand.cards
        assert len(hand.best_five) == 5
        assert evaluate(hand.best_five) == hand


# --- comparing ------------------------------------------------------------------------------------


def test_a_better_hand_is_greater() -> None:
    pair, flush = evaluate("AhAdKcQs9h"), evaluate("2h4h", "6h8hTh")
    assert pair < flush > pair
    assert pair <= flush >= pair
    assert pair != flush


def test_hands_of_equal_strength_are_equal_whatever_cards_they_hold() -> None:
    hearts, seven = evaluate("AhKhQhJhTh"), evaluate("AsKsQsJsTs2c2d")
    assert hearts == seven
    assert hash(hearts) == hash(seven)
    assert hearts <= seven
    assert not hearts < seven


def test_hands_sort_by_strength() -> None:
    hands = [evaluate(text) for text in ("AhKhQhJhTh", "7d5c4h3s2c", "2c2d2h3s3c")]
    assert [hand.strength for hand in sorted(hands)] == [0, 7140, 7461]


def test_an_evaluation_is_no_number() -> None:
    assert evaluate("7d5c4h3s2c") != 0


def test_a_pickled_evaluation_is_the_same() -> None:
    hand = evaluate("AhKhQh7h2cAd")
    copied = pickle.loads(pickle.dumps(hand))
    assert (copied.cards, copied.strength) == (hand.cards, hand.strength)


def test_an_evaluation_keeps_all_cards() -> None:
    hand = evaluate("AhKh Qh7h2c Ad")
    assert repr(hand) == "Evaluation(cards=CardSet('AhAdKhQh7h2c'), strength=4132)"


# --- what cannot be evaluated ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("", "cards has 0 cards; it must have 5, 6 or 7"),
        ("AhKhQhJh", "cards has 4 cards (AhKhQhJh); it must have 5, 6 or 7"),
        ("AhKhQhJhTh9h8h7h", "cards has 8 cards (AhKhQhJhTh9h8h7h); it must have 5, 6 or 7"),
    ],
)
def test_a_wrong_number_of_cards_is_named(cards: str, message: str) -> None:
    with pytest.raises(CardCountError, match="^" + re.escape(message) + "$"):
        evaluate(cards)


def test_a_repeated_card_is_named() -> None:
    with pytest.raises(DuplicateCardError, match=r"^Ah appears twice in cards"):
        evaluate("AhKhQhJhThAh")


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(UnknownCardError, match="'Xx' in cards"):
        evaluate("AhKhQhJhXx")


# --- masks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["7d5c4h3s2c", "AhKhQhJhTh", "AhKhQh7h2cAd", "AsKsQsJsTs2c2d"])
def test_a_mask_has_the_strength_of_its_cards(cards: str) -> None:
    mask = CardSet(cards).mask
    assert evaluate_mask(mask) == evaluate(cards).strength
    assert type(evaluate_mask(mask)) is int


@pytest.mark.parametrize("mask", NO_HANDS, ids=hex)
def test_a_mask_that_is_no_hand_of_the_deck_is_refused(
    mask: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = f"^mask {mask:#x} does not hold five to seven cards"
    with pytest.raises(CardCountError, match=message):
        evaluate_mask(mask)
    kernel = _OneHand()
    kernel.load_kernel()
    monkeypatch.setattr(evaluation, "one_hand", kernel)
    with pytest.raises(CardCountError, match=message):
        evaluate_mask(mask)


# --- costs ----------------------------------------------------------------------------------------


def test_reading_cards_loads_neither_numpy_nor_numba() -> None:
    script = (
        "import sys, handsight, handsight.ranking, handsight.runtime.chunks;"
        "handsight.Card('Ah'), handsight.CardSet('AhKh'), handsight.evaluate;"
        "print([name for name in ('numpy', 'numba') if name in sys.modules])"
    )
    finished = run(script)
    assert (finished.stdout, finished.stderr) == ("[]\n", "")


def test_hole_cards_and_board_may_stand_apart() -> None:
    assert evaluate("AhKh", ["Qh", "7h"], CardSet("2c")) == evaluate("AhKhQh7h2c")
    with pytest.raises(DuplicateCardError, match="Ah"):
        evaluate("AhKh", "AhQh7h")
    with pytest.raises(CardCountError, match="0 cards"):
        evaluate()
