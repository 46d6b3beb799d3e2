"""Train: endpoints that ask questions, judge the answers, and show the progress."""

from __future__ import annotations

from time import time
from typing import Annotated

import msgspec
from msgspec import Meta

from handsight.coach.drill import KINDS, DrillTable, progress_of
from handsight.runtime.seeds import seed_or_fresh
from handsight.views.coach.drill import (
    FeedbackReport,
    ProgressReport,
    QuestionReport,
    drill_report,
    feedback_report,
    progress_report,
)
from handsight.web.api.endpoints import Call, Endpoint, reading
from handsight.web.drills import KeptDrill, opened_store

DrillId = Annotated[str, Meta(max_length=40, description="The id from `/drill/start`.")]
Key = Annotated[str, Meta(max_length=1000)]


# --- requests -------------------------------------------------------------------------------------


class StartRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a drill.

    Attributes:
        kinds: names of kinds of questions, from which one is drawn each time; empty for decisions
            on all streets, or for all kinds with `mistakes`.
        spot: name of the only spot, like ``BTN open`` or ``BTN vs BB, 3bet``; empty for all spots.
        players: number of players at the table.
        stack: stack of each player in big blinds; null for the default: 100, or a random one from
            3 to 20 for push or fold.
        mistakes: whether to ask only questions that are due: wrong answers, and mistakes in
            reviewed hands.
        key: key of the first question, whether or not it is due; empty for any.
        seed: selects the questions; null for a fresh seed.
    """

    kinds: Annotated[list[Annotated[str, Meta(max_length=30)]], Meta(max_length=20)] = []
    spot: Annotated[str, Meta(max_length=100)] = ""
    players: Annotated[int, Meta(ge=2, le=9)] = 6
    stack: Annotated[int, Meta(ge=1, le=1000)] | None = None
    mistakes: bool = False
    key: Key = ""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class DrillRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request about a drill that the server keeps."""

    drill: DrillId


class AnswerRequest(DrillRequest):
    """An answer to the question that was asked last.

    Attributes:
        key: key of the question.
        answer: number of an option, from 1; its name or its first letter; or a number, if the
            question asks for one.
    """

    key: Key
    answer: Annotated[str, Meta(max_length=100)]


# --- responses ------------------------------------------------------------------------------------


class KindRow(msgspec.Struct):
    """A kind of question.

    Attributes:
        summary: what its questions ask, in a few words.
    """

    name: str
    summary: str


class KindsResponse(msgspec.Struct):
    """The kinds of questions.

    Attributes:
        kept: whether answers are kept, so that mistakes come back.
    """

    kinds: list[KindRow]
    kept: bool


class StartResponse(msgspec.Struct):
    """A drill that has begun: the id for other requests, and the seed."""

    drill: str
    seed: int


class NextResponse(msgspec.Struct):
    """The next question; null if none is due and the drill asks only due questions."""

    question: QuestionReport | None


# --- answering ------------------------------------------------------------------------------------


def _kinds(_: None, call: Call) -> KindsResponse:
    rows = [KindRow(name, kind.summary) for name, kind in KINDS.items()]
    return KindsResponse(rows, call.site.settings.drills is not None)


def _start(request: StartRequest, call: Call) -> StartResponse:
    seed = seed_or_fresh(request.seed)
    kinds = tuple(KINDS) if request.mistakes and not request.kinds else tuple(request.kinds)
    with reading("spot" if request.spot else "kinds"):
        drill = KeptDrill(
            kinds,
            DrillTable(request.players, request.stack, request.spot.strip()),
            seed,
            call.site.settings.drills,
            only_due=request.mistakes,
            first=request.key,
        )
    return StartResponse(call.site.drills.add(drill), seed)


def _next(request: DrillRequest, call: Call) -> NextResponse:
    question = _kept(request, call).next()
    return NextResponse(None if question is None else drill_report(question).question)


def _answer(request: AnswerRequest, call: Call) -> FeedbackReport:
    drill = _kept(request, call)
    with reading("answer"):
        return feedback_report(drill.answer(request.key, request.answer))


def _kept(request: DrillRequest, call: Call) -> KeptDrill:
    with reading("drill"):
        return call.site.drills.get(request.drill)


def _progress(_: None, call: Call) -> ProgressReport:
    path = call.site.settings.drills
    if path is None or not path.exists():
        return progress_report((), 0, 0)
    with opened_store(path) as store:
        waiting, due = store.repetitions(), store.due(time())
        return progress_report(progress_of(store.answers(), waiting), len(due), len(waiting))


ENDPOINTS = [
    Endpoint("/drill/kinds", "List the kinds of questions of drills.", None, KindsResponse, _kinds),
    Endpoint(
        "/drill/start",
        "Start a drill, which the server keeps for some time.",
        StartRequest,
        StartResponse,
        _start,
        heavy=True,
        pool="training",
        example={"kinds": ["preflop", "river"], "players": 6},
    ),
    Endpoint(
        "/drill/next",
        "Return the next question of a drill.",
        DrillRequest,
        NextResponse,
        _next,
        heavy=True,
        pool="training",
        example={"drill": "the id that /drill/start returned"},
    ),
    Endpoint(
        "/drill/answer",
        "Judge an answer: what each action is worth, and what was lost.",
        AnswerRequest,
        FeedbackReport,
        _answer,
        heavy=True,
        pool="training",
        example={
            "drill": "the id that /drill/start returned",
            "key": "pot-odds 12 6 30",
            "answer": "call",
        },
    ),
    Endpoint(
        "/drill/progress",
        "Return how well the questions were answered so far, with intervals.",
        None,
        ProgressReport,
        _progress,
        heavy=True,
        pool="training",
    ),
]
