"""The generator of all samples, against its authors' program and a twin in plain Python."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.jit import kernel
from handsight.kernels.xoshiro import drawn_from, rotate, stepped

WORD = (1 << 64) - 1
FROM_1_2_3_4 = [
    *(41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205),
    *(9973669472204895162, 14011001112246962877, 12406186145184390807),
    *(15849039046786891736, 10450023813501588000),
]
"""What the published program in C draws from the state 1, 2, 3, 4."""


@kernel
def draw(words: NDArray[np.uint64], drawn: NDArray[np.uint64]) -> None:
    for i in range(drawn.size):
        drawn[i] = drawn_from(words[0], words[3])
        words[0], words[1], words[2], words[3] = stepped(words[0], words[1], words[2], words[3])


def drawn_by_kernel(state: list[int], count: int) -> list[int]:
    drawn = np.empty(count, dtype=np.uint64)
    with np.errstate(over="ignore"):
        draw(np.array(state, dtype=np.uint64), drawn)
    return [int(each) for each in drawn]


def turned(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & WORD


def drawn_by_twin(state: list[int]) -> Iterator[int]:
    """Follow the paper line by line, in whole numbers of any size."""
    s = list(state)
    while True:
        yield turned((s[0] + s[3]) & WORD, 23) + s[0] & WORD
        t = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turned(s[3], 45)


@pytest.mark.pure_python
def test_the_first_draws_are_those_of_the_published_program() -> None:
    assert drawn_by_kernel([1, 2, 3, 4], 10) == FROM_1_2_3_4


@pytest.mark.pure_python
@pytest.mark.parametrize("seed", range(5))
def test_it_draws_what_its_twin_draws(seed: int) -> None:
    words = np.random.default_rng(seed).integers(0, WORD, 4, dtype=np.uint64, endpoint=True)
    state = [int(word) for word in words]
    assert drawn_by_kernel(state, 50) == list(islice(drawn_by_twin(state), 50))


@pytest.mark.pure_python
@pytest.mark.parametrize("by", [1, 23, 45, 63])
def test_a_word_that_is_rotated_on_and_on_comes_back(by: int) -> None:
    word = np.uint64(0x0123456789ABCDEF)
    rotated = np.uint64(rotate(word, by))
    assert int(rotated) == turned(int(word), by)
    assert np.uint64(rotate(rotated, 64 - by)) == word
