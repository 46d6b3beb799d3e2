"""The lists behind the count of known hands, and the count on small decks."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.odds.known_hands import (
    MOST_MULTISETS,
    MULTISET_ROOM,
    SIZES,
    SUBSET_ROOM,
    change_tally,
    count_known_hands,
    count_ranks,
    list_multisets,
    list_subsets,
    pick_sets,
    suit_lanes,
    weigh_multisets,
)
from handsight.kernels.odds.runouts import RANKS
from tests.naive import equity as naive

pytestmark = pytest.mark.pure_python

Multisets = tuple[NDArray[np.uint16], NDArray[np.int64]]


@pytest.fixture(scope="module")
def multisets() -> Multisets:
    lanes = np.zeros((SIZES, 4, MULTISET_ROOM), np.uint16)
    starts = np.zeros((SIZES, RANKS + 1), np.int64)
    list_multisets(lanes, starts)
    return lanes, starts


@pytest.fixture(scope="module")
def subsets() -> Multisets:
    lanes = np.zeros((SIZES, SUBSET_ROOM), np.uint16)
    counts = np.zeros(SIZES, np.int64)
    list_subsets(lanes, counts)
    return lanes, counts


def ranks_of(lanes: NDArray[np.uint16]) -> tuple[int, ...]:
    """Read a multiset: a rank stands in as many lanes as it comes."""
    values = lanes.tolist()
    return tuple(rank for rank in range(RANKS) for lane in values if lane >> rank & 1)


def listed(multisets: Multisets, size: int) -> list[tuple[int, ...]]:
    lanes, starts = multisets
    return [ranks_of(lanes[size, :, i]) for i in range(starts[size, RANKS])]


# --- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(SIZES))
def test_every_multiset_of_ranks_is_listed_once(multisets: Multisets, size: int) -> None:
    result = listed(multisets, size)
    expected = {
        ranks
        for ranks in combinations_with_replacement(range(RANKS), size)
        if max(map(ranks.count, ranks), default=0) <= 4
    }
    assert len(result) == len(expected)
    assert set(result) == expected


def test_the_longest_list_is_as_long_as_its_name_says(multisets: Multisets) -> None:
    assert len(listed(multisets, 5)) == MOST_MULTISETS


@pytest.mark.parametrize("size", range(1, SIZES))
def test_multisets_of_lower_ranks_stand_first(multisets: Multisets, size: int) -> None:
    highest = [ranks[-1] for ranks in listed(multisets, size)]
    assert highest == sorted(highest)
    starts = multisets[1][size].tolist()
    assert starts == [sum(top < rank for top in highest) for rank in range(RANKS + 1)]


def test_beyond_the_lists_there_is_nothing(multisets: Multisets, subsets: Multisets) -> None:
    for size in range(SIZES):
        assert not multisets[0][size, :, multisets[1][size, RANKS] :].any()
        assert not subsets[0][size, subsets[1][size] :].any()


@pytest.mark.parametrize("live", [[4] * 13, [4, 3, 2, 1, 0, 0, 4, 4, 3, 2, 1, 1, 4], [0] * 13])
def test_weights_are_products_of_binomials(multisets: Multisets, live: list[int]) -> None:
    weights = np.zeros((SIZES, MULTISET_ROOM), np.uint16)
    weigh_multisets(np.array(live), multisets[1], 5, weights)
    for size in range(SIZES):
        result = listed(multisets, size)
        expected = [
            prod(comb(live[rank], often) for rank, often in Counter(ranks).items())
            for ranks in result
        ]
        assert weights[size, : len(result)].tolist() == expected
        assert sum(expected) == comb(sum(live), size)


@pytest.mark.parametrize("size", range(SIZES))
def test_every_set_of_ranks_is_listed_once(subsets: Multisets, size: int) -> None:
    lanes, counts = subsets
    result = lanes[size, : counts[size]].tolist()
    assert sorted(result) == sorted(
        sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), size)
    )


@pytest.mark.parametrize("live", [0x1FFF, 0x1555, 0x0003, 0])
def test_sets_are_picked_if_all_of_their_cards_are_live(subsets: Multisets, live: int) -> None:
    lanes, counts = subsets
    for size in range(SIZES):
        sets = np.full(SUBSET_ROOM, 0xFFFF, np.uint16)
        result = pick_sets(np.uint16(live), lanes, size, counts[size], sets)
        assert result == comb(live.bit_count(), size)
        picked = sets[:result].tolist()
        assert picked == [lane for lane in lanes[size, : counts[size]].tolist() if not lane & ~live]
        assert not sets[result : (result + 31) // 32 * 32].any()


def test_cards_are_counted_by_rank() -> None:
    lanes = np.zeros(4, np.uint16)
    count_ranks(np.uint64(CardSet("AhAsAd KhKs 2c").mask), lanes)
    assert lanes.tolist() == [1 << 12 | 1 << 11 | 1, 1 << 12 | 1 << 11, 1 << 12, 0]


def test_masks_are_taken_apart() -> None:
    groups = np.array([CardSet("AhKh2c").mask, 0], np.uint64)
    assert suit_lanes(groups).tolist() == [[1, 0, 1 << 12 | 1 << 11, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize("hands", [2, 5])
def test_a_change_adds_what_happens_and_takes_off_what_was_said(hands: int) -> None:
    """Few outcomes are counted in another way than many."""
    random = Random(hands)
    then, said = ([random.randrange(1, 1 << hands) for _ in range(40)] for _ in range(2))
    best = np.zeros((3, SUBSET_ROOM), np.uint16)
    now = np.zeros(SUBSET_ROOM, np.uint16)
    now[:40], best[2, :40] = then, said
    tally = np.zeros(1 << hands, np.int64)
    change_tally(35, now, best, np.int64(3), tally)
    added, taken = Counter(then[:35]), Counter(said[:35])
    assert tally.tolist() == [3 * (added[i] - taken[i]) for i in range(1 << hands)]


# --- the count ------------------------------------------------------------------------------------


def count(
    holes: list[CardSet], board: CardSet, live: CardSet, multisets: Multisets, subsets: Multisets
) -> list[int]:
    masks = [live.mask, board.mask, *(hole.mask for hole in holes)]
    tally = np.zeros(1 << len(holes), np.int64)
    count_known_hands(np.array(masks, np.uint64), *multisets, *subsets, tally)
    return [int(result) for result in tally]


@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.parametrize("hands", [1, 2, 5])
def test_runouts_of_small_decks_are_counted_as_by_dealing(
    board: int, hands: int, multisets: Multisets, subsets: Multisets
) -> None:
    for seed, pool in enumerate((range(52), range(0, 52, 2))):
        cards = Random(seed).sample(list(pool), 2 * hands + board + 7)
        holes = [CardSet(cards[at : at + 2]) for at in range(0, 2 * hands, 2)]
        lies, live = CardSet(cards[2 * hands : -7]), CardSet(cards[-7:])
        dead = CardSet.full() - CardSet(cards)
        assert count(holes, lies, live, multisets, subsets) == naive.winners(holes, lies, dead)
