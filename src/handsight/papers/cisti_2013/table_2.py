"""CISTI-2013, table II: the race of evaluators over all five-card hands."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from handsight.papers.races import (
    READY,
    Racer,
    milliseconds,
    of_a_size,
    quicker,
    racers,
    time_passes,
)
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn
from handsight.ranking.arrays import FIVE_CARD_HANDS, every_five
from handsight.runtime.machine import cores

EVALUATORS = ("two-plus-two",)

PRINTED = {
    "cactus-kev": {"serial_ms": 807.13, "parallel_ms": 591.22},
    "poker-eval": {"serial_ms": 2520.44, "parallel_ms": 980.14},
    "senzee-5": {"serial_ms": 403.04, "parallel_ms": 195.44},
    "two-plus-two": {"serial_ms": 91.09, "parallel_ms": 37.98},
}
"""Printed milliseconds per pass, averaged over 1,000 passes on a four-core Intel i7-3940XM."""
PRINTED_FASTEST = "two-plus-two"
TEXT_FACTOR = 2.7
"""The factor by which, according to section III.C, Senzee's evaluator beats Cactus Kev's."""
PASSES = 20

COLUMNS = (
    TableColumn("evaluator", ("name",)),
    TableColumn("serial ms, printed", ("printed", "serial_ms"), ",.2f"),
    TableColumn("ours", ("measured", "serial_ms"), ",.2f"),
    TableColumn("parallel ms, printed", ("printed", "parallel_ms"), ",.2f"),
    TableColumn("ours", ("measured", "parallel_ms"), ",.2f"),
    TableColumn("ns a hand, printed", ("printed", "ns_per_hand"), ".1f"),
    TableColumn("ours", ("measured", "ns_per_hand"), ".1f"),
    TableColumn("to the fastest, printed", ("printed", "to_fastest"), ".2f"),
    TableColumn("ours", ("measured", "to_fastest"), ".2f"),
)


def reproduced(order: Order) -> Reproduction:
    """Rank all five-card hands with each evaluator that accepts five cards.

    Args:
        order: options, in which `trials` is the number of passes, 20 by default.

    Example:
        >>> reproduced(Order(trials=1)).rows[2].name  # doctest: +SKIP
        'naive'
    """
    passes = order.trials_or(PASSES)
    field = racers(every_five())
    times = {}
    with ThreadPoolExecutor(cores()) as pool:
        for number, racer in enumerate(field):
            order.progress(number, len(field))
            times[racer.name] = _times(racer, passes, pool)
    order.progress(len(field), len(field))
    return Reproduction(
        "cisti-2013-table-2",
        "Hand rank function benchmark",
        f"CISTI-2013, table II (1,000 passes, Intel i7-3940XM, four cores) beside means of "
        f"{passes} passes over all {FIVE_CARD_HANDS:,} five-card hands; in parallel on {cores()} "
        "cores",
        COLUMNS,
        _rows(times),
        _remarks(times),
        trials=passes,
        findings=_findings(times),
    )


def _times(racer: Racer, passes: int, pool: Executor) -> dict[str, float]:
    alone = time_passes(racer.alone, passes)
    shared = time_passes(lambda: racer.shared(pool, cores()), passes)
    return {
        "serial_ms": milliseconds(alone.mean),
        "parallel_ms": milliseconds(shared.mean),
        "best_serial_ms": milliseconds(alone.best),
        "best_parallel_ms": milliseconds(shared.best),
    }


def _rows(times: dict[str, dict[str, float]]) -> list[Row]:
    fastest = min(each["serial_ms"] for each in times.values())
    printed_fastest = PRINTED[PRINTED_FASTEST]["serial_ms"]
    return [
        Row(
            name,
            _with_shares(PRINTED[name], printed_fastest) if name in PRINTED else None,
            _with_shares(measured, fastest),
        )
        for name, measured in times.items()
    ]


def _with_shares(times: dict[str, float], fastest: float) -> dict[str, Any]:
    serial = times["serial_ms"]
    return {**times, "ns_per_hand": serial * 1e6 / FIVE_CARD_HANDS, "to_fastest": serial / fastest}


def _remarks(times: dict[str, dict[str, float]]) -> list[str]:
    serial = {name: each["serial_ms"] for name, each in times.items()}
    published = {name: serial[name] for name in PRINTED}
    ranked = ", ".join(sorted(published, key=published.__getitem__))
    ours = serial["cactus-kev"] / serial["senzee-5"]
    table = PRINTED["cactus-kev"]["serial_ms"] / PRINTED["senzee-5"]["serial_ms"]
    share = serial["poker-eval"] / serial["cactus-kev"]
    printed = PRINTED["poker-eval"]["serial_ms"] / PRINTED["cactus-kev"]["serial_ms"]
    best = min(published.values())
    return [
        f"From the fastest to the slowest of the four: {ranked}. Printed: two-plus-two, senzee-5, "
        "cactus-kev, poker-eval.",
        f"Senzee's is {ours:.2f} times as fast as Cactus Kev's here, {table:.2f} times in the "
        f"printed table, {TEXT_FACTOR} times in the text of the same paper.",
        f"poker-eval takes {share:.2f} times as long as Cactus Kev's here, {printed:.2f} times in "
        "the printed table.",
        f"From ready masks handsight is {best / serial[READY]:.1f} times as fast as the fastest of "
        f"the four, from cards {best / serial['handsight']:.1f} times.",
    ]


def _findings(times: dict[str, dict[str, float]]) -> list[Finding]:
    """Check the claims of the paper's table and text against our times."""
    took = {name: (one["serial_ms"], one["best_serial_ms"]) for name, one in times.items()}
    pairs = [
        ("Senzee's hash is quicker than Cactus Kev's search", "senzee-5", "cactus-kev"),
        (
            "Cactus Kev's is quicker than poker-eval, the last of the table",
            "cactus-kev",
            "poker-eval",
        ),
        *(
            (f"TwoPlusTwo, the first of the table, is quicker than {name}", "two-plus-two", name)
            for name in PRINTED
            if name != "two-plus-two"
        ),
    ]
    gains = {name: one["serial_ms"] / one["parallel_ms"] for name, one in times.items()}
    printed = [one["serial_ms"] / one["parallel_ms"] for one in PRINTED.values()]
    return [
        *(quicker(claim, took[one], took[other]) for claim, one, other in pairs),
        Finding(
            "More cores help every evaluator",
            min(gains.values()) > 1,
            f"on {cores()} cores each is {min(gains.values()):.1f} to {max(gains.values()):.1f} "
            f"times as quick; printed are {min(printed):.1f} to {max(printed):.1f} times on four",
        ),
        of_a_size(
            {name: one["serial_ms"] for name, one in PRINTED.items()},
            {name: one["serial_ms"] for name, one in times.items()},
        ),
    ]
