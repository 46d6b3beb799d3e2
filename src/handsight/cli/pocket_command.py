"""What `handsight pocket-table` does: show a shipped table, or play a fresh one."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from handsight.cli.pictures import write_picture
from handsight.errors import OptionError
from handsight.preflop import PocketTable, shipped_pocket_table
from handsight.reports.pocket import pocket_report


@dataclass(frozen=True, slots=True)
class PocketQuestion:
    """What `handsight pocket-table` was asked, in the words of its options."""

    rules: str
    players: int
    games: int | None
    seed: int | None


def show_pocket_table(
    asked: PocketQuestion, svg: Path | None, as_json: bool, all_rows: bool
) -> None:
    """Show a pocket table, and write its picture if asked."""
    table = _shipped(asked) if asked.games is None else _played(asked, asked.games)
    if svg is not None:
        from handsight.reports.pocket_text import pocket_svg

        write_picture(svg, pocket_svg(table))
    report = pocket_report(table)
    if as_json:
        from handsight.reports.pocket_json import pocket_fields

        click.echo(json.dumps(pocket_fields(report), indent=2))
        return
    from handsight.cli.terminal import show
    from handsight.reports.pocket_text import pocket_text

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(pocket_text(report, notes, all_rows=all_rows))


def _shipped(asked: PocketQuestion) -> PocketTable:
    table = shipped_pocket_table(asked.rules)
    if asked.players != table.game.players:
        raise OptionError(
            f"the tables that ship are of {table.game.players} players; to play {asked.players}, "
            "give --games too, like --games 100000"
        )
    if asked.seed is not None:
        raise OptionError("--seed goes with --games; without it a table that ships is shown")
    return table


def _played(asked: PocketQuestion, games: int) -> PocketTable:
    from handsight.cli.progress import progress_bar
    from handsight.game.pocket_games import checked_games, play_pocket_table
    from handsight.preflop import PocketGame
    from handsight.runtime.machine import cores
    from handsight.runtime.seeds import checked_seed

    game, seed = PocketGame(asked.rules, asked.players), checked_seed(asked.seed or 0)
    checked_games(games)
    with progress_bar("playing") as progress, ThreadPoolExecutor(cores()) as executor:
        return play_pocket_table(game, games, seed=seed, executor=executor, progress=progress)
