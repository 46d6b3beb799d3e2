"""The odds, slowly: every hand of every opponent and every runout is dealt one by one.

A card is a mask of one bit, so that a hand is a sum of cards. Opponents are told apart, and their
hands are disjoint. How a hand is ranked is an argument; counting is what this is about.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import prod
from typing import Any

from handsight.cards import CardSet, CardsLike
from handsight.ranking import CATEGORIES, category_of, evaluate_mask
from tests.naive import ranking

Pair = tuple[int, int]
Rank = Callable[[int], Any]

AHEAD, TIED, BEHIND = range(3)


def rank_from_the_rules(mask: int) -> Any:
    """Rank a hand without the package: a hundred times slower, and only for a few."""
    return ranking.worth([4 * (bit % 16) + bit // 16 for bit in range(64) if mask >> bit & 1])


def bits(cards: CardsLike) -> list[int]:
    """Give each card as a mask of one bit."""
    return [card.mask for card in CardSet(cards)]


def left(*known: CardsLike) -> list[int]:
    """Give the cards that are in none of these sets."""
    gone = sum(sum(bits(cards)) for cards in known)
    return [card for card in bits(CardSet.full()) if not card & gone]


def without(cards: Iterable[int], taken: Iterable[int]) -> list[int]:
    """Give the cards that were not taken."""
    gone = sum(taken)
    return [card for card in cards if not card & gone]


def hands_of(opponents: int, cards: Sequence[int]) -> Iterator[tuple[Pair, ...]]:
    """Deal two cards to each of several opponents in every way there is."""
    if opponents == 1:
        yield from ((pair,) for pair in combinations(cards, 2))
        return
    for pair in combinations(cards, 2):
        for others in hands_of(opponents - 1, without(cards, pair)):
            yield (pair, *others)


def standings(
    hole: CardsLike, board: int, cards: Sequence[int], rank: Rank = evaluate_mask
) -> dict[Pair, int]:
    """Say how we stand on a board against each pair of cards: AHEAD, TIED or BEHIND."""
    ours = rank(sum(bits(hole)) + board)
    found = {}
    for pair in combinations(cards, 2):
        theirs = rank(sum(pair) + board)
        found[pair] = AHEAD if ours > theirs else TIED if ours == theirs else BEHIND
    return found


def hand_strength(
    hole: CardsLike, board: CardsLike, dead: CardsLike = "", rank: Rank = evaluate_mask
) -> tuple[int, int, int]:
    """Count the opponent's hands that leave us ahead, tied and behind now."""
    against = standings(hole, sum(bits(board)), left(hole, board, dead), rank)
    counts = Counter(against.values())
    return counts[AHEAD], counts[TIED], counts[BEHIND]


def hand_potential(
    hole: CardsLike,
    board: CardsLike,
    opponents: int = 1,
    lookahead: int = 2,
    dead: CardsLike = "",
    rank: Rank = evaluate_mask,
) -> tuple[tuple[int, ...], ...]:
    """Count how we stand now and then against the best of several opponents."""
    lies, live = sum(bits(board)), left(hole, board, dead)
    now = standings(hole, lies, live, rank)
    counts: Counter[tuple[int, int]] = Counter()
    for runout in combinations(live, lookahead):
        others = without(live, runout)
        then = standings(hole, lies + sum(runout), others, rank)
        for hands in hands_of(opponents, others):
            counts[max(now[hand] for hand in hands), max(then[hand] for hand in hands)] += 1
    return tuple(tuple(counts[start, end] for end in range(3)) for start in range(3))


def showdowns(
    hole: CardsLike,
    board: CardsLike,
    opponents: int,
    dead: CardsLike = "",
    held_too: CardsLike = "",
    rank: Rank = evaluate_mask,
) -> tuple[int, dict[int, int], int]:
    """Count the deals that we win alone, that we share with k opponents, and that we lose.

    Cards in ``held_too`` are out of the deck, but an opponent may hold them.
    """
    lies, live = sum(bits(board)), left(hole, board, dead)
    counts: Counter[int] = Counter()
    for runout in combinations(live, 5 - len(CardSet(board))):
        others = without(live, runout) + bits(held_too)
        then = standings(hole, lies + sum(runout), others, rank)
        for hands in hands_of(opponents, others):
            outcomes = [then[hand] for hand in hands]
            counts[-1 if BEHIND in outcomes else outcomes.count(TIED)] += 1
    return counts[0], {k: counts[k] for k in range(1, opponents + 1)}, counts[-1]


def class_odds(
    hole: CardsLike, board: CardsLike, to_come: int, dead: CardsLike = ""
) -> dict[str, int]:
    """Count the runouts of some length that lead to each category."""
    lies = sum(bits(hole)) + sum(bits(board))
    counts = Counter(
        category_of(evaluate_mask(lies + sum(runout)))
        for runout in combinations(left(hole, board, dead), to_come)
    )
    return {category: counts[category] for category in CATEGORIES}


def weigh_tuples(opponents: int, cards: int, weights: dict[tuple[int, int], int]) -> int:
    """Add up the products of weights over all ordered tuples of disjoint pairs of cards."""
    deck = [1 << card for card in range(cards)]
    weight_of = {(1 << i, 1 << j): weight for (i, j), weight in weights.items()}
    return sum(prod(weight_of[hand] for hand in hands) for hands in hands_of(opponents, deck))
