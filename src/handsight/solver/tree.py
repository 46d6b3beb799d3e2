"""The betting tree of a spot, in parts: all betting lines on one street form a forest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handsight.errors import OptionError
from handsight.solver.betting import STREETS, Betting, Option

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.kernels.solver.tables import Forest

NOBODY = 2
"""The player at a node where nobody acts."""

MOST_NODES = 200_000
"""The maximum number of nodes on a street; a larger tree would not fit in memory."""

STEP = 16


@dataclass(slots=True)
class Node:
    """A node of the betting tree.

    Attributes:
        player: the player to act: 0 out of position, 1 in position, 2 nobody.
        paid: chips that each player has put in since the start of the spot.
        own: chips that each player has put in on this street.
        raises: the number of raises by both players on this street so far.
        caller: the player who ended the previous street by calling a bet; None if that street was
            checked through, or if this is the first street. At a node after a call, the player who
            made that call.
        parent: the number of the parent node on this street; -1 for a root.
        options: the possible actions; empty where nobody acts.
        first: the number of the first child; 0 if there is none.
        end: how the betting of the street ends at this node: ``"fold"``, ``"showdown"`` or
            ``"deal"`` (one more card is dealt); empty if it does not end here. ``"choice"`` and
            ``"way"`` are explained in `with_choices`.
        folded: the player who folded; 2 if nobody folded.
        root: the index of the line by which the node's street was entered.
    """

    player: int
    paid: tuple[int, int]
    own: tuple[int, int] = (0, 0)
    raises: int = 0
    caller: int | None = None
    parent: int = -1
    options: list[Option] = field(default_factory=list)
    first: int = 0
    end: str = ""
    folded: int = NOBODY
    root: int = 0


@dataclass(slots=True)
class StreetTree:
    """All lines of one street.

    Attributes:
        street: ``flop``, ``turn`` or ``river``.
        roots: the number of lines that enter the street; their roots are the first nodes.
        nodes: all nodes; the children of a node are consecutive.
        leaves: the numbers of the nodes at which another card is dealt, in the order of the roots
            of the next street.
    """

    street: str
    roots: int
    nodes: list[Node]
    leaves: list[int]

    @property
    def actions(self) -> tuple[int, int]:
        """The number of rows stored for each player: one for each action at each of their nodes."""
        counts = [0, 0]
        for node in self.nodes:
            if node.player != NOBODY:
                counts[node.player] += len(node.options)
        return counts[0], counts[1]

    @property
    def free_actions(self) -> tuple[int, int]:
        """The number of rows of averages for each player: `actions` without each node's last."""
        first, second = self.actions
        nodes = [sum(node.player == player for node in self.nodes) for player in range(2)]
        return first - nodes[0], second - nodes[1]


def build_streets(betting: Betting, first: str) -> list[StreetTree]:
    """Build the trees of a street and of all later streets.

    Args:
        betting: the betting of the spot.
        first: ``flop``, ``turn`` or ``river``.

    Raises:
        OptionError: if nobody can bet, or if there are too many nodes to solve.

    Example:
        >>> [tree] = build_streets(Betting(100, 100, bets="a"), "river")
        >>> [option.kind for option in tree.nodes[0].options], len(tree.nodes)
        (['check', 'all-in'], 9)
    """
    roots = [Node(0, (0, 0))]
    trees: list[StreetTree] = []
    quiet = 0
    for street in STREETS[STREETS.index(first) :]:
        tree = _build_street(betting, street, roots)
        trees.append(tree)
        if not any(option.amount for node in tree.nodes for option in node.options):
            quiet += 1
        roots = [_next_root(tree.nodes[leaf], number) for number, leaf in enumerate(tree.leaves)]
    if quiet == len(trees):
        raise OptionError(
            "these sizes make no tree because nobody can bet; give bets like '50%, a'"
        )
    return trees


def build_street(betting: Betting, street: str) -> StreetTree:
    """Build the tree of a street alone.

    Args:
        betting: the betting of the spot.
        street: ``flop``, ``turn`` or ``river``.

    Raises:
        OptionError: if there are too many nodes to solve.
    """
    return _build_street(betting, street, [Node(0, (0, 0))])


def with_choices(tree: StreetTree, stack: int, ways: int) -> StreetTree:
    """Add the choices of a depth-limited game to the tree of a street.

    At each leaf at which chips are left, both players choose among some ways to play on; neither
    sees the other's choice. So the leaf is the parent of two added nodes, one for each player, with
    the end ``"choice"``. The children of these nodes have the end ``"way"``.

    Args:
        tree: the tree of the street.
        stack: chips that each player has left at the start of the street.
        ways: the number of ways to play on.
    """
    nodes = list(tree.nodes)
    leaves = [leaf for leaf in tree.leaves if nodes[leaf].paid[0] < stack]
    options = [Option("check", 0)] * ways
    for number, leaf in enumerate(leaves):
        for player in range(2):
            first = len(tree.nodes) + 2 * len(leaves) + ways * (2 * number + player)
            paid = nodes[leaf].paid
            nodes.append(
                Node(player, paid, parent=leaf, options=options, first=first, end="choice")
            )
    for choice in range(len(tree.nodes), len(nodes)):
        paid = nodes[choice].paid
        nodes += [Node(NOBODY, paid, parent=choice, end="way") for _ in range(ways)]
    return StreetTree(tree.street, tree.roots, nodes, tree.leaves)


def _next_root(leaf: Node, number: int) -> Node:
    called = leaf.own[0] > 0
    return Node(0, leaf.paid, caller=leaf.caller if called else None, root=number)


def _build_street(betting: Betting, street: str, roots: list[Node]) -> StreetTree:
    nodes = list(roots)
    leaves = []
    number = 0
    for root in roots:
        if root.paid[0] == betting.stack:
            _close(root, street)
    while number < len(nodes):
        node = nodes[number]
        if node.end == "":
            node.options = _options_at(betting, street, node)
            node.first = len(nodes)
            for option in node.options:
                child = _child(node, option, street)
                child.parent, child.root = number, node.root
                nodes.append(child)
        elif node.end == "deal":
            leaves.append(number)
        number += 1
        if len(nodes) > MOST_NODES:
            raise OptionError(
                f"these sizes make more than {MOST_NODES:,} nodes on the {street}; give fewer "
                "sizes, a raise_cap, or a larger merging"
            )
    return StreetTree(street, len(roots), nodes, leaves)


def _options_at(betting: Betting, street: str, node: Node) -> list[Option]:
    player, opponent = node.player, 1 - node.player
    donk = player == 0 and node.caller == 0 and node.own == (0, 0)
    return betting.options(
        street,
        player,
        betting.pot + 2 * node.paid[opponent],
        node.own[opponent],
        node.own[player],
        betting.stack - node.paid[opponent],
        node.raises,
        donk,
    )


def _child(node: Node, option: Option, street: str) -> Node:
    player, opponent = node.player, 1 - node.player
    if option.kind == "fold":
        return Node(NOBODY, node.paid, node.own, end="fold", folded=player)
    if option.kind in ("check", "call"):
        paid = (max(node.paid), max(node.paid))
        own = (max(node.own), max(node.own))
        child = Node(opponent, paid, own, caller=player if option.kind == "call" else node.caller)
        if option.kind == "call" or player == 1:
            _close(child, street)
        return child
    added = [0, 0]
    added[player] = option.amount - node.own[player]
    return Node(
        opponent,
        (node.paid[0] + added[0], node.paid[1] + added[1]),
        (node.own[0] + added[0], node.own[1] + added[1]),
        node.raises + (1 if node.own[opponent] > 0 else 0),
        node.caller,
    )


def _close(node: Node, street: str) -> None:
    node.player = NOBODY
    node.end = "showdown" if street == STREETS[-1] else "deal"


# --- for the kernels ----------------------------------------------------------------------------


def forest_of(tree: StreetTree, betting: Betting) -> Forest:
    """Convert the tree of a street to the arrays that the kernels walk through.

    Args:
        tree: the tree of the street.
        betting: the betting of the spot.
    """
    import numpy as np

    from handsight.kernels.solver.tables import COUNT, FIRST, FREE, PLAYER, REACH, ROW, Forest

    table = np.zeros((len(tree.nodes), 7), np.int32)
    rows, free = [0, 0], [0, 0]
    reaches = [tree.roots, tree.roots]
    table[: tree.roots, REACH] = table[: tree.roots, REACH + 1] = np.arange(tree.roots)
    for number, node in enumerate(tree.nodes):
        count = len(node.options)
        if node.end == "choice":  # both players choose at the leaf, so its weights are theirs
            table[number, REACH:] = table[node.parent, REACH:]
        table[number, PLAYER], table[number, FIRST] = node.player, node.first
        table[number, COUNT] = count
        if not count:
            continue
        children = slice(node.first, node.first + count)
        table[number, ROW], table[number, FREE] = rows[node.player], free[node.player]
        rows[node.player] += count
        free[node.player] += count - 1
        acting, walking = REACH + 1 - node.player, REACH + node.player
        table[children, acting] = np.arange(count) + reaches[1 - node.player]
        reaches[1 - node.player] += count
        table[children, walking] = table[number, walking]
    folds = [number for number, node in enumerate(tree.nodes) if node.end == "fold"]
    shows = [number for number, node in enumerate(tree.nodes) if node.end == "showdown"]
    fold_values = np.zeros((3, padded(len(folds))), np.float32)
    for place, number in enumerate(folds):
        node = tree.nodes[number]
        half = betting.pot / 2 + min(node.paid)
        rake = betting.rake_of(int(2 * half))
        fold_values[1 - node.folded, place] = half - rake
        fold_values[node.folded, place] = -half
        fold_values[2, place] = -rake
    show_values = np.zeros((3, 4, padded(len(shows))), np.float32)
    for place, number in enumerate(shows):
        half = betting.pot / 2 + tree.nodes[number].paid[0]
        rake = betting.rake_of(int(2 * half))
        win, tie, lose = half - rake, -rake / 2, -half
        show_values[:2, :, place] = (win - tie, tie - lose, lose, tie)
        show_values[2, 2:, place] = -rake
    return Forest(
        table,
        tree.roots,
        lines_in(tree.roots, int(table[:, REACH:].max()) + 1),
        ends_in(tree.leaves, table),
        ends_in(folds, table),
        fold_values,
        ends_in(shows, table),
        show_values,
    )


def lines_in(lines: int, spare: int) -> NDArray[np.int32]:
    """Number the lines that enter a street, padded to a multiple of sixteen.

    Args:
        lines: the number of lines.
        spare: the number of the row of weights to which the padding is written.

    Returns:
        int32[2, padded lines]: the numbers padded with ``spare``, and the numbers padded with 0.
    """
    import numpy as np

    rows = np.zeros((2, padded(lines)), np.int32)
    rows[0] = spare
    rows[:, :lines] = np.arange(lines)
    return rows


def ends_in(numbers: list[int], table: NDArray[np.int32]) -> NDArray[np.int32]:
    """Pad the numbers of ends to a multiple of 16, and add the rows of both players' weights.

    Args:
        numbers: the numbers of the nodes at which the street ends in one way.
        table: int32[nodes, 7], the nodes as in `Forest`.

    Returns:
        int32[3, padded ends]: the numbers of the nodes, padded with the number of nodes, which is
        no node; then the two columns of ``table`` from ``REACH`` on as rows, padded with 0.
    """
    import numpy as np

    from handsight.kernels.solver.tables import REACH

    ends = np.zeros((3, padded(len(numbers))), np.int32)
    ends[0] = len(table)
    ends[0, : len(numbers)] = numbers
    ends[1:, : len(numbers)] = table[numbers, REACH:].T
    return ends


def padded(size: int) -> int:
    """Round a number up to a multiple of `STEP`."""
    return -(-size // STEP) * STEP
