"""888poker's hand histories: cash games and tournaments.

The line of a raise gives the chips added, and no line gives the rake. Numbers and cards are in the
language of the player's computer.
"""

from __future__ import annotations

import re

from handsight.formats.sites.lines import (
    ADDED,
    CHIPS,
    CLOCK,
    MONEY,
    PLAYER,
    SHOWN,
    SIGNED,
    Site,
    idle,
    table,
    without_dots,
)

_AMOUNTS = re.compile(r"\[[^\]]*\]|\( [^)]* \)$|^\S+ ?\S*/\S+ ?\S* Blinds ")
_CARDS = re.compile(r"\[[^\]\d]*?\w+[^\]]*\]")
_SUITS = {"Pik": "s", "Kreuz": "c", "Herz": "h", "Karo": "d"}
_RANKS = str.maketrans(
    {"В": "J", "Д": "Q", "К": "K", "Т": "A", "Â": "J", "Ä": "Q", "Ê": "K", "Ò": "A"}
)
"""Russian letters for ranks, and the letters that appear instead if a text in an old Russian
encoding is decoded as Western European."""


def _tidy(line: str) -> str:
    """Remove the dots that separate thousands in amounts, and translate cards into English."""
    line = _AMOUNTS.sub(lambda part: without_dots(part[0]), line)
    return _CARDS.sub(_in_english, line)


def _in_english(cards: re.Match[str]) -> str:
    text = cards[0].translate(_RANKS)
    for word, letter in _SUITS.items():
        text = text.replace(word, letter)
    return text


PACIFIC = Site(
    name="888poker",
    first=re.compile(r"\*{5} (?!Hand )\S.* Hand History for Game \d+ \*{5}"),
    game=re.compile(r"No Limit Hold'?em"),
    limit=re.compile(r"Fix(?:ed)? Limit Hold'?em"),
    tidy=_tidy,
    lines=table(
        ("fold", rf"{PLAYER} folds"),
        ("check", rf"{PLAYER} checks"),
        ("call", rf"{PLAYER} calls \[{CHIPS}\]"),
        ("raise", rf"{PLAYER} raises \[{ADDED}\]"),
        ("bet", rf"{PLAYER} bets \[{ADDED}\]"),
        ("start", r"\*\* Dealing down cards \*\*"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        ("board", rf"\*\* Dealing (?:flop|turn|river) \*\* {SHOWN}"),
        ("show", rf"{PLAYER} shows {SHOWN}"),
        ("deal", rf"{PLAYER} mucks {SHOWN}"),
        ("head", r"\*{5} \S+.* Hand History for Game (?P<hand>\d+) \*{5}"),
        (
            "head",
            rf"(?P<small>{MONEY})/(?P<big>{MONEY}) Blinds (?P<game>.+?)(?: Jackpot table)? - \*\*\*"
            rf"(?: (?P<day>\d+) (?P<month>\d+) (?P<year>\d{{4}}) {CLOCK})?",
        ),
        (
            "head",
            r"(?P<event>Tournament #.+?)(?: - Table (?P<table_name>.+?))?"
            r"(?: (?P<seat_count>\d+) Max)?(?: \((?P<money>[^()]*)\))?",
        ),
        (
            "head",
            r"Table (?P<table_name>.+?)(?: (?P<seat_count>\d+) Max)?(?: \((?P<money>[^()]*)\))?",
        ),
        ("head", r"Seat (?P<button>\d+) is the button"),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \( {SIGNED} \)"),
        ("ante", rf"{PLAYER} posts (?:the )?ante \[{CHIPS}\]"),
        ("small", rf"{PLAYER} posts small blind \[{CHIPS}\]"),
        ("big", rf"{PLAYER} posts big blind \[{CHIPS}\]"),
        ("both", rf"{PLAYER} posts dead blind \[(?P<dead>{MONEY}) ?\+ ?{CHIPS}\]"),
        ("dead", rf"{PLAYER} posts dead blind \[{CHIPS}\]"),
        ("collect", rf"{PLAYER} collected \[ ?{CHIPS} ?\]"),
        *idle(
            r"#Game No : \d+",
            r"Total number of players : \d+",
            r"\*\* Summary \*\*",
            r".+ did not show (?:his|her|their) hand",
            r".+ (?:has left the table|has joined the table|is sitting out)",
        ),
    ),
)
