"""What `handsight pocket-table` does: show a shipped table, or play a fresh one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from handsight.cli.pictures import write_picture
from handsight.errors import OptionError
from handsight.preflop import PocketGame, PocketTable, shipped_pocket_table
from handsight.views.pocket import pocket_report, pocket_svg, pocket_text
from handsight.views.report import to_json


def show_pocket_table(
    svg: Path | None,
    as_json: bool,
    all_rows: bool,
    *,
    rules: str,
    players: int,
    games: int | None,
    seed: int | None,
) -> None:
    """Show a pocket table, and write its picture if asked."""
    table = (
        _shipped(rules, players, seed)
        if games is None
        else _played(PocketGame(rules, players), games, seed)
    )
    report = pocket_report(table)
    if svg is not None:
        write_picture(svg, pocket_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import show

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(pocket_text(report, notes, all_rows=all_rows))


def _shipped(rules: str, players: int, seed: int | None) -> PocketTable:
    table = shipped_pocket_table(rules)
    if players != table.game.players:
        raise OptionError(
            f"the tables that ship are of {table.game.players} players; to play {players}, "
            "give --games too, like --games 100000"
        )
    if seed is not None:
        raise OptionError("--seed goes with --games; without it a table that ships is shown")
    return table


def _played(game: PocketGame, games: int, seed: int | None) -> PocketTable:
    from handsight.cli.progress import progress_bar
    from handsight.game.pocket_games import checked_games, play_pocket_table
    from handsight.runtime.machine import cores
    from handsight.runtime.seeds import checked_seed

    seed = checked_seed(seed or 0)
    checked_games(games)
    with progress_bar("playing") as progress, ThreadPoolExecutor(cores()) as executor:
        return play_pocket_table(game, games, seed=seed, executor=executor, progress=progress)
