"""The race of evaluators: ours, those of the papers and the peers, on the same hands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from time import perf_counter

import numpy as np

from benchmarks.agreement import same_order
from benchmarks.evaluators_field import (
    PAPERS,
    REFERENCE,
    SCORES,
    STRENGTHS,
    WALKED,
    Entrant,
    Hands,
    Maker,
    block_of_sevens,
)
from benchmarks.inputs import SEED, seven_cards
from benchmarks.processes import Unavailable, run_module
from benchmarks.timing import Effort, best_seconds
from handsight import evaluate_many, masks_from_cards
from handsight.ranking.arrays import FIVE_CARD_HANDS, every_five
from handsight.ranking.published.classes import hand_of_each_class

IN_ORDER, RANDOM = "in order", "random"
BLOCK = (4, 9)
"""The two lowest cards of the seven-card hands that are ranked in order: 3c 4d."""


@dataclass(frozen=True)
class Amount:
    """How much work goes into a figure.

    Attributes:
        hands: the most hands in a batch.
        loop: the most hands in a batch that is a Python loop.
        calls: number of calls with one hand each.
        starts: number of process starts.
        effort: time that goes into a figure.
    """

    hands: int
    loop: int
    calls: int
    starts: int
    effort: Effort


FULL = Amount(hands=FIVE_CARD_HANDS, loop=20_000, calls=1_000, starts=4, effort=Effort(5, 0.4, 2.5))
QUICK = Amount(hands=20_000, loop=500, calls=100, starts=1, effort=Effort(2, 0.0, 0.5))
SEVENS = 1_000_000
"""Number of random seven-card hands."""


@dataclass(frozen=True)
class Task:
    """What is measured of each entrant that can do it.

    Attributes:
        cards: number of cards in a hand, 5 or 7.
        order: order of the hands: `IN_ORDER`, by their cards, or `RANDOM`.
        single: whether each call ranks one hand.
    """

    cards: int
    order: str
    single: bool = False

    @property
    def name(self) -> str:
        """A short name, for JSON."""
        return f"{'single' if self.single else 'batch'}-{self.cards}-{self.order.replace(' ', '-')}"


ORDERED = tuple((cards, order) for cards in (5, 7) for order in (IN_ORDER, RANDOM))
BATCHES = tuple(Task(cards, order) for cards, order in ORDERED)
SINGLES = tuple(Task(cards, order, single=True) for cards, order in ORDERED)
FIVES_IN_ORDER, FIVES, SEVENS_IN_ORDER, RANDOM_SEVENS = BATCHES


@dataclass
class Line:
    """The results of an entrant.

    Attributes:
        entrant: the entrant.
        rates: hands per second, by task.
        start: seconds from the start to the end of a process that ranks one hand.
        wrong: what is wrong with the order of its hands; empty if nothing is.
        remark: a remark for the report.
    """

    entrant: Entrant
    rates: dict[Task, float] = field(default_factory=dict)
    start: float | None = None
    wrong: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Bound:
    """A figure that we have to reach.

    Attributes:
        words: description of the figure.
        unit: unit of both numbers.
        must: the lower limit, or for a time the upper limit.
        figure: the measured figure; None if it was not measured.
        is_rate: whether more is better.
    """

    words: str
    unit: str
    must: float
    figure: float | None
    is_rate: bool = True

    @property
    def kept(self) -> bool | None:
        """Whether the bound is kept; None if nothing was measured."""
        if self.figure is None:
            return None
        return self.figure >= self.must if self.is_rate else self.figure <= self.must


# --- the hands ------------------------------------------------------------------------------------


@cache
def hands_of(cards: int, order: str) -> Hands:
    """Return a task's hands: all five-card hands, or a block or a sample of seven-card hands."""
    if cards == 7:
        return block_of_sevens(*BLOCK) if order == IN_ORDER else seven_cards(SEVENS)
    if order == IN_ORDER:
        return every_five()
    return np.random.default_rng(SEED).permutation(hands_of(5, IN_ORDER))


def some_of(hands: Hands, count: int) -> Hands:
    """Return consecutive hands from the middle, because the first ones are all similar."""
    start = max(0, len(hands) // 2 - count // 2) if count < len(hands) else 0
    return hands[start : start + count].copy()


# --- whether the order is right -------------------------------------------------------------------

SAMPLE = 5_000
"""Number of random seven-card hands to compare; entrants with one call per hand get fewer."""
SINGLY = 300


def faults_of(entrant: Entrant, sample: int = SAMPLE) -> str:
    """Compare an entrant's order of hands with that of `evaluate_many`.

    Five cards: one hand of each of the 7,462 classes. Seven cards: random hands. TwoPlusTwo's walk
    is compared on one block of hands.

    Args:
        sample: number of seven-card hands.

    Returns:
        What is wrong; empty if nothing is.
    """
    for makes, hands in _samples(entrant, sample):
        ours = evaluate_many(masks_from_cards(hands), hands.shape[1]).tolist()
        if wrong := same_order(ours, makes(hands).answers()):
            return f"{hands.shape[1]} cards: {wrong}"
    return ""


def _samples(entrant: Entrant, sample: int) -> Iterator[tuple[Maker, Hands]]:
    if entrant.name == WALKED:
        yield entrant.batch, block_of_sevens(20, 24)
        return
    fives, sevens = hand_of_each_class().copy(), seven_cards(sample)
    for hands in (fives, sevens):
        if hands.shape[1] in entrant.cards:
            yield entrant.batch, hands
            if entrant.single:
                yield entrant.single, np.random.default_rng(SEED).permutation(hands)[:SINGLY]


# --- the race -------------------------------------------------------------------------------------


def race(entrants: Iterable[Entrant], *, quick: bool) -> list[Line]:
    """Check the order of each entrant, and measure those that are right.

    Args:
        quick: whether to do less work; the figures are then of little value.
    """
    amount = QUICK if quick else FULL
    return [line_of(_begun(entrant), amount) for entrant in entrants]


def line_of(entrant: Entrant, amount: Amount) -> Line:
    """Measure one entrant; one that is meant to be sound and is not gets no figures."""
    line = Line(entrant)
    try:
        faults = faults_of(entrant)
    except Exception as error:  # whatever it raises, the others go on
        faults = f"fails with {type(error).__name__}: {error}"
    if entrant.sound and faults:
        return replace(line, wrong=faults)
    if faults:
        line.remark = (
            f"does not order hands as the rules do, and is not meant to be used ({faults})"
        )
    line.rates = {task: _rate(entrant, task, amount) for task in _tasks_of(entrant)}
    if entrant.starts:
        line.start = start_of(entrant.name, amount.starts)
    return line


def _tasks_of(entrant: Entrant) -> list[Task]:
    if entrant.name == WALKED:
        return [SEVENS_IN_ORDER]
    tasks = BATCHES + SINGLES if entrant.single else BATCHES
    return [task for task in tasks if task.cards in entrant.cards]


def _rate(entrant: Entrant, task: Task, amount: Amount) -> float:
    makes: Maker = entrant.batch
    count = amount.loop if entrant.loops else amount.hands
    if task.single and entrant.single:
        makes, count = entrant.single, amount.calls
    work = makes(some_of(hands_of(task.cards, task.order), count))
    return work.items / best_seconds(work.run, amount.effort)


def start_of(name: str, times: int) -> float | None:
    """Time a process that ranks one hand, with compiled kernels and existing tables.

    Args:
        name: name of an entrant; empty for a process that imports nothing.

    Returns:
        Seconds; None if the process fails.
    """
    words = ["benchmarks.evaluators_start", *([name] if name else [])]
    try:
        run_module(*words)
        return min(_seconds(lambda: run_module(*words)) for _ in range(times))
    except Unavailable as reason:
        print(f"start-up of {name}: {reason}", file=sys.stderr, flush=True)
        return None


def _seconds(run: Callable[[], object]) -> float:
    begin = perf_counter()
    run()
    return perf_counter() - begin


def _begun(entrant: Entrant) -> Entrant:
    print(f"measuring {entrant.name}", file=sys.stderr, flush=True)
    return entrant


# --- bounds ---------------------------------------------------------------------------------------

MEGA = 1e-6


def bounds_of(lines: Sequence[Line]) -> list[Bound]:
    """Compare the results with the figures that we have to reach."""
    rates = {line.entrant.name: line.rates for line in lines}
    papers = [line for line in lines if line.entrant.kind == PAPERS and line.entrant.sound]

    def rate(name: str, task: Task, scale: float = MEGA) -> float | None:
        rate = rates.get(name, {}).get(task)
        return None if rate is None else rate * scale

    best, name = max(
        ((line.rates.get(RANDOM_SEVENS, 0.0), line.entrant.name) for line in papers),
        default=(0.0, "nobody"),
    )
    ours = rate(SCORES, RANDOM_SEVENS, 1.0)
    fives = rate(STRENGTHS, FIVES_IN_ORDER, 1.0)
    in_order = "all five-card hands in order, from cards"
    return [
        Bound(
            f"`score_many` on random seven-card hands, ready masks, against the best of the papers "
            f"({name})",
            *("×", 3, ours / best if ours and best else None),
        ),
        Bound(f"cactus-kev: {in_order}", "M hands/s", 30, rate("cactus-kev", FIVES_IN_ORDER)),
        Bound(f"senzee-5: {in_order}", "M hands/s", 60, rate("senzee-5", FIVES_IN_ORDER)),
        Bound(
            "two-plus-two: seven-card hands in order, walked",
            *("M hands/s", 150, rate(WALKED, SEVENS_IN_ORDER)),
        ),
        Bound(
            f"`evaluate_many` on all {FIVE_CARD_HANDS:,} five-card hands, ready masks",
            *("ms", 5, FIVE_CARD_HANDS / fives * 1e3 if fives else None),
            is_rate=False,
        ),
    ]


def times_as_fast(lines: Sequence[Line], line: Line, task: Task) -> float | None:
    """Return how many times as fast as an entrant our evaluator is.

    A batch is compared with our batch from the same cards, a single call with `evaluate_mask`.
    """
    name = STRENGTHS if task.single else REFERENCE
    ours = next((each.rates for each in lines if each.entrant.name == name), {})
    if task not in ours or task not in line.rates:
        return None
    return ours[task] / line.rates[task]
