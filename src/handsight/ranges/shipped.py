"""Reading the tables that this package ships, none of which is trusted before it is checked."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from handsight.errors import HandsightError

_PACKAGE = "handsight.ranges"
_FOLDER = "data"


def read_checked(name: str, digest: str) -> bytes:
    """Read a shipped table whose digest is known.

    Args:
        name: of the file, such as ``"pocket_equities.json"``.
        digest: SHA-256 of its bytes, in hexadecimal.

    Returns:
        All of its bytes.

    Raises:
        HandsightError: if the file is not there, or has another digest.

    Example:
        >>> from handsight.ranges.class_equities import EQUITY_DIGEST, EQUITY_TABLE
        >>> len(read_checked(EQUITY_TABLE, EQUITY_DIGEST))
        7147
    """
    try:
        data = shipped_path(name).read_bytes()
    except OSError as error:
        raise HandsightError(f"{_named(name)} cannot be read: {error.strerror}; {_CURE}") from None
    found = sha256(data).hexdigest()
    if found != digest:
        raise HandsightError(
            f"{_named(name)} has SHA-256 {found}, not {digest}: it was altered; {_CURE}"
        )
    return data


def shipped_path(name: str) -> Path:
    """Tell where a shipped table stands.

    Args:
        name: of the file.

    Example:
        >>> shipped_path("pocket_equities.json").is_file()
        True
    """
    return Path(str(files(_PACKAGE).joinpath(_FOLDER, name)))


_CURE = "install handsight again, or make the table anew with its generator in handsight.papers"


def _named(name: str) -> str:
    return f"table {_FOLDER}/{name} of {_PACKAGE}"
