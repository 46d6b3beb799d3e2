"""Build the tables for `pocket_table`: ``python -m handsight.papers.cisti_2013.pocket_table``.

The shipped tables come from 406 million games (see `handsight.game.pocket_games`), which take a
minute or two to play.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import click

from handsight.game.pocket_games import play_pocket_table
from handsight.papers.tables import out_option, save_table
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.pocket_tables import (
    DIGEST,
    PLAYERS,
    RULES,
    TABLE,
    PocketGame,
    PocketTable,
    PocketValue,
)

GAMES = 1_200_000
SEED = 2013


def text_of(tables: Sequence[PocketTable]) -> str:
    """Return tables as text, one line per class.

    Returns:
        JSON: for each table the game, the sample, and for each class the games won and lost, the
        sums of the chips and of their squares, and the showdowns.

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
@click.option(
    "--games",
    default=GAMES,
    show_default=True,
    type=click.IntRange(min=1),
    help="Games for each class.",
)
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
    """Play random games with each of the 169 hand classes, and write the results by class."""
    with ThreadPoolExecutor(workers or os.cpu_count()) as executor:
        tables = [
            _play_with_bar(PocketGame(each, players), games, seed, executor)
            for each in (RULES if rules is None else (rules,))
        ]
    save_table(text_of(tables), TABLE, DIGEST, "handsight.ranges.pocket_tables", out)


def _play_with_bar(game: PocketGame, games: int, seed: int, executor: Executor) -> PocketTable:
    total = games * len(CLASSES_BY_RANK)
    with click.progressbar(length=total, label=f"Playing {total:,} games, {game.rules}") as bar:

        def report(done: int, most: int) -> None:
            bar.update(done - bar.pos)

        return play_pocket_table(game, games, seed=seed, executor=executor, progress=report)


if __name__ == "__main__":
    main()
