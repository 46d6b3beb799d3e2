"""Exact sums over ranges: the layer between the odds functions and the range kernels.

Weights are integers here; the caller divides the sums by the denominators. Sums of any size stay
exact, because weights that are too large for 64-bit sums are split into digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardSet
from handsight.odds.counting.hands import require_enough, require_possible
from handsight.odds.spot import FULL_BOARD, HAND
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS
from handsight.ranking import evaluate_many
from handsight.runtime.digits import digit_bits, split_digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.spot import Spot
    from handsight.ranges import Range

MOST_RANGES = 3
SAFE = 1 << 62
VECTOR = 32
MOST_BITS = 20
"""The maximum number of bits in a digit of a weight, so that sums over all combos are below 2**31.
"""
EVERY_CARD = np.uint64(CardSet.full().mask)


@dataclass(frozen=True, slots=True)
class HeldCombos:
    """The combos that at least one of several ranges contains, except those with certain cards.

    The arrays are padded to a multiple of the vector size, which halves the time of loops over
    strengths. The padding consists of combos with weight 0 that collide with every board.

    Attributes:
        masks: uint64[n], the mask of each combo.
        cards: int64[n, 2], the card indices of each combo.
        weights: an array [ranges, n] of integers of any size, the numerator of each combo's weight
            in each range.
        sizes: the number of combos in each range.
        largest: the largest numerator.
    """

    masks: NDArray[np.uint64]
    cards: NDArray[np.int64]
    weights: NDArray[Any]
    sizes: list[int]
    largest: int

    @classmethod
    def of(cls, ranges: Sequence[Range], gone: CardSet) -> HeldCombos:
        """List the combos of some ranges.

        Args:
            ranges: the ranges.
            gone: cards that nobody can hold.

        Example:
            >>> from handsight.ranges import Range
            >>> HeldCombos.of([Range("AA")], CardSet("AhKh")).weights.sum().item()
            3
        """
        masks, cards = padded_combos()
        weights = weight_table(ranges, COMBO_COUNT + 1)
        (live,) = ((masks & np.uint64(gone.mask) == 0) & weights.any(axis=0)).nonzero()
        held = np.empty(-(-len(live) // VECTOR) * VECTOR, dtype=np.int64)
        held[: len(live)], held[len(live) :] = live, COMBO_COUNT
        weights = weights.take(held, axis=1)
        sizes = [int(np.count_nonzero(row)) for row in weights]
        return cls(masks[held], cards[held], weights, sizes, int(weights.max(initial=0)))

    def sums(
        self, most_runouts: int, count: Callable[[NDArray[np.int64]], NDArray[np.int64]]
    ) -> NDArray[np.object_]:
        """Sum products of one weight from each range, as Python integers.

        Args:
            most_runouts: the maximum number of runouts that the sums include.
            count: a callable that takes weights, int64[ranges, n], and returns int64 sums of their
                products.
        """
        # The digits are small enough that the sum of their products over all deals fits in 64 bits.
        bits = _bits_of_digits(most_runouts, self.sizes)
        if not self.largest >> bits:  # the weights are small enough without a split
            weights = self.weights.astype(np.int64, order="C", copy=False)
            return np.asarray(count(weights), dtype=object)
        digits = [split_digits(row.tolist(), bits) for row in self.weights]
        total: Any = 0
        for chosen in product(*(enumerate(each) for each in digits)):
            place = sum(number for number, _ in chosen)
            part = count(np.array([digit for _, digit in chosen]))
            total = total + part.astype(object) * (1 << (bits * place))
        return np.asarray(total, dtype=object)

    def disjoint_weight(self) -> int:
        """Sum the weights of all tuples of hands, one from each range, that share no card."""
        from handsight.kernels.ranges.by_card import weigh_disjoint_pairs
        from handsight.kernels.ranges.three_ranges import weigh_triples

        if len(self.weights) == 1:
            return int(sum(self.weights[0].tolist()))
        weigh = weigh_disjoint_pairs if len(self.weights) == 2 else weigh_triples
        return int(self.sums(1, lambda weights: np.array(weigh(self.cards, weights))))


def weight_table(ranges: Sequence[Range], columns: int = COMBO_COUNT) -> NDArray[Any]:
    """Return the numerators of ranges as an array [ranges, columns].

    The array has the type int64 if the numbers fit, and holds Python integers otherwise.

    Args:
        ranges: the ranges.
        columns: the number of columns: one for each of the 1,326 combos, and then zeros.
    """
    kind = np.int64 if all(hands.denominator < SAFE for hands in ranges) else object
    weights = np.zeros((len(ranges), columns), dtype=kind)
    for row, hands in zip(weights, ranges, strict=True):
        row[:COMBO_COUNT] = _numerators(hands, kind)
    return weights


def sweeps_of(ranges: Sequence[Range], runouts: int) -> int:
    """Return the number of sweeps for each board, which is above 1 if weights have many digits.

    Args:
        ranges: the ranges.
        runouts: the number of runouts.

    Example:
        >>> from handsight.ranges import Range
        >>> sweeps_of([Range("22+"), Range("AK")], 990), sweeps_of([Range("22+:0.123456789")], 990)
        (1, 2)
    """
    bits = _bits_of_digits(runouts, list(map(len, ranges)))
    return prod(-(-_bits_of_weights(hands) // bits) for hands in ranges)


def _bits_of_digits(runouts: int, sizes: Sequence[int]) -> int:
    """Return the number of bits in a digit of a weight, for ranges with these numbers of combos."""
    return min(digit_bits(max(1, runouts * prod(sizes)), len(sizes)), MOST_BITS)


def _bits_of_weights(hands: Range) -> int:
    return 1 if hands.denominator == 1 else max(hands.numerators).bit_length()


def _numerators(hands: Range, kind: type) -> NDArray[Any]:
    """Return the numerators of a range; small ones are read as bytes, five times as fast."""
    small = hands.small_numerators()
    if small is not None:
        return np.frombuffer(small, np.uint8)
    return np.array(hands.numerators, dtype=kind)


@cache
def padded_combos() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return `all_combos` and one more combo that nobody can hold: uint64[1327], int64[1327, 2]."""
    masks, cards = all_combos()
    return np.append(masks, EVERY_CARD), np.append(cards, np.zeros_like(cards[:1]), axis=0)


@cache
def all_combos() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the masks, uint64[1326], and the card indices, int64[1326, 2], of all combos."""
    return np.array(MASKS, dtype=np.uint64), np.array(COMBOS, dtype=np.int64)


def runout_masks(live: CardSet, to_come: int) -> NDArray[np.uint64]:
    """List the masks of all runouts of up to two cards: uint64[n].

    Args:
        live: the cards that can be dealt.
        to_come: the number of cards in a runout, 0 to 2.

    Example:
        >>> len(runout_masks(CardSet("AhKhQh"), 2)), len(runout_masks(CardSet("Ah"), 0))
        (3, 1)
    """
    if to_come == 0:
        return np.zeros(1, dtype=np.uint64)
    bits = np.array([card.mask for card in live], dtype=np.uint64)
    if to_come == 1:
        return bits
    first, second = np.triu_indices(len(bits), 1)
    both: NDArray[np.uint64] = bits[first] | bits[second]
    return both


def weigh_winners(
    hands: Sequence[CardSet], ranges: Sequence[Range], board: CardSet, dead: CardSet
) -> dict[int, int]:
    """Sum the weights of all deals on a flop, turn or river, by the players who share the pot.

    Args:
        hands: the known hands; can be empty.
        ranges: one to three ranges, or two to three if no hand is known. Combos that contain a
            known card, a card of the board or a dead card do not count.
        board: three, four or five cards.
        dead: cards that cannot be dealt.

    Returns:
        {bitmask of those who share the pot: weight}, without zeros. The lowest bits stand for the
        hands, and the next bits for the ranges. The weight of a deal is the product of the
        numerators of its combos.

    Example:
        >>> from handsight.ranges import Range
        >>> weigh_winners([CardSet("AhKh")], [Range("QQ")], CardSet("Qh7h2c"), CardSet())
        {1: 759, 2: 2211}
    """
    gone = CardSet.from_mask(sum(hand.mask for hand in hands) | board.mask | dead.mask)
    live = CardSet.full() - gone
    runouts = runout_masks(live, FULL_BOARD - len(board))
    order = quickest_order(ranges)
    held = HeldCombos.of([ranges[number] for number in order], gone)
    bits = [1 << number for number in range(len(hands))]
    bits += [1 << (len(hands) + number) for number in order]
    winners = weigh_runouts(hands, held, bits, board, runouts, len(runouts))
    if len(ranges) > 1:
        left = len(live) - HAND * len(ranges)
        winners[bits[-1]] += held.disjoint_weight() * comb(left, FULL_BOARD - len(board))
    return {sharers: weight for sharers, weight in sorted(winners.items()) if weight}


def weigh_runouts(
    hands: Sequence[CardSet],
    held: HeldCombos,
    bits: Sequence[int],
    board: CardSet,
    runouts: NDArray[np.uint64],
    most_runouts: int,
    times: NDArray[np.int64] | None = None,
) -> Counter[int]:
    """Sum the weights of all deals on some runouts, by the players who share the pot.

    Args:
        hands: the known hands; can be empty.
        held: the combos of one to three ranges, in the order of `quickest_order`.
        bits: the bit of each hand, and then of each range.
        board: three, four or five cards, or the empty board.
        runouts: uint64[n], the masks of the runouts.
        most_runouts: the sum of ``times``, or the number of runouts if ``times`` is None.
        times: int64[n], the number of runouts that each runout stands for; None for one.

    Returns:
        {bits of those who share the pot: weight}. The kernels do not count the sole wins of the
        last of two or three ranges. The entry of that range is therefore too low by the weight of
        all deals, which the caller adds.
    """
    bars, leaders = _bars(hands, board, runouts)
    leading_sets = np.unique(leaders).tolist() if hands else [0]
    sums = held.sums(
        most_runouts,
        lambda weights: _tally(held, weights, board, runouts, bars, leaders, leading_sets, times),
    )
    own = bits[len(hands) :]
    sharing = [0]
    for bit in own:
        sharing += [others | bit for others in sharing]
    winners: Counter[int] = Counter()
    for leading, row in zip([0, *leading_sets], sums, strict=True):
        first = sum(bit for number, bit in enumerate(bits[: len(hands)]) if leading >> number & 1)
        for others, weight in zip(sharing, row.tolist(), strict=True):
            if weight:
                winners[first | others] += weight
    if len(own) > 1:
        winners[own[-1]] -= sum(winners.values())
    return winners


def quickest_order(ranges: Sequence[Range]) -> list[int]:
    """Return the order of ranges, as their indices, in which the kernels are fastest.

    Of two ranges, the wider is first; otherwise the order is from the narrowest to the widest.
    """
    narrow_first = sorted(range(len(ranges)), key=lambda number: len(ranges[number]))
    return narrow_first[::-1] if len(ranges) == 2 else narrow_first


def _bars(
    hands: Sequence[CardSet], board: CardSet, runouts: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the best strength of the known hands after each runout, and which hands have it.

    Returns:
        The best strengths, int64[n], -1 without known hands; and bitmasks of the hands, int64[n].
    """
    from handsight.ranking import evaluate_many

    if not hands:
        return np.full(len(runouts), -1, dtype=np.int64), np.zeros(len(runouts), dtype=np.int64)
    strengths = np.array(
        [evaluate_many(runouts | np.uint64((hand | board).mask)) for hand in hands], dtype=np.int64
    )
    bars = strengths.max(axis=0)
    bits = np.left_shift(1, np.arange(len(hands)))
    return bars, bits @ (strengths == bars)


def _tally(
    held: HeldCombos,
    weights: NDArray[np.int64],
    board: CardSet,
    runouts: NDArray[np.uint64],
    bars: NDArray[np.int64],
    leaders: NDArray[np.int64],
    leading_sets: list[int],
    times: NDArray[np.int64] | None,
) -> NDArray[np.int64]:
    """Sum the weights of tuples of hands, one from each range, by the ranges with the best hand.

    The first row of the result is for the tuples that beat the known hands. Each further row is for
    the tuples that do not, if a certain set of known hands leads. ``leading_sets`` has these sets:
    the distinct values of ``leaders``, ascending.
    """
    from handsight.kernels.ranges.showdowns import tally_one_range, tally_two_ranges
    from handsight.kernels.ranges.three_ranges import tally_three_ranges

    tally = np.empty((len(runouts), 2, 1 << len(weights)), dtype=np.int64)
    common = np.uint64(board.mask), runouts, bars, tally
    if len(weights) == 1:
        tally_one_range(held.masks, weights[0], *common)
    elif len(weights) == 2:
        tally_two_ranges(held.masks, held.cards, weights[0], weights[1], *common)
    else:
        tally_three_ranges(held.masks, held.cards, weights, *common)
    if times is not None:
        tally *= times[:, None, None]
    if len(leading_sets) == 1:  # the usual case, which is fast
        summed: NDArray[np.int64] = tally.sum(axis=0)
        return summed[::-1]
    at_bar = [tally[leaders == leading, 0].sum(axis=0) for leading in leading_sets]
    return np.array([tally[:, 1].sum(axis=0), *at_bar])


# --- a known hand against ranges ------------------------------------------------------------------

NONE_TO_COME = np.zeros(1, dtype=np.uint64)


def outcome_matrix(spot: Spot, ahead: int) -> tuple[NDArray[np.object_], int]:
    """Sum the weights of tuples of opponents' hands, by our outcome now and 0 to 2 cards later.

    Args:
        spot: the spot, in which opponents have ranges.
        ahead: the number of cards to look ahead, 0 to 2.

    Returns:
        Integers [3, 3], with rows for the outcome now and columns for the outcome later, in the
        order ahead, tied, behind; and the weight of one tuple whose combos all weigh 1.

    Raises:
        CardCountError: if there are not enough live cards.
        InputError: if the opponents cannot all hold hands of their ranges at once.
    """
    ranges = spot.ranges
    require_enough(spot.live, len(ranges), ahead)
    held = HeldCombos.of(ranges, spot.known)
    weigh = _matrix_against_one if len(ranges) == 1 else _matrix_against_several
    matrix = weigh(spot, held, runout_masks(spot.live, ahead))
    require_possible(matrix.sum())
    return matrix, prod(hands.denominator for hands in ranges)


def _matrix_against_one(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.object_]:
    now = _counts_by_combo(spot, held, NONE_TO_COME)
    then = _counts_by_combo(spot, held, runouts)
    weighted = now.astype(object) * held.weights[0].astype(object)[:, None]
    matrix: NDArray[np.object_] = weighted.T @ then.astype(object)
    return matrix


def _counts_by_combo(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Count the runouts on which we beat, tie with and lose to each combo: int64[n, 3]."""
    from handsight.kernels.ranges.standings import standings_by_combo

    counts = np.empty((len(held.masks), 3), dtype=np.int64)
    board, ours, size = _our_hands(spot, runouts)
    standings_by_combo(held.masks, board, runouts, ours, size, counts)
    return counts


def _matrix_against_several(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.object_]:
    matrix: NDArray[np.object_] = _matrices_by_runout(spot, held, runouts).sum(axis=0)
    return matrix


def outcome_matrices(spot: Spot, runouts: NDArray[np.uint64]) -> NDArray[np.object_]:
    """Return the sums of `outcome_matrix` separately for each runout: integers [n, 3, 3]."""
    return _matrices_by_runout(spot, HeldCombos.of(spot.ranges, spot.known), runouts)


def _matrices_by_runout(
    spot: Spot, held: HeldCombos, runouts: NDArray[np.uint64]
) -> NDArray[np.object_]:
    from handsight.kernels.ranges.standings import tally_standings

    now = _counts_by_combo(spot, held, NONE_TO_COME).argmax(axis=1)
    board, ours, size = _our_hands(spot, runouts)

    def count(weights: NDArray[np.int64]) -> NDArray[np.int64]:
        tally = np.empty((len(runouts), 3, 3), dtype=np.int64)
        tally_standings(held.masks, held.cards, weights, now, board, runouts, ours, size, tally)
        return tally

    at_most: Any = held.sums(len(runouts), count)
    rows = np.diff(at_most, axis=1, prepend=0)
    return np.asarray(np.diff(rows, axis=2, prepend=0), dtype=object)


def _our_hands(spot: Spot, runouts: NDArray[np.uint64]) -> tuple[np.uint64, NDArray[np.int64], int]:
    """Return the board's mask, our strength after each runout, and our number of cards then."""
    ours = spot.hole | spot.board
    size = len(ours) + (int(runouts[0]).bit_count() if len(runouts) else 0)
    strengths = evaluate_many(runouts | np.uint64(ours.mask), size).astype(np.int64)
    return np.uint64(spot.board.mask), strengths, size
