"""What a blueprint and variants of it win from the turn on, by the groups of both players' hands.

A flop that is solved live stops at the turn: the rest of the hand is not part of its tree. Instead,
both players choose how to play on, with each hand: as the blueprint, or as one of its variants. The
tables hold what each pair of these ways is worth.

Source:
    N. Brown, T. Sandholm and B. Amos, "Depth-Limited Solving for Imperfect-Information Games",
    NeurIPS 2018; N. Brown and T. Sandholm, "Superhuman AI for multiplayer poker", Science 2019.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from handsight.blueprint.kept_values import (
    kept_values,
    path_beside,
    require_same,
    strategy_digest,
)
from handsight.blueprint.training import bet_tree
from handsight.blueprint.tree import CALL, FOLD, RAISE, SHOWDOWN
from handsight.blueprint.values import equal_groups, smoothed
from handsight.errors import InputError
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.integers import is_whole
from handsight.solver.limited import WAYS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.buckets import Buckets
    from handsight.blueprint.policy import WeightedNode
    from handsight.blueprint.tree import HandTree

KIND, VERSION = "handsight turn values", 1
FILES = "turns"
"""The kind of values in a file, which is part of the file's name."""

VARIANTS = ((1, 1, 1, 1), (1, 1, 0, 0), (0, 1, 1, 0), (1, 1, 1, 5))
"""The ways to play on: the blueprint itself, giving up, calling down, and betting more often. Each
way is given by four weights, which multiply the blueprint's shares of folds, of checks, of calls,
and of bets and raises."""

GROUPS = 24
"""Number of groups of hands on the turn."""

TURN = 2
DEALS = 100_000
"""Default number of deals for an estimate."""

SEED = 20_190_711
"""Default seed of the deals; a training is unlikely to use the same seed."""

PAIRS_PER_BOARD = 4
PRIOR = 4.0
"""The estimate from the means of a cell's row and column counts as much as this number of deals."""

LEVELS = 255
"""In a file, a share is a whole number from 0, for the smallest share of its table, to this number,
for the largest."""


class StrategyForTwo(Protocol):
    """A strategy of two players: a heads-up blueprint, or a part of a larger table's."""

    @property
    def tree(self) -> HandTree:
        """The betting tree. Player 0, the button, acts last after the flop."""

    @property
    def buckets(self) -> Buckets:
        """The groups of hands that the strategy does not distinguish."""

    @property
    def strategy(self) -> NDArray[np.uint8]:
        """One number for each action of each bucket at each decision, as for `Blueprint`."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """The index in ``strategy`` where each node's numbers begin: int64[nodes + 1]."""

    def __hash__(self) -> int:
        """Return a hash, so that the strategy can be a key in a cache."""


class TurnValues:
    """Shares of the pot that the button expects at each start of the turn, by both hands' groups.

    The share is the button's net result of the hand plus the chips that the button put in before
    the turn, divided by the pot at the start of the turn. It is an estimate from random deals. With
    bets to come it can be below 0 or above 1.

    Attributes:
        blueprint: the heads-up blueprint, or the strategy in a pot of two players at a table.
        group_of: int64[buckets], the group of each bucket on the turn. The groups have about the
            same size, and are numbered from the weakest to the strongest.
        checked: float32[groups, groups], the share if nobody bets any more, by the group of the
            button's hand and of the other player's hand.
        tables: float32[starts, ways, ways, groups, groups], the shares at each node that
            `turn_starts` returns: by the way of the button and of the other player, and by the
            group of the button's hand and of the other player's hand.
    """

    def __init__(
        self,
        blueprint: StrategyForTwo,
        group_of: NDArray[np.int64],
        checked: NDArray[np.float32],
        tables: NDArray[np.float32],
    ) -> None:
        self.blueprint, self.group_of = blueprint, group_of
        self.checked, self.tables = checked, tables
        self._row_of = {node: row for row, node in enumerate(turn_starts(blueprint.tree))}

    @classmethod
    def estimate(
        cls,
        blueprint: StrategyForTwo,
        deals: int = DEALS,
        seed: int = SEED,
        *,
        executor: Executor | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> TurnValues:
        """Estimate the values of a blueprint from random deals.

        Args:
            blueprint: the blueprint.
            deals: number of deals, which are played along all betting lines; the more deals, the
                smaller the errors.
            seed: selects the deals.
            executor: pool of threads that share the work; it does not change the values. None does
                the work in this thread.
            progress: called with the number of starts of the turn that are done, and the number of
                all starts.
        """
        tree, buckets = blueprint.tree, blueprint.buckets
        drawn, outcomes = buckets.draw_deals(deals, seed, hands_per_board=PAIRS_PER_BOARD)
        group_of = equal_groups(drawn[:, :, TURN], outcomes, buckets.counts[TURN], GROUPS)
        pairs = group_of[drawn[:, :, TURN]]
        cells = pairs[:, 0] * GROUPS + pairs[:, 1]
        counts = np.bincount(cells, minlength=GROUPS**2).reshape(GROUPS, GROUPS)
        won = np.bincount(cells, (outcomes + 1) / 2, GROUPS**2).reshape(GROUPS, GROUPS)
        checked, starts = smoothed(won, counts, PRIOR), turn_starts(tree)
        arrays, kinds, weights = bet_tree(tree, blueprint.rows), _kinds(tree), _lane_weights()

        def shares_at(node: int) -> NDArray[np.float32]:
            from handsight.kernels.blueprint.turn_values import play_variants

            sums = np.zeros((GROUPS**2, WAYS**2), np.float32)
            values = np.zeros(tree.node_count * WAYS**2, np.float32)
            below = np.array(nodes_below(tree, node), np.int32)
            play_variants(
                *(arrays, below, kinds, blueprint.strategy, weights.ravel()),
                *(drawn, outcomes, cells, values, sums.ravel()),
            )
            paid = float(tree.paid[node, 0])
            shares = sums.T.reshape(WAYS**2, GROUPS, GROUPS) / (2 * paid) + counts / 2
            found = np.stack([smoothed(table, counts, PRIOR) for table in shares])
            return found.reshape(WAYS, WAYS, GROUPS, GROUPS)

        tables = []
        for table in (map if executor is None else executor.map)(shares_at, starts):
            tables.append(table)
            if progress is not None:
                progress(len(tables), len(starts))
        shape = (-1, WAYS, WAYS, GROUPS, GROUPS)
        return cls(blueprint, group_of, checked, np.array(tables, np.float32).reshape(shape))

    # --- look-ups ---------------------------------------------------------------------------------

    def groups_on(self, board: Sequence[int]) -> NDArray[np.int64]:
        """Return the group of each combo on a board of four cards: int64[1326].

        The groups of combos that share a card with the board are meaningless.
        """
        return np.asarray(self.group_of[self.blueprint.buckets.board_buckets(board)])

    def tables_at(self, places: Sequence[WeightedNode]) -> NDArray[np.float32]:
        """Return the shares at the start of a turn: float32[ways, ways, groups, groups].

        They are the weighted mean over the nodes at which a turn begins and a player acts. If there
        is no such node, they are those of ``checked``.

        Args:
            places: the weighted nodes of a hand in the blueprint's tree; those at which no turn
                begins are ignored.
        """
        found = [(weight, self._row_of[node]) for weight, node in places if node in self._row_of]
        if not found:
            return np.broadcast_to(self.checked, (WAYS, WAYS, GROUPS, GROUPS))
        total = sum(weight for weight, _ in found)
        parts = [np.float32(weight / total) * self.tables[row] for weight, row in found]
        return np.asarray(sum(parts[1:], parts[0]))

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str, *, packed: bool = True) -> None:
        """Write the values to a file; each share in ``tables`` is rounded to one of 256 levels.

        Args:
            path: path of the file; an existing file is replaced.
            packed: whether to make the file as small as possible, which takes some seconds.

        Raises:
            OSError: if the file cannot be written.
        """
        flat = self.tables.reshape(-1, GROUPS**2)
        least = flat.min(1)
        steps = np.maximum(flat.max(1) - least, np.float32(1e-6)) / LEVELS
        numbers = np.rint((flat - least[:, None]) / steps[:, None]).astype(np.uint8)
        head = {"blueprint": strategy_digest(self.blueprint), "groups": GROUPS, "ways": WAYS}
        arrays = {
            "group_of": self.group_of.astype(np.uint8),
            "checked": self.checked.ravel(),
            "scales": np.stack([least, steps]).astype(np.float32),
            "numbers": numbers.ravel(),
        }
        write_archive(path, KIND, VERSION, head, arrays, packed=packed)

    @classmethod
    def load(cls, path: Path | str, blueprint: StrategyForTwo) -> TurnValues:
        """Read the values of a blueprint from a file.

        Raises:
            InputError: if the file is damaged, has another version or another number of groups or
                ways, or is for another blueprint.
            OSError: if the file cannot be read.
        """
        starts, cells = len(turn_starts(blueprint.tree)), GROUPS**2
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            require_same(archive, blueprint)
            if not all(is_whole(head[name], range(n, n + 1)) for name, n in _SHAPE.items()):
                raise InputError(f"it has {head['groups']!r} groups and {head['ways']!r} ways")
            group_of = archive.array("group_of", "|u1", (blueprint.buckets.counts[TURN],))
            if group_of.max() >= GROUPS:
                raise InputError(f"a group is {group_of.max()}; it must be below {GROUPS}")
            checked = archive.array("checked", "<f4", (cells,))
            rows = starts * WAYS**2
            least, steps = archive.array("scales", "<f4", (2, rows))
            numbers = archive.array("numbers", "|u1", (rows * cells,)).reshape(rows, cells)
            tables = least[:, None] + numbers * steps[:, None]
            if not (np.isfinite(tables).all() and np.isfinite(checked).all()):
                raise InputError("some numbers are not finite")
            return cls(
                blueprint,
                group_of.astype(np.int64),
                checked.reshape(GROUPS, GROUPS),
                tables.reshape(starts, WAYS, WAYS, GROUPS, GROUPS),
            )


_SHAPE = {"groups": GROUPS, "ways": WAYS}


def values_path(path: Path) -> Path:
    """Return the path of the turn values that belong to the blueprint file with this path."""
    return path_beside(path, FILES)


def turn_values_of(stack: int, limit: bool = False, file: str = "") -> TurnValues:
    """Return the turn values of a blueprint from the file beside it, or estimate them.

    An estimate takes about twenty seconds. It is kept in the user's cache folder, and read from
    there the next time. The arguments are those of `handsight.blueprint.blueprint.blueprint_of`,
    and the errors those of `handsight.blueprint.kept_values.kept_values`.
    """
    return kept_values(FILES, TurnValues.load, TurnValues.estimate, stack, limit, file)


# --- the tree -------------------------------------------------------------------------------------


def turn_starts(tree: HandTree) -> list[int]:
    """Return the nodes at which a turn begins and a player acts, in ascending order."""
    return [
        child
        for node in range(tree.node_count)
        if tree.acting(node)[0] < SHOWDOWN and tree.acting(node)[1] == TURN - 1
        for child in tree.children(node)
        if tree.acting(child)[0] < SHOWDOWN and tree.acting(child)[1] == TURN
    ]


def nodes_below(tree: HandTree, node: int) -> list[int]:
    """Return a node and all nodes below it, in ascending order."""
    found = [node]
    for each in found:  # the loop also visits the nodes that it appends
        found += tree.children(each)
    return sorted(found)


def _kinds(tree: HandTree) -> NDArray[np.int8]:
    """Return the kind of action that led to each node: int8[nodes].

    The kinds are 0 fold, 1 check, 2 call, 3 bet or raise; the root has 0.
    """
    kinds = np.zeros(tree.node_count, np.int8)
    for node in range(tree.node_count):
        options = tree.children(node)
        for child in options:
            if tree.actions[child] == RAISE:
                kinds[child] = 3
            elif tree.actions[child] == CALL:
                kinds[child] = 2 if tree.actions[options[0]] == FOLD else 1
    return kinds


def _lane_weights() -> NDArray[np.float32]:
    """Return the weight of each player's actions, by kind and lane: float32[2, 4, 16].

    A lane is a pair of ways: one of the button and one of the other player.
    """
    lanes, weights = np.arange(WAYS**2), np.array(VARIANTS, np.float32)
    return np.ascontiguousarray(
        np.stack([weights[lanes // WAYS].T, weights[lanes % WAYS].T]), np.float32
    )
