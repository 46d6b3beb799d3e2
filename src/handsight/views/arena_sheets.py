"""The report of an arena as tables of texts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from handsight.arena.adjusting import Adjusted, Mean
from handsight.opponents.stats import Counts, Statistic, player_statistics
from handsight.views.arena import ArenaReport, Duel, Standing
from handsight.views.tables import TextTable

MINUS = "−"
HABITS = {"VPIP": "vpip", "PFR": "pfr", "AF": "aggression_factor", "WTSD": "wtsd"}
"""What the habits of an agent are called, and where they are found."""

FIRST_FAULTS = "Faults were checks or folds; the first of each kind"


def heading_of(report: ArenaReport) -> str:
    """Tell what was played, in one line.

    Args:
        report: of the arena.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> heading_of(arena_report(run_arena(spec)))
        'stacks of 10,000 reset before each hand · blinds 50/100 · 200 pairs · seed 7'
    """
    spec = report.spec
    if spec.format == "carry":
        stacks = f"matches of {spec.rounds} hands, stacks of {spec.stack:,} carried"
    else:
        stacks = f"stacks of {spec.stack:,} reset before each hand"
    parts = [stacks, f"blinds {spec.stakes.small_blind}/{spec.stakes.big_blind}"]
    if spec.stakes.ante:
        parts.append(f"ante {spec.stakes.ante}")
    if spec.rules != "handsight":
        parts.append(f"rules of {spec.rules}")
    if spec.network:
        parts.append("bots may use the network")
    least, most = (end(duel.pairs for duel in report.duels) for end in (min, max))
    parts.append(f"{most:,} pairs" if least == most else f"{least:,} to {most:,} pairs")
    if spec.until:
        parts.append(f"until {spec.until}, at most {spec.pairs:,}")
    return " · ".join([*parts, f"seed {spec.seed}" + " and a secret" * report.has_secret])


def warning_lines(report: ArenaReport) -> list[str]:
    """Write the warnings of a report, each as a line of its own.

    Args:
        report: of the arena.
    """
    return [f"Warning: {each}" for each in report.warnings]


def fault_lines(report: ArenaReport) -> list[str]:
    """Tell of each agent the first fault of each kind: what happened, and below it the calls.

    Args:
        report: of the arena.
    """
    lines = []
    for agent, fault in ((each.agent, each.fault) for each in report.first_faults):
        lines.append(f"{agent}, {fault.kind}: {fault.detail}")
        lines += [f"  {line}" for line in fault.trace.splitlines()]
    return lines


def leaderboard(report: ArenaReport) -> TextTable:
    """Make the table of all agents, the best first.

    Args:
        report: of the arena.
    """
    rated = any(each.rating for each in report.standings)
    heads = ["agent", "bb/100", "matches won", *["rating"] * rated, "ms/decision", "faults"]
    rows = [_row(each, rated) for each in report.standings]
    return TextTable("Leaderboard", heads, rows, texts=(0, len(heads) - 1))


def habits(report: ArenaReport) -> TextTable | None:
    """Make the table of what the agents did, each share with what it was counted from.

    Args:
        report: of the arena.

    Returns:
        None if it was not counted.
    """
    counted = [(each.agent, each.counts) for each in report.standings if each.counts]
    if not counted:
        return None
    rows = [
        (agent, f"{counts.hands:,}", *map(_habit, _habits_in(counts))) for agent, counts in counted
    ]
    heads = ("agent", "hands", *(f"{name} (n)" for name in HABITS))
    return TextTable("Habits", heads, rows)


def duels(report: ArenaReport) -> TextTable:
    """Make the table of all matchups, with what can be said of each.

    Args:
        report: of the arena.
    """
    return _duel_sheet("Matchups", report.duels)


def _duel_sheet(title: str, shown: Sequence[Duel]) -> TextTable:
    heads = ["a", "b", "pairs", "hands", "bb/100", "95 %", "won", "lost", "tied", "verdict"]
    rows = [
        (
            *(duel.a, duel.b, f"{duel.pairs:,}", f"{duel.hands:,}"),
            *(signed(duel.bb100), spread(duel)),
            *(f"{duel.wins:,}", f"{duel.losses:,}", f"{duel.ties:,}", duel.verdict),
        )
        for duel in shown
    ]
    return TextTable(title, heads, rows, texts=(0, 1, 9))


def crosstable(report: ArenaReport) -> TextTable | None:
    """Make the table of bb/100 of each agent, by row, against each other.

    Args:
        report: of the arena.

    Returns:
        None for fewer than three agents.
    """
    if len(report.standings) < 3:
        return None
    names = [each.agent for each in report.standings]
    rows = [(name, *(_cell(report, name, other) for other in names)) for name in names]
    how = "less that of" if report.between else "against"
    return TextTable(f"bb/100 of the row {how} the column", ("", *names), rows)


def overview(report: ArenaReport) -> Iterator[TextTable]:
    """Give the tables with a row for each agent.

    Args:
        report: of the arena.
    """
    yield leaderboard(report)
    more = (crosstable(report), habits(report))
    yield from (each for each in more if each is not None)


def sheets(report: ArenaReport) -> Iterator[TextTable]:
    """Give all tables of a report.

    Args:
        report: of the arena.
    """
    yield from overview(report)
    yield duels(report)
    if report.between:
        yield _duel_sheet("Differences at the table", report.between)


def signed(bb100: float) -> str:
    """Write a result with its sign.

    Args:
        bb100: the result.

    Example:
        >>> signed(1234.56), signed(-0.123)
        ('+1,235', '−0.12')
    """
    size = abs(bb100)
    digits = 0 if size >= 100 or size == int(size) else 1 if size >= 10 else 2
    written = f"{size:,.{digits}f}"
    if not float(written.replace(",", "")):
        return "0"
    return ("+" if bb100 > 0 else MINUS) + written


def spread(duel: Duel) -> str:
    """Write half the width of an interval.

    Args:
        duel: the result.
    """
    return half_text((duel.high - duel.low) / 2)


def half_text(half: float) -> str:
    """Write half the width of an interval.

    Args:
        half: in bb/100; infinite where it is not known.

    Example:
        >>> half_text(12.34), half_text(math.inf)
        ('± 12.3', '± unknown')
    """
    return "± unknown" if math.isinf(half) else f"± {signed(half).lstrip('+') or '0'}"


def share(value: float | None) -> str:
    """Write a share as a percentage.

    Args:
        value: 0..1, or None.

    Example:
        >>> share(0.123), share(None)
        ('12.3%', '')
    """
    return "" if value is None else f"{value:.1%}"


def adjusted_sheet(found: Sequence[Adjusted]) -> TextTable:
    """Make the table of results with luck taken out, beside those that were played.

    Args:
        found: the results.
    """
    heads = ("agent", "against", "hands", "mirrored", "mirrored, less luck", "single", "less luck")
    rows = [
        (
            *(each.agent, ", ".join(each.rivals), f"{each.hands:,}"),
            *map(_mean, (each.played, each.adjusted, each.single, each.single_adjusted)),
        )
        for each in found
    ]
    return TextTable("bb/100 with luck taken out", heads, rows, texts=(0, 1))


def _mean(found: Mean) -> str:
    return f"{signed(found.bb100)} {half_text(found.half_width)}"


def _row(each: Standing, rated: bool) -> tuple[str, ...]:
    duel = each.duel
    low, high = duel.win_interval
    won = f"{share(duel.win_share)} [{100 * low:.1f}, {100 * high:.1f}]"
    rating = [_rating(each)] * rated
    taken = "" if each.milliseconds is None else f"{each.milliseconds:.3f}"
    result = f"{signed(duel.bb100)} {spread(duel)}"
    return (each.agent, result, won, *rating, taken, faults_text(each.faults))


def _rating(each: Standing) -> str:
    rating = each.rating
    if rating is None:
        return ""
    points, low, high = (signed(round(each)) for each in rating)
    return f"{points} [{low}, {high}]"


def _habits_in(counts: Counts) -> Iterator[Statistic]:
    found = player_statistics(counts)
    yield from (getattr(found, name) for name in HABITS.values())


def _habit(found: Statistic) -> str:
    value = found.value
    shown = "–" if value is None else f"{value:.1%}" if found.is_share else f"{value:.2f}"
    return f"{shown} ({found.denominator:,})"


def faults_text(faults: Mapping[str, int]) -> str:
    """Write faults by kind.

    Args:
        faults: how many of each kind.

    Example:
        >>> faults_text({"late": 2, "illegal": 1}), faults_text({})
        ('2 late, 1 illegal', 'none')
    """
    return ", ".join(f"{count:,} {kind}" for kind, count in faults.items()) or "none"


def _cell(report: ArenaReport, name: str, other: str) -> str:
    if name == other:
        return ""
    duel = report.duel(name, other)
    return f"{signed(duel.bb100)} {spread(duel)}" + ("" if duel.winner else " ?")
