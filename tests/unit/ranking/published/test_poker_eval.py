"""The way of Pokersource poker-eval."""

from functools import cache
from itertools import combinations

import pytest

from handsight.ranking.published.poker_eval import PokerEval, tables

pytestmark = pytest.mark.pure_python

poker_eval = cache(PokerEval)  # its scale takes a while without the compiler

LANES = range(8192)
STRAIGHTS = {top: {rank % 13 for rank in range(top - 4, top + 1)} for top in range(3, 13)}


def ranks_of(lane: int) -> list[int]:
    """List the ranks of a lane, the highest first."""
    return [rank for rank in range(12, -1, -1) if lane >> rank & 1]


# --- tables ---------------------------------------------------------------------------------------


def test_the_table_of_bits_counts_ranks() -> None:
    assert tables().bits.tolist() == [lane.bit_count() for lane in LANES]


def test_the_table_of_top_cards_holds_the_highest_rank() -> None:
    assert tables().top.tolist() == [max(ranks_of(lane), default=0) for lane in LANES]


def test_the_table_of_top_fives_holds_five_ranks_of_four_bits() -> None:
    expected = [
        sum(rank << (16 - 4 * place) for place, rank in enumerate(ranks_of(lane)[:5]))
        for lane in LANES
    ]
    assert tables().top_five.tolist() == expected


def test_the_table_of_straights_holds_the_top_of_the_best_one() -> None:
    expected = [
        max((top for top, ranks in STRAIGHTS.items() if ranks <= set(ranks_of(lane))), default=0)
        for lane in LANES
    ]
    assert tables().straight.tolist() == expected


def test_ten_sets_of_five_ranks_are_straights() -> None:
    fives = [sum(1 << rank for rank in ranks) for ranks in combinations(range(13), 5)]
    assert sum(tables().straight[five] > 0 for five in fives) == 10


def test_the_memory_is_that_of_the_four_tables() -> None:
    assert poker_eval().memory_bytes == 8192 * (1 + 1 + 4 + 1)


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("7c5d4h3s2c", 0x0_053210),
        ("AhAd7c5s2h", 0x1_0C5300),
        ("9h9d4s4cKd", 0x2_072B00),
        ("3c3d3hAs6s", 0x3_01C400),
        ("As2d3h4c5s", 0x4_030000),
        ("Ah9h4h3h2h", 0x5_0C7210),
        ("2c2d2hAsAd", 0x6_00C000),
        ("2c2d2h2sAd", 0x7_00C000),
        ("AhKhQhJhTh", 0x8_0C0000),
    ],
)
def test_a_value_is_the_hand_type_and_the_cards_that_count(cards: str, value: int) -> None:
    assert poker_eval().value(cards) == value


@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("2h3h4h5h6hAsAd", "2h3h4h5h6h"),  # a straight flush above a pair
        ("2h4h6h8hThQhAh", "6h8hThQhAh"),  # seven of a suit
        ("2c3d4h5s6c7d8h", "4h5s6c7d8h"),  # seven in a row
        ("AcAdKcKdQcQdJs", "AcAdKcKdQc"),  # three pairs: the third pair gives the kicker
        ("AcAdKcKd2c2dJs", "AcAdKcKdJs"),  # three pairs: the single card does
        ("AcAdAhKcKdKh2s", "AcAdAhKcKd"),  # trips twice
        ("AcAdAhKcKdQhQs", "AcAdAhKcKd"),  # trips and two pairs
        ("2c2d2h2sKcKdAs", "2c2d2h2sAs"),  # quads and a pair
        ("2c2d2h2sKcKdKh", "2c2d2h2sKc"),  # quads and trips
        ("5c5d5h2s3c4dAh", "5c2s3c4dAh"),  # trips in a straight
        ("5h5d2h3h4h9hKs", "5h2h3h4h9h"),  # a pair and a flush
    ],
)
def test_of_seven_cards_the_best_five_count(seven: str, five: str) -> None:
    assert poker_eval().value(seven) == poker_eval().value(five)
