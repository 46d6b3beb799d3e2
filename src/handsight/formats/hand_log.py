"""The compact log in which an arena stores its hands, and from which it writes PHH.

A log holds the cards, the actions and the final stacks of each hand. Tables and names, which most
hands share, are stored only once. The data is in MessagePack format; msgspec writes it, and
validates it when it is read. A compressed log is about a twentieth of the size of PHH.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from itertools import product
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.msgpack import Decoder, Encoder

from handsight.cards import Card
from handsight.cards.card import DECK_SIZE, STREET_OF_BOARD, STREETS
from handsight.errors import HistoryError
from handsight.game import Action, ActionRecord, Hand
from handsight.game.actions import KINDS
from handsight.game.records.hand import recorded_rules, unusual_rules

STORE_APPLICATION, STORE_VERSION = 0x48534152, 3
"""The application id and version of an arena's store, the database that holds hand logs."""

LOGS = "logs"
"""The name of the table in the store that holds hand logs; see `handsight.runtime.database`."""

MOST_SEATS = 10
MOST_BYTES = 1 << 28
"""The maximum size of a decompressed log in bytes."""

_Whole = Annotated[int, Meta(ge=0)]
_UNKNOWN = 255
_MOVES = tuple(product(STREETS, range(MOST_SEATS), KINDS, (False, True)))
_NUMBER_OF_MOVE = {move: number for number, move in enumerate(_MOVES)}
_CARDS = tuple(Card(index) for index in range(DECK_SIZE))
_UNSIZED = {kind: Action(kind) for kind in KINDS}


class HandRow(NamedTuple):
    """A hand of an arena.

    Attributes:
        pair: number of the mirrored pair to which the hand belongs, from 0.
        leg: number of the leg within the pair, from 0; the agents' seats differ from leg to leg.
        hand: number of the hand in its leg, from 1.
        chips: chips won or lost in this hand by the agent of each slot.
        record: record of the hand; its only metadata is its number.
    """

    pair: int
    leg: int
    hand: int
    chips: tuple[int, ...]
    record: Hand


class _LoggedTable(Struct, array_like=True, frozen=True):
    """The platform of a table, and the arguments of `recorded_rules` other than the posts."""

    structure: str
    bets: tuple[int, ...]
    matched: bool
    house: tuple[tuple[str, str], ...]
    platform: str


class _LoggedHand(Struct, array_like=True, frozen=True, gc=False):
    """A logged hand; fields that are not described here are those of `HandRow` and its record.

    Attributes:
        table: index of the hand's table in the log.
        players: index of the players' names in the log.
        holes: two card indices for each seat; both are 255 if the cards are unknown.
        board: card indices.
        actions: three numbers for each action: index in `_MOVES`, amount, and chips added.
    """

    pair: _Whole
    leg: _Whole
    hand: _Whole
    chips: tuple[int, ...]
    table: _Whole
    players: _Whole
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    posts: tuple[int, ...]
    late: tuple[_Whole, ...]
    holes: bytes
    board: bytes
    actions: list[_Whole]
    shown: tuple[_Whole, ...]
    mucked: tuple[_Whole, ...]
    finishing_stacks: tuple[int, ...]


class _Log(Struct, array_like=True, frozen=True):
    tables: list[_LoggedTable]
    players: list[tuple[str, ...]]
    hands: list[_LoggedHand]


_ENCODER, _DECODER = Encoder(), Decoder(_Log)


def encode_hands(rows: Iterable[HandRow]) -> bytes:
    """Encode hands as a log.

    Args:
        rows: the hands. Each hand must be over, and have no metadata except its number.

    Example:
        >>> from handsight.game import random_hands
        >>> hand = next(random_hands(2, seed=7))
        >>> row = HandRow(0, 1, hand.number, (300, -300), hand)
        >>> decode_hands(encode_hands([row])) == [row]
        True
    """
    tables: dict[tuple[object, ...], int] = {}
    players: dict[tuple[str, ...], int] = {}
    hands = []
    for pair, leg, number, chips, hand in rows:
        rules = hand.rules
        bets = rules.bet_sizes if rules.is_limit else (rules.big_blind,)
        house = tuple(unusual_rules(rules).items())
        table = (rules.structure, bets, rules.ante_by == "each", house, hand.platform)
        actions: list[int] = []
        for street, seat, action, added, all_in in hand.actions:
            move = _NUMBER_OF_MOVE[street, seat, action.kind, all_in]
            actions += (move, action.amount, added)
        holes = [
            (_UNKNOWN, _UNKNOWN) if hole is None else (hole[0].index, hole[1].index)
            for hole in hand.holes
        ]
        hands.append(
            (
                *(pair, leg, number, chips),
                tables.setdefault(table, len(tables)),
                players.setdefault(hand.players, len(players)),
                *(hand.stacks, hand.antes, hand.posts, hand.late),
                bytes([index for hole in holes for index in hole]),
                bytes([card.index for card in hand.board]),
                *(actions, hand.shown, hand.mucked, hand.finishing_stacks),
            )
        )
    return zlib.compress(_ENCODER.encode((list(tables), list(players), hands)))


def decode_hands(log: bytes) -> list[HandRow]:
    """Decode a log into its hands.

    Args:
        log: a log from `encode_hands`.

    Raises:
        HistoryError: if the bytes are not a hand log.
    """
    try:
        held = _DECODER.decode(zlib.decompressobj().decompress(log, MOST_BYTES))
        return [_row(held, each) for each in held.hands]
    except (LookupError, TypeError, ValueError, zlib.error) as error:
        raise HistoryError(f"this is not a log of hands: {error}") from None


def _row(log: _Log, logged: _LoggedHand) -> HandRow:
    table, players = log.tables[logged.table], log.players[logged.players]
    stacks, posts, holes = logged.stacks, logged.posts, logged.holes
    size = len(stacks)
    seats = range(size)
    sized = (logged.antes, posts, logged.finishing_stacks, players or stacks)
    if not 2 <= size <= MOST_SEATS or any(len(each) != size for each in sized):
        raise ValueError("there must be one value for each seat")
    if len(holes) != 2 * size or len(logged.board) not in STREET_OF_BOARD:
        raise ValueError("the number of cards is wrong")
    moves = iter(logged.actions)
    actions = [
        _action(move, amount, chips)
        for move, amount, chips in zip(moves, moves, moves, strict=True)
    ]
    named = [*logged.late, *logged.shown, *logged.mucked, *[each.seat for each in actions]]
    if max(named, default=0) >= size:
        raise ValueError(f"there is no seat {max(named)}")
    hand = Hand(
        rules=recorded_rules(table.structure, posts, table.bets, table.matched, table.house),
        stacks=stacks,
        antes=logged.antes,
        posts=posts,
        late=logged.late,
        holes=tuple(
            [
                None
                if holes[2 * seat] == _UNKNOWN
                else (_CARDS[holes[2 * seat]], _CARDS[holes[2 * seat + 1]])
                for seat in seats
            ]
        ),
        board=tuple([_CARDS[index] for index in logged.board]),
        actions=tuple(actions),
        shown=logged.shown,
        mucked=logged.mucked,
        players=players,
        finishing_stacks=logged.finishing_stacks,
        platform=table.platform,
        metadata={"hand": logged.hand},
    )
    return HandRow(logged.pair, logged.leg, logged.hand, logged.chips, hand)


def _action(number: int, amount: int, chips: int) -> ActionRecord:
    street, seat, kind, all_in = _MOVES[number]
    action = Action(kind, amount) if amount else _UNSIZED[kind]
    return ActionRecord(street, seat, action, chips, all_in)
