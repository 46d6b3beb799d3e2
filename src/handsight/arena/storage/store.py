"""The file in which an arena keeps its results and hands, always with complete blocks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.json import Decoder

from handsight.arena.match import Block, FaultRow
from handsight.arena.results import ArenaResult
from handsight.arena.schedule import DEALS, SOURCE, ArenaSpec
from handsight.arena.storage.kept_sums import SUMS, SummedRows, decode_sums, encode_sums
from handsight.arena.storage.log import BlockLog, TraceKey, decode_block, encode_block, new_traces
from handsight.arena.storage.secret import (
    WITHOUT,
    fingerprint_of,
    new_secret,
    read_secret,
    secret_beside,
    write_secret,
)
from handsight.arena.sums.block_sums import BlockSums, sum_block
from handsight.errors import ArenaError
from handsight.formats.hand_log import (
    LOGS,
    STORE_APPLICATION,
    STORE_VERSION,
    HandRow,
    decode_hands,
)
from handsight.game import Hand
from handsight.runtime.database import (
    CheckedTable,
    Database,
    DatabaseKind,
    OpenStore,
    checksum_of,
)
from handsight.runtime.locking import WriteLock

KIND = DatabaseKind(
    name="arena store",
    application=STORE_APPLICATION,
    version=STORE_VERSION,
    tables={"arena": "TEXT", "blocks": "INTEGER", LOGS: "INTEGER", SUMS: "INTEGER"},
    error=ArenaError,
    writer="another arena",
    missing="there is no arena store {path}",
    concurrent=True,
)
"""The contents of a store: the specification and the secret, the results of each block, and logs of
the hands and the sums of each block. Older stores of this version lack the sums."""

MOST_TRACES = 100
"""The maximum number of different tracebacks that are kept for each agent in a matchup."""

_BLOCKS = 1 << 32
"""The key of a block is the number of its matchup times this factor, plus the block's number."""


class SecretEntry(NamedTuple):
    """What a store records about its secret.

    Attributes:
        fingerprint: fingerprint of the secret.
        value: the secret in hexadecimal digits once the arena has ended; None until then.
    """

    fingerprint: str
    value: str | None = None


class StoredHand(NamedTuple):
    """A hand in a store.

    Attributes:
        matchup: number of the matchup, from 0.
        pair: number of the pair, from 0.
        leg: number of the leg, from 0.
        hand: number of the hand in the match, from 1.
        chips: net winnings of each slot in chips; negative for a loss.
        record: record of the hand.
    """

    matchup: int
    pair: int
    leg: int
    hand: int
    chips: tuple[int, ...]
    record: Hand


class StoredFault(NamedTuple):
    """A fault in a store.

    Attributes:
        matchup: number of the matchup, from 0.
        pair: number of the pair, from 0.
        leg: number of the leg, from 0.
        hand: number of the hand in the match, from 1.
        decision: number of actions in the hand when the fault was recorded, by all players. An
            illegal action that a lenient game turned into a fold is itself counted.
        slot: slot of the agent at fault.
        kind: one of the keys of `handsight.arena.FAULTS`.
        detail: description of the fault, in one line.
        trace: traceback of an exception, in several lines; empty if it was not kept, or if the
            fault is not an exception.
    """

    matchup: int
    pair: int
    leg: int
    hand: int
    decision: int
    slot: int
    kind: str
    detail: str
    trace: str = ""


class ArenaStore(OpenStore):
    """An SQLite file with the results and hands of an arena.

    Each block is written in one transaction, so the file is consistent whenever the program ends,
    and an arena that continues plays the missing blocks. Only one arena can write at a time; other
    programs can read in the meantime. Everything that is read is checked: a damaged store raises an
    error that names the damaged part, and never yields wrong results.

    Open a store with `ArenaStore.open` or `ArenaStore.read`, preferably in a ``with`` statement.

    Attributes:
        path: path of the file.
        spec: specification of the arena.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.arena.run import run_arena
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=100, seed=7)
        >>> with TemporaryDirectory() as folder:
        ...     result = run_arena(spec, Path(folder, "arena.db"))
        ...     with ArenaStore.read(Path(folder, "arena.db")) as store:
        ...         print(store.spec == spec, store.result().hands, next(store.hands()).chips)
        True 200 (100, -100)
    """

    def __init__(self, path: Path, lock: WriteLock | None, spec: ArenaSpec | None) -> None:
        self.path = path
        self._lock = lock
        self._database = Database(path, KIND, create=spec is not None)
        self._arena = CheckedTable[str](self._database, "arena", "its {}".format)
        self._blocks = CheckedTable[int](self._database, "blocks", _block_at)
        self._logs = CheckedTable[int](
            self._database, LOGS, lambda key: f"hands of {_block_at(key)}"
        )
        self._sums = CheckedTable[int](self._database, SUMS)
        self._has_sums = True
        self._known: dict[int, tuple[SummedRows, BlockSums]] = {}
        self._checked: tuple[object, dict[int, SummedRows]] = (None, {})
        self._traces: dict[int, dict[TraceKey, str]] = {}
        try:
            if spec is not None:
                text = json.dumps(spec.to_json()).encode()
                self._database.set_up(lambda: self._arena.insert([("specification", text)]))
            self.spec = self._agreed(spec)
        except BaseException:
            self._database.close()
            raise

    @classmethod
    def open(cls, path: Path | str, spec: ArenaSpec) -> ArenaStore:
        """Open a store for writing; create it if it does not exist.

        Args:
            path: path of the file.
            spec: specification of the arena.

        Raises:
            ArenaError: if another arena has the store open for writing, or if the file is not a
                store, has another version, belongs to another specification, is damaged, or cannot
                be written.
        """
        lock = WriteLock(Path(path), KIND)
        try:
            return cls(Path(path), lock, spec)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def read(cls, path: Path | str) -> ArenaStore:
        """Open a store for reading, even while an arena writes to it.

        Args:
            path: path of the file.

        Raises:
            ArenaError: if the file does not exist, is not a store, has another version, or is
                damaged.
        """
        return cls(Path(path), None, None)

    # --- writing ----------------------------------------------------------------------------------

    def add(self, block: Block) -> None:
        """Write a block, completely or not at all.

        Args:
            block: the block.

        Raises:
            ArenaError: if the block cannot be written; the store is then unchanged.
        """
        key = block.matchup * _BLOCKS + block.block
        traces: dict[TraceKey, str] = {}
        if any(row.trace for row in block.faults):
            traces = new_traces(block.faults, self._traces_of(block.matchup), MOST_TRACES)
        content = encode_block(block, traces)
        with self._database.transaction():
            self._blocks.insert([(key, content)])
            self._logs.insert([(key, block.log)])
        if block.sums is not None and block.sums.counts:
            rows = SummedRows(
                checksum_of(self._blocks.name, key, content),
                checksum_of(self._logs.name, key, block.log),
            )
            self._keep({key: encode_sums(block.sums, rows)})
        if traces:
            self._traces[block.matchup] |= traces

    def _traces_of(self, matchup: int) -> dict[TraceKey, str]:
        """Return the stored tracebacks of a matchup; they are read from the file only once."""
        if matchup not in self._traces:
            held = [block.traces for _, _, block in self._block_logs(matchup)]
            self._traces[matchup] = {key: trace for traces in held for key, trace in traces}
        return self._traces[matchup]

    def settle_secret(self, asked: Path | str | None, *, needed: bool) -> bytes:
        """Determine the secret that the arena deals from.

        It cannot change once the store has a secret or a block.

        Args:
            asked: a file with a secret, which a new arena creates if it does not exist;
                `handsight.arena.storage.secret.WITHOUT` for no secret; None for the arena's present
                secret, or in a new arena for a fresh secret if ``needed`` is true.
            needed: whether a secret is needed by default.

        Returns:
            The secret; empty for no secret.

        Raises:
            ArenaError: if another secret is already settled, or if the secret cannot be read or
                written.
            OptionError: if the file name is empty in a new arena.
        """
        if self.has_secret or self._blocks.keys():
            return self._settled(asked)
        secret = new_secret(asked, needed=needed)
        if secret:
            write_secret(secret_beside(self.path), secret, replace=True)
            self.write_secret_entry(SecretEntry(fingerprint_of(secret)))
        return secret

    def _settled(self, asked: Path | str | None) -> bytes:
        secret = self.secret()
        theirs = b"" if asked in (None, WITHOUT) else read_secret(Path(str(asked)))
        if asked is not None and theirs != secret:
            dealt = "a different secret" if theirs else "a secret"
            said = f"with {dealt}" if secret else "without a secret"
            raise ArenaError(
                f"the store {str(self.path)!r} was dealt {said}; leave out the secret to go on "
                "with the arena"
            )
        return secret

    def open_secret(self, secret: bytes) -> None:
        """Move the secret of a finished arena into its store, so that all deals can be repeated.

        The file beside the store, which held the secret until then, is deleted.

        Args:
            secret: the secret; if it is empty, nothing happens.
        """
        if not secret:
            return
        entry = self._secret_entry()
        if entry is None or not entry.value:
            self.write_secret_entry(SecretEntry(fingerprint_of(secret), secret.hex()))
            # The secret must be on disk before the file beside the store is deleted.
            with self._database.explained():
                self._database.connection.execute("PRAGMA synchronous = FULL")
                self._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with suppress(FileNotFoundError), self._database.explained():
            secret_beside(self.path).unlink(missing_ok=True)

    def write_secret_entry(self, entry: SecretEntry) -> None:
        """Write the store's entry about its secret.

        Args:
            entry: the entry.
        """
        with self._database.transaction():
            self._arena.replace("secret", json.dumps(entry).encode())

    def close(self) -> None:
        """Close the store.

        A store that was open for writing then consists of a single file, unless another program is
        reading it. Until the arena has ended, the file of its secret stays beside it.
        """
        self._database.close()
        if self._lock is not None:
            self._lock.release()

    # --- reading ----------------------------------------------------------------------------------

    @property
    def has_secret(self) -> bool:
        """Whether the arena deals from a secret in addition to its seed."""
        return self._secret_entry() is not None

    def secret(self) -> bytes:
        """Return the secret that the arena deals from, even while the secret is beside the store.

        Returns:
            The secret; empty if there is no secret.

        Raises:
            ArenaError: if the secret's file cannot be read, or if the secret in it or in the store
                does not have the stored fingerprint.
        """
        entry = self._secret_entry()
        if entry is None:
            return b""
        if entry.value:
            with self.reading("its secret"):
                secret = bytes.fromhex(entry.value)
        else:
            secret = read_secret(secret_beside(self.path))
        if fingerprint_of(secret) != entry.fingerprint:
            where = "in it" if entry.value else f"in {str(secret_beside(self.path))!r}"
            raise ArenaError(
                f"the store {str(self.path)!r} was dealt with a different secret from the one "
                f"{where}"
            )
        return secret

    def secret_text(self) -> str | None:
        """Return the secret of a finished arena, as hexadecimal digits.

        Returns:
            The secret; None if the arena is unfinished or has no secret.
        """
        entry = self._secret_entry()
        return self.secret().hex() if entry is not None and entry.value else None

    def result(self) -> ArenaResult:
        """Return the result of the arena so far."""
        result = ArenaResult(self.spec, has_secret=self.has_secret)
        for matchup, number, sums in self.sums():
            with self.reading(_block_at(matchup * _BLOCKS + number)):
                if number != result.matchups[matchup].blocks:
                    raise ValueError("the block before it is missing")
                result.add_sums(matchup, sums)
        return result

    def sums(
        self, *, counted: bool = False, progress: Callable[[int], None] | None = None
    ) -> Iterator[tuple[int, int, BlockSums]]:
        """Yield the matchup, the number and the sums of each block.

        Sums that the store does not have, or has for other rows, are computed. All rows that are
        summed up are checked.

        Args:
            counted: whether the sums must include the counts of play. If sums with counts had to be
                computed, the store keeps them, if it can be written.
            progress: called after each block with the number of hands in the sums so far.

        Raises:
            ArenaError: if the store is damaged.
            OptionError: if a hand cannot be counted.
        """
        places, new, hands = self._summed_rows(counted), dict[int, bytes](), 0
        for key, rows in places.items():
            matchup, number = divmod(key, _BLOCKS)
            known, sums = self._known.get(key, (None, None))
            if sums is None or known != rows or (counted and not sums.counts):
                sums = self._sum_up(key, rows, counted=counted)
                self._known[key] = rows, sums
                if counted:
                    new[key] = encode_sums(sums, rows)
            yield matchup, number, sums
            hands += sum(sums.hands)
            if progress is not None:
                progress(hands)
        self._keep(new)
        if self._lock is not None:  # an arena that continues reads them only once
            self._known.clear()
            self._checked = None, {}

    def _summed_rows(self, with_hands: bool) -> dict[int, SummedRows]:
        """Check the rows of all blocks, read the sums that are kept, and return the checksums.

        Args:
            with_hands: whether to check the rows with the hands too.
        """
        with self._database.snapshot():
            state = self._database.state, with_hands
            if state == self._checked[0]:
                return self._checked[1]
            blocks = self._blocks.check()
            logs = self._logs.check() if with_hands else self._logs.checksums()
        places = {key: SummedRows(block, logs.get(key, b"")) for key, block in blocks.items()}
        if any(self._known.get(key, (None,))[0] != rows for key, rows in places.items()):
            self._read_kept(places)
        self._checked = state, places
        return places

    def _read_kept(self, places: Mapping[int, SummedRows]) -> None:
        """Read the sums that the store keeps, as far as they are valid."""
        blind = self.spec.stakes.big_blind
        try:
            for key, data in self._sums.rows(places.__contains__):
                with suppress(ArenaError), self.reading("sums"):
                    slots = len(self._agents(key // _BLOCKS))
                    sums = decode_sums(data, places[key], blind, slots)
                    self._known[key] = places[key], sums
        except ArenaError:  # the table is missing or damaged
            self._has_sums = False

    def _sum_up(self, key: int, rows: SummedRows, *, counted: bool) -> BlockSums:
        """Compute the sums of a block.

        Args:
            key: key of the block.
            rows: checksums of its rows.
            counted: whether to count its hands.
        """
        matchup, number = divmod(key, _BLOCKS)
        with self.reading(_block_at(key)):
            held = decode_block(self._blocks.value(key, rows.block))
            slots = len(self._agents(matchup))
            pairs = tuple(held.pair_rows(self.spec.pairs_of(number), slots))
            faults = tuple([FaultRow(*fault) for fault in held.faults])
            times = (held.decisions, held.seconds, held.longest, held.remarks)
            block = Block(matchup, number, pairs, b"", faults, *times)
            if not counted:
                return sum_block(self.spec, block)
        listed = self._decoded(key, self._logs.value(key, rows.log))
        with self.reading(_hands_of(key)):
            return sum_block(self.spec, block, listed)

    def _keep(self, new: Mapping[int, bytes]) -> None:
        """Keep sums; do nothing if the store cannot be written or another program uses it.

        If the table of sums is missing or damaged, it is created again.
        """
        if not new:
            return
        with suppress(ArenaError), self._database.hurried():
            if self._has_sums:
                with suppress(ArenaError), self._database.transaction():
                    self._sums.remove(new)
                    self._sums.insert(new.items())
                    return
            known = {
                key: encode_sums(sums, rows)
                for key, (rows, sums) in self._known.items()
                if sums.counts
            }
            with self._database.transaction():
                self._database.renew_table(SUMS)
                self._sums.insert((known | dict(new)).items())
            self._has_sums = True

    def hands(self, matchup: int | None = None) -> Iterator[StoredHand]:
        """Yield the hands, sorted by matchup, pair, leg and number of the hand in the match.

        Args:
            matchup: number, from 0, of the only matchup whose hands are yielded; None for all
                matchups.
        """
        for key, log in self._logs.rows(lambda key: matchup in (None, key // _BLOCKS)):
            for row in self._decoded(key, log):
                yield StoredHand(key // _BLOCKS, *row)

    def _decoded(self, key: int, log: bytes) -> list[HandRow]:
        with self.reading(_hands_of(key)):
            slots = len(self._agents(key // _BLOCKS))
            rows = decode_hands(log)
            if any(len(row.chips) != slots for row in rows):
                raise ValueError(f"there must be one value for each of {slots} agents")
        return rows

    def corrected(self, matchup: int) -> dict[int, tuple[float, ...]]:
        """Return the results without luck of the blocks that were corrected while they were played.

        Args:
            matchup: number of the matchup, from 0.

        Returns:
            The chips that the agent of the first slot won in each hand, in the order of `hands`, by
            block number. Blocks without such results are left out, as are blocks whose results
            another version of AIVAT computed.
        """
        found = {}
        for _, number, block in self._block_logs(matchup):
            with self.reading(_block_at(matchup * _BLOCKS + number)):
                chips = block.corrected
            if chips:
                found[number] = chips
        return found

    def faults(self) -> Iterator[StoredFault]:
        """Yield the faults of all matchups, sorted by matchup, pair, leg and number of the hand."""
        last, traces = -1, dict[TraceKey, str]()
        for matchup, number, block in self._block_logs():
            if matchup != last:
                last, traces = matchup, {}
            traces.update(block.traces)
            with self.reading(f"a fault in {_block_at(matchup * _BLOCKS + number)}"):
                slots = len(self._agents(matchup))
                if any(fault.slot >= slots for fault in block.faults):
                    raise ValueError(f"there is no slot {max(each.slot for each in block.faults)}")
            for fault in block.faults:
                yield StoredFault(matchup, *fault, traces.get(TraceKey(*fault[4:]), ""))

    def first_faults(self) -> list[StoredFault]:
        """Return the first fault of each kind for each agent, in the order of `faults`."""
        found: dict[tuple[str, str], StoredFault] = {}
        for matchup, number, sums in self.sums():
            agents = self._agents(matchup)
            kinds = zip(agents, sums.slots, strict=True)
            if {(agent, kind) for agent, slot in kinds for kind, _ in slot.faults} <= found.keys():
                continue
            held = decode_block(self._blocks.value(matchup * _BLOCKS + number))
            # The first fault of its kind is also the first with its detail, so this block has its
            # traceback.
            traces = dict(held.traces)
            for fault in held.faults:
                trace = traces.get(TraceKey(*fault[4:]), "")
                stored = StoredFault(matchup, *fault, trace)
                found.setdefault((agents[fault.slot], fault.kind), stored)
        return list(found.values())

    def reading(self, what: str) -> AbstractContextManager[None]:
        """Convert errors inside the ``with`` block to an error that names the damaged part.

        Args:
            what: description of what is read, such as a block or a hand.

        Raises:
            ArenaError: if reading fails.
        """
        return self._database.reading(what)

    def _block_logs(self, chosen: int | None = None) -> Iterator[tuple[int, int, BlockLog]]:
        """Yield the matchup, the number and the log of each block.

        Args:
            chosen: number of the only matchup whose blocks are yielded; None for all matchups.
        """
        for key, log in self._blocks.rows(lambda key: chosen in (None, key // _BLOCKS)):
            with self.reading(_block_at(key)):
                block = decode_block(log)
            yield *divmod(key, _BLOCKS), block

    def _agents(self, matchup: int) -> tuple[str, ...]:
        return self.spec.matchups[matchup].agents

    def _secret_entry(self) -> SecretEntry | None:
        held = self._arena.get("secret")
        if held is None:
            return None
        with self.reading("its secret"):
            return _SECRET.decode(held)

    def _agreed(self, asked: ArenaSpec | None) -> ArenaSpec:
        with self.reading("its specification"):
            told = json.loads(self._arena.get("specification") or b"")
            held = ArenaSpec.from_json(told)
        # The first dealing rule is the default, so perhaps the user has not chosen it.
        if asked is not None and asked.deal == DEALS[0]:
            asked = replace(asked, deal=held.deal)
        # A specification without a dealing rule is from a version that had only one rule.
        told = {"deal": held.deal, **told}
        wanted = told if asked is None else {"deal": asked.deal, **asked.to_json()}
        wanted = _without_new_sources(wanted, held.files)
        if wanted != told:
            differing = (each for each in {**wanted, **told} if wanted.get(each) != told.get(each))
            name = next(differing, "specification")
            if name == "files":
                before, now = held.files, wanted.get("files", {})
                file = next(each for each in {**now, **before} if now.get(each) != before.get(each))
                raise ArenaError(
                    f"the store {str(self.path)!r} belongs to another arena: it was begun with "
                    f"another {file}; use the earlier file, or choose another store"
                )
            raise ArenaError(
                f"the store {str(self.path)!r} belongs to another arena: its {name} is "
                f"{_said(told.get(name))}, not {_said(wanted.get(name))}; choose another file"
            )
        return held


def _without_new_sources(spec: dict[str, Any], held: Mapping[str, str]) -> dict[str, Any]:
    """Leave out the sources of bots that a store does not hold, as one of an earlier version."""
    files = spec.get("files", {})
    kept = {name: files[name] for name in files if name in held or not name.startswith(SOURCE)}
    left = {name: value for name, value in spec.items() if name != "files"}
    return left | ({"files": kept} if kept else {})


_SECRET = Decoder(SecretEntry)


def _block_at(key: int) -> str:
    return f"block {key % _BLOCKS} of matchup {key // _BLOCKS}"


def _hands_of(key: int) -> str:
    return f"the hands of {_block_at(key)}"


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
