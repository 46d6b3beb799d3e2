"""The import of hands from files into a player store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from handsight.errors import HandsightError, HistoryError, OptionError
from handsight.formats import parse_phh, read_hands
from handsight.formats.hand_log import LOGS, STORE_APPLICATION, STORE_VERSION, decode_hands
from handsight.formats.phh import OtherVariantError
from handsight.game import Damaged, Hand, Source
from handsight.opponents.stats.store import PlayerStore, StoreWriter
from handsight.runtime.database import (
    MAGIC,
    CheckedTable,
    Database,
    DatabaseKind,
    open_sqlite,
)

Progress: TypeAlias = Callable[[int, int], None]
"""A callable that takes the amount of input read so far and the total amount: bytes for files, and
rows for a database."""

_Found: TypeAlias = "Hand | Damaged"

BATCH = 2000
"""The maximum number of hands that are written to the store at once."""

_STORE = DatabaseKind(
    "arena store", STORE_APPLICATION, STORE_VERSION, {LOGS: "INTEGER"}, OptionError
)


@dataclass(slots=True)
class ImportReport:
    """A report on imported hands.

    Attributes:
        new: the number of hands that were newly counted.
        known: the number of hands that had already been counted.
        unreadable: the hands that could not be read or replayed, or that name no players.
        unsupported: the hands of other poker variants.

    Example:
        >>> ImportReport(new=3).known
        0
    """

    new: int = 0
    known: int = 0
    unreadable: list[Damaged] = field(default_factory=list)
    unsupported: list[Damaged] = field(default_factory=list)


def import_hands(
    path: Path | str,
    store: PlayerStore,
    *,
    report: ImportReport | None = None,
    progress: Progress | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
) -> ImportReport:
    """Count all hands in a file, an archive, a folder or an arena's store.

    Each hand is counted once, no matter how often you import it. Hands are written in batches, and
    each batch is written completely or not at all. To resume an interrupted import, repeat it.

    Args:
        path: the path of anything that `handsight.formats.read_hands` reads, of an arena's store,
            or of any SQLite file whose table ``hands`` has PHH documents in the column ``phh``.
        store: the player store, open for writing.
        report: the report of earlier imports, to which this import is added; None for a new report.
        progress: called with the amount of input read so far and the total amount; see `Progress`.
        on_fault: called immediately with each hand that cannot be counted, except hands of other
            variants.

    Raises:
        OptionError: if nothing is at the path, the path is a database without hands, or the store
            is damaged or cannot be written.
        MissingExtraError: if a format needs an extra that is not installed.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.formats import phhs_text
        >>> from handsight.game import random_hands
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "hands.phhs")
        ...     size = file.write_text("".join(phhs_text(random_hands(3, seed=7, hands=5))))
        ...     with PlayerStore(Path(folder, "players.db"), create=True) as store:
        ...         first, second = import_hands(file, store), import_hands(file, store)
        >>> first.new, second.new, second.known
        (5, 0, 5)
    """
    hands = found_hands(Path(path), progress)
    importer = _Importer(report if report is not None else ImportReport(), on_fault)
    batch = _Batch(hands)
    while not batch.is_last:
        with store.writing() as writer:
            for each in batch:
                importer.take(each, writer)
        importer.keep()
    if batch.error is not None:
        raise batch.error
    return importer.report


def found_hands(path: Path, progress: Progress | None = None) -> Iterator[Hand | Damaged]:
    """Yield the hands at a path, including damaged hands.

    The path can be that of a database, as in `import_hands`.

    Args:
        path: the path of the hands.
        progress: called with the amount of input read so far and the total amount; see `Progress`.

    Raises:
        OptionError: if nothing is at the path, or the path is a database without hands.
        MissingExtraError: if a format needs an extra that is not installed.
    """
    if _is_sqlite(path):
        return _stored_hands(path, progress)
    return read_hands(path, progress=progress)


class _Batch:
    """The next `BATCH` hands of an import, each time that it is iterated.

    The hands are not listed, because Python's garbage collector would look at them again and again.

    Attributes:
        is_last: whether the hands have ended, so that there is no further batch.
        error: the error that has ended them; None if there is none.
    """

    def __init__(self, hands: Iterator[_Found]) -> None:
        self._hands = hands
        self.is_last = False
        self.error: HandsightError | None = None

    def __iter__(self) -> Iterator[_Found]:
        for _ in range(BATCH):
            try:
                hand = next(self._hands, None)
            except HandsightError as error:
                hand, self.error = None, error
            if hand is None:
                self.is_last = True
                return
            yield hand


class _Importer:
    """An import in progress, which reports new and known hands once the store has been written.

    Args:
        report: the report to update.
        on_fault: called with each hand that cannot be counted, except hands of other variants.
    """

    def __init__(self, report: ImportReport, on_fault: Callable[[Damaged], None] | None) -> None:
        self.report = report
        self.on_fault = on_fault
        self.new = self.known = 0

    def take(self, hand: Hand | Damaged, writer: StoreWriter) -> None:
        if isinstance(hand, Damaged):
            if hand.variant:
                self.report.unsupported.append(hand)
            else:
                self.fault(hand)
            return
        try:
            if writer.add(hand):
                self.new += 1
            else:
                self.known += 1
        except HistoryError as error:
            self.fault(Damaged(error.file, error.line, error.reason))

    def fault(self, damaged: Damaged) -> None:
        self.report.unreadable.append(damaged)
        if self.on_fault is not None:
            self.on_fault(damaged)

    def keep(self) -> None:
        self.report.new += self.new
        self.report.known += self.known
        self.new = self.known = 0


# --- an arena's store -----------------------------------------------------------------------------


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False  # `read_hands` will report the error


def _stored_hands(path: Path, progress: Progress | None) -> Iterator[Hand | Damaged]:
    try:
        with closing(open_sqlite(path, "ro")) as base:
            if base.execute("PRAGMA table_info(logs)").fetchone():
                yield from _logged_hands(path, progress)
                return
            if "phh" not in {row[1] for row in base.execute("PRAGMA table_info(hands)")}:
                raise OptionError(
                    f"{str(path)!r} is a database without hands; "
                    "an arena's has a table hands with a column phh"
                )
            most = base.execute("SELECT count(*) FROM hands").fetchone()[0]
            for number, (text,) in enumerate(base.execute("SELECT phh FROM hands"), start=1):
                yield _stored_hand(f"{path}/hands/{number}", text)
                if progress is not None:
                    progress(number, max(most, number))
    except (sqlite3.Error, UnicodeDecodeError) as error:  # a message of SQLite can fail to decode
        yield Damaged(str(path), 1, f"the database is broken or cut off: {error}")


def _logged_hands(path: Path, progress: Progress | None) -> Iterator[Hand | Damaged]:
    number = 0
    with Database(path, _STORE) as database:
        logs = CheckedTable[int](database, LOGS)
        keys = logs.keys()
        for done, key in enumerate(keys, start=1):
            try:
                rows = decode_hands(logs.value(key))
            except (HistoryError, OptionError) as error:
                yield Damaged(f"{path}/{LOGS}/{key}", 1, str(error))
                continue
            for row in rows:
                number += 1
                yield replace(row.record, source=Source(f"{path}/hands/{number}"))
            if progress is not None:
                progress(done, len(keys))


def _stored_hand(name: str, text: object) -> Hand | Damaged:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if not isinstance(text, str):
        return Damaged(name, 1, "this row of the table hands has no text")
    try:
        return parse_phh(text, name)
    except OtherVariantError as error:
        return Damaged(name, error.line, error.reason, error.variant)
    except HistoryError as error:
        return Damaged(name, error.line, error.reason)
