"""Joint deals from ranges, slowly: every way to deal every player and the board, one by one.

A range is a mapping of hands to weights; a hand is the sum of two cards, each a mask of one bit.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod

from handsight.cards import CardSet, CardsLike
from handsight.ranges import Range
from handsight.ranking import evaluate_mask
from tests.naive.odds import bits, left

Hands = Mapping[int, int]
Deal = tuple[int, ...]


def hands_in(held: CardSet | Range) -> dict[int, int]:
    """List what a player may hold, with integer weights."""
    if isinstance(held, CardSet):
        return {held.mask: 1}
    return {hand.mask: int(weight * held.denominator) for hand, weight in held}


def joint_deals(players: Sequence[Hands], known: int) -> Iterator[tuple[Deal, int]]:
    """Deal hands without a card in common in every way, each with the product of its weights."""
    if not players:
        yield (), 1
        return
    for hand, weight in players[0].items():
        if not hand & known:
            for others, rest in joint_deals(players[1:], known | hand):
                yield (hand, *others), weight * rest


def one_after_another(players: Sequence[Hands], known: int) -> dict[Deal, Fraction]:
    """Give the chances if each player draws again until their hand fits, which is not joint."""
    chances = {}
    for deal, weight in joint_deals(players, known):
        used, fitting = known, []
        for hands, hand in zip(players, deal, strict=True):
            fitting.append(sum(each for other, each in hands.items() if not other & used))
            used |= hand
        chances[deal] = Fraction(weight, prod(fitting))
    return chances


def sharers(deal: Deal, board: int) -> int:
    """Say who shares the pot, as a mask of players."""
    scores = [evaluate_mask(hand | board) for hand in deal]
    return sum(1 << i for i, score in enumerate(scores) if score == max(scores))


def winners(
    players: Sequence[CardSet | Range], board: CardsLike, dead: CardsLike = ""
) -> dict[int, Fraction]:
    """Give the chance of each set of players to share the pot."""
    lies, gone = sum(bits(board)), sum(bits(dead))
    counts: Counter[int] = Counter()
    live = left(board, dead)
    for runout in combinations(live, 5 - len(bits(board))):
        end = lies + sum(runout)
        for deal, weight in joint_deals([*map(hands_in, players)], end | gone):
            counts[sharers(deal, end)] += weight
    return {mask: Fraction(weight, counts.total()) for mask, weight in counts.items()}


def equity(chances: Mapping[int, Fraction], player: int) -> Fraction:
    """Add up a player's shares."""
    return sum(
        (chance / mask.bit_count() for mask, chance in chances.items() if mask >> player & 1),
        Fraction(0),
    )
