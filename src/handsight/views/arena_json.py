"""The report of an arena as plain values, for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from handsight.arena.adjusting import Adjusted, Mean
from handsight.opponents.stats import Counts, Statistic, player_statistics
from handsight.views.arena import ArenaReport, Duel, FirstFault, Standing
from handsight.views.arena_sheets import HABITS

HABIT_NAMES = tuple(name.lower() for name in HABITS)
"""What the habits of an agent are called here."""


def arena_fields(report: ArenaReport) -> dict[str, Any]:
    """Give the report as plain values.

    Args:
        report: of the arena.

    Returns:
        format, rules, seed, pairs, results and faults, and beside them stakes, stack, rounds,
        until, table, finished, method of the intervals, what is known of each agent, and between
        two agents at one table; whether there was a secret, who was trusted, warnings, and the
        first fault of each kind.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> arena_fields(arena_report(run_arena(spec)))["results"][0]["bb100"]
        75.0
    """
    spec = report.spec
    return {
        "format": spec.format,
        "rules": spec.rules,
        "seed": spec.seed,
        "pairs": spec.pairs,
        "stakes": asdict(spec.stakes),
        "stack": spec.stack,
        "rounds": spec.rounds,
        "until": spec.until,
        "table": spec.table,
        "secret": report.has_secret,
        "trusted": list(spec.trusted),
        "warnings": list(report.warnings),
        "finished": report.finished,
        "interval": "always valid" if spec.until else "fixed number of pairs",
        "results": [_duel_fields(duel) for duel in report.duels],
        "between": [_duel_fields(duel) for duel in report.between],
        "agents": {each.agent: _standing_fields(each) for each in report.standings},
        "faults": report.faults,
        "first_faults": [_fault_fields(each) for each in report.first_faults],
    }


def _fault_fields(each: FirstFault) -> dict[str, Any]:
    return {"agent": each.agent, **each.fault._asdict()}


def _duel_fields(duel: Duel) -> dict[str, Any]:
    return {
        "a": duel.a,
        "b": duel.b,
        **_sums(duel),
        "winner": duel.winner,
        "stopped": duel.stopped,
        "at_fault": list(duel.at_fault),
    }


def _sums(duel: Duel) -> dict[str, Any]:
    return {
        "pairs": duel.pairs,
        "hands": duel.hands,
        "bb100": duel.bb100,
        "ci95": [_finite(duel.low), _finite(duel.high)],
        "p_value": duel.p_value,
        "wins": duel.wins,
        "losses": duel.losses,
        "ties": duel.ties,
        "win_share": duel.win_share,
        "win_ci95": list(duel.win_interval),
    }


def _standing_fields(each: Standing) -> dict[str, Any]:
    return {
        **_sums(each.duel),
        "habits": None if each.counts is None else _habit_fields(each.counts),
        "rating": None if each.rating is None else each.rating._asdict(),
        "decisions": each.decisions,
        "ms_per_decision": each.milliseconds,
        "longest_seconds": each.longest,
        "fault_share": each.fault_share,
        "is_at_fault": each.is_at_fault,
    }


def _habit_fields(counts: Counts) -> dict[str, Any]:
    found = player_statistics(counts)
    return {
        name: _statistic(getattr(found, field))
        for name, field in zip(HABIT_NAMES, HABITS.values(), strict=True)
    }


def adjusted_fields(found: Sequence[Adjusted]) -> list[dict[str, Any]]:
    """Give results with luck taken out as plain values, each with half its 95 % interval.

    Args:
        found: the results.
    """
    kinds = ("played", "adjusted", "single", "single_adjusted")
    return [
        {
            "agent": each.agent,
            "against": list(each.rivals),
            "hands": each.hands,
            **{kind: _mean(getattr(each, kind)) for kind in kinds},
        }
        for each in found
    ]


def _mean(found: Mean) -> dict[str, float | None]:
    return {"bb100": found.bb100, "half_width": _finite(found.half_width)}


def _statistic(found: Statistic) -> dict[str, Any]:
    return {
        "value": found.value,
        "numerator": found.numerator,
        "denominator": found.denominator,
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
