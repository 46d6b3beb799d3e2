"""Loki and the simulator against every simpler agent: does it pay to read the rivals?"""

from __future__ import annotations

from collections.abc import Iterator

from handsight.arena import ArenaSpec, run_arena
from handsight.arena.results import SlotResult
from handsight.papers.reproduction import Column, Order, Reproduction, Row

PAIRS = 50_000
"""The most for each row; most rows stop long before."""

READERS = ("loki", "simulator")
HABITS = ("fold", "call", "check-call", "random", "min-raise", "all-in", "maniac")
LADDER = (*(f"fai-v{step}" for step in range(6)), "fai-chart", "match-lock")
THRESHOLDS = ("chen-tight", "sklansky-tight", "ehs", "blog-range")
PLAYERS = ("potential-hand", "potential-hand-2", *THRESHOLDS)
FIELD = {
    **dict.fromkeys(HABITS, 0),
    **dict.fromkeys(LADDER, 1),
    **dict.fromkeys(PLAYERS, 2),
}
"""The simpler agents, with their groups."""

WANTED = 30.0
"""Big blinds in a hundred hands that Loki is asked to win."""

DUEL_PAIRS = 5000
"""The most between Loki and the simulator."""

COLUMNS = (
    Column("agent", ("agent",)),
    Column("against", ("rival",)),
    Column("group", ("group",), "d"),
    Column("pairs", ("measured", "pairs"), ",d"),
    Column("bb/100", ("measured", "bb100"), ",.1f"),
    Column("95 %, always valid", ("interval",)),
    Column("verdict", ("verdict",)),
)


def met(agent: str, rival: str, pairs: int, seed: int) -> SlotResult:
    """Let two agents meet until it is decided who wins, or the pairs are played.

    Args:
        agent: the one whose side is told.
        rival: the other.
        pairs: of mirrored deals, at most.
        seed: of cards and agents.

    Example:
        >>> met("call", "fold", pairs=100, seed=1).statistics.bb100 > 0
        True
    """
    spec = ArenaSpec(agents=(agent, rival), pairs=pairs, until="decided", seed=seed)
    return run_arena(spec).matchups[0].slots[0]


def reproduced(order: Order) -> Reproduction:
    """Play both agents against the field, and against each other.

    Args:
        order: trials are the most pairs of each row.

    Example:
        >>> table = reproduced(Order(trials=100))  # doctest: +SKIP
        >>> table.rows[0].name, table.rows[0].more["verdict"]  # doctest: +SKIP
        ('loki fold', 'wins by 30 or more')
    """
    most = order.trials_or(PAIRS)
    meetings = [(agent, rival) for agent in READERS for rival in FIELD]
    meetings.append((READERS[1], READERS[0]))
    rows = []
    for number, (agent, rival) in enumerate(meetings, start=1):
        pairs = min(most, DUEL_PAIRS) if rival in READERS else most
        rows.append(_row(agent, rival, met(agent, rival, pairs, order.seed)))
        order.progress(number, len(meetings))
    return Reproduction(
        "loki-ladder",
        "Loki and the simulator against every simpler agent",
        "Both papers leave the reading of opponents to the future; this table is ours. No limit, "
        "blinds of 50 and 100, stacks of 100 big blinds before every hand, each deal played with "
        "both seatings, and agents that forget after every 100 hands. A row stops when its "
        "always-valid interval is clear of zero, so that where it stops says nothing",
        COLUMNS,
        rows,
        list(_remarks(rows)),
        trials=most,
        seed=order.seed,
    )


def _row(agent: str, rival: str, slot: SlotResult) -> Row:
    found = slot.statistics
    low, high = found.interval(always_valid=True)
    measured = {
        "pairs": found.pairs,
        "bb100": found.bb100,
        "low": low,
        "high": high,
        "milliseconds": 1000 * slot.seconds / max(slot.decisions, 1),
        "faults": sum(slot.faults.values()),
    }
    more = {
        "agent": agent,
        "rival": rival,
        "group": FIELD.get(rival),
        "interval": f"{low:,.1f} to {high:,.1f}",
        "verdict": verdict_on(found.bb100, low, high),
    }
    return Row(f"{agent} {rival}", None, measured, more)


def verdict_on(mean: float, low: float, high: float) -> str:
    """Say what a row comes to.

    Args:
        mean: big blinds in a hundred hands.
        low: the interval's low end.
        high: its high end.

    Example:
        >>> verdict_on(50, 10, 90), verdict_on(20, 10, 30), verdict_on(50, -10, 110)
        ('wins by 30 or more', 'wins', 'undecided')
    """
    if low > 0:
        return f"wins by {WANTED:.0f} or more" if mean >= WANTED else "wins"
    return "loses" if high < 0 else "undecided"


def _remarks(rows: list[Row]) -> Iterator[str]:
    for agent in READERS:
        mine = [row for row in rows if row.more["agent"] == agent and row.more["group"] is not None]
        clear = [row for row in mine if row.measured["low"] > 0 and row.measured["bb100"] >= WANTED]
        yield (
            f"{agent} wins at least {WANTED:.0f} bb/100, the interval clear of zero, against "
            f"{len(clear)} of {len(mine)} agents."
        )
        for row in mine:
            if row not in clear:
                yield f"{agent} against {row.more['rival']}: {row.more['verdict']}."
    duel = rows[-1]
    yield f"The simulator against Loki: {duel.more['interval']} bb/100, {duel.more['verdict']}."
