"""The build backend: hatchling, which also requires numba if kernels will be compiled ahead.

Only a wheel contains compiled kernels. An editable installation compiles kernels when they are
needed, or `python -m build_kernels` builds them beside their sources. So it does not have to
install numba in pip's temporary build environment.
"""

from __future__ import annotations

from typing import Any

from hatchling import build as hatchling
from hatchling.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)

from build_kernels.wanted import COMPILER, reason_against

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

WHAT_KERNELS_IMPORT = ("lazy_loader>=0.6", "numpy>=2.0", "platformdirs>=4")


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """List the packages that building a wheel needs."""
    needed = hatchling.get_requires_for_build_wheel(config_settings)
    return needed if reason_against() else [*needed, COMPILER, *WHAT_KERNELS_IMPORT]
