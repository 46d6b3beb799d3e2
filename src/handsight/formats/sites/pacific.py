"""How 888poker writes hands: cash games and tournaments.

Raises name the chips that they add, and the rake is not named.
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

PACIFIC = Site(
    name="888poker",
    first=re.compile(r"\*{5} (?:888|Cassava|Pacific)\S*.* Hand History for Game \d+ \*{5}"),
    game=re.compile(r"No Limit Holdem"),
    limit=re.compile(r"Fix(?:ed)? Limit Holdem"),
    lines=table(
        ("fold", rf"{PLAYER} folds"),
        ("check", rf"{PLAYER} checks"),
        ("call", rf"{PLAYER} calls \[{CHIPS}\]"),
        ("raise", rf"{PLAYER} raises \[{ADDED}\]"),
        ("bet", rf"{PLAYER} bets \[{ADDED}\]"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        ("board", rf"\*\* Dealing (?:flop|turn|river) \*\* {SHOWN}"),
        ("show", rf"{PLAYER} shows {SHOWN}"),
        ("deal", rf"{PLAYER} mucks {SHOWN}"),
        ("head", r"\*{5} \S+.* Hand History for Game (?P<hand>\d+) \*{5}"),
        (
            "head",
            rf"(?P<small>{MONEY})/(?P<big>{MONEY}) Blinds (?P<game>.+?) - \*\*\* "
            rf"(?P<day>\d+) (?P<month>\d+) (?P<year>\d{{4}}) {CLOCK}",
        ),
        (
            "head",
            r"(?:(?P<event>Tournament #.+?) - )?Table (?P<table_name>.+?)"
            r" (?P<seat_count>\d+) Max(?: \(.*\))?",
        ),
        ("head", r"Seat (?P<button>\d+) is the button"),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \( {SIGNED} \)"),
        ("ante", rf"{PLAYER} posts (?:the )?ante \[{CHIPS}\]"),
        ("small", rf"{PLAYER} posts small blind \[{CHIPS}\]"),
        ("big", rf"{PLAYER} posts big blind \[{CHIPS}\]"),
        ("both", rf"{PLAYER} posts dead blind \[(?P<dead>{MONEY}) \+ {CHIPS}\]"),
        ("dead", rf"{PLAYER} posts dead blind \[{CHIPS}\]"),
        ("collect", rf"{PLAYER} collected \[ ?{CHIPS} ?\]"),
        *idle(
            r"#Game No : \d+",
            r"Total number of players : \d+",
            r"\*\* (?:Dealing down cards|Summary) \*\*",
            r".+ did not show (?:his|her|their) hand",
            r".+ (?:has left the table|has joined the table|is sitting out)",
        ),
    ),
)
