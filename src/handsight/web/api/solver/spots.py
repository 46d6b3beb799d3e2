"""Spots that the page can solve: their requests, and the sizes of their trees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from handsight.errors import OptionError
from handsight.odds import Spot
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.odds import CardsText
from handsight.web.api.ranges import RangeText
from handsight.web.solutions import THREADS, bytes_of

if TYPE_CHECKING:
    from handsight.solver import Betting, NodeLock
    from handsight.solver.game import SolverGame

MOST_CHIPS = 10**9
MOST_SMALLER = 4

Chips = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
SizesText = Annotated[
    str, Meta(max_length=200, description="Sizes of bets or raises, like `33%, 75%, e, a`.")
]
SizesName = Annotated[
    str,
    Meta(pattern="^((flop|turn|river)_(bets|raises)(_(oop|ip))?|(turn|river)_donk)$"),
]
Share = Annotated[float, Meta(ge=0, le=1000)]


class BettingRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two ranges, and the betting between them; `handsight.solver.Betting` documents the fields.

    Attributes:
        oop: range of the player out of position, who acts first on each street.
        ip: range of the player in position.
        sizes: bet and raise sizes for individual streets and players, by names like `flop_bets` and
            `turn_raises_ip`.
        storage: how numbers are stored while solving; `i16` takes half the memory of `f32`.
    """

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
    storage: Literal["f32", "i16"] = "f32"


class SpotRequest(BettingRequest, kw_only=True):
    """A betting tree between two ranges on a board."""

    board: CardsText


class SmallerSpot(msgspec.Struct):
    """A change to a spot with which it fits into memory; fields are those of the request.

    Attributes:
        words: what changes, like `one size on the river`.
        bytes: memory in bytes that the solve needs.
    """

    words: str
    bytes: int
    storage: Literal["f32", "i16"]
    bets: SizesText
    raises: SizesText
    sizes: dict[str, SizesText]
    raise_cap: int | None


class TreeSize(msgspec.Struct):
    """The size of the betting tree of a spot.

    Attributes:
        strategies: sum over all nodes on all boards: the number of actions times the number of
            combos that can take them.
        bytes: memory in bytes that the solve needs.
        most_bytes: maximum memory in bytes that the server allows for a spot: half of the free
            memory, unless it was started with another limit.
        smaller: if the spot needs more, changes with which it fits, the smallest change first.
    """

    strategies: int
    bytes: int
    most_bytes: int
    smaller: list[SmallerSpot]


# --- answering ------------------------------------------------------------------------------------


def _size(request: SpotRequest, call: Call) -> TreeSize:
    spot, betting = read_spot(request), read_betting(request)
    call.job.check()
    game = game_of(spot, betting, request.storage)
    size, most = bytes_of(game), call.site.solutions.most_bytes
    smaller = smaller_spots(request, spot, betting, most) if size > most else []
    return TreeSize(sum(game.sizes), size, most, smaller)


def smaller_spots(
    request: SpotRequest, spot: Spot, betting: Betting, most: int
) -> list[SmallerSpot]:
    """List up to `MOST_SMALLER` changes to a spot with which it fits into memory."""
    from handsight.web.fitting import smaller_trees

    trees = smaller_trees(spot, betting, most, storage=request.storage, threads=THREADS)
    result = []
    for tree in trees[:MOST_SMALLER]:
        texts = dict(tree.betting.texts)
        bets, raises = texts.pop("bets"), texts.pop("raises")
        cap = tree.betting.raise_cap
        storage: Any = tree.storage
        result.append(SmallerSpot(tree.words, tree.bytes, storage, bets, raises, texts, cap))
    return result


def read_spot(request: SpotRequest) -> Spot:
    """Read both ranges and the board of a request; an error names the wrong field."""
    ranges = read_ranges(request)
    with reading("board"):
        Spot.parse(["random", "random"], request.board)
    return Spot.parse(ranges.players, request.board)


def read_ranges(request: BettingRequest) -> Spot:
    """Read both ranges of a request, without a board; an error names the wrong field."""
    for name in ("oop", "ip"):
        with reading(name):
            Spot.parse([getattr(request, name), "random"])
    return Spot.parse([request.oop, request.ip])


def read_betting(request: BettingRequest) -> Betting:
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


def game_of(
    spot: Spot, betting: Betting, storage: str, locks: tuple[NodeLock, ...] = ()
) -> SolverGame:
    """Lay out a spot with its locked nodes, without allocating large arrays."""
    from handsight.solver.game import SolverGame

    return SolverGame.of(spot, betting, storage, locks=locks)


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
