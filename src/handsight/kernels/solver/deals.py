"""Kernels that fill the tables of the hands that are live on each board of a solve."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel, piece
from handsight.kernels.ranking.levels import SEVEN, strengths_on_board
from handsight.kernels.solver.tables import (
    CHILD,
    COMBO,
    HANDS,
    HIGH,
    IMAGES,
    LEVEL,
    LOW,
    MAPS,
    SAME,
    START,
    WEAKER,
    WIDE,
    Deals,
)

u64 = np.uint64
i64 = np.int64


@kernel
def fill_first(
    deals: Deals,
    board: np.uint64,
    combos: tuple[NDArray[np.int16], NDArray[np.int16]],
    masks: NDArray[np.uint64],
    pairs: NDArray[np.uint8],
    river: bool,
) -> None:
    """Fill the tables of the board that a solve starts from.

    Args:
        deals: the deals of the street, complete except for the hands, which are filled.
        board: the mask of the board.
        combos: for each player, int16[n], the combo numbers of the hands.
        masks: uint64[1326], the masks of the combos.
        pairs: uint8[1326, 2], the cards of the combos.
        river: whether the board is a river, on which the hands are sorted by strength.
    """
    for player in range(2):
        begin = deals.table[0, player, START]
        fill_hands(deals.hands[:, begin:], combos[player], board, masks, pairs, river)
    fill_meetings(deals, 0, np.empty((2, masks.size), np.int16), river)


@kernel
def fill_children(
    before: Deals,
    parent: int,
    board: np.uint64,
    deals: Deals,
    cards: NDArray[np.int64],
    changes: NDArray[np.int64],
    turned: NDArray[np.int16],
    masks: NDArray[np.uint64],
    pairs: NDArray[np.uint8],
    river: bool,
) -> None:
    """Fill the tables of the deals that follow a deal when one more card is dealt.

    Args:
        before: the deals of the previous street.
        parent: the number of the deal on the previous street.
        board: the mask of that deal's board.
        deals: the deals of the street, complete except for hands and maps, which are filled.
        cards: int64[k], the cards that are dealt, one for each deal.
        changes: int64[n], for each image of each card, in order, the number of the permutation of
            suits.
        turned: int16[24, 1326], the number of each combo under each permutation of suits.
        masks: uint64[1326], the masks of the combos.
        pairs: uint8[1326, 2], the cards of the combos.
        river: whether the street is the river, on which the hands are sorted by strength.
    """
    first = before.table[parent, 0, CHILD]
    places = np.full((2, masks.size), -1, np.int16)
    for player in range(2):
        start = before.table[parent, player, START]
        for i in range(before.table[parent, player, HANDS]):
            places[player, before.hands[COMBO, start + i]] = i
    at = np.empty((2, masks.size), np.int16)
    seen = 0
    for k in range(cards.size):
        deal = first + k
        images = deals.table[deal, 0, IMAGES]
        full = board | (u64(1) << u64(16 * (cards[k] & 3) + (cards[k] >> 2)))
        for player in range(2):
            old, new = before.table[parent, player], deals.table[deal, player]
            listed = before.hands[COMBO, old[START] : old[START] + old[HANDS]]
            mine = deals.hands[:, new[START] : new[START] + new[HANDS]]
            fill_hands(mine, listed, full, masks, pairs, river)
            for image in range(images):
                start = new[MAPS] + image * new[WIDE]
                change = changes[seen + image]
                for i in range(new[HANDS]):
                    deals.maps[start + i] = places[player, turned[change, mine[COMBO, i]]]
        fill_meetings(deals, deal, at, river)
        seen += images


@piece
def fill_hands(
    hands: NDArray[np.int16],
    listed: NDArray[np.int16],
    full: np.uint64,
    masks: NDArray[np.uint64],
    pairs: NDArray[np.uint8],
    river: bool,
) -> None:
    """List the hands of a player that are live on a board, and their cards.

    On the river, the hands are sorted by strength. The strengths are written to the row `LEVEL`,
    where `fill_meetings` reads them.

    Args:
        hands: int16[6, n], the player's part of the table of hands; filled.
        listed: int16[m], the combo numbers of the hands to choose from.
        full: the mask of the board.
        masks: uint64[1326], the masks of the combos.
        pairs: uint8[1326, 2], the cards of the combos.
        river: whether the board is a river.
    """
    live = np.empty(listed.size, np.int16)
    count = 0
    for combo in listed:
        if masks[combo] & full == u64(0):
            live[count] = combo
            count += 1
    strengths = np.zeros(count, np.uint16)
    order = np.arange(count)
    if river:
        combos = np.empty(count, np.uint64)
        for i in range(count):
            combos[i] = masks[live[i]]
        strengths_on_board(combos, full, SEVEN, np.empty(count, np.uint64), strengths)
        keys = np.empty(count, np.int64)
        for i in range(count):
            keys[i] = i64(strengths[i]) * 2048 + i
        keys.sort()
        for i in range(count):
            order[i] = keys[i] & 2047
    for i in range(count):
        combo = live[order[i]]
        hands[COMBO, i] = combo
        hands[LOW, i], hands[HIGH, i] = pairs[combo, 0], pairs[combo, 1]
        hands[LEVEL, i] = strengths[order[i]]


@piece
def fill_meetings(deals: Deals, deal: Int, at: NDArray[np.int16], river: bool) -> None:
    """Find the index of each hand in the opponent's list of hands, or else that of padding.

    On the river, also count the opponent's hands that are weaker, and those that are not stronger.

    Args:
        deals: the deals of the street, whose hands are changed.
        deal: the number of the deal.
        at: int16[2, 1326], workspace.
        river: whether the street is the river.
    """
    for player in range(2):
        kind = deals.table[deal, player]
        at[player, :] = kind[WIDE] - 1
        for i in range(kind[HANDS]):
            at[player, deals.hands[COMBO, kind[START] + i]] = i
    ours, theirs = deals.table[deal, 0], deals.table[deal, 1]
    mine = deals.hands[:, ours[START] : ours[START] + ours[HANDS]]
    other = deals.hands[:, theirs[START] : theirs[START] + theirs[HANDS]]
    for i in range(ours[HANDS]):
        mine[SAME, i] = at[1, mine[COMBO, i]]
    for i in range(theirs[HANDS]):
        other[SAME, i] = at[0, other[COMBO, i]]
    if river:
        strengths, faced = mine[LEVEL].copy(), other[LEVEL].copy()
        rank_among(mine, strengths, faced)
        rank_among(other, faced, strengths)


@piece
def rank_among(
    hands: NDArray[np.int16], ours: NDArray[np.int16], theirs: NDArray[np.int16]
) -> None:
    """Count the opponent's hands that are weaker than each of our hands, and those not stronger.

    Args:
        hands: int16[6, n], our part of the table of hands; the rows `WEAKER` and `LEVEL` are
            filled.
        ours: int16[n], the strengths of our hands, ascending.
        theirs: int16[m], the strengths of the opponent's hands, ascending.
    """
    below = upto = 0
    for i in range(ours.size):
        while below < theirs.size and theirs[below] < ours[i]:
            below += 1
        while upto < theirs.size and theirs[upto] <= ours[i]:
            upto += 1
        hands[WEAKER, i], hands[LEVEL, i] = below, upto
