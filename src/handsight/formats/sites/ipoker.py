"""How the rooms of the iPoker network keep hands: XML, a session to a file.

Only the element of one hand is given to the reader of XML at a time, so that a damaged hand spoils
no other, and nothing is defined in one place that grows in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from xml.etree import ElementTree

from handsight.errors import HistoryError
from handsight.formats.sites.lines import READ, amount, metadata_of, text_of
from handsight.formats.sites.script import HandScript
from handsight.game import Damaged, Hand

_BEGIN, _END = re.compile(r"<game\b"), "</game>"
_FACT = re.compile(r"<(?P<name>gametype|tablename|tournamentname)>(?P<value>[^<]*)</")
_STAKES = re.compile(r"(?P<small>[^\s/]+)/(?P<big>\S+)$")
_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d+)-(?P<day>\d+) (?P<time>\d+:\d\d:\d\d)")
_GAME = re.compile(r"(?:Texas )?Hold'?em NL\b.*|NL\b(?! Omaha).*")
_LIMIT = re.compile(r"(?:Texas )?Hold'?em (?:L|Limit|LIMIT)\b.*")
_DECLARATIONS = ("<!DOCTYPE", "<!ENTITY")

_FORCED = {"1": "small", "2": "big", "15": "ante"}
_PLAYED = {
    "0": "fold",
    "4": "check",
    "3": "call",
    "5": "adds",
    "6": "adds",
    "7": "adds",
    "23": "to",
}
_IDLE = ("8", "9")
"""The types of actions: those that sit out do nothing."""


class IPoker:
    """Reads sessions of the iPoker network."""

    name = "iPoker"

    def begins(self, line: str) -> bool:
        """Say whether a file with this first line is a session."""
        return line.startswith(("<?xml", "<session"))

    def read(self, file: str, lines: Iterable[bytes]) -> Iterator[Hand | Damaged]:
        """Read hands; what cannot be read is given as `Damaged`, and the rest goes on."""
        session: dict[str, str] = {}
        hands = 0
        for begin, text in _elements(lines, session):
            hands += 1
            script = HandScript(file, begin)
            game = session.get("gametype", "")
            script.has_limit = _LIMIT.match(game) is not None
            is_ours = not game or script.has_limit or _GAME.match(game)
            try:
                if not is_ours:
                    raise script.fault(f"the game is {game}; {READ}")
                yield _hand(script, text, session)
            except HistoryError as error:
                other = "" if is_ours else game
                yield Damaged(file, error.line if error.file else begin, error.reason, other)
        if not hands:
            yield Damaged(file, 1, "this XML holds no hands of the iPoker network")


def _elements(lines: Iterable[bytes], session: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Give the text of each hand, and put what stands before the first one into the session."""
    begin, hand = 0, list[str]()
    for number, raw in enumerate(lines, start=1):
        line = text_of(raw)
        if _BEGIN.match(line) and hand:
            yield begin, "\n".join(hand)  # the one before was cut off
            hand = []
        if _BEGIN.match(line):
            begin = number
        if hand or _BEGIN.match(line):
            hand.append(line)
        elif fact := _FACT.search(line):
            session.setdefault(fact["name"], fact["value"])
        if hand and line.endswith(_END):
            yield begin, "\n".join(hand)
            hand = []
    if hand:
        yield begin, "\n".join(hand)


def _hand(script: HandScript, text: str, session: dict[str, str]) -> Hand:
    if any(word in text for word in _DECLARATIONS):
        raise script.fault("this XML has declarations, which no hand has")
    try:
        game = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise script.fault(f"this is not XML: {error}") from None
    stakes = _STAKES.search(session.get("gametype", ""))
    script.facts |= {
        "venue": "iPoker",
        "hand": game.get("gamecode", ""),
        "table_name": session.get("tablename", ""),
        "event": session.get("tournamentname", ""),
    }
    if stakes and not session.get("tournamentname"):
        script.facts |= {name: amount(stakes[name]) for name in ("small", "big")}
    if date := _DATE.search(game.findtext(".//startdate", "")):
        script.facts |= date.groupdict()
    for player in game.iter("player"):
        _sit(script, player)
    for step in game.iter():
        if step.tag == "cards":
            _deal(script, step)
        elif step.tag == "action":
            _act(script, step)
    for player in game.iter("player"):
        won = amount(player.get("win", "0"))
        if won:
            script.collect(player.get("name", ""), won)
    return script.hand(metadata_of(script.facts))


def _sit(script: HandScript, player: ElementTree.Element) -> None:
    seat = player.get("seat", "")
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise script.fault(f"{seat!r} is no seat")
    script.sit(player.get("name", ""), int(seat), amount(player.get("chips", "")))
    if player.get("dealer") == "1":
        script.facts["button"] = int(seat)


def _deal(script: HandScript, cards: ElementTree.Element) -> None:
    text = cards.text or ""
    if cards.get("type") == "Pocket":
        script.deal(cards.get("player", ""), "" if "X" in text else _cards(text))
    else:
        script.board(_cards(text))


def _cards(text: str) -> str:
    """Turn cards round: D10 is the ten of diamonds."""
    return " ".join(f"{card[1:]}{card[0].lower()}" for card in text.split())


def _act(script: HandScript, action: ElementTree.Element) -> None:
    player, kind = action.get("player", ""), action.get("type", "")
    chips = amount(action.get("sum", "") or "0")
    if kind in _FORCED:
        script.post(player, _FORCED[kind], chips)
    elif kind in _PLAYED:
        word = _PLAYED[kind]
        taken: Decimal | None = chips if word in ("to", "adds", "call") else None
        script.act(player, word, taken, script.line)
    elif kind not in _IDLE:
        raise script.fault(f"{kind!r} is no type of action that is known")


IPOKER = IPoker()
