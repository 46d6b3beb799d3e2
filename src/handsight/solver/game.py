"""A spot and its betting, laid out as arrays for the kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from handsight.errors import CardCountError, InputError, OptionError
from handsight.odds import ANY, Spot
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS
from handsight.solver.boards import (
    DealtBoard,
    count_hands,
    first_board,
    make_deals,
    next_boards,
    padded_widths,
    table_bytes,
)
from handsight.solver.tree import STEP, StreetTree, build_streets, forest_of

if TYPE_CHECKING:
    from handsight.kernels.solver.tables import Deals, Forest, WalkRoom
    from handsight.solver.betting import Betting
    from handsight.solver.locks import NodeLock

STREET_OF = {3: "flop", 4: "turn", 5: "river"}
STORAGES = {"f32": 4, "i16": 2}
"""How regrets and averages are stored, with the bytes per number."""


@dataclass(slots=True)
class SolverGame:
    """The parts of a solve that do not change while it runs.

    Attributes:
        spot: the ranges and the board.
        betting: the pot, the stacks and the bet sizes.
        weights: float32[2, 1326], the weights of both ranges; 0 for hands with a card of the board.
        trees: the betting trees of the spot's street and of each later street.
        boards: the boards of each street.
        counts: for each street int32[2, boards], the number of each player's live hands on each
            board.
        storage: ``"f32"`` or ``"i16"``.
        isomorphism: whether equivalent cards are dealt only once.
        locks: the locked nodes, at which a player follows a given strategy.
        pairs: the total weight of all pairs of the players' hands that share no card.
        forests, deals: the arrays for the kernels; empty before `prepare`.
    """

    spot: Spot
    betting: Betting
    weights: NDArray[np.float32]
    trees: list[StreetTree]
    boards: list[list[DealtBoard]]
    counts: list[NDArray[np.int32]]
    storage: str
    isomorphism: bool
    locks: tuple[NodeLock, ...]
    pairs: float
    forests: tuple[Forest, ...] = ()
    deals: tuple[Deals, ...] = field(default=())

    @classmethod
    def of(
        cls,
        spot: Spot,
        betting: Betting,
        storage: str = "f32",
        isomorphism: bool = True,
        locks: tuple[NodeLock, ...] = (),
        trees: list[StreetTree] | None = None,
    ) -> SolverGame:
        """Lay out a spot for the solver, without allocating the large arrays.

        Args:
            spot: two players, the first one out of position, and a board of three to five cards.
            betting: the pot, the stacks and the bet sizes.
            storage: ``"f32"`` or ``"i16"``, which takes half the memory.
            isomorphism: whether equivalent cards are dealt only once.
            locks: the locked nodes; the changes of suits between equivalent cards must leave them
                unchanged too.
            trees: the betting trees of the spot's street and of each later street that is solved;
                None for all streets up to the river.

        Raises:
            InputError: for a spot or a lock that cannot be used.
            OptionError: for an unknown storage, for other than two players, for sizes with which
                nobody can bet, or for a tree that is too large.
        """
        if storage not in STORAGES:
            raise OptionError(f"storage is {storage!r}; it must be {' or '.join(STORAGES)}")
        if len(spot.players) != 2:
            raise OptionError(f"the spot has {len(spot.players)} players; the solver needs two")
        if len(spot.board) not in STREET_OF:
            raise CardCountError(
                f"the board has {len(spot.board)} cards; the solver needs 3, 4 or 5"
            )
        if len(spot.dead):
            raise InputError("the solver does not support dead cards; take them out of the ranges")
        weights = np.stack([weights_of(spot, number) for number in range(2)])
        pairs = weight_of_pairs(weights)
        if pairs <= 0:
            raise InputError(
                "no hand of one range can be dealt together with a hand of the other on this "
                "board; give ranges that leave each other cards"
            )
        if trees is None:
            trees = build_streets(betting, STREET_OF[len(spot.board)])
        boards = [[first_board(spot.board, weights, isomorphism, locks)]]
        for _ in trees[1:]:
            boards.append(next_boards(boards[-1]))
        hands = [np.flatnonzero(each).tolist() for each in weights]
        counts = count_hands(boards, hands)
        return cls(
            *(spot, betting, weights, trees, boards, counts, storage, isomorphism, locks, pairs)
        )

    @property
    def street(self) -> str:
        """The street on which the spot begins."""
        return self.trees[0].street

    @property
    def sizes(self) -> list[int]:
        """The number of regrets on each street, with padding."""
        return self._sizes([tree.actions for tree in self.trees])

    @property
    def average_sizes(self) -> list[int]:
        """The number of averages on each street, with padding."""
        return self._sizes([tree.free_actions for tree in self.trees])

    def _sizes(self, rows: list[tuple[int, int]]) -> list[int]:
        return [
            int((padded_widths(counts) * np.array(each, np.int64)[:, None]).sum())
            for counts, each in zip(self.counts, rows, strict=True)
        ]

    @property
    def scale_counts(self) -> list[int]:
        """The number of scales on each street: one for each node on each board; 0 for ``"f32"``."""
        if self.storage == "f32":
            return [0] * len(self.trees)
        return [
            len(level) * len(tree.nodes)
            for level, tree in zip(self.boards, self.trees, strict=True)
        ]

    @property
    def memory(self) -> int:
        """The memory of a solve on one thread, in bytes.

        It holds the regrets, the averages, the tables of the boards and the working memory.
        """
        numbers = STORAGES[self.storage] * (sum(self.sizes) + sum(self.average_sizes))
        numbers += 4 * sum(self.scale_counts)
        return numbers + table_bytes(self.boards, self.counts) + self.room_bytes

    @property
    def room_bytes(self) -> int:
        """The working memory of one thread, in bytes."""
        total = 0
        for tree, counts in zip(self.trees, self.counts, strict=True):
            width = int(padded_widths(counts).max())
            total += 4 * width * (len(tree.nodes) + sum(tree.actions) + tree.roots + 5 * STEP)
            total += 8 * width * len(tree.leaves)
        return total

    def require_memory(self, limit: int | None) -> None:
        """Check that a solve of the game fits into memory.

        Args:
            limit: the maximum number of bytes; None for three quarters of the machine's memory.

        Raises:
            OptionError: if the solve needs more; the message suggests how to reduce it.
        """
        most = machine_memory() * 3 // 4 if limit is None else limit
        if self.memory <= most:
            return
        smaller = ["fewer sizes", "a raise_cap", "tighter ranges"]
        if self.storage == "f32":
            smaller.insert(0, "storage='i16' (half)")
        raise OptionError(
            f"this takes {self.memory / 1e6:,.0f} MB, but at most {most / 1e6:,.0f} MB may be "
            f"used; smaller: {', '.join(smaller)}"
        )

    def prepare(self) -> None:
        """Build the arrays for the kernels, unless they exist already."""
        if self.deals:
            return
        hands = [np.flatnonzero(each).tolist() for each in self.weights]
        self.deals = tuple(make_deals(self.boards, self.counts, hands, self.trees))
        self.forests = tuple(forest_of(tree, self.betting) for tree in self.trees)

    def rooms(self) -> tuple[WalkRoom, ...]:
        """Allocate the working memory of one thread."""
        return tuple(map(make_room, self.forests, self.deals))

    def root_weights(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return both players' weights, in the order of the first board's hands and padded."""
        first, second = (self.local_row(self.weights[player], 0, 0, player) for player in range(2))
        return first, second

    def combos_at(self, level: int, deal: int, player: int) -> NDArray[np.int16]:
        """Return the combo numbers of a player's live hands, in the order of the board's hands.

        Args:
            level: the index of the street.
            deal: the index of the board.
            player: the player, 0 or 1.
        """
        from handsight.kernels.solver.tables import COMBO, HANDS, START

        kind = self.deals[level].table[deal, player]
        return self.deals[level].hands[COMBO, kind[START] : kind[START] + kind[HANDS]]

    def local_row(
        self, weights: NDArray[Any], level: int, deal: int, player: int
    ) -> NDArray[np.float32]:
        """Arrange the weights of combos in the order of the board's hands, padded with zeros.

        Args:
            weights: the weights of all combos, an array of length 1326.
            level: the index of the street.
            deal: the index of the board.
            player: the player who holds the hands, 0 or 1.
        """
        combos = self.combos_at(level, deal, player)
        from handsight.kernels.solver.tables import WIDE

        row = np.zeros(int(self.deals[level].table[deal, player, WIDE]), np.float32)
        row[: len(combos)] = weights[combos]
        return row


def make_room(forest: Forest, deals: Deals) -> WalkRoom:
    """Allocate the working memory for walks over a forest."""
    from handsight.kernels.solver.tables import CARDS, COUNT, REACH, WIDE, WalkRoom

    width = int(deals.table[:, :, WIDE].max())
    rows = int(forest.nodes[:, REACH:].max()) + 1
    return WalkRoom(
        aligned_zeros((rows + 1) * width),
        aligned_zeros((len(forest.nodes) + 1) * width),
        aligned_zeros((3, max(width, CARDS) * STEP)),
        aligned_zeros(int(forest.nodes[:, COUNT].max()) * width),
        aligned_zeros((2, forest.leaves.shape[1] * width)),
    )


def aligned_zeros(shape: int | tuple[int, ...], kind: str = "f4") -> NDArray[Any]:
    """Return an array of zeros that begins at a multiple of 64 bytes.

    All rows then begin at multiples of 64 bytes or, with 16 bits, of 32 bytes, and no sixteen
    numbers of a row cross a cache line, which would double the time to read or write them.

    Args:
        shape: the shape of the array.
        kind: the code of the array type.
    """
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    raw = np.zeros(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + size].view(kind).reshape(shape)


def weights_of(spot: Spot, number: int) -> NDArray[np.float32]:
    """Return the weights of a player's hands, with 0 for hands that contain a card of the board.

    Args:
        spot: the ranges and the board.
        number: the player, 0 or 1.

    Returns:
        float32[1326].

    Raises:
        InputError: if the player has no hand left on the board.
    """
    player = spot.players[number]
    if isinstance(player, Range):
        weights = player.weights.astype(np.float32)
    elif player is ANY:
        weights = np.ones(COMBO_COUNT, np.float32)
    else:
        weights = np.array([mask == player.mask for mask in MASKS], np.float32)
    known = spot.board.mask
    weights[[mask & known != 0 for mask in MASKS]] = 0
    if not weights.any():
        who = ("out of position", "in position")[number]
        raise InputError(f"the range {who} has no hand left on this board")
    return weights


def weight_of_pairs(weights: NDArray[np.float32]) -> float:
    """Return the total weight of all pairs of the players' hands that share no card.

    Args:
        weights: float32[2, 1326], the weights of both ranges.
    """
    one, other = weights.astype(np.float64)
    return float((one * met_weights(other)).sum())


def met_weights(weights: NDArray[Any]) -> NDArray[np.float64]:
    """Return, for each combo, the total weight of a range's hands that share no card with it.

    Args:
        weights: the weights of the range by combo, an array of length 1326.
    """
    weights = weights.astype(np.float64)
    cards = np.array(COMBOS)
    sums = np.bincount(cards.ravel(), np.repeat(weights, 2), 52)
    found = weights.sum() - sums[cards[:, 0]] - sums[cards[:, 1]] + weights
    return np.where(found > 1e-12 * max(1.0, float(weights.sum())), found, 0.0)


def machine_memory() -> int:
    """Return the memory of the machine in bytes."""
    import psutil

    return int(psutil.virtual_memory().total)
