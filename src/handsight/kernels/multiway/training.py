"""Training at a table of two to nine players, by external sampling with delayed updates.

A deal is represented only by the buckets of all hands on the four streets and by their strengths at
the showdown. A walk tries every action of the player who learns, and draws one action for every
other player. It reads the regrets as they are at the beginning of a round and logs all changes, so
that several walks can run at once and the result does not depend on their order.

Source:
    M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization
    in Extensive Games", NeurIPS 2009; N. Brown and T. Sandholm, "Superhuman AI for multiplayer
    poker", Science 2019.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.blueprint.training import match_regrets
from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.xoshiro import drawn_from, stepped

f32 = np.float32

PLAYER, STREET, FIRST, COUNT = range(4)
"""The columns of the nodes: player to act, street 0..3, first child, and number of children."""

ENTERS = -2
"""In the column `PLAYER`: the flop begins. In the column `FIRST`, such a node has the number of the
line's entry, counted from 1. Any other negative number of a player is an end of the hand."""

REGRETS, AVERAGES = 0, 1
"""The kinds of changes in a log: of regrets, and of averages."""

MARK = 32
"""A mark in a log is ``(index * 2 + kind) * MARK + count``."""

UNIT = 2.0**-53


class TableArrays(NamedTuple):
    """The betting of a table, in the form that the kernels use.

    The players of a tree are numbered in its order of play; before the flop, the numbers are the
    seats. An entry is a line before the flop that reaches it. Entry 0 is the tree before the flop.

    Attributes:
        nodes: int32[n, 4], with columns such as `PLAYER`. The nodes of the tree before the flop
            come first, and then those of each shape. The children of a node have consecutive
            numbers, all higher than the node's own number.
        rows: int64[n], the index at which a node's numbers begin, within those of its tree.
        puts: float32[n, seats], chips that each player of the tree has put in since its root.
        pots: float32[n], the sum of ``puts`` without the chips that nobody has matched.
        live: int32[n], a bit for each player of the tree who has not folded.
        roots: int32[entries], the first node on the flop; for entry 0, the root before the flop.
        bases: int64[entries], the index at which the numbers of the entry's pot begin.
        seats: int8[entries, seats], the seat of each player of the tree.
        players: int8[entries, seats], the number of each seat in the tree; -1 if folded.
        chips: float32[entries], chips in the pot at the root; for entry 0, only the antes.
        paid: float32[entries, seats], chips that each seat put in before the root, with the ante.
        units: float32[entries], chips of the line for one chip of the tree, which is shared by
            lines with other pots.
        rake: the share that the house takes of the matched chips in the pot if there is a flop.
        rake_cap: the maximum rake in chips; infinite for no maximum.
    """

    nodes: NDArray[np.int32]
    rows: NDArray[np.int64]
    puts: NDArray[np.float32]
    pots: NDArray[np.float32]
    live: NDArray[np.int32]
    roots: NDArray[np.int32]
    bases: NDArray[np.int64]
    seats: NDArray[np.int8]
    players: NDArray[np.int8]
    chips: NDArray[np.float32]
    paid: NDArray[np.float32]
    units: NDArray[np.float32]
    rake: np.float32
    rake_cap: np.float32


class TableWalk(NamedTuple):
    """Workspace arrays of a walk, with space for as many nodes as a walk can visit.

    Attributes:
        visited: int32[n], the visited nodes in the order of the walk.
        entries: int32[n], the entry that each of them belongs to.
        children: int32[n], the index in ``visited`` of each node's first child; 0 at an end.
        values: float32[n], the net chips that the learner wins in the hand if it gets to each
            visited node.
        shares: float32[n, actions], the strategy at each visited node.
    """

    visited: NDArray[np.int32]
    entries: NDArray[np.int32]
    children: NDArray[np.int32]
    values: NDArray[np.float32]
    shares: NDArray[np.float32]


class ChangeLog(NamedTuple):
    """Changes of regrets and averages: one for each decision, with an amount for each action.

    Attributes:
        marks: int64[m], for each change the index of the first number that it changes, its kind and
            the count of its amounts; see `MARK`.
        amounts: float32[k], the amounts of all changes, one change after the other.
        sizes: int64[2], the number of marks and of amounts so far.
    """

    marks: NDArray[np.int64]
    amounts: NDArray[np.float32]
    sizes: NDArray[np.int64]


@inlined
def value_at_end(
    tree: TableArrays, node: Int, entry: Int, seat: Int, strengths: NDArray[np.uint16]
) -> np.float32:
    """Return the net chips that a seat wins in a hand that is over, or in which it has folded.

    Args:
        tree: the betting.
        node: the node.
        entry: the entry that the node belongs to.
        seat: the seat, which has not folded before the entry.
        strengths: uint16[seats], the strength of each seat's hand at the showdown.
    """
    unit = tree.units[entry]
    own = tree.players[entry, seat]
    paid = tree.paid[entry, seat] + unit * tree.puts[node, own]
    live = tree.live[node]
    value = -paid
    if live >> own & 1:
        mine, ties, beaten = strengths[seat], 1, False
        for player in range(tree.puts.shape[1]):
            if live >> player & 1 and player != own:
                theirs = strengths[tree.seats[entry, player]]
                if theirs > mine:
                    beaten = True
                elif theirs == mine:
                    ties += 1
        if not beaten:
            pot = tree.chips[entry]
            for player in range(tree.puts.shape[1]):
                pot += unit * tree.puts[node, player]
            if entry > 0 or live & (live - 1):
                raked = tree.chips[entry] + unit * tree.pots[node]
                pot -= min(tree.rake * raked, tree.rake_cap)
            value += pot / f32(ties)
    return value


@kernel
def learn_table(
    tree: TableArrays,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
    regrets: NDArray[np.float32],
    state: NDArray[np.uint64],
    walk: TableWalk,
    log: ChangeLog,
    explore: float,
    begin: int,
) -> int:
    """Walk through deals, with each seat as the learner in turn, and log what is learned.

    Args:
        tree: the betting.
        buckets: uint16[deals, seats, 4], the buckets of all hands on each street.
        strengths: uint16[deals, seats], the strengths of all hands at the showdown.
        regrets: float32[numbers], the regrets of all nodes.
        state: uint64[4], the state of the generator from which the other players' actions are
            drawn; changed.
        walk: the workspace.
        log: extended by the changes.
        explore: the probability with which another player takes a random action at a decision, at
            least 0 and below 1.
        begin: the first walk. The walks are numbered from 0: deal d has the walks d * seats,
            d * seats + 1 and so on, with seats 0, 1 and so on as the learner.

    Returns:
        The number of the next walk, for which the log may have no room; the number of all walks if
        all are done.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    visited, entries, children = walk.visited, walk.entries, walk.children
    values, shares = walk.values, walk.shares
    nodes = tree.nodes
    seats = strengths.shape[1]
    marks, amounts = log.sizes[0], log.sizes[1]
    room, actions = visited.size, shares.shape[1]
    done = begin
    while (
        done < strengths.shape[0] * seats
        and marks + room <= log.marks.size
        and amounts + room * actions <= log.amounts.size
    ):
        deal, learner = done // seats, done % seats
        done += 1
        visited[0], entries[0] = 0, 0
        size, here = 1, 0
        while here < size:
            node, entry = visited[here], entries[here]
            player = nodes[node, PLAYER]
            if player == ENTERS and tree.live[node] >> learner & 1:
                entry = nodes[node, FIRST]
                node = tree.roots[entry]
                visited[here], entries[here] = node, entry
                player = nodes[node, PLAYER]
            if player < 0 or not tree.live[node] >> tree.players[entry, learner] & 1:
                children[here] = 0
                values[here] = value_at_end(tree, node, entry, learner, strengths[deal])
                here += 1
                continue
            seat = tree.seats[entry, player]
            count, first = nodes[node, COUNT], nodes[node, FIRST]
            bucket = np.int64(buckets[deal, seat, nodes[node, STREET]])
            at = tree.bases[entry] + tree.rows[node] + bucket * count
            match_regrets(regrets, at, count, shares[here])
            children[here] = size
            if seat == learner:
                for action in range(count):
                    visited[size + action] = first + action
                    entries[size + action] = entry
                size += count
            else:
                drawn = np.float64(drawn_from(a, d) >> np.uint64(11)) * UNIT
                a, b, c, d = stepped(a, b, c, d)
                chosen = np.int64(-1)
                if drawn < explore:
                    chosen = np.int64(drawn / explore * count)
                drawn = (drawn - explore) / (1.0 - explore)
                log.marks[marks] = (at * 2 + AVERAGES) * MARK + count
                marks += 1
                for action in range(count):
                    share = shares[here, action]
                    log.amounts[amounts + action] = share
                    if drawn >= 0 and share > 0:
                        chosen = np.int64(action)
                        drawn -= share
                amounts += count
                visited[size], entries[size] = first + chosen, entry
                size += 1
            here += 1
        for here in range(size - 1, -1, -1):
            first = children[here]
            if first == 0:
                continue
            node, entry = visited[here], entries[here]
            seat = tree.seats[entry, nodes[node, PLAYER]]
            if seat != learner:
                values[here] = values[first]
                continue
            count = nodes[node, COUNT]
            bucket = np.int64(buckets[deal, seat, nodes[node, STREET]])
            at = tree.bases[entry] + tree.rows[node] + bucket * count
            value = f32(0)
            for action in range(count):
                value += shares[here, action] * values[first + action]
            values[here] = value
            log.marks[marks] = (at * 2 + REGRETS) * MARK + count
            marks += 1
            for action in range(count):
                log.amounts[amounts + action] = values[first + action] - value
            amounts += count
    state[0], state[1], state[2], state[3] = a, b, c, d
    log.sizes[0], log.sizes[1] = marks, amounts
    return done


@kernel
def most_visited(
    nodes: NDArray[np.int32], begin: int, end: int, player: int, entered: NDArray[np.int64]
) -> int:
    """Return the maximum number of nodes that a walk visits in a tree.

    Args:
        nodes: int32[n, 4], the nodes of all trees.
        begin: the root of the tree.
        end: the index after its last node.
        player: the number of the learner in the tree.
        entered: int64[entries], the maximum number of nodes that a walk visits in the tree that
            each entry leads to; not read for a tree after the flop.
    """
    sizes = np.ones(end - begin, np.int64)
    for node in range(end - 1, begin - 1, -1):
        first = nodes[node, FIRST]
        if nodes[node, PLAYER] == ENTERS:
            sizes[node - begin] = max(entered[first], 1)
        elif nodes[node, PLAYER] >= 0:
            below = 0
            for child in range(first - begin, first - begin + nodes[node, COUNT]):
                if nodes[node, PLAYER] == player:
                    below += sizes[child]
                else:
                    below = max(below, sizes[child])
            sizes[node - begin] += below
    return sizes[0]


@kernel
def apply_changes(
    log: ChangeLog, kind: int, weight: np.float32, numbers: NDArray[np.float32]
) -> None:
    """Add the changes of one kind to the numbers that they belong to.

    Args:
        log: the changes.
        kind: `REGRETS` or `AVERAGES`.
        weight: the factor by which the changes are multiplied.
        numbers: float32[numbers], the regrets or averages; changed.
    """
    amount = 0
    for place in range(log.sizes[0]):
        mark = log.marks[place]
        count = mark % MARK
        if mark // MARK % 2 == kind:
            at = mark // (2 * MARK)
            for action in range(count):
                numbers[at + action] += weight * log.amounts[amount + action]
        amount += count


@kernel
def average_strategy(
    regrets: NDArray[np.float32],
    averages: NDArray[np.float32],
    rows: NDArray[np.int64],
    counts: NDArray[np.int8],
    base: int,
    full: int,
    strategy: NDArray[np.uint8],
) -> None:
    """Find the average strategy of a tree, as shares of whole numbers.

    A bucket without averages gets its shares from the regrets, or equal shares if none of these is
    positive.

    Args:
        regrets: float32[numbers], the regrets.
        averages: float32[numbers], the averages.
        rows: int64[nodes + 1], the index at which each node's numbers begin, within the tree's.
        counts: int8[nodes], the number of each node's actions.
        base: the index at which the tree's numbers begin.
        full: the sum of a bucket's shares, before they are rounded.
        strategy: uint8[numbers], filled at the tree's numbers.
    """
    for node in range(counts.size):
        count = np.int64(counts[node])
        if rows[node + 1] == rows[node]:
            continue
        for at in range(base + rows[node], base + rows[node + 1], count):
            total = 0.0
            for action in range(count):
                total += averages[at + action]
            learned = total > 0
            if not learned:
                for action in range(count):
                    total += max(regrets[at + action], f32(0))
            for action in range(count):
                if total <= 0:
                    share = 1.0 / count
                elif learned:
                    share = averages[at + action] / total
                else:
                    share = max(regrets[at + action], f32(0)) / total
                strategy[at + action] = np.uint8(np.rint(share * full))
