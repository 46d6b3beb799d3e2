"""Odds: what the page asks about hands and ranges on a board."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from handsight.odds import equity
from handsight.odds.counting import Count
from handsight.web.endpoints import Call, Endpoint, reading
from handsight.web.jobs import StoppableExecutor

RangeText = Annotated[str, Meta(max_length=20_000, description="Two cards, or a range.")]
CardsText = Annotated[str, Meta(max_length=100, description="Cards, like AhKh.")]


class EquityRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Players of a pot, all in."""

    players: Annotated[list[RangeText], Meta(min_length=2, max_length=10)]
    board: CardsText = ""
    dead: CardsText = ""


class EquityRow(msgspec.Struct):
    """A player's share of the pot; win, tie and lose are None where only the equity is known."""

    equity: float
    stderr: float | None
    win: float | None
    tie: float | None
    lose: float | None


class EquityResponse(msgspec.Struct):
    """The players' shares of the pot."""

    players: list[EquityRow]
    method: str


def _equity(request: EquityRequest, call: Call) -> EquityResponse:
    with reading("players"):
        found = equity(
            request.players,
            board=request.board,
            dead=request.dead,
            seed=0,
            max_seconds=2.0,
            executor=StoppableExecutor(call.job),
        )
    rows = [
        EquityRow(
            each.equity,
            each.stderr,
            _share(each.win, found.total),
            _share(each.tie, found.total),
            _share(each.lose, found.total),
        )
        for each in found.players
    ]
    return EquityResponse(rows, found.method)


def _share(part: Count | None, total: Count) -> float | None:
    return None if part is None else float(part / total)


ENDPOINTS = [
    Endpoint(
        "/equity",
        "Share the pot among hands and ranges.",
        EquityRequest,
        EquityResponse,
        _equity,
        heavy=True,
    ),
]
