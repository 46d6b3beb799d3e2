"""Builds the extension with the kernels that are compiled ahead: ``python -m build_kernels``.

Without arguments the extension holds the kernels for this machine's processor only, beside their
sources, where a clone uses it; ``--all`` compiles them for every level of processors.
"""

from __future__ import annotations

import sys

from build_kernels.levels import levels
from build_kernels.linking import extension_name
from build_kernels.making import KERNELS, CannotBuild, best_level, build

if __name__ == "__main__":
    every = "--all" in sys.argv[1:]
    target = KERNELS / extension_name()
    try:
        build(target, levels() if every else best_level())
    except CannotBuild as error:
        sys.exit(f"The kernels were not compiled ahead: {error}. They are compiled when needed.")
    sys.stdout.write(f"{target}: {target.stat().st_size / 1e6:.1f} MB\n")
