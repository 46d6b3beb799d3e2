"""What `handsight push-fold` does."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from handsight.cli.terminal import say, write_picture
from handsight.solver import push_fold
from handsight.views.report import to_json
from handsight.views.solver.solution import push_fold_lines, push_fold_svg


def show_push_fold(stack: float, ante: float, svg: Path | None, as_json: bool) -> None:
    """Solve the game for a stack, and show its charts."""
    chart = push_fold(stack, ante)
    if svg is not None:
        write_picture(svg, push_fold_svg(chart))
    if as_json:
        click.echo(to_json(asdict(chart)))
        return
    for line in push_fold_lines(chart):
        say(line)
