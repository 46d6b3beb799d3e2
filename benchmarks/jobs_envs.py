"""The jobs of the environments: steps of many tables, with random actions from outside."""

from __future__ import annotations

from benchmarks import workloads_envs
from benchmarks.inputs import Size
from benchmarks.job import Job, Unit
from benchmarks.timing import Work

STEPS = Unit("M steps/s", 1e-6, is_rate=True)
TABLES = 1024
OUTSIDE = f"{TABLES:,} tables, legal choices drawn outside, compact observations"


def _tables(seats: int, who: str, must: float, aim: float) -> Job:
    def prepare(size: Size) -> Work:
        return workloads_envs.steps_of_tables(TABLES, seats, size)

    return Job(
        name=f"env-tables-{seats}",
        title=f"`TableBatch.step`, {who}: {OUTSIDE}",
        unit=STEPS,
        must=must,
        aim=aim,
        prepare=prepare,
        check=lambda work, size: workloads_envs.chips_are_conserved(work),
    )


STEPPED: tuple[Job, ...] = (
    _tables(2, "heads-up", must=5, aim=12),
    _tables(6, "six-handed", must=2, aim=6),
    Job(
        name="env-vector-2",
        title=f"the same heads-up as Gymnasium's `VectorEnv`, in self-play: {OUTSIDE}",
        unit=STEPS,
        must=3,
        aim=8,
        prepare=lambda size: workloads_envs.steps_of_gymnasium(TABLES, size),
        check=lambda work, size: workloads_envs.chips_are_conserved(work),
    ),
)
