"""Ranking against counts that others made, and against another evaluator."""

import hashlib
from collections.abc import Callable, Iterable
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.ranking import (
    CATEGORIES,
    CATEGORY_FLOORS,
    STRONGEST,
    category_of,
    evaluate,
    evaluate_many,
    score_many,
)
from tests.naive import ranking as naive
from tests.naive.deals import all_masks, blocks_of_masks, mask_of, sample, sample_masks
from tests.oracles.values import oracle

pytestmark = pytest.mark.repeats(5)

HANDS = oracle("rank7462")
CHECKSUMS = oracle("checksums")
CLASSES = STRONGEST + 1


def histogram(
    blocks: Iterable[NDArray[np.uint64]],
    cards: int,
    evaluate_block: Callable[[NDArray[np.uint64], int], NDArray[np.uint16]] = evaluate_many,
) -> NDArray[np.uint32]:
    """Count hands by strength."""
    counts = sum(np.bincount(evaluate_block(block, cards), minlength=CLASSES) for block in blocks)
    return np.asarray(counts, dtype="<u4")


def by_category(values: NDArray[np.integer]) -> dict[str, int]:
    """Sum what is counted by strength over each category."""
    sums = np.add.reduceat(values, list(CATEGORY_FLOORS.values()), dtype=np.int64)
    return dict(zip(CATEGORIES, sums.tolist(), strict=True))


def summary(counts: NDArray[np.uint32]) -> dict[str, object]:
    """Bring a histogram to the form in which the oracle tells it."""
    return {
        "total": int(counts.sum()),
        "distinct_ranks": int(np.count_nonzero(counts)),
        "royal_flush": int(counts[STRONGEST]),
        "lowest_rank": int(np.flatnonzero(counts)[0]),
        "counts": by_category(counts),
        "distinct_per_category": by_category(counts > 0),
    }


def sha256(array: NDArray[np.unsignedinteger]) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()


def split(masks: NDArray[np.uint64], count: int) -> list[NDArray[np.uint64]]:
    """Give the cards of hands of one size, as masks of one bit, from the lowest bit up."""
    cards = []
    for _ in range(count):
        cards.append(masks & -masks)
        masks = masks ^ cards[-1]
    return cards


def best_of_fives(masks: NDArray[np.uint64], size: int) -> NDArray[np.uint16]:
    """Find the greatest strength of five cards in each hand."""
    best = np.zeros(masks.size, np.uint16)
    for left_out in combinations(split(masks, size), size - 5):
        fives = masks ^ np.bitwise_or.reduce(left_out)
        np.maximum(best, evaluate_many(fives, 5), out=best)
    return best


def score_of_each_strength() -> NDArray[np.uint32]:
    """Read off five-card hands which score goes with which strength."""
    scores = np.zeros(CLASSES, np.uint32)
    scores[evaluate_many(all_masks(5), 5)] = score_many(all_masks(5), 5)
    return scores


def hands_with_another_score(blocks: Iterable[NDArray[np.uint64]], cards: int) -> int:
    """Count the hands whose score is not the one that goes with their strength."""
    expected = score_of_each_strength()
    return sum(
        np.count_nonzero(score_many(block, cards) != expected[evaluate_many(block, cards)])
        for block in blocks
    )


# --- single hands ---------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["cards"])
def test_a_hand_has_the_strength_and_category_that_the_oracle_gives(row: dict[str, object]) -> None:
    hand = evaluate(str(row["cards"]))
    assert (hand.strength, hand.category) == (row["rank"], row["category"])


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["cards"])
def test_cactus_kevs_value_counts_down_from_7462(row: dict[str, object]) -> None:
    assert row["cactus_kev"] == 7462 - evaluate(str(row["cards"])).strength


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["cards"])
def test_the_naive_twin_agrees_with_the_oracle(row: dict[str, object]) -> None:
    cards = [card.index for card in CardSet(str(row["cards"]))]
    assert naive.strength(cards) == row["rank"]


# --- the scale ------------------------------------------------------------------------------------


def test_categories_begin_where_the_oracle_says() -> None:
    assert oracle("category_rank_lower_bounds") == CATEGORY_FLOORS | {"end": CLASSES}


def test_the_naive_twin_numbers_every_class_and_has_the_same_categories() -> None:
    named = {number: CATEGORIES[worth[0]] for worth, number in naive.numbers().items()}
    assert named == {strength: category_of(strength) for strength in range(CLASSES)}


# --- all hands ------------------------------------------------------------------------------------


def test_all_five_card_hands_in_order_have_the_known_checksum() -> None:
    strengths = evaluate_many(all_masks(5), cards=5)
    assert sha256(strengths.astype("<u2")) == CHECKSUMS["ranks5_lex_sha256"]


def test_all_five_card_hands_are_counted_right() -> None:
    counts = histogram([all_masks(5)], cards=5)
    assert summary(counts) == oracle("categories")["5"]
    assert sha256(counts) == CHECKSUMS["hist5_sha256"]


def test_all_six_card_hands_are_counted_right() -> None:
    counts = histogram(blocks_of_masks(6), cards=6)
    assert summary(counts) == oracle("categories")["6"]
    assert sha256(counts) == CHECKSUMS["hist6_sha256"]


def test_scores_rise_with_strength() -> None:
    assert np.all(np.diff(score_of_each_strength().astype(np.int64)) > 0)


@pytest.mark.parametrize("cards", [5, 6])
def test_equal_hands_have_equal_scores_and_no_others_have(cards: int) -> None:
    assert hands_with_another_score(blocks_of_masks(cards), cards) == 0


# --- the naive twin, the best five, and another evaluator -----------------------------------------


@pytest.mark.parametrize(("size", "count"), [(5, 20_000), (6, 2_000), (7, 1_000)])
def test_fast_equals_naive_on_a_sample(size: int, count: int) -> None:
    hands = sample(size, count, seed=1)
    fast = evaluate_many([mask_of(hand) for hand in hands], size)
    assert fast.tolist() == [naive.strength(hand) for hand in hands]


@pytest.mark.parametrize("size", [6, 7])
def test_a_hand_is_worth_its_best_five_on_a_sample(size: int) -> None:
    masks = sample_masks(size, 20_000, seed=3)
    assert np.array_equal(evaluate_many(masks, size), best_of_fives(masks, size))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_strengths_are_those_of_phevaluator_counted_from_the_other_end(size: int) -> None:
    phevaluator = pytest.importorskip(
        "phevaluator", reason="phevaluator is not installed (extra: peers)"
    )
    hands = sample(size, 5_000, seed=2)
    ours = evaluate_many([mask_of(hand) for hand in hands], size)
    theirs = [phevaluator.evaluate_cards(*(str(Card(card)) for card in hand)) for hand in hands]
    assert (7462 - ours.astype(int)).tolist() == theirs
