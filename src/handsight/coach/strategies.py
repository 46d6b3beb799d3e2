"""The strategy by which reviews and drills judge a hand: the one that fits its table best."""

from __future__ import annotations

from functools import cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

from handsight.blueprint import Blueprint, blueprint_path
from handsight.blueprint.policy import price_at
from handsight.blueprint.tree import BIG_BLIND, MOST_BLINDS
from handsight.charts.chart import strategy_with_values
from handsight.errors import OptionError
from handsight.multiway.betting import MOST_PLAYERS
from handsight.multiway.blueprint import table_path
from handsight.multiway.rollouts import ends_betting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from handsight.blueprint.policy import WeightedNode
    from handsight.charts.evs import PreflopValues
    from handsight.charts.table_evs import TableValues
    from handsight.game import Observation
    from handsight.multiway import TableBlueprint

MOST_FACTOR = 2.5
"""A strategy is for about a hand's stacks if they differ from its own by at most this factor."""

MOST_PRICE, MOST_PRICE_ALL_IN = 2.0, 1.1
"""If the price of a call, or the bet that it matches, differs from a strategy's by more than the
first factor, the strategy's decision is another one; the second factor is for calls after which
nobody can bet any more."""


class Strategy(NamedTuple):
    """A strategy for a table, and what it assumes.

    Attributes:
        blueprint: the blueprint.
        values: function that returns the values of its actions before the flop.
        words: the game it was made for, such as ``6 players, 100 bb``.
        is_near: whether it was made for about the hand's stacks (see `MOST_FACTOR`).
    """

    blueprint: Blueprint | TableBlueprint
    values: Callable[[], PreflopValues | TableValues]
    words: str
    is_near: bool


def nearest_strategy(stacks: Sequence[int], seat: int, big_blind: int) -> Strategy | None:
    """Return the strategy for the table of a hand whose stack is nearest to the hand's.

    What counts is the stack that can be played for: the player's own or the largest of the others
    who were dealt in, whichever is smaller. It stays the same throughout the hand. Among strategies
    that are equally near, the one for the fewest players is taken.

    Args:
        stacks: the stacks before the hand, by seat; 0 for an empty seat.
        seat: the seat of the player.
        big_blind: chips of the big blind.

    Returns:
        None if there is no strategy for that many players or more.

    Example:
        >>> nearest_strategy([1000] * 6, 0, 20).words
        '6 players, 40 bb'
    """
    dealt = sum(map(bool, stacks))
    theirs = max(stack for other, stack in enumerate(stacks) if other != seat)
    depth = min(stacks[seat], theirs) / big_blind
    tables = (2,) if dealt == 2 else range(max(dealt, 3), MOST_PLAYERS + 1)
    known = [(players, stack) for players in tables for stack in _stacks_of(players)]
    if not known:
        return None
    off = {table: abs(log(depth / table[1])) for table in known}
    players, stack = min(known, key=off.__getitem__)
    blueprint, values = strategy_with_values(players, stack, "")
    is_near = off[players, stack] <= log(MOST_FACTOR)
    return Strategy(blueprint, values, _words(blueprint), is_near)


@cache
def _stacks_of(players: int) -> tuple[int, ...]:
    """Return the stacks in big blinds for which there is a strategy for this many players."""
    return tuple(stack for stack in range(1, MOST_BLINDS + 1) if _is_there(players, stack))


def _is_there(players: int, stack: int) -> bool:
    if players > 2:
        return table_path(players, stack) is not None
    try:
        blueprint_path(stack)
    except OptionError:
        return False
    return True


def _words(strategy: Blueprint | TableBlueprint) -> str:
    if isinstance(strategy, Blueprint):
        return f"heads-up, {strategy.betting.stack} bb"
    betting = strategy.betting
    words = f"{betting.players} players, {betting.stack} bb"
    if betting.ante:
        words += f", ante {betting.ante / BIG_BLIND:g} bb"
    if betting.rake:
        words += f", rake {betting.rake:.0%}"
        if betting.rake_cap is not None:
            words += f" up to {betting.rake_cap / BIG_BLIND:g} bb"
    return words


def faces_similar_bet(
    strategy: Blueprint | TableBlueprint, places: Sequence[WeightedNode], seen: Observation
) -> bool:
    """Check whether a player faces a bet similar to that of the strategy's nodes.

    The price of a call alone does not tell: it is nearly the whole pot for any large bet.

    Args:
        places: nodes of the strategy's tree for the decision, with their weights.
        seen: an observation of the hand by the player to act.
    """
    price = sum(weight * strategy.tree.price(node) for weight, node in places)
    matched = sum(weight * strategy.bet(node) for weight, node in places) / BIG_BLIND
    legal, most = seen.legal, MOST_PRICE_ALL_IN if ends_betting(seen) else MOST_PRICE
    bet = (legal.bet + legal.call_cost) / seen.rules.big_blind
    return all(
        here == usual or (usual > 0 and 1 / most <= here / usual <= most)
        for here, usual in ((price_at(seen), price), (bet, matched))
    )
