"""The sums of blocks as a store keeps them: versioned, and tied to the rows that they sum up.

Kept sums only save time. If they are missing, damaged, of another version, or not those of the rows
that the store now holds, they are computed again.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from msgspec import DecodeError, Meta, Struct
from msgspec.msgpack import Decoder, Encoder

from handsight.arena.statistics import PairStatistics
from handsight.arena.sums.block_sums import BlockSums, MatchSums, SlotSums
from handsight.arena.sums.hand_counts import SIZE
from handsight.formats.hand_log import MOST_BYTES

SUMS = "sums"
"""The name of the table in a store that holds sums; its keys are those of the blocks."""

VERSION = 1
"""Version of the sums. It changes when they hold other numbers, or count differently."""

_Count = Annotated[int, Meta(ge=0)]


class SummedRows(NamedTuple):
    """The checksums of the rows of a block.

    Attributes:
        block: checksum of the row with its results.
        log: checksum of the row with its hands.
    """

    block: bytes
    log: bytes


class _Record(Struct, array_like=True, frozen=True):
    """The fields of a `MatchSums`; the numbers of its statistics are text, as they can be large."""

    statistics: str
    wins: _Count
    losses: _Count
    ties: _Count


class _Slot(Struct, array_like=True, frozen=True):
    faults: tuple[tuple[str, _Count], ...]
    at_fault: _Count
    decisions: _Count
    seconds: float
    longest: float
    remarks: tuple[str, ...]


class _Kept(Struct, array_like=True, frozen=True):
    """The fields of a `BlockSums`, with lists of numbers as bytes, and what they sum up."""

    version: int
    block: bytes
    log: bytes
    records: tuple[_Record, ...]
    between: tuple[_Record, ...]
    slots: tuple[_Slot, ...]
    chips: tuple[bytes, ...]
    hands: bytes
    won: tuple[bytes, ...]
    matches: bytes
    hand_chips: tuple[bytes, ...]
    counts: tuple[str, ...]


_ENCODER, _DECODER = Encoder(), Decoder(_Kept)


def encode_sums(sums: BlockSums, rows: SummedRows) -> bytes:
    """Encode the sums of a block.

    Args:
        sums: the sums.
        rows: checksums of the rows that hold the block.
    """
    content = (
        *(VERSION, *rows),
        [_recorded(each) for each in sums.records],
        [_recorded(each) for each in sums.between],
        sums.slots,
        [_packed(each) for each in sums.chips],
        *(_packed(sums.hands), sums.won, sums.matches),
        [_packed(each) for each in sums.hand_chips],
        [" ".join(map(str, each)) for each in sums.counts],
    )
    return zlib.compress(_ENCODER.encode(content))


def decode_sums(data: bytes, rows: SummedRows, big_blind: int, slots: int) -> BlockSums:
    """Decode the sums of a block.

    Args:
        data: the output of `encode_sums`.
        rows: checksums of the rows that now hold the block.
        big_blind: the big blind, in chips.
        slots: number of agents in the matchup.

    Raises:
        ValueError: if the data is not the sums of these rows, in this version.

    Example:
        >>> from handsight.arena import ArenaSpec
        >>> from handsight.arena.match import BlockTask, play_block
        >>> from handsight.arena.sums.block_sums import sum_block
        >>> spec, rows = ArenaSpec(agents=("call", "fold"), pairs=2), SummedRows(b"a", b"b")
        >>> sums = sum_block(spec, play_block(BlockTask(spec, matchup=0, block=0)))
        >>> decode_sums(encode_sums(sums, rows), rows, 100, slots=2) == sums
        True
    """
    try:
        kept = _DECODER.decode(zlib.decompressobj().decompress(data, MOST_BYTES))
    except (DecodeError, zlib.error) as error:
        raise ValueError(f"these are no sums: {error}") from None
    if (kept.version, kept.block, kept.log) != (VERSION, *rows):
        raise ValueError("these are the sums of another block, or of another version")
    sums = BlockSums(
        records=tuple([_record(each, big_blind) for each in kept.records]),
        between=tuple([_record(each, big_blind) for each in kept.between]),
        slots=tuple(
            [
                SlotSums(
                    *(each.faults, each.at_fault, each.decisions),
                    *(each.seconds, each.longest, each.remarks),
                )
                for each in kept.slots
            ]
        ),
        chips=tuple(map(_unpacked, kept.chips)),
        hands=_unpacked(kept.hands),
        won=kept.won,
        matches=kept.matches,
        hand_chips=tuple(map(_unpacked, kept.hand_chips)),
        counts=tuple([tuple(map(int, each.split())) for each in kept.counts]),
    )
    _require_whole(sums, slots)
    return sums


def _require_whole(sums: BlockSums, slots: int) -> None:
    couples = slots * (slots - 1) // 2 if slots > 2 else 0
    by_slot = [sums.records, sums.slots, sums.chips, sums.won]
    by_slot += [sums.hand_chips, sums.counts] if sums.counts else []
    by_pair: list[Sequence[object]] = [*sums.chips, *sums.won, sums.matches]
    if (
        any(len(each) != slots for each in by_slot)
        or len(sums.between) != couples
        or any(len(each) != len(sums.hands) for each in by_pair)
        or any(len(each) != sum(sums.hands) for each in sums.hand_chips)
        or any(len(each) != SIZE for each in sums.counts)
    ):
        raise ValueError("the number of sums is wrong")


def _recorded(sums: MatchSums) -> tuple[str, int, int, int]:
    held = sums.statistics
    numbers = (held.pairs, held.chips, held.hands)
    squares = (held.chips_squared, held.hands_squared, held.chips_by_hands)
    return " ".join(map(str, (*numbers, *squares))), sums.wins, sums.losses, sums.ties


def _record(kept: _Record, big_blind: int) -> MatchSums:
    pairs, chips, hands, *squares = map(int, kept.statistics.split())
    statistics = PairStatistics(big_blind, pairs, chips, hands, *squares)
    return MatchSums(statistics, kept.wins, kept.losses, kept.ties)


def _packed(numbers: array[int]) -> bytes:
    """Return numbers as bytes, the lowest byte of each number first."""
    if sys.byteorder == "big":
        numbers = array("q", numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _unpacked(data: bytes) -> array[int]:
    numbers = array("q", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
