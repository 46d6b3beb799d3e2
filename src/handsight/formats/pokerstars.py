"""Hands as PokerStars writes them, read with PokerKit.

PokerKit leaves out the lines that it does not know. Here every line is either one that it reads, or
one that changes nothing, or it is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from handsight.errors import HistoryError
from handsight.formats.phh import parse_phh
from handsight.formats.pokerkit import pokerkit_notation, reading_quietly
from handsight.game import Damaged, Hand, Source

_FIRST = re.compile(r"﻿?PokerStars .*#\d+")
_GAME = "Hold'em No Limit"
_SUMMARY = "*** SUMMARY ***"
_MONEY = r"\D?\d+(?:\.\d+)?"
_STAKES = re.compile(rf"\({_MONEY}/(?P<big_blind>{_MONEY})(?: [A-Z]{{3}})?\)")
_CURRENCY = re.compile(r"^\D")
_CARDS = r"\[[2-9TJQKAcdhs ]+\]"

_READ = (
    rf"Seat \d+: .+ \({_MONEY} in chips(?:, .*)?\).*",
    r"Table '.*' .*is the button.*",
    rf".+: posts (?:small|big) blind {_MONEY}(?: and is all-in)?",
    rf"Dealt to .+ {_CARDS}",
    rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: {_CARDS})+",
    r".+: (?:folds|checks)(?: \[.*\])?",
    rf".+: calls {_MONEY}(?: and is all-in)?",
    rf".+: bets {_MONEY}(?: and is all-in)?",
    rf".+: raises {_MONEY} to {_MONEY}(?: and is all-in)?",
    rf".+: shows {_CARDS} \(.*\)",
)
_IDLE = (
    r"\*\*\* (?:HOLE CARDS|SHOW DOWN) \*\*\*",
    rf"Uncalled bet \({_MONEY}\) returned to .+",
    rf".+ collected {_MONEY} from (?:main |side )?pot(?:-\d+)?",
    r".+: mucks hand",
    r".+: doesn't show hand",
    r".+ said, \".*\"",
    r".+ (?:has timed out|is sitting out|is disconnected|is connected|has returned)"
    r"(?: while .*)?",
    r".+ (?:leaves the table|was removed from the table.*|joins the table at seat #\d+)",
    r".+ will be allowed to play after the button",
    r".+: sits out",
)
_KNOWN = re.compile("|".join((*_READ, *_IDLE)))
_COLLECTED = re.compile(rf"(?P<player>.+) collected (?P<chips>{_MONEY}) from")
_SHORT = re.compile(rf"(?P<player>.+): posts big blind (?P<chips>{_MONEY}) and is all-in").fullmatch
_PAID = re.compile(r".+: (?:calls|raises) ").match
_FLOP = "*** FLOP ***"
_RAKE = re.compile(rf"Total pot .*\| Rake (?P<chips>{_MONEY})")
_NOTHING = Decimal(0)


def looks_like_pokerstars(line: bytes) -> bool:
    """Say whether a file with this first line holds such hands.

    Args:
        line: the first that is no remark.
    """
    return _FIRST.match(line.decode("utf-8", "replace")) is not None


def read_pokerstars(file: str, lines: Iterator[bytes]) -> Iterator[Hand | Damaged]:
    """Read hands.

    Raises:
        MissingExtraError: if PokerKit is not installed.
    """
    notation = pokerkit_notation("PokerStars text")
    for begin, hand in _hands(lines):
        try:
            yield _hand(notation, file, begin, hand)
        except HistoryError as error:
            other = "" if any(_GAME in line for line in hand[:1]) else "other"
            yield Damaged(file, error.line, error.reason, other)


def _hands(lines: Iterator[bytes]) -> Iterator[tuple[int, list[str]]]:
    begin, hand = 1, list[str]()
    for number, raw in enumerate(lines, start=1):
        line = raw.decode("utf-8", "replace").strip().removeprefix("﻿")
        if _FIRST.match(line) and any(hand):
            yield begin, hand
            begin, hand = number, []
        hand.append(line)
    if any(hand):
        yield begin, hand


def _hand(notation: Any, file: str, begin: int, hand: list[str]) -> Hand:
    if _GAME not in hand[0]:
        raise HistoryError(f"the game is not {_GAME}, which alone is read", file, begin)
    summary = hand.index(_SUMMARY) if _SUMMARY in hand else len(hand)
    for place, line in enumerate(hand[1:summary], start=1):
        if line and not _KNOWN.fullmatch(line):
            reason = f"{line!r} cannot be read, and with it the hand"
            raise HistoryError(reason, file, begin + place)
    stakes = _STAKES.search(hand[0])
    big_blind = stakes["big_blind"] if stakes else ""
    short = _short_blind(hand[:summary], big_blind)
    lines = hand[:summary] if short is None else _in_full(hand[:summary], short[0], big_blind)
    with reading_quietly(file, begin):
        phh_hands = list(
            notation.HandHistory.from_pokerstars(
                "\n".join(lines) + "\n", parse_value=_number, error_status=True
            )
        )
        if len(phh_hands) != 1:
            raise HistoryError("this is no complete hand", file, begin)
        phh_hand = phh_hands[0]
        phh_hand.winnings = None
        if big_blind:  # PokerKit takes the larger of the two posts
            phh_hand.min_bet = _number(_CURRENCY.sub("", big_blind))
        if short is not None:
            _post_short(phh_hand, *short, called=lines != hand[:summary])
        text = phh_hand.dumps()
    rakes = (_RAKE.match(line) for line in hand[summary:])
    rake = next((_chips(match["chips"]) for match in rakes if match), _NOTHING)
    collected = _collected(hand[:summary])
    amounts = [rake, *(chips for _, chips in collected)]
    read = replace(parse_phh(text, file, begin, amounts), source=Source(file, begin))
    won = dict.fromkeys(read.players, _NOTHING)
    for player, chips in collected:
        if player in won:
            won[player] += chips
    winnings = tuple(int(chips * read.scale) for chips in won.values())
    return replace(read, winnings=winnings, rake=int(rake * read.scale))


# PokerKit takes for the price of a call what was really posted. Where the big blind is all-in for
# less, all others still call and raise from the full one, so that PokerKit is given the hand as if
# the player had the chips for it; what comes out gets the player's own stack again. The post is
# that of the table: a record holds what is asked of each seat, and a short stack posts what it has.


def _short_blind(lines: list[str], big_blind: str) -> tuple[str, Decimal] | None:
    """Give who posted less than the big blind, and how much."""
    if not big_blind:
        return None
    posted = next((match for match in map(_SHORT, lines) if match), None)
    if posted is None or _chips(posted["chips"]) >= _chips(big_blind):
        return None
    return posted["player"], _chips(posted["chips"])


def _in_full(lines: list[str], player: str, big_blind: str) -> list[str]:
    """Give a player as many chips as the big blind takes, and have them post all of them.

    Where nobody had to pay the price, the hand stays as it is: the small blind may cover the short
    one already, and would be asked for more.
    """
    flop = next((place for place, line in enumerate(lines) if line.startswith(_FLOP)), len(lines))
    if not any(map(_PAID, lines[:flop])):
        return lines
    seat = re.compile(rf"(Seat \d+: {re.escape(player)} \(){_MONEY}( in chips.*)")
    post = re.compile(rf"({re.escape(player)}: posts big blind ){_MONEY}(.*)")
    return [
        post.sub(rf"\g<1>{big_blind}\g<2>", seat.sub(rf"\g<1>{big_blind}\g<2>", line))
        for line in lines
    ]


def _post_short(phh_hand: Any, player: str, chips: Decimal, called: bool) -> None:
    """Give a player the stack that they had, and the post of the table."""
    place = phh_hand.players.index(player)
    stacks, posts = list(phh_hand.starting_stacks), list(phh_hand.blinds_or_straddles)
    stacks[place] = _number(str(chips))
    posts[1 - place if len(posts) == 2 else place] = phh_hand.min_bet
    phh_hand.starting_stacks, phh_hand.blinds_or_straddles = stacks, posts
    if not called:  # PokerKit asks the small blind all the same
        phh_hand.actions = [action for action in phh_hand.actions if not action.endswith(" cc")]


def _number(text: str) -> Any:
    number = Decimal(text)
    return int(number) if number == number.to_integral_value() else number


def _collected(lines: list[str]) -> list[tuple[str, Decimal]]:
    """Give who collected how much, once for each pot."""
    matches = (_COLLECTED.match(line) for line in lines)
    return [(each["player"], _chips(each["chips"])) for each in matches if each]


def _chips(text: str) -> Decimal:
    return Decimal(_CURRENCY.sub("", text))
