"""Every evaluator of six and seven cards on all hands there are, beside ours and the oracle.

The slow ones are given two threads and some minutes; none is left out or sampled.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.ranking import Evaluator, evaluate_many, evaluator, masks_from_cards
from handsight.ranking.arrays import every_five
from handsight.runtime.chunks import map_chunks
from tests.contracts.test_evaluators import SOUND
from tests.naive.deals import DECK
from tests.oracles.test_ranking import CHECKSUMS, CLASSES, sha256, summary
from tests.oracles.values import oracle

pytestmark = pytest.mark.exhaustive

WORKERS = 2


def blocks_of_hands(size: int) -> Iterator[NDArray[np.uint8]]:
    """Give all hands of six or seven cards, block by block of the same lowest cards."""
    fives = every_five()
    for head in combinations(DECK, size - 5):
        rest = fives[len(fives) - comb(51 - head[-1], 5) :]
        if len(rest):
            yield np.hstack([np.tile(np.array(head, np.uint8), (len(rest), 1)), rest])


def counter_of(one: Evaluator) -> Callable[[NDArray[np.uint8]], tuple[int, NDArray[np.int64]]]:
    """Make a function that counts a block's hands that differ from ours, and all by strength."""

    def count(hands: NDArray[np.uint8]) -> tuple[int, NDArray[np.int64]]:
        ours = evaluate_many(masks_from_cards(hands), hands.shape[1])
        theirs = one.to_strengths(one.values(hands))
        return np.count_nonzero(ours != theirs), np.bincount(theirs, minlength=CLASSES)

    return count


@SOUND
@pytest.mark.parametrize("size", [6, 7])
def test_all_hands_of_more_cards_have_their_strength(name: str, size: int) -> None:
    one = evaluator(name)
    if size not in one.cards:
        pytest.skip(f"{name} does not take {size} cards")
    wrong, counts = 0, np.zeros(CLASSES, np.int64)
    with ThreadPoolExecutor(WORKERS) as executor:
        for differing, found in map_chunks(counter_of(one), blocks_of_hands(size), executor):
            wrong += differing
            counts += found
    assert wrong == 0
    assert summary(counts.astype("<u4")) == oracle("categories")[str(size)]
    if size == 6:  # the oracle holds no checksum of seven
        assert sha256(counts.astype("<u4")) == CHECKSUMS["hist6_sha256"]
