"""The classes of runouts, against all runouts."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.odds.runouts import (
    NO_SUIT,
    RANKS,
    binomials,
    multiset_number,
    popcount,
    rank_multisets,
    runout_classes,
    spread,
    subsets,
    suit_copies,
)

Class = tuple[int, int, int]
"""Ranks that come, four bits a rank; the lane of those in the flush suit; the flush suit."""

LANE = 0x1FFF


def lanes_of(*groups: list[int]) -> NDArray[np.int64]:
    """Give the suit lanes of groups of cards."""
    masks = [CardSet(cards).mask for cards in groups]
    return np.array([[mask >> 16 * suit & LANE for suit in range(4)] for mask in masks])


def deal(live: int, board: int, seed: int) -> tuple[list[int], list[int], list[int]]:
    """Draw live cards, a board and a hole from one deck; the rest is dead."""
    cards = Random(seed).sample(range(52), live + board + 2)
    return cards[:live], cards[live : live + board], cards[live + board :]


def packed_ranks(cards: tuple[int, ...]) -> int:
    return sum(1 << 4 * (card // 4) for card in cards)


def class_of(runout: tuple[int, ...], board: list[int], lanes: NDArray[np.int64]) -> Class:
    """Put a runout where it belongs; a suit is represented by the first one that looks like it."""
    for suit in range(4):
        if sum(card % 4 == suit for card in [*runout, *board]) >= 3:
            lane = sum(1 << card // 4 for card in runout if card % 4 == suit)
            alike = [bool((lanes[:, other] == lanes[:, suit]).all()) for other in range(4)]
            return packed_ranks(runout), lane, alike.index(True)
    return packed_ranks(runout), 0, NO_SUIT


def classes(lanes: NDArray[np.int64], size: int) -> list[tuple[int, Class]]:
    """List the kernel's classes with their weights."""
    weights, packed, suited, suits = (array.tolist() for array in runout_classes(lanes, size))
    return list(zip(weights, zip(packed, suited, suits, strict=True), strict=True))


def check_all_runouts(live: list[int], board: list[int], hole: list[int], size: int) -> None:
    lanes = lanes_of(live, board, hole)
    expected = Counter(class_of(runout, board, lanes) for runout in combinations(live, size))
    result = classes(lanes, size)
    assert len({each for _, each in result}) == len(result)
    assert {each: weight for weight, each in result} == expected


# --- classes --------------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_classes_hold_all_runouts_and_each_once(board: int) -> None:
    for seed in range(4):
        for size in range(6 - board):
            check_all_runouts(*deal(9, board, seed), size)


@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_classes_of_larger_decks_hold_all_runouts_too(board: int) -> None:
    for seed in range(3):
        for size in range(6 - board):
            check_all_runouts(*deal(17, board, seed), size)


@pytest.mark.pure_python
def test_suits_that_look_alike_are_merged() -> None:
    live = [card for card in range(52) if card // 4 in (0, 5, 12)]
    board, hole = [], []
    check_all_runouts(live, board, hole, 3)
    suits = {suit for _, (_, _, suit) in classes(lanes_of(live, board, hole), 3)}
    assert suits == {0, NO_SUIT}


@pytest.mark.repeats(8)
@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("live", [52, 50, 45, 30, 12])
def test_weights_add_up_to_all_runouts(live: int, size: int) -> None:
    for seed in range(3):
        cards = Random(seed).sample(range(52), live)
        hole = [card for card in range(52) if card not in cards][:2]
        weights, *_ = runout_classes(lanes_of(cards, [], hole), size)
        assert weights.min() > 0
        assert weights.sum() == comb(live, size)


@pytest.mark.parametrize(("board", "size"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)])
def test_weights_add_up_whatever_lies_on_the_board(board: int, size: int) -> None:
    for seed in range(20):
        live, lies, hole = deal(30, board, seed)
        weights, *_ = runout_classes(lanes_of(live, lies, hole), size)
        assert weights.sum() == comb(30, size)


@pytest.mark.parametrize("board", [0, 3, 4])
def test_a_flush_suit_has_three_cards_on_the_final_board(board: int) -> None:
    live, lies, hole = deal(40, board, seed=board)
    lanes = lanes_of(live, lies, hole)
    for _, (packed, suited, suit) in classes(lanes, 5 - board):
        if suit == NO_SUIT:
            assert suited == 0
        else:
            assert suited.bit_count() + int(lanes[1, suit]).bit_count() >= 3
            assert suited & ~int(lanes[0, suit]) == 0
            assert all(packed >> 4 * rank & 15 for rank in range(RANKS) if suited >> rank & 1)


def test_of_two_million_boards_before_the_flop_less_than_a_hundred_thousand_classes_are_left() -> (
    None
):
    live = sorted(CardSet.full() - CardSet("KcAd"))
    weights, *_ = runout_classes(lanes_of([card.index for card in live], [], [44, 49]), 5)
    assert weights.sum() == 2_118_760
    assert weights.size < 100_000


@pytest.mark.pure_python
def test_with_no_card_to_come_there_is_one_class() -> None:
    assert classes(lanes_of(*deal(9, 5, seed=2)), 0) == [(1, (0, 0, NO_SUIT))]
    hearts = [4 * rank + 2 for rank in range(3)]
    assert classes(lanes_of([0, 1], hearts, [48, 49]), 0) == [(1, (0, 0, 2))]


@pytest.mark.pure_python
def test_with_too_few_live_cards_there_is_no_class() -> None:
    assert classes(lanes_of([0], [4, 8, 13], [48, 49]), 2) == []


# --- their parts ----------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("size", range(4))
def test_multisets_of_ranks_are_as_many_as_can_be_drawn(size: int) -> None:
    available = np.array([4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4], np.int64)
    deck = [rank for rank in range(RANKS) for _ in range(available[rank])]
    drawn = Counter(
        sum(1 << 4 * deck[place] for place in places)
        for places in combinations(range(len(deck)), size)
    )
    packed, ways = rank_multisets(available, size)
    assert dict(zip(packed.tolist(), ways.tolist(), strict=True)) == drawn


@pytest.mark.pure_python
def test_multisets_are_numbered_without_gaps() -> None:
    choose = binomials()
    numbers = [
        multiset_number(sum(1 << 4 * rank for rank in ranks), choose)
        for ranks in combinations_with_replacement(range(RANKS), 3)
    ]
    assert sorted(numbers) == list(range(comb(RANKS + 2, 3)))


@pytest.mark.pure_python
def test_binomials_are_those_of_pascal() -> None:
    assert binomials().tolist() == [[comb(n, k) for k in range(6)] for n in range(18)]


@pytest.mark.pure_python
@pytest.mark.parametrize("size", range(5))
def test_subsets_of_a_lane_are_all_of_their_size(size: int) -> None:
    lane = 0b1_0010_0100_1001
    bits = [1 << rank for rank in range(RANKS) if lane >> rank & 1]
    expected = sorted(sum(chosen) for chosen in combinations(bits, size))
    assert sorted(subsets(lane, size).tolist()) == expected


@pytest.mark.pure_python
@pytest.mark.parametrize("lane", [0, 1, 0x1000, 0x1FFF, 0x0A5A])
def test_a_lane_is_counted_and_spread(lane: int) -> None:
    assert popcount(lane) == lane.bit_count()
    assert spread(lane) == sum(1 << 4 * rank for rank in range(RANKS) if lane >> rank & 1)


@pytest.mark.pure_python
def test_the_first_of_alike_suits_stands_for_all_of_them() -> None:
    lanes = np.array([[3, 7, 3, 3], [1, 1, 1, 2]], np.int64)
    assert [suit_copies(lanes, suit) for suit in range(4)] == [2, 1, 0, 1]
