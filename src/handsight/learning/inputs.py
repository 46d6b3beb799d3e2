"""The inputs of a network at a decision: the strength of the hand, and the state of the table.

Both are built from compact observations (`handsight.envs`). This module is the only encoder, for
training in environments as well as for play at a table. Learning from cards alone would take
millions of hands, so a hand is described by its strength. Before the flop, the strength is the
equity against a random hand. On the flop and turn, it is the mean and the spread of the strength
over all rivers, for the bucket of the hand. On the river, it is the exact strength against a random
hand.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.blueprint import blueprint_of
from handsight.blueprint.blueprint import SHIPPED
from handsight.cards.card import DECK_SIZE
from handsight.envs import features
from handsight.envs.observations import COMMON_FIELDS, seats_of
from handsight.kernels.envs.layout import (
    FEATURES,
    SEE_BOARD,
    SEE_COST,
    SEE_HOLE,
    SEE_POT,
    SEE_RAISE,
    SEE_STACKS,
    UNSEEN,
)
from handsight.ranges.class_equities import pocket_equity
from handsight.ranges.combos import CLASSES

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from handsight.blueprint import Buckets

_Read: TypeAlias = "Callable[[NDArray[np.int64], Buckets], NDArray[Any]]"
"""Returns the buckets of cards on a street."""

STEPS = 16
"""The number of steps that encode a strength from 0 to 1."""

STREETS = 4
CARDS = 2 * DECK_SIZE
"""The number of card features, which are first in `handsight.envs.features` and are not inputs."""

CHIPS = 6
"""The number of inputs that are logarithms or ratios of chips."""

NEAR_FULL = 7.0
"""The divisor of logarithms, such that a pot of a thousand big blinds becomes about 1."""


def input_count(seats: int) -> int:
    """Return the number of inputs of a policy's network for this number of players."""
    return STREETS * STEPS + 2 + CHIPS + FEATURES - CARDS + 4 * seats


def critic_count(seats: int) -> int:
    """Return the number of inputs of a critic's network for this number of players.

    The critic sees the hands of all players.
    """
    return input_count(seats) + (seats - 1) * (STEPS + 1)


def policy_inputs(
    rows: NDArray[np.uint16], strengths: NDArray[np.float32], big_blind: int
) -> NDArray[np.float32]:
    """Convert compact observations to the inputs of a network: float32[n, `input_count`].

    The inputs are, in this order: the strength in steps, in the columns of the current street
    (those of other streets are 0); the mean and spread of the strength; the logarithms of the pot,
    the price, the street total of the minimum raise (0 if no raise is legal) and the player's own
    stack in big blinds; the price as a share of the pot after a call; the logarithm of the stack
    divided by the pot after a call; and all numbers of `handsight.envs.features` except the cards.
    Each logarithm is of 1 plus the amount or ratio, and divided by `NEAR_FULL`.

    Args:
        rows: uint16[n, 14 + 2 * seats], compact observations.
        strengths: float32[n, 2], as returned by `hand_strengths`.
        big_blind: the big blind in chips.
    """
    count, seats = len(rows), seats_of(rows)
    inputs = np.zeros((count, input_count(seats)), np.float32)
    by_street = inputs[:, : STREETS * STEPS].reshape(count, STREETS, STEPS)
    by_street[np.arange(count), streets_of(rows)] = in_steps(strengths[:, 0])
    at = STREETS * STEPS
    inputs[:, at : at + 2] = strengths
    at += 2
    chips = rows.astype(np.float32)
    pot, cost, stack = chips[:, SEE_POT], chips[:, SEE_COST], chips[:, SEE_STACKS]
    amounts = np.stack([pot, cost, chips[:, SEE_RAISE], stack], 1)
    inputs[:, at : at + 4] = np.log1p(amounts / np.float32(big_blind)) / np.float32(NEAR_FULL)
    inputs[:, at + 4] = cost / np.maximum(pot + cost, 1)
    inputs[:, at + 5] = np.log1p(stack / np.maximum(pot + cost, 1)) / np.float32(NEAR_FULL)
    inputs[:, at + CHIPS :] = features(rows, 100.0 * big_blind)[:, CARDS:]
    return inputs


def critic_inputs(
    inputs: NDArray[np.float32],
    rows: NDArray[np.uint16],
    others: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Add the other players' strengths to a policy's inputs: float32[n, `critic_count`].

    The result is the inputs of the critic's network.

    Args:
        inputs: float32[n, `input_count`], as returned by `policy_inputs`.
        rows: uint16[n, 14 + 2 * seats], the compact observations of the inputs.
        others: float32[n, seats - 1], the mean strengths of the other players' hands, clockwise
            from the next seat; those of players who have folded become 0 in the result.
    """
    count, seats = len(rows), others.shape[1] + 1
    in_hand = (
        rows[:, [COMMON_FIELDS.index("players")]] >> np.arange(1, seats, dtype=np.uint16)
    ) & 1
    seen = np.concatenate([in_steps(others.ravel()), others.reshape(-1, 1)], 1)
    seen *= in_hand.reshape(-1, 1)
    return np.concatenate([inputs, seen.reshape(count, -1)], 1)


def in_steps(strengths: NDArray[np.float32]) -> NDArray[np.float32]:
    """Encode each number from 0 to 1 by the two nearest of 16 steps: float32[n, `STEPS`].

    The two steps get shares that tell how close the number is to each of them and sum to 1; all
    other steps get 0.

    Example:
        >>> in_steps(np.array([0.5 / 15], np.float32))[0, :3].tolist()
        [0.5, 0.5, 0.0]
    """
    place = strengths[:, None] * np.float32(STEPS - 1)
    steps = np.arange(STEPS, dtype=np.float32)
    return np.asarray(np.maximum(1 - np.abs(place - steps), 0), np.float32)


# --- strengths ------------------------------------------------------------------------------------


def buckets() -> Buckets:
    """Return the shipped buckets, which group hands of similar strength."""
    return blueprint_of(SHIPPED).buckets


def streets_of(rows: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return the street of each compact observation, 0 to 3."""
    board = rows[:, SEE_BOARD : SEE_BOARD + 5]
    return np.asarray(np.maximum((board != UNSEEN).sum(1) - 2, 0))


def hand_strengths(rows: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Return the mean and the spread of the strength of each hand: float32[n, 2].

    The spread is 0 before the flop and on the river.

    Args:
        rows: uint16[n, 14 + 2 * seats], compact observations, of which only the cards matter.

    Example:
        >>> from handsight.envs import TableBatch
        >>> observations, _ = TableBatch(tables=1).reset(seed=7)
        >>> [[mean, spread]] = hand_strengths(observations).tolist()
        >>> observations[0, :2].tolist(), round(mean, 3), spread
        ([46, 42], 0.634, 0.0)
    """
    streets = streets_of(rows)
    strengths = np.zeros((len(rows), 2), np.float32)
    cards = rows[:, : SEE_BOARD + 5].astype(np.int64)
    for street, read in enumerate((_before_the_flop, _on_the_flop, _on_the_turn, _on_the_river)):
        which = np.flatnonzero(streets == street)
        if len(which):
            strengths[which] = read(cards[which])
    return strengths


def hand_buckets(
    rows: NDArray[np.uint16], grouped: Buckets, streets: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return the bucket of each hand on its street: int64[n].

    Args:
        rows: uint16[n, 14 + 2 * seats], compact observations, of which only the cards matter.
        grouped: the buckets.
        streets: int64[n], the street of each row, if it is known.
    """
    streets = streets_of(rows) if streets is None else streets
    numbers = np.zeros(len(rows), np.int64)
    cards = rows[:, : SEE_BOARD + 5].astype(np.int64)
    of_streets: tuple[_Read, ...] = (_class_numbers, _flop_buckets, _turn_buckets, _river_buckets)
    for street, read in enumerate(of_streets):
        which = np.flatnonzero(streets == street)
        if len(which):
            numbers[which] = read(cards[which], grouped)
    return numbers


def _before_the_flop(cards: NDArray[np.int64]) -> NDArray[np.float32]:
    return _class_strengths()[_class_numbers(cards, buckets())]


def _on_the_flop(cards: NDArray[np.int64]) -> NDArray[np.float32]:
    return _centre_strengths()[0][_flop_buckets(cards, buckets())]


def _on_the_turn(cards: NDArray[np.int64]) -> NDArray[np.float32]:
    return _centre_strengths()[1][_turn_buckets(cards, buckets())]


def _on_the_river(cards: NDArray[np.int64]) -> NDArray[np.float32]:
    from handsight.kernels.blueprint.buckets import POINTS

    means = _river_points(cards).astype(np.float32) / np.float32(POINTS - 1)
    return np.stack([means, np.zeros_like(means)], 1)


def _class_numbers(cards: NDArray[np.int64], grouped: Buckets) -> NDArray[np.uint8]:
    return grouped.tables.classes[_combos(cards)]


def _flop_buckets(cards: NDArray[np.int64], grouped: Buckets) -> NDArray[np.uint8]:
    tables, places = grouped.tables, _places(cards[:, SEE_BOARD : SEE_BOARD + 3])
    turned = tables.turned[tables.flop_change[places], _combos(cards)]
    return tables.flop[tables.flop_class[places], turned]


def _turn_buckets(cards: NDArray[np.int64], grouped: Buckets) -> NDArray[np.uint8]:
    tables, places = grouped.tables, _places(cards[:, SEE_BOARD : SEE_BOARD + 4])
    turned = tables.turned[tables.turn_change[places], _combos(cards)]
    return tables.turn[tables.turn_class[places], turned]


def _river_buckets(cards: NDArray[np.int64], grouped: Buckets) -> NDArray[np.int64]:
    from handsight.kernels.blueprint.buckets import POINTS

    return _river_points(cards) * grouped.rivers // POINTS


def _river_points(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    from handsight.kernels.blueprint.deals import river_points

    bits = np.uint64(1) << (16 * (cards & 3) + (cards >> 2)).astype(np.uint64)
    boards = np.bitwise_or.reduce(bits[:, SEE_BOARD : SEE_BOARD + 5], axis=1)
    points = [
        river_points(board, one, other)
        for board, (one, other) in zip(boards, cards[:, :2].tolist(), strict=True)
    ]
    return np.array(points, np.int64)


def _combos(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the combo number of the hole cards in each row, as `combo_number` numbers combos."""
    return _combo_numbers()[cards[:, SEE_HOLE], cards[:, SEE_HOLE + 1]]


def _places(boards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the index of each board among all boards of its size.

    This is `handsight.blueprint.buckets.place_of` for arrays.
    """
    a, b, c, *last = np.sort(boards, axis=1).T
    places = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    for d in last:
        places = places + d * (d - 1) * (d - 2) * (d - 3) // 24
    return np.asarray(places)


@cache
def _combo_numbers() -> NDArray[np.int64]:
    from handsight.ranges.combos import COMBOS

    numbers = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    for number, (one, other) in enumerate(COMBOS):
        numbers[one, other] = numbers[other, one] = number
    return numbers


@cache
def _class_strengths() -> NDArray[np.float32]:
    return np.array([[pocket_equity(name).equity, 0] for name in CLASSES], np.float32)


@cache
def _centre_strengths() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the mean and the spread of the strength in each flop bucket, and in each turn bucket.

    Returns:
        Two arrays float32[buckets, 2], for the flop and for the turn.
    """
    return _moments(buckets().flop.centres), _moments(buckets().turn.centres)


def _moments(centres: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the mean and standard deviation of each cumulative histogram: float32[n, 2].

    The bins of a histogram divide the numbers from 0 to 1 evenly.
    """
    shares = np.diff(centres.astype(np.float64), axis=1, prepend=0) / centres[:, -1:]
    middles = (np.arange(shares.shape[1]) + 0.5) / shares.shape[1]
    means = shares @ middles
    spreads = np.sqrt(np.maximum(shares @ middles**2 - means**2, 0))
    return np.stack([means, spreads], 1).astype(np.float32)
