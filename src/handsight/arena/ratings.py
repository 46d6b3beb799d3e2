"""Ratings: one number for each agent, from all its matches.

The model of Bradley and Terry (1952) says that agent i beats agent j with probability
s_i / (s_i + s_j). Poker agents do not obey it: A may beat B, B beat C, and C beat A. So a rating
orders a long table, and the crosstable says who beats whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from handsight.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO = 400.0
"""Points of a rating for odds of ten to one."""

RESAMPLES = 500
"""Bootstrap samples for the interval."""

_ROUNDS = 10_000
_ENOUGH = 1e-10


class Score(NamedTuple):
    """The matches of two agents.

    Attributes:
        wins: of the first.
        losses: of the first.
        ties: matches that nobody won; each counts as half a win for both.
    """

    wins: int
    losses: int
    ties: int


class Rating(NamedTuple):
    """The rating of an agent, with its 95 % bootstrap interval.

    Attributes:
        points: on Elo's scale, the mean of all agents being 0.
    """

    points: float
    low: float
    high: float


def ratings(
    agents: Sequence[str], scores: Mapping[tuple[str, str], Score], seed: int
) -> dict[str, Rating]:
    """Rate agents by their matches.

    Half a match won and half a match lost is added to every score, so that an agent that has lost
    all its matches has a rating too.

    Args:
        scores: by pairs of names; each pair in one order only.
        seed: of the bootstrap, which draws the matches of each pair anew.

    Raises:
        OptionError: if there are fewer than two agents, a pair has no match, or the pairs do not
            connect all agents.

    Source:
        Hunter: MM algorithms for generalized Bradley-Terry models, section 2 (2004).

    Example:
        >>> rated = ratings(["a", "b"], {("a", "b"): Score(75, 25, 0)}, seed=1)
        >>> round(rated["a"].points - rated["b"].points), rated["a"].low > rated["b"].high
        (189, True)
    """
    import numpy as np

    pairs = _checked(agents, scores)
    counts = np.array([scores[pair] for pair in scores], dtype=np.int64)
    ours = _points(len(agents), pairs, counts)
    rng = np.random.default_rng(seed)
    trials = counts.sum(axis=1)
    drawn = np.stack(
        [
            rng.multinomial(n, row / n, size=RESAMPLES)
            for n, row in zip(trials, counts, strict=True)
        ],
        axis=1,
    )
    spread = np.array([_points(len(agents), pairs, sample) for sample in drawn])
    low, high = np.quantile(spread, (0.025, 0.975), axis=0)
    return {
        name: Rating(float(ours[place]), float(low[place]), float(high[place]))
        for place, name in enumerate(agents)
    }


def _checked(agents: Sequence[str], scores: Mapping[tuple[str, str], Score]) -> NDArray[np.int64]:
    import numpy as np

    if len(agents) < 2:
        raise OptionError(f"{len(agents)} agents cannot be rated; it takes two or more")
    for pair, score in scores.items():
        if sum(score) < 1:
            raise OptionError(f"{pair[0]} and {pair[1]} have played no match")
    place = {name: number for number, name in enumerate(agents)}
    # Ratings compare agents along chains of matches, so every agent must be reached from the first.
    joined, left = {agents[0]}, set(scores)
    while reached := {pair for pair in left if joined & set(pair)}:
        joined.update(*reached)
        left -= reached
    apart = [name for name in agents if name not in joined]
    if apart:
        raise OptionError(
            f"{', '.join(apart)} and {agents[0]} have no opponents in common to rate by"
        )
    return np.array([(place[one], place[other]) for one, other in scores], dtype=np.int64)


def _points(count: int, pairs: NDArray[np.int64], scores: NDArray[np.int64]) -> NDArray[np.float64]:
    """Find the ratings that make the scores most likely, on Elo's scale."""
    import numpy as np

    one, other = pairs.T
    won = scores[:, 0] + scores[:, 2] / 2 + 0.5
    lost = scores[:, 1] + scores[:, 2] / 2 + 0.5
    wins = np.bincount(one, won, count) + np.bincount(other, lost, count)
    strength = np.ones(count)
    # Hunter's minorisation: each round raises the likelihood, so there is no step size to choose.
    for _ in range(_ROUNDS):
        met = (won + lost) / (strength[one] + strength[other])
        grown = wins / (np.bincount(one, met, count) + np.bincount(other, met, count))
        grown /= np.exp(np.log(grown).mean())
        change = np.abs(np.log(grown / strength)).max()
        strength = grown
        if change < _ENOUGH:
            break
    return np.asarray(ELO * np.log10(strength))
