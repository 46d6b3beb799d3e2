"""Make the tables that `pocket_table` reads: ``python -m handsight.papers.pocket_table``.

For each of the 169 classes one player is given cards of the class, in every suit in turn, and the
rest is drawn; all players act at random. Every class has the same number of games. The tables that
ship are 406 million games, which take a minute or two.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict
from operator import add
from pathlib import Path
from typing import NamedTuple

import click

from handsight.cards import Card
from handsight.errors import OptionError
from handsight.game import Mixture, Rules, simulate
from handsight.papers.tables import out_option, save_table
from handsight.preflop.classes import CLASSES
from handsight.preflop.pocket_table import (
    DIGEST,
    PLAYERS,
    RULES,
    TABLE,
    PocketGame,
    PocketTable,
    PocketValue,
)
from handsight.ranges.combos import COMBOS, COMBOS_OF
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.seeds import checked_seed, raw_words

GAMES = 1_200_000
SEED = 2013
PARTS = 12
"""Parts of the games of a class. A class has 4, 6 or 12 combos, which take the parts in turn."""


Progress = Callable[[int, int], None]


class Tally(NamedTuple):
    """What one player made of some games.

    Attributes:
        win: games that won chips.
        lose: games that lost chips.
        chips: chips won less chips lost.
        squares: the sum of the squares of that, game by game.
        showdowns: games in which the cards were compared with others.
    """

    win: int
    lose: int
    chips: int
    squares: int
    showdowns: int


class Part(NamedTuple):
    """Some games of one class, for an executor.

    Attributes:
        game: what is played.
        seed: of the whole table.
        name: of the class.
        number: of the part, 0 to 11.
        games: how many.
    """

    game: PocketGame
    seed: int
    name: str
    number: int
    games: int

    @property
    def stream(self) -> int:
        """The seed of this part alone, 64 bits."""
        words = raw_words(self.seed, CLASSES.index(self.name), self.number, count=1)
        return int(words[0])

    @property
    def hole(self) -> list[Card]:
        """The cards that are held: the combos of the class take turns."""
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
    """Play the games of all 169 classes.

    Args:
        game: what is played.
        games: how many, for each class.
        seed: of cards and actions; what comes out depends on it alone, not on the executor.
        executor: shares the work; None does it here.
        progress: called with the games played so far and all of them.

    Raises:
        OptionError: if games, the seed, or the stacks and blinds of the game are none.

    Example:
        >>> table = play_pocket_table(PocketGame(), 100, seed=7)
        >>> len(table.values), table.values["AA"].games
        (169, 100)
    """
    rules_of(game)
    parts = list(parts_of(game, checked_games(games), checked_seed(seed)))
    tallies: dict[str, Tally] = dict.fromkeys(CLASSES, Tally(0, 0, 0, 0, 0))
    done = 0
    for part, tally in zip(parts, map_chunks(play_part, parts, executor), strict=True):
        tallies[part.name] = Tally(*map(add, tallies[part.name], tally))
        done += part.games
        if progress is not None:
            progress(done, games * len(CLASSES))
    values = {
        name: PocketValue(games=games, seed=seed, **tally._asdict())
        for name, tally in tallies.items()
    }
    return PocketTable(game, games, seed, values)


def checked_games(games: int) -> int:
    """Give a number of games itself.

    Args:
        games: a positive integer.

    Raises:
        OptionError: if it is anything else.

    Example:
        >>> checked_games(100)
        100
    """
    if not is_whole(games, ABOVE_0):
        raise OptionError(f"games is {games!r}; it takes a positive integer")
    return games.__index__()


def play_part(part: Part) -> Tally:
    """Play one part.

    Args:
        part: the work.

    Returns:
        What the player with the known cards made of it.

    Example:
        >>> tally = play_part(Part(PocketGame(), 7, "AA", 0, 1000))
        >>> 0 < tally.win + tally.lose <= 1000 and tally.showdowns < 1000
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
    return Tally(one.hands_won, one.hands_lost, one.chips, one.squares, one.showdowns)


def parts_of(game: PocketGame, games: int, seed: int) -> Iterator[Part]:
    """Share the games of every class out to its parts.

    Args:
        game: what is played.
        games: how many, for each class.
        seed: of the whole table.

    Example:
        >>> parts = list(parts_of(PocketGame(), 25, 7))
        >>> len(parts), [part.games for part in parts[:3]], str(parts[0].hole[0])
        (2028, [3, 2, 2], 'Ac')
    """
    for name in CLASSES:
        for number in range(PARTS):
            share = games // PARTS + (number < games % PARTS)
            if share:
                yield Part(game, seed, name, number, share)


def rules_of(game: PocketGame) -> Rules:
    """Give the rules of the table at which a game is played.

    Folding is allowed where checking is free, as the paper's agents choose among three actions at
    every turn.

    Args:
        game: what is played.

    Raises:
        OptionError: for blinds or a cap that are none.

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


def text_of(tables: Sequence[PocketTable]) -> str:
    """Write tables, one line a class.

    Args:
        tables: of different rules.

    Returns:
        JSON: by rules the game, the sample, and of each class the games won and lost, the chips,
        their squares, and the showdowns.

    Example:
        >>> text = text_of([play_pocket_table(PocketGame(), 100, seed=7)])
        >>> text.splitlines()[3]
        '"sample": {"games": 100, "seed": 7},'
    """
    return "{\n" + ",\n".join(map(_text_of_one, tables)) + "\n}\n"


def _text_of_one(table: PocketTable) -> str:
    sample = {"games": table.games, "seed": table.seed}
    classes = ",\n".join(f'"{name}": {_row(value)}' for name, value in table.values.items())
    return (
        f'"{table.game.rules}": {{\n"game": {json.dumps(asdict(table.game))},\n'
        f'"sample": {json.dumps(sample)},\n"classes": {{\n{classes}\n}}\n}}'
    )


def _row(value: PocketValue) -> list[int]:
    return [value.win, value.lose, value.chips, value.squares, value.showdowns]


@click.command()
@click.option("--games", default=GAMES, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=SEED, show_default=True, type=click.IntRange(min=0))
@click.option(
    "--players", default=2, show_default=True, type=click.IntRange(PLAYERS[0], PLAYERS[-1])
)
@click.option("--rules", type=click.Choice(RULES), help="One table, if not both.")
@click.option("--workers", type=click.IntRange(min=1), help="Threads, if not one for each core.")
@out_option
def main(
    games: int, seed: int, players: int, rules: str | None, workers: int | None, out: Path | None
) -> None:
    """Play the games of all 169 classes at random, and write what each class made of them."""
    with ThreadPoolExecutor(workers or os.cpu_count()) as executor:
        tables = [
            _play_with_bar(PocketGame(each, players), games, seed, executor)
            for each in (RULES if rules is None else (rules,))
        ]
    save_table(text_of(tables), TABLE, DIGEST, "handsight.preflop.pocket_table", out)


def _play_with_bar(game: PocketGame, games: int, seed: int, executor: Executor) -> PocketTable:
    total = games * len(CLASSES)
    with click.progressbar(length=total, label=f"Playing {total:,} games, {game.rules}") as bar:

        def report(done: int, most: int) -> None:
            bar.update(done - bar.pos)

        return play_pocket_table(game, games, seed=seed, executor=executor, progress=report)


if __name__ == "__main__":
    main()
