"""A blueprint: a strategy for each bucket of hands at each node of the betting tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.buckets import MOST_BYTES, Buckets
from handsight.blueprint.policy import (
    CALLED,
    FOLDED,
    LineStep,
    LineTree,
    MixedPolicy,
    WeightedNode,
    line_of,
    places_of,
    policy_at,
    price_at,
    shares_at,
)
from handsight.blueprint.reach import bounded_folds, reach_of
from handsight.blueprint.training import CurvePoint, Training
from handsight.blueprint.tree import HandBetting, HandTree, require_stack
from handsight.errors import InputError, OptionError
from handsight.ranges.combos import combo_number
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.files import kept_while_unchanged
from handsight.runtime.integers import is_whole
from handsight.runtime.tables import tables_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.game import Action, Observation
    from handsight.runtime.archives import ArchiveReader

KIND, VERSION = "handsight blueprint", 1
SHIPPED = 100
"""Stack in big blinds of the blueprint that ships with the package."""

DATA = Path(__file__).with_name("data")
MOST_POINTS = 64
MOST_TABLES = 1024
"""The maximum number of nodes whose tables a blueprint caches; a table with 256 buckets and eight
actions takes 16 kB."""


class FlopStart(NamedTuple):
    """The start of a flop.

    Attributes:
        players: the numbers of the players who see the flop, in the order of play.
        pot: chips in the pot; the big blind is 100 chips.
        stack: chips that each of these players has left.
    """

    players: tuple[int, ...]
    pot: int
    stack: int


class PlayedStrategy(ABC):
    """A strategy for each bucket at each node of a betting tree, and how it is played at a table.

    Attributes:
        buckets: the groups of hands that the strategy does not distinguish.
        bounds_folds: whether the range folds only as often as the price allows, from the flop on
            and between two players; see `handsight.blueprint.reach.bounded_folds`.
    """

    buckets: Buckets
    bounds_folds: bool

    @property
    @abstractmethod
    def tree(self) -> LineTree:
        """The betting tree."""

    @abstractmethod
    def numbers(self, node: int) -> NDArray[np.uint8]:
        """Return the strategy at a node: uint8[buckets, options], in proportion to the shares.

        Args:
            node: a node at which a player acts.
        """

    @property
    @abstractmethod
    def positions(self) -> tuple[str, ...]:
        """The positions of the players, by their numbers in the tree, such as ``("BTN", "BB")``."""

    @abstractmethod
    def bet(self, node: int) -> int:
        """Return the highest bet at a node before the flop, in chips; a big blind counts as a bet.

        Args:
            node: the node; the big blind is 100 chips.
        """

    @abstractmethod
    def flop_at(self, node: int) -> FlopStart:
        """Return who sees the flop that begins at a node, the pot, and what each of them has left.

        Args:
            node: the first decision on the flop.
        """

    @abstractmethod
    def seats(self, seen: Observation) -> Mapping[int, int]:
        """Return {seat at the table: player in the tree}; empty if the tree does not fit.

        Args:
            seen: an observation of the hand.
        """

    @abstractmethod
    def line(self, seen: Observation) -> list[LineStep]:
        """Return the actions of a hand so far, with the hand's nodes in the tree.

        The list is empty if nobody has acted, or if the tree does not fit (see `seats`).

        Args:
            seen: an observation of the hand.
        """

    @abstractmethod
    def places(self, seen: Observation, steps: list[LineStep]) -> list[WeightedNode]:
        """Return the weighted nodes of a hand at which the observer acts; empty if there are none.

        Args:
            seen: an observation of a hand, by the player to act.
            steps: all actions of the hand, as `line` returns them.
        """

    def shares(self, seen: Observation) -> dict[Action, float]:
        """Return how often to take each action with the player's own hand.

        Args:
            seen: an observation of a hand, by the player to act.

        Returns:
            The share of each action; the shares add up to 1. Empty if the tree does not have the
            line of the hand.

        Raises:
            CacheError: if the tables of the buckets cannot be built, stored or read.
        """
        steps = self.line(seen)
        places = self.places(seen, steps)
        if not places:
            return {}
        hole, board = ([card.index for card in cards] for cards in (seen.hole, seen.board))
        if self._bounds(seen):
            mixed = self._mixed(seen, steps, places)
            shares = mixed.shares[combo_number(*hole)].tolist()
            return dict(zip(mixed.actions, shares, strict=True))
        bucket = self.buckets.bucket_of(hole, board)
        price = price_at(seen)
        return shares_at(self.tree, self.numbers, places, seen.legal, price, bucket)

    def policy(self, seen: Observation, combos: NDArray[np.int64]) -> MixedPolicy:
        """Return how often to take each action with each of many hands.

        Args:
            seen: an observation of a hand, by the player to act; the player's cards in it
                are ignored.
            combos: the combo numbers of the hands.

        Returns:
            The shares of the actions for each hand; no actions if the tree does not have the line
            of the hand.

        Raises:
            CacheError: if the tables of the buckets cannot be built, stored or read.
        """
        steps = self.line(seen)
        places = self.places(seen, steps)
        if not places:
            return MixedPolicy((), np.zeros((len(combos), 0)))
        mixed = self._mixed(seen, steps, places)
        return MixedPolicy(mixed.actions, mixed.shares[combos])

    def _bounds(self, seen: Observation) -> bool:
        """Check whether folds are bounded at a decision; among three or more they are not.

        Where several players can call a bet, each of them may fold more often than its price.
        """
        faces_bet = bool(seen.board and seen.legal.call_cost)
        return self.bounds_folds and faces_bet and len(seen.players) == 2

    def _mixed(
        self, seen: Observation, steps: list[LineStep], places: list[WeightedNode]
    ) -> MixedPolicy:
        """Return the policy at a decision for all 1,326 combos.

        Where `_bounds` holds, its folds are bounded by `bounded_folds`.
        """
        board = [card.index for card in seen.board]
        buckets = self.buckets.board_buckets(board)
        price = price_at(seen)
        mixed = policy_at(self.tree, self.numbers, places, seen.legal, price, buckets)
        if FOLDED not in mixed.actions or not self._bounds(seen):
            return mixed
        reach = reach_of(self, steps, seen.seat, board)
        number, call = mixed.actions.index(FOLDED), mixed.actions.index(CALLED)
        folds = mixed.shares[:, number]
        kept = bounded_folds(folds, reach, price, buckets)
        mixed.shares[:, call] += folds - kept
        mixed.shares[:, number] = kept
        return mixed

    def table(self, node: int) -> NDArray[np.float64]:
        """Return the strategy at a node: float64[buckets, options], rows that add up to 1.

        Args:
            node: a node at which a player acts.
        """
        return self._tables(node)

    @cached_property
    def _tables(self) -> Callable[[int], NDArray[np.float64]]:
        return lru_cache(MOST_TABLES)(self._table)

    def _table(self, node: int) -> NDArray[np.float64]:
        numbers = self.numbers(node)
        total = numbers.sum(1, dtype=np.float64, keepdims=True)
        return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / numbers.shape[1])


@dataclass(frozen=True, eq=False)
class Blueprint(PlayedStrategy):
    """A strategy for a whole heads-up hand.

    Attributes:
        betting: the stacks and the bet sizes.
        buckets: the groups of hands that the strategy does not distinguish.
        strategy: uint8[numbers], one number for each action of each bucket at each decision of the
            tree, proportional to the share of the action; actions that all have 0 get equal shares.
        rows: int64[nodes + 1], the index in ``strategy`` where each node's numbers begin; the last
            entry is the length of ``strategy``.
        deals: the number of deals that the blueprint learned from; for a learned best response, the
            number of hands dealt.
        curve: the strength of the blueprint during training.
        bounds_folds: whether the range folds only as often as the price allows, from the flop on;
            see `handsight.blueprint.reach.bounded_folds`.
    """

    betting: HandBetting
    buckets: Buckets
    strategy: NDArray[np.uint8]
    rows: NDArray[np.int64]
    deals: int
    curve: tuple[CurvePoint, ...] = ()
    bounds_folds: bool = True

    @classmethod
    def of(cls, training: Training, curve: list[CurvePoint]) -> Blueprint:
        """Return the blueprint that a training has learned so far.

        Args:
            training: a training whose source is `Buckets`.
            curve: the strength of the blueprint during training.

        Raises:
            OptionError: if the source of the training is not `Buckets`.
        """
        if not isinstance(training.source, Buckets):
            raise OptionError("a blueprint needs buckets of hands; train it with Buckets")
        return cls(
            training.betting,
            training.source,
            training.strategy(),
            training.rows,
            training.all_deals,
            tuple(curve),
        )

    @property
    def tree(self) -> HandTree:
        """The betting tree."""
        return self.betting.tree

    def numbers(self, node: int) -> NDArray[np.uint8]:
        """Return the strategy at a node: uint8[buckets, options], in proportion to the shares.

        Args:
            node: a node at which a player acts.
        """
        count = int(self.tree.counts[node])
        return self.strategy[self.rows[node] : self.rows[node + 1]].reshape(-1, count)

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions of the players, by their numbers in the tree."""
        return "BTN", "BB"

    def bet(self, node: int) -> int:
        """Return the highest bet of the street at a node, in chips.

        Args:
            node: the node; the big blind is 100 chips.
        """
        return int(self.tree.bets[node].max())

    def flop_at(self, node: int) -> FlopStart:
        """Return who sees the flop that begins at a node, the pot, and what each of them has left.

        Args:
            node: the first decision on the flop.
        """
        paid = self.tree.paid[node].tolist()
        return FlopStart((1, 0), sum(paid), self.tree.stack - paid[0])

    def seats(self, seen: Observation) -> Mapping[int, int]:
        """Return {seat at the table: number of the player in the tree}.

        Args:
            seen: an observation of a heads-up hand.
        """
        dealt = (seat for seat, stack in enumerate(seen.start_stacks) if stack > 0)
        return {seat: int(seat != seen.button) for seat in dealt}

    def line(self, seen: Observation) -> list[LineStep]:
        """Return the actions of a heads-up hand so far, with the hand's nodes in the tree.

        Args:
            seen: an observation of the hand.
        """
        return line_of(self.tree, seen)

    def places(self, seen: Observation, steps: list[LineStep]) -> list[WeightedNode]:
        """Return the weighted nodes of a hand at which the observer acts; empty if there are none.

        Args:
            seen: an observation of a heads-up hand, by the player to act.
            steps: all actions of the hand, as `line` returns them.
        """
        return places_of(self.tree, seen, steps)

    def save(self, path: Path | str, *, packed: bool = True) -> None:
        """Write the blueprint and its buckets to a file.

        Args:
            path: path of the file; an existing file is replaced.
            packed: whether to make the file as small as possible, which takes some seconds.

        Raises:
            OSError: if the file cannot be written.
        """
        buckets = np.frombuffer(self.buckets.to_bytes(), np.uint8)
        head = {
            "betting": self.betting.fields(),
            "buckets": len(buckets),
            "deals": self.deals,
            "curve": [list(point) for point in self.curve],
            "bounds_folds": self.bounds_folds,
        }
        arrays = {"strategy": self.strategy, "buckets": buckets}
        write_archive(path, KIND, VERSION, head, arrays, packed=packed)

    @classmethod
    def load(cls, path: Path | str) -> Blueprint:
        """Read a blueprint from a file.

        Raises:
            InputError: if the file is damaged, or has another version.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            betting = HandBetting(**head["betting"])
            buckets = Buckets.from_bytes(stored_buckets(archive))
            rows = betting.tree.rows(buckets.counts)
            strategy = archive.array("strategy", "|u1", (int(rows[-1]),))
            if len(head["curve"]) > MOST_POINTS:
                raise InputError(f"its curve has more than {MOST_POINTS} points")
            curve = tuple(
                CurvePoint(int(deals), float(mean), float(error))
                for deals, mean, error in head["curve"]
            )
            bounds_folds = head.get("bounds_folds", True)  # files from before 0.4 do not have it
            if not isinstance(bounds_folds, bool):
                raise InputError(f"bounds_folds is {bounds_folds!r}; it must be true or false")
            return cls(betting, buckets, strategy, rows, int(head["deals"]), curve, bounds_folds)


def stored_buckets(archive: ArchiveReader) -> bytes:
    """Return the bytes of the buckets in the file of a blueprint; they can be empty.

    Raises:
        InputError: if they are damaged.
    """
    size = archive.head["buckets"]
    if not is_whole(size, range(MOST_BYTES + 1)):
        raise InputError(f"buckets is {size!r}")
    return archive.array("buckets", "|u1", (size,)).tobytes()


def file_name(stack: int, limit: bool) -> str:
    """Return the file name of a heads-up blueprint.

    Args:
        stack: stack in big blinds.
        limit: whether the game is fixed limit.
    """
    return f"{'limit' if limit else 'no-limit'}-{stack}.npz"


def trained_path(stack: int, limit: bool = False) -> Path:
    """Return the path to which ``handsight train blueprint`` writes a heads-up blueprint.

    Args:
        stack: stack in big blinds.
        limit: whether the game is fixed limit.
    """
    return tables_folder().parent / "blueprints" / file_name(stack, limit)


def blueprint_path(stack: int, limit: bool = False, file: str = "") -> Path:
    """Return the path of a heads-up blueprint: ``file``, a shipped one, or one trained here.

    The shipped blueprint takes precedence over a trained one, so that an agent is the same on every
    machine.

    Args:
        stack: stack in big blinds.
        limit: whether the game is fixed limit.
        file: the path of a file, which is returned without any check; empty for the shipped or the
            trained blueprint.

    Raises:
        OptionError: if no file is named, and the stack is invalid or no blueprint ships or was
            trained for it.
    """
    if file:
        return Path(file)
    require_stack(stack)
    for path in (DATA / file_name(stack, limit), trained_path(stack, limit)):
        if path.is_file():
            return path
    raise OptionError(
        f"no blueprint ships for {stack} big blinds{' with a limit' * limit}; make one by "
        f"'handsight train blueprint --stack-bb {stack}{' --limit' * limit}'"
    )


def blueprint_of(stack: int, limit: bool = False, file: str = "") -> Blueprint:
    """Return a heads-up blueprint, and cache it; a file is read again only when it has changed.

    The arguments are those of `blueprint_path`.

    Raises:
        OptionError: if no file is named, and the stack is invalid or there is no such blueprint; or
            if the file cannot be read.
        InputError: if the file is damaged, or has another version.
    """
    shipped = None if file else _shipped(stack, limit)
    if shipped is not None:
        return shipped
    path = blueprint_path(stack, limit, file)
    try:
        return _loaded(path)
    except OSError as error:
        raise OptionError(f"cannot read the blueprint '{path}': {error.strerror}") from None


_loaded = kept_while_unchanged(4)(Blueprint.load)


@cache
def _shipped(stack: int, limit: bool) -> Blueprint | None:
    path = DATA / file_name(stack, limit)
    return Blueprint.load(path) if path.is_file() else None
