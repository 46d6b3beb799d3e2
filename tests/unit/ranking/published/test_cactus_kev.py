"""Cactus Kev's evaluator."""

from itertools import combinations_with_replacement
from math import prod

import pytest

from handsight.errors import InputError
from handsight.ranking.published.cactus_kev import PRIMES, CactusKev, tables, word
from tests.oracles.values import oracle

pytestmark = pytest.mark.pure_python

KING_HIGH_STRAIGHT = 14_535_931
"""Its product, as DSIE-2011 (4.1) prints it."""


# --- encoding -------------------------------------------------------------------------------------


@pytest.mark.repeats(13)
@pytest.mark.parametrize("card", range(52))
def test_a_word_has_a_bit_for_its_rank_and_its_suit_the_rank_and_its_prime(card: int) -> None:
    rank, suit = divmod(card, 4)
    bits = f"{word(card):032b}"
    assert bits[:3] == "000"
    assert bits[3:16] == f"{1 << rank:013b}"  # thirteen bits, where the paper says twelve
    assert bits[16:20] == "".join("1" if place == suit else "0" for place in range(4))  # cdhs
    assert int(bits[20:24], 2) == rank
    assert int(bits[24:], 2) == PRIMES[rank]


def test_the_primes_are_the_first_thirteen() -> None:
    assert tuple(n for n in range(2, 42) if all(n % k for k in range(2, n))) == PRIMES


def test_the_product_of_a_king_high_straight_is_the_printed_one() -> None:
    assert prod(PRIMES[7:12]) == KING_HIGH_STRAIGHT


# --- tables ---------------------------------------------------------------------------------------


def test_the_tables_have_the_published_sizes() -> None:
    result = tables()
    assert [len(table) for table in result] == [52, 7937, 7937, 4888, 4888]
    assert [int((table > 0).sum()) for table in (result.flushes, result.unique)] == [1287, 1287]


def test_the_products_are_those_of_ranks_that_repeat_but_not_five_times() -> None:
    rank_sets = combinations_with_replacement(range(13), 5)
    repeating = (ranks for ranks in rank_sets if 1 < len(set(ranks)) < 5)
    assert tables().products.tolist() == sorted(
        prod(PRIMES[rank] for rank in ranks) for ranks in repeating
    )


def test_every_class_stands_in_the_tables_once() -> None:
    result = tables()
    values = [*result.flushes[result.flushes > 0], *result.unique[result.unique > 0], *result.ranks]
    assert sorted(values) == list(range(1, 7463))


def test_the_memory_is_that_of_the_words_and_tables() -> None:
    assert CactusKev().memory_bytes == 4 * 52 + 2 * 2 * 7937 + (4 + 2) * 4888


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.repeats(8)
@pytest.mark.parametrize("row", oracle("rank7462"), ids=lambda row: row["cards"])
def test_values_are_those_of_the_oracle(row: dict[str, int]) -> None:
    assert CactusKev().value(str(row["cards"])) == row["cactus_kev"]


@pytest.mark.parametrize("stranger", [0, 7463, -1])
def test_a_number_outside_of_the_scale_has_no_strength(stranger: int) -> None:
    with pytest.raises(InputError, match=f"^{stranger} is not a value that cactus-kev gives"):
        CactusKev().to_strength(stranger)
