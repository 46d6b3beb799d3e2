"""Simulations of many hands between players who act at random, with fixed probabilities.

Each player folds, calls or raises with given probabilities; the size of a raise is uniform over the
legal street totals. If a player cannot raise or cannot fold, the action becomes a call or a check.
The players move one seat after every hand: in hand h, player p has seat (p + h) mod players.

The random number generator is xoshiro256++ (Blackman and Vigna); its state is an argument.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.game.rules import apply_action, start_hand
from handsight.kernels.game.state import (
    ACTOR,
    BOARD_CARDS,
    CALL,
    CAN_FOLD,
    DECK,
    DECK_NEXT,
    FOLD,
    FOLDED,
    HOLE_CARDS,
    HOLES,
    OVER,
    PLAYERS,
    RAISE,
    RAISE_MAX,
    RAISE_MIN,
    SHOWDOWN,
    STACKS,
    START_STACKS,
    STATUS,
)
from handsight.kernels.jit import Int, kernel
from handsight.kernels.xoshiro import drawn_from, stepped

u64 = np.uint64
CHANCE_BITS = 40
"""The number of bits of a random number; a probability is an integer, in units of 2**-40."""
CHANCE_ONE = 1 << CHANCE_BITS
STATE_WORDS = 4

HANDS = 0
CHIPS = 1
SQUARES = 2
HANDS_WON = 3
HANDS_LOST = 4
CHIPS_WON = 5
CHIPS_LOST = 6
SHOWDOWNS = 7
COLUMNS = 8
"""The number of totals for each player.

These are the number of hands; the sum of the net chips per hand, and the sum of their squares; the
number of hands in which the player won chips, and in which the player lost chips; the chips won in
the former, and lost in the latter; and the number of showdowns that the player reached.
"""


class SimulationPlan(NamedTuple):
    """The arguments of a simulation that are the same in all hands.

    Attributes:
        template: int64[SIZE], a hand with its rules and with the antes and posts of each seat;
            every seat is taken.
        stacks: int64[players], the chips of each player at the start of a hand.
        holes: int64[2 * players], the hole cards of each player; -1 for a card to draw at random.
        pack: int64[cards], the cards from which random cards are drawn.
        below: int64[players, 2], two bounds for each player, with which a random number from 0 to
            2**40 - 1 is compared: below the first bound, the player folds, or checks if a check is
            free; from the second bound on, the player raises if a raise is legal; else the player
            checks or calls.
    """

    template: NDArray[np.int64]
    stacks: NDArray[np.int64]
    holes: NDArray[np.int64]
    pack: NDArray[np.int64]
    below: NDArray[np.int64]


@kernel
def next_number(words: NDArray[np.uint64]) -> Int:
    """Return a random number below 2**40, and step the generator.

    Args:
        words: uint64[4], the generator's state; changed.
    """
    a, b, c, d = words[0], words[1], words[2], words[3]
    words[0], words[1], words[2], words[3] = stepped(a, b, c, d)
    return np.int64(drawn_from(a, d) >> u64(64 - CHANCE_BITS))


@kernel
def draw_below(words: NDArray[np.uint64], bound: int) -> Int:
    """Draw a number from 0 to ``bound`` - 1; its bias is below bound / 2**40.

    Args:
        words: uint64[4], the generator's state; changed.
        bound: the number of possible results, below 2**22.
    """
    return (next_number(words) * bound) >> CHANCE_BITS


@kernel
def seat_players(state: NDArray[np.int64], plan: SimulationPlan, hand: int) -> None:
    """Write the starting stacks and known hole cards of all players to their seats in a hand.

    Args:
        state: the hand; changed.
        plan: the plan of the simulation.
        hand: the number of the hand, which determines the seats.
    """
    players = plan.stacks.size
    for player in range(players):
        seat = (player + hand) % players
        state[START_STACKS + seat] = plan.stacks[player]
        for place in range(HOLE_CARDS):
            state[HOLES + 2 * seat + place] = plan.holes[2 * player + place]


@kernel
def draw_cards(
    state: NDArray[np.int64], pack: NDArray[np.int64], words: NDArray[np.uint64]
) -> None:
    """Draw the five cards of the board and all unknown hole cards.

    Args:
        state: the hand; the first five cards of its deck and its unknown hole cards are filled.
        pack: int64[cards], the cards to draw from; the drawn cards are moved to the front.
        words: uint64[4], the generator's state; changed.
    """
    state[DECK_NEXT] = 0
    drawn = 0
    for place in range(BOARD_CARDS + HOLE_CARDS * state[PLAYERS]):
        target = DECK + place if place < BOARD_CARDS else HOLES + place - BOARD_CARDS
        if place >= BOARD_CARDS and state[target] >= 0:
            continue
        other = drawn + draw_below(words, pack.size - drawn)
        card = pack[other]
        pack[other] = pack[drawn]
        pack[drawn] = card
        state[target] = card
        drawn += 1


@kernel
def act_at_random(
    state: NDArray[np.int64], fold_below: int, call_below: int, words: NDArray[np.uint64]
) -> None:
    """Apply a random action of the player to act.

    Args:
        state: the hand; changed.
        fold_below: the first bound of the player (see `SimulationPlan`).
        call_below: the second bound of the player.
        words: uint64[4], the generator's state; changed.
    """
    chance = next_number(words)
    code, amount = CALL, 0
    if chance < fold_below:
        code = FOLD if state[CAN_FOLD] == 1 else CALL
    elif chance >= call_below and state[RAISE_MAX] > 0:
        spread = state[RAISE_MAX] - state[RAISE_MIN] + 1
        code, amount = RAISE, state[RAISE_MIN] + draw_below(words, spread)
    apply_action(state, code, amount)


@kernel
def count_hand(state: NDArray[np.int64], hand: int, totals: NDArray[np.int64]) -> None:
    """Add a finished hand to the totals of the players.

    Args:
        state: the finished hand.
        hand: the number of the hand, which determines the seats.
        totals: int64[players, COLUMNS], changed.
    """
    players = totals.shape[0]
    for player in range(players):
        seat = (player + hand) % players
        chips = state[STACKS + seat] - state[START_STACKS + seat]
        totals[player, HANDS] += 1
        totals[player, CHIPS] += chips
        totals[player, SQUARES] += chips * chips
        totals[player, HANDS_WON] += chips > 0
        totals[player, HANDS_LOST] += chips < 0
        totals[player, CHIPS_WON] += max(chips, 0)
        totals[player, CHIPS_LOST] += max(-chips, 0)
        totals[player, SHOWDOWNS] += state[SHOWDOWN] * (state[STATUS + seat] < FOLDED)


@kernel
def play_hands(
    plan: SimulationPlan, hands: int, words: NDArray[np.uint64], totals: NDArray[np.int64]
) -> Int:
    """Play random hands from start to end.

    Args:
        plan: the plan of the simulation.
        hands: the number of hands to play.
        words: uint64[4], the generator's state; changed.
        totals: int64[players, COLUMNS], to which the results of the hands are added.

    Returns:
        The number of actions taken.
    """
    state = plan.template.copy()
    pack = plan.pack.copy()
    actions = 0
    for hand in range(hands):
        seat_players(state, plan, hand)
        draw_cards(state, pack, words)
        start_hand(state)
        while state[OVER] == 0:
            player = (state[ACTOR] - hand) % totals.shape[0]
            act_at_random(state, plan.below[player, 0], plan.below[player, 1], words)
            actions += 1
        count_hand(state, hand, totals)
    return actions
