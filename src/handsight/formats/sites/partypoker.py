"""How PartyPoker writes hands: cash games and tournaments.

Raises name the chips that they add. A bet that nobody called is collected, in an own side pot, and
the rake is not named.
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
)

_DATE = (
    rf"[A-Z]\w+, (?P<month>[A-Z]\w+) (?P<day>\d+), {CLOCK}"
    r" (?P<time_zone_abbreviation>[A-Z]+) (?P<year>\d{4})"
)

PARTYPOKER = Site(
    name="PartyPoker",
    first=re.compile(r"\*{5} Hand History for Game \d+ \*{5}"),
    above=re.compile(r"Game #\d+ starts"),
    game=re.compile(r"NL Texas Hold'em"),
    limit=re.compile(r"FL Texas Hold'em"),
    lines=table(
        ("fold", rf"{PLAYER} folds\.?"),
        ("check", rf"{PLAYER} checks\.?"),
        ("call", rf"{PLAYER} calls \[{CHIPS}\]\.?"),
        ("raise", rf"{PLAYER} raises \[{ADDED}\]\.?"),
        ("bet", rf"{PLAYER} bets \[{ADDED}\]\.?"),
        ("raise", rf"{PLAYER} is all-In +\[{ADDED}\]\.?"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        ("board", rf"\*\* Dealing (?:Flop|Turn|River) \*\* {SHOWN}"),
        ("show", rf"{PLAYER} shows {SHOWN}.*"),
        ("deal", rf"{PLAYER} (?:doesn't|does not) show {SHOWN}.*"),
        ("head", r"\*{5} Hand History for Game (?P<hand>\d+) \*{5}"),
        (
            "head",
            rf"(?P<game>\w+ (?:Texas Hold'em|Omaha.*?)) (?P<event>.+?) +Level:(?P<level>\d+)"
            rf" +Blinds(?:-Antes)?\((?P<small>{MONEY})/(?P<big>{MONEY})(?: -{MONEY})?\) - {_DATE}",
        ),
        (
            "head",
            rf"(?:(?P<small>{MONEY})/(?P<big>{MONEY}) |{MONEY} )?"
            rf"(?P<game>\w+ (?:Texas Hold'em|Omaha.*?)) - {_DATE}",
        ),
        ("head", r"Table (?P<table_name>.+?)(?: \((?:Real|Play) Money\))?"),
        ("head", r"Seat (?P<button>\d+) is the button"),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \( {SIGNED}(?: [A-Z]{{3}})? \)"),
        ("ante", rf"{PLAYER} posts ante \[{CHIPS}\]\.?"),
        ("small", rf"{PLAYER} posts small blind \[{CHIPS}\]\.?"),
        ("big", rf"{PLAYER} posts big blind \[{CHIPS}\]\.?"),
        ("both", rf"{PLAYER} posts big blind \+ dead \[{CHIPS}\]\.?"),
        (
            "collect",
            rf"{PLAYER} wins {CHIPS}(?: chips)?(?: from the (?:main pot|side pot \d+))?"
            r"(?: with .+)?\.?",
        ),
        *idle(
            r"\*\* Dealing down cards \*\*",
            r"Total number of players : \d+(?:/\d+)?",
            r"Trny: ?\d+ Level: ?\d+",
            r"Blinds(?:-Antes)?\(.*\)",
            r".+ does not show cards\.?",
            r".+ will be using their time bank for this hand\.?",
            r".+ (?:has left the table|has joined the table|is sitting out|is disconnected)\.?",
            r".+ (?:did not respond in time|could not respond in time.*)",
            r".+ has been reconnected.*",
            r"Player .+ finished in \d+\.?.*",
            r"Game #\d+ (?:starts|ends)\.?",
            r"#Game No : \d+",
        ),
    ),
)
