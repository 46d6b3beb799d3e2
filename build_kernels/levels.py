"""The kinds of processors that kernels are compiled for, from the oldest to the newest.

The levels are those that compilers and Linux distributions know as x86-64-v2, v3 and v4. Our v4
also counts the bits of vectors and permutes their bytes, as every processor with AVX-512 does since
Ice Lake and Zen 4; the few older ones get v3.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A kind of processor.

    Attributes:
        name: our name.
        processor: LLVM's name.
        features: LLVM's list of further features.
        needs: the features that the processor must have, as the C compiler's
            ``__builtin_cpu_supports`` knows them.
    """

    name: str
    processor: str
    features: str = ""
    needs: tuple[str, ...] = ()


_NEWER = ("avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "avx512vnni", "gfni")

X86 = (
    Level("v2", "x86-64-v2", "", ("sse3", "ssse3", "sse4.1", "sse4.2", "popcnt")),
    Level("v3", "x86-64-v3", "", ("x86-64-v3",)),
    Level(
        "v4",
        "x86-64-v4",
        ",".join(f"+{feature}" for feature in _NEWER),
        ("x86-64-v4", *_NEWER),
    ),
)
ARM = (Level("arm64", "generic"),)


def levels() -> tuple[Level, ...]:
    """Return the levels of this machine's family of processors, or none if it is not known."""
    machine = platform.machine().lower()
    if machine in ("x86_64", "amd64"):
        return X86
    return ARM if machine in ("arm64", "aarch64") else ()
