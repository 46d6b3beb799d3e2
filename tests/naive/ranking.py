"""What a hand is worth, slowly, from the rules of poker alone.

A card is an integer 4 * rank + suit; everything else is sorting and counting.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

Worth = tuple[int, ...]
"""The category, 0 (high card) .. 8 (straight flush), and what breaks ties within it."""

CATEGORY_OF_SHAPE = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
STRAIGHT, FLUSH, STRAIGHT_FLUSH = 4, 5, 8
ACE_TO_FIVE = (12, 3, 2, 1, 0)
FIVE_TO_ONE = (3, 2, 1, 0, -1)


def worth_of_five(cards: Iterable[int]) -> Worth:
    """Rank five cards: of two hands the better one has the larger worth."""
    pairs = [divmod(card, 4) for card in cards]
    ranks = [rank for rank, _ in pairs]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    order = tuple(rank for _, rank in groups)
    if order == ACE_TO_FIVE:
        order = FIVE_TO_ONE
    straight = len(order) == 5 and order[0] - order[4] == 4
    flush = len({suit for _, suit in pairs}) == 1
    if straight:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, *order)
    if flush:
        return (FLUSH, *order)
    return (CATEGORY_OF_SHAPE[tuple(count for count, _ in groups)], *order)


def worth(cards: Sequence[int]) -> Worth:
    """Rank five cards or more by the best five of them."""
    return max(worth_of_five(five) for five in combinations(cards, 5))


@cache
def numbers() -> dict[Worth, int]:
    """Number all classes of hands from the worst one, 0, up."""
    worths = sorted(map(worth_of_five, one_hand_of_each_kind()))
    return {value: number for number, value in enumerate(worths)}


def one_hand_of_each_kind() -> list[list[int]]:
    """One hand of five cards for each of the 7,462 classes."""
    return [*_one_hand_of_each_ranks(), *_one_flush_of_each_ranks()]


def strength(cards: Sequence[int]) -> int:
    """Give the number of a hand's class."""
    return numbers()[worth(cards)]


def _one_hand_of_each_ranks() -> Iterable[list[int]]:
    """One hand that is no flush for every choice of ranks that four suits allow."""
    for ranks in combinations_with_replacement(range(13), 5):
        if max(map(ranks.count, ranks)) <= 4:
            suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            suits[4] = suits[4] or int(len(set(ranks)) == 5)
            yield [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def _one_flush_of_each_ranks() -> Iterable[list[int]]:
    for ranks in combinations(range(13), 5):
        yield [4 * rank for rank in ranks]
