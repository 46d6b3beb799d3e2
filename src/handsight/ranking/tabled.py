"""The base of evaluators whose tables are too large to ship: they are built into files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from handsight.ranking.interface import Evaluator
from handsight.runtime.tables import Progress, TableFile, clear_table, is_built, open_table

if TYPE_CHECKING:
    from numpy.typing import NDArray


class TableEvaluator(Evaluator):
    """An evaluator with a table that is built at its first use, and then mapped into memory.

    The file lies in the folder that ``HANDSIGHT_CACHE_DIR`` names, else in the user's cache folder.
    """

    table: ClassVar[TableFile]

    def __init__(self) -> None:
        self._opened: NDArray[Any] | None = None

    def __reduce__(self) -> tuple[type[TableEvaluator], tuple[()]]:
        """Leave the table out: other processes map it themselves."""
        return type(self), ()

    @property
    def memory_bytes(self) -> int:
        """The size of the table, in its file and in memory."""
        return self.table.size

    @property
    def built(self) -> bool:
        """Whether the table's file is there and right."""
        return is_built(self.table)

    def build(self, progress: Progress | None = None) -> None:
        """Build the table, unless it is there; `progress` takes the bytes done and all bytes.

        Raises:
            CacheError: if it cannot be built or kept.
        """
        self._opened = open_table(self.table, progress)

    def clear(self) -> int:
        """Remove the table's file and return its size in bytes.

        Raises:
            CacheError: if it cannot be removed.
        """
        self._opened = None
        return clear_table(self.table)

    def _entries(self) -> NDArray[Any]:
        """Open the table once; it is read only."""
        if self._opened is None:
            self._opened = open_table(self.table)
        return self._opened
