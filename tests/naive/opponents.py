"""The posterior as one would work it out by hand: combo by combo, decision by decision."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from handsight.cards import Card, CardSet
from handsight.ranking import evaluate

Cards = frozenset[int]
Chance = Callable[[Cards, tuple[int, ...], int], Fraction]
"""Hole, board and number of the decision to how likely its holder did what was done."""


def posterior(
    decisions: Sequence[tuple[int, ...]], dead: Iterable[int], chance: Chance
) -> dict[Cards, Fraction]:
    """Weigh all holes by the product of the chances of what their holder did.

    Args:
        decisions: the board at each.
        dead: cards that nobody holds, those of the last board among them.
        chance: of what was done.
    """
    gone = set(dead)
    live = [card for card in range(52) if card not in gone]
    weights = {}
    for pair in combinations(live, 2):
        hole = frozenset(pair)
        weight = Fraction(1)
        for number, board in enumerate(decisions):
            weight *= chance(hole, board, number)
        weights[hole] = weight
    whole = sum(weights.values())
    return {hole: weight / whole for hole, weight in weights.items()}


def shares_beaten(board: str, runouts: Sequence[str]) -> dict[Cards, float]:
    """Give for each hole the mean share of all holes that it beats after runouts, ties half."""
    lying = CardSet(board)
    live = [card.index for card in CardSet.full() - lying]
    sums = {frozenset(pair): [0.0, 0] for pair in combinations(live, 2)}
    for runout in runouts:
        full = lying | CardSet(runout)
        strengths = {
            hole: evaluate(CardSet.of(map(Card, hole)) | full).strength
            for hole in sums
            if not any(Card(card) in full for card in hole)
        }
        for hole, strength in strengths.items():
            below = sum(other < strength for other in strengths.values())
            level = sum(other == strength for other in strengths.values())
            sums[hole][0] += (below + level / 2) / len(strengths)
            sums[hole][1] += 1
    return {hole: total / count for hole, (total, count) in sums.items() if count}
