"""The usual statistics of a player, each with its counts and a 95% interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.opponents.stats.counts import Counts, Result
from handsight.opponents.stats.situations import SITUATIONS
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.statistics import wilson

AS_PUBLISHED = ("cisti-2013",)
"""The sources whose aggression factor differs from the usual one; see `player_statistics`."""


@dataclass(frozen=True, slots=True, repr=False)
class Statistic(ShownInNotebooks):
    """A share or a ratio, with the two counts that determine it.

    Attributes:
        name: the name of the statistic, such as ``"vpip"``.
        numerator: the number of times that the player acted as the name says.
        denominator: for a share, the number of times that the player could have acted so; for
            a ratio, the count with which the numerator is compared.
        is_share: whether the numerator is part of the denominator. It is false for the aggression
            factor, which compares bets and raises with calls.

    Example:
        >>> vpip = Statistic("vpip", 3, 12)
        >>> vpip.value, round(vpip.low, 3), round(vpip.high, 3)
        (0.25, 0.089, 0.532)
        >>> print(Statistic("wtsd", 0, 0).value)
        None
    """

    name: str
    numerator: int
    denominator: int
    is_share: bool = True

    @property
    def value(self) -> float | None:
        """The numerator divided by the denominator, or None if the denominator is 0."""
        return self.numerator / self.denominator if self.denominator else None

    @property
    def low(self) -> float | None:
        """The lower end of the 95% interval, or None if nothing was counted."""
        return self._ends()[0]

    @property
    def high(self) -> float | None:
        """The upper end of the 95% interval, or None if nothing was counted.

        The upper end of a ratio with denominator 0 is infinite.
        """
        return self._ends()[1]

    def _ends(self) -> tuple[float | None, float | None]:
        """Return both ends of Wilson's interval.

        For a ratio, they follow from the interval for the numerator's share of the sum of both
        counts.
        """
        trials = self.denominator if self.is_share else self.numerator + self.denominator
        if not trials:
            return None, None
        low, high = wilson(self.numerator, trials)
        if self.is_share:
            return low, high
        return _odds(low), _odds(high) if self.denominator else inf


def _odds(share: float) -> float:
    return share / (1 - share) if share < 1 else inf


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlayerStatistics(ShownInNotebooks):
    """The usual statistics of a player; `Counts` explains what is counted.

    Attributes:
        hands: the number of hands that the player was dealt.
        results: the result for each kind of money for which the player has played.
        vpip: of the hands with a decision before the flop, the share in which the player called,
            bet or raised before the flop.
        pfr: of the same hands, the share in which the player bet or raised before the flop.
        three_bet: of the hands in which the player had to respond to the first raise before the
            flop and could re-raise, the share in which the player re-raised.
        fold_to_raise: of the hands in which the player had to respond to the first raise before the
            flop, the share in which the player folded.
        aggression_factor: the number of bets and raises from the flop on divided by the number of
            calls from the flop on, or the inverse in the published form.
        aggression_frequency: of all actions from the flop on except checks, the share of bets and
            raises.
        wtsd: of the hands in which the player saw the flop, the share with a showdown.
        w_sd: of the showdowns, the share at which the player won a pot or a part of a pot.
        fold_to_flop_bet: of the hands in which the player had to respond to the first bet on the
            flop, the share in which the player folded.
        fold_to_turn_bet: the same share on the turn.
        fold_to_river_bet: the same share on the river.
    """

    hands: int
    results: tuple[Result, ...]
    vpip: Statistic
    pfr: Statistic
    three_bet: Statistic
    fold_to_raise: Statistic
    aggression_factor: Statistic
    aggression_frequency: Statistic
    wtsd: Statistic
    w_sd: Statistic
    fold_to_flop_bet: Statistic
    fold_to_turn_bet: Statistic
    fold_to_river_bet: Statistic

    def __iter__(self) -> Iterator[Statistic]:
        yield from (self.vpip, self.pfr, self.three_bet, self.fold_to_raise)
        yield from (self.aggression_factor, self.aggression_frequency, self.wtsd, self.w_sd)
        yield from (self.fold_to_flop_bet, self.fold_to_turn_bet, self.fold_to_river_bet)


def player_statistics(counts: Counts, *, as_published: str | None = None) -> PlayerStatistics:
    """Compute the usual statistics from a player's counts.

    Args:
        counts: the counts of the player.
        as_published: ``"cisti-2013"`` for the aggression factor as that paper prints it: calls
            divided by raises. This ratio is upside down, because the most passive players have the
            highest values. None for the usual form.

    Raises:
        OptionError: if the published form is unknown.

    Source:
        CISTI-2013, section II.C, names VPIP and the aggression factor.

    Example:
        >>> statistics = player_statistics(Counts(hands=12, decided=12, vpip=3))
        >>> [each.name for each in statistics][:3], statistics.vpip.value
        (['vpip', 'pfr', 'three_bet'], 0.25)
    """
    if as_published not in (None, *AS_PUBLISHED):
        raise OptionError(
            f"as_published is {as_published!r}; it must be None or "
            f"{', '.join(map(repr, AS_PUBLISHED))}"
        )
    return PlayerStatistics(
        hands=counts.hands,
        results=counts.results,
        vpip=Statistic("vpip", counts.vpip, counts.decided),
        pfr=Statistic("pfr", counts.pfr, counts.decided),
        three_bet=Statistic("three_bet", counts.three_bets, counts.three_bet_chances),
        fold_to_raise=Statistic("fold_to_raise", counts.folds_to_raise, counts.raises_faced),
        aggression_factor=_aggression_factor(counts, as_published is not None),
        aggression_frequency=_aggression_frequency(counts),
        wtsd=Statistic("wtsd", counts.showdowns, counts.flops_seen),
        w_sd=Statistic("w_sd", counts.showdowns_won, counts.showdowns),
        **_folds_to_bets(counts),
    )


def situation_statistics(counts: Counts, position: str | None = None) -> tuple[Statistic, ...]:
    """Return how often a player takes their chance in each of `SITUATIONS`, in that order.

    For all positions together, VPIP, PFR and 3-bets come from `player_statistics`, because these
    three also include hands from stores of older versions.

    Args:
        counts: the counts of the player.
        position: one of `handsight.opponents.stats.POSITIONS`; None for all positions together.

    Raises:
        OptionError: if the position is unknown.

    Example:
        >>> [each.name for each in situation_statistics(Counts(), "BTN")][3:6]
        ['fold_to_three_bet', 'steal', 'fold_to_steal']
    """
    statistics = tuple(Statistic(name, *counts.situation(name, position)) for name in SITUATIONS)
    if position is not None:
        return statistics
    usual = player_statistics(counts)
    return (usual.vpip, usual.pfr, usual.three_bet, *statistics[3:])


def wagers(counts: Counts) -> int:
    """Return the number of bets and raises of a player on the flop, turn and river together."""
    return counts.after_flop("bet") + counts.after_flop("raise")


def _aggression_factor(counts: Counts, upside_down: bool) -> Statistic:
    pair = (wagers(counts), counts.after_flop("call"))
    return Statistic("aggression_factor", *(pair[::-1] if upside_down else pair), is_share=False)


def _aggression_frequency(counts: Counts) -> Statistic:
    aggressive = wagers(counts)
    others = counts.after_flop("call") + counts.after_flop("fold")
    return Statistic("aggression_frequency", aggressive, aggressive + others)


def _folds_to_bets(counts: Counts) -> dict[str, Statistic]:
    names = [f"fold_to_{street}_bet" for street in STREETS[1:]]
    rows = zip(names, counts.folds_to_bet, counts.bets_faced, strict=True)
    return {name: Statistic(name, folds, faced) for name, folds, faced in rows}
