"""The kernels of evaluation themselves, on inputs that leave no branch out.

They hold compiled, with checked bounds (``NUMBA_BOUNDSCHECK=1``) and as plain Python
(``NUMBA_DISABLE_JIT=1``).
"""

import json
from collections.abc import Callable

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.ranking.evaluation import (
    masks_of_words,
    score_lanes,
    strength_lanes,
    strength_of_mask,
)
from tests.fresh import run
from tests.naive import ranking as naive
from tests.naive.deals import mask_of, sample

FAMOUS = [
    *("7d5c4h3s2c", "AhKdQcJs9h", "As2d3h4c5s", "AsKdQhJcTs", "2h3h4h5h7h", "AhKhQhJh9h"),
    *("Ah2h3h4h5h", "KhQhJhTh9h", "AhKhQhJhTh", "2c2d2h2s3c", "AcAdAhAsKc", "2c2d2h3s3c"),
    *("9c9s8h7d6c5h", "As2d3h4c5sKd", "2h4h6h8hThQh", "AcAdAhKcKdKh", "AcAdKcKdQcQd"),
    *("AcAdKcKdQcQdJs", "AcAdAhKcKdKh2s", "AcAdAhKcKdQhQs", "2c2d2h2sKcKdKh", "2c2d2h2sKcKdAs"),
    *("2h4h6h8hThQhAh", "2h3h4h5h6hAsAd", "Ah2h3h4h5h6s7s", "2c3d4h5s6c7d8h", "AcAdAhQsTc8d6h"),
]
HANDS = [
    *([card.index for card in CardSet(text)] for text in FAMOUS),
    *(hand for size in (5, 6, 7) for hand in sample(size, 100, seed=size)),
]


def hands_of(size: int) -> list[list[int]]:
    return [hand for hand in HANDS if len(hand) == size]


def lanes_of(hands: list[list[int]]) -> NDArray[np.uint16]:
    return np.array([mask_of(hand) for hand in hands], np.uint64).view(np.uint16)


def sizes(cards: int) -> tuple[np.uint16, np.uint16, np.uint16]:
    return np.uint16(cards), np.uint16(cards > 5), np.uint16(cards > 6)


def words_of(hands: list[list[int]]) -> NDArray[np.uint64]:
    """Pack cards one a byte, with rubbish in the bytes beyond them and between the words."""
    packed = [hand + [255] * (16 - len(hand)) for hand in hands]
    return np.array(packed, np.uint8).view(np.uint64)[:, 0]


# --- the kernels and the naive twin ---------------------------------------------------------------


@pytest.mark.pure_python
def test_the_strength_of_a_mask_is_that_of_the_naive_twin() -> None:
    strengths = [strength_of_mask(mask_of(hand)) for hand in HANDS]
    assert strengths == list(map(naive.strength, HANDS))


@pytest.mark.pure_python
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_strengths_of_lanes_are_those_of_the_naive_twin(cards: int) -> None:
    hands = hands_of(cards)
    strengths = np.empty(len(hands), np.uint16)
    assert strength_lanes(lanes_of(hands), *sizes(cards), strengths) == 0
    assert strengths.tolist() == list(map(naive.strength, hands))


@pytest.mark.pure_python
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_scores_of_lanes_order_hands_as_the_naive_twin_does(cards: int) -> None:
    hands = hands_of(cards)
    scores = np.empty(len(hands), np.uint32)
    assert score_lanes(lanes_of(hands), *sizes(cards), scores.view(np.uint16)) == 0
    pairs = set(zip(scores.tolist(), map(naive.worth, hands), strict=True))
    assert len(pairs) == len(set(scores.tolist())) == len(set(map(naive.worth, hands)))
    assert [worth for _, worth in sorted(pairs)] == sorted(worth for _, worth in pairs)


@pytest.mark.pure_python
@pytest.mark.parametrize("cards", range(1, 8))
def test_words_become_masks_whatever_stands_beyond_the_cards(cards: int) -> None:
    hands = sample(cards, 20, seed=cards)
    masks = np.empty(len(hands), np.uint64)
    assert masks_of_words(words_of(hands), cards, masks) == 0
    assert masks.tolist() == [mask_of(hand) for hand in hands]


# --- what is wrong is told, not raised ------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("mask", [0, 0xF, 0xFF, 0xF | 1 << 13, 0x1F | 1 << 45, -1], ids=hex)
def test_a_wrong_mask_has_the_strength_minus_one(mask: int) -> None:
    assert strength_of_mask(mask) == -1


@pytest.mark.pure_python
@pytest.mark.parametrize("kernel", [strength_lanes, score_lanes])
@pytest.mark.parametrize("wrong", [0, 0xF, 0x3F, 0xF | 1 << 13, 0x1F | 1 << 63])
def test_a_wrong_mask_among_lanes_is_told(kernel: Callable[..., int], wrong: int) -> None:
    masks = np.array([0x1F, wrong, 0x2F], np.uint64)
    values = np.empty(3 if kernel is strength_lanes else 6, np.uint16)
    assert kernel(masks.view(np.uint16), *sizes(5), values) != 0


@pytest.mark.pure_python
@pytest.mark.parametrize("wrong", [[0, 0], [0, 52], [255, 0], [128, 1], [0, 64]])
def test_a_word_that_is_no_hand_is_told(wrong: list[int]) -> None:
    masks = np.empty(3, np.uint64)
    assert masks_of_words(words_of([[0, 1], wrong, [2, 3]]), 2, masks) != 0


# --- the three modes ------------------------------------------------------------------------------


def test_without_the_compiler_the_kernels_say_the_same() -> None:
    script = """
import json
from handsight.ranking import evaluate_many, evaluate_mask, masks_from_cards
from tests.unit.kernels.ranking.test_evaluation import hands_of
from handsight.kernels.ranking.evaluation import strength_of_mask
assert not hasattr(strength_of_mask, "signatures"), "compiled after all"
masks = [masks_from_cards(hands_of(cards)) for cards in (5, 6, 7)]
many = [evaluate_many(group, cards).tolist() for cards, group in zip((5, 6, 7), masks)]
single = [[evaluate_mask(mask) for mask in group.tolist()] for group in masks]
print(json.dumps([many, single]))
"""
    finished = run(script, NUMBA_DISABLE_JIT="1")
    assert finished.stderr == ""
    expected = [list(map(naive.strength, hands_of(cards))) for cards in (5, 6, 7)]
    assert json.loads(finished.stdout) == [expected, expected]


OVERRUN = """
import numpy as np
from handsight.kernels.ranking.evaluation import score_lanes
five, none = np.uint16(5), np.uint16(0)
lanes = np.array([0x1F, 0x2F], np.uint64).view(np.uint16)
print(score_lanes(lanes, five, none, none, np.empty(4, np.uint16)))
"""


def test_with_checked_bounds_an_overrun_raises_though_the_cache_is_warm() -> None:
    assert run(OVERRUN).stdout == "0\n"  # compiled and kept, without checks
    overrun = OVERRUN.replace("np.empty(4,", "np.empty(6,")
    finished = run(overrun, NUMBA_BOUNDSCHECK="1")
    assert finished.stderr.strip().splitlines()[-1].startswith("IndexError: ")


@pytest.mark.exhaustive
def test_with_checked_bounds_what_is_right_still_passes() -> None:
    assert run(OVERRUN, NUMBA_BOUNDSCHECK="1").stdout == "0\n"


@pytest.mark.skipif(
    not numba.config.BOUNDSCHECK or numba.config.DISABLE_JIT, reason="bounds are not checked here"
)
def test_where_bounds_are_checked_an_overrun_raises_right_here() -> None:
    with pytest.raises(IndexError):
        score_lanes(lanes_of([[0, 1, 2, 3, 4]]), *sizes(5), np.empty(4, np.uint16))
