"""Full Tilt Poker's hand histories until 2013: cash games and tournaments.

From 2016 on, Full Tilt wrote hands in PokerStars' format.
"""

from __future__ import annotations

import re

from handsight.formats.sites.lines import (
    CHIPS,
    CLOCK,
    MONEY,
    PLAYER,
    SHOWN,
    SIGNED,
    TOTAL,
    Site,
    idle,
    table,
)

_ALL_IN = r"(?:, and is all in)?"
_ROOM = r"Full ?Tilt ?Poker Game #(?P<hand>\d+): "
_PLACE = r"(?:(?P<event>.+), )?Table (?P<table_name>.+?)"
_GAME = r"(?:No Limit|NL|Limit|FL) Hold'em"
_BLINDS = rf"(?P<small>{MONEY})/(?P<big>{MONEY})(?: Ante {MONEY})?"
_DAY = r"(?:(?P<year>\d{4})/(?P<month>\d+)/(?P<day>\d+))"
_NAMED_DAY = r"(?:[A-Z][a-z]+, (?P<month>[A-Z][a-z]+) (?P<day>\d+), (?P<year>\d{4}))"


def _heading(stakes: str, day: str) -> tuple[str, str]:
    when = rf"{CLOCK} (?P<time_zone_abbreviation>[A-Z]+) - {day}(?: \[.*\])?(?: \(.*\))?"
    return "head", rf"{_ROOM}{_PLACE} - {stakes} - {when}"


_HEADING = (
    *(
        _heading(stakes, day)
        for stakes in (rf"{_BLINDS} - (?P<game>{_GAME})", rf"(?P<game>{_GAME}) - {_BLINDS}")
        for day in (_DAY, _NAMED_DAY)
    ),
    (
        "head",
        rf"{_ROOM}{_PLACE} - (?:{_BLINDS} - )?(?:{MONEY} )?"
        rf"(?P<game>(?!{_GAME} - )[A-Z57](?:(?! - ).)*) - .*",
    ),
    ("head", r"The button is in seat #(?P<button>\d+)"),
    ("head", r"Seats: (?P<seat_count>\d+)"),
)

FULL_TILT = Site(
    name="Full Tilt Poker",
    first=re.compile(r"Full ?Tilt ?Poker Game #\d+: "),
    above=re.compile(r"BEGIN$"),
    game=re.compile(r"(?:No Limit|NL) Hold'em"),
    limit=re.compile(r"(?:Limit|FL) Hold'em"),
    lines=table(
        ("fold", rf"{PLAYER} folds"),
        ("check", rf"{PLAYER} checks"),
        ("call", rf"{PLAYER} calls {CHIPS}{_ALL_IN}"),
        ("raise", rf"{PLAYER} raises to {TOTAL}{_ALL_IN}"),
        ("bet", rf"{PLAYER} bets {TOTAL}{_ALL_IN}"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        (
            "board",
            rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: \[[^\]]*\])? {SHOWN}(?: \(Total Pot: .*\))?",
        ),
        ("show", rf"{PLAYER} shows {SHOWN}(?: .*)?"),
        *_HEADING,
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED}\)(?:, is sitting out)?"),
        ("ante", rf"{PLAYER} antes {CHIPS}{_ALL_IN}"),
        ("small", rf"{PLAYER} posts the small blind of {CHIPS}{_ALL_IN}"),
        ("big", rf"{PLAYER} posts the big blind of {CHIPS}{_ALL_IN}"),
        ("dead", rf"{PLAYER} posts a dead small blind of {CHIPS}{_ALL_IN}"),
        ("big", rf"{PLAYER} posts {CHIPS}{_ALL_IN}"),
        (
            "collect",
            rf"{PLAYER} (?:wins|ties for) (?:the )?(?:main |side )?pot(?: #?\d+)? \({CHIPS}\)"
            r"(?: .*)?",
        ),
        ("returned", rf"Uncalled bet of {CHIPS} returned to {PLAYER}"),
        ("rake", rf"Total pot {TOTAL}(?:[ .].*)?"),
        *idle(
            r"\*\*\* (?:HOLE CARDS|SHOW DOWN) \*\*\*",
            r"\*+ # \d+ \*+",
            r".+ mucks",
            r".+ shows [^\[\]]+",
            r".+ has \d+ seconds left to act",
            r".+ (?:sits down|stands up|is sitting out|has returned|has timed out)",
            r".+ (?:has been disconnected|has reconnected|has requested TIME)",
            r".+ (?:finishes|stands up|wins the tournament).*",
            rf".+ adds {MONEY}",
            r"(?!Seat |Table |Board)[^\[\]]+: .+",  # what a player says
        ),
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)
