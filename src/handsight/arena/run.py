"""Runs an arena: plays the blocks in this process or on workers, and stores them in order."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.arena.bot_files import with_bots
from handsight.arena.match import Block, BlockTask, play_block
from handsight.arena.objects import AgentSource, kept_alive, require_importable
from handsight.arena.player_factory import close_idle, is_sandboxed, settled_files
from handsight.arena.results import ArenaResult
from handsight.arena.schedule import ArenaSpec, agent_of, schedule
from handsight.arena.storage.secret import files_with_secret, hidden_paths, needs_secret, new_secret
from handsight.arena.storage.store import ArenaStore
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, HandState, Rules
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.agents.projects import BotProject

MOST_WORKERS = 1024
_MOST_ON_WINDOWS = 61
"""The number of processes that one process can wait for on Windows, less two of Python's own."""


def run_arena(
    spec: ArenaSpec,
    store: Path | str | None = None,
    *,
    workers: int = 1,
    progress: Callable[[ArenaResult], None] | None = None,
    executor: Executor | None = None,
    agents: Mapping[str, AgentSource] | None = None,
    secret: Path | str | None = None,
    strict: bool = False,
    copies: bool = True,
    aivat: bool | None = None,
) -> ArenaResult:
    """Play agents against each other.

    Apart from the agents' times and late answers, the result depends only on the specification and
    the secret, and not on the number of workers; ``copies=False`` is an exception. If the program
    is killed, a store still holds all blocks that were added to the result, and the same call
    continues from there.

    By default, if the specification names agents other than handsight's own, the arena deals from a
    secret in addition to its seed, so that nobody can predict the deals; agents passed as objects
    do not count. Until the arena has ended, the secret is kept beside the store in a file whose
    name ends in ``.secret``, and afterwards in the store. Without a store the secret is kept only
    in memory.

    Args:
        spec: the specification of the arena.
        store: an SQLite file for results and hands. It is created if it does not exist; otherwise
            the arena in it continues. None keeps no hands, only the returned result.
        workers: number of processes that play, at most 1,024; 1 plays in this process. The number
            has no effect if there is an executor.
        progress: called with the result so far, once before the first block and after each block.
        executor: executor that plays the blocks instead of new processes; it must accept picklable
            work. With `handsight.cluster_executor` the files of bots are sent to the workers.
        agents: {name in the specification: object that plays under this name}. Objects are your own
            code: they play in this process or in a worker's process, and nothing keeps them from
            seeing all cards. An instance is copied for each block; a class or function makes a new
            agent for each block. With several workers or an executor, the classes and functions
            must be importable.
        secret: a file with the secret, which a new arena creates if it does not exist; ``"none"``
            deals from the seed alone. By default a new arena draws a fresh secret if it needs one,
            and an arena that has begun continues with its own secret.
        strict: whether the first fault of an agent ends the arena.
        copies: whether objects are copied or created again for each block. If False, each object
            itself plays in all blocks, so it can collect what it sees; ``reset`` is called as
            usual. This works only with one worker and no executor, and the result can depend on
            what the agent has kept.
        aivat: whether to remove luck from the results while the hands are played, and to keep the
            corrected results in the store, so that a report need not replay the hands. This applies
            only to matchups of two agents in format ``reset`` under handsight's own rules. None
            removes luck only if an agent is costly to ask again, such as ``resolver``. Without a
            store, luck is never removed. Luck also remains if an agent in this process or in a
            worker's process is neither handsight's own nor has a method ``policy_played``, or if
            one of handsight's own agents is isolated. Then only a replay of the hands can remove
            luck, and agents passed as objects cannot be replayed.

    Raises:
        OptionError: if an argument is out of range; if an agent does not exist, has wrong options,
            or is not an agent; if an agent must be isolated and the system cannot isolate it; if an
            object named in the store is not passed again; or if a worker cannot import an object.
        FaultError: at the first fault in a strict arena.
        ArenaError: if the store is in use, is not a store, belongs to another specification, or
            cannot be read or written; if the secret cannot be read or written, or the arena has
            another one; if a file that an agent plays by has changed; or if a worker process ended.

    Example:
        >>> result = run_arena(ArenaSpec(agents=("min-raise", "fold"), pairs=100, seed=7))
        >>> raiser = result.matchups[0].slots[0]
        >>> raiser.agent, raiser.statistics.bb100, raiser.wins
        ('min-raise', 75.0, 100)
    """
    if not isinstance(spec, ArenaSpec):
        raise OptionError(
            f"spec is of type {type(spec).__name__}; run_arena needs an ArenaSpec, like "
            "ArenaSpec(agents=('call', 'fold'))"
        )
    spec = replace(spec, objects={**spec.objects, **(agents or {})})
    if not is_whole(workers, range(1, MOST_WORKERS + 1)):
        raise OptionError(f"workers is {workers!r}; it must be from 1 to {MOST_WORKERS:,}")
    is_elsewhere = executor is not None or workers > 1
    if not copies:
        if is_elsewhere:
            raise OptionError(
                "copies=False lets the agents themselves play, which are in this process; it "
                "needs workers=1 and no executor"
            )
        live = {name: kept_alive(source, name) for name, source in spec.objects.items()}
        spec = replace(spec, objects=live)
    spec = settled_files(spec)
    pickled = _pickled(spec.objects) if is_elsewhere else b""
    needed = needs_secret(spec)
    with ExitStack() as stack:
        kept = None if store is None else stack.enter_context(ArenaStore.open(store, spec))
        if kept is not None:
            spec = replace(spec, deal=kept.spec.deal)
            dealt = kept.settle_secret(secret, needed=needed)
            result = kept.result()
        else:
            dealt = new_secret(secret, needed=needed)
            result = ArenaResult(spec, has_secret=bool(dealt))
        if progress is not None:
            progress(result)
        if result.is_finished:
            if kept is not None:
                kept.open_secret(dealt)
            return result
        if executor is None and workers > 1:
            executor = stack.enter_context(worker_processes(workers))
        stack.callback(close_idle)
        hidden = hidden_paths(None if store is None else Path(store), secret)
        if secret is not None or result.hands:  # a fresh secret is not in any other file
            hidden += tuple(files_with_secret(dealt, _projects(spec)))
        shown = replace(spec, objects=dict.fromkeys(spec.objects)) if is_elsewhere else spec
        # This is a template: `_awaited` fills in the numbers of the matchup and the block.
        task = BlockTask(shown, 0, 0, pickled, dealt, hidden, strict)
        is_kept = kept is not None
        task = task._replace(aivat=aivat if is_kept else False, counted=is_kept)
        play = with_bots(play_block, spec.named, hidden, executor, network=spec.network)
        _play(result, kept, progress, executor, task, play)
        if kept is not None:
            kept.open_secret(dealt)
        return result


def run_arenas(
    specs: Iterable[ArenaSpec], *, workers: int = 1, executor: Executor | None = None
) -> Generator[ArenaResult, None, None]:
    """Run arenas one after another on the same workers, without stores.

    The workers play blocks of several arenas at the same time. So many short arenas keep all
    workers busy, where `run_arena` would start new workers for each arena.

    Args:
        specs: the specifications, without stop rules and without agents passed as objects.
        workers: number of processes that play, at most 1,024; 1 plays in this process.
        executor: executor that plays the blocks instead of new processes, as in `run_arena`.

    Yields:
        The result of each arena, in the order of the specifications.

    Raises:
        OptionError: for any reason that `run_arena` names, or if a specification has a stop rule or
            objects.
        ArenaError: if a specification records files, and a file that an agent plays by has changed
            or is not recorded; or if a worker process ended.

    Example:
        >>> specs = [ArenaSpec(agents=(name, "fold"), pairs=10) for name in ("all-in", "min-raise")]
        >>> [each.total("fold").bb100 for each in run_arenas(specs)]
        [-75.0, -75.0]
    """
    if not is_whole(workers, range(1, MOST_WORKERS + 1)):
        raise OptionError(f"workers is {workers!r}; it must be from 1 to {MOST_WORKERS:,}")
    settled = [settled_files(spec) for spec in specs]
    if any(spec.until is not None or spec.objects for spec in settled):
        raise OptionError("run_arenas takes no stop rules, and no agents given as objects")
    with ExitStack() as stack:
        if executor is None and workers > 1:
            executor = stack.enter_context(worker_processes(workers))
        stack.callback(close_idle)
        tasks = []
        for spec in settled:
            secret = new_secret(None, needed=needs_secret(spec))
            task = BlockTask(spec, 0, 0, b"", secret, (), False)._replace(aivat=False)
            result = ArenaResult(spec, has_secret=bool(secret))
            tasks.append((result, list(_awaited(result, task))))
        names = dict.fromkeys(name for spec in settled for name in spec.named)
        network = any(spec.network for spec in settled)
        play = with_bots(play_block, names, hidden_paths(None, None), executor, network=network)
        with lost_workers_reported():
            blocks = map_chunks(play, chain.from_iterable(each for _, each in tasks), executor)
            for result, awaited in tasks:
                for block in islice(blocks, len(awaited)):
                    result.add(block)
                yield result


def _projects(spec: ArenaSpec) -> list[BotProject]:
    """Return the projects of the bots that play in their own processes."""
    names = [name for name in spec.named if is_sandboxed(spec, name)]
    return [project for name in names if (project := agent_of(name).project()) is not None]


def resume(
    store: Path | str,
    *,
    workers: int = 1,
    progress: Callable[[ArenaResult], None] | None = None,
    executor: Executor | None = None,
    agents: Mapping[str, AgentSource] | None = None,
    secret: Path | str | None = None,
    strict: bool = False,
    copies: bool = True,
    aivat: bool | None = None,
) -> ArenaResult:
    """Continue an interrupted arena.

    Arguments that are not listed here are those of `run_arena`.

    Args:
        store: the file of the arena, which must exist.
        agents: the objects that play, by name; a store does not hold them.
        secret: a file with the secret; by default the arena's own secret is used, and any other
            secret is refused.
        aivat: as in `run_arena`, for the blocks that are still to be played.

    Raises:
        ArenaError: if the file does not exist, or for any reason that `run_arena` names.
        OptionError: for any reason that `run_arena` names.
        FaultError: at the first fault, if ``strict`` is true.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=100, seed=7)
        >>> with TemporaryDirectory() as folder:
        ...     played = run_arena(spec, Path(folder, "arena.db"))
        ...     resume(Path(folder, "arena.db")).hands == played.hands
        True
    """
    with ArenaStore.read(store) as opened:
        spec = opened.spec
    return run_arena(
        spec,
        store,
        workers=workers,
        progress=progress,
        executor=executor,
        agents=agents,
        secret=secret,
        strict=strict,
        copies=copies,
        aivat=aivat,
    )


def _play(
    result: ArenaResult,
    store: ArenaStore | None,
    progress: Callable[[ArenaResult], None] | None,
    executor: Executor | None,
    task: BlockTask,
    play: Callable[[BlockTask], Block],
) -> None:
    tasks = _awaited(result, task)
    try:
        for block in map_chunks(play, tasks, executor):
            if not result.is_awaited(block.matchup, block.block):
                continue  # the block's matchup ended while the block was being played
            if store is not None:
                store.add(block)
            result.add(block)
            if progress is not None:
                progress(result)
    except BrokenProcessPool:
        raise ArenaError(
            "a worker ended before its work was done, perhaps for lack of memory; what was "
            "played is kept in the store, if there is one, and the arena can be resumed"
        ) from None


def _awaited(result: ArenaResult, task: BlockTask) -> Iterator[BlockTask]:
    """Yield the tasks of the blocks to play, without blocks of matchups that have ended."""
    for matchup, block in schedule(result.spec):
        if result.is_awaited(matchup, block):
            yield task._replace(matchup=matchup, block=block)


def _pickled(objects: Mapping[str, AgentSource | None]) -> bytes:
    """Pickle the agents that were passed as objects; return empty bytes if there are none."""
    if not objects:
        return b""
    require_importable(objects)
    try:
        return pickle.dumps(dict(objects))
    except Exception as error:
        raise OptionError(f"an agent cannot be pickled: {error}") from error


# --- workers --------------------------------------------------------------------------------------


def worker_processes(workers: int) -> Executor:
    """Return an executor whose processes end with this process and ignore interrupts.

    Args:
        workers: number of processes, all of which are started at once; at most 61 on Windows.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Compile the kernels of the game once here, rather than in all workers at the same time.
    HandState.start(Rules(), [1000, 1000], button=0, seed=0).apply(Action.fold())
    context = get_context("spawn")
    if sys.platform == "win32":
        workers = min(workers, _MOST_ON_WINDOWS)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker)
    try:
        with _interrupts_held():
            # An interrupt while workers start could leave a worker that the pool does not manage.
            for _ in range(workers):
                pool.submit(os.getpid)
    except BaseException:
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    return pool


@contextmanager
def lost_workers_reported() -> Iterator[None]:
    """Raise an ArenaError instead of a BrokenProcessPool if a worker ends in the ``with`` block."""
    try:
        yield
    except BrokenProcessPool:
        raise ArenaError(
            "a worker ended before its work was done, perhaps for lack of memory"
        ) from None


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay interrupts until the end of the ``with`` block, on systems that can block signals."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent process, and exit when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # blocked since the start
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
