"""The environments' jobs, prepared to run, and a check of their hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.inputs import SEED, Size
from benchmarks.processes import Unavailable
from benchmarks.timing import Work
from handsight.envs import TableBatch, draw_actions
from handsight.errors import MissingExtraError

Rewards = NDArray[np.int32]
Dones = NDArray[np.bool_]


def steps_of_tables(tables: int, seats: int, size: Size) -> Work:
    """Play from a seed, with legal actions that are drawn outside."""
    batch = TableBatch(tables, seats)

    def start() -> NDArray[np.bool_]:
        return batch.reset(SEED)[1]

    def step(actions: NDArray[np.int32]) -> tuple[NDArray[np.bool_], Rewards, Dones]:
        result = batch.step(actions)
        return result.mask, result.rewards, result.done

    return _steps(start, step, tables, size)


def steps_of_gymnasium(tables: int, size: Size) -> Work:
    """Play the same as a vector environment of Gymnasium."""
    from handsight.envs.gymnasium import HoldemVectorEnv

    try:
        env = HoldemVectorEnv(tables, opponents="outside")
    except MissingExtraError as error:
        raise Unavailable(str(error)) from error

    def start() -> Any:
        return env.reset(seed=SEED)[1]["action_mask"]

    def step(actions: NDArray[np.int32]) -> tuple[NDArray[np.bool_], Rewards, Dones]:
        _, _, done, _, infos = env.step(actions)
        return infos["action_mask"], infos["payoffs"], done

    return _steps(start, step, tables, size)


def chips_are_conserved(work: Work) -> str:
    """Check that hands end, and that what some players win others lose."""
    played: list[tuple[Rewards, Dones]] = work.answers()
    for place, (rewards, done) in enumerate(played):
        if rewards.sum(1).any():
            return f"step {place}: chips were made or lost"
        if rewards[~done].any():
            return f"step {place}: chips were won in a hand that goes on"
    if not sum(int(done.sum()) for _, done in played):
        return "no hand ended"
    return ""


def _steps(
    start: Callable[[], NDArray[np.bool_]],
    step: Callable[[NDArray[np.int32]], tuple[NDArray[np.bool_], Rewards, Dones]],
    tables: int,
    size: Size,
) -> Work:
    def run() -> None:
        rng = np.random.default_rng(SEED)
        mask = start()
        for _ in range(size.calls):
            mask, _, _ = step(draw_actions(mask, rng))

    def answers() -> list[tuple[Rewards, Dones]]:
        rng = np.random.default_rng(SEED)
        mask, played = start(), []
        for _ in range(20):
            mask, rewards, done = step(draw_actions(mask, rng))
            played.append((rewards, done))
        return played

    return Work(run, tables * size.calls, answers)
