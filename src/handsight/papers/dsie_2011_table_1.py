"""DSIE-2011, table 1: the race of evaluators over 100,000 hands."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from handsight.papers.races import Timing, milliseconds, of_a_size, quicker, racers, time_passes
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

EVALUATORS = ("senzee-7", "two-plus-two")

PRINTED = {"cactus-kev": 420, "poker-eval": 300, "senzee-7": 380, "two-plus-two": 85}
"""Printed milliseconds for 100,000 trials; the paper describes neither hands nor machine."""
HANDS = 100_000
PASSES = 5

COLUMNS = (
    TableColumn("evaluator", ("name",)),
    TableColumn("ms, printed", ("printed",), ",d"),
    TableColumn("seven cards, ms", ("measured", "seven_ms"), ",.2f"),
    TableColumn("five cards, ms", ("measured", "five_ms"), ",.2f"),
    TableColumn("to TwoPlusTwo, printed", ("to_two_plus_two", "printed"), ".2f"),
    TableColumn("seven cards", ("to_two_plus_two", "seven"), ".2f"),
    TableColumn("five cards", ("to_two_plus_two", "five"), ".2f"),
)


def reproduced(order: Order) -> Reproduction:
    """Rank random seven-card and five-card hands with each evaluator that accepts them.

    Args:
        order: options, in which `trials` is the number of hands, 100,000 by default, and `seed` is
            the seed of the deal.

    Example:
        >>> table = reproduced(Order(trials=100))  # doctest: +SKIP
        >>> [row.name for row in table.rows if row.printed]  # doctest: +SKIP
        ['poker-eval', 'cactus-kev', 'senzee-7', 'two-plus-two']
    """
    hands = order.trials_or(HANDS)
    seven = _race(random_hands(hands, 7, order.seed))
    order.progress(1, 2)
    five = _race(random_hands(hands, 5, order.seed))
    order.progress(2, 2)
    times = {
        name: {"seven_ms": _mean(seven.get(name)), "five_ms": _mean(five.get(name))}
        for name in seven
    }
    return Reproduction(
        "dsie-2011-table-1",
        "Hand rank function benchmark",
        "DSIE-2011, table 1 (100,000 trials; the paper does not say of what, nor on what "
        f"machine) beside means of {PASSES} passes over {hands:,} random hands, one core; of "
        "seven cards naive, cactus-kev, senzee-5 and blog-4 rank all 21 choices of five",
        COLUMNS,
        [_row(name, measured, times["two-plus-two"]) for name, measured in times.items()],
        _remarks(times, PRINTED),
        trials=hands,
        seed=order.seed,
        findings=_findings({"seven cards": seven, "five cards": five}),
    )


def random_hands(count: int, size: int, seed: int) -> NDArray[np.uint8]:
    """Deal hands, each from a full deck.

    Args:
        size: number of cards in a hand.

    Returns:
        uint8[count, size], the cards in dealing order.

    Example:
        >>> random_hands(2, 5, seed=1).shape
        (2, 5)
    """
    keys = raw_words(seed, size, count=52 * count).reshape(count, 52)
    return np.ascontiguousarray(keys.argsort(axis=1)[:, :size].astype(np.uint8))


def _race(hands: NDArray[np.uint8]) -> dict[str, Timing]:
    """Return how long each evaluator takes to rank the hands."""
    return {racer.name: time_passes(racer.alone, PASSES) for racer in racers(hands)}


def _mean(timing: Timing | None) -> float | None:
    return None if timing is None else milliseconds(timing.mean)


Times = dict[str, float | None]


def _row(name: str, measured: Times, base: Times) -> Row:
    printed = PRINTED.get(name)
    shares = {
        "printed": None if printed is None else printed / PRINTED["two-plus-two"],
        "seven": _share(measured["seven_ms"], base["seven_ms"]),
        "five": _share(measured["five_ms"], base["five_ms"]),
    }
    return Row(name, printed, measured, {"to_two_plus_two": shares})


def _share(part: float | None, of: float | None) -> float | None:
    return None if part is None or of is None else part / of


def _remarks(times: dict[str, Times], printed: dict[str, int]) -> list[str]:
    remarks = []
    for cards, key in (("seven", "seven_ms"), ("five", "five_ms")):
        known = {name: time for name in printed if (time := times[name][key]) is not None}
        ranked = ", ".join(sorted(known, key=known.__getitem__))
        remarks.append(f"From the fastest to the slowest on {cards} cards: {ranked}.")
    order = ", ".join(sorted(printed, key=printed.__getitem__))
    share = printed["poker-eval"] / printed["cactus-kev"]
    ours = [_share(times["poker-eval"][key], times["cactus-kev"][key]) for key in times["naive"]]
    return [
        *remarks,
        f"Printed: {order}.",
        f"poker-eval takes {ours[0]:.2f} of Cactus Kev's time on seven cards and {ours[1]:.2f} of "
        f"it on five; printed {share:.2f}.",
    ]


def _findings(raced: dict[str, dict[str, Timing]]) -> list[Finding]:
    """Check the order of the evaluators in the printed table, and whether its times match ours."""
    order = sorted(PRINTED, key=PRINTED.__getitem__)
    findings = []
    for cards, timings in raced.items():
        took = {name: (one.mean, one.best) for name, one in timings.items()}
        ranked = [name for name in order if name in took]
        findings += [
            quicker(f"{one} is quicker than {other}, as printed", took[one], took[other], cards)
            for one, other in pairwise(ranked)
        ]
        means = {name: milliseconds(timings[name].mean) for name in ranked}
        size = of_a_size({name: PRINTED[name] for name in ranked}, means)
        findings.append(replace(size, claim=f"{size.claim}, {cards}"))
    return findings
