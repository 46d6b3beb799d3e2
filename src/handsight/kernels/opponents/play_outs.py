"""Heads-up hands played out from the end of a street, by rules on what the cards are worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.opponents.board_values import share_below, stand_on_levels
from handsight.kernels.opponents.styles import ramp
from handsight.kernels.ranking.levels import SEVEN, STRENGTHS, WORDS, strengths_on_board

u64 = np.uint64
FOLD, CALL, RAISE = range(3)
BLIND, BLIND_FOLD, BLIND_RAISE, BETS, RAISES, MARGIN, CAUTION, BY_PRICE = range(8)
"""Columns of a rule.

They are the share of decisions made without looking at the cards, and how these split; the worth
from which it bets and raises; and what it requires above its multiple of the price, per bet faced.
"""

BET = 0.75
"""The size of bets and raises, as a share of the pot."""
MOST_RAISES = 3
TOP = 0.97


@kernel
def rank_boards(
    combos: NDArray[np.uint64], boards: NDArray[np.uint64], worths: NDArray[np.float64]
) -> None:
    """Compute the share of all combos that each combo beats on the boards to come.

    Args:
        combos: uint64[1326], masks.
        boards: uint64[b, 3]: flop, turn and river; 0 for a street that is over.
        worths: float64[b, 3, 1326], filled for these, 0..1; -1 for combos that share a card with
            the board.
    """
    hands, strengths = np.empty(combos.size, np.uint64), np.empty(combos.size, np.uint16)
    words, level_of = np.zeros(WORDS, np.uint64), np.zeros(STRENGTHS, np.int64)
    below = np.empty(combos.size + 2, np.int64)
    for number in range(boards.shape[0]):
        for street in range(3):
            board = boards[number, street]
            if board == u64(0):
                continue
            strengths_on_board(combos, board, SEVEN - 2 + street, hands, strengths)
            total = stand_on_levels(combos, board, strengths, level_of, words, below)
            for i in range(combos.size):
                worths[number, street, i] = -1.0
                if combos[i] & board == u64(0):
                    worths[number, street, i] = share_below(below, level_of[strengths[i]], total)


@kernel
def decide(
    rule: NDArray[np.float64], worth: float, price: float, pot: float, met: float, draw: float
) -> int:
    """Decide to fold, call (or check), or raise (or bet).

    Args:
        rule: float64[8], see above.
        price: chips to call.
        met: the other player's bets and raises, plus one half if the street before had any.
        draw: a random number, 0..1.
    """
    extra = rule[CAUTION] * met
    rise, fold = ramp(worth - rule[BETS] - extra, 0.06), 0.0
    if price > 0.0:
        needed = rule[BY_PRICE] * price / (pot + price) + rule[MARGIN] + extra
        rise = ramp(worth - min(rule[RAISES] + extra, max(rule[RAISES], TOP)), 0.06)
        fold = (1.0 - rise) * ramp(min(needed, max(rule[MARGIN], TOP)) - worth, 0.06)
        fold = (1.0 - rule[BLIND]) * fold + rule[BLIND] * rule[BLIND_FOLD]
    rise = (1.0 - rule[BLIND]) * rise + rule[BLIND] * rule[BLIND_RAISE]
    if draw < rise:
        return RAISE
    return FOLD if draw > 1.0 - fold else CALL


@kernel
def play_on(
    worths: NDArray[np.float64],
    rules: NDArray[np.float64],
    rule_of: NDArray[np.int64],
    plans: NDArray[np.float64],
    draws: NDArray[np.float64],
    start: Int,
    first: int,
    pot: float,
    stack: float,
    gains: NDArray[np.float64],
) -> None:
    """Play hands out, and compute our gain over checking to the showdown.

    Args:
        worths: float64[t, 2, 3], of our cards and the opponent's on flop, turn and river.
        rules: float64[r, 8], rules of opponents.
        rule_of: int64[t], which of these rules the opponent follows.
        plans: float64[p, 8], rules that we might follow.
        draws: float64[t, d], random numbers.
        start: the street that begins: 0 flop, 1 turn, 2 river.
        first: who acts first: 0 for us, 1 for the opponent.
        pot: chips in the pot.
        stack: chips that both players have behind.
        gains: float64[p, t], filled.
    """
    behind, bet = np.empty(2), np.empty(2)
    for trial in range(rule_of.size):
        ours, theirs = worths[trial, 0, 2], worths[trial, 1, 2]
        share = 0.5 * (np.int64(ours > theirs) + np.int64(ours >= theirs))
        for plan in range(plans.shape[0]):
            lying, drawn, winner, last = pot, 0, -1, 0.0
            behind[:] = stack
            for street in range(start, 3):
                bet[:] = 0.0
                actor, acted, raises = first, 0, 0
                while winner < 0 and min(behind[0], behind[1]) + abs(bet[0] - bet[1]) > 0.0:
                    other = 1 - actor
                    price = bet[other] - bet[actor]
                    met = 0.5 * last + (raises + 1) // 2
                    draw = draws[trial, drawn % draws.shape[1]]
                    drawn += 1
                    rule = rules[rule_of[trial]] if actor == 1 else plans[plan]
                    code = decide(rule, worths[trial, actor, street], price, lying, met, draw)
                    if code == FOLD:
                        winner = other
                        break
                    more = min(BET * (lying + price), behind[actor] - price, behind[other])
                    if code == CALL or raises == MOST_RAISES or more <= 0.0:
                        more = 0.0
                    behind[actor] -= price + more
                    bet[actor] += price + more
                    lying += price + more
                    raises += 1 if more > 0.0 else 0
                    if more == 0.0 and (price > 0.0 or acted > 0):
                        break
                    acted, actor = 1, other
                last = 1.0 if raises > 0 else 0.0
                if winner >= 0:
                    break
            won = share if winner < 0 else 1.0 - winner
            gains[plan, trial] = won * lying - (stack - behind[0]) - share * pot
