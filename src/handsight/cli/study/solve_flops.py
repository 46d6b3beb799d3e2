"""The implementation of `handsight solve-flops`."""

from __future__ import annotations

from typing import Any

import click

from handsight.cli.progress import progress_bar, resume_hint
from handsight.cli.study.flop_lists import read_flops
from handsight.cli.study.solve import (
    ACCURACY,
    STORAGE,
    betting_of,
    fill_spot,
    require_spot,
    share_of,
)
from handsight.cli.terminal import require_writable, say, show, write_picture, write_table
from handsight.errors import OptionError
from handsight.odds import Spot
from handsight.solver import solve_flops
from handsight.views.report import to_json
from handsight.views.solver.flops import (
    flops_csv,
    flops_lines,
    flops_report,
    flops_svg,
    flops_table,
)

RESUME = "the solutions so far are in {}; run the same command again to continue"


def show_flops(as_json: bool, options: dict[str, Any]) -> None:
    """Solve a spot on many flops, and show the results.

    Args:
        as_json: whether to print JSON.
        options: values of the command's other options, by name; changed.
    """
    save, csv, svg = (options.pop(name) for name in ("save", "csv", "svg"))
    for name, path in (("--save", save), ("--csv", csv), ("--svg", svg)):
        require_writable(name, path)
    workers, storage = options.pop("workers"), options.pop("storage")
    flops, accuracy = (
        read_flops("--flops", options.pop("flops")),
        _accuracy(options.pop("accuracy")),
    )
    fill_spot(options)
    require_spot(options, "", "--spot has them all; or ranges in quotes, chips as whole numbers")
    players = Spot.parse([options.pop("oop"), options.pop("ip")]).players
    betting = betting_of(options)
    with (
        workers.threads() as executor,
        resume_hint(save, RESUME),
        progress_bar("solving flops") as bar,
    ):
        rows = list(
            solve_flops(
                *(players, betting, flops, accuracy),
                save=save,
                executor=executor,
                storage=STORAGE if storage is None else storage,
                progress=bar,
            )
        )
    report = flops_report(players, betting, accuracy, rows)
    if csv is not None:
        write_table(csv, flops_csv(rows))
    if svg is not None:
        write_picture(svg, flops_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    for line in flops_lines(report):
        say(line)
    for some in (report.textures, report.flops):
        click.echo()
        show(flops_table(report, some).terminal())


def _accuracy(text: str | None) -> float:
    accuracy = ACCURACY if text is None else share_of("accuracy", text)
    if accuracy == 0:
        raise OptionError("--accuracy is 0, which is never reached; it must be a share like 0.5%")
    return accuracy
