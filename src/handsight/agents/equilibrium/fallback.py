"""The fallback of the blueprint agent, by bucket: how it plays lines that the blueprint lacks.

The fallback decides by the strength of a hand on the board. A bucket holds hands on many boards, so
only some hands of a bucket raise, and only some do not fold. Their shares are counted on randomly
drawn boards.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from handsight.agents.equilibrium.blueprint import FALLBACK
from handsight.blueprint.policy import MixedPolicy
from handsight.cards.card import STREETS
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.ranges.combos import MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint import Buckets
    from handsight.game import LegalActions

BOARDS = 24
"""Number of boards drawn for each street from the flop on."""

SEED = 20_220_723


class BucketFallback:
    """The strategy of the blueprint agent's fallback from the flop on, by bucket.

    Args:
        buckets: the buckets of the blueprint.

    Example:
        >>> from handsight.blueprint import blueprint_of
        >>> fallback = BucketFallback(blueprint_of(100).buckets)
        >>> legal = HandState.start(Rules(), [1000, 1000], 0, seed=1).legal_actions
        >>> policy = fallback.policy(3, legal, pressure=1)
        >>> [str(action) for action in policy.actions], policy.shares.shape
        (['fold', 'call', 'raise to 300'], (200, 3))
    """

    def __init__(self, buckets: Buckets) -> None:
        self.buckets = buckets

    def policy(self, street: int, legal: LegalActions, pressure: float) -> MixedPolicy:
        """Return the probability of each action for each bucket of a street.

        Args:
            street: the street, from 1 for the flop to 3 for the river.
            legal: the legal actions.
            pressure: number of the opponent's bets and raises from the flop on, in which those on
                earlier streets count half; see
                `handsight.agents.thresholds.thresholds.BettingCounts`.
        """
        cost = legal.call_cost
        raises_at, calls_at = FALLBACK.levels_at(
            pressure, cost / (cost + legal.pot), is_facing=cost > 0
        )
        raises = self._at_least(street, raises_at) if legal.can_raise else np.zeros(1)
        stays = np.maximum(raises, self._at_least(street, calls_at) if cost else 1.0)
        shares = [1 - stays, stays - raises, raises + 0 * stays]
        actions = [Action.fold(), Action.call()]
        if legal.can_raise:
            actions.append(FALLBACK.bet_after(legal))
        return MixedPolicy(tuple(actions), np.stack(shares[: len(actions)], 1))

    def _at_least(self, street: int, level: float) -> NDArray[np.float64]:
        """Return for each bucket of a street the share of its drawn hands that reach a strength.

        Args:
            street: the street, from 1 for the flop to 3 for the river.
            level: the strength, 0..1.
        """
        strengths, starts = self._strengths[street]
        counts = np.diff(starts, append=len(strengths))
        return np.asarray(np.add.reduceat(strengths >= level, starts, dtype=np.float64) / counts)

    @cached_property
    def _strengths(self) -> dict[int, tuple[NDArray[np.float64], NDArray[np.int64]]]:
        """{number of a street: (strengths of hands, index at which each bucket begins)}.

        The strengths are sorted by bucket.
        """
        draw = Random(SEED)
        found = {}
        for street in range(1, len(STREETS)):
            strengths, numbers = [], []
            for _ in range(BOARDS):
                cursor = HandCursor(
                    HandState.start(Rules(), [10_000] * 2, 0, seed=draw.getrandbits(32))
                )
                for _ in range(2 * street):
                    cursor.apply(Action.call())
                seen = cursor.observation()
                lying = np.uint64(sum(card.mask for card in seen.board))
                free = np.flatnonzero(np.array(MASKS, np.uint64) & lying == 0)
                board = [card.index for card in seen.board]
                strengths.append(FALLBACK.strengths(seen)[free])
                numbers.append(self.buckets.board_buckets(board)[free])
            found[street] = _by_bucket(
                np.concatenate(strengths), np.concatenate(numbers), self.buckets.counts[street]
            )
        return found


def _by_bucket(
    strengths: NDArray[np.float64], numbers: NDArray[np.integer], count: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Sort the strengths of hands by bucket.

    A bucket of which no hand was drawn gets the strength of one hand from the nearest bucket.

    Args:
        strengths: float64[n], the strength of each hand.
        numbers: int[n], the bucket of each hand.
        count: number of buckets.

    Returns:
        The sorted strengths, and int64[buckets], the index at which each bucket begins.
    """
    buckets, firsts = np.unique(numbers, return_index=True)
    missing = np.setdiff1d(np.arange(count), buckets)
    near = np.abs(missing[:, None] - buckets).argmin(1) if len(missing) else missing
    strengths = np.concatenate([strengths, strengths[firsts[near]]])
    numbers = np.concatenate([numbers, missing])
    order = np.argsort(numbers, kind="stable")
    return strengths[order], np.searchsorted(numbers[order], np.arange(count))
