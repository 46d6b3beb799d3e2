"""Ranges at the showdown, slowly: every joint deal of weighted hands, one by one.

A range is a mapping of hands to weights, integers or fractions; a hand is a mask of two cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from handsight.cards import CardSet, CardsLike
from handsight.ranges import Range
from handsight.ranking import evaluate_mask
from tests.naive.odds import AHEAD, BEHIND, TIED, bits, left
from tests.naive.range_deals import joint_deals

Weights: TypeAlias = Mapping[int, int]
Player: TypeAlias = CardSet | Range


def fractions_in(player: Player) -> dict[int, Fraction]:
    """List what a player may hold, each hand with its weight."""
    if isinstance(player, CardSet):
        return {player.mask: Fraction(1)}
    return {hand.mask: weight for hand, weight in player}


def strengths_of(ranges: Sequence[Mapping[int, object]], board: int) -> dict[int, int]:
    """Rank on a board all hands that do not collide with it."""
    hands = {hand for each in ranges for hand in each if not hand & board}
    return {hand: evaluate_mask(hand | board) for hand in hands}


def winners(
    players: Sequence[Player], board: CardsLike = "", dead: CardsLike = ""
) -> dict[int, Fraction]:
    """Weigh all deals by who shares the pot: bit i of a key is set if player i does."""
    held = [fractions_in(player) for player in players]
    lies, gone = sum(bits(board)), sum(bits(dead))
    counts: dict[int, Fraction] = {}
    for runout in combinations(left(board, dead), 5 - len(bits(board))):
        end = lies + sum(runout)
        strengths = strengths_of(held, end)
        for deal, weight in joint_deals(held, end | gone):
            best = max(strengths[hand] for hand in deal)
            sharers = sum(1 << i for i, hand in enumerate(deal) if strengths[hand] == best)
            counts[sharers] = counts.get(sharers, Fraction(0)) + weight
    return dict(sorted(counts.items()))


def equity(weights: Mapping[int, Fraction], player: int) -> Fraction:
    """Add up a player's shares."""
    mine = [weight / who.bit_count() for who, weight in weights.items() if who >> player & 1]
    return sum(mine, Fraction(0)) / sum(weights.values())


def standings(
    hole: CardsLike, board: CardsLike, ranges: Sequence[Range], ahead: int, dead: CardsLike = ""
) -> list[list[Fraction]]:
    """Weigh how we stand now and after some more cards, against the best of all ranges."""
    held = [fractions_in(hands) for hands in ranges]
    ours, lies, gone = sum(bits(hole)), sum(bits(board)), sum(bits(dead))
    now = _against(ours, strengths_of([*held, {ours: 1}], lies))
    table = [[Fraction(0)] * 3 for _ in range(3)]
    for runout in combinations(left(hole, board, dead), ahead):
        then = _against(ours, strengths_of([*held, {ours: 1}], lies + sum(runout)))
        known = ours | lies | gone | sum(runout)
        for deal, weight in joint_deals(held, known):
            table[max(now[hand] for hand in deal)][max(then[hand] for hand in deal)] += weight
    return table


def tally(ranges: Sequence[Weights], board: int, bar: int) -> list[list[int]]:
    """Weigh on a full board how ranges stand to a bar: at most at it, or above it.

    Under each, by a mask of those who are at the bar, or level with one another as the best.
    """
    counts = [[0] * (1 << len(ranges)) for _ in range(2)]
    strengths = strengths_of(ranges, board)
    for deal, weight in joint_deals(ranges, board):
        found = [strengths[hand] for hand in deal]
        level = max(bar, *found)
        best = sum(1 << i for i, strength in enumerate(found) if strength == level)
        counts[level > bar][best] += weight
    return counts


def disjoint_weight(ranges: Sequence[Weights]) -> int:
    """Weigh all ways to deal a hand of each range."""
    return sum(weight for _, weight in joint_deals(ranges, 0))


def at_most(ours: int, board: int, ranges: Sequence[Weights], runout: int) -> list[list[int]]:
    """Weigh the deals after a runout in which we stand to everyone at most so now, and so then."""
    now, then = (
        _against(ours, strengths_of([*ranges, {ours: 1}], lies)) for lies in (board, board | runout)
    )
    counts: Counter[tuple[int, int]] = Counter()
    for deal, weight in joint_deals(ranges, board | runout | ours):
        worst = max(now[hand] for hand in deal), max(then[hand] for hand in deal)
        for before in range(worst[0], 3):
            for after in range(worst[1], 3):
                counts[before, after] += weight
    return [[counts[before, after] for after in range(3)] for before in range(3)]


def _against(ours: int, strengths: Mapping[int, int]) -> dict[int, int]:
    mine = strengths[ours]
    return {
        hand: AHEAD if mine > theirs else TIED if mine == theirs else BEHIND
        for hand, theirs in strengths.items()
    }
