"""Random deals: seeded chunks, a standard error, and three ways to stop."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import fsum, sqrt
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.errors import OptionError
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole, require_drawable

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.cards import CardSet
    from handsight.kernels.odds.deals import FixedArrays

DEFAULT_TRIALS = 1_000_000
CHUNK = 1 << 16
"""Number of trials in a chunk; early stops are decided between chunks, in order."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How much to sample, and how.

    Attributes:
        trials: the maximum number of deals.
        target_stderr: stop at this standard error of the equity; None for never.
        max_seconds: stop after this time; None for never.
        seed: None for a fresh one.
        progress: called with the number of deals done and the maximum.
        executor: runs the chunks; None for this thread.
    """

    trials: int = DEFAULT_TRIALS
    target_stderr: float | None = None
    max_seconds: float | None = None
    seed: int | None = None
    progress: Callable[[int, int], None] | None = None
    executor: Executor | None = None

    def __post_init__(self) -> None:
        if not is_whole(self.trials, ABOVE_0):
            raise OptionError(f"trials is {self.trials!r}; it must be a whole number above 0")
        require_drawable("trials", self.trials)
        limits: dict[str, Any] = {
            "target_stderr": self.target_stderr,
            "max_seconds": self.max_seconds,
        }
        for name, limit in limits.items():
            if limit is not None and not (isinstance(limit, Real) and float(limit) > 0):
                raise OptionError(f"{name} is {limit!r}; it must be a number above 0")
        if self.seed is not None and not is_whole(self.seed, NOT_NEGATIVE):
            from handsight.runtime.seeds import checked_seed

            checked_seed(self.seed)  # raises; imported only here, as exact counts need no seeds


@dataclass(frozen=True, slots=True)
class DealCounts:
    """In how many deals each set of players shared the pot.

    Attributes:
        winners: {mask: deals that exactly these players shared}; bit i stands for player i.
        attempts: the number of draws; more than the trials if draws were rejected.
        shares: for each player the sum of their shares of the pots and the sum of the squares, if
            players exchanged hands (`handsight.odds.equity.seatings`); None if nobody did.
    """

    winners: Mapping[int, int]
    trials: int
    attempts: int
    shares: Shares | None = None


Shares: TypeAlias = tuple[tuple[int, int], ...]


def added_shares(one: Shares | None, other: Shares | None) -> Shares | None:
    """Add the sums of two samples; None stands for an empty one.

    Example:
        >>> added_shares(((1, 2), (3, 4)), ((10, 20), (30, 40)))
        ((11, 22), (33, 44))
    """
    if one is None or other is None:
        return one or other
    pairs = zip(one, other, strict=True)
    return tuple((first[0] + more[0], first[1] + more[1]) for first, more in pairs)


@dataclass(frozen=True, slots=True)
class FixedCards:
    """What all deals have in common, as plain types for kernels and other processes.

    Attributes:
        absent: the indices of all known cards, ascending.
        holes: the mask of each known hand; 0 for a drawn one.
        rows: the index of each drawn hand's first card among all drawn cards.
        board: a mask.
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
        """Convert cards to this form.

        Args:
            holes: the mask of each player's hand; 0 for a drawn one.
            last: the players, from 0, whose cards are drawn last, in this order.
        """
        others = [i for i, hole in enumerate(holes) if not hole and i not in last]
        to_come = 5 - len(board)
        rows = [0] * len(holes)
        for seat, player in enumerate([*others, *last]):
            rows[player] = to_come + 2 * seat
        cards = tuple(sorted(card.index for card in absent))
        return cls(cards, tuple(holes), tuple(rows), board.mask, to_come)

    def table(self) -> FixedArrays:
        """Build the arrays that the kernels take."""
        from handsight.kernels.odds.deals import FixedArrays

        return FixedArrays(
            np.array(self.absent, dtype=np.uint8),
            np.array(self.holes, dtype=np.uint64),
            np.array(self.rows, dtype=np.int64),
            np.uint64(self.board),
            self.to_come,
        )


def play_chunk(fixed: FixedCards, seed: int, chunk: tuple[int, int]) -> DealCounts:
    """Play a chunk of deals in which every drawn hand may be any two cards."""
    from handsight.kernels.odds.deals import play_deals

    number, trials = chunk
    winners = np.zeros(1 << len(fixed.holes), dtype=np.int64)
    play_deals(fixed.table(), states_of(seed, number), trials, winners)
    return DealCounts(without_zeros(winners), trials, trials)


def play_chunks(
    play: Callable[[tuple[int, int]], DealCounts],
    sampling: Sampling,
    error: Callable[[DealCounts], float],
    size: int = CHUNK,
) -> DealCounts:
    """Play chunk by chunk until a limit is reached, and add up the counts.

    Args:
        play: plays a chunk, given its number and its trials; picklable if the executor needs it.
        error: returns the standard error that is compared with `Sampling.target_stderr`.
        size: trials in a chunk.
    """
    from handsight.runtime.chunks import map_chunks

    # Limits are checked after each chunk, in order of the numbers, so the answer does not depend on
    # how many workers played them.
    began = time.monotonic()
    winners: Counter[int] = Counter()
    trials = attempts = 0
    shares: Shares | None = None
    chunks = enumerate(_chunk_sizes(sampling.trials.__index__(), size))
    for part in map_chunks(play, chunks, sampling.executor):
        winners.update(part.winners)
        trials += part.trials
        attempts += part.attempts
        shares = added_shares(shares, part.shares)
        if sampling.progress is not None:
            sampling.progress(trials, sampling.trials)
        so_far = DealCounts(winners, trials, attempts, shares)
        if _is_late(sampling, began) or _is_sure(sampling, error, so_far):
            break
    return DealCounts(dict(sorted(winners.items())), trials, attempts, shares)


def states_of(seed: int, *path: int) -> NDArray[np.uint64]:
    """Draw the states of a block's generators from the stream of a seed and a path: uint64[4, n].

    The path consists of numbers, such as that of a chunk; n is the size of a block.
    """
    from handsight.kernels.odds.deals import BLOCK, STATE_WORDS
    from handsight.runtime.seeds import raw_words  # exact counts draw nothing

    return raw_words(seed, *path, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)


def without_zeros(winners: NDArray[np.int64]) -> dict[int, int]:
    """Convert an array over masks of sharers to a mapping without zeros.

    Example:
        >>> without_zeros(np.array([0, 7, 0, 2]))
        {1: 7, 3: 2}
    """
    came = np.flatnonzero(winners)
    return dict(zip(came.tolist(), winners[came].tolist(), strict=True))


def counts_by_share(winners: Mapping[int, int], player: int, players: int) -> list[int]:
    """Count the deals that a player won, shared with 1, 2, ... others, and lost.

    Args:
        player: the player, from 0.

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


def _is_sure(sampling: Sampling, error: Callable[[DealCounts], float], counts: DealCounts) -> bool:
    return sampling.target_stderr is not None and error(counts) <= sampling.target_stderr


def stderr_of(tally: Sequence[int]) -> float:
    """Estimate the standard error of an equity, the mean of shares 1, 1/2, 1/3, ..., 0.

    Args:
        tally: wins, ties with 1, 2, ... opponents, losses.
    """
    # A sample in which all deals ended the same way does not show its error, so one win and one
    # loss are added to it.
    done = sum(tally)
    seen = list(tally)
    if max(tally) == done:
        seen[0] += 1
        seen[-1] += 1
    whole = sum(seen)
    shares = [*(1 / number for number in range(1, len(tally))), 0.0]
    # Not a product of arrays: its last bit depends on the processor.
    mean = fsum(share * count for share, count in zip(shares, seen, strict=True)) / whole
    squares = ((share - mean) ** 2 * count for share, count in zip(shares, seen, strict=True))
    return sqrt(fsum(squares) / whole / done)


def stderrs_of(tallies: NDArray[np.int64]) -> NDArray[np.float64]:
    """Estimate the standard errors of several equities (see `stderr_of`).

    Args:
        tallies: int64[n, ...], wins, ties with 1, 2, ... opponents, losses.
    """
    return np.array([stderr_of(tally) for tally in tallies.tolist()])
