"""The jobs of opponent modelling: the model, what it learns from, and the agents that use it."""

from __future__ import annotations

from benchmarks import checks_opponents, workloads_opponents
from benchmarks.inputs import Size
from benchmarks.job import MILLI, SECONDS, Job
from benchmarks.timing import Work
from handsight.agents.registry import OWN

OPPONENTS = ", ".join(f"`{name}`" for name in workloads_opponents.OPPONENTS)


def _fit() -> Job:
    def check(work: Work, size: Size) -> str:
        return checks_opponents.hands_are_those_of_the_program(work, all_of_them=size.boards > 1)

    return Job(
        name="model-fit",
        title="`OpponentModel.fit` on the 6,871 hands of Pluribus against professionals",
        unit=SECONDS,
        must=60,
        prepare=workloads_opponents.fitted,
        check=check,
    )


def _decisions(agent: str, must: float, aim: float | None = None, words: str = "") -> Job:
    name = agent.partition(":")[0]
    return Job(
        name=f"agent-{name}",
        title=f"`{name}`{words}, a decision heads-up against {OPPONENTS} in turn, including the "
        "events that it receives",
        unit=MILLI,
        must=must,
        aim=aim,
        prepare=lambda size: workloads_opponents.decisions(agent, size),
        check=lambda work, size: checks_opponents.decisions_are_legal(work),
    )


BUDGET = 10
"""Milliseconds that the simulator may take for a decision."""

AGENTS = {
    "loki": _decisions("loki", must=2, aim=0.5),
    "simulator": _decisions(
        f"simulator:milliseconds={BUDGET}", must=BUDGET, words=f" with {BUDGET} ms at most"
    ),
}
"""Jobs of agents by name; an agent that does not exist yet has none."""

READ: tuple[Job, ...] = (
    Job(
        name="model-observe",
        title="`OpponentModel.observe` of an action, six-handed, with the cards that are dealt "
        "between, on boards that are new to it",
        unit=MILLI,
        must=1,
        prepare=workloads_opponents.observed,
        check=lambda work, size: checks_opponents.ranges_are_possible(work),
    ),
    Job(
        name="model-flop",
        title="what the model works out for all 1,326 combos on a new flop, once",
        unit=MILLI,
        must=1,
        prepare=workloads_opponents.new_flops,
        check=lambda work, size: checks_opponents.flops_are_as_counted(work),
    ),
    _fit(),
    *(job for name, job in AGENTS.items() if name in OWN),
)
