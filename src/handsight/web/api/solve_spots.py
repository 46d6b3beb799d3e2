"""Spots that the page can solve: their requests, and the sizes of their trees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from handsight.errors import OptionError
from handsight.odds import Spot
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.odds import CardsText
from handsight.web.api.ranges import RangeText
from handsight.web.solutions import MOST_BYTES_OF_ONE

if TYPE_CHECKING:
    from handsight.solver import Betting
    from handsight.solver.game import SolverGame

MOST_CHIPS = 10**9

Chips = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
SizesText = Annotated[
    str, Meta(max_length=200, description="Sizes of bets or raises, like `33%, 75%, e, a`.")
]
SizesName = Annotated[
    str,
    Meta(pattern="^((flop|turn|river)_(bets|raises)(_(oop|ip))?|(turn|river)_donk)$"),
]
Share = Annotated[float, Meta(ge=0, le=1000)]


class SpotRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A betting tree between two ranges; `handsight.solver.Betting` documents the fields.

    Attributes:
        oop: range of the player out of position, who acts first on each street.
        ip: range of the player in position.
        sizes: bet and raise sizes for individual streets and players, by names like `flop_bets` and
            `turn_raises_ip`.
    """

    board: CardsText
    oop: RangeText
    ip: RangeText
    pot: Chips
    stack: Chips
    bets: SizesText = "50%, a"
    raises: SizesText = "a"
    sizes: dict[SizesName, SizesText] = {}
    raise_cap: Annotated[int, Meta(ge=0, le=20)] | None = None
    add_allin: Share = 1.5
    force_allin: Share = 0.15
    merging: Share = 0.1
    rake: Annotated[float, Meta(ge=0, le=1)] = 0.0
    rake_cap: Annotated[float, Meta(ge=0, le=MOST_CHIPS)] | None = None


class TreeSize(msgspec.Struct):
    """The size of the betting tree of a spot.

    Attributes:
        strategies: sum over all nodes on all boards: the number of actions times the number of
            combos that can take them.
        bytes: memory in bytes that the solve needs.
        most_bytes: maximum memory in bytes that the server allows for a spot.
    """

    strategies: int
    bytes: int
    most_bytes: int


# --- answering ------------------------------------------------------------------------------------


def _size(request: SpotRequest, call: Call) -> TreeSize:
    spot, betting = read_spot(request), read_betting(request)
    call.job.check()
    game = game_of(spot, betting)
    return TreeSize(sum(game.sizes), game.memory, MOST_BYTES_OF_ONE)


def read_spot(request: SpotRequest) -> Spot:
    """Read both ranges and the board of a request; an error names the wrong field."""
    for name in ("oop", "ip"):
        with reading(name):
            Spot.parse([getattr(request, name), "random"])
    with reading("board"):
        Spot.parse(["random", "random"], request.board)
    return Spot.parse([request.oop, request.ip], request.board)


def read_betting(request: SpotRequest) -> Betting:
    """Read the betting of a request; an error names the wrong field."""
    from handsight.solver import Betting

    names = ("raise_cap", "add_allin", "force_allin", "merging", "rake", "rake_cap")
    options: dict[str, Any] = {name: getattr(request, name) for name in names}
    options |= request.sizes
    try:
        return Betting(
            *(request.pot, request.stack, request.bets, request.raises),
            **options,
        )
    except OptionError as error:
        first = re.match(r"\w*", str(error))
        name = first[0] if first else ""
        field = f"sizes.{name}" if name in request.sizes else name
        known = name in request.sizes or name in SpotRequest.__struct_fields__
        raise RequestError(str(error), field if known else "") from None


def game_of(spot: Spot, betting: Betting, locks: tuple[object, ...] = ()) -> SolverGame:
    """Lay out a spot with its locked nodes, without allocating large arrays."""
    from handsight.solver.game import SolverGame

    return SolverGame.of(spot, betting, locks=locks)  # type: ignore[arg-type]


EXAMPLE = {
    "board": "QsJh2h8c",
    "oop": "QQ+, AQs, T9s",
    "ip": "JJ, KQs, T8s, A5s",
    "pot": 180,
    "stack": 400,
    "bets": "55%",
}

ENDPOINTS = [
    Endpoint(
        "/solve/size",
        "Compute the size of a spot's betting tree.",
        SpotRequest,
        TreeSize,
        _size,
        heavy=True,
        example=EXAMPLE,
    ),
]
