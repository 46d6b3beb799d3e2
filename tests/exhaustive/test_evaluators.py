"""Every evaluator of six and seven cards on all hands there are, beside ours and the oracle.

Of hands of seven cards that are alike but for suits, each evaluator is given one; before a release
all but the naive one, which takes a hundred times as long as others, are given all of them.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.ranking import Evaluator, evaluate_many, evaluator, masks_from_cards
from handsight.ranking.arrays import every_five
from handsight.runtime.chunks import map_chunks
from tests.contracts.test_evaluators import SOUND
from tests.naive.deals import DECK, blocks_of_masks, cards_of, one_of_alike
from tests.oracles.test_ranking import CHECKSUMS, CLASSES, sha256, summary
from tests.oracles.values import oracle
from tests.thorough import IS_THOROUGH

pytestmark = pytest.mark.exhaustive

WORKERS = 2


def blocks_of_hands(size: int) -> Iterator[NDArray[np.uint8]]:
    """Give all hands of six or seven cards, block by block of the same lowest cards."""
    fives = every_five()
    for head in combinations(DECK, size - 5):
        rest = fives[len(fives) - comb(51 - head[-1], 5) :]
        if len(rest):
            yield np.hstack([np.tile(np.array(head, np.uint8), (len(rest), 1)), rest])


def compare(
    one: Evaluator, hands: NDArray[np.uint8], alike: NDArray[np.int64] | None = None
) -> tuple[int, NDArray[np.int64]]:
    """Count the hands of a block that differ from ours, and all by strength.

    Args:
        alike: how many hands each of them stands for.
    """
    ours = evaluate_many(masks_from_cards(hands), hands.shape[1])
    theirs = one.to_strengths(one.values(hands))
    counts = np.bincount(theirs, alike, CLASSES).astype(np.int64)
    return np.count_nonzero(ours != theirs), counts


@pytest.fixture(scope="module")
def sevens() -> list[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Blocks of one of all hands that are alike, and how many hands each of them stands for."""
    random = np.random.default_rng(7)
    chosen = (one_of_alike(masks, random) for masks in blocks_of_masks(7))
    return [(cards_of(masks, 7), alike) for masks, alike in chosen]


@SOUND
@pytest.mark.parametrize("size", [6, 7])
def test_all_hands_of_more_cards_have_their_strength(
    name: str, size: int, request: pytest.FixtureRequest
) -> None:
    one = evaluator(name)
    if size not in one.cards:
        pytest.skip(f"{name} does not take {size} cards")
    if size == 7 and (name == "naive" or not IS_THOROUGH):
        found = [compare(one, *block) for block in request.getfixturevalue("sevens")]
    else:
        with ThreadPoolExecutor(WORKERS) as executor:
            found = [*map_chunks(partial(compare, one), blocks_of_hands(size), executor)]
    assert sum(differing for differing, _ in found) == 0
    counts = sum((each for _, each in found), np.zeros(CLASSES, np.int64))
    assert summary(counts.astype("<u4")) == oracle("categories")[str(size)]
    if size == 6:  # the oracle holds no checksum of seven
        assert sha256(counts.astype("<u4")) == CHECKSUMS["hist6_sha256"]
