"""Group 1: the six players of FAI-2022, each a little longer than the one before it.

All of them compare what it costs to stay with a bound, the pot times w / (1 - w), where w is the
share of random deals that their hand wins. `rule` is the report's rule alone, from numbers to an
action; `FaiPlayer` looks the numbers up at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, inf
from random import Random
from typing import ClassVar, NamedTuple

from handsight.agents.protocol import Decision, Number
from handsight.agents.win_rate import WinRate, check_estimator, win_rate
from handsight.errors import OptionError
from handsight.game import Action, Observation

VERSIONS = ("v0", "v1", "v2", "v3", "v4", "v5")
"""The players, in the order of the report."""

SETTINGS = ("corrected", "as-published", "pypokerengine")
"""How the numbers of the table are read; see `numbers_at`."""

RISK_FACTOR = 0.05
CONSERVE_FACTORS = {"preflop": 1.0, "flop": 0.8, "turn": 0.4, "river": 0.1}

MOST_CERTAIN = 0.999
"""The cap on the win rate in the setting ``pypokerengine``, where nothing divides by zero."""

_HOPELESS = "the win rate is below one half"
_HOPEFUL = "the win rate is at least one half"
_DEAR = "the price is above the bound"
_CHEAP = "the least raise is below the bound"
_STRONG = "the least raise is below the bound and the win rate above one half"
_COVERED = "the price is within the bound"
_SAFE_FREE = "there are chips enough to fold the rest of the match, and staying is free"
_SAFE = "there are chips enough to fold the rest of the match"


class MatchLength(NamedTuple):
    """What the fold-out of ``v5`` has to know of a match; by default that of the report.

    Attributes:
        hands: how many there are; 0 if that is open, and then nothing is ever folded out.
        fold_cost: chips that a folded hand may cost, the big blind.
        start: chips that a player began with.

    Example:
        >>> REPORT.can_fold_out(hand=11, tokens=1091), REPORT.can_fold_out(hand=11, tokens=1090)
        (True, False)
    """

    hands: int = 20
    fold_cost: int = 10
    start: float = 1000

    def can_fold_out(self, hand: int, tokens: float) -> bool:
        """Tell whether the gain so far covers the hands after this one.

        Args:
            hand: the number of this one, from 1.
            tokens: chips behind.
        """
        left = self.hands - hand
        return self.hands > 0 and left * self.fold_cost < tokens - self.start


REPORT = MatchLength()
"""The match of the report: 20 rounds, 1,000 chips each, blinds of 5 and 10."""


class Ruling(NamedTuple):
    """What a rule comes to.

    Attributes:
        action: ``"fold"``, ``"call"`` or ``"raise"``.
        reason: the case of the rule that decided.
        bound: the pot times w / (1 - w), infinite at w = 1; what is worth paying.
        low: of a raise, the lower end of the interval of its amount.
        high: of a raise, the upper end. The two are equal where the amount is fixed.
        least: the least amount that may be raised.
        most: the greatest one.

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
        """The interval, brought between the least and the greatest raise; None for no raise."""
        if self.action != "raise":
            return None
        return _clamp(self.low, self.least, self.most), _clamp(self.high, self.least, self.most)

    def amount(self, rng: Random) -> int:
        """Draw the amount of a raise: uniform, then brought into the legal range, then rounded.

        Args:
            rng: gives the draw; it is not touched where the amount is fixed.
        """
        drawn = self.low if self.low == self.high else rng.uniform(self.low, self.high)
        return round(_clamp(drawn, self.least, self.most))


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
    setting: str = "corrected",
    match: MatchLength = REPORT,
) -> Ruling:
    """Apply the rule of one version to given numbers. In what unit they are is up to the caller.

    Args:
        version: ``"v0"`` to ``"v5"``.
        win_rate: w, 0..1.
        pot: chips.
        call: what it costs to stay.
        raise_min: the least raise; below 0 where none is possible.
        raise_max: the greatest raise.
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        round: the number of the hand in its match, from 1.
        tokens: the stack at the decision.
        setting: ``"pypokerengine"`` takes a win rate above .999 for .999; in the others the bound
            of a sure win is infinite.
        match: what the fold-out goes by.

    Returns:
        The action, and for a raise its interval. Where no raise is possible, what would be one is
        a call.

    Raises:
        OptionError: for a version, street or setting that does not exist.

    Source:
        FAI-2022, its five displayed rules in their order; the last two are ``v4`` and ``v5``.

    Example:
        >>> [rule(v, 0.4, 100, 70, 140, 900, "flop", 4, 1000).action for v in ("v1", "v4")]
        ['fold', 'call']
        >>> rule("v5", 0.8, 60, 10, 20, 900, "flop", 11, 1091).reason
        'there are chips enough to fold the rest of the match'
    """
    check_version(version, setting)
    if street not in CONSERVE_FACTORS:
        raise OptionError(f"street is {street!r}; it takes one of {', '.join(CONSERVE_FACTORS)}")
    bound = bound_of(win_rate, pot, setting)
    if version == "v0":
        return Ruling(*(("fold", _HOPELESS) if win_rate < 0.5 else ("call", _HOPEFUL)), bound)
    if version == "v5" and match.can_fold_out(round, tokens):
        return Ruling(*(("fold", _SAFE) if call else ("call", _SAFE_FREE)), bound)
    careful = version in ("v4", "v5")
    limit = bound * (1 + RISK_FACTOR) if careful else bound
    if call > limit:
        return Ruling("fold", _DEAR, bound)
    may_raise = 0 <= raise_min < limit and version != "v1"
    if not may_raise or (version != "v2" and win_rate <= 0.5):
        return Ruling("call", _COVERED, bound)
    reason = _CHEAP if version == "v2" else _STRONG
    low = bound * (1 - CONSERVE_FACTORS[street]) if bound < inf else inf
    if not careful:
        low = limit = below(bound, raise_max)
    return Ruling("raise", reason, bound, low, limit, raise_min, raise_max)


def bound_of(win_rate: float, pot: float, setting: str = "corrected") -> float:
    """Give what is worth paying for a pot: pot · w / (1 - w).

    Args:
        win_rate: w, 0..1.
        pot: chips.
        setting: as in `rule`.

    Example:
        >>> bound_of(0.75, 100), bound_of(1, 100), round(bound_of(1, 100, "pypokerengine"))
        (300.0, inf, 99900)
    """
    if setting == "pypokerengine":
        win_rate = min(win_rate, MOST_CERTAIN)
    return pot * win_rate / (1 - win_rate) if win_rate < 1 else inf


def below(bound: float, most: int) -> int:
    """Give the greatest whole amount that is less than a bound, and at most another number.

    Args:
        bound: not reached.
        most: may be reached.

    Example:
        >>> below(45.0, 990), below(45.5, 990), below(inf, 990)
        (44, 45, 990)
    """
    return ceil(min(bound, most + 1)) - 1


def _clamp(amount: float, least: int, most: int) -> float:
    return min(max(amount, least), most)


def check_version(version: str, setting: str) -> None:
    """Refuse a version or a setting that does not exist.

    Args:
        version: one of `VERSIONS`.
        setting: one of `SETTINGS`.

    Raises:
        OptionError: if it is none of these.

    Example:
        >>> check_version("v6", "corrected")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: version is 'v6'; it takes one of v0, v1, v2, v3, v4, v5
    """
    for name, value, known in (("version", version, VERSIONS), ("setting", setting, SETTINGS)):
        if value not in known:
            raise OptionError(f"{name} is {value!r}; it takes one of {', '.join(known)}")


# --- at the table ---------------------------------------------------------------------------------


class Numbers(NamedTuple):
    """What a rule is told about the chips.

    Attributes:
        pot: chips to be won.
        call: what it costs to stay.
        raise_min: the least raise; -1 where none is possible.
        raise_max: the greatest raise.
        offset: what is added to the amount of a raise to get the street total.
    """

    pot: int
    call: int
    raise_min: int
    raise_max: int
    offset: int


def numbers_at(seen: Observation, setting: str = "corrected") -> Numbers:
    """Look the chips up at the table.

    Args:
        seen: what the player may know.
        setting: ``"corrected"``: all amounts are chips that are added now, and the pot is what a
            call can win. ``"as-published"``: the call is the chips that it adds, a raise is the
            amount that it is raised to, and the pot is all that lies there.
            ``"pypokerengine"``: all amounts are street totals, what was paid before included, and
            the pot is the main pot as the engine announces it at the beginning of the street.

    Example:
        >>> from handsight.game import Follower, HandState, Rules
        >>> table = Follower(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> [tuple(numbers_at(table.observation(), setting)) for setting in SETTINGS]
        [(150, 50, 150, 950, 50), (150, 50, 200, 1000, 0), (150, 100, 200, 1000, 0)]
    """
    _, cost, least, most, price, bet, _, pot, _ = seen.legal
    if not most:
        least = most = -1
    if setting == "pypokerengine":
        return Numbers(announced_pot(seen), price, least, most, 0)
    if setting == "as-published":
        return Numbers(pot, cost, least, most, 0)
    most_each = seen.paid[seen.seat] + cost
    to_win = sum([min(paid, most_each) for paid in seen.paid])
    return Numbers(to_win, cost, *((least - bet, most - bet) if most > 0 else (-1, -1)), bet)


def announced_pot(seen: Observation) -> int:
    """Give the main pot as it stood when the street began, blinds and antes included.

    Args:
        seen: what the player may know.

    Example:
        >>> from handsight.game import Follower, HandState, Rules
        >>> table = Follower(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> table.apply(Action.raise_to(300))
        >>> table.observation().main_pot, announced_pot(table.observation())
        (400, 150)
    """
    before, acted = list(seen.paid), set()
    for taken in reversed(seen.actions):
        if taken.street != seen.street:
            break
        before[taken.seat] -= taken.chips
        acted.add(taken.seat)
    out = [before[s] for s in seen.players if not seen.stacks[s] and s not in acted]
    return sum([min(paid, *out) for paid in before]) if out else sum(before)


def match_of(seen: Observation) -> MatchLength:
    """Tell what the fold-out goes by: the hands of the match, the big blind, the mean stack.

    Args:
        seen: what the player may know. As no chips come or go, the mean of the stacks is what
            everybody began with.

    Example:
        >>> from handsight.game import Follower, HandState, Rules
        >>> rules = Rules(small_blind=5, big_blind=10)
        >>> start = HandState.start(rules, [1400, 600], button=0, seed=7)
        >>> match_of(Follower(start, hand=3, hands=20).observation())
        MatchLength(hands=20, fold_cost=10, start=1000.0)
    """
    rules, stacks = seen.rules, seen.start_stacks
    return MatchLength(seen.hands, rules.big_blind + rules.ante, sum(stacks) / len(stacks))


@dataclass(frozen=True)
class FaiPlayer:
    """The players of FAI-2022: the win rate by simulation, and a rule on it.

    Args:
        name: what it is called.
        version: ``"v0"`` to ``"v5"``.
        setting: ``"corrected"``; ``"as-published"``, in which ties are no wins and a raise is
            compared with the bound by the amount that it is raised to; or ``"pypokerengine"``, in
            which the numbers are those that the engine gave the report's bot (see `numbers_at`).
        trials: deals of a simulation.
        estimator: as in `handsight.agents.win_rate.win_rate`: ``"mixed"`` counts before the flop
            and on the river and samples between, ``"sampled"`` is as published, ``"exact"`` counts
            everywhere.

    Raises:
        OptionError: for an option that is none of these.

    Source:
        FAI-2022. See `rule`.
    """

    name: str = "fai-v5"
    version: str = "v5"
    setting: str = "corrected"
    trials: int = 1000
    estimator: str = "mixed"

    lines: ClassVar[dict[str, str]] = {
        "fai-v0": "folds below a win rate of one half, else calls",
        "fai-v1": "calls what the pot and its win rate warrant",
        "fai-v2": "raises too, as much as they warrant",
        "fai-v3": "raises only with a win rate above one half",
        "fai-v4": "varies the size of its raises, less on the early streets",
        "fai-v5": "folds out a match that its gain already covers",
    }

    def __post_init__(self) -> None:
        check_version(self.version, self.setting)
        check_estimator(self.estimator, self.trials)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action.

        Args:
            observation: what the player may know.
            rng: seeds the simulation, and draws the amount of a raise.
        """
        rate = self.rate(observation, rng)
        numbers = numbers_at(observation, self.setting)
        ruling = ruling_at(observation, self.version, self.setting, self.counted(rate), numbers)
        return action_of(ruling, numbers, observation, rng)

    def explain(self, observation: Observation, rng: Random) -> Decision:
        """Give the action, the case of the rule that decided, and the numbers behind it.

        Args:
            observation: what the player may know.
            rng: as in `act`; the same stream gives the same action.
        """
        rate = self.rate(observation, rng)
        return explained(
            observation,
            rng,
            self.version,
            self.setting,
            self.counted(rate),
            {
                "win rate from": f"{rate.deals} deals, {rate.method}",
                "its standard error": rate.stderr,
            },
        )

    def rate(self, seen: Observation, rng: Random) -> WinRate:
        """Estimate the win rate.

        Args:
            seen: what the player may know.
            rng: seeds the simulation.
        """
        opponents = len(seen.players) - 1
        return win_rate(seen.hole, seen.board, opponents, rng, self.trials, self.estimator)

    def counted(self, rate: WinRate) -> float:
        """Give the number that the rule takes: ties count half, or as published not at all.

        Args:
            rate: of `rate`.
        """
        return rate.alone if self.setting == "as-published" else rate.share


def ruling_at(
    seen: Observation, version: str, setting: str, chance: float, numbers: Numbers
) -> Ruling:
    """Apply a rule at the table.

    Args:
        seen: what the player may know.
        version: of the rule.
        setting: of the numbers.
        chance: the win rate, 0..1.
        numbers: of `numbers_at`.
    """
    return rule(
        version,
        chance,
        *numbers[:4],
        seen.street,
        seen.hand,
        seen.legal.stack,
        setting=setting,
        match=match_of(seen) if version == "v5" else REPORT,
    )


def action_of(ruling: Ruling, numbers: Numbers, seen: Observation, rng: Random) -> Action:
    """Turn a ruling into an action; a fold is a check where folding is not allowed.

    Args:
        ruling: of `rule`.
        numbers: what it was told.
        seen: what the player may know.
        rng: draws the amount of a raise.
    """
    if ruling.action == "raise":
        return Action.raise_to(ruling.amount(rng) + numbers.offset)
    if ruling.action == "fold" and seen.legal.can_fold:
        return Action.fold()
    return Action.call()


def explained(
    seen: Observation,
    rng: Random,
    version: str,
    setting: str,
    chance: float,
    more: Mapping[str, Number],
) -> Decision:
    """Apply a rule at the table and give the numbers behind the action.

    Args:
        seen: what the player may know.
        rng: draws the amount of a raise.
        version: of the rule.
        setting: of the numbers.
        chance: the win rate, 0..1.
        more: further numbers to show, after the win rate.
    """
    numbers = numbers_at(seen, setting)
    ruling = ruling_at(seen, version, setting, chance, numbers)
    shown: dict[str, Number] = {
        "win rate": chance,
        **more,
        "pot": numbers.pot,
        "price": numbers.call,
        "bound": ruling.bound,
    }
    if ruling.clamped:
        shown["raise from"], shown["raise to"] = ruling.clamped
    return Decision(action_of(ruling, numbers, seen, rng), f"{version}: {ruling.reason}", shown)
