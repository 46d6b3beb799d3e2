"""Hand histories from Bovada, Ignition and Bodog: cash games, fast-fold games and tournaments.

Players have no names; they are called by their positions. The files show the hole cards of all
players, or only those that were shown. A raise names the street total, an all-in the chips that it
adds.
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
    TOTAL,
    Site,
    idle,
    table,
)
from handsight.formats.sites.script import Habits

_ROOM = r"(?P<room>Bovada|Ignition|Bodog(?:[. ]\w+)?) Hand #(?P<hand>\d+):? "
_WHEN = (
    rf"(?: \[\w+\])? - (?P<year>\d{{4}})-(?P<month>\d+)-(?P<day>\d+) {CLOCK}"
    r"(?: (?P<time_zone_abbreviation>[A-Z]+))?"
)
_PLACE = r"(?:(?:TBL|Zone Poker ID)#(?P<table_name>\d+) )?"
_TOURNAMENT = r"(?P<event>Tournament #\S+)(?: TBL#(?P<table_name>\d+))?,?"
_WHY = r"(?: ?\([a-z ]+\))?"
_ME = re.compile(r" \[ME\](?= : )")
_SPACES = re.compile(r"  +")
_POT = re.compile(r"(Total Pot|Rake) ?\(([^()]*)\)")


def _tidy(line: str) -> str:
    """Remove the mark of the hero, except in the line of a seat, and brackets around the pot."""
    return _POT.sub(r"\1 \2", _ME.sub("", _SPACES.sub(" ", line)))


BOVADA = Site(
    name="Bovada",
    first=re.compile(r"(?:Bovada|Ignition|Bodog(?:[. ]\w+)?) Hand #\d+"),
    game=re.compile(r"HOLDEM(?:ZonePoker)?(?: No Limit)?"),
    limit=re.compile(r"(?:HOLDEM(?:ZonePoker)? )?Fixed Limit"),
    tidy=_tidy,
    habits=Habits(lists_in_order=True),
    lines=table(
        ("fold", rf"{PLAYER} : Folds(?: & shows \[.*\])?{_WHY}"),
        ("check", rf"{PLAYER} : Checks{_WHY}"),
        ("call", rf"{PLAYER} : Calls? {CHIPS}{_WHY}"),
        ("raise", rf"{PLAYER} : (?:Raises|All-in\([a-z-]+\)) {MONEY} to {TOTAL}{_WHY}"),
        ("raise", rf"{PLAYER} : Raises {TOTAL}{_WHY}"),
        ("all-in", rf"{PLAYER} : All-in(?:\([a-z-]+\))? {ADDED}{_WHY}"),
        ("bet", rf"{PLAYER} : Bets {TOTAL}{_WHY}"),
        ("deal", rf"{PLAYER} : Card dealt to a spot {SHOWN}"),
        ("board", rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: \[[^\]]*\])? {SHOWN}"),
        ("board", rf"Card (?:dealt to|to the) table {SHOWN}"),
        ("returned", rf"{PLAYER} : Return uncalled portion of bet {CHIPS}"),
        ("collect", rf"{PLAYER} : Hand [Rr]esult(?:-Side pot)? {CHIPS}"),
        ("head", rf"{_ROOM}{_PLACE}(?P<game>HOLDEM(?:ZonePoker)? (?:No|Fixed) Limit){_WHEN}"),
        (
            "head",
            rf"{_ROOM}(?:HOLDEM )?{_TOURNAMENT} (?P<game>Fixed Limit) ?- Level (?P<level>\d+)"
            rf" \((?P<small>{MONEY})/(?P<big>{MONEY})\){_WHEN}",
        ),
        (
            "head",
            rf"{_ROOM}(?P<game>HOLDEM) {_TOURNAMENT} (?!.*(?:Pot|Fixed) Limit)(?:[^()]*?- )?"
            rf"Level (?P<level>\d+) \((?P<small>{MONEY})/(?P<big>{MONEY})\){_WHEN}",
        ),
        ("head", rf"{_ROOM}{_PLACE}(?P<game>(?!HOLDEM)[A-Z].*?)(?: Tournament .*|{_WHEN})"),
        ("head", r"Dealer : Set dealer(?:/Bring in spot)? \[(?P<button>\d+)\]"),
        ("hero", rf"Seat (?P<seat>\d+): {PLAYER} \[ME\] \({SIGNED} in chips\)"),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED} in chips\)"),
        ("ante", rf"{PLAYER} : Ante chip {CHIPS}"),
        ("small", rf"{PLAYER} : (?:Ante/)?Small [Bb]lind {CHIPS}"),
        ("big", rf"{PLAYER} : Big [Bb]lind(?:/Bring in)? {CHIPS}"),
        ("big", rf"{PLAYER} : Posts chip {CHIPS}"),
        ("dead", rf"{PLAYER} : Posts dead chip {CHIPS}"),
        ("rake", rf"Total Pot {TOTAL}(?: \| .*)?"),
        ("start", r"\*\*\* HOLE CARDS \*\*\*"),
        *idle(
            r"(?:Table|Player|Seating) Info: .*",
            r".+ : (?:Showdown|Mucks|Does not show)[ (].*",
            r"(?:.+ : )?(?:Seat (?:sit|stand|re-join)|Table (?:enter|leave|deposit)).*",
            r"(?:.+ : )?(?:Enter|Leave)\(Auto\)",
            r".+ : (?:Sitout.*|Sit out|Stand|Re-join|Draw for dealer .*)",
            r".+ : (?:Ranking|Prize|BOUNTY) .*",
        ),
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)
