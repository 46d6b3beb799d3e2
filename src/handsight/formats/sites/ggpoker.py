"""GGPoker's hand histories: cash games, including fast-fold games, and tournaments."""

from __future__ import annotations

import re

from handsight.formats.sites.lines import ALL_IN, CHIPS, DATE, PLAYER, Site, idle, table
from handsight.formats.sites.pokerstars import (
    BETTING,
    DEALING,
    ENDING,
    HOLDEM,
    POSTING,
    SEATING,
    STAKES,
)

_HEADING = (
    (
        "head",
        r"Poker Hand #(?P<hand>[A-Z]*\d+): +(?:(?P<event>Tournament #.*?),? +)?"
        rf"(?P<game>{HOLDEM})(?: -)? +(?:Level ?(?P<level>\d+|[IVXLC]+) ?)?{STAKES}"
        rf" - {DATE}(?: (?P<time_zone_abbreviation>[A-Z]+))?",
    ),
    (
        "head",
        r"Poker Hand #[A-Z]*\d+: +(?:Tournament #\d+(?!\d),? +)?"
        rf"(?P<game>(?!.*{HOLDEM}|Tournament #).+?)(?:(?<! ) +\(.*| - .*)?",
    ),
    (
        "head",
        r"Table '(?P<table_name>.*)'(?: (?P<seat_count>\d+)-[Mm]ax)?(?: \((?P<money>.*)\))?"
        r" Seat #(?P<button>\d+) is the button",
    ),
)

_IDLE = idle(
    r"Dealt to [^\[\]]+",
    r"\*\*\* (?:HOLE CARDS|(?:(?:FIRST|SECOND|THIRD) )?SHOW ?DOWN) \*\*\*",
    r".+: (?:doesn't show hand|mucks hand)",
    # Deals between players and the site, such as insurance, do not change any pot.
    r".+: (?:Chooses to|Declines|Pays|Receives|Buys) [A-Z].*",
    r".+ (?:is sitting out|has timed out|joins the table.*|leaves the table)",
    r".+ finished the tournament.*",
    r".+ wins (?:the )?.*(?:bounty|for (?:eliminating|splitting)).*",
    r".+: will be allowed to play after the button",
)

GGPOKER = Site(
    name="GGPoker",
    first=re.compile(r"Poker Hand #[A-Z]*\d+: "),
    game=re.compile(r"Hold'em No Limit"),
    limit=re.compile(r"Hold'em Limit"),
    lines=table(
        *BETTING,
        *POSTING,
        ("dead", rf"{PLAYER}: posts missed blind {CHIPS}{ALL_IN}"),
        *SEATING,
        *DEALING,
        *_HEADING,
        ("added", rf"Cash Drop to Pot ?: total {CHIPS}"),
        *ENDING,
        *_IDLE,
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)
