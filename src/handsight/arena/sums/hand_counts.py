"""Counts of what agents did in the hands of a block: the counts behind VPIP, PFR, AF and WTSD.

The records are trusted, so the hands are not replayed. This is fast, and it also works for hands
played by the rules of other platforms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, TypeAlias

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import OptionError
from handsight.formats.hand_log import HandRow
from handsight.game import ChipBook, Hand
from handsight.game.records.occasion import UNKNOWN
from handsight.opponents.stats import Counts
from handsight.opponents.stats.counts import KINDS, Result, WinRate

_NUMBER_OF = {street: number for number, street in enumerate(STREETS)}
_PLACES = {kind: place for place, kind in enumerate(KINDS)}
_FOLD, _CALL, _BET = map(KINDS.index, ("fold", "call", "bet"))
_SIMPLE = (
    *("hands", "decided", "vpip", "pfr", "flops_seen", "showdowns", "showdowns_won"),
    *("three_bet_chances", "three_bets"),
)
_HANDS, _DECIDED, _VPIP, _PFR, _FLOPS_SEEN, _SHOWDOWNS, _SHOWDOWNS_WON = range(7)
_THREE_BET_CHANCES, _THREE_BETS = range(7, len(_SIMPLE))
_FACED = len(_SIMPLE)
_FOLDED_TO = _FACED + len(STREETS)
_ACTIONS = _FOLDED_TO + len(STREETS)
_WON = _ACTIONS + len(STREETS) * len(KINDS)
_SQUARED = _WON + 1

Numbers: TypeAlias = tuple[int, ...]
"""The counts of one agent, `SIZE` numbers: those that `Counts` names, then for each street the
first wagers faced and the folds to them, then the actions by street and kind, and at last the sum
of the chips won in each hand and the sum of their squares."""

SIZE = _SQUARED + 1


def count_hands(rows: Iterable[HandRow], agents: Sequence[str]) -> tuple[Numbers, ...]:
    """Count what the agents did in finished hands.

    Whether a player could have re-raised is derived from the chips alone: the player had more than
    the price of a call, and an opponent had chips left to respond. So after an all-in below a full
    raise, a raise that the rules forbid can count as possible.

    Args:
        rows: the hands.
        agents: name of the agent of each slot.

    Returns:
        The numbers of each slot's agent.

    Raises:
        OptionError: if a record has no finishing stacks, an action of an unknown kind, or a player
            who is none of the agents.

    Example:
        >>> from handsight.game import HandState, Rules, hand_of
        >>> state = HandState.start(Rules(), [900, 900], button=0, seed=7).apply("fold")
        >>> hand = hand_of(state, ["Ann", "Bob"])
        >>> counted = count_hands([HandRow(0, 0, 1, (-50, 50), hand)], ["Ann", "Bob"])
        >>> counts = counts_of(counted[0], 100)
        >>> counts.hands, counts.decided, counts.vpip, counts.net
        (1, 1, 0, Fraction(-50, 1))
    """
    tallies = {name: [0] * SIZE for name in agents}
    for row in rows:
        hand = row.record
        if hand.finishing_stacks is None:
            raise OptionError("the record has no finishing stacks; only finished hands count")
        try:
            _count(hand, [tallies[name] for name in hand.players])
        except KeyError as error:
            raise OptionError(f"{error} is neither an agent nor an action that counts") from None
    return tuple([tuple(tallies[name]) for name in agents])


def _count(hand: Hand, tallies: Sequence[list[int]]) -> None:
    """Add a hand to the numbers of the agent on each seat.

    This follows the rules of `handsight.opponents.stats.counter` in a single loop, because an arena
    counts each of its hands while it plays.
    """
    book = ChipBook(hand.stacks, hand.posts, hand.antes)
    stacks, bets, inside, price = book.stacks, book.bets, book.inside, book.price
    street, number, wagers, wagerer = STREETS[0], 0, 0, -1
    decided, played, raised, gone = set[int](), set[int](), set[int](), set[int]()
    for now, seat, (kind, amount), _, _ in hand.actions:
        if now != street:
            street, number, wagers, wagerer = now, _NUMBER_OF[now], 0, -1
            bets, price = [0] * len(stacks), 0
        place, numbers = _PLACES[kind], tallies[seat]
        numbers[_ACTIONS + number * len(KINDS) + place] += 1
        if wagers == 1 and seat != wagerer:
            numbers[_FACED + number] += 1
            numbers[_FOLDED_TO + number] += place == _FOLD
            if not number:
                numbers[_THREE_BET_CHANCES] += _can_raise(seat, stacks, inside, price - bets[seat])
                numbers[_THREE_BETS] += place >= _BET
        if not number:
            decided.add(seat)
            if place >= _CALL:
                played.add(seat)
        if place == _FOLD:
            inside[seat] = False
            if not number:
                gone.add(seat)
            continue
        more = min((amount if place >= _BET else price) - bets[seat], stacks[seat])
        if more > 0:
            bets[seat] += more
            stacks[seat] -= more
        if place >= _BET:
            price = max(price, bets[seat])
            wagers, wagerer = wagers + 1, seat
            if not number:
                raised.add(seat)
    left = [seat for seat, is_in in enumerate(inside) if is_in]
    at_showdown = len(left) > 1
    has_flop = (len(hand.board) if at_showdown else BOARD_SIZES[street]) >= BOARD_SIZES["flop"]
    ended = hand.finishing_stacks or ()
    for seat, numbers in enumerate(tallies):
        won = int(ended[seat]) - hand.stacks[seat]
        numbers[_HANDS] += 1
        numbers[_DECIDED] += seat in decided
        numbers[_VPIP] += seat in played
        numbers[_PFR] += seat in raised
        numbers[_FLOPS_SEEN] += has_flop and seat not in gone
        numbers[_WON] += won
        numbers[_SQUARED] += won * won
        if at_showdown and inside[seat]:
            numbers[_SHOWDOWNS] += 1
            numbers[_SHOWDOWNS_WON] += ended[seat] > _kept(hand.stacks, stacks, seat)


def _can_raise(seat: int, stacks: Sequence[int], inside: Sequence[bool], cost: int) -> bool:
    """Check whether a seat has more than the cost of a call, and another player any chips left."""
    return stacks[seat] > cost and any(
        stacks[other] and inside[other] for other in range(len(stacks)) if other != seat
    )


def _kept(before: Sequence[int], after: Sequence[int], seat: int) -> int:
    """Return the chips that a seat kept or got back because nobody called them.

    Args:
        before: chips of each seat before the hand.
        after: chips that each seat has not put in.
        seat: the seat.
    """
    paid = [was - now for was, now in zip(before, after, strict=True)]
    most = max(chips for other, chips in enumerate(paid) if other != seat)
    return after[seat] + max(paid[seat] - most, 0)


def counts_of(numbers: Numbers, big_blind: int) -> Counts:
    """Return the `Counts` for the numbers of one agent.

    Args:
        numbers: numbers from `count_hands`, or sums of such numbers.
        big_blind: the big blind in chips, the same in all hands.
    """
    streets = range(len(STREETS))
    faced, folded = (
        [numbers[first + street] for street in streets] for first in (_FACED, _FOLDED_TO)
    )
    rows = [_ACTIONS + street * len(KINDS) for street in streets]
    won, squares = Fraction(numbers[_WON]), Fraction(numbers[_SQUARED])
    rate = WinRate(numbers[_HANDS], won / big_blind, squares / (big_blind * big_blind))
    simple: dict[str, Any] = dict(zip(_SIMPLE, numbers, strict=False))
    return Counts(
        **simple,
        raises_faced=faced[0],
        folds_to_raise=folded[0],
        bets_faced=tuple(faced[1:]),
        folds_to_bet=tuple(folded[1:]),
        actions=tuple([tuple(numbers[row : row + len(KINDS)]) for row in rows]),
        results=(Result(UNKNOWN, won, rate),),
    )


def names_in_order(agents: Iterable[Sequence[str]]) -> list[str]:
    """Return the agents of matchups in the order in which records of their hands name them.

    Args:
        agents: names of the agents of each matchup, by slot.
    """
    return list(dict.fromkeys(chain.from_iterable((*names[1:], names[0]) for names in agents)))
