"""Parts that the kernels of all environments share: arrays, cards, choices and opponents.

The cards of a hand are drawn with splitmix64 from the key of the table and the number of the hand.
So no action changes which cards are dealt later.

A step visits all tables several times, each time for one purpose. Functions that are called once
per table take only numbers as arguments, because passing arrays would take longer than everything
else.

Source:
    G. L. Steele Jr., D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators",
    OOPSLA 2014.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.envs.layout import (
    CALLER,
    CHOICE_CALL,
    CHOICE_FOLD,
    CHOICE_LEAST,
    FEATURES,
    HAND_ROWS,
    ILLEGAL,
    OUTSIDE,
    POLICY,
    RANDOM,
    SEE_ACTIONS,
    SEE_BOARD,
    SEE_COST,
    SEE_HOLE,
    SEE_PLAYERS,
    SEE_POSITION,
    SEE_POT,
    SEE_RAISES,
    SEE_STACKS,
    STRENGTHS,
    UNSEEN,
)
from handsight.kernels.game.state import CALL, FOLD, NOBODY, RAISE
from handsight.kernels.jit import Int, inlined, kernel
from handsight.kernels.ranking.evaluation import strength_of_mask

u64 = np.uint64


class TablePlan(NamedTuple):
    """The values that are the same in all hands.

    Attributes:
        templates: int64[seats, SIZE], for each position of the button, a hand with its rules, antes
            and posts.
        sizes: int64[choices, 2], the meaning of each choice: the numerator and denominator of a
            share of the pot, or a constant such as `CHOICE_FOLD` with a denominator of 0.
        keys: uint64[tables], the key of each table, which determines its cards.
        players: int64[seats], the code of the player in each seat, such as `RANDOM`.
        policies: float32[policies, 4, HAND_ROWS, 2, choices], the weights of the choices by street,
            row of the hand (see `hand_row`), and whether a call costs chips.
        amounts: whether actions are amounts (see `amount_code`) instead of numbers of choices.
        fold_illegal: whether an illegal action becomes a fold, or a check if checking is free,
            instead of an error.
        stay: whether a table keeps its finished hand until the next step, which then deals.
    """

    templates: NDArray[np.int64]
    sizes: NDArray[np.int64]
    keys: NDArray[np.uint64]
    players: NDArray[np.int64]
    policies: NDArray[np.float32]
    amounts: bool
    fold_illegal: bool
    stay: bool


class TableRows(NamedTuple):
    """The state of all tables, which the kernels change.

    Attributes:
        rows: int64[tables, ROW], the hand at each table (see `handsight.kernels.envs.tables`); or
            int32[tables, ROW] for two players (see `handsight.kernels.envs.heads_up`).
        hands: int64[tables], the number of the hand at each table, from 0.
        actors: int64[tables], the seat whose turn it is to act; `NOBODY` if the hand is over.
        totals: int32[tables, choices + 1], the street total after each choice, or `ILLEGAL`; the
            last entry is the largest street total of a raise, or 0.
        chance: uint64[tables], the states from which opponents draw random numbers.
        illegal: int64[tables], the number of illegal actions.
        unplayed: int64[tables, seats], the chips that each seat won in hands without an external
            decision.
        codes: int64[tables, 2], workspace for the code and the street total of each action.
        which: int64[tables], workspace for a list of table numbers.
    """

    rows: NDArray[np.int64]
    hands: NDArray[np.int64]
    actors: NDArray[np.int64]
    totals: NDArray[np.int32]
    chance: NDArray[np.uint64]
    illegal: NDArray[np.int64]
    unplayed: NDArray[np.int64]
    codes: NDArray[np.int64]
    which: NDArray[np.int64]


class TableViews(NamedTuple):
    """The arrays that a step writes for external players.

    Attributes:
        observations: uint16[tables, 14 + 2 * seats], the observation of the player to act or, if
            the hand is over, of the external player who acted last.
        rewards: int32[tables, seats], zeros before a step; the chips that each seat won in the hand
            with an external decision that ended in this step.
        done: bool[tables], False before a step; whether such a hand ended in this step.
        mask: bool[tables, choices], whether each choice is legal.
        finals: uint16[tables, 14 + 2 * seats], for each hand that ended, the observation at its end
            of the external player who acted last; empty if these are not requested.
    """

    observations: NDArray[np.uint16]
    rewards: NDArray[np.int32]
    done: NDArray[np.bool_]
    mask: NDArray[np.bool_]
    finals: NDArray[np.uint16]


# --- random numbers and cards ---------------------------------------------------------------------


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """Mix the bits of a word, as splitmix64 does to compute its output from its state."""
    word = (word ^ (word >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> u64(27))) * u64(0x94D049BB133111EB)
    return word ^ (word >> u64(31))


@inlined
def counted_on(word: np.uint64) -> np.uint64:
    """Return the state of splitmix64 that follows the state ``word``."""
    return word + u64(0x9E3779B97F4A7C15)


@inlined
def cards_state(key: np.uint64, hand: Int) -> np.uint64:
    """Return the state from which the cards of a hand are drawn.

    Args:
        key: the key of the table.
        hand: the number of the hand.
    """
    return mixed(key + u64(hand) * u64(0xD1342543DE82EF95))


@inlined
def chance_state(key: np.uint64, hand: Int) -> np.uint64:
    """Return the state from which opponents draw their random numbers in a hand.

    Args:
        key: the key of the table.
        hand: the number of the hand.
    """
    return mixed(~key + u64(hand) * u64(0xD1342543DE82EF95))


@inlined
def card_of(word: np.uint64) -> np.uint64:
    """Return the card, 0..51, that is drawn with the lower 32 bits of a random word."""
    return ((word & u64(0xFFFFFFFF)) * u64(52)) >> u64(32)


@kernel
def deal_first_cards(key: np.uint64, hand: int, cards: NDArray[np.int64]) -> None:
    """Draw the first cards of the deck of a hand.

    If a card has already been drawn, another is drawn instead, which is rare for so few cards.

    Args:
        key: the key of the table.
        hand: the number of the hand.
        cards: int64[n], filled with distinct cards, 0..51.
    """
    state = cards_state(key, hand)
    word = u64(0)
    used = u64(0)
    place = 0
    half = 0
    while place < cards.size:
        if half == 0:
            state = counted_on(state)
            word = mixed(state)
        card = card_of(word)
        word >>= u64(32)
        half ^= 1
        if (used >> card) & u64(1) == u64(0):
            used |= u64(1) << card
            cards[place] = np.int64(card)
            place += 1


# --- choices and actions --------------------------------------------------------------------------


@inlined
def total_of(
    size: Int, of: Int, price: Int, pot: Int, bet: Int, cost: Int, least: Int, most: Int
) -> Int:
    """Return the player's street total after a choice, or `ILLEGAL`.

    A raise by a share of the pot is the price plus this share of the pot after a call, rounded
    down.

    Args:
        size: the numerator of a share of the pot, or a constant such as `CHOICE_FOLD`.
        of: the denominator of the share, or 0 if ``size`` is a constant.
        price: the street total that a call needs.
        pot: the chips in the pot.
        bet: the player's street total before the choice.
        cost: the chips that a call adds; folding is legal if this is not 0.
        least: the smallest street total of a raise; 0 if the player cannot raise.
        most: the largest street total of a raise.
    """
    total: Int = np.int64(ILLEGAL)
    if of > 0:
        share = price + (pot + cost) * size // of
        if least > 0 and least <= share <= most:
            total = share
    elif size == CHOICE_FOLD:
        if cost > 0:
            total = bet
    elif size == CHOICE_CALL:
        total = bet + cost
    elif least > 0:
        total = least if size == CHOICE_LEAST else most
    return total


@inlined
def code_of(size: Int, of: Int) -> Int:
    """Return the code of the action that a choice stands for: `FOLD`, `CALL` or `RAISE`.

    Args:
        size: the numerator of a share of the pot, or a constant such as `CHOICE_FOLD`.
        of: the denominator of the share, or 0 if ``size`` is a constant.
    """
    code = RAISE
    if of == 0 and size == CHOICE_FOLD:
        code = FOLD
    elif of == 0 and size == CHOICE_CALL:
        code = CALL
    return code


@inlined
def amount_code(amount: Int, fold: Int, least: Int, most: Int) -> Int:
    """Return the code of an action that is passed as an amount, or `ILLEGAL`.

    Args:
        amount: a negative number to fold, 0 to check or call, else the street total of a bet or
            raise.
        fold: `ILLEGAL` if folding is illegal, else any other number.
        least: the smallest street total of a raise, or `ILLEGAL`.
        most: the largest street total of a raise.
    """
    code = CALL
    if amount < 0:
        code = FOLD if fold != ILLEGAL else ILLEGAL
    elif amount > 0:
        code = RAISE if least != ILLEGAL and least <= amount <= most else ILLEGAL
    return code


@kernel
def read_actions(plan: TablePlan, tables: TableRows, actions: NDArray[np.int32]) -> int:
    """Convert the external actions to codes and street totals, and list all tables.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, whose ``codes`` and ``which`` are filled; the code is `ILLEGAL` if the
            hand is over.
        actions: int32[tables], the external actions.

    Returns:
        The number of the first table with an illegal action if illegal actions are errors, else -1.
    """
    totals, codes, which, actors = tables.totals, tables.codes, tables.which, tables.actors
    sizes, illegal = plan.sizes, tables.illegal
    amounts, is_error = plan.amounts, not plan.fold_illegal
    choices = sizes.shape[0]
    for table in range(actions.size):
        which[table] = table
        action = np.int64(actions[table])
        code, total = ILLEGAL, action
        if amounts:
            code = amount_code(action, totals[table, 0], totals[table, 2], totals[table, choices])
        elif 0 <= action < choices and totals[table, action] != ILLEGAL:
            code = code_of(sizes[action, 0], sizes[action, 1])
            total = np.int64(totals[table, action])
        if actors[table] == NOBODY:
            code = ILLEGAL
        elif code == ILLEGAL:
            if is_error:
                return table
            illegal[table] += 1
            code = FOLD if totals[table, 0] != ILLEGAL else CALL
        codes[table, 0] = code
        codes[table, 1] = total
    return -1


@kernel
def write_mask(totals: NDArray[np.int32], mask: NDArray[np.bool_]) -> None:
    """Write whether each choice is legal.

    Args:
        totals: int32[tables, choices + 1], the street total after each choice, or `ILLEGAL`.
        mask: bool[tables, choices], filled.
    """
    for table in range(mask.shape[0]):
        for choice in range(mask.shape[1]):
            mask[table, choice] = totals[table, choice] != ILLEGAL


@kernel
def seats_at_end(tables: TableRows, viewers: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the seat that views the end of a hand at each table: int64[tables].

    This is the viewer of each listed table whose hand is over, and `NOBODY` for all other tables.

    Args:
        tables: the tables, with a list of tables in ``which``.
        viewers: int64[tables], the seat that acted externally last in this hand, or `NOBODY`.
        count: the number of tables listed in ``which``.
    """
    seats = np.full(viewers.size, NOBODY)
    for place in range(count):
        table = tables.which[place]
        if tables.actors[table] == NOBODY:
            seats[table] = viewers[table]
    return seats


@kernel
def forget_viewers(tables: TableRows, viewers: NDArray[np.int64], count: int) -> None:
    """Clear the viewer of each listed table whose hand is over, so that the next hand is dealt.

    Args:
        tables: the tables, with a list of tables in ``which``.
        viewers: int64[tables], the seat that views each table; changed.
        count: the number of tables listed in ``which``.
    """
    actors, which = tables.actors, tables.which
    for place in range(count):
        if actors[which[place]] == NOBODY:
            viewers[which[place]] = NOBODY


@kernel
def turn_to_actors(actors: NDArray[np.int64], viewers: NDArray[np.int64]) -> None:
    """Make the player to act the viewer of each table; if the hand is over, keep the viewer."""
    for table in range(actors.size):
        if actors[table] != NOBODY:
            viewers[table] = actors[table]


@inlined
def noted(actions: Int, code: Int) -> Int:
    """Return the recorded actions of a street with one more action; only the last eight are kept.

    Args:
        actions: the recorded actions, two bits each, with the last action in the lowest bits.
        code: the code of the action to record.
    """
    return ((actions << 2) | (code + 1)) & 0xFFFF


@inlined
def counted(raises: Int, street: Int) -> Int:
    """Return the numbers of bets and raises with one more on a street, up to fifteen.

    Args:
        raises: the number of bets and raises on each street, in four bits per street.
        street: the street, 0..3.
    """
    return raises + (1 << (4 * street)) if (raises >> (4 * street)) & 15 < 15 else raises


@inlined
def bit_of(card: Int) -> Int:
    """Return the mask in which only the bit of this card, 0..51, is set."""
    return 1 << (16 * (card & 3) + (card >> 2))


@inlined
def cards_on(street: Int) -> Int:
    """Return the number of cards on the board on a street, 0..3."""
    return street + 2 if street > 0 else 0


# --- opponents ------------------------------------------------------------------------------------


@kernel
def hand_row(first: Int, second: Int, mask: int, street: int) -> Int:
    """Return the row of a policy for a hand.

    Before the flop, the row is the starting hand class in the order of the 13 x 13 grid, with aces
    first and suited hands above the diagonal. On later streets, the strengths 0..7461 are split
    into 169 equal ranges, from the weakest up, and the row is that of the best five cards.

    Args:
        first: the index of one hole card.
        second: the index of the other hole card.
        mask: the mask of the hole cards and the board.
        street: the street, 0..3.
    """
    if street > 0:
        return strength_of_mask(mask) * HAND_ROWS // STRENGTHS
    high, low = 12 - max(first >> 2, second >> 2), 12 - min(first >> 2, second >> 2)
    return 13 * high + low if (first & 3) == (second & 3) else 13 * low + high


@kernel
def list_opponents(plan: TablePlan, tables: TableRows) -> tuple[NDArray[np.int64], int]:
    """List the tables at which it is an opponent's turn to act.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, whose ``which`` is filled from the beginning.

    Returns:
        The seat of the opponent to act at each table, or `NOBODY`, int64[tables]; and the number of
        listed tables.
    """
    players, actors, which = plan.players, tables.actors, tables.which
    seats = np.full(actors.size, NOBODY)
    count = 0
    for table in range(actors.size):
        seat = actors[table]
        if seat != NOBODY and players[seat] != OUTSIDE:
            seats[table] = seat
            which[count] = table
            count += 1
    return seats, count


@kernel
def choose_for_opponents(
    plan: TablePlan, tables: TableRows, seen: NDArray[np.uint16], count: int
) -> None:
    """Choose an action for the opponent to act at each listed table.

    The action is a call, a random legal choice, or a choice drawn with the weights of a policy. If
    all legal choices have a weight of 0 in a policy, the opponent calls.

    Args:
        plan: the values that are the same in all hands.
        tables: the tables, whose ``codes`` are filled, with a list of tables in ``which``.
        seen: uint16[tables, 14 + 2 * seats], the observations of the opponents.
        count: the number of tables listed in ``which``.
    """
    actors, which, codes, totals = tables.actors, tables.which, tables.codes, tables.totals
    chance, players, policies, sizes = tables.chance, plan.players, plan.policies, plan.sizes
    choices = sizes.shape[0]
    weights = np.empty(choices, np.float64)
    for place in range(count):
        table = which[place]
        player = players[actors[table]]
        codes[table, 0] = CALL
        if player == CALLER:
            continue
        chance[table] = counted_on(chance[table])
        draw = np.int64(mixed(chance[table]) >> u64(32))
        street = 0
        row: Int = 0
        if player != RANDOM:
            mask = 0
            for card in range(SEE_BOARD + 5):
                if seen[table, card] != UNSEEN:
                    mask |= bit_of(np.int64(seen[table, card]))
                    street += card > SEE_BOARD + 1
            first, second = np.int64(seen[table, SEE_HOLE]), np.int64(seen[table, SEE_HOLE + 1])
            row = hand_row(first, second, mask, street)
        price = np.int64(seen[table, SEE_COST] > 0)
        whole = 0.0
        for choice in range(choices):
            weight = 1.0
            if player != RANDOM:
                weight = np.float64(policies[player - POLICY, street, row, price, choice])
            weights[choice] = weight if totals[table, choice] != ILLEGAL else 0.0
            whole += weights[choice]
        left = whole * (draw / 4294967296.0)
        chosen = -1
        for choice in range(choices):
            if weights[choice] > 0 and (chosen < 0 or left >= 0):
                chosen = choice
            left -= weights[choice]
        if chosen >= 0:
            codes[table, 0] = code_of(sizes[chosen, 0], sizes[chosen, 1])
            codes[table, 1] = totals[table, chosen]


# --- for external players -------------------------------------------------------------------------


@kernel
def draw_legal(
    mask: NDArray[np.bool_], draws: NDArray[np.uint32], actions: NDArray[np.int32]
) -> None:
    """Draw one of the legal choices at each table, all with the same probability.

    Args:
        mask: bool[tables, choices], whether each choice is legal.
        draws: uint32[tables], random numbers.
        actions: int32[tables], filled; 0 if no choice is legal.
    """
    for table in range(draws.size):
        legal = 0
        for choice in range(mask.shape[1]):
            legal += mask[table, choice]
        rest = (np.int64(draws[table]) * legal) >> 32
        chosen = 0
        for choice in range(mask.shape[1]):
            chosen = choice if mask[table, choice] and rest >= 0 else chosen
            rest -= mask[table, choice]
        actions[table] = chosen


@kernel
def write_features(
    seen: NDArray[np.uint16], seats: int, unit: float, features: NDArray[np.float32]
) -> None:
    """Convert compact observations to the input features of a network; see `handsight.envs`.

    Args:
        seen: uint16[n, 14 + 2 * seats], the observations.
        seats: the number of seats.
        unit: the number of chips that become a feature of 1.
        features: float32[n, FEATURES + 4 * seats], zeros; filled.
    """
    for i in range(seen.shape[0]):
        for place in range(2):
            features[i, seen[i, SEE_HOLE + place]] = 1
        lying = 0
        for place in range(5):
            card = np.int64(seen[i, SEE_BOARD + place])
            if card != UNSEEN:
                features[i, 52 + card] = 1
                lying += 1
        features[i, 104 + max(lying - 2, 0)] = 1
        for place in range(3):
            features[i, 108 + place] = seen[i, SEE_POT + place] / unit
        for back in range(8):
            code = (np.int64(seen[i, SEE_ACTIONS]) >> (2 * back)) & 3
            if code > 0:
                features[i, 111 + 3 * back + code - 1] = 1
        for street in range(4):
            features[i, 135 + street] = ((np.int64(seen[i, SEE_RAISES]) >> (4 * street)) & 15) / 4
        features[i, FEATURES + seen[i, SEE_POSITION]] = 1
        for place in range(seats):
            left = (np.int64(seen[i, SEE_PLAYERS]) >> place) & 1
            features[i, FEATURES + seats + place] = left
            stack, bet = seen[i, SEE_STACKS + place], seen[i, SEE_STACKS + seats + place]
            features[i, FEATURES + 2 * seats + place] = stack / unit
            features[i, FEATURES + 3 * seats + place] = bet / unit
