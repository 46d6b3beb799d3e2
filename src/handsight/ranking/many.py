"""Evaluation of many hands of five to seven cards, passed as strings, card indices or masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import CardSet, refuse_shared, require_count
from handsight.ranking.arrays import evaluate_many
from handsight.ranking.categories import CATEGORIES, CATEGORY_FLOORS
from handsight.ranking.evaluation import HAND_SIZES
from handsight.ranking.rows import RowsLike, read_for_all, read_rows, valid_rows
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

NO_HAND = -1
"""The strength of a row that is not a hand."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HandRanks(ShownInNotebooks):
    """The strengths and categories of many hands.

    Attributes:
        masks: uint64[n], the cards of each row as a mask; 0 for a row that is not a hand.
        strength: int16[n], 0 (7-5-4-3-2) .. 7461 (royal flush); -1 for a row that is not a hand.
        valid: bool[n], whether each row is a hand; all True unless `rank_many` was called with
            ``errors="mask"``.

    Example:
        >>> ranks = rank_many(["AhKhQhJhTh", "AhKh"], errors="mask")
        >>> ranks.strength.tolist(), ranks.category.tolist()
        ([7461, -1], ['straight_flush', ''])
    """

    masks: NDArray[np.uint64]
    strength: NDArray[np.int16]
    valid: NDArray[np.bool]

    @property
    def category(self) -> NDArray[np.str_]:
        """str[n], the category of each hand, such as ``one_pair``; empty if a row is not a hand."""
        names = np.array(["", *CATEGORIES])
        floors = np.array(list(CATEGORY_FLOORS.values()))
        return names[np.searchsorted(floors, self.strength, side="right")]


def rank_many(
    hands: RowsLike,
    boards: RowsLike = "",
    *,
    errors: str = "raise",
    executor: Executor | None = None,
) -> HandRanks:
    """Evaluate many hands of five, six or seven cards.

    Args:
        hands: a list of strings, a Series, an array [n, k] of card indices padded with -1, or an
            array uint64[n] of masks.
        boards: cards to add to each hand: one row for each hand, in the same forms, or a single
            string or `CardSet` for all hands.
        errors: ``"raise"`` to raise an error for the first row that is not a hand, or ``"mask"`` to
            set the strength of such rows to -1.
        executor: an executor that evaluates the hands in chunks, or None to use this thread.

    Raises:
        InputError: if ``errors`` is ``"raise"`` and a row is not a hand, in which case the message
            contains the row number; or if ``hands`` and ``boards`` differ in length or have another
            form.
        OptionError: if ``errors`` is neither ``"raise"`` nor ``"mask"``.

    Source:
        CISTI-2013, section III: a rank function over 7,462 classes.

    Example:
        >>> ranks = rank_many(["AhKhQhJhTh", "As Ah Kd Kc 2s 2h 7d", "7c5d4h3s2c"])
        >>> ranks.strength.tolist(), ranks.category.tolist()
        ([7461, 4989, 0], ['straight_flush', 'two_pair', 'high_card'])
        >>> rank_many(["AhKh", "QsQd"], "Qh7h2c").strength.tolist()
        [1243, 5665]
    """
    read = read_rows(hands, "hands")
    added = read_for_all(boards, "boards", len(read.masks))
    masks = read.masks | added.masks
    sizes = np.bitwise_count(masks)
    wrong = (sizes < HAND_SIZES[0]) | (sizes > HAND_SIZES[-1]) | (read.masks & added.masks != 0)

    def refuse(row: int) -> None:
        groups = {
            "hands": list(CardSet.from_mask(int(read.masks[row]))),
            "boards": list(CardSet.from_mask(int(added.masks[row]))),
        }
        refuse_shared(groups)
        require_count([card for cards in groups.values() for card in cards], "hands", HAND_SIZES)

    valid = valid_rows(wrong, (read, added), errors, refuse)
    masks[~valid] = 0
    strength = np.full(len(masks), NO_HAND, np.int16)
    if valid.all():
        strength[:] = evaluate_many(masks, executor=executor)
    else:
        strength[valid] = evaluate_many(masks[valid], executor=executor)
    return HandRanks(masks, strength, valid)
