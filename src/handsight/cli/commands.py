"""What the commands do: call the library and show what it gives."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from handsight.cards import Situation
from handsight.cli.first_run import announcing
from handsight.odds.counting import MOST_EXACT_OPPONENTS
from handsight.odds.current import QUICK_PREFLOP_OPPONENTS
from handsight.ranking import evaluate, share_beaten
from handsight.reports.explain import STEPS, check_question
from handsight.reports.explain import explain as gather
from handsight.reports.explain_json import evaluation_fields, explanation_fields

EVALUATING = ("strength_of_mask",)
LISTING = ("runout_classes", "hero_scores")
COUNTING = (*LISTING, "count_outcomes")
STANDINGS = ("standings_by_combo", "tally_standings")
"""Against one range, and against several."""
SAMPLING = ("play_deals",)


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
    situation, opponents = check_question(
        *(asked.hole, asked.board, asked.opponents, asked.dead, asked.seed),
        *(asked.ranges, asked.excluded, asked.samples),
    )
    kernels = _kernels_for(asked, situation, opponents)
    with announcing(STEPS, kernels) as announce:
        explained = gather(
            *(asked.hole, asked.board, opponents, asked.dead),
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
    with announcing(("evaluator",), EVALUATING) as announce:
        announce("evaluator")
        evaluation = evaluate(cards)
    if as_json:
        _print_json(evaluation_fields(evaluation))
        return
    from handsight.cli.terminal import say

    five = "".join(map(str, evaluation.best_five))
    beats = f"beats {share_beaten(evaluation.strength):.1%} of all five-card hands"
    say(f"{evaluation.name} ({five}): strength {evaluation.strength} of 7461, {beats}")


def _kernels_for(asked: HandQuestion, situation: Situation, opponents: int) -> tuple[str, ...]:
    """Name the kernels that explaining a hand calls."""
    if asked.villain or asked.excluded:
        return _kernels_against_ranges(asked, situation, opponents)
    counted = opponents <= (MOST_EXACT_OPPONENTS if asked.board else QUICK_PREFLOP_OPPONENTS)
    kernels = EVALUATING + COUNTING
    return kernels if counted else (*kernels, *SAMPLING)


def _kernels_against_ranges(
    asked: HandQuestion, situation: Situation, opponents: int
) -> tuple[str, ...]:
    from handsight.cli.equity_kernels import SWEEPS, kernels_for_equity
    from handsight.odds.players import Table
    from handsight.odds.villains import villain_ranges

    _, ranges = villain_ranges(asked.ranges, asked.excluded, opponents, situation)
    table = Table((situation.hole, *(ranges or ())), situation.board, situation.dead)
    kernels = (*EVALUATING, *LISTING, *kernels_for_equity(table, "auto"))
    if not situation.board:
        return kernels
    several = 1 < opponents <= MOST_EXACT_OPPONENTS
    helping = () if situation.street == "river" else (SWEEPS.get(len(asked.villain) or 1, ""),)
    return (*kernels, *STANDINGS[: 1 + several], *helping)


def _print_json(fields: dict[str, Any]) -> None:
    click.echo(json.dumps(fields, indent=2))
