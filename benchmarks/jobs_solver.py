"""The jobs of the solver: the spots of ``tests/oracles/solver.json``, and push or fold."""

from __future__ import annotations

import json

from benchmarks import workloads_solver
from benchmarks.job import MILLI, SECONDS, TIMES, Job
from benchmarks.timing import Work

ELSEWHERE = {
    ("R2", "0.5"): "postflop-solver 0.088 s, TexasSolver 0.383 s",
    ("R2", "0.1"): "postflop-solver 0.352 s, TexasSolver 1.72 s",
    ("T1", "0.5"): "postflop-solver 1.67 s",
    ("T1", "0.1"): "postflop-solver 3.85 s",
    ("T2", "0.5"): "postflop-solver 0.76 s, TexasSolver 3.0 s",
    ("T2", "0.1"): "postflop-solver 1.9 s, TexasSolver 10 s",
    ("F2", "0.5"): "postflop-solver 13.2 s, TexasSolver more than 31 s",
    ("F2", "0.2"): "postflop-solver 21.0 s",
}
"""Times of other programs on one thread of a server core with AVX2, by spot and percent."""

NOT_BUILT = "the other solvers are programs in Rust and C++ and not built here"


def _solved(name: str, percent: str, must: float, aim: float) -> Job:
    return Job(
        name=f"solver-{name}-{percent}",
        title=f"`solve`, {name} to {percent}% of the pot, set-up included",
        unit=SECONDS,
        must=must,
        aim=aim,
        prepare=lambda size: workloads_solver.solved(name, float(percent) / 100),
        check=workloads_solver.is_worth(name),
        absent=NOT_BUILT,
        elsewhere=ELSEWHERE[name, percent],
    )


def _set_up(street: str, name: str, must: float, aim: float, elsewhere: str = "") -> Job:
    return Job(
        name=f"solver-set-up-{street}",
        title=f"laying out the game of {name}, before the first step",
        unit=MILLI,
        must=must,
        aim=aim,
        prepare=lambda size: workloads_solver.set_up(name),
        elsewhere=elsewhere,
    )


def _looks_at(name: str) -> Job:
    return Job(
        name=f"solver-exploitability-{name}",
        title=f"a check of the exploitability of {name} against a learning step: the time of a "
        "step divided by that of a check",
        unit=TIMES,
        must=0.85 if name == "R2" else 1,  # the legend of the page says why
        aim=1.67,
        prepare=lambda size: workloads_solver.looks_at(name),
        baseline=lambda size: workloads_solver.steps_of(name),
    )


def _on_two_threads(name: str) -> Job:
    return Job(
        name=f"solver-threads-{name}",
        title=f"two threads against one: steps of learning on {name}",
        unit=TIMES,
        must=1.6,
        aim=1.9,
        prepare=lambda size: workloads_solver.steps_of(name, threads=2),
        baseline=lambda size: workloads_solver.steps_of(name),
    )


def _in_16_bits(name: str) -> Job:
    return Job(
        name=f"solver-16-bits-{name}",
        title=f"16-bit storage against 32: steps of learning on {name}",
        unit=TIMES,
        must=1,
        aim=1.2,
        prepare=lambda size: workloads_solver.steps_of(name, storage="i16"),
        baseline=lambda size: workloads_solver.steps_of(name),
    )


def _page_flop(storage: str) -> Job:
    return Job(
        name=f"solver-S2-{storage}",
        title="`solve`, a single-raised flop with bets of 33% and 75% and raises of 60% on every "
        f"street, pot 180, stacks 910, to 0.5% of the pot on two threads, {storage}",
        unit=SECONDS,
        must=60,
        aim=15,
        prepare=lambda size: workloads_solver.solved("S2", 0.005, threads=2, storage=storage),
        check=_is_accurate,
    )


def _is_accurate(work: Work, size: object) -> str:
    [solution] = work.answers()
    return "" if solution.exploitability <= 0.005 else "it is not accurate enough"


def _is_solved(work: Work, size: object) -> str:
    [text] = work.answers()
    return "" if json.loads(text)["exploitability"] < 0.001 else "the example is not solved"


def _charts_are_exact(work: Work, size: object) -> str:
    most = max(chart.exploitability for chart in work.answers())
    return "" if 1000 * most < 0.01 else f"{1000 * most} mbb a hand from an equilibrium"


EXAMPLE = ("-m", "handsight", "solve", "--example", "--json")

SOLVED: tuple[Job, ...] = (
    _solved("R2", "0.5", must=0.042, aim=0.03),
    _solved("R2", "0.1", must=0.155, aim=0.1),
    _solved("T1", "0.5", must=1.1, aim=0.7),
    _solved("T1", "0.1", must=3.3, aim=1.8),
    _solved("T2", "0.5", must=0.48, aim=0.3),
    _solved("T2", "0.1", must=1.25, aim=0.75),
    _solved("F2", "0.5", must=8.6, aim=5),
    _solved("F2", "0.2", must=13, aim=8),
    _looks_at("R2"),
    _looks_at("T1"),
    _looks_at("F2"),
    _on_two_threads("T1"),
    _on_two_threads("F2"),
    _in_16_bits("R2"),
    _in_16_bits("T1"),
    _in_16_bits("F2"),
    _page_flop("f32"),
    _page_flop("i16"),
    _set_up("river", "R2", must=20, aim=5),
    _set_up("turn", "T1", must=100, aim=30),
    _set_up(
        "flop", "F2", must=600, aim=200, elsewhere="postflop-solver 162 MB in f32, 85 MB in i16"
    ),
    Job(
        name="solver-push-fold",
        title="`push_fold`, stacks of 2 to 20 big blinds to less than 0.01 mbb a hand",
        unit=SECONDS,
        must=1,
        aim=0.2,
        prepare=lambda size: workloads_solver.charts(range(2, 21)),
        check=_charts_are_exact,
    ),
    Job(
        name="solver-start",
        title="`handsight solve --example --json`, the whole process, beyond `import numba`",
        unit=SECONDS,
        must=0.3,
        aim=0.1,
        prepare=lambda size: workloads_solver.process(*EXAMPLE),
        baseline=lambda size: workloads_solver.process("-c", "import numba"),
        check=_is_solved,
    ),
    Job(
        name="solver-first-run",
        title="the same on the very first run, with nothing compiled",
        unit=SECONDS,
        must=30,
        aim=15,
        prepare=lambda size: workloads_solver.process(*EXAMPLE, first_run=True),
        check=_is_solved,
    ),
)
