"""Replay: endpoints for stepping through hands that were pasted, or played on this server."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from handsight.errors import HistoryError, OptionError
from handsight.formats import hands_in_text, phh_text
from handsight.game import Damaged, Hand
from handsight.odds.counting.hands import whole
from handsight.views.histories.replay import ReplayReport, replay_report
from handsight.views.histories.replay_text import heading_of
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.table import kept_hand
from handsight.web.jobs import Job
from handsight.web.play.hand_list import ListedHand, listed_hand
from handsight.web.play.hand_store import DecisionNote
from handsight.web.play.hand_view import Amount, HandStreet, amount, hand_streets
from handsight.web.play.range_messages import SeenRanges, seen_ranges

if TYPE_CHECKING:
    from handsight.web.play.solve_spots import SolverStart

MOST_TEXT = 1_000_000
MOST_REQUEST = 4 * MOST_TEXT
"""The maximum size of a request in bytes; JSON can need several bytes for one character."""

MOST_LISTED = 2_000
MOST_STORED = 500
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


class StoredListRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to list the latest 500 hands, at most, that were played at the server's tables."""


class StoredListResponse(msgspec.Struct):
    """The latest hands that were played at the server's tables, the oldest first.

    Attributes:
        more: number of earlier hands, which are not listed.
    """

    hands: list[ListedHand]
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
        big_blind: the big blind, in units of the record.
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
    big_blind: Amount
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


class DecisionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to turn a decision of a hand into a spot for the solver.

    Attributes:
        hand: number of the hand in the text, from 1; without a text, its number in the store of
            the hands that were played here.
        at: number of actions before the decision.
    """

    hand: Number
    at: Annotated[int, Meta(ge=0, le=1000)]
    text: Text = ""
    file: FileName = PASTED


class SolveStart(msgspec.Struct):
    """A spot from whose root a line leads to the decision, in terms of the fields of `/solve`.

    Attributes:
        street: street of the root.
        pot: chips in the pot at the root; one unit of the record can be several chips.
        stack: chips of the shorter stack at the root.
        line: actions and cards from the root to the decision; empty at the root.
        sizes: sizes of the bets and raises in the hand, by street and player, such as
            ``flop_bets_ip``. If the tree would be too large, all-in is the only bet on streets
            after the decision.
        raise_cap: the maximum number of raises on a street; null for any number. If the tree would
            be too large, it is the number of raises in the hand.
        bytes: memory in bytes that the solve needs; null without ranges.
    """

    street: str
    board: str
    pot: int
    stack: int
    line: str
    sizes: dict[str, str]
    raise_cap: int | None
    bytes: int | None


class SolveSpots(msgspec.Struct):
    """A decision as a spot for the solver, and the ranges of a named spot that fits the hand.

    Attributes:
        name: name of the spot that fits the actions before the flop; empty if none does.
        preflop: the actions before the flop in that spot.
        note: the actions and the stack in the hand, to compare with the spot; or why no spot fits.
        oop: range of the player out of position on the flop; empty without a spot.
        ip: range of the player in position on the flop; empty without a spot.
        bets: bet sizes for streets on which a player did not bet.
        raises: raise sizes for streets on which a player did not raise.
        players: names of the players out of position and in position.
        big_blind: chips of the big blind.
        starts: the spots, from the first street that only two players saw to the street of the
            decision, without those whose trees would have too many nodes.
        most_bytes: maximum memory in bytes that the server allows for a spot.
    """

    name: str
    preflop: str
    note: str
    oop: str
    ip: str
    bets: str
    raises: str
    players: tuple[str, str]
    big_blind: int
    starts: list[SolveStart]
    most_bytes: int


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
        hands.append(listed_hand(number, each))
    return ListResponse(hands, faults[:MOST_FAULTS], more)


def _read(
    request: ListRequest | StoredHandRequest | RangesRequest | DecisionRequest, job: Job
) -> Iterator[Hand | Damaged]:
    with reading("text"):
        for each in hands_in_text(request.text, request.file):
            job.check()
            yield each


def _list_stored(_: StoredListRequest, call: Call) -> StoredListResponse:
    found = call.site.hands.hands(MOST_STORED)
    hands = []
    for number, kept in reversed(found):
        call.job.check()
        entry = listed_hand(number, kept.seen(), kept.seat)
        hands.append(msgspec.structs.replace(entry, title=_stored_title(number, entry.title)))
    return StoredListResponse(hands, hands[0].number - 1 if hands else 0)


def _hand(request: StoredHandRequest, call: Call) -> ReplayedHand:
    if not request.text:
        return _stored(request.hand, call)
    hand = _chosen(request, call.job)
    return _replayed(hand)


def _chosen(request: StoredHandRequest | RangesRequest | DecisionRequest, job: Job) -> Hand:
    hands = (each for each in _read(request, job) if isinstance(each, Hand))
    for count, hand in enumerate(hands, start=1):
        if count == request.hand:
            return hand
    raise RequestError(f"there is no hand {request.hand} in this text", "hand")


def _stored_title(number: int, title: str) -> str:
    """Return a hand's title with its number in the store instead of that at its table."""
    return f"Hand {number} of the store · {title.partition(' · ')[2]}"


def _stored(number: int, call: Call) -> ReplayedHand:
    kept = kept_hand(number, call)
    shown = _replayed(kept.seen())
    return msgspec.structs.replace(
        shown,
        title=_stored_title(number, shown.title),
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
        big_blind=amount(whole(Fraction(hand.rules.big_blind, hand.scale))),
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


def _solve(request: DecisionRequest, call: Call) -> SolveSpots:
    from handsight.web.play.solve_spots import USUAL, named_ranges, solver_starts

    hand = _chosen(request, call.job) if request.text else kept_hand(request.hand, call).seen()
    try:
        starts = solver_starts(hand, request.at)
    except HistoryError as error:
        raise RequestError(f"{hand.file}:{error.line}: {error.reason}", "text") from None
    except OptionError as error:
        raise RequestError(str(error), "at") from None
    call.job.check()
    out, last = starts[0].seats
    ranges = named_ranges(hand, (out, last), call.site.settings.charts or "")
    most = call.site.solutions.most_bytes
    oop, ip = ("", "") if ranges.spot is None else (str(ranges.spot.oop), str(ranges.spot.ip))
    fitting = [each for each in (_solve_start(each, oop, ip, most) for each in starts) if each]
    if not fitting:
        raise RequestError("the solver's trees of this hand have too many nodes", "at")
    return SolveSpots(
        name=ranges.name,
        preflop="" if ranges.spot is None else ", ".join(ranges.spot.line),
        note=ranges.reason,
        oop=oop,
        ip=ip,
        bets=USUAL["bets"],
        raises=USUAL["raises"],
        players=(hand.name_of(out), hand.name_of(last)),
        big_blind=hand.rules.big_blind,
        starts=fitting,
        most_bytes=most,
    )


def _solve_start(start: SolverStart, oop: str, ip: str, most: int) -> SolveStart | None:
    from handsight.web.play.solve_spots import FittedStart, fitted

    tree = fitted(start, oop, ip, most) if oop else FittedStart(start.sizes, None, 0)
    if tree is None:
        return None
    return SolveStart(
        street=start.street,
        board=start.board,
        pot=start.pot,
        stack=start.stack,
        line=start.line,
        sizes=tree.sizes,
        raise_cap=tree.raise_cap,
        bytes=tree.bytes or None,
    )


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
        "/replay/stored",
        "List the hands that were played here, with their results.",
        StoredListRequest,
        StoredListResponse,
        _list_stored,
        heavy=True,
        example={},
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
    Endpoint(
        "/replay/solve",
        "Return a decision of a hand as a spot for the solver, with ranges if a named spot fits.",
        DecisionRequest,
        SolveSpots,
        _solve,
        heavy=True,
        limit=MOST_REQUEST,
        example={"text": "a history of hands", "hand": 1, "at": 4},
    ),
]
