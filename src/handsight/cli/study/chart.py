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
    players: int | None,
    stack: int,
    file: Path | None,
    charts: Path | None,
    pocket_class: str | None,
    svg: Path | None,
    csv: Path | None,
) -> None:
    """Show a preflop chart, or only one hand class of it.

    The picture and the CSV table always hold the whole chart.

    Args:
        name: name of the chart, such as ``BTN open``. It can state the number of players or the
            stack, as in ``BTN open, heads-up, 40bb``, in place of the arguments.
        as_json: whether to print JSON.
        players: number of players at the table; None for what the name says, or the default;
            ignored if `file` is not None.
        stack: stack of the blueprint, in big blinds; ignored if `file` is not None.
        file: file of a blueprint; None for the shipped one.
        charts: folder or file with charts of your own; None for the blueprint's charts.
        pocket_class: name of the class to show, such as ``AJo``; None for the whole chart.
        svg: file for the picture; None for no picture.
        csv: file for the table; None for no table.

    Raises:
        OptionError: if `svg` or `csv` cannot be written, or an option does not fit the others.
        InputError: if there is no such chart or class.
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
