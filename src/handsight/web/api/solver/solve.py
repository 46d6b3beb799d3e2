"""Solve: endpoints for solving a spot and for stopping a solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from handsight.cards import parse_cards
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.solver.nodes import LockedNode, SolutionId, SolutionRequest
from handsight.web.api.solver.spots import (
    EXAMPLE,
    SpotRequest,
    game_of,
    read_betting,
    read_spot,
    smaller_spots,
)
from handsight.web.jobs import StoppedError
from handsight.web.solutions import THREADS, bytes_of

if TYPE_CHECKING:
    from handsight.odds import Spot
    from handsight.solver import Betting, NodeLock, Solution, SolveProgress
    from handsight.solver.game import SolverGame
    from handsight.web.solutions import KeptSolution

MOST_SECONDS = 600.0
MOST_LOCKS = 20

ShareOfPot = Annotated[float, Meta(gt=0, le=1)]


class SolveRequest(SpotRequest, kw_only=True):
    """A spot to solve, and the accuracy to reach.

    Attributes:
        accuracy: exploitability to reach, as a share of the pot.
        seconds: time in seconds after which the solve ends with the strategy reached so far.
        locks: nodes at which a player must follow a given strategy.
        start: id of a solution of the same spot, perhaps with other locks, whose strategies the
            solve starts from; empty to start from scratch. With the same locks, the new solution
            replaces it.
    """

    accuracy: ShareOfPot = 0.005
    seconds: Annotated[float, Meta(gt=0, le=MOST_SECONDS)] = 120.0
    locks: Annotated[list[LockedNode], Meta(max_length=MOST_LOCKS)] = msgspec.field(
        default_factory=list
    )
    start: SolutionId = ""


class SolveUpdate(msgspec.Struct):
    """The progress of a solve.

    Attributes:
        id: the id with which to stop the solve, and to request nodes of its solution.
        exploitability: exploitability as a share of the pot; null before it is measured.
        seconds: time since the start of the solve, in seconds.
        strategies: sum over all nodes on all boards: the number of actions times the number of
            combos that can take them.
        bytes: memory in bytes that the solve uses.
    """

    id: SolutionId
    iterations: int
    exploitability: float | None
    seconds: float
    strategies: int
    bytes: int


class SolvedSpot(SolveUpdate):
    """The outcome of a solve.

    Attributes:
        reached: whether the accuracy was reached; otherwise the solve was stopped or ran out of
            time.
    """

    reached: bool


class StopResponse(msgspec.Struct):
    """The effect of a request to stop a solve.

    Attributes:
        stopped: whether the request stopped the solve; false if the solve had already ended.
    """

    stopped: bool


# --- answering ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Solve:
    """A solve that has been checked and has its place on the shelf.

    Attributes:
        spot, betting, locks: the spot to solve.
        start: solution to start from; None to start from scratch.
        place: reservation for the solution.
        strategies: see `SolveUpdate`.
        most: maximum memory in bytes.
    """

    spot: Spot
    betting: Betting
    locks: tuple[NodeLock, ...]
    start: Solution | None
    place: KeptSolution
    strategies: int
    most: int

    def update(self, iterations: int, exploitability: float | None, seconds: float) -> SolveUpdate:
        key, size = self.place.key, self.place.size
        return SolveUpdate(key, iterations, exploitability, seconds, self.strategies, size)


def _begin(request: SolveRequest, call: Call) -> _Solve:
    """Check a request, and reserve a place for its solution."""
    from handsight.solver import NodeLock

    spot, betting = read_spot(request), read_betting(request)
    locks = tuple(
        NodeLock(each.line, {text: tuple(row) for text, row in each.strategy.items()})
        for each in request.locks
    )
    shelf = call.site.solutions
    with reading("start"):
        before = shelf.get(request.start) if request.start else None
        start = shelf.solution(request.start) if request.start else None
    storage = request.storage if start is None else start.learner.game.storage
    with reading("locks"):
        game = game_of(spot, betting, storage, locks)
    if start is not None:
        _require_same(start, game)
    size, most = bytes_of(game), shelf.most_bytes
    if size > most:
        raise _too_large(request, game, most)
    call.job.check()
    if before is not None and start is not None and start.learner.game.locks == locks:
        place = shelf.renew(before)  # its strategies go on learning in place
    else:
        board = tuple(map(str, parse_cards(request.board)))
        place = shelf.reserve(size, board, beside=before)
    return _Solve(spot, betting, locks, start, place, sum(game.sizes), most)


def _solve(request: SolveRequest, call: Call) -> SolvedSpot:
    from handsight.solver import solve

    begun = _begin(request, call)
    place = begun.place

    def watch(progress: SolveProgress) -> bool:
        seen = (progress.iterations, progress.exploitability, progress.seconds)
        call.job.send(begun.update(*seen))
        try:
            call.job.check()
        except StoppedError:
            return True  # the partial solution can be browsed
        return place.stopping.is_set()

    call.job.send(begun.update(0, None, 0.0))
    try:
        with reading("locks"):  # all other fields have been checked already
            solution = solve(
                *(begun.spot, begun.betting, request.accuracy),
                seconds=request.seconds,
                threads=THREADS,
                storage=request.storage,
                memory=begun.most,
                locks=begun.locks,
                start=begun.start,
                progress=watch,
            )
    except BaseException:
        call.site.solutions.remove(place.key)
        raise
    place.solution = solution
    last = begun.update(solution.iterations, solution.exploitability, solution.seconds)
    return SolvedSpot(
        **msgspec.structs.asdict(last), reached=solution.exploitability <= request.accuracy
    )


def _require_same(start: Solution, game: SolverGame) -> None:
    """Check that the solution to start from has the spot and the betting of the request."""
    old = start.learner.game
    same = old.betting == game.betting and old.spot.board == game.spot.board
    if not same or not (old.weights == game.weights).all():
        raise RequestError(
            "start is a solution of another spot; solve this spot without it", "start"
        )


def _too_large(request: SolveRequest, game: SolverGame, most: int) -> RequestError:
    """Return the error for a tree that needs too much memory; it lists what would fit."""
    smaller = smaller_spots(request, game.spot, game.betting, most)
    fits = "; ".join(f"{each.words} ({each.bytes / 1e6:,.0f} MB)" for each in smaller)
    advice = f"these fit: {fits}" if fits else "smaller: tighter ranges, a later street"
    return RequestError(
        f"this tree has {sum(game.sizes):,} nodes x combos and takes {bytes_of(game) / 1e6:,.0f} "
        f"MB, but at most {most / 1e6:,.0f} MB may be used; {advice}"
    )


def _stop(request: SolutionRequest, call: Call) -> StopResponse:
    with reading("id"):
        place = call.site.solutions.get(request.id)
    place.stopping.set()
    return StopResponse(place.solution is None)


ENDPOINTS = [
    Endpoint(
        "/solve",
        "Solve a spot, and keep the solution on the server for some time.",
        SolveRequest,
        SolvedSpot,
        _solve,
        heavy=True,
        pool="long",
        seconds=MOST_SECONDS + 60,
        update=SolveUpdate,
        example=EXAMPLE | {"accuracy": 0.005},
    ),
    Endpoint(
        "/solve/stop",
        "Stop a solve, and keep the strategy reached so far.",
        SolutionRequest,
        StopResponse,
        _stop,
        example={"id": "the id of an answer of /solve"},
    ),
]
