"""The kernels that turn many hands into strengths, chosen in this one place by processor.

The bit arithmetic of `handsight.kernels.ranking.hands` counts the bits of lanes a dozen times per
hand. If the processor does that in one instruction for a whole vector of 16-bit lanes (AVX-512 with
BITALG: Intel since Ice Lake, AMD since Zen 4), nothing is faster. Elsewhere a count takes nine
instructions on shorter vectors, and half of the counts only number what the hand holds: three table
look-ups replace them (`handsight.kernels.ranking.look_ups`). This was measured for AVX2, for SSE
alone and for AVX-512 without BITALG. It was not measured on processors other than x86: NEON counts
bits of bytes, in vectors of eight hands.

Both paths produce the same strengths, and the same tests run over both. Each path has its own
kernels, which numba keeps apart by processor, so none is loaded for the wrong one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.registry import cpu_target
from numpy.typing import NDArray

from handsight.kernels.ranking.evaluation import masks_of_words, strength_lanes
from handsight.kernels.ranking.look_ups import look_lanes_up, look_ups, look_words_up

Evaluation: TypeAlias = Callable[[NDArray[np.uint64], int, NDArray[np.uint16]], int]
"""Takes hands, the number of cards of each (5, 6 or 7), and uint16[n] to fill with strengths.

It returns zero if all of them are hands of that many cards. Strengths of other hands are
meaningless.
"""

CHUNK = 1 << 20
"""Hands converted to masks at a time if the masks themselves are not asked for: 8 MB.

Shorter chunks are slower because the vectors wait for memory more often: by a tenth at 2 MB, by a
fifth at 1 MB.
"""


@dataclass(frozen=True)
class Path:
    """One way to compute strengths.

    Attributes:
        of_masks: takes masks, contiguous.
        of_words: takes hands packed as one card per byte (see `masks_of_words`).
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


@cache
def path_name() -> str:
    """Return the name of the path for the target processor; "arithmetic" if nothing is compiled.

    The target is this machine's processor, or the one that NUMBA_CPU_NAME and NUMBA_CPU_FEATURES
    describe.
    """
    if numba.config.DISABLE_JIT or counts_lanes(*cpu_target.target_context.codegen().magic_tuple()):
        return "arithmetic"
    return "look-ups"


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
    """Check whether the processor counts the bits of a vector's 16-bit lanes in one instruction.

    This asks the compiler what code it makes, because a processor's name may imply features.
    """
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=processor, features=features)
    return "vpopcntw" in machine.emit_assembly(llvm.parse_assembly(_COUNT))
