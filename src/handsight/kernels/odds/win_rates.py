"""One player's wins against opponents with any cards: a quick sample, or an exact river count.

Agents that estimate their equity at every decision cannot wait until Python has allocated arrays,
so all arguments and results are single numbers. Deals are played by
`handsight.kernels.odds.deals`; this module seeds the random number generators from one seed with
splitmix64 (Steele, Lea and Flood).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import kernel, popcount64
from handsight.kernels.odds.deals import BLOCK, STATE_WORDS, FixedArrays, play_deals
from handsight.kernels.ranking.evaluation import DECK, score_lanes
from handsight.kernels.ranking.hands import u16

u64 = np.uint64
STEP = u64(0x9E3779B97F4A7C15)
FIRST_FACTOR = u64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = u64(0x94D049BB133111EB)
BOARD_CARDS = 5
PAIRS = 992
"""The number of pairs of the 45 cards left on the river, 990, rounded up to a multiple of 32."""


@kernel
def seed_states(seed: int, states: NDArray[np.uint64]) -> None:
    """Seed the generators of a block of trials.

    Args:
        seed: a non-negative integer of up to 63 bits.
        states: uint64[4, BLOCK], filled.
    """
    start = u64(seed)
    for word in range(STATE_WORDS):
        for i in range(BLOCK):
            mixed = start + STEP * u64(BLOCK * word + i + 1)
            mixed = (mixed ^ (mixed >> u64(30))) * FIRST_FACTOR
            mixed = (mixed ^ (mixed >> u64(27))) * SECOND_FACTOR
            states[word, i] = mixed ^ (mixed >> u64(31))


@kernel
def list_cards(mask: np.uint64) -> NDArray[np.uint8]:
    """Return the indices of the cards of a mask, in ascending order: uint8[n]."""
    cards = np.empty(np.int64(popcount64(mask)), np.uint8)
    filled = 0
    for card in range(52):
        if (mask >> u64(16 * (card & 3) + (card >> 2))) & u64(1):
            cards[filled] = card
            filled += 1
    return cards


@kernel
def sample_wins(
    hole: int, board: int, opponents: int, trials: int, seed: int
) -> tuple[int, int, float]:
    """Deal all unknown cards at random, and count how often a player wins.

    Args:
        hole: the mask of the player's two hole cards.
        board: the mask of 0, 3, 4 or 5 cards on the board.
        opponents: the number of opponents, 1 to 9.
        trials: the number of random deals.
        seed: a non-negative integer of up to 63 bits.

    Returns:
        The number of deals that the player wins alone, the number of deals that the player ties
        for the win, and the player's winnings in these ties, in pots.
    """
    states = np.empty((STATE_WORDS, BLOCK), np.uint64)
    seed_states(seed, states)
    to_come = BOARD_CARDS - int(popcount64(u64(board)))
    holes, rows = np.zeros(opponents + 1, np.uint64), np.zeros(opponents + 1, np.int64)
    holes[0] = u64(hole)
    for player in range(1, opponents + 1):
        rows[player] = to_come + 2 * (player - 1)
    fixed = FixedArrays(list_cards(u64(hole) | u64(board)), holes, rows, u64(board), to_come)
    tally = np.zeros(2 << opponents, np.int64)
    play_deals(fixed, states, trials, tally)
    ties, share = 0, 0.0
    for sharers in range(3, tally.size, 2):
        ties += tally[sharers]
        share += tally[sharers] / np.int64(popcount64(u64(sharers)))
    return tally[1], ties, share


@kernel
def count_river_wins(hole: int, board: int) -> tuple[int, int]:
    """Count how many of an opponent's 990 hands a player beats, and ties with, on the river.

    Args:
        hole: the mask of the player's two hole cards.
        board: the mask of the five cards on the board.

    Returns:
        The number of hands that the player beats, and the number of hands that tie.
    """
    masks = np.empty(PAIRS, np.uint64)
    live = list_cards(DECK & ~u64(hole | board))
    filled = 0
    for i in range(live.size):
        high = u64(1) << u64(16 * (live[i] & 3) + (live[i] >> 2))
        for j in range(i):
            low = u64(1) << u64(16 * (live[j] & 3) + (live[j] >> 2))
            masks[filled] = u64(board) | high | low
            filled += 1
    masks[filled], masks[filled + 1] = u64(hole | board), u64(hole | board)
    scores = np.empty(PAIRS, np.uint32)
    score_lanes(masks.view(np.uint16), u16(7), u16(1), u16(1), scores.view(np.uint16))
    ours = scores[filled]
    wins, ties = 0, 0
    for i in range(filled):
        wins += scores[i] < ours
        ties += scores[i] == ours
    return wins, ties
