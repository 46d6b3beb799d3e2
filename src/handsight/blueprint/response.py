"""Responses: strategies that lean towards a model of the opponent, within a bound.

While a response is learned, the opponent plays the model with a probability that is our confidence
in it, and otherwise learns to play against us (data-biased response, Johanson & Bowling 2009). Both
players start with the blueprint's strategy, as if they had learned it from a number of hands at
each decision. Suppose instead that the opponent played the model for a whole hand with the same
probability p in every hand (restricted Nash response, Johanson, Zinkevich & Bowling 2007). Then a
response loses to the best opponent at most p / (1 - p) times what it gains from the model, because
against a mixture of the model and that opponent it is at least as good as the blueprint. This
determines how confident we can be for a given bound on the loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.training import FULL, bet_tree
from handsight.blueprint.tree import BIG_BLIND, SHOWDOWN, HandTree

if TYPE_CHECKING:
    from handsight.blueprint.buckets import BoardHands
    from handsight.kernels.blueprint.response import BoardArrays
    from handsight.kernels.blueprint.training import BetTree

LEAST = 0.001
"""Lines are left out if both players reach them with at most this share of their hands."""

PRIOR = 8.0
"""The blueprint counts as much as this number of hands at each decision. Each of these hands adds
the pot to the initial regrets, split among the actions by the blueprint's shares."""

FULL_CONFIDENCE = 0.8
"""The highest confidence that we ever have in a model of an opponent."""

TRIAL_BOARDS, TRIAL_SHARE = 16, 4
"""How the gain of a response is measured: on this many boards, after learning from the first
1 / `TRIAL_SHARE` of all boards."""


class BoardSource(Protocol):
    """A source of boards with many hands; it reveals only the hands' buckets and strengths."""

    def draw_boards(self, count: int, seed: int, chunk: int = 0) -> BoardHands:
        """Draw boards, each with the same number of hands that do not share a card.

        Args:
            count: number of boards.
            seed: selects the stream of random numbers, together with the chunk.
            chunk: number of the chunk of work that the boards are for.
        """


class SeenPlayer(NamedTuple):
    """A model of how a player plays in both seats.

    Attributes:
        shares: float32[numbers], how often the player takes each action with each bucket at each
            node.
        confidence: float32[nodes], our confidence in the model at each node, 0..1.
    """

    shares: NDArray[np.float32]
    confidence: NDArray[np.float32]


class LearntSeat(NamedTuple):
    """What one seat learned against a model of the player in the other seat.

    Attributes:
        regrets: float32[numbers], the regret of each action with each bucket at each node.
        averages: float32[numbers], the accumulated shares of the same actions; empty if averages
            were not kept.
        results: float64[boards], chips that the seat won per hand on each board while learning.
    """

    regrets: NDArray[np.float32]
    averages: NDArray[np.float32]
    results: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ResponseGame:
    """A game with a known blueprint, in which responses to models are learned.

    Attributes:
        tree: the betting tree.
        rows: int64[nodes + 1], the index in ``strategy`` where each node's numbers begin; the last
            entry is the length of ``strategy``.
        strategy: uint8[numbers], proportional to the blueprint's shares of the actions.
    """

    tree: HandTree
    rows: NDArray[np.int64]
    strategy: NDArray[np.uint8]

    @cached_property
    def nodes(self) -> NDArray[np.int64]:
        """The node that each number belongs to: int64[numbers]."""
        return np.repeat(np.arange(self.tree.node_count), np.diff(self.rows))

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The index where the numbers of each decision begin; a decision is a node and a bucket."""
        counts = self.tree.counts[self.nodes].astype(np.int64)
        return np.flatnonzero((np.arange(len(counts)) - self.rows[self.nodes]) % counts == 0)

    @cached_property
    def shares(self) -> NDArray[np.float32]:
        """The blueprint's share of each action: float32[numbers], adding up to 1 per decision."""
        return self.normal(self.strategy.astype(np.float32))

    @cached_property
    def pots(self) -> NDArray[np.float32]:
        """The pot at the node of each number: float32[numbers]."""
        return np.asarray(self.tree.paid.sum(1, dtype=np.float32)[self.nodes])

    @cached_property
    def kernel_tree(self) -> BetTree:
        """The tree as the arrays that kernels walk through."""
        return bet_tree(self.tree, self.rows)

    def normal(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        """Scale numbers to shares that add up to 1 at each decision.

        If all numbers of a decision are 0, its actions get equal shares.

        Args:
            numbers: float32[numbers], one for each action of each decision, none below 0.
        """
        counts = np.diff(self.starts, append=len(numbers))
        totals = np.repeat(np.add.reduceat(numbers, self.starts), counts)
        even = np.repeat(np.float32(1) / counts.astype(np.float32), counts)
        shares = numbers / np.where(totals > 0, totals, 1)
        return np.asarray(np.where(totals > 0, shares, even), np.float32)

    def prior(self, hands: float) -> NDArray[np.float32]:
        """Return initial regrets with which a player does what the blueprint does.

        Args:
            hands: the regrets count as much as this number of hands at each decision.
        """
        return np.asarray(np.float32(hands) * self.pots * self.shares)

    def learn(
        self,
        seat: int,
        player: SeenPlayer,
        boards: BoardHands,
        regrets: NDArray[np.float32],
        *,
        is_averaged: bool = False,
        rate: float = 1.0,
    ) -> LearntSeat:
        """Make a seat learn against a model of the other seat's player.

        At each node the player follows the model with the model's confidence as probability, and
        otherwise learns too.

        Args:
            seat: the seat that learns, 0 or 1.
            player: model of the player in the other seat.
            boards: boards with hands to learn from.
            regrets: float32[numbers], the initial regrets; this array is not changed.
            is_averaged: whether to keep averages.
            rate: factor on regrets; with 0 nothing is learned, and results are only measured.
        """
        from handsight.kernels.blueprint.response import PlayerModel, learn_boards

        count, hands = boards.strengths.shape
        regrets = regrets.copy()
        averages = np.zeros(len(regrets) if is_averaged else 0, np.float32)
        results = np.zeros(count)
        learn_boards(
            self.kernel_tree,
            *boards,
            regrets,
            averages,
            PlayerModel(1 - seat, *player),
            board_arrays(self.tree.node_count, hands),
            LEAST,
            rate,
            results,
        )
        return LearntSeat(regrets, averages, results if seat == 0 else -results)

    def respond(
        self,
        seat: int,
        player: SeenPlayer,
        boards: BoardHands,
        bound: float,
        prior: float = PRIOR,
    ) -> NDArray[np.uint8]:
        """Return a strategy for a seat that exploits the player in the other seat.

        Args:
            seat: the seat that exploits, 0 or 1; the result has the blueprint's strategy for the
                other seat.
            player: model of the player; its confidence is scaled to what the bound allows.
            boards: boards with hands to learn from.
            bound: how much the response may lose to the best opponent, in thousandths of a big
                blind per hand.
            prior: the blueprint counts as much as this number of hands at each decision.

        Returns:
            uint8[numbers], proportional to the shares of the actions; the blueprint's own bytes
            where nothing was learned.
        """
        start = self.prior(prior)
        most = np.float32(self.allowed(seat, player, boards, bound, prior))
        player = player._replace(confidence=player.confidence * most)
        regrets = self.learn(seat, player, boards, start).regrets
        mine = self.tree.players[self.nodes] == seat
        changed = np.logical_or.reduceat((regrets != start) & mine, self.starts)
        counts = np.diff(self.starts, append=len(regrets))
        learnt = np.rint(self.normal(np.maximum(regrets, 0)) * FULL).astype(np.uint8)
        return np.where(np.repeat(changed, counts), learnt, self.strategy)

    def allowed(
        self, seat: int, player: SeenPlayer, boards: BoardHands, bound: float, prior: float
    ) -> float:
        """Return the highest confidence p that a bound allows, at most `FULL_CONFIDENCE`.

        The bound allows p if p / (1 - p) times the gain (see `gain`) does not exceed it. A bound of
        0 allows no confidence. The arguments are those of `respond`.
        """
        if bound <= 0:
            return 0.0
        gain = max(self.gain(seat, player, boards, prior), 0.0)
        return min(bound / (bound + gain), FULL_CONFIDENCE)

    def gain(self, seat: int, player: SeenPlayer, boards: BoardHands, prior: float) -> float:
        """Return how much more a response wins from a player than the blueprint does, in mbb/hand.

        The response is learned from the first boards and measured on the last; see `TRIAL_BOARDS`.
        The arguments are those of `respond`.
        """
        few = _part(boards, slice(max(1, len(boards.buckets) // TRIAL_SHARE)))
        trial = _part(boards, slice(-TRIAL_BOARDS, None))
        start = self.prior(prior / TRIAL_SHARE)
        trusted = player._replace(confidence=player.confidence * np.float32(FULL_CONFIDENCE))
        always = player._replace(confidence=(player.confidence > 0).astype(np.float32))
        learnt = self.learn(seat, trusted, few, start).regrets
        ours, usual = (
            float(self.learn(seat, always, trial, regrets, rate=0).results.mean())
            for regrets in (learnt, start)
        )
        return (ours - usual) * 1000 / BIG_BLIND


def _part(boards: BoardHands, part: slice) -> BoardHands:
    return boards._replace(buckets=boards.buckets[part], strengths=boards.strengths[part])


def board_arrays(nodes: int, hands: int) -> BoardArrays:
    """Return arrays for a kernel to fill for each board.

    Args:
        nodes: number of nodes in the tree.
        hands: number of hands on a board.
    """
    from handsight.kernels.blueprint.response import BoardArrays

    return BoardArrays(
        np.zeros(nodes, np.int32),
        np.zeros((nodes, 2, hands), np.float32),
        np.zeros((nodes, hands), np.float32),
        np.zeros((nodes, 2, hands), np.float32),
        np.zeros(hands + 1, np.float32),
        np.zeros(hands, np.int64),
        np.zeros(hands, np.int64),
    )


def node_frequencies(game: ResponseGame, boards: BoardHands) -> NDArray[np.float64]:
    """Return how often the blueprint moves to each node from the node's parent: float64[nodes].

    The frequency is over all hands with which the blueprint reaches the parent. If it never does,
    or only in lines that `LEAST` leaves out, all buckets count equally. The root, which has no
    parent, has 0.

    Args:
        game: the game with the blueprint.
        boards: boards with the hands to play.
    """
    from handsight.kernels.blueprint.response import PlayerModel, reach_nodes

    tree, count = game.tree, len(boards.buckets)
    room = board_arrays(tree.node_count, boards.strengths.shape[1])
    room.reach[0] = 1
    nobody = PlayerModel(-1, np.zeros(0, np.float32), np.zeros(0, np.float32))
    sums = np.zeros((tree.node_count, 2))
    for board in range(count):
        arguments = (game.kernel_tree, boards.buckets[board], game.shares)
        size = reach_nodes(*arguments, np.zeros(0, np.float32), nobody, room, LEAST)
        visited = room.visited[:size]
        sums[visited] += room.reach[visited].sum(2)
    often = np.zeros(tree.node_count)
    for node in np.flatnonzero(tree.players < SHOWDOWN).tolist():
        children, player = tree.children(node), int(tree.players[node])
        part = sums[children.start : children.stop, player]
        if part.sum() == 0:
            place = slice(game.rows[node], game.rows[node + 1])
            part = game.shares[place].reshape(-1, len(children)).mean(0, dtype=np.float64)
        often[children.start : children.stop] = part / part.sum()
    return often
