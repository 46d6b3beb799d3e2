"""PokerStars' hand histories: cash games, including fast-fold games, and tournaments."""

from __future__ import annotations

import re

from handsight.formats.sites.lines import (
    ALL_IN,
    CHIPS,
    DATE,
    MONEY,
    PLAYER,
    SHOWN,
    SIGNED,
    SUMMED_UP,
    TOTAL,
    Site,
    idle,
    table,
)

STAKES = (
    rf"\((?:ante {MONEY}, )?(?P<small>{MONEY})/(?P<big>{MONEY})(?:\({MONEY}\))?(?: [A-Z]{{3}})?"
    rf"(?: - (?P<cap>{MONEY}) Cap)?(?:,? -? ?[Aa]nte {MONEY})?(?: - [^)]*)?\)"
)

BETTING = (
    ("fold", rf"{PLAYER}: folds(?: \[.*\])?"),
    ("check", rf"{PLAYER}: checks"),
    ("call", rf"{PLAYER}: calls {CHIPS}{ALL_IN}"),
    ("raise", rf"{PLAYER}: raises {MONEY} to {TOTAL}{ALL_IN}"),
    ("bet", rf"{PLAYER}: bets (?P<total>{MONEY}){ALL_IN}"),
)
"""Patterns of the players' actions; GGPoker writes them in the same way."""

_ROOM = (
    r"(?P<room>PokerStars|POKERSTARS|Full Tilt(?! Poker)|Run It Once Poker|PokerMaster|PokerBros)"
)
"""Matches the rooms and tools that write hands in PokerStars' format."""

_NO_LIMIT = r"(?:Hold'em No Limit|HOLD'EM NO LIMIT)"
_FIXED_LIMIT = r"(?:Hold'em Limit|HOLD'EM LIMIT)"
HOLDEM = rf"(?:{_NO_LIMIT}|{_FIXED_LIMIT})"
"""Matches the names of hold'em games; some tools export headings in capital letters."""
_HAND = r"(?:(?:Zoom|Home Game|Rush) )?(?:Hand|Game|HAND|GAME)"
_ZONE = r"(?: \(?(?P<time_zone_abbreviation>[A-Z]+|(?:[A-Z]+)?[+-]\d+(?::\d+)?)\)?)?(?: \[.*\])?"
_MIXED = r"(?:HORSE|HOSE|8-Game|Triple [A-Z]\w+|Mixed [A-Z][\w'/-]*(?: [A-Z][\w'/-]*)?)"
"""Matches mixed games that include hold'em; the heading of each hand names its game."""

DEALING = (
    ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
    (
        "board",
        r"\*\*\* (?:(?P<run>FIRST|SECOND|THIRD) )?(?:FLOP|TURN|RIVER) \*\*\*"
        rf"(?: \[[^\]]*\])? {{1,2}}{SHOWN}",
    ),
    ("show", rf"{PLAYER}:? shows {SHOWN}(?: \(.*\)| for .*)?"),
)

SEATING = (
    ("hero", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED} in chips\) \[hero\]"),
    ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED} in chips(?:, .*)?\).*"),
)

POSTING = (
    ("ante", rf"{PLAYER}: posts the ante {CHIPS}{ALL_IN}"),
    ("small", rf"{PLAYER}: posts small blind {CHIPS}{ALL_IN}"),
    ("big", rf"{PLAYER}: posts big blind {CHIPS}{ALL_IN}"),
    ("both", rf"{PLAYER}: posts small & big blinds {CHIPS}{ALL_IN}"),
    ("straddle", rf"{PLAYER}:? (?:posts )?(?:a )?straddle {CHIPS}{ALL_IN}"),
)

ENDING = (
    ("collect", rf"{PLAYER} collected {CHIPS} from (?:main |side )?pot(?:-\d+)?(?: \(.*\))?"),
    ("returned", rf"Uncalled bet \({CHIPS}\) returned to {PLAYER}"),
    ("rake", rf"Total pot {TOTAL}(?:[ .].*)?"),
)

_HEADING = (
    (
        "head",
        rf"{_ROOM} {_HAND} #(?P<hand>\d+): +"
        r"(?:\{.*?\} +)?(?:(?:Zoom )?(?P<event>Tournament #.*?),? +)?"
        rf"(?P<game>{HOLDEM})(?: -)?"
        rf" (?:Match Round [IVXLC]+, )?(?:Level (?P<level>[IVXLC]+) )?{STAKES} - {DATE}"
        rf"{_ZONE}",
    ),
    (
        "head",
        rf"{_ROOM} {_HAND} #(?P<hand>\d+): +"
        rf"(?:\{{.*?\}} +)?{_MIXED} \((?P<game>{HOLDEM}),"
        rf" (?P<small>{MONEY})/(?P<big>{MONEY})(?: [A-Z]{{3}})?\) - {DATE}{_ZONE}",
    ),
    (
        "head",
        rf"{_ROOM} {_HAND} #(?P<hand>\d+): +"
        rf"(?:\{{.*?\}} +)?(?P<event>Tournament #.*?),? +{_MIXED} \((?P<game>{HOLDEM})\)"
        rf"(?: -)? (?:Level (?P<level>[IVXLC]+) )?{STAKES} - {DATE}{_ZONE}",
    ),
    (
        "head",
        rf"{_ROOM} [^#]*#\d+: +(?:\{{.*?\}} +)?"
        # Only one part of the pattern can match each run of spaces, to prevent backtracking.
        r"(?:(?:Zoom )?Tournament #\d+(?!\d),?(?: *Freeroll *|[^A-Z]*(?:[A-Z]{3} +)?))?"
        rf"(?P<game>(?!{HOLDEM}|Tournament #|[A-Z]{{3}}\b)(?:[A-Z]|\d-Game|[57] Card|6\+ ).*?)"
        r"(?:(?<! ) +\(.*| - .*)?",
    ),
    (
        "head",
        r"Table (?:ID )?'(?P<table_name>.*)'(?: (?P<seat_count>\d+)-[Mm]ax)?(?: \((?P<money>.*)\))?"
        r" Seat #(?P<button>\d+) is the button",
    ),
)

_ADDED = (("added", rf"STP added: {CHIPS}"),)

_CASHED_OUT = (
    (
        "cashed-out",
        rf"{SUMMED_UP} (?:showed|mucked) \[[^\]]*\] and won \({CHIPS}\) .*"
        r"\(pot not awarded as player cashed out\)\.?",
    ),
)
"""Matches winners in the summary whom no line before it names."""
_MUCKED = (("mucked", rf"{SUMMED_UP} mucked {SHOWN}(?: .*)?"),)
"""Matches hands in the summary that were not shown."""

_HIDING = idle(rf"{PLAYER}: mucks hand", rf"{PLAYER}: doesn't show hand")

_IDLE = idle(
    r"\*\*\* (?:HOLE CARDS|(?:(?:FIRST|SECOND|THIRD) )?SHOW ?DOWN) \*\*\*",
    r"\*+ # \d+ \*+",
    r".+ will be allowed to play after the big blind",
    rf".+: Table deposit {MONEY}",
    r".+ said, \".*\"",
    r".+ (?:has timed out|is sitting out|is disconnected|is connected|has returned)"
    r"(?: while .*)?",
    r".+ (?:leaves the table|was removed from the table.*|joins the table at seat #\d+)",
    r".+ will be allowed to play after the button",
    r".+: (?:sits out|is sitting out)",
    r".+ finished the tournament.*",
    r".+ wins the tournament.*",
    r".+ wins (?:the )?.*(?:bounty|for (?:eliminating|splitting)).*",
    r".+ (?:re-buys|takes the add-on) and receives .+",
    r".+ wins an entry to tournament .*",
    r".+ adds .+ chips.*",
    r".+ cashed out the hand for .+",
    r".+: shows \[(?:XX \w+|\w+ XX)\].*",
    r"(?:Hand was run (?:twice|three times)|The blinds are now .*)",
)

POKERSTARS = Site(
    name="PokerStars",
    first=re.compile(rf"{_ROOM} .*#\d+"),
    above=re.compile(r"\*+ # \d+ \*+"),
    game=re.compile(_NO_LIMIT),
    limit=re.compile(_FIXED_LIMIT),
    lines=table(
        *BETTING,
        *POSTING,
        *_HIDING,
        *SEATING,
        *DEALING,
        *_ADDED,
        *ENDING,
        *_CASHED_OUT,
        *_MUCKED,
        *_HEADING,
        *_IDLE,
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)
