"""Players to deal out by hand: ranges of few combos, and few cards left to come."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from handsight.cards import Card, CardSet, CardsLike
from handsight.odds.counting.hands import count_winners
from handsight.odds.spot import Player
from handsight.ranges import Range
from handsight.ranges.exact_weights import WeightLike
from tests.naive.range_deals import joint_deals
from tests.naive.ranges import fractions_in

ODD_WEIGHTS = (1, Fraction(1, 3), 0.1, 1e-9, 0.12345678901234567, 0.5)
"""Weights whose denominators have little in common, one of 17 digits."""


def live_beside(known: CardsLike, count: int, seed: int = 1) -> list[Card]:
    """Draw cards that lie nowhere yet."""
    return Random(seed).sample(sorted(CardSet.full() - CardSet(known)), count)


def all_but(known: CardsLike, live: Sequence[Card]) -> CardSet:
    """Give the dead cards if these are left."""
    return CardSet.full() - CardSet(known) - CardSet.of(live)


def drawn_range(
    cards: Sequence[Card], combos: int, seed: int, weights: Sequence[WeightLike] = ODD_WEIGHTS
) -> Range:
    """Make a range of some combos of these cards, with some of these weights."""
    random = Random(seed)
    pairs = random.sample(list(combinations(cards, 2)), combos)
    return Range.from_weights({str(CardSet.of(pair)): random.choice(weights) for pair in pairs})


def hand_by_hand(players: Sequence[Player], board: CardSet, dead: CardSet) -> dict[int, Fraction]:
    """Weigh all deals by who shares the pot, as pots of known hands."""
    winners: dict[int, Fraction] = {}
    known = board.mask | dead.mask
    for deal, weight in joint_deals([fractions_in(each) for each in players], known):
        hands = [CardSet.from_mask(mask) for mask in deal]
        for sharers, deals in enumerate(count_winners(hands, board, dead)):
            if deals:
                winners[sharers] = winners.get(sharers, Fraction(0)) + weight * deals
    return dict(sorted(winners.items()))
