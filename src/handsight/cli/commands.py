"""What the commands do: call the library and show what it gives."""

from __future__ import annotations

import json
from typing import Any

import click

from handsight.cli.first_run import announcing
from handsight.odds.counting import MOST_EXACT_OPPONENTS
from handsight.odds.current import QUICK_PREFLOP_OPPONENTS
from handsight.ranking import evaluate, share_beaten
from handsight.reports.explain_json import evaluation_fields, explanation_fields
from handsight.reports.explain import STEPS, check_question
from handsight.reports.explain import explain as gather

EVALUATING = ("strength_of_mask",)
COUNTING = ("runout_classes", "hero_scores", "count_outcomes")
SAMPLING = ("play_deals",)


def explain_hand(
    hole: str, board: str, opponents: int, dead: str, seed: int, as_json: bool
) -> None:
    """Show everything about a hand."""
    check_question(hole, board, opponents, dead, seed)
    with announcing(STEPS, _kernels_for(opponents, bool(board))) as announce:
        explained = gather(hole, board, opponents, dead, seed=seed, announce=announce)
    if as_json:
        _print_json(explanation_fields(explained))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.reports.explain_text import explanation_text

    show(explanation_text(explained, drawn_suits=has_terminal()))


def rank_hand(cards: str, as_json: bool) -> None:
    """Show what a hand is worth."""
    with announcing(("evaluator",), EVALUATING) as announce:
        announce("evaluator")
        evaluation = evaluate(cards)
    if as_json:
        _print_json(evaluation_fields(evaluation))
        return
    five = "".join(map(str, evaluation.best_five))
    beats = f"beats {share_beaten(evaluation.strength):.1%} of all five-card hands"
    click.echo(f"{evaluation.name} ({five}): strength {evaluation.strength} of 7461, {beats}")


def _kernels_for(opponents: int, has_board: bool) -> tuple[str, ...]:
    """Name the kernels that explaining a hand calls."""
    counted = opponents <= (MOST_EXACT_OPPONENTS if has_board else QUICK_PREFLOP_OPPONENTS)
    kernels = EVALUATING + COUNTING
    return kernels if counted else (*kernels, *SAMPLING)


def _print_json(fields: dict[str, Any]) -> None:
    click.echo(json.dumps(fields, indent=2))
