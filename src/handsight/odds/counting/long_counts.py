"""Long counts in parts: on an executor, with progress, and with a file from which they resume."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from handsight._version import __version__
from handsight.cards import CardSet
from handsight.errors import InputError, OptionError
from handsight.runtime.chunks import Progress, map_chunks
from handsight.runtime.kept_work import KeptWork

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.odds.spot import Spot

KEPT = KeptWork("count", "pot", version=1, most_bytes=10_000_000)
"""The format of the saved file: a number for each of up to 1,023 sets of players who share the pot.
"""

KEEP_EVERY = 10.0
"""The minimum number of seconds between two writes of the saved file during a count."""

Piece = TypeVar("Piece")


def _nobody(done: int, most: int) -> None:
    """Ignore the progress of a count."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The options with which a count runs.

    Attributes:
        progress: called with the amount of work done and the total.
        executor: runs the parts; None for this thread.
        save: the file that keeps intermediate results, from which an interrupted count resumes;
            None keeps no results.
        max_seconds: the number of seconds after which the count stops with an error; None for no
            limit.
    """

    progress: Progress = _nobody
    executor: Executor | None = None
    save: Path | str | None = None
    max_seconds: float | None = None


def count_parts(
    count: Callable[[Piece], Mapping[int, int]],
    parts: Sequence[Piece],
    sizes: Sequence[int],
    counting: Counting,
    question: dict[str, Any],
) -> dict[int, int]:
    """Count part by part, and sum the weights for each set of players who share the pot.

    The file ``counting.save`` has the number of parts that are done, in order, and the sum of their
    results. It is written after a part if the last write, or the start of the count, was more than
    ten seconds ago. If there are new results, it is also written when the count ends, even by an
    exception such as `KeyboardInterrupt`.

    Args:
        count: a callable that weighs one part; picklable if the executor needs it.
        parts: all parts; a resumed count needs the same parts as the interrupted one.
        sizes: the amount of work in each part, for progress.
        counting: the options of the count.
        question: the description from `question_of`; a file of another question is refused.

    Raises:
        InputError: if the file is damaged or belongs to another question.
        OptionError: if ``counting.max_seconds`` have passed and parts are left.
        OSError: if the file cannot be read or written.

    Example:
        >>> count_parts(lambda part: {1: part}, [3, 4], [1, 1], Counting(), {})
        {1: 7}
    """
    state = (0, Counter[int]())
    if counting.save is not None:
        state = read_count(counting.save, question)
    began = kept_at = time.monotonic()
    kept, most = state[0], sum(sizes)
    so_far = sum(sizes[:kept])
    counting.progress(so_far, most)
    results = map_chunks(count, islice(parts, kept, None), counting.executor)
    try:
        for part in results:
            so_far += sizes[state[0]]
            # Ctrl-C can interrupt any statement, so one assignment adds a part in full or not at
            # all.
            state = _with_part(state, part)
            counting.progress(so_far, most)
            if counting.save is not None and time.monotonic() - kept_at > KEEP_EVERY:
                write_count(counting.save, question, *state)
                kept_at, kept = time.monotonic(), state[0]
            if state[0] < len(parts):
                _check_time(counting, began, so_far / most)
    finally:
        if counting.save is not None and state[0] > kept:
            write_count(counting.save, question, *state)
    return dict(state[1])


def _check_time(counting: Counting, began: float, share: float) -> None:
    """Raise OptionError if the time for a count is over, of which a share is done."""
    limit = counting.max_seconds
    if limit is None or time.monotonic() - began < limit:
        return
    further = f"run it again to continue from {counting.save}"
    if counting.save is None:
        further = "allow more time, save the count, or sample with method='monte_carlo'"
    raise OptionError(
        f"the exact count was stopped after {limit:g} seconds, with {share:.1%} done; {further}"
    )


def _with_part(
    state: tuple[int, Counter[int]], part: Mapping[int, int]
) -> tuple[int, Counter[int]]:
    """Return the state after one more part: the number of parts done, and the sum of their results.

    The old state stays unchanged.
    """
    done, winners = state
    added = winners.copy()
    for sharers, weight in part.items():
        added[sharers] += weight
    return done + 1, added


def question_of(spot: Spot, parts: Sequence[object]) -> dict[str, Any]:
    """Describe a count: it can resume only from a file with the same description.

    Args:
        spot: the spot that is counted.
        parts: the parts of the count, of any type with a meaningful repr.
    """
    ranges = iter(spot.ranges)
    players = []
    for player in spot.players:
        if isinstance(player, CardSet):
            players.append(str(player))
        else:
            hands = next(ranges)
            weights = json.dumps([hands.denominator, *hands.numerators])
            players.append(f"{len(hands)} combos {sha256(weights.encode()).hexdigest()}")
    cut = sha256("\n".join(map(repr, parts)).encode()).hexdigest()
    return {
        "players": players,
        "board": str(spot.board),
        "dead": str(spot.dead),
        "parts": cut,
        "count": len(parts),
    }


# --- files ----------------------------------------------------------------------------------------


def write_count(
    path: Path | str, question: dict[str, Any], done: int, winners: Mapping[int, int]
) -> None:
    """Write intermediate results; an existing file is replaced once the new file is complete.

    Args:
        path: the path of the file.
        question: the description of the count, from `question_of`.
        done: the number of parts that are done.
        winners: {bitmask of players who share the pot: weight}, summed over these parts.

    Raises:
        OSError: if the file cannot be written.
    """
    weights = {str(sharers): weight for sharers, weight in sorted(winners.items())}
    content = {"handsight": __version__, "done": done, "winners": weights}
    KEPT.write(path, question, content)


def read_count(path: Path | str, question: dict[str, Any]) -> tuple[int, Counter[int]]:
    """Read the number of parts that were counted before, and the sum of their results.

    Args:
        path: the path of the file. If there is no file yet, no part was counted.
        question: the description of the count, from `question_of`.

    Raises:
        InputError: if the file is damaged, has another format version, was written by another
            version of handsight, or belongs to another question.
        OSError: if the file cannot be read.
    """
    return KEPT.read(path, question, _counted) or (0, Counter())


def _counted(held: dict[str, Any]) -> tuple[int, Counter[int]]:
    if held["handsight"] != __version__:
        # Another version can enumerate the boards in another order.
        raise InputError(
            f"it was begun by handsight {held['handsight']}, but this is {__version__}; name "
            "another file to start the count again"
        )
    winners = Counter({int(sharers): weight for sharers, weight in held["winners"].items()})
    if not all(type(weight) is int for weight in winners.values()):
        raise InputError("a weight is not a whole number")
    done = held["done"]
    if type(done) is not int or not 0 <= done <= held["question"].get("count", done):
        raise InputError(f"{done!r} parts are done, which is impossible")
    return done, winners
