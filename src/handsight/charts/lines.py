"""Decisions before the flop in the tree of a strategy, by the names that players use.

A raise of the blind is an *open*, a raise of an open a *3-bet*, and so on. Where a name leaves a
size open, it means the size that the strategy uses most often, but not all-in if there is another
one. Players whom a name does not mention fold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.tree import BIG_BLIND, CALL, FOLD, RAISE
from handsight.charts import names
from handsight.charts.names import (
    PreflopAction,
    PreflopStep,
    decision_named,
    position_of,
    step_words,
)
from handsight.errors import InputError
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handsight.blueprint.blueprint import PlayedStrategy
    from handsight.blueprint.tree import TreeOption

COMBOS = np.array([len(COMBOS_OF[name]) for name in CLASSES])
"""int64[169], the number of combos of each hand class."""


class Reached(NamedTuple):
    """A node that actions before the flop lead to, and with which hands each player gets there.

    Attributes:
        node: the number of the node in the strategy's tree.
        words: the actions that lead there, such as ``BTN raises to 2 bb``, without the folds of
            players who had not acted before.
        reach: float64[players, 169], the probability that each player takes their own actions on
            the way there, folds included, with each hand class; 1 if they have not acted.
    """

    node: int
    words: tuple[str, ...]
    reach: NDArray[np.float64]


def start(strategy: PlayedStrategy) -> Reached:
    """Return the first decision of a hand, which all players reach with all hands."""
    return Reached(0, (), np.ones((len(strategy.positions), len(CLASSES))))


def after(strategy: PlayedStrategy, at: Reached, place: int) -> Reached:
    """Return the node that an option at a decision leads to.

    Args:
        strategy: the strategy that all players follow.
        at: the decision.
        place: the index of the option.
    """
    player, option = strategy.tree.acting(at.node)[0], strategy.tree.options(at.node)[place]
    reach, words = at.reach.copy(), at.words
    position = strategy.positions[player]
    if option.kind != FOLD or any(word.startswith(f"{position} ") for word in words):
        words = (*words, step_words(PreflopStep(position, _action(strategy, at.node, option))))
    reach[player] *= strategy.table(at.node)[:, place]
    return Reached(option.child, words, reach)


def action_words(strategy: PlayedStrategy, node: int) -> tuple[str, ...]:
    """Return the names of the options at a decision, such as ``raise to 2 bb``, in their order."""
    return tuple(_action(strategy, node, option).name for option in strategy.tree.options(node))


def _action(strategy: PlayedStrategy, node: int, option: TreeOption) -> PreflopAction:
    if option.kind == FOLD:
        return PreflopAction(names.FOLD)
    if option.kind == CALL:
        return PreflopAction(names.CALL if strategy.tree.price(node) > 0 else names.CHECK)
    if option.is_all_in:
        return PreflopAction(names.ALL_IN)
    return PreflopAction(names.RAISE, strategy.bet(option.child) / BIG_BLIND)


# --- names ----------------------------------------------------------------------------------------


def decision_of(strategy: PlayedStrategy, name: str) -> Reached:
    """Return the decision that a name means.

    Args:
        strategy: the strategy that all players follow.
        name: a name as `handsight.charts.chart` has it.

    Raises:
        InputError: if the name cannot be read, nobody has a position in it, or the tree lacks the
            decision.
    """
    meant = decision_named(name)
    if meant is None:
        raise InputError(
            f"{name!r} is not the name of a chart; write names like 'CO open', 'BB vs BTN 2.5x' or "
            "'CO vs BTN 3bet'"
        )
    hero, line = meant
    at = start(strategy)
    seat = seat_named(strategy, hero, name)
    for step in line:
        at = _folded_to(strategy, at, seat_named(strategy, step.position, name), name)
        at = _taken(strategy, at, step.action, name)
    return _folded_to(strategy, at, seat, name)


def flop_of(strategy: PlayedStrategy, seats: Sequence[str], raises: int, name: str) -> Reached:
    """Return the start of the flop after so many raises by two players in turn, and a call.

    This is an end of the hand if a player is all-in.

    Args:
        strategy: the strategy that all players follow.
        seats: the positions of the two players, in any order; the first to act raises first.
        raises: the number of raises before the flop; 0 for a limp and a check.
        name: the spot's name, for error messages.

    Raises:
        InputError: if a position is unknown, or the tree lacks the line.
    """
    numbers = {seat_named(strategy, each, name) for each in seats}
    if len(numbers) != 2:
        raise InputError(f"{name!r}: a player cannot play against themselves")
    pair = sorted(numbers, key=acting_order(strategy).index)
    moves = [PreflopAction(names.RAISE)] * raises + [
        PreflopAction(names.CALL if raises else names.CHECK)
    ]
    if not raises:
        moves.insert(0, PreflopAction(names.CALL))
    at = start(strategy)
    for turn, move in enumerate(moves):
        at = _folded_to(strategy, at, pair[turn % 2], name)
        at = _taken(strategy, at, move, name)
    return _folded_to(strategy, at, None, name)


def acting_order(strategy: PlayedStrategy) -> list[int]:
    """Return the numbers of the players in the order in which they act before the flop."""
    first, count = strategy.tree.acting(0)[0], len(strategy.positions)
    return [(first + number) % count for number in range(count)]


def seat_named(strategy: PlayedStrategy, word: str, name: str) -> int:
    """Return the number of the player whose position a word means.

    Args:
        strategy: the strategy.
        word: the position, such as ``BTN``; heads-up, ``SB`` is another name of the button.
        name: the whole name of the decision or spot, for error messages.

    Raises:
        InputError: if nobody has the position.
    """
    known = strategy.positions
    position = position_of(word) or word.upper()
    if len(known) == 2 and position == "SB":
        position = "BTN"
    if position not in known:
        guess = did_you_mean(position, known)
        table = "heads-up" if len(known) == 2 else f"among {len(known)} players"
        listed = " and ".join((", ".join(known[:-1]), known[-1]))
        raise InputError(f"{name!r}: {table}, positions are {listed}, but not {word!r}{guess}")
    return known.index(position)


def _folded_to(strategy: PlayedStrategy, at: Reached, seat: int | None, name: str) -> Reached:
    """Return the decision of a seat after the folds of those who act before it.

    For None, return the node after the betting before the flop. Only players who have not acted yet
    can fold.

    Raises:
        InputError: if somebody else has to act, or the seat does not act before the flop.
    """
    tree = strategy.tree
    player, street = tree.acting(at.node)
    while player >= 0 and street == 0 and player < len(strategy.positions) and player != seat:
        options = tree.options(at.node)
        if options[0].kind != FOLD or not _has_to_fold(strategy, at, player):
            raise InputError(f"{name!r}: after that, it is {strategy.positions[player]} who acts")
        at = after(strategy, at, 0)
        player, street = tree.acting(at.node)
    if (seat is not None and player != seat) or (seat is not None and street):
        raise InputError(f"{name!r}: after that, nobody acts before the flop")
    return at


def _has_to_fold(strategy: PlayedStrategy, at: Reached, player: int) -> bool:
    """Check whether a player has not acted yet, and so folds if a name does not mention them."""
    position = strategy.positions[player]
    return not any(word.startswith(f"{position} ") for word in at.words)


def _taken(strategy: PlayedStrategy, at: Reached, action: PreflopAction, name: str) -> Reached:
    """Return the node that an action at a decision leads to.

    Raises:
        InputError: if the strategy has no such action there.
    """
    tree = strategy.tree
    options = tree.options(at.node)
    found: list[int] = []
    raises = [place for place, each in enumerate(options) if each.kind == RAISE]
    if action.kind in (names.CALL, names.CHECK):
        found = [place for place, each in enumerate(options) if each.kind == CALL]
    elif action.kind == names.FOLD:
        found = [place for place, each in enumerate(options) if each.kind == FOLD]
    elif action.kind == names.ALL_IN:
        found = [place for place in raises if options[place].is_all_in]
    elif action.size is None:
        player = tree.acting(at.node)[0]
        often = (at.reach[player] * COMBOS) @ strategy.table(at.node)
        sized = [place for place in raises if not options[place].is_all_in] or raises
        found = sorted(sized, key=lambda place: -often[place])[:1]
    else:
        wanted = action.size * (strategy.bet(at.node) if action.times else BIG_BLIND)
        found = [
            place
            for place in raises
            if abs(strategy.bet(options[place].child) - wanted) <= names.NEAR * wanted
        ]
    if not found:
        known = ", ".join(action_words(strategy, at.node))
        raise InputError(f"{name!r}: the strategy has no {action.name} there; it has {known}")
    return after(strategy, at, found[0])


@lru_cache(8)
def all_decisions(strategy: PlayedStrategy, least: float = 0.0) -> tuple[Reached, ...]:
    """Return the decisions before the flop, in ascending order of their nodes.

    Args:
        strategy: the strategy that all players follow.
        least: only decisions that come up in at least this share of all hands are returned. The
            share is computed as if each player's hand were dealt from a deck of its own.
    """
    tree, found, open_ = strategy.tree, [], [start(strategy)]
    while open_:
        at = open_.pop()
        player, street = tree.acting(at.node)
        if not 0 <= player < len(strategy.positions) or street:
            continue
        if float((at.reach @ COMBOS / COMBOS.sum()).prod()) < least:
            continue
        found.append(at)
        open_ += [after(strategy, at, place) for place in range(len(tree.options(at.node)))]
    return tuple(sorted(found, key=lambda at: at.node))
