"""What `handsight push-fold` does."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from handsight.cli.pictures import write_picture
from handsight.cli.terminal import say
from handsight.solver import push_fold
from handsight.solver.picture import push_fold_lines, push_fold_svg


def show_push_fold(stack: float, ante: float, svg: Path | None, as_json: bool) -> None:
    """Solve the game for a stack, and show its charts."""
    chart = push_fold(stack, ante)
    if svg is not None:
        write_picture(svg, push_fold_svg(chart))
    if as_json:
        click.echo(json.dumps(asdict(chart), indent=2))
        return
    for line in push_fold_lines(chart):
        say(line)
