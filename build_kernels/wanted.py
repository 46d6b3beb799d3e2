"""Checks whether kernels are compiled ahead on this machine; it needs only Python."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from build_kernels.levels import levels

COMPILER = "numba>=0.61"
"""The package that compiles kernels, ahead or at run time."""

SWITCH = "HANDSIGHT_BUILT_KERNELS"
"""The environment variable that, set to 0, makes a wheel without compiled kernels.

At run time it switches them off: `handsight.kernels.ahead`."""


def c_compiler() -> list[str]:
    """Return the command of the system's C compiler, or an empty list if there is none."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    found = [command[:1], ["cc"], ["gcc"], ["clang"]]
    return next((each for each in found if shutil.which(each[0])), [])


def reason_against() -> str:
    """Return why kernels are not compiled ahead here, or an empty string if they are."""
    if os.environ.get(SWITCH) == "0":
        return f"{SWITCH} is 0"
    if not levels() or sys.platform == "win32":
        return "that is done on Linux and macOS, for x86-64 and arm64"
    if not c_compiler():
        return "there is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's headers are not installed"
    return ""
