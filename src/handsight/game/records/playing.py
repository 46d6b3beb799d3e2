"""Plays a recorded hand to its end at once, without a state for each of its actions.

`handsight.game.walk` defines how a record is followed, and says what is wrong with one that breaks
the rules. Thousands of hands are imported or checked for each that somebody looks at, so this
module follows a record that is in order with fewer steps in Python, and with the same kernels:
`play_out` returns its final state, and `play_to_end`, in one call, only how it ended.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from handsight.cards import Card
from handsight.cards.card import BOARD_SIZES, DECK_SIZE
from handsight.game.order import last_before_the_flop
from handsight.game.records.hand import Hand
from handsight.game.rules import Rules
from handsight.game.setup import MOST_CHIPS, blank
from handsight.game.state import HandState
from handsight.kernels.game import record as flat
from handsight.kernels.game import state as at


class PlayedOut(NamedTuple):
    """A recorded hand after its last action.

    Attributes:
        start: the hand before its first action.
        end: the hand after its last action; it is over only if the record is complete.
        could_raise: for each action whether the rules allowed the player to bet or raise.
    """

    start: HandState
    end: HandState
    could_raise: tuple[bool, ...]


def play_out(hand: Hand, start: HandState | None = None) -> PlayedOut | None:
    """Play a recorded hand, and return None if any of its actions is not plainly in order.

    Such a record can still be valid. Use `handsight.game.walk` then, which finds the fault in it.

    Args:
        hand: the recorded hand.
        start: the hand before its first action, if it has been dealt; None to deal it.

    Raises:
        HistoryError: if the stacks, posts or cards are invalid; the error has file and line.

    Example:
        >>> from handsight.game import random_hands
        >>> played = play_out(next(random_hands(2, seed=0)))
        >>> played.end.stacks, played.could_raise
        ((9900, 10100), (True, True))
    """
    from handsight.kernels.game.rules import apply_action

    start = hand.start() if start is None else start
    vector = start.vector()
    moves, could_raise = [], []
    for street, seat, (kind, amount), _, _ in hand.actions:
        head = vector[: at.HEADER].tolist()
        if head[at.ACTOR] != seat or head[at.BOARD_COUNT] != BOARD_SIZES[street]:
            return None
        if kind == "call" or kind == "check":
            move = at.CALL, 0
        elif kind == "fold" and head[at.CAN_FOLD]:
            move = at.FOLD, 0
        elif kind != "fold" and 0 < head[at.RAISE_MIN] <= amount <= head[at.RAISE_MAX]:
            move = at.RAISE, amount
        else:
            return None
        apply_action(vector, *move)
        moves.append(move)
        could_raise.append(head[at.RAISE_MAX] > 0)
    return PlayedOut(start, start.after(vector, moves), tuple(could_raise))


class Ended(NamedTuple):
    """How a recorded hand ended by the rules, before the rake.

    Attributes:
        board: the number of cards on the board.
        showdown: the seats at the showdown; empty if there was none.
        stacks: chips of each seat after the hand.
        won: chips that each seat was awarded from the pots, without returned chips.
        could_raise: for each action whether the rules allowed the player to bet or raise; None if
            this is not known.
    """

    board: int
    showdown: tuple[int, ...]
    stacks: tuple[int, ...]
    won: tuple[int, ...]
    could_raise: tuple[bool, ...] | None = None

    @classmethod
    def of(cls, end: HandState) -> Ended:
        """Return how a hand ended, from its final state."""
        showdown = end.players if end.number(at.SHOWDOWN) else ()
        return cls(len(end.board), showdown, end.stacks, end.won)


def play_to_end(hand: Hand) -> Ended | None:
    """Play a recorded hand to its end in one call of a kernel.

    Return None if the record is not complete and plainly in order: for each card and action that is
    missing, unusual or not allowed, and for empty seats. Such a record can still be valid; `walk`
    decides that.

    Example:
        >>> from handsight.game import random_hands
        >>> play_to_end(next(random_hands(2, seed=0)))
        Ended(board=0, showdown=(), stacks=(9900, 10100), won=(0, 200), could_raise=(True, True))
    """
    from handsight.kernels.game.replay import play_record

    record = _record_of(hand)
    if record is None:
        return None
    play_record(np.frombuffer(record, np.int64))
    size, count = len(hand.stacks), len(hand.actions)
    board, shown = record[flat.DEALT], record[flat.SHOWN]
    if record[flat.APPLIED] < count or not record[flat.IS_OVER] or board != len(hand.board):
        return None
    chips, won = (flat.HEAD + row * size for row in (flat.CHIPS, flat.ANTE))
    moves = len(record) - flat.COLUMNS * count
    return Ended(
        board,
        tuple([seat for seat in range(size) if shown >> seat & 1]) if shown else (),
        tuple(record[chips : chips + size]),
        tuple(record[won : won + size]),
        tuple(map(bool, record[moves + flat.BOARD_BEFORE :: flat.COLUMNS])),
    )


_CODES = {
    "fold": at.FOLD,
    **dict.fromkeys(("call", "check"), at.CALL),
    **dict.fromkeys(("bet", "raise"), at.RAISE),
}
_NO_HOLE = (at.NO_CARD,) * at.HOLE_CARDS


def _record_of(hand: Hand) -> array[int] | None:
    """Return a hand as `handsight.kernels.game.record` lays it out, or None if it is not plain.

    `Hand.start` checks the chips and the cards of records that are not.
    """
    stacks, antes, posts = hand.stacks, hand.antes, hand.posts
    size = len(stacks)
    if not 2 <= size <= at.SEATS or not len(antes) == len(posts) == len(hand.holes) == size:
        return None
    chips = (*stacks, *antes, *posts)
    if set(map(type, chips)) != {int} or min(chips) < 0 or max(chips) not in MOST_CHIPS:
        return None
    dead, cards = _dead_of(hand), _cards_of(hand)
    if dead is None or cards is None or 0 in stacks:
        return None
    numbers = [*_rules_of(hand.rules, posts, hand.late), *chips, *dead, *cards]
    for street, seat, (kind, amount), _, _ in hand.actions:
        code = _CODES.get(kind)
        if code is None or amount not in MOST_CHIPS:
            return None
        numbers += BOARD_SIZES[street], seat, code, amount
    return array("q", numbers)


@lru_cache(maxsize=1024)
def _rules_of(rules: Rules, posts: tuple[int, ...], late: tuple[int, ...]) -> list[int]:
    """Return the head of a record without empty seats."""
    head = [*blank(rules)[: at.STREET].tolist(), *[0] * (flat.HEAD - at.STREET)]
    players = range(len(posts))
    in_turn = {seat: chips for seat, chips in enumerate(posts) if seat not in late}
    head[at.PLAYERS], head[at.BUTTON] = len(posts), len(posts) - 1
    head[at.LAST_POST] = last_before_the_flop(players, in_turn, rules.big_blind)
    return head


def _dead_of(hand: Hand) -> list[int] | None:
    """Return 1 for each seat whose cards are unknown or mucked, and 0 for the others.

    Return None if there is no such seat.
    """
    dead = [int(hole is None) for hole in hand.holes]
    for seat in hand.mucked:
        if seat not in range(len(dead)):
            return None
        dead[seat] = 1
    return dead


def _cards_of(hand: Hand) -> list[int] | None:
    """Return the hole cards and five cards of the board, or None if they are not plain.

    Where the record has fewer cards of the board, others follow that are not in it: a hand that
    needs them ends with another board than its record.
    """
    indices, missing = list[int](), at.BOARD_CARDS - len(hand.board)
    for hole in hand.holes:
        found = _NO_HOLE if hole is None else _indices_of(hole)
        if len(found) != at.HOLE_CARDS:
            return None
        indices += found
    board = _indices_of(hand.board)
    known = [card for card in (*indices, *board) if card != at.NO_CARD]
    used = set(known)
    if missing < 0 or len(board) < len(hand.board) or len(used) < len(known):
        return None
    others = islice((card for card in range(DECK_SIZE) if card not in used), missing)
    return [*indices, *board, *others]


@lru_cache(maxsize=1 << 14)
def _indices_of(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the indices of the cards; those that are no `Card` are left out."""
    return tuple([card.index for card in cards if type(card) is Card])
