"""The counts of a player, which you can add to others and store as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from math import sqrt
from operator import add
from typing import Any, TypeAlias

from handsight.errors import OptionError
from handsight.game.records.occasion import KINDS as MONEY_KINDS
from handsight.game.records.occasion import Money
from handsight.opponents.stats.situations import POSITIONS, SITUATIONS
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.statistics import student

KINDS = ("fold", "check", "call", "bet", "raise")
"""The kinds of actions, in the order of `Counts.actions`."""

GROUPS = 9
"""The number of groups of hole cards: Sklansky's eight groups, and one for all other hands."""

Row: TypeAlias = tuple[int, ...]

MOST = 1 << 62
"""The largest count that `Counts.from_json` accepts."""

_FRACTION = re.compile(r"-?\d{1,200}(?:/\d{1,200})?", re.ASCII)
_PARTS = (
    *(("decided", "hands"), ("vpip", "decided"), ("pfr", "vpip"), ("flops_seen", "hands")),
    *(("three_bets", "three_bet_chances"), ("folds_to_raise", "raises_faced")),
    *(("showdowns_won", "showdowns"), ("showdowns", "hands"), ("folds_to_bet", "bets_faced")),
    *(("played", "dealt"), ("raised", "dealt"), ("taken", "chances")),
)
"""Pairs of counts in which the first count cannot exceed the second."""

_NO_STREETS: Row = (0,) * 3
_NO_KINDS: Row = (0,) * len(KINDS)
_NO_GROUPS: Row = (0,) * GROUPS
_NO_SITUATIONS = ((0,) * len(POSITIONS),) * len(SITUATIONS)


@dataclass(frozen=True, slots=True, repr=False)
class WinRate(ShownInNotebooks):
    """A win rate in big blinds per hundred hands.

    Attributes:
        hands: the number of hands.
        total: the big blinds won in all hands together; negative for a loss.
        squares: the sum of the squared results of the hands, in big blinds.

    Example:
        >>> rate = WinRate(4, Fraction(2), Fraction(10))
        >>> rate.value, round(rate.low, 1), round(rate.high, 1)
        (50.0, -225.6, 325.6)
    """

    hands: int
    total: Fraction
    squares: Fraction

    @property
    def value(self) -> float | None:
        """The big blinds won per hundred hands, or None if there are no hands."""
        return float(100 * self.total / self.hands) if self.hands else None

    @property
    def low(self) -> float | None:
        """The lower end of Student's 95% interval, or None if no two results differ."""
        return self._end(-1)

    @property
    def high(self) -> float | None:
        """The upper end of Student's 95% interval, or None if no two results differ."""
        return self._end(1)

    def __add__(self, other: WinRate) -> WinRate:
        return WinRate(
            self.hands + other.hands, self.total + other.total, self.squares + other.squares
        )

    def _end(self, side: int) -> float | None:
        """Return one end of Student's interval, or None if no two results differ.

        Equal results, such as those of a few folds, say nothing about how much results vary. An
        interval of width 0 would claim that they never do.

        Args:
            side: -1 for the lower end, and 1 for the upper end.
        """
        if self.hands < 2:
            return None
        variance = (self.squares - self.total * self.total / self.hands) / (self.hands - 1)
        if not variance:
            return None
        middle = float(100 * self.total / self.hands)
        return middle + side * student(self.hands - 1) * 100 * sqrt(float(variance) / self.hands)


@dataclass(frozen=True, slots=True, repr=False)
class Result(ShownInNotebooks):
    """The result of a player in all hands that were played for the same kind of money.

    Attributes:
        money: the kind of money.
        net: the amount won in units of the money; negative for a loss.
        win_rate: the win rate; the result of each hand is measured in that hand's big blinds.

    Example:
        >>> rate = WinRate(1, Fraction(7), Fraction(49))
        >>> result = Result(Money("cash", "$"), Fraction(7, 2), rate)
        >>> str(result.money), float(result.net), result.win_rate.value
        ('cash $', 3.5, 700.0)
    """

    money: Money
    net: Fraction
    win_rate: WinRate

    def __add__(self, other: Result) -> Result:
        if self.money != other.money:
            raise OptionError(f"amounts of {self.money} and of {other.money} cannot be added")
        return Result(self.money, self.net + other.net, self.win_rate + other.win_rate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Counts of what a player did in a set of hands; ``+`` adds the counts of other hands.

    A *wager* is a bet or a raise. Blinds, straddles and antes are not wagers, because they are
    forced.

    Attributes:
        hands: the number of hands that the player was dealt.
        decided: the number of hands in which the player had a decision before the flop. There is no
            decision, for example, in a walk, where all others fold to the player's big blind, or if
            a blind or an ante took all of the player's chips.
        vpip: the number of hands in which the player called, bet or raised before the flop. A check
            in the big blind or a straddle does not count.
        pfr: the number of hands in which the player bet or raised before the flop.
        three_bet_chances: the number of hands in which the player had to respond to the first
            raise before the flop, made by another player, and could re-raise.
        three_bets: the number of these chances in which the player re-raised.
        raises_faced: the number of hands in which the player had to respond to the first raise
            before the flop, made by another player. A raise that was re-raised before the player's
            turn does not count.
        folds_to_raise: the number of these hands in which the player folded to the raise.
        flops_seen: the number of hands in which the player had not folded when the flop was dealt,
            whether or not they were all-in.
        showdowns: the number of hands in which the player reached the showdown, even if they mucked
            there.
        showdowns_won: the number of showdowns at which the player won a pot or a part of a pot.
        bets_faced: three numbers, for flop, turn and river: the number of hands in which the player
            had to respond to the first bet on the street, made by another player. A bet that was
            raised before the player's turn does not count.
        folds_to_bet: three numbers, for flop, turn and river: the number of hands in `bets_faced`
            in which the player folded to the bet.
        actions: the number of actions, by street from preflop to river and by kind in `KINDS`.
        dealt: nine numbers, for Sklansky's groups 1 to 8 and no group: the number of hands in
            `decided` in which the player's hole cards were in the group, and the hole cards of all
            players are known, no matter how the hand went. Hands that are known only from a
            showdown would bias the counts towards good hands.
        played: nine numbers, by group: the number of hands in `dealt` that also count for `vpip`.
        raised: nine numbers, by group: the number of hands in `dealt` that also count for `pfr`.
        chances: the number of times, by situation in `SITUATIONS` and by position in `POSITIONS`,
            that the player had the chance to act as the situation's name says. Hands from stores of
            older versions without positions do not count.
        taken: the number of `chances` that the player took, by situation and by position.
        results: the result for each kind of money, sorted by kind of money.

    Example:
        >>> both = Counts(hands=2, decided=2, vpip=1) + Counts(hands=1, decided=1, pfr=0)
        >>> both.hands, both.vpip
        (3, 1)
        >>> Counts.from_json(both.to_json()) == both
        True
    """

    hands: int = 0
    decided: int = 0
    vpip: int = 0
    pfr: int = 0
    three_bet_chances: int = 0
    three_bets: int = 0
    raises_faced: int = 0
    folds_to_raise: int = 0
    flops_seen: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    bets_faced: Row = _NO_STREETS
    folds_to_bet: Row = _NO_STREETS
    actions: tuple[Row, ...] = (_NO_KINDS,) * 4
    dealt: Row = _NO_GROUPS
    played: Row = _NO_GROUPS
    raised: Row = _NO_GROUPS
    chances: tuple[Row, ...] = _NO_SITUATIONS
    taken: tuple[Row, ...] = _NO_SITUATIONS
    results: tuple[Result, ...] = ()

    def __add__(self, other: object) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts(
            **{name: _sum(getattr(self, name), getattr(other, name)) for name in _shapes()},
            results=sum_of_results((*self.results, *other.results)),
        )

    @property
    def net(self) -> Fraction:
        """The amount that the player won: negative for a loss, and 0 if there are no results.

        Raises:
            OptionError: if the player played for several kinds of money, because their results
                cannot be added.
        """
        if len(self.results) > 1:
            raise OptionError(
                f"results in {', '.join(str(each.money) for each in self.results)} cannot be "
                "added; see the results in each"
            )
        return self.results[0].net if self.results else Fraction(0)

    def after_flop(self, kind: str) -> int:
        """Return the number of actions of a kind in `KINDS` on the flop, turn and river together.

        Raises:
            ValueError: if the kind is unknown.

        Example:
            >>> streets = ((0,) * 5, (0, 0, 0, 1, 0), (0, 0, 0, 2, 0), (0,) * 5)
            >>> Counts(actions=streets).after_flop("bet")
            3
        """
        place = KINDS.index(kind)
        return sum(row[place] for row in self.actions[1:])

    def situation(self, name: str, position: str | None = None) -> tuple[int, int]:
        """Return how often the player took their chance in a situation, and how often they had one.

        Args:
            name: the name of the situation, one of `SITUATIONS`.
            position: one of `POSITIONS`; None for all positions together.

        Raises:
            OptionError: if the situation or the position is unknown.

        Example:
            >>> Counts().situation("steal", "CO")
            (0, 0)
        """
        if name not in SITUATIONS:
            raise OptionError(
                f"no situation is called {name!r}; the situations are {', '.join(SITUATIONS)}"
            )
        taken, chances = (rows[SITUATIONS.index(name)] for rows in (self.taken, self.chances))
        if position is None:
            return sum(taken), sum(chances)
        if position not in POSITIONS:
            raise OptionError(
                f"no position is called {position!r}; the positions are {', '.join(POSITIONS)}"
            )
        place = POSITIONS.index(position)
        return taken[place], chances[place]

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON-compatible data; fractions become strings like ``"7/2"``."""
        return {name: _plain(value) for name, value in self.values().items()}

    def values(self) -> dict[str, Any]:
        """Return what `to_json` returns, but with tuples where it has lists."""
        shares = {name: getattr(self, name) for name in _shapes()}
        return {**shares, "results": tuple([_plain_result(each) for each in self.results])}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Counts:
        """Build counts from the data that `to_json` returned.

        Raises:
            OptionError: if the data is not the counts of a player.
        """
        shapes = _shapes()
        try:
            if set(data) != {*shapes, "results"}:
                raise ValueError
            counts = cls(
                **{name: _read(data[name], like) for name, like in shapes.items()},
                results=sum_of_results(map(_read_result, data["results"])),
            )
            if not all(_is_part(getattr(counts, part), getattr(counts, of)) for part, of in _PARTS):
                raise ValueError
            return counts
        except (AttributeError, TypeError, ValueError, ZeroDivisionError):
            raise OptionError(
                "this is not an object of counts, as returned by Counts.to_json"
            ) from None


def _is_part(part: Any, of: Any) -> bool:
    return all(map(_is_part, part, of)) if isinstance(part, tuple) else bool(part <= of)


@cache
def _shapes() -> dict[str, Any]:
    """Return {name: value in empty counts} for all fields except `results`."""
    return {field.name: field.default for field in fields(Counts) if field.name != "results"}


def _sum(one: Any, two: Any) -> Any:
    if not isinstance(one, tuple):
        return one + two
    pairs = zip(one, two, strict=True)
    return tuple(map(add, one, two)) if isinstance(one[0], int) else tuple(_sum(*p) for p in pairs)


def sum_of_results(results: Iterable[Result]) -> tuple[Result, ...]:
    """Add up the results for each kind of money, and sort the sums by kind of money."""
    found: dict[Money, Result] = {}
    for each in results:
        found[each.money] = found[each.money] + each if each.money in found else each
    return tuple(found[money] for money in sorted(found))


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _plain_result(result: Result) -> tuple[Any, ...]:
    rate = result.win_rate
    return (*result.money, rate.hands, str(result.net), str(rate.total), str(rate.squares))


def _read_result(value: Any) -> Result:
    kind, currency, hands, *amounts = value
    if kind not in ("", *MONEY_KINDS) or not isinstance(currency, str):
        raise ValueError
    net, total, squares = map(_read_fraction, amounts)
    return Result(Money(kind, currency), net, WinRate(_read(hands, 0), total, squares))


def _read_fraction(text: str) -> Fraction:
    if not _FRACTION.fullmatch(text):
        raise ValueError
    return Fraction(text)


def _read(value: Any, like: Any) -> Any:
    if isinstance(like, tuple):
        return tuple(_read(each, part) for each, part in zip(value, like, strict=True))
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError
    return value
