"""Player types, such as tight-aggressive, and the ranges of hands that each type plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log
from typing import TypeAlias

from handsight.errors import OptionError
from handsight.opponents.stats.counts import GROUPS, Counts
from handsight.opponents.stats.statistics import Statistic, player_statistics
from handsight.ranges import Range, sklansky_group
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.runtime.notebooks import ShownInNotebooks

Frequencies: TypeAlias = tuple[float, ...]
"""Nine shares: one for each of Sklansky's eight groups, and one for all other hands."""

LOOSE_FROM = 0.28
"""The lowest VPIP of a loose player."""

AGGRESSIVE_FROM = 1.0
"""The lowest aggression factor of an aggressive player."""

ABBREVIATIONS = {
    "tight-aggressive": "TAG",
    "loose-aggressive": "LAG",
    "tight-passive": "nit",
    "loose-passive": "fish",
}
"""{player type: usual nickname}."""

ACTIONS = ("play", "raise", "call")

DEALT = (811, 865, 1049, 1509, 3018, 2007, 3171, 3975, 24147)
PLAYED = (811, 856, 1020, 1339, 2152, 1125, 1174, 672, 1706)
RAISED = (766, 739, 822, 1044, 1551, 764, 668, 269, 647)
"""How often hole cards of each group were dealt, played and raised in 6,887 hands of the PHH
collection in which all hole cards are known. Most of these hands were played six-handed by
professionals and a program."""

TYPICAL_VPIP = {"tight": 0.2, "loose": 0.4}
TYPICAL_RAISED = {"passive": 0.3, "aggressive": 0.7}
"""Typical values for player types: the VPIP, and the share of played hands that are raised."""

PRIOR_HANDS = 20
"""The number of hands after which a player's own share weighs as much as the prior share; for the
share of a group, only hands of this group with known cards count."""

_DIGITS = 4
_STEPS = 60


@dataclass(frozen=True, slots=True, repr=False)
class PlayerType(ShownInNotebooks):
    """A player type: tight or loose, passive or aggressive, and how often the player plays a hand.

    Attributes:
        looseness: ``"tight"`` or ``"loose"``.
        aggression: ``"passive"`` or ``"aggressive"``.
        plays: nine shares: how often the player plays hands of each of Sklansky's groups, and of no
            group, before the flop.
        raises: nine shares: how often the player bets or raises with hands of each of these groups
            before the flop. In a type from `typical` or `player_type`, no share is greater than
            that in `plays`; other values are not checked for this.
        sure: whether the type is beyond doubt: the 95% intervals for both VPIP and aggression
            factor lie entirely on one side of their thresholds.

    Raises:
        OptionError: if a name is unknown, or if `plays` or `raises` is not nine shares, 0..1.

    Example:
        >>> rock = PlayerType.typical("tight", "passive")
        >>> rock.name, round(rock.range().percent)
        ('tight-passive', 20)
        >>> from handsight.odds import hand_strength
        >>> round(hand_strength("AdQc", "3h4cJh", villain=rock.range()).value, 3)
        0.472
    """

    looseness: str
    aggression: str
    plays: Frequencies
    raises: Frequencies
    sure: bool = False

    def __post_init__(self) -> None:
        _require_one_of("looseness", self.looseness, tuple(TYPICAL_VPIP))
        _require_one_of("aggression", self.aggression, tuple(TYPICAL_RAISED))
        for name in ("plays", "raises"):
            shares = getattr(self, name)
            if len(shares) != GROUPS or not all(0 <= share <= 1 for share in shares):
                raise OptionError(f"{name} must have {GROUPS} shares from 0 to 1")

    @classmethod
    def typical(cls, looseness: str, aggression: str) -> PlayerType:
        """Return a type with typical frequencies, without counts of any player.

        The VPIP is 20% for tight and 40% for loose players. Passive players raise 30% of the hands
        they play, and aggressive players 70%.

        Args:
            looseness: ``"tight"`` or ``"loose"``.
            aggression: ``"passive"`` or ``"aggressive"``.

        Raises:
            OptionError: if there is no such type.

        Example:
            >>> PlayerType.typical("loose", "aggressive").plays[-1]
            0.178
        """
        _require_one_of("looseness", looseness, tuple(TYPICAL_VPIP))
        _require_one_of("aggression", aggression, tuple(TYPICAL_RAISED))
        vpip = TYPICAL_VPIP[looseness]
        plays, raises = _modelled(vpip, vpip * TYPICAL_RAISED[aggression])
        return cls(looseness, aggression, plays, raises)

    @property
    def name(self) -> str:
        """The name of the type, such as ``"tight-aggressive"``."""
        return f"{self.looseness}-{self.aggression}"

    @property
    def abbreviation(self) -> str:
        """The usual nickname of the type: TAG, LAG, nit or fish.

        Example:
            >>> PlayerType.typical("loose", "aggressive").abbreviation
            'LAG'
        """
        return ABBREVIATIONS[self.name]

    def frequencies(self, action: str = "play") -> Frequencies:
        """Return how often the player plays, raises or just calls hands of each group preflop.

        Args:
            action: ``"play"``, ``"raise"`` or ``"call"``.

        Returns:
            Nine shares, for Sklansky's groups 1 to 8, and for the hands in no group.

        Raises:
            OptionError: if the action is unknown.
        """
        _require_one_of("action", action, ACTIONS)
        if action == "call":
            pairs = zip(self.plays, self.raises, strict=True)
            return tuple(max(0.0, round(plays - raises, _DIGITS)) for plays, raises in pairs)
        return self.plays if action == "play" else self.raises

    def range(self, action: str = "play") -> Range:
        """Return the range with which the player plays, raises or just calls before the flop.

        The weight of a combo is the share of its group in `frequencies`. You can pass the range to
        any function of `handsight.odds`.

        Args:
            action: ``"play"``, ``"raise"`` or ``"call"``.

        Raises:
            OptionError: if the action is unknown.

        Example:
            >>> player = PlayerType.typical("tight", "aggressive")
            >>> len(player.range("raise").without("AsAh")), player.range()["7c2d"] < 0.1
            (1225, True)
        """
        shares = self.frequencies(action)
        return Range.from_weights(
            {name: round(shares[group_of(name)], _DIGITS) for name in CLASSES}
        )


def player_type(
    counts: Counts,
    *,
    loose_from: float = LOOSE_FROM,
    aggressive_from: float = AGGRESSIVE_FROM,
) -> PlayerType | None:
    """Return the type of a player.

    The type follows from two numbers: VPIP, and the aggression factor after the flop. CISTI-2013
    and DSIE-2011 name both numbers, but print neither thresholds nor frequencies. The default
    thresholds are usual values: a VPIP of 28% and an aggression factor of 1.

    How often the player plays and raises each group follows from VPIP and PFR: the curves of a
    large collection of hands are shifted until they match these numbers. With few hands, both
    numbers are pulled towards the typical values for the type. Counts of hands with known cards
    gradually replace the curves.

    Args:
        counts: the counts of the player.
        loose_from: the lowest VPIP of a loose player, 0 to 1.
        aggressive_from: the lowest aggression factor of an aggressive player, above 0.

    Returns:
        The type, or None if the player never acted before the flop, or never bet, raised or called
        after the flop.

    Raises:
        OptionError: if a threshold is out of range.

    Example:
        >>> counts = Counts(hands=40, decided=40, vpip=8, pfr=6)
        >>> print(player_type(counts))
        None
        >>> player_type(counts + Counts(actions=((0,) * 5, (2, 1, 3, 4, 1), *((0,) * 5,) * 2))).name
        'tight-aggressive'
    """
    if not 0 <= loose_from <= 1:
        raise OptionError(f"loose_from is {loose_from!r}; it must be a share from 0 to 1")
    if not 0 < aggressive_from < inf:
        raise OptionError(f"aggressive_from is {aggressive_from!r}; it must be a number above 0")
    statistics = player_statistics(counts)
    vpip, factor = statistics.vpip, statistics.aggression_factor
    if not vpip.denominator or not factor.numerator + factor.denominator:
        return None
    loose = vpip.numerator >= _as_printed(loose_from) * vpip.denominator
    aggressive = factor.numerator >= _as_printed(aggressive_from) * factor.denominator
    style = "loose" if loose else "tight", "aggressive" if aggressive else "passive"
    return PlayerType(
        *style,
        *_frequencies(counts, *style),
        sure=_clear(vpip, loose_from) and _clear(factor, aggressive_from),
    )


def counts_by_type(
    players: Mapping[str, Counts],
    *,
    loose_from: float = LOOSE_FROM,
    aggressive_from: float = AGGRESSIVE_FROM,
) -> dict[str, Counts]:
    """Add up the counts of all players of each type.

    The sums show how often players of each type play each of Sklansky's groups. Players for whom
    `player_type` returns None are left out.

    Args:
        players: {name: counts} of the players.
        loose_from: the lowest VPIP of a loose player, 0 to 1.
        aggressive_from: the lowest aggression factor of an aggressive player, above 0.

    Returns:
        {name of the type: summed counts}, for types with at least one player.

    Raises:
        OptionError: if a threshold is out of range.

    Example:
        >>> actions = ((0,) * 5, (2, 1, 3, 4, 1), *((0,) * 5,) * 2)
        >>> counts = Counts(decided=4, vpip=1, actions=actions)
        >>> by_type = counts_by_type({"Ada": counts, "Bob": counts})
        >>> {name: each.decided for name, each in by_type.items()}
        {'tight-aggressive': 8}
    """
    by_type: dict[str, Counts] = {}
    for counts in players.values():
        kind = player_type(counts, loose_from=loose_from, aggressive_from=aggressive_from)
        if kind is not None:
            by_type[kind.name] = by_type.get(kind.name, Counts()) + counts
    return dict(sorted(by_type.items()))


def group_of(name: str) -> int:
    """Return the index of the group of a hand class: 0 for Sklansky's group 1, and 8 for no group.

    Example:
        >>> group_of("AKs"), group_of("72o")
        (0, 8)
    """
    group = sklansky_group(name)
    return GROUPS - 1 if group is None else group - 1


def _require_one_of(name: str, value: object, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")


def _as_printed(threshold: float) -> Fraction:
    """Convert a float to the exact value of the decimal that Python prints for it.

    A VPIP of 28 in 100 must reach the threshold 0.28, but the float 0.28 is slightly larger.
    """
    return Fraction(repr(float(threshold)))


def _clear(number: Statistic, threshold: float) -> bool:
    low, high = number.low, number.high
    return low is not None and high is not None and (low >= threshold or high < threshold)


# --- how often the groups are played --------------------------------------------------------------


def _frequencies(
    counts: Counts, looseness: str, aggression: str
) -> tuple[Frequencies, Frequencies]:
    """Return how often a player plays and raises each group.

    Counts of hands with known cards are combined with the curves that match the player's VPIP and
    PFR. The estimates of VPIP and PFR start from the typical values for the type.
    """
    vpip = TYPICAL_VPIP[looseness]
    curves = _modelled(
        _begun(vpip, counts.vpip, counts.decided),
        _begun(vpip * TYPICAL_RAISED[aggression], counts.pfr, counts.decided),
    )
    plays, raises = (
        tuple(map(_begun, curve, hits, counts.dealt))
        for curve, hits in zip(curves, (counts.played, counts.raised), strict=True)
    )
    return plays, tuple(map(min, raises, plays))


def _begun(share: float, hits: int, hands: int) -> float:
    """Return the share of hits, mixed with a prior that weighs as much as `PRIOR_HANDS` hands.

    Args:
        share: the share of hits according to the prior.
        hits: the number of hands that are hits.
        hands: the number of all hands.
    """
    return round((PRIOR_HANDS * share + hits) / (PRIOR_HANDS + hands), _DIGITS)


def _modelled(vpip: float, pfr: float) -> tuple[Frequencies, Frequencies]:
    plays = _moved(PLAYED, vpip)
    return plays, tuple(map(min, _moved(RAISED, pfr), plays))


def _moved(hits: Sequence[int], share: float) -> Frequencies:
    """Shift the log odds of all groups by the same amount until the overall share of hits is right.

    Each group gets one extra hit and one extra miss, so that not even the best group is certain to
    be played.

    Args:
        hits: how often hole cards of each group were hits in the collection of hands.
        share: the share of hits among all combos that the result must reach.
    """
    pairs = zip(hits, DEALT, strict=True)
    scores = [log((hit + 1) / (dealt - hit + 1)) for hit, dealt in pairs]
    combos = [0] * GROUPS
    for name in CLASSES:
        combos[group_of(name)] += len(COMBOS_OF[name])
    low, high = -40.0, 40.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        shares = [1 / (1 + exp(-score - middle)) for score in scores]
        total = sum(each * count for each, count in zip(shares, combos, strict=True))
        low, high = (middle, high) if total < share * sum(combos) else (low, middle)
    return tuple(round(each, _DIGITS) for each in shares)
