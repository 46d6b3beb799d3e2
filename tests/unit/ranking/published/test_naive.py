"""The naive evaluator of CISTI-2013."""

from functools import cache

import pytest

from handsight.errors import CardCountError, DuplicateCardError
from handsight.ranking import CATEGORIES
from handsight.ranking.published.naive import Naive
from tests.oracles.values import oracle

pytestmark = pytest.mark.pure_python

naive = cache(Naive)  # its scale takes a while without the compiler


@pytest.mark.parametrize("row", oracle("rank7462"), ids=lambda row: row["cards"])
def test_the_printed_rank_is_the_category_counted_from_one(row: dict[str, str]) -> None:
    assert naive().printed_rank(row["cards"]) == CATEGORIES.index(row["category"]) + 1


def test_the_printed_program_ranks_no_kickers_but_the_native_value_does() -> None:
    better, worse = "AhAdKc5s2h", "AhAdQc5s2h"
    assert naive().printed_rank(better) == naive().printed_rank(worse) == 2
    assert naive().value(better) > naive().value(worse)


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("7c5d4h3s2c", 0x1_75432),
        ("5s2hAhAd7c", 0x2_EE752),
        ("9h9d4s4cKd", 0x3_9944D),
        ("3c3d3hAs6s", 0x4_333E6),
        ("As2d3h4c5s", 0x5_54321),
        ("Ah9h4h3h2h", 0x6_E9432),
        ("2c2d2hAsAd", 0x7_222EE),
        ("2c2d2h2sAd", 0x8_2222E),
        ("AhKhQhJhTh", 0x9_EDCBA),
    ],
)
def test_the_native_value_is_the_printed_rank_and_five_ranks_in_order(
    cards: str, value: int
) -> None:
    assert naive().value(cards) == value


def test_of_seven_cards_the_best_five_are_printed() -> None:
    assert naive().printed_rank("2h3h4h5h6hAsAd") == 9


def test_what_is_no_hand_is_refused() -> None:
    with pytest.raises(CardCountError, match="cards has 4 cards"):
        naive().printed_rank("AhKhQhJh")
    with pytest.raises(DuplicateCardError):
        naive().printed_rank("AhKhQhJhAh")


def test_it_has_no_tables() -> None:
    assert naive().memory_bytes == 0
