"""Hand histories from the rooms of the Winning Poker Network, such as Americas Cardroom.

They are of the form that the network writes since 2017. If nobody shows cards, only the summary
says who wins. The total pot is without the rake.
"""

from __future__ import annotations

import re

from handsight.formats.sites.lines import (
    CHIPS,
    DATE,
    MONEY,
    PLAYER,
    SHOWN,
    SIGNED,
    TOTAL,
    Site,
    idle,
    table,
)

_ALL_IN = r"(?: and is all-in)?"
_HAND = r"(?:Game )?Hand #(?P<hand>\d+) - (?:(?P<event>.*?Tournament #\d+) - )?"

WINNING = Site(
    name="Winning Poker Network",
    first=re.compile(r"(?:Game )?Hand #\d+ - "),
    game=re.compile(r"Holdem\(No Limit\)"),
    limit=re.compile(r"Holdem\((?:Fixed )?Limit\)"),
    lines=table(
        ("fold", rf"{PLAYER} folds"),
        ("check", rf"{PLAYER} checks"),
        ("call", rf"{PLAYER} calls {CHIPS}{_ALL_IN}"),
        ("raise", rf"{PLAYER} raises {MONEY} to {TOTAL}{_ALL_IN}"),
        ("bet", rf"{PLAYER} bets {TOTAL}{_ALL_IN}"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        ("board", rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: \[[^\]]*\])? {SHOWN}"),
        ("show", rf"{PLAYER} shows {SHOWN}(?: \(.*\))?"),
        (
            "head",
            rf"{_HAND}(?P<game>Holdem\([^()]*\)) - (?:Level (?P<level>\d+) )?"
            rf"\(?(?P<small>{MONEY})/(?P<big>{MONEY})\)? ?- {DATE}"
            r"(?: (?P<time_zone_abbreviation>[A-Z]+))?",
        ),
        ("head", rf"{_HAND}(?P<game>(?!Holdem\()[^()]+\([^()]*\)) - .*"),
        (
            "head",
            r"(?:Table )?'?(?P<table_name>.+?)'? (?P<seat_count>\d+)-max"
            r"(?: Seat #(?P<button>\d+) is the button)?",
        ),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED}\)(?: is sitting out)?"),
        ("ante", rf"{PLAYER} posts ante {CHIPS}{_ALL_IN}"),
        ("small", rf"{PLAYER} posts the small blind {CHIPS}{_ALL_IN}"),
        ("big", rf"{PLAYER} posts the big blind {CHIPS}{_ALL_IN}"),
        ("both", rf"{PLAYER} posts dead {CHIPS}{_ALL_IN}"),
        ("big", rf"{PLAYER} posts {CHIPS}{_ALL_IN}"),
        ("straddle", rf"{PLAYER} (?:posts )?straddles? {CHIPS}{_ALL_IN}"),
        ("collect", rf"{PLAYER} collected {CHIPS} from (?:main|side) pot(?:-\d+)?"),
        ("returned", rf"Uncalled bet \({CHIPS}\) returned to {PLAYER}"),
        (
            "won",
            rf"Seat \d+: {PLAYER}(?: \((?:button|small blind|big blind)\))* "
            rf"(?:did not show|showed \[[^\]]*\]) and won {CHIPS}(?: .*)?",
        ),
        ("rake", rf"Total pot {TOTAL}(?: .*)?"),
        *idle(
            r"\*\*\* (?:HOLE CARDS|SHOW DOWN) \*\*\*",
            r"(?:Main|Side) pot(?:\(\d+\))? .*",
            r".+ (?:does not show|mucks)",
        ),
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)
