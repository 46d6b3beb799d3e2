"""What the commands on equities and on the hands of a board do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from handsight.cli.progress import announcing, progress_bar
from handsight.errors import OptionError
from handsight.odds import equity
from handsight.views.equity import equity_report
from handsight.views.report import to_json


def show_equity(
    players: Sequence[str], *, board: str, dead: str, method: str, as_json: bool, **limits: Any
) -> None:
    """Show how much of the pot each player may expect."""
    with progress_bar("dealing") as progress:
        result = equity(players, board, dead, method, progress=progress, **limits)
    report = equity_report(result)
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.views.equity import equity_text

    show(equity_text(report, drawn_suits=has_terminal()))


def show_heatmap(*, svg: Path | None, as_json: bool, combos: bool, **asked: Any) -> None:
    """Show how all hands stand on a board, and write the picture if asked."""
    from handsight.views.heatmap import heatmap_report, heatmap_svg, heatmap_text

    if combos and not as_json:
        raise OptionError("--combos goes with --json")
    with announcing(("all hands of the board",)) as announce:
        announce("all hands of the board")
        report = heatmap_report(combos=combos, **asked)
    if svg is not None:
        from handsight.cli.pictures import write_picture

        write_picture(svg, heatmap_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import has_terminal, show

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(heatmap_text(report, notes, drawn_suits=has_terminal()))
