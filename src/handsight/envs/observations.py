"""Observations of a learner: rows of small integers, or features as the input of a network.

A compact observation is a row of ``14 + 2 * seats`` 16-bit numbers: 36 bytes for two players, and
64 bytes for nine. Seats are counted clockwise from the observing player, who is seat 0.

=============  ==================================================================================
numbers        meaning
=============  ==================================================================================
0, 1           the player's own cards, 0..51: 4 · rank + suit
2 to 6         the board, in the order dealt; 52 for a card that is not dealt yet
7              the position: number of seats from the button to the player, 0 on the button
8              the players who have not folded: bit s stands for the player in seat s
9              the pot, including the bets of this street
10             the price of a call; 0 for a check
11             the minimum street total of a bet or raise; 0 if none is legal
12             the last eight actions of this street, two bits each, the latest in the lowest bits
13             the number of bets and raises on each street, four bits each, preflop in the lowest
14 ...         the stacks, one for each seat
14 + seats ..  the bets of this street, one for each seat
=============  ==================================================================================

An action is 1 for a fold, 2 for a check or call, 3 for a bet or raise, and 0 for no action. If it
is not the observing player's turn, the numbers 10 and 11 are 0. The numbers 12 and 13 cover the
actions of all players, without blinds and straddles; 13 counts at most 15 on a street. When a hand
is over, the stacks include the winnings, and pot, price and bets are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.kernels.envs.layout import FEATURES, UNSEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.game import Action, Observation

COMMON_FIELDS = (
    *("hole 1", "hole 2", "board 1", "board 2", "board 3", "board 4", "board 5"),
    *("position", "players", "pot", "to call", "least raise", "actions", "raises"),
)
SEAT_FIELDS = ("stack", "bet")


def field_names(seats: int) -> tuple[str, ...]:
    """Return the names of the numbers in a compact observation, in order.

    Args:
        seats: the number of players at the table.

    Example:
        >>> field_names(2)[9:]
        ('pot', 'to call', 'least raise', 'actions', 'raises', 'stack 0', 'stack 1', 'bet 0', \
'bet 1')
    """
    of_seats = [f"{name} {seat}" for name in SEAT_FIELDS for seat in range(seats)]
    return (*COMMON_FIELDS, *of_seats)


def seats_of(observations: NDArray[np.uint16]) -> int:
    """Return the number of seats at the tables of compact observations.

    Raises:
        OptionError: if the array does not hold compact observations.
    """
    of_seats = observations.shape[-1] - len(COMMON_FIELDS) if observations.ndim == 2 else 0
    if observations.dtype != np.uint16 or of_seats < 4 or of_seats % 2:
        raise OptionError(
            f"an array of {observations.dtype} and shape {observations.shape} does not hold "
            "compact observations, which are uint16[n, 14 + 2 * seats]"
        )
    return of_seats // 2


BOARD_CARDS = 5
MOST = (1 << 16) - 1
"""The largest number of chips that an observation can contain."""

LAST_ACTIONS = 8
"""The maximum number of actions on the current street that an observation contains."""

MOST_RAISES = 15
"""The maximum number of bets and raises on a street that an observation counts."""


def observation_row(
    seen: Observation, scale: float = 1.0, deepest: int = MOST
) -> NDArray[np.uint16]:
    """Convert a player's observation at any table to a compact one: uint16[14 + 2 * seats].

    The row equals the observation that an environment returns for the same hand. Empty seats are
    left out.

    Args:
        seen: the observation of a player.
        scale: the factor for all numbers of chips, for tables with other blinds; the products are
            rounded and capped at 65,535.
        deepest: the maximum stack of a player before the hand, in scaled chips; chips above this
            maximum are left out of the stack behind.

    Example:
        >>> from handsight.envs.tables import BLINDS
        >>> from handsight.game import HandCursor, HandState
        >>> state = HandState.start(BLINDS, [5000, 5000], 0, holes=["KhJs", None], seed=7)
        >>> observation_row(HandCursor(state).observation()).tolist()
        [46, 39, 52, 52, 52, 52, 52, 0, 3, 75, 25, 100, 0, 0, 4975, 4950, 25, 50]
    """
    size = len(seen.stacks)
    seats = [seat for step in range(size) if seen.start_stacks[seat := (seen.seat + step) % size]]
    others = [(seen.button - seat) % size for seat in seats]
    position = sum(behind < others[0] for behind in others)  # seats from the player to the button
    legal, least = seen.legal, seen.legal.raise_min if seen.legal.can_raise else 0
    chips = [round(each * scale) for each in (legal.pot, legal.call_cost, least)]
    above = [max(round(seen.start_stacks[seat] * scale) - deepest, 0) for seat in seats]
    stacks = [round(seen.stacks[seat] * scale) for seat in seats]
    stacks = [max(stack - more, 0) for stack, more in zip(stacks, above, strict=True)]
    bets = [round(seen.bets[seat] * scale) for seat in seats]
    latest, raises = 0, [0] * len(STREETS)
    for record in seen.actions:
        code = _code_of(record.action)
        raises[STREETS.index(record.street)] += code == _RAISED
        if record.street == seen.street:
            latest = (latest << 2 | code) & ((1 << 2 * LAST_ACTIONS) - 1)
    counted = sum(min(count, MOST_RAISES) << 4 * street for street, count in enumerate(raises))
    row = [
        *(card.index for card in seen.hole),
        *(card.index for card in seen.board),
        *[UNSEEN] * (BOARD_CARDS - len(seen.board)),
        (len(seats) - position) % len(seats),
        sum(1 << place for place, seat in enumerate(seats) if seat in seen.players),
        *(min(each, MOST) for each in chips),
        *(latest, counted),
        *(min(each, MOST) for each in (*stacks, *bets)),
    ]
    return np.array(row, np.uint16)


_FOLDED, _CALLED, _RAISED = 1, 2, 3


def _code_of(action: Action) -> int:
    """Return the code of an action in an observation; a check has the code of a call."""
    if action.kind in ("bet", "raise"):
        return _RAISED
    return _FOLDED if action.kind == "fold" else _CALLED


def features(observations: NDArray[np.uint16], unit: float) -> NDArray[np.float32]:
    """Convert compact observations to the input of a network.

    A row has 139 + 4 · seats numbers: 52 for the hole cards and 52 for the board, where 1 marks a
    card that is present; 4 for the street; the pot, the price and the minimum raise in units; 24
    for the last eight actions, the latest first, with three numbers (fold, call, raise) for each
    action; and 4 for the number of bets and raises on each street, divided by four. Four groups
    follow, with one number for each seat: 1 at the player's position; 1 for each player who has not
    folded; the stacks in units; and the bets on this street in units.

    Args:
        observations: uint16[n, 14 + 2 * seats], compact observations.
        unit: the number of chips that the features represent as 1, such as 100 big blinds.

    Raises:
        OptionError: if the array does not hold compact observations, or the unit is not above 0.

    Example:
        >>> from handsight.envs import TableBatch
        >>> observations, _ = TableBatch(tables=3).reset(seed=7)
        >>> features(observations, unit=5000).shape
        (3, 147)
    """
    from handsight.kernels.envs.parts import write_features

    seats = seats_of(observations)
    if not unit > 0:
        raise OptionError(f"unit is {unit!r}; it must be a number of chips above 0")
    result = np.zeros((len(observations), FEATURES + 4 * seats), np.float32)
    write_features(np.ascontiguousarray(observations), seats, float(unit), result)
    return result
