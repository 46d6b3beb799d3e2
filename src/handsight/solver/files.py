"""Solutions in files: an npz archive with what was asked, regrets, averages and a checksum.

Nothing is unpickled, and nothing large is read before its size is known to be right: the question
is read first, and says which arrays there must be.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import zipfile
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.errors import HandsightError, InputError
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.solver.betting import Betting
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner
from handsight.solver.locking import apply_locks
from handsight.solver.locks import NodeLock

VERSION = 1
QUESTION = "question"
MOST_QUESTION = 1_000_000
"""Bytes of the question: two ranges and the options."""


def write_solution(
    path: Path | str, learner: Learner, exploitability: float, seconds: float
) -> None:
    """Write a solution; a file that stands there is replaced when the new one is whole.

    Args:
        path: where.
        learner: what was learnt.
        exploitability: as a share of the pot.
        seconds: of solving.

    Raises:
        OSError: if it cannot be written.
    """
    target = Path(path).resolve()
    arrays = _named(learner)
    game = learner.game
    question = {
        "format": "handsight solution",
        "version": VERSION,
        "board": str(game.spot.board),
        "weights": [_weights_text(row) for row in game.weights],
        "betting": game.betting.fields(),
        "storage": game.storage,
        "isomorphism": game.isomorphism,
        "locks": [lock.fields() for lock in game.locks],
        "iterations": learner.steps,
        "exploitability": exploitability,
        "seconds": seconds,
        "sha256": _digest(arrays),
    }
    text = np.frombuffer(json.dumps(question).encode(), np.uint8)
    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            np.savez(file, allow_pickle=False, **{QUESTION: text}, **arrays)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def read_solution(path: Path | str) -> tuple[Learner, float, float]:
    """Read a solution.

    Args:
        path: where.

    Returns:
        What was learnt, the exploitability as a share of the pot, and the seconds of solving.

    Raises:
        InputError: if it is damaged, or of another version.
        OSError: if it cannot be read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{str(path)!r} is no solution, or damaged: {error}") from None
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, HandsightError):
            raise InputError(f"{str(path)!r} is damaged: {error}") from None
        raise InputError(f"{str(path)!r} is no solution, or damaged: {error!r}") from None


def _read(archive: zipfile.ZipFile) -> tuple[Learner, float, float]:
    if archive.getinfo(f"{QUESTION}.npy").file_size > MOST_QUESTION:
        raise InputError("the question is too long")
    question = json.loads(_array(archive, QUESTION, None).tobytes())
    if question.get("format") != "handsight solution":
        raise InputError("it is not a solution of handsight")
    if question["version"] != VERSION:
        raise InputError(f"it is of version {question['version']}; this reads version {VERSION}")
    learner = Learner(_game(question))
    if learner.game.locks:
        apply_locks(learner)
    steps = question["iterations"]
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise InputError(f"iterations is {steps!r}")
    numbers = [question[name] for name in ("exploitability", "seconds")]
    if not all(isinstance(each, (int, float)) and 0 <= each < math.inf for each in numbers):
        raise InputError("exploitability or seconds is no number")
    learner.steps = steps
    wanted = _named(learner)
    for name, array in wanted.items():
        array[...] = _array(archive, name, array)
    if _digest(wanted) != question["sha256"]:
        raise InputError("the checksum does not fit")
    if not all(np.isfinite(array).all() for array in wanted.values()):
        raise InputError("some numbers are not finite")
    return learner, numbers[0], numbers[1]


def _game(question: dict[str, Any]) -> SolverGame:
    ranges = [Range(text) for text in question["weights"]]
    spot = Spot.parse(ranges, CardSet(question["board"]))
    betting = Betting(**question["betting"])
    locks = tuple(NodeLock(**fields) for fields in question["locks"])
    game = SolverGame.of(spot, betting, question["storage"], bool(question["isomorphism"]), locks)
    game.require_memory(None)
    game.prepare()
    return game


def _array(archive: zipfile.ZipFile, name: str, like: NDArray[Any] | None) -> NDArray[Any]:
    """Read an array, if it is of the right type and size."""
    with archive.open(f"{name}.npy") as file:
        version = npy.read_magic(file)
        if version != (1, 0):
            raise InputError(f"{name} is of another format")
        shape, _, dtype = npy.read_array_header_1_0(file)
        if like is None:
            usable = dtype == np.uint8 and len(shape) == 1 and shape[0] <= MOST_QUESTION
        else:
            usable = dtype == like.dtype and shape == like.shape
        if not usable:
            raise InputError(f"{name} has another type or size than the question takes")
        size = int(np.prod(shape)) * dtype.itemsize
        data = file.read(size)
        if len(data) != size or file.read(1):
            raise InputError(f"{name} is cut short, or too long")
    return np.frombuffer(data, dtype).reshape(shape)


def _named(learner: Learner) -> dict[str, NDArray[Any]]:
    names = ("regrets", "averages", "scales")
    return {
        f"{tree.street}_{name}": array
        for tree, store in zip(learner.game.trees, learner.stores, strict=True)
        for name, array in zip(names, store, strict=True)
    }


def _digest(arrays: dict[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode())
        digest.update(
            np.ascontiguousarray(arrays[name]).data.cast("B") if arrays[name].size else b""
        )
    return digest.hexdigest()


def _weights_text(row: NDArray[np.float32]) -> str:
    """Write weights so that they read back to the same float32."""
    return str(Range.from_weights([Fraction(str(weight)) for weight in row]))


def read_locks(path: Path | str) -> tuple[NodeLock, ...]:
    """Read locked nodes from JSON: a list of objects with ``line`` and ``strategy``.

    Args:
        path: of the file.

    Raises:
        InputError: for what is no list of locks.
        OSError: if it cannot be read.
    """
    data = Path(path).read_bytes()[: MOST_QUESTION + 1]
    try:
        if len(data) > MOST_QUESTION:
            raise ValueError(f"it has more than {MOST_QUESTION:,} bytes")
        locks = tuple(NodeLock(**fields) for fields in json.loads(data))
        if not all(isinstance(lock.line, str) for lock in locks):
            raise ValueError("a line is no text")
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(
            f"{str(path)!r} holds no locks: {error}; it takes a list like "
            '[{"line": "check", "strategy": {"random": [1, 0]}}]'
        ) from None
    return locks
