"""JSON files with a checksum that save the progress of long work, so that work can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from handsight.errors import HandsightError, InputError
from handsight.runtime.files import write_whole

Usable = TypeVar("Usable")

DAMAGE = (AttributeError, LookupError, OverflowError, RecursionError, TypeError, ValueError)
"""The errors that unusable content of a file can raise, even if the file's checksum is valid."""


@dataclass(frozen=True, slots=True)
class KeptWork:
    """A type of file that saves the progress of long work.

    Attributes:
        work: what the file contains, in one or two words, like "flops".
        about: the subject of the work, in one word, like "spot".
        version: the version of the file's format.
        most_bytes: the maximum size of a file in bytes; a larger file is read only up to this size,
            and counts as damaged.

    Example:
        >>> import tempfile
        >>> kind = KeptWork("sum", "list", version=1, most_bytes=1000)
        >>> file = Path(tempfile.mkdtemp(), "sum.json")
        >>> kind.read(file, {"length": 9}, lambda held: held["sum"])
        >>> kind.write(file, {"length": 9}, {"sum": 12})
        >>> kind.read(file, {"length": 9}, lambda held: held["sum"])
        12
    """

    work: str
    about: str
    version: int
    most_bytes: int

    @property
    def format(self) -> str:
        """The name of the format, which each file contains under the key ``format``."""
        return f"handsight {self.work}"

    def write(self, path: Path | str, question: dict[str, Any], content: dict[str, Any]) -> None:
        """Write the work done so far; replace an existing file once the new one is complete.

        Args:
            path: the file.
            question: the settings, as JSON values, that a later run must share to resume this work.
            content: the work done so far, as JSON values.

        Raises:
            OSError: if the file cannot be written.
        """
        held = {"format": self.format, "version": self.version, "question": question, **content}
        write_whole(path, json.dumps(held | {"sha256": digest_of(held)}, indent=1) + "\n")

    def read(
        self,
        path: Path | str,
        question: dict[str, Any],
        usable: Callable[[dict[str, Any]], Usable],
    ) -> Usable | None:
        """Read earlier work and convert it with ``usable``; return None if there is no file.

        Args:
            path: the file.
            question: the settings of the current run, as JSON values; the settings in the file must
                be equal.
            usable: callable that converts the file's content to the result, or raises one of
                `DAMAGE` if the content is unusable.

        Raises:
            InputError: if the file is damaged, or has another version or other settings.
            OSError: if the file cannot be read.
        """
        if not Path(path).exists():
            return None
        try:
            with Path(path).open("rb") as file:
                held = json.loads(file.read(self.most_bytes))
            self._check(held, question)
            return usable(held)
        except DAMAGE as error:
            why = str(error) if isinstance(error, HandsightError) else repr(error)
            raise InputError(f"{str(path)!r} cannot be resumed: {why}") from None

    def _check(self, held: Any, question: dict[str, Any]) -> None:
        if not isinstance(held, dict) or held.get("format") != self.format:
            raise InputError(f"it is not a {self.work} file of handsight; name another file")
        if held["version"] != self.version:
            raise InputError(
                f"it has version {held['version']!r}, but this handsight reads version "
                f"{self.version}"
            )
        if held.pop("sha256") != digest_of(held):
            raise InputError("the checksum does not match, so it is damaged")
        other = [name for name, value in question.items() if held["question"][name] != value]
        if other:
            raise InputError(
                f"it belongs to another {self.about}: {', '.join(other)} differ; name another file"
            )


def digest_of(held: dict[str, Any]) -> str:
    """Return the SHA-256 checksum of a file's content, as hexadecimal digits.

    Args:
        held: the content without the checksum, as JSON values; the order of keys does not matter.
    """
    return sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()
