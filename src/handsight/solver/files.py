"""Saved solutions: archives of regrets and average strategies, and the JSON files of locks.

The head of an archive describes the spot and the betting. It is read first, and determines which
arrays the archive must hold.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.errors import InputError
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.runtime.archives import ArchiveReader, open_archive, write_archive
from handsight.runtime.integers import NOT_NEGATIVE, is_whole
from handsight.solver.betting import Betting
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner
from handsight.solver.locking import apply_locks
from handsight.solver.locks import NodeLock

KIND, VERSION = "handsight solution", 3
OLDER = (2,)
"""Earlier versions that can be read: in version 2, averages are sums, also of last actions."""

MOST_LOCKS = 1_000_000
"""The maximum size of a file of locks, in bytes."""


def write_solution(
    path: Path | str, learner: Learner, exploitability: float, seconds: float
) -> None:
    """Save a solution; an existing file is replaced once the new one is complete.

    Args:
        path: the file to write.
        learner: the learner that holds the solution.
        exploitability: the exploitability as a share of the pot.
        seconds: the seconds spent on learning.

    Raises:
        OSError: if the file cannot be written.
    """
    game = learner.game
    head = {
        "board": str(game.spot.board),
        "weights": [_weights_text(row) for row in game.weights],
        "betting": game.betting.fields(),
        "storage": game.storage,
        "isomorphism": game.isomorphism,
        "locks": [lock.fields() for lock in game.locks],
        "iterations": learner.steps,
        "exploitability": exploitability,
        "seconds": seconds,
    }
    write_archive(path, KIND, VERSION, head, _named(learner))


def solution_memory(path: Path | str) -> int:
    """Return the memory in bytes that a saved solution takes, without reading its strategies.

    Args:
        path: the file to read.

    Raises:
        InputError: if the head of the file is damaged, or has another version.
        OSError: if the file cannot be read.
    """
    with open_archive(path, KIND, VERSION, OLDER) as archive:
        return _game(archive.head).memory


def read_solution(path: Path | str, memory: int | None = None) -> tuple[Learner, float, float]:
    """Read a saved solution.

    Args:
        path: the file to read.
        memory: the maximum number of bytes that the solution may take; None for three quarters of
            the machine's memory.

    Returns:
        The learner, the exploitability as a share of the pot, and the seconds spent on learning.

    Raises:
        InputError: if the file is damaged or has another version, or if its solution needs more
            memory.
        OSError: if the file cannot be read.
    """
    with open_archive(path, KIND, VERSION, OLDER) as archive:
        head = archive.head
        game = _game(head)
        game.require_memory(memory)
        game.prepare()
        learner = Learner(game)
        if learner.game.locks:
            apply_locks(learner)
        steps = head["iterations"]
        if not is_whole(steps, NOT_NEGATIVE):
            raise InputError(f"iterations is {steps!r}")
        numbers = [head[name] for name in ("exploitability", "seconds")]
        if not all(isinstance(each, (int, float)) and 0 <= each < math.inf for each in numbers):
            raise InputError("exploitability or seconds is not a number")
        learner.steps = steps
        if head["version"] != VERSION:
            _read_sums(learner, archive)
            return learner, numbers[0], numbers[1]
        for name, array in _named(learner).items():
            array[...] = _finite(archive, name, array.dtype.str, array.shape)
    return learner, numbers[0], numbers[1]


def _finite(archive: ArchiveReader, name: str, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """Read an array, and raise InputError if not all of its numbers are finite."""
    array = archive.array(name, dtype, shape)
    if not np.isfinite(array).all():
        raise InputError(f"{name} holds numbers that are not finite")
    return array


def _read_sums(learner: Learner, archive: ArchiveReader) -> None:
    """Read a solution of version 2.

    Args:
        learner: the learner, whose regrets, averages and scales are filled.
        archive: the file.
    """
    from handsight.kernels.solver.tables import AVERAGED, COUNT, PLAYER, ROW, STORED, WIDE

    game = learner.game
    for level, (tree, store) in enumerate(zip(game.trees, learner.stores, strict=True)):
        name, kind, size = f"{tree.street}_averages", store.averages.dtype.str, store.regrets.shape
        store.regrets[:] = _finite(archive, f"{tree.street}_regrets", store.regrets.dtype.str, size)
        scales = (*store.scales.shape, 2)
        store.scales[:] = _finite(archive, f"{tree.street}_scales", "<f4", scales)[:, 0]
        sums, nodes = _finite(archive, name, kind, size), game.forests[level].nodes
        for player in range(2):
            own = nodes[(nodes[:, PLAYER] == player) & (nodes[:, COUNT] > 0)]
            if not len(own):
                continue
            is_free = np.ones(tree.actions[player], bool)
            is_free[own[:, ROW] + own[:, COUNT] - 1] = False
            rows = np.repeat(np.arange(len(own)), own[:, COUNT])
            for kind_of in game.deals[level].table[:-1, player]:
                width = int(kind_of[WIDE])
                start, to = int(kind_of[STORED]), int(kind_of[AVERAGED])
                block = sums[start : start + len(rows) * width].reshape(-1, width)
                totals = np.add.reduceat(block.astype(np.float32), own[:, ROW], axis=0)[rows]
                alike = 1 / own[rows, COUNT][:, None]
                shares = np.where(totals > 0, block / np.where(totals > 0, totals, 1), alike)
                target = store.averages[to : to + is_free.sum() * width].reshape(-1, width)
                stored = shares[is_free] * store.whole
                target[:] = np.rint(stored) if game.storage == "i16" else stored


def _game(head: dict[str, Any]) -> SolverGame:
    ranges = [Range(text) for text in head["weights"]]
    spot = Spot.parse(ranges, CardSet(head["board"]))
    betting = Betting(**head["betting"])
    locks = tuple(map(_lock, head["locks"]))
    return SolverGame.of(spot, betting, head["storage"], bool(head["isomorphism"]), locks)


def _lock(fields: dict[str, Any]) -> NodeLock:
    """Build a lock from its fields, which equals the one that was written."""
    lock = NodeLock(**fields)
    if isinstance(lock.strategy, dict):
        rows = {
            text: tuple(row) if isinstance(row, list) else row
            for text, row in lock.strategy.items()
        }
        return NodeLock(lock.line, rows)
    return lock


def _named(learner: Learner) -> dict[str, NDArray[Any]]:
    return {
        f"{tree.street}_{name}": getattr(store, name)
        for tree, store in zip(learner.game.trees, learner.stores, strict=True)
        for name in ("regrets", "averages", "scales")
    }


def _weights_text(row: NDArray[np.float32]) -> str:
    """Return weights as the text of a range that parses to the same float32 values."""
    return str(Range.from_weights([Fraction(str(weight)) for weight in row]))


def read_locks(path: Path | str) -> tuple[NodeLock, ...]:
    """Read locked nodes from JSON: a list of objects with ``line`` and ``strategy``.

    Args:
        path: the file to read.

    Raises:
        InputError: if the file does not hold a list of locks, or is too large.
        OSError: if the file cannot be read.
    """
    data = Path(path).read_bytes()[: MOST_LOCKS + 1]
    try:
        if len(data) > MOST_LOCKS:
            raise ValueError(f"it has more than {MOST_LOCKS:,} bytes")
        locks = tuple(map(_lock, json.loads(data)))
        if not all(isinstance(lock.line, str) for lock in locks):
            raise ValueError("a line is not text")
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(
            f"{str(path)!r} cannot be read as locks: {error}; it must be a list like "
            '[{"line": "check", "strategy": {"random": [1, 0]}}]'
        ) from None
    return locks
