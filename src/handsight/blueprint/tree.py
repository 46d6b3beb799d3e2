"""The betting of a whole heads-up hand, with few sizes.

The big blind is 100 chips. Player 0 is on the button: they post the small blind, act first before
the flop, and act last after it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.runtime.integers import is_whole
from handsight.solver.sizes import Size, SizeKind, read_sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BIG_BLIND = 100
SMALL_BLIND = 50
MOST_BLINDS = 1000
MOST_NODES = 300_000
MOST_LEVELS = 8

SHOWDOWN, BUTTON_FOLDED, BLIND_FOLDED = 2, 3, 4
"""How a line ended; at the ends of the tree, these values replace the number of the acting player.
"""

FOLD, CALL, RAISE = range(3)
"""The action that led to a node; a check is a call of nothing."""


@dataclass(frozen=True)
class HandBetting:
    """The sizes of bets and raises on each street, by the number of bets already made on it.

    The text of a street has one list of sizes for the first bet, one for the raise of that bet, and
    so on, separated by slashes: ``"50%, 100%, a / 100%, a / a"``. After the last list there are no
    more raises. Before the flop the big blind does not count as a bet: the first list has the
    raises of the blind. Sizes are written as in `handsight.solver.Betting`: a share of the pot
    after calling, geometric, all-in, a multiple of the bet faced, or chips, of which the big blind
    is 100.

    Attributes:
        stack: stack of each player before the hand, in big blinds.
        preflop: sizes before the flop.
        flop: sizes on the flop.
        turn: sizes on the turn.
        river: sizes on the river.
        force_allin: a bet or raise becomes all-in if, after a call, at most this share of the pot
            would be left behind. Sizes in chips stay as they are.

    Raises:
        OptionError: if the stack, a size or ``force_allin`` is invalid.

    Example:
        >>> HandBetting(10, preflop="a", flop="", turn="", river="").tree.node_count
        16
    """

    stack: int = 100
    preflop: str = "2x, 3x, a / 60%, 100%, a / 100%, a / a"
    flop: str = "25%, 75%, a / 50%, a / a"
    turn: str = "25%, 75%, a / 50%, a / a"
    river: str = "25%, 75%, 200%, a / 60%, a"
    force_allin: float = 0.2

    def __post_init__(self) -> None:
        require_stack(self.stack)
        if not 0 <= self.force_allin <= 1:
            raise OptionError(
                f"force_allin is {self.force_allin!r}; it must be a share from 0 to 1"
            )
        for street in STREETS:
            self.levels(street)

    @classmethod
    def limit(cls, stack: int = 100) -> HandBetting:
        """Return the betting of fixed limit, with four bets per street; a small bet is a big blind.

        Args:
            stack: stack of each player, in big blinds.
        """
        small, big = " / ".join(["100c"] * 4), " / ".join(["200c"] * 4)
        before = " / ".join(["100c"] * 3)  # the big blind is the first of four bets
        return cls(stack, before, small, big, big, force_allin=0.0)

    def levels(self, street: str) -> list[tuple[Size, ...]]:
        """Return the sizes on a street: those of the first bet, those of its raise, and so on.

        Args:
            street: name of the street, as in `handsight.cards.card.STREETS`.

        Raises:
            OptionError: if the text of the street cannot be read.
        """
        return read_levels(getattr(self, street), street)

    def fields(self) -> dict[str, Any]:
        """Return the betting as JSON-compatible data."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def tree(self) -> HandTree:
        """The tree of all betting lines.

        Raises:
            OptionError: if the tree has more than 300,000 nodes.
        """
        return _build(self)


def read_levels(text: str, street: str) -> list[tuple[Size, ...]]:
    """Parse the sizes of a street: those of the first bet, those of its raise, and so on.

    Args:
        text: lists of sizes separated by slashes, as for `HandBetting`; empty for no bets.
        street: name of the option that has the text. Before the flop even the first list has
            raises.

    Raises:
        OptionError: if the text cannot be read.

    Example:
        >>> [len(sizes) for sizes in read_levels("25%, 75% / a", "flop")]
        [2, 1]
    """
    if not isinstance(text, str):
        raise OptionError(f"{street} is {text!r}; it must be a string like '50%, a / a'")
    parts = text.split("/") if text.strip() else []
    if len(parts) > MOST_LEVELS:
        raise OptionError(f"{street} has {len(parts)} lists; it must have at most {MOST_LEVELS}")
    raised = street == STREETS[0]
    return [read_sizes(part, street, raises=raised or n > 0) for n, part in enumerate(parts)]


def require_stack(stack: int) -> None:
    """Check that a stack can be played.

    Args:
        stack: stack in big blinds.

    Raises:
        OptionError: if the stack is not a whole number from 1 to 1000.
    """
    if not is_whole(stack, range(1, MOST_BLINDS + 1)):
        raise OptionError(f"stack is {stack!r}; it must be from 1 to {MOST_BLINDS:,} big blinds")


class TreeOption(NamedTuple):
    """An option of the player at a node.

    Attributes:
        kind: `FOLD`, `CALL` or `RAISE`.
        child: the number of the node that the option leads to.
        size: size of a bet or raise as a share of the pot after calling; 0 for a fold or call.
        is_all_in: whether the option is an all-in bet or raise.
        is_last: whether the betting on the street ends with the option.
    """

    kind: int
    child: int
    size: float
    is_all_in: bool
    is_last: bool


class FlatTree(ABC):
    """A betting tree in flat arrays; node 0 is the first decision.

    The children of a node have consecutive numbers, which are higher than the node's own number.

    Attributes:
        players: int8[n], the player to act, or how the line ended.
        streets: int8[n], the street of the node, 0..3.
        firsts: int32[n], the number of the node's first child; 0 if it has none.
        counts: int8[n], the number of the node's children.
    """

    players: NDArray[np.int8]
    streets: NDArray[np.int8]
    firsts: NDArray[np.int32]
    counts: NDArray[np.int8]

    def children(self, node: int) -> range:
        """Return the numbers of a node's children."""
        first = int(self.firsts[node])
        return range(first, first + int(self.counts[node]))

    def acting(self, node: int) -> tuple[int, int]:
        """Return (player, street) of a node; at an end, the player is a code in ``players``."""
        return self._acting[node]

    @cached_property
    def _acting(self) -> list[tuple[int, int]]:
        return list(zip(self.players.tolist(), self.streets.tolist(), strict=True))

    def options(self, node: int) -> tuple[TreeOption, ...]:
        """Return the options at a node: fold, call, then bets or raises in ascending order.

        Args:
            node: a node at which a player acts.
        """
        known = self._options.get(node)
        if known is None:
            options = [self._option(node, child) for child in self.children(node)]
            known = self._options[node] = tuple(options)
        return known

    @cached_property
    def _options(self) -> dict[int, tuple[TreeOption, ...]]:
        return {}

    @abstractmethod
    def _option(self, node: int, child: int) -> TreeOption: ...


@dataclass(frozen=True)
class HandTree(FlatTree):
    """All betting lines of a hand, in flat arrays; node 0 is the first decision.

    The children of a node have consecutive numbers, which are higher than the node's own number.

    Attributes:
        players: int8[n], the player to act, 0 or 1, or how the line ended: `SHOWDOWN`,
            `BUTTON_FOLDED` or `BLIND_FOLDED`.
        streets: int8[n], the street of the node, 0..3.
        firsts: int32[n], the number of the node's first child; 0 if it has none.
        counts: int8[n], the number of the node's children.
        actions: int8[n], the action that led to the node: `FOLD`, `CALL` or `RAISE`; `CALL` at the
            root.
        bets: int32[n, 2], chips that each player has put in on this street.
        paid: int32[n, 2], chips that each player has put in since the start of the hand.
        stack: chips of each player before the hand.
    """

    players: NDArray[np.int8]
    streets: NDArray[np.int8]
    firsts: NDArray[np.int32]
    counts: NDArray[np.int8]
    actions: NDArray[np.int8]
    bets: NDArray[np.int32]
    paid: NDArray[np.int32]
    stack: int

    @property
    def node_count(self) -> int:
        """The number of nodes, including the ends of lines."""
        return len(self.players)

    def price(self, node: int) -> float:
        """Return what a call costs at a node as a share of the pot before the call."""
        least, most = sorted(self.paid[node].tolist())
        return float((most - least) / (most + least))

    def _option(self, node: int, child: int) -> TreeOption:
        kind, (player, street) = int(self.actions[child]), self.acting(child)
        if kind != RAISE:
            is_last = player >= SHOWDOWN or street != self.acting(node)[1]
            return TreeOption(kind, child, 0.0, is_all_in=False, is_last=is_last)
        bets, paid = sorted(self.bets[child].tolist()), sorted(self.paid[child].tolist())
        # Before the raise, the opponent had paid the smaller sum, and after a call by the raiser
        # both would have paid it.
        size = (bets[1] - bets[0]) / (2 * paid[0])
        return TreeOption(kind, child, size, is_all_in=paid[1] == self.stack, is_last=False)

    def rows(self, buckets: tuple[int, int, int, int]) -> NDArray[np.int64]:
        """Return the index where each node's strategy begins in a flat array: int64[nodes + 1].

        A strategy has one number for each action of each bucket of the node's street. The last
        entry is the length of the flat array.

        Args:
            buckets: number of buckets on each street.
        """
        import numpy as np

        sizes = np.array(buckets, np.int64)[self.streets] * self.counts
        return np.concatenate([[0], np.cumsum(np.where(self.players < SHOWDOWN, sizes, 0))])


@dataclass(slots=True)
class _Draft:
    """A node during the construction of the tree; fields as in `HandTree` have the same meaning.

    Attributes:
        raises: number of bets and raises on the street so far; the blinds do not count.
        least: chips by which a raise must at least exceed the bet faced, unless it is all-in.
        acted: number of actions on the street so far.
    """

    player: int
    street: int
    action: int
    bets: tuple[int, int]
    paid: tuple[int, int]
    raises: int = 0
    least: int = BIG_BLIND
    acted: int = 0
    first: int = 0
    count: int = 0
    children: list[_Draft] = field(default_factory=list)


def _build(betting: HandBetting) -> HandTree:
    import numpy as np

    stack = betting.stack * BIG_BLIND
    levels = [betting.levels(street) for street in STREETS]
    small, big = min(SMALL_BLIND, stack), min(BIG_BLIND, stack)
    nodes = [_Draft(0, 0, CALL, (small, big), (small, big))]
    number = 0
    while number < len(nodes):
        node = nodes[number]
        if node.player < SHOWDOWN:
            node.first = len(nodes)
            nodes += _children(node, levels[node.street], stack, betting.force_allin)
            node.count = len(nodes) - node.first
        number += 1
        if len(nodes) > MOST_NODES:
            raise OptionError(f"these sizes make more than {MOST_NODES:,} nodes; give fewer sizes")
    return HandTree(
        np.array([node.player for node in nodes], np.int8),
        np.array([node.street for node in nodes], np.int8),
        np.array([node.first for node in nodes], np.int32),
        np.array([node.count for node in nodes], np.int8),
        np.array([node.action for node in nodes], np.int8),
        np.array([node.bets for node in nodes], np.int32),
        np.array([node.paid for node in nodes], np.int32),
        stack,
    )


def _children(
    node: _Draft, levels: list[tuple[Size, ...]], stack: int, force: float
) -> list[_Draft]:
    me, other = node.player, 1 - node.player
    faced, own = node.bets[other], node.bets[me]
    children = []
    if faced > own:
        ended = BUTTON_FOLDED if me == 0 else BLIND_FOLDED
        children.append(_Draft(ended, node.street, FOLD, node.bets, node.paid))
    children.append(_called(node, stack))
    if node.paid[other] < stack:
        for total in _totals(node, levels, stack, force):
            paid = node.paid[me] + total - own
            children.append(
                _Draft(
                    other,
                    node.street,
                    RAISE,
                    _with(node.bets, me, total),
                    _with(node.paid, me, paid),
                    node.raises + 1,
                    max(total - faced, BIG_BLIND),
                    node.acted + 1,
                )
            )
    return children


def _with(pair: tuple[int, int], place: int, number: int) -> tuple[int, int]:
    return (number, pair[1]) if place == 0 else (pair[0], number)


def _called(node: _Draft, stack: int) -> _Draft:
    """Return the node after a check or a call."""
    most, paid = max(node.bets), max(node.paid)
    level = (paid, paid)
    if node.acted == 0:  # the opponent can still act: check, or raise the blind
        return _Draft(1 - node.player, node.street, CALL, (most, most), level, acted=1)
    if node.street == len(STREETS) - 1 or paid == stack:
        return _Draft(SHOWDOWN, node.street, CALL, (most, most), level)
    return _Draft(1, node.street + 1, CALL, (0, 0), level)


def _totals(node: _Draft, levels: list[tuple[Size, ...]], stack: int, force: float) -> list[int]:
    """Return the street totals that a player can raise to, in ascending order."""
    if node.raises >= len(levels):
        return []
    me, other = node.player, 1 - node.player
    faced = node.bets[other]
    behind = stack - node.paid[other]
    pot = 2 * node.paid[other]
    totals = set()
    for size in levels[node.raises]:
        total = size.amount(pot, faced, behind, len(STREETS) - node.street)
        total = min(max(total, faced + node.least), faced + behind)
        left = faced + behind - total
        if size.kind is not SizeKind.CHIPS and left <= force * (pot + 2 * (total - faced)):
            total = faced + behind
        totals.add(total)
    return sorted(total for total in totals if total > node.bets[me])
