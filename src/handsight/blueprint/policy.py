"""Play by a blueprint: find the place in its tree, and give the shares of what may be done there.

Bets between two sizes of the tree are taken for the one or the other by the pseudo-harmonic
mapping. Nothing is drawn for that: a hand stands at several places of the tree at once, each with a
weight, and the shares of the actions are the weighted mean.

Source:
    S. Ganzfried and T. Sandholm, "Action Translation in Extensive-Form Games with Large Action
    Spaces: Axioms, Paradoxes, and the Pseudo-Harmonic Mapping", IJCAI 2013.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.tree import CALL, FOLD, RAISE, STREETS, HandTree
from handsight.game import Action, ActionRecord, LegalActions, Observation

LEAST_WEIGHT = 0.02
"""Places with less weight are dropped."""
MOST_PLACES = 8
NEAR = 0.01
"""Two sizes are one where they differ by so much of the pot, or by a chip."""


class Place(NamedTuple):
    """A node of the tree at which a hand may stand, and how much it stands there."""

    weight: float
    node: int


def mapped(size: float, lower: float, upper: float) -> float:
    """Give the chance that a bet is taken for the smaller one of two sizes.

    Args:
        size: of the bet, as a share of the pot, between the others.
        lower: the smaller size.
        upper: the larger size.

    Example:
        >>> mapped(1.0, 0.5, 2.0)
        0.5
    """
    return (upper - size) * (1 + lower) / ((upper - lower) * (1 + size))


def places_of(tree: HandTree, seen: Observation) -> list[Place]:
    """Find where the hand stands in the tree; nowhere if the tree has no such line.

    Args:
        tree: of the blueprint.
        seen: of a hand between two players.
    """
    places = [Place(1.0, 0)]
    bets = list(_blinds(seen))
    paid = list(bets)
    street = STREETS[0]
    for record in seen.actions:
        if record.street != street:
            street, bets = record.street, [0] * len(bets)
        places = _after(tree, places, record, bets, sum(paid), int(record.seat != seen.button))
        bets[record.seat] += record.chips
        paid[record.seat] += record.chips
    me, now = int(seen.seat != seen.button), STREETS.index(seen.street)
    places = [
        each for each in places if tree.players[each.node] == me and tree.streets[each.node] == now
    ]
    return _normal(places)


def _blinds(seen: Observation) -> list[int]:
    """Give what each seat posted: what it has in over the hand, without its actions."""
    posted = list(seen.paid)
    for record in seen.actions:
        posted[record.seat] -= record.chips
    return posted


def _after(
    tree: HandTree,
    places: list[Place],
    record: ActionRecord,
    bets: list[int],
    pot: int,
    player: int,
) -> list[Place]:
    """Follow an action from all places."""
    weights: dict[int, float] = {}
    faced = max(bets)
    after_call = pot + faced - bets[record.seat]
    for weight, node in places:
        if tree.players[node] != player:
            continue
        for share, child in _children_meant(tree, node, record, faced, after_call):
            weights[child] = weights.get(child, 0.0) + weight * share
    kept = [Place(weight, node) for node, weight in weights.items() if weight >= LEAST_WEIGHT]
    return _normal(sorted(kept, reverse=True)[:MOST_PLACES])


def _normal(places: list[Place]) -> list[Place]:
    total = sum(each.weight for each in places)
    return [Place(each.weight / total, each.node) for each in places]


def _children_meant(
    tree: HandTree, node: int, record: ActionRecord, faced: int, after_call: int
) -> list[tuple[float, int]]:
    """Say for which actions of the tree an action is taken, with what chances."""
    children = tree.children(node)
    raises = [child for child in children if tree.actions[child] == RAISE]
    if record.action.kind not in ("bet", "raise"):
        wanted = FOLD if record.action.kind == "fold" else CALL
        return [(1.0, child) for child in children if tree.actions[child] == wanted]
    if not raises:
        return []
    if record.all_in and _is_all_in(tree, raises[-1]):
        return [(1.0, raises[-1])]
    size = (record.action.amount - faced) / after_call
    sizes = [size_of(tree, node, child) for child in raises]
    for number, each in enumerate(sizes):
        if abs(size - each) <= max(NEAR, 1 / after_call):
            return [(1.0, raises[number])]
        if size < each:
            if number == 0:
                return [(1.0, raises[0])]
            lower = mapped(size, sizes[number - 1], each)
            return [(lower, raises[number - 1]), (1 - lower, raises[number])]
    return [(1.0, raises[-1])]


def _is_all_in(tree: HandTree, node: int) -> bool:
    return bool(tree.paid[node].max() == tree.stack)


def size_of(tree: HandTree, node: int, child: int) -> float:
    """Give the size of a bet or raise of the tree, as a share of the pot after calling.

    Args:
        node: at which it is made.
        child: that it leads to.
    """
    player = int(tree.players[node])
    faced = int(tree.bets[node].max())
    pot = 2 * int(tree.paid[node].max())
    return (int(tree.bets[child, player]) - faced) / pot


def actions_at(tree: HandTree, node: int, legal: LegalActions) -> list[Action]:
    """Give for each child of a node the action that it means at the table.

    Args:
        tree: of the blueprint.
        node: at which a player acts.
        legal: what they may do at the table; the rules bring a size to what they allow.
    """
    actions = []
    for child in tree.children(node):
        kind = tree.actions[child]
        if kind == FOLD and legal.can_fold and legal.call_cost:
            actions.append(Action.fold())
        elif kind == RAISE and legal.can_raise:
            pot = legal.pot + legal.call_cost
            total = legal.price + round(size_of(tree, node, child) * pot)
            total = min(max(total, legal.raise_min), legal.raise_max)
            if _is_all_in(tree, child) and total >= NEARLY_ALL * legal.raise_max:
                total = legal.raise_max
            actions.append(Action.raise_to(total))
        else:
            actions.append(Action.call())
    return actions


NEARLY_ALL = 0.75
"""All-in of the tree is all-in at the table where it comes to so much of the stack there."""


class MixedPolicy(NamedTuple):
    """Shares of actions for many hands.

    Attributes:
        actions: that are taken, each once.
        shares: float64[hands, actions]; each row adds up to 1.
    """

    actions: tuple[Action, ...]
    shares: NDArray[np.float64]


def policy_at(
    tree: HandTree,
    strategy: NDArray[np.uint8],
    rows: NDArray[np.int64],
    places: list[Place],
    legal: LegalActions,
    buckets: NDArray[np.integer],
) -> MixedPolicy:
    """Give what a blueprint does with each of many hands.

    Args:
        strategy: uint8[numbers], the shares of the actions in proportion.
        rows: where the numbers of each node begin.
        places: where the hand stands; at least one.
        legal: what may be done.
        buckets: integers[hands], of the hands on this street.
    """
    numbers: dict[Action, int] = {}
    shares = np.zeros((len(buckets), 2 + len(places) * int(tree.counts.max())))
    for weight, node in places:
        count = int(tree.counts[node])
        table = strategy[rows[node] : rows[node + 1]].reshape(-1, count)[buckets].astype(np.float64)
        total = table.sum(1, keepdims=True)
        table = np.where(total > 0, table, 1.0)
        table *= weight / table.sum(1, keepdims=True)
        for column, action in enumerate(actions_at(tree, node, legal)):
            shares[:, numbers.setdefault(action, len(numbers))] += table[:, column]
    return MixedPolicy(tuple(numbers), shares[:, : len(numbers)])
