"""The comparison of a player with all other players: shares that differ by more than chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from handsight.errors import OptionError
from handsight.opponents.stats.counts import Counts
from handsight.opponents.stats.situations import BEFORE_FLOP, POSITIONS
from handsight.opponents.stats.statistics import (
    Statistic,
    player_statistics,
    situation_statistics,
)
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.statistics import difference, fisher, holm

LEVEL = 0.05
"""The default level of significance: the maximum probability that a comparison of players who play
alike reports any difference."""

_GENERAL = ("fold_to_raise", "wtsd")
"""The statistics to compare beside the situations.

Fisher's test needs independent trials. Aggression frequency counts several actions of one hand, and
W$SD counts the same showdowns on both sides: those that the player wins, the others lose. With
both, a tenth of the reports on equal players would name something, so neither is compared.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Leak(ShownInNotebooks):
    """A statistic in which a player differs from the other players by more than chance.

    The difference is a leak only if the other players play well; a winning player also differs from
    them.

    Attributes:
        position: the position, one of `POSITIONS`, or None for all positions together.
        player: the player's share, with the counts behind it.
        others: the share of all other players together, with the counts behind it.
        low: the lower end of the 95% interval for the player's share minus the others' share.
        high: the upper end of the same interval.
        p: the p-value after Holm's correction for the number of comparisons.
    """

    position: str | None
    player: Statistic
    others: Statistic
    low: float
    high: float
    p: float

    @property
    def is_more(self) -> bool:
        """Whether the player's share exceeds the others'; a share of nothing counts as 0."""
        return (self.player.value or 0) > (self.others.value or 0)


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(ShownInNotebooks):
    """The comparison of a player with all other players.

    Attributes:
        name: the name of the player.
        hands: the number of hands that the player was dealt.
        other_players: the number of other players.
        other_hands: the sum of the numbers of hands that the other players were dealt.
        comparisons: the number of shares that were compared.
        level: the maximum probability that a comparison of players who play alike reports any
            difference.
        leaks: the statistics in which the player differs, in ascending order of p-value.
    """

    name: str
    hands: int
    other_players: int
    other_hands: int
    comparisons: int
    level: float
    leaks: tuple[Leak, ...]


def leaks(players: Mapping[str, Counts], name: str, *, level: float = LEVEL) -> Comparison:
    """Find the shares in which a player differs from all other players by more than chance.

    Fisher's exact two-sided test compares each share of the player with that of the other players
    together. Many comparisons find differences by chance alone, so Holm's method corrects the
    p-values: if the player plays like the others, the probability that any difference is reported
    is at most `level`, no matter how the shares depend on each other. This holds if the chances
    behind each share are independent of each other. So only shares are compared to which a hand
    adds at most one chance of a player. Chances of several players in one hand count as
    independent, although they need not be.

    Args:
        players: {name: counts} of all players, including the player to compare, as
            `PlayerStore.players` returns them.
        name: the name of the player to compare.
        level: the level of significance, above 0 and below 1.

    Raises:
        OptionError: if the player is unknown, there are no other players, or the level is out of
            range.

    Source:
        R. A. Fisher, "The Logic of Inductive Inference", Journal of the Royal Statistical Society
        98, 1935; S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
        Journal of Statistics 6, 1979.

    Example:
        >>> loose = Counts(hands=100, decided=100, vpip=70)
        >>> tight = Counts(hands=900, decided=900, vpip=200)
        >>> result = leaks({"Ann": loose, "Bob": tight}, "Ann")
        >>> [(leak.player.name, leak.is_more) for leak in result.leaks]
        [('vpip', True)]
    """
    if not 0 < level < 1:
        raise OptionError(f"level is {level!r}; it must be a share above 0 and below 1")
    if name not in players:
        raise OptionError(f"there is no player {name!r} among the {len(players)} players")
    others = [counts for other, counts in players.items() if other != name]
    if not others:
        raise OptionError(f"{name!r} is the only player; a comparison needs others")
    population = sum(others, start=Counts())
    pairs = list(_pairs(players[name], population))
    chances = [
        fisher((one.numerator, one.denominator), (all_.numerator, all_.denominator))
        for _, one, all_ in pairs
    ]
    found = [
        _leak(position, player, rest, p)
        for (position, player, rest), p in zip(pairs, holm(chances), strict=True)
        if p <= level
    ]
    return Comparison(
        name=name,
        hands=players[name].hands,
        other_players=len(others),
        other_hands=population.hands,
        comparisons=len(pairs),
        level=level,
        leaks=tuple(sorted(found, key=lambda leak: leak.p)),
    )


def _pairs(one: Counts, other: Counts) -> Iterator[tuple[str | None, Statistic, Statistic]]:
    """Yield (position, share of the player, share of the others) for all shares to compare.

    Situations before the flop are compared for all positions together and for each position;
    everything else is compared only for all positions together, where the position is None. A share
    is left out if its denominator is 0 on either side.

    Args:
        one: the counts of the player.
        other: the counts of all other players together.
    """
    named = (dict(zip(_GENERAL, _general(counts), strict=True)) for counts in (one, other))
    for mine, theirs in zip(*(each.values() for each in named), strict=True):
        if mine.denominator and theirs.denominator:
            yield None, mine, theirs
    for position in (None, *POSITIONS):
        pairs = zip(
            situation_statistics(one, position), situation_statistics(other, position), strict=True
        )
        for mine, theirs in pairs:
            compared = position is None or mine.name in BEFORE_FLOP
            if compared and mine.denominator and theirs.denominator:
                yield position, mine, theirs


def _general(counts: Counts) -> list[Statistic]:
    statistics = player_statistics(counts)
    return [getattr(statistics, name) for name in _GENERAL]


def _leak(position: str | None, player: Statistic, others: Statistic, p: float) -> Leak:
    shares = ((each.numerator, each.denominator) for each in (others, player))
    return Leak(position, player, others, *difference(*shares), p)
