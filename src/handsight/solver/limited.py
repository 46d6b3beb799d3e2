"""Flops that are solved up to the turn, where tables say what both players' hands are worth.

Source:
    N. Brown, T. Sandholm and B. Amos, "Depth-Limited Solving for Imperfect-Information Games",
    NeurIPS 2018. The code is ours.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.cards.card import bit_of
from handsight.odds import Spot
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import combo_tables
from handsight.solver.betting import Betting
from handsight.solver.game import SolverGame, aligned_zeros
from handsight.solver.learning import POWER, Learner
from handsight.solver.tree import (
    STEP,
    StreetTree,
    build_street,
    ends_in,
    padded,
    with_choices,
)

if TYPE_CHECKING:
    from handsight.kernels.solver.limited import LeafTables
    from handsight.kernels.solver.tables import Deals, Forest, Task, WalkRoom

WAYS = 4
"""The number of ways to play on at a leaf, among which each player chooses with each hand."""

RUNOUTS = 990
"""The number of runouts of a flop that share no card with two given hands."""


class LeafValues(NamedTuple):
    """What both players' hands are worth at the leaves of a flop.

    Attributes:
        tables: for each leaf at which chips are left, in the order of the tree's leaves,
            float32[ways, ways, groups, groups]: the share of the pot at the leaf that player 1
            gets, by the ways of player 1 and player 0, and by the groups of the hands of player 1
            and player 0.
        groups: int16[turns, 1326], the group of each combo on each turn.
        turns: the number of the turn card, 0..51, of each row of ``groups``.
        equity: int16[1326, 1326], the number of runouts that the combo in the row wins against the
            combo in the column, minus the number that it loses; see `flop_equity`.
    """

    tables: list[NDArray[np.float32]]
    groups: NDArray[np.int16]
    turns: list[int]
    equity: NDArray[np.int16]


def limited_tree(betting: Betting) -> StreetTree:
    """Return the tree of a flop, with the players' choices at its leaves.

    Args:
        betting: the betting on the flop.
    """
    return with_choices(build_street(betting, "flop"), betting.stack, WAYS)


def limited_game(spot: Spot, betting: Betting) -> SolverGame:
    """Lay out a flop for a solve that stops at the turn.

    Args:
        spot: two players, the first one out of position, and a flop.
        betting: the pot, the stacks and the bet sizes on the flop.

    Raises:
        InputError: for a spot that cannot be solved.
        OptionError: if the tree is too large.
    """
    game = SolverGame.of(spot, betting, isomorphism=False, trees=[limited_tree(betting)])
    game.prepare()
    return game


class LimitedLearner(Learner):
    """The regrets and average strategies of a flop that is solved up to the turn.

    Args:
        game: a game from `limited_game`.
        values: what hands are worth at the leaves.
    """

    def __init__(self, game: SolverGame, values: LeafValues) -> None:
        from handsight.kernels.solver.limited import STRIDE, TURNS, LeafRoom

        self._leaves = _leaf_tables(game, values)
        self._forests = _forest_for(game, 0), _forest_for(game, 1)
        size, count = self._leaves.tables.shape[3], self._leaves.group_count
        self._extra = LeafRoom(
            aligned_zeros(TURNS * (count + 1) * STEP),
            aligned_zeros(TURNS * (count + 1) * STEP),
            aligned_zeros(TURNS * WAYS * count),
            aligned_zeros(STRIDE * size),
        )
        super().__init__(game)

    def _run(
        self,
        task: Task,
        first: int,
        steps: int,
        weights: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
        deals: tuple[Deals, ...] | None = None,
    ) -> WalkRoom:
        from handsight.kernels.solver.limited import run_limited

        room, table = self._rooms[0], (deals or self.game.deals)[0]
        run_limited(
            *(self._forests, table, self.stores[0], room, self._leaves, self._extra),
            *(weights or self._weights, task, first, steps, POWER),
        )
        return room


@cache
def load_limited_kernels() -> None:
    """Load or compile the kernels for flops by laying out a small game."""
    flop = CardSet("2c7d9s")
    game = limited_game(Spot.parse(["AhKh", "AdKd"], flop), Betting(2, 2, flop_bets="a"))
    turns = [card for card in range(52) if card not in {each.index for each in flop}]
    leaves = sum(node.end == "choice" for node in game.trees[0].nodes) // 2
    tables = [np.zeros((WAYS, WAYS, 1, 1), np.float32)] * leaves
    groups = np.zeros((len(turns), COMBO_COUNT), np.int16)
    LimitedLearner(game, LeafValues(tables, groups, turns, flop_equity(flop))).learn(1)


def flop_equity(flop: CardSet) -> NDArray[np.int16]:
    """Compare all pairs of combos over all runouts of a flop.

    Returns:
        int16[1326, 1326], the number of runouts that the combo in the row wins, minus the number
        that it loses. 0 for combos that share a card with each other or with the flop.
    """
    from handsight.kernels.solver.limited import compare_runouts

    masks, board = combo_tables()[0], np.uint64(flop.mask)
    live = np.flatnonzero(masks & board == 0)
    cards = [1 << bit_of(card.index) for card in CardSet.full() - flop]
    runouts = np.array([one | two for one, two in combinations(cards, 2)], np.uint64)
    results = np.zeros((len(live), len(live)), np.int16)
    compare_runouts(masks[live], board, runouts, results)
    spread = np.zeros((len(masks), len(masks)), np.int16)
    spread[np.ix_(live, live)] = results
    return spread


def _forest_for(game: SolverGame, player: int) -> Forest:
    """Return the forest for a walk of a player: the player's own choice follows each leaf."""
    from handsight.kernels.solver.tables import COUNT, FIRST

    forest, nodes = game.forests[0], game.forests[0].nodes.copy()
    for number, node in enumerate(game.trees[0].nodes):
        if node.end == "choice" and node.player == player:
            nodes[node.parent, FIRST], nodes[node.parent, COUNT] = number, 1
    return forest._replace(nodes=nodes)


def _leaf_tables(game: SolverGame, values: LeafValues) -> LeafTables:
    """Arrange the values of the leaves for the kernel."""
    from handsight.kernels.solver.limited import LeafTables
    from handsight.kernels.solver.tables import REACH

    tree, table, betting = game.trees[0], game.forests[0].nodes, game.betting
    leaves = [leaf for leaf in tree.leaves if tree.nodes[leaf].paid[0] < betting.stack]
    over = [leaf for leaf in tree.leaves if tree.nodes[leaf].paid[0] >= betting.stack]
    size = padded(WAYS * len(leaves))
    rows, leaf_rows = np.zeros((2, 2, size), np.int32)
    nodes = np.full((2, size), len(table), np.int32)
    for node in tree.nodes:
        if node.end != "choice":
            continue
        start = WAYS * leaves.index(node.parent)
        lanes, children = slice(start, start + WAYS), np.arange(WAYS) + node.first
        nodes[node.player, lanes] = children
        rows[1 - node.player, lanes] = table[children, REACH + 1 - node.player]
        leaf_rows[1 - node.player, lanes] = table[node.parent, REACH + 1 - node.player]
    pots = [betting.pot + 2 * tree.nodes[leaf].paid[0] for leaf in leaves]
    all_in = ends_in(over, table)
    chips = np.zeros(all_in.shape[1], np.float32)
    chips[: len(over)] = betting.pot / 2 + betting.stack
    groups = _hand_groups(game, values, 0), _hand_groups(game, values, 1)
    first, second = (_by_group(groups[player], game, values, player) for player in range(2))
    return LeafTables(
        *(rows, leaf_rows, nodes, _chip_tables(values, pots), groups, _group_count(values)),
        *((first[0], second[0]), (first[1], second[1]), all_in, chips),
        (_hand_equity(game, values, 0), _hand_equity(game, values, 1)),
    )


def _group_count(values: LeafValues) -> int:
    return values.tables[0].shape[2] if values.tables else 1


def _chip_tables(values: LeafValues, pots: list[int]) -> NDArray[np.float32]:
    """Return the values of all leaves in chips, for a walk of each player (see `LeafTables`).

    Args:
        values: what hands are worth at the leaves.
        pots: the pot at each leaf, in chips.
    """
    size = WAYS * _group_count(values)
    tables = np.zeros((2, len(pots), size, padded(size)), np.float32)
    for number, (pot, shares) in enumerate(zip(pots, values.tables, strict=True)):
        # From [way 1, way 0, group 1, group 0] to player 1's ways and groups by those of player 0.
        chips = (pot * (shares - np.float32(0.5))).transpose(0, 2, 1, 3).reshape(size, size)
        tables[0, number, :, :size] = -chips
        tables[1, number, :, :size] = chips.T
    return tables


def _hand_groups(game: SolverGame, values: LeafValues, player: int) -> NDArray[np.int16]:
    """Return the group of each hand of a player on each turn: int16[turns, width]."""
    from handsight.kernels.solver.tables import WIDE

    combos, blocked = game.combos_at(0, 0, player), _group_count(values)
    width = int(game.deals[0].table[0, player, WIDE])
    groups = np.full((len(values.turns), width), blocked, np.int16)
    holds = (combo_tables()[1][combos] == np.array(values.turns)[:, None, None]).any(2)
    groups[:, : len(combos)] = np.where(holds, blocked, values.groups[:, combos])
    return groups


def _by_group(
    groups: NDArray[np.int16], game: SolverGame, values: LeafValues, player: int
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Sort the hands of a player on each turn by group.

    Returns:
        int16[turns, hands], the hands in order, and int16[turns, groups + 1], where each group
        begins and where the last one ends.
    """
    groups = groups[:, : len(game.combos_at(0, 0, player))]
    order = np.argsort(groups, 1, kind="stable").astype(np.int16)
    bounds = np.arange(_group_count(values) + 1)
    starts = np.stack([np.searchsorted(row, bounds) for row in np.sort(groups, 1)])
    return order, starts.astype(np.int16)


def _hand_equity(game: SolverGame, values: LeafValues, player: int) -> NDArray[np.float32]:
    """Return each hand's net share of runouts won all-in, against each hand of the other player.

    The result is float32[hands, other hands], padded as in `LeafTables`: 1 if the hand wins every
    runout, -1 if it loses every runout.
    """
    from handsight.kernels.solver.tables import WIDE

    own, other = (game.combos_at(0, 0, each) for each in (player, 1 - player))
    widths = game.deals[0].table[0, :, WIDE]
    grid = np.zeros((int(widths[player]), int(widths[1 - player])), np.float32)
    grid[: len(own), : len(other)] = values.equity[np.ix_(own, other)] / np.float32(RUNOUTS)
    return grid
