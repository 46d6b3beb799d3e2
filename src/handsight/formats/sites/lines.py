"""A reader of hand histories, line by line, with a table of patterns for each site.

Each line either matches a pattern, is recognised as a remark that does not affect play (see
`_is_remark`), or makes its hand a fault.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from handsight.errors import HistoryError
from handsight.formats.sites.script import Habits, HandScript
from handsight.game import Damaged, Hand
from handsight.game.records.occasion import PLAY, PLAYED_FOR, TOURNAMENT

_BY_COMMAS = r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?"  # 1,234,567 or, as in India, 12,34,567
_BY_SPACES = r"\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?"
NUMBER = rf"(?:{_BY_COMMAS}|{_BY_SPACES}|\d+(?:[.,]\d+)?|(?<![^\W\d])\.\d+)"
_SIGN = r"[^\w\s()\[\].,:;/+|=*'\"-]"
_LETTERS = r"(?:[A-Z]{1,3}\$|kr|zł|lei)"
MONEY = (
    rf"(?:[^\w\s()\[\]]|{_LETTERS} ?|[A-Z]{{3}} )?{NUMBER}"
    rf"(?: ?{_SIGN}| ?{_LETTERS})?(?: [A-Z]{{3}})?"
)
"""Matches an amount, with or without a currency sign or letters before or after it."""

PLAYER = r"(?P<player>.+?)"
CHIPS = rf"(?P<chips>{MONEY})"
TOTAL = rf"(?P<total>{MONEY})"
ADDED = rf"(?P<added>{MONEY})"
SIGNED = (
    rf"(?:(?P<currency_symbol>[^\w\s()\[\].]|{_LETTERS}) ?)?(?P<chips>{NUMBER})"
    rf"(?: ?(?P<behind>{_SIGN}|{_LETTERS}))?"
)
"""Matches an amount of chips with the sign of its currency, each as a group."""

SHOWN = r"\[ *(?P<cards>[2-9TJQKA10cdhs, ]+?) *\]"
CLOCK = r"(?P<time>\d{1,2}:\d{2}(?::\d{2})?)"
DATE = rf"(?P<year>\d{{4}})/(?P<month>\d+)/(?P<day>\d+)(?: -)? {CLOCK}"
ALL_IN = rf"(?: and (?:is all-in|has reached the {MONEY} cap))?"

READ = "hold'em without a limit and with a fixed one is read"
"""What errors about unsupported games say about the supported games."""

_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])")
_NUMBER = re.compile(NUMBER)
_COMMAS = re.compile(_BY_COMMAS)
_BETWEEN = re.compile(r"[ '’](?=\d{3})")
_WAITS = re.compile(r"\d+ ?(?:s|secs?|seconds?|minutes?)\b")
_OF_PLAY = re.compile(
    r"[\d\[\]{}()*#]|[$€£¥]|\b(?:folds|checks|calls|bets|raises|posts|shows|mucks|collected|wins"
    r"|deals?|dealt|all-?in)\b",
    re.IGNORECASE,
)
_TAKEN_OUT = re.compile(rf"\| *[A-Z][A-Za-z ]*?:? ({MONEY})")
_RUNS = {"FIRST": 0, "SECOND": 1, "THIRD": 2}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PLAYED = re.compile("play|practice|fun", re.IGNORECASE)
_BYTE_ORDER_MARK = "﻿"
_MOST_DIGITS = 18
_METADATA = (
    *("venue", "time", "day", "month", "year", "hand", "seats", "seat_count", "table"),
    *("currency", "currency_symbol", "time_zone_abbreviation", "event", "level", PLAYED_FOR),
)
"""The facts of a heading that become metadata, in the order of the record."""


@dataclass(frozen=True, slots=True)
class Site:
    """The hand history format of one site, and its reader.

    Attributes:
        name: the name of the site.
        first: pattern of the beginning of a hand's first line.
        game: the site's words for no-limit hold'em.
        limit: the site's words for fixed-limit hold'em. A hand whose heading names any other
            ``game`` is a hand of another variant.
        lines: pairs of a kind from `KINDS` and a pattern, in the order in which they are tried. A
            pattern has the groups that its kind needs.
        summary: pattern of the beginning of the summary's first line; from a summary, only the rake
            and the total pot are read. None if the site writes no such line.
        above: pattern of text that can precede the first hand of a file; None if nothing can.
        tidy: callable that rewrites a line into the form that the patterns in ``lines`` match; it
            can return several lines, or none.
        habits: ways in which the site's hands differ from those of most sites.
    """

    name: str
    first: re.Pattern[str]
    game: re.Pattern[str]
    limit: re.Pattern[str]
    lines: tuple[tuple[str, re.Pattern[str]], ...]
    summary: re.Pattern[str] | None = None
    above: re.Pattern[str] | None = None
    tidy: Callable[[str], str] = str
    habits: Habits = field(default_factory=Habits)

    def begins(self, line: str) -> bool:
        """Check whether a file of the site can begin with this line."""
        above = self.above is not None and self.above.match(line) is not None
        return above or self.first.match(line) is not None

    def read(self, file: str, lines: Iterable[bytes]) -> Iterator[Hand | Damaged]:
        """Yield the hands of a file, and `Damaged` for each hand that cannot be read."""
        begin = 0
        for begin, texts in self._hands(lines):
            script = HandScript(file, begin, self.habits)
            script.facts["venue"] = self.name
            try:
                yield self._hand(script, texts)
            except HistoryError as error:
                other = "" if self._is_ours(script) else script.facts["game"]
                line = error.line if error.file else script.line
                yield Damaged(file, line, f"{self.name}: {error.reason}", other)
        if not begin:
            yield Damaged(file, 1, f"{self.name}: no hand begins in this text")

    def _hands(self, lines: Iterable[bytes]) -> Iterator[tuple[int, list[str]]]:
        begin, hand = 1, list[str]()
        for number, raw in enumerate(lines, start=1):
            line = text_of(raw)
            place = self._begin_of_hand(line)
            if place is not None:
                if hand:
                    yield begin, [*hand, line[:place]]
                begin, hand = number, []
            elif not hand:
                continue  # a remark above the first hand
            hand.append(line[place or 0 :])
        if hand:
            yield begin, hand

    def _begin_of_hand(self, line: str) -> int | None:
        """Return the index in a line at which a hand begins, or None if no hand begins there.

        A hand can begin within a line if the previous hand was cut off.
        """
        match = self.first.search(line)
        if match is None:
            return None
        begin = match.start()
        if not begin:
            return 0
        heads = (pattern for kind, pattern in self.lines if kind == "head")
        return begin if any(pattern.fullmatch(line[begin:]) for pattern in heads) else None

    def _hand(self, script: HandScript, texts: list[str]) -> Hand:
        is_over, unread = False, list[tuple[int, str]]()
        for number, line in enumerate(texts, start=script.begin):
            script.line = number
            for part in self.tidy(line).splitlines():
                is_over = is_over or (self.summary is not None and bool(self.summary.match(part)))
                self._line(script, part, is_over, unread)
            if not self._is_ours(script):
                game = script.facts["game"]
                raise script.fault(f"the game is {game}; {READ}")
        script.line = script.begin
        script.has_limit = self.limit.fullmatch(script.facts.get("game", "")) is not None
        try:
            return script.hand(metadata_of(script.facts))
        except HistoryError:
            if unread:  # so the line was not a remark
                raise _unread(script, *unread[0]) from None
            if not script.has_started and any(kind == "start" for kind, _ in self.lines):
                raise script.fault("no cards are dealt; the hand was called off") from None
            raise

    def _line(
        self, script: HandScript, line: str, is_over: bool, unread: list[tuple[int, str]]
    ) -> None:
        for kind, pattern in self.lines:
            if is_over and kind != "rake":
                continue
            match = pattern.fullmatch(line)
            if match is not None:
                KINDS[kind](script, match)
                return
        if not is_over:
            unread.append((script.line, line))
            if not _is_remark(line, script.seated):
                raise _unread(script, *unread[0])

    def _is_ours(self, script: HandScript) -> bool:
        game = script.facts.get("game")
        return game is None or any(
            pattern.fullmatch(game) is not None for pattern in (self.game, self.limit)
        )


def _unread(script: HandScript, number: int, line: str) -> HistoryError:
    return script.fault(f"{line!r} cannot be read, and with it the hand", number)


def _is_remark(line: str, players: Iterable[str]) -> bool:
    """Check whether a line that matches no pattern is a remark that does not affect play.

    A remark names no amount, card or action, whereas a line of play names at least one of these. If
    a fold or check is mistaken for a remark, the hand breaks the rules and is refused.
    """
    for player in players:
        line = re.sub(rf"(?<!\w){re.escape(player)}(?!\w)", "", line)
    line = _WAITS.sub("", line)
    return any(map(str.isalpha, line)) and _OF_PLAY.search(line) is None


_WESTERN = {
    byte: text
    for byte in range(0x80, 0xA0)
    if (text := bytes([byte]).decode("cp1252", "ignore"))  # five bytes have no character there
}


def text_of(raw: bytes) -> str:
    """Decode a line of bytes, and strip surrounding whitespace.

    No-break spaces become spaces, and NULs are dropped. Text that is not UTF-8 is decoded with the
    Windows code page of Western Europe, which garbles names in other alphabets. Two such names
    become equal only if they differ in nothing but spaces and NULs.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1").translate(_WESTERN)
    text = text.removeprefix(_BYTE_ORDER_MARK).replace("\0", "")
    return text.replace("\xa0", " ").replace("\u202f", " ").strip()


def table(*rows: tuple[str, str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Compile the patterns of a site's lines.

    Args:
        rows: pairs of a kind from `KINDS` and a pattern.
    """
    return tuple((kind, re.compile(pattern)) for kind, pattern in rows)


def idle(*patterns: str) -> tuple[tuple[str, str], ...]:
    """Return rows for `table` with patterns of lines that change nothing."""
    return tuple(("idle", pattern) for pattern in patterns)


def amount(text: str) -> Decimal:
    """Read an amount, whatever its currency and thousands separator.

    Raises:
        HistoryError: if the text has no number, or one with more than 18 characters.

    Example:
        >>> [str(amount(each)) for each in ("$1,234.50", "0,10€", "1 500,25", "$2 USD", "$.50")]
        ['1234.50', '0.10', '1500.25', '2', '0.50']
    """
    match = _NUMBER.search(text)
    if match is None or len(match[0]) > _MOST_DIGITS:
        raise HistoryError(f"{text!r} is not an amount")
    number = match[0]
    if _COMMAS.fullmatch(number):
        return Decimal(number.replace(",", ""))
    return Decimal(_BETWEEN.sub("", number).replace(",", "."))


def without_dots(text: str) -> str:
    """Remove the dots that separate thousands in a text with amounts.

    Use this only for sites that write numbers in the language of the player's computer, and only
    for money with two decimals.

    Example:
        >>> without_dots("1.234.500 $, 3.50 $")
        '1234500 $, 3.50 $'
    """
    return _THOUSANDS.sub(lambda number: number[0].replace(".", ""), text)


def metadata_of(facts: dict[str, Any]) -> dict[str, Any]:
    """Return a heading's facts as metadata with PHH names, in order; seats are added later.

    Raises:
        HistoryError: if the month or the time of day cannot be read.
    """
    values = dict(facts, seats=[], table=facts.get("table_name"))
    for name in ("day", "year", "seat_count"):
        if values.get(name):
            values[name] = int(values[name])
    for name in ("hand", "level"):
        text = values.get(name)
        if text and text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS:
            values[name] = int(text)
    if month := values.get("month"):
        short = month[:3].lower()
        if short not in _MONTHS and not (month.isascii() and month.isdecimal()):
            raise HistoryError(f"{month!r} is not a month")
        values["month"] = _MONTHS.index(short) + 1 if short in _MONTHS else int(month)
    if _PLAYED.match(values.get("money") or ""):
        values[PLAYED_FOR] = PLAY
    elif values.get("tourney"):
        values[PLAYED_FOR] = TOURNAMENT
    if clock := values.get("time"):
        try:
            hour, minute = clock.split(":", 1)
            values["time"] = datetime.time.fromisoformat(f"{hour.zfill(2)}:{minute}")
        except ValueError:
            raise HistoryError(f"{clock!r} is not a time of day") from None
    return {name: values[name] for name in _METADATA if values.get(name) not in (None, "")}


# --- what the lines of a kind do ------------------------------------------------------------------


def _head(script: HandScript, match: re.Match[str]) -> None:
    for name, value in match.groupdict().items():
        if value is not None:
            script.facts[name] = value
    for name in ("small", "big"):
        if isinstance(script.facts.get(name), str):
            script.facts[name] = amount(script.facts[name])
    if isinstance(script.facts.get("button"), str):
        script.facts["button"] = int(script.facts["button"][:3])


def _seat(script: HandScript, match: re.Match[str]) -> None:
    groups = match.groupdict()
    sign = groups.get("currency_symbol") or groups.get("behind")
    if sign:
        script.facts.setdefault("currency_symbol", sign)
    script.sit(match["player"], int(match["seat"][:3]), amount(match["chips"]))


def _hero(script: HandScript, match: re.Match[str]) -> None:
    _seat(script, match)
    script.facts["hero"] = match["player"]


def _post(kind: str) -> Callable[[HandScript, re.Match[str]], None]:
    def post(script: HandScript, match: re.Match[str]) -> None:
        dead = match.groupdict().get("dead")
        chips = amount(match["chips"]) + (amount(dead) if dead else 0)
        script.post(match["player"], kind, chips)

    return post


def _deal(script: HandScript, match: re.Match[str]) -> None:
    script.deal(match["player"], match.groupdict().get("cards") or "")


def _board(script: HandScript, match: re.Match[str]) -> None:
    script.board(match["cards"], _RUNS[match.groupdict().get("run") or "FIRST"])


def _start(script: HandScript, match: re.Match[str]) -> None:
    script.start()


def _act(word: str) -> Callable[[HandScript, re.Match[str]], None]:
    def act(script: HandScript, match: re.Match[str]) -> None:
        groups = match.groupdict()
        done, chips = word, groups.get("chips")
        if groups.get("total"):
            done, chips = "to", groups["total"]
        elif groups.get("added"):
            done, chips = "adds", groups["added"]
        script.act(match["player"], done, None if chips is None else amount(chips), script.line)

    return act


def _show(script: HandScript, match: re.Match[str]) -> None:
    script.show(match["player"], match["cards"])


def _collect(script: HandScript, match: re.Match[str]) -> None:
    script.collect(match["player"], amount(match["chips"]))


def _returned(script: HandScript, match: re.Match[str]) -> None:
    script.give_back(match["player"], amount(match["chips"]))


def _rake(script: HandScript, match: re.Match[str]) -> None:
    if "|" in match[0]:
        script.rake = sum((amount(each) for each in _TAKEN_OUT.findall(match[0])), Decimal(0))
    if total := match.groupdict().get("total"):
        script.total = amount(total)


def _added(script: HandScript, match: re.Match[str]) -> None:
    script.added += amount(match["chips"])


def _nothing(script: HandScript, match: re.Match[str]) -> None:
    """Ignore a line that changes nothing."""


KINDS: dict[str, Callable[[HandScript, re.Match[str]], None]] = {
    "head": _head,
    "seat": _seat,
    "hero": _hero,
    **{kind: _post(kind) for kind in ("small", "big", "both", "dead", "straddle", "ante")},
    "start": _start,
    "deal": _deal,
    "board": _board,
    **{kind: _act(kind) for kind in ("fold", "check", "call", "bet", "raise")},
    "show": _show,
    "collect": _collect,
    "returned": _returned,
    "rake": _rake,
    "added": _added,
    "idle": _nothing,
}
"""The function that handles each kind of line.

For a bet or raise, the group ``total`` is the street total, and the group ``added`` is the chips
that the player adds. A post of both blinds can name the dead blind separately, in the group
``dead``. The chips in a line of kind ``added`` come from the site.
"""
