"""Games between players who act at random, one of whom holds a known hand class.

For each of the 169 hand classes, one player gets the combos of the class in turn, and all other
cards are drawn. The number of games is the same for every class. These games produce the tables
that `handsight.ranges.pocket_table` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import chain, groupby
from operator import add
from typing import NamedTuple

from handsight.cards import Card
from handsight.errors import OptionError
from handsight.game.rules import Rules
from handsight.game.simulation import Mixture, simulate
from handsight.ranges.combos import CLASSES_BY_RANK, COMBOS, COMBOS_OF
from handsight.ranges.pocket_tables import PocketGame, PocketTable, PocketValue
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import checked_seed, raw_words

PARTS = 12
"""Number of parts into which the games of a hand class are split.

The 4, 6 or 12 combos of the class are assigned to the parts in turn.
"""

Progress = Callable[[int, int], None]


class PocketGameCounts(NamedTuple):
    """Results of the player with the known cards over some games.

    Attributes:
        win: number of games in which the player won chips.
        lose: number of games in which the player lost chips.
        chips: chips won minus chips lost.
        squares: the sum over all games of the squared chips won or lost.
        showdowns: number of games in which the player's cards were compared with others.
    """

    win: int
    lose: int
    chips: int
    squares: int
    showdowns: int


class Part(NamedTuple):
    """Some games of one hand class, as a task for an executor.

    Attributes:
        game: the stakes and the players' strategies.
        seed: the seed of the whole table.
        name: the name of the hand class, such as ``"AKs"``.
        number: the number of this part, 0 to 11.
        games: number of games in this part.
    """

    game: PocketGame
    seed: int
    name: str
    number: int
    games: int

    @property
    def stream(self) -> int:
        """The 64-bit seed for the games of this part."""
        words = raw_words(self.seed, CLASSES_BY_RANK.index(self.name), self.number, count=1)
        return int(words[0])

    @property
    def hole(self) -> list[Card]:
        """The known hole cards in this part, one combo of the class."""
        combos = COMBOS_OF[self.name]
        return [Card(index) for index in COMBOS[combos[self.number % len(combos)]]]


def play_pocket_table(
    game: PocketGame,
    games: int,
    *,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> PocketTable:
    """Play the games of all 169 hand classes.

    Args:
        game: the stakes and the players' strategies.
        games: number of games for each class.
        seed: seed of cards and actions. The result depends on the seed, but not on the executor.
        executor: executor that plays the parts; None plays them in this process.
        progress: called after each part with the number of games played so far and the total, both
            over all classes.

    Raises:
        OptionError: if the number of games, the seed, or a stack, a blind or the cap of the game is
            invalid.

    Example:
        >>> table = play_pocket_table(PocketGame(), 100, seed=7)
        >>> len(table.values), table.values["AA"].games
        (169, 100)
    """
    rules_of(game)
    parts = list(parts_of(game, checked_games(games), checked_seed(seed)))
    # Send the parts of a class together: a few games take less time to play than to send.
    rows = [list(each) for _, each in groupby(parts, key=lambda part: part.name)]
    counted: dict[str, PocketGameCounts] = dict.fromkeys(
        CLASSES_BY_RANK, PocketGameCounts(0, 0, 0, 0, 0)
    )
    done = 0
    played = chain.from_iterable(map_chunks(_play_parts, rows, executor))
    for part, counts in zip(parts, played, strict=True):
        counted[part.name] = PocketGameCounts(*map(add, counted[part.name], counts))
        done += part.games
        if progress is not None:
            progress(done, games * len(CLASSES_BY_RANK))
    values = {
        name: PocketValue(games=games, seed=seed, **counts._asdict())
        for name, counts in counted.items()
    }
    return PocketTable(game, games, seed, values)


def checked_games(games: int) -> int:
    """Check a number of games, and return it as an integer.

    Raises:
        OptionError: if the number is not a positive integer, or is too large.
    """
    if not is_whole(games, ABOVE_0):
        raise OptionError(f"games is {games!r}; it must be a positive integer")
    require_drawable("games", games)
    return games.__index__()


def _play_parts(parts: list[Part]) -> list[PocketGameCounts]:
    return [play_part(part) for part in parts]


def play_part(part: Part) -> PocketGameCounts:
    """Play one part, and return the results of the player with the known cards.

    Example:
        >>> counts = play_part(Part(PocketGame(), 7, "AA", 0, 1000))
        >>> 0 < counts.win + counts.lose <= 1000 and counts.showdowns < 1000
        True
    """
    game = part.game
    others = game.players - 1
    played = simulate(
        rules_of(game),
        [game.stack] * game.players,
        [Mixture()] * game.players,
        part.games,
        holes=[part.hole] + [None] * others,
        seed=part.stream,
    )
    one = played.players[0]
    return PocketGameCounts(one.hands_won, one.hands_lost, one.chips, one.squares, one.showdowns)


def parts_of(game: PocketGame, games: int, seed: int) -> Iterator[Part]:
    """Split the games of every class into parts; a part without games is left out.

    Example:
        >>> parts = list(parts_of(PocketGame(), 25, 7))
        >>> len(parts), [part.games for part in parts[:3]], str(parts[0].hole[0])
        (2028, [3, 2, 2], 'Ac')
    """
    for name in CLASSES_BY_RANK:
        for number in range(PARTS):
            share = games // PARTS + (number < games % PARTS)
            if share:
                yield Part(game, seed, name, number, share)


def rules_of(game: PocketGame) -> Rules:
    """Return the rules of the table at which a game is played.

    Folding is allowed even where checking is free, because the agents of CISTI-2013, from which the
    game is taken, choose among three actions at every turn.

    Raises:
        OptionError: if the blinds or the cap are invalid.

    Example:
        >>> rules_of(PocketGame("limit")).bet_sizes
        (100, 200)
    """
    return Rules(
        structure="no-limit" if game.rules == "no-limit" else "fixed-limit",
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        bet_cap=game.bet_cap,
        fold_when_free=True,
    )
