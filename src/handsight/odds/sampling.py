"""Odds from random deals: in chunks by seed, with a standard error and three ways to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import sqrt
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import OptionError
from handsight.odds.counting import require_enough
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.seeds import checked_seed, raw_words, seed_or_fresh

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.cards import Situation

DEFAULT_TRIALS = 1_000_000
CHUNK = 1 << 16
"""Trials in a chunk; stops are decided between chunks, in their order."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How much to sample, and how.

    Attributes:
        trials: the most deals.
        target_stderr: stop at this standard error of the equity; None for never.
        max_seconds: stop after so long; None for never.
        seed: of the deals; None for a fresh one.
        progress: called with the deals done and the most there will be.
        executor: shares the chunks; None plays them here.
    """

    trials: int = DEFAULT_TRIALS
    target_stderr: float | None = None
    max_seconds: float | None = None
    seed: int | None = None
    progress: Callable[[int, int], None] | None = None
    executor: Executor | None = None

    def __post_init__(self) -> None:
        if not is_whole(self.trials, ABOVE_0):
            raise OptionError(f"trials is {self.trials!r}; it takes a whole number above 0")
        limits: dict[str, Any] = {
            "target_stderr": self.target_stderr,
            "max_seconds": self.max_seconds,
        }
        for name, limit in limits.items():
            if limit is not None and not (isinstance(limit, Real) and float(limit) > 0):
                raise OptionError(f"{name} is {limit!r}; it takes a number above 0")
        if self.seed is not None:
            checked_seed(self.seed)


def sample_showdowns(
    situation: Situation, opponents: int, sampling: Sampling
) -> tuple[list[int], int]:
    """Play random deals against opponents with any cards.

    Args:
        situation: checked cards.
        opponents: 1 to 9.
        sampling: how much and how.

    Returns:
        The tally (wins, ties with 1, 2, ... opponents, losses), and the seed.

    Raises:
        CardCountError: if too few live cards are left for all opponents.
    """
    require_enough(situation.live, opponents, 5 - len(situation.board))
    seed = seed_or_fresh(sampling.seed)
    play = partial(_play_chunk, _Table.of(situation, opponents), seed)
    chunks = enumerate(_chunk_sizes(sampling.trials.__index__()))
    tally = np.zeros(opponents + 2, dtype=np.int64)
    began = time.monotonic()
    for part in map_chunks(play, chunks, sampling.executor):
        tally += part
        done = int(tally.sum())
        if sampling.progress is not None:
            sampling.progress(done, sampling.trials)
        if _is_enough(tally, done, sampling, began):
            break
    return tally.tolist(), seed


@dataclass(frozen=True, slots=True)
class _Table:
    """The fixed cards of a deal, ready for the kernel."""

    absent: tuple[int, ...]
    hole: int
    board: int
    to_come: int
    opponents: int

    @classmethod
    def of(cls, situation: Situation, opponents: int) -> _Table:
        absent = tuple(sorted(card.index for card in situation.known))
        to_come = 5 - len(situation.board)
        return cls(absent, situation.hole.mask, situation.board.mask, to_come, opponents)


def _play_chunk(table: _Table, seed: int, chunk: tuple[int, int]) -> np.ndarray:
    from handsight.kernels.deals import BLOCK, STATE_WORDS, play_deals

    number, trials = chunk
    tally = np.zeros(table.opponents + 2, dtype=np.int64)
    play_deals(
        np.array(table.absent, dtype=np.uint8),
        raw_words(seed, number, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK),
        np.uint64(table.hole),
        np.uint64(table.board),
        table.to_come,
        table.opponents,
        trials,
        tally,
    )
    return tally


def _chunk_sizes(trials: int) -> Iterator[int]:
    for start in count(0, CHUNK):
        if start >= trials:
            return
        yield min(CHUNK, trials - start)


def _is_enough(tally: np.ndarray, done: int, sampling: Sampling, began: float) -> bool:
    if sampling.max_seconds is not None and time.monotonic() - began >= sampling.max_seconds:
        return True
    return (
        sampling.target_stderr is not None and stderr_of(tally.tolist()) <= sampling.target_stderr
    )


def stderr_of(tally: Sequence[int]) -> float:
    """Estimate the standard error of the equity: of a mean of shares 1, 1/2, 1/3, ..., 0.

    Where all deals ended alike, the sample does not show its error; then one win and one loss are
    added to it.

    Args:
        tally: wins, ties with 1, 2, ... opponents, losses.
    """
    done = sum(tally)
    seen = np.array(tally, dtype=float)
    if max(tally) == done:
        seen[[0, -1]] += 1
    shares = np.append(1 / np.arange(1, len(tally)), 0.0)
    mean = float(shares @ seen) / seen.sum()
    return sqrt((float(shares**2 @ seen) / seen.sum() - mean**2) / done)
