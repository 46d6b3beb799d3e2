"""The buckets of hands: groups of hands that a learned strategy does not distinguish.

Before the flop the buckets are the 169 hand classes. On the flop and the turn, each hand has a
distribution of its strength, and its bucket is the cluster centre nearest to that distribution
(`handsight.blueprint.clustering`). The bucket is read from a table of all boards that differ by
more than suits. On the river the bucket is the hand's strength against a random hand, in steps of
equal width; it is computed for each board when it is needed. Buckets are numbered by mean strength,
the weakest first; the hand classes are in the order of `handsight.ranges.combos.CLASSES`.

A file of buckets holds the centres, which are small. The tables take 2.3 MB for the flop and
21.8 MB for the turn. They are built on first use and stored with other large tables. A file can
also hold the tables packed, in 1.4 MB; they are then unpacked rather than computed.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate
from lzma import LZMADecompressor, LZMAError
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.clustering import (
    FLOP,
    MOST_BUCKETS,
    RIVER,
    RUNOUTS,
    TURN,
    bucket_rows,
    cluster,
    sample_hands,
    sort_centres,
)
from handsight.cards.card import DECK_SIZE, STREET_OF_BOARD
from handsight.errors import CardCountError, DuplicateCardError, InputError, OptionError
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF, combo_number
from handsight.ranges.suits import board_classes, combo_tables
from handsight.runtime.chunks import Progress
from handsight.runtime.files import write_whole
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole
from handsight.runtime.seeds import checked_seed, raw_words
from handsight.runtime.tables import TableFile, open_table

if TYPE_CHECKING:
    from handsight.kernels.blueprint.deals import BucketTables

VERSION = 1
FORMAT = b"handsight buckets\n"
MOST_BYTES = 8_000_000
"""Maximum size of a file of buckets, which holds up to 256 centres for each of two streets, two
packed tables, and the options."""

UNPACKING = 1 << 25
"""Maximum memory, in bytes, for unpacking a table, not counting the table itself."""

DEFAULT_BUCKETS = 200
SAMPLES = {FLOP: (512, 256), TURN: (2048, 64)}
"""For each board size: the number of boards drawn for the clustering, and of hands per board."""

MOST_PAIRS = 11
"""Maximum number of pairs of hands that are dealt from one deck on the same board."""

DECK = frozenset(range(DECK_SIZE))
DIGEST = re.compile("[0-9a-f]{64}")


class BucketDeals(NamedTuple):
    """Deals of two hands each, reduced to their buckets and the winner.

    Attributes:
        buckets: uint16[n, 2, 4], the buckets of both players' hands on the four streets.
        outcomes: int8[n], the result of the showdown: 1 if the first player wins, -1 if the second
            player wins, 0 for a tie.
    """

    buckets: NDArray[np.uint16]
    outcomes: NDArray[np.int8]


class DealtHands(NamedTuple):
    """Deals of one hand for each player, reduced to buckets and strengths.

    Attributes:
        buckets: uint16[n, players, 4], the buckets of the hands on the four streets.
        strengths: uint16[n, players], the strengths of the hands at the showdown; higher is better.
    """

    buckets: NDArray[np.uint16]
    strengths: NDArray[np.uint16]


class BoardHands(NamedTuple):
    """Boards with several hands each; no two hands on a board share a card.

    Attributes:
        buckets: uint16[n, h, 4], the buckets of each hand on the four streets; the hands of a
            board are sorted from the weakest to the strongest.
        strengths: uint16[n, h], the strength of each hand at showdown; higher is better.
    """

    buckets: NDArray[np.uint16]
    strengths: NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class StreetBuckets:
    """The buckets of the flop or the turn.

    Attributes:
        size: number of cards on a board, 3 or 4.
        centres: uint8[n, 64], distributions of hand strength as cumulative histograms, in units of
            1/230; the centre that is weakest on average comes first.
        sha256: the SHA-256 digest of the table, as hexadecimal digits.
        packed: the table packed with LZMA; empty if the table is computed on first use.
    """

    size: int
    centres: NDArray[np.uint8]
    sha256: str
    packed: bytes = b""

    @property
    def count(self) -> int:
        """The number of buckets."""
        return len(self.centres)

    @property
    def file(self) -> TableFile:
        """The description of the table's file, with the function that builds the table."""
        digest = hashlib.sha256(self.centres.tobytes()).hexdigest()
        return TableFile(
            name=f"{STREET_OF_BOARD[self.size]}-buckets-{digest[:8]}",
            dtype="|u1",
            entries=len(board_classes(self.size).firsts) * COMBO_COUNT,
            sha256=self.sha256,
            pieces=self._pieces,
        )

    def _pieces(self, pool: Executor) -> Iterator[NDArray[Any]]:
        return self._unpacked() if self.packed else bucket_rows(self.size, self.centres, pool)

    def _unpacked(self) -> Iterator[NDArray[np.uint8]]:
        reader, entries = LZMADecompressor(memlimit=UNPACKING), self.file.entries
        try:
            table = reader.decompress(self.packed, entries)  # never unpacks more than this
        except LZMAError as error:
            raise InputError(f"the packed table of buckets is damaged: {error}") from None
        yield np.frombuffer(table, np.uint8)

    def open(self, progress: Progress | None = None) -> NDArray[np.uint8]:
        """Map the table into memory, building it first if it is missing or damaged.

        Args:
            progress: called with the number of bytes built so far and the total number of bytes.

        Returns:
            uint8[board classes, 1326], read-only: the bucket of each combo on the first board of
            each board class, and an unused 0 for combos that share a card with that board.

        Raises:
            CacheError: if the table cannot be built, stored or read.
            InputError: if the packed table is damaged.
        """
        return open_table(self.file, progress).reshape(-1, COMBO_COUNT)


@dataclass(frozen=True, eq=False)
class Buckets:
    """The buckets of all four streets.

    Cards are numbered 0..51. The order of a board's cards does not matter.

    Attributes:
        flop: buckets of the flop.
        turn: buckets of the turn.
        rivers: number of buckets on the river, where they are equal steps of hand strength.
        seed: seed of the clustering.

    Example:
        >>> buckets = Buckets.load("blueprint.buckets")  # doctest: +SKIP
        >>> buckets.counts  # doctest: +SKIP
        (169, 200, 200, 200)
    """

    flop: StreetBuckets
    turn: StreetBuckets
    rivers: int
    seed: int

    @classmethod
    def make(
        cls,
        flops: int = DEFAULT_BUCKETS,
        turns: int = DEFAULT_BUCKETS,
        rivers: int = DEFAULT_BUCKETS,
        seed: int = 0,
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> Buckets:
        """Cluster a sample of hands, and build the tables.

        Args:
            flops: number of buckets on the flop, 1 to 256.
            turns: number of buckets on the turn, 1 to 256.
            rivers: number of buckets on the river, 1 to 256.
            seed: seed of the sample and of the first centres. The result depends only on the seed
                and on the numbers of buckets.
            executor: executor that does the work in parallel; if None, this thread does it.
            progress: called with the number of five-card boards processed so far and their total
                number.

        Raises:
            OptionError: if a number is out of range.
            CacheError: if the tables cannot be stored.
        """
        for name, count in (("flops", flops), ("turns", turns), ("rivers", rivers)):
            _require_count(name, count)
        seed = checked_seed(seed)
        report = _reporter(progress)
        flop = _make_street(FLOP, int(flops), seed, executor, report)
        turn = _make_street(TURN, int(turns), seed, executor, report)
        return cls(flop, turn, int(rivers), seed)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of buckets on each street."""
        return len(CLASSES), self.flop.count, self.turn.count, self.rivers

    @cached_property
    def digest(self) -> str:
        """A digest that identifies these buckets, as hexadecimal digits."""
        text = f"{self.flop.sha256} {self.turn.sha256} {self.rivers}"
        return hashlib.sha256(text.encode()).hexdigest()

    # --- look-ups --------------------------------------------------------------------------------

    @cached_property
    def tables(self) -> BucketTables:
        """The arrays in which the kernels look up buckets; missing tables are built first.

        Raises:
            CacheError: if a table cannot be built, stored or read.
            InputError: if a packed table is damaged.
        """
        from handsight.kernels.blueprint.deals import BucketTables

        flops, turns = board_classes(FLOP), board_classes(TURN)
        classes, turned = _class_numbers(), combo_tables()[2]
        return BucketTables(
            *(classes, turned, flops.class_of, flops.change_of, turns.class_of, turns.change_of),
            *(self.flop.open(), self.turn.open(), self.rivers),
        )

    def bucket_of(self, hole: Sequence[int], board: Sequence[int] = ()) -> int:
        """Return the bucket of a hand on a board.

        Args:
            hole: the numbers of the two hole cards.
            board: the numbers of the 0, 3, 4 or 5 cards of the board.

        Raises:
            CardCountError: if the number of cards is wrong.
            DuplicateCardError: if a card appears twice.
            InputError: if a number is not the number of a card.
            CacheError: on the flop and the turn, if a table of buckets cannot be built, stored or
                read.
        """
        _require_cards(hole, board)
        one, other = int(hole[0]), int(hole[1])  # the numbers can be NumPy integers of any type
        combo = combo_number(one, other)
        if len(board) == 0:
            return int(_class_numbers()[combo])
        if len(board) == RIVER:
            from handsight.kernels.blueprint.buckets import POINTS
            from handsight.kernels.blueprint.deals import river_points

            points = river_points(_mask_of(board), one, other)
            return int(points) * self.rivers // POINTS
        tables, place = self.tables, place_of(board)
        if len(board) == FLOP:
            turned = tables.turned[tables.flop_change[place], combo]
            return int(tables.flop[tables.flop_class[place], turned])
        turned = tables.turned[tables.turn_change[place], combo]
        return int(tables.turn[tables.turn_class[place], turned])

    def board_buckets(self, board: Sequence[int] = ()) -> NDArray[np.uint8]:
        """Return the buckets of all combos on a board: uint8[1326].

        The entry of a combo that shares a card with the board is a meaningless 0.

        Args:
            board: the numbers of the 0, 3, 4 or 5 cards of the board.

        Raises:
            CardCountError: if the number of cards is wrong.
            DuplicateCardError: if a card appears twice.
            InputError: if a number is not the number of a card.
            CacheError: on the flop and the turn, if a table of buckets cannot be built, stored or
                read.
        """
        _require_cards(None, board)
        if len(board) == 0:
            return _class_numbers().copy()
        if len(board) == RIVER:
            return _river_buckets(_mask_of(board), self.rivers)
        tables, place = self.tables, place_of(board)
        if len(board) == FLOP:
            turned = tables.turned[tables.flop_change[place]]
            return np.asarray(tables.flop[tables.flop_class[place]][turned])
        turned = tables.turned[tables.turn_change[place]]
        return np.asarray(tables.turn[tables.turn_class[place]][turned])

    def draw_deals(
        self, count: int, seed: int, chunk: int = 0, hands_per_board: int = 1
    ) -> BucketDeals:
        """Draw random deals of two hands and a board, and return the buckets on all streets.

        Every deal is equally likely.

        Args:
            count: number of deals.
            seed: selects the stream of random numbers, together with the chunk.
            chunk: number of the chunk of work that the deals are for; chunks draw different deals.
            hands_per_board: number of pairs of hands, 1 to 11, that are dealt on one board from
                one deck. Each pair on its own is distributed like a pair from a full deck; the
                more pairs share a board, the less time a pair takes.

        Raises:
            OptionError: if a number is out of range.
            CacheError: if a table cannot be built, stored or read.
        """
        from handsight.kernels.blueprint.deals import draw_deals

        if not is_whole(hands_per_board, range(1, MOST_PAIRS + 1)):
            raise OptionError(
                f"hands_per_board is {hands_per_board!r}; it must be from 1 to {MOST_PAIRS}"
            )
        if not is_whole(count, ABOVE_0):
            raise OptionError(f"count is {count!r}; it must be a whole number above 0")
        deals = BucketDeals(np.empty((count, 2, 4), np.uint16), np.empty(count, np.int8))
        draw_deals(deal_states(seed, chunk), int(hands_per_board), self.tables, *deals)
        return deals

    def draw_hands(self, count: int, players: int, seed: int, chunk: int = 0) -> DealtHands:
        """Draw random deals of one hand for each player, and return the buckets on all streets.

        Every deal is equally likely. Deals share boards where one deck has enough cards for them.

        Args:
            count: number of deals.
            players: number of hands in each deal, 1 to 22.
            seed: selects the stream of random numbers, together with the chunk.
            chunk: number of the chunk of work that the deals are for; chunks draw different deals.

        Raises:
            OptionError: if a number is out of range.
            CacheError: if a table cannot be built, stored or read.
        """
        from handsight.kernels.blueprint.deals import draw_hands

        if not is_whole(players, range(1, 2 * MOST_PAIRS + 1)):
            raise OptionError(f"players is {players!r}; it must be from 1 to {2 * MOST_PAIRS}")
        if not is_whole(count, ABOVE_0):
            raise OptionError(f"count is {count!r}; it must be a whole number above 0")
        deals = DealtHands(
            np.empty((count, players, 4), np.uint16), np.empty((count, players), np.uint16)
        )
        groups = 2 * MOST_PAIRS // int(players)
        draw_hands(deal_states(seed, chunk), groups, self.tables, *deals)
        return deals

    def draw_boards(self, count: int, seed: int, chunk: int = 0) -> BoardHands:
        """Draw boards with 22 hands each, dealt from one deck and sorted by strength.

        Hands in the same bucket on the river count as equally strong.

        Args:
            count: number of boards.
            seed: selects the stream of random numbers, together with the chunk.
            chunk: number of the chunk of work that the boards are for; each chunk draws its own.

        Raises:
            OptionError: if a number is out of range.
            CacheError: if a table cannot be built, stored or read.
        """
        drawn = self.draw_deals(count * MOST_PAIRS, seed, chunk, MOST_PAIRS).buckets
        hands = drawn.reshape(count, 2 * MOST_PAIRS, 4)
        order = np.argsort(hands[:, :, 3], axis=1, kind="stable")
        hands = np.take_along_axis(hands, order[:, :, None], 1)
        return BoardHands(hands, np.ascontiguousarray(hands[:, :, 3]))

    # --- files -----------------------------------------------------------------------------------

    def with_packed_tables(self) -> Buckets:
        """Return a copy that includes packed tables, so that they need not be computed again.

        Raises:
            CacheError: if a table cannot be built, stored or read.
        """
        flop, turn = (
            replace(street, packed=lzma.compress(street.open().tobytes()))
            for street in (self.flop, self.turn)
        )
        return replace(self, flop=flop, turn=turn)

    def to_bytes(self) -> bytes:
        """Encode the options, the centres, the digests of the tables, and any packed tables.

        The result takes 11 kB for 200 buckets, and 1.4 MB with packed tables.
        """
        centres = zlib.compress(self.flop.centres.tobytes() + self.turn.centres.tobytes(), 9)
        parts = centres, self.flop.packed, self.turn.packed
        options = {
            "version": VERSION,
            "flops": self.flop.count,
            "turns": self.turn.count,
            "rivers": self.rivers,
            "seed": self.seed,
            "flop_sha256": self.flop.sha256,
            "turn_sha256": self.turn.sha256,
            "parts": [len(part) for part in parts],
        }
        content = b"".join((json.dumps(options).encode(), b"\n", *parts))
        return b"".join((FORMAT, hashlib.sha256(content).hexdigest().encode(), b"\n", content))

    @classmethod
    def from_bytes(cls, data: bytes) -> Buckets:
        """Decode buckets from the output of `to_bytes`.

        Raises:
            InputError: if the data is damaged, or has another version.
        """
        try:
            return cls._read(data)
        except (zlib.error, KeyError, TypeError, ValueError, RecursionError) as error:
            said = error if isinstance(error, InputError) else repr(error)
            raise InputError(f"these are not buckets, or they are damaged: {said}") from None

    @classmethod
    def _read(cls, data: bytes) -> Buckets:
        from handsight.kernels.blueprint.buckets import BINS

        if len(data) > MOST_BYTES or not data.startswith(FORMAT):
            raise InputError("they do not begin as a file of buckets does, or are too long")
        digest, content = data[len(FORMAT) :].split(b"\n", 1)
        if hashlib.sha256(content).hexdigest().encode() != digest:
            raise InputError("the checksum does not match")
        text, rest = content.split(b"\n", 1)
        options = json.loads(text)
        if options["version"] != VERSION:
            raise InputError(f"they have version {options['version']!r}, not {VERSION}")
        counts = [options[name] for name in ("flops", "turns", "rivers")]
        for name, count in zip(("flops", "turns", "rivers"), counts, strict=True):
            _require_count(name, count)
        packed, *tables = _parts(rest, options["parts"])
        size = (counts[0] + counts[1]) * BINS
        reader = zlib.decompressobj()
        plain = reader.decompress(packed, size)  # never unpacks more than this
        if len(plain) != size or reader.unconsumed_tail or not reader.eof:
            raise InputError("the centres are cut short, or too long")
        centres = np.frombuffer(plain, np.uint8).reshape(-1, BINS)
        flop = _checked_street(FLOP, centres[: counts[0]], options["flop_sha256"], tables[0])
        turn = _checked_street(TURN, centres[counts[0] :], options["turn_sha256"], tables[1])
        return cls(flop, turn, counts[2], checked_seed(options["seed"]))

    def save(self, path: Path | str) -> None:
        """Write the buckets to a file that `load` can read; an existing file is replaced.

        Raises:
            OSError: if the file cannot be written.
        """
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: Path | str) -> Buckets:
        """Read a file of buckets; missing tables are built on first use.

        Raises:
            InputError: if the file is damaged, or has another version.
            OSError: if the file cannot be read.
        """
        with Path(path).open("rb") as file:
            return cls.from_bytes(file.read(MOST_BYTES + 1))


# --- making -------------------------------------------------------------------------------------


def _make_street(
    size: int, count: int, seed: int, executor: Executor | None, report: Callable[[int], None]
) -> StreetBuckets:
    """Find the centres of a street, and build and store its table."""
    from handsight.runtime.tables import build_table

    rows = sample_hands(size, *SAMPLES[size], seed, executor, report)
    centres = cluster(rows, count, seed, executor).centres
    pieces = []
    for piece in bucket_rows(size, centres, executor):
        pieces.append(piece)
        report(RUNOUTS[size] * len(piece))
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece.data)
    street = StreetBuckets(size, centres, digest.hexdigest())
    ready = street.file
    build_table(
        TableFile(ready.name, ready.dtype, ready.entries, ready.sha256, lambda _: iter(pieces))
    )
    return street


def _reporter(progress: Progress | None) -> Callable[[int], None]:
    """Return a function that adds up the five-card boards processed, and reports the progress."""
    boards = {size: len(board_classes(size).firsts) + SAMPLES[size][0] for size in SAMPLES}
    most, done = sum(boards[size] * RUNOUTS[size] for size in SAMPLES), 0

    def report(more: int) -> None:
        nonlocal done
        done += more
        if progress:
            progress(done, most)

    return report


def _parts(data: bytes, sizes: object) -> list[bytes]:
    """Split the data after the options into the centres and the two packed tables."""
    if not isinstance(sizes, list) or len(sizes) != 3:
        raise InputError("it does not say how long its parts are")
    if not all(is_whole(size, NOT_NEGATIVE) for size in sizes) or sum(sizes) != len(data):
        raise InputError(f"its parts are {sizes} bytes long, but there are {len(data)}")
    ends = list(accumulate(sizes))
    return [data[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _checked_street(
    size: int, centres: NDArray[np.uint8], sha256: object, packed: bytes
) -> StreetBuckets:
    """Check centres and a digest read from a file, and return the buckets of the street.

    After the check, kernels can rely on the centres, and file names on the digest.
    """
    from handsight.kernels.blueprint.buckets import WHOLE

    if not (isinstance(sha256, str) and DIGEST.fullmatch(sha256)):
        raise InputError(f"{sha256!r} is not a SHA-256")
    rising = (centres[:, 1:] >= centres[:, :-1]).all() and (centres[:, -1] == WHOLE).all()
    if not rising or not np.array_equal(centres, sort_centres(centres)):
        raise InputError("the centres are not cumulative histograms, or not sorted")
    return StreetBuckets(size, centres, sha256, packed)


def _require_count(name: str, count: int) -> None:
    if not is_whole(count, range(1, MOST_BUCKETS + 1)):
        raise OptionError(f"{name} is {count!r}; it must be a whole number, 1 to {MOST_BUCKETS}")


# --- cards --------------------------------------------------------------------------------------


def deal_states(seed: int, chunk: int) -> NDArray[np.uint64]:
    """Return the initial states of a chunk's 512 random generators: uint64[4, 512]."""
    from handsight.kernels.odds.deals import BLOCK, STATE_WORDS

    return raw_words(seed, chunk, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)


def place_of(board: Sequence[int]) -> int:
    """Return the index of a board of three or four cards among all such boards; see `BoardClasses`.

    Example:
        >>> place_of([0, 1, 2]), place_of([51, 49, 50]), place_of([48, 49, 50, 51])
        (0, 22099, 270724)
    """
    a, b, c, *last = sorted(map(int, board))
    place = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    for d in last:
        place += d * (d - 1) * (d - 2) * (d - 3) // 24
    return place


def _mask_of(board: Sequence[int]) -> np.uint64:
    mask = 0
    for card in map(int, board):
        mask |= 1 << 16 * (card & 3) + (card >> 2)
    return np.uint64(mask)


def _require_cards(hole: Sequence[int] | None, board: Sequence[int]) -> None:
    hand = () if hole is None else hole
    if (hole is not None and len(hole) != 2) or len(board) not in STREET_OF_BOARD:
        raise CardCountError(
            f"there are {len(hand)} hole cards and {len(board)} on the board; buckets need two "
            "hole cards, and no, three, four or five board cards"
        )
    cards = {*hand, *board}
    if not cards <= DECK:
        raise InputError(f"{sorted(cards - DECK)} are not cards; cards are numbered 0 to 51")
    if len(cards) != len(hand) + len(board):
        raise DuplicateCardError(f"a card appears twice in {list(hand)} and {list(board)}")


@cache
def _class_numbers() -> NDArray[np.uint8]:
    """Return the number of each combo's hand class: uint8[1326], read-only."""
    numbers = np.empty(COMBO_COUNT, np.uint8)
    for number, name in enumerate(CLASSES):
        numbers[list(COMBOS_OF[name])] = number
    numbers.setflags(write=False)
    return numbers


def _river_buckets(board: np.uint64, rivers: int) -> NDArray[np.uint8]:
    from handsight.kernels.blueprint.buckets import points_of_board, river_buckets

    masks, cards, _ = combo_tables()
    points, buckets = np.zeros(COMBO_COUNT, np.int64), np.empty(COMBO_COUNT, np.uint8)
    points_of_board(masks, cards, board, points)
    river_buckets(points, rivers, buckets)
    return buckets
