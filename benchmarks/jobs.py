"""All jobs, with the bounds that we set ourselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from benchmarks import contests, soundness, workloads
from benchmarks.contests import Contest
from benchmarks.inputs import NAMED_HOLE, Deal, Size, named_flops, named_holes, random_flops
from benchmarks.timing import Work

MOST_MEGABYTES = 200
"""Of resident memory, for every job with its kernels compiled."""


@dataclass(frozen=True)
class Unit:
    """What a figure is in.

    Attributes:
        symbol: as it is printed.
        per_base: how many of it make one item a second, or one second.
        is_rate: whether more is better; else it is a time.
    """

    symbol: str
    per_base: float
    is_rate: bool = False


GIGA = Unit("G hands/s", 1e-9, is_rate=True)
MEGA = Unit("M hands/s", 1e-6, is_rate=True)
TRIALS = Unit("M trials/s", 1e-6, is_rate=True)
MICRO, MILLI, SECONDS = Unit("µs", 1e6), Unit("ms", 1e3), Unit("s", 1.0)


@dataclass(frozen=True)
class Job:
    """Something to measure.

    Attributes:
        name: short, for the command line.
        title: what is done.
        unit: of the figures.
        must: the bound that it has to keep; None for a job without one.
        aim: the bound that we want to keep.
        prepare: makes our work ready; None where it is a process of its own.
        sound: (our work, size) -> what is wrong with our answers; empty if nothing is.
        contest: how rivals take part.
        first_run: whether the process starts with nothing compiled.
    """

    name: str
    title: str
    unit: Unit
    must: float | None = None
    aim: float | None = None
    prepare: Callable[[Size], Work] | None = None
    sound: Callable[[Work, Size], str] = field(default=lambda work, size: "")
    contest: Contest | None = None
    first_run: bool = False


def job_named(name: str) -> Job:
    """Give the job of that name.

    Raises:
        KeyError: if there is none.
    """
    return {job.name: job for job in JOBS}[name]


def _array_jobs() -> list[Job]:
    scored, ranked = workloads.scores, workloads.strengths
    dealt = workloads.strengths_of_cards
    like_strengths = soundness.scores_order_like_strengths
    like_hands = soundness.strengths_are_those_of_single_hands
    loop = contests.ranking(lambda size: size.loop)
    fresh = {"fresh": True}
    many = "2 M random seven-card masks, checked"
    return [
        Job("score-many", f"`score_many`, {many}", GIGA, 1.0, 1.4, scored, like_strengths),
        Job("evaluate-many", f"`evaluate_many`, {many}", MEGA, 500, 900, ranked, like_hands, loop),
        Job(
            *("cards-to-strengths", "`masks_from_cards` and `evaluate_many`, 2 M hands", MEGA),
            *(350, 600, dealt, like_hands),
        ),
        Job(
            *("score-many-fresh", "`score_many` without `out`", GIGA, None, None),
            *(partial(scored, **fresh), like_strengths),
        ),
        Job(
            *("evaluate-many-fresh", "`evaluate_many` without `out`", MEGA, None, None),
            *(partial(ranked, **fresh), like_hands),
        ),
        Job(
            *("cards-to-strengths-fresh", "cards to strengths without `out`", MEGA, None, None),
            *(partial(dealt, **fresh), like_hands),
        ),
    ]


def _single_job() -> Job:
    return Job(
        *("evaluate-mask", "`evaluate_mask`, one ready mask of seven cards", MICRO, 0.3, 0.12),
        prepare=workloads.single_masks,
        sound=soundness.single_hands_order_like_scores,
        contest=contests.ranking(lambda size: size.calls),
    )


def _random(size: Size) -> list[Deal]:
    return random_flops(size.deals)


def _named(size: Size) -> list[Deal]:
    return named_flops()[: size.deals]


DEALS = (("", "AcKc on 2s5h9d", _named), ("-random", "50 random deals", _random))
"""What each job of one hand on a flop is done for: ending of its name, words, cards."""


def _potential_jobs() -> list[Job]:
    jobs = []
    for ending, words, deals in DEALS:
        strength = f"`effective_hand_strength` from the flop, exact; {words}"
        potential = f"`hand_potential` against two from the flop, exact; {words}"
        jobs += [
            Job(
                *(f"ehs-flop{ending}", strength, MILLI, 3, 0.6),
                prepare=lambda size, deals=deals: workloads.effective(deals(size)),
                sound=lambda work, size, deals=deals: soundness.adds_up_to_odds(
                    work, deals(size), 1
                ),
            ),
            Job(
                *(f"potential-flop-2{ending}", potential, MILLI, 60, 15),
                prepare=lambda size, deals=deals: workloads.potential(deals(size), 2),
                sound=lambda work, size, deals=deals: soundness.adds_up_to_odds(
                    work, deals(size), 2
                ),
            ),
        ]
    return jobs


def _odds_job(
    name: str,
    title: str,
    deals: Callable[[Size], list[Deal]],
    opponents: int,
    must: float | None = None,
    aim: float | None = None,
) -> Job:
    return Job(
        *(name, title, MILLI, must, aim),
        prepare=lambda size: workloads.odds(deals(size), opponents),
        sound=lambda work, size: soundness.shares_are_those_of_turned(
            work, deals(size), opponents
        ),
        contest=contests.exact_shares(deals) if opponents == 1 else None,
    )


def _odds_jobs() -> list[Job]:
    bounds = ((1, "one", 1, 0.25), (2, "two", 4, 1), (3, "three", 20, 6))
    flops = [
        _odds_job(
            f"odds-flop-{count}{ending}",
            f"`current_hand_odds` against {number} from the flop, exact; {words}",
            *(deals, count, must, aim),
        )
        for count, number, must, aim in bounds
        for ending, words, deals in DEALS
    ]
    return flops + [
        _odds_job(
            f"odds-preflop-{count}",
            f"`current_hand_odds` against {number} before the flop, exact; AcKc",
            *(lambda size: named_holes(1), count),
        )
        for count, number, _, _ in bounds
    ]


def _sampled_jobs() -> list[Job]:
    def job(opponents: int, words: str, *bounds: float, **more: Contest) -> Job:
        return Job(
            *(f"monte-carlo-{opponents}", f"Monte Carlo against {words} before the flop", TRIALS),
            *bounds,
            prepare=lambda size: workloads.sampled_odds(named_holes(4), opponents, size),
            sound=lambda work, size: soundness.sample_is_near(work, NAMED_HOLE, opponents, size),
            **more,
        )

    taken_up = contests.sampled_shares(lambda size: named_holes(4))
    return [job(5, "five", 35, 60), job(1, "one", contest=taken_up)]


def _command_jobs() -> list[Job]:
    words = "`handsight explain ... --json`, the whole process"
    return [
        Job("explain", f"{words}, kernels compiled", SECONDS, 0.8, 0.45),
        Job("explain-first-run", f"{words}, the first run ever", SECONDS, 30, 15, first_run=True),
    ]


JOBS: tuple[Job, ...] = (
    *_array_jobs(),
    _single_job(),
    *_potential_jobs(),
    *_odds_jobs(),
    *_sampled_jobs(),
    *_command_jobs(),
)
