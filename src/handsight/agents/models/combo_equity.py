"""Our equity against each combo that an opponent can hold.

Our equities depend only on the cards, so they are computed once per street for all opponents. Our
strength, potential and equity against a range are means that are weighted by the range.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards import Card, CardSet
from handsight.cards.card import bit_of
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS, combo_number
from handsight.ranges.matchups import BOARDS, matchup_counts, pattern_numbers, rank_pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

REMEMBERED = 2048
"""Maximum number of cached results, one per hand and board; a result takes 42 kB."""

STRIDES = (5, 11, 17, 23)
"""Distances in the list of live cards between the two cards of a runout sampled on the flop."""


class ComboEquity(NamedTuple):
    """Our share of the pot against each combo.

    All values are 0 against combos that share a card with our hand or the board.

    Attributes:
        now: float64[1326], our share if the hand ended now, 0..1; before the flop, the same as
            `end`.
        end: float64[1326], our share at showdown, 0..1, averaged over runouts.
        rise: float64[1326], the rise of our share by the showdown, 0..1, averaged over runouts;
            runouts in which the share falls count as 0. Before the flop, all rises are 0.
        drop: float64[1326], the fall of our share by the showdown, 0..1, averaged over runouts;
            runouts in which the share rises count as 0. Before the flop, all drops are 0.

    Example:
        >>> flop = tuple(card.index for card in CardSet("3h4cJh"))
        >>> equities = combo_equity_of(CardSet("AdQc"), flop)
        >>> kings = np.zeros(1326)
        >>> kings[combo_number(44, 45)] = 1
        >>> result = equities.against(kings)
        >>> result.hs, 0.1 < result.ppot < 0.2
        (0.0, True)
    """

    now: NDArray[np.float64]
    end: NDArray[np.float64]
    rise: NDArray[np.float64]
    drop: NDArray[np.float64]

    def against(self, weights: NDArray[np.float64]) -> RangeEquity:
        """Return our mean strength, potential and equity against a range.

        Args:
            weights: float64[1326], the weight of each combo in the range. The weights need not add
                up to 1, but must be 0 for combos that share a card with our hand or the board.
        """
        # Each mean is a quotient of two sums over the same combos in the same order. Rounding never
        # turns smaller terms into a larger sum, so no quotient exceeds 1. `numpy.sum` adds in the
        # same order on all processors, which a matrix product does not.
        whole, ahead = weights.sum(), (weights * self.now).sum()
        behind = (weights * (1 - self.now)).sum()
        return RangeEquity(
            _quotient(ahead, whole),
            _quotient((weights * self.rise).sum(), behind),
            _quotient((weights * self.drop).sum(), ahead),
            _quotient((weights * self.end).sum(), whole),
        )


class RangeEquity(NamedTuple):
    """The strength, potential and equity of our hand against a range; all numbers are 0..1.

    Both potentials are 0 before the flop. All numbers are 0 for an empty range.

    Attributes:
        hs: hand strength HS: our share of the pot if the hand ended now.
        ppot: positive potential PPot: the fraction of the share that we would lose now that later
            cards win back.
        npot: negative potential NPot: the fraction of the share that we would win now that later
            cards lose.
        equity: our share of the pot at showdown.

    Example:
        >>> round(RangeEquity(hs=0.5, ppot=0.2, npot=0.1, equity=0.55).effective, 3)
        0.6
    """

    hs: float
    ppot: float
    npot: float
    equity: float

    @property
    def effective(self) -> float:
        """EHS' = HS + (1 - HS) PPot, which ignores that later cards can beat our hand."""
        return self.hs + (1 - self.hs) * self.ppot


def _quotient(part: float, of: float) -> float:
    return float(part / of) if of > 0 else 0.0


@lru_cache(REMEMBERED)
def combo_equity_of(hole: CardSet, board: tuple[int, ...]) -> ComboEquity:
    """Return our equity against each combo; the result is cached, so do not modify it.

    The result is exact except on the flop, where 188 runouts represent all 1,081 runouts.

    Args:
        hole: our two hole cards.
        board: the indices of the zero, three, four or five cards of the board.

    Example:
        >>> kings = combo_equity_of(CardSet("KhKs"), ())
        >>> aces = combo_number(51, 50)
        >>> round(float(kings.end[aces]), 2)
        0.17
    """
    if not board:
        return _before_the_flop(hole)
    values = _compared(hole.mask, board, _runouts(hole, board))
    return ComboEquity(*values)


@lru_cache(REMEMBERED)
def exact_shares_of(hole: CardSet, board: tuple[int, ...]) -> NDArray[np.float64]:
    """Return our share of the pot at showdown against each combo: float64[1326], 0..1.

    The result is `ComboEquity.end`, but exact on every street: on the flop, all runouts are
    counted. The result is cached, so do not modify it.

    Args:
        hole: our two hole cards.
        board: the indices of the zero, three, four or five cards of the board.

    Example:
        >>> flop = tuple(card.index for card in CardSet("3h4cJh"))
        >>> shares = exact_shares_of(CardSet("AdQc"), flop)
        >>> round(float(shares.sum()) / 1081, 6)
        0.511399
    """
    if len(board) != 3:
        return combo_equity_of(hole, board).end
    live = _live(hole, board)
    pairs = np.array([one | other for one, other in combinations(live, 2)], dtype=np.uint64)
    shares: NDArray[np.float64] = _compared(hole.mask, board, pairs)[1].copy()
    shares.flags.writeable = False
    return shares


def _compared(
    hole: int, board: tuple[int, ...], runouts: NDArray[np.uint64]
) -> NDArray[np.float64]:
    from handsight.kernels.odds.own_hand import stand_against_combos

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
    live = _live(hole, board)
    if len(board) == 4:
        return np.array(live, dtype=np.uint64)
    # Each live card occurs equally often in these pairs, so that no card is favoured.
    pairs = [
        card | live[(place + stride) % len(live)]
        for stride in STRIDES
        for place, card in enumerate(live)
    ]
    return np.array(pairs, dtype=np.uint64)


def _live(hole: CardSet, board: tuple[int, ...]) -> list[int]:
    dead = {*board, *(card.index for card in hole)}
    return [1 << bit_of(index) for index in range(52) if index not in dead]


# --- before the flop ------------------------------------------------------------------------------


def _before_the_flop(hole: CardSet) -> ComboEquity:
    """Look up our preflop equities against all combos, which also serve as the current strength."""
    ranks, suits = _parts()
    own = combo_number(*(card.index for card in hole))
    # The table has one row for the ranks of both hands, and one column for each pattern of suits.
    pattern = pattern_numbers()[16 * suits[own] + suits]
    wins, ties = matchup_counts()[ranks[own], ranks, pattern].T
    end = np.where(_masks()[:COMBO_COUNT] & np.uint64(hole.mask), 0.0, (wins + ties / 2) / BOARDS)
    nothing = np.zeros(COMBO_COUNT)
    return ComboEquity(end, end, nothing, nothing)


@cache
def _parts() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rank pair and the suit pair of each combo, as two arrays of numbers: int64[1326].

    The number of a suit pair is 4 times the suit of the high card plus the suit of the low card.
    """
    ranks = [rank_pair(high // 4, low // 4) for low, high in COMBOS]
    suits = [4 * (high % 4) + low % 4 for low, high in COMBOS]
    return np.array(ranks), np.array(suits)


def indices_of(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the indices of cards, 0 to 51, in the order of the cards.

    Example:
        >>> indices_of(tuple(CardSet("2c3c")))
        (4, 0)
    """
    return tuple(card.index for card in cards)
