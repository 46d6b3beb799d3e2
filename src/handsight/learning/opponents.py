"""Learned strategies as opponents in an environment, which decide at all tables at once.

An agent that plays by a blueprint looks up one decision at a time. Here the nodes of all tables are
in one array, and so are the buckets of all hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from handsight.blueprint.policy import NEAR, NEARLY_ALL
from handsight.blueprint.tree import CALL, FOLD, RAISE, SHOWDOWN
from handsight.errors import OptionError
from handsight.kernels.envs.layout import SEE_COST, SEE_POSITION, SEE_POT, SEE_STACKS
from handsight.learning.inputs import hand_buckets, hand_strengths, streets_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint import Blueprint, HandTree
    from handsight.envs import Moves, TableGame, Turns
    from handsight.learning.policy import LearnedPolicy

FOLDED, CALLED, LOST = -1, 0, -1
OWN_STACK, OWN_BET = SEE_STACKS, SEE_STACKS + 2
"""The fields of the player's own stack and bet in a compact observation of two players."""


@dataclass(frozen=True, eq=False)
class BlueprintOpponent:
    """A blueprint for two players that plays at all tables of an environment at once.

    A bet between two sizes of the tree is translated to one of them, drawn by the pseudo-harmonic
    mapping. Folds are scaled by the price at the table, as by `handsight.blueprint.policy`, but a
    range's folds are not bounded by its reach. Where the tree lacks the line that is played, the
    player calls if its hand's strength against a random hand is worth the price, or else folds.

    Attributes:
        blueprint: the strategy.

    Example:
        >>> from handsight.blueprint import blueprint_of
        >>> from handsight.envs import TableBatch
        >>> batch = TableBatch(1000, opponents=BlueprintOpponent(blueprint_of(100)))
        >>> batch.reset(seed=7)[0].shape
        (1000, 18)
    """

    blueprint: Blueprint

    def seated(self, game: TableGame, seat: int, rng: np.random.Generator) -> BlueprintSeat:
        """Return a player for a seat of an environment.

        Raises:
            OptionError: if the game is not for two players, or has antes or straddles.
        """
        if game.seats != 2 or game.rules.ante or game.rules.straddles:
            raise OptionError(
                "this blueprint plays for two players without antes and straddles; seat the agent "
                "'blueprint' at other tables"
            )
        return BlueprintSeat(self, np.zeros(game.tables, np.int64), rng)

    @property
    def tree(self) -> HandTree:
        """The betting tree."""
        return self.blueprint.tree

    @cached_property
    def sizes(self) -> NDArray[np.float64]:
        """The size of the raise that led to each node, as a share of the pot after a call."""
        tree = self.tree
        raised = np.ptp(tree.bets, axis=1) / np.maximum(2 * tree.paid.min(1), 1)
        return np.where(tree.actions == RAISE, raised, 0.0)

    @cached_property
    def is_all_in(self) -> NDArray[np.bool_]:
        """Whether each node follows an all-in bet or raise."""
        tree = self.tree
        return np.asarray((tree.actions == RAISE) & (tree.paid.max(1) == tree.stack))

    @cached_property
    def widest(self) -> int:
        """The maximum number of options at a node."""
        return int(self.tree.counts.max())

    def children(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the children of nodes, int64[n, widest], and which of them exist."""
        places = np.arange(self.widest)
        exists = places < self.tree.counts[nodes, None]
        return np.where(exists, self.tree.firsts[nodes, None] + places, 0), exists


class BlueprintSeat:
    """A blueprint in one seat of all tables.

    Args:
        opponent: the blueprint.
        nodes: int64[tables], the node of each table in the tree; `LOST` if the tree lacks its line.
        rng: the generator of the translations and actions.
    """

    def __init__(
        self, opponent: BlueprintOpponent, nodes: NDArray[np.int64], rng: np.random.Generator
    ) -> None:
        self.opponent = opponent
        self.nodes = nodes
        self._rng = rng

    def deal(self, tables: NDArray[np.int64]) -> None:
        """Put these tables at the root of the tree."""
        self.nodes[tables] = 0

    def watch(self, moves: Moves) -> None:
        """Follow actions through the tree."""
        tree, nodes = self.opponent.tree, self.nodes[moves.tables]
        player = moves.observations[:, SEE_POSITION] != 0
        street = streets_of(moves.observations)
        known = (nodes != LOST) & (tree.players[nodes] == player) & (tree.streets[nodes] == street)
        draws = self._rng.random(len(nodes))  # one for each move, whether or not it is needed
        after = np.full(len(nodes), LOST)
        rows = np.flatnonzero(known)
        kinds = np.where(moves.amounts < 0, FOLD, np.where(moves.amounts > 0, RAISE, CALL))
        children, exists = self.opponent.children(nodes[rows])
        fits = exists & (tree.actions[children] == kinds[rows, None])
        place = fits.argmax(1)
        raised = np.flatnonzero((kinds[rows] == RAISE) & fits.any(1))
        place[raised] = self._translated(
            children[raised],
            fits[raised],
            moves.observations[rows[raised]].astype(np.int64),
            moves.amounts[rows[raised]],
            draws[rows[raised]],
        )
        found = children[np.arange(len(rows)), place]
        after[rows] = np.where(fits.any(1), found, LOST)
        self.nodes[moves.tables] = after

    def _translated(
        self,
        children: NDArray[np.int64],
        is_raise: NDArray[np.bool_],
        seen: NDArray[np.int64],
        amounts: NDArray[np.int32],
        draws: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        """Return the option that each raise is played as; see `handsight.blueprint.policy.meant`.

        Args:
            children: int64[n, widest], the nodes that the options lead to.
            is_raise: bool[n, widest], which options are raises.
            seen: int64[n, 18], what the players see who raise.
            amounts: int32[n], their street totals after the raise.
            draws: float64[n], random numbers from 0 to 1.
        """
        opponent, tree, every = self.opponent, self.opponent.tree, np.arange(len(children))
        sizes = np.where(is_raise, opponent.sizes[children], 0.0)
        pot = seen[:, SEE_POT] + seen[:, SEE_COST]
        size = (amounts - seen[:, OWN_BET] - seen[:, SEE_COST]) / pot
        near = np.maximum(NEAR, 1 / pot)[:, None]
        last = is_raise.shape[1] - 1 - is_raise[:, ::-1].argmax(1)
        reaches = is_raise & (size[:, None] <= sizes + near)
        place = np.where(reaches.any(1), reaches.argmax(1), last)
        below = np.maximum(place - 1, 0)
        upper, lower = sizes[every, place], sizes[every, below]
        parent_street = tree.streets[children[every, place]]
        passive = children[every, below]
        is_end = (tree.players[passive] >= SHOWDOWN) | (tree.streets[passive] != parent_street)
        is_end &= tree.actions[passive] != RAISE
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (upper - size) * (1 + lower) / ((upper - lower) * (1 + size))
        splits = reaches.any(1) & (size < upper - near[:, 0]) & ~is_end
        place = np.where(splits & (draws < share), below, place)
        everything = amounts >= seen[:, OWN_BET] + seen[:, OWN_STACK]
        is_last = everything & opponent.is_all_in[children[every, last]]
        return np.asarray(np.where(is_last, last, place))

    def choose(self, turns: Turns) -> NDArray[np.int32]:
        """Draw the player's actions."""
        amounts, shares = self.shares(turns)
        drawn = self._rng.random(len(shares))[:, None] * shares.sum(1, keepdims=True)
        place = (np.cumsum(shares, 1) <= drawn).sum(1)
        most = shares.shape[1] - 1 - (shares[:, ::-1] > 0).argmax(1)  # rounding can go past it
        return np.asarray(amounts[np.arange(len(shares)), np.minimum(place, most)])

    def shares(self, turns: Turns) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the actions that the player can take, and how often it takes each of them.

        Two options can be the same action.

        Returns:
            int32[n, options] and float64[n, options].
        """
        opponent, tree = self.opponent, self.opponent.tree
        seen, streets = turns.observations.astype(np.int64), streets_of(turns.observations)
        nodes = self.nodes[turns.tables]
        known = (nodes != LOST) & (tree.streets[nodes] == streets)
        known &= tree.players[nodes] == (seen[:, SEE_POSITION] != 0)
        nodes = np.where(known, nodes, 0)
        children, exists = opponent.children(nodes)
        kinds = np.where(exists, tree.actions[children], CALL)
        shares = self._of_strategy(turns, nodes, streets, exists)
        shares = _with_fewer_folds(shares, kinds, seen, tree.paid[nodes])
        amounts = _amounts(kinds, opponent.sizes[children], opponent.is_all_in[children], turns)
        lost = np.flatnonzero(~known)
        if len(lost):
            amounts[lost] = _by_strength(turns.observations[lost])[:, None]
            shares[lost] = 1 / opponent.widest
        return amounts, shares

    def _of_strategy(
        self,
        turns: Turns,
        nodes: NDArray[np.int64],
        streets: NDArray[np.int64],
        exists: NDArray[np.bool_],
    ) -> NDArray[np.float64]:
        blueprint, tree = self.opponent.blueprint, self.opponent.tree
        numbers = hand_buckets(turns.observations, blueprint.buckets)
        numbers = np.where(tree.streets[nodes] == streets, numbers, 0)
        first = blueprint.rows[nodes] + numbers * tree.counts[nodes]
        places = np.where(exists, first[:, None] + np.arange(exists.shape[1]), 0)
        weights = np.where(exists, blueprint.strategy[places], 0).astype(np.float64)
        total = weights.sum(1, keepdims=True)
        equal = exists / exists.sum(1, keepdims=True)
        return np.asarray(np.where(total > 0, weights / np.maximum(total, 1), equal))


def _with_fewer_folds(
    shares: NDArray[np.float64],
    kinds: NDArray[np.int8],
    seen: NDArray[np.int64],
    paid: NDArray[np.int32],
) -> NDArray[np.float64]:
    """Scale folds by the price; see `handsight.blueprint.policy.folds_kept`."""
    usual = np.ptp(paid, axis=1) / paid.sum(1)
    price = seen[:, SEE_COST] / np.maximum(seen[:, SEE_POT], 1)
    kept = np.where(usual > 0, np.minimum(price / np.where(usual > 0, usual, 1), 1), 1)
    folds = np.where(kinds == FOLD, shares, 0.0)
    result = np.where(kinds == FOLD, folds * kept[:, None], shares)
    call = (kinds == CALL).argmax(1)
    result[np.arange(len(result)), call] += (1 - kept) * folds.sum(1)
    return np.asarray(result)


def _amounts(
    kinds: NDArray[np.int8],
    sizes: NDArray[np.float64],
    is_all_in: NDArray[np.bool_],
    turns: Turns,
) -> NDArray[np.int32]:
    """Return the action that plays each option; see `handsight.blueprint.policy.actions_at`."""
    seen = turns.observations.astype(np.int64)
    pot, price = seen[:, SEE_POT] + seen[:, SEE_COST], seen[:, OWN_BET] + seen[:, SEE_COST]
    least, most = turns.least[:, None].astype(np.int64), turns.most[:, None].astype(np.int64)
    totals = price[:, None] + np.rint(sizes * pot[:, None]).astype(np.int64)
    totals = np.minimum(np.maximum(totals, least), most)
    totals = np.where(is_all_in & (totals >= NEARLY_ALL * most), most, totals)
    folds = np.where(seen[:, SEE_COST] > 0, FOLDED, CALLED)[:, None]
    raises = np.where(least > 0, totals, CALLED)
    chosen = np.where(kinds == FOLD, folds, np.where(kinds == RAISE, raises, CALLED))
    return np.asarray(chosen, np.int32)


def _by_strength(observations: NDArray[np.uint16]) -> NDArray[np.int32]:
    """Return a call where the strength is worth the price, and a fold elsewhere."""
    cost = observations[:, SEE_COST].astype(np.float64)
    worth = cost / np.maximum(cost + observations[:, SEE_POT], 1)
    is_call = (hand_strengths(observations)[:, 0] >= worth) | (cost == 0)
    return np.where(is_call, CALLED, FOLDED).astype(np.int32)


@dataclass(frozen=True, eq=False)
class LearnedOpponent:
    """A learned policy that plays at all tables of an environment at once.

    The environment must have the policy's choices; its blinds are 25 and 50.

    Attributes:
        policy: the policy.

    Example:
        >>> from handsight.learning import learned_policy
        >>> policy = learned_policy()
        >>> batch = policy.game.batch(100, opponents=LearnedOpponent(policy))
        >>> batch.reset(seed=7)[0].shape
        (100, 18)
    """

    policy: LearnedPolicy

    def seated(self, game: TableGame, seat: int, rng: np.random.Generator) -> LearnedSeat:
        """Return a player for a seat of an environment.

        Raises:
            OptionError: if the environment has other choices or another number of players.
        """
        mine = self.policy.game
        if game.seats != mine.seats or " ".join(game.choices.names) != mine.choices:
            raise OptionError(
                f"the policy plays {mine.seats} seats with the choices {mine.choices!r}; the "
                f"environment has {game.seats} seats and {' '.join(game.choices.names)!r}"
            )
        return LearnedSeat(self.policy, rng)


class LearnedSeat:
    """A learned policy in one seat of all tables.

    Args:
        policy: the policy.
        rng: the generator of the actions.
    """

    def __init__(self, policy: LearnedPolicy, rng: np.random.Generator) -> None:
        self._policy = policy
        self._rng = rng

    def deal(self, tables: NDArray[np.int64]) -> None:
        """Do nothing."""

    def watch(self, moves: Moves) -> None:
        """Do nothing."""

    def choose(self, turns: Turns) -> NDArray[np.int32]:
        """Draw the policy's actions."""
        rows = turns.observations
        shares = self._policy.of_rows(rows, hand_strengths(rows), turns.mask).astype(np.float64)
        ends = np.cumsum(np.where(turns.mask, shares, 0.0), 1)
        place = (ends <= self._rng.random(len(rows))[:, None] * ends[:, -1:]).sum(1)
        last = turns.mask.shape[1] - 1 - turns.mask[:, ::-1].argmax(1)
        chosen = np.minimum(place, last)
        totals = turns.totals[np.arange(len(rows)), chosen]
        return np.where(chosen == 0, FOLDED, np.where(chosen == 1, CALLED, totals)).astype(np.int32)
