"""Random deals of ten hands that are all played to the showdown, tallied by starting hand class.

Blocks of deals are drawn as in `handsight.kernels.odds.deals`. No cards are known beforehand, so
each deal adds ten hands to the tally.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import kernel
from handsight.kernels.odds.deals import BLOCK, draw_places, follow_swaps, turn_into_bits
from handsight.kernels.ranking.evaluation import score_lanes
from handsight.kernels.ranking.hands import u16

u8 = np.uint8
u64 = np.uint64
PLAYERS = 10
BOARD = 5
DRAWN = BOARD + 2 * PLAYERS
RANKS = 13
CELLS = RANKS * RANKS
LOST, ALONE, SHARED = 0, 1, 2
OUTCOMES = 3


@kernel
def lay_out_ten(bits: NDArray[np.uint8], masks: NDArray[np.uint64]) -> None:
    """Write the seven cards of each of ten players in each deal.

    Args:
        bits: uint8[25, BLOCK], the bit positions of the cards: first the board, then two cards for
            each player.
        masks: uint64[10, BLOCK], filled.
    """
    for i in range(BLOCK):
        masks[0, i] = u64(0)
    for place in range(BOARD):
        for i in range(BLOCK):
            masks[0, i] |= u64(1) << u64(bits[place, i])
    for player in range(PLAYERS - 1, -1, -1):  # player 0 is last, because masks[0] is the board
        place = BOARD + 2 * player
        for i in range(BLOCK):
            cards = (u64(1) << u64(bits[place, i])) | (u64(1) << u64(bits[place + 1, i]))
            masks[player, i] = masks[0, i] | cards


@kernel
def find_best(
    scores: NDArray[np.uint32], best: NDArray[np.uint32], holders: NDArray[np.uint32]
) -> None:
    """Find the highest score in each deal, and how many players have it.

    Args:
        scores: uint32[10, BLOCK], the scores of the players' hands.
        best: uint32[BLOCK], filled with the highest scores.
        holders: uint32[BLOCK], filled with the numbers of players who have them.
    """
    best[:] = 0
    holders[:] = 0
    for player in range(PLAYERS):
        for i in range(BLOCK):
            best[i] = max(best[i], scores[player, i])
    for player in range(PLAYERS):
        for i in range(BLOCK):
            holders[i] += np.uint32(scores[player, i] == best[i])


@kernel
def find_cells(bits: NDArray[np.uint8], player: int, cells: NDArray[np.uint16]) -> None:
    """Find the number of a player's starting hand class in each deal.

    The number is 13 * higher rank + lower rank for a suited hand, 13 * lower rank + higher rank for
    an offsuit hand, and 14 * rank for a pair.

    Args:
        bits: uint8[25, BLOCK], the bit positions of the cards.
        player: the number of the player, 0 to 9.
        cells: uint16[BLOCK], filled with numbers below 169.
    """
    place = BOARD + 2 * player
    for i in range(BLOCK):
        one, other = u16(bits[place, i]), u16(bits[place + 1, i])
        suited = u16(one >> u16(4)) == u16(other >> u16(4))
        one, other = u16(one & u16(15)), u16(other & u16(15))
        high, low = max(one, other), min(one, other)
        first, second = (high, low) if suited else (low, high)
        cells[i] = u16(u16(first * u16(RANKS)) + second)


@kernel
def tally_player(
    cells: NDArray[np.uint16],
    scores: NDArray[np.uint32],
    best: NDArray[np.uint32],
    holders: NDArray[np.uint32],
    player: int,
    count: int,
    tally: NDArray[np.int64],
) -> None:
    """Add one player's outcomes to the tally.

    Args:
        cells: uint16[BLOCK], the numbers of the player's starting hand classes; changed.
        scores: uint32[10, BLOCK], the scores of the players' hands.
        best: uint32[BLOCK], the highest score in each deal.
        holders: uint32[BLOCK], the number of players who have it.
        player: the number of the player, 0 to 9.
        count: the number of deals that count, from the first one.
        tally: int64[3 * 169], increased: the numbers of deals lost, won alone, and shared, each for
            169 classes.
    """
    for i in range(BLOCK):
        outcome = u16(ALONE) if holders[i] == np.uint32(1) else u16(SHARED)
        outcome = outcome if scores[player, i] == best[i] else u16(LOST)
        cells[i] = u16(cells[i] + u16(outcome * u16(CELLS)))
    for i in range(count):
        tally[cells[i]] += 1


@kernel
def play_ten_handed(
    states: NDArray[np.uint64], deals: int, absent: NDArray[np.uint8], tally: NDArray[np.int64]
) -> None:
    """Deal ten hands and a board many times, and tally the outcomes of the hands.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        deals: the number of deals.
        absent: uint8[0], because no cards are missing from the deck.
        tally: int64[3 * 169], increased by ten hands per deal (see `tally_player`).
    """
    swaps, bits = np.empty((DRAWN, BLOCK), u8), np.empty((DRAWN, BLOCK), u8)
    fractions = np.empty(BLOCK, np.uint64)
    masks = np.empty((PLAYERS, BLOCK), np.uint64)
    scores = np.empty((PLAYERS, BLOCK), np.uint32)
    best, holders = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    cells = np.empty(BLOCK, np.uint16)
    lanes, halves = masks.ravel().view(np.uint16), scores.ravel().view(np.uint16)
    for done in range(0, deals, BLOCK):
        draw_places(states, fractions, 52, swaps)
        follow_swaps(swaps, bits)
        turn_into_bits(bits, absent)
        lay_out_ten(bits, masks)
        score_lanes(lanes, u16(7), u16(1), u16(1), halves)
        find_best(scores, best, holders)
        for player in range(PLAYERS):
            find_cells(bits, player, cells)
            tally_player(cells, scores, best, holders, player, min(BLOCK, deals - done), tally)
