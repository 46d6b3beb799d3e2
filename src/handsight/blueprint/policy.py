"""Plays by a blueprint: finds a hand's nodes in the tree and returns the action shares there.

A bet between two sizes of the tree is translated to both sizes by the pseudo-harmonic mapping.
The translation does not draw one of them at random. Instead a hand is at several nodes of the tree
at once, each with a weight, and the shares of the actions are the weighted mean over these nodes.

Source:
    S. Ganzfried and T. Sandholm, "Action Translation in Extensive-Form Games with Large Action
    Spaces: Axioms, Paradoxes, and the Pseudo-Harmonic Mapping", IJCAI 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.tree import CALL, FOLD, RAISE, HandTree, TreeOption
from handsight.cards.card import STREETS
from handsight.game import Action, ActionRecord, LegalActions, Observation

LEAST_WEIGHT = 0.02
"""Nodes with a smaller weight than this are dropped."""
MOST_PLACES = 8
FOLDED, CALLED = Action.fold(), Action.call()
NEAR = 0.01
"""A bet counts as having a size of the tree if the two differ by at most this share of the pot.

`meant` also allows a difference of one chip; `split_size` allows only a bet below the size."""


class LineTree(Protocol):
    """A betting tree that a hand can be followed through: heads-up, or with more players."""

    def acting(self, node: int) -> tuple[int, int]:
        """Return (player, street) of a node; at an end, the player is no player's number."""

    def options(self, node: int) -> tuple[TreeOption, ...]:
        """Return the options of the player who acts at a node."""

    def price(self, node: int) -> float:
        """Return what a call costs at a node as a share of the pot before the call."""


NumbersAt: TypeAlias = Callable[[int], NDArray[np.uint8]]
"""Returns a strategy at a node: uint8[buckets, options], proportional to the options' shares.
Options that all have 0 have equal shares."""


class WeightedNode(NamedTuple):
    """A node of the tree at which a hand is, and the node's weight.

    The weights of all nodes of a hand add up to 1.
    """

    weight: float
    node: int


def mapped(size: float, lower: float, upper: float) -> float:
    """Return the probability with which a bet is translated to the smaller of two sizes.

    Args:
        size: size of the bet as a share of the pot, between ``lower`` and ``upper``.
        lower: the smaller size, as a share of the pot.
        upper: the larger size, as a share of the pot.

    Example:
        >>> mapped(1.0, 0.5, 2.0)
        0.5
    """
    return (upper - size) * (1 + lower) / ((upper - lower) * (1 + size))


def split_size(size: float, sizes: Sequence[float]) -> list[tuple[float, int]]:
    """Return how a bet is played where only some sizes can be bet.

    Args:
        size: size of the bet as a share of the pot.
        sizes: the sizes that can be bet, ascending, at least one.

    Returns:
        Probabilities that add up to 1, each with the index of a size. The bet is played with the
        nearest size that is not smaller, if that exceeds it by at most `NEAR`; otherwise with the
        nearest smaller and larger sizes. A bet below the smallest or above the largest size is
        played with that size.

    Example:
        >>> split_size(1.0, [0.25, 0.5, 2.0]), split_size(3.0, [0.5, 2.0])
        ([(0.5, 1), (0.5, 2)], [(1.0, 1)])
    """
    for place, each in enumerate(sizes):
        if size <= each:
            if place == 0 or each - size <= NEAR:
                return [(1.0, place)]
            lower = mapped(size, sizes[place - 1], each)
            return [(lower, place - 1), (1 - lower, place)]
    return [(1.0, len(sizes) - 1)]


class TreeMove(NamedTuple):
    """A move in the tree that an action is translated to.

    An action can be translated to several moves at once.

    Attributes:
        weight: the weight of ``node``, times the probability that the action at that node is
            translated to this move.
        node: the node before the move.
        child: the node after the move.
    """

    weight: float
    node: int
    child: int


def line_of(tree: HandTree, seen: Observation) -> list[LineStep]:
    """Return the actions of a heads-up hand so far, with the hand's nodes in the tree.

    Args:
        tree: tree of the blueprint.
        seen: an observation of the hand.
    """
    return list(steps_of(tree, blinds_of(seen), seen.actions, seen.button, antes_in(seen)))


def places_of(tree: HandTree, seen: Observation, steps: Sequence[LineStep]) -> list[WeightedNode]:
    """Return the weighted nodes of a hand in the tree.

    These are only nodes at which the same player acts, on the same street, as at the table. The
    list is empty if there are none, such as when the tree lacks the hand's line.

    Args:
        tree: tree of the blueprint.
        seen: an observation of a heads-up hand, by the player to act.
        steps: all actions of the hand, as `line_of` returns them.
    """
    places = steps[-1].after if steps else [WeightedNode(1.0, 0)]
    me, now = int(seen.seat != seen.button), STREETS.index(seen.street)
    return normal([each for each in places if tree.acting(each.node) == (me, now)])


class LineStep(NamedTuple):
    """An action of a hand, and the nodes of the hand in the tree before and after the action.

    Attributes:
        record: the action.
        before: the weighted nodes before the action.
        moves: the moves to which the action is translated; empty if the tree lacks the action.
        after: the weighted nodes after the action.
        pot: chips in the pot before the action, without those of bets that the action leaves
            unmatched: a call that is all-in for less, or a fold.
        players: number of players who had not folded before the action.
    """

    record: ActionRecord
    before: list[WeightedNode]
    moves: list[TreeMove]
    after: list[WeightedNode]
    pot: int
    players: int = 2


def steps_of(
    tree: HandTree,
    posted: Sequence[int],
    records: Iterable[ActionRecord],
    button: int,
    antes: int = 0,
) -> Iterator[LineStep]:
    """Follow the actions of a heads-up hand through the tree.

    Args:
        tree: tree of the blueprint.
        posted: chips that each seat bet before the first action: the blinds without antes.
        records: the actions of the hand, from its start.
        button: seat of the button.
        antes: chips of all antes together.
    """
    places = [WeightedNode(1.0, 0)]
    bets, pot, street = list(posted), sum(posted) + antes, STREETS[0]
    for record in records:
        if record.street != street:
            street, bets = record.street, [0] * len(bets)
        faced = max(bets)
        after_call, player = pot + faced - bets[record.seat], int(record.seat != button)
        before, moves = places, moves_from(tree, places, record, faced, after_call, player)
        places = places_after(moves)
        # A call that takes the last chip may be smaller than the bet.
        unmatched = max(faced - bets[record.seat] - record.chips, 0)
        yield LineStep(record, before, moves, places, pot - unmatched)
        bets[record.seat] += record.chips
        pot += record.chips


def blinds_of(seen: Observation) -> list[int]:
    """Return the chips that each seat bet before the first action: its blind, without its ante."""
    posted = list(seen.paid)
    for record in seen.actions:
        posted[record.seat] -= record.chips
    ante = seen.rules.ante if seen.rules.ante_by == "each" else 0  # others are not in `paid`
    return [max(chips - ante, 0) for chips in posted]


def antes_in(seen: Observation) -> int:
    """Return the chips of all antes together."""
    return seen.pot - sum([record.chips for record in seen.actions]) - sum(blinds_of(seen))


def moves_from(
    tree: LineTree,
    places: list[WeightedNode],
    record: ActionRecord,
    faced: int,
    after_call: int,
    player: int,
) -> list[TreeMove]:
    """Translate an action at each node of a hand.

    A node yields no move if it has no matching option, or if the other player acts there.

    Args:
        tree: tree of the blueprint.
        places: the weighted nodes of the hand before the action.
        record: the action.
        faced: the highest bet of the street before the action, in chips.
        after_call: chips in the pot if the player called instead.
        player: the number of the player who acts, as in the tree.
    """
    return [
        TreeMove(weight * share, node, child)
        for weight, node in places
        if tree.acting(node)[0] == player
        for share, child in meant(
            tree.options(node), record.action, record.all_in, faced, after_call
        )
    ]


def places_after(moves: list[TreeMove]) -> list[WeightedNode]:
    """Return the weighted nodes that moves lead to: at most eight, none of negligible weight."""
    weights: dict[int, float] = {}
    for weight, _, child in moves:
        weights[child] = weights.get(child, 0.0) + weight
    kept = [
        WeightedNode(weight, node) for node, weight in weights.items() if weight >= LEAST_WEIGHT
    ]
    return normal(sorted(kept, reverse=True)[:MOST_PLACES])


def normal(places: list[WeightedNode]) -> list[WeightedNode]:
    """Scale the weights of nodes so that they add up to 1."""
    if len(places) == 1:
        return places if places[0].weight == 1 else [WeightedNode(1.0, places[0].node)]
    total = sum([each.weight for each in places])
    return [WeightedNode(each.weight / total, each.node) for each in places]


def meant(
    options: tuple[TreeOption, ...], action: Action, all_in: bool, faced: int, after_call: int
) -> list[tuple[float, int]]:
    """Return the options of the tree that an action is translated to.

    Args:
        options: the options of a node; empty if the node is an end of the tree.
        action: the action; the amount of a bet or raise is the player's total on the street.
        all_in: whether the action takes the player's last chip.
        faced: the highest bet of the street before the action, in chips.
        after_call: chips in the pot if the player called instead.

    Returns:
        For each option, its probability and the node that it leads to. The probabilities add up
        to 1; the list is empty if the tree does not have the action.
    """
    kind = action.kind
    if kind not in ("bet", "raise"):
        wanted = FOLD if kind == "fold" else CALL
        return [(1.0, each.child) for each in options if each.kind == wanted]
    raises = [each for each in options if each.kind == RAISE]
    if not raises:
        return []
    if all_in and raises[-1].is_all_in:
        return [(1.0, raises[-1].child)]
    size = (action.amount - faced) / after_call
    near = max(NEAR, 1 / after_call)
    for number, each in enumerate(raises):
        if abs(size - each.size) <= near:
            return [(1.0, each.child)]
        if size < each.size:
            below = raises[number - 1] if number else _passive(options)
            if below is None or below.is_last:
                return [(1.0, each.child)]
            lower = mapped(size, below.size, each.size)
            return [(lower, below.child), (1 - lower, each.child)]
    return [(1.0, raises[-1].child)]


def _passive(options: Sequence[TreeOption]) -> TreeOption | None:
    return next((each for each in options if each.kind == CALL), None)


def folds_kept(tree: LineTree, places: list[WeightedNode], price: float) -> float:
    """Return what share of the tree's folds the agent keeps, 0..1; the others become calls.

    A bet below the smallest size of the tree is translated to that size, but it gives the caller a
    better price. Against a bet of x times the pot an equilibrium folds about x / (1 + x) of all
    hands, and this is the price: the cost of a call as a share of the pot before the call. So folds
    are scaled by the price at the table over the price in the tree.

    Args:
        tree: tree of the blueprint.
        places: the weighted nodes of the hand in the tree.
        price: the price at the table.
    """
    usual = sum([weight * tree.price(node) for weight, node in places])
    return min(1.0, price / usual) if usual > 0 else 1.0


def price_at(seen: Observation) -> float:
    """Return what a call costs as a share of the pot before the call.

    Chips of opponents that the player's stack cannot match are not part of the pot. The result is
    at most 1, which a short big blind could exceed: its price is that of a full one.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> cursor = HandCursor(HandState.start(Rules(), [10_000, 1_000], 0, seed=7))
        >>> cursor.apply(Action.all_in())
        >>> price_at(cursor.observation()) == 900 / 1_100
        True
    """
    cost = seen.legal.call_cost
    return cost / max(seen.winnable(cost), cost, 1)


def actions_at(options: tuple[TreeOption, ...], legal: LegalActions) -> list[Action]:
    """Return the action at the table that plays each option of the tree.

    A fold becomes a check if there is nothing to call, and a raise becomes a call or check if no
    raise is legal. So several options can have the same action.

    Args:
        options: the options of a node at which a player acts.
        legal: the legal actions at the table; sizes are moved into the legal range.

    Returns:
        One action for each option, in order.
    """
    actions = []
    for kind, _, size, is_all_in, _ in options:
        if kind == FOLD and legal.can_fold and legal.call_cost:
            actions.append(Action.fold())
        elif kind == RAISE and legal.can_raise:
            total = legal.price + round(size * (legal.pot + legal.call_cost))
            total = min(max(total, legal.raise_min), legal.raise_max)
            if is_all_in and total >= NEARLY_ALL * legal.raise_max:
                total = legal.raise_max
            actions.append(Action("raise", total))
        else:
            actions.append(Action.call())
    return actions


NEARLY_ALL = 0.75
"""An all-in of the tree is played as an all-in at the table if its size reaches this share of the
player's maximum bet."""


class MixedPolicy(NamedTuple):
    """How often to take each action with each of many hands.

    Attributes:
        actions: the distinct actions.
        shares: float64[hands, actions], the share of each action; each row adds up to 1, unless
            there are no actions.
    """

    actions: tuple[Action, ...]
    shares: NDArray[np.float64]


def policy_at(
    tree: LineTree,
    numbers: NumbersAt,
    places: list[WeightedNode],
    legal: LegalActions,
    price: float,
    buckets: NDArray[np.integer],
) -> MixedPolicy:
    """Return a blueprint's strategy for each of many hands, after `folds_kept`.

    Args:
        tree: tree of the blueprint.
        numbers: returns the blueprint's strategy at a node.
        places: the weighted nodes in the tree of the line that was played, at least one.
        legal: the legal actions at the table.
        price: the price at the table; see `price_at`.
        buckets: integers[hands], the buckets of the hands on this street.
    """
    columns: dict[Action, NDArray[np.float64]] = {}
    for weight, node in places:
        options = tree.options(node)
        table = numbers(node)[buckets]
        total = table.sum(1, dtype=np.float64)
        parts = np.where(total > 0, table.T, 1) * (
            weight / np.where(total > 0, total, len(options))
        )
        for action, part in zip(actions_at(options, legal), parts, strict=True):
            columns[action] = columns[action] + part if action in columns else part
    if FOLDED in columns:
        kept, folds = folds_kept(tree, places, price), columns[FOLDED]
        columns[FOLDED] = kept * folds
        columns[CALLED] = columns.get(CALLED, 0.0) + (1 - kept) * folds
    return MixedPolicy(tuple(columns), np.stack(list(columns.values()), 1))


def shares_at(
    tree: LineTree,
    numbers: NumbersAt,
    places: list[WeightedNode],
    legal: LegalActions,
    price: float,
    bucket: int,
) -> dict[Action, float]:
    """Return a blueprint's strategy for one hand; this is five times as fast as `policy_at`.

    Args:
        tree: tree of the blueprint.
        numbers: returns the blueprint's strategy at a node.
        places: the weighted nodes of the hand in the tree.
        legal: the legal actions at the table.
        price: the price at the table; see `price_at`.
        bucket: bucket of the hand on this street.
    """
    shares: dict[Action, float] = {}
    for weight, node in places:
        options = tree.options(node)
        row = numbers(node)[bucket].tolist()
        total = sum(row)
        for action, number in zip(actions_at(options, legal), row, strict=True):
            part = number / total if total else 1 / len(options)
            shares[action] = shares.get(action, 0.0) + weight * part
    if FOLDED in shares:
        kept, folds = folds_kept(tree, places, price), shares[FOLDED]
        shares[FOLDED] = kept * folds
        shares[CALLED] = shares.get(CALLED, 0.0) + (1 - kept) * folds
    return shares
