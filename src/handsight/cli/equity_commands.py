"""What the commands on equities and on the hands of a board do."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from handsight.cli.first_run import announcing
from handsight.cli.pictures import write_picture
from handsight.cli.progress import progress_bar
from handsight.errors import OptionError
from handsight.odds import equity
from handsight.odds.players import Table
from handsight.reports.heatmap import board_map, check_map


@dataclass(frozen=True, slots=True)
class EquityQuestion:
    """What `handsight equity` was asked, in the words of its options."""

    players: tuple[str, ...]
    board: str
    dead: str
    method: str
    trials: int
    target_stderr: float | None
    max_seconds: float | None
    seed: int


@dataclass(frozen=True, slots=True)
class MapQuestion:
    """What `handsight heatmap` was asked, in the words of its options."""

    board: str
    villain: str | None
    dead: str
    what: str


def show_equity(asked: EquityQuestion, as_json: bool) -> None:
    """Show how much of the pot each player may expect."""
    table = Table.parse(asked.players, asked.board, asked.dead)
    with progress_bar("dealing") as progress:
        result = equity(
            *(asked.players, asked.board, asked.dead, asked.method),
            trials=asked.trials,
            target_stderr=asked.target_stderr,
            max_seconds=asked.max_seconds,
            seed=asked.seed,
            progress=progress,
        )
    if as_json:
        from handsight.reports.equity_json import equity_fields

        fields: dict[str, Any] = {"board": str(table.board), "dead": str(table.dead)}
        fields |= equity_fields(result, table.players, asked.players)
        click.echo(json.dumps(fields, indent=2))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.reports.equity_text import Seats, equity_text

    seats = Seats(table.players, asked.players, table.board, table.dead)
    show(equity_text(result, seats, drawn_suits=has_terminal()))


def show_heatmap(asked: MapQuestion, svg: Path | None, as_json: bool, combos: bool) -> None:
    """Show how all hands stand on a board, and write the picture if asked."""
    if combos and not as_json:
        raise OptionError("--combos goes with --json")
    check_map(asked.board, asked.villain, asked.dead, asked.what)
    with announcing(("all hands of the board",)) as announce:
        announce("all hands of the board")
        found = board_map(asked.board, asked.villain, asked.dead, asked.what)
    if svg is not None:
        from handsight.reports.heatmap_text import heatmap_svg

        write_picture(svg, heatmap_svg(found))
    if as_json:
        from handsight.reports.heatmap_json import heatmap_fields

        click.echo(json.dumps(heatmap_fields(found, combos=combos), indent=2))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.reports.heatmap_text import heatmap_text

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(heatmap_text(found, notes, drawn_suits=has_terminal()))
