"""Review: endpoints that value the decisions in a person's own hands."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from time import time
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from handsight.cards.card import RANKS, STREETS
from handsight.coach.review.decisions import ReviewedDecision, ReviewedHand
from handsight.coach.review.flops import usual_memory
from handsight.coach.review.follow_up import SolverSpot, solver_spot
from handsight.coach.review.mistakes import askable, mistakes_of
from handsight.coach.review.settings import ReviewSettings
from handsight.formats import phh_text
from handsight.ranges import Range
from handsight.views.coach.review import (
    ReviewedDecisionReport,
    ReviewReport,
    decision_report,
    review_report,
)
from handsight.views.histories.replay_text import heading_of
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.replay import MOST_REQUEST, PASTED, FileName, Text, TextFault
from handsight.web.drills import opened_store
from handsight.web.reviews import KeptReview

RUN_SECONDS = 3600.0
MOST_ROWS = 200
MOST_DRILLED = 300

ReviewId = Annotated[str, Meta(max_length=40, description="The id from `/review/add`.")]
Street = Literal["", "preflop", "flop", "turn", "river"]
Method = Literal["", "chart", "solver", "blueprint", "equity", "none"]
SortKey = Literal["lost", "hand", "cards", "board", "position", "street", "result", "method", "pot"]


# --- requests -------------------------------------------------------------------------------------


class AddRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A text of hands to review, or a piece of one.

    Attributes:
        review: id of the review to which the text is added; empty to begin a new review.
        continues: whether the text continues that of the previous request, so that a file of more
            than 1,000,000 characters can be sent in pieces.
    """

    text: Text
    file: FileName = PASTED
    review: ReviewId = ""
    continues: bool = False


class ReviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request about a review that the server keeps."""

    review: ReviewId


class RunRequest(ReviewRequest):
    """A request to review the hands of a player.

    Attributes:
        player: name of the player; empty for the hero, whose cards the texts show.
        quick: whether to leave out the solver, so that values after the flop are estimates.
        seed: seed of the random deals for estimates.
    """

    player: Annotated[str, Meta(max_length=200)] = ""
    quick: bool = True
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0


class DecisionsRequest(ReviewRequest):
    """A request for decisions of a review that match filters, as one page of a table.

    Attributes:
        sort: column by which the decisions are sorted.
        descending: whether the largest or last comes first.
        offset: number of decisions to skip.
        limit: maximum number of decisions to return.
        street: street of the decisions; empty for all.
        position: position of the player; empty for all.
        method: how the decisions were valued; ``none`` for those that could not be; empty for all.
        result: whether the hand was won or lost; empty for all.
        mistakes: whether to return mistakes only.
        estimates: whether to include decisions whose values are estimates.
        least: minimum loss of a decision, in big blinds; null for any.
        cards: range to which the player's hand must belong, such as ``22+, AK``; empty for all.
        board: cards or ranks that must be on the board, such as ``AhK``; empty for all.
        hand: index of the hand to whose decisions the result is limited; null for all hands.
    """

    sort: SortKey = "lost"
    descending: bool = True
    offset: Annotated[int, Meta(ge=0, le=10**6)] = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] = 50
    street: Street = ""
    position: Annotated[str, Meta(max_length=10)] = ""
    method: Method = ""
    result: Literal["", "won", "lost"] = ""
    mistakes: bool = False
    estimates: bool = True
    least: Annotated[float, Meta(ge=-1e6, le=1e6)] | None = None
    cards: Annotated[str, Meta(max_length=500)] = ""
    board: Annotated[str, Meta(max_length=40)] = ""
    hand: Annotated[int, Meta(ge=0, le=10**6)] | None = None


class ReviewedDecisionRequest(ReviewRequest):
    """A request for a decision of a review.

    Attributes:
        hand: index of the hand in the review, from 0.
        number: index of the action among all actions of the hand, from 0.
    """

    hand: Annotated[int, Meta(ge=0, le=10**6)]
    number: Annotated[int, Meta(ge=0, le=10**4)]


# --- responses ------------------------------------------------------------------------------------


class AddResponse(msgspec.Struct):
    """A review to which texts were added.

    Attributes:
        review: id by which other requests refer to the review.
        files: number of files so far.
        bytes: total size of their texts in bytes.
    """

    review: str
    files: int
    bytes: int


class ReviewResponse(msgspec.Struct):
    """What a review has found so far.

    Attributes:
        hands: number of the player's hands.
        reviewed: number of hands that have been reviewed so far.
        full: number of hands that were reviewed with the solver.
        running: whether a run is in progress.
        player: name of the player that was requested; empty for the hero.
        positions: positions in which the player had decisions.
        faults: entries that cannot be read or replayed; at most 100 are listed.
        more: number of hands that were not read, beyond the first 10,000.
        report: sums over the reviewed hands, with intervals; null before the first hand.
    """

    review: str
    hands: int
    reviewed: int
    full: int
    running: bool
    player: str
    positions: list[str]
    faults: list[TextFault]
    more: int
    report: ReviewReport | None


class DecisionRow(msgspec.Struct):
    """A decision as a row of a table; see `ReviewedDecisionReport`.

    Attributes:
        hand: index of the hand in the review.
        number: index of the action among all actions of the hand.
        name: number or name of the hand.
        won: the player's result in the hand, in big blinds.
    """

    hand: int
    number: int
    name: str
    street: str
    position: str
    hole: str
    board: str
    pot_kind: str
    pot: float
    taken: str
    best: str
    lost: float
    error: float
    mistake: bool
    method: str
    estimate: bool
    won: float


class DecisionsResponse(msgspec.Struct):
    """One page of the decisions of a review that match the filters.

    Attributes:
        total: number of all matching decisions, of which only one page is returned.
        lost: big blinds that all matching decisions lost together.
    """

    total: int
    lost: float
    rows: list[DecisionRow]


class ReviewedDecisionResponse(msgspec.Struct):
    """A decision with the worth of each action, and what is needed to replay, solve or drill it.

    Attributes:
        title: description of the hand in one line.
        decision: the decision; `file` and `line` say where the hand is.
        phh: the hand as PHH text, to be replayed.
        solve: the spot to solve, by names of fields of `/solve`; null if the street did not begin
            with two players.
        drill: key of the same decision as a question of a drill; empty if there is no such
            question.
    """

    title: str
    decision: ReviewedDecisionReport
    phh: str
    solve: SolverSpot | None
    drill: str


class DrillResponse(msgspec.Struct):
    """How many mistakes of a review were added to the questions that come back in drills.

    Attributes:
        mistakes: number of mistakes in the review.
        questions: number of questions chosen from them: the 300 costliest at most.
        new: number of questions added; the others had already been added before.
    """

    mistakes: int
    questions: int
    new: int


# --- answering ------------------------------------------------------------------------------------


def _kept(request: ReviewRequest, call: Call) -> KeptReview:
    with reading("review"):
        return call.site.reviews.get(request.review)


def _add(request: AddRequest, call: Call) -> AddResponse:
    key = request.review or call.site.reviews.add(KeptReview())
    with reading("review"):
        kept = call.site.reviews.get(key)
    with reading("text"):
        kept.add(request.file, request.text, continues=request.continues)
    return AddResponse(key, kept.files, kept.size)


def _run(request: RunRequest, call: Call) -> ReviewResponse:
    kept = _kept(request, call)
    with reading("player"):
        settings = ReviewSettings(request.quick, request.seed, usual_memory())
        kept.run(request.player, settings, call.site.settings.reviews, call.job)
    return _response(request.review, kept)


def _stop(request: ReviewRequest, call: Call) -> ReviewResponse:
    kept = _kept(request, call)
    kept.stop()
    return _response(request.review, kept)


def _summary(request: ReviewRequest, call: Call) -> ReviewResponse:
    return _response(request.review, _kept(request, call))


def _response(key: str, kept: KeptReview) -> ReviewResponse:
    report = None
    positions: list[str] = []
    if kept.found:
        report = review_report(kept.review, 0)
        seen = {each.position: None for _, _, each in kept.decisions()}
        positions = [*seen]
    return ReviewResponse(
        key,
        len(kept.tasks),
        len(kept.found),
        len(kept.full),
        kept.is_busy,
        kept.name or "",
        positions,
        [TextFault(each.file, each.line, each.reason) for each in kept.faults],
        kept.more,
        report,
    )


def _decisions(request: DecisionsRequest, call: Call) -> DecisionsResponse:
    kept = _kept(request, call)
    fits = _filter_of(request)
    found = [row for row in kept.decisions() if fits(row)]
    call.job.check()
    found.sort(key=SORTS[request.sort], reverse=request.descending)
    shown = found[request.offset : request.offset + request.limit]
    lost = sum(each.lost for _, _, each in found)
    return DecisionsResponse(len(found), round(lost, 4), [_row(*each) for each in shown])


_Found = tuple[int, ReviewedHand, ReviewedDecision]
_CARD = re.compile(r"[2-9TJQKA][cdhs]?")

SORTS: dict[str, Callable[[_Found], Any]] = {
    "lost": lambda row: row[2].lost,
    "hand": lambda row: (-row[0], -row[2].number),
    "cards": lambda row: _rank_order(row[1].hole),
    "board": lambda row: _rank_order(row[2].board),
    "position": lambda row: row[2].position,
    "street": lambda row: STREETS.index(row[2].street),
    "result": lambda row: row[1].won,
    "method": lambda row: row[2].method,
    "pot": lambda row: row[2].pot,
}
"""{column: sort key of a decision}."""


def _rank_order(cards: str) -> list[int]:
    return [RANKS.index(each) for each in cards[::2]]


def _row(hand: int, reviewed: ReviewedHand, decision: ReviewedDecision) -> DecisionRow:
    report = decision_report(reviewed, decision)
    names = (each for each in DecisionRow.__struct_fields__ if each not in ("hand", "name"))
    fields = {name: getattr(report, name) for name in names}
    return DecisionRow(hand=hand, name=report.hand, **fields)


def _filter_of(request: DecisionsRequest) -> Callable[[_Found], bool]:
    """Return the function that checks whether a decision matches a request."""
    has_cards, has_board = _card_filter(request.cards), _board_filter(request.board)
    method = "" if request.method == "none" else request.method

    def fits(row: _Found) -> bool:
        place, hand, each = row
        return (
            (request.hand is None or place == request.hand)
            and request.street in ("", each.street)
            and request.position in ("", each.position)
            and (not request.method or each.method == method)
            and (not request.result or (hand.won > 0 if request.result == "won" else hand.won < 0))
            and (not request.mistakes or each.is_mistake)
            and (request.estimates or not each.is_estimate)
            and (request.least is None or each.lost >= request.least)
            and has_board(each.board)
            and has_cards(hand.hole)
        )

    return fits


def _card_filter(text: str) -> Callable[[str], bool]:
    """Return the function that checks whether hole cards belong to a range."""
    if not text.strip():
        return lambda hole: True
    with reading("cards"):
        wanted = Range(text)
    return cache(lambda hole: hole in wanted)


def _board_filter(text: str) -> Callable[[str], bool]:
    """Return the function that checks whether a board has all of some cards and ranks."""
    wanted = set(_CARD.findall(text))
    if _CARD.sub("", text).strip(", "):
        raise RequestError(f"the board is {text!r}; write cards and ranks, such as AhK", "board")
    return lambda board: wanted <= {*board[::2], *_CARD.findall(board)}


def _decision(request: ReviewedDecisionRequest, call: Call) -> ReviewedDecisionResponse:
    kept = _kept(request, call)
    with reading("hand"):
        reviewed, decision = kept.decision(request.hand, request.number)
    task = kept.tasks[request.hand]
    return ReviewedDecisionResponse(
        heading_of(task.hand),
        decision_report(reviewed, decision),
        phh_text(task.hand),
        solver_spot(task.hand, task.seat, request.number),
        askable(decision.key),
    )


def _drill(request: ReviewRequest, call: Call) -> DrillResponse:
    kept, path = _kept(request, call), call.site.settings.drills
    if path is None:
        raise RequestError("this server keeps no answers of drills, so no question can come back")
    found = mistakes_of(kept.reviewed(), MOST_DRILLED, time())
    with opened_store(path) as store:
        new = store.add_mistakes(found.mistakes)
    return DrillResponse(found.found, len(found.mistakes), new)


EXAMPLE = {"review": "the id that /review/add returned"}

ENDPOINTS = [
    Endpoint(
        "/review/add",
        "Add a text of hands to a review, or begin a review with it.",
        AddRequest,
        AddResponse,
        _add,
        heavy=True,
        limit=MOST_REQUEST,
        example={"text": "a history of hands", "file": "session.txt"},
    ),
    Endpoint(
        "/review/run",
        "Review the hands: value every decision of a player.",
        RunRequest,
        ReviewResponse,
        _run,
        heavy=True,
        pool="reviewing",
        seconds=RUN_SECONDS,
        example=EXAMPLE | {"quick": True},
    ),
    Endpoint(
        "/review/stop",
        "Stop a review, and keep what it has found.",
        ReviewRequest,
        ReviewResponse,
        _stop,
        heavy=True,
        example=EXAMPLE,
    ),
    Endpoint(
        "/review/summary",
        "Return the sums of a review, with their intervals.",
        ReviewRequest,
        ReviewResponse,
        _summary,
        heavy=True,
        example=EXAMPLE,
    ),
    Endpoint(
        "/review/decisions",
        "List decisions of a review, filtered and sorted.",
        DecisionsRequest,
        DecisionsResponse,
        _decisions,
        heavy=True,
        example=EXAMPLE | {"sort": "lost", "street": "river", "limit": 50},
    ),
    Endpoint(
        "/review/decision",
        "Return a decision of a review: what each action was worth, and what that assumes.",
        ReviewedDecisionRequest,
        ReviewedDecisionResponse,
        _decision,
        heavy=True,
        example=EXAMPLE | {"hand": 0, "number": 3},
    ),
    Endpoint(
        "/review/drill",
        "Add the mistakes of a review to the questions that come back in drills.",
        ReviewRequest,
        DrillResponse,
        _drill,
        heavy=True,
        example=EXAMPLE,
    ),
]
