"""Playing policies at many tables at once, and measuring their winnings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from handsight.envs import TableBatch
from handsight.kernels.envs.layout import SEE_BOARD, UNSEEN
from handsight.learning.inputs import hand_strengths
from handsight.learning.policy import LearnedPolicy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.learning.network import Floats

TABLES = 2048
"""The maximum number of tables at which `play_matches` plays at once."""


class Strengths:
    """The strengths of the hands at all tables, updated only at tables with a new street or hand.

    Args:
        batch: the tables.
    """

    def __init__(self, batch: TableBatch) -> None:
        self._batch = batch
        self._known = np.zeros((batch.tables, batch.seats, 2), np.float32)
        self._when = np.full(batch.tables, -1)

    def now(self) -> NDArray[np.float32]:
        """Return the mean and the spread of each hand's strength: float32[tables, seats, 2].

        The next call overwrites the array.
        """
        batch = self._batch
        first = batch.observe(0)
        lying = (first[:, SEE_BOARD : SEE_BOARD + 5] != UNSEEN).sum(1)
        when = batch.hands * 8 + lying
        new = np.flatnonzero(when != self._when)
        for seat in range(batch.seats):
            rows = first if seat == 0 else batch.observe(seat)
            self._known[new, seat] = hand_strengths(rows[new])
        self._when = when
        return self._known


def drawn(shares: Floats, draws: NDArray[np.float32]) -> NDArray[np.int64]:
    """Draw one choice in each row, with the probabilities in the row: int64[n].

    Args:
        shares: floats[n, choices], the probability of each choice; each row sums to 1.
        draws: float32[n], a random number for each row, from 0 up to but not including 1.

    Example:
        >>> drawn(np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([0.6, 0.6], np.float32)).tolist()
        [1, 0]
    """
    up_to = np.cumsum(shares, axis=1)
    return np.asarray((up_to > draws[:, None] * up_to[:, -1:]).argmax(1))


def play_matches(
    policy: LearnedPolicy, opponent: LearnedPolicy | str, pairs: int, seed: int
) -> tuple[float, float]:
    """Measure what a policy wins against an opponent in mirrored deals.

    In the first hand of a pair, the policy has seat 0 and the opponent has all other seats. In the
    second hand, the opponent has seat 0 and the policy has all other seats, with the same cards and
    random numbers.

    Args:
        policy: the policy to measure.
        opponent: another policy of the same game, ``"call"`` or ``"random"``.
        pairs: the number of pairs of mirrored hands.
        seed: the seed of the cards and random numbers.

    Returns:
        The policy's winnings in thousandths of a big blind per hand and seat, and their standard
        error, which is 0 for a single pair.
    """
    tables = min(pairs, TABLES)
    hands = -(-pairs // tables)
    legs = []
    for swapped in (False, True):
        batch = policy.game.batch(tables)
        rng = np.random.default_rng(np.random.SeedSequence(seed))
        won = _leg(batch, policy, opponent, hands, seed, swapped, rng)
        legs.append(won[..., 0] if not swapped else won[..., 1:].mean(-1))
    results = (
        (legs[0] + legs[1]).ravel()[:pairs] / 2 * (1000 / policy.game.batch(1).rules.big_blind)
    )
    error = results.std(ddof=1) / np.sqrt(pairs) if pairs > 1 else 0.0
    return float(results.mean()), float(error)


def _leg(
    batch: TableBatch,
    policy: LearnedPolicy,
    opponent: LearnedPolicy | str,
    hands: int,
    seed: int,
    swapped: bool,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Play ``hands`` hands at each table, and return the chips won: float64[hands, tables, seats].

    If ``swapped`` is true, the opponent has seat 0 and the policy has all other seats.
    """
    rows, mask = batch.reset(seed)
    strengths = Strengths(batch)
    won = np.zeros((hands, batch.tables, batch.seats))
    while len(live := np.flatnonzero(batch.hands < hands)):
        numbers, actors, known = batch.hands, batch.actors, strengths.now()
        actions = np.ones(batch.tables, np.int32)  # tables with a finished hand get calls
        draws = rng.random(batch.tables, np.float32)
        for player, is_first in ((policy, not swapped), (opponent, swapped)):
            which = live[(actors[live] == 0) == is_first]
            if isinstance(player, LearnedPolicy):
                shares = player.of_rows(rows[which], known[which, actors[which]], mask[which])
                actions[which] = drawn(shares, draws[which])
            elif player == "random":
                actions[which] = drawn(mask[which].astype(np.float32), draws[which])
        step = batch.step(actions)
        ended = live[step.done[live]]
        won[numbers[ended], ended] = step.rewards[ended]
        rows, mask = step.observations, step.mask
    return won
