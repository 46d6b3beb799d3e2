"""What `handsight reproduce range-model` does: prove the opponent model on recorded hands."""

from __future__ import annotations

from pathlib import Path

import click

from handsight.cli.progress import progress_bar
from handsight.errors import OptionError
from handsight.papers.range_model import LIKELIHOOD, prove
from handsight.papers.range_model_svg import reliability_svg
from handsight.papers.reproduction import Order
from handsight.runtime.files import write_whole
from handsight.runtime.machine import describe_machine
from handsight.views.report import to_json


def show_range_model(
    data: Path | None,
    likelihood: str | None,
    trials: int | None,
    seed: int,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Measure the model and show it, on standard error how far that is."""
    if data is None:
        raise OptionError("range-model takes recorded hands; name an archive with --data")
    Order(trials, seed)  # refuses what cannot be before anything is read
    machine = describe_machine()
    with progress_bar("measuring") as progress:
        proof = prove(data, likelihood or LIKELIHOOD, Order(trials, seed, progress))
    if svg is not None:
        write_whole(svg, reliability_svg(proof))
    if as_json:
        click.echo(to_json({**proof.fields(), "machine": machine}))
        return
    from handsight.cli.reproduce_text import reproduction_text
    from handsight.cli.terminal import show

    show(reproduction_text(proof.table(), machine))
