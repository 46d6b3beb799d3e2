"""The base class of objects that are closed at the end of a ``with`` block."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self


class Closing:
    """An object whose method ``close`` is called at the end of a ``with`` block.

    Example:
        >>> class Door(Closing):
        ...     def close(self):
        ...         print("closed")
        >>> with Door():
        ...     print("open")
        open
        closed
    """

    def close(self) -> None:
        """Close the object."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
