"""Odds from random deals: in chunks by seed, with a standard error and three ways to stop."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import fsum, sqrt
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import OptionError
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import checked_seed, raw_words

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.cards import CardSet
    from handsight.kernels.deals import FixedArrays

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
        require_drawable("trials", self.trials)
        limits: dict[str, Any] = {
            "target_stderr": self.target_stderr,
            "max_seconds": self.max_seconds,
        }
        for name, limit in limits.items():
            if limit is not None and not (isinstance(limit, Real) and float(limit) > 0):
                raise OptionError(f"{name} is {limit!r}; it takes a number above 0")
        if self.seed is not None:
            checked_seed(self.seed)


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of some deals.

    Attributes:
        winners: {mask: deals that exactly these players shared}; bit i stands for player i.
        trials: the deals.
        attempts: how many draws they took; as many where no draw is thrown away.
    """

    winners: Mapping[int, int]
    trials: int
    attempts: int


@dataclass(frozen=True, slots=True)
class FixedCards:
    """What is the same in all deals, ready for the kernels and for other processes.

    Attributes:
        absent: the cards that cannot come, ascending.
        holes: the masks of known hands; 0 for a drawn one.
        rows: where the cards of the drawn hands stand among all drawn cards.
        board: the cards on the board, as a mask.
        to_come: how many more come to it.
    """

    absent: tuple[int, ...]
    holes: tuple[int, ...]
    rows: tuple[int, ...]
    board: int
    to_come: int

    @classmethod
    def of(
        cls, holes: Sequence[int], board: CardSet, absent: CardSet, last: Sequence[int] = ()
    ) -> FixedCards:
        """Bring cards into this form.

        Args:
            holes: the mask of each player's hand; 0 for a drawn one.
            board: cards on the board.
            absent: all known cards: those of the holes, the board and dead ones.
            last: the players whose cards are to stand last among the drawn ones, in this order.
        """
        others = [i for i, hole in enumerate(holes) if not hole and i not in last]
        to_come = 5 - len(board)
        rows = [0] * len(holes)
        for seat, player in enumerate([*others, *last]):
            rows[player] = to_come + 2 * seat
        cards = tuple(sorted(card.index for card in absent))
        return cls(cards, tuple(holes), tuple(rows), board.mask, to_come)

    def table(self) -> FixedArrays:
        """Make the arrays that the kernels take."""
        from handsight.kernels.deals import FixedArrays

        return FixedArrays(
            np.array(self.absent, dtype=np.uint8),
            np.array(self.holes, dtype=np.uint64),
            np.array(self.rows, dtype=np.int64),
            np.uint64(self.board),
            self.to_come,
        )


def play_chunk(fixed: FixedCards, seed: int, chunk: tuple[int, int]) -> Tally:
    """Play a chunk of deals in which all drawn hands may be any.

    Args:
        fixed: what is the same in all deals.
        seed: of the deals.
        chunk: its number and its trials.
    """
    from handsight.kernels.deals import play_deals

    number, trials = chunk
    winners = np.zeros(1 << len(fixed.holes), dtype=np.int64)
    play_deals(fixed.table(), states_of(seed, number), trials, winners)
    return Tally(without_zeros(winners), trials, trials)


def play_chunks(
    play: Callable[[tuple[int, int]], Tally],
    sampling: Sampling,
    error: Callable[[Mapping[int, int]], float],
    size: int = CHUNK,
) -> Tally:
    """Play chunk by chunk until there is enough, and add up what came.

    Whether there is enough is looked at after each chunk, in their order; so the answer does not
    depend on how many workers shared them.

    Args:
        play: plays a chunk, given its number and its trials; picklable if the executor needs it.
        sampling: how much, and what shares the work.
        error: tells the standard error that is to become small enough.
        size: trials in a chunk.
    """
    from handsight.runtime.chunks import map_chunks

    began = time.monotonic()
    winners: Counter[int] = Counter()
    trials = attempts = 0
    chunks = enumerate(_chunk_sizes(sampling.trials.__index__(), size))
    for part in map_chunks(play, chunks, sampling.executor):
        winners.update(part.winners)
        trials += part.trials
        attempts += part.attempts
        if sampling.progress is not None:
            sampling.progress(trials, sampling.trials)
        if _is_late(sampling, began) or _is_sure(sampling, error, winners):
            break
    return Tally(dict(sorted(winners.items())), trials, attempts)


def states_of(seed: int, *path: int) -> NDArray[np.uint64]:
    """Draw the states of a block's generators from the stream that a seed and a path name.

    Returns:
        uint64[4, BLOCK].
    """
    from handsight.kernels.deals import BLOCK, STATE_WORDS

    return raw_words(seed, *path, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)


def without_zeros(winners: NDArray[np.int64]) -> dict[int, int]:
    """Turn an array over masks of sharers into the mapping of those that came.

    Example:
        >>> without_zeros(np.array([0, 7, 0, 2]))
        {1: 7, 3: 2}
    """
    came = np.flatnonzero(winners)
    return dict(zip(came.tolist(), winners[came].tolist(), strict=True))


def counts_by_share(winners: Mapping[int, int], player: int, players: int) -> list[int]:
    """Count the deals that a player won, shared with 1, 2, ... others, and lost.

    Args:
        winners: deals by the mask of those who shared the pot.
        player: whose deals, from 0.
        players: how many there are.

    Example:
        >>> counts_by_share({0b01: 5, 0b10: 3, 0b11: 2}, player=0, players=2)
        [5, 2, 3]
    """
    counts = [0] * (players + 1)
    for mask, deals in winners.items():
        counts[mask.bit_count() - 1 if mask >> player & 1 else -1] += deals
    return counts


def _chunk_sizes(trials: int, size: int) -> Iterator[int]:
    for start in count(0, size):
        if start >= trials:
            return
        yield min(size, trials - start)


def _is_late(sampling: Sampling, began: float) -> bool:
    return sampling.max_seconds is not None and time.monotonic() - began >= sampling.max_seconds


def _is_sure(
    sampling: Sampling, error: Callable[[Mapping[int, int]], float], winners: Mapping[int, int]
) -> bool:
    return sampling.target_stderr is not None and error(winners) <= sampling.target_stderr


def stderr_of(tally: Sequence[int]) -> float:
    """Estimate the standard error of the equity: of a mean of shares 1, 1/2, 1/3, ..., 0.

    Where all deals ended alike, the sample does not show its error; then one win and one loss are
    added to it.

    Args:
        tally: wins, ties with 1, 2, ... opponents, losses.
    """
    done = sum(tally)
    seen = list(tally)
    if max(tally) == done:
        seen[0] += 1
        seen[-1] += 1
    whole = sum(seen)
    shares = [*(1 / number for number in range(1, len(tally))), 0.0]
    # Not a product of arrays, the last bit of which hangs on the processor.
    mean = fsum(share * count for share, count in zip(shares, seen, strict=True)) / whole
    squares = ((share - mean) ** 2 * count for share, count in zip(shares, seen, strict=True))
    return sqrt(fsum(squares) / whole / done)


def stderrs_of(tallies: NDArray[np.int64]) -> NDArray[np.float64]:
    """Estimate the standard errors of several equities (see `stderr_of`).

    Args:
        tallies: int64[n, ...], wins, ties with 1, 2, ... opponents, losses.
    """
    return np.array([stderr_of(tally) for tally in tallies.tolist()])
