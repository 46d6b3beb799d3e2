"""Kuhn and Leduc poker for three players, from their rules in words, with exact best responses.

Kuhn: four cards, 1 chip each as an ante, one round of betting with a single bet of 1 chip. Leduc:
four ranks in two suits, 1 chip as an ante, a round before and a round after a common card, with at
most two bets of 2 and then 4 chips; a pair with the common card beats everything else. One chip is
100 in the trees.
"""

from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.buckets import DealtHands
from handsight.blueprint.tree import BIG_BLIND, CALL
from handsight.multiway.betting import ENDED, Shape, TableTree, TreeBuilder, TreeDraft
from handsight.solver.sizes import read_sizes

PLAYERS = 3
Array = NDArray[np.float64]


@dataclass(frozen=True)
class SmallBetting:
    """The betting of a small game, in the place of `TableBetting`."""

    tree: TableTree
    players: int = PLAYERS
    ante: int = BIG_BLIND
    stack: int = 20
    rake: float = 0.0
    rake_cap: float | None = None

    def fields(self) -> dict[str, object]:
        return {"players": self.players, "nodes": len(self.tree.preflop.players)}


@dataclass(frozen=True)
class SmallDeals:
    """All deals of a small game, each as likely as any other."""

    buckets: NDArray[np.uint16]
    strengths: NDArray[np.uint16]
    counts: tuple[int, int, int, int]
    digest: str = "small"

    def draw_hands(self, count: int, players: int, seed: int, chunk: int = 0) -> DealtHands:
        assert players == PLAYERS
        drawn = np.random.default_rng([seed, chunk]).integers(len(self.strengths), size=count)
        return DealtHands(self.buckets[drawn], self.strengths[drawn])


def small_tree(sizes: dict[int, str], stack: int) -> TableTree:
    """Return the tree of a game that begins on the first street with sizes."""
    levels = [
        [read_sizes(part, "sizes") for part in sizes[street].split("/")] if street in sizes else []
        for street in range(4)
    ]
    order, nothing = tuple(range(PLAYERS)), (0,) * PLAYERS
    builder = TreeBuilder(levels, order, PLAYERS * BIG_BLIND, stack, 0.0, PLAYERS)
    everybody = (1 << PLAYERS) - 1
    root = TreeDraft(0, min(sizes), CALL, nothing, nothing, everybody, PLAYERS, 0, -1, BIG_BLIND)
    return TableTree(builder.build(root), (), (), ())


def kuhn() -> tuple[SmallBetting, SmallDeals]:
    deals = np.array(list(permutations(range(4), PLAYERS)), np.uint16)
    buckets = np.repeat(deals[:, :, None], 4, axis=2)
    tree = small_tree({3: "100c"}, BIG_BLIND)
    return SmallBetting(tree), SmallDeals(buckets, deals, (4, 4, 4, 4))


def leduc() -> tuple[SmallBetting, SmallDeals]:
    cards = np.array(list(permutations(range(8), PLAYERS + 1)), np.uint16) // 2
    own, board = cards[:, :PLAYERS], cards[:, PLAYERS:]
    late = own * 4 + board
    buckets = np.stack([own, own, own, late], axis=2)
    strengths = own + np.where(own == board, 4, 0).astype(np.uint16)
    tree = small_tree({2: "200c/200c", 3: "400c/400c"}, 12 * BIG_BLIND)
    return SmallBetting(tree), SmallDeals(buckets, strengths, (4, 4, 4, 16))


@dataclass
class Profile:
    """A strategy of all players, its value for each, and the value of each best response."""

    shape: Shape
    deals: SmallDeals
    strategy: NDArray[np.uint8]
    rows: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = self.shape.rows(self.deals.counts)

    def gains(self) -> list[float]:
        """Return what each player's best response gains over the strategy, in chips of 1."""
        ones = np.ones(len(self.deals.strengths))
        found = []
        for player in range(PLAYERS):
            values = [self._value(0, player, ones, best) for best in (True, False)]
            found.append(float(values[0].mean() - values[1].mean()) / BIG_BLIND)
        return found

    def values(self) -> list[float]:
        ones = np.ones(len(self.deals.strengths))
        return [
            float(self._value(0, player, ones, False).mean()) / BIG_BLIND
            for player in range(PLAYERS)
        ]

    def _value(self, node: int, player: int, reach: Array, best: bool) -> Array:
        """Return chips won in each deal, times the others' chances of getting to the node."""
        acting, street = self.shape.acting(node)
        if acting == ENDED:
            return np.asarray(reach * self._won(node, player))
        children = self.shape.children(node)
        table = self.strategy[self.rows[node] : self.rows[node + 1]].reshape(-1, len(children))
        sums = table.sum(1, keepdims=True, dtype=float)
        shares = np.where(sums > 0, table / np.maximum(sums, 1), 1 / len(children))
        held = self.deals.buckets[:, acting, street]
        if acting != player:
            parts = [
                self._value(child, player, reach * shares[held, place], best)
                for place, child in enumerate(children)
            ]
            return np.asarray(np.sum(parts, axis=0))
        values = np.stack([self._value(child, player, reach, best) for child in children])
        if not best:
            return np.asarray(np.sum(values * shares[held].T, axis=0))
        sums = np.stack([np.bincount(held, each, len(table)) for each in values])
        return np.asarray(values[sums.argmax(0)[held], np.arange(len(held))])

    def _won(self, node: int, player: int) -> Array:
        paid, live = self.shape.paid[node] + BIG_BLIND, int(self.shape.live[node])
        strengths = self.deals.strengths.astype(int)
        alive = [other for other in range(PLAYERS) if live >> other & 1]
        if player not in alive:
            return np.full(len(strengths), -float(paid[player]))
        top = strengths[:, alive].max(1)
        winners = (strengths[:, alive] == top[:, None]).sum(1)
        share = np.where(strengths[:, player] == top, paid.sum() / winners, 0)
        return np.asarray(share - paid[player])
