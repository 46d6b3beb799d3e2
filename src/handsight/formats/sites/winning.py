"""Hand histories from the rooms of the Winning Poker Network, such as Americas Cardroom.

The network has written them in another form since 2017. In both forms, only the summary says who
wins if nobody shows cards, and the total pot is without the rake.
"""

from __future__ import annotations

import re

from handsight.formats.sites.lines import (
    ADDED,
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
        ("won", rf"{SUMMED_UP} (?:did not show|showed \[[^\]]*\]) and won {CHIPS}(?: .*)?"),
        ("rake", rf"Total pot {TOTAL}(?: .*)?"),
        *idle(
            r"\*\*\* (?:HOLE CARDS|SHOW DOWN) \*\*\*",
            r"(?:Main|Side) pot(?:\(\d+\))? .*",
            r".+ (?:does not show|mucks)",
        ),
    ),
    summary=re.compile(r"\*\*\* SUMMARY \*\*\*"),
)


_ENDED = re.compile(
    r"\*?Player (?P<player>.*) (?:shows: [^\[\]]*(?P<cards>\[[^\[\]]+\])"
    r"|mucks \(does not show cards\)|does not show cards)\."
    rf" ?Bets: {MONEY}\. Collects: (?P<chips>{MONEY})\. (?:Wins|Loses): {MONEY}\."
)
_CLOCK = re.compile(r"(?<=[ :])\d(?=:|$)")


def _tidy(line: str) -> str:
    """Pad the time of day, and say in separate lines what a player shows and collects."""
    if line.startswith("Game started at: "):
        return _CLOCK.sub(r"0\g<0>", line)
    ended = _ENDED.fullmatch(line)
    if ended is None:
        return line
    said = f"Player {ended['player']} shows {ended['cards']}\n" if ended["cards"] else ""
    won = "" if ended["chips"] == "0" else f"Player {ended['player']} collects ({ended['chips']})"
    return said + won


WINNING_BEFORE_2017 = Site(
    name="Winning Poker Network before 2017",
    venue="Winning Poker Network",
    first=re.compile(r"Game started at: "),
    game=re.compile(r"Hold'em"),
    limit=re.compile(r"(?!)"),
    tidy=_tidy,
    lines=table(
        ("fold", rf"Player {PLAYER} folds"),
        ("check", rf"Player {PLAYER} checks"),
        ("call", rf"Player {PLAYER} calls \({CHIPS}\)"),
        ("raise", rf"Player {PLAYER} (?:raises|bets|allin) \({ADDED}\)"),
        ("deal", rf"Player {PLAYER} received a card\."),
        ("card", rf"Player {PLAYER} received card: {SHOWN}"),
        ("board", rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*:(?: \[[^\]]*\])? {SHOWN}"),
        ("show", rf"Player {PLAYER} shows {SHOWN}"),
        ("head", rf"Game started at: {DATE}"),
        (
            "head",
            rf"Game ID: (?P<hand>\d+) (?P<small>{MONEY})/(?P<big>{MONEY}) (?P<table_name>.+?) *"
            r"\((?P<game>[^()]+)\)",
        ),
        ("head", r"Seat (?P<button>\d+) is the button"),
        ("seat", rf"Seat (?P<seat>\d+): {PLAYER} \({SIGNED}\)\."),
        ("small", rf"Player {PLAYER} has small blind \({CHIPS}\)"),
        ("big", rf"Player {PLAYER} has big blind \({CHIPS}\)"),
        ("straddle", rf"Player {PLAYER} straddle \({CHIPS}\)"),
        ("dead", rf"Player {PLAYER} posts \({CHIPS}\) as a dead bet"),
        ("big", rf"Player {PLAYER} posts \({CHIPS}\)"),
        ("collect", rf"Player {PLAYER} collects \({CHIPS}\)"),
        ("returned", rf"Uncalled bet \({CHIPS}\) returned to {PLAYER}"),
        ("rake", rf"Pot: {TOTAL}\. Rake .*"),
        *idle(
            r"Player .+ mucks cards",
            r"Player .*(?:sitting out|is timed out\.|wait BB)",
            r"-+ Summary -+",
            r"Board: \[[^\]]*\]",
            r"Game ended at: .*",
        ),
    ),
)
"""Reads hands in the form of before 2017.

The fee for the jackpot was not always stated, so the rake is what is missing from the pots.
"""
