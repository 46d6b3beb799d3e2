"""Player stores: files with each player's counts, and digests of the counted hands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from zlib import compress, decompressobj
from zlib import error as ZlibError

from handsight.errors import HandsightError, HistoryError, OptionError
from handsight.formats.phh import canonical_text
from handsight.game import Hand, Money, Occasion
from handsight.opponents.stats.counter import RunningCounts, tally_hand
from handsight.opponents.stats.counts import Counts
from handsight.opponents.stats.game_filter import GameFilter
from handsight.opponents.stats.played import PlayedHand, recorded_hand
from handsight.runtime.database import CheckedTable, Database, DatabaseKind, OpenStore

KIND = DatabaseKind(
    name="store of players",
    application=0x48535053,
    version=4,
    tables={"counted": "BLOB", "games": "INTEGER", "players": "TEXT"},
    error=OptionError,
    missing="there is no store {path}; handsight import makes one from hands",
    remedy="import the hands into a new store",
)
"""The format of a player store: digests of the counted hands, games, and players' counts.

A game is an `Occasion`. A player has separate counts for each game, under keys like ``"7/Ada"``.
"""


_MOST_BYTES = 1 << 20
"""The maximum size of a row after decompression, in bytes."""


class PlayerStore(OpenStore):
    """Each player's counts (see `Counts`), in an SQLite file.

    A hand is identified by a digest of its contents. So it is counted once, no matter how often and
    from which files you add it. Hands and counts are written together or not at all, so the store
    stays consistent even if the program ends while writing.

    Args:
        path: the path of the file.
        create: whether to create the file if it does not exist.

    Raises:
        OptionError: if the file is missing and ``create`` is false, or if the file is not a player
            store or has another version.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.game import random_hands
        >>> with TemporaryDirectory() as folder:
        ...     with PlayerStore(Path(folder, "players.db"), create=True) as store:
        ...         hands = list(random_hands(3, seed=7, hands=5))
        ...         print(store.add(hands), store.add(hands))
        ...         print(store.counts("player 1").hands, store.hands)
        ...         print(store.counts("player 1", GameFilter(seats=(6, 6))))
        5 0
        5 5
        None
    """

    def __init__(self, path: Path | str, *, create: bool = False) -> None:
        self.path = Path(path)
        self._database = Database(self.path, KIND, create=create)
        self._counted = CheckedTable[bytes](
            self._database, "counted", lambda _: "a digest of a hand"
        )
        self._games = CheckedTable[int](self._database, "games", lambda key: f"game {key}")
        self._players = CheckedTable[str](self._database, "players", _counts_of)
        self._is_checked = False
        if create:
            try:
                self._database.set_up()
            except BaseException:
                self._database.close()
                raise

    def add(self, histories: Iterable[Hand]) -> int:
        """Count hands; if an error occurs, count none of them.

        Args:
            histories: the hands.

        Returns:
            The number of hands that were not in the store before.

        Raises:
            HistoryError: if a hand cannot be replayed, or names no players.
            OptionError: if the store is damaged or cannot be written.
        """
        with self.writing() as writer:
            return sum(writer.add(history) for history in histories)

    @contextmanager
    def writing(self) -> Iterator[StoreWriter]:
        """Yield a writer that counts hands one by one; the end of the block stores the counts.

        If the block raises an exception, nothing is stored.

        Raises:
            OptionError: if the store is damaged or cannot be written.
        """
        with self._database.transaction():
            if not self._is_checked:  # a hand with a damaged digest would be counted twice
                self._counted.check()
                self._is_checked = True
            writer = StoreWriter(self._counted, self._games, self._players)
            yield writer
            writer.finish()

    @property
    def hands(self) -> int:
        """The number of counted hands."""
        return self._counted.size

    @property
    def games(self) -> list[Occasion]:
        """The games of the counted hands, sorted."""
        return sorted(self._read_games().values())

    @property
    def names(self) -> set[str]:
        """The names of all players."""
        return {self._parts_of(key)[1] for key in self._players.keys()}  # noqa: SIM118

    def players(self, only: GameFilter | None = None) -> dict[str, Counts]:
        """Return {name: counts} of all players, the player with the most hands first.

        Players without a hand in the games that count are left out.

        Args:
            only: a filter of the games that count; None for all games.

        Raises:
            OptionError: if the store is damaged.
        """
        found = self._tallies(only)
        counts = {name: tally.counts() for name, tally in found.items()}
        return dict(sorted(counts.items(), key=lambda each: (-each[1].hands, each[0])))

    def counts(self, name: str, only: GameFilter | None = None) -> Counts | None:
        """Return the counts of a player.

        Args:
            name: the name of the player.
            only: a filter of the games that count; None for all games.

        Returns:
            The counts, or None if the store has no hand of the player in the games that count.

        Raises:
            OptionError: if the store is damaged.
        """
        tally = self._tallies(only, _storable(name)).get(_storable(name))
        return None if tally is None else tally.counts()

    def heroes(self, only: GameFilter | None = None) -> dict[str, int]:
        """Return {name: number of hands in which the player was the hero}.

        The hero is the only player whose hole cards are face up. Players who were never the hero
        are left out.

        Args:
            only: a filter of the games that count; None for all games.

        Raises:
            OptionError: if the store is damaged.
        """
        found = {name: tally.as_hero for name, tally in self._tallies(only).items()}
        return {name: hands for name, hands in found.items() if hands}

    def _tallies(self, only: GameFilter | None, name: str | None = None) -> dict[str, _Tally]:
        found: dict[str, _Tally] = {}
        with self._database.snapshot():
            taken = {
                number
                for number, game in self._read_games().items()
                if only is None or only.takes(game)
            }

            def is_taken(key: str) -> bool:
                game, player = self._parts_of(key)
                return game in taken and name in (None, player)

            for key, held in self._players.rows(is_taken):
                with self._database.reading(_counts_of(key)):
                    found.setdefault(self._parts_of(key)[1], _Tally()).take(held)
        return found

    def _parts_of(self, key: str) -> tuple[int, str]:
        """Split the key of a row into the number of a game and the name of a player."""
        with self._database.reading(_counts_of(key)):
            number, _, name = key.partition("/")
            return int(number), name

    def _read_games(self) -> dict[int, Occasion]:
        found = dict[int, Occasion]()
        for number, held in self._games.rows():
            with self._database.reading(f"game {number}"):
                found[number] = _decoded_game(held)
        return found


class HandBatch:
    """Hands that are counted, each once, before they are added to a store.

    A batch can be filled in another process; `StoreWriter.merge` adds it to a store.

    Args:
        is_known: callable that takes the digest of a hand, and returns whether the hand has been
            counted before; None if no hand has.

    Attributes:
        digests: the digests of the counted hands.
        tallies: {game: {name: running counts}}.
    """

    def __init__(self, is_known: Callable[[bytes], bool] | None = None) -> None:
        self._is_known = is_known
        self.digests: set[bytes] = set()
        self.tallies: dict[Occasion, dict[str, _Tally]] = {}

    def add(self, history: Hand) -> bool:
        """Count a hand, unless it has already been counted.

        Args:
            history: the hand.

        Returns:
            Whether the hand was new.

        Raises:
            HistoryError: if the hand cannot be replayed, or names no players; the hand is then not
                counted.
        """
        (added,) = self.add_all([history])
        if isinstance(added, HandsightError):
            raise added
        return added

    def add_all(self, histories: Sequence[Hand]) -> list[bool | HandsightError]:
        """Count hands one after the other, faster than `add` does.

        Each step is done for all hands before the next one, so that a processor finds the code and
        the tables of the step in its caches.

        Returns:
            For each hand what `add` returns or raises. The list ends early after an error that is
            not a `HistoryError`.
        """
        digests, fault = list[bytes](), list[HandsightError]()
        for history in histories:
            try:
                digests.append(hand_digest(history))
            except HandsightError as error:
                fault.append(error)
                break
        played = [self._played(*each) for each in zip(histories, digests, strict=False)]
        counted: list[bool | HandsightError] = [
            each if isinstance(each, HandsightError) else self._count(history, digest, each)
            for history, digest, each in zip(histories, digests, played, strict=False)
        ]
        return counted + fault

    def _played(self, history: Hand, digest: bytes) -> PlayedHand | HistoryError | None:
        """Return what is counted of a hand, an error, or None if the hand is known."""
        if digest in self.digests or (self._is_known is not None and self._is_known(digest)):
            return None
        if not history.players:
            reason = "the record names no players, so that nobody can be counted"
            return HistoryError(reason, history.file, history.line)
        try:
            return recorded_hand(history)
        except HistoryError as error:
            return error

    def _count(self, history: Hand, digest: bytes, played: PlayedHand | None) -> bool:
        if played is None or digest in self.digests:
            return False
        tallies = self.tallies.setdefault(Occasion.of(history), {})
        seats = dict[int, _Tally]()
        for seat, name in enumerate(map(_storable, history.players)):
            if name not in tallies:
                tallies[name] = _Tally()
            seats[seat] = tallies[name]
        tally_hand(played, seats)
        if history.hero is not None:
            seats[history.hero].as_hero += 1
        self.digests.add(digest)
        return True

    def merge(self, other: HandBatch) -> None:
        """Add another batch, none of whose hands may be in this one."""
        self.digests |= other.digests
        for game, tallies in other.tallies.items():
            mine = self.tallies.setdefault(game, {})
            for name, tally in tallies.items():
                if name in mine:
                    mine[name].merge(tally)
                    mine[name].as_hero += tally.as_hero
                else:
                    mine[name] = tally


class StoreWriter:
    """A writer that counts hands, and adds the counts to a store at the end.

    `PlayerStore.writing` yields such a writer, which works inside a transaction.

    Args:
        counted: the table of the digests of counted hands.
        games: the table of the games.
        players: the table of the players' counts.
    """

    def __init__(
        self, counted: CheckedTable[bytes], games: CheckedTable[int], players: CheckedTable[str]
    ) -> None:
        self._counted, self._games, self._players = counted, games, players
        self._batch = HandBatch(counted.has)

    def add(self, history: Hand) -> bool:
        """Count a hand, unless it has already been counted; see `HandBatch.add`."""
        return self._batch.add(history)

    def is_known(self, digest: bytes) -> bool:
        """Check whether the hand with a digest has already been counted."""
        return digest in self._batch.digests or self._counted.has(digest)

    def merge(self, batch: HandBatch) -> None:
        """Add the counts of hands, none of which may be known."""
        self._batch.merge(batch)

    def finish(self) -> None:
        """Add the new hands' digests, games and counts to those in the store."""
        self._counted.insert([(digest, b"") for digest in sorted(self._batch.digests)])
        numbers = self._numbers(set(self._batch.tallies))
        new = {
            f"{numbers[game]}/{name}": tally
            for game, tallies in self._batch.tallies.items()
            for name, tally in tallies.items()
        }
        before = self._players.values(new)
        for key, held in before.items():
            with self._players.database.reading(_counts_of(key)):
                new[key].take(held)
        self._players.remove(before)
        self._players.insert((key, tally.encoded()) for key, tally in new.items())

    def _numbers(self, games: set[Occasion]) -> dict[Occasion, int]:
        """Return {game: number of the game}, after adding new games with the next numbers."""
        numbers = {_decoded_game(held): number for number, held in self._games.rows()}
        new = sorted(games - numbers.keys())
        added = {game: number for number, game in enumerate(new, start=len(numbers))}
        self._games.insert((number, encoded_game(game)) for game, number in added.items())
        return numbers | added


class _Tally(RunningCounts):
    """The running counts of a player in a game, and how often the player was the hero."""

    __slots__ = ("as_hero",)

    def __init__(self) -> None:
        super().__init__()
        self.as_hero = 0

    def take(self, held: bytes) -> None:
        """Add the counts from the encoded value of a row in the store."""
        as_hero, counts = json.loads(_decompressed(held))
        if type(as_hero) is not int:
            raise TypeError("the number of hands as the hero is not a number")
        self.as_hero += as_hero
        self.add(Counts.from_json(counts))

    def encoded(self) -> bytes:
        return encoded_counts(self.counts(), self.as_hero)


def hand_digest(history: Hand) -> bytes:
    """Return a digest of a recorded hand, which does not depend on the record's file or layout.

    The digest also ignores the hero, and the metadata field for the kind of money.

    Args:
        history: the hand.

    Returns:
        A SHA-256 digest of 32 bytes.

    Example:
        >>> from handsight.game import random_hands
        >>> one, two = random_hands(2, seed=7, hands=2)
        >>> hand_digest(one) == hand_digest(one), hand_digest(one) == hand_digest(two)
        (True, False)
    """
    return sha256(canonical_text(history).encode("utf-8", "surrogatepass")).digest()


def _storable(name: str) -> str:
    """Replace lone surrogates in a name, so that the store can encode it."""
    return name if name.isascii() else name.encode("utf-8", "replace").decode("utf-8")


def encoded_counts(counts: Counts, as_hero: int = 0) -> bytes:
    """Encode the counts of a player in a game as the value of a row in a store.

    Args:
        counts: the counts.
        as_hero: the number of hands in which the player is the hero.
    """
    return compress(json.dumps([as_hero, counts.values()]).encode())


def _decompressed(held: bytes) -> bytes:
    try:
        return decompressobj().decompress(held, _MOST_BYTES)
    except ZlibError as error:
        raise ValueError(str(error)) from None


def encoded_game(game: Occasion) -> bytes:
    """Encode a game as the value of a row in a store."""
    return json.dumps([*game.money, game.site, game.stake, game.seats, game.day]).encode()


def _decoded_game(held: bytes) -> Occasion:
    kind, currency, site, stake, seats, day = json.loads(held)
    return Occasion(Money(kind, currency), site, stake, seats, day)


def _counts_of(key: str) -> str:
    return f"the counts of player {str(key).partition('/')[2]!r}"
