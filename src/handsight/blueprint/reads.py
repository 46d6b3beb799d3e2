"""Reads: counts of an opponent's actions, compared with those of the blueprint.

Decisions are counted together if they are on the same street, after the same number of bets and
raises on it (two or more count as two), and facing a bet of about the same size. Before any bet or
raise on the street, they must also be in the same seat. Without this grouping, a hundred hands
would tell us little. If the opponent takes an action more often than the blueprint and other
actions less often, the model of the opponent replaces some of the other actions by that action,
equally often with every hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.policy import WeightedNode
from handsight.blueprint.response import ResponseGame, SeenPlayer
from handsight.blueprint.tree import CALL, FOLD, RAISE, SHOWDOWN, HandTree
from handsight.game import ActionRecord

ALL_IN = 3
KINDS = 4
"""Number of action kinds: fold, call, raise and all-in raise."""

NARROW_PRIOR, BROAD_PRIOR = 6.0, 10.0
"""Each prior counts as much as this number of decisions. The prior of a decision's narrow class is
the estimate from its broader class; the prior of the broader class is the blueprint."""

TRUSTED = 10.0
"""Weighted number of decisions (see `BROAD_PART`) at which our confidence is half of its maximum.
"""

BROAD_PART = 0.25
"""Weight of a decision of the broader class in our confidence in a narrow class's estimate. A
decision of the narrow class itself, which is in the broader class too, has 1 more."""

LARGE = (0.6, 1.2)
"""A bet of at most the first share of the pot is small, one of at most the second is medium, and a
larger one is large. All-ins have a class of their own."""

MOST_RAISES = 2
"""A higher number of bets and raises on a street counts as this number."""

INSTEAD = {FOLD: (CALL,), CALL: (CALL,), RAISE: (ALL_IN, CALL), ALL_IN: (RAISE, CALL)}
"""For each action kind: the kinds that replace it where it is impossible, in order of preference.
"""


@dataclass(frozen=True, eq=False)
class NodeClasses:
    """The classes of similar decisions in a tree.

    Attributes:
        tree: the tree of a blueprint.
        often: float64[nodes], how often the blueprint moves to each node from the node's parent.
    """

    tree: HandTree
    often: NDArray[np.float64]

    @cached_property
    def kinds(self) -> NDArray[np.int8]:
        """The action that led to each node: int8[n], `FOLD`, `CALL`, `RAISE` or `ALL_IN`."""
        all_in = (self.tree.actions == RAISE) & (self.tree.paid.max(1) == self.tree.stack)
        return np.where(all_in, ALL_IN, self.tree.actions).astype(np.int8)

    @cached_property
    def keys(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """For each node: the narrow class and the broader class of its decision.

        The narrow class is the street, the player to act (-1 after a bet or raise on the street),
        the number of bets and raises on the street, at most `MOST_RAISES`, and the size of the bet
        faced: 0 none, 1 small, 2 medium, 3 large, 4 all-in. The broader class is whether the flop
        has been dealt, whether anybody has bet or raised on the street, and whether the bet faced
        is all-in.
        """
        tree = self.tree
        raises, sizes = [0] * tree.node_count, [0] * tree.node_count
        for node in np.flatnonzero(tree.players < SHOWDOWN).tolist():
            street = tree.streets[node]
            for option in tree.options(node):
                same = tree.streets[option.child] == street
                raises[option.child] = raises[node] + (option.kind == RAISE) if same else 0
                if option.kind == RAISE:
                    size = sum(option.size > large for large in LARGE)
                    sizes[option.child] = 4 if option.is_all_in else 1 + size
        keys: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for node in range(tree.node_count):
            player, street = tree.acting(node)
            many = min(raises[node], MOST_RAISES)
            who = player if many == 0 else -1
            narrow = (street, who, many, sizes[node])
            keys.append((narrow, (int(street > 0), int(many > 0), int(sizes[node] == 4))))
        return keys

    @cached_property
    def frequencies(self) -> NDArray[np.float64]:
        """How often the blueprint takes each kind of action at each node: float64[nodes, 4]."""
        table = np.zeros((self.tree.node_count, KINDS))
        for node in np.flatnonzero(self.tree.players < SHOWDOWN).tolist():
            for child in self.tree.children(node):
                table[node, self.kinds[child]] += self.often[child]
        return table


@dataclass
class _ClassCounts:
    """Counts of each kind of action: those observed, and those expected from the blueprint."""

    seen: NDArray[np.float64] = field(default_factory=lambda: np.zeros(KINDS))
    expected: NDArray[np.float64] = field(default_factory=lambda: np.zeros(KINDS))

    @property
    def total(self) -> float:
        return float(self.seen.sum())

    def moves(self, prior: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
        """Return what share of each action kind to replace by each other kind: float64[4, 4].

        Args:
            prior: float64[4, 4], the same shares for the broader class of decisions.
            weight: the prior counts as much as this number of decisions. If nothing was observed,
                the result is the prior itself.
        """
        if not self.total:
            return prior
        usual = self.expected / self.total
        often = (self.seen + weight * (usual @ prior)) / (self.total + weight)
        return moved(usual, often)


def moved(usual: NDArray[np.float64], often: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what share of each action kind to replace by each other kind to change frequencies.

    Args:
        usual: float64[kinds], the present frequencies; they add up to 1.
        often: float64[kinds], the desired frequencies; they add up to 1.

    Returns:
        float64[kinds, kinds], with rows that add up to 1: each row has the shares of the kinds that
        an action kind turns into. Actions of kinds that are too frequent turn into kinds that are
        too rare, as few of them as possible.

    Example:
        >>> table = moved(np.array([0.5, 0.5]), np.array([0.2, 0.8]))
        >>> np.round(table, 2).tolist()
        [[0.4, 0.6], [0.0, 1.0]]
    """
    less, more = np.maximum(usual - often, 0), np.maximum(often - usual, 0)
    away = np.divide(less, usual, out=np.zeros_like(usual), where=usual > 0)
    whole = more.sum()
    to = more / whole if whole > 0 else more
    kept = 1 - away if whole > 0 else np.ones_like(away)
    return np.asarray(np.diag(kept) + np.outer(1 - kept, to))


@dataclass
class Reads:
    """How often an opponent took each kind of action, in each class of decisions.

    Attributes:
        classes: the classes of similar decisions.
        hands: number of hands counted; the caller of `count` increases it.
    """

    classes: NodeClasses
    hands: int = 0
    _counts: dict[tuple[int, ...], _ClassCounts] = field(default_factory=dict, repr=False)

    def count(self, places: list[WeightedNode], record: ActionRecord) -> None:
        """Count an action of the opponent, at the node with the highest weight.

        Args:
            places: the weighted nodes of the hand in the tree before the action. Nodes at which the
                line in the tree has already ended are ignored; if no others are left, nothing is
                counted.
            record: the action.
        """
        going = [each for each in places if self.classes.tree.acting(each.node)[0] < SHOWDOWN]
        if not going:
            return
        node = max(going).node
        kind = {"fold": FOLD, "check": CALL, "call": CALL}.get(record.action.kind, RAISE)
        if kind == RAISE and record.all_in:
            kind = ALL_IN
        for key in self.classes.keys[node]:
            counts = self._counts.setdefault(key, _ClassCounts())
            counts.seen[kind] += 1
            counts.expected += self.classes.frequencies[node]

    def player(self, game: ResponseGame) -> SeenPlayer:
        """Return a model of the opponent: their strategy, and our confidence in it at each node."""
        tree, shares = game.tree, game.shares.copy()
        confidence = np.zeros(tree.node_count, np.float32)
        known = {key: self._known(*key) for key in set(self.classes.keys)}
        for node in np.flatnonzero(tree.players < SHOWDOWN).tolist():
            moves, sure = known[self.classes.keys[node]]
            confidence[node] = sure
            if sure and not np.array_equal(moves, np.eye(KINDS)):
                place = slice(game.rows[node], game.rows[node + 1])
                change = self._change(node, moves)
                shares[place] = (shares[place].reshape(-1, len(change)) @ change).ravel()
        return SeenPlayer(shares, confidence)

    def _known(
        self, narrow: tuple[int, ...], broad: tuple[int, ...]
    ) -> tuple[NDArray[np.float64], float]:
        """Return how the player replaces actions of a class, and our confidence in this, 0..1.

        Args:
            narrow: key of the class.
            broad: key of the broader class that contains it.

        Returns:
            float64[kinds, kinds], the share of each kind of action that turns into each kind; and
            the confidence.
        """
        one, above = (self._counts.get(key, _ClassCounts()) for key in (narrow, broad))
        moves = one.moves(above.moves(np.eye(KINDS), BROAD_PRIOR), NARROW_PRIOR)
        number = one.total + BROAD_PART * above.total
        return moves, number / (number + TRUSTED)

    def _change(self, node: int, moves: NDArray[np.float64]) -> NDArray[np.float32]:
        """Return what share of each action turns into each action: float32[actions, actions].

        Each row adds up to 1; the diagonal has the shares that stay unchanged.
        """
        children = self.classes.tree.children(node)
        kinds = self.classes.kinds[children.start : children.stop]
        often = self.classes.often[children.start : children.stop]
        change = np.zeros((len(kinds), len(kinds)))
        for kind in range(KINDS):
            there = next(each for each in (kind, *INSTEAD[kind]) if each in kinds)
            alike = kinds == there
            parts = often * alike
            parts = parts / parts.sum() if parts.sum() else alike / alike.sum()
            change += np.outer(moves[kinds, kind], parts)
        own = moves[kinds, kinds]
        for number, kind in enumerate(kinds):  # an action that keeps its kind is not replaced
            alike = kinds == kind
            parts = often * alike
            parts = parts / parts.sum() if parts.sum() else alike / alike.sum()
            change[number] -= own[number] * parts
            change[number, number] += own[number]
        return change.astype(np.float32)
