"""A filter of games by day, stake, site, kind of money and number of players."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from handsight.errors import OptionError
from handsight.game import Occasion
from handsight.game.records.occasion import KINDS

MOST_SEATS = 10
_SEATS = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?", re.ASCII)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?|[.,]\d+", re.ASCII)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """A filter that decides which games count; a field that is None or empty accepts all games.

    Attributes:
        since: the first day that counts; if this field is set, hands without a date do not count.
        until: the last day that counts; if this field is set, hands without a date do not count.
        stakes: the stakes that count: blinds like ``"0.25/0.50"``, fixed-limit bets like ``"2/4"``,
            or tournament buy-ins with all fees like ``"11"``. Only the numbers are compared, so
            ``"2/4"`` accepts these blinds in any currency, and these fixed-limit bets too.
        sites: the names of the sites that count, such as ``"PokerStars"``, in upper or lower case.
        kinds: the kinds of money that count, from `handsight.game.records.occasion.KINDS`.
        seats: the smallest and the largest number of players dealt in with which a game counts.

    Raises:
        OptionError: if a field has an invalid value.

    Example:
        >>> from handsight.game import Money
        >>> game = Occasion(Money("cash", "$"), "PokerStars", "0.25/0.5", 6, "2024-05-06")
        >>> GameFilter(stakes=("0.25/0.50",), since=date(2024, 5, 1)).takes(game)
        True
        >>> GameFilter(kinds=("tournament",)).takes(game)
        False
    """

    since: date | None = None
    until: date | None = None
    stakes: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    seats: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        for stake in self.stakes:
            if not _numbers(stake):
                raise OptionError(
                    f"a stake is {stake!r}; it must be blinds like 0.25/0.50, or a buy-in like 11"
                )
        for kind in self.kinds:
            if kind not in KINDS:
                raise OptionError(
                    f"a kind of game is {kind!r}; it must be one of {', '.join(KINDS)}"
                )
        if self.since and self.until and self.since > self.until:
            raise OptionError(f"no day is after {self.since} and before {self.until}")
        if self.seats is not None and not 2 <= self.seats[0] <= self.seats[1] <= MOST_SEATS:
            raise OptionError(
                f"seats is {self.seats[0]}-{self.seats[1]}; it must be from 2 to {MOST_SEATS}, "
                "the smaller number first"
            )

    def takes(self, game: Occasion) -> bool:
        """Check whether the hands of a game count."""
        return (
            (not self.kinds or game.money.kind in self.kinds)
            and (not self.sites or game.site.lower() in {each.lower() for each in self.sites})
            and (self.seats is None or self.seats[0] <= game.seats <= self.seats[1])
            and (not self.stakes or any(_is_stake(game.stake, each) for each in self.stakes))
            and self._takes_day(game.day)
        )

    def _takes_day(self, day: str) -> bool:
        if self.since is None and self.until is None:
            return True
        since, until = self.since or date.min, self.until or date.max
        return bool(day) and since.isoformat() <= day <= until.isoformat()


def parse_day(text: str, *, last: bool = False) -> date:
    """Parse a day like ``2024-05-06``, a month like ``2024-05`` or a year like ``2024``.

    Args:
        text: the day, month or year.
        last: whether to return the last day of a month or year instead of the first day.

    Raises:
        OptionError: if the text is not a day, a month or a year.

    Example:
        >>> print(parse_day("2024-02"), parse_day("2024-02", last=True))
        2024-02-01 2024-02-29
    """
    parts = re.fullmatch(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", text.strip(), re.ASCII)
    try:
        if parts is None:
            raise ValueError
        year = int(parts[1])
        month = int(parts[2] or (12 if last else 1))
        return date(year, month, int(parts[3] or (monthrange(year, month)[1] if last else 1)))
    except ValueError:
        raise OptionError(
            f"a day is {text!r}; it must look like 2024-05-06, 2024-05 or 2024"
        ) from None


def parse_seats(text: str) -> tuple[int, int]:
    """Parse a number of players like ``6``, or a range like ``2-6``, as (smallest, largest).

    `GameFilter` checks whether the numbers are possible.

    Raises:
        OptionError: if the text is neither a number nor a range.
    """
    match = _SEATS.fullmatch(text.strip())
    if match is None:
        raise OptionError(f"seats is {text!r}; it must be a number like 6, or two like 2-6")
    return int(match[1]), int(match[2] or match[1])


def _is_stake(stake: str, wanted: str) -> bool:
    """Check whether two stakes consist of equal numbers.

    Args:
        stake: the stake of a game; a small blind of 0, which means that nobody posted one, equals
            any small blind.
        wanted: a stake that counts.
    """
    here, there = _numbers(stake), _numbers(wanted)
    if len(here) != len(there):
        return False
    return here == there or (len(here) == 2 and not here[0] and here[1] == there[1])


def _numbers(text: str) -> list[Decimal]:
    return [Decimal(each.replace(",", ".")) for each in _NUMBER.findall(_THOUSANDS.sub("", text))]


def described(games: Collection[Occasion], most: int = 6) -> str:
    """Describe games for a message, by their kinds of money, stakes and sites.

    Args:
        games: the games.
        most: the maximum number of combinations of money and stake to name.
    """
    kinds = sorted({f"{game.money} {game.stake}".strip() for game in games})
    more = f" and {len(kinds) - most:,} more" if len(kinds) > most else ""
    sites = sorted({game.site for game in games if game.site})
    return ", ".join(kinds[:most]) + more + (f", of {', '.join(sites)}" if sites else "")
