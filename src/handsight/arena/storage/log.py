"""How a store writes what came of a block, beside the log of its hands."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sized
from typing import Annotated, NamedTuple

from msgspec import DecodeError, Meta, Struct
from msgspec.msgpack import Decoder, Encoder

from handsight.arena.match import Block, FaultRow, PairRow
from handsight.formats.hand_log import MOST_BYTES

MOST = 1 << 62
"""No number in a store is larger."""

_Count = Annotated[int, Meta(ge=0, le=MOST)]
_Chips = Annotated[int, Meta(ge=-MOST, le=MOST)]
_Seconds = Annotated[float, Meta(ge=0, lt=MOST)]


class TraceKey(NamedTuple):
    """What the faults of a matchup have in common that came from the same place.

    Attributes:
        slot: of the agent.
        kind: of the fault.
        detail: what happened.
    """

    slot: _Count
    kind: str
    detail: str


class LoggedFault(NamedTuple):
    """A `FaultRow` without its trace."""

    pair: _Count
    leg: _Count
    hand: _Count
    decision: _Count
    slot: _Count
    kind: str
    detail: str


class LoggedPair(NamedTuple):
    """A `PairRow`, its numbers checked."""

    pair: _Count
    chips: tuple[tuple[_Chips, ...], ...]
    hands: tuple[_Count, ...]


class BlockLog(Struct, array_like=True, frozen=True):
    """What came of a block.

    Attributes:
        pairs: how each pair went.
        faults: the faults.
        traces: where exceptions came from that no earlier block of the matchup had.
        decisions: of the agent of each slot.
        seconds: that the agent of each slot took in all.
        longest: that the agent of each slot took at most for a decision.
        remarks: that the agent of each slot made of itself; nothing in older stores.
    """

    pairs: tuple[LoggedPair, ...]
    faults: tuple[LoggedFault, ...]
    traces: tuple[tuple[TraceKey, str], ...]
    decisions: tuple[_Count, ...]
    seconds: tuple[_Seconds, ...]
    longest: tuple[_Seconds, ...]
    remarks: tuple[tuple[str, ...], ...] = ()

    def pair_rows(self, pairs: range, slots: int) -> list[PairRow]:
        """Give how the pairs went.

        Args:
            pairs: that the block has to have.
            slots: how many agents the matchup has.

        Raises:
            ValueError: if there are other pairs, or not one value for each slot.
        """
        if [row.pair for row in self.pairs] != list(pairs):
            raise ValueError("it has not the pairs that it should have")
        listed: list[Sized] = [self.decisions, self.seconds, self.longest]
        listed += [self.remarks] if self.remarks else []
        for row in self.pairs:
            listed += [row.chips, row.hands, *row.chips]
        if any(len(each) != slots for each in listed):
            raise ValueError(f"there is not one value for each of {slots} agents")
        return [PairRow(*row) for row in self.pairs]


_ENCODER, _DECODER = Encoder(), Decoder(BlockLog)


def encode_block(block: Block, traces: Mapping[TraceKey, str]) -> bytes:
    """Write what came of a block.

    Args:
        block: what was played.
        traces: of its faults that no earlier block of its matchup has; see `new_traces`.
    """
    faults = [row[:7] for row in block.faults]
    numbers = (block.decisions, block.seconds, block.longest)
    said = (block.remarks,) if any(block.remarks) else ()
    content = (block.pairs, faults, list(traces.items()), *numbers, *said)
    return zlib.compress(_ENCODER.encode(content))


def decode_block(log: bytes) -> BlockLog:
    """Read what came of a block.

    Args:
        log: what `encode_block` gave.

    Raises:
        ValueError: if it is no such log.
    """
    try:
        return _DECODER.decode(zlib.decompressobj().decompress(log, MOST_BYTES))
    except (DecodeError, zlib.error) as error:
        raise ValueError(f"this is no log of a block: {error}") from None


def new_traces(
    faults: Iterable[FaultRow], known: Collection[TraceKey], most: int
) -> dict[TraceKey, str]:
    """Choose the traces that are to be kept: once each, for they come again and again.

    Args:
        faults: of a block.
        known: what earlier blocks of the matchup have kept.
        most: how many are kept of an agent in a matchup.

    Example:
        >>> fault = FaultRow(0, 0, 1, 2, 0, "exception", "a.py:3: why", "a.py:3 in act")
        >>> new_traces([fault, fault], [], most=5)
        {TraceKey(slot=0, kind='exception', detail='a.py:3: why'): 'a.py:3 in act'}
    """
    kept = Counter(key.slot for key in known)
    chosen: dict[TraceKey, str] = {}
    for row in faults:
        key = TraceKey(row.slot, row.kind, row.detail)
        if row.trace and key not in known and key not in chosen and kept[row.slot] < most:
            chosen[key] = row.trace
            kept[row.slot] += 1
    return chosen
