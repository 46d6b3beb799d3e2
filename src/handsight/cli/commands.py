"""What the commands do: call the library and show what it gives."""

from __future__ import annotations

import json
from typing import Any

import click

from handsight.cli.progress import announcing
from handsight.odds.spot import Spot
from handsight.ranking import evaluate, share_beaten
from handsight.views.explain_json import evaluation_fields, explanation_fields
from handsight.views.explanation import STEPS, explain_spot


def explain_hand(spot: Spot, seed: int, samples: int | None, as_json: bool) -> None:
    """Show everything about a hand."""
    with announcing(STEPS) as announce:
        explained = explain_spot(spot, seed=seed, samples=samples, announce=announce)
    if as_json:
        _print_json(explanation_fields(explained))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.views.explain_text import explanation_text

    show(explanation_text(explained, drawn_suits=has_terminal()))


def rank_hand(cards: str, as_json: bool) -> None:
    """Show what a hand is worth."""
    with announcing(("evaluator",)) as announce:
        announce("evaluator")
        evaluation = evaluate(cards)
    if as_json:
        _print_json(evaluation_fields(evaluation))
        return
    from handsight.cli.terminal import say

    five = "".join(map(str, evaluation.best_five))
    beats = f"beats {share_beaten(evaluation.strength):.1%} of all five-card hands"
    say(f"{evaluation.name} ({five}): strength {evaluation.strength} of 7461, {beats}")


def _print_json(fields: dict[str, Any]) -> None:
    click.echo(json.dumps(fields, indent=2))
