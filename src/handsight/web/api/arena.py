"""Arena: endpoints for the leaderboard, and for the arenas that were named at server start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from handsight.errors import ArenaError
from handsight.views.arena.leaderboard import LeaderboardReport, leaderboard_report
from handsight.web.api.endpoints import Call, Endpoint, RequestError
from handsight.web.jobs import StoppedError

if TYPE_CHECKING:
    from handsight.arena import ArenaStore
    from handsight.arena.ratings import Rating
    from handsight.views.arena.report import ArenaReport, Duel, ResultSums

WATCH_SECONDS = 3600.0
PAUSE = 1.0
"""Seconds between two checks of an arena's file."""
SHARE_OF_TIME = 0.1
"""The maximum share of a core for watching an arena; a large arena is read less often."""
MOST_HANDS = 400

Limit = float | None
"""One end of an interval; None if there is no interval yet."""


# --- what is asked --------------------------------------------------------------------------------


class ArenaRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request about an arena, by its name in `/arena/list`."""

    name: Annotated[str, Meta(max_length=300)]


class PairRequest(ArenaRequest):
    """A request for a mirrored pair of an arena.

    Attributes:
        matchup: number of the matchup in the arena, from 0.
        pair: number of the pair in the matchup, from 0.
    """

    matchup: Annotated[int, Meta(ge=0, le=10**6)] = 0
    pair: Annotated[int, Meta(ge=0, le=10**9)] = 0


# --- what is answered -----------------------------------------------------------------------------


class ArenaList(msgspec.Struct):
    """The names of the arenas that the page shows."""

    arenas: list[str]


class SumsRow(msgspec.Struct):
    """The results of an agent; see `handsight.views.arena.report.ResultSums`.

    Attributes:
        low: lower end of the 95% interval of `bb100`; null with fewer than two pairs.
        high: upper end of the same interval; null with fewer than two pairs.
    """

    pairs: int
    hands: int
    bb100: float
    low: Limit
    high: Limit
    wins: int
    losses: int
    ties: int


class RatingRow(msgspec.Struct):
    """A rating on the Elo scale, with its 95% interval; the mean of all agents is 0."""

    points: float
    low: float
    high: float


class AgentRow(SumsRow):
    """The results of an agent against all its opponents together.

    Attributes:
        ms_per_decision: mean time per decision in milliseconds; null before the first decision.
        fault_share: share of the agent's decisions that were faults, 0..1.
        at_fault: whether the agent had too many faults for a verdict in at least one matchup.
        faults: number of faults of each kind.
        rating: rating from matches won; null if the agents are not rated.
    """

    agent: str
    ms_per_decision: float | None
    fault_share: float
    at_fault: bool
    faults: dict[str, int]
    rating: RatingRow | None


class DuelRow(SumsRow):
    """The result of agent `a` against `b`, from the point of view of `a`.

    Attributes:
        bb100: big blinds that `a` won per hundred hands; if `b` is one of several opponents at the
            same table, how many more `a` won than `b`. Wins, losses and ties then compare these two
            alone.
        b: the opponent, or ``the table`` if `a` sits with several opponents.
        verdict: the conclusion in words.
    """

    a: str
    b: str
    verdict: str


class MatchupRow(msgspec.Struct):
    """Agents that sit together, and how far their matchup has been played.

    Attributes:
        pairs: number of pairs played so far.
        finished: whether the matchup has ended, by its number of pairs or by the stop rule.
    """

    agents: list[str]
    pairs: int
    finished: bool


class ArenaResponse(msgspec.Struct):
    """What is known about an arena so far.

    Attributes:
        format: ``reset`` if stacks are reset before every hand, ``carry`` if they carry over from
            hand to hand.
        stack: chips of each player at the start of each match or, in format ``reset``, of each
            hand.
        big_blind: chips of the big blind.
        pairs: maximum number of pairs in each matchup.
        hands: number of hands played so far.
        always_valid: whether the intervals allow for stopping at any time.
        agents: agents, best first.
    """

    name: str
    format: str
    stack: int
    big_blind: int
    pairs: int
    hands: int
    finished: bool
    always_valid: bool
    warnings: list[str]
    agents: list[AgentRow]
    duels: list[DuelRow]
    matchups: list[MatchupRow]


class PairHand(msgspec.Struct):
    """A hand of a mirrored pair.

    Attributes:
        leg: number of the leg, from 0; the agents' seats differ from leg to leg.
        hand: number of the hand in its match, from 1.
        chips: chips that the agent of each slot won in the hand; negative for a loss.
        phh: the hand as PHH text.
    """

    leg: int
    hand: int
    chips: list[int]
    phh: str


class PairResponse(msgspec.Struct):
    """The hands of a mirrored pair.

    Attributes:
        agents: the agents, by slot.
        more: whether the pair has more hands than the response.
    """

    agents: list[str]
    hands: list[PairHand]
    more: bool


# --- answering ------------------------------------------------------------------------------------


def _leaderboard(_: None, call: Call) -> LeaderboardReport:
    from handsight.arena.leaderboard import SHIPPED, Leaderboard

    return leaderboard_report(Leaderboard.load(SHIPPED))


def _list(_: None, call: Call) -> ArenaList:
    return ArenaList(sorted(call.site.settings.arenas))


def _report(request: ArenaRequest, call: Call) -> ArenaResponse:
    with _opened(request, call) as store:
        return _response(request.name, store)


def _watch(request: ArenaRequest, call: Call) -> ArenaResponse:
    """Send a report whenever an arena has new results, until the arena or the job has ended."""
    path = _path(request, call)
    while True:
        began, seen = monotonic(), _stamp(path)
        answer = _report(request, call)
        call.job.send(answer)
        if answer.finished:
            return answer
        try:
            call.job.wait((monotonic() - began) / SHARE_OF_TIME)
            while _stamp(path) == seen:
                call.job.wait(PAUSE)
        except StoppedError:
            return answer


def _pair(request: PairRequest, call: Call) -> PairResponse:
    from handsight.formats import phh_text

    with _opened(request, call) as store:
        matchups = store.spec.matchups
        if request.matchup >= len(matchups):
            raise RequestError(f"there are {len(matchups)} matchups, numbered from 0", "matchup")
        rows: list[PairHand] = []
        more = False
        for row in store.hands(request.matchup):
            call.job.check()
            if row.pair > request.pair:
                break
            if row.pair == request.pair:
                more = len(rows) == MOST_HANDS
                if more:
                    break
                rows.append(PairHand(row.leg, row.hand, list(row.chips), phh_text(row.record)))
        if not rows:
            raise RequestError("that pair has not been played", "pair")
        return PairResponse(list(matchups[request.matchup].agents), rows, more)


def _path(request: ArenaRequest, call: Call) -> Path:
    """Return the file of an arena; an unknown name never reaches the file system."""
    arenas = call.site.settings.arenas
    if request.name not in arenas:
        named = ", ".join(islice(sorted(arenas), 20))
        known = f"the arenas are: {named}" if named else "the server was started without any"
        raise RequestError(f"no arena has that name; {known}", "name")
    return arenas[request.name]


@contextmanager
def _opened(request: ArenaRequest, call: Call) -> Iterator[ArenaStore]:
    """Open an arena's store for reading; errors show the arena's name, not the store's path."""
    from handsight.arena import ArenaStore

    path = _path(request, call)
    try:
        with ArenaStore.read(path) as store:
            yield store
    except ArenaError as error:
        raise RequestError(str(error).replace(str(path), request.name), "name") from None


def _stamp(path: Path) -> tuple[int, ...]:
    """Return a stamp that changes when a store or the write-ahead log beside it is written."""
    stamps: list[int] = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        try:
            status = file.stat()
        except OSError:
            continue
        stamps += [status.st_mtime_ns, status.st_size]
    return tuple(stamps)


def _response(name: str, store: ArenaStore) -> ArenaResponse:
    from handsight.views.arena.report import arena_report

    result = store.result()
    report = arena_report(result)
    return ArenaResponse(
        name,
        report.format,
        report.stack,
        report.stakes.big_blind,
        report.pairs,
        result.hands,
        report.finished,
        report.interval == "always valid",
        list(report.warnings),
        _agents(report),
        [_duel(each) for each in (*report.results, *report.between)],
        [
            MatchupRow(list(each.matchup.agents), each.pairs, each.finished)
            for each in result.matchups
        ],
    )


def _agents(report: ArenaReport) -> list[AgentRow]:
    return [
        AgentRow(
            **_sums(each),
            agent=agent,
            ms_per_decision=each.ms_per_decision,
            fault_share=each.fault_share,
            at_fault=each.is_at_fault,
            faults=report.faults.get(agent, {}),
            rating=_rating(each.rating),
        )
        for agent, each in report.agents.items()
    ]


def _duel(duel: Duel) -> DuelRow:
    return DuelRow(**_sums(duel), a=duel.a, b=duel.b, verdict=duel.verdict)


def _rating(rating: Rating | None) -> RatingRow | None:
    return None if rating is None else RatingRow(rating.points, rating.low, rating.high)


def _sums(sums: ResultSums) -> dict[str, Any]:
    low, high = sums.ci95
    names = ("pairs", "hands", "bb100", "wins", "losses", "ties")
    return {name: getattr(sums, name) for name in names} | {"low": low, "high": high}


EXAMPLE = {"name": "a name that /arena/list returns"}

ENDPOINTS = [
    Endpoint(
        "/arena/leaderboard",
        "Return the leaderboard of our own agents, which comes with handsight.",
        None,
        LeaderboardReport,
        _leaderboard,
    ),
    Endpoint("/arena/list", "List the arenas that the server shows.", None, ArenaList, _list),
    Endpoint(
        "/arena/report",
        "Return the results of an arena so far.",
        ArenaRequest,
        ArenaResponse,
        _report,
        heavy=True,
        example=EXAMPLE,
    ),
    Endpoint(
        "/arena/watch",
        "Follow an arena while it is played; each update has the results so far.",
        ArenaRequest,
        ArenaResponse,
        _watch,
        heavy=True,
        pool="watching",
        seconds=WATCH_SECONDS,
        update=ArenaResponse,
        example=EXAMPLE,
    ),
    Endpoint(
        "/arena/pair",
        "Return the hands of a mirrored pair.",
        PairRequest,
        PairResponse,
        _pair,
        heavy=True,
        example=EXAMPLE | {"matchup": 0, "pair": 0},
    ),
]
