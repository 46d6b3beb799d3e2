"""Stores of older versions, and changes to stores that leave their checksums right."""

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path

from handsight.arena import ArenaSpec, ArenaStore
from handsight.arena.match import Block, FaultRow
from handsight.arena.storage.log import decode_block, encode_block
from handsight.arena.storage.store import KIND
from handsight.runtime.database import CheckedTable, Database, DatabaseKind

UNIT = Path(__file__).parent / "unit"
DATA = UNIT / "arena" / "data"

V1_DIGEST = "06bbbdc8f568d9e6241e9c173fcf0b02ce64ceac5d62d289b0e936720a773b82"
V2_DIGEST = "3fb5bdc2f17e075ab70b8657587bdcec9a2960529ad81e8391a6b72ea2cd5d58"
"""SHA-256 of the exports of the stores of versions 1 and 2, by the versions that wrote them."""


def from_script(script: str, path: Path) -> Path:
    base = sqlite3.connect(path)
    base.executescript(script)
    base.close()
    return path


def version_1(path: Path) -> Path:
    """Make the store of an arena that was interrupted, of version 1."""
    script = (DATA / "store_version_1.sql").read_text("utf-8")
    head = "PRAGMA application_id = 0x48534152; PRAGMA user_version = 1;"
    return from_script(script + head, path)


def version_2(path: Path) -> Path:
    """Make the store of an arena with a secret, faults and traces, of version 2."""
    script = gzip.decompress((DATA / "store_version_2.sql.gz").read_bytes()).decode()
    return from_script(script, path)


def players_version_1(path: Path) -> Path:
    """Make a store of players of version 1: 20 of `random_hands(4, seed=7)`."""
    script = (UNIT / "opponents" / "data" / "players_version_1.sql").read_text("utf-8")
    return from_script(script, path)


def players_version_2(path: Path) -> Path:
    """Make a store of players of version 2, of the same hands, by the version that wrote it."""
    script = (UNIT / "opponents" / "data" / "players_version_2.sql").read_text("utf-8")
    return from_script(script, path)


def players_version_3(path: Path) -> Path:
    """Make a store of players of version 3, of the same hands, by the version that wrote it."""
    script = (UNIT / "opponents" / "data" / "players_version_3.sql").read_text("utf-8")
    return from_script(script, path)


def write_row(
    path: Path, table: str, key: int | str, value: bytes, kind: DatabaseKind = KIND
) -> None:
    """Replace a row of a store, with its checksum."""
    with Database(path, kind) as database, database.transaction():
        rows = CheckedTable[int | str](database, table)  # type: ignore[type-var]
        assert key in rows.keys()  # noqa: SIM118
        rows.replace(key, value)


def change_faults(path: Path, spec: ArenaSpec, change: Callable[[FaultRow], FaultRow]) -> None:
    """Change the faults of a store of one block."""
    with ArenaStore.open(path, spec) as store:
        faults = tuple(change(FaultRow(*fault[1:])) for fault in store.faults())
        ((key, log),) = store._blocks.rows()
        held = decode_block(log)
        times = (held.decisions, held.seconds, held.longest)
        block = Block(0, 0, held.pairs, b"", faults, *times)  # type: ignore[arg-type]
        with store._database.transaction():
            store._blocks.replace(key, encode_block(block, dict(held.traces)))
