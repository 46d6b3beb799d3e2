"""Ratings: one number for each agent, computed from all its matches.

In the model of Bradley and Terry (1952), agent i beats agent j with probability s_i / (s_i + s_j).
Poker agents do not follow this model: A can beat B, B can beat C, and C can beat A. So use ratings
to sort a long table, and the crosstable to see who beats whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from handsight.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO = 400.0
"""The difference in rating points that corresponds to odds of ten to one."""

RESAMPLES = 500
"""The number of bootstrap samples for the intervals."""

_ROUNDS = 10_000
_ENOUGH = 1e-10


class MatchSeries(NamedTuple):
    """The matches between two agents; each sequence has one entry for each pair of mirrored deals.

    Attributes:
        wins: number of matches that the first agent won.
        losses: number of matches that the first agent lost.
        matches: number of matches played. Matches that are neither wins nor losses are ties, which
            count as half a win for both agents.
    """

    wins: Sequence[int]
    losses: Sequence[int]
    matches: Sequence[int]


FEWEST_PAIRS = 6
"""From so many pairs on, a bootstrap shows how much ratings vary."""


class Rating(NamedTuple):
    """The rating of an agent, with its 95% bootstrap interval.

    Attributes:
        points: rating on the Elo scale; the mean of all agents is 0.
        low: lower end of the interval.
        high: upper end of the interval.
    """

    points: float
    low: float
    high: float


def ratings(
    agents: Sequence[str], scores: Mapping[tuple[str, str], MatchSeries], seed: int
) -> dict[str, Rating]:
    """Rate agents by their matches.

    Half a win and half a loss are added for every two agents that have played each other, so that
    even an agent that has lost all its matches has a rating.

    The intervals come from a bootstrap that resamples pair numbers; each pair number stands for the
    pairs with this number in all matchups. Unless the dealing rule is ``apart``, these pairs have
    the same cards, so their results are correlated across agents. If there are fewer than
    `FEWEST_PAIRS`, or all samples agree on an agent, the pairs hardly show how much results vary;
    then a win and a loss of every two agents are resampled as two more pairs.

    Args:
        agents: the names of the agents.
        scores: {names of two agents: the matches between them}; two names appear in only one order.
        seed: seed of the bootstrap.

    Raises:
        OptionError: if there are fewer than two agents, if an entry of ``scores`` has no match, or
            if the matches do not connect all agents.

    Source:
        Hunter: MM algorithms for generalized Bradley-Terry models, section 2 (2004).

    Example:
        >>> series = MatchSeries([1, 1, 1, 0] * 25, [0, 0, 0, 1] * 25, [1] * 100)
        >>> rated = ratings(["a", "b"], {("a", "b"): series}, seed=1)
        >>> round(rated["a"].points - rated["b"].points), rated["a"].low > rated["b"].high
        (189, True)
    """
    import numpy as np

    pairs = _checked(agents, scores)
    table = _by_number(scores)
    ours = _points(len(agents), pairs, table.sum(axis=0))

    def interval(table: NDArray[np.float64]) -> NDArray[np.float64]:
        drawn = _resampled(table, np.random.default_rng(seed))
        spread = np.array([_points(len(agents), pairs, sample) for sample in drawn])
        ends: NDArray[np.float64] = np.quantile(spread, (0.025, 0.975), axis=0)
        return ends

    low, high = interval(table)
    if len(table) < FEWEST_PAIRS or (low == high).any():
        both = np.array([[(1.0, 0.0, 0.0)] * len(scores), [(0.0, 1.0, 0.0)] * len(scores)])
        low, high = interval(np.concatenate((table, both)))
    return {
        name: Rating(float(ours[place]), float(low[place]), float(high[place]))
        for place, name in enumerate(agents)
    }


def _by_number(scores: Mapping[tuple[str, str], MatchSeries]) -> NDArray[np.float64]:
    """Arrange the numbers of wins, losses and ties in an array: float64[pairs, matchups, 3].

    The entries of pairs that were not played are 0.
    """
    import numpy as np

    most = max(len(series.matches) for series in scores.values())
    table = np.zeros((most, len(scores), 3))
    for place, series in enumerate(scores.values()):
        wins, losses, matches = (np.array(list(each), dtype=np.float64) for each in series)
        table[: len(matches), place] = np.stack((wins, losses, matches - wins - losses), axis=1)
    return table


def _resampled(
    table: NDArray[np.float64], rng: np.random.Generator
) -> Iterator[NDArray[np.float64]]:
    """Yield the sums of each bootstrap sample over its pairs: float64[matchups, 3].

    A sample draws as many pairs as ``table`` has, and the pairs that it draws can recur.
    """
    import numpy as np

    pairs = len(table)
    rows = table.reshape(pairs, -1)  # whole numbers, whose sums are exact in any order
    for _ in range(RESAMPLES):
        times = np.bincount(rng.integers(pairs, size=pairs), minlength=pairs)
        yield (times.astype(np.float64) @ rows).reshape(table.shape[1:])


def _checked(
    agents: Sequence[str], scores: Mapping[tuple[str, str], MatchSeries]
) -> NDArray[np.int64]:
    import numpy as np

    if len(agents) < 2:
        raise OptionError(f"{len(agents)} agents cannot be rated; at least two are needed")
    for pair, series in scores.items():
        if sum(series.matches) < 1:
            raise OptionError(f"{pair[0]} and {pair[1]} have played no match")
    place = {name: number for number, name in enumerate(agents)}
    # Ratings compare agents along chains of matches, so such a chain must connect the first agent
    # to every other agent.
    joined, left = {agents[0]}, set(scores)
    while reached := {pair for pair in left if joined & set(pair)}:
        joined.update(*reached)
        left -= reached
    apart = [name for name in agents if name not in joined]
    if apart:
        raise OptionError(
            f"{', '.join(apart)} and {agents[0]} cannot be rated together: no chain of matches "
            "connects them"
        )
    return np.array([(place[one], place[other]) for one, other in scores], dtype=np.int64)


def _points(
    count: int, pairs: NDArray[np.int64], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the maximum-likelihood ratings of the agents on the Elo scale: float64[agents].

    Half a win and half a loss are added to each matchup, and the mean rating is 0.

    Args:
        count: the number of agents.
        pairs: int64[matchups, 2], the indices of the two agents of each matchup.
        scores: float64[matchups, 3], the first agent's wins, losses and ties in each matchup.
    """
    import numpy as np

    one, other = pairs.T
    won = scores[:, 0] + scores[:, 2] / 2 + 0.5
    lost = scores[:, 1] + scores[:, 2] / 2 + 0.5
    wins = np.bincount(one, won, count) + np.bincount(other, lost, count)
    strength = np.ones(count)
    # Hunter's MM algorithm: each round raises the likelihood, so no step size is needed.
    for _ in range(_ROUNDS):
        met = (won + lost) / (strength[one] + strength[other])
        grown = wins / (np.bincount(one, met, count) + np.bincount(other, met, count))
        grown /= np.exp(np.log(grown).mean())
        change = np.abs(np.log(grown / strength)).max()
        strength = grown
        if change < _ENOUGH:
            break
    return np.asarray(ELO * np.log10(strength))
