"""Ranking on all hands there are."""

from functools import partial
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.ranking.paths import PATHS, Path
from handsight.ranking import evaluate_many
from handsight.ranking.evaluation import strength_in_python
from tests.naive import ranking as naive
from tests.naive.deals import DECK, all_masks, blocks_of_masks, cards_of, one_of_alike, sample_masks
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


def test_python_and_the_kernels_agree_on_all_hands_of_five_cards() -> None:
    assert_python_agrees(all_masks(5), 5)


@pytest.mark.parametrize(("size", "classes"), [(6, 962_988), (7, 6_009_159)])
def test_python_and_the_kernels_agree_on_one_of_all_hands_that_are_alike_but_for_suits(
    size: int, classes: int
) -> None:
    random, tried, stand_for = np.random.default_rng(size), 0, 0
    for block in blocks_of_masks(size):
        masks, alike = one_of_alike(block, random)
        assert_python_agrees(masks, size)
        tried += len(masks)
        stand_for += int(alike.sum())
    assert (tried, stand_for) == (classes, comb(52, size))


def assert_python_agrees(masks: NDArray[np.uint64], size: int) -> None:
    alone = np.fromiter(map(strength_in_python, masks.tolist()), np.uint16, len(masks))
    assert np.array_equal(alone, evaluate_many(masks, size))
