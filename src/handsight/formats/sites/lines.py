"""A reader of hand histories, line by line, with a table of patterns for each site.

Each line either matches a pattern, is recognised as a remark that does not affect play (see
`_is_remark`), or makes its hand a fault.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from handsight.errors import HistoryError
from handsight.formats.amounts import MOST_DIGITS
from handsight.formats.sites.script import UNIT, Habits, HandScript
from handsight.game import Amount, Damaged, Hand
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
COLON = ": "
"""Separates a player's name from what the player does, on some sites."""

CHIPS = rf"(?P<chips>{MONEY})"
TOTAL = rf"(?P<total>{MONEY})"
ADDED = rf"(?P<added>{MONEY})"
SIGNED = (
    rf"(?:(?P<currency_symbol>[^\w\s()\[\].]|{_LETTERS}) ?)?(?P<chips>{NUMBER})"
    rf"(?: ?(?P<behind>{_SIGN}|{_LETTERS}))?"
)
"""Matches an amount of chips with the sign of its currency, each as a group."""

SHOWN = r"\[ *(?P<cards>[2-9TJQKA10cdhs, ]+?) *\]"
SUMMED_UP = rf"Seat \d+: {PLAYER}(?: \((?:button|small blind|big blind)\))*"
"""Matches the beginning of what a summary says of a player, on some sites."""
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
_TAKEN_OUT = re.compile(rf"\| *(?!Main pot|Side pot|STP)[A-Z][A-Za-z ]*?:? ({MONEY})")
"""Matches what a line with the total pot says was taken out, not what the pot consists of."""
_RUNS = {"FIRST": 0, "SECOND": 1, "THIRD": 2}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PLAYED = re.compile("play|practice|fun", re.IGNORECASE)
MOST_CHARACTERS = 500
"""The maximum length of a line of a hand. Longer lines are refused, because the time to match some
patterns grows with the square of the length. The longest known line has 190 characters."""

MOST_LINES = 1000
"""The maximum number of lines of a hand, without its summary."""

_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}")
"""Matches an escaped character, a set of characters, or a number of repetitions in a pattern."""
_SPECIAL = "().^$?*+|"
_ESCAPED = r"\.^$*+?{}[]()|-#/ '\"&"
_BYTE_ORDER_MARK = "﻿"
_MOST_DIGITS = 18
_CLOSING = ("rake", "won", "cashed-out", "mucked")
"""The kinds of lines that are read in a summary."""
_METADATA = (
    *("venue", "time", "day", "month", "year", "hand", "seats", "seat_count", "table"),
    *("currency", "currency_symbol", "time_zone_abbreviation", "event", "level", PLAYED_FOR),
)
"""The facts of a heading that become metadata, in the order of the record."""


Handler: TypeAlias = "Callable[[HandScript, str, re.Match[str]], None]"
"""A function that tells a script what a line says: it takes the script, the name of the player, or
an empty text for a line without one, and the match of the line's pattern."""


class LinePattern(NamedTuple):
    """A pattern of lines.

    Attributes:
        literal: text that every matching line contains, to rule out most lines quickly.
        match: callable that matches a whole line.
        has_player: whether the match has a group with the name of a player.
        tell: the function that handles a line that matches.
    """

    literal: str
    match: Callable[[str], re.Match[str] | None]
    has_player: bool
    tell: Handler


class LineTable(NamedTuple):
    """The patterns of a site's lines.

    Attributes:
        rows: all patterns, in the order in which they are tried.
        heads: patterns of the lines of a heading.
        closing: the patterns that are read in a summary.
        has_start: whether a line says that the deal begins.
        said: callable that takes what follows the name of a player and `COLON`, and returns the
            pattern in ``rows`` and the match of that text, or None if the whole line must be read.
    """

    rows: tuple[LinePattern, ...]
    heads: tuple[re.Pattern[str], ...]
    closing: tuple[LinePattern, ...]
    has_start: bool
    said: Callable[[str], tuple[LinePattern, re.Match[str]] | None]

    def tell(self, script: HandScript, line: str) -> bool:
        """Tell a script what a line says, and return whether any pattern matches the line."""
        player, _, said = line.partition(COLON)
        if script.has_seat(player) and (known := self.said(said)) is not None:
            row, match = known
            row.tell(script, player, match)
            return True
        return tell_row(self.rows, script, line)


def tell_row(rows: tuple[LinePattern, ...], script: HandScript, line: str) -> bool:
    """Tell a script what a line says by the first pattern that matches; return whether one does."""
    for literal, match, has_player, tell in rows:
        if literal in line and (found := match(line)) is not None:
            tell(script, found["player"] if has_player else "", found)
            return True
    return False


@dataclass(frozen=True, slots=True)
class Site:
    """The hand history format of one site, and its reader.

    Attributes:
        name: the name of the site.
        first: pattern of the beginning of a hand's first line.
        game: the site's words for no-limit hold'em.
        limit: the site's words for fixed-limit hold'em. A hand whose heading names any other
            ``game`` is a hand of another variant.
        lines: patterns of the site's lines.
        summary: pattern of the beginning of the summary's first line; from a summary, only lines
            of some kinds are read (`_CLOSING`). None if the site writes no such line.
        above: pattern of text that can precede the first hand of a file; None if nothing can.
        tidy: callable that rewrites a line into the form that the patterns in ``lines`` match; it
            can return several lines, or none. It adds nothing that is read in a summary.
        habits: ways in which the site's hands differ from those of most sites.
        venue: the venue of the site's hands; empty if it is the name of the site.
    """

    name: str
    first: re.Pattern[str]
    game: re.Pattern[str]
    limit: re.Pattern[str]
    lines: LineTable
    summary: re.Pattern[str] | None = None
    above: re.Pattern[str] | None = None
    tidy: Callable[[str], str] = str
    habits: Habits = field(default_factory=Habits)
    venue: str = ""

    def begins(self, line: str) -> bool:
        """Check whether a file of the site can begin with this line."""
        above = self.above is not None and self.above.match(line) is not None
        return above or self.first.match(line) is not None

    def begins_hand(self, line: bytes) -> bool:
        """Check whether a hand begins at the beginning of a line."""
        literal = required_literal(self.first.pattern)
        return literal.encode() in line and self.first.match(text_of(line)) is not None

    def read(self, file: str, lines: Iterable[bytes], first: int = 1) -> Iterator[Hand | Damaged]:
        """Yield the hands of a file, and `Damaged` for each hand that cannot be read.

        Args:
            file: name of the file.
            lines: lines of the file, or of a part of it.
            first: number of the first of these lines in the file.
        """
        begin = 0
        for begin, texts in self._hands(lines, first):
            script = HandScript(file, begin, self.habits)
            script.facts["venue"] = self.venue or self.name
            try:
                yield self._hand(script, texts)
            except HistoryError as error:
                other = "" if self._is_ours(script) else script.facts["game"]
                line = error.line if error.file else script.line
                yield Damaged(file, line, f"{self.name}: {error.reason}", other)
        if not begin:
            yield Damaged(file, 1, f"{self.name}: no hand begins in this text")

    def _hands(self, lines: Iterable[bytes], first: int) -> Iterator[tuple[int, list[str]]]:
        begin, hand = first, list[str]()
        literal = required_literal(self.first.pattern)
        for number, line in enumerate(texts_of(lines), start=first):
            place = self._begin_of_hand(line) if literal in line else None
            if place is not None:
                if hand:
                    yield begin, [*hand, line[:place]] if place else hand
                begin, hand = number, [line[place:]]
            elif hand:  # else the line is a remark above the first hand
                hand.append(line)
        if hand:
            yield begin, hand

    def _begin_of_hand(self, line: str) -> int | None:
        """Return the index in a line at which a hand begins, or None if no hand begins there.

        A hand can begin within a line if the previous hand was cut off.
        """
        is_long = len(line) > MOST_CHARACTERS
        match = self.first.match(line) if is_long else self.first.search(line)
        if match is None:
            return None
        begin = match.start()
        if not begin:
            return 0
        return begin if any(each.fullmatch(line[begin:]) for each in self.lines.heads) else None

    def _hand(self, script: HandScript, texts: list[str]) -> Hand:
        unread, game = list[tuple[int, str]](), None
        summary = "" if self.summary is None else required_literal(self.summary.pattern)
        closing, is_over = [row.literal for row in self.lines.closing], False
        last = script.begin + MOST_LINES - 1
        for number, line in enumerate(texts, start=script.begin):
            script.line = number
            if is_over:
                if any(map(line.__contains__, closing)):
                    for part in self.tidy(line).splitlines():
                        tell_row(self.lines.closing, script, part)
                continue
            if len(line) > MOST_CHARACTERS or number > last:
                _refuse_length(script, line)
            # Without control characters, there is one line to split into.
            is_plain = self.tidy is str and line.isprintable() and line
            for part in (line,) if is_plain else self.tidy(line).splitlines():
                if summary and summary in part and self.summary and self.summary.match(part):
                    is_over = True
                is_read = (
                    tell_row(self.lines.closing, script, part)
                    if is_over
                    else self.lines.tell(script, part)
                )
                if not is_read and not is_over:
                    self._remark(script, part, unread)
            if script.facts.get("game") is not game:
                game = script.facts["game"]
                if not self._is_ours(script):
                    raise script.fault(f"the game is {game}; {READ}")
        script.line = script.begin
        script.has_limit = self.limit.fullmatch(script.facts.get("game", "")) is not None
        try:
            return script.hand(metadata_of(script.facts))
        except HistoryError:
            if unread:  # so the line was not a remark
                raise _unread(script, *unread[0]) from None
            if not script.has_started and self.lines.has_start:
                raise script.fault("no cards are dealt; the hand was called off") from None
            raise

    def _remark(self, script: HandScript, line: str, unread: list[tuple[int, str]]) -> None:
        """Accept a line that matches no pattern if it is a remark."""
        unread.append((script.line, line))
        if not _is_remark(line, script.seated):
            raise _unread(script, *unread[0])

    def _is_ours(self, script: HandScript) -> bool:
        game = script.facts.get("game")
        return game is None or any(
            pattern.fullmatch(game) is not None for pattern in (self.game, self.limit)
        )


def _refuse_length(script: HandScript, line: str) -> None:
    """Refuse a line that is too long, or that belongs to a hand with too many lines."""
    if len(line) <= MOST_CHARACTERS:
        raise script.fault(f"the hand does not end within {MOST_LINES:,} lines")
    raise script.fault(
        f"the line has {len(line):,} characters; a hand's lines have at most {MOST_CHARACTERS}"
    )


def _unread(script: HandScript, number: int, line: str) -> HistoryError:
    return script.fault(f"{line!r} cannot be read, and with it the hand", number)


def _is_remark(line: str, players: Iterable[str]) -> bool:
    """Check whether a line that matches no pattern is a remark that does not affect play.

    A remark names no amount, card or action, whereas a line of play names at least one of these. If
    a fold or check is mistaken for a remark, the hand breaks the rules and is refused.
    """
    for player in players:
        if player in line:
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
    if raw.isascii() and b"\0" not in raw:
        return raw.decode("ascii").strip()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1").translate(_WESTERN)
    text = text.removeprefix(_BYTE_ORDER_MARK).replace("\0", "")
    return text.replace("\xa0", " ").replace("\u202f", " ").strip()


_BYTES = {ord(text): byte for byte, text in _WESTERN.items()} | {ord(_BYTE_ORDER_MARK): None}
_TWICE_ENCODED = re.compile(rf"[\xc2-\xf4][\x80-\xbf{''.join(_WESTERN.values())}]")
"""Two characters that can be the bytes of one character in UTF-8."""


def _encoded_once(text: str) -> str:
    """Undo a second encoding as UTF-8, such as in "â‚¬5" for "€5"; return other text unchanged."""
    if _TWICE_ENCODED.search(text) is None:
        return text
    try:
        return text.translate(_BYTES).encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


_BATCH = 512
"""The number of lines that are decoded at once."""


def texts_of(lines: Iterable[bytes]) -> Iterator[str]:
    """Decode lines of bytes as `text_of` does, many at once.

    If all of these lines were encoded as UTF-8 twice, they are decoded twice. A single line does
    not tell: a name can be garbled where amounts are not, and then stays the same in all lines.

    Raises:
        Exception: any error of ``lines``, after the lines before it.
    """
    batch = list[bytes]()
    try:
        for line in lines:
            batch.append(line)
            if len(batch) == _BATCH:
                yield from _decoded(batch)
                batch = []
    except Exception:
        yield from _decoded(batch)
        raise
    yield from _decoded(batch)


def _decoded(batch: list[bytes]) -> Iterable[str]:
    raw = b"".join(batch)
    try:
        text = _encoded_once(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return map(text_of, batch)
    lines = text.replace("\xa0", " ").replace("\u202f", " ").split("\n")
    if not lines[-1]:
        del lines[-1]
    if len(lines) != len(batch) or "\0" in text or _BYTE_ORDER_MARK in text:
        return map(text_of, batch)
    return map(str.strip, lines)


def table(*rows: tuple[str, str]) -> LineTable:
    """Compile the patterns of a site's lines.

    Args:
        rows: pairs of a kind from `KINDS` and a pattern with the groups that the kind needs, in the
            order in which they are tried.
    """
    patterns = [(kind, re.compile(pattern)) for kind, pattern in rows]
    compiled = [_pattern(kind, each) for kind, each in patterns]
    return LineTable(
        rows=tuple(compiled),
        heads=tuple(each for kind, each in patterns if kind == "head"),
        closing=tuple(
            row for (kind, _), row in zip(rows, compiled, strict=True) if kind in _CLOSING
        ),
        has_start=any(kind == "start" for kind, _ in patterns),
        said=_sayings(rows),
    )


def _pattern(kind: str, pattern: re.Pattern[str]) -> LinePattern:
    groups = pattern.groupindex
    literal = required_literal(pattern.pattern)
    return LinePattern(literal, pattern.fullmatch, "player" in groups, KINDS[kind](groups))


def _sayings(
    rows: tuple[tuple[str, str], ...],
) -> Callable[[str], tuple[LinePattern, re.Match[str]] | None]:
    """Return the function `LineTable.said`, which remembers the texts that many players say.

    The function reads only texts that the first rows match whose patterns begin with a player and a
    colon: no other row comes before these, and no longer name would match.
    """
    begin = PLAYER + COLON
    leading = takewhile(lambda row: row[1].startswith(begin), rows)
    sayings = [_pattern(kind, re.compile(each.removeprefix(begin))) for kind, each in leading]

    @lru_cache(maxsize=1 << 14)
    def said(text: str) -> tuple[LinePattern, re.Match[str]] | None:
        found = ((row, row.match(text)) for row in sayings if COLON not in text)
        return next(((row, match) for row, match in found if match is not None), None)

    return said


@cache
def required_literal(pattern: str) -> str:
    r"""Return a text that everything that a pattern matches contains; empty if none is found.

    Only text outside of groups is looked at, in patterns without flags.

    Example:
        >>> required_literal(r"(?P<player>.+?): folds(?: \[.*\])?"), required_literal("ab?|c")
        (': folds', '')
    """
    runs, run, depth, place = list[str](), "", 0, 0
    while place < len(pattern):
        token = _TOKEN.match(pattern, place)
        text = pattern[place] if token is None else token[0]
        place += len(text)
        if text == "|" and not depth:
            return ""
        depth += (text == "(") - (text == ")")
        is_escaped = text[0] == "\\" and text[1:] in _ESCAPED
        is_plain = not depth and (is_escaped if len(text) > 1 else text not in _SPECIAL)
        if is_plain:
            run += text[-1]
            continue
        if text[0] in "?*{" and not depth:
            run = run[:-1]  # the character before it need not be there
        runs.append(run)
        run = ""
    return max((*runs, run), key=lambda each: (len(each.strip()), len(each)))


def idle(*patterns: str) -> tuple[tuple[str, str], ...]:
    """Return rows for `table` with patterns of lines that change nothing."""
    return tuple(("idle", pattern) for pattern in patterns)


@lru_cache(maxsize=1 << 14)
def amount(text: str) -> Amount:
    """Read an amount, whatever its currency and thousands separator.

    Returns:
        The amount in parts of the text's unit (see `handsight.formats.sites.script.UNIT`).

    Raises:
        HistoryError: if the text has no number, or one with more than 18 characters.

    Example:
        >>> [amount(each) for each in ("$1,234.50", "0,10€", "1 500,25", "$2 USD", "$.50")]
        [1234500000, 100000, 1500250000, 2000000, 500000]
    """
    match = _NUMBER.search(text)
    if match is None or len(match[0]) > _MOST_DIGITS:
        raise HistoryError(f"{text!r} is not an amount")
    number = match[0]
    if _COMMAS.fullmatch(number):
        number = number.replace(",", "")
    whole, _, digits = _BETWEEN.sub("", number).replace(",", ".").partition(".")
    if len(digits) > MOST_DIGITS:
        fine = Fraction(f"{whole}.{digits}") * UNIT
        return fine.numerator if fine.denominator == 1 else fine
    return int(whole or 0) * UNIT + int(digits.ljust(MOST_DIGITS, "0"))


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
    room = facts.get("room", "")
    if room and room.casefold() != facts.get("venue", "").casefold():
        values["venue"] = room  # another room writes hands in the format of the site
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

Groups: TypeAlias = Mapping[str, int]
"""The names of a pattern's groups."""


def _head(groups: Groups) -> Handler:
    def head(script: HandScript, player: str, match: re.Match[str]) -> None:
        for name, value in match.groupdict().items():
            if value is not None:
                script.facts[name] = value
        for name in ("small", "big", "cap"):
            if isinstance(script.facts.get(name), str):
                script.facts[name] = amount(script.facts[name])
        if isinstance(script.facts.get("button"), str):
            script.facts["button"] = int(script.facts["button"][:3])

    return head


def _seat(groups: Groups) -> Handler:
    signs = [name for name in ("currency_symbol", "behind") if name in groups]

    def seat(script: HandScript, player: str, match: re.Match[str]) -> None:
        for name in signs:
            if match[name]:
                script.facts.setdefault("currency_symbol", match[name])
                break
        chips = amount(match["chips"])
        script.sit(player, int(match["seat"][:3]), min(chips, script.facts.get("cap", chips)))

    return seat


def _hero(groups: Groups) -> Handler:
    sit = _seat(groups)

    def hero(script: HandScript, player: str, match: re.Match[str]) -> None:
        sit(script, player, match)
        script.facts["hero"] = player

    return hero


def _post(kind: str) -> Callable[[Groups], Handler]:
    def made(groups: Groups) -> Handler:
        def post(script: HandScript, player: str, match: re.Match[str]) -> None:
            dead = match["dead"] if "dead" in groups else None
            chips = amount(match["chips"]) + (amount(dead) if dead else 0)
            script.post(player, kind, chips)

        return post

    return made


def _deal(groups: Groups) -> Handler:
    def deal(script: HandScript, player: str, match: re.Match[str]) -> None:
        script.deal(player, (match["cards"] if "cards" in groups else "") or "")

    return deal


def _card(groups: Groups) -> Handler:
    return lambda script, player, match: script.deal_one(player, match["cards"])


def _board(groups: Groups) -> Handler:
    def board(script: HandScript, player: str, match: re.Match[str]) -> None:
        run = match["run"] if "run" in groups else None
        script.board(match["cards"], _RUNS[run or "FIRST"])

    return board


def _start(groups: Groups) -> Handler:
    return lambda script, player, match: script.start()


def _act(word: str) -> Callable[[Groups], Handler]:
    def made(groups: Groups) -> Handler:
        sizes = [
            (name, done)
            for name, done in (("total", "to"), ("added", "adds"), ("chips", word))
            if name in groups
        ]

        def act(script: HandScript, player: str, match: re.Match[str]) -> None:
            for name, done in sizes:
                if match[name]:
                    script.act(player, done, amount(match[name]), script.line)
                    return
            script.act(player, word, None, script.line)

        return act

    return made


def _show(groups: Groups) -> Handler:
    return lambda script, player, match: script.show(player, match["cards"])


def _collect(groups: Groups) -> Handler:
    return lambda script, player, match: script.collect(player, amount(match["chips"]))


def _won(groups: Groups) -> Handler:
    return lambda script, player, match: script.win(player, amount(match["chips"]))


def _all_in(groups: Groups) -> Handler:
    def all_in(script: HandScript, player: str, match: re.Match[str]) -> None:
        if script.has_started:
            script.act(player, "adds", amount(match["added"]), script.line)
        else:
            script.post_all(player, amount(match["added"]))

    return all_in


def _returned(groups: Groups) -> Handler:
    return lambda script, player, match: script.give_back(player, amount(match["chips"]))


def _rake(groups: Groups) -> Handler:
    def rake(script: HandScript, player: str, match: re.Match[str]) -> None:
        if "|" in match[0]:
            taken = _TAKEN_OUT.findall(match[0])
            script.rake = sum(map(amount, taken))
        if "total" in groups and match["total"]:
            script.total = amount(match["total"])

    return rake


def _added(groups: Groups) -> Handler:
    def added(script: HandScript, player: str, match: re.Match[str]) -> None:
        script.added += amount(match["chips"])

    return added


def _nothing(groups: Groups) -> Handler:
    """Return a handler that ignores a line that changes nothing."""
    return lambda script, player, match: None


KINDS: dict[str, Callable[[Groups], Handler]] = {
    "head": _head,
    "seat": _seat,
    "hero": _hero,
    **{kind: _post(kind) for kind in ("small", "big", "both", "dead", "straddle", "ante")},
    "start": _start,
    "deal": _deal,
    "card": _card,
    "board": _board,
    **{kind: _act(kind) for kind in ("fold", "check", "call", "bet", "raise")},
    "show": _show,
    "collect": _collect,
    "won": _won,
    "cashed-out": _collect,
    "mucked": _deal,
    "all-in": _all_in,
    "returned": _returned,
    "rake": _rake,
    "added": _added,
    "idle": _nothing,
}
"""For each kind of line, a function that takes the groups of a pattern and returns its handler.

For a bet or raise, the group ``total`` is the street total, and the group ``added`` is the chips
that the player adds. A post of both blinds can name the dead blind separately, in the group
``dead``. The chips in a line of kind ``added`` come from the site. A line of kind ``won`` stands in
the summary, and so does one of kind ``cashed-out``: it names the pots that a player would collect
who has sold the hand to the site. A line of kind ``mucked``, in the summary as well, names cards
that were not shown. A line of kind ``all-in`` is a post if the deal has not begun.
"""
