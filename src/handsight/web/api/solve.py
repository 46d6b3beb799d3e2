"""Solve: endpoints for solving a spot and browsing its solution."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from handsight.cards import parse_cards
from handsight.errors import OptionError
from handsight.odds import Spot
from handsight.web.api.endpoints import Call, Endpoint, RequestError, reading
from handsight.web.api.odds import CardsText
from handsight.web.api.ranges import RangeText
from handsight.web.jobs import StoppedError
from handsight.web.solutions import MOST_BYTES_OF_ONE

if TYPE_CHECKING:
    from handsight.solver import Betting, Solution, SolvedNode, SolveProgress
    from handsight.solver.game import SolverGame

_CARD = re.compile("[2-9TJQKA][cdhs]")
MOST_CHIPS = 10**9
MOST_SECONDS = 600.0
MOST_LOCKS = 20

Chips = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
SizesText = Annotated[
    str, Meta(max_length=200, description="Sizes of bets or raises, like `33%, 75%, e, a`.")
]
SizesName = Annotated[
    str,
    Meta(pattern="^((flop|turn|river)_(bets|raises)(_(oop|ip))?|(turn|river)_donk)$"),
]
Share = Annotated[float, Meta(ge=0, le=1000)]
SolutionId = Annotated[str, Meta(max_length=64, description="Of an earlier answer.")]
LineText = Annotated[
    str,
    Meta(max_length=1000, description="What was played, like `check, bet 60%, call, 3c`."),
]
ShareOfPot = Annotated[float, Meta(gt=0, le=1)]


# --- what is asked --------------------------------------------------------------------------------


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


class LockedNode(msgspec.Struct, forbid_unknown_fields=True):
    """A strategy that a player must follow with some hands at a node, even if others are better.

    Attributes:
        strategy: for each range of hands, as text, the shares of the node's actions, in order,
            which are scaled to add up to 1. If several ranges contain a hand, the last one applies;
            a hand in no range stays free.
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
    locks: Annotated[list[LockedNode], Meta(max_length=MOST_LOCKS)] = []


class SolutionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request about a solution that the server keeps."""

    id: SolutionId


class NodeRequest(SolutionRequest):
    """A request about a node of a solution; an empty line stands for the root."""

    line: LineText = ""


# --- what is answered -----------------------------------------------------------------------------


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


class ActionRow(msgspec.Struct):
    """An available action, and how often the acting player's whole range takes it, 0..1."""

    name: str
    frequency: float


class PlayerHands(msgspec.Struct):
    """The hands with which a player reaches a node.

    All lists but `strategy` have one entry per hand.

    Attributes:
        reach: how often the player reaches the node with the hand, 0..1: its weight in the range,
            times how often the player plays the line with it.
        weight: weight of the hand in means: its reach times the total reach of the opponent's hands
            that share no card with it.
        ev: expected chips from the pot; null if the opponent cannot hold any hand together
            with this one.
        equity: share of the pot if all remaining cards were dealt without further betting; null for
            the same hands as `ev`.
        strategy: for each action, a list of how often each hand takes it; empty for the player who
            does not act.
    """

    hands: list[str]
    reach: list[float]
    weight: list[float]
    ev: list[float | None]
    equity: list[float | None]
    strategy: list[list[float]]


class NodeResponse(msgspec.Struct):
    """A node of a solution. Pairs hold a value for each player, the one out of position first.

    Attributes:
        line: all actions so far, with their full names.
        player: the player who acts, `oop` or `ip`; null if no player acts.
        next: how the line continues: with an action, with a card, or not at all (end).
        pot: chips in the pot, including the bets of this street.
        stacks: chips that each player has left.
        actions: actions of the player who acts; empty if no player acts.
        ev: expected chips from the pot; null if the line is never played.
        equity: shares of the pot if all remaining cards were dealt without further betting; null if
            the line is never played.
    """

    line: str
    street: str
    board: list[str]
    player: Literal["oop", "ip"] | None
    next: Literal["action", "card", "end"]
    pot: int
    stacks: tuple[int, int]
    actions: list[ActionRow]
    ev: tuple[float | None, float | None]
    equity: tuple[float | None, float | None]
    oop: PlayerHands
    ip: PlayerHands


class RunoutRow(msgspec.Struct):
    """The strategy and values after a line if one given card is dealt next.

    Attributes:
        card: the card; empty for the mean over all cards.
        weight: probability of the card if the line is played.
        frequencies: action frequencies of the player who acts next; empty if no player acts.
        ev: expected chips from the pot, out of position and in position.
        equity: shares of the pot if all remaining cards were dealt without further betting, out of
            position and in position.
    """

    card: str
    weight: float
    frequencies: list[float]
    ev: tuple[float | None, float | None]
    equity: tuple[float | None, float | None]


class RunoutsResponse(msgspec.Struct):
    """All next cards after a line; `mean` is their mean, weighted by how often each is dealt."""

    player: Literal["oop", "ip"] | None
    actions: list[str]
    runouts: list[RunoutRow]
    mean: RunoutRow


class StopResponse(msgspec.Struct):
    """The effect of a request to stop a solve.

    Attributes:
        stopped: whether the request stopped the solve; false if the solve had already ended.
    """

    stopped: bool


# --- answering ------------------------------------------------------------------------------------


def _size(request: SpotRequest, call: Call) -> TreeSize:
    spot, betting = _spot(request), _betting(request)
    call.job.check()
    game = _game(spot, betting)
    return TreeSize(sum(game.sizes), game.memory, MOST_BYTES_OF_ONE)


def _solve(request: SolveRequest, call: Call) -> SolvedSpot:
    from handsight.solver import NodeLock, solve

    spot, betting = _spot(request), _betting(request)
    locks = [
        NodeLock(each.line, {text: tuple(row) for text, row in each.strategy.items()})
        for each in request.locks
    ]
    with reading("locks"):
        game = _game(spot, betting, tuple(locks))
    strategies, size = sum(game.sizes), game.memory
    if size > MOST_BYTES_OF_ONE:
        raise RequestError(
            f"this tree has {strategies:,} nodes x combos and takes {size / 1e6:,.0f} MB, but at "
            f"most {MOST_BYTES_OF_ONE / 1e6:,.0f} MB may be used; smaller: fewer sizes, a "
            "raise_cap, tighter ranges, a later street"
        )
    del game
    call.job.check()
    shelf = call.site.solutions
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


def _stop(request: SolutionRequest, call: Call) -> StopResponse:
    with reading("id"):
        place = call.site.solutions.place(request.id)
    place.stopping.set()
    return StopResponse(place.solution is None)


def _node(request: NodeRequest, call: Call) -> NodeResponse:
    solution = _kept(request, call)
    with reading("line"):
        node = solution.node(request.line)
    return NodeResponse(
        node.line,
        node.street,
        _board_as_dealt(call.site.solutions.place(request.id).board, node.line),
        node.player,  # type: ignore[arg-type]
        _next(solution, node),
        node.pot,
        node.stacks,
        [ActionRow(*each) for each in zip(node.actions, node.frequencies, strict=True)],
        node.ev,
        node.equity,
        _hands(node, 0),
        _hands(node, 1),
    )


def _board_as_dealt(board: tuple[str, ...], line: str) -> list[str]:
    """Return the cards of a spot's board, followed by the cards that are dealt in a line."""
    words = line.split(", ")
    return [*board, *(word for word in words if _CARD.fullmatch(word))]


def _runouts(request: NodeRequest, call: Call) -> RunoutsResponse:
    solution = _kept(request, call)
    with reading("line"):
        table = solution.aggregate(request.line)
    rows = [
        RunoutRow(str(each.card), each.weight, list(each.frequencies), each.ev, each.equity)
        for each in table.runouts
    ]
    mean = RunoutRow("", 1.0, list(table.frequencies), table.ev, table.equity)
    return RunoutsResponse(table.player, list(table.actions), rows, mean)  # type: ignore[arg-type]


def _kept(request: SolutionRequest, call: Call) -> Solution:
    with reading("id"):
        return call.site.solutions.solution(request.id)


def _next(solution: Solution, node: SolvedNode) -> Literal["action", "card", "end"]:
    from handsight.solver.lines import find_place, node_at

    if node.player is not None:
        return "action"
    end = node_at(solution.learner, find_place(solution.learner, node.line)).end
    return "card" if end == "deal" else "end"


def _hands(node: SolvedNode, player: int) -> PlayerHands:
    from handsight.cards import CardSet
    from handsight.ranges.combos import MASKS
    from handsight.solver.betting import PLAYERS

    held = np.flatnonzero(node.reach[player] > 0)
    acts = node.player == PLAYERS[player]
    return PlayerHands(
        ["".join(map(str, CardSet.from_mask(MASKS[combo]))) for combo in held.tolist()],
        node.reach[player, held].tolist(),
        node.weights[player, held].tolist(),
        node.evs[player, held].tolist(),
        node.equities[player, held].tolist(),
        node.strategy[held].T.tolist() if acts else [],
    )


# --- spots ----------------------------------------------------------------------------------------


def _spot(request: SpotRequest) -> Spot:
    """Read both ranges and the board of a request; an error names the wrong field."""
    for name in ("oop", "ip"):
        with reading(name):
            Spot.parse([getattr(request, name), "random"])
    with reading("board"):
        Spot.parse(["random", "random"], request.board)
    return Spot.parse([request.oop, request.ip], request.board)


def _betting(request: SpotRequest) -> Betting:
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


def _game(spot: Spot, betting: Betting, locks: tuple[object, ...] = ()) -> SolverGame:
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
    Endpoint(
        "/solve/node",
        "Return the strategy, values and equities of all hands at a node of a solution.",
        NodeRequest,
        NodeResponse,
        _node,
        heavy=True,
        example={"id": "the id of an answer of /solve", "line": "check"},
    ),
    Endpoint(
        "/solve/runouts",
        "Compare all possible next cards after a line of actions.",
        NodeRequest,
        RunoutsResponse,
        _runouts,
        heavy=True,
        example={"id": "the id of an answer of /solve", "line": "check, check"},
    ),
]
