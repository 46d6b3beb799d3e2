"""Ranking on all hands there are."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.ranking.paths import PATHS, Path
from handsight.ranking import evaluate_many
from handsight.ranking.evaluation import strength_in_python
from tests.naive import ranking as naive
from tests.naive.deals import DECK, all_masks, blocks_of_masks, sample_masks
from tests.oracles.test_ranking import best_of_fives, hands_with_another_score, histogram, summary
from tests.oracles.values import oracle

pytestmark = pytest.mark.exhaustive


def test_fast_equals_naive_on_all_five_card_hands() -> None:
    fast = evaluate_many(all_masks(5), cards=5)
    number_of = naive.numbers()
    slow = (number_of[naive.worth_of_five(hand)] for hand in combinations(DECK, 5))
    assert np.array_equal(fast, np.fromiter(slow, np.uint16))


def test_six_cards_are_worth_their_best_five_on_all_hands() -> None:
    wrong = sum(
        np.count_nonzero(evaluate_many(block, 6) != best_of_fives(block, 6))
        for block in blocks_of_masks(6)
    )
    assert wrong == 0


def test_seven_cards_are_worth_their_best_five_on_a_million_hands() -> None:
    masks = sample_masks(7, 1_000_000, seed=4)
    assert np.array_equal(evaluate_many(masks, 7), best_of_fives(masks, 7))


def cards_of(masks: NDArray[np.uint64], size: int) -> NDArray[np.uint8]:
    """Give the cards of masks: uint8[n, size]."""
    cards, left = np.empty((len(masks), size), np.uint8), masks
    for place in range(size):
        others = left & (left - np.uint64(1))
        bit = np.bitwise_count((left ^ others) - np.uint64(1))
        cards[:, place], left = 4 * (bit & 15) + (bit >> 4), others
    return cards


def words_of(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """View each hand, and what follows it, as one word."""
    padded = np.concatenate([cards.ravel(), np.zeros(8, np.uint8)])
    return np.ndarray((len(cards),), np.uint64, padded.data, strides=(cards.shape[1],))


def by_path(path: Path, block: NDArray[np.uint64], size: int) -> NDArray[np.uint16]:
    strengths = np.empty(len(block), np.uint16)
    assert path.of_masks(block, size, strengths) == 0
    return strengths


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_all_seven_card_hands_are_counted_right(path: Path) -> None:
    counts = histogram(blocks_of_masks(7), 7, partial(by_path, path))
    assert summary(counts) == oracle("categories")["7"]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_paths_agree_on_all_hands_as_masks_and_as_cards(size: int) -> None:
    for block in blocks_of_masks(size):
        expected = by_path(PATHS["arithmetic"], block, size)
        words = words_of(cards_of(block, size))
        for path in PATHS.values():
            assert np.array_equal(by_path(path, block, size), expected)
            strengths = np.empty(len(block), np.uint16)
            assert path.of_words(words, size, strengths) == 0
            assert np.array_equal(strengths, expected)


def test_equal_seven_card_hands_have_equal_scores_and_no_others_have() -> None:
    assert hands_with_another_score(blocks_of_masks(7), 7) == 0


@pytest.mark.parametrize("size", [5, 6, 7])
def test_python_and_the_kernels_agree_on_all_hands(size: int) -> None:
    for block in blocks_of_masks(size):
        alone = np.fromiter(map(strength_in_python, block.tolist()), np.uint16, len(block))
        assert np.array_equal(alone, evaluate_many(block, size))
