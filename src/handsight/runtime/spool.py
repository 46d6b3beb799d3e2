"""Long sequences that are kept in a temporary file, so that they take hardly any memory."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Sequence
from tempfile import SpooledTemporaryFile
from typing import Generic, TypeVar, overload

from handsight.errors import OptionError
from handsight.runtime.closing import Closing

Item = TypeVar("Item")

MOST_IN_MEMORY = 8_000_000
"""The number of bytes from which on a sequence is moved from memory to a file."""


class Spool(Closing, Sequence[Item], Generic[Item]):
    """A sequence that is kept, compressed, in a temporary file; each access decodes an item.

    Close it, or use it in a ``with`` block, to delete the file. It takes 8 bytes of memory for each
    item, and at most `MOST_IN_MEMORY` besides.

    Args:
        encode: callable that turns an item into bytes.
        decode: callable that turns these bytes into an equal item.

    Example:
        >>> with Spool(str.encode, bytes.decode) as names:
        ...     names.append("Ann")
        ...     names.append("Bob")
        ...     print(len(names), names[-1], list(names))
        2 Bob ['Ann', 'Bob']
    """

    def __init__(self, encode: Callable[[Item], bytes], decode: Callable[[bytes], Item]) -> None:
        self._encode, self._decode = encode, decode
        self._file = SpooledTemporaryFile(MOST_IN_MEMORY)  # noqa: SIM115 open until it is closed
        self._ends = array("q", [0])

    def append(self, item: Item) -> None:
        """Add an item at the end.

        Raises:
            OptionError: if the temporary file cannot be written.
        """
        data = zlib.compress(self._encode(item), 1)
        try:
            self._file.seek(self._ends[-1])
            self._file.write(data)
        except OSError as error:
            raise OptionError(
                f"a temporary file cannot be written: {error.strerror}; set TMPDIR to a folder "
                "with more room"
            ) from None
        self._ends.append(self._ends[-1] + len(data))

    def close(self) -> None:
        """Delete the file; no item can be read afterwards."""
        self._file.close()

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        place = range(len(self))[index]
        self._file.seek(self._ends[place])
        data = self._file.read(self._ends[place + 1] - self._ends[place])
        return self._decode(zlib.decompress(data))
