"""How our hand stands to each combo that a rival may hold.

The numbers hold for the cards alone, so they are worked out once a street and serve every question
about every rival's range: strength, potential and equity are means of them by the range's weights.

A mean of shares is a quotient of two sums over the same combos, added in the same order. Rounding
never turns a smaller term into a larger sum, so no quotient is above 1; and as `numpy.sum` adds in
one order on all processors, which a product of matrices does not, it is the same number on each.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards import Card, CardSet
from handsight.cards.card import bit_of
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS, combo_number
from handsight.ranges.matchup_layout import pattern_numbers, rank_pair
from handsight.ranges.matchups import BOARDS, matchup_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

REMEMBERED = 2048
"""Hands on boards whose numbers are kept: each takes 42 kB."""

STRIDES = (5, 11, 17, 23)
"""On the flop the runouts of a live card and the one so many places after it are looked at."""


class Standing(NamedTuple):
    """Shares of the pot that our hand has of each combo: float64[1326], 0..1 each.

    Combos that share a card with our hand or the board have nothing.

    Attributes:
        now: of the pot now; before the flop as at the end.
        end: of the pot at the end, on average over runouts.
        rise: what comes from behind: where the share at the end is above that now, by how much.
        drop: what is lost from ahead.

    Example:
        >>> flop = tuple(card.index for card in CardSet("3h4cJh"))
        >>> standing = standing_of(CardSet("AdQc"), flop)
        >>> kings = np.zeros(1326)
        >>> kings[combo_number(44, 45)] = 1
        >>> seen = standing.against(kings)
        >>> seen.hs, 0.1 < seen.ppot < 0.2
        (0.0, True)
    """

    now: NDArray[np.float64]
    end: NDArray[np.float64]
    rise: NDArray[np.float64]
    drop: NDArray[np.float64]

    def against(self, weights: NDArray[np.float64]) -> Seen:
        """Sum up against a range.

        Args:
            weights: float64[1326], of the combos that may be held; they need not add up to 1, but
                none may share a card with our hand or the board.
        """
        whole, ahead = weights.sum(), (weights * self.now).sum()
        behind = (weights * (1 - self.now)).sum()
        return Seen(
            _quotient(ahead, whole),
            _quotient((weights * self.rise).sum(), behind),
            _quotient((weights * self.drop).sum(), ahead),
            _quotient((weights * self.end).sum(), whole),
        )


class Seen(NamedTuple):
    """Our hand against a range, 0..1 each.

    Attributes:
        hs: the hand strength HS, the share of the pot now.
        ppot: the positive potential PPot: what is won in the end of that which is behind now.
        npot: the negative potential NPot: what is lost of that which is ahead.
        equity: the share of the pot at the end.

    Example:
        >>> round(Seen(hs=0.5, ppot=0.2, npot=0.1, equity=0.55).effective, 3)
        0.6
    """

    hs: float
    ppot: float
    npot: float
    equity: float

    @property
    def effective(self) -> float:
        """EHS' = HS + (1 - HS) PPot: strength that counts what it may become, and no fears."""
        return self.hs + (1 - self.hs) * self.ppot


def _quotient(part: float, of: float) -> float:
    return float(part / of) if of > 0 else 0.0


@lru_cache(REMEMBERED)
def standing_of(hole: CardSet, board: tuple[int, ...]) -> Standing:
    """Compare a hand with all combos, and keep it in mind.

    All is counted, but on the flop: there 188 runouts stand for all, in which every live card comes
    equally often.

    Args:
        hole: two cards.
        board: indices of its cards: none, three, four or five.

    Example:
        >>> kings = standing_of(CardSet("KhKs"), ())
        >>> aces = combo_number(51, 50)
        >>> round(float(kings.end[aces]), 2)
        0.17
    """
    if not board:
        return _before_the_flop(hole)
    values = _compared(hole.mask, board, _runouts(hole, board))
    return Standing(*values)


def _compared(
    hole: int, board: tuple[int, ...], runouts: NDArray[np.uint64]
) -> NDArray[np.float64]:
    from handsight.kernels.own_hand import stand_against_combos

    combos = _masks().copy()
    combos[COMBO_COUNT] = hole
    values = np.zeros((4, COMBO_COUNT))
    lying = np.uint64(sum(1 << bit_of(card) for card in board))
    stand_against_combos(combos, lying, runouts, 2 + len(board), values)
    values.flags.writeable = False
    return values


@cache
def _masks() -> NDArray[np.uint64]:
    return np.array([*MASKS, 0], dtype=np.uint64)


def _runouts(hole: CardSet, board: tuple[int, ...]) -> NDArray[np.uint64]:
    if len(board) == 5:
        return np.zeros(1, np.uint64)
    dead = {*board, *(card.index for card in hole)}
    live = [1 << bit_of(index) for index in range(52) if index not in dead]
    if len(board) == 4:
        return np.array(live, dtype=np.uint64)
    pairs = [
        card | live[(place + stride) % len(live)]
        for stride in STRIDES
        for place, card in enumerate(live)
    ]
    return np.array(pairs, dtype=np.uint64)


# --- before the flop ------------------------------------------------------------------------------


def _before_the_flop(hole: CardSet) -> Standing:
    """Look every matchup up; before the flop nobody is ahead but by what comes."""
    ranks, suits = _parts()
    own = combo_number(*(card.index for card in hole))
    pattern = pattern_numbers()[16 * suits[own] + suits]
    wins, ties = matchup_counts()[ranks[own], ranks, pattern].T
    end = np.where(_masks()[:COMBO_COUNT] & np.uint64(hole.mask), 0.0, (wins + ties / 2) / BOARDS)
    nothing = np.zeros(COMBO_COUNT)
    return Standing(end, end, nothing, nothing)


@cache
def _parts() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the ranks of each combo as a number, and the suits, the higher card's times four."""
    ranks = [rank_pair(high // 4, low // 4) for low, high in COMBOS]
    suits = [4 * (high % 4) + low % 4 for low, high in COMBOS]
    return np.array(ranks), np.array(suits)


def indices_of(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Give the indices of cards.

    Args:
        cards: of a board.

    Example:
        >>> indices_of(tuple(CardSet("2c3c")))
        (4, 0)
    """
    return tuple(card.index for card in cards)
