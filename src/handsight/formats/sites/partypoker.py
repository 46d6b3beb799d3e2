"""PartyPoker's hand histories: cash games and tournaments.

The line of a raise gives the chips added, and in newer files the street total too. An uncalled bet
is collected as a separate side pot, and no line gives the rake. Tournaments give the blinds only in
the heading. No line gives the seat and chips of a player who joins during the hand.
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
    without_dots,
)
from handsight.formats.sites.script import Habits

_DAY = rf"[^\W\d]+,? ?(?P<month>[^\W\d]+) (?P<day>\d+),? {CLOCK}"
_DATE = rf"{_DAY}(?: (?P<time_zone_abbreviation>\S+(?: [A-Z]\w+)*))? (?P<year>\d{{4}})"
_BLINDS = rf"\((?P<small>{MONEY})/(?P<big>{MONEY})(?: ?- ?{MONEY})?\)"
_GAMES = r"(?:Texas ?Hold'?em|TexasHT|Omaha.*?|.*?Stud.*?)"

_GLUED = re.compile(
    r"((?:does not show cards\.|is sitting out|has (?:left|joined) the table\.?"
    r"| with [^.]+\.))(?=[^\s.])"
)
_SPACES = re.compile(r"\s+")
_CHIPS = rf"(?:{MONEY})"
_BALANCE = re.compile(
    rf"(?P<player>.+) balance {_CHIPS}, (?:lost {_CHIPS}|didn't bet|sits out|(?:bet {_CHIPS}, )?"
    rf"collected (?P<won>{_CHIPS}), (?:net [-+]?{_CHIPS}|lost {_CHIPS}))"
    r"(?: ?\(folded\))?(?: ?(?P<cards>\[[^\]]*\]) ?.*)?"
)
_AMOUNTS = re.compile(r"[\[(][^\])]*[\])]|(?<= wins )\S+|(?<= raises )\S+|(?<= to )\S+$")


def _tidy(line: str) -> str:
    """Remove the dots that separate thousands, and split lines that have run together.

    A line with a balance becomes a line with the chips collected and a line with the cards shown;
    each of them is left out if the balance does not name it.
    """
    line = _SPACES.sub(" ", line)
    line = _AMOUNTS.sub(lambda part: without_dots(part[0]), line)
    balance = _BALANCE.fullmatch(line)
    if balance is None:
        return _GLUED.sub(r"\1\n", line)
    won, cards = balance["won"], balance["cards"]
    said = [f"collected ({won})"] if won else []
    said += [f"shows {cards}"] if cards else []
    return "\n".join(f"{balance['player']} {each}" for each in said)


PARTYPOKER = Site(
    name="PartyPoker",
    first=re.compile(r"\*{5} Hand History [Ff]or Game \w+ \*{5}(?: \(.*\))?"),
    above=re.compile(r"Game #\d+ starts"),
    game=re.compile(r"NL Texas Hold'?em|(?:Tourney )?Texas Hold'?em Game Table \(NL\)"),
    limit=re.compile(
        r"(?:(?:FL|Limit) )?Texas Hold'?em|(?:Tourney )?Texas Hold'?em Game Table \((?:FL|Limit)\)"
    ),
    tidy=_tidy,
    habits=Habits(implies_blinds=True, seats_latecomers=True),
    lines=table(
        ("fold", rf"(?!.* Forward Folds){PLAYER} folds\.?"),
        ("check", rf"{PLAYER} checks\.?"),
        ("call", rf"{PLAYER} calls [\[(] ?{CHIPS} ?[\])]\.?"),
        ("raise", rf"{PLAYER} raises {MONEY} to {TOTAL}\.?"),
        ("raise", rf"{PLAYER} raises [\[(] ?{ADDED} ?[\])]\.?"),
        ("bet", rf"{PLAYER} bets [\[(] ?{ADDED} ?[\])]\.?"),
        ("raise", rf"{PLAYER} is all-In [\[(] ?{ADDED} ?[\])]\.?"),
        ("deal", rf"Dealt to {PLAYER} {SHOWN}"),
        ("board", rf"\*\* Dealing (?:Flop|Turn|River) \*\*(?: :)? {SHOWN}"),
        ("show", rf"{PLAYER} shows {SHOWN}.*"),
        ("deal", rf"{PLAYER} (?:doesn't|does not) show {SHOWN}.*"),
        ("head", r"\*{5} Hand History [Ff]or Game (?P<hand>\w+) \*{5}.*"),
        (
            "head",
            rf"(?:.* )?(?P<game>\w+ {_GAMES}) (?P<event>.*?) ?Level: ?(?P<level>\d+)"
            rf" (?:Blinds|Stakes)(?:-Antes)?{_BLINDS} - {_DATE}",
        ),
        (
            "head",
            rf"(?P<small>{MONEY})/(?P<big>{MONEY})"
            rf" (?P<game>(?:Tourney )?{_GAMES} Game Table \(\w+\))"
            rf"(?: (?P<event>\(.*\)))? - {_DATE}",
        ),
        (  # without a word for the limit, the limit is fixed
            "head",
            rf"(?P<small>{MONEY})/(?P<big>{MONEY}) (?:[A-Z]{{3}} )?(?P<game>Texas Hold'?em)"
            rf" - {_DATE}",
        ),
        (
            "head",
            rf"(?:(?P<small>{MONEY})/(?P<big>{MONEY}) (?:[A-Z]{{3}} )?)?"
            r"(?:(?P<tourney>Tourney) Hand |.* )?"
            rf"(?P<game>\w+ {_GAMES})(?: (?P<event>.* Buy-in.*?))? - {_DATE}",
        ),
        (
            "head",
            r"Table (?P<table_name>.+?)(?: \( ?(?P<money>Real|Play) Money ?\))?"
            r"(?: -- Seat (?P<button>\d+) is the button)?",
        ),
        ("head", r"Seat (?P<button>\d+) is the button"),
        ("head", r"Total number of players : \d+ ?/ ?(?P<seat_count>\d+)"),
        ("head", r"Trny: ?\d+ Level: ?(?P<level>\d+)"),
        (
            "head",
            rf"(?:Blinds|Stakes)(?:-Antes)?{_BLINDS}",
        ),
        (
            "seat",
            rf"[Ss]eat (?P<seat>\d+): {PLAYER} \( ?{SIGNED}(?: [A-Z]{{3}})? ?\)(?: - VPIP.*)?",
        ),
        ("ante", rf"{PLAYER} posts ante (?:of )?[\[(] ?{CHIPS} ?[\])]\.?"),
        ("small", rf"{PLAYER} posts small blind [\[(] ?{CHIPS} ?[\])]\.?"),
        ("big", rf"{PLAYER} posts big blind [\[(] ?{CHIPS} ?[\])]\.?"),
        ("both", rf"{PLAYER} posts big blind \+ dead [\[(] ?{CHIPS} ?[\])]\.?"),
        ("dead", rf"{PLAYER} posts dead(?: blind)? [\[(] ?{CHIPS} ?[\])]\.?"),
        ("collect", rf"{PLAYER} collected \({CHIPS}\)"),
        (
            "collect",
            rf"{PLAYER} wins {CHIPS}(?: chips)?(?: from (?:the )?(?:main pot|side pot(?: #?\d+)?))?"
            r"(?: with .+)?\.?",
        ),
        *idle(
            r"\*\* (?:Dealing down cards|Summary) \*\*",
            r"Total number of players : \d+",
            r".+ (?:does not|doesn't) show cards\.?",
            r".+ Forward Folds",
            r".+ is all-In\.?",
            r">.+",  # a message of the program
            r".+ will be using (?:his|her|their) time bank for this hand\.?",
            r".+ (?:has left the table|has joined the table|is sitting out|is disconnected)\.?",
            r".+ (?:did not respond in time|could not respond in time.*)",
            r".+ has been reconnected.*",
            r".+ (?:has been disconnected|has returned|is back).*",
            r"(?:Player )?.+ finished in .+",
            r"Congratulations to player .+",
            r"Player .+ has been moved.*",
            r"Game #\d+ (?:starts|ends)\.?",
            r"There is no Small Blind in this hand .*",
            rf".+ (?:adds|added|has added|has re-?bought|re-?buys) {MONEY}.*",
            r"#Game No : \d+",
            r"Creating (?:Main|Side) Pot.*",
            r"(?:Main|Side) Pot.*",
            r"Board: .*",
            r"(?!Seat|Board|Table|Dealt)\S+ ?: .+",
        ),
    ),
)
