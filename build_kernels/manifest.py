"""The list of kernels and argument types that are compiled ahead, in ``signatures.txt``.

A line holds a module, a kernel and its argument types (`handsight.kernels.signatures`). To add
missing types, run commands or tests with the built kernels and with ``HANDSIGHT_KERNEL_MISSES`` set
to the name of a file, and then ``python -m build_kernels.manifest FILE``.
"""

from __future__ import annotations

import sys
from pathlib import Path

FILE = Path(__file__).with_name("signatures.txt")


def read_signatures(file: Path = FILE) -> list[tuple[str, str, str]]:
    """Return the module, the kernel and the argument types of each line."""
    lines = file.read_text("utf-8").splitlines()
    return [tuple(line.split(" ", 2)) for line in lines]  # type: ignore[misc]


def add(lines: list[str]) -> None:
    """Add lines to the list, and sort it."""
    kept = {*FILE.read_text("utf-8").splitlines(), *lines} if FILE.exists() else {*lines}
    FILE.write_text("".join(f"{line}\n" for line in sorted(kept)), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        add(Path(name).read_text("utf-8").splitlines())
