"""Exact values, best responses and exploitability of strategies in small games.

All deals are counted. A player's hands are in one array, and the betting is walked once: at a
node, the opponent's hands have the probability with which the opponent plays to it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from handsight.envs.small_games import ACTIONS, CALL, OVER, PLAYERS, BettingNode, SmallGame
from handsight.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Strategy: TypeAlias = "NDArray[np.float64]"
"""The probability of each action in each row: float64[rows, 3]; see `SmallGame.row`."""

SmallPolicy: TypeAlias = "Callable[[NDArray[np.float32], NDArray[np.bool]], NDArray[np.floating]]"
"""A function of observations, float32[n, width], and masks, bool[n, 3], that returns the
probability, or any weight, of each action: floats[n, 3]."""


class Pairs(NamedTuple):
    """What happens when two hands meet.

    Attributes:
        meets: float64[hands, hands], 1 where two hands share no card.
        wins: float64[boards, hands, hands], 1 where the first hand wins, -1 where it loses.
        lies: float64[boards, hands], 1 where a hand shares no card with a board.
    """

    meets: NDArray[np.float64]
    wins: NDArray[np.float64]
    lies: NDArray[np.float64]


@lru_cache(8)
def _pairs(game: SmallGame) -> Pairs:
    hands = [{*hand} for hand in game.hands]
    meets = np.array([[float(not one & other) for other in hands] for one in hands])
    strengths, lies = game.strengths, game.strengths >= 0
    wins = np.sign(strengths[:, :, None] - strengths[:, None, :]).astype(np.float64)
    both = lies[:, :, None] & lies[:, None, :]
    return Pairs(meets, wins * both * meets, lies.astype(np.float64))


# --- strategies -----------------------------------------------------------------------------------


def uniform_strategy(game: SmallGame) -> Strategy:
    """Return the strategy that takes every legal action with the same probability."""
    return _shares(game.mask.astype(np.float64), game.mask)


def strategy_of(game: SmallGame, policy: SmallPolicy) -> Strategy:
    """Return the strategy of a policy, which is asked about all information sets at once.

    Args:
        game: the game.
        policy: the function. Weights of illegal actions are ignored; if all others are 0, every
            legal action has the same probability.

    Raises:
        OptionError: if the function returns another shape, or a weight that is negative or not a
            number.

    Example:
        >>> from handsight.envs.small_games import KUHN
        >>> always_bets = strategy_of(KUHN, lambda seen, mask: mask * [0, 0.001, 1])
        >>> round(exploitability(KUHN, always_bets), 2)
        0.33
    """
    rows = game.information_sets
    given = np.asarray(policy(game.observations[rows], game.mask[rows]), np.float64)
    if given.shape != (len(rows), len(ACTIONS)):
        raise OptionError(
            f"the policy returned an array of shape {given.shape}; it must be "
            f"{(len(rows), len(ACTIONS))}, a weight for each action in each information set"
        )
    weights = np.zeros((game.rows, len(ACTIONS)))
    weights[rows] = given
    return checked_strategy(game, weights)


def checked_strategy(game: SmallGame, weights: NDArray[np.floating]) -> Strategy:
    """Return the strategy with these weights of actions: float64[rows, 3], rows add up to 1.

    Raises:
        OptionError: if the shape is wrong, or a weight is negative or not a number.
    """
    given = np.asarray(weights, np.float64)
    if given.shape != (game.rows, len(ACTIONS)):
        raise OptionError(
            f"a strategy of {game.name} has the shape {given.shape}; it must be "
            f"{(game.rows, len(ACTIONS))}"
        )
    if not np.isfinite(given).all() or given.min() < 0:
        raise OptionError("a weight of a strategy is negative or not a number")
    return _shares(given * game.mask, game.mask)


def _shares(weights: NDArray[np.float64], mask: NDArray[np.bool_]) -> Strategy:
    total = weights.sum(-1, keepdims=True)
    equal = mask / np.maximum(mask.sum(-1, keepdims=True), 1)
    return np.asarray(np.where(total > 0, weights / np.where(total > 0, total, 1), equal))


def table_at(game: SmallGame, array: NDArray[np.float64], node: BettingNode) -> Strategy:
    """Return the part of a strategy at a decision, as a view: [boards, hands, 3]."""
    first, boards, hands = game.offsets[node.number], game.boards_at(node), len(game.hands)
    return array[first : first + boards * hands].reshape(boards, hands, -1)


# --- values ---------------------------------------------------------------------------------------


def values(game: SmallGame, one: Strategy, other: Strategy | None = None) -> tuple[float, float]:
    """Return the chips that each player wins per hand.

    Args:
        game: the game.
        one: the strategy of player 0.
        other: the strategy of player 1; None for the same strategy.

    Example:
        >>> from handsight.envs.small_games import KUHN
        >>> values(KUHN, uniform_strategy(KUHN))
        (0.125, -0.125)
    """
    both = [checked_strategy(game, each) for each in (one, one if other is None else other)]
    won = _total(game, _walk(game, 0, both[0], both[1], best=False))
    return won, -won


def best_responses(game: SmallGame, strategy: Strategy) -> tuple[float, float]:
    """Return the chips per hand that each player wins with a best response to a strategy."""
    checked = checked_strategy(game, strategy)
    one, other = (
        _total(game, _walk(game, player, checked, checked, best=True)) for player in range(PLAYERS)
    )
    return one, other


def exploitability(game: SmallGame, strategy: Strategy) -> float:
    """Return what a best response wins from a strategy, in chips per hand: the mean of both seats.

    It is 0 for an equilibrium. OpenSpiel calls this number exploitability too, and twice of it
    "NashConv".

    Raises:
        OptionError: if the strategy has the wrong shape or weights.

    Example:
        >>> from handsight.envs.small_games import KUHN
        >>> round(exploitability(KUHN, uniform_strategy(KUHN)), 6)
        0.458333
    """
    return sum(best_responses(game, strategy)) / PLAYERS


def equilibrium(game: SmallGame, steps: int = 1000) -> Strategy:
    """Return a strategy near an equilibrium, by counterfactual regret minimisation (CFR+).

    Source:
        O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014.

    Example:
        >>> from handsight.envs.small_games import KUHN
        >>> strategy = equilibrium(KUHN, 2000)
        >>> round(values(KUHN, strategy)[0], 3), exploitability(KUHN, strategy) < 0.001
        (-0.056, True)
    """
    regrets, sums = np.zeros((2, game.rows, len(ACTIONS)))
    for step in range(1, steps + 1):
        for player in range(PLAYERS):
            now = _shares(regrets, game.mask)
            learning = Learning(regrets, sums, float(step))
            _walk(game, player, now, now, best=False, learning=learning)
            np.maximum(regrets, 0, out=regrets)
    return _shares(sums, game.mask)


class Learning(NamedTuple):
    """The sums of regrets and strategies that a walk adds to.

    Attributes:
        regrets: float64[rows, 3], the regrets.
        sums: float64[rows, 3], the sums of the opponent's strategies, times its reach.
        weight: the weight of this step in ``sums``.
    """

    regrets: NDArray[np.float64]
    sums: NDArray[np.float64]
    weight: float


def _total(game: SmallGame, by_hand: NDArray[np.float64]) -> float:
    return float(by_hand.sum() / _pairs(game).meets.sum())


def _walk(
    game: SmallGame,
    player: int,
    one: Strategy,
    other: Strategy,
    *,
    best: bool,
    learning: Learning | None = None,
) -> NDArray[np.float64]:
    """Return what a player wins with each hand, summed over the opponent's hands: float64[hands].

    Args:
        game: the game.
        player: the player.
        one: the strategy of player 0.
        other: the strategy of player 1.
        best: whether the player plays a best response instead of their own strategy.
        learning: the sums to add to; None for none.
    """
    pairs, strategies = _pairs(game), (one, other)

    def ended(node: BettingNode, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        if node.folded != OVER:
            won = -node.paid[player] if node.folded == player else node.paid[1 - player]
            lying = pairs.lies if node.round else np.ones((1, len(game.hands)))
            return np.asarray(won * lying * ((lying * reach) @ pairs.meets))
        wins = pairs.wins if len(reach) == len(game.boards) else pairs.wins[:1]
        return node.paid[0] * np.asarray(np.einsum("bij,bj->bi", wins, reach))

    def at(node: BettingNode, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        if node.deals:
            dealt = at(node.children[CALL], reach * pairs.lies) * pairs.lies
            return np.asarray(dealt.sum(0, keepdims=True) / game.board_count)
        if node.is_over:
            return ended(node, reach)
        shares = table_at(game, strategies[node.actor], node)
        if node.actor != player:
            if learning is not None:
                table = table_at(game, learning.sums, node)
                table += learning.weight * reach[..., None] * shares
            below = [at(child, reach * shares[..., a]) for a, child in node.children.items()]
            return np.asarray(np.sum(below, axis=0))
        parts = {action: at(child, reach) for action, child in node.children.items()}
        if best:
            return np.asarray(np.max(list(parts.values()), axis=0))
        mean = np.sum([shares[..., action] * part for action, part in parts.items()], axis=0)
        if learning is not None:
            table = table_at(game, learning.regrets, node)
            for action, part in parts.items():
                table[..., action] += part - mean
        return np.asarray(mean)

    return np.asarray(at(game.nodes[0], np.ones((1, len(game.hands))))[0])
