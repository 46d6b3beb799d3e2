"""Replay: endpoints for stepping through hands that were pasted, or played on this server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from handsight.errors import HistoryError
from handsight.formats import hands_in_text, phh_text
from handsight.game import Damaged, Hand
from handsight.views.histories.replay import ReplayReport, replay_report
from handsight.views.histories.replay_text import heading_of
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.table import kept_hand
from handsight.web.jobs import Job
from handsight.web.play.hand_store import DecisionNote
from handsight.web.play.hand_view import Amount, HandStreet, amount, hand_streets
from handsight.web.play.range_messages import SeenRanges, seen_ranges

MOST_TEXT = 1_000_000
MOST_REQUEST = 4 * MOST_TEXT
"""The maximum size of a request in bytes; JSON can need several bytes for one character."""

MOST_LISTED = 2_000
MOST_FAULTS = 100
PASTED = "pasted text"

Text = Annotated[str, Meta(max_length=MOST_TEXT, description="Hand histories of any format.")]
FileName = Annotated[
    str, Meta(max_length=200, description="What messages call the text, like the name of its file.")
]
Number = Annotated[int, Meta(ge=1, le=2**53)]


class ListRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to list the hands in a text."""

    text: Text
    file: FileName = PASTED


class ListedHand(msgspec.Struct):
    """A hand in a text, as an entry in a list.

    Attributes:
        number: number of the hand among the readable hands of the text, from 1.
        line: line of the text on which the hand begins.
        title: description of the hand in one line.
        players: names of the players, by seat.
    """

    number: int
    line: int
    title: str
    players: list[str]


class TextFault(msgspec.Struct):
    """An entry that cannot be read or replayed, and its location."""

    file: str
    line: int
    reason: str


class ListResponse(msgspec.Struct):
    """The hands in a text, and the entries that cannot be read.

    Attributes:
        faults: entries that cannot be read; at most 100 are listed.
        more: number of hands that are not listed, beyond the first 2,000.
    """

    hands: list[ListedHand]
    faults: list[TextFault]
    more: int


class StoredHandRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a hand by its number.

    Attributes:
        hand: number of the hand in the text, from 1; without a text, its number in the store of
            the hands that were played here.
    """

    hand: Number
    text: Text = ""
    file: FileName = PASTED


class ReplaySeat(msgspec.Struct):
    """A player of a hand; amounts are in units of the record.

    Attributes:
        stack: chips before the hand.
        cards: the hole cards; empty if they are not known.
        won: chips won or lost in the hand.
    """

    name: str
    position: str
    stack: Amount
    cards: str
    won: Amount


class ReplayedHand(msgspec.Struct):
    """A hand to step through.

    The first seat is to the left of the button, and the last seat has the button.

    Attributes:
        title: description of the hand in one line.
        file: name of the text; empty for a hand that was played here.
        actions: number of actions that the players took.
        difference: how the record differs from the rules, in words; empty if they agree.
        phh: the hand as PHH text.
        you: index of the person's seat; null if the hand was not played here.
        hero: index of the only seat whose cards were dealt face up; null if there is no such seat.
        revealed: whether cards were revealed on request rather than shown in the hand; always false
            for a hand from a text.
        hidden: whether there are cards that the person cannot see; always false for a hand from a
            text.
        decisions: decisions of agents whose cards are face up; empty if the hand was not played
            here.
    """

    title: str
    file: str
    line: int
    seats: list[ReplaySeat]
    streets: list[HandStreet]
    board: str
    actions: int
    difference: str
    phh: str
    you: int | None
    hero: int | None
    revealed: bool
    hidden: bool
    decisions: list[DecisionNote]


class RangesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for the ranges of a player's opponents at some moment of a hand.

    Attributes:
        hand: number of the hand in the text, from 1; without a text, its number in the store of
            the hands that were played here.
        at: number of actions that have been taken at that moment.
        us: name of the player; empty for the hero of the hand or, without a hero, for the player to
            act or the remaining player who acted last.
    """

    hand: Number
    at: Annotated[int, Meta(ge=0, le=1000)]
    us: Annotated[str, Meta(max_length=200)] = ""
    text: Text = ""
    file: FileName = PASTED


def _list(request: ListRequest, call: Call) -> ListResponse:
    hands: list[ListedHand] = []
    faults: list[TextFault] = []
    number = more = 0
    for each in _read(request, call.job):
        if isinstance(each, Damaged):
            faults.append(TextFault(each.file, each.line, each.reason))
            continue
        number += 1
        if number > MOST_LISTED:
            more += 1
            continue
        names = [each.name_of(seat) for seat in range(len(each.stacks))]
        hands.append(ListedHand(number, each.line, heading_of(each), names))
    return ListResponse(hands, faults[:MOST_FAULTS], more)


def _read(
    request: ListRequest | StoredHandRequest | RangesRequest, job: Job
) -> Iterator[Hand | Damaged]:
    with reading("text"):
        for each in hands_in_text(request.text, request.file):
            job.check()
            yield each


def _hand(request: StoredHandRequest, call: Call) -> ReplayedHand:
    if not request.text:
        return _stored(request.hand, call)
    hand = _chosen(request, call.job)
    return _replayed(hand)


def _chosen(request: StoredHandRequest | RangesRequest, job: Job) -> Hand:
    hands = (each for each in _read(request, job) if isinstance(each, Hand))
    for count, hand in enumerate(hands, start=1):
        if count == request.hand:
            return hand
    raise RequestError(f"there is no hand {request.hand} in this text", "hand")


def _stored(number: int, call: Call) -> ReplayedHand:
    kept = kept_hand(number, call)
    shown = _replayed(kept.seen())
    return msgspec.structs.replace(
        shown,
        title=f"Hand {number} of the store · {shown.title.partition(' · ')[2]}",
        you=kept.seat,
        revealed=kept.revealed,
        hidden=not all(seat.cards for seat in shown.seats),
        decisions=kept.seen_decisions(),
    )


def _replayed(hand: Hand) -> ReplayedHand:
    try:
        return _message(replay_report(hand))
    except HistoryError as error:
        raise RequestError(f"{hand.file}:{error.line}: {error.reason}", "text") from None


def _message(report: ReplayReport) -> ReplayedHand:
    hand = report.history
    return ReplayedHand(
        title=heading_of(hand),
        file=report.file,
        line=report.line,
        seats=[
            ReplaySeat(name, position, amount(stack), cards or "", amount(won))
            for name, position, stack, cards, won in zip(
                report.players,
                hand.positions,
                report.starting_stacks,
                report.holes,
                report.payoffs,
                strict=True,
            )
        ],
        streets=hand_streets(report),
        board=report.board,
        actions=len(hand.actions),
        difference=report.difference or "",
        phh=phh_text(hand),
        you=None,
        hero=hand.hero,
        revealed=False,
        hidden=False,
        decisions=[],
    )


def _ranges(request: RangesRequest, call: Call) -> SeenRanges:
    hand = _chosen(request, call.job) if request.text else kept_hand(request.hand, call).seen()
    with reading("us"):
        return seen_ranges(hand, request.us or None, request.at)


ENDPOINTS = [
    Endpoint(
        "/replay/list",
        "List the hands in a text, and the entries that cannot be read.",
        ListRequest,
        ListResponse,
        _list,
        heavy=True,
        limit=MOST_REQUEST,
        example={"text": "a history of hands"},
    ),
    Endpoint(
        "/replay/hand",
        "Replay a hand from a text or from the store.",
        StoredHandRequest,
        ReplayedHand,
        _hand,
        heavy=True,
        limit=MOST_REQUEST,
        example={"text": "a history of hands", "hand": 1},
    ),
    Endpoint(
        "/replay/ranges",
        "Estimate the hands that a player's opponents can hold at a given point in a hand.",
        RangesRequest,
        SeenRanges,
        _ranges,
        heavy=True,
        limit=MOST_REQUEST,
        example={"text": "a history of hands", "hand": 1, "us": "Hero", "at": 4},
    ),
]
