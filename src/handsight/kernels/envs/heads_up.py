"""Kernels that step many heads-up no-limit tables together, faster than those for more players.

The rules are those of `handsight.kernels.game.rules` for two players who have more chips than the
blinds and antes at the start of each hand. Under these conditions, a raise that is not a full raise
is an all-in, after which nobody can raise, and a street ends with the first call or check that is
not the first action on it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.envs.layout import (
    ILLEGAL,
    SEE_ACTIONS,
    SEE_BOARD,
    SEE_COST,
    SEE_HOLE,
    SEE_PLAYERS,
    SEE_POSITION,
    SEE_POT,
    SEE_RAISE,
    SEE_RAISES,
    SEE_STACKS,
    UNSEEN,
)
from handsight.kernels.envs.parts import (
    TablePlan,
    TableRows,
    TableViews,
    bit_of,
    cards_on,
    chance_state,
    choose_for_opponents,
    counted,
    deal_first_cards,
    forget_viewers,
    list_opponents,
    noted,
    read_actions,
    seats_at_end,
    total_of,
    turn_to_actors,
    write_mask,
)
from handsight.kernels.game.state import FOLD, NOBODY, RAISE
from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranking.evaluation import strength_of_mask

BUTTON = 0
STREET = 1
FULL_RAISE = 2
"""The index of the minimum size of a raise above the price."""
IN_HAND = 3
"""The index of the mask of players who have not folded: bit s is set for seat s."""
ACTIONS = 4
"""The index of the last actions of this street, encoded as in an observation."""
RAISES = 5
"""The index of the numbers of bets and raises on each street, encoded as in an observation."""
RESULT = 6
"""The index of the chips that seat 0 won, which are written when a hand ends."""
STACKS = 7
BETS = 9
CARDS = 11
"""The index of the cards: two hole cards of seat 0, two of seat 1, and the board."""
START_STACKS = 20
SMALL_BLIND = 22
BIG_BLIND = 23
ANTE = 24
"""The index of the ante.

The caller writes the values from `START_STACKS` to `ANTE`; kernels do not change them.
"""
ROW = 25
"""The length of a row."""

HAND_CARDS = 9


@inlined
def choices_of(
    bet: Int, stack: Int, other_bet: Int, other_stack: Int, full_raise: Int
) -> tuple[Int, Int, Int, Int]:
    """Return what a player can do: the price, the cost of a call, and the range of raises.

    Args:
        bet: the player's street total.
        stack: the chips that the player has behind.
        other_bet: the opponent's street total.
        other_stack: the chips that the opponent has behind.
        full_raise: the minimum size of a raise above the price.

    Returns:
        The price; the chips that a call adds; and the smallest and the largest street total of a
        raise, which are 0 if the player cannot raise.
    """
    price = max(bet, other_bet)
    most = bet + stack
    may = most > price and other_stack > 0
    least = min(price + full_raise, most) if may else 0
    return price, min(price - bet, stack), least, most if may else 0


@kernel
def deal_at_two(plan: TablePlan, tables: TableRows, viewers: NDArray[np.int64], count: int) -> None:
    """Deal the next hand at each listed table whose hand is over, and post antes and blinds.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, with a list of tables in ``which``.
        viewers: int64[tables], the seat that views each table; unless it is `NOBODY`, the table
            keeps its finished hand.
        count: the number of tables listed in ``which``.
    """
    rows, hands, actors, which = tables.rows, tables.hands, tables.actors, tables.which
    keys, chance = plan.keys, tables.chance
    cards = np.empty(HAND_CARDS, np.int64)
    for place in range(count):
        table = which[place]
        if actors[table] != NOBODY or viewers[table] != NOBODY:
            continue
        hand = hands[table] + 1
        hands[table] = hand
        button = hand & 1
        actors[table] = button
        rows[table, BUTTON] = button
        rows[table, STREET] = 0
        rows[table, FULL_RAISE] = rows[table, BIG_BLIND]
        rows[table, IN_HAND] = 3
        rows[table, ACTIONS] = 0
        rows[table, RAISES] = 0
        deal_first_cards(keys[table], hand, cards)
        for seat in range(2):
            post = rows[table, SMALL_BLIND] if seat == button else rows[table, BIG_BLIND]
            rows[table, STACKS + seat] = rows[table, START_STACKS + seat] - rows[table, ANTE] - post
            rows[table, BETS + seat] = post
            turn = 1 if seat == button else 0  # the seat left of the button gets the first card
            rows[table, CARDS + 2 * seat] = cards[turn]
            rows[table, CARDS + 2 * seat + 1] = cards[turn + 2]
        for card in range(4, HAND_CARDS):
            rows[table, CARDS + card] = cards[card]
        chance[table] = chance_state(keys[table], hand)


@inlined
def end_at(rows: NDArray[np.int32], table: Int, won: Int) -> None:
    """Update the stacks, bets and result of a table at the end of a hand.

    Args:
        rows: int32[tables, ROW], the rows of the tables; changed.
        table: the number of the table.
        won: the chips that seat 0 has won, negative for a loss.
    """
    rows[table, RESULT] = won
    rows[table, STACKS] = rows[table, START_STACKS] + won
    rows[table, STACKS + 1] = rows[table, START_STACKS + 1] - won
    rows[table, BETS] = 0
    rows[table, BETS + 1] = 0


@kernel
def act_at_two(tables: TableRows, count: int) -> None:
    """Apply the action of the player to act at each listed table.

    Args:
        tables: the tables, with the actions in ``codes`` and a list of tables in ``which``; a table
            with the code `ILLEGAL` is skipped.
        count: the number of tables listed in ``which``.
    """
    rows, actors, which, codes = tables.rows, tables.actors, tables.which, tables.codes
    for place in range(count):
        table = which[place]
        code, amount = codes[table, 0], codes[table, 1]
        if code == ILLEGAL:
            continue
        seat = actors[table]
        other = 1 - seat
        street = np.int64(rows[table, STREET])
        is_first = rows[table, ACTIONS] == 0
        rows[table, ACTIONS] = noted(np.int64(rows[table, ACTIONS]), code)
        bet, stack = np.int64(rows[table, BETS + seat]), np.int64(rows[table, STACKS + seat])
        price = max(bet, np.int64(rows[table, BETS + other]))
        if code == FOLD:
            lost = rows[table, START_STACKS + seat] - stack
            rows[table, IN_HAND] = 1 << other
            actors[table] = NOBODY
            end_at(rows, table, lost if seat == 1 else -lost)
            continue
        actors[table] = other
        if code == RAISE:
            rows[table, RAISES] = counted(np.int64(rows[table, RAISES]), street)
            rows[table, FULL_RAISE] = max(np.int64(rows[table, FULL_RAISE]), amount - price)
            rows[table, STACKS + seat] = stack - (amount - bet)
            rows[table, BETS + seat] = amount
            continue
        paid = min(price - bet, stack)
        rows[table, STACKS + seat] = stack - paid
        rows[table, BETS + seat] = bet + paid
        if is_first:
            continue
        if street == 3 or rows[table, STACKS] == 0 or rows[table, STACKS + 1] == 0:
            rows[table, STREET] = 3
            rows[table, IN_HAND] = 3
            actors[table] = NOBODY
            board = 0
            for card in range(4, HAND_CARDS):
                board |= bit_of(np.int64(rows[table, CARDS + card]))
            first = bit_of(np.int64(rows[table, CARDS])) | bit_of(np.int64(rows[table, CARDS + 1]))
            second = bit_of(np.int64(rows[table, CARDS + 2]))
            second |= bit_of(np.int64(rows[table, CARDS + 3]))
            ours, theirs = strength_of_mask(board | first), strength_of_mask(board | second)
            matched = min(
                rows[table, START_STACKS] - rows[table, STACKS],
                rows[table, START_STACKS + 1] - rows[table, STACKS + 1],
            )
            end_at(rows, table, matched * (np.int64(ours > theirs) - np.int64(ours < theirs)))
            continue
        rows[table, STREET] = street + 1
        rows[table, FULL_RAISE] = rows[table, BIG_BLIND]
        rows[table, BETS] = 0
        rows[table, BETS + 1] = 0
        rows[table, ACTIONS] = 0
        actors[table] = 1 - rows[table, BUTTON]


@kernel
def write_totals_at_two(plan: TablePlan, tables: TableRows, count: int) -> None:
    """Write the street total after each choice, at each listed table.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, whose ``totals`` are filled, with a list of tables in ``which``.
        count: the number of tables listed in ``which``.
    """
    rows, actors, which, totals = tables.rows, tables.actors, tables.which, tables.totals
    sizes = plan.sizes
    choices = sizes.shape[0]
    for place in range(count):
        table = which[place]
        seat = actors[table]
        if seat == NOBODY:
            for choice in range(choices):
                totals[table, choice] = ILLEGAL
            totals[table, choices] = 0
            continue
        bet, stack = np.int64(rows[table, BETS + seat]), np.int64(rows[table, STACKS + seat])
        other_bet = np.int64(rows[table, BETS + 1 - seat])
        other_stack = np.int64(rows[table, STACKS + 1 - seat])
        full = np.int64(rows[table, FULL_RAISE])
        price, cost, least, most = choices_of(bet, stack, other_bet, other_stack, full)
        start = np.int64(rows[table, START_STACKS] + rows[table, START_STACKS + 1])
        pot = start - stack - other_stack
        for choice in range(choices):
            size, of = sizes[choice, 0], sizes[choice, 1]
            totals[table, choice] = total_of(size, of, price, pot, bet, cost, least, most)
        totals[table, choices] = most


@kernel
def views_of_two(tables: TableRows, seats: NDArray[np.int64], seen: NDArray[np.uint16]) -> None:
    """Write the observation of one player at each table.

    Args:
        tables: the tables.
        seats: int64[tables], the seat of the player; nothing is written if it is `NOBODY`.
        seen: uint16[tables, 18], filled with the observations.
    """
    rows, actors = tables.rows, tables.actors
    for table in range(seats.size):
        seat = seats[table]
        if seat == NOBODY:
            continue
        street = np.int64(rows[table, STREET])
        for place in range(2):
            seen[table, SEE_HOLE + place] = rows[table, CARDS + 2 * seat + place]
        for place in range(5):
            card = rows[table, CARDS + 4 + place]
            seen[table, SEE_BOARD + place] = card if place < cards_on(street) else UNSEEN
        bet, stack = np.int64(rows[table, BETS + seat]), np.int64(rows[table, STACKS + seat])
        other_bet = np.int64(rows[table, BETS + 1 - seat])
        other_stack = np.int64(rows[table, STACKS + 1 - seat])
        full = np.int64(rows[table, FULL_RAISE])
        _, cost, least, _ = choices_of(bet, stack, other_bet, other_stack, full)
        is_turn = np.int64(actors[table] == seat)
        left = np.int64(rows[table, IN_HAND])
        start = np.int64(rows[table, START_STACKS] + rows[table, START_STACKS + 1])
        seen[table, SEE_POSITION] = seat ^ rows[table, BUTTON]
        seen[table, SEE_PLAYERS] = left if seat == 0 else (left >> 1) | ((left & 1) << 1)
        seen[table, SEE_POT] = start - stack - other_stack
        seen[table, SEE_COST] = cost * is_turn
        seen[table, SEE_RAISE] = least * is_turn
        seen[table, SEE_ACTIONS] = rows[table, ACTIONS]
        seen[table, SEE_RAISES] = rows[table, RAISES]
        seen[table, SEE_STACKS] = stack
        seen[table, SEE_STACKS + 1] = other_stack
        seen[table, SEE_STACKS + 2] = bet
        seen[table, SEE_STACKS + 3] = other_bet


@kernel
def give_rewards_at_two(
    tables: TableRows, views: TableViews, viewers: NDArray[np.int64], count: int
) -> None:
    """Write the rewards of the finished hands at the listed tables.

    Args:
        tables: the tables, with a list of tables in ``which``.
        views: the arrays for external players, whose ``rewards`` and ``done`` are written.
        viewers: int64[tables], the seat that acted externally last in this hand, or `NOBODY`, in
            which case the chips are added to ``unplayed`` instead.
        count: the number of tables listed in ``which``.
    """
    rows, actors, which, unplayed = tables.rows, tables.actors, tables.which, tables.unplayed
    rewards, done = views.rewards, views.done
    for place in range(count):
        table = which[place]
        if actors[table] != NOBODY:
            continue
        won = rows[table, RESULT]
        rows[table, RESULT] = 0
        if viewers[table] == NOBODY:
            unplayed[table, 0] += won
            unplayed[table, 1] -= won
        else:
            rewards[table, 0] = won
            rewards[table, 1] = -won
            done[table] = True


@kernel
def step_two(
    plan: TablePlan, tables: TableRows, views: TableViews, actions: NDArray[np.int32]
) -> int:
    """Apply the external action at every table, and play on to the next external decision.

    If the hand at a table was already over, the next hand is dealt and the action is ignored.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables; changed.
        views: the arrays for external players; filled.
        actions: int32[tables], the external actions.

    Returns:
        The number of the first table with an illegal action if illegal actions are errors, in which
        case no action has been applied; else -1.
    """
    wrong = read_actions(plan, tables, actions)
    if wrong >= 0:
        return wrong
    viewers = tables.actors.copy()
    count = viewers.size
    while count > 0:
        act_at_two(tables, count)
        give_rewards_at_two(tables, views, viewers, count)
        if views.finals.shape[0] > 0:
            views_of_two(tables, seats_at_end(tables, viewers, count), views.finals)
        if not plan.stay:
            forget_viewers(tables, viewers, count)
        deal_at_two(plan, tables, viewers, count)
        write_totals_at_two(plan, tables, count)
        opponents, count = list_opponents(plan, tables)
        if count > 0:
            views_of_two(tables, opponents, views.observations)
            choose_for_opponents(plan, tables, views.observations, count)
    write_mask(tables.totals, views.mask)
    turn_to_actors(tables.actors, viewers)
    views_of_two(tables, viewers, views.observations)
    return -1
