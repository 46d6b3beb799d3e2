"""Matches of Loki and the simulator against all simpler agents, to see if opponent models pay."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from handsight.arena import ArenaSpec, run_arena
from handsight.arena.results import SlotResult
from handsight.arena.statistics import CONFIDENCE, FEWEST
from handsight.papers.reproduction import (
    Finding,
    Order,
    Reproduction,
    Row,
    TableColumn,
    above,
    all_hold,
)

PAIRS = 5_000
"""The maximum number of pairs that a row plays for its verdict; most rows stop much earlier."""
FIXED = 800
"""The maximum number of pairs in the second run of a row, which determines the row's mean and never
stops early."""

READERS = ("loki", "simulator")
"""The agents that rely on opponent models alone, without a blueprint to start from."""
HABITS = ("fold", "call", "check-call", "random", "min-raise", "all-in", "maniac")
ALIKE = {"fai-v4": ("fai-v5", "match-lock")}
"""Agents, each with others that play identically if each hand starts with full stacks.

The others differ only in that they fold until the end of a match that they can no longer lose, for
which stacks must be carried over. Each group counts as one agent.
"""
LADDER = (*(f"fai-v{step}" for step in range(5)), "fai-chart")
THRESHOLDS = ("chen-tight", "sklansky-tight", "ehs", "blog-range")
PLAYERS = ("potential-hand", "potential-hand-2", *THRESHOLDS)
FIELD = {
    **dict.fromkeys(HABITS, 0),
    **dict.fromkeys(LADDER, 1),
    **dict.fromkeys(PLAYERS, 2),
}
"""The simpler agents, with the numbers of their groups."""

WANTED = 30.0
"""The goal for the winnings of each of `READERS`, in big blinds per hundred hands."""

FOR_SIZE, FOR_SIGN = f"decided:{WANTED:.0f}bb", "decided"
"""Stop rules: one to decide whether winnings exceed the goal, one to decide which reader wins."""

COLUMNS = (
    TableColumn("agent", ("agent",)),
    TableColumn("against", ("rival",)),
    TableColumn("group", ("group",), "d"),
    TableColumn("pairs", ("measured", "pairs"), ",d"),
    TableColumn("95%, always valid", ("interval",)),
    TableColumn("verdict", ("verdict",)),
    TableColumn("pairs, second run", ("measured", "fixed_pairs"), ",d"),
    TableColumn("bb/100", ("measured", "bb100"), ",.1f"),
    TableColumn("±", ("measured", "half_width"), ",.1f"),
)


def met(agent: str, opponent: str, pairs: int, seed: int, until: str | None = None) -> SlotResult:
    """Play an agent against an opponent, and return the agent's result.

    Agents in `READERS` play with the option ``leaning=0``: they never start from a blueprint.

    Args:
        agent: name of the agent whose result is returned.
        opponent: name of the other agent.
        pairs: maximum number of pairs of mirrored deals.
        until: rule that can stop the match earlier, as text for `handsight.arena.StopRule.parse`;
            None to play all pairs.

    Example:
        >>> met("call", "fold", pairs=100, seed=1).statistics.bb100 > 0
        True
    """
    names = (f"{name}:leaning=0" if name in READERS else name for name in (agent, opponent))
    spec = ArenaSpec(
        agents=tuple(names),
        pairs=pairs,
        until=until,
        seed=seed,
        deal="apart",  # the dealing rule with which the page was made
    )
    return run_arena(spec).matchups[0].slots[0]


def reproduced(order: Order) -> Reproduction:
    """Play both `READERS` against all agents of `FIELD`, and against each other.

    Args:
        order: options, in which `trials` is the maximum number of pairs that a row plays for its
            verdict. The second run, with the next seed, plays `trials` or `FIXED` pairs, whichever
            is less.

    Example:
        >>> table = reproduced(Order(trials=100))  # doctest: +SKIP
        >>> table.rows[0].name, table.rows[0].more["verdict"]  # doctest: +SKIP
        ('loki fold', 'more than 30')
    """
    most = order.trials_or(PAIRS)
    meetings = [(agent, opponent) for agent in READERS for opponent in FIELD]
    meetings.append((READERS[1], READERS[0]))
    rows = []
    for number, (agent, opponent) in enumerate(meetings, start=1):
        until = FOR_SIGN if opponent in READERS else FOR_SIZE
        judged = met(agent, opponent, most, order.seed, until)
        counted = met(agent, opponent, min(most, FIXED), order.seed + 1)
        rows.append(_row(agent, opponent, judged, counted))
        order.progress(number, len(meetings))
    alike = [f"{', '.join(those)} as {one}" for one, those in ALIKE.items()]
    return Reproduction(
        "loki-ladder",
        "Loki and the simulator against every simpler agent",
        "DSIE-2011 and CISTI-2013 leave reading opponents to future work; this table is ours. No "
        "limit, blinds of 50 and 100, stacks of 100 big blinds before every hand, each deal played "
        "with both seatings, and agents that forget after every 100 hands. The verdict is of a run "
        f"of at most {most:,} pairs that stops when its always-valid interval lies on one side of "
        f"{WANTED:.0f} bb/100 (between the two readers: of 0), so the verdict is valid wherever it "
        f"stops. The mean is of a second run of {min(most, FIXED):,} pairs with another seed, that "
        "did not decide when to stop, with its usual 95% interval. Agents that play alike count "
        f"once: {'; '.join(alike)}",
        COLUMNS,
        rows,
        list(_remarks(rows)),
        trials=most,
        seed=order.seed,
        findings=list(_findings(rows)),
    )


def _row(agent: str, opponent: str, judged: SlotResult, counted: SlotResult) -> Row:
    statistics, fixed = judged.statistics, counted.statistics
    low, high = statistics.interval(always_valid=True)
    decisions = judged.decisions + counted.decisions
    measured = {
        "pairs": statistics.pairs,
        "low": low,
        "high": high,
        "fixed_pairs": fixed.pairs,
        "bb100": fixed.bb100,
        "half_width": fixed.half_width(),
        "milliseconds": 1000 * (judged.seconds + counted.seconds) / max(decisions, 1),
        "faults": sum(judged.faults.values()) + sum(counted.faults.values()),
    }
    more = {
        "agent": agent,
        "rival": opponent,
        "group": FIELD.get(opponent),
        "interval": f"{low:,.1f} to {high:,.1f}",
        "verdict": verdict_on(*_ends(measured)),
    }
    return Row(f"{agent} {opponent}", None, measured, more)


def verdict_on(low: float, high: float) -> str:
    """Return the verdict on a row from the interval of its winnings, compared with `WANTED` and 0.

    Example:
        >>> verdict_on(31, 90), verdict_on(1, 29), verdict_on(1, 90), verdict_on(-10, 110)
        ('more than 30', 'wins, less than 30', 'wins, 30 not decided', 'not decided')
    """
    size, sign = above((low, high), WANTED), above((low, high), 0.0)
    if size:
        return f"more than {WANTED:.0f}"
    if sign is False:
        return "loses"
    if sign:
        return f"wins, {'less than 30' if size is False else '30 not decided'}"
    return "not decided" if size is None else f"less than {WANTED:.0f}"


def _remarks(rows: list[Row]) -> Iterator[str]:
    for agent in READERS:
        for row in _field_of(agent, rows):
            if above(_ends(row.measured), WANTED) is not True:
                yield f"{agent} against {row.more['rival']}: {row.more['verdict']}."
        seconds = [above(_second(row), WANTED) for row in _field_of(agent, rows)]
        least = min(_field_of(agent, rows), key=lambda row: row.measured["bb100"])
        yield (
            f"In the second runs the interval of {agent} lies above {WANTED:.0f} against "
            f"{seconds.count(True)} of {len(seconds)} agents and below against "
            f"{seconds.count(False)}; the least mean is {_mean(least)}, against "
            f"{least.more['rival']}."
        )
    verdicts = len(rows) - 1
    yield (
        f"Each interval by itself contains the true gain in 95 of 100 cases; so of the {verdicts} "
        f"verdicts on the field, {verdicts * (1 - CONFIDENCE):.1f} can be expected to be wrong."
    )


def _findings(rows: list[Row]) -> Iterator[Finding]:
    for agent in READERS:
        mine = _field_of(agent, rows)
        for claim, bound in ((f"wins more than {WANTED:.0f} bb/100", WANTED), ("wins", 0.0)):
            verdicts = [above(_ends(row.measured), bound) for row in mine]
            yield Finding(
                f"{agent} {claim} from each agent of the field, taken by itself",
                all_hold(verdicts),
                f"true for {verdicts.count(True)} of {len(mine)}, false for "
                f"{verdicts.count(False)}, not decided for {verdicts.count(None)}",
            )
    duel = rows[-1]
    yield Finding(
        f"{READERS[1]} wins from {READERS[0]}",
        above(_ends(duel.measured), 0.0),
        f"{duel.more['interval']} bb/100, always valid, and {_mean(duel)} in the second run",
    )


def _field_of(agent: str, rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.more["agent"] == agent and row.more["rival"] in FIELD]


def _ends(measured: dict[str, Any]) -> tuple[float, float]:
    """Return the interval of the first run; it is infinite if the run has too few pairs."""
    if measured["pairs"] < FEWEST:
        return -inf, inf
    return measured["low"], measured["high"]


def _mean(row: Row) -> str:
    return f"{row.measured['bb100']:,.1f} ± {row.measured['half_width']:,.1f}"


def _second(row: Row) -> tuple[float, float]:
    mean, half = row.measured["bb100"], row.measured["half_width"]
    return mean - half, mean + half
