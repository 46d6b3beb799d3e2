"""Random deals in seeded chunks, with a standard error and three limits at which to stop."""

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
"""The number of trials in a chunk; a sample can stop early only after a complete chunk.

Chunks are smaller if many draws are rejected.
"""


@dataclass(frozen=True, slots=True)
class Sampling:
    """The size, limits and seed of a sample, and where it runs.

    Attributes:
        trials: the maximum number of deals.
        target_stderr: the sample stops early once no equity that the question asks for has a
            larger standard error; None for no limit.
        max_seconds: the number of seconds after which the sample stops early; None for no limit.
        seed: the seed of the random deals; None for a fresh seed.
        progress: called after each chunk with the number of deals done and the maximum; None for no
            calls.
        executor: runs the chunks; None for this thread.

    Raises:
        OptionError: if the number of trials, a limit or the seed is invalid.
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
    """The number of deals in which each set of players shared the pot.

    Attributes:
        winners: {bitmask of players: number of deals in which exactly these players shared the
            pot}. Bit i stands for player i; a mask with a single bit is a win.
        trials: the number of deals.
        attempts: the number of draws, which is larger than ``trials`` if draws were rejected.
        shares: for each player, the number of parts of the pots that the player won in a deal,
            summed over all deals, and the sum of the squares of these numbers, if players exchanged
            hands (`handsight.odds.equity.seatings`); None if no players exchanged hands. A pot has
            `handsight.kernels.odds.seatings.PARTS` parts, and a deal has one pot for each round.
    """

    winners: Mapping[int, int]
    trials: int
    attempts: int
    shares: Shares | None = None


Shares: TypeAlias = tuple[tuple[int, int], ...]


def added_shares(one: Shares | None, other: Shares | None) -> Shares | None:
    """Add the players' `DealCounts.shares` from two samples; None is an empty sample.

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
    """The cards that are the same in all deals, as plain types for kernels and other processes.

    Attributes:
        absent: the indices of all cards that are not drawn, ascending.
        holes: the mask of each player's known hand, or 0 if the hand is drawn.
        rows: for each player whose hand is drawn, the index of its first card among the drawn
            cards; 0 for a known hand.
        board: the mask of the known cards of the board.
        to_come: the number of cards drawn for the board, which are drawn first.
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
        """Convert the cards of a spot to plain types.

        Args:
            holes: the mask of each player's known hand, or 0 if the hand is drawn.
            board: the known cards of the board.
            absent: all cards that are not drawn.
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
    """Play a chunk of deals in which every drawn hand can be any two cards.

    Args:
        fixed: the cards that are the same in all deals.
        seed: the seed of the sample.
        chunk: the number of the chunk, from 0, and its number of trials.
    """
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
    """Play a sample chunk by chunk until a limit is reached, and add up the counts.

    Args:
        play: a callable that takes the number of a chunk and its number of trials, plays the chunk
            and returns the counts; picklable if the executor needs it.
        sampling: the limits of the sample.
        error: a callable that returns the standard error to compare with `Sampling.target_stderr`.
        size: the number of trials in a chunk.
    """
    from handsight.runtime.chunks import map_chunks

    # Limits are checked after each chunk, in order of the chunks' numbers. So the result does not
    # depend on the number of workers that play the chunks.
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
    """Draw the initial states of a block of n random generators: uint64[4, n].

    Args:
        seed: the seed of the sample.
        path: numbers that select a stream of the seed, such as the number of a chunk.
    """
    from handsight.kernels.odds.deals import BLOCK, STATE_WORDS
    from handsight.runtime.seeds import raw_words  # exact counts draw nothing

    return raw_words(seed, *path, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)


def without_zeros(winners: NDArray[np.int64]) -> dict[int, int]:
    """Convert counts, indexed by the bitmask of players who share the pot, to a mapping without 0s.

    Example:
        >>> without_zeros(np.array([0, 7, 0, 2]))
        {1: 7, 3: 2}
    """
    came = np.flatnonzero(winners)
    return dict(zip(came.tolist(), winners[came].tolist(), strict=True))


def counts_by_share(winners: Mapping[int, int], player: int, players: int) -> list[int]:
    """Count the deals in which a player won the pot alone, shared it, and lost it.

    Args:
        winners: {bitmask of players: number of deals in which exactly these players shared the
            pot}.
        player: the number of the player, from 0.
        players: the number of players, or a smaller number that is at least the most players who
            shared a pot.

    Returns:
        ``players`` + 1 counts: deals won alone, shared with 1, 2, ... others, and lost.

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
        tally: the numbers of deals won, tied with 1, 2, ... opponents, and lost; at least one deal.
    """
    # If all deals ended the same way, the sample shows no spread, so we add one win and one loss.
    done = sum(tally)
    seen = list(tally)
    if max(tally) == done:
        seen[0] += 1
        seen[-1] += 1
    whole = sum(seen)
    shares = [*(1 / number for number in range(1, len(tally))), 0.0]
    # A product of arrays would depend on the processor in its last bit.
    mean = fsum(share * count for share, count in zip(shares, seen, strict=True)) / whole
    squares = ((share - mean) ** 2 * count for share, count in zip(shares, seen, strict=True))
    return sqrt(fsum(squares) / whole / done)


def stderrs_of(tallies: NDArray[np.int64]) -> NDArray[np.float64]:
    """Estimate the standard errors of n equities (see `stderr_of`).

    Args:
        tallies: int64[n, outcomes], for each equity, the numbers of deals won, tied with 1, 2, ...
            opponents, and lost.
    """
    return np.array([stderr_of(tally) for tally in tallies.tolist()])
