"""The classes that make up a table that was measured again: rows, columns and findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handsight.errors import OptionError
from handsight.runtime.chunks import Progress
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import checked_seed


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    Attributes:
        printed: number that the source prints, or several numbers by name; None if it prints none.
        measured: our number, or several numbers by name.
        more: further fields by name.

    Example:
        >>> Row("Flush", 1277, 1277, {"example": "Th8h6h4h2h"}).fields()["example"]
        'Th8h6h4h2h'
    """

    name: str
    printed: Any
    measured: Any
    more: Mapping[str, Any] = field(default_factory=dict)

    def fields(self) -> dict[str, Any]:
        """Return the row as plain values: name, printed, measured, and the further fields."""
        return {
            "name": self.name,
            "printed": self.printed,
            "measured": self.measured,
            **self.more,
        }


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table, which displays one field of each row.

    Attributes:
        path: names of the nested fields that lead to the value.
        style: format of numbers, as for `format`; empty for text.

    Example:
        >>> TableColumn("ms", ("measured", "serial_ms"), ".1f").text({"measured": {"serial_ms": 2}})
        '2.0'
    """

    heading: str
    path: tuple[str, ...]
    style: str = ""

    @property
    def is_number(self) -> bool:
        """Whether the cells of the column are numbers, which are right-aligned."""
        return bool(self.style)

    def text(self, fields: Mapping[str, Any]) -> str:
        """Return the text of the cell for a row's fields, or "" if the field has no value."""
        value: Any = fields
        for name in self.path:
            value = value.get(name) if isinstance(value, Mapping) else None
        if value is None:
            return ""
        return value if isinstance(value, str) else format(value, self.style)


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim by a paper or by us, and whether the figures of a table support it.

    Attributes:
        claim: a sentence without its full stop.
        holds: whether the claim holds; None if the figures leave it open.
        figures: figures that decide the claim, as a sentence without its full stop.

    Example:
        >>> Finding("Aces win most", above((0.84, 0.86), 0.5), ".85 of all deals").verdict
        'holds'
    """

    claim: str
    holds: bool | None
    figures: str

    @property
    def verdict(self) -> str:
        """The verdict: ``holds``, ``does not hold`` or ``open``."""
        return {True: "holds", False: "does not hold", None: "open"}[self.holds]

    def fields(self) -> dict[str, Any]:
        """Return claim, holds and figures as plain values."""
        return {"claim": self.claim, "holds": self.holds, "figures": self.figures}


def above(interval: tuple[float, float], bound: float) -> bool | None:
    """Return True if an interval is above a bound, False if it is below the bound, else None.

    Example:
        >>> above((31, 50), 30), above((10, 29), 30), above((20, 40), 30)
        (True, False, None)
    """
    low, high = interval
    if low > bound:
        return True
    return False if high < bound else None


def all_hold(verdicts: Iterable[bool | None]) -> bool | None:
    """Combine verdicts: False if any verdict is False, else None if any is None, else True.

    Example:
        >>> all_hold([True, True]), all_hold([True, None]), all_hold([None, False])
        (True, None, False)
    """
    distinct = set(verdicts)
    return False if False in distinct else None if None in distinct else True


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A table of a source next to our own measurement.

    Attributes:
        table: name of the table, such as ``"counts"``.
        place: where the table is printed, and how it was reproduced.
        remarks: conclusions from the figures, one sentence each.
        trials: number of passes, hands, pairs, matches, flops or spots; None if there is none.
        seed: seed of random draws; None if nothing was drawn at random.
        findings: claims, and whether the figures support them.
    """

    table: str
    title: str
    place: str
    columns: Sequence[TableColumn]
    rows: Sequence[Row]
    remarks: Sequence[str] = ()
    trials: int | None = None
    seed: int | None = None
    findings: Sequence[Finding] = ()

    def fields(self) -> dict[str, Any]:
        """Return the table as plain values, without the columns."""
        return {
            "table": self.table,
            "title": self.title,
            "place": self.place,
            "trials": self.trials,
            "seed": self.seed,
            "rows": [row.fields() for row in self.rows],
            "remarks": list(self.remarks),
            "findings": [finding.fields() for finding in self.findings],
        }

    def cells(self) -> list[list[str]]:
        """Return the text of each cell, as a list of rows."""
        return [[column.text(row.fields()) for column in self.columns] for row in self.rows]


def _quiet(done: int, most: int) -> None:
    """Do nothing; the default for callers that show no progress."""


@dataclass(frozen=True, slots=True)
class Order:
    """The options for measuring a table.

    Attributes:
        trials: number of passes, hands, pairs, matches, flops, spots or folds, whichever the table
            uses; None for the table's default. Ignored if the table counts everything.
        seed: seed of random draws.
        progress: called with the number of steps done and the total number of steps.

    Raises:
        OptionError: if trials is not a whole number above 0, or trials or seed is out of range.

    Example:
        >>> Order().trials_or(2000), Order(trials=5).trials_or(2000)
        (2000, 5)
    """

    trials: int | None = None
    seed: int = 0
    progress: Progress = _quiet

    def __post_init__(self) -> None:
        if self.trials is not None and not is_whole(self.trials, ABOVE_0):
            raise OptionError(f"trials is {self.trials!r}; it must be a whole number above 0")
        require_drawable("trials", self.trials or 0)
        checked_seed(self.seed)

    def trials_or(self, usual: int) -> int:
        """Return the number of trials, or the table's default if it is None."""
        return usual if self.trials is None else self.trials
