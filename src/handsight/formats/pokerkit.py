"""PokerKit's readers of other formats, which come with the extra ``history``."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from types import ModuleType

from handsight.errors import HistoryError, MissingExtraError


def pokerkit_notation(what: str) -> ModuleType:
    """Import the readers.

    Raises:
        MissingExtraError: if PokerKit is not installed.
    """
    try:
        import pokerkit.notation
    except ImportError:
        raise MissingExtraError(
            f"{what} is read with PokerKit, which is not installed: "
            "pip install 'handsight[history]'"
        ) from None
    notation: ModuleType = pokerkit.notation
    return notation


@contextmanager
def reading_quietly(file: str, line: int) -> Iterator[None]:
    """Make errors of a reader ours; what it prints on the way is not for the user."""
    try:
        with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    except HistoryError:
        raise
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
        cause = error.__context__ or error
        message = " ".join(str(cause).split()) or type(cause).__name__
        raise HistoryError(f"this hand cannot be read: {message}", file, line) from None
