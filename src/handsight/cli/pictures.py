"""Pictures that a command writes."""

from __future__ import annotations

from pathlib import Path

from handsight.errors import OptionError
from handsight.runtime.files import write_whole


def write_picture(path: Path, svg: str) -> None:
    """Write a picture as a whole, or not at all.

    Args:
        path: where.
        svg: the document.

    Raises:
        OptionError: if it cannot be written.
    """
    try:
        write_whole(path, svg)
    except OSError as error:
        raise OptionError(f"--svg cannot write {str(path)!r}: {error.strerror}") from None
