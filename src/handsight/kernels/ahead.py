"""The extension with kernels that were compiled ahead, and when it is used.

This module imports neither numpy nor numba.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

from handsight.kernels.sources import sources_digest

Function = TypeVar("Function", bound=Callable[..., Any])

SETTINGS = (
    "NUMBA_DISABLE_JIT",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_CPU_NAME",
    "NUMBA_CPU_FEATURES",
    "NUMBA_OPT",
    "NUMBA_DEBUGINFO",
)
"""Environment variables that ask numba for other code than that of the extension."""

SWITCH = "HANDSIGHT_BUILT_KERNELS"
"""The environment variable that, set to 0, switches the extension off."""


@cache
def built() -> Any:
    """Return the module of kernels that were compiled ahead, or None if it must not be used."""
    wanted = os.environ.get(SWITCH, "") != "0"
    if not wanted or any(map(os.environ.get, SETTINGS)) or _is_switched_off():
        return None
    try:
        module = import_module("handsight.kernels.built")
    except ImportError:  # not built, or for another Python or system
        return None
    fits = module.level() >= 0 and sources_digest() == module.SOURCES
    return module if fits else None


def _is_switched_off() -> bool:
    """Check whether numba is imported already, and its compiler is switched off."""
    numba = sys.modules.get("numba")
    return numba is not None and bool(numba.config.DISABLE_JIT)


def single(function: Function, result: type | None = None) -> Function:
    """Speed up the usual calls of a function that evaluates one hand.

    Args:
        function: `handsight.ranking.evaluate_mask`, or ``evaluate`` if its result is named. It is
            returned as it is if the kernels were not compiled ahead; else it answers what is not
            usual, and errors.
        result: the type of the results, whose attributes ``_mask`` and ``strength`` are set.
    """
    module = built()
    if module is None:
        return function
    return cast("Function", module.single(function, *filter(None, [result])))
