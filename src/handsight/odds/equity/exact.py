"""Exact methods for pots with ranges, with an estimate of how long each method takes.

- On the flop, turn and river, a sweep in order of strength (`handsight.odds.counting.ranges`)
  counts up to three ranges and any number of known hands. A long sweep is counted board by board.
- Before the flop, the table of all matchups answers pots of two players without dead cards. A
  separate count handles one known hand against one to three players with any cards.
- All other pots are counted tuple by tuple, or board by board (`handsight.odds.counting.boards`),
  whichever is faster. A tuple is one combo for each player, and so a pot of known hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from math import comb, prod

from handsight.cards import CardSet
from handsight.odds.counting.boards import BoardCount, union_of
from handsight.odds.counting.hands import count_against_any, count_winners, require_possible
from handsight.odds.counting.long_counts import Counting, count_parts, question_of
from handsight.odds.counting.ranges import MOST_RANGES, all_combos, sweeps_of, weigh_winners
from handsight.odds.equity.result import Equity, exact_equity, exact_equity_of_one
from handsight.odds.spot import Spot
from handsight.ranges import Range, pocket_equity
from handsight.ranges.combos import MASKS
from handsight.ranges.matchups import BOARDS, range_matchup

MOST_STEPS = 10**12
"""The maximum number of elementary steps in a count, which takes about an hour."""

STEPS_A_TUPLE = 1_000_000
"""The number of steps to check one tuple of combos, and to count it if no card is held twice."""

FEW_STEPS = 10**9
"""The number of steps assumed for a count by a table or a sweep, or against any cards.

It is below `MOST_STEPS`, so such a count is never refused.
"""

POTS_A_PART = 64

# Approximate seconds for a pot of known hands before the flop, for such a pot on the flop or later,
# and for checking one tuple of combos; then for each hand in a sweep of two and of three ranges.
KNOWN_PREFLOP, KNOWN_LATER, LOOK = 5e-4, 1e-4, 1e-5
SWEEP_TWO, SWEEP_THREE = 1e-8, 1.5e-7
LONG_SWEEP = 1.0
"""A sweep that takes longer than this many seconds is cut into parts."""

TABLE_LOOKUP = 0.02
BITS = [bit for bit in range(64) if bit % 16 < 13]
"""The bits of a mask that stand for cards."""
ANY_HANDS = {1: 0.06, 2: 0.06, 3: 1.1}


@dataclass(frozen=True, slots=True)
class CountingPlan:
    """An exact method for one spot, and its cost.

    Attributes:
        seconds: approximate seconds that the count takes on one core.
        steps: an upper bound on the elementary steps of the count, or `FEW_STEPS`. A plan with more
            than `MOST_STEPS` is not used.
        count: a callable that runs the count and returns the result.
    """

    seconds: float
    steps: int
    count: Callable[[Counting], Equity]


def plan_exact(spot: Spot) -> CountingPlan:
    """Choose the exact method for a pot in which not all hands are known.

    Example:
        >>> plan_exact(Spot.parse(["QQ+", "AK", "22+"])).steps < MOST_STEPS
        True
        >>> plan_exact(Spot.parse(["random"] * 5, "Qh7h2c")).steps < MOST_STEPS
        False
    """
    ranges = len(spot.ranges)
    if spot.board and ranges <= MOST_RANGES:
        return _plan_sweep(spot)
    if not spot.board and len(spot.hands) == 1 and ranges <= MOST_RANGES and _are_any_hands(spot):
        return CountingPlan(ANY_HANDS[ranges], FEW_STEPS, lambda counting: _against_any(spot))
    if not spot.board and len(spot.players) == 2 and not spot.dead:
        return CountingPlan(TABLE_LOOKUP, FEW_STEPS, lambda counting: _looked_up(spot))
    plans = [_plan_tuples(spot), _plan_boards(spot)]
    return min(plans, key=lambda plan: (plan.steps > MOST_STEPS, plan.seconds))


def _are_any_hands(spot: Spot) -> bool:
    return all(spot.is_any(number) for number in _numbers_of_ranges(spot))


def _numbers_of_ranges(spot: Spot) -> list[int]:
    return [n for n, player in enumerate(spot.players) if not isinstance(player, CardSet)]


# --- sweeps on flop, turn and river -------------------------------------------------------------


def _plan_sweep(spot: Spot) -> CountingPlan:
    runouts = comb(len(spot.live), spot.to_come)
    ranges = spot.ranges
    sizes = sorted(map(len, ranges))
    hands = runouts * sum(sizes)
    seconds = hands * SWEEP_TWO
    if len(sizes) == MOST_RANGES:
        seconds += runouts * sum(sizes[:2]) * SWEEP_THREE
    seconds *= sweeps_of(ranges, runouts)
    if seconds > LONG_SWEEP:  # weights have many digits; parts allow progress, files and executors
        return CountingPlan(seconds, FEW_STEPS, partial(_board_by_board, spot))
    return CountingPlan(seconds, FEW_STEPS, lambda counting: _swept(spot))


def _swept(spot: Spot) -> Equity:
    winners = weigh_winners(spot.hands, spot.ranges, spot.board, spot.dead)
    return _in_order(winners, spot)


def _in_order(winners: dict[int, int], spot: Spot) -> Equity:
    """Build the result of a count whose bits stand for the known hands first, then for the ranges.

    In the result, bit i stands for player i.
    """
    is_range = [not isinstance(player, CardSet) for player in spot.players]
    if is_range == sorted(is_range):
        return _result(winners, spot)
    order = sorted(range(len(is_range)), key=is_range.__getitem__)
    moved = {
        sum(1 << player for bit, player in enumerate(order) if sharers >> bit & 1): weight
        for sharers, weight in winners.items()
    }
    return _result(dict(sorted(moved.items())), spot)


# --- before the flop ----------------------------------------------------------------------------


def _looked_up(spot: Spot) -> Equity:
    """Read the deals that two players win and tie from the shipped tables."""
    _, cards = all_combos()
    first, second = _all_as_ranges(spot)
    win, tie, pairs = range_matchup(first.numerators, second.numerators, cards)
    return _result({1: win, 2: pairs * BOARDS - win - tie, 3: tie}, spot)


def _all_as_ranges(spot: Spot) -> list[Range]:
    ranges = iter(spot.ranges)
    return [
        Range(str(player)) if isinstance(player, CardSet) else next(ranges)
        for player in spot.players
    ]


def _against_any(spot: Spot) -> Equity:
    """Count a known hand's deals against players with any cards, who all have the same equity."""
    [hand] = spot.hands
    ranges = spot.ranges
    unit = Fraction(
        prod(max(hands.numerators) for hands in ranges),
        prod(hands.denominator for hands in ranges),
    )
    win, ties, lose = _count_against_any(hand, spot)
    shared = {others: unit * deals for others, deals in ties.items()}
    return exact_equity_of_one(spot, spot.players.index(hand), unit * win, shared, unit * lose)


def _count_against_any(hand: CardSet, spot: Spot) -> tuple[int, dict[int, int], int]:
    """Count a hand's wins, its ties by the number of tied opponents, and its losses."""
    opponents = len(spot.players) - 1
    if opponents == 1 and not spot.dead:
        shipped = pocket_equity(hand)
        return shipped.win, {1: shipped.tie}, shipped.lose
    ours = Spot((hand,), spot.board, spot.dead)
    win, unbeaten, ties, total = count_against_any(ours, opponents, ours.live)
    return win, ties, total - unbeaten


# --- one tuple of combos after another ----------------------------------------------------------


def _plan_tuples(spot: Spot) -> CountingPlan:
    tuples = prod(len(hands) for hands in spot.ranges)
    cost = KNOWN_LATER if spot.board else KNOWN_PREFLOP
    steps = STEPS_A_TUPLE * tuples
    # If there are far too many tuples anyway, a finer estimate is not worth its time.
    apart = _share_apart(spot.ranges) if steps <= MOST_STEPS else 1.0
    pots = tuples * apart / len(_symmetries(spot))
    seconds = tuples * LOOK + pots * cost
    return CountingPlan(seconds, steps, lambda counting: _dealt_one_by_one(spot, counting))


def _share_apart(ranges: Sequence[Range]) -> float:
    """Estimate the share of tuples of combos, one per range, in which no two combos share a card.

    The estimate treats the pairs of players as independent.
    """
    held = [[mask for mask, n in zip(MASKS, each.numerators, strict=True) if n] for each in ranges]
    return prod(_share_of_pairs_apart(one, other) for one, other in combinations(held, 2))


def _share_of_pairs_apart(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the share of pairs of hands, one from each list, that have no card in common."""
    shared = zip(_by_card(one), _by_card(other), strict=True)
    collide = sum(ours * theirs for ours, theirs in shared) - len(set(one).intersection(other))
    return 1 - collide / (len(one) * len(other))


def _by_card(hands: Sequence[int]) -> list[int]:
    """Count the hands that contain each of the 52 cards."""
    return [sum(mask >> bit & 1 for mask in hands) for bit in BITS]


def _dealt_one_by_one(spot: Spot, counting: Counting) -> Equity:
    pots = list(_pots(spot).items())
    parts = [tuple(pots[first : first + POTS_A_PART]) for first in range(0, len(pots), POTS_A_PART)]
    question = question_of(spot, parts) if counting.save is not None else {}
    count = partial(_count_pots, spot.board, spot.dead)
    winners = count_parts(count, parts, list(map(len, parts)), counting, question)
    return _result(dict(sorted(winners.items())), spot)


def _count_pots(
    board: CardSet, dead: CardSet, pots: Sequence[tuple[tuple[int, ...], int]]
) -> dict[int, int]:
    """Sum the weights of some pots of known hands for each set of players who share the pot.

    Args:
        board: the cards of the board.
        dead: cards that cannot be dealt.
        pots: for each pot, the masks of the hands, and the weight of the pot.

    Returns:
        {bitmask of those who share the pot: weight}.
    """
    winners: Counter[int] = Counter()
    for masks, weight in pots:
        hands = [CardSet.from_mask(mask) for mask in masks]
        for sharers, deals in enumerate(count_winners(hands, board, dead)):
            winners[sharers] += weight * deals
    return dict(winners)


def _pots(spot: Spot) -> dict[tuple[int, ...], int]:
    """Weigh the tuples of hands that share no card, merging tuples that differ only in suits."""
    symmetries = _symmetries(spot)
    pots: Counter[tuple[int, ...]] = Counter()
    for masks, weight in _tuples(spot):
        if sum(mask.bit_count() for mask in masks) == union_of(masks).bit_count():
            pots[min(tuple(renamed[mask] for mask in masks) for renamed in symmetries)] += weight
    return pots


def _tuples(spot: Spot) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every choice of one combo for each player: the masks of the combos, and the weight.

    The weight is the product of the combos' numerators. Combos of a choice can share cards.
    """
    ranges = iter(spot.ranges)
    choices = (
        [(player.mask, 1)]
        if isinstance(player, CardSet)
        else [(mask, n) for mask, n in zip(MASKS, next(ranges).numerators, strict=True) if n]
        for player in spot.players
    )
    for chosen in product(*choices):
        yield tuple(mask for mask, _ in chosen), prod(weight for _, weight in chosen)


class _Renamed(dict[int, int]):
    """A mapping from masks to the same masks with renamed suits, computed on demand."""

    def __init__(self, suits: Sequence[int]) -> None:
        super().__init__()
        self.suits = suits

    def __missing__(self, mask: int) -> int:
        lanes = (mask >> 16 * old & 0xFFFF for old in self.suits)
        self[mask] = sum(lane << 16 * new for new, lane in enumerate(lanes))
        return self[mask]


def _symmetries(spot: Spot) -> list[_Renamed]:
    """List the ways to rename suits that leave the board, dead cards and known hands unchanged."""
    every = [_Renamed(suits) for suits in permutations(range(4))]
    fixed = [cards.mask for cards in (spot.board, spot.dead, *spot.hands)]
    return [each for each in every if all(each[mask] == mask for mask in fixed)]


# --- board by board -----------------------------------------------------------------------------


def _plan_boards(spot: Spot) -> CountingPlan:
    boards = BoardCount(spot)
    seconds, steps = boards.seconds(), boards.steps()
    return CountingPlan(seconds, steps, lambda counting: _board_by_board(spot, counting))


def _board_by_board(spot: Spot, counting: Counting) -> Equity:
    boards = BoardCount(spot)
    parts = boards.parts()
    question = question_of(spot, parts) if counting.save is not None else {}
    sizes = [part.boards for part in parts]
    winners = count_parts(boards.count, parts, sizes, counting, question)
    return _result(dict(sorted(winners.items())), spot)


def _result(winners: dict[int, int], spot: Spot) -> Equity:
    """Build the result of a count in which deals weigh the product of their combos' numerators."""
    require_possible(sum(winners.values()))
    return exact_equity(spot, winners, prod(hands.denominator for hands in spot.ranges))
