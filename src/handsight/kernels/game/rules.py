"""The rules of the game, on the flat vector of `handsight.kernels.game.state`.

`start_hand` starts a hand, and `apply_action` applies one action after another until the hand is
over. Both also do everything that happens before the next decision: they deal the cards of the next
street, return uncalled chips, and compare hands at the showdown. They write the options of the
player to act into the vector, where the caller reads them.

A player still has to act on a street if they have not acted on it, or if they acted at a lower
price. A player who has already acted can raise again only if the price has gone up enough since
then (see `may_raise`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.game.pots import award_pots, lay_hands_open
from handsight.kernels.game.state import (
    ACTED_AT,
    ACTIVE,
    ACTOR,
    AGGRESSOR,
    ALL_IN,
    ALL_SHOWN_FROM,
    ANTES,
    ANTES_ARE_DEAD,
    ANY_RAISE_REOPENS,
    BET_CAP,
    BETS,
    BIG_BET,
    BIG_BLIND,
    BOARD,
    BOARD_CARDS,
    BOARD_COUNT,
    BUTTON,
    CALL_COST,
    CAN_FOLD,
    CAPPED,
    DEAD_CHIPS,
    DECK,
    DECK_NEXT,
    EMPTY,
    FIXED_LIMIT,
    FLAGS,
    FOLD,
    FOLD_WHEN_FREE,
    FOLDED,
    FULL_RAISE,
    HEADER,
    HEADS_UP_UNCAPPED,
    HOLE_CARDS,
    HOLES,
    LAST_POST,
    LEVEL,
    NEVER,
    NO_CARD,
    NOBODY,
    NOT_YET,
    OVER,
    PAID,
    PLAYERS,
    POSTS,
    POT,
    PRICE,
    PRICE_IS_PAID,
    RAISE,
    RAISE_MAX,
    RAISE_MIN,
    RAISES,
    RETURNED,
    RETURNED_TO,
    SMALL_BET,
    STACKS,
    START_STACKS,
    STATUS,
    STREET,
    STRENGTHS,
    STRUCTURE,
    WON,
)
from handsight.kernels.jit import Int, kernel

# --- the start of a hand --------------------------------------------------------------------------


@kernel
def start_hand(state: NDArray[np.int64]) -> None:
    """Post the antes and blinds, and write the options of the first player to act.

    Args:
        state: the hand, in which the caller has written the rules, starting stacks, antes, posts,
            dead hands, hole cards and deck; `DECK_NEXT` is the index in the deck of the first card
            of the board. Everything else is filled.
    """
    clear_hand(state)
    post_antes(state)
    post_blinds(state)
    open_betting(state)
    go_on_after(state, state[LAST_POST])


@kernel
def deal_holes(state: NDArray[np.int64]) -> None:
    """Deal two cards to each player, one at a time from the left of the button.

    Args:
        state: the hand, with its starting stacks and its deck; its hole cards are filled, and
            `DECK_NEXT` becomes the index of the first card of the board.
    """
    state[DECK_NEXT] = 0
    for place in range(HOLE_CARDS):
        seat = state[BUTTON]
        for _ in range(state[PLAYERS]):
            seat = seat + 1 if seat + 1 < state[PLAYERS] else 0
            if state[START_STACKS + seat] > 0:
                state[HOLES + 2 * seat + place] = state[DECK + state[DECK_NEXT]]
                state[DECK_NEXT] += 1


@kernel
def clear_hand(state: NDArray[np.int64]) -> None:
    """Reset everything that changes during a hand, except the hole cards and `DECK_NEXT`."""
    for place in range(STREET, DECK_NEXT):
        state[place] = 0
    for place in range(DECK_NEXT + 1, HEADER):
        state[place] = 0
    state[AGGRESSOR] = NOBODY
    state[RETURNED_TO] = NOBODY
    state[ALL_SHOWN_FROM] = NEVER
    for place in range(BOARD_CARDS):
        state[BOARD + place] = NO_CARD
    for seat in range(state[PLAYERS]):
        stack = state[START_STACKS + seat]
        state[STACKS + seat] = stack
        state[STATUS + seat] = ACTIVE if stack > 0 else EMPTY
        state[BETS + seat] = 0
        state[PAID + seat] = 0
        state[ACTED_AT + seat] = NOT_YET
        state[STRENGTHS + seat] = -1
        state[WON + seat] = 0


@kernel
def take(state: NDArray[np.int64], seat: Int, chips: Int) -> Int:
    """Take chips from a seat's stack, at most the whole stack, and return how many were taken."""
    taken = min(chips, state[STACKS + seat])
    state[STACKS + seat] -= taken
    state[POT] += taken
    if state[STACKS + seat] == 0 and state[STATUS + seat] == ACTIVE:
        state[STATUS + seat] = ALL_IN
    return taken


@kernel
def post_antes(state: NDArray[np.int64]) -> None:
    """Take the antes, which are posted before the blinds and do not count as bets."""
    for seat in range(state[PLAYERS]):
        ante = take(state, seat, state[ANTES + seat])
        if state[FLAGS] & ANTES_ARE_DEAD:
            state[DEAD_CHIPS] += ante
        else:
            state[PAID + seat] += ante


@kernel
def post_blinds(state: NDArray[np.int64]) -> None:
    """Take the blinds and straddles, which count as bets, as far as the stacks allow."""
    for seat in range(state[PLAYERS]):
        posted = take(state, seat, state[POSTS + seat])
        state[BETS + seat] = posted
        state[PAID + seat] += posted


@kernel
def open_betting(state: NDArray[np.int64]) -> None:
    """Set the price after the blinds and straddles; a straddle counts as a raise."""
    bets = POSTS if state[FLAGS] & PRICE_IS_PAID == 0 else BETS
    price = 0
    state[FULL_RAISE] = state[BIG_BLIND]
    for seat in range(state[PLAYERS]):
        price = max(price, state[bets + seat])
        if state[POSTS + seat] > state[BIG_BLIND]:
            state[RAISES] += 1
            lower = post_below(state, state[POSTS + seat])
            state[FULL_RAISE] = max(state[FULL_RAISE], state[POSTS + seat] - lower)
    state[PRICE] = price
    state[LEVEL] = price
    state[RAISES] += 1
    close_if_capped(state)


@kernel
def post_below(state: NDArray[np.int64], post: int) -> Int:
    """Return the largest blind or straddle below ``post``, but at least the big blind."""
    below = state[BIG_BLIND]
    for seat in range(state[PLAYERS]):
        if state[POSTS + seat] < post:
            below = max(below, state[POSTS + seat])
    return below


# --- actions --------------------------------------------------------------------------------------


@kernel
def apply_action(state: NDArray[np.int64], code: int, amount: int) -> None:
    """Apply the action of the player to act, and go on to the next decision or to the end.

    Args:
        state: the hand; changed.
        code: `FOLD`, `CALL` (also for a check) or `RAISE` (also for a bet).
        amount: the player's street total after a bet or raise, from `RAISE_MIN` to `RAISE_MAX`;
            ignored for other actions.
    """
    seat = state[ACTOR]
    if code == FOLD:
        state[STATUS + seat] = FOLDED
    else:
        target = amount if code == RAISE else state[PRICE]
        paid = take(state, seat, target - state[BETS + seat])
        state[BETS + seat] += paid
        state[PAID + seat] += paid
        if code == RAISE:
            note_raise(state, seat, target)
    state[ACTED_AT + seat] = state[PRICE]
    go_on_after(state, seat)


@kernel
def note_raise(state: NDArray[np.int64], seat: Int, target: Int) -> None:
    """Record the new price after a bet or raise, and count it if it is a full raise.

    In fixed-limit, an all-in of at least half a bet counts as a full bet.
    """
    if state[STRUCTURE] == FIXED_LIMIT:
        if 2 * (target - state[LEVEL]) >= bet_size(state):
            state[LEVEL] = target
            state[RAISES] += 1
            close_if_capped(state)
    elif target - state[PRICE] >= state[FULL_RAISE]:
        state[FULL_RAISE] = target - state[PRICE]
        state[RAISES] += 1
    state[PRICE] = target
    state[AGGRESSOR] = seat


@kernel
def close_if_capped(state: NDArray[np.int64]) -> None:
    """Forbid further raises on this street if the cap is reached.

    Only fixed-limit games can have a cap; with the flag `HEADS_UP_UNCAPPED`, it does not apply when
    only two players have not folded.

    Args:
        state: the hand; changed.
    """
    if state[STRUCTURE] != FIXED_LIMIT or state[BET_CAP] == 0:
        return
    uncapped = state[FLAGS] & HEADS_UP_UNCAPPED and count_in_hand(state) == 2
    if state[RAISES] >= state[BET_CAP] and not uncapped:
        state[CAPPED] = 1


@kernel
def bet_size(state: NDArray[np.int64]) -> Int:
    """Return the size of a bet on this street in fixed-limit."""
    return state[SMALL_BET] if state[STREET] < 2 else state[BIG_BET]


@kernel
def count_in_hand(state: NDArray[np.int64]) -> Int:
    """Count the players who have not folded."""
    count = 0
    for seat in range(state[PLAYERS]):
        count += state[STATUS + seat] < FOLDED
    return count


# --- whose turn it is, and what they can do -------------------------------------------------------


@kernel
def go_on_after(state: NDArray[np.int64], seat: Int) -> None:
    """Give the turn to the next player after ``seat``, or end the street or the hand.

    The next player is the first one who has a decision to make. If nobody has, the next street is
    dealt, and so on until a player has a decision to make or the hand is over.
    """
    if count_in_hand(state) == 1:
        end_without_showdown(state)
        return
    actor = next_to_act(state, seat)
    while actor == NOBODY and state[BOARD_COUNT] < BOARD_CARDS:
        next_street(state)
        actor = next_to_act(state, state[BUTTON])
    state[ACTOR] = actor
    if actor == NOBODY:
        end_at_showdown(state)
    else:
        write_choices(state, actor)


@kernel
def next_to_act(state: NDArray[np.int64], seat: Int) -> Int:
    """Return the first seat after ``seat`` that has a decision to make, or `NOBODY`.

    A player has no decision to make if all other players in the hand are all-in for no more than
    this player has put in.
    """
    active = 0
    most = 0
    for other in range(state[PLAYERS]):
        active += state[STATUS + other] == ACTIVE
        if state[STATUS + other] == ALL_IN:
            most = max(most, state[BETS + other])
    if active == 0:
        return NOBODY
    for _ in range(state[PLAYERS]):
        seat = seat + 1 if seat + 1 < state[PLAYERS] else 0
        if state[STATUS + seat] == ACTIVE and state[ACTED_AT + seat] < state[PRICE]:
            return NOBODY if active == 1 and state[BETS + seat] >= most else seat
    return NOBODY


@kernel
def write_choices(state: NDArray[np.int64], seat: Int) -> None:
    """Write the options of the player to act."""
    stack = state[STACKS + seat]
    most = state[BETS + seat] + stack
    cost = min(state[PRICE] - state[BETS + seat], stack)
    state[CALL_COST] = cost
    state[CAN_FOLD] = cost > 0 or state[FLAGS] & FOLD_WHEN_FREE > 0
    state[RAISE_MIN] = 0
    state[RAISE_MAX] = 0
    if most <= state[PRICE] or not may_raise(state, seat) or not is_callable(state, seat):
        return
    if state[STRUCTURE] == FIXED_LIMIT:
        state[RAISE_MIN] = min(state[LEVEL] + bet_size(state), most)
        state[RAISE_MAX] = state[RAISE_MIN]
    else:
        state[RAISE_MIN] = min(state[PRICE] + state[FULL_RAISE], most)
        state[RAISE_MAX] = most


@kernel
def may_raise(state: NDArray[np.int64], seat: Int) -> bool:
    """Check whether the betting is open to a player.

    It is open to nobody if the cap on raises is reached. Otherwise, it is open if the player has
    not acted on this street, if the price has gone up by a full raise (in fixed-limit, by half a
    bet) since the player acted, or if the flag `ANY_RAISE_REOPENS` is set.
    """
    if state[CAPPED] == 1:
        return False
    acted_at = state[ACTED_AT + seat]
    if acted_at == NOT_YET or state[FLAGS] & ANY_RAISE_REOPENS:
        return True
    grown = state[PRICE] - acted_at
    if state[STRUCTURE] == FIXED_LIMIT:
        return 2 * grown >= bet_size(state)
    return grown >= state[FULL_RAISE]


@kernel
def is_callable(state: NDArray[np.int64], seat: Int) -> bool:
    """Check whether any other player could call a raise, that is, put in more than the price."""
    for other in range(state[PLAYERS]):
        reach = state[STACKS + other] + state[BETS + other]
        if other != seat and state[STATUS + other] == ACTIVE and reach > state[PRICE]:
            return True
    return False


# --- streets and ends -----------------------------------------------------------------------------


@kernel
def next_street(state: NDArray[np.int64]) -> None:
    """Return uncalled chips, deal the cards of the next street, and reset the bets."""
    if state[ALL_SHOWN_FROM] == NEVER and count_active(state) < 2:
        state[ALL_SHOWN_FROM] = state[BOARD_COUNT]
    return_uncalled(state)
    state[STREET] += 1
    for _ in range(3 if state[STREET] == 1 else 1):
        state[BOARD + state[BOARD_COUNT]] = state[DECK + state[DECK_NEXT]]
        state[BOARD_COUNT] += 1
        state[DECK_NEXT] += 1
    state[PRICE] = 0
    state[LEVEL] = 0
    state[FULL_RAISE] = state[BIG_BLIND]
    state[RAISES] = 0
    state[CAPPED] = 0
    state[AGGRESSOR] = NOBODY
    for seat in range(state[PLAYERS]):
        state[BETS + seat] = 0
        state[ACTED_AT + seat] = NOT_YET


@kernel
def count_active(state: NDArray[np.int64]) -> Int:
    """Count the players who are in the hand and have chips behind."""
    active = 0
    for seat in range(state[PLAYERS]):
        active += state[STATUS + seat] == ACTIVE
    return active


@kernel
def return_uncalled(state: NDArray[np.int64]) -> None:
    """Return the chips that one player has bet on this street beyond all other bets.

    Nothing is returned if this player has folded.
    """
    most, second, owner = 0, 0, NOBODY
    for seat in range(state[PLAYERS]):
        bet = state[BETS + seat]
        if bet > most:
            most, second, owner = bet, most, seat
        elif bet > second:
            second = bet
    if most == second or state[STATUS + owner] >= FOLDED:
        return
    state[RETURNED] = most - second
    state[RETURNED_TO] = owner
    state[BETS + owner] -= most - second
    state[PAID + owner] -= most - second
    state[STACKS + owner] += most - second
    state[POT] -= most - second


@kernel
def end_without_showdown(state: NDArray[np.int64]) -> None:
    """End the hand, and award all pots to the only player who did not fold."""
    return_uncalled(state)
    award_pots(state)
    end(state)


@kernel
def end_at_showdown(state: NDArray[np.int64]) -> None:
    """Compare the hands, award the pots and end the hand.

    If anyone is all-in and `ALL_SHOWN_FROM` is not set yet, it is set to the complete board.
    """
    if state[ALL_SHOWN_FROM] == NEVER and count_active(state) < count_in_hand(state):
        state[ALL_SHOWN_FROM] = BOARD_CARDS
    return_uncalled(state)
    lay_hands_open(state)
    award_pots(state)
    end(state)


@kernel
def end(state: NDArray[np.int64]) -> None:
    """Record that the hand is over and that nobody has any options."""
    state[OVER] = 1
    state[ACTOR] = NOBODY
    for place in (CAN_FOLD, CALL_COST, RAISE_MIN, RAISE_MAX):
        state[place] = 0
