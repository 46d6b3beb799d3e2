"""Known hands against each other, to the last runout."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.cards.card import RANKS
from handsight.errors import CardCountError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BOARD_SIZE = 5


def count_winners(holes: Sequence[CardSet], board: CardSet, dead: CardSet) -> list[int]:
    """Count the runouts of one to ten known hands by who shares the pot.

    The cards are not checked.

    Returns:
        2**hands counts, by the bitmask of the hands that share: index 1 is won by the first hand
        alone, index 3 shared by the first two.

    Raises:
        CardCountError: if fewer cards are left than are to come.

    Example:
        >>> count_winners([CardSet("AhKh"), CardSet("QsQd")], CardSet(), CardSet())
        [0, 787966, 917606, 6732]
    """
    import numpy as np

    from handsight.kernels.known_hands import count_known_hands

    holes_mask = sum(hole.mask for hole in holes)
    live = CardSet.full() - CardSet.from_mask(holes_mask | board.mask | dead.mask)
    to_come = BOARD_SIZE - len(board)
    if len(live) < to_come:
        raise CardCountError(f"dead leaves too few live cards: {len(live)}, with {to_come} to come")
    groups = np.array([live.mask, board.mask, *(hole.mask for hole in holes)], dtype=np.uint64)
    tally = np.zeros(1 << len(holes), dtype=np.int64)
    count_known_hands(groups, *_lists(), tally)
    counts: list[int] = tally.tolist()
    return counts


@cache
def _lists() -> tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint16], NDArray[np.int64]]:
    """List the multisets and sets of ranks, which do not depend on the cards."""
    import numpy as np

    from handsight.kernels import known_hands as kernels

    multisets = np.zeros((kernels.SIZES, 4, kernels.MULTISET_ROOM), dtype=np.uint16)
    starts = np.zeros((kernels.SIZES, len(RANKS) + 1), dtype=np.int64)
    kernels.list_multisets(multisets, starts)
    subsets = np.zeros((kernels.SIZES, kernels.SUBSET_ROOM), dtype=np.uint16)
    counts = np.zeros(kernels.SIZES, dtype=np.int64)
    kernels.list_subsets(subsets, counts)
    return multisets, starts, subsets, counts
