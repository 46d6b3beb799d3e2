"""The implementation of the commands explain, rank, equity and heatmap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from handsight.cli.progress import (
    announcing,
    progress_bar,
    resume_hint,
)
from handsight.cli.terminal import say
from handsight.errors import OptionError
from handsight.views.report import to_json

if TYPE_CHECKING:
    from pathlib import Path

    from handsight.cli.options import Workers
    from handsight.odds.spot import Spot

WORTH_SAYING = 5.0
"""The estimated duration of a count, in seconds, from which it is announced."""


def explain_hand(spot: Spot, seed: int, samples: int | None, as_json: bool) -> None:
    """Show the strength, potential, odds, draws and outs of a hand."""
    from handsight.views.cards.explanation import STEPS, explain_spot

    with announcing(STEPS) as announce:
        explanation = explain_spot(spot, seed=seed, samples=samples, announce=announce)
    if as_json:
        click.echo(to_json(explanation))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.views.cards.explanation_text import explanation_text

    show(explanation_text(explanation, drawn_suits=has_terminal()))


def rank_hand(cards: str, as_json: bool) -> None:
    """Show the name and the strength of a hand of five to seven cards."""
    from handsight.ranking import evaluate
    from handsight.views.cards.evaluation import evaluation_report, evaluation_text

    report = evaluation_report(evaluate(cards))
    if as_json:
        click.echo(to_json(report))
        return
    say(evaluation_text(report))


def show_equity(
    players: Sequence[str],
    *,
    board: str,
    dead: str,
    method: str,
    as_json: bool,
    workers: Workers,
    save: Path | None,
    **limits: Any,
) -> None:
    """Show each player's expected share of the pot.

    Args:
        players: hands and ranges, as text.
        board: cards of the board.
        dead: cards out of play.
        method: method of `handsight.odds.equity`.
        as_json: whether to print JSON.
        workers: workers that count or sample.
        save: file in which to save an exact count; None for no file.
        limits: further arguments of `handsight.odds.equity`, such as limits on sampling.
    """
    from handsight.odds.equity.equity import equity
    from handsight.views.odds.equity import equity_report, equity_text

    if save is not None:
        from handsight.cli.terminal import require_writable

        require_writable("--save", save)
    if method == "exact":
        _say_how_long(players, board, dead, save)
    label = "counting" if method == "exact" else "dealing"
    hint = "the count so far is in {}; run the same command again to continue"
    with (
        workers.threads() as executor,
        resume_hint(save, hint),
        progress_bar(label) as progress,
    ):
        result = equity(
            *(players, board, dead, method),
            progress=progress,
            executor=executor,
            save=save,
            **limits,
        )
    report = equity_report(result)
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import has_terminal, show

    show(equity_text(report, drawn_suits=has_terminal()))


def _say_how_long(players: Sequence[str], board: str, dead: str, save: Path | None) -> None:
    """Announce on standard error how long a count will take, if this is at least `WORTH_SAYING`."""
    from handsight.odds.equity.equity import seconds_to_count
    from handsight.odds.spot import Spot

    seconds = seconds_to_count(Spot.parse(players, board, dead))
    if seconds < WORTH_SAYING:
        return
    length = f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    stop = "Ctrl-C stops it"
    if save is None:
        stop += "; with --save FILE it can be resumed"
    say(f"Counting all deals takes about {length} on one core. {stop}.", err=True)


def show_heatmap(*, svg: Path | None, as_json: bool, combos: bool, **options: Any) -> None:
    """Show the value of all hands on a board, and write the picture if `svg` names a file.

    Args:
        svg: file for the picture; None for no picture.
        as_json: whether to print JSON.
        combos: whether to add all 1,326 combos to the JSON.
        options: further arguments of `heatmap_report`.
    """
    from handsight.views.cards.heatmap import heatmap_report, heatmap_svg, heatmap_text

    if combos and not as_json:
        raise OptionError("--all-combos needs --json")
    with announcing(("all hands of the board",)) as announce:
        announce("all hands of the board")
        report = heatmap_report(combos=combos, **options)
    if svg is not None:
        from handsight.cli.terminal import write_picture

        write_picture(svg, heatmap_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import has_terminal, show

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(heatmap_text(report, notes, drawn_suits=has_terminal()))
