"""The jobs of the arena: matches of agents, the store, workers, and processes of their own."""

from __future__ import annotations

import os

from benchmarks import cases, checks_arena, workloads_arena
from benchmarks.agreement import same_values
from benchmarks.cases import Case
from benchmarks.inputs import Size
from benchmarks.job import MATCHES, MICRO, THOUSANDS, TIMES, Job
from benchmarks.peers import STACK
from benchmarks.processes import Unavailable
from benchmarks.timing import Work

ENGINE = "pypokerengine"
WORDS = "matches of 20 hands with carried stacks, `fai-v5` against `call`, each pair on both sides"


def _matches(name: str, rules: str, words: str) -> Job:
    return Job(
        name=name,
        title=f"`run_arena`: {WORDS}, by {words}",
        unit=MATCHES,
        must=100,
        aim=300,
        prepare=lambda size: workloads_arena.matches(size, rules),
        check=lambda work, size: checks_arena.matches_were_played(work, conserving=rules != ENGINE),
    )


def _on_two_workers() -> Job:
    """Measure how many times as fast matches are on two workers as in one process."""

    def alone(size: Size) -> Work:
        return workloads_arena.matches_on(1, size)

    def together(size: Size) -> Work:
        if (os.cpu_count() or 1) < 2:
            raise Unavailable("it takes two cores")
        return workloads_arena.matches_on(2, size)

    return Job(
        name="arena-matches-workers",
        title=f"two workers, started before, against one process: `run_arena`: {WORDS}, "
        "by the rules of PyPokerEngine",
        unit=TIMES,
        must=1.7,
        prepare=together,
        baseline=alone,
        check=lambda work, size: checks_arena.results_are_the_same(work, alone(size)),
    )


def _shared(name: str, where: str, words: str, must: float | None, aim: float | None) -> Job:
    """Measure how many times as fast deals are on two workers as in one process."""

    def alone(size: Size) -> Work:
        return workloads_arena.deals_of_strength("here", size)

    def together(size: Size) -> Work:
        if (os.cpu_count() or 1) < 2:
            raise Unavailable("it takes two cores")
        return workloads_arena.deals_of_strength(where, size)

    return Job(
        name=name,
        title=f"{words}, started before, against one process: `run_arena`, mirrored deals, `ehs` "
        "against `fai-v3`",
        unit=TIMES,
        must=must,
        aim=aim,
        prepare=together,
        baseline=alone,
        check=lambda work, size: checks_arena.results_are_the_same(work, alone(size)),
    )


def _scripted() -> Job:
    return Job(
        name="arena-scripted",
        title="`run_arena`: the seven scripted agents, each against each heads-up, on mirrored "
        "deals, every hand kept in a new store",
        unit=THOUSANDS,
        must=10,
        aim=10,
        prepare=workloads_arena.scripted_with_store,
        check=lambda work, size: checks_arena.stored_hands_add_up(work),
    )


def _isolation() -> Job:
    return Job(
        name="arena-isolation",
        title="the additional time of a decision in its own process: `SandboxedPlayer` "
        "against `InProcessPlayer`, `call` asked for all decisions of random hands",
        unit=MICRO,
        must=100,
        prepare=workloads_arena.isolated,
        baseline=workloads_arena.trusted,
        check=lambda work, size: same_values(
            work.answers(), workloads_arena.trusted(size).answers()
        ),
    )


def _dealer() -> Job:
    def prepare(size: Size) -> Work:
        if (os.cpu_count() or 1) < 2:
            raise Unavailable("it takes two cores")
        return workloads_arena.dealt_over_a_network(size)

    return Job(
        name="acpc-dealer",
        title="a match by the competition's protocol on this machine: `Dealer` and two callers in "
        "processes of their own, eight actions a hand",
        unit=THOUSANDS,
        must=1,
        aim=5,
        prepare=prepare,
        check=lambda work, size: checks_arena.log_is_of_callers(work),
    )


def _engine_hands() -> Job:
    return Job(
        name="engine-hands-2",
        title="random scripts of folds, calls and raises by a big blind, heads-up through "
        "`EngineHand`, by the rules of PyPokerEngine",
        unit=THOUSANDS,
        prepare=workloads_arena.engine_hands,
        check=lambda work, size: checks_arena.engine_hands_add_up(work, STACK),
        case=_of_one(ENGINE, cases.scripted_hands(2, raises=True)),
        absent="other programs have other rules",
    )


def _of_one(name: str, case: Case) -> Case:
    """Allow only one peer to take part."""
    return Case(
        lambda peer, size: case.prepare(peer, size) if peer.name == name else None,
        case.agree,
    )


PLAYED: tuple[Job, ...] = (
    _matches("arena-matches", "handsight", "our rules"),
    _matches("arena-matches-engine", ENGINE, "the rules of PyPokerEngine"),
    _on_two_workers(),
    _shared("arena-workers", "processes", "two workers", 1.8, 1.95),
    _shared("arena-cluster", "cluster", "two workers of a Dask scheduler", None, None),
    _scripted(),
    _isolation(),
    _dealer(),
    _engine_hands(),
)
