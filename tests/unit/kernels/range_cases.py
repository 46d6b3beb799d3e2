"""Small ranges on boards of all kinds, as kernels take them."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.ranking import evaluate_mask
from tests.naive.deals import mask_of

BOARDS = {
    "river": "4h5h6d2cKs",
    "the board plays": "AsKsQsJsTs",
    "quads on board": "8c8d8h8sKc",
    "turn": "3h4cJh9s",
    "turn with a flush draw": "7h5h4h2h",
    "flop": "2s5h9d",
    "paired flop": "7d5s5c",
}
WEIGHTS = (0, 1, 1, 2, 7, 1000)


@dataclass(frozen=True)
class Case:
    """Weighted combos that do not collide with a board, and runouts with a bar each."""

    combos: NDArray[np.uint64]
    cards: NDArray[np.int64]
    weights: NDArray[np.int64]
    board: np.uint64
    runouts: NDArray[np.uint64]
    bars: NDArray[np.int64]

    @cached_property
    def ranges(self) -> list[dict[int, int]]:
        """The ranges as the naive twins take them, without weights of 0."""
        hands = self.combos.tolist()
        return [
            {hand: n for hand, n in zip(hands, row, strict=True) if n}
            for row in self.weights.tolist()
        ]

    @property
    def ends(self) -> list[int]:
        """The full boards."""
        return [int(self.board) | runout for runout in self.runouts.tolist()]


def dealt(
    board: str, ranges: int, live: int = 7, seed: int = 1, *, bar: bool = True, runouts: int = 12
) -> Case:
    """Make a case of all combos of some live cards, with weights drawn from `WEIGHTS`.

    Most bars are strengths that occur, some lie anywhere; -1 where there are none.
    """
    random = Random(f"{board}{seed}")
    lies = CardSet(board)
    deck = sorted(card.index for card in CardSet.full() - lies)
    pairs = list(combinations(sorted(random.sample(deck, live)), 2))
    come = list(combinations(deck, 5 - len(lies)))
    come = random.sample(come, min(runouts, len(come)))
    combos = masks(pairs)
    full = masks(come)
    result = [strengths_of(combos, lies.mask | int(runout)) for runout in full]
    bars = [random.choice([*each[:3], random.randrange(7462)]) if bar else -1 for each in result]
    return Case(
        combos,
        np.array(pairs, np.int64).reshape(-1, 2),
        np.array([[random.choice(WEIGHTS) for _ in pairs] for _ in range(ranges)], np.int64),
        np.uint64(lies.mask),
        full,
        np.array(bars, np.int64),
    )


def masks(hands: list[tuple[int, ...]]) -> NDArray[np.uint64]:
    """Give sets of card numbers as masks."""
    return np.array([mask_of(hand) for hand in hands], np.uint64)


def strengths_of(combos: NDArray[np.uint64], board: int) -> list[int]:
    """Rank combos on a full board as the twins do."""
    free = [combo for combo in combos.tolist() if not combo & board]
    return [evaluate_mask(combo | board) for combo in free]
