"""The TwoPlusTwo evaluator: what its states are, what follows them, and what they are worth."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import InputError, OptionError
from handsight.kernels.ahead import built
from handsight.kernels.ranking import two_plus_two as kernels
from handsight.ranking.published import two_plus_two
from handsight.ranking.published.two_plus_two import ROWS, SLOTS, TwoPlusTwo, native_values
from tests.naive import ranking as naive
from tests.naive.deals import sample

FEW = 60
SOME = sample(7, FEW, seed=2)
SUITED = [[0, 4, 8, 12, 16, 1, 2], [51, 47, 43, 39, 35, 31, 0], [3, 7, 11, 15, 50, 46, 19]]
SAME_RANKS = [[0, 1, 2, 3, 4, 5, 6], [48, 44, 49, 45, 50, 46, 40]]
HANDS = SOME + SUITED + SAME_RANKS
LAST_EIGHT = range(44, 52)


# --- states -------------------------------------------------------------------------------------


def naive_state(cards: Iterable[int]) -> int:
    """Erase the suits that can no longer make a flush, sort, and write a byte a card."""
    held = list(cards)
    suits = Counter(card % 4 for card in held)
    to_come = 7 - len(held)
    kept = [(card // 4 + 1, card % 4 + 1 if suits[card % 4] + to_come >= 5 else 0) for card in held]
    return int.from_bytes(bytes(16 * rank + suit for rank, suit in sorted(kept)), "big")


def successors_of(cards: list[int]) -> NDArray[np.int64]:
    [successors] = two_plus_two._successors(np.array([naive_state(cards)]), len(cards))
    return np.asarray(successors)


@pytest.mark.pure_python
def test_a_state_keeps_all_ranks_and_the_suits_that_can_make_a_flush() -> None:
    for hand in HANDS:
        for size in range(6):
            follows = successors_of(hand[:size])
            for card in hand[size:]:
                assert follows[card] == naive_state([*hand[:size], card])


@pytest.mark.pure_python
def test_the_order_of_the_cards_does_not_matter_to_a_state() -> None:
    for hand in HANDS:
        ends = {int(successors_of([*hand[:5]][::way])[hand[5]]) for way in (1, -1)}
        assert len(ends) == 1


@pytest.mark.pure_python
def test_a_card_cannot_come_twice_nor_a_fifth_of_a_rank() -> None:
    assert (successors_of([0, 4, 9])[[0, 4, 9]] == 0).all()
    four_aces = successors_of([48, 49, 50, 51, 0])
    assert (four_aces[48:] == 0).all()
    assert (four_aces[1:48] != 0).all()


def levels(most: int) -> list[int]:
    """Count the states of so many cards, up to some number of them."""
    states, counts = np.zeros(1, np.int64), [1]
    with ThreadPoolExecutor() as pool:
        for size in range(most):
            follow = partial(two_plus_two._successors, size=size)
            states = two_plus_two._distinct(list(two_plus_two._each(follow, states, pool)))
            counts.append(len(states))
    return counts


def test_there_are_as_many_states_as_counting_gives() -> None:
    multisets = [comb(12 + size, size) for size in range(5)]
    of_four_cards = (
        multisets[4]  # of four suits
        + 4 * comb(13, 2) * multisets[2]  # two of one suit, the others erased
        + comb(4, 2) * comb(13, 2) ** 2
        + 4 * comb(13, 3) * multisets[1]
        + 4 * comb(13, 4)
    )
    assert levels(4) == [1, 52, comb(52, 2), comb(52, 3), of_four_cards]


@pytest.mark.exhaustive
def test_all_states_and_an_empty_row_make_the_size_that_the_papers_print() -> None:
    counts = levels(6)
    assert counts[5:] == [152_607, 352_443]
    assert sum(counts) + 1 == ROWS == 612_978
    assert ROWS * SLOTS == 32_487_834


def test_its_size_is_130_megabytes() -> None:
    assert TwoPlusTwo().memory_bytes == 129_951_336


# --- values -------------------------------------------------------------------------------------


@pytest.mark.pure_python
def test_a_value_is_its_category_and_the_rank_within_both_from_1() -> None:
    values = native_values()
    assert [divmod(value, 4096) for value in values[[0, 1276, 1277, 7461]].tolist()] == [
        *((1, 1), (1, 1277)),
        *((2, 1), (9, 10)),
    ]
    assert TwoPlusTwo().to_strengths(values).tolist() == list(range(7462))


@pytest.mark.parametrize("value", [0, 4096, 4096 * 9 + 11, 4096 * 10 + 1])
def test_what_is_no_value_is_refused(value: int) -> None:
    with pytest.raises(InputError, match=f"{value} is not a value that two-plus-two gives"):
        TwoPlusTwo().to_strength(value)


@pytest.mark.pure_python
@pytest.mark.parametrize("hand", HANDS[-8:])
def test_the_row_of_a_state_of_six_cards_has_the_values_of_all_seventh_cards(
    hand: list[int],
) -> None:
    six = hand[:6]
    row = two_plus_two._last_rows(np.array([naive_state(six)]))[0]
    values = native_values()
    assert row[0] == values[naive.strength(six)]
    for card in set(range(52)) - set(six):
        assert row[1 + card] in (values[naive.strength([*six, card])], 0)
        assert row[1 + card] != 0 or [held // 4 for held in six].count(card // 4) == 4


@pytest.mark.pure_python
def test_a_card_that_cannot_come_has_the_value_0() -> None:
    royal = [48, 44, 40, 36, 32, 0]
    row = two_plus_two._last_rows(np.array([naive_state(royal)]))[0]
    assert (row[[1 + card for card in royal[:5]]] == 0).all()
    of_four = two_plus_two._last_rows(np.array([naive_state([0, 1, 2, 3, 4, 9])]))[0]
    assert (of_four[1:5] == 0).all()


# --- the machine --------------------------------------------------------------------------------


def machine_for(hands: list[list[int]]) -> TwoPlusTwo:
    """Make the part of the table that some hands go through, card by card."""
    rows = [np.zeros((1, SLOTS), np.int32)]
    states, row = np.zeros(1, np.int64), 2
    for size in range(6):
        following = np.unique([naive_state(hand[: size + 1]) for hand in hands])
        successors = two_plus_two._successors(states, size)
        rows.append(two_plus_two._rows(states, size, successors, following, row))
        states, row = following, row + len(following)
    table = np.concatenate([*rows, two_plus_two._last_rows(states)]).ravel()
    table.flags.writeable = False
    result = TwoPlusTwo()
    result._opened = table
    return result


@pytest.mark.pure_python
@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_hand_takes_one_look_up_a_card_and_one_more_if_it_is_short(size: int) -> None:
    machine = machine_for(HANDS)
    hands = [hand[:size] for hand in HANDS]
    strengths = [naive.strength(hand) for hand in hands]
    values = machine.values(hands)
    assert values.tolist() == native_values()[strengths].tolist()
    assert machine.to_strengths(values).tolist() == strengths
    assert [machine.value(hand) for hand in hands[:3]] == values[:3].tolist()


@pytest.mark.pure_python
def test_hands_beyond_a_block_are_looked_up_too() -> None:
    hands = (HANDS * 40)[: 2 * kernels.BLOCK + 1]
    machine = machine_for(HANDS)
    expected = machine.values(HANDS)
    assert np.array_equal(machine.values(hands), np.tile(expected, 40)[: len(hands)])


@pytest.mark.pure_python
def test_all_hands_of_two_lowest_cards_are_walked_in_order() -> None:
    hands = [list(hand) for hand in combinations(LAST_EIGHT, 7)]
    machine = machine_for(hands)
    begin = [hand for hand in hands if hand[:2] == [44, 45]]
    assert len(begin) == comb(6, 5)
    walked = machine.values_in_order(44, 45)
    assert np.array_equal(walked, machine.values(begin))
    room = np.full(8, -1, np.int32)
    assert np.array_equal(machine.values_in_order(44, 45, out=room), walked)
    assert room.tolist() == [*walked.tolist(), -1, -1]


@pytest.mark.skipif(built() is not None, reason="numba compiles nothing: kernels are built ahead")
def test_its_kernels_are_compiled_once_for_all_sizes_and_layouts() -> None:
    machine = machine_for(HANDS)
    for size in (5, 6, 7):
        hands = np.array(HANDS, np.uint8)[:, :size]
        for layout in (hands, hands[::2], hands.astype(np.int64), np.asfortranarray(hands)):
            machine.values(layout)
    for kernel in (kernels.look_up_cards, kernels.find_successors, kernels.value_states):
        assert len(getattr(kernel, "signatures", [1])) == 1


@pytest.mark.parametrize(
    ("first", "second"), [(-1, 3), (3, 3), (4, 3), (46, 47), (0, 47), (0.0, 1), (True, 2)]
)
def test_the_two_lowest_cards_leave_room_for_five(first: int, second: int) -> None:
    with pytest.raises(OptionError, match=f"first and second are {first!r} and {second!r}; they"):
        TwoPlusTwo().values_in_order(first, second)


@pytest.mark.parametrize(
    "out", [np.empty(5, np.int32), np.empty(6, np.int64), np.empty(12, np.int32)[::2]]
)
def test_an_array_to_fill_has_room_for_all(out: NDArray[np.int32]) -> None:
    with pytest.raises(OptionError, match="out must be a writable contiguous int32 array of 6"):
        TwoPlusTwo().values_in_order(44, 45, out=out)
