"""What the commands do: call the library and show what it gives."""

from __future__ import annotations

import click

from handsight.cli.progress import announcing
from handsight.odds.spot import Spot
from handsight.ranking import evaluate
from handsight.views.explanation import STEPS, evaluation_report, explain_spot
from handsight.views.report import to_json


def explain_hand(spot: Spot, seed: int, samples: int | None, as_json: bool) -> None:
    """Show everything about a hand."""
    with announcing(STEPS) as announce:
        explained = explain_spot(spot, seed=seed, samples=samples, announce=announce)
    if as_json:
        click.echo(to_json(explained))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.views.explanation_text import explanation_text

    show(explanation_text(explained, drawn_suits=has_terminal()))


def rank_hand(cards: str, as_json: bool) -> None:
    """Show what a hand is worth."""
    with announcing(("evaluator",)) as announce:
        announce("evaluator")
        report = evaluation_report(evaluate(cards))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import say
    from handsight.views.explanation_text import evaluation_text

    say(evaluation_text(report))
