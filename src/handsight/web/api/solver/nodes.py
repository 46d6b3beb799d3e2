"""Nodes of a solution that the server keeps: strategies, values and runouts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta

from handsight.web.api.endpoints import Call, Endpoint, reading
from handsight.web.api.ranges import RangeText
from handsight.web.api.solver.spots import Share

if TYPE_CHECKING:
    from handsight.solver import Solution, SolvedNode

_CARD = re.compile("[2-9TJQKA][cdhs]")

SolutionId = Annotated[str, Meta(max_length=64, description="Of an earlier answer.")]
LineText = Annotated[
    str,
    Meta(max_length=1000, description="What was played, like `check, bet 60%, call, 3c`."),
]


# --- requests -------------------------------------------------------------------------------------


class LockedNode(msgspec.Struct, forbid_unknown_fields=True):
    """A strategy that a player must follow with some hands at a node, even if another is better.

    Attributes:
        strategy: for each range of hands, as text, the shares of the node's actions, in order,
            which are scaled to a sum of 1. If several ranges contain a hand, the last one applies;
            a hand in no range stays free.
    """

    line: LineText
    strategy: Annotated[
        dict[RangeText, Annotated[list[Share], Meta(max_length=20)]],
        Meta(min_length=1, max_length=50),
    ]


class SolutionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request about a solution that the server keeps."""

    id: SolutionId


class NodeRequest(SolutionRequest):
    """A request about a node of a solution; an empty line stands for the root."""

    line: LineText = ""


# --- responses ------------------------------------------------------------------------------------


class ActionRow(msgspec.Struct):
    """An available action, and how often the acting player's whole range takes it, 0..1.

    Attributes:
        ev: expected chips from the pot with the hands that take the action, minus the chips that
            the player still puts in; null for an action that is never taken.
    """

    name: str
    frequency: float
    ev: float | None


class GroupRow(msgspec.Struct):
    """The hands of a player with the same made hand on the board, or with the same draw.

    Attributes:
        kind: whether the hands have a made hand or a draw in common.
        name: the made hand or the draw, like `top_pair` and `flush_draw`.
        share: weight of the hands, as a share of all hands with which the player reaches the node.
        ev: expected chips from the pot, as a weighted mean.
        equity: share of the pot if all remaining cards were dealt without further betting.
        strategy: how often the hands take each action; empty for the player who does not act.
        action_evs: expected chips from the pot if all the hands take an action, minus the chips
            that the player still puts in, for each action; empty for the player who does not act.
    """

    kind: Literal["made", "draw"]
    name: str
    share: float
    ev: float
    equity: float
    strategy: list[float]
    action_evs: list[float]


class PlayerHands(msgspec.Struct):
    """The hands with which a player reaches a node.

    All lists but `strategy`, `action_evs` and `groups` have one entry per hand.

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
        action_evs: for each action, a list of the expected chips from the pot with each hand after
            it, minus the chips that the player still puts in; null for the same hands as `ev`, and
            empty for the player who does not act.
        made: made hand of each hand, like `top_pair`.
        draw: draw of each hand, like `flush_draw`; `no_draw` on the river.
        groups: hands by made hand, the strongest first, and then by draw, except on the river.
    """

    hands: list[str]
    reach: list[float]
    weight: list[float]
    ev: list[float | None]
    equity: list[float | None]
    strategy: list[list[float]]
    action_evs: list[list[float | None]]
    made: list[str]
    draw: list[str]
    groups: list[GroupRow]


class NodeResponse(msgspec.Struct):
    """A node of a solution. Pairs hold a value for each player, the one out of position first.

    Attributes:
        line: all actions so far, with their full names.
        player: the player who acts, `oop` or `ip`; null if no player acts.
        next: how the line continues: with an action, with a card, or not at all (end).
        pot: chips in the pot, including the bets of this street.
        actions: actions of the player who acts; empty if no player acts.
        ev: expected chips from the pot; null if the line is never played.
        equity: shares of the pot if all remaining cards were dealt without further betting; null if
            the line is never played.
        locks: all locked nodes of the solution, with their lines as they were requested.
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
    locks: list[LockedNode]


class RunoutRow(msgspec.Struct):
    """The strategy and values after a line if one given card is dealt next.

    Attributes:
        card: the card; empty for the mean over all cards.
        weight: probability of the card if the line is played.
        frequencies: action frequencies of the player who acts next; empty if no player acts.
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


# --- answering ------------------------------------------------------------------------------------


def _node(request: NodeRequest, call: Call) -> NodeResponse:
    solution = kept_solution(request, call)
    with reading("line"):
        node = solution.node(request.line)
    return NodeResponse(
        node.line,
        node.street,
        _board_as_dealt(call.site.solutions.get(request.id).board, node.line),
        node.player,  # type: ignore[arg-type]
        _next(solution, node),
        node.pot,
        node.stacks,
        [
            ActionRow(*each)
            for each in zip(node.actions, node.frequencies, node.action_ev, strict=True)
        ],
        node.ev,
        node.equity,
        _hands(node, 0),
        _hands(node, 1),
        [
            LockedNode(each.line, {text: list(row) for text, row in each.strategy.items()})
            for each in solution.learner.game.locks
        ],
    )


def _board_as_dealt(board: tuple[str, ...], line: str) -> list[str]:
    """Return the cards of a spot's board, followed by the cards that are dealt in a line."""
    words = line.split(", ")
    return [*board, *(word for word in words if _CARD.fullmatch(word))]


def _runouts(request: NodeRequest, call: Call) -> RunoutsResponse:
    solution = kept_solution(request, call)
    with reading("line"):
        table = solution.aggregate(request.line)
    rows = [
        RunoutRow(str(each.card), each.weight, list(each.frequencies), each.ev, each.equity)
        for each in table.runouts
    ]
    mean = RunoutRow("", 1.0, list(table.frequencies), table.ev, table.equity)
    return RunoutsResponse(table.player, list(table.actions), rows, mean)  # type: ignore[arg-type]


def kept_solution(request: SolutionRequest, call: Call) -> Solution:
    """Return the solution that a request names; an error names the field `id`."""
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
    from handsight.views.solver.hand_groups import hand_groups, names_on

    held = np.flatnonzero(node.reach[player] > 0)
    acts, names = node.player == PLAYERS[player], names_on(node.board)
    return PlayerHands(
        ["".join(map(str, CardSet.from_mask(MASKS[combo]))) for combo in held.tolist()],
        node.reach[player, held].tolist(),
        node.weights[player, held].tolist(),
        node.evs[player, held].tolist(),
        node.equities[player, held].tolist(),
        node.strategy[held].T.tolist() if acts else [],
        node.action_evs[held].T.tolist() if acts else [],
        [names[combo][0] for combo in held.tolist()],
        [names[combo][1] for combo in held.tolist()],
        [
            msgspec.convert(each, GroupRow, from_attributes=True)
            for each in hand_groups(node, PLAYERS[player])
        ],
    )


ENDPOINTS = [
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
