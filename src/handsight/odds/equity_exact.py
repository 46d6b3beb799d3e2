"""Which exact method answers a pot's question, and how long it would take.

- Known hands: all runouts, by multisets of ranks (`handsight.odds.known_hands`).
- Up to three ranges on flop, turn or river, beside any number of known hands: swept in order of
  strength (`handsight.odds.range_counts`).
- Before the flop: two players from the table of all matchups; one hand against one to three who
  hold any cards; else hand by hand, every tuple of combos a pot of known hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod
from typing import TypeAlias

from handsight.cards import CardSet, Situation
from handsight.odds.against_any import count_against_any
from handsight.odds.counting import require_possible
from handsight.odds.equity_result import EquityResult, PlayerEquity, exact_result, player_equity
from handsight.odds.known_hands import count_winners
from handsight.odds.players import Player, Table, is_any_hand
from handsight.odds.range_counts import all_combos, weigh_winners
from handsight.odds.weights import whole
from handsight.preflop import pocket_equity
from handsight.preflop.matchups import BOARDS, range_matchup
from handsight.ranges import Range
from handsight.ranges.combos import MASKS
from handsight.runtime.digits import digit_bits

Progress: TypeAlias = Callable[[int, int], None]

MOST_RANGES = 3
MOST_TUPLES = 1_000_000
"""Of combos, one for each range: more are not dealt one by one."""

# Seconds, about: for a pot of known hands before the flop and after it, and for looking at a tuple
# of combos; for each hand that a sweep of two or three ranges looks at.
KNOWN_PREFLOP, KNOWN_LATER, LOOK = 5e-4, 1e-4, 1e-5
SWEEP_TWO, SWEEP_THREE = 1e-8, 1.5e-7
TABLE_LOOKUP = 0.02
BITS = [bit for bit in range(64) if bit % 16 < 13]
"""Of the cards in a mask."""
ANY_HANDS = {1: 0.06, 2: 0.06, 3: 1.1}


@dataclass(frozen=True, slots=True)
class Plan:
    """An exact method.

    Attributes:
        seconds: about how long it takes.
        count: takes a function that is told what is done and what there is to do, and counts.
    """

    seconds: float
    count: Callable[[Progress], EquityResult]


def plan_exact(table: Table) -> Plan | None:
    """Choose the exact method for a pot, or give None where there is none.

    Args:
        table: checked players, board and dead cards.

    Example:
        >>> plan_exact(Table.parse(["random"] * 4, "Qh7h2c")) is None
        True
    """
    ranges = len(table.ranges)
    if not ranges:
        return Plan(KNOWN_PREFLOP, lambda progress: _known(table))
    if table.board:
        return _plan_sweep(table) if ranges <= MOST_RANGES else _plan_tuples(table)
    if len(table.hands) == 1 and ranges <= MOST_RANGES and _are_any_hands(table):
        return Plan(ANY_HANDS[ranges], lambda progress: _against_any(table))
    if len(table.players) == 2 and not table.dead:
        return Plan(TABLE_LOOKUP, lambda progress: _looked_up(table))
    return _plan_tuples(table)


def _are_any_hands(table: Table) -> bool:
    return all(is_any_hand(hands, table.live) for hands in table.ranges)


def _known(table: Table) -> EquityResult:
    counts = count_winners(table.hands, table.board, table.dead)
    return exact_result(dict(enumerate(counts)), len(table.players), 1)


# --- sweeps on flop, turn and river -------------------------------------------------------------


def _plan_sweep(table: Table) -> Plan:
    runouts = comb(len(table.live), table.to_come)
    sizes = sorted(len(hands) for hands in table.ranges)
    hands = runouts * sum(sizes)
    seconds = hands * SWEEP_TWO
    if len(sizes) == MOST_RANGES:
        seconds += runouts * sum(sizes[:2]) * SWEEP_THREE
    bits = digit_bits(runouts * prod(sizes), len(sizes))
    digits = (-(-_bits(hands) // bits) for hands in table.ranges)
    return Plan(seconds * prod(digits), lambda progress: _swept(table))


def _bits(hands: Range) -> int:
    return max(hands.numerators).bit_length()


def _swept(table: Table) -> EquityResult:
    winners = weigh_winners(table.hands, table.ranges, table.board, table.dead)
    return _in_order(winners, table)


def _in_order(winners: dict[int, int], table: Table) -> EquityResult:
    """Turn bits of hands first, then ranges, into bits of players."""
    is_range = [isinstance(player, Range) for player in table.players]
    order = sorted(range(len(is_range)), key=is_range.__getitem__)
    moved = {
        sum(1 << player for bit, player in enumerate(order) if sharers >> bit & 1): weight
        for sharers, weight in winners.items()
    }
    return _result(dict(sorted(moved.items())), len(is_range), *table.ranges)


# --- before the flop ----------------------------------------------------------------------------


def _looked_up(table: Table) -> EquityResult:
    """Read two players' deals from the tables that ship."""
    _, cards = all_combos()
    first, second = (_as_range(player) for player in table.players)
    win, tie, pairs = range_matchup(first.numerators, second.numerators, cards)
    return _result({1: win, 2: pairs * BOARDS - win - tie, 3: tie}, 2, first, second)


def _as_range(player: Player) -> Range:
    return player if isinstance(player, Range) else Range(str(player))


def _against_any(table: Table) -> EquityResult:
    """Count one known hand's deals against players with any cards, who all fare alike."""
    hand, ranges = table.hands[0], table.ranges
    win, ties, lose = _count_against_any(hand, table)
    weight = prod(max(hands.numerators) for hands in ranges)
    if len(ranges) == 1:
        own, other = (1, 2) if table.players[0] is hand else (2, 1)
        counts = {own: win, other: lose, 3: ties[1]}
        return _result({bits: weight * n for bits, n in counts.items()}, 2, *ranges)
    unit = Fraction(weight, prod(each.denominator for each in ranges))
    sharers = {(1 << others + 1) - 1: n for others, n in ties.items()}  # whoever they are
    own_deals = {sharers: unit * n for sharers, n in {1: win, **sharers, 0: lose}.items()}
    ours = player_equity(own_deals, 0)
    theirs = PlayerEquity((1 - ours.equity) / len(ranges), None, None, None)
    each = tuple(ours if player is hand else theirs for player in table.players)
    return EquityResult(each, None, whole(sum(own_deals.values())), "exact")


def _count_against_any(hand: CardSet, table: Table) -> tuple[int, dict[int, int], int]:
    """Count wins, ties by how many others share, and losses."""
    if len(table.ranges) == 1 and not table.dead:
        shipped = pocket_equity(hand)
        return shipped.win, {1: shipped.tie}, shipped.lose
    situation = Situation(hand, table.board, table.dead)
    win, unbeaten, ties, total = count_against_any(situation, len(table.ranges), situation.live)
    return win, ties, total - unbeaten


# --- one tuple of combos after the other --------------------------------------------------------


def _plan_tuples(table: Table) -> Plan | None:
    tuples = prod(len(hands) for hands in table.ranges)
    if tuples > MOST_TUPLES:
        return None
    cost = KNOWN_LATER if table.board else KNOWN_PREFLOP
    pots = tuples * _share_apart(table.ranges) / len(_symmetries(table))
    seconds = tuples * LOOK + pots * cost
    return Plan(seconds, lambda progress: _dealt_one_by_one(table, progress))


def _share_apart(ranges: Sequence[Range]) -> float:
    """Estimate the share of tuples of combos without a common card, as if pairs had no memory."""
    held = [[mask for mask, n in zip(MASKS, each.numerators, strict=True) if n] for each in ranges]
    return prod(_share_of_pairs_apart(one, other) for one, other in combinations(held, 2))


def _share_of_pairs_apart(one: Sequence[int], other: Sequence[int]) -> float:
    """Give the share of pairs of hands, one from each list, without a common card."""
    shared = zip(_by_card(one), _by_card(other), strict=True)
    collide = sum(ours * theirs for ours, theirs in shared) - len(set(one).intersection(other))
    return 1 - collide / (len(one) * len(other))


def _by_card(hands: Sequence[int]) -> list[int]:
    """Count the hands that hold each card."""
    return [sum(mask >> bit & 1 for mask in hands) for bit in BITS]


def _dealt_one_by_one(table: Table, progress: Progress) -> EquityResult:
    pots = _pots(table)
    winners = [0] * (1 << len(table.players))
    for number, (masks, weight) in enumerate(pots.items()):
        if number % 64 == 0:
            progress(number, len(pots))
        hands = [CardSet.from_mask(mask) for mask in masks]
        counts = count_winners(hands, table.board, table.dead)
        winners = [so_far + weight * more for so_far, more in zip(winners, counts, strict=True)]
    progress(len(pots), len(pots))
    return _result(dict(enumerate(winners)), len(table.players), *table.ranges)


def _pots(table: Table) -> dict[tuple[int, ...], int]:
    """Weigh the tuples of hands that share no card; those that differ in suits only are one."""
    symmetries = _symmetries(table)
    pots: Counter[tuple[int, ...]] = Counter()
    for masks, weight in _tuples(table):
        if sum(mask.bit_count() for mask in masks) == _union(masks).bit_count():
            pots[min(tuple(renamed[mask] for mask in masks) for renamed in symmetries)] += weight
    return pots


def _tuples(table: Table) -> Iterator[tuple[tuple[int, ...], int]]:
    """Give every choice of one combo for each player, as masks, and its weight."""
    choices = (
        [(player.mask, 1)]
        if isinstance(player, CardSet)
        else [(mask, n) for mask, n in zip(MASKS, player.numerators, strict=True) if n]
        for player in table.players
    )
    for chosen in product(*choices):
        yield tuple(mask for mask, _ in chosen), prod(weight for _, weight in chosen)


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


class _Renamed(dict[int, int]):
    """Masks with their suits renamed, worked out as they are asked for."""

    def __init__(self, suits: Sequence[int]) -> None:
        super().__init__()
        self.suits = suits

    def __missing__(self, mask: int) -> int:
        lanes = (mask >> 16 * old & 0xFFFF for old in self.suits)
        self[mask] = sum(lane << 16 * new for new, lane in enumerate(lanes))
        return self[mask]


def _symmetries(table: Table) -> list[_Renamed]:
    """List the ways to rename suits that change neither board, dead cards nor known hands."""
    every = [_Renamed(suits) for suits in permutations(range(4))]
    fixed = [cards.mask for cards in (table.board, table.dead, *table.hands)]
    return [each for each in every if all(each[mask] == mask for mask in fixed)]


def _result(winners: dict[int, int], players: int, *ranges: Range) -> EquityResult:
    """Make a result, in which a deal weighs the product of its combos' weights."""
    require_possible(sum(winners.values()))
    return exact_result(winners, players, prod(hands.denominator for hands in ranges))
