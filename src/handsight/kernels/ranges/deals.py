"""Random deals of hands from ranges, with probabilities proportional to the product of the weights.

Hands are drawn for groups of players. A group has a list of entries, each of which holds two cards
for every player of the group; all cards of an entry are different. The entries of a group of one
player are the hands of that player's range. In each attempt, an entry is drawn for every group
independently, and the attempt is accepted if no card was drawn twice. This method is exact. Drawing
again for only one player would not be exact, because that ignores how many hands the other players'
cards leave to this player.

The hands of players who can hold any cards, and the rest of the board, are dealt from the remaining
deck. This never has to be repeated, because the number of ways to deal them does not depend on the
hands of the ranges.

As in `handsight.kernels.odds.deals`, a block of attempts is made together, step by step. Until they
are converted to bits, cards are numbered by their position in the deck without the absent cards
(live numbering).
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
    """The groups and their entries; equal groups can share entries.

    Attributes:
        groups: int64[groups, 5], for each group the index of its first entry, the number of its
            entries (up to 2**20), the number of its players, the index in ``cards`` of its first
            card, and 1 if all its entries have the same weight, else 0.
        unions: uint64[entries], the mask of all cards of each entry.
        aliases: uint64[entries], the alias table: a fraction (the upper 44 bits) and the number of
            another entry of the group (the lower 20 bits). If a random fraction is not below the
            fraction of a drawn entry, the other entry replaces it.
        cards: uint8[...], the cards of the entries in live numbering, two for each player.
    """

    groups: NDArray[np.int64]
    unions: NDArray[np.uint64]
    aliases: NDArray[np.uint64]
    cards: NDArray[np.uint8]


class Attempts(NamedTuple):
    """Workspace arrays for a block of attempts.

    Attributes:
        fractions: uint64[BLOCK], random bits of each attempt.
        used: uint64[BLOCK], the mask of the cards that were drawn in each attempt.
        clash: uint64[BLOCK], the mask of the cards that were drawn twice; 0 for an accepted
            attempt.
        slots: uint32[groups, BLOCK], the number of the entry that was drawn for each group.
        listed: uint32[BLOCK], the numbers of the accepted attempts, from the beginning.
    """

    fractions: NDArray[np.uint64]
    used: NDArray[np.uint64]
    clash: NDArray[np.uint64]
    slots: NDArray[np.uint32]
    listed: NDArray[np.uint32]


FIRST, SIZE, PLAYERS, CARDS, EVEN = range(5)
"""The columns of `Entries.groups`."""

DRAW_BITS = u64(44)
DRAW = u64((1 << 44) - 1)
SPARE_BITS = u64(58 - 44)
ENTRY_BITS = u64(20)
ENTRY = u64((1 << 20) - 1)
MOST_FROM_A_WORD = 1 << 16
"""The limit on the product of the numbers of entries that are drawn with one random word.

With this limit, the bias of a draw is below 2**-28.
"""


@kernel
def draw_entries(
    fractions: NDArray[np.uint64], size: Int, slots: NDArray[np.uint32], group: int
) -> None:
    """Draw an entry of a group for each attempt; all entries have the same probability.

    Args:
        fractions: uint64[BLOCK], random bits; the bits that are left are written back.
        size: the number of entries of the group.
        slots: uint32[groups, BLOCK]; the row of the group is filled.
        group: the number of the group.
    """
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
    """Convert uniformly drawn entries to entries drawn by weight, with the alias table.

    Args:
        fractions: uint64[BLOCK], random bits.
        aliases: uint64[entries], from `Entries`.
        first: the index of the group's first entry.
        slots: uint32[groups, BLOCK]; the row of the group is changed.
        group: the number of the group.
    """
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
    """Add the cards of a group's drawn entries to ``used``, and record cards drawn twice.

    Args:
        unions: uint64[entries], from `Entries`.
        first: the index of the group's first entry.
        slots: uint32[groups, BLOCK], the drawn entries.
        group: the number of the group.
        used: uint64[BLOCK], the cards drawn in each attempt; changed.
        clash: uint64[BLOCK], the cards drawn twice in each attempt; changed.
    """
    for i in range(BLOCK):
        cards = unions[u64(first) + u64(slots[group, i])]
        clash[i] |= used[i] & cards
        used[i] |= cards


@kernel
def list_accepted(clash: NDArray[np.uint64], accepted: NDArray[np.uint32]) -> int:
    """List the attempts in which no card was drawn twice, and return how many these are.

    Args:
        clash: uint64[BLOCK], the cards drawn twice in each attempt.
        accepted: uint32[BLOCK], filled from the beginning with the numbers of the attempts.
    """
    count = 0
    for i in range(BLOCK):
        accepted[count] = i
        count += 1 if clash[i] == u64(0) else 0
    return count


@kernel
def refill(states: NDArray[np.uint64], fractions: NDArray[np.uint64]) -> None:
    """Fill each fraction with 44 new random bits.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        fractions: uint64[BLOCK], filled.
    """
    next_fractions(states, fractions)
    for i in range(BLOCK):
        fractions[i] >>= SPARE_BITS


@kernel
def attempt_block(states: NDArray[np.uint64], entries: Entries, tried: Attempts) -> int:
    """Draw an entry for every group, in each attempt of a block.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        entries: the groups and their entries.
        tried: the arrays of the attempts, filled.

    Returns:
        The number of accepted attempts.
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
    """Write the cards of the accepted attempts to an array.

    Args:
        entries: the groups and their entries.
        tried: the attempts.
        count: the number of accepted attempts to write.
        held: uint8[cards, 2 * BLOCK], the kept deals; ``count`` columns are filled.
        filled: the number of columns that are already filled.
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
    """Sort the cards of each trial by swapping neighbours, in as many rounds as there are cards.

    Args:
        cards: uint8[k, BLOCK], k cards per trial; each column becomes ascending.
    """
    for turn in range(cards.shape[0]):
        for place in range(turn % 2, cards.shape[0] - 1, 2):
            for i in range(BLOCK):
                one, other = cards[place, i], cards[place + 1, i]
                cards[place, i] = one if one < other else other
                cards[place + 1, i] = other if one < other else one


@kernel
def skip_held(places: NDArray[np.uint8], drawn: int, held: NDArray[np.uint8]) -> None:
    """Convert positions in the deck without the held cards to positions in the deck with them.

    Args:
        places: uint8[drawn or more, BLOCK]; the first ``drawn`` rows are changed.
        drawn: the number of positions per trial.
        held: uint8[k, BLOCK], the cards that the groups' players hold in each trial, ascending.
    """
    for row in range(drawn):
        for k in range(held.shape[0]):
            for i in range(BLOCK):
                here = places[row, i]
                places[row, i] = u8(here + u8(here >= held[k, i]))


@kernel
def take_block(held: NDArray[np.uint8], filled: int, places: NDArray[np.uint8], first: int) -> None:
    """Take one block of deals from the kept deals, and move the remaining ones to the front.

    Args:
        held: uint8[cards, 2 * BLOCK], the kept deals; changed.
        filled: the number of kept deals.
        places: uint8[drawn, BLOCK]; the rows from ``first`` on are filled with the block.
        first: the first row for the groups' cards.
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
    """Draw the cards of the board and of the random hands, which do not belong to groups.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        absent: the number of cards that are not in the deck.
        fractions: uint64[BLOCK], workspace.
        places: uint8[drawn, BLOCK]; the last rows are the groups' cards, and the others are filled.
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
    """Play random deals of hands from ranges, to the river and the showdown.

    Args:
        fixed: the known cards. In its numbering of drawn cards, the rest of the board is first,
            then the random hands, then the hands of the groups.
        entries: the groups and their entries.
        states: uint64[4, BLOCK], the generators' states; changed.
        trials: the number of deals to play.
        most: the number of attempts after which to give up, checked once per block of attempts.
        seatings: the players who can change hands with each other.
        tally: int64[2**players], increased by how often each set of players shared the pot.
        shares: int64[players, 2], increased if any players can change hands (see
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
            if seatings.players.size:  # show_down has converted the positions to bits
                share_in_seatings(
                    *(places, fixed.rows, room.sharers, counted),
                    *(seatings, units, seats, shares),
                )
            filled = max(0, filled - BLOCK)
    return accepted, attempts
