"""The share of the pot that each combo of a range wins against another range on the river."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.cards.card import DECK_SIZE, bit_of
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

REMEMBERED = 64
"""The number of boards in the cache; each takes 130 kB."""


class CombosOnBoard(NamedTuple):
    """All combos on a board, sorted by strength for `shares`.

    Attributes:
        is_live: bool[1326], whether the combo shares no card with the board.
        order: int64[1326], the combos from weakest to strongest.
        below: int64[1326], the number of combos that are weaker than each combo.
        upto: int64[1326], the number of combos that are weaker than each combo or tie with it.
        card_order: int64[2652], each combo once for each of its cards, sorted by card and then from
            weakest to strongest.
        card_ends: int64[3, 2, 1326], indices in ``card_order`` for the lower and the higher card
            of each combo: where the combos with that card begin, where those that tie with the
            combo begin, and where the stronger ones begin.
    """

    is_live: NDArray[np.bool_]
    order: NDArray[np.int64]
    below: NDArray[np.int64]
    upto: NDArray[np.int64]
    card_order: NDArray[np.int64]
    card_ends: NDArray[np.int64]

    def shares(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight that each combo beats, plus half of the weight that it ties with.

        The sum for a combo leaves out the opponent's hands that share a card with the combo. To
        turn the sums into shares, divide them by `facing`.

        Args:
            weights: float64[1326], the weight of each combo in the opponent's range, and 0 for
                combos with a card of the board.

        Returns:
            float64[1326], 0 for combos with a card of the board.

        Example:
            >>> from handsight.ranges.combos import combo_number
            >>> weights = np.zeros(1326)
            >>> weights[[combo_number(46, 50), combo_number(47, 51)]] = 1  # AhKh, AsKs
            >>> shares = combos_on_board((0, 5, 21, 31, 38)).shares(weights)  # 2c 3d 7d 9s Jh
            >>> hands = [combo_number(*each) for each in ((48, 49), (45, 49), (42, 50))]
            >>> shares[hands]  # AcAd, AdKd, AhQh
            array([2., 1., 0.])
        """
        whole = np.concatenate([[0.0], np.cumsum(weights[self.order])])
        cards = np.concatenate([[0.0], np.cumsum(weights[self.card_order])])
        begin, level, above = cards[self.card_ends]
        twice = whole[self.below] + whole[self.upto]
        # Subtract the combos that contain one of the two cards. This subtracts the combo itself,
        # which ties with itself, once for each card, and so once too often.
        twice -= (level + above - 2 * begin).sum(0) - weights
        return np.where(self.is_live, twice / 2, 0.0)


def facing(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return, for each combo, the total weight of the combos in a range that share no card with it.

    Args:
        weights: float64[1326], the weight of each combo in a range.

    Returns:
        float64[1326].

    Example:
        >>> facing(np.ones(1326))[:2]
        array([1225., 1225.])
    """
    low, high = combo_cards()
    cards = np.bincount(low, weights, DECK_SIZE) + np.bincount(high, weights, DECK_SIZE)
    return np.asarray(weights.sum() - cards[low] - cards[high] + weights)


@cache
def combo_cards() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lower and the higher card index of each combo: int64[1326] and int64[1326]."""
    low, high = np.array(COMBOS, np.int64).T.copy()
    return low, high


@lru_cache(REMEMBERED)
def combos_on_board(board: tuple[int, ...]) -> CombosOnBoard:
    """Sort all combos by strength on a board of five card indices; the result is cached."""
    from handsight.kernels.ranking.levels import SEVEN, strengths_on_board

    masks = np.array(MASKS, np.uint64)
    lying = np.uint64(sum(1 << bit_of(card) for card in board))
    strengths = np.empty(COMBO_COUNT, np.uint16)
    strengths_on_board(masks, lying, SEVEN, np.empty(COMBO_COUNT, np.uint64), strengths)
    sorted_strengths = np.sort(strengths)
    cards = np.concatenate(combo_cards())
    keys = cards * (1 << 16) + np.tile(strengths.astype(np.int64), 2)
    card_order = np.argsort(keys, kind="stable")
    sorted_keys = keys[card_order]
    ends = [
        np.searchsorted(sorted_keys, cards * (1 << 16)),
        np.searchsorted(sorted_keys, keys),
        np.searchsorted(sorted_keys, keys, "right"),
    ]
    return CombosOnBoard(
        masks & lying == 0,
        np.argsort(strengths, kind="stable"),
        np.searchsorted(sorted_strengths, strengths),
        np.searchsorted(sorted_strengths, strengths, "right"),
        card_order % COMBO_COUNT,
        np.stack(ends).reshape(3, 2, COMBO_COUNT),
    )
