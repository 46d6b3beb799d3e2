"""Solve on many flops: a report that grows flop by flop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from handsight.errors import InputError
from handsight.odds import Spot
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.solver.nodes import SolutionId
from handsight.web.api.solver.solve import ShareOfPot
from handsight.web.api.solver.spots import (
    EXAMPLE,
    BettingRequest,
    game_of,
    read_betting,
    read_ranges,
)
from handsight.web.jobs import StoppedError
from handsight.web.solutions import THREADS, bytes_of

if TYPE_CHECKING:
    from handsight.cards import CardSet
    from handsight.solver import Betting, SolvedFlop, SolveProgress
    from handsight.views.solver.flops import FlopMean
    from handsight.web.solutions import KeptSolution

MOST_FLOPS = 200
MOST_SECONDS = 7200.0


class FlopsRequest(BettingRequest, kw_only=True):
    """A spot to solve on many flops, and the accuracy to reach on each.

    Attributes:
        flops: name of a set of flops that represents all, or a list of flops.
        accuracy: exploitability to reach, as a share of the pot.
        seconds: time in seconds after which the report ends with the flops solved so far.
    """

    flops: Annotated[
        str, Meta(max_length=5000, description="`25`, `49`, or a list like `Qs7h2d, KhJh5h`.")
    ] = "25"
    accuracy: ShareOfPot = 0.01
    seconds: Annotated[float, Meta(gt=0, le=MOST_SECONDS)] = 1800.0


class FlopRow(msgspec.Struct):
    """A flop, or the mean of several flops. Pairs begin with the player out of position.

    Attributes:
        name: cards of the flop, or the texture of several flops; empty for the mean of all flops.
        texture: texture of the flop; empty for a mean.
        count: how many of the 22,100 flops the row represents.
        weight: how often these flops are dealt, as a share of all flops of the request.
        ev: expected chips from the pot.
        equity: shares of the pot if all cards were dealt without betting.
        frequencies: how often the player out of position begins with each of the report's actions.
    """

    name: str
    texture: str
    count: int
    weight: float
    ev: tuple[float, float]
    equity: tuple[float, float]
    frequencies: list[float]


class FlopsUpdate(msgspec.Struct):
    """The progress of a report.

    Attributes:
        id: the id with which to stop the report.
        done: number of flops solved so far.
        total: number of flops to solve.
        flop: flop that is being solved.
        exploitability: its exploitability as a share of the pot; null before it is measured.
        seconds: time since the start of the report, in seconds.
    """

    id: SolutionId
    done: int
    total: int
    flop: str
    exploitability: float | None
    seconds: float


class FlopsResponse(msgspec.Struct):
    """A spot solved on many flops.

    Attributes:
        finished: whether all flops were solved; otherwise the report was stopped or ran out of
            time.
        exploitability: largest exploitability of any flop, as a share of the pot.
        actions: possible first actions of the player out of position, on any of the flops.
        mean: mean over all flops that were solved, weighted by how often each is dealt.
        textures: means over the flops of each texture.
        flops: flops that were solved.
        csv: table of the flops as text, with a row for each.
    """

    finished: bool
    exploitability: float
    actions: list[str]
    mean: FlopRow
    textures: list[FlopRow]
    flops: list[FlopRow]
    csv: str


# --- answering ------------------------------------------------------------------------------------


def _report(request: FlopsRequest, call: Call) -> FlopsResponse:
    from handsight.ranges.flop_subsets import SUBSETS, read_flop_list

    spot, betting = read_ranges(request), read_betting(request)
    with reading("flops"):
        named = request.flops.strip()
        flops: Any = named if named in SUBSETS else read_flop_list(named)
        if len(flops) > MOST_FLOPS:
            raise InputError(f"there are {len(flops)} flops; the page solves {MOST_FLOPS} at most")
    place = _place(request, call, spot, betting, flops)
    try:
        rows, total = _solved(request, call, spot, betting, flops, place)
    finally:
        call.site.solutions.remove(place.key)
    if not rows:
        raise RequestError("the report was stopped before the first flop was solved")
    return _response(spot, betting, request.accuracy, rows, len(rows) == total)


def _place(
    request: FlopsRequest, call: Call, spot: Spot, betting: Betting, flops: Any
) -> KeptSolution:
    """Reserve the memory that the largest of the flops needs."""
    from handsight.ranges.flop_subsets import named_flops

    boards: Sequence[CardSet] = [*(named_flops(flops) if isinstance(flops, str) else flops)]
    shelf, most = call.site.solutions, 0
    for flop in boards:
        call.job.check()
        try:
            game = game_of(Spot.parse(spot.players, flop), betting, request.storage)
        except InputError:
            continue  # impossible for these ranges; the library skips it, or says so
        most = max(most, bytes_of(game))
    if most > shelf.most_bytes:
        raise RequestError(
            f"a flop takes {most / 1e6:,.0f} MB, but at most {shelf.most_bytes / 1e6:,.0f} MB may "
            "be used; pick one of them as the board to see which changes fit"
        )
    return shelf.reserve(most)


def _solved(
    request: FlopsRequest,
    call: Call,
    spot: Spot,
    betting: Betting,
    flops: Any,
    place: KeptSolution,
) -> tuple[list[SolvedFlop], int]:
    """Solve flop after flop until all are solved or the report is stopped.

    Returns:
        The flops that were solved, and the number of all flops.
    """
    from handsight.solver import solve_flops

    rows: list[SolvedFlop] = []
    began, done, total = monotonic(), 0, 0

    def count(some: int, every: int) -> None:
        nonlocal done, total
        done, total = some, every

    def watch(flop: str, progress: SolveProgress) -> None:
        seconds = monotonic() - began
        found = progress.exploitability
        call.job.send(FlopsUpdate(place.key, done, total, flop, found, seconds))
        call.job.check()
        if place.stopping.is_set() or seconds > request.seconds:
            raise _EndedError

    with reading("flops"):
        solved: Iterator[SolvedFlop] = solve_flops(
            *(spot.players, betting, flops, request.accuracy),
            storage=request.storage,
            threads=THREADS,
            memory=place.size,
            progress=count,
            watch=watch,
        )
        with suppress(_EndedError):
            while (row := next(solved, None)) is not None:
                rows.append(row)
    return rows, total


class _EndedError(StoppedError):
    """Raised to end the report with the flops that were solved."""


def _response(
    spot: Spot, betting: Betting, accuracy: float, rows: list[SolvedFlop], finished: bool
) -> FlopsResponse:
    from handsight.cards import CardSet
    from handsight.ranges.flop_subsets import flop_texture
    from handsight.views.solver.flops import flops_csv, flops_report

    report = flops_report(spot.players, betting, accuracy, rows)
    return FlopsResponse(
        finished,
        report.exploitability,
        [each.action for each in report.actions],
        FlopRow(
            *("", "", sum(each.count for each in report.flops)),
            sum(each.weight for each in report.flops),
            (report.ev["oop"], report.ev["ip"]),
            (report.equity["oop"], report.equity["ip"]),
            [each.frequency for each in report.actions],
        ),
        [_row(each, "") for each in report.textures],
        [_row(each, flop_texture(CardSet(each.name))) for each in report.flops],
        flops_csv(rows),
    )


def _row(mean: FlopMean, texture: str) -> FlopRow:
    return FlopRow(
        *(mean.name, texture, mean.count, mean.weight),
        (mean.ev["oop"], mean.ev["ip"]),
        (mean.equity["oop"], mean.equity["ip"]),
        [each.frequency for each in mean.actions],
    )


ENDPOINTS = [
    Endpoint(
        "/solve/flops",
        "Solve a spot on many flops, one after another, and compare them.",
        FlopsRequest,
        FlopsResponse,
        _report,
        heavy=True,
        pool="long",
        seconds=MOST_SECONDS + 60,
        update=FlopsUpdate,
        example={name: value for name, value in EXAMPLE.items() if name != "board"}
        | {"flops": "Qs7h2d, KhJh5h"},
    ),
]
