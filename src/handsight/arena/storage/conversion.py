"""Converts stores of versions 1 and 2, which kept hands as PHH, to the current version."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.json import Decoder

from handsight.arena.match import Block, FaultRow, PairRow
from handsight.arena.schedule import ArenaSpec
from handsight.arena.storage.log import TraceKey, decode_block, encode_block
from handsight.arena.storage.secret import fingerprint_of, read_secret, secret_beside, write_secret
from handsight.arena.storage.store import KIND, ArenaStore, SecretEntry
from handsight.errors import ArenaError
from handsight.formats import parse_phh
from handsight.formats.hand_log import HandRow, decode_hands, encode_hands
from handsight.runtime.database import Database
from handsight.runtime.files import new_file

OLD_VERSIONS = (1, 2)
"""The versions of stores that can be converted. Arenas with a secret have version 2."""

_INTEGERS = Decoder(tuple[int, ...])
_LEGS = Decoder(tuple[tuple[int, ...], ...])
_FLOATS = Decoder(tuple[float, ...])
_SPAN = "matchup = ? AND pair BETWEEN ? AND ?"


def convert_store(
    old: Path | str, new: Path | str, progress: Callable[[int, int], None] | None = None
) -> None:
    """Convert an arena's store from version 1 or 2 to the current version, with all its content.

    Results, hands, faults and traces stay the same, and so does the canonical export. A secret that
    is kept beside the old store is copied beside the new store. The old store stays unchanged.

    Args:
        old: store to convert. No arena should write to it during the conversion, because later
            blocks are not converted.
        new: file to create.
        progress: called after each block with the number of converted blocks and the total number.

    Raises:
        ArenaError: if the old file is not a store or is damaged, or if the new file exists or
            cannot be written; in these cases no file is created.
    """
    target = Path(new)
    try:
        with new_file(target) as beside, Database(Path(old), KIND, versions=OLD_VERSIONS) as base:
            reader = _OldStore(base)
            with base.snapshot(), ArenaStore.open(beside, reader.specification()) as store:
                entry = reader.secret()
                if entry is not None:
                    store.write_secret_entry(entry)
                most = reader.count("blocks")
                for done, block in enumerate(reader.blocks(store.spec), start=1):
                    store.add(block)
                    if progress is not None:
                        progress(done, most)
            kept = secret_beside(base.path)
            if entry is not None and not entry.value and kept.exists():
                write_secret(secret_beside(target), read_secret(kept))
    except FileExistsError as error:
        raise ArenaError(f"the file {str(error)!r} already exists; name a new one") from None
    except OSError as error:
        raise ArenaError(f"the store {str(target)!r} cannot be written: {error}") from None


class _OldStore:
    """A reader of a store of version 1 or 2."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._base = database.connection

    def specification(self) -> ArenaSpec:
        with self._database.explained(), self._database.reading("its specification"):
            (text,) = self._base.execute("SELECT spec FROM arena").fetchone()
            return ArenaSpec.from_json(json.loads(text))

    def secret(self) -> SecretEntry | None:
        if self._database.version == OLD_VERSIONS[0]:
            return None
        with self._database.reading("its secret"):
            fingerprint, value = self._base.execute("SELECT * FROM secret").fetchone()
            if not isinstance(fingerprint, str) or not isinstance(value, str | None):
                raise TypeError("it is not text")
            if value is not None and fingerprint_of(bytes.fromhex(value)) != fingerprint:
                raise ValueError("its fingerprint differs")
            return SecretEntry(fingerprint, value)

    def count(self, table: str) -> int:
        return int(self._base.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def blocks(self, spec: ArenaSpec) -> Iterator[Block]:
        """Yield the blocks, and check at the end that no rows are left over."""
        copied = dict.fromkeys(("pairs", "hands", "faults"), 0)
        blocks = self._base.execute("SELECT * FROM blocks ORDER BY matchup, block").fetchall()
        for matchup, number, decisions, seconds, longest in blocks:
            with self._database.reading(f"block {number!r} of matchup {matchup!r}"):
                pairs = spec.pairs_of(number)
                span = (matchup, pairs[0], pairs[-1])
                hands = list(self._hands(span))
                block = Block(
                    matchup,
                    number,
                    tuple(self._pairs(span)),
                    encode_hands(hands),
                    tuple(self._faults(span)),
                    _INTEGERS.decode(decisions),
                    *(_FLOATS.decode(seconds), _FLOATS.decode(longest)),
                )
                slots = len(spec.matchups[matchup].agents)
                _require_whole(block, pairs, slots, hands)
            copied["pairs"] += len(block.pairs)
            copied["hands"] += len(hands)
            copied["faults"] += len(block.faults)
            yield block
        for table, rows in copied.items():
            if rows != self.count(table):
                raise self._database.damaged(
                    f"the table {table}", "it has rows that belong to no block"
                )

    def _pairs(self, span: tuple[int, int, int]) -> Iterator[PairRow]:
        query = f"SELECT pair, chips, hands FROM pairs WHERE {_SPAN} ORDER BY pair"
        for pair, chips, hands in self._base.execute(query, span):
            yield PairRow(pair, _LEGS.decode(chips), _INTEGERS.decode(hands))

    def _hands(self, span: tuple[int, int, int]) -> Iterator[HandRow]:
        columns, order = "pair, leg, hand, chips, phh", "pair, leg, hand"
        query = f"SELECT {columns} FROM hands WHERE {_SPAN} ORDER BY {order}"
        for pair, leg, hand, chips, phh in self._base.execute(query, span):
            yield HandRow(pair, leg, hand, _INTEGERS.decode(chips), parse_phh(phh))

    def _faults(self, span: tuple[int, int, int]) -> Iterator[FaultRow]:
        columns = "pair, leg, hand, decision, slot, kind, detail"
        query = f"SELECT {columns} FROM faults WHERE {_SPAN} ORDER BY {columns}"
        traces = self._traces(span[0])
        for row in self._base.execute(query, span):
            trace = traces.get(TraceKey(*row[4:]), "")
            if not isinstance(trace, str):
                raise TypeError("a trace is not text")
            yield FaultRow._make((*row, trace))

    def _traces(self, matchup: int) -> dict[TraceKey, Any]:
        listed = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'traces'"
        if not self._base.execute(listed).fetchone()[0]:
            return {}
        query = "SELECT slot, kind, detail, trace FROM traces WHERE matchup = ?"
        return {TraceKey(*row[:3]): row[3] for row in self._base.execute(query, (matchup,))}


def _require_whole(block: Block, pairs: range, slots: int, hands: list[HandRow]) -> None:
    """Check that a block is complete, and that encoding and decoding it yields the same values."""
    traces: dict[TraceKey, str] = {}
    decode_block(encode_block(block, traces)).pair_rows(pairs, slots)
    _require_same([row for row in hands if len(row.chips) != slots], [])
    for before, after in zip(hands, decode_hands(block.log), strict=True):
        _require_same(after, before)
    _require_same(sum(sum(row.hands) for row in block.pairs), len(hands))


def _require_same(one: Any, other: Any) -> None:
    if one != other:
        raise ValueError("it does not hold the fields of a block")
