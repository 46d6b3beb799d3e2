"""Rank a million random hands at once, with numpy arrays in and out."""

from time import perf_counter

import numpy as np

from handsight import evaluate, evaluate_many, masks_from_cards
from handsight.ranking import CATEGORIES, CATEGORY_FLOORS

HANDS = 1_000_000


def random_hands(count: int, seed: int) -> np.ndarray:
    """Deal seven cards, 4 * rank + suit, to each row."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    source = np.random.default_rng(seed)
    for place in range(7):  # the first steps of a shuffle, for all rows together
        other = source.integers(place, 52, count)
        rows = np.arange(count)
        deck[rows, place], deck[rows, other] = deck[rows, other], deck[rows, place].copy()
    return np.ascontiguousarray(deck[:, :7])


def main() -> None:
    """Deal, rank, and count the hand categories."""
    cards = random_hands(HANDS, seed=7)
    masks = masks_from_cards(cards)
    evaluate_many(masks[:1])  # the very first call compiles
    start = perf_counter()
    strengths = evaluate_many(masks)
    seconds = perf_counter() - start
    print(f"{HANDS:,} hands of seven cards ranked in {1000 * seconds:.1f} ms")

    floors = np.array(list(CATEGORY_FLOORS.values()))
    counts = np.bincount(np.searchsorted(floors, strengths, side="right") - 1, minlength=9)
    for category, count in zip(CATEGORIES, counts, strict=True):
        print(f"  {category.replace('_', ' '):16} {count / HANDS:9.4%}")

    best = evaluate(cards[strengths.argmax()].tolist())
    five = " ".join(card.symbol for card in best.best_five)
    print(f"The best of them: {best.name}, {five}")


if __name__ == "__main__":
    main()
