"""Known hands against each other, slowly: every runout is dealt, and every hand is ranked."""

from collections.abc import Sequence
from itertools import combinations

from handsight.cards import CardSet, CardsLike
from handsight.ranking import evaluate_mask
from tests.naive.odds import Rank, bits, left


def winners(
    holes: Sequence[CardsLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    rank: Rank = evaluate_mask,
) -> list[int]:
    """Count the runouts by who shares the pot: bit i of an index is set if hand i does."""
    hands = [sum(bits(hole)) for hole in holes]
    lies = sum(bits(board))
    counts = [0] * (1 << len(hands))
    for runout in combinations(left(*holes, board, dead), 5 - len(CardSet(board))):
        ranks = [rank(hand + lies + sum(runout)) for hand in hands]
        best = max(ranks)
        counts[sum(1 << place for place, found in enumerate(ranks) if found == best)] += 1
    return counts
