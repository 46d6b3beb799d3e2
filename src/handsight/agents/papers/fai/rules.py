"""The rules of FAI-2022, which become more refined from ``v0`` to ``v5``.

All rules but the first compare the price with a bound, the pot times w / (1 - w), where w is the
share of random deals that the hand wins. This module contains only the rules, which turn numbers
into an action; `handsight.agents.papers.fai.player` reads the numbers from an observation.
"""

from __future__ import annotations

from math import ceil, inf
from random import Random
from typing import NamedTuple

from handsight.errors import OptionError

VERSIONS = ("v0", "v1", "v2", "v3", "v4", "v5")
"""The rules, in the order of the report."""

SETTINGS = ("corrected", "as-published", "pypokerengine")
"""The ways to count chips; see `handsight.agents.papers.fai.player.numbers_at`."""

RISK_FACTOR = 0.05
CONSERVE_FACTORS = {"preflop": 1.0, "flop": 0.8, "turn": 0.4, "river": 0.1}

_HOPELESS = "the win rate is below one half"
_HOPEFUL = "the win rate is at least one half"
_DEAR = "the price is above the bound"
_CHEAP = "the least raise is below the bound"
_STRONG = "the least raise is below the bound and the win rate above one half"
_COVERED = "the price is within the bound"
_SAFE_FREE = "there are chips enough to fold the rest of the match, and staying is free"
_SAFE = "there are chips enough to fold the rest of the match"


class MatchLength(NamedTuple):
    """The facts about a match that the fold-out of ``v5`` needs; the default is the report's match.

    Attributes:
        hands: number of hands in the match; 0 for a match without a fixed length, in which there is
            no fold-out.
        fold_cost: the number of chips that each hand to be folded is assumed to cost.
        start: initial chips of each player.

    Example:
        >>> REPORT.can_fold_out(hand=11, tokens=1091), REPORT.can_fold_out(hand=11, tokens=1090)
        (True, False)
    """

    hands: int = 20
    fold_cost: int = 10
    start: float = 1000

    def can_fold_out(self, hand: int, tokens: float) -> bool:
        """Check whether the player's gain in the match exceeds the cost of folding all later hands.

        The result is always False for a match without a fixed length.

        Args:
            hand: the number of the current hand in the match, from 1.
            tokens: the player's chips behind, without those in the pot.
        """
        left = self.hands - hand
        return self.hands > 0 and left * self.fold_cost < tokens - self.start


REPORT = MatchLength()
"""The match of the report: 20 hands, 1,000 chips for each player, and blinds of 5 and 10."""


class Numbers(NamedTuple):
    """The numbers of chips to which a rule is applied.

    Attributes:
        pot: chips in the pot.
        call: chips to call.
        raise_min: the minimum raise; -1 if no raise is possible.
        raise_max: the maximum raise; -1 if no raise is possible.
        offset: the number to add to a raise to get its street total.
    """

    pot: int
    call: int
    raise_min: int
    raise_max: int
    offset: int


class Ruling(NamedTuple):
    """What a rule decides: an action and, for a raise, the interval of its amount.

    Attributes:
        action: ``"fold"``, ``"call"`` or ``"raise"``.
        reason: the case of the rule that decided.
        bound: the break-even price, the pot times w / (1 - w); infinite at w = 1.
        low: the lower end of the interval from which the amount of a raise is drawn; 0 if the
            action is not a raise.
        high: the upper end of that interval, equal to ``low`` if the amount is fixed.
        least: the minimum legal raise; -1 if the action is not a raise.
        most: the maximum legal raise; -1 if the action is not a raise.

    Example:
        >>> ruling = rule("v4", 0.75, 100, 20, 40, 300, "river", 6, 950)
        >>> print(ruling.action, round(ruling.low), round(ruling.high), ruling.clamped)
        raise 270 315 (270.0, 300)
    """

    action: str
    reason: str
    bound: float
    low: float = 0
    high: float = 0
    least: int = -1
    most: int = -1

    @property
    def clamped(self) -> tuple[float, float] | None:
        """The ends of the interval, clamped to legal raises; None if the action is not a raise."""
        if self.action != "raise":
            return None
        return _clamp(self.low, self.least, self.most), _clamp(self.high, self.least, self.most)

    def amount(self, rng: Random) -> int:
        """Draw the amount of a raise from its interval, clamp it to legal raises, and round it.

        The distribution is uniform. If the amount is fixed, ``rng`` is not used.
        """
        amount = self.low if self.low == self.high else rng.uniform(self.low, self.high)
        return round(_clamp(amount, self.least, self.most))


def rule(
    version: str,
    win_rate: float,
    pot: float,
    call: float,
    raise_min: int,
    raise_max: int,
    street: str,
    round: int,
    tokens: float,
    *,
    match: MatchLength = REPORT,
) -> Ruling:
    """Apply the rule of one version to numbers in any unit of chips.

    If the rule raises but no raise is possible, it calls.

    Args:
        version: the rule, one of `VERSIONS`.
        win_rate: the share w of random deals that the hand wins, 0..1.
        pot: chips in the pot.
        call: chips to call.
        raise_min: the minimum raise; below 0 if no raise is possible.
        raise_max: the maximum raise.
        street: one of ``preflop``, ``flop``, ``turn`` and ``river``.
        round: the number of the hand in its match, from 1.
        tokens: the player's chips behind, without those in the pot.
        match: the facts about the match that the fold-out of ``v5`` needs.

    Raises:
        OptionError: if the version or street does not exist.

    Source:
        FAI-2022, the five rules that the report displays, in their order; the last two are ``v4``
        and ``v5``.

    Example:
        >>> [rule(v, 0.4, 100, 70, 140, 900, "flop", 4, 1000).action for v in ("v1", "v4")]
        ['fold', 'call']
        >>> rule("v5", 0.8, 60, 10, 20, 900, "flop", 11, 1091).reason
        'there are chips enough to fold the rest of the match'
    """
    check_version(version)
    if street not in CONSERVE_FACTORS:
        raise OptionError(f"street is {street!r}; it must be one of {', '.join(CONSERVE_FACTORS)}")
    bound = bound_of(win_rate, pot)
    if version == "v0":
        return Ruling(*(("fold", _HOPELESS) if win_rate < 0.5 else ("call", _HOPEFUL)), bound)
    if version == "v5" and match.can_fold_out(round, tokens):
        return Ruling(*(("fold", _SAFE) if call else ("call", _SAFE_FREE)), bound)
    # The last two versions pay up to a limit that is slightly above the bound, and draw the amount
    # of a raise below that limit; the others raise by the largest whole amount below the bound.
    careful = version in ("v4", "v5")
    limit = bound * (1 + RISK_FACTOR) if careful else bound
    if call > limit:
        return Ruling("fold", _DEAR, bound)
    # If no raise is possible, raise_min is below 0, and would be below any bound.
    may_raise = 0 <= raise_min < limit and version != "v1"
    if not may_raise or (version != "v2" and win_rate <= 0.5):
        return Ruling("call", _COVERED, bound)
    reason = _CHEAP if version == "v2" else _STRONG
    low = bound * (1 - CONSERVE_FACTORS[street]) if bound < inf else inf
    if not careful:
        low = limit = below(bound, raise_max)
    return Ruling("raise", reason, bound, low, limit, raise_min, raise_max)


def bound_of(win_rate: float, pot: float) -> float:
    """Return the break-even price of a call for a pot: pot · w / (1 - w), infinite at w = 1.

    Example:
        >>> bound_of(0.75, 100), bound_of(1, 100)
        (300.0, inf)
    """
    return pot * win_rate / (1 - win_rate) if win_rate < 1 else inf


def below(bound: float, most: int) -> int:
    """Return the largest whole amount that is below a bound and at most ``most``.

    Example:
        >>> below(45.0, 990), below(45.5, 990), below(inf, 990)
        (44, 45, 990)
    """
    return ceil(min(bound, most + 1)) - 1


def _clamp(amount: float, least: int, most: int) -> float:
    return min(max(amount, least), most)


def check_version(version: str, setting: str = "corrected") -> None:
    """Check that a version and a setting exist.

    Raises:
        OptionError: if the version or the setting does not exist.

    Example:
        >>> check_version("v6", "corrected")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: version is 'v6'; it must be one of v0, v1, v2, v3, v4, v5
    """
    for name, value, known in (("version", version, VERSIONS), ("setting", setting, SETTINGS)):
        if value not in known:
            raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(known)}")
