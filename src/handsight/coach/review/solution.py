"""What a review keeps of a solved street: the values and shares of all actions with all hands."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from handsight.errors import InputError
from handsight.ranges.suits import combo_tables
from handsight.solver.learning import make_task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.solver.betting import Betting
    from handsight.solver.learning import Learner
    from handsight.solver.tree import StreetTree


class StreetSolution(NamedTuple):
    """The values and strategies of a solved street, without those of later streets.

    Attributes:
        tree: the tree of the street.
        betting: the pot, the stacks and the bet sizes.
        combos: the combo numbers of each player's hands.
        values: for each player float32[nodes, hands], the value of each hand at each node in chips
            above half of the pot, times the weight of the opponent's hands there that share no card
            with it.
        shares: for each node at which somebody acts float32[hands, actions], how often each hand of
            the player to act takes each action.
        exploitability: the exploitability in chips.
    """

    tree: StreetTree
    betting: Betting
    combos: tuple[NDArray[np.int16], NDArray[np.int16]]
    values: tuple[NDArray[np.float32], NDArray[np.float32]]
    shares: dict[int, NDArray[np.float32]]
    exploitability: float

    @classmethod
    def of(cls, learner: Learner, exploitability: float) -> StreetSolution:
        """Read the first street of a solution, after which the learner is no longer needed.

        Args:
            learner: the learner with the strategies.
            exploitability: the exploitability in chips.
        """
        game, tree = learner.game, learner.game.trees[0]
        first, second = game.combos_at(0, 0, 0).copy(), game.combos_at(0, 0, 1).copy()
        shares = {
            number: learner.shares(0, 0, number).astype(np.float32)
            for number, node in enumerate(tree.nodes)
            if node.player < 2 and node.end != "choice"
        }
        values = _values(learner, 0, len(first)), _values(learner, 1, len(second))
        return cls(tree, game.betting, (first, second), values, shares, exploitability)

    def turned(self, change: int) -> StreetSolution:
        """Return the solution of the spot that a change of suits turns into this one.

        Args:
            change: the index of the change in `handsight.ranges.suits.CHANGES`.
        """
        back = np.argsort(combo_tables()[2][change]).astype(np.int16)
        return self._replace(combos=(back[self.combos[0]], back[self.combos[1]]))

    def packed(self) -> bytes:
        """Return the solution as bytes, without its tree and betting."""
        parts: list[NDArray[Any]] = [*self.combos, *self.values, *self.shares.values()]
        numbers = b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
        shapes = [part.shape for part in parts]
        found = (list(self.shares), shapes, self.exploitability, zlib.compress(numbers, 1))
        return msgspec.msgpack.encode(found)

    @classmethod
    def unpacked(cls, data: bytes, tree: StreetTree, betting: Betting) -> StreetSolution:
        """Read what `packed` wrote.

        Args:
            data: the bytes.
            tree: the tree of the street.
            betting: the betting of the solution.

        Raises:
            InputError: if they are not such bytes.
        """
        try:
            nodes, shapes, exploitability, numbers = msgspec.msgpack.decode(data, type=_PACKED)
            numbers, parts, at = zlib.decompress(numbers), [], 0
            for place, shape in enumerate(shapes):
                kind, count = np.dtype(np.int16 if place < 2 else np.float32), int(np.prod(shape))
                parts.append(np.frombuffer(numbers, kind, count, at).reshape(shape))
                at += count * kind.itemsize
            first, second, mine, theirs, *rows = parts
            shares = dict(zip(nodes, rows, strict=True))
        except (msgspec.MsgspecError, zlib.error, ValueError) as error:
            raise InputError(f"this is no solution of a flop: {error}") from None
        return cls(tree, betting, (first, second), (mine, theirs), shares, exploitability)


_PACKED = tuple[list[int], list[tuple[int, ...]], float, bytes]


def _values(learner: Learner, player: int, hands: int) -> NDArray[np.float32]:
    """Return the values of a player's hands at all nodes if both play their average strategies."""
    from handsight.kernels.solver.tables import AVERAGE

    nodes, width = len(learner.game.trees[0].nodes), len(learner.game.root_weights()[player])
    values = learner.walk(make_task(player, AVERAGE, player)).values
    return values[: nodes * width].reshape(nodes, width)[:, :hands].copy()
