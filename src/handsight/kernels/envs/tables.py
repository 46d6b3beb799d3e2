"""Kernels that step many tables of two to nine players together.

Each table has a row of numbers: the vector of its hand, which `handsight.kernels.game.state`
describes, and three more numbers.
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
from handsight.kernels.game.rules import apply_action, deal_holes, start_hand
from handsight.kernels.game.state import (
    ACTOR,
    ANTES,
    BETS,
    BOARD,
    BOARD_CARDS,
    BOARD_COUNT,
    BUTTON,
    CALL_COST,
    DECK,
    FOLDED,
    HOLES,
    LAST_POST,
    NOBODY,
    OVER,
    POSTS,
    PRICE,
    RAISE,
    RAISE_MAX,
    RAISE_MIN,
    SIZE,
    STACKS,
    START_STACKS,
    STATUS,
    STREET,
)
from handsight.kernels.jit import kernel

ACTIONS = SIZE
"""The index of the last actions of this street, encoded as in an observation."""
RAISES = SIZE + 1
"""The index of the numbers of bets and raises on each street, encoded as in an observation."""
IS_NEW = SIZE + 2
"""The index of a flag: 1 if the hand is over and its rewards have not been written yet, else 0."""
ROW = SIZE + 3
"""The length of a row."""


@kernel
def deal_at_tables(
    plan: TablePlan, tables: TableRows, viewers: NDArray[np.int64], count: int
) -> None:
    """Deal the next hand at each listed table whose hand is over, and post antes and blinds.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, with a list of tables in ``which``.
        viewers: int64[tables], the seat that views each table; unless it is `NOBODY`, the table
            keeps its finished hand.
        count: the number of tables listed in ``which``.
    """
    rows, hands, actors, which = tables.rows, tables.hands, tables.actors, tables.which
    keys, chance, templates = plan.keys, tables.chance, plan.templates
    seats = templates.shape[0]
    cards = np.empty(2 * seats + BOARD_CARDS, np.int64)
    for place in range(count):
        table = which[place]
        if actors[table] != NOBODY or viewers[table] != NOBODY:
            continue
        hand = hands[table] + 1
        hands[table] = hand
        button = hand % seats
        row = rows[table]
        row[BUTTON] = button
        row[LAST_POST] = templates[button, LAST_POST]
        for seat in range(seats):
            row[ANTES + seat] = templates[button, ANTES + seat]
            row[POSTS + seat] = templates[button, POSTS + seat]
        deal_first_cards(keys[table], hand, cards)
        for card in range(cards.size):
            row[DECK + card] = cards[card]
        deal_holes(row)
        start_hand(row)
        row[ACTIONS] = 0
        row[RAISES] = 0
        actors[table] = row[ACTOR]
        chance[table] = chance_state(keys[table], hand)


@kernel
def act_at_tables(tables: TableRows, count: int) -> None:
    """Apply the action of the player to act at each listed table.

    Args:
        tables: the tables, with the actions in ``codes`` and a list of tables in ``which``; a table
            with the code `ILLEGAL` is skipped.
        count: the number of tables listed in ``which``.
    """
    rows, actors, which, codes = tables.rows, tables.actors, tables.which, tables.codes
    for place in range(count):
        table = which[place]
        code = codes[table, 0]
        if code == ILLEGAL:
            continue
        row = rows[table]
        street = row[STREET]
        row[ACTIONS] = noted(row[ACTIONS], code)
        if code == RAISE:
            row[RAISES] = counted(row[RAISES], street)
        apply_action(row, code, codes[table, 1])
        actors[table] = row[ACTOR]
        row[IS_NEW] = row[OVER]
        if row[OVER] == 0 and row[STREET] != street:
            row[ACTIONS] = 0


@kernel
def write_totals_at_tables(plan: TablePlan, tables: TableRows, count: int) -> None:
    """Write the street total after each choice, at each listed table.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, whose ``totals`` are filled, with a list of tables in ``which``.
        count: the number of tables listed in ``which``.
    """
    rows, actors, which, totals = tables.rows, tables.actors, tables.which, tables.totals
    sizes, seats = plan.sizes, plan.players.size
    choices = sizes.shape[0]
    for place in range(count):
        table = which[place]
        seat = actors[table]
        if seat == NOBODY:
            for choice in range(choices):
                totals[table, choice] = ILLEGAL
            totals[table, choices] = 0
            continue
        pot = 0
        for other in range(seats):
            pot += rows[table, START_STACKS + other] - rows[table, STACKS + other]
        price, cost, bet = rows[table, PRICE], rows[table, CALL_COST], rows[table, BETS + seat]
        least, most = rows[table, RAISE_MIN], rows[table, RAISE_MAX]
        for choice in range(choices):
            size, of = sizes[choice, 0], sizes[choice, 1]
            totals[table, choice] = total_of(size, of, price, pot, bet, cost, least, most)
        totals[table, choices] = most


@kernel
def views_of_tables(tables: TableRows, seats: NDArray[np.int64], seen: NDArray[np.uint16]) -> None:
    """Write the observation of one player at each table.

    Args:
        tables: the tables.
        seats: int64[tables], the seat of the player; nothing is written if it is `NOBODY`.
        seen: uint16[tables, 14 + 2 * players], filled with the observations.
    """
    rows, actors = tables.rows, tables.actors
    players = (seen.shape[1] - SEE_STACKS) // 2
    for table in range(seats.size):
        seat = seats[table]
        if seat == NOBODY:
            continue
        for place in range(2):
            seen[table, SEE_HOLE + place] = rows[table, HOLES + 2 * seat + place]
        for place in range(BOARD_CARDS):
            is_lying = place < rows[table, BOARD_COUNT]
            seen[table, SEE_BOARD + place] = rows[table, BOARD + place] if is_lying else UNSEEN
        is_turn = np.int64(actors[table] == seat)
        seen[table, SEE_POSITION] = (seat - rows[table, BUTTON] + players) % players
        seen[table, SEE_COST] = rows[table, CALL_COST] * is_turn
        seen[table, SEE_RAISE] = rows[table, RAISE_MIN] * is_turn
        seen[table, SEE_ACTIONS] = rows[table, ACTIONS]
        seen[table, SEE_RAISES] = rows[table, RAISES]
        pot, left = np.int64(0), np.int64(0)
        is_playing = 1 - rows[table, OVER]
        for place in range(players):
            other = seat + place if seat + place < players else seat + place - players
            stack = rows[table, STACKS + other]
            pot += rows[table, START_STACKS + other] - stack
            left |= np.int64(rows[table, STATUS + other] < FOLDED) << place
            seen[table, SEE_STACKS + place] = stack
            seen[table, SEE_STACKS + players + place] = rows[table, BETS + other] * is_playing
        seen[table, SEE_POT] = pot
        seen[table, SEE_PLAYERS] = left


@kernel
def give_rewards_at_tables(
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
    rows, which, unplayed = tables.rows, tables.which, tables.unplayed
    rewards, done = views.rewards, views.done
    for place in range(count):
        table = which[place]
        if rows[table, IS_NEW] == 0:
            continue
        rows[table, IS_NEW] = 0
        done[table] |= viewers[table] != NOBODY
        for seat in range(rewards.shape[1]):
            won = rows[table, STACKS + seat] - rows[table, START_STACKS + seat]
            if viewers[table] == NOBODY:
                unplayed[table, seat] += won
            else:
                rewards[table, seat] = won


@kernel
def step_tables(
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
        act_at_tables(tables, count)
        give_rewards_at_tables(tables, views, viewers, count)
        if views.finals.shape[0] > 0:
            views_of_tables(tables, seats_at_end(tables, viewers, count), views.finals)
        if not plan.stay:
            forget_viewers(tables, viewers, count)
        deal_at_tables(plan, tables, viewers, count)
        write_totals_at_tables(plan, tables, count)
        opponents, count = list_opponents(plan, tables)
        if count > 0:
            views_of_tables(tables, opponents, views.observations)
            choose_for_opponents(plan, tables, views.observations, count)
    write_mask(tables.totals, views.mask)
    turn_to_actors(tables.actors, viewers)
    views_of_tables(tables, viewers, views.observations)
    return -1
