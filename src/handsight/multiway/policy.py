"""Follows a hand with two to nine players through the tree of a table.

A hand can be at several nodes at once, each with a weight, as heads-up: see
`handsight.blueprint.policy`. If fewer players were dealt in than the tree has, the first positions
to act count as folded. If more players call before the flop than the tree allows, the further
callers count as folded, too. A player who is all-in for less than the others counts as calling
every later bet. An all-in raise of a short stack counts as a raise of its size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from handsight.blueprint.policy import (
    NEARLY_ALL,
    LineStep,
    TreeMove,
    WeightedNode,
    antes_in,
    blinds_of,
    meant,
    normal,
    places_after,
)
from handsight.blueprint.tree import CALL, FOLD, RAISE
from handsight.cards.card import STREETS

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from handsight.blueprint.tree import TreeOption
    from handsight.game import Action, ActionRecord, Observation
    from handsight.multiway.betting import TableTree


def seats_of(seen: Observation, players: int) -> Mapping[int, int]:
    """Return {seat at the table: seat in the tree} of the players who were dealt in.

    Args:
        seen: an observation of the hand.
        players: number of players in the tree.

    Returns:
        Empty if the tree has too few players, or if two players were dealt in and the tree has
        more: heads-up the small blind is on the button.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> start = HandState.start(Rules(), [1000] * 4, button=3, seed=1)
        >>> seats_of(HandCursor(start).observation(), 6)
        {0: 0, 1: 1, 2: 4, 3: 5}
    """
    return _seats(seen.button, tuple([stack > 0 for stack in seen.start_stacks]), players)


@lru_cache(maxsize=1024)
def _seats(button: int, is_dealt: tuple[bool, ...], players: int) -> Mapping[int, int]:
    count = len(is_dealt)
    turns = [(button + 1 + number) % count for number in range(count)]
    dealt = [seat for seat in turns if is_dealt[seat]]
    if len(dealt) == 2 and players == 2:
        small = button if is_dealt[button] else dealt[0]
        return {small: 0, next(seat for seat in dealt if seat != small): 1}
    if not 2 < len(dealt) <= players:
        return {}
    away = players - len(dealt)
    return {seat: number if number < 2 else number + away for number, seat in enumerate(dealt)}


def table_line(tree: TableTree, seen: Observation, seats: Mapping[int, int]) -> list[LineStep]:
    """Return the actions of a hand so far, with the hand's nodes in the tree.

    Args:
        tree: tree of the table.
        seen: an observation of the hand.
        seats: {seat at the table: seat in the tree}, as `seats_of` returns it; not empty.
    """
    bets, left = blinds_of(seen), list(seen.stacks)
    for record in seen.actions:
        left[record.seat] += record.chips
    pot = sum(bets) + antes_in(seen)
    away = set(range(tree.preflop.bets.shape[1])) - set(seats.values())
    all_in = {seats[seat] for seat in seats if left[seat] <= 0}
    places, street, steps = [WeightedNode(1.0, 0)], STREETS[0], []
    players = len(seats)
    for record in seen.actions:
        if record.street != street:
            street, bets = record.street, [0] * len(bets)
        faced = max(bets)
        before = settled(tree, places, away, all_in)
        after_call = pot + faced - bets[record.seat]
        moves, kept = _moves(tree, before, record, faced, after_call, seats[record.seat])
        places = places_after([*moves, *kept]) if moves or kept else []
        reached = bets[record.seat] + record.chips
        unmatched = sum([max(bet - reached, 0) for bet in bets])
        steps.append(LineStep(record, before, moves, places, pot - unmatched, players))
        players -= record.action.kind == "fold"
        bets[record.seat] += record.chips
        pot += record.chips
        if record.all_in:
            all_in.add(seats[record.seat])
    places = settled(tree, places, away, all_in)
    if steps:
        steps[-1] = steps[-1]._replace(after=places)
    return steps


def table_places(
    tree: TableTree, seen: Observation, steps: list[LineStep], seats: Mapping[int, int]
) -> list[WeightedNode]:
    """Return the weighted nodes at which the observer acts on the street of the observation.

    The weights add up to 1. The list is empty if there are no such nodes.

    Args:
        tree: tree of the table.
        seen: an observation of the hand, by the player to act.
        steps: all actions of the hand, as `table_line` returns them.
        seats: {seat at the table: seat in the tree}, as `seats_of` returns it; may be empty.
    """
    if not seats:
        return []
    if steps:
        places = steps[-1].after
    else:
        away = set(range(tree.preflop.bets.shape[1])) - set(seats.values())
        places = settled(tree, [WeightedNode(1.0, 0)], away, ())
    wanted = seats[seen.seat], STREETS.index(seen.street)
    here = [each for each in places if tree.acting(each.node) == wanted]
    return normal(here) if here else []


def settled(
    tree: TableTree, places: list[WeightedNode], away: Container[int], all_in: Container[int]
) -> list[WeightedNode]:
    """Play the tree's actions of players who cannot act at the table, and return the nodes after.

    Args:
        tree: tree of the table.
        places: the weighted nodes of the hand.
        away: seats in the tree at which nobody was dealt in; they fold.
        all_in: seats in the tree of players who are all-in; they call, or fold where the tree has
            no call.
    """
    found = []
    for weight, place in places:
        node = place
        seat = tree.acting(node)[0]
        while seat in away or seat in all_in:
            options = tree.options(node)
            wanted = FOLD if seat in away else CALL
            node = next((each.child for each in options if each.kind == wanted), options[0].child)
            seat = tree.acting(node)[0]
        found.append(WeightedNode(weight, node))
    return found


def _moves(
    tree: TableTree,
    places: list[WeightedNode],
    record: ActionRecord,
    faced: int,
    after_call: int,
    seat: int,
) -> tuple[list[TreeMove], list[TreeMove]]:
    """Translate an action at each node; also return moves that say nothing of the player's hand.

    These move from each node at which the player has folded to the same node, and where the tree
    has no room for another caller, from a call to a fold. A bet by a player who has folded in the
    tree has no translation.
    """
    moves, kept = [], []
    action, street = record.action, STREETS.index(record.street)
    for weight, node in places:
        if tree.acting(node) == (seat, street):
            options = tree.options(node)
            is_all_in = record.all_in and _is_large(options, action, faced, after_call)
            found = meant(options, action, is_all_in, faced, after_call)
            moves += [TreeMove(weight * share, node, child) for share, child in found]
            if not found and action.kind == "call" and options[0].kind == FOLD:
                kept.append(TreeMove(weight, node, options[0].child))
        elif action.kind not in ("bet", "raise") and tree.has_folded(node, seat):
            kept.append(TreeMove(weight, node, node))
    return moves, kept


def _is_large(options: tuple[TreeOption, ...], action: Action, faced: int, after_call: int) -> bool:
    """Check whether a bet is about as large as the largest of a node, or larger.

    Only such an all-in is the tree's. Players with more chips can still raise a smaller one, and it
    is cheap to call, which nobody at the tree's all-in node has to consider.

    Args:
        options: the options of the node.
        action: the action; the amount of a bet or raise is the player's total on the street.
        faced: the highest bet of the street before the action, in chips.
        after_call: chips in the pot if the player called instead.
    """
    largest = max((each.size for each in options if each.kind == RAISE), default=0.0)
    return action.amount - faced >= NEARLY_ALL * largest * after_call
