"""Winamax's hand histories: cash games and tournaments. Winners collect uncalled bets too."""

from __future__ import annotations

import re

from handsight.formats.sites.lines import (
    ADDED,
    ALL_IN,
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

_OUT_OF_POSITION = "(?: out of position)?"

WINAMAX = Site(
    name="Winamax",
    first=re.compile(r"Winamax Poker - .*HandId: #"),
    game=re.compile(r"Holdem no limit"),
    limit=re.compile(r"Holdem (?:fixed )?limit"),
    lines=table(
        ("fold", rf"{PLAYER} folds"),
        ("check", rf"{PLAYER} checks"),
        ("call", rf"{PLAYER} calls {CHIPS}{ALL_IN}"),
        ("raise", rf"{PLAYER} raises {MONEY} to {TOTAL}{ALL_IN}"),
        ("bet", rf"{PLAYER} bets {ADDED}{ALL_IN}"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        ("board", rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: ?\[[^\]]*\])? ?{SHOWN}"),
        ("show", rf"{PLAYER} shows {SHOWN}(?: \(.*\))?"),
        (
            "head",
            r"Winamax Poker - (?:(?P<event>Tournament .+?)|.+?)(?: level: (?P<level>\d+))?"
            r" - HandId: #(?P<hand>[\w-]+) - (?P<game>Holdem (?:(?:no|fixed) )?limit)"
            rf" \((?:{MONEY}/)?(?P<small>{MONEY})/(?P<big>{MONEY})\) - {DATE}"
            r"(?: (?P<time_zone_abbreviation>[A-Z]+))?",
        ),
        (
            "head",
            r"Winamax Poker - .*HandId: #\S+ - "
            r"(?P<game>(?!Holdem (?:(?:no|fixed) )?limit).+?)(?: \(.*)?",
        ),
        (
            "head",
            r"Table: '(?P<table_name>.*)' (?P<seat_count>\d+)-max \((?P<money>.*)\)"
            r" Seat #(?P<button>\d+) is the button",
        ),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED}(?:, .*)?\)"),
        ("ante", rf"{PLAYER} posts ante {CHIPS}{ALL_IN}"),
        ("dead", rf"{PLAYER} posts small blind {CHIPS} out of position"),
        ("small", rf"{PLAYER} posts small blind {CHIPS}{ALL_IN}"),
        ("big", rf"{PLAYER} posts big blind {CHIPS}{ALL_IN}{_OUT_OF_POSITION}"),
        ("straddle", rf"{PLAYER} posts straddle {CHIPS}{ALL_IN}"),
        ("collect", rf"{PLAYER} collected {CHIPS} from (?:main |side )?pot(?: \d+)?"),
        ("rake", rf"Total pot {MONEY} \| (?:No rake|Rake .*)"),
        *idle(
            r"\*\*\* (?:ANTE/BLINDS|PRE-FLOP|SHOW DOWN) \*\*\*",
            r".+ (?:denies (?:big|small) blind|is sitting out)",
            r".+ (?:mucks|doesn't show)(?: hand)?",
            r".+ (?:joins|leaves|left) the (?:table|game).*",
        ),
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)
