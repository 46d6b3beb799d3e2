"""Calls for one hand that are answered in C say what Python says, and leave errors to it."""

import copy
import inspect
import pickle
from typing import Any

import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, DuplicateCardError, InputError, UnknownCardError
from handsight.kernels.ahead import built
from handsight.ranking import Evaluation, evaluate, evaluate_mask
from tests.naive import ranking as naive
from tests.naive.deals import sample


def in_python(call: Any) -> Any:
    """Return the function that a call stands for: itself where kernels are not compiled ahead."""
    return inspect.unwrap(call)


def forms(hand: list[int]) -> list[tuple[Any, ...]]:
    """Return the same cards in all forms that are usual."""
    texts = [str(Card(index)) for index in hand]
    return [
        (hand,),
        (tuple(hand),),
        ("".join(texts),),
        (" ".join(texts),),
        (texts,),
        ("".join(texts[:2]), " ".join(texts[2:])),
        (hand[:2], "".join(texts[2:])),
        (CardSet(hand),),
        ([Card(index) for index in hand],),
    ]


@pytest.mark.pure_python
@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_form_has_the_strength_of_its_cards(size: int) -> None:
    for hand in sample(size, 60, seed=size):
        strength = naive.strength(hand)
        for form in forms(hand):
            found = evaluate(*form)
            assert type(found) is Evaluation
            assert (found.strength, found.cards) == (strength, CardSet(hand)), form
        assert evaluate_mask(CardSet(hand).mask) == strength


@pytest.mark.pure_python
@pytest.mark.parametrize(
    ("cards", "error"),
    [
        ((), CardCountError),
        (("",), CardCountError),
        (([],), CardCountError),
        (("AhKhQhJh",), CardCountError),
        (([0, 1, 2, 3, 4, 5, 6, 7],), CardCountError),
        (("AhKhQhJhTx",), UnknownCardError),
        (("AhKhQhJhT",), UnknownCardError),
        (("AhKhQhJh\0T",), UnknownCardError),
        (("AhKhQhJhÄh",), UnknownCardError),
        (([0, 1, 2, 3, 52],), UnknownCardError),
        (([0, 1, 2, 3, -1],), UnknownCardError),
        (([0, 1, 2, 3, 1 << 70],), UnknownCardError),
        (([0, 1, 2, 3, True],), InputError),
        (([0, 1, 2, 3, 4.0],), InputError),
        (([0, 1, 2, 3, None],), InputError),
        (([0, 1, 2, 3, 3],), DuplicateCardError),
        (("AhKhQhJhTh", "Ah"), DuplicateCardError),
        ((7,), InputError),
    ],
)
def test_what_is_wrong_is_said_by_python(cards: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error) as raised:
        evaluate(*cards)
    with pytest.raises(error) as expected:
        in_python(evaluate)(*cards)
    assert str(raised.value) == str(expected.value)


@pytest.mark.pure_python
@pytest.mark.parametrize("mask", [0, -1, 0b1111, 0xFFFF, 1 << 63, 1 << 70, -(1 << 70)])
def test_a_mask_that_is_no_hand_is_refused(mask: int) -> None:
    with pytest.raises(CardCountError, match=f"mask {mask:#x} does not hold"):
        evaluate_mask(mask)


@pytest.mark.pure_python
@pytest.mark.parametrize("mask", [None, "AhKhQhJhTh", 31.0, True])
def test_a_mask_that_is_no_integer_is_refused(mask: Any) -> None:
    with pytest.raises(InputError, match="must be an integer"):
        evaluate_mask(mask)


@pytest.mark.pure_python
def test_an_evaluation_from_a_mask_is_as_good_as_any() -> None:
    hand, same = evaluate("AhKhQhJhTh"), Evaluation(CardSet("AhKhQhJhTh"), 7461)
    for made in (hand, pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand), same):
        assert (made, made.cards, made.name) == (same, same.cards, same.name)
        assert (hash(made), repr(made)) == (hash(same), repr(same))
        with pytest.raises(AttributeError):
            made.strength = 1  # type: ignore[misc]


@pytest.mark.pure_python
def test_the_calls_pass_for_functions() -> None:
    for call in (evaluate, evaluate_mask):
        assert call.__module__ == "handsight.ranking.evaluation"
        assert "Example" in inspect.getdoc(call)  # type: ignore[operator]
        assert [*inspect.signature(call).parameters] in (["cards"], ["mask"])
        assert pickle.loads(pickle.dumps(call)) is call
    if built() is not None:
        assert in_python(evaluate) is not evaluate
