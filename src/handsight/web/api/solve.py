"""Solve: endpoints for solving a spot and for stopping a solve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from handsight.cards import parse_cards
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.ranges import RangeText
from handsight.web.api.solve_nodes import LineText, SolutionId, SolutionRequest
from handsight.web.api.solve_spots import (
    EXAMPLE,
    THREADS,
    Share,
    SpotRequest,
    bytes_of,
    game_of,
    read_betting,
    read_spot,
    smaller_spots,
)
from handsight.web.jobs import StoppedError

if TYPE_CHECKING:
    from handsight.solver import SolveProgress
    from handsight.solver.game import SolverGame

MOST_SECONDS = 600.0
MOST_LOCKS = 20

ShareOfPot = Annotated[float, Meta(gt=0, le=1)]


class LockedNode(msgspec.Struct, forbid_unknown_fields=True):
    """A strategy that a player must follow with some hands at a node, even if others are better.

    Attributes:
        strategy: for the text of each range of hands, how often to take each action of the node, in
            order.
    """

    line: LineText
    strategy: Annotated[
        dict[RangeText, Annotated[list[Share], Meta(max_length=20)]],
        Meta(min_length=1, max_length=50),
    ]


class SolveRequest(SpotRequest):
    """A spot to solve, and the accuracy to reach.

    Attributes:
        accuracy: exploitability to reach, as a share of the pot.
        seconds: time in seconds after which the solve ends with the strategy reached so far.
        locks: nodes at which a player must follow a given strategy.
    """

    accuracy: ShareOfPot = 0.005
    seconds: Annotated[float, Meta(gt=0, le=MOST_SECONDS)] = 120.0
    locks: Annotated[list[LockedNode], Meta(max_length=MOST_LOCKS)] = msgspec.field(
        default_factory=list
    )


class SolveUpdate(msgspec.Struct):
    """The progress of a solve.

    Attributes:
        id: the id with which to stop the solve, and to ask about its solution.
        exploitability: exploitability as a share of the pot; None before it is measured.
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


def _solve(request: SolveRequest, call: Call) -> SolvedSpot:
    from handsight.solver import NodeLock, solve

    spot, betting = read_spot(request), read_betting(request)
    locks = [
        NodeLock(each.line, {text: tuple(row) for text, row in each.strategy.items()})
        for each in request.locks
    ]
    with reading("locks"):
        game = game_of(spot, betting, request.storage, tuple(locks))
    strategies, size = sum(game.sizes), bytes_of(game)
    shelf = call.site.solutions
    most = shelf.most_bytes
    if size > most:
        raise _too_large(request, game, most)
    del game
    call.job.check()
    place = shelf.reserve(size, tuple(map(str, parse_cards(request.board))))

    def update(iterations: int, exploitability: float | None, seconds: float) -> SolveUpdate:
        return SolveUpdate(place.key, iterations, exploitability, seconds, strategies, size)

    def watch(progress: SolveProgress) -> bool:
        call.job.send(update(progress.iterations, progress.exploitability, progress.seconds))
        try:
            call.job.check()
        except StoppedError:
            return True  # the partial solution can be browsed
        return place.stopping.is_set()

    call.job.send(update(0, None, 0.0))
    try:
        with reading("locks"):  # all other fields have been checked already
            solution = solve(
                *(spot, betting, request.accuracy),
                seconds=request.seconds,
                threads=THREADS,
                storage=request.storage,
                memory=most,
                locks=locks or None,
                progress=watch,
            )
    except BaseException:
        shelf.drop(place)
        raise
    place.solution = solution
    last = update(solution.iterations, solution.exploitability, solution.seconds)
    return SolvedSpot(
        **msgspec.structs.asdict(last), reached=solution.exploitability <= request.accuracy
    )


def _too_large(request: SolveRequest, game: SolverGame, most: int) -> RequestError:
    """Return the refusal of a tree that needs too much memory; it lists what would fit."""
    smaller = smaller_spots(request, game.spot, game.betting, most)
    fits = "; ".join(f"{each.words} ({each.bytes / 1e6:,.0f} MB)" for each in smaller)
    advice = f"these fit: {fits}" if fits else "smaller: tighter ranges, a later street"
    return RequestError(
        f"this tree has {sum(game.sizes):,} nodes x combos and takes {bytes_of(game) / 1e6:,.0f} "
        f"MB, but at most {most / 1e6:,.0f} MB may be used; {advice}"
    )


def _stop(request: SolutionRequest, call: Call) -> StopResponse:
    with reading("id"):
        place = call.site.solutions.place(request.id)
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
