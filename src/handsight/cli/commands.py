"""What the commands do: call the library and show what it gives."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from handsight.cli.first_run import announcing
from handsight.ranking import evaluate, share_beaten
from handsight.reports.explain import STEPS
from handsight.reports.explain import explain as gather
from handsight.reports.explain_json import evaluation_fields, explanation_fields


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What `handsight explain` was asked, in the words of its options."""

    hole: str
    board: str
    opponents: int | None
    dead: str
    villain: tuple[str, ...]
    excluded: str
    seed: int
    samples: int | None = None

    @property
    def ranges(self) -> str | list[str] | None:
        """One range for all opponents, one for each, or None for any cards."""
        return self.villain[0] if len(self.villain) == 1 else list(self.villain) or None


def explain_hand(asked: HandQuestion, as_json: bool) -> None:
    """Show everything about a hand."""
    with announcing(STEPS) as announce:
        explained = gather(
            *(asked.hole, asked.board, asked.opponents, asked.dead),
            villain=asked.ranges,
            excluded=asked.excluded,
            seed=asked.seed,
            samples=asked.samples,
            announce=announce,
        )
    if as_json:
        _print_json(explanation_fields(explained))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.reports.explain_text import explanation_text

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
