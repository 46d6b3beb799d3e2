"""Deals for training: the same cards looked up and compared one by one."""

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint.buckets import deal_states
from handsight.cards import parse_cards
from handsight.kernels.blueprint.buckets import POINTS
from handsight.kernels.blueprint.deals import (
    BucketTables,
    bucket_board,
    draw_cards,
    draw_deals,
    draw_hands,
    flop_place,
    make_deal_room,
    river_points,
    turn_place,
)
from handsight.kernels.odds.deals import BLOCK
from handsight.ranges.combos import combo_number
from handsight.ranges.suits import CHANGES, board_classes, combo_tables
from handsight.ranking import evaluate_mask
from tests.unit.kernels.blueprint.test_buckets import deck, mask_of, naive_points, points_on

pytestmark = pytest.mark.pure_python
RIVERS = 50


def read_only(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    array.setflags(write=False)
    return array


def made_up_tables() -> BucketTables:
    """Make tables of random buckets: what is looked up is then known to be the right place."""
    rng = np.random.default_rng(5)
    flops, turns = board_classes(3), board_classes(4)
    return BucketTables(
        read_only(rng.integers(0, 169, 1326, np.uint8)),
        combo_tables()[2],
        *(flops.class_of, flops.change_of, turns.class_of, turns.change_of),
        read_only(rng.integers(0, 256, (1755, 1326), np.uint8)),
        read_only(rng.integers(0, 256, (16432, 1326), np.uint8)),
        RIVERS,
    )


TABLES = made_up_tables()


def drawn(seed: int, pairs: int) -> NDArray[np.uint8]:
    """Draw the cards of the first block of boards: uint8[512, 5 + 4 * pairs]."""
    rows = 5 + 4 * pairs
    swaps, places = np.empty((rows, BLOCK), np.uint8), np.empty((rows, BLOCK), np.uint8)
    draw_cards(deal_states(seed, 0), swaps, places, np.empty(BLOCK, np.uint64))
    return np.ascontiguousarray(places.T)


def dealt(count: int, seed: int, pairs: int) -> tuple[NDArray[np.uint16], NDArray[np.int8]]:
    buckets, outcomes = np.empty((count, 2, 4), np.uint16), np.empty(count, np.int8)
    draw_deals(deal_states(seed, 0), pairs, TABLES, buckets, outcomes)
    return buckets, outcomes


def looked_up(table: NDArray[np.uint8], board: list[int], hole: list[int]) -> int:
    """Rename the suits so that the board is the first of its class, and the hand with it."""
    classes = board_classes(len(board))
    place = sum(comb(card, number) for number, card in enumerate(sorted(board), 1))
    change = CHANGES[classes.change_of[place]]
    low, high = (4 * (card // 4) + change[card % 4] for card in hole)
    return int(table[classes.class_of[place], combo_number(low, high)])


def naive_deal(board: list[int], holes: list[list[int]]) -> tuple[list[list[int]], int]:
    buckets = [
        [
            int(TABLES.classes[combo_number(*hole)]),
            looked_up(TABLES.flop, board[:3], hole),
            looked_up(TABLES.turn, board[:4], hole),
            naive_points(tuple(hole), board) * RIVERS // POINTS,
        ]
        for hole in holes
    ]
    mine, theirs = (evaluate_mask(mask_of([*board, *hole])) for hole in holes)
    return buckets, (mine > theirs) - (mine < theirs)


@pytest.mark.parametrize("pairs", [1, 3])
def test_deals_are_those_of_the_same_cards_looked_up_one_by_one(pairs: int) -> None:
    buckets, outcomes = dealt(6, 11, pairs)
    for number in range(6):
        cards = drawn(11, pairs)[number // pairs].tolist()
        at = 5 + 4 * (number % pairs)
        expected = naive_deal(cards[:5], [cards[at : at + 2], cards[at + 2 : at + 4]])
        assert (buckets[number].tolist(), outcomes[number]) == expected


@pytest.mark.parametrize(("players", "groups"), [(3, 1), (3, 7), (6, 3), (22, 1)])
def test_hands_of_several_players_are_those_of_the_same_cards(players: int, groups: int) -> None:
    count = 2 * groups
    buckets, strengths = (
        np.empty((count, players, 4), np.uint16),
        np.empty((count, players), np.uint16),
    )
    draw_hands(deal_states(5, 0), groups, TABLES, buckets, strengths)
    rows = 5 + 2 * players * groups
    swaps, places = np.empty((rows, BLOCK), np.uint8), np.empty((rows, BLOCK), np.uint8)
    draw_cards(deal_states(5, 0), swaps, places, np.empty(BLOCK, np.uint64))
    for number in (0, count - 1):
        cards = places[:, number // groups].tolist()
        assert len(set(cards)) == rows
        at = 5 + 2 * players * (number % groups)
        holes = [cards[at + 2 * seat : at + 2 * seat + 2] for seat in range(players)]
        ranked = [evaluate_mask(mask_of([*cards[:5], *hole])) for hole in holes]
        order = np.argsort(ranked, kind="stable")
        assert (np.diff(strengths[number][order].astype(int)) >= 0).all()
        for one, other in pairwise(order.tolist()):
            is_tie = ranked[one] == ranked[other]
            assert (strengths[number, one] == strengths[number, other]) == is_tie
        for seat in (0, players - 1):
            expected, _ = naive_deal(cards[:5], [holes[seat]] * 2)
            assert buckets[number, seat].tolist() == expected[0]


@pytest.mark.parametrize("pairs", [1, 11])
def test_the_cards_of_a_board_and_its_hands_all_differ(pairs: int) -> None:
    cards = drawn(3, pairs)
    assert cards.max() < 52
    assert all(len(set(row)) == 5 + 4 * pairs for row in cards.tolist())


def test_every_place_is_dealt_every_card_about_as_often() -> None:
    cards = np.concatenate([drawn(seed, 1) for seed in range(20)])
    counts = np.array([np.bincount(column, minlength=52) for column in cards.T])
    expected = len(cards) / 52
    chi2 = ((counts - expected) ** 2 / expected).sum(axis=1)
    assert (chi2 < 51 + 5 * (2 * 51) ** 0.5).all()  # five standard deviations of its own


@pytest.mark.parametrize("pairs", [1, 4])
def test_the_first_deals_are_the_same_however_many_are_drawn(pairs: int) -> None:
    few, many = dealt(5, 2, pairs), dealt(14, 2, pairs)
    assert np.array_equal(few[0], many[0][:5])
    assert np.array_equal(few[1], many[1][:5])


def test_a_tie_and_a_win_are_told_apart() -> None:
    for text, hands, sign in (
        ("AhKhQhJhTh", "2c3d4s5s", 0),
        ("AhKhQhJh2c", "Th3d4s5s", 1),
        ("AhKhQhJh2c", "4s5sTh3d", -1),
    ):
        board, holes = (
            [card.index for card in parse_cards(each, "cards")] for each in (text, hands)
        )
        buckets, strengths = np.empty((2, 4), np.uint16), np.empty(2, np.uint16)
        cards = np.array([*board, *holes], np.uint8)
        bucket_board(cards, TABLES, make_deal_room(), buckets, strengths)
        mine, theirs = strengths.tolist()
        assert (mine > theirs) - (mine < theirs) == sign
        if not sign:
            assert buckets[:, 3].tolist() == [990 * RIVERS // POINTS] * 2


def test_the_points_of_one_hand_are_those_among_all_hands() -> None:
    board = [card.index for card in parse_cards("Td9d6hQc3s", "cards")]
    expected = points_on(board)
    for one, other in list(combinations(deck(*board), 2))[::90]:
        points = river_points(np.uint64(mask_of(board)), other, one)
        assert points == expected[combo_number(one, other)]


@pytest.mark.parametrize("size", [3, 4])
def test_places_do_not_depend_on_the_order_of_the_cards(size: int) -> None:
    rng = np.random.default_rng(size)
    place_of = flop_place if size == 3 else turn_place
    for _ in range(200):
        cards = [int(card) for card in rng.permutation(52)[:size]]
        expected = sum(comb(card, number) for number, card in enumerate(sorted(cards), 1))
        assert place_of(*cards) == expected
