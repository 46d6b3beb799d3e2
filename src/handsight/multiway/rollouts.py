"""What each action of a decision wins if everybody plays on by a blueprint, from random deals.

The opponents' hands are drawn from the ranges with which a blueprint takes their actions, and the
cards that are still to come from the rest of the deck. Then the hand is played to its end in the
blueprint's tree, once with each action, where the same random numbers draw all later actions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint import Blueprint
from handsight.blueprint.policy import CALLED, FOLDED, actions_at, meant
from handsight.blueprint.reach import reach_of
from handsight.blueprint.tree import BLIND_FOLDED, BUTTON_FOLDED, SHOWDOWN
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

    from handsight.blueprint.policy import LineStep
    from handsight.blueprint.tree import HandBetting
    from handsight.game import Observation
    from handsight.kernels.multiway.training import TableArrays
    from handsight.multiway.blueprint import TableBlueprint

DEALS = 2_000
"""Default number of deals."""

BOARD = 5
MOST_TRIES = 500
"""The number of times that hands are drawn, until the ranges count as unable to be dealt together.
"""


class Rollouts(NamedTuple):
    """What the actions of a decision win in random deals.

    Attributes:
        actions: the actions at the table that the blueprint knows, and the action that was taken.
        values: float64[deals, actions], chips that the player wins from here on, where a fold wins
            0. Means over the deals are estimates; the actions of a deal share their luck.
        unlikely: seats of opponents whose actions the blueprint never takes; any hand was drawn for
            them.
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
    """Estimate what each action of a decision wins if everybody plays on by a blueprint.

    Args:
        strategy: the blueprint that everybody follows, before the decision and after it.
        seen: an observation of the hand by the player to act, whose cards are known.
        taken: an action to value in addition to those of the blueprint; a bet between two of its
            sizes is valued as a mixture of the two.
        deals: number of deals.
        seed: selects the deals, together with nothing else.

    Returns:
        None if the blueprint's tree lacks the line of the hand.

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
        >>> found.values.mean(0)[2] > found.values.mean(0)[0] == 0
        True
    """
    if not is_whole(deals, ABOVE_0):
        raise OptionError(f"deals is {deals!r}; it must be a whole number above 0")
    seed = checked_seed(seed)
    seats, steps = strategy.seats(seen), strategy.line(seen)
    places = strategy.places(seen, steps)
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
    columns: dict[Action, NDArray[np.float64]] = {}
    weights: dict[Action, float] = {}
    for weight, number in places:
        entry, node = _place(arrays, number)
        won = _values(arrays, strategy, entry, node, buckets, strengths, states)
        for action, column in _at_table(strategy, number, won, seen, taken):
            columns[action] = columns.get(action, 0.0) + weight * column
            weights[action] = weights.get(action, 0.0) + weight
    values = {action: columns[action] / weights[action] for action in columns}
    if CALLED in values and legal.call_cost and legal.call_cost >= legal.stack:
        pot = seen.main_pot + legal.call_cost  # no decision is left, however deep the tree is
        values[CALLED] = _showdown(drawn, strengths, seats) * pot - legal.call_cost
    return Rollouts(tuple(values), np.stack(list(values.values()), 1), unlikely)


# --- cards ----------------------------------------------------------------------------------------


def _ranges(
    strategy: Blueprint | TableBlueprint, seen: Observation, steps: list[LineStep]
) -> tuple[dict[int, NDArray[np.float64]], tuple[int, ...]]:
    """Return {seat: weights of the 1,326 combos} of the opponents, and who plays unlikely lines."""
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

    Hands are drawn together, and again if two of them share a card. So every possible combination
    is as likely as the product of its weights.
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
        boards[:, len(board) :] = np.argpartition(order, missing, axis=1)[:, :missing]
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
    """Return what each option of a node wins, as shares of the pot there: float64[deals, options].

    Chips that the player has put in before do not count, so a fold wins 0.
    """
    from handsight.kernels.multiway.rollouts import play_out
    from handsight.kernels.multiway.training import COUNT, PLAYER

    values = np.empty((len(strengths), int(arrays.nodes[node, COUNT])))
    play_out(arrays, strategy.strategy, node, entry, buckets, strengths, states, values)
    player, unit = arrays.nodes[node, PLAYER], float(arrays.units[entry])
    paid = arrays.paid[entry, arrays.seats[entry, player]] + unit * arrays.puts[node, player]
    pot = arrays.chips[entry] + unit * arrays.puts[node].sum()
    return np.asarray((values + float(paid)) / float(pot))


def _at_table(
    strategy: Blueprint | TableBlueprint,
    number: int,
    won: NDArray[np.float64],
    seen: Observation,
    taken: Action | None,
) -> list[tuple[Action, NDArray[np.float64]]]:
    """Return each action at the table with the chips that it wins in each deal.

    A call wins the same share of the pot after it as in the tree, whatever its price is there.
    """
    options, legal = strategy.tree.options(number), seen.legal
    columns: dict[Action, NDArray[np.float64]] = {}
    for place, action in enumerate(actions_at(options, legal)):
        column = won[:, place] * legal.pot
        if action == CALLED:
            price = strategy.tree.price(number)
            share = (won[:, place] + price) / (1 + price)
            column = share * (legal.pot + legal.call_cost) - legal.call_cost
        columns.setdefault(action, column)
    if taken == FOLDED:
        columns.setdefault(taken, np.zeros(len(won)))  # also where a check is free
    elif taken is not None and taken.kind in ("check", "call"):
        taken = CALLED
    elif taken is not None and taken.kind == "bet":
        taken = Action("raise", taken.amount)
    if taken is not None and taken not in columns:
        is_all_in = taken.kind == "raise" and taken.amount >= legal.raise_max
        found = meant(options, taken, is_all_in, legal.price, legal.pot + legal.call_cost)
        places = {option.child: place for place, option in enumerate(options)}
        if found:
            mixed = np.stack([share * won[:, places[child]] for share, child in found])
            columns[taken] = mixed.sum(0) * legal.pot
    return list(columns.items())


def showdown_values(
    strategy: Blueprint | TableBlueprint, seen: Observation, deals: int = DEALS, seed: int = 0
) -> NDArray[np.float64] | None:
    """Return the share of the pot that a player wins in random deals, if nobody folds any more.

    Args:
        strategy: the blueprint from which the opponents' ranges follow.
        seen: an observation of the hand by the player to act, whose cards are known.
        deals: number of deals.
        seed: selects the deals.

    Returns:
        float64[deals]; None if the blueprint is for other players, or the ranges block each other.
    """
    seats = strategy.seats(seen)
    if not seats:
        return None
    ranges, _ = _ranges(strategy, seen, strategy.line(seen))
    drawn = _draw(ranges, seen, deals, np.random.Generator(np.random.PCG64([seed, 1])))
    if drawn is None:
        return None
    own = {seat: place for place, seat in enumerate(drawn.seats)}
    _, strengths = _buckets(strategy, drawn, own, len(own))
    return _showdown(drawn, strengths, own)


def _showdown(
    drawn: _Drawn, strengths: NDArray[np.uint16], places: Mapping[int, int]
) -> NDArray[np.float64]:
    """Return the observer's share of the pot in a showdown of all dealt hands: float64[deals].

    Args:
        drawn: the cards.
        strengths: uint16[deals, places], the strength of each hand.
        places: {seat: column in ``strengths``}.
    """
    met = strengths[:, [places[seat] for seat in drawn.seats]]
    most = met.max(1)
    ties = (met == most[:, None]).sum(1)
    return np.where(met[:, 0] == most, 1 / ties, 0.0)
