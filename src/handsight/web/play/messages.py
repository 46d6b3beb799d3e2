"""The messages between a browser and a table, as JSON over a WebSocket.

These classes also validate a browser's messages. Each message has a ``type``. A browser sends
messages of the types in `FromBrowser`, and a table sends those in `ToBrowser`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from handsight.web.play.decision_values import ValuedDecision
from handsight.web.play.hand_store import DecisionNote
from handsight.web.play.hand_view import HandStreet
from handsight.web.play.range_messages import SeenRanges

MOST_OPPONENTS = 5
BIG_BLIND = 100
SMALL_BLIND = 50
MOST_STACK = 1_000_000

AgentName = Annotated[str, Meta(max_length=200)]
Whole = Annotated[int, Meta(ge=0, le=2**53)]
Stack = Annotated[int, Meta(ge=2 * BIG_BLIND, le=MOST_STACK)]


class OpenTable(msgspec.Struct, tag="open", forbid_unknown_fields=True):
    """Sit down at a new table with one to five agents.

    Attributes:
        opponents: names of the agents, clockwise from the person.
        stack: chips with which each player sits down.
        stacks: chips with which each player sits down, the person's first; empty if all have
            `stack`.
        carry: whether stacks carry over from hand to hand, and a player without chips buys in
            again; otherwise stacks are reset before every hand.
    """

    opponents: Annotated[list[AgentName], Meta(min_length=1, max_length=MOST_OPPONENTS)]
    stack: Stack = 100 * BIG_BLIND
    stacks: Annotated[list[Stack], Meta(max_length=1 + MOST_OPPONENTS)] = []
    carry: bool = False


class ResumeTable(msgspec.Struct, tag="resume", forbid_unknown_fields=True):
    """Come back to a table that is still open, with the key and the secret from `SeatedAt`."""

    table: Annotated[str, Meta(max_length=64)]
    secret: Annotated[str, Meta(max_length=64)]


class TakeAction(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Act on the person's turn.

    Attributes:
        hand: number of the hand at this table.
        decision: number of actions in the hand before this one, so that no action is applied twice.
        action: ``call`` is also a check, and ``raise`` is also a bet.
        to: the person's total for the street after a raise; ignored for other actions.
    """

    hand: Whole
    decision: Whole
    action: Literal["fold", "call", "raise"]
    to: Whole = 0


class DealNext(msgspec.Struct, tag="next", forbid_unknown_fields=True):
    """Deal the next hand."""


class AskRanges(msgspec.Struct, tag="ranges", forbid_unknown_fields=True):
    """Ask for the opponents' current ranges, given what the person has seen of the hand."""


class AskValues(msgspec.Struct, tag="values", forbid_unknown_fields=True):
    """Ask what the person's decisions in this hand were worth so far."""


class RevealCards(msgspec.Struct, tag="reveal", forbid_unknown_fields=True):
    """Ask to see all cards of the finished hand, which is then marked as revealed."""


class LeaveTable(msgspec.Struct, tag="leave", forbid_unknown_fields=True):
    """Leave the table, which then ends."""


FromBrowser: TypeAlias = (
    OpenTable
    | ResumeTable
    | TakeAction
    | DealNext
    | AskRanges
    | AskValues
    | RevealCards
    | LeaveTable
)


class RaiseSize(msgspec.Struct, frozen=True):
    """A suggested raise, by its share of the pot; `to` is its total for the street."""

    label: str
    to: int


class OfferedActions(msgspec.Struct, frozen=True):
    """The person's legal actions.

    Attributes:
        fold: whether a fold is legal.
        call: chips that a call adds; 0 for a check.
        raise_min: total for the street of the smallest raise; 0 if no raise is possible.
        raise_max: total for the street of the largest raise; 0 if no raise is possible.
        all_in: total of the largest raise if it puts in the whole stack; otherwise 0.
        is_bet: whether a raise would be a bet, because nobody has bet on the street.
        sizes: suggested raises.
    """

    fold: bool
    call: int
    raise_min: int
    raise_max: int
    all_in: int
    is_bet: bool
    sizes: list[RaiseSize]


class SeatNow(msgspec.Struct, frozen=True):
    """A seat of the table as the person sees it.

    Attributes:
        stack: chips behind, without the bet.
        bet: chips that the player has bet on the street.
        cards: hole cards; if they are hidden, ``????``, or empty after a fold.
        won: chips won or lost in the hand; None until the hand is over.
    """

    name: str
    position: str
    stack: int
    bet: int
    cards: str
    folded: bool
    all_in: bool
    won: int | None


class TableState(msgspec.Struct, tag="state", frozen=True):
    """A table as the person sees it.

    The first seat is to the left of the button, and the last seat has the button.

    Attributes:
        hand: number of the hand at this table, from 1.
        big_blind: chips of the big blind.
        you: index of the person's seat.
        pot: all chips in the pot, including the bets of the street.
        turn: index of the seat to act; None when the hand is over.
        decision: number of actions taken in the hand so far.
        offered: the person's legal actions; None if it is not their turn.
        streets: the events of the hand, by street.
        rebuys: seats that bought in again before this hand, because they had no chips left.
        faults: faults of agents in this hand, in words; an agent at fault checks or folds.
        stored: number under which the hand is stored; None until the hand is over.
        over: whether the hand is over.
        revealed: whether the person has asked to see all cards of the finished hand.
        hidden: whether the hand is over and the person cannot see the cards of all players.
        decisions: decisions of agents whose cards are face up, and their reasons; empty until the
            hand is over.
    """

    hand: int
    you: int
    big_blind: int
    seats: list[SeatNow]
    board: str
    pot: int
    turn: int | None
    decision: int
    offered: OfferedActions | None
    streets: list[HandStreet]
    rebuys: list[int]
    over: bool
    stored: int | None
    revealed: bool
    hidden: bool
    decisions: list[DecisionNote]
    faults: list[str]


class Interval(msgspec.Struct, frozen=True):
    """A number and the ends of its 95% interval; each is None if there is too little data for it.

    Attributes:
        name: label of the number.
        of: number of hands, opportunities or actions behind the number.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    of: int = 0


class SeatStatistics(msgspec.Struct, frozen=True):
    """The statistics of a player over the hands that the person played against the same agents.

    Attributes:
        hands: number of hands.
        results: what the player won, in big blinds per hundred hands, with and without the luck of
            all-ins.
        habits: how often the player acts in certain ways, such as VPIP.
    """

    name: str
    hands: int
    results: list[Interval]
    habits: list[Interval]


class TableStatistics(msgspec.Struct, tag="statistics", frozen=True):
    """The statistics of all players, beginning with the person."""

    players: list[SeatStatistics]


class SeatedAt(msgspec.Struct, tag="seated", frozen=True):
    """The table at which the person sits, and the secret that lets them come back to it.

    Attributes:
        table: key of the table.
        opponents: names of the agents at the table, clockwise from the person.
    """

    table: str
    secret: str
    opponents: list[str]


class ShownRanges(msgspec.Struct, tag="ranges", frozen=True):
    """The opponents' ranges at some moment of a hand.

    Attributes:
        hand: number of the hand at this table.
        decision: number of actions taken in the hand before that moment.
    """

    hand: int
    decision: int
    ranges: SeenRanges


class ShownValues(msgspec.Struct, tag="values", frozen=True):
    """What the person's decisions in a hand were worth.

    Attributes:
        hand: number of the hand at this table.
        decisions: the decisions of the hand so far, in order.
    """

    hand: int
    decisions: list[ValuedDecision]


class RefusedMessage(msgspec.Struct, tag="error", frozen=True):
    """What is wrong with a message, or what has failed at the table.

    The table continues, unless `TableEnded` follows.

    Attributes:
        field: the field of the message that is wrong; empty if no single field is.
    """

    message: str
    field: str = ""


class TableEnded(msgspec.Struct, tag="ended", frozen=True):
    """The last message from a table to a browser tab.

    Attributes:
        reason: why it is the last message.
        elsewhere: whether the table continues in another tab; otherwise it has ended.
    """

    reason: str
    elsewhere: bool = False


ToBrowser: TypeAlias = (
    TableState
    | TableStatistics
    | SeatedAt
    | ShownRanges
    | ShownValues
    | RefusedMessage
    | TableEnded
)
