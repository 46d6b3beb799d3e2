"""Hands of all sizes and forms, ranked at once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, DuplicateCardError, InputError, UnknownCardError
from handsight.ranking import evaluate, rank_many
from tests.naive.deals import sample


def texts(count: int) -> list[str]:
    hands = [hand for size in (5, 6, 7) for hand in sample(size, count, seed=size)]
    return ["".join(str(Card(card)) for card in hand) for hand in hands]


def test_each_hand_is_worth_what_evaluate_says() -> None:
    hands = texts(200)
    ranks = rank_many(hands)
    assert ranks.strength.tolist() == [evaluate(hand).strength for hand in hands]
    assert ranks.category.tolist() == [evaluate(hand).category for hand in hands]
    assert ranks.masks.tolist() == [CardSet(hand).mask for hand in hands]
    assert ranks.valid.all()
    with ThreadPoolExecutor(2) as executor:
        shared = rank_many(hands, executor=executor)
    assert shared.strength.tolist() == ranks.strength.tolist()


def test_boards_are_added_to_hands() -> None:
    holes, boards = ["AhKh", "2c2d", "9s8s"], ["Qh7h2c", "Qh7h2h3s", "7s6s5sAdKd"]
    expected = [evaluate(hole, board).strength for hole, board in zip(holes, boards, strict=True)]
    assert rank_many(holes, boards).strength.tolist() == expected
    masks = np.array([CardSet(board).mask for board in boards], np.uint64)
    assert rank_many(holes, masks).strength.tolist() == expected


@pytest.mark.parametrize(
    ("hand", "board", "kind", "message"),
    [
        (
            "AhKh",
            "",
            CardCountError,
            r"^row 1: hands has 2 cards \(AhKh\); it must have 5, 6 or 7$",
        ),
        ("AhKhQhJhTh9h8h", "2c", CardCountError, "^row 1: hands has 8 cards "),
        ("AhKh", "AhQhJh", DuplicateCardError, "^row 1: Ah appears twice: in hands and in boards"),
        ("AhKhQhJhTx", "", UnknownCardError, "^row 1: unknown card 'Tx' in hands"),
        (None, "", InputError, "^row 1: hands is of type NoneType"),
    ],
)
def test_a_row_that_is_no_hand_is_named_or_marked(
    hand: Any, board: str, kind: type[InputError], message: str
) -> None:
    hands, boards = ["AhKhQhJhTh", hand], ["", board]
    with pytest.raises(kind, match=message):
        rank_many(hands, boards)
    ranks = rank_many(hands, boards, errors="mask")
    assert ranks.strength.tolist() == [7461, -1]
    assert ranks.category.tolist() == ["straight_flush", ""]
    assert ranks.valid.tolist() == [True, False]


def test_no_hands_have_no_ranks() -> None:
    assert rank_many([]).category.shape == (0,)
