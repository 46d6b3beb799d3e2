"""The limits within which tools work, and the files that they may read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from handsight.errors import OptionError

MOST_TEXT = 2_000_000
"""The maximum length of the text of recorded hands, in characters."""
MOST_WORD = 20_000
"""The maximum length of any other text, in characters."""
MOST_ENTRIES = 20
"""The maximum number of entries in a list."""


@dataclass(frozen=True, slots=True)
class ToolLimits:
    """The limits of each call, and the folders from which tools may read.

    Attributes:
        seconds: time for an answer, in seconds, without the time in which kernels are compiled.
        memory: memory for an answer, in MB.
        hands: number of recorded hands that are reviewed.
        at_once: number of calls that are answered at the same time; others wait.
        folders: folders whose files tools may read; with none, they read no files.

    Example:
        >>> ToolLimits(folders=(Path("/hands"),)).readable("/etc/passwd")
        Traceback (most recent call last):
            ...
        handsight.errors.OptionError: '/etc/passwd' is outside the folders that may be...
    """

    seconds: float = 60.0
    memory: int = 2048
    hands: int = 200
    at_once: int = 2
    folders: tuple[Path, ...] = ()

    def readable(self, file: str) -> Path:
        """Return the path of a file or folder that tools may read, with all links resolved.

        A relative path begins in the first of the allowed folders that has it.

        Raises:
            OptionError: if the path does not exist, or is not in an allowed folder.
        """
        if not self.folders:
            raise OptionError(
                "no folder may be read; pass the hands as text, or start the server with "
                "--allow FOLDER"
            )
        tops = [folder.resolve() for folder in self.folders]
        listed = ", ".join(repr(str(folder)) for folder in self.folders)
        try:
            places = [(top / file).resolve() for top in tops]
            allowed = [each for each in places if any(each.is_relative_to(top) for top in tops)]
            there = [each for each in allowed if each.exists()]
        except (OSError, ValueError, RuntimeError):  # it has a NUL, or its links form a circle
            raise OptionError(f"{file[:200]!r} is not a path") from None
        if not allowed:
            raise OptionError(f"{file!r} is outside the folders that may be read: {listed}")
        if not there:
            raise OptionError(
                f"there is no file {file!r} in the folders that may be read: {listed}"
            )
        return there[0]
