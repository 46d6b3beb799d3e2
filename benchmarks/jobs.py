"""All jobs, with the bounds that we set ourselves; this module defines those of one hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from benchmarks import (
    cases,
    checks,
    jobs_arena,
    jobs_envs,
    jobs_game,
    jobs_histories,
    jobs_many,
    jobs_opponents,
    jobs_ranges,
    jobs_single,
    jobs_solver,
    jobs_tables,
    workloads,
    workloads_solver,
)
from benchmarks.inputs import Deal, Size, named_flops, named_holes, random_flops
from benchmarks.job import GIGA, MEGA, MILLI, SECONDS, TIMES, TRIALS, Job
from benchmarks.processes import COMMAND as EXPLAIN
from benchmarks.timing import Work


def job_named(name: str) -> Job:
    """Return the job of that name.

    Raises:
        KeyError: if there is none.
    """
    return {job.name: job for job in JOBS}[name]


Prepare = Callable[[Size], Work]

# --- many hands, and one ------------------------------------------------------------------------

ARRAYS = (
    Job(
        name="score-many",
        title="`score_many`, 2 M random masks of seven cards, checked",
        unit=GIGA,
        must=0.9,  # the legend of the page says why
        aim=1.4,
        prepare=workloads.scores,
        check=checks.scores_order_like_strengths,
    ),
    Job(
        name="evaluate-many",
        title="`evaluate_many`, 2 M random masks of seven cards, checked",
        unit=MEGA,
        must=500,
        aim=900,
        prepare=workloads.strengths,
        check=checks.strengths_are_those_of_single_hands,
        case=cases.ranking(lambda size: size.loop),
    ),
    Job(
        name="cards-to-strengths",
        title="`masks_from_cards` and `evaluate_many`, 2 M random hands of seven cards",
        unit=MEGA,
        must=350,
        aim=600,
        prepare=workloads.strengths_of_cards,
        check=checks.strengths_are_those_of_single_hands,
    ),
)


def _on_a_path(name: str, title: str, ours: Prepare, arithmetic: Prepare) -> Job:
    """Return the job of this processor's path against the bit arithmetic that others use.

    The title names the required figure: it holds for look-ups alone, and the page must not depend
    on the processor that writes it.
    """
    return Job(
        name=name,
        title=f"{title}, against the bit arithmetic of processors that count bits of 16-bit lanes",
        unit=TIMES,
        prepare=ours,
        baseline=arithmetic,
        check=checks.strengths_are_those_of_single_hands,
    )


ON_PATHS = (
    Job(
        name="cards-in-one-pass",
        title="`evaluate_many`, 2 M random hands of seven cards as `uint8[n, 7]`",
        unit=MEGA,
        must=350,
        aim=600,
        prepare=workloads.strengths_in_one_pass,
        check=checks.strengths_are_those_of_single_hands,
    ),
    _on_a_path(
        "path-from-masks",
        "`evaluate_many`, 2 M random masks of seven cards, checked (by look-ups: ≥ 1.2, aim 1.5)",
        *(workloads.strengths, workloads.strengths_by_arithmetic),
    ),
    _on_a_path(
        "path-from-cards",
        "`evaluate_many`, 2 M random hands of seven cards in one pass, checked (by look-ups: "
        "≥ 1.35, aim 1.6)",
        *(workloads.strengths_in_one_pass, workloads.strengths_of_cards_by_arithmetic),
    ),
)


def _into_fresh_arrays(job: Job, prepare: Callable[..., Work]) -> Job:
    """Return the same job without ``out``, for information."""
    return replace(
        job,
        name=f"{job.name}-fresh",
        title=f"the same without `out`: {job.title}",
        must=None,
        aim=None,
        prepare=partial(prepare, fresh=True),
        case=None,
    )


FRESH_ARRAYS = tuple(_into_fresh_arrays(job, job.prepare) for job in ARRAYS if job.prepare)

# --- one hand, exactly --------------------------------------------------------------------------

Deals = Callable[[Size], list[Deal]]


def _named(size: Size) -> list[Deal]:
    return named_flops()[: size.deals]


def _random(size: Size) -> list[Deal]:
    return random_flops(size.deals)


def _preflop(size: Size) -> list[Deal]:
    return named_holes(1)


FLOPS: tuple[tuple[str, str, Deals], ...] = (
    ("", "AcKc on 2s5h9d", _named),
    ("-random", "50 random deals", _random),
)
"""The purposes of each job on a flop: the end of its name, words, and the deals."""

NUMBERS = {1: "one", 2: "two", 3: "three"}


def _effective(ending: str, words: str, deals: Deals) -> Job:
    return Job(
        name=f"ehs-flop{ending}",
        title=f"`effective_hand_strength` from the flop, exact: {words}",
        unit=MILLI,
        must=3,
        aim=0.6,
        prepare=lambda size: workloads.effective(deals(size)),
        check=lambda work, size: checks.potential_adds_up_to_odds(work, deals(size), 1),
    )


def _potential(ending: str, words: str, deals: Deals) -> Job:
    return Job(
        name=f"potential-flop-2{ending}",
        title=f"`hand_potential` against two from the flop, exact: {words}",
        unit=MILLI,
        must=60,
        aim=15,
        prepare=lambda size: workloads.potential(deals(size), 2),
        check=lambda work, size: checks.potential_adds_up_to_odds(work, deals(size), 2),
    )


def _odds(name: str, words: str, deals: Deals, opponents: int) -> Job:
    dealt = checks.NAIVE_DEALS
    return Job(
        name=name,
        title=f"`current_hand_odds` against {NUMBERS[opponents]} {words}",
        unit=MILLI,
        prepare=lambda size: workloads.odds(deals(size), opponents),
        check=lambda work, size: checks.shares_are_near_dealt(work, deals(size), opponents, dealt),
    )


def _odds_from_flop(opponents: int, must: float, aim: float) -> list[Job]:
    jobs = []
    for ending, words, deals in FLOPS:
        name, title = f"odds-flop-{opponents}{ending}", f"from the flop, exact: {words}"
        case = cases.exact_shares(deals) if opponents == 1 else None
        job = _odds(name, title, deals, opponents)
        jobs.append(replace(job, must=must, aim=aim, case=case))
    return jobs


def _odds_preflop(opponents: int) -> Job:
    words = "before the flop, exact: AcKc"
    return _odds(f"odds-preflop-{opponents}", words, _preflop, opponents)


# --- one hand, sampled; the command line --------------------------------------------------------


def _sampled(opponents: int, words: str) -> Job:
    def check(work: Work, size: Size) -> str:
        deals = named_holes(workloads.SAMPLED_DEALS)
        trials = size.trials // len(deals)
        return checks.shares_are_near_dealt(work, deals, opponents, trials)

    return Job(
        name=f"monte-carlo-{opponents}",
        title=f"`current_hand_odds` against {words} before the flop, sampled: AcKc",
        unit=TRIALS,
        prepare=lambda size: workloads.sampled_odds(opponents, size),
        check=check,
    )


COMMAND = Job(
    name="explain",
    title="`handsight explain AhKh --board Qh7h2c --json`, the whole process",
    unit=SECONDS,
    must=0.8,
    aim=0.45,
)


def _start(name: str, imports: str, *words: str, **bounds: float) -> Job:
    """Return the job of a whole command, against a process that imports what it builds on."""
    return Job(
        name=name,
        title=f"`handsight {' '.join(words)}`, the whole process, against `{imports}`",
        unit=TIMES,
        prepare=lambda size: workloads_solver.process("-m", "handsight", *words),
        baseline=lambda size: workloads_solver.process("-c", imports),
        check=_answers,
        **bounds,
    )


def _answers(work: Work, size: Size) -> str:
    return "" if work.answers()[0].strip() else "the command prints nothing"


STARTS = (
    _start("rank-start", "import numpy", "rank", "AhKhQhJhTh", must=0.77, aim=1.25),
    _start(*("explain-start", "import numpy, numba", *EXPLAIN), must=0.625, aim=0.77),
)


def _first(name: str, *words: str) -> Job:
    """Return the job of a first command with an empty cache and kernels that were built ahead."""
    return Job(
        name=f"first-{name}",
        title=f"`handsight {' '.join(words)}` as the very first command, the whole process, with "
        "an empty cache and the kernels of a wheel",
        unit=SECONDS,
        must=1.5,
        aim=0.5,
        prepare=lambda size: workloads_solver.first_command(*words),
        check=_answers,
    )


FIRST = (
    _first("explain", *EXPLAIN),
    _first("solve", "solve", "--example"),
    _first("arena", "arena", "fai-v5", "ehs", "--pairs", "10"),
)

JOBS: tuple[Job, ...] = (
    *FIRST,
    *ARRAYS,
    *FRESH_ARRAYS,
    *ON_PATHS,
    *jobs_single.CALLS,
    *jobs_many.MANY,
    *(_effective(*flop) for flop in FLOPS),
    *_odds_from_flop(1, must=1, aim=0.25),
    *_odds_from_flop(2, must=4, aim=1),
    *_odds_from_flop(3, must=20, aim=6),
    *(_potential(*flop) for flop in FLOPS),
    *(_odds_preflop(opponents) for opponents in NUMBERS),
    *jobs_ranges.COUNTED,
    replace(_sampled(5, "five"), must=35, aim=60),
    replace(_sampled(1, "one"), case=cases.sampled_shares()),
    *jobs_ranges.SAMPLED,
    *jobs_ranges.ON_TWO_THREADS,
    *jobs_game.PLAYED,
    *jobs_envs.STEPPED,
    *jobs_tables.TRAINED,
    *jobs_arena.PLAYED,
    *jobs_opponents.READ,
    *jobs_histories.RECORDED,
    *jobs_solver.SOLVED,
    *STARTS,
    COMMAND,
    replace(
        COMMAND,
        name="explain-first-run",
        title="the same on the very first run, with nothing compiled",
        must=30,
        aim=15,
        first_run=True,
    ),
)
