"""The implementation of `handsight chart`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from handsight.charts import chart
from handsight.cli.terminal import require_writable, say, write_picture, write_table
from handsight.views.report import to_json
from handsight.views.solver.preflop_chart import (
    chart_csv,
    chart_lines,
    chart_report,
    chart_svg,
    class_lines,
)

if TYPE_CHECKING:
    from pathlib import Path


def show_chart(
    name: str,
    as_json: bool,
    *,
    players: int,
    stack: int,
    file: Path | None,
    charts: Path | None,
    pocket_class: str | None,
    svg: Path | None,
    csv: Path | None,
) -> None:
    """Show a preflop chart, or only one hand class of it.

    The picture and the CSV table always hold the whole chart.
    """
    for option, path in (("--svg", svg), ("--csv", csv)):
        require_writable(option, path)
    found = chart(name, stack, "" if file is None else str(file), charts or "", players)
    lines = chart_lines(found) if pocket_class is None else class_lines(found, pocket_class)
    if svg is not None:
        write_picture(svg, chart_svg(found))
    if csv is not None:
        write_table(csv, chart_csv(found))
    if as_json:
        report = chart_report(found)
        if pocket_class is not None:
            kept = (each for each in report.classes if each.pocket_class == pocket_class)
            report = replace(report, classes=tuple(kept))
        click.echo(to_json(report))
        return
    for line in lines:
        say(line)
