"""Joint deals of hands from ranges, each as likely as the product of the hands' weights.

Players are drawn in groups. A group is a list of entries, each of which holds two cards for every
player of the group, all different; a group of one player is that player's range. Each group draws
an entry independently, and an attempt counts if no card was drawn twice. This is exact. Redrawing
for one player only would not be, because it ignores how few hands the others' cards had left.

The hands of players with any cards, and the board, are dealt from the rest. This needs no second
attempt: whatever the ranges' hands are, there are equally many ways to do it.

As in `handsight.kernels.odds.deals` a block of attempts is made at once, step by step. Cards are
numbered within the deck without the absent ones (live numbering) until they become bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.odds.deals import (
    BLOCK,
    FixedArrays,
    cards_to_draw,
    draw_places,
    follow_swaps,
    make_room,
    next_fractions,
    show_down,
)
from handsight.kernels.odds.seatings import (
    Seatings,
    make_seating_room,
    parts_by_sharers,
    share_in_seatings,
)

u8 = np.uint8
u32 = np.uint32
u64 = np.uint64


class Entries(NamedTuple):
    """The groups and their entries; equal groups may share them.

    Attributes:
        groups: int64[groups, 5]: first entry, number of entries (up to 2**20), players, first card,
            and whether all entries have the same weight.
        unions: uint64[entries], the cards of an entry as a mask.
        aliases: uint64[entries]: the fraction (44 bits) up to which an entry stays itself, and the
            entry of the group (20 bits) that it becomes beyond it.
        cards: uint8[...], the cards of the entries in live numbering, two for each player.
    """

    groups: NDArray[np.int64]
    unions: NDArray[np.uint64]
    aliases: NDArray[np.uint64]
    cards: NDArray[np.uint8]


class Attempts(NamedTuple):
    """Arrays for a block of attempts.

    Attributes:
        fractions: uint64[BLOCK], random bits.
        used: uint64[BLOCK], the cards that were drawn.
        clash: uint64[BLOCK], the cards that were drawn twice.
        slots: uint32[groups, BLOCK], the entries that were drawn.
        listed: uint32[BLOCK], the attempts without a clash.
    """

    fractions: NDArray[np.uint64]
    used: NDArray[np.uint64]
    clash: NDArray[np.uint64]
    slots: NDArray[np.uint32]
    listed: NDArray[np.uint32]


FIRST, SIZE, PLAYERS, CARDS, EVEN = range(5)
"""Columns of the table of groups."""

DRAW_BITS = u64(44)
DRAW = u64((1 << 44) - 1)
SPARE_BITS = u64(58 - 44)
ENTRY_BITS = u64(20)
ENTRY = u64((1 << 20) - 1)
MOST_FROM_A_WORD = 1 << 16
"""Draws share one random word while their choices multiply to this: a bias below 2**-28."""


@kernel
def draw_entries(
    fractions: NDArray[np.uint64], size: Int, slots: NDArray[np.uint32], group: int
) -> None:
    """Draw an entry of a group for each attempt, all entries with equal probability."""
    choices = u64(size)
    for i in range(BLOCK):
        product = fractions[i] * choices
        slots[group, i] = u32(product >> DRAW_BITS)
        fractions[i] = product & DRAW


@kernel
def swap_by_weight(
    fractions: NDArray[np.uint64],
    aliases: NDArray[np.uint64],
    first: Int,
    slots: NDArray[np.uint32],
    group: int,
) -> None:
    """Turn uniformly drawn entries into entries by weight, through the alias tables."""
    for i in range(BLOCK):
        slot = slots[group, i]
        alias = aliases[u64(first) + u64(slot)]
        slots[group, i] = slot if fractions[i] < (alias >> ENTRY_BITS) else u32(alias & ENTRY)


@kernel
def add_unions(
    unions: NDArray[np.uint64],
    first: Int,
    slots: NDArray[np.uint32],
    group: int,
    used: NDArray[np.uint64],
    clash: NDArray[np.uint64],
) -> None:
    """Take the cards of the drawn entries, and record those that were already taken."""
    for i in range(BLOCK):
        cards = unions[u64(first) + u64(slots[group, i])]
        clash[i] |= used[i] & cards
        used[i] |= cards


@kernel
def list_accepted(clash: NDArray[np.uint64], accepted: NDArray[np.uint32]) -> int:
    """List the attempts without a clash, and return their number."""
    count = 0
    for i in range(BLOCK):
        accepted[count] = i
        count += 1 if clash[i] == u64(0) else 0
    return count


@kernel
def refill(states: NDArray[np.uint64], fractions: NDArray[np.uint64]) -> None:
    """Fill each fraction with 44 fresh bits."""
    next_fractions(states, fractions)
    for i in range(BLOCK):
        fractions[i] >>= SPARE_BITS


@kernel
def attempt_block(states: NDArray[np.uint64], entries: Entries, tried: Attempts) -> int:
    """Draw an entry for every group, in each attempt of a block.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.

    Returns:
        The number of attempts without a clash.
    """
    for i in range(BLOCK):
        tried.used[i] = 0
        tried.clash[i] = 0
    choices = MOST_FROM_A_WORD + 1
    for group in range(entries.groups.shape[0]):
        first, size = entries.groups[group, FIRST], entries.groups[group, SIZE]
        choices *= size
        if choices > MOST_FROM_A_WORD:
            refill(states, tried.fractions)
            choices = size
        draw_entries(tried.fractions, size, tried.slots, group)
        if not entries.groups[group, EVEN]:
            swap_by_weight(tried.fractions, entries.aliases, first, tried.slots, group)
            choices = MOST_FROM_A_WORD + 1
        add_unions(entries.unions, first, tried.slots, group, tried.used, tried.clash)
    return list_accepted(tried.clash, tried.listed)


@kernel
def keep_accepted(
    entries: Entries, tried: Attempts, count: int, held: NDArray[np.uint8], filled: int
) -> None:
    """Write the cards of accepted attempts.

    Args:
        tried: the drawn entries.
        held: uint8[cards, 2 * BLOCK], written to.
    """
    row = 0
    for group in range(entries.groups.shape[0]):
        width = 2 * entries.groups[group, PLAYERS]
        for place in range(width):
            first = u64(entries.groups[group, CARDS] + place)
            for k in range(count):
                slot = u64(tried.slots[group, tried.listed[k]])
                held[row, filled + k] = entries.cards[first + slot * u64(width)]
            row += 1


@kernel
def sort_cards(cards: NDArray[np.uint8]) -> None:
    """Sort the cards of each trial by comparing neighbours, in as many rounds as there are cards.

    Args:
        cards: uint8[k, BLOCK]; changed.
    """
    for turn in range(cards.shape[0]):
        for place in range(turn % 2, cards.shape[0] - 1, 2):
            for i in range(BLOCK):
                one, other = cards[place, i], cards[place + 1, i]
                cards[place, i] = one if one < other else other
                cards[place + 1, i] = other if one < other else one


@kernel
def skip_held(places: NDArray[np.uint8], drawn: int, held: NDArray[np.uint8]) -> None:
    """Turn positions in the remaining deck into positions in the whole deck.

    Args:
        places: uint8[>= drawn, BLOCK]; the first ``drawn`` rows are changed.
        held: uint8[k, BLOCK], the cards that each trial's players hold, ascending.
    """
    for row in range(drawn):
        for k in range(held.shape[0]):
            for i in range(BLOCK):
                here = places[row, i]
                places[row, i] = u8(here + u8(here >= held[k, i]))


@kernel
def take_block(held: NDArray[np.uint8], filled: int, places: NDArray[np.uint8], first: int) -> None:
    """Move a block of deals out of the kept ones, and the others to the front.

    Args:
        held: uint8[cards, 2 * BLOCK], the kept deals; changed.
        filled: the number of kept deals.
        places: uint8[drawn, BLOCK]; its rows from ``first`` on are filled.
        first: the first row of the groups' cards.
    """
    for row in range(held.shape[0]):
        for i in range(BLOCK):
            places[first + row, i] = held[row, i]
        for i in range(filled - BLOCK):
            held[row, i] = held[row, BLOCK + i]


@kernel
def deal_rest(
    states: NDArray[np.uint64],
    absent: int,
    fractions: NDArray[np.uint64],
    places: NDArray[np.uint8],
    swaps: NDArray[np.uint8],
    ordered: NDArray[np.uint8],
) -> None:
    """Draw the cards that do not come from the groups.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        fractions: uint64[BLOCK], workspace.
        places: uint8[drawn, BLOCK]; the last rows are the groups' cards, the others are filled.
        swaps: uint8[rest, BLOCK], workspace.
        ordered: uint8[cards, BLOCK], workspace.
    """
    rest, held = swaps.shape[0], ordered.shape[0]
    for row in range(held):
        for i in range(BLOCK):
            ordered[row, i] = places[rest + row, i]
    sort_cards(ordered)
    draw_places(states, fractions, 52 - absent - held, swaps)
    follow_swaps(swaps, places)
    skip_held(places, rest, ordered)


@kernel
def play_range_deals(
    fixed: FixedArrays,
    entries: Entries,
    states: NDArray[np.uint64],
    trials: int,
    most: int,
    seatings: Seatings,
    tally: NDArray[np.int64],
    shares: NDArray[np.int64],
) -> tuple[int, int]:
    """Play joint deals from ranges, to the river and the showdown.

    Args:
        fixed: the known cards. The rest of the board, the random hands, and the hands of the
            groups are drawn, in this order.
        states: uint64[4, BLOCK], the generators' states; changed.
        most: the number of attempts after which to give up, checked once per block.
        seatings: who may change hands with whom.
        tally: int64[2**players], increased by how often each set of players shared the pot.
        shares: int64[players, 2], added to if somebody may change hands (see
            `share_in_seatings`).

    Returns:
        The number of deals that were played, and the number of attempts.
    """
    drawn, from_groups = cards_to_draw(fixed), 2 * entries.groups[:, PLAYERS].sum()
    places, swaps = np.empty((drawn, BLOCK), u8), np.empty((drawn - from_groups, BLOCK), u8)
    held, ordered = np.zeros((from_groups, 2 * BLOCK), u8), np.empty((from_groups, BLOCK), u8)
    tried = Attempts(
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.uint64),
        np.empty((entries.groups.shape[0], BLOCK), np.uint32),
        np.empty(BLOCK, np.uint32),
    )
    room, units = make_room(fixed.holes.size), parts_by_sharers()
    seats = make_seating_room(fixed.holes.size)
    accepted, attempts, filled = 0, 0, 0
    while accepted < trials and attempts < most:
        count, needed = attempt_block(states, entries, tried), trials - accepted
        attempts += BLOCK if count < needed else int(tried.listed[needed - 1]) + 1
        count = min(count, needed)
        keep_accepted(entries, tried, count, held, filled)
        accepted += count
        filled += count
        ended = accepted == trials or attempts >= most
        while filled >= BLOCK or (ended and filled > 0):
            take_block(held, filled, places, swaps.shape[0])
            deal_rest(states, fixed.absent.size, tried.fractions, places, swaps, ordered)
            counted = min(BLOCK, filled)
            show_down(places, fixed, room, counted, tally)
            if seatings.players.size:  # the showdown has turned the places into bits
                share_in_seatings(
                    *(places, fixed.rows, room.sharers, counted),
                    *(seatings, units, seats, shares),
                )
            filled = max(0, filled - BLOCK)
    return accepted, attempts
