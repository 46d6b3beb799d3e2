"""Senzee's seven-card evaluator: every hand has a number of its own, and a value at it."""

import pickle
from functools import cache
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import CardCountError, InputError
from handsight.kernels.ahead import built
from handsight.kernels.ranking import senzee_7 as kernels
from handsight.ranking.published.senzee_7 import (
    HANDS,
    PIECE,
    Senzee7,
    hand_numbers,
    masks_in_order,
    values_in_order,
)
from tests.naive import ranking as naive
from tests.naive.deals import mask_of, sample

FEW = 200
SOME = sample(7, FEW, seed=7)


# --- the numbers --------------------------------------------------------------------------------


@cache
def words_of_size(size: int) -> list[int]:
    return [word for word in range(1 << 16) if word.bit_count() == size]


def naive_number(cards: list[int]) -> int:
    """Count the hands that come before a hand, word by word from the aces down."""
    hand = sum(1 << card for card in cards)
    number, rest = 0, 7
    for width, shift in [(4, 48), (16, 32), (16, 16), (16, 0)]:
        word = hand >> shift & ((1 << width) - 1)
        held = word.bit_count()
        number += sum(comb(width, k) * comb(shift, rest - k) for k in range(held))
        rest -= held
        number += words_of_size(held).index(word) * comb(shift, rest)
    return number


@pytest.mark.pure_python
def test_a_hand_has_the_number_that_counting_gives() -> None:
    numbers = hand_numbers(np.array(SOME, np.uint8))
    assert numbers.tolist() == [naive_number(hand) for hand in SOME]


@pytest.mark.pure_python
def test_the_order_of_the_cards_does_not_matter() -> None:
    hands = np.array(SOME, np.uint8)
    shuffled = np.random.default_rng(1).permuted(hands, axis=1)
    assert np.array_equal(hand_numbers(hands), hand_numbers(shuffled))


def test_numbers_run_from_0_to_133_784_559() -> None:
    aces_and_kings = [51, 50, 49, 48, 47, 46, 45]
    assert hand_numbers(np.array([range(7), aces_and_kings])).tolist() == [0, HANDS - 1]
    assert HANDS == comb(52, 7) == 133_784_560


@pytest.mark.pure_python
@pytest.mark.parametrize("start", [0, 12_345_678, 99_999_999, HANDS - FEW])
def test_hands_are_listed_in_the_order_of_their_numbers(start: int) -> None:
    hands = np.array([cards_of(mask) for mask in masks_in_order(start, FEW).tolist()])
    assert hand_numbers(hands).tolist() == list(range(start, start + FEW))


def cards_of(mask: int) -> list[int]:
    return [
        4 * rank + suit for rank in range(13) for suit in range(4) if mask >> 16 * suit + rank & 1
    ]


@pytest.mark.pure_python
def test_the_hand_of_a_number_can_be_found_from_anywhere() -> None:
    result = [int(masks_in_order(naive_number(hand), 1)[0]) for hand in SOME]
    assert result == [mask_of(hand) for hand in SOME]


def test_a_long_list_crosses_from_word_to_word() -> None:
    assert np.array_equal(
        masks_in_order(5_000_000, 300_000),
        np.concatenate([masks_in_order(5_000_000 + at, 1000) for at in range(0, 300_000, 1000)]),
    )


# --- the values ---------------------------------------------------------------------------------


@pytest.mark.pure_python
def test_the_table_holds_the_values_of_cactus_kev() -> None:
    values = [values_in_order(naive_number(hand), 1)[0] for hand in SOME]
    assert values == [7462 - naive.strength(hand) for hand in SOME]


@pytest.fixture(scope="module")
def filled() -> Senzee7:
    """Give an evaluator whose table is empty but for a few hands; memory is used for these only."""
    table = np.zeros(HANDS, np.uint16)
    for hand in SOME:
        table[naive_number(hand)] = 7462 - naive.strength(hand)
    return with_table(table)


def with_table(table: NDArray[np.uint16]) -> Senzee7:
    table.flags.writeable = False
    result = Senzee7()
    result._opened = table
    return result


@pytest.mark.pure_python
def test_a_hand_is_looked_up(filled: Senzee7) -> None:
    values = filled.values(SOME)
    assert values.tolist() == [7462 - naive.strength(hand) for hand in SOME]
    assert filled.to_strengths(values).tolist() == [naive.strength(hand) for hand in SOME]
    assert [filled.value(hand) for hand in SOME[:5]] == values[:5].tolist()


@pytest.mark.skipif(built() is not None, reason="numba compiles nothing: kernels are built ahead")
def test_its_kernels_are_compiled_once_for_all_layouts(filled: Senzee7) -> None:
    hands = np.array(SOME, np.uint8)
    fixed = hands.copy()
    fixed.flags.writeable = False
    for layout in (hands, fixed, hands[::2], np.asfortranarray(hands), hands.astype(np.int64)):
        filled.values(layout)
    assert len(getattr(kernels.look_up_sevens, "signatures", [1])) == 1


def test_a_royal_flush_is_1_and_the_weakest_hand_7462() -> None:
    assert Senzee7().to_strengths(np.array([1, 7462])).tolist() == [7461, 0]


@pytest.mark.parametrize("value", [0, 7463, -1])
def test_what_is_no_value_is_refused(value: int) -> None:
    with pytest.raises(InputError, match=f"{value} is not a value that senzee-7 gives"):
        Senzee7().to_strength(value)


@pytest.mark.parametrize("cards", ["AhKhQhJhTh", "AhKhQhJhTh9h"])
def test_it_takes_seven_cards_and_no_fewer(cards: str, filled: Senzee7) -> None:
    with pytest.raises(CardCountError):
        filled.value(cards)


def test_the_table_has_two_bytes_a_hand() -> None:
    assert Senzee7().memory_bytes == 267_569_120
    assert HANDS % PIECE != 0  # the last piece is shorter than the others


def test_it_travels_without_its_table(filled: Senzee7) -> None:
    assert len(pickle.dumps(filled)) < 1000
    assert pickle.loads(pickle.dumps(filled))._opened is None
