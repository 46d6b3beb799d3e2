"""The import of hands from files into a player store."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from handsight.errors import HandsightError, HistoryError, OptionError
from handsight.formats import parse_phh, read_hands
from handsight.formats.hand_log import LOGS, STORE_APPLICATION, STORE_VERSION, decode_hands
from handsight.formats.parts import Chunk, chunks_of, read_chunk
from handsight.formats.phh import OtherVariantError
from handsight.game import Damaged, Hand, Source
from handsight.opponents.stats.store import HandBatch, PlayerStore, StoreWriter
from handsight.runtime.chunks import map_chunks
from handsight.runtime.database import (
    MAGIC,
    CheckedTable,
    Database,
    DatabaseKind,
    open_sqlite,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress: TypeAlias = Callable[[int, int], None]
"""A callable that takes the amount of input read so far and the total amount: bytes for files, and
rows for a database."""

_Found: TypeAlias = "Hand | Damaged"

BATCH = 2000
"""The number of hands after which an import writes the store, at the end of a chunk."""

_GROUP = 100
"""The number of hands that are read before they are counted; see `HandBatch.add_all`."""

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
    executor: Executor | None = None,
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
        on_fault: called with each hand that cannot be counted, except hands of other variants, at
            the latest when the hands around it have been counted.
        executor: executor that reads and counts the hands of files; it must accept picklable work.
            The store and the report are the same, to the last byte, as without one.

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
    importer = _Importer(report if report is not None else ImportReport(), on_fault)
    if _is_sqlite(Path(path)):
        _import_stored(_stored_hands(Path(path), progress), store, importer)
    else:
        _import_chunks(chunks_of(path, progress=progress), store, importer, executor)
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


def found_chunks(path: Path) -> Iterator[Chunk | list[_Found]]:
    """Yield the hands at a path in chunks, or in lists if the path is that of a database.

    The errors are those of `found_hands`.

    Args:
        path: the path of the hands.
    """
    if not _is_sqlite(path):
        yield from chunks_of(path)
        return
    hands = found_hands(path)
    while batch := list(islice(hands, BATCH)):
        yield batch


def _import_stored(hands: Iterator[_Found], store: PlayerStore, importer: _Importer) -> None:
    """Count the hands of a database one by one."""
    is_over = False
    while not is_over:
        with store.writing() as writer:
            batch = list(islice(hands, BATCH))
            importer.take(_count_hands(iter(batch), writer.is_known), writer)
            is_over = len(batch) < BATCH
        importer.keep()


def _import_chunks(
    chunks: Iterator[Chunk], store: PlayerStore, importer: _Importer, executor: Executor | None
) -> None:
    """Count the hands of files, chunk by chunk.

    Workers do not know which hands the store knows. If they have counted a chunk with both new and
    known hands, it is counted again here, without the known ones.
    """
    error: HandsightError | None = None
    counted = (
        _counted_elsewhere(chunks, executor) if executor else ((each, None) for each in chunks)
    )
    is_over = False
    while not is_over:
        with store.writing() as writer:
            hands = 0
            while hands < BATCH and not is_over:
                try:
                    chunk, found = next(counted, ((), None))
                except HandsightError as raised:
                    chunk, found, error = (), None, raised
                known = 0 if found is None else sum(map(writer.is_known, found.batch.digests))
                if found is None or 0 < known < len(found.batch.digests):
                    found, known = _count_hands(read_chunk(chunk), writer.is_known), 0
                importer.take(found, writer, is_known=known > 0)
                error = error or found.error
                hands += len(found.batch.digests) + found.known
                is_over = not chunk or error is not None
        importer.keep()
    if error is not None:
        raise error


def _counted_elsewhere(
    chunks: Iterator[Chunk], executor: Executor
) -> Iterator[tuple[Chunk, _Counted]]:
    """Yield each chunk, and what workers have counted in it."""
    waiting = deque[Chunk]()

    def sent() -> Iterator[Chunk]:
        for chunk in chunks:
            waiting.append(chunk)
            yield chunk

    for found in map_chunks(_count_chunk, sent(), executor):
        yield waiting.popleft(), found


@dataclass(slots=True)
class _Counted:
    """Counted hands.

    Attributes:
        batch: the hands that were not known.
        known: the number of hands that were known.
        unread: everything that could not be read or counted, and hands of other variants, in order.
        error: the error that has ended the hands; None if there is none.
    """

    batch: HandBatch
    known: int = 0
    unread: list[Damaged] = field(default_factory=list)
    error: HandsightError | None = None


def _count_chunk(chunk: Chunk) -> _Counted:
    return _count_hands(read_chunk(chunk))


def _count_hands(
    hands: Iterator[_Found], is_known: Callable[[bytes], bool] | None = None
) -> _Counted:
    """Count hands, each once.

    Args:
        hands: the hands.
        is_known: callable that takes the digest of a hand, and returns whether the hand has been
            counted before; None if no hand has.
    """
    batch = HandBatch(is_known)
    counted = _Counted(batch)
    for group, error in _groups_of(hands):
        added = iter(batch.add_all([each for each in group if isinstance(each, Hand)]))
        for each in group:
            done = each if isinstance(each, Damaged) else next(added)
            if isinstance(done, bool):
                counted.known += not done
            elif isinstance(done, HistoryError):
                counted.unread.append(Damaged(done.file, done.line, done.reason))
            elif isinstance(done, Damaged):
                counted.unread.append(done)
            else:
                counted.error = done
                return counted
        counted.error = error
    return counted


def _groups_of(
    hands: Iterator[_Found],
) -> Iterator[tuple[list[_Found], HandsightError | None]]:
    """Yield hands in groups of `_GROUP`, the last one with the error that has ended the hands."""
    while True:
        group, error = list[_Found](), None
        try:
            for each in islice(hands, _GROUP):
                group.append(each)  # keeps those before an error
        except HandsightError as raised:
            error = raised
        if group or error:
            yield group, error
        if len(group) < _GROUP:
            return


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

    def take(self, counted: _Counted, writer: StoreWriter, *, is_known: bool = False) -> None:
        """Add counted hands to the store, and report those that could not be counted.

        Args:
            counted: the hands.
            writer: writer of the store.
            is_known: whether the store knows all of them.
        """
        hands = len(counted.batch.digests)
        if is_known:
            self.known += hands
        else:
            writer.merge(counted.batch)
            self.new += hands
        self.known += counted.known
        for each in counted.unread:
            if each.variant:
                self.report.unsupported.append(each)
                continue
            self.report.unreadable.append(each)
            if self.on_fault is not None:
                self.on_fault(each)

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
