"""Reading the tables shipped with this package, each checked against its digest before use."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from handsight.errors import HandsightError

_PACKAGE = "handsight.ranges"
_FOLDER = "data"


def read_checked(name: str, digest: str) -> bytes:
    """Read a shipped table, and check its SHA-256.

    Args:
        name: the name of the table's file.
        digest: the expected SHA-256 in hexadecimal.

    Raises:
        HandsightError: if the file cannot be read or has another digest.
    """
    try:
        data = shipped_path(name).read_bytes()
    except OSError as error:
        raise HandsightError(f"{_named(name)} cannot be read: {error.strerror}; {_CURE}") from None
    actual = sha256(data).hexdigest()
    if actual != digest:
        raise HandsightError(
            f"{_named(name)} has SHA-256 {actual}, not {digest}: it was altered; {_CURE}"
        )
    return data


def shipped_path(name: str) -> Path:
    """Return the path of the shipped table with a file name such as ``"pocket_equities.json"``."""
    return Path(str(files(_PACKAGE).joinpath(_FOLDER, name)))


_CURE = "install handsight again, or rebuild the table with its generator in handsight.papers"


def _named(name: str) -> str:
    return f"table {_FOLDER}/{name} of {_PACKAGE}"
