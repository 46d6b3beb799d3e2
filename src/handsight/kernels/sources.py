"""The hash of all sources that define kernels, which shows whether code built ahead is theirs."""

from __future__ import annotations

from importlib.util import source_hash
from pathlib import Path

FOLDERS = ("kernels", "ranking/published")
"""The folders of the package that define kernels."""


def sources_digest(package: Path = Path(__file__).parents[1]) -> str:
    """Return a hash of all sources that define kernels, which the extension states too.

    It is Python's own hash of sources, which need not import a library of hashes first.

    Args:
        package: the folder of the package.
    """
    found = []
    for folder in FOLDERS:
        for source in sorted((package / folder).rglob("*.py")):
            found += [source.relative_to(package).as_posix().encode(), source.read_bytes()]
    return source_hash(b"\0".join(found)).hex()
