"""A flop atlas: the strength, potential and equity of every hand on every flop, in one file.

Suits have no order, so 1,755 flops represent all 22,100. On each flop, combos that differ only by
a change of suits share a row. The complete file has 1,286,792 rows of twelve 16-bit numbers. A
look-up renames the suits of a flop to those of its canonical form and reads one row of the
memory-mapped file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards import CardSet, CardsLike, parse_cards, refuse_shared, require_count
from handsight.errors import InputError
from handsight.odds.board.boards import BoardStrengths, board_spot, board_strengths
from handsight.odds.spot import HAND
from handsight.ranges.combos import COMBO_COUNT, MASKS
from handsight.ranges.suits import CHANGES, board_classes, combo_tables
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.chunks import Progress, map_chunks
from handsight.runtime.files import kept_while_unchanged

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import BinaryIO

    from numpy.typing import NDArray

KIND, VERSION = "handsight flop atlas", 1
FLOP = 3
BUCKETS = 8
"""The number of buckets of the equity histogram."""

NUMBERS = 4 + BUCKETS
"""The length of a row, which holds HS, PPot, NPot, equity, and the runouts in each bucket."""

HALVES = 2 * comb(47, HAND)
"""The denominator of HS, which is stored exactly: a beaten hand adds 2 to the numerator, a tie 1.
"""

RUNOUTS = comb(47, 2)
"""The number of runouts of a flop for a given hand; the histogram counts them exactly."""

FINEST = (1 << 16) - 1
"""The denominator of PPot, NPot and equity, which are rounded with an error below 2**-16."""

POINTS = 2 * comb(45, HAND)
"""The maximum points of a hand on the river: two for each hand that it beats, one for each tie."""

BLOCKED = FINEST
"""The row number of a combo that contains a card of the flop and so has no row."""

CHUNK = 5
"""The number of flops in a chunk of work, which takes half a second."""


class FlopEntry(NamedTuple):
    """The values of a hand on a flop against one opponent with any cards; each is from 0 to 1.

    Attributes:
        hs: hand strength, exact.
        ppot: positive potential up to the river; the error is below 2**-16, as it is for ``npot``
            and ``equity``.
        npot: negative potential up to the river.
        equity: the share of the pot if both players are all-in.
        histogram: the exact share of runouts in each of eight buckets, the lowest bucket first.
            Buckets divide the runouts by the share of hands that this hand beats on the river, in
            steps of 1/8; ties count half, and a share of exactly k/8 belongs to the upper bucket.

    Example:
        >>> round(FlopEntry(0.5, 0.2, 0.1, 0.55, (0.125,) * 8).ehs, 3)
        0.6
    """

    hs: float
    ppot: float
    npot: float
    equity: float
    histogram: tuple[float, ...]

    @property
    def ehs(self) -> float:
        """EHS = HS + (1 - HS) PPot."""
        return self.hs + (1 - self.hs) * self.ppot


class FlopAtlas:
    """An open flop atlas; `make_flop_atlas` creates its file.

    Attributes:
        flops: the number of flops in the atlas, at most 1,755.
        rows: the number of hands on these flops; hands that differ only by suits count once.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     atlas = make_flop_atlas(Path(folder, "one.atlas"), ["Qh7h2c"])
        ...     entry = atlas.look_up("AdKd", "Qd7d2s")
        >>> atlas.flops, atlas.rows, round(entry.ehs, 4), round(entry.equity, 4)
        (1, 721, 0.7989, 0.7268)
    """

    def __init__(self, path: Path | str) -> None:
        """Open a file and check its whole content.

        Raises:
            InputError: if the file is not an atlas, has another version, or is damaged.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            listed, count = archive.head["flops"], archive.head["rows"]
            classes = len(board_classes(FLOP).firsts)
            if not isinstance(count, int) or not _are_classes(listed, classes):
                raise InputError("its list of flops is wrong")
            self._rows = archive.mapped("rows", "<u2", (len(listed), COMBO_COUNT))
            self._values = archive.mapped("values", "<u2", (count, NUMBERS))
            numbers = np.array(listed, np.int64)
            if not np.array_equal(self._rows, _rows_of(numbers)):
                raise InputError("its rows are not those of its flops")
        self._place = np.full(classes, -1)
        self._place[numbers] = np.arange(len(numbers))
        sizes = [int(row[row != BLOCKED].max()) + 1 for row in self._rows]
        if sum(sizes) != count:
            raise InputError(f"{str(path)!r} is damaged: it has {count:,} rows, not {sum(sizes):,}")
        self._starts = np.concatenate([[0], np.cumsum(sizes)])
        self.flops, self.rows = len(numbers), count

    def look_up(self, hole: CardsLike, board: CardsLike) -> FlopEntry:
        """Look up the values of a hand on a flop.

        Args:
            hole: the two hole cards.
            board: the three cards of the flop.

        Raises:
            InputError: if the cards are invalid, or the flop is not in the atlas.
        """
        groups = {"hole": parse_cards(hole, "hole"), "board": parse_cards(board, "board")}
        refuse_shared(groups)
        require_count(groups["hole"], "hole", (HAND,))
        require_count(groups["board"], "board", (FLOP,))
        held, lying = map(CardSet.of, groups.values())
        entry = self.entry(held.mask, tuple(card.index for card in lying))
        if entry is None:
            raise InputError(f"the atlas has {self.flops:,} flops, but none like {lying}")
        return entry

    def entry(self, hole: int, board: Sequence[int]) -> FlopEntry | None:
        """Look up a hand without checking its cards; return None if the flop is not in the atlas.

        Args:
            hole: the mask of the two hole cards.
            board: the three card indices of the flop.
        """
        place, change = self._found(board)
        if place < 0:
            return None
        row = self._rows[place, combo_tables()[2][change, _numbers()[hole]]]
        values = self._values[self._starts[place] + row].tolist()
        return FlopEntry(
            values[0] / HALVES,
            values[1] / FINEST,
            values[2] / FINEST,
            values[3] / FINEST,
            tuple([count / RUNOUTS for count in values[4:]]),
        )

    def strengths(self, board: CardSet) -> BoardStrengths | None:
        """Return the values of all combos on a flop, as `board_strengths` does.

        Returns None if the flop is not in the atlas. HS is exact; the errors of the other values
        are below 2**-16.
        """
        place, change = self._found([card.index for card in board])
        if place < 0:
            return None
        rows = self._rows[place, combo_tables()[2][change]]
        is_free = rows != BLOCKED
        values = np.full((4, COMBO_COUNT), np.nan)
        chosen = self._values[self._starts[place] + rows[is_free].astype(np.int64), :4]
        values[:, is_free] = chosen.T / np.array([[HALVES], [FINEST], [FINEST], [FINEST]])
        values.flags.writeable = False
        return BoardStrengths(board_spot(board), *values)

    def _found(self, board: Sequence[int]) -> tuple[int, int]:
        """Return a flop's index (-1 if it is missing) and the suit change to its canonical form."""
        low, middle, high = sorted(board)
        number = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
        classes = board_classes(FLOP)
        return int(self._place[classes.class_of[number]]), int(classes.change_of[number])


def opened_atlas(path: Path | str) -> FlopAtlas:
    """Open an atlas, or return the open one if its file has not changed.

    Raises:
        InputError: if the file is missing or damaged, is not an atlas, or has another version.
    """
    try:
        return _opened(path)
    except OSError as error:
        raise InputError(f"the atlas {str(path)!r} cannot be read: {error.strerror}") from None


_opened = kept_while_unchanged(4)(FlopAtlas)


@cache
def _numbers() -> dict[int, int]:
    return {mask: number for number, mask in enumerate(MASKS)}


def _are_classes(listed: object, classes: int) -> bool:
    """Check whether a value from a file is a non-empty, ascending list of flop class numbers."""
    if not isinstance(listed, list) or not listed:
        return False
    if not all(type(each) is int and 0 <= each < classes for each in listed):
        return False
    return listed == sorted(set(listed))


# --- making an atlas ------------------------------------------------------------------------------


def make_flop_atlas(
    path: Path | str,
    flops: Iterable[str | CardSet] | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> FlopAtlas:
    """Count the values of all hands on flops, write them to an atlas file, and open the atlas.

    Until all flops are done, the results are kept in a file of the same name with ``.part``
    appended. To resume an interrupted count, repeat the call. If the atlas file is already
    complete, it is opened and nothing is counted.

    Args:
        path: the path of the atlas file.
        flops: the flops to count, each of which represents all flops that differ from it only by
            suits; None for all 1,755.
        executor: runs the chunks of work; None for this thread. The content of the file does not
            depend on the executor.
        progress: called with the number of flops done and the total; None for no calls.

    Raises:
        InputError: if a flop is invalid, there are no flops, the file is not an atlas or contains
            other flops, or the ``.part`` file belongs to another atlas.
        OSError: if the file cannot be written.
    """
    target = Path(path)
    numbers = _classes_of(flops)
    if target.exists():
        atlas = FlopAtlas(target)
        if not np.array_equal(np.flatnonzero(atlas._place >= 0), numbers):
            raise InputError(
                f"{str(target)!r} is an atlas of {atlas.flops:,} other flops; choose another file"
            )
        return atlas
    rows = _rows_of(numbers)
    chunks = [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
    part = part_of(target)
    with part.open("r+b" if part.exists() else "w+b") as file:
        counted = _kept(file, numbers, chunks)
        done = sum(map(len, chunks[: len(counted)]))
        if progress is not None:
            progress(done, len(numbers))
        for values in map_chunks(count_flops, chunks[len(counted) :], executor):
            _keep(file, values)
            done += len(chunks[len(counted)])
            counted.append(values)
            if progress is not None:
                progress(done, len(numbers))
    head = {"flops": numbers.tolist(), "rows": sum(map(len, counted))}
    arrays = {"rows": rows, "values": np.concatenate(counted).astype("<u2", copy=False)}
    write_archive(target, KIND, VERSION, head, arrays)
    with suppress(FileNotFoundError):
        part.unlink()
    return FlopAtlas(target)


def part_of(path: Path) -> Path:
    """Return the path of the file that keeps the results of an incomplete atlas."""
    return path.with_name(f"{path.name}.part")


def _classes_of(flops: Iterable[str | CardSet] | None) -> NDArray[np.int64]:
    """Return the distinct class numbers of some flops in ascending order; None means all flops."""
    classes = board_classes(FLOP)
    if flops is None:
        return np.arange(len(classes.firsts))
    numbers = set()
    for flop in flops:
        board = CardSet(flop)
        require_count(board, "flop", (FLOP,))
        low, middle, high = sorted(card.index for card in board)
        numbers.add(int(classes.class_of[low + comb(middle, 2) + comb(high, 3)]))
    if not numbers:
        raise InputError("there are no flops; list one or more")
    return np.array(sorted(numbers))


def _rows_of(numbers: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the row number of each combo on canonical flops: uint16[n, 1326].

    It is `BLOCKED` for a combo that shares a card with the flop.
    """
    rows = np.full((len(numbers), COMBO_COUNT), BLOCKED, np.dtype("<u2"))
    for row, number in zip(rows, numbers, strict=True):
        live, alike = _alike(int(number))
        row[live] = alike
    return rows


def _alike(number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the live combos of a canonical flop and their rows; equivalent combos share a row."""
    mask = board_classes(FLOP).firsts[number]
    lanes = [int(mask) >> 16 * suit & 0xFFFF for suit in range(4)]
    live = np.flatnonzero(combo_tables()[0] & mask == 0)
    return live, np.unique(_first_alike(tuple(map(lanes.index, lanes)))[live], return_inverse=True)[
        1
    ].ravel()


@cache
def _first_alike(suits: tuple[int, ...]) -> NDArray[np.int16]:
    """Return for each combo the first combo that is equivalent to it: int16[1326].

    Args:
        suits: for each suit, the first suit that is equivalent to it.
    """
    turned = combo_tables()[2]
    free = [
        number
        for number, change in enumerate(CHANGES)
        if all(suits[old] == suits[new] for old, new in enumerate(change))
    ]
    return np.asarray(turned[free].min(axis=0))


def count_flops(numbers: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Count the atlas rows of some flops: uint16[n, 12].

    Every runout is counted against all hands of the opponent.

    Args:
        numbers: the class numbers of the flops.
    """
    return np.concatenate([_count_flop(int(number)) for number in numbers])


def _count_flop(number: int) -> NDArray[np.uint16]:
    live, alike = _alike(number)
    one_of = np.empty(alike.max() + 1, np.int64)
    one_of[alike[::-1]] = live[::-1]
    mask = board_classes(FLOP).firsts[number]
    strengths = board_strengths(CardSet.from_mask(int(mask)))
    values = np.empty((len(one_of), NUMBERS), "<u2")
    values[:, 0] = np.rint(strengths.hs[one_of] * HALVES)
    for column, shares in enumerate((strengths.ppot, strengths.npot, strengths.equity), 1):
        values[:, column] = np.rint(shares[one_of] * FINEST)
    values[:, 4:] = _histograms(mask)[one_of]
    return values


def _histograms(flop: np.uint64) -> NDArray[np.int64]:
    """Count each combo's runouts in each bucket of `FlopEntry.histogram`: int64[1326, 8]."""
    from handsight.kernels.blueprint.buckets import list_runouts, points_of_board

    masks, cards, _ = combo_tables()
    points, every = np.zeros(COMBO_COUNT, np.int64), np.arange(COMBO_COUNT)
    counts = np.zeros((COMBO_COUNT, BUCKETS), np.int64)
    for runout in list_runouts(flop, 2):
        board = flop | runout
        points_of_board(masks, cards, board, points)
        counts[every, np.minimum(points * BUCKETS // POINTS, BUCKETS - 1)] += masks & board == 0
    return counts


# --- intermediate results -------------------------------------------------------------------------


def _kept(
    file: BinaryIO, numbers: NDArray[np.int64], chunks: Sequence[NDArray[np.int64]]
) -> list[NDArray[np.uint16]]:
    """Read the chunks that an earlier call has saved, and position the file for the next chunk.

    A digest precedes each chunk. The first chunk that does not match its digest is counted again,
    and so are all chunks after it.

    Args:
        file: the open ``.part`` file, which can be empty.
        numbers: the class numbers of all flops of the atlas.
        chunks: the class numbers of the flops in each chunk.

    Raises:
        InputError: if the file belongs to an atlas of other flops.
    """
    head = json.dumps({"format": f"{KIND}, not whole", "version": VERSION, "chunk": CHUNK})
    first = hashlib.sha256(head.encode() + numbers.astype("<i8").tobytes()).digest()
    counted = []
    found = file.read(len(first))
    if found and found != first:
        raise InputError(
            f"{file.name!r} is the beginning of another atlas; remove it, or rename it"
        )
    file.seek(0)
    file.write(first)
    for chunk in chunks:
        place = file.tell()
        size = sum(int(_alike(int(number))[1].max()) + 1 for number in chunk)
        digest, data = file.read(len(first)), file.read(size * NUMBERS * 2)
        if hashlib.sha256(data).digest() != digest or len(data) != size * NUMBERS * 2:
            file.seek(place)
            break
        counted.append(np.frombuffer(data, "<u2").reshape(size, NUMBERS))
    file.truncate()
    return counted


def _keep(file: BinaryIO, values: NDArray[np.uint16]) -> None:
    data = values.tobytes()
    file.write(hashlib.sha256(data).digest() + data)
    file.flush()
