"""Hand histories from the rooms of the iPoker network: XML files with one or more sessions.

The XML parser gets the element of one hand at a time, so that a damaged hand does not affect the
others, and an entity defined in one hand cannot expand in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from handsight.errors import HistoryError
from handsight.formats.sites.lines import (
    MOST_CHARACTERS,
    READ,
    amount,
    metadata_of,
    text_of,
    without_dots,
)
from handsight.formats.sites.script import HandScript
from handsight.game import Amount, Damaged, Hand

_BEGIN, _END = "<game ", "</game>"
_BOUNDS = re.compile(r"(?=<game )|(?<=</game>)|(?=<session\b)")
_FACT = re.compile(
    r"<(?P<name>gametype|tablename|tournamentname|tournamentcode|buyin|tablecurrency|currency|mode|nickname)>(?P<value>[^<]*)</"
)
_SIGN = re.compile("[$€£]")
_STAKES = re.compile(r"(?P<small>[^\s/]+)/(?P<big>\S+)$")
_DATES = (
    re.compile(r"(?P<year>\d{4})[-/](?P<month>\d+)[-/](?P<day>\d+) (?P<time>\d+:\d\d:\d\d)"),
    re.compile(r"(?P<day>\d+)-(?P<month>[A-Za-z]+)-(?P<year>\d{4}) (?P<time>\d+:\d\d:\d\d)"),
    re.compile(r"(?P<day>\d+)/(?P<month>\d+)/(?P<year>\d{4}) (?P<time>\d+:\d\d(?::\d\d)?)"),
)
_HOLDEM = r"(?:Texas )?(?:Hold['’]?em|Холдем)"
_GAME = re.compile(
    rf"{_HOLDEM} (?:NL|SL|OL|LZ|БЛ|No[- ]Limit|(?:Sin|Sans|Senza|Sem|Ohne) L[ií]mite?)(?![^\W\d]).*"
    r"|NLH?\b(?! Omaha).*",
    re.IGNORECASE,
)
"""Matches the names of no-limit hold'em in English, Spanish, French, Italian, German, Portuguese
and Russian."""
_LIMIT = re.compile(rf"(?:{_HOLDEM} (?:L|FL|LF|LH|Л|ФЛ|(?:Fixed )?Limit)|F?LH)\b.*", re.IGNORECASE)
_AMPERSAND = re.compile(r"&(?!#?\w+;)")
"""Matches an unescaped ampersand, such as one in a name."""
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
"""Codes of sitting out, which counts as a fold of a player who has posted and never folds."""


class IPoker:
    """A reader of the iPoker network's session files."""

    name = "iPoker"

    def begins(self, line: str) -> bool:
        """Check whether a file of the network can begin with this line."""
        return line.startswith(("<?xml", "<session", _BEGIN))

    def read(self, file: str, lines: Iterable[bytes], first: int = 1) -> Iterator[Hand | Damaged]:
        """Yield the hands of a file, and `Damaged` for each hand that cannot be read."""
        session: dict[str, str] = {}
        hands = 0
        for begin, text in _elements(lines, session, first):
            hands += 1
            script = HandScript(file, begin)
            game = session.get("gametype", "")
            script.has_limit = _LIMIT.match(game) is not None
            is_ours = not game or script.has_limit or _GAME.match(game)
            try:
                if len(game) > MOST_CHARACTERS:
                    raise script.fault(f"the name of the game has {len(game):,} characters")
                if not is_ours:
                    raise script.fault(f"the game is {game}; {READ}")
                yield _hand(script, text, session)
            except HistoryError as error:
                other = "" if is_ours else game
                line = error.line if error.file else begin
                yield Damaged(file, line, f"{self.name}: {error.reason}", other)
        if not hands:
            yield Damaged(file, 1, "this XML holds no hands of the iPoker network")


def _elements(
    lines: Iterable[bytes], session: dict[str, str], first: int
) -> Iterator[tuple[int, str]]:
    """Yield the first line number and the text of each hand.

    Before a hand is yielded, ``session`` gets the facts of the hand's session. A file can hold
    several sessions, and a line can hold many elements.
    """
    begin, hand = 0, list[str]()
    for number, raw in enumerate(lines, start=first):
        for part in _BOUNDS.split(text_of(raw)):
            is_session = part.startswith("<session")
            if hand and (is_session or part.startswith(_BEGIN)):
                yield begin, "\n".join(hand)  # the previous hand was cut off
                hand = []
            if is_session:
                session.clear()
            if part.startswith(_BEGIN):
                begin = number
            if hand or part.startswith(_BEGIN):
                hand.append(part)
            else:
                session.update({fact["name"]: fact["value"] for fact in _FACT.finditer(part)})
            if hand and part.endswith(_END):
                yield begin, "\n".join(hand)
                hand = []
    if hand:
        yield begin, "\n".join(hand)


def _hand(script: HandScript, text: str, session: dict[str, str]) -> Hand:
    if any(word in text for word in _DECLARATIONS):
        raise script.fault("this XML has declarations, but hands have none")
    if text.rstrip().endswith("</round>"):
        text += _END  # only the closing tag is missing
    try:
        game = ElementTree.fromstring(_AMPERSAND.sub("&amp;", text))
    except ElementTree.ParseError as error:
        raise script.fault(f"this is not XML: {error}") from None
    stakes = _STAKES.search(session.get("gametype", ""))
    event = session.get("tournamentname", "")
    if not event and (session.get("tournamentcode") or session.get("buyin")):
        event = f"Tournament {session.get('tournamentcode', '')}".strip()
    script.facts |= {
        "venue": "iPoker",
        "hand": game.get("gamecode", ""),
        "table_name": session.get("tablename", ""),
        "event": event,
        "hero": session.get("nickname"),
        "money": session.get("mode", ""),
    }
    if not event:
        # The currency of the account can differ from that of the table.
        sign = _SIGN.search(session.get("gametype", ""))
        currency = session.get("tablecurrency") or session.get("currency", "")
        script.facts["currency"] = sign[0] if sign else currency
    if stakes and not event:
        script.facts |= {name: amount(stakes[name]) for name in ("small", "big")}
    said = game.findtext(".//startdate", "")
    if date := next((found for each in _DATES if (found := each.search(said))), None):
        script.facts |= date.groupdict()
    for player in game.iter("player"):
        _sit(script, player)
    folding = {each.get("player") for each in game.iter("action") if each.get("type") == "0"}
    for part in game.iter("round"):
        for cards in part.iter("cards"):
            _deal(script, cards)
        for action in sorted(part.iter("action"), key=_place):
            _act(script, action, folding)
    for player in game.iter("player"):
        won = _chips(player.get("win", ""))
        if won:
            script.collect(player.get("name", ""), won)
    return script.hand(metadata_of(script.facts))


def _sit(script: HandScript, player: ElementTree.Element) -> None:
    if not player.get("name"):
        return  # an empty seat
    seat = player.get("seat", "")
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise script.fault(f"{seat!r} is not a seat")
    script.sit(player.get("name", ""), int(seat), _chips(player.get("chips", "-")))
    if player.get("dealer") == "1":
        script.facts["button"] = int(seat)


def _deal(script: HandScript, cards: ElementTree.Element) -> None:
    text = cards.text or ""
    if cards.get("type") == "Pocket":
        script.deal(cards.get("player", ""), "" if "X" in text.upper() else _cards(text))
    else:
        script.board(_cards(text))


def _chips(text: str) -> Amount:
    return amount(without_dots(" ".join(text.split()))) if text else 0


def _cards(text: str) -> str:
    """Convert iPoker's card names, such as D10 for the ten of diamonds, to rank and suit."""
    return " ".join(f"{card[1:]}{card[0].lower()}" for card in text.split())


def _place(action: ElementTree.Element) -> int:
    """Return the action's number in its hand, or 0 if the file gives none.

    Files do not always list actions in order.
    """
    number = action.get("no", "")
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else 0


def _act(script: HandScript, action: ElementTree.Element, folding: set[str | None]) -> None:
    player, kind = action.get("player", ""), action.get("type", "")
    chips = _chips(action.get("sum", ""))
    big = script.facts.get("small" if script.has_limit else "big")
    if kind in _FORCED:
        missed_both = kind == "2" and big is not None and chips > big
        script.post(player, "both" if missed_both else _FORCED[kind], chips)
    elif kind in _PLAYED:
        word = _PLAYED[kind]
        taken: Amount | None = chips if word in ("to", "adds", "call") else None
        script.act(player, word, taken, script.line)
    elif kind in _IDLE and player in script.posters - folding:
        script.act(player, "fold", None, script.line)  # leaving the table after posting is a fold
    elif chips and kind not in _IDLE:
        raise script.fault(f"{kind!r} is not a known type of action")


IPOKER = IPoker()
