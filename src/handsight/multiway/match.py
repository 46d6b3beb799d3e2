"""Matches between two strategies in the game that they learned, without bets to translate."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.tree import BIG_BLIND
from handsight.errors import OptionError
from handsight.multiway.training import tree_arrays
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.seeds import checked_seed, raw_words

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.kernels.multiway.training import TableArrays
    from handsight.multiway.blueprint import TableBlueprint

CHUNK = 5_000
"""The number of deals of a chunk of work."""


class MatchMean(NamedTuple):
    """The result of a strategy in one seat against another strategy in all other seats.

    Attributes:
        mean: big blinds won per hundred hands, averaged over all seats that the strategy can take.
        error: standard error of ``mean``; 0 after a single deal.
    """

    mean: float
    error: float


def play_match(
    mine: TableBlueprint,
    theirs: TableBlueprint,
    deals: int = 100_000,
    seed: int = 0,
    *,
    executor: Executor | None = None,
) -> MatchMean:
    """Play a strategy in one seat against another strategy in all other seats.

    Each deal is played once with my strategy in each seat, where the same random numbers draw the
    actions. So the luck of the cards mostly cancels out.

    Args:
        mine: my strategy.
        theirs: the strategy of all other players. The two strategies may differ in their buckets
            and in which lines share a strategy, but must have the same bets. If their rakes differ,
            that of ``mine`` is taken.
        deals: number of deals.
        seed: seed of the deals and the actions.
        executor: pool of threads that share the work; it does not change the result. None does the
            work in this thread.

    Raises:
        OptionError: if the strategies differ in bets, antes, stacks or the number of players, or
            if ``deals`` or ``seed`` is invalid.

    Example:
        >>> from handsight.multiway import table_blueprint_for
        >>> shipped = table_blueprint_for(6, 100)
        >>> result = play_match(shipped, shipped, deals=2_000)
        >>> -20 < result.mean < 0  # both pay the rake
        True
    """
    from handsight.kernels.multiway.playing import PlayedNumbers, play_hands

    if not is_whole(deals, ABOVE_0):
        raise OptionError(f"deals is {deals!r}; it must be a whole number above 0")
    seed = checked_seed(seed)
    ours, others = (tree_arrays(each.betting, each.buckets.counts) for each in (mine, theirs))
    if not all(np.array_equal(getattr(ours, name), getattr(others, name)) for name in SAME):
        raise OptionError("the strategies have other bets, so they cannot be compared")
    players = mine.betting.players

    def numbers_of(
        each: TableBlueprint, arrays: TableArrays, count: int, chunk: int
    ) -> tuple[PlayedNumbers, NDArray[np.uint16]]:
        drawn = each.buckets.draw_hands(count, players, seed, chunk)
        return PlayedNumbers(
            each.strategy, arrays.bases, arrays.rows, drawn.buckets
        ), drawn.strengths

    def play(begin: int) -> NDArray[np.float64]:
        count, chunk = min(CHUNK, deals - begin), begin // CHUNK
        side, strengths = numbers_of(mine, ours, count, chunk)
        other, _ = numbers_of(theirs, others, count, chunk)
        states = raw_words(seed, chunk, count=4 * count).reshape(count, 4)
        results = np.zeros(count)
        play_hands(ours, strengths, side, other, states, results)
        return results

    won = np.concatenate(list(map_chunks(play, range(0, deals, CHUNK), executor)))
    error = float(won.std(ddof=1)) / np.sqrt(deals) if deals > 1 else 0.0
    scale = 100 / BIG_BLIND
    return MatchMean(float(won.mean()) * scale, float(error) * scale)


SAME = ("nodes", "puts", "live", "roots", "seats", "chips", "paid", "units")
"""The fields of `TableArrays` that must be equal for two strategies to play a match."""
