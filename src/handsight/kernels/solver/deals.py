"""Fills the tables of the hands that share no card with each board of a solve."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
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
    piece,
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
        deals: the deals of the first street, complete except for the hands.
        board: the mask of the board's cards.
        combos: for both players int16[n], the combo numbers of their hands.
        masks: uint64[1326], the masks of the combos.
        pairs: uint8[1326, 2], the two cards of each combo.
        river: whether to sort the hands by strength.
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
    """Fill the tables of the deals that follow from a parent deal when one more card is dealt.

    Args:
        before: the deals of the parent's street.
        parent: the number of the parent deal.
        board: the mask of the parent's board.
        deals: the deals of the next street, complete except for hands and maps.
        cards: int64[k], the cards that are dealt.
        changes: int64[images of all cards], for each image of each card in turn, the permutation of
            suits that leads to the image.
        turned: int16[24, 1326], the combo that each permutation of suits turns each combo into.
        masks: uint64[1326], the masks of the combos.
        pairs: uint8[1326, 2], the two cards of each combo.
        river: whether to sort the hands by strength.
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
    """List those hands of a player that share no card with a board, and the cards of each hand.

    On the river the hands are sorted by strength; `LEVEL` then holds the strength, which
    `fill_meetings` replaces.
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
    """Find the index of each player's hands in the opponent's list.

    On the river, also count for each hand how many of the opponent's hands are weaker, and how many
    are not stronger.
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
    """Count for each of our hands how many of theirs are weaker, and how many are not stronger.

    Args:
        hands: int16[6, n], our hands; the rows `WEAKER` and `LEVEL` are filled.
        ours: int16[n], the strengths of our hands, in ascending order.
        theirs: int16[m], the strengths of the opponent's hands, in ascending order.
    """
    below = upto = 0
    for i in range(ours.size):
        while below < theirs.size and theirs[below] < ours[i]:
            below += 1
        while upto < theirs.size and theirs[upto] <= ours[i]:
            upto += 1
        hands[WEAKER, i], hands[LEVEL, i] = below, upto
