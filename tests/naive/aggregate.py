"""Two ranges on a board, slowly: every pair of hands without a common card is dealt to the end."""

from collections.abc import Iterator
from fractions import Fraction

from handsight.cards import CardSet
from handsight.ranges import Range
from tests.naive.equity import winners


def pairs(one: Range, other: Range, board: str) -> Iterator[tuple[CardSet, CardSet, Fraction]]:
    """List the pairs of hands that share no card with each other or the board, with weights."""
    lying = set(CardSet(board))
    for ours, weight in one:
        for theirs, other_weight in other:
            if len({*ours, *theirs} | lying) == 4 + len(lying):
                yield ours, theirs, weight * other_weight


def shares(one: Range, other: Range, board: str) -> tuple[Fraction, Fraction, Fraction]:
    """Weigh the deals that the first wins, that both share, and that the second wins."""
    sums = [Fraction(0)] * 3
    for ours, theirs, weight in pairs(one, other, board):
        _, win, lose, tie = winners([ours, theirs], board)
        for place, deals in enumerate((win, tie, lose)):
            sums[place] += weight * deals
    return sums[0], sums[1], sums[2]
