"""The error of sampled effective hand strength, for each sampling scheme that the paper may mean.

First, everything that a scheme can draw on a flop is counted: how often each opponent hand ends
ahead, tied or behind over its runouts, and what each runout contributes over all opponent hands. A
scheme then draws counts instead of cards, with the same distribution.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from handsight.ranking import score_many
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

LIVE = 47
PAIRS = 1081
"""C(47, 2), the number of opponent hands, and also of runouts."""
RUNOUTS = 990
"""C(45, 2), the number of runouts for one opponent hand."""
AHEAD, TIED, BEHIND = range(3)

GAIN = np.array([[0, 0, 0], [1, 0, 0], [2, 1, 0]])
"""Twice the contribution of a showdown to PPot's numerator, by our standing now and at the end."""
CHANCE = np.array([0, 1, 2])
"""Twice the contribution of a showdown to PPot's denominator, by our standing now."""
SHARE = np.array([1.0, 0.5, 0.0])
"""Our share of the pot, by our standing."""

_DEAL, _DRAW = range(2)


@dataclass(frozen=True, slots=True, eq=False)
class Flop:
    """The counts from which schemes draw, for two hole cards on a flop.

    Attributes:
        now: int64[1081], our current standing against each opponent hand: 0 ahead, 1 tied,
            2 behind.
        ends: int64[1081, 3], for each opponent hand, the numbers of its 990 runouts in which we end
            ahead, tied and behind.
        gains: int64[1081], twice the contribution of each runout to PPot's numerator, summed over
            the opponent hands that share no card with the runout.
        chances: int64[1081], twice the contribution of each runout to PPot's denominator, summed
            over the same hands.
    """

    now: NDArray[np.int64]
    ends: NDArray[np.int64]
    gains: NDArray[np.int64]
    chances: NDArray[np.int64]

    @property
    def matrix(self) -> NDArray[np.int64]:
        """The paper's matrix HP, int64[3, 3]: showdowns by our standing now and at the end."""
        return np.array([self.ends[self.now == standing].sum(axis=0) for standing in range(3)])

    @property
    def hs(self) -> float:
        """The hand strength, 0..1."""
        return float(SHARE[self.now].mean())

    @property
    def ehs(self) -> float:
        """The exact effective hand strength, 0..1."""
        return effective(self.hs, self.gains.sum(), self.chances.sum())

    @property
    def equity(self) -> float:
        """The exact share of the pot against one random hand."""
        return float(self.ends.sum(axis=0) @ SHARE) / (PAIRS * RUNOUTS)


def effective(strength: float, gained: float, chances: float) -> float:
    """Combine hand strength with the positive potential, `gained` / `chances`, or 0 for no chances.

    Example:
        >>> effective(0.5, 1, 4), effective(1.0, 0, 0)
        (0.625, 1.0)
    """
    return float(strength + (1 - strength) * (gained / chances if chances else 0.0))


def deal_flop(seed: int, number: int) -> Flop:
    """Deal two hole cards and a flop, and count everything that can follow.

    Args:
        seed: seed of all deals.
        number: number of the deal, from 0.

    Example:
        >>> flop = deal_flop(1, 0)
        >>> flop.ends.sum(axis=1).tolist() == [RUNOUTS] * PAIRS
        True
    """
    cards = np.argsort(raw_words(seed, number, _DEAL, count=52))
    return count_flop(cards[:2].tolist(), cards[2:5].tolist())


def count_flop(hole: list[int], board: list[int]) -> Flop:
    """Count everything that can follow a flop.

    Args:
        hole: our two hole cards, each 0..51 = 4 * rank + suit.
        board: the three cards of the flop.

    Example:
        >>> ace_queen = count_flop([49, 40], [6, 8, 38])  # AdQc on 3h4cJh
        >>> round(ace_queen.ehs, 6), round(ace_queen.equity, 6)
        (0.671539, 0.511399)
    """
    held, lying, live = _masks(hole).sum(), _masks(board).sum(), _masks(_others(hole + board))
    first, second, apart = _pairs()
    pairs = live[first] | live[second]
    now = _standings(_score(held | lying | np.zeros(1, np.uint64), 5), _score(pairs | lying, 5))
    ours = _score(pairs | held | lying, 7)
    theirs = _score(((pairs | lying)[:, None] | pairs).ravel(), 7).reshape(PAIRS, PAIRS)
    wins = (theirs < ours[:, None]) & apart
    ties = (theirs == ours[:, None]) & apart
    won, tied = np.count_nonzero(wins, axis=0), np.count_nonzero(ties, axis=0)
    gains = _weigh(wins, GAIN[now, AHEAD]) + _weigh(ties, GAIN[now, TIED])
    ends = np.stack([won, tied, RUNOUTS - won - tied], axis=1)
    return Flop(now, ends, gains, _weigh(apart, CHANCE[now]))


def _others(known: list[int]) -> list[int]:
    return [card for card in range(52) if card not in known]


def _masks(cards: list[int]) -> NDArray[np.uint64]:
    return np.array([1 << (16 * (card % 4) + card // 4) for card in cards], dtype=np.uint64)


@cache
def _pairs() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return the two-card hands that 47 cards make, and which hands can be held together.

    Returns:
        The indices of each hand's first and second card, and a symmetric matrix that is true where
        two hands share no card.
    """
    first, second = np.array(list(combinations(range(LIVE), 2))).T
    shared = [mine[:, None] == theirs for mine in (first, second) for theirs in (first, second)]
    return first, second, ~np.logical_or.reduce(shared)


def _score(masks: NDArray[np.uint64], cards: int) -> NDArray[np.uint32]:
    return score_many(masks, cards, check=False)


def _standings(ours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> NDArray[np.int64]:
    return (theirs >= ours).astype(np.int64) + (theirs > ours)


def _weigh(happens: NDArray[np.bool_], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sum, for each runout, the weights (1 or 2) of the hands for which `happens` is true."""
    sums = [np.count_nonzero(happens[:, weights == weight], axis=1) * weight for weight in (1, 2)]
    return np.asarray(sums[0] + sums[1], dtype=np.int64)


# --- schemes --------------------------------------------------------------------------------------

Draw = Callable[[Flop, int, np.random.Generator], float]
"""A callable that estimates EHS or equity on a flop from a given number of samples."""


def per_opponent(flop: Flop, samples: int, rng: np.random.Generator) -> float:
    """Estimate EHS from runouts drawn for each opponent hand, without replacement.

    If there are more samples than runouts, all runouts are used.
    """
    drawn = min(samples, RUNOUTS)
    ahead, tied, behind = flop.ends.T
    won = rng.hypergeometric(ahead, tied + behind, drawn)
    level = rng.hypergeometric(tied, behind, drawn - won)
    gained = (GAIN[flop.now, AHEAD] * won + GAIN[flop.now, TIED] * level).sum()
    return effective(flop.hs, gained, drawn * CHANCE[flop.now].sum())


def per_opponent_replaced(flop: Flop, samples: int, rng: np.random.Generator) -> float:
    """Estimate EHS from runouts drawn for each opponent hand, with replacement."""
    won, level, _ = rng.multinomial(samples, flop.ends / RUNOUTS).T
    gained = (GAIN[flop.now, AHEAD] * won + GAIN[flop.now, TIED] * level).sum()
    return effective(flop.hs, gained, samples * CHANCE[flop.now].sum())


def shared(flop: Flop, samples: int, rng: np.random.Generator) -> float:
    """Estimate EHS from one set of runouts, drawn without replacement, for all opponent hands.

    If there are more samples than runouts, all runouts are used.
    """
    drawn = rng.permutation(PAIRS)[:samples]
    return effective(flop.hs, flop.gains[drawn].sum(), flop.chances[drawn].sum())


def pairs(flop: Flop, samples: int, rng: np.random.Generator) -> float:
    """Estimate EHS from sampled pairs of an opponent hand and a runout, with the exact HS."""
    counts = _deals(flop, samples, rng)
    return effective(flop.hs, (counts * GAIN).sum(), counts.sum(axis=1) @ CHANCE)


def pairs_and_strength(flop: Flop, samples: int, rng: np.random.Generator) -> float:
    """Estimate EHS from sampled pairs of an opponent hand and a runout, with HS from the sample."""
    counts = _deals(flop, samples, rng)
    strength = counts.sum(axis=1) @ SHARE / samples
    return effective(strength, (counts * GAIN).sum(), counts.sum(axis=1) @ CHANCE)


def full_deals(flop: Flop, samples: int, rng: np.random.Generator) -> float:
    """Estimate the equity at showdown from sampled pairs of an opponent hand and a runout."""
    return float(_deals(flop, samples, rng).sum(axis=0) @ SHARE / samples)


def _deals(flop: Flop, samples: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw pairs of an opponent hand and a runout with replacement, and count the outcomes.

    Returns:
        The counts, int64[3, 3]: by whether we are ahead, tied or behind now, and at showdown.
    """
    return rng.multinomial(samples, (flop.matrix / (PAIRS * RUNOUTS)).ravel()).reshape(3, 3)


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to sample a flop.

    Attributes:
        name: name of the scheme.
        draw: callable that samples a flop and returns the estimate.
        truth: callable that returns the exact value that `draw` estimates.

    Example:
        >>> [scheme.name for scheme in SCHEMES][2]
        'one set of runouts for all hands'
    """

    name: str
    draw: Draw
    truth: Callable[[Flop], float]


def _ehs(flop: Flop) -> float:
    return flop.ehs


def _equity(flop: Flop) -> float:
    return flop.equity


SCHEMES = (
    Scheme("runouts for each hand, without replacement", per_opponent, _ehs),
    Scheme("runouts for each hand, with replacement", per_opponent_replaced, _ehs),
    Scheme("one set of runouts for all hands", shared, _ehs),
    Scheme("hand and runout together, HS exact", pairs, _ehs),
    Scheme("hand and runout together, HS sampled", pairs_and_strength, _ehs),
    Scheme("full deals, the share of the pot", full_deals, _equity),
)
"""The schemes, in the order of the letters A to F."""


def errors_of_flop(seed: int, number: int, samples: tuple[int, ...]) -> NDArray[np.float64]:
    """Sample one flop by all schemes, and return the schemes' errors.

    Args:
        seed: seed of all deals.
        number: number of the deal, from 0.
        samples: numbers of samples to try.

    Returns:
        float64[6, len(samples), 2]: for each scheme and number of samples, the absolute error and
        the square of the relative error, which is 0 if the true value is 0.

    Example:
        >>> errors_of_flop(1, 0, (10, 100)).shape
        (6, 2, 2)
    """
    flop = deal_flop(seed, number)
    rng = np.random.Generator(
        np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(number, _DRAW)))
    )
    errors = np.empty((len(SCHEMES), len(samples), 2))
    for row, scheme in enumerate(SCHEMES):
        truth = scheme.truth(flop)
        for column, count in enumerate(samples):
            error = abs(scheme.draw(flop, count, rng) - truth)
            errors[row, column] = error, (error / truth) ** 2 if truth else 0.0
    return errors
