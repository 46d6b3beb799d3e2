"""The report of an arena as one table of numbers, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from typing import Any

from handsight.views.arena import ArenaReport
from handsight.views.arena_json import HABIT_NAMES, arena_fields

RESULT = ("pairs", "hands", "bb100", "low", "high", "p_value", "wins", "losses", "ties")
SHARE = ("win_share", "win_low", "win_high")
TIMES = ("decisions", "ms_per_decision", "longest_seconds")
FAULTS = ("faults", "fault_share", "at_fault")
COLUMNS = ("agent", "against", *RESULT, *SHARE, *HABIT_NAMES, *TIMES, *FAULTS)
"""The columns. Where `against` is empty, the row is of all that the agent has played."""


def arena_csv(report: ArenaReport) -> str:
    """Write the leaderboard, the best agent first, and below it each agent against each other.

    Args:
        report: of the arena.

    Returns:
        CSV with a line of headings; what is not known is empty.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> for line in arena_csv(arena_report(run_arena(spec))).splitlines():
        ...     print(line[:40])
        agent,against,pairs,hands,bb100,low,high
        min-raise,,200,400,75.0,75.0,75.0,0.0,20
        fold,,200,400,-75.0,-75.0,-75.0,0.0,0,20
        min-raise,fold,200,400,75.0,75.0,75.0,0.
    """
    fields = arena_fields(report)
    faults = {name: sum(counts.values()) for name, counts in fields["faults"].items()}
    rows = [
        {
            "agent": name,
            **_plain(each),
            "faults": faults.get(name, 0),
            "at_fault": name * each["is_at_fault"],
        }
        for name, each in fields["agents"].items()
    ]
    rows += [
        {
            "agent": each["a"],
            "against": each["b"],
            **_plain(each),
            "at_fault": ", ".join(each["at_fault"]),
        }
        for each in fields["between"] or fields["results"]
    ]
    written = io.StringIO()
    writer = csv.DictWriter(written, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Give each interval and each habit a column of its own."""
    habits = fields.get("habits") or {}
    return {
        **fields,
        **dict(zip(("low", "high"), fields["ci95"], strict=True)),
        **dict(zip(("win_low", "win_high"), fields["win_ci95"], strict=True)),
        **{name: found["value"] for name, found in habits.items()},
    }
