"""Heads-up hands that are played out from the start of a street, by rules on the worth of cards.

The worth of a player's cards is the share of combos that they beat on the board; a tie counts half.
"""

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
"""The columns of a rule, by which a player decides from the worth of their cards, 0..1.

`BLIND` is the share of decisions that the player makes without looking at the cards; `BLIND_FOLD`
and `BLIND_RAISE` are the shares of folds and raises among them. `BETS` and `RAISES` are the worths
from which the player bets and raises. `BY_PRICE`, a factor of the pot odds, and `MARGIN`, which is
added to the product, determine the worth from which the player calls. `CAUTION` is added to all
these worths for each bet or raise of the opponent.
"""

BET = 0.75
"""The size of all bets and raises, as a share of the pot."""
MOST_RAISES = 3
TOP = 0.97


@kernel
def rank_boards(
    combos: NDArray[np.uint64], boards: NDArray[np.uint64], worths: NDArray[np.float64]
) -> None:
    """Compute the share of all combos that each combo beats on given boards.

    Args:
        combos: uint64[1326], the combos as masks.
        boards: uint64[b, 3], the masks of b boards on the flop, turn and river; 0 for a street to
            skip, because it is over.
        worths: float64[b, 3, 1326]; for each street that is not skipped, filled with the share of
            combos that each combo beats, 0..1, or -1 if the combo shares a card with the board.
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
        rule: float64[8], the player's rule, with columns such as `BLIND`.
        worth: the share of combos that the player's cards beat, 0..1.
        price: the chips to call.
        pot: the chips in the pot.
        met: the number of the opponent's bets and raises on this street, plus one half if there was
            a bet on the previous street.
        draw: a random number, 0..1.

    Returns:
        `FOLD`, `CALL` or `RAISE`.
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
    """Play hands out, and compute how much more we win than if both players only check.

    Args:
        worths: float64[t, 2, 3], in each of t trials, the worth of our cards and of the opponent's
            cards on the flop, turn and river.
        rules: float64[r, 8], the rules that opponents can follow.
        rule_of: int64[t], the index of the rule that the opponent follows in each trial.
        plans: float64[p, 8], the rules that we can follow.
        draws: float64[t, d], random numbers, 0..1, one for each decision of a trial in turn; after
            d decisions, they are used again from the first one.
        start: the street on which play begins: 0 flop, 1 turn, 2 river.
        first: the player who acts first on each street: 0 for us, 1 for the opponent.
        pot: the chips in the pot.
        stack: the chips that each player has behind at the start.
        gains: float64[p, t], filled with our gain in chips, for each of our rules and each trial.
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
