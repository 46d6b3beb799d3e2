"""What the commands on equities and on the hands of a board do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from handsight.cli.progress import announcing, progress_bar
from handsight.errors import OptionError
from handsight.odds import equity


def show_equity(
    players: Sequence[str], *, board: str, dead: str, method: str, as_json: bool, **limits: Any
) -> None:
    """Show how much of the pot each player may expect."""
    with progress_bar("dealing") as progress:
        result = equity(players, board, dead, method, progress=progress, **limits)
    if as_json:
        from handsight.reports.equity_json import equity_fields

        click.echo(json.dumps(equity_fields(result), indent=2))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.reports.equity_text import equity_text

    show(equity_text(result, drawn_suits=has_terminal()))


def show_heatmap(*, svg: Path | None, as_json: bool, combos: bool, **options: Any) -> None:
    """Show how all hands stand on a board, and write the picture if asked."""
    from handsight.reports.heatmap import board_map

    if combos and not as_json:
        raise OptionError("--combos goes with --json")
    with announcing(("all hands of the board",)) as announce:
        announce("all hands of the board")
        found = board_map(**options)
    if svg is not None:
        from handsight.cli.pictures import write_picture
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
