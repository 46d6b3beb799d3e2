"""Stores of reviewed hands and solved flops: SQLite files, so that nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from handsight.coach.review.decisions import ReviewedHand
from handsight.coach.review.settings import Rake
from handsight.errors import OptionError
from handsight.runtime.database import CheckedTable, Database, DatabaseKind, OpenStore

if TYPE_CHECKING:
    from handsight.coach.review.settings import ReviewSettings

KIND = DatabaseKind(
    name="review store",
    application=0x68737276,
    version=2,
    tables={"hands": "BLOB", "flops": "BLOB", "rakes": "TEXT"},
    error=OptionError,
    writer="another review",
    missing="there is no store {path}; handsight review --store makes one",
    remedy="; delete it to review the hands again",
    concurrent=True,
)

READABLE = (1, 2)
"""The versions of the format that are read; version 1 has neither solved flops nor rakes."""

VALUES = 7
"""Increased whenever values are computed differently, or more of them are kept, so that older ones
are not used; at most 255."""

KEY_SIZE = 1 + sha256().digest_size
"""The number of bytes of a key. Those of the first two `VALUES` did not begin with them."""


class ReviewStore(OpenStore):
    """A file of reviewed hands.

    Args:
        path: the path of the file.
        create: whether to create the file if it does not exist.

    Raises:
        OptionError: if the file is damaged or is no review store, or if it is missing and
            ``create`` is false.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, ReviewStore(Path(folder, "review.db")) as store:
        ...     print(store.get(b"unknown"))
        None
    """

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        self.path = Path(path)
        self._database = Database(self.path, KIND, create=create, versions=READABLE)
        self._hands = CheckedTable[bytes](self._database, "hands", lambda _: "a reviewed hand")
        self._flops = CheckedTable[bytes](self._database, "flops", lambda _: "a solved flop")
        self._rakes = CheckedTable[str](
            self._database, "rakes", lambda stake: f"the rake of {stake}"
        )
        if create:
            try:
                self._database.set_up()
                self._database.add_tables()
            except BaseException:
                self._database.close()
                raise

    def check(self) -> None:
        """Check that no reviewed hand is missing; what is stored of a hand is checked by `get`.

        Raises:
            OptionError: if hands are missing, or were not written by handsight.
        """
        with self._database.snapshot():
            self._hands.checksums()

    def has(self, key: bytes) -> bool:
        """Check whether a reviewed hand is in the store.

        Args:
            key: what `key_of` returns.

        Raises:
            OptionError: if the store cannot be read.
        """
        return self._hands.has(key)

    def get(self, key: bytes) -> ReviewedHand | None:
        """Return a reviewed hand, or None if it is not in the store.

        Only the hand itself is read; `check` finds what is missing.

        Args:
            key: what `key_of` returns.

        Raises:
            OptionError: if the stored hand is damaged.
        """
        held = self._held(self._hands, key)
        return None if held is None else self._decoded(held)

    def hands(self) -> Iterator[ReviewedHand]:
        """Yield all reviewed hands, except those whose values an older handsight computed.

        A hand that was reviewed in several ways, such as quickly and fully, appears several times.

        Raises:
            OptionError: if the store is damaged.
        """
        for _, held in self._hands.rows(_is_current):
            yield self._decoded(held)

    def put(self, key: bytes, hand: ReviewedHand) -> None:
        """Store a reviewed hand, in place of an earlier one with the same key.

        Args:
            key: what `key_of` returns.
            hand: the hand.

        Raises:
            OptionError: if the store cannot be written.
        """
        with self._database.transaction():
            self._hands.replace(key, msgspec.json.encode(hand))

    def flop(self, key: bytes) -> bytes | None:
        """Return a solved flop, or None if it is not in the store.

        Args:
            key: what was solved, from `handsight.coach.review.flops.key_of_flop`.

        Raises:
            OptionError: if the stored flop is damaged.
        """
        return self._held(self._flops, key)

    def put_flop(self, key: bytes, solution: bytes) -> None:
        """Store a solved flop, about 0.2 MB.

        Args:
            key: what was solved.
            solution: the packed solution.

        Raises:
            OptionError: if the store cannot be written.
        """
        with self._database.transaction():
            self._flops.replace(key, solution)

    def rake(self, stake: str) -> Rake | None:
        """Return the rake with which the hands of a stake were reviewed, or None.

        Args:
            stake: the stake, from `handsight.coach.review.records.stake_of`.

        Raises:
            OptionError: if the stored rake is damaged.
        """
        held = self._rakes.get(stake)
        if held is None:
            return None
        with self._database.reading(f"the rake of {stake}"):
            return msgspec.json.decode(held, type=Rake)

    def put_rake(self, stake: str, rake: Rake) -> None:
        """Store the rake with which the hands of a stake are reviewed.

        Args:
            stake: the stake.
            rake: its rake.

        Raises:
            OptionError: if the store cannot be written.
        """
        with self._database.transaction():
            self._rakes.replace(stake, msgspec.json.encode(rake))

    def _held(self, table: CheckedTable[bytes], key: bytes) -> bytes | None:
        """Return the value of a key, whose row is the only one read, or None if there is none."""
        with self._database.snapshot():
            return table.value(key) if table.has(key) else None

    def _decoded(self, held: bytes) -> ReviewedHand:
        try:
            return msgspec.json.decode(held, type=ReviewedHand)
        except msgspec.DecodeError as error:
            raise self._database.damaged("a reviewed hand", str(error)) from None


def key_of(
    digest: bytes, seat: int, settings: ReviewSettings, rake: Rake, strategy: str = ""
) -> bytes:
    """Return the key of a reviewed hand: a digest of everything that its values depend on.

    It begins with `VALUES`, so that hands whose values were computed differently can be told apart.

    Args:
        digest: the digest of the hand, from `handsight.opponents.stats.store.hand_digest`.
        seat: the seat of the reviewed player.
        settings: how the hand is reviewed.
        rake: the rake of its stake, which only the solver takes into account.
        strategy: the strategy by which the hand is judged, as `judged_by` names it.
    """
    used = settings._replace(flop_memory=0) if settings.quick else (*settings, *rake)
    words = repr((seat, tuple(used), strategy)).encode()
    return bytes([VALUES]) + sha256(digest + words).digest()


def _is_current(key: bytes) -> bool:
    return len(key) == KEY_SIZE and key[0] == VALUES
