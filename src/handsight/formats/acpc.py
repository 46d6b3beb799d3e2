"""Logs of the Annual Computer Poker Competition, read with PokerKit (extra ``history``)."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from handsight.errors import HistoryError, MissingExtraError
from handsight.formats.phh import parse_phh
from handsight.game import Damaged, Hand, Source

_HAND = re.compile(r"STATE:\d+:|[^:#;]+:\d+:[^:]*:[^:]*\|[^:]*:[^:]+$")
_OTHERS = ("#", ";", "SCORE:")
_SIZED_RAISE = re.compile(r"r\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class AcpcGame:
    """The blinds and stacks of a log's game, which the log itself does not name.

    Attributes:
        small_blind: chips of the small blind.
        big_blind: chips of the big blind; in fixed-limit, the small bet is one big blind and the
            big bet is two.
        stack: chips of each player at the start of each hand.

    Example:
        >>> AcpcGame(small_blind=5, big_blind=10, stack=1000).stack
        1000
    """

    small_blind: int
    big_blind: int
    stack: int


NO_LIMIT = AcpcGame(small_blind=50, big_blind=100, stack=20_000)
LIMIT = AcpcGame(small_blind=5, big_blind=10, stack=10_000)
"""The games of the competition's two-player matches.

In `LIMIT`, the stacks are too large to run out.
"""


def looks_like_acpc(line: bytes) -> bool:
    """Check whether a file that starts with this line is an ACPC log.

    Args:
        line: the first line that is neither blank nor a comment.
    """
    return _HAND.match(line.decode("utf-8", "replace").strip()) is not None


def read_acpc(
    file: str, lines: Iterator[bytes], game: AcpcGame | None = None
) -> Iterator[Hand | Damaged]:
    """Yield the hands of an ACPC log, and `Damaged` for each line that cannot be read as a hand.

    Args:
        file: name of the file, for error messages.
        lines: the lines of the log.
        game: blinds and stacks of the log; None for those of the competition. Whether a hand is
            fixed-limit shows in its actions.

    Raises:
        MissingExtraError: if PokerKit is not installed.
    """
    notation = pokerkit_notation("an ACPC log")
    for number, raw in enumerate(lines, start=1):
        line = raw.decode("utf-8", "replace").strip()
        if not line or line.startswith(_OTHERS):
            continue
        try:
            yield _hand(notation, file, number, line, game)
        except HistoryError as error:
            yield Damaged(file, number, error.reason)


def _hand(notation: Any, file: str, number: int, line: str, game: AcpcGame | None) -> Hand:
    if not _HAND.match(line):
        raise HistoryError("this is not a hand of an ACPC log, like STATE:0:...", file, number)
    betting = line.split(":")[2]
    limited = "r" in betting and not _SIZED_RAISE.search(betting)
    played = game or (LIMIT if limited else NO_LIMIT)
    with reading_quietly(file, number):
        table = _table(limited, played)
        phh_hands = notation.HandHistory.from_acpc_protocol(
            table, played.stack, line + "\n", error_status=True
        )
        phh_hand = _the_one(list(phh_hands), file, number)
        results = phh_hand.user_defined_fields.pop("_results", None)
        text = phh_hand.dumps()
    read = parse_phh(text, file, number)
    ends = None
    if results is not None:
        ends = tuple(played.stack + int(each) for each in results)
    if ends is not None and len(ends) != len(read.stacks):
        reason = f"it gives {len(ends)} results, but there are {len(read.stacks)} players"
        raise HistoryError(reason, file, number)
    return replace(read, finishing_stacks=ends, source=Source(file, number))


def _the_one(phh_hands: list[Any], file: str, number: int) -> Any:
    if len(phh_hands) != 1:
        raise HistoryError("this is not a complete hand of an ACPC log", file, number)
    return phh_hands[0]


def _table(limited: bool, game: AcpcGame) -> Any:
    from pokerkit import FixedLimitTexasHoldem, NoLimitTexasHoldem

    blinds = (game.small_blind, game.big_blind)
    if limited:
        sizes: tuple[int, ...] = (game.big_blind, 2 * game.big_blind)
        return FixedLimitTexasHoldem((), True, 0, blinds, *sizes)
    return NoLimitTexasHoldem((), True, 0, blinds, game.big_blind)


def pokerkit_notation(what: str) -> ModuleType:
    """Import the PokerKit module with its readers of hand histories.

    Args:
        what: what needs PokerKit, for the error message.

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
    """Convert a PokerKit reader's errors to `HistoryError`, and suppress its output."""
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
