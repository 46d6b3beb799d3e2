"""A blueprint for a table: a strategy for each bucket of hands at each node of its tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from handsight.blueprint.blueprint import FlopStart, PlayedStrategy, stored_buckets
from handsight.blueprint.buckets import Buckets
from handsight.blueprint.policy import normal
from handsight.blueprint.training import FULL
from handsight.blueprint.tree import require_stack
from handsight.errors import InputError, OptionError
from handsight.game import position_names
from handsight.multiway.betting import MOST_PLAYERS, STRIDE, TableBetting, TableTree
from handsight.multiway.policy import seats_of, table_line, table_places
from handsight.runtime.archives import open_archive, write_archive
from handsight.runtime.files import kept_while_unchanged
from handsight.runtime.integers import is_whole
from handsight.runtime.tables import tables_folder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.policy import LineStep, WeightedNode
    from handsight.game import Observation
    from handsight.multiway.training import TableTraining

KIND, VERSION = "handsight table blueprint", 1
DATA = Path(__file__).with_name("data")

LEVELS = 17
"""Default number of steps from a share of 0 to a share of 1 in `TableBlueprint.compact`."""


@dataclass(frozen=True, eq=False)
class TableBlueprint(PlayedStrategy):
    """A strategy for a table of two to nine players.

    Attributes:
        betting: the stacks, forced bets, rake and bet sizes.
        buckets: the groups of hands that the strategy does not distinguish.
        strategy: uint8[numbers], one number for each action of each bucket at each decision,
            proportional to the share of the action; if all actions of a bucket at a decision have
            0, their shares are equal.
        deals: number of deals that the strategy learned from.
        bounds_folds: whether the range folds only as often as the price allows, from the flop on
            and between two players; see `handsight.blueprint.reach.bounded_folds`.
    """

    betting: TableBetting
    buckets: Buckets
    strategy: NDArray[np.uint8]
    deals: int
    bounds_folds: bool = True

    @classmethod
    def of(cls, training: TableTraining) -> TableBlueprint:
        """Return the blueprint that a training has learned so far.

        Args:
            training: a training whose source is `Buckets`.

        Raises:
            OptionError: if the source of the training is not `Buckets`.
        """
        if not isinstance(training.source, Buckets):
            raise OptionError("a blueprint needs buckets of hands; train it with Buckets")
        return cls(training.betting, training.source, training.strategy(), training.all_deals)

    @property
    def tree(self) -> TableTree:
        """The betting lines."""
        return self.betting.tree

    def numbers(self, node: int) -> NDArray[np.uint8]:
        """Return the strategy at a node: uint8[buckets, options], in proportion to the shares.

        Args:
            node: a node at which a player acts; see `TableTree`.
        """
        entry, local = divmod(node, STRIDE)
        part = self.tree.entries[entry - 1].pot + 1 if entry else 0
        base, rows, counts = self._parts[part]
        begin, end = rows[local], rows[local + 1]
        return self.strategy[base + begin : base + end].reshape(-1, counts[local])

    @cached_property
    def _parts(self) -> list[tuple[int, list[int], list[int]]]:
        """For the tree before the flop and each pot: (first number, nodes' rows, nodes' options).

        The first number and the rows are indices, as in `TableTree.parts` and `Shape.rows`; of the
        options of each node, only their number is listed.
        """
        known: dict[int, tuple[list[int], list[int]]] = {}
        parts = []
        for shape, base in self.tree.parts(self.buckets.counts):
            if id(shape) not in known:
                rows = shape.rows(self.buckets.counts).tolist()
                known[id(shape)] = rows, shape.counts.tolist()
            parts.append((base, *known[id(shape)]))
        return parts

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """The positions of the players, by their seats from the small blind on."""
        count = self.betting.players
        seats = range(count) if count > 2 else (1, 0)
        named = position_names(seats)
        return tuple(named[seat] for seat in range(count))

    def bet(self, node: int) -> int:
        """Return the highest bet at a node before the flop, in chips; a big blind counts as a bet.

        Args:
            node: the node; the big blind is 100 chips.
        """
        return int(self.tree.preflop.bets[node].max())

    def flop_at(self, node: int) -> FlopStart:
        """Return who sees the flop that begins at a node, the pot, and what each of them has left.

        Args:
            node: the first decision on the flop.
        """
        entry = self.tree.entries[node // STRIDE - 1]
        return FlopStart(entry.seats, entry.chips, self.tree.preflop.stack - max(entry.paid))

    def compact(self, nodes: Iterable[int], levels: int = LEVELS) -> TableBlueprint:
        """Return the blueprint with coarser shares and without rare decisions, so it packs better.

        The tree stays the same: a decision before the flop that is not among ``nodes`` has no
        strategy, and `places` leaves it out.

        Args:
            nodes: the decisions before the flop that keep a strategy.
            levels: number of steps from a share of 0 to a share of 1.
        """
        strategy = np.rint(self.strategy * (levels / FULL)).astype(np.uint8)
        rows = self.tree.preflop.rows(self.buckets.counts).tolist()
        kept = np.zeros(rows[-1], bool)
        for node in nodes:
            kept[rows[node] : rows[node + 1]] = True
        strategy[: rows[-1]][~kept] = 0
        return replace(self, strategy=strategy)

    def seats(self, seen: Observation) -> Mapping[int, int]:
        """Return {seat at the table: seat in the tree}; empty if the tree does not fit.

        The tree does not fit if more players were dealt in than it has, or just two while it has
        more.

        Args:
            seen: an observation of the hand.
        """
        return seats_of(seen, self.betting.players)

    def line(self, seen: Observation) -> list[LineStep]:
        """Return the actions of a hand so far, with the hand's nodes in the tree.

        The list is empty if nobody has acted, or if the tree does not fit (see `seats`).

        Args:
            seen: an observation of the hand.
        """
        seats = self.seats(seen)
        return table_line(self.tree, seen, seats) if seats else []

    def places(self, seen: Observation, steps: list[LineStep]) -> list[WeightedNode]:
        """Return the weighted nodes of a hand at which the observer acts and the strategy is known.

        The weights add up to 1. The list is empty if there are no such nodes.

        Args:
            seen: an observation of a hand, by the player to act.
            steps: all actions of the hand, as `line` returns them.
        """
        places = table_places(self.tree, seen, steps, self.seats(seen))
        # A blueprint that is compact has no strategy on rare lines.
        known = [each for each in places if self.numbers(each.node).any()]
        return normal(known) if known else []

    def save(self, path: Path | str, *, packed: bool = True) -> None:
        """Write the blueprint to a file, with its buckets unless they are the shipped ones.

        Args:
            path: path of the file; an existing file is replaced.
            packed: whether to make the file as small as possible, which takes some seconds.

        Raises:
            OSError: if the file cannot be written.
        """
        is_shipped = self.buckets.digest == shipped_buckets().digest
        kept = b"" if is_shipped else self.buckets.to_bytes()
        buckets = np.frombuffer(kept, np.uint8)
        head = {
            "betting": self.betting.fields(),
            "buckets": len(buckets),
            "digest": self.buckets.digest,
            "deals": self.deals,
            "bounds_folds": self.bounds_folds,
        }
        arrays = {"strategy": self.strategy, "buckets": buckets}
        write_archive(path, KIND, VERSION, head, arrays, packed=packed)

    @classmethod
    def load(cls, path: Path | str) -> TableBlueprint:
        """Read a blueprint from a file.

        Raises:
            InputError: if the file is damaged, or has another version.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            betting = TableBetting(**head["betting"])
            kept = stored_buckets(archive)
            buckets = Buckets.from_bytes(kept) if kept else shipped_buckets()
            if head["digest"] != buckets.digest:
                raise InputError("its strategy is for other buckets")
            strategy = archive.array("strategy", "|u1", (betting.tree.numbers(buckets.counts),))
            if not isinstance(head["bounds_folds"], bool):
                raise InputError(f"bounds_folds is {head['bounds_folds']!r}; it must be a boolean")
            return cls(betting, buckets, strategy, int(head["deals"]), head["bounds_folds"])


@cache
def shipped_buckets() -> Buckets:
    """Return the buckets of the blueprints that ship for tables, 60 on each street of the board."""
    return Buckets.load(DATA / "60.buckets")


def table_file_name(players: int, stack: int) -> str:
    """Return the file name of a table's blueprint.

    Args:
        players: number of players at the table.
        stack: stack in big blinds.
    """
    return f"{players}-players-{stack}.npz"


def table_path(players: int, stack: int) -> Path | None:
    """Return the path of the blueprint of a table, shipped or trained on this machine.

    The shipped blueprint takes precedence, so that an agent is the same on every machine.

    Args:
        players: number of players at the table.
        stack: stack in big blinds.

    Returns:
        None if there is no such blueprint.
    """
    name = table_file_name(players, stack)
    for path in (DATA / name, trained_table_path(players, stack)):
        if path.is_file():
            return path
    return None


def require_table(players: int, stack: int) -> Path:
    """Return the path of the blueprint of a table, or raise an error if there is none.

    Args:
        players: number of players at the table, 3 to 9.
        stack: stack in big blinds.

    Raises:
        OptionError: if the number of players or the stack is invalid, or no blueprint ships or was
            trained for them.
    """
    if not is_whole(players, range(3, MOST_PLAYERS + 1)):
        raise OptionError(f"players is {players!r}; it must be from 2 to {MOST_PLAYERS}")
    require_stack(stack)
    path = table_path(players, stack)
    if path is None:
        raise OptionError(
            f"no blueprint ships for {players} players with {stack} big blinds; make one by "
            f"'handsight train blueprint --players {players} --stack-bb {stack}'"
        )
    return path


def trained_table_path(players: int, stack: int) -> Path:
    """Return the path to which ``handsight train blueprint --players`` writes a blueprint.

    Args:
        players: number of players at the table.
        stack: stack in big blinds.
    """
    return tables_folder().parent / "blueprints" / table_file_name(players, stack)


def table_blueprint_for(dealt: int, stack: int, file: str = "") -> TableBlueprint | None:
    """Return the blueprint that fits a number of players best, and cache it.

    Args:
        dealt: number of players who were dealt in. The blueprint is for at least as many players,
            and for at least three; of those for the given stack, it is the one for the fewest.
        stack: stack of the blueprint in big blinds.
        file: a blueprint file, for which ``stack`` is ignored; empty for a blueprint that is
            shipped or was trained.

    Returns:
        None if there is no such blueprint, or the one in ``file`` is for fewer players.

    Raises:
        OptionError: if the file cannot be read.
        InputError: if the file is damaged, or has another version.
    """
    if file:
        blueprint = loaded_table(Path(file))
        return blueprint if dealt <= blueprint.betting.players else None
    shipped = _shipped(dealt, stack)
    if shipped is not None:
        return shipped
    path = _fitting(dealt, stack)
    return None if path is None else loaded_table(path)


def _fitting(dealt: int, stack: int) -> Path | None:
    paths = (table_path(players, stack) for players in range(max(dealt, 3), MOST_PLAYERS + 1))
    return next((path for path in paths if path is not None), None)


@cache
def _shipped(dealt: int, stack: int) -> TableBlueprint | None:
    """Return the blueprint that fits best if it is a shipped one, else None.

    The file of a shipped blueprint does not change, so the result is cached for good.
    """
    path = _fitting(dealt, stack)
    return loaded_table(path) if path is not None and path.parent == DATA else None


def loaded_table(path: Path) -> TableBlueprint:
    """Read a blueprint, and cache it; the file is read again only when it has changed.

    Raises:
        OptionError: if the file cannot be read.
        InputError: if the file is damaged, or has another version.
    """
    try:
        return _loaded(path)
    except OSError as error:
        raise OptionError(f"cannot read the blueprint '{path}': {error.strerror}") from None


_loaded: Callable[[Path], TableBlueprint] = kept_while_unchanged(4)(TableBlueprint.load)
