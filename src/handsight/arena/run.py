"""Running an arena: blocks are played here or on workers, and kept in their order."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.agents import Agent
from handsight.arena.match import BlockTask, play_block
from handsight.arena.results import ArenaResult
from handsight.arena.schedule import ArenaSpec, agent_of, schedule
from handsight.arena.seating import close_idle
from handsight.arena.store import ArenaStore
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, HandState, Rules
from handsight.interop.pypokerengine import build_agent
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_WORKERS = 1024


def run_arena(
    spec: ArenaSpec,
    store: Path | str | None = None,
    *,
    workers: int = 1,
    progress: Callable[[ArenaResult], None] | None = None,
    executor: Executor | None = None,
    agents: Mapping[str, Agent] | None = None,
) -> ArenaResult:
    """Let agents play each other.

    What comes out follows from the specification, on any number of workers; only how long the
    agents took does not. Whenever the program ends, killed or not, the store holds all blocks that
    were played, and running the same again goes on from there.

    Args:
        spec: what is played.
        store: an SQLite file for results and hands; made if it is not there, and gone on with if
            it is. None keeps sums only.
        workers: processes that play; 1 plays in this one.
        progress: is called with the result so far after each block, and once before the first.
        executor: where blocks are played instead, any that takes picklable work.
        agents: agents that play under names of the specification, in place of those that the names
            stand for. They are copied for each block, by pickling, and trusted.

    Raises:
        OptionError: if there is no such agent, its options are wrong, or it is no agent.
        ArenaError: if the store is in use, no store, or one of another specification; if it cannot
            be written; or if a worker ended.

    Example:
        >>> result = run_arena(ArenaSpec(agents=("min-raise", "fold"), pairs=100, seed=7))
        >>> raiser = result.matchups[0].slots[0]
        >>> raiser.agent, raiser.statistics.bb100, raiser.wins
        ('min-raise', 75.0, 100)
    """
    own = _pickled(spec, agents or {})
    _require_agents(spec, agents or {})
    if not is_whole(workers, range(1, MOST_WORKERS)):
        raise OptionError(f"workers is {workers!r}; it takes a positive integer")
    with ExitStack() as stack:
        kept = None if store is None else stack.enter_context(ArenaStore.open(store, spec))
        result = ArenaResult(spec) if kept is None else kept.result()
        if progress is not None:
            progress(result)
        if result.is_finished:
            return result
        if executor is None and workers > 1:
            executor = stack.enter_context(_processes(workers))
        stack.callback(close_idle)
        _play(result, kept, progress, executor, own)
        return result


def resume(
    store: Path | str,
    *,
    workers: int = 1,
    progress: Callable[[ArenaResult], None] | None = None,
    executor: Executor | None = None,
    agents: Mapping[str, Agent] | None = None,
) -> ArenaResult:
    """Go on with an arena that was interrupted.

    Args:
        store: its file.
        workers: as in `run_arena`.
        progress: as in `run_arena`.
        executor: as in `run_arena`.
        agents: as in `run_arena`; they are not in the store.

    Raises:
        ArenaError: if there is no such file, or as in `run_arena`.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=100, seed=7)
        >>> with TemporaryDirectory() as folder:
        ...     played = run_arena(spec, Path(folder, "arena.db"))
        ...     resume(Path(folder, "arena.db")).hands == played.hands
        True
    """
    with ArenaStore.read(store) as found:
        spec = found.spec
    return run_arena(
        spec, store, workers=workers, progress=progress, executor=executor, agents=agents
    )


def _play(
    result: ArenaResult,
    store: ArenaStore | None,
    progress: Callable[[ArenaResult], None] | None,
    executor: Executor | None,
    own: bytes,
) -> None:
    tasks = _awaited(result, own)
    try:
        for block in map_chunks(play_block, tasks, executor):
            if not result.is_awaited(block.matchup, block.block):
                continue  # its matchup was stopped while it was played
            if store is not None:
                store.add(block)
            result.add(block)
            if progress is not None:
                progress(result)
    except BrokenProcessPool:
        raise ArenaError(
            "a worker ended before its work was done, perhaps for want of memory; "
            "what was played is kept in the store, if there is one, and can be resumed"
        ) from None


def _awaited(result: ArenaResult, own: bytes) -> Iterator[BlockTask]:
    """Give the blocks that are to be played; a matchup that was stopped meanwhile gives none."""
    for matchup, block in schedule(result.spec):
        if result.is_awaited(matchup, block):
            yield BlockTask(result.spec, matchup, block, own)


def _pickled(spec: ArenaSpec, agents: Mapping[str, Agent]) -> bytes:
    strange = [name for name in agents if name not in spec.agents]
    if strange:
        raise OptionError(
            f"no agent of the arena is named {strange[0]!r}: {', '.join(spec.agents)}"
        )
    for name, agent in agents.items():
        if not isinstance(agent, Agent):
            raise OptionError(f"{name} is {type(agent).__name__}, which is no agent")
    if agents and spec.isolate:
        raise OptionError("agents that are given as objects are trusted; isolate takes names")
    try:
        return pickle.dumps(dict(agents)) if agents else b""
    except Exception as error:
        raise OptionError(f"an agent cannot be pickled: {error}") from error


def _require_agents(spec: ArenaSpec, agents: Mapping[str, Agent]) -> None:
    """Find out before the first hand whether there are such agents.

    One that is to be isolated is not made here: making it runs its code. A bot in a file always is.
    """
    for name in spec.agents:
        if name not in agents:
            found = agent_of(name)
            if not spec.isolate and found.file is None:
                build_agent(found)


# --- workers --------------------------------------------------------------------------------------


def _processes(workers: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # The kernels of the game are compiled here once, rather than by all workers at the same time.
    HandState.start(Rules(), [1000, 1000], button=0, seed=0).apply(Action.fold())
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
