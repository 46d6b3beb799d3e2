"""Random streams as functions of a seed."""

from typing import Any

import numpy as np
import pytest

from handsight.errors import OptionError
from handsight.runtime.seeds import checked_seed, raw_words, seed_or_fresh


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ((), [11530976094092348043, 16550673365885938325, 14308875409591826786]),
        ((1,), [8865173266238536338, 1098352469356231332, 4107885884059011584]),
        ((2,), [11659158256815307285, 8979474222016441428, 632058844048246702]),
    ],
)
def test_seed_seven_gives_these_words_everywhere_and_always(
    path: tuple[int, ...], words: list[int]
) -> None:
    assert raw_words(7, *path, count=3).tolist() == words


def test_words_are_64_bits_wide() -> None:
    assert raw_words(7, count=3).dtype == np.uint64


def test_a_longer_draw_begins_with_the_shorter_one() -> None:
    assert raw_words(7, 3, count=100)[:10].tolist() == raw_words(7, 3, count=10).tolist()


def test_no_words_may_be_drawn() -> None:
    assert raw_words(7, count=0).tolist() == []


def test_streams_of_different_seeds_and_paths_share_no_word() -> None:
    streams = [(seed, *path) for seed in range(5) for path in ((), (0,), (1,), (0, 0), (0, 1))]
    words = np.concatenate([raw_words(*stream, count=1000) for stream in streams])
    assert len(set(words.tolist())) == words.size


def test_a_seed_may_be_larger_than_64_bits() -> None:
    assert raw_words(2**70, count=1).tolist() != raw_words(2**70 + 1, count=1).tolist()


@pytest.mark.parametrize("seed", [0, 7, 2**70, np.int64(7), np.uint8(7)])
def test_a_non_negative_integer_is_a_seed(seed: Any) -> None:
    checked = checked_seed(seed)
    assert (checked, type(checked)) == (int(seed), int)


def test_without_a_seed_each_one_is_fresh() -> None:
    fresh = {seed_or_fresh(None) for _ in range(20)}
    assert len(fresh) == 20
    assert all(0 <= seed < 2**53 for seed in fresh)


@pytest.mark.parametrize("seed", [None, -1, np.int64(-1), 1.0, "7", True, [7]])
def test_anything_else_is_no_seed(seed: Any) -> None:
    with pytest.raises(OptionError, match=r"^seed is .*; it must be a non-negative integer$"):
        checked_seed(seed)
