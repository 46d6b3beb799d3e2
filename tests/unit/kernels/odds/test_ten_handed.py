"""Ten hands dealt to the showdown: every card once, and the tally as the rules say."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet, pocket_class
from handsight.kernels.odds.deals import (
    BLOCK,
    STATE_WORDS,
    draw_places,
    follow_swaps,
    turn_into_bits,
)
from handsight.kernels.odds.ten_handed import (
    CELLS,
    DRAWN,
    OUTCOMES,
    PLAYERS,
    find_cells,
    lay_out_ten,
    play_ten_handed,
)
from handsight.papers.nine_handed import cell_of
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.runtime.seeds import raw_words
from tests.naive import ranking

NONE_ABSENT = np.empty(0, np.uint8)
LOST, ALONE, SHARED = range(3)


def states_of(seed: int) -> NDArray[np.uint64]:
    return raw_words(seed, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)


def dealt(seed: int) -> NDArray[np.uint8]:
    """Deal the first block of a seed: places of bits, uint8[25, BLOCK]."""
    swaps, bits = np.empty((DRAWN, BLOCK), np.uint8), np.empty((DRAWN, BLOCK), np.uint8)
    draw_places(states_of(seed), np.empty(BLOCK, np.uint64), 52, swaps)
    follow_swaps(swaps, bits)
    turn_into_bits(bits, NONE_ABSENT)
    return bits


def deals(seed: int) -> list[list[int]]:
    """Give the first block of a seed as cards, deal by deal: the board, then each pair."""
    return [[4 * (bit % 16) + bit // 16 for bit in deal] for deal in dealt(seed).T.tolist()]


def naive_tally(seed: int, count: int) -> dict[tuple[int, str], int]:
    """Rank the hands of some deals by the rules alone."""
    tally: Counter[tuple[int, str]] = Counter()
    for deal in deals(seed)[:count]:
        board, pairs = deal[:5], [deal[at : at + 2] for at in range(5, DRAWN, 2)]
        worths = [ranking.worth(board + pair) for pair in pairs]
        winners = worths.count(max(worths))
        for pair, worth in zip(pairs, worths, strict=True):
            best = ALONE if winners == 1 else SHARED
            outcome = best if worth == max(worths) else LOST
            tally[outcome, pocket_class(CardSet(pair))] += 1
    return tally


@pytest.mark.pure_python
def test_ten_players_have_two_cards_each_and_one_board() -> None:
    masks = np.empty((PLAYERS, BLOCK), np.uint64)
    lay_out_ten(dealt(1), masks)
    for hands, cards in zip(masks.T.tolist(), deals(1), strict=True):
        assert len(set(cards)) == DRAWN
        board = CardSet(cards[:5]).mask
        assert hands == [board | CardSet(cards[at : at + 2]).mask for at in range(5, DRAWN, 2)]


@pytest.mark.pure_python
def test_each_class_is_found_in_its_cell() -> None:
    cells = np.empty(BLOCK, np.uint16)
    for player in (0, PLAYERS - 1):
        find_cells(dealt(2), player, cells)
        place = 5 + 2 * player
        names = [pocket_class(CardSet(deal[place : place + 2])) for deal in deals(2)]
        assert cells.tolist() == list(map(cell_of, names))


@pytest.mark.pure_python
@pytest.mark.parametrize(("seed", "count"), [(3, 30), (4, 1)])
def test_outcomes_are_tallied_as_the_rules_say(seed: int, count: int) -> None:
    tally = np.zeros(OUTCOMES * CELLS, np.int64)
    play_ten_handed(states_of(seed), count, NONE_ABSENT, tally)
    rows = tally.reshape(OUTCOMES, CELLS)
    result = {
        (outcome, name): int(rows[outcome, cell_of(name)])
        for outcome in (LOST, ALONE, SHARED)
        for name in CLASSES_BY_RANK
    }
    assert {key: number for key, number in result.items() if number} == naive_tally(seed, count)


def test_a_whole_block_and_the_part_of_one_are_tallied_as_the_rules_say() -> None:
    tally = np.zeros(OUTCOMES * CELLS, np.int64)
    play_ten_handed(states_of(5), BLOCK, NONE_ABSENT, tally)
    outcomes = tally.reshape(OUTCOMES, CELLS).sum(axis=1).tolist()
    expected: Counter[int] = Counter()
    for (outcome, _), number in naive_tally(5, BLOCK).items():
        expected[outcome] += number
    assert outcomes == [expected[outcome] for outcome in (LOST, ALONE, SHARED)]
    play_ten_handed(states_of(5), BLOCK + 7, NONE_ABSENT, tally)
    assert tally.sum() == PLAYERS * (2 * BLOCK + 7)
