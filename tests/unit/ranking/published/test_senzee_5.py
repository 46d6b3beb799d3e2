"""Paul Senzee's five-card evaluator."""

import numpy as np
import pytest

from handsight.errors import InputError
from handsight.ranking.published import cactus_kev
from handsight.ranking.published.senzee_5 import (
    GROUPS,
    PLACES,
    Senzee5,
    adjustments,
    hash_products,
    tables,
)
from tests.oracles.values import oracle

pytestmark = pytest.mark.pure_python


def mix(product: int) -> int:
    """Stir a product as published, in whole numbers cut to 32 bits."""
    cut = 0xFFFFFFFF
    bits = product + 0xE91AAA35 & cut
    bits ^= bits >> 16
    bits = bits + (bits << 8) & cut
    return bits ^ bits >> 4


def groups_and_places() -> tuple[list[int], list[int]]:
    mixed = [mix(product) for product in cactus_kev.tables().products.tolist()]
    return [bits >> 8 & 0x1FF for bits in mixed], [(5 * bits & 0xFFFFFFFF) >> 19 for bits in mixed]


def test_the_kernel_hashes_as_whole_numbers_do() -> None:
    products = cactus_kev.tables().products
    groups, places = (np.empty(len(products), np.uint16) for _ in range(2))
    hash_products(products, groups, places)
    assert (groups.tolist(), places.tolist()) == groups_and_places()


def test_the_hash_is_perfect() -> None:
    adjust = tables().adjust.tolist()
    pairs = zip(*groups_and_places(), strict=True)
    reached = [place ^ adjust[group] for group, place in pairs]
    assert len(set(reached)) == len(reached) == 4888
    assert max(reached) < PLACES


def test_the_values_stand_where_the_hash_points_and_nowhere_else() -> None:
    result = tables()
    pairs = zip(*groups_and_places(), strict=True)
    reached = [place ^ int(result.adjust[group]) for group, place in pairs]
    assert result.ranks[reached].tolist() == cactus_kev.tables().ranks.tolist()
    assert np.count_nonzero(result.ranks) == 4888


def test_the_tables_have_the_published_sizes() -> None:
    assert [len(table) for table in tables()] == [52, 7937, 7937, 512, 8192]


def test_the_fullest_group_is_placed_first() -> None:
    groups, places = np.array([7, 3, 3], np.uint16), np.array([0, 0, 1], np.uint16)
    adjust = adjustments(groups, places)
    assert (len(adjust), adjust[3], adjust[7]) == (GROUPS, 0, 2)


def test_the_memory_is_that_of_the_words_and_tables() -> None:
    assert Senzee5().memory_bytes == 4 * 52 + 2 * 2 * 7937 + 2 * 512 + 2 * 8192


@pytest.mark.repeats(8)
@pytest.mark.parametrize("row", oracle("rank7462"), ids=lambda row: row["cards"])
def test_values_are_those_of_cactus_kev(row: dict[str, int]) -> None:
    assert Senzee5().value(str(row["cards"])) == row["cactus_kev"]


@pytest.mark.parametrize("stranger", [0, 7463])
def test_a_number_outside_of_the_scale_has_no_strength(stranger: int) -> None:
    with pytest.raises(InputError, match=f"^{stranger} is not a value that senzee-5 gives"):
        Senzee5().to_strength(stranger)
