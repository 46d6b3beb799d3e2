"""Strengths of many combos on one board, and the levels that they fall into."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.ranking.levels import (
    STRENGTHS,
    WORDS,
    mark_strength,
    mark_strengths,
    number_levels,
    sort_by_level,
    strengths_on_board,
)
from handsight.ranking import evaluate_mask
from tests.unit.kernels.range_cases import BOARDS, masks

pytestmark = pytest.mark.pure_python


def some_combos(count: int, seed: int) -> NDArray[np.uint64]:
    return masks(Random(seed).sample(list(combinations(range(52), 2)), count))


def ranked(combos: NDArray[np.uint64], board: int) -> NDArray[np.uint16]:
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    cards = 2 + board.bit_count()
    strengths_on_board(combos, np.uint64(board), cards, hands, strengths)
    return strengths


def numbered(strengths: list[int]) -> tuple[int, NDArray[np.int64], NDArray[np.uint64]]:
    words, level_of = np.zeros(WORDS, np.uint64), np.full(STRENGTHS, -1, np.int64)
    for strength in strengths:
        mark_strength(words, strength)
    return number_levels(words, level_of), level_of, words


# --- strengths ------------------------------------------------------------------------------------


@pytest.mark.repeats(7)
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("count", [1, 31, 32, 65])
def test_combos_are_ranked_as_one_by_one(board: str, count: int) -> None:
    lies = CardSet(board).mask
    combos = some_combos(count, seed=count)
    free = combos & np.uint64(lies) == 0
    expected = [evaluate_mask(combo | lies) for combo in combos[free].tolist()]
    assert ranked(combos, lies)[free].tolist() == expected


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_strengths_of_combos_that_collide_are_not_marked(board: str) -> None:
    lies = CardSet(board).mask
    combos = some_combos(40, seed=2)
    words = np.zeros(WORDS, np.uint64)
    mark_strengths(combos, np.uint64(lies), ranked(combos, lies), words)
    marked = {64 * i + bit for i, word in enumerate(words.tolist()) for bit in bits_in(word)}
    free = [combo for combo in combos.tolist() if not combo & lies]
    assert marked == {evaluate_mask(combo | lies) for combo in free}


def bits_in(word: int) -> list[int]:
    return [bit for bit in range(64) if word >> bit & 1]


# --- levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "strengths", [[], [0], [7461], [0, 7461], [63, 64, 65, 127, 128], [7, 7, 3], range(STRENGTHS)]
)
def test_levels_number_the_strengths_in_their_order(strengths: list[int]) -> None:
    levels, level_of, _ = numbered(strengths)
    assert levels == len(set(strengths))
    assert level_of[sorted(set(strengths))].tolist() == list(range(levels))


def test_nothing_stays_marked_for_the_next_board() -> None:
    assert not numbered([1, 64, 7000])[2].any()


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("count", [1, 50])
def test_combos_are_sorted_by_level(board: str, count: int) -> None:
    lies = CardSet(board).mask
    combos = some_combos(count, seed=count + 1)
    strengths = ranked(combos, lies)
    free = [i for i, combo in enumerate(combos.tolist()) if not combo & lies]
    levels, level_of, _ = numbered(strengths[free].tolist())
    order, ends = np.full(count, -1, np.int64), np.full(count + 3, -1, np.int64)
    sort_by_level(combos, np.uint64(lies), strengths, level_of, levels, order, ends)
    assert order[: len(free)].tolist() == sorted(free, key=lambda i: (strengths[i], i))
    starts = [0, *ends[:levels].tolist()]
    stretches = [order[a:b] for a, b in pairwise(starts)]
    assert [level_of[strengths[each]].tolist() for each in stretches] == [
        [level] * len(each) for level, each in enumerate(stretches)
    ]
    assert sum(map(len, stretches)) == len(free)
