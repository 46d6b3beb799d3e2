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

from handsight.errors import OptionError
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
"""The environment variable that, set to 0, switches the extension off.

Set to the name of a level, like v2, it chooses the code for that kind of processor.
"""


@cache
def built() -> Any:
    """Return the module of kernels that were compiled ahead, or None if it must not be used.

    Raises:
        OptionError: if `SWITCH` names kernels that were not compiled ahead, or that this processor
            cannot run.
    """
    wanted = os.environ.get(SWITCH, "")
    if wanted == "0" or any(map(os.environ.get, SETTINGS)) or _is_switched_off():
        return None
    module = _fitting()
    if wanted not in ("", "1"):
        runs = module.LEVELS.split()[: module.level() + 1] if module else []
        if wanted not in runs:
            there = f"holds code for {', '.join(runs)}" if runs else "was not built"
            raise OptionError(
                f"{SWITCH} is {wanted!r}, but the extension that this machine can use {there}; "
                "1 chooses the newest code, 0 switches the extension off"
            )
        module.set_level(runs.index(wanted))
    return module


def _fitting() -> Any:
    """Return the module if it was built from these sources and this processor can run it."""
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
