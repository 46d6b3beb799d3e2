"""Kernels that turn many hands into strengths; this module chooses them for the processor.

The bit arithmetic of `handsight.kernels.ranking.hands` counts the bits of lanes a dozen times per
hand. If the processor counts the bits of a whole vector of 16-bit lanes in one instruction (AVX-512
with BITALG: Intel since Ice Lake, AMD since Zen 4), bit arithmetic is the fastest path. On other
processors a count takes nine instructions on shorter vectors. Half of the counts are needed only to
number the ranks that the hand holds, so three table look-ups replace them
(`handsight.kernels.ranking.look_ups`). Look-ups were measured to be faster with AVX2, with SSE
alone and with AVX-512 without BITALG. Processors other than x86 were not measured; NEON counts the
bits of bytes, in vectors of eight hands.

Both paths return the same strengths, and the same tests check both. Each path has its own kernels.
Numba caches machine code by processor, so a kernel for another processor is never loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.ahead import built
from handsight.kernels.jit import without_compiler
from handsight.kernels.ranking.evaluation import masks_of_words, strength_lanes
from handsight.kernels.ranking.look_ups import look_lanes_up, look_ups, look_words_up

Evaluation: TypeAlias = Callable[[NDArray[np.uint64], int, NDArray[np.uint16]], int]
"""A function that computes the strengths of many hands.

Its arguments are the hands, uint64[n]; the number of cards in a hand, 5, 6 or 7; and an array,
uint16[n], to fill with strengths. It returns zero if every hand holds that many cards of the deck.
The strength of any other hand is meaningless.
"""

CHUNK = 1 << 20
"""The number of hands that are converted to masks at a time if the caller needs only strengths.

A chunk of masks takes 8 MB. Shorter chunks are slower, by a tenth at 2 MB and by a fifth at 1 MB,
because the vector instructions wait for memory more often.
"""


@dataclass(frozen=True)
class Path:
    """One way to compute strengths.

    Attributes:
        of_masks: the function for hands that are masks, in a contiguous array.
        of_words: the function for hands that are packed as one card per byte (see
            `masks_of_words`).
    """

    of_masks: Evaluation
    of_words: Evaluation


def _masks_by_arithmetic(
    masks: NDArray[np.uint64], cards: int, strengths: NDArray[np.uint16]
) -> int:
    sixth, seventh = np.uint16(cards > 5), np.uint16(cards > 6)
    return int(strength_lanes(masks.view(np.uint16), np.uint16(cards), sixth, seventh, strengths))


def _words_by_arithmetic(
    words: NDArray[np.uint64], cards: int, strengths: NDArray[np.uint16]
) -> int:
    wrong = 0
    masks = np.empty(min(CHUNK, len(words)), np.uint64)
    for start in range(0, len(words), CHUNK):
        part = strengths[start : start + CHUNK]
        block = masks[: len(part)]
        wrong |= int(masks_of_words(words[start : start + CHUNK], cards, block))
        wrong |= _masks_by_arithmetic(block, cards, part)
    return wrong


def _masks_by_look_ups(masks: NDArray[np.uint64], cards: int, strengths: NDArray[np.uint16]) -> int:
    lanes = masks.view(np.uint16)
    return int(look_lanes_up(lanes, np.uint16(cards), look_ups(cards), strengths))


def _words_by_look_ups(words: NDArray[np.uint64], cards: int, strengths: NDArray[np.uint16]) -> int:
    return int(look_words_up(words, cards, look_ups(cards), strengths))


PATHS = MappingProxyType(
    {
        "arithmetic": Path(_masks_by_arithmetic, _words_by_arithmetic),
        "look-ups": Path(_masks_by_look_ups, _words_by_look_ups),
    }
)
"""All paths by name."""


COUNTING_LEVELS = ("v4",)
"""The levels of kernels built ahead whose processors count a vector's 16-bit lanes at once."""


@cache
def path_name() -> str:
    """Return the name of the path for the target processor.

    The target is the processor for which the kernels in use were built ahead. If they are compiled
    at run time, it is this machine's processor, or the processor that ``NUMBA_CPU_NAME`` and
    ``NUMBA_CPU_FEATURES`` describe. If numba's compiler is switched off, the path is "arithmetic".
    """
    if (module := built()) is not None:
        counts = module.LEVELS.split()[module.level()] in COUNTING_LEVELS
    elif without_compiler():
        counts = True
    else:
        from numba.core.registry import cpu_target

        counts = counts_lanes(*cpu_target.target_context.codegen().magic_tuple())
    return "arithmetic" if counts else "look-ups"


def path() -> Path:
    """Return the path for the processor that kernels are compiled for."""
    return PATHS[path_name()]


_COUNT = """
declare <16 x i16> @llvm.ctpop.v16i16(<16 x i16>)
define <16 x i16> @count(<16 x i16> %lanes) {
    %counts = call <16 x i16> @llvm.ctpop.v16i16(<16 x i16> %lanes)
    ret <16 x i16> %counts
}
"""


def counts_lanes(triple: str, processor: str, features: str) -> bool:
    """Check whether a processor counts the bits of a vector's 16-bit lanes in one instruction.

    The function compiles such a count and looks for the instruction, because the name of a
    processor can imply features that ``features`` does not list.

    Args:
        triple: LLVM's target triple.
        processor: LLVM's name of the processor.
        features: LLVM's list of the processor's features.
    """
    import llvmlite.binding as llvm

    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=processor, features=features)
    return "vpopcntw" in machine.emit_assembly(llvm.parse_assembly(_COUNT))
