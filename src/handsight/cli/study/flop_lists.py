"""The boards that an option names: all flops, a shipped subset, a list, or a file with a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from handsight.errors import InputError
from handsight.ranges.flop_subsets import MOST_TEXT, SUBSETS, read_flop_list

if TYPE_CHECKING:
    from handsight.cards import CardSet

ALL = "all"


def read_flops(option: str, text: str) -> str | dict[CardSet, int] | list[CardSet] | None:
    """Read the boards that an option names.

    Args:
        option: name of the option, with its hyphens, for error messages.
        text: ``"all"``, the name of a subset, boards separated by commas, or the name of a file
            with such a list.

    Returns:
        None for all flops; otherwise the name of a subset, a list of boards, or a mapping from each
        flop to the number of flops that it represents. Functions of many boards accept all these.

    Raises:
        InputError: if the text has none of these forms.

    Example:
        >>> read_flops("--flops", "25"), read_flops("--flops", "Qs7h2d, KhJh5h")
        ('25', [CardSet('Qs7h2d'), CardSet('KhJh5h')])
    """
    if text == ALL:
        return None
    if text in SUBSETS:
        return text
    path = Path(text)
    try:
        if _is_file(path):
            with path.open(encoding="utf-8", errors="replace") as file:
                return read_flop_list(file.read(MOST_TEXT + 1))
        return read_flop_list(text)
    except InputError as error:
        names = ", ".join((ALL, *SUBSETS))
        raise InputError(
            f"{option} must be {names}, a file, or a list like 'Qs7h2d, KhJh5h': {error}"
        ) from None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a list of many flops is too long for a file name
        return False
