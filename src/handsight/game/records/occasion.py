"""The occasion of a recorded hand: stakes, site, day and number of players."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from handsight.game.records.hand import Hand

PLAYED_FOR = "_played_for"
"""The metadata field that holds the kind of money, one of `KINDS`, if no other field implies it."""
TOURNAMENT, PLAY = "tournament", "play"
KINDS = ("cash", TOURNAMENT, PLAY)
"""The kinds of money that a hand can be played for."""

_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_NUMBER = r"\d+(?:[.,]\d+)?"
_SIGN = r"[^\w\s()\[\].,:;+#\"'/!-]"
_AMOUNT = rf"{_SIGN}?{_NUMBER}(?: ?{_SIGN})?"
_BUY_IN = re.compile(
    rf"(?<!\d)(?P<sum>{_AMOUNT}(?: ?\+ ?{_AMOUNT})+)"
    rf"|(?P<one>{_SIGN}{_NUMBER})(?: [A-Z]{{3}})? Buy-in"
)


class Money(NamedTuple):
    """The kind of money that a hand is played for. Amounts of different kinds are never added.

    Attributes:
        kind: one of `KINDS`; empty if not recorded.
        currency: a currency sign or a code of three letters; ``"money"`` for play money;
            ``"chips"`` in a tournament, or if no currency is named.

    Example:
        >>> print(Money("cash", "€"), Money("tournament"), Money(), sep=", ")
        cash €, tournament chips, chips
    """

    kind: str = ""
    currency: str = "chips"

    def __str__(self) -> str:
        return f"{self.kind} {self.currency}".strip()


UNKNOWN = Money()


@dataclass(frozen=True, slots=True, order=True)
class Occasion:
    """The stakes, site, day and number of players of a recorded hand.

    Attributes:
        money: the kind of money.
        site: the poker site; empty if not recorded.
        stake: the blinds, like ``"0.25/0.5"``, or the bets of fixed limit, like ``"2/4 limit"``. In
            a tournament, the buy-in with all fees, like ``"$11"``; empty if not recorded.
        seats: the number of players dealt in.
        day: the date, like ``"2024-05-06"``; empty if not recorded.

    Example:
        >>> from dataclasses import replace
        >>> from handsight.game import random_hands
        >>> hand = next(random_hands(3, seed=1))
        >>> told = {"venue": "Stars", "event": "Tournament #7, $10+$1 USD", "year": 2024}
        >>> Occasion.of(replace(hand, metadata=told)).stake
        '$11'
        >>> Occasion.of(hand)
        Occasion(money=Money(kind='', currency='chips'), site='', stake='50/100', seats=3, day='')
    """

    money: Money = UNKNOWN
    site: str = ""
    stake: str = ""
    seats: int = 0
    day: str = ""

    @classmethod
    def of(cls, hand: Hand) -> Occasion:
        """Return the occasion that a record describes."""
        money, told = money_of(hand), hand.metadata
        return cls(
            money=money,
            site=str(told.get("venue", "")),
            stake=_buy_in(hand) if money.kind == TOURNAMENT else _blinds(hand),
            seats=len(hand.stacks),
            day=_day(hand),
        )


def money_of(hand: Hand) -> Money:
    """Return the kind of money that a hand was played for.

    A record can say that it is for play money or from a tournament (see `PLAYED_FOR`). Otherwise a
    record with an event or a level is from a tournament, and a record with a currency is from a
    cash game. For any other record, the kind of money is unknown.
    """
    told = hand.metadata
    if told.get(PLAYED_FOR) == PLAY:
        return Money(PLAY, "money")
    if told.get("event") or told.get("level") or told.get(PLAYED_FOR) == TOURNAMENT:
        return Money(TOURNAMENT)
    currency = str(told.get("currency") or told.get("currency_symbol") or "")
    return Money("cash", _SIGNS.get(currency, currency)) if currency else UNKNOWN


def _blinds(hand: Hand) -> str:
    rules = hand.rules
    pair = (rules.small_blind, rules.big_blind)
    if rules.structure == "fixed-limit":
        pair = rules.bet_sizes
    text = "/".join(f"{(Decimal(chips) / hand.scale).normalize():f}" for chips in pair)
    return f"{text} limit" if rules.structure == "fixed-limit" else text


def _buy_in(hand: Hand) -> str:
    found = _BUY_IN.search(str(hand.metadata.get("event", "")))
    if found is None:
        return ""
    text = found["sum"] or found["one"]
    amounts = (Decimal(each.replace(",", ".")) for each in re.findall(_NUMBER, text))
    total = sum(amounts, Decimal(0))
    signs = re.findall(_SIGN, text)
    return f"{signs[0] if signs else ''}{total.normalize():f}"


def _day(hand: Hand) -> str:
    told = hand.metadata
    try:
        return date(*(int(told[name]) for name in ("year", "month", "day"))).isoformat()
    except (KeyError, TypeError, ValueError):
        return ""
