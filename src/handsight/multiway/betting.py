"""The betting of a hand for two to nine players, with few sizes.

The big blind is 100 chips. Players are numbered by their seats from the small blind on: 0 is the
small blind, 1 the big blind, and the last one is on the button. With two players, player 0 is both
the small blind and on the button.

All players begin with the same stack and post the same ante, so no hand has a side pot.

The betting before the flop is one tree, which keeps every line. The lines that reach the flop share
the trees of later streets: a *pot* is a group of lines that have the same number of raises before
the flop, the same number of players (or the same players), and about the same ratio of stack to
pot; see `SHARINGS`. All lines of a pot share one strategy from the flop on. Pots with the same
number of players and the same class of this ratio also share one tree, in chips of the first line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.blueprint.tree import (
    BIG_BLIND,
    CALL,
    FOLD,
    RAISE,
    SMALL_BLIND,
    FlatTree,
    TreeOption,
    read_levels,
    require_stack,
)
from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.runtime.integers import is_whole
from handsight.solver.sizes import Size, SizeKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_PLAYERS = 9
MOST_NODES = 2_000_000
MOST_RAKE = 0.2
MOST_CAP = 10**9

ENDED, ENTERS = -1, -2
"""Codes in place of the player to act. `ENDED`: nobody acts any more in the hand. `ENTERS`: the
flop begins, and the players can still bet."""

STRIDE = 1 << 21
"""All numbers of nodes within a single tree are below this; see `TableTree`."""

LINES, POSITIONS, ORDER = "lines", "positions", "order"
SHARINGS = (LINES, POSITIONS, ORDER)
"""What lines that reach the flop must have in common to share a strategy after it. With ``lines``,
no two lines share one. With ``positions``, the players must be the same if there are two, and else
only their number; with ``order``, always only their number. These two also require the same number
of raises (see `MOST_KIND`), the same class of the ratio of stack to pot (see `RATIO_STEP`), and
that the last raiser has the same place in the order of play on the flop."""

RATIO_STEP = 1.25
"""Each class of ratios of stack to pot spans this factor."""

MOST_KIND = 3
"""A pot with more raises before the flop than this counts as having this many."""


@dataclass(frozen=True)
class TableBetting:
    """The stacks, forced bets, rake and bet sizes of a table.

    The sizes of a street are lists separated by slashes, as in `handsight.blueprint.HandBetting`:
    first the sizes of the first bet (before the flop: of the first raise), then those of its raise,
    and so on.

    Attributes:
        players: number of players, 2 to 9.
        stack: stack of each player before the hand, in big blinds.
        ante: chips that each player posts as an ante; the big blind is 100 chips.
        straddles: chips of the straddles after the big blind, in ascending order.
        rake: the share of the pot that the house takes if there is a flop, 0 to 0.2; chips that
            nobody has matched are not raked.
        rake_cap: maximum rake of a hand, in chips; None for no maximum.
        preflop: sizes before the flop.
        flop, turn, river: sizes on these streets if two players see the flop.
        multiway: sizes on each of these streets if more than two players see the flop, even after
            all but two have folded.
        flop_players: maximum number of players who see the flop. Once so many have put in the
            highest bet before the flop, further players can only fold or raise.
        force_allin: a bet or raise becomes all-in if, after a call, at most this share of the pot
            would be left behind. Sizes in chips stay as they are.
        sharing: what lines before the flop must have in common to share a strategy after it; one of
            `SHARINGS`.

    Raises:
        OptionError: if a value is invalid.

    Example:
        >>> tree = TableBetting(3, stack=10, preflop="a", flop="", turn="", river="").tree
        >>> len(tree.preflop.players), len(tree.entries)
        (40, 3)
    """

    players: int = 6
    stack: int = 100
    ante: int = 0
    straddles: tuple[int, ...] = ()
    rake: float = 0.0
    rake_cap: float | None = None
    preflop: str = "60% / 80% / 70% / a"
    flop: str = "33%, 75% / 75%, a / a"
    turn: str = "66%, a / 75%, a / a"
    river: str = "66%, a / a"
    multiway: str = "60% / a"
    flop_players: int = 3
    force_allin: float = 0.25
    sharing: str = POSITIONS

    def __post_init__(self) -> None:
        if not is_whole(self.players, range(2, MOST_PLAYERS + 1)):
            raise OptionError(f"players is {self.players!r}; it must be from 2 to {MOST_PLAYERS}")
        require_stack(self.stack)
        if not is_whole(self.flop_players, range(2, MOST_PLAYERS + 1)):
            raise OptionError(
                f"flop_players is {self.flop_players!r}; it must be from 2 to {MOST_PLAYERS}"
            )
        if not is_whole(self.ante, range(BIG_BLIND * self.stack)):
            raise OptionError(f"ante is {self.ante!r}; it must be whole chips, below the stack")
        object.__setattr__(self, "straddles", tuple(self.straddles))
        self._check_straddles()
        if not 0 <= self.rake <= MOST_RAKE:
            raise OptionError(f"rake is {self.rake!r}; it must be a share from 0 to {MOST_RAKE}")
        if self.rake_cap is not None and not 0 <= self.rake_cap <= MOST_CAP:
            raise OptionError(
                f"rake_cap is {self.rake_cap!r}; it must be chips, or None for no maximum"
            )
        if not 0 <= self.force_allin <= 1:
            raise OptionError(
                f"force_allin is {self.force_allin!r}; it must be a share from 0 to 1"
            )
        if self.sharing not in SHARINGS:
            raise OptionError(
                f"sharing is {self.sharing!r}; it must be one of {', '.join(SHARINGS)}"
            )
        for street in (*STREETS, "multiway"):
            self.levels(street)

    def _check_straddles(self) -> None:
        last = BIG_BLIND
        for each in self.straddles:
            if not is_whole(each, range(last + 1, BIG_BLIND * self.stack - self.ante)):
                raise OptionError(
                    f"a straddle is {each!r}; it must be whole chips, above {last} and below the "
                    "stack"
                )
            last = each
        if len(self.straddles) > max(self.players - 3, 0):
            raise OptionError(
                f"there are {len(self.straddles)} straddles; {self.players} players have room for "
                f"{max(self.players - 3, 0)}"
            )

    def levels(self, street: str) -> list[tuple[Size, ...]]:
        """Return the sizes on a street: those of the first bet, those of its raise, and so on.

        Args:
            street: name of the street, or ``multiway``.

        Raises:
            OptionError: if the text of the street cannot be read.
        """
        return read_levels(getattr(self, street), street)

    def fields(self) -> dict[str, Any]:
        """Return the betting as JSON-compatible data."""
        named = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**named, "straddles": list(self.straddles)}

    @cached_property
    def tree(self) -> TableTree:
        """All betting lines, with the pots that lines share.

        Raises:
            OptionError: if all trees together have more than two million nodes.
        """
        return _build(self)


# --- trees ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape(FlatTree):
    """A betting tree in flat arrays: the one before the flop, or that of some pots after it.

    The children of a node have consecutive numbers, which are higher than the node's own number.
    Players are numbered in the order of play: before the flop by their seats, after it from the
    first to act. Chips are those of the pot for which the tree was built.

    Attributes:
        players: int8[n], the player to act, or `ENDED` or `ENTERS`.
        streets: int8[n], the street of the node, 0..3.
        firsts: int32[n], the number of the node's first child, 0 if it has none; for `ENTERS`, the
            number of the line's entry, counted from 0.
        counts: int8[n], the number of the node's children.
        actions: int8[n], the action that led to the node: `FOLD`, `CALL` or `RAISE`; `CALL` at the
            root.
        bets: int32[n, k], chips that each player has put in on this street, without antes.
        paid: int32[n, k], chips that each player has put in since the root of the tree. Before the
            flop, blinds and straddles count as paid, but antes do not.
        live: int32[n], a bit for each player who has not folded.
        pot: chips in the pot at the root that are not in ``paid``: before the flop the antes.
        stack: chips that each player can put in, ``paid`` included.
    """

    players: NDArray[np.int8]
    streets: NDArray[np.int8]
    firsts: NDArray[np.int32]
    counts: NDArray[np.int8]
    actions: NDArray[np.int8]
    bets: NDArray[np.int32]
    paid: NDArray[np.int32]
    live: NDArray[np.int32]
    pot: int
    stack: int

    def _option(self, node: int, child: int) -> TreeOption:
        kind, (me, street) = int(self.actions[child]), self.acting(node)
        if kind != RAISE:
            after, later = self.acting(child)
            is_last = after < 0 or later != street
            return TreeOption(kind, child, 0.0, is_all_in=False, is_last=is_last)
        faced, total = int(self.bets[node].max()), int(self.bets[child, me])
        size = (total - faced) / self._after_call(node)
        is_all_in = int(self.paid[child, me]) == self.stack
        return TreeOption(kind, child, size, is_all_in=is_all_in, is_last=False)

    def _after_call(self, node: int) -> int:
        """Return the chips in the pot if the player to act at a node calls."""
        me = int(self.players[node])
        faced = int(self.bets[node].max())
        return self.pot + int(self.paid[node].sum()) + faced - int(self.bets[node, me])

    def price(self, node: int) -> float:
        """Return what a call costs at a node as a share of the pot before the call."""
        me = int(self.players[node])
        cost = int(self.bets[node].max()) - int(self.bets[node, me])
        return cost / (self._after_call(node) - cost)

    def rows(self, buckets: tuple[int, int, int, int]) -> NDArray[np.int64]:
        """Return where each node's numbers begin in the array of the whole tree's numbers.

        A node at which a player acts has one number for each action of each bucket of the node's
        street; other nodes have none.

        Args:
            buckets: number of buckets on each street.

        Returns:
            int64[nodes + 1], the index of each node's first number; the last entry is the total.
        """
        import numpy as np

        sizes = np.array(buckets, np.int64)[self.streets] * self.counts
        return np.concatenate([[0], np.cumsum(np.where(self.players >= 0, sizes, 0))])


class FlopLine(NamedTuple):
    """A line before the flop that reaches it.

    Attributes:
        pot: the index of the line's pot in ``TableTree.pots``.
        seats: the players who see the flop, in the order of play.
        chips: chips in the pot on the flop.
        paid: chips that each player of the table has put in before the flop, without the ante.
    """

    pot: int
    seats: tuple[int, ...]
    chips: int
    paid: tuple[int, ...]


class SharedPot(NamedTuple):
    """Lines before the flop that share a strategy after it.

    Attributes:
        key: what the lines have in common.
        shape: the index of the pot's tree in ``TableTree.shapes``.
    """

    key: tuple[object, ...]
    shape: int


@dataclass(frozen=True)
class TableTree:
    """All betting lines of a table.

    From the flop on, the number of a node is `STRIDE` times the number of its line's entry, counted
    from 1, plus the node's number in the tree of the line's pot. Before the flop it is the node's
    number in the tree before the flop.

    Attributes:
        preflop: the tree before the flop.
        shapes: the trees of the pots.
        pots: the pots.
        entries: the lines before the flop that reach it.
    """

    preflop: Shape
    shapes: tuple[Shape, ...]
    pots: tuple[SharedPot, ...]
    entries: tuple[FlopLine, ...]

    @property
    def decisions(self) -> int:
        """The number of decision nodes that have a strategy; lines that share a pot share these."""
        return int((self.preflop.players >= 0).sum()) + sum(
            int((self.shapes[pot.shape].players >= 0).sum()) for pot in self.pots
        )

    def parts(self, buckets: tuple[int, int, int, int]) -> list[tuple[Shape, int]]:
        """Return the tree before the flop and that of each pot, with the index of its first number.

        Args:
            buckets: number of buckets on each street.
        """
        sizes = [int(shape.rows(buckets)[-1]) for shape in self.shapes]
        parts, base = [(self.preflop, 0)], int(self.preflop.rows(buckets)[-1])
        for pot in self.pots:
            parts.append((self.shapes[pot.shape], base))
            base += sizes[pot.shape]
        return parts

    def numbers(self, buckets: tuple[int, int, int, int]) -> int:
        """Return how many numbers a strategy has, one for each action of each bucket and decision.

        Args:
            buckets: number of buckets on each street.
        """
        shape, base = self.parts(buckets)[-1]
        return base + int(shape.rows(buckets)[-1])

    def acting(self, node: int) -> tuple[int, int]:
        """Return (seat to act, street 0..3) of a node; at an end, the seat is `ENDED`."""
        entry, local = divmod(node, STRIDE)
        if not entry:
            return self.preflop.acting(local)
        player, street = self._shape(entry).acting(local)
        return (self.entries[entry - 1].seats[player] if player >= 0 else player), street

    def options(self, node: int) -> tuple[TreeOption, ...]:
        """Return the options at a node: fold, call, then bets or raises in ascending order.

        Args:
            node: a node at which a player acts.
        """
        known = self._options.get(node)
        if known is None:
            entry, local = divmod(node, STRIDE)
            options = self._shape(entry).options(local)
            known = tuple([each._replace(child=self._child(entry, each.child)) for each in options])
            self._options[node] = known
        return known

    def price(self, node: int) -> float:
        """Return what a call costs at a node as a share of the pot before the call."""
        entry, local = divmod(node, STRIDE)
        return self._shape(entry).price(local)

    def has_folded(self, node: int, seat: int) -> bool:
        """Check whether a seat has folded before a node is reached."""
        entry, local = divmod(node, STRIDE)
        if not entry:
            return not int(self.preflop.live[local]) >> seat & 1
        seats = self.entries[entry - 1].seats
        if seat not in seats:
            return True
        return not int(self._shape(entry).live[local]) >> seats.index(seat) & 1

    @cached_property
    def _options(self) -> dict[int, tuple[TreeOption, ...]]:
        return {}

    def _shape(self, entry: int) -> Shape:
        if not entry:
            return self.preflop
        return self.shapes[self.pots[self.entries[entry - 1].pot].shape]

    def _child(self, entry: int, local: int) -> int:
        if not entry and int(self.preflop.players[local]) == ENTERS:
            return (int(self.preflop.firsts[local]) + 1) * STRIDE
        return entry * STRIDE + local


# --- building -------------------------------------------------------------------------------------


class TreeDraft(NamedTuple):
    """A node during the construction of a tree; fields as in `Shape` have the same meaning.

    Attributes:
        todo: number of players who still act on the street unless somebody raises.
        raises: number of bets and raises on the street so far, without blinds and straddles.
        raiser: the player who made the last bet or raise in this tree; -1 if nobody has.
        least: chips by which a raise must at least exceed the bet faced, unless it is all-in.
    """

    player: int
    street: int
    action: int
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    live: int
    todo: int
    raises: int
    raiser: int
    least: int


@dataclass(slots=True)
class TreeBuilder:
    """Builds a tree.

    Attributes:
        levels: for each street, the sizes of the first bet, those of its raise, and so on.
        order: the players in the order of play.
        pot: chips in the pot at the root that are not in the nodes' ``paid``.
        stack: chips that each player can put in, ``paid`` included.
        force: ``TableBetting.force_allin``.
        callers: maximum number of players who see the flop.
        lines: the nodes at which the flop begins, filled by `build`.
    """

    levels: list[list[tuple[Size, ...]]]
    order: tuple[int, ...]
    pot: int
    stack: int
    force: float
    callers: int
    lines: list[TreeDraft] = field(default_factory=list)

    def build(self, root: TreeDraft) -> Shape:
        """Return the tree that begins at a node.

        Raises:
            OptionError: if the tree has more than two million nodes.
        """
        import numpy as np

        nodes, firsts, counts = [root], [0], [0]
        for number, node in enumerate(nodes):
            if node.player >= 0:
                children = self._children(node)
                firsts[number], counts[number] = len(nodes), len(children)
                nodes += children
                firsts += [0] * len(children)
                counts += [0] * len(children)
            elif node.player == ENTERS:
                firsts[number] = len(self.lines)
                self.lines.append(node)
            if len(nodes) > MOST_NODES:
                raise OptionError(
                    f"these sizes make more than {MOST_NODES:,} nodes; give fewer sizes, or let "
                    "fewer players see the flop"
                )
        return Shape(
            np.array([node.player for node in nodes], np.int8),
            np.array([node.street for node in nodes], np.int8),
            np.array(firsts, np.int32),
            np.array(counts, np.int8),
            np.array([node.action for node in nodes], np.int8),
            np.array([node.bets for node in nodes], np.int32),
            np.array([node.paid for node in nodes], np.int32),
            np.array([node.live for node in nodes], np.int32),
            self.pot,
            self.stack,
        )

    def _children(self, node: TreeDraft) -> list[TreeDraft]:
        me, bets, paid = node.player, node.bets, node.paid
        faced, own = max(bets), bets[me]
        children = []
        if faced > own:
            live = node.live & ~(1 << me)
            children.append(self._next(node, FOLD, bets, paid, live, node.todo - 1))
        if self._may_call(node, faced):
            children.append(
                self._next(
                    node,
                    CALL,
                    _with(bets, me, faced),
                    _with(paid, me, paid[me] + faced - own),
                    node.live,
                    node.todo - 1,
                )
            )
        if max(paid) < self.stack:
            todo = node.live.bit_count() - 1
            for total in self._totals(node, faced):
                raised = self._next(
                    node,
                    RAISE,
                    _with(bets, me, total),
                    _with(paid, me, paid[me] + total - own),
                    node.live,
                    todo,
                )
                least = max(total - faced, BIG_BLIND)
                children.append(raised._replace(raises=node.raises + 1, raiser=me, least=least))
        return children

    def _may_call(self, node: TreeDraft, faced: int) -> bool:
        """Check whether one more player can call without too many players seeing the flop."""
        if node.street or faced == node.bets[node.player]:
            return True
        matched = sum(bet == faced and node.live >> n & 1 for n, bet in enumerate(node.bets))
        return matched < self.callers

    def _next(
        self,
        node: TreeDraft,
        action: int,
        bets: tuple[int, ...],
        paid: tuple[int, ...],
        live: int,
        todo: int,
    ) -> TreeDraft:
        """Return the node after an action."""
        after = node._replace(action=action, bets=bets, paid=paid, live=live, todo=todo)
        if live & (live - 1) == 0:
            return after._replace(player=ENDED)
        if todo:
            place = self.order.index(node.player)
            later = (*self.order[place + 1 :], *self.order[:place])
            return after._replace(player=next(each for each in later if live >> each & 1))
        if max(paid) >= self.stack or node.street == len(STREETS) - 1:
            return after._replace(player=ENDED)
        if node.street == 0:
            return after._replace(player=ENTERS)
        return _street(after, node.street + 1, self.order)

    def _totals(self, node: TreeDraft, faced: int) -> list[int]:
        """Return the street totals that a player can raise to, in ascending order."""
        levels = self.levels[node.street]
        if node.raises >= len(levels):
            return []
        me = node.player
        most = self.stack - node.paid[me] + node.bets[me]
        after_call = self.pot + sum(node.paid) + faced - node.bets[me]
        totals = set()
        for size in levels[node.raises]:
            streets = len(STREETS) - node.street
            total = size.amount(after_call, faced, most - faced, streets)
            total = min(max(total, faced + node.least), most)
            left = most - total
            if size.kind is not SizeKind.CHIPS and left <= self.force * (
                after_call + 2 * (total - faced)
            ):
                total = most
            totals.add(total)
        return sorted(total for total in totals if total > faced)


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])


def _street(node: TreeDraft, street: int, order: tuple[int, ...]) -> TreeDraft:
    """Return the node at which a street begins."""
    return node._replace(
        player=next(each for each in order if node.live >> each & 1),
        street=street,
        bets=(0,) * len(node.bets),
        todo=node.live.bit_count(),
        raises=0,
        least=BIG_BLIND,
    )


def _build(betting: TableBetting) -> TableTree:
    preflop, lines = _build_preflop(betting)
    shapes: dict[tuple[object, ...], int] = {}
    pots: dict[tuple[object, ...], int] = {}
    built: list[Shape] = []
    listed: list[SharedPot] = []
    entries: list[FlopLine] = []
    total = len(preflop.players)
    for number, line in enumerate(lines):
        seats = flop_order(betting.players, line.live)
        chips, behind = preflop.pot + sum(line.paid), preflop.stack - max(line.paid)
        key = _pot_key(betting, number, line, seats, behind / chips)
        if key not in pots:
            shape_key = (len(seats), key[-1])
            if shape_key not in shapes:
                shapes[shape_key] = len(built)
                built.append(_build_pot(betting, len(seats), chips, behind))
                total += len(built[-1].players)
            pots[key] = len(listed)
            listed.append(SharedPot(key, shapes[shape_key]))
        entries.append(FlopLine(pots[key], seats, chips, line.paid))
        if total > MOST_NODES:
            raise OptionError(
                f"these sizes make more than {MOST_NODES:,} nodes; give fewer sizes, or let fewer "
                "players see the flop"
            )
    return TableTree(preflop, tuple(built), tuple(listed), tuple(entries))


def flop_order(players: int, live: int) -> tuple[int, ...]:
    """Return the players who see the flop in the order of play.

    Args:
        players: number of players at the table.
        live: a bit for each player who has not folded.
    """
    order = (1, 0) if players == 2 else range(players)
    return tuple(each for each in order if live >> each & 1)


def _pot_key(
    betting: TableBetting, number: int, line: TreeDraft, seats: tuple[int, ...], ratio: float
) -> tuple[object, ...]:
    ratio_class = round(log(ratio, RATIO_STEP))
    if betting.sharing == LINES:
        return (number, ratio_class)
    who = seats if betting.sharing == POSITIONS and len(seats) == 2 else len(seats)
    raiser = seats.index(line.raiser) if line.raiser in seats else -1
    return (min(line.raises, MOST_KIND), who, raiser, ratio_class)


def _build_preflop(betting: TableBetting) -> tuple[Shape, list[TreeDraft]]:
    """Return the tree before the flop, and its lines that reach the flop."""
    count, stack = betting.players, betting.stack * BIG_BLIND - betting.ante
    posts = [min(post, stack) for post in (SMALL_BLIND, BIG_BLIND, *betting.straddles)]
    posted = (*posts, *[0] * (count - len(posts)))
    builder = TreeBuilder(
        [betting.levels(STREETS[0])],
        tuple(range(count)),
        betting.ante * count,
        stack,
        betting.force_allin,
        betting.flop_players,
    )
    root = TreeDraft(
        player=len(posts) % count,
        street=0,
        action=CALL,
        bets=posted,
        paid=posted,
        live=(1 << count) - 1,
        todo=count,
        raises=0,
        raiser=-1,
        least=max(BIG_BLIND, posts[-1] - posts[-2]),
    )
    return builder.build(root), builder.lines


def _build_pot(betting: TableBetting, players: int, chips: int, behind: int) -> Shape:
    """Return the tree from the flop on.

    Args:
        betting: the sizes.
        players: number of players who see the flop.
        chips: chips in the pot on the flop.
        behind: chips that each of these players has left.
    """
    levels = [
        betting.levels(street if players == 2 else "multiway") if number else []
        for number, street in enumerate(STREETS)
    ]
    order, nothing = tuple(range(players)), (0,) * players
    builder = TreeBuilder(levels, order, chips, behind, betting.force_allin, players)
    root = TreeDraft(
        player=0,
        street=1,
        action=CALL,
        bets=nothing,
        paid=nothing,
        live=(1 << players) - 1,
        todo=players,
        raises=0,
        raiser=-1,
        least=BIG_BLIND,
    )
    return builder.build(root)
