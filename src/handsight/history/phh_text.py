"""Writing PHH."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from handsight.cards import Card
from handsight.errors import OptionError
from handsight.history.hand import Amount, HandHistory
from handsight.history.phh import HOUSE, RAKE, house_rules

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_UNKNOWN = "????"
_STREETS = (0, 3, 4, 5)


def phh_text(history: HandHistory) -> str:
    """Write a hand in PHH, so that it reads as the same hand.

    Args:
        history: the hand.

    Raises:
        OptionError: if its metadata hold what TOML has no notation for.

    Example:
        >>> from handsight.history import parse_phh
        >>> text = '''variant = "NT"
        ... ante_trimming_status = true
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = [
        ...   "d dh p1 AhKh",
        ...   "d dh p2 ????",
        ...   "p2 f",
        ... ]
        ... '''
        >>> phh_text(parse_phh(text)) == text
        True
    """
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in _fields(history))


def phhs_text(histories: Iterable[HandHistory]) -> Iterator[str]:
    """Write hands as one PHHS file, each under its number.

    Args:
        histories: the hands.

    Yields:
        The text of each hand.
    """
    for number, history in enumerate(histories, start=1):
        yield f"{'' if number == 1 else chr(10)}[{number}]\n{phh_text(history)}"


def _fields(history: HandHistory) -> Iterator[tuple[str, Any]]:
    rules, unit = history.rules, _Unit(history.scale)
    yield "variant", "FT" if rules.is_limit else "NT"
    yield "ante_trimming_status", rules.ante_by == "each"
    yield "antes", unit.all(_in_posting_order(history.antes))
    yield "blinds_or_straddles", unit.all(_in_posting_order(_signed_posts(history)))
    if rules.is_limit:
        small, big = rules.bet_sizes
        yield from (("small_bet", unit.of(small)), ("big_bet", unit.of(big)))
    else:
        yield "min_bet", unit.of(rules.big_blind)
    yield "starting_stacks", unit.all(history.stacks)
    yield "actions", _Lines(_actions(history, unit))
    yield from history.metadata.items()
    if history.players:
        yield "players", list(history.players)
    if history.finishing_stacks is not None:
        yield "finishing_stacks", unit.all(history.finishing_stacks)
    if history.winnings is not None:
        yield "winnings", unit.all(history.winnings)
    if history.rake:
        yield RAKE, unit.of(history.rake)
    if house := house_rules(rules):
        yield HOUSE, house


def _signed_posts(history: HandHistory) -> tuple[int, ...]:
    """A post out of turn is written as a negative number."""
    return tuple(-post if seat in history.late else post for seat, post in enumerate(history.posts))


def _in_posting_order(values: tuple[int, ...]) -> tuple[int, ...]:
    return values[::-1] if len(values) == 2 else values


class _Unit:
    """Brings chips back to the amounts of the record."""

    def __init__(self, scale: int) -> None:
        self.scale = scale

    def of(self, chips: Amount) -> int | Decimal:
        exact = Fraction(chips) / self.scale
        if exact.denominator == 1:
            return exact.numerator
        return Decimal(exact.numerator) / Decimal(exact.denominator)

    def all(self, amounts: Iterable[Amount]) -> list[int | Decimal]:
        return [self.of(chips) for chips in amounts]


# --- actions --------------------------------------------------------------------------------------


class _Lines(list[str]):
    """A list that is written with a line for each entry."""

    def __init__(self, entries: Iterable[str]) -> None:
        super().__init__(entries)


def _actions(history: HandHistory, unit: _Unit) -> Iterator[str]:
    for seat, hole in enumerate(history.holes):
        yield f"d dh p{seat + 1} {_UNKNOWN if hole is None else _cards(hole)}"
    lying = 0
    for seat, action, board, note in history.actions:
        yield from _dealt(history.board, lying, board)
        lying = board
        word = {"fold": "f", "call": "cc"}.get(action.kind) or f"cbr {unit.of(action.amount)}"
        yield f"p{seat + 1} {word}{f' #{note}' if note else ''}"
    for seat in history.shown:
        yield f"p{seat + 1} sm {_cards(history.holes[seat] or ()) or _UNKNOWN}"
    for seat in history.mucked:
        yield f"p{seat + 1} sm -"
    yield from _dealt(history.board, lying, len(history.board))


def _dealt(board: tuple[Card, ...], begin: int, end: int) -> Iterator[str]:
    for before, after in pairwise(_STREETS):
        if begin <= before and after <= end:
            yield f"d db {_cards(board[before:after])}"


def _cards(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


# --- values ---------------------------------------------------------------------------------------


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Decimal():
            return _decimal(value)
        case int() | float():
            return str(value)
        case datetime() | date() | time():
            return value.isoformat()
        case _Lines():
            return "".join(["[\n", *(f"  {_value(line)},\n" for line in value), "]"])
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{{pairs}}}"
        case _:
            raise OptionError(f"the metadata hold {value!r}, for which TOML has no notation")


def _decimal(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    if value.is_infinite():
        return "inf" if value > 0 else "-inf"
    text = f"{value:f}"
    return text if "." in text else f"{text}.0"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)
