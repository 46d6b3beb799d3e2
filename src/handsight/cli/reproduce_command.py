"""What `handsight reproduce` does: measure a table of the papers again, and show both."""

from __future__ import annotations

import click

from handsight.cli.evaluator_commands import announced_builds
from handsight.cli.progress import progress_bar
from handsight.papers.reproduce import build_evaluators, reproduce
from handsight.papers.reproduction import Order
from handsight.runtime.machine import describe_machine
from handsight.views.report import to_json


def show_reproduction(table: str, trials: int | None, seed: int, as_json: bool) -> None:
    """Measure a table again and show it, on standard error how far that is."""
    machine = describe_machine()
    Order(trials, seed)  # refuses what cannot be before anything is compiled or built
    with announced_builds():
        build_evaluators(table)
    with progress_bar("measuring") as progress:
        found = reproduce(table, Order(trials, seed, progress))
    if as_json:
        click.echo(to_json({**found.fields(), "machine": machine}))
        return
    from handsight.cli.reproduce_text import reproduction_text
    from handsight.cli.terminal import show

    show(reproduction_text(found, machine))
