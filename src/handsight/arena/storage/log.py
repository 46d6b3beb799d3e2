"""The encoding of a block's results in a store, which keeps the block's hands separately."""

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
"""The largest absolute value of a number in a store."""

CORRECTION = 1
"""Version of the results without luck. Blocks whose results have another version are replayed.

The version changes when an error in AIVAT is fixed. It does not change when AIVAT's guesses are
improved, because earlier results are still unbiased.
"""

_Count = Annotated[int, Meta(ge=0, le=MOST)]
_Chips = Annotated[int, Meta(ge=-MOST, le=MOST)]
_Seconds = Annotated[float, Meta(ge=0, lt=MOST)]
_Won = Annotated[float, Meta(ge=-MOST, le=MOST)]


class TraceKey(NamedTuple):
    """The key under which the traceback of equal faults in a matchup is stored.

    Attributes:
        slot: slot of the agent at fault.
        kind: kind of the fault.
        detail: description of the fault, which includes the file and line of an exception.
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
    """A `PairRow` whose numbers are checked when it is decoded."""

    pair: _Count
    chips: tuple[tuple[_Chips, ...], ...]
    hands: tuple[_Count, ...]


class LoggedCorrection(NamedTuple):
    """The results of a block's hands, with luck removed.

    Attributes:
        version: value of `CORRECTION` in the program that computed the results.
        chips: chips that the agent of the first slot won in each hand.
    """

    version: _Count
    chips: tuple[_Won, ...]


class BlockLog(Struct, array_like=True, frozen=True):
    """The results of a block.

    Attributes:
        pairs: result of each pair.
        faults: faults in the block.
        traces: tracebacks of exceptions that no earlier block of the matchup holds.
        decisions: number of decisions of each slot.
        seconds: total thinking time of each slot, in seconds.
        longest: longest time that each slot took for one decision, in seconds.
        remarks: remarks of each slot's agent about itself; empty in older stores, and possibly if
            no agent has made a remark.
        correction: results without luck; None if luck was not removed while the block was played.
    """

    pairs: tuple[LoggedPair, ...]
    faults: tuple[LoggedFault, ...]
    traces: tuple[tuple[TraceKey, str], ...]
    decisions: tuple[_Count, ...]
    seconds: tuple[_Seconds, ...]
    longest: tuple[_Seconds, ...]
    remarks: tuple[tuple[str, ...], ...] = ()
    correction: LoggedCorrection | None = None

    @property
    def corrected(self) -> tuple[float, ...]:
        """The results of the hands without luck; empty if there are none of version `CORRECTION`.

        Raises:
            ValueError: if the number of results is not the number of hands.
        """
        if self.correction is None or self.correction.version != CORRECTION:
            return ()
        chips, hands = self.correction.chips, sum(sum(row.hands) for row in self.pairs)
        if len(chips) != hands:
            raise ValueError(f"it has {len(chips)} results without luck, but {hands} hands")
        return chips

    def pair_rows(self, pairs: range, slots: int) -> list[PairRow]:
        """Return the results of the pairs.

        Args:
            pairs: numbers of the pairs that the block must have.
            slots: number of agents in the matchup.

        Raises:
            ValueError: if the block has other pairs, or if there is not one value for each slot.
        """
        if [row.pair for row in self.pairs] != list(pairs):
            raise ValueError("its pairs are not the expected ones")
        listed: list[Sized] = [self.decisions, self.seconds, self.longest]
        listed += [self.remarks] if self.remarks else []
        for row in self.pairs:
            listed += [row.chips, row.hands, *row.chips]
        if any(len(each) != slots for each in listed):
            raise ValueError(f"there must be one value for each of {slots} agents")
        return [PairRow(*row) for row in self.pairs]


_ENCODER, _DECODER = Encoder(), Decoder(BlockLog)


def encode_block(block: Block, traces: Mapping[TraceKey, str]) -> bytes:
    """Encode the results of a block.

    Args:
        block: the block.
        traces: tracebacks of the block's faults that no earlier block of the matchup holds; see
            `new_traces`.
    """
    faults = [row[:7] for row in block.faults]
    numbers = (block.decisions, block.seconds, block.longest)
    content = [block.pairs, faults, list(traces.items()), *numbers]
    if any(block.remarks) or block.corrected:
        content.append(block.remarks)
    if block.corrected:
        content.append((CORRECTION, block.corrected))
    return zlib.compress(_ENCODER.encode(content))


def decode_block(log: bytes) -> BlockLog:
    """Decode the results of a block.

    Args:
        log: the output of `encode_block`.

    Raises:
        ValueError: if the data is not the log of a block.
    """
    try:
        return _DECODER.decode(zlib.decompressobj().decompress(log, MOST_BYTES))
    except (DecodeError, zlib.error) as error:
        raise ValueError(f"this is not a log of a block: {error}") from None


def new_traces(
    faults: Iterable[FaultRow], known: Collection[TraceKey], most: int
) -> dict[TraceKey, str]:
    """Choose the tracebacks to keep; of faults with an equal key, only the first one's is kept.

    Args:
        faults: faults of a block.
        known: keys of the tracebacks that earlier blocks of the matchup have kept.
        most: maximum number of tracebacks to keep for each agent in a matchup, including those that
            are known.

    Returns:
        The traceback to store under each new key.

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
