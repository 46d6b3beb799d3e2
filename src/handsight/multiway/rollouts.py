"""Estimates from random deals of what each action wins if everybody follows a blueprint.

The opponents' hands are drawn from the ranges with which a blueprint takes their actions, and the
cards that are still to come are drawn from the rest of the deck. Then the hand is played to its end
in the blueprint's tree, once with each action; the same random numbers draw all later actions each
time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint import Blueprint
from handsight.blueprint.policy import CALLED, FOLDED, NEAR, actions_at, meant, normal
from handsight.blueprint.reach import reach_of
from handsight.blueprint.tree import (
    BIG_BLIND,
    BLIND_FOLDED,
    BUTTON_FOLDED,
    CALL,
    RAISE,
    SHOWDOWN,
)
from handsight.errors import OptionError
from handsight.game import Action
from handsight.multiway.betting import ENDED, STRIDE
from handsight.multiway.training import tree_arrays
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import combo_tables
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.seeds import checked_seed, raw_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from handsight.blueprint.policy import LineStep, WeightedNode
    from handsight.blueprint.tree import HandBetting, TreeOption
    from handsight.game import LegalActions, Observation
    from handsight.kernels.multiway.training import TableArrays
    from handsight.multiway.blueprint import TableBlueprint

DEALS = 2_000
"""Default number of deals."""

BOARD = 5
ALL_CHIPS = 0.99
"""A player who has put in this share of the stack is all-in; sums in a tree are rounded."""

MOST_TRIES = 500
"""The number of attempts to draw hands after which the ranges count as blocking each other."""


class Rollouts(NamedTuple):
    """What the actions of a decision win in random deals.

    Attributes:
        actions: the actions at the table that the blueprint knows, and the action that was taken.
        values: float64[deals, actions], chips that the player wins from here on; a fold wins 0.
            Means over the deals are estimates; within a deal, all actions share the same luck.
        unlikely: seats of opponents whose actions the blueprint never takes; their hands were drawn
            from all hands.
    """

    actions: tuple[Action, ...]
    values: NDArray[np.float64]
    unlikely: tuple[int, ...]


def roll_out(
    strategy: Blueprint | TableBlueprint,
    seen: Observation,
    taken: Action | None = None,
    deals: int = DEALS,
    seed: int = 0,
) -> Rollouts | None:
    """Estimate what each action of a decision wins if everybody follows a blueprint.

    Args:
        strategy: the blueprint that everybody follows, before the decision and after it.
        seen: an observation of the hand by the player to act, whose cards are known.
        taken: an action to value in addition to those of the blueprint; a bet between two of its
            sizes is valued as a mixture of the two.
        deals: number of deals.
        seed: seed of the random deals and of the later actions.

    Returns:
        None if the blueprint's tree lacks the line of the hand, if an opponent who is all-in could
        still fold there, or if the ranges of the opponents block each other.

    Raises:
        OptionError: if a number is invalid.
        CacheError: if the tables of the buckets cannot be built, stored or read.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> from handsight.multiway import table_blueprint_for
        >>> start = HandState.start(Rules(), [10_000] * 6, 5, seed=1, holes=[None, None, "AsAh"])
        >>> found = roll_out(table_blueprint_for(6, 100), HandCursor(start).observation())
        >>> [str(action) for action in found.actions], found.values.shape
        (['fold', 'call', 'raise to 250'], (2000, 3))
        >>> bool(found.values.mean(0)[2] > found.values.mean(0)[0] == 0)
        True
    """
    if not is_whole(deals, ABOVE_0):
        raise OptionError(f"deals is {deals!r}; it must be a whole number above 0")
    seed = checked_seed(seed)
    seats, steps = strategy.seats(seen), strategy.line(seen)
    places = strategy.places(seen, steps)
    if not ends_betting(seen):
        places = without_folds_of_all_ins(strategy, seen, places)
    if not places:
        return None
    legal = seen.legal
    ranges, unlikely = _ranges(strategy, seen, steps)
    drawn = _draw(ranges, seen, deals, np.random.Generator(np.random.PCG64([seed, 1])))
    if drawn is None:
        return None
    arrays = _arrays(strategy)
    buckets, strengths = _buckets(strategy, drawn, seats, len(arrays.seats[0]))
    states = raw_words(seed, 2, count=4 * deals).reshape(deals, 4)
    known = [(weight, number, strategy.tree.options(number)) for weight, number in places]
    values = {
        action: np.zeros(deals)
        for action in actions_of([options for _, _, options in known], legal, taken)
    }
    for weight, number, options in known:
        won = _values(arrays, strategy, *_place(arrays, number), buckets, strengths, states)
        price = strategy.tree.price(number)
        for action in values:
            values[action] += weight * _at_table(price, options, won, seen, action)
    if CALLED in values and ends_betting(seen):
        values[CALLED] = _called(drawn, strengths, seats, seen)  # however deep the tree is
    return Rollouts(tuple(values), np.stack(list(values.values()), 1), unlikely)


# --- cards ----------------------------------------------------------------------------------------


def _ranges(
    strategy: Blueprint | TableBlueprint, seen: Observation, steps: list[LineStep]
) -> tuple[dict[int, NDArray[np.float64]], tuple[int, ...]]:
    """Return {seat: weights of the 1,326 combos} of the opponents, and the seats in `unlikely`."""
    board = [card.index for card in seen.board]
    known = np.isin(combo_tables()[1], [*board, *(card.index for card in seen.hole)]).any(1)
    ranges, unlikely = {}, []
    for seat in seen.opponents:
        weights = np.where(known, 0.0, reach_of(strategy, steps, seat, board))
        if not weights.sum() > 0:
            unlikely.append(seat)
            weights = np.where(known, 0.0, 1.0)
        ranges[seat] = weights
    return ranges, tuple(unlikely)


class _Drawn(NamedTuple):
    """The cards of some deals.

    Attributes:
        seats: the seats at the table whose hands were dealt, the observer's first.
        holes: uint8[deals, seats, 2], their cards.
        boards: uint8[deals, 5], the cards of the board.
    """

    seats: tuple[int, ...]
    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]


def _draw(
    ranges: dict[int, NDArray[np.float64]],
    seen: Observation,
    deals: int,
    generator: np.random.Generator,
) -> _Drawn | None:
    """Draw the opponents' hands and the missing cards; return None if the ranges block each other.

    All hands of a deal are dropped if two of them share a card. So the probability of each possible
    combination is proportional to the product of its weights.
    """
    pairs = combo_tables()[1]
    sums = [np.cumsum(weights) for weights in ranges.values()]
    found = np.zeros((0, len(sums), 2), np.uint8)
    for _ in range(MOST_TRIES):
        drawn = [
            np.searchsorted(total, generator.random(2 * deals) * total[-1], side="right")
            for total in sums
        ]
        cards = pairs[np.minimum(np.stack(drawn, 1), COMBO_COUNT - 1)]
        ordered = np.sort(cards.reshape(2 * deals, -1), axis=1)
        apart = (ordered[:, 1:] != ordered[:, :-1]).all(1)
        found = np.concatenate([found, cards[apart]])
        if len(found) >= deals:
            break
    else:
        return None
    found = found[:deals]
    own = np.array([card.index for card in seen.hole], np.uint8)
    holes = np.concatenate([np.broadcast_to(own, (deals, 1, 2)), found], 1)
    board = [card.index for card in seen.board]
    return _Drawn((seen.seat, *ranges), holes, _boards(board, holes, generator))


def _boards(
    board: Sequence[int], holes: NDArray[np.uint8], generator: np.random.Generator
) -> NDArray[np.uint8]:
    """Return boards that begin with the known cards: uint8[deals, 5]."""
    deals = len(holes)
    boards = np.empty((deals, BOARD), np.uint8)
    boards[:, : len(board)] = board
    if len(board) < BOARD:
        order = generator.random((deals, 52))
        order[:, list(board)] = 2.0
        np.put_along_axis(order, holes.reshape(deals, -1).astype(np.int64), 2.0, axis=1)
        missing = BOARD - len(board)
        boards[:, len(board) :] = np.argsort(order, axis=1)[:, :missing]
    return boards


def _buckets(
    strategy: Blueprint | TableBlueprint, drawn: _Drawn, seats: Mapping[int, int], count: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return the buckets and strengths of all hands, by the players' numbers in the tree."""
    from handsight.kernels.multiway.rollouts import bucket_deals

    deals, hands = drawn.holes.shape[:2]
    cards = np.concatenate([drawn.boards, drawn.holes.reshape(deals, -1)], 1)
    buckets = np.empty((deals, hands, 4), np.uint16)
    strengths = np.empty((deals, hands), np.uint16)
    bucket_deals(np.ascontiguousarray(cards), strategy.buckets.tables, buckets, strengths)
    numbers = [seats[seat] for seat in drawn.seats]
    by_number = np.zeros((deals, count, 4), np.uint16), np.zeros((deals, count), np.uint16)
    by_number[0][:, numbers], by_number[1][:, numbers] = buckets, strengths
    return by_number


# --- the tree -------------------------------------------------------------------------------------


def _arrays(strategy: Blueprint | TableBlueprint) -> TableArrays:
    if isinstance(strategy, Blueprint):
        return _arrays_for_two(strategy.betting, strategy.buckets.counts)
    return _arrays_for_table(strategy.betting, strategy.buckets.counts)


_arrays_for_table = lru_cache(maxsize=8)(tree_arrays)


@lru_cache(maxsize=4)
def _arrays_for_two(betting: HandBetting, counts: tuple[int, int, int, int]) -> TableArrays:
    """Return a heads-up tree as the arrays of a table, where it has a single entry."""
    from handsight.kernels.multiway.training import TableArrays

    tree = betting.tree
    ended = tree.players >= SHOWDOWN
    players = np.where(ended, ENDED, tree.players)
    nodes = np.stack([players, tree.streets, tree.firsts, tree.counts], 1).astype(np.int32)
    live = np.full(tree.node_count, 3, np.int32)
    live[tree.players == BUTTON_FOLDED], live[tree.players == BLIND_FOLDED] = 2, 1
    both = np.arange(2, dtype=np.int8)[None]
    zeros = np.zeros(1, np.float32)
    return TableArrays(
        nodes,
        tree.rows(counts)[:-1],
        tree.paid.astype(np.float32),
        2 * tree.paid.min(1).astype(np.float32),
        live,
        np.zeros(1, np.int32),
        np.zeros(1, np.int64),
        both,
        both,
        zeros,
        np.zeros((1, 2), np.float32),
        np.ones(1, np.float32),
        np.float32(0),
        np.float32(np.inf),
    )


def without_folds_of_all_ins(
    strategy: Blueprint | TableBlueprint, seen: Observation, places: Sequence[WeightedNode]
) -> list[WeightedNode]:
    """Return the nodes at which all opponents who are all-in at the table have no chips left.

    Elsewhere such an opponent could still fold in the tree. A tree often lacks an all-in, above all
    of a short stack, which then counts as its largest raise.

    Args:
        strategy: the blueprint.
        seen: an observation of the hand.
        places: the weighted nodes of the hand in the blueprint's tree.
    """
    seats = strategy.seats(seen)
    all_in = [seats[seat] for seat in seen.opponents if not seen.stacks[seat]]
    if not all_in:
        return list(places)
    arrays, stack = _arrays(strategy), strategy.betting.stack * BIG_BLIND
    kept = []
    for each in places:
        entry, node = _place(arrays, each.node)
        numbers = {seat: int(arrays.players[entry, seat]) for seat in all_in}
        paid = [
            arrays.paid[entry, seat] + arrays.units[entry] * arrays.puts[node, number]
            for seat, number in numbers.items()
            if number >= 0
        ]
        if all(chips >= ALL_CHIPS * stack for chips in paid):
            kept.append(each)
    return normal(kept) if kept else []


def _place(arrays: TableArrays, number: int) -> tuple[int, int]:
    """Return the entry and the index of a node in the arrays, from its number in the tree."""
    entry, local = divmod(number, STRIDE)
    return entry, local + (int(arrays.roots[entry]) if entry else 0)


def _values(
    arrays: TableArrays,
    strategy: Blueprint | TableBlueprint,
    entry: int,
    node: int,
    buckets: NDArray[np.uint16],
    strengths: NDArray[np.uint16],
    states: NDArray[np.uint64],
) -> NDArray[np.float64]:
    """Return what each option wins, as shares of the pot at the node: float64[deals, options].

    Chips that the player put in earlier are not subtracted, so a fold wins 0.
    """
    from handsight.kernels.multiway.rollouts import play_out
    from handsight.kernels.multiway.training import COUNT, PLAYER

    values = np.empty((len(strengths), int(arrays.nodes[node, COUNT])))
    play_out(arrays, strategy.strategy, node, entry, buckets, strengths, states, values)
    player, unit = arrays.nodes[node, PLAYER], float(arrays.units[entry])
    paid = arrays.paid[entry, arrays.seats[entry, player]] + unit * arrays.puts[node, player]
    pot = arrays.chips[entry] + unit * arrays.puts[node].sum()
    return np.asarray((values + float(paid)) / float(pot))


def actions_of(
    menus: Sequence[Sequence[TreeOption]], legal: LegalActions, taken: Action | None
) -> tuple[Action, ...]:
    """Return the actions at the table that correspond to the options of several nodes.

    Of raises that differ by at most `NEAR` of the pot, only the first one is kept; the action that
    was taken is always kept.

    Args:
        menus: the options of each node, the likeliest node first.
        legal: the legal actions at the table.
        taken: the action that was taken; None for none. A check is a call, and a bet a raise.
    """
    near = NEAR * (legal.pot + legal.call_cost)
    found: list[Action] = []
    for options in menus:
        for action in actions_at(tuple(options), legal):
            is_new = action not in found and not any(
                action.kind == other.kind == "raise" and abs(action.amount - other.amount) <= near
                for other in found
            )
            if is_new:
                found.append(action)
    if taken is not None and plain(taken) not in found:
        found.append(plain(taken))
    return tuple(found)


def plain(action: Action) -> Action:
    """Return an action in the form that a tree uses: a check is a call, and a bet is a raise."""
    if action.kind in ("check", "call"):
        return CALLED
    return FOLDED if action.kind == "fold" else Action("raise", action.amount)


def parts_of(
    options: Sequence[TreeOption], action: Action, legal: LegalActions
) -> list[tuple[float, int]]:
    """Translate an action at the table into options of a node.

    Args:
        options: the options of the node.
        action: an action of `actions_of`.
        legal: the legal actions at the table.

    Returns:
        For each option, its probability and its index. A size between two options is a mixture of
        both, and a raise where the node has none is a call. Empty for a fold where the node has
        none.
    """
    named = actions_at(tuple(options), legal)
    same = [place for place, each in enumerate(named) if each == action]
    if same:  # a fold and a raise that are not legal at the table are calls, too
        usual = (place for place in same if action != CALLED or options[place].kind == CALL)
        return [(1.0, next(usual, same[0]))]
    if action.kind == "raise" and not any(option.kind == RAISE for option in options):
        action = CALLED
    is_all_in = action.kind == "raise" and action.amount >= legal.raise_max
    found = meant(tuple(options), action, is_all_in, legal.price, legal.pot + legal.call_cost)
    places = {option.child: place for place, option in enumerate(options)}
    return [(share, places[child]) for share, child in found]


def _at_table(
    price: float,
    options: Sequence[TreeOption],
    won: NDArray[np.float64],
    seen: Observation,
    action: Action,
) -> NDArray[np.float64]:
    """Return the chips that an action at the table wins in each deal.

    A call wins the same share of the pot after the call as in the tree, whatever its price there.
    With other stacks than in the tree, such a share can be more than there are chips at the table,
    so in each deal nobody loses more than a stack, and nobody wins more than can be put in.

    Args:
        price: the cost of a call at the node, as a share of the pot before the call.
        options: the options of the node.
        won: float64[deals, options], what the options win, as shares of the pot at the node.
        seen: an observation of the hand.
        action: the action.
    """
    if action == FOLDED:
        return np.zeros(len(won))  # also where a check is free
    pot, cost = seen.winnable(seen.legal.stack), seen.legal.call_cost
    chips = won * pot
    if action == CALLED:
        chips = (won + price) / (1 + price) * (pot + cost) - cost
    chips = np.clip(chips, -seen.legal.stack, _most_won(seen))
    parts = parts_of(options, action, seen.legal)
    return np.asarray(np.sum([share * chips[:, place] for share, place in parts], axis=0))


def _most_won(seen: Observation) -> int:
    """Return the largest number of chips that the player can win from here on.

    These are the pot, and what the opponents can still put in, as far as the player can match it.
    """
    reached = seen.paid[seen.seat] + seen.legal.stack
    left = sum(
        max(min(seen.paid[seat] + seen.stacks[seat], reached) - min(seen.paid[seat], reached), 0)
        for seat in seen.opponents
    )
    return seen.winnable(seen.legal.stack) + left


def ends_betting(seen: Observation) -> bool:
    """Check whether nobody has a decision left in the hand if the player calls.

    Args:
        seen: an observation of the hand by the player to act.
    """
    left = any(seen.stacks[seat] for seat in seen.opponents)
    is_last = seen.legal.call_cost >= seen.legal.stack or not left
    return seen.legal.call_cost > 0 and is_last and _is_matched(seen)


def _is_matched(seen: Observation) -> bool:
    """Check whether all opponents have called what the player has to call."""
    return all(
        seen.bets[seat] >= seen.legal.price or not seen.stacks[seat] for seat in seen.opponents
    )


def call_values(
    strategy: Blueprint | TableBlueprint, seen: Observation, deals: int = DEALS, seed: int = 0
) -> NDArray[np.float64] | None:
    """Return what a check or call wins in random deals, if nobody bets or folds any more.

    Args:
        strategy: the blueprint from which the opponents' ranges follow.
        seen: an observation of the hand by the player to act, whose cards are known.
        deals: number of deals.
        seed: selects the deals.

    Returns:
        float64[deals], chips that the player wins from here on. None if the blueprint is for other
        players, the ranges block each other, an opponent has not called yet, or the blueprint lacks
        the bet that the player faces, so that it says nothing about the bettor's hand.
    """
    if not strategy.seats(seen) or not _is_matched(seen):
        return None
    steps = strategy.line(seen)
    bets = [step for step in steps if step.record.action.kind in ("bet", "raise")]
    if seen.legal.call_cost and bets and not bets[-1].moves:
        return None
    ranges, _ = _ranges(strategy, seen, steps)
    drawn = _draw(ranges, seen, deals, np.random.Generator(np.random.PCG64([seed, 1])))
    if drawn is None:
        return None
    own = {seat: place for place, seat in enumerate(drawn.seats)}
    _, strengths = _buckets(strategy, drawn, own, len(own))
    return _called(drawn, strengths, own, seen)


def _called(
    drawn: _Drawn, strengths: NDArray[np.uint16], places: Mapping[int, int], seen: Observation
) -> NDArray[np.float64]:
    """Return what a call wins in a showdown of all dealt hands, with side pots: float64[deals].

    Args:
        drawn: the cards.
        strengths: uint16[deals, places], the strength of each hand.
        places: {seat: index of its column in ``strengths``}.
        seen: an observation of the hand by the player who calls.
    """
    cost = min(seen.legal.call_cost, seen.legal.stack)
    paid = list(seen.paid)
    paid[seen.seat] += cost
    won, level = np.full(len(strengths), -float(cost)), 0
    dead = seen.legal.pot + cost - sum(paid)
    for above in sorted({min(paid[seat], paid[seen.seat]) for seat in drawn.seats}):
        chips = dead + sum(min(each, above) - min(each, level) for each in paid)
        met = strengths[:, [places[seat] for seat in drawn.seats if paid[seat] >= above]]
        most = met.max(1)  # the player's own hand is the first
        won += np.where(met[:, 0] == most, chips / (met == most[:, None]).sum(1), 0.0)
        dead, level = 0, above
    return won
