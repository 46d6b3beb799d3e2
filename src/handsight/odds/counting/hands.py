"""Exact counts of hands: the layer between the odds functions and the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Any, TypeAlias

from handsight.cards import CardSet
from handsight.cards.card import RANKS
from handsight.errors import CardCountError, InputError
from handsight.odds.spot import FULL_BOARD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.odds.spot import Spot

Count: TypeAlias = "int | Fraction"
"""A number of hands or deals, which can be a fraction if ranges contain fractions of combos."""

MOST_EXACT_OPPONENTS = 3

AHEAD, TIED, BEHIND = range(3)
"""Our outcomes against an opponent; the kernels use the same three numbers."""


def scaled(weight: int, unit: int) -> Count:
    """Divide a sum of weights by their denominator; the result is an integer if it can be.

    Args:
        weight: a sum of products of numerators.
        unit: the product of the denominators, which is the weight of a deal whose combos all have
            weight 1.

    Example:
        >>> scaled(6, 2), scaled(3, 2)
        (3, Fraction(3, 2))
    """
    return weight if unit == 1 else whole(Fraction(weight, unit))


def whole(number: Count) -> Count:
    """Convert a fraction to an integer if it is whole, and return any other number unchanged.

    Example:
        >>> from fractions import Fraction
        >>> whole(Fraction(6, 2)), whole(Fraction(1, 2))
        (3, Fraction(1, 2))
    """
    if type(number) is int:  # the usual case, and fast
        return number
    return number.numerator if number.denominator == 1 else number


@dataclass(frozen=True, slots=True)
class Runouts:
    """The n classes of runouts of a board, and our score after each of them.

    Attributes:
        weights: int64[n], the number of runouts in each class.
        packed: uint64[n], the number of cards of each rank in a runout, four bits for each rank.
        suited: int64[n], the lane (the set of ranks, as bits) of the cards in the flush suit.
        suits: int64[n], the flush suit, or 4 for none.
        scores: int64[n], our score after the runout.
        cards: the number of cards in a hand after the runout, hole cards and board.
    """

    weights: NDArray[np.int64]
    packed: NDArray[np.uint64]
    suited: NDArray[np.int64]
    suits: NDArray[np.int64]
    scores: NDArray[np.int64]
    cards: int


def list_runouts(spot: Spot, to_come: int) -> Runouts:
    """List the classes of runouts in a spot.

    Args:
        spot: the spot.
        to_come: the number of cards in a runout.

    Raises:
        CardCountError: if fewer than ``to_come`` cards are live.
    """
    from handsight.kernels.odds.showdowns import hero_scores

    live = spot.live
    if len(live) < to_come:
        raise CardCountError(f"dead leaves too few live cards: {len(live)}, with {to_come} to come")
    lanes = _lanes(live, spot.board, spot.hole)
    if to_come:
        from handsight.kernels.odds.runouts import runout_classes

        weights, packed, suited, suits = runout_classes(lanes, to_come)
    else:
        weights, packed, suited, suits = _nothing_comes(_flush_suit(spot.board.mask))
    cards = 2 + len(spot.board) + to_come
    scores = hero_scores(packed, suited, suits, lanes, cards)
    return Runouts(weights, packed, suited, suits, scores, cards)


def _flush_suit(board: int) -> int:
    """Return the suit of three or more cards on a board, or 4 if there is no such suit."""
    for suit in range(4):
        if (board >> 16 * suit & 0x1FFF).bit_count() > 2:
            return suit
    return 4


@cache
def _nothing_comes(suit: int) -> tuple[NDArray[Any], ...]:
    """Return the only class of runouts without cards, in the form of `runout_classes`.

    Args:
        suit: the flush suit of the board, or 4 for none.
    """
    import numpy as np

    kinds = (np.int64, np.uint64, np.int64, np.int64)
    return tuple(np.array([each], kind) for each, kind in zip((1, 0, 0, suit), kinds, strict=True))


def count_per_class(
    spot: Spot,
    runouts: Runouts,
    opponents: int,
    signs: Sequence[tuple[int, int]] | NDArray[np.uint16],
    *,
    now: bool = False,
    held_by_opponents: CardSet | None = None,
) -> NDArray[np.int64]:
    """Count ordered tuples of opponents' hands that share no card, for each class of runouts.

    Tuples are counted once for each weighting. A weighting assigns 1, -1 or 0 to a hand by our
    outcome against it, and a tuple counts as the product of the weights of its hands.

    Args:
        spot: the spot.
        runouts: the classes of runouts.
        opponents: the number of opponents, 1 to 3.
        signs: for each weighting, the outcomes that weigh 1 and the outcomes that weigh -1, as
            masks of bits ``3 * then + now`` (see `outcomes`).
        now: whether to compare hands on the current board too; otherwise ``now`` is 0 in all
            outcomes.
        held_by_opponents: the cards that opponents can hold; None for all live cards.

    Returns:
        The counts, int64[classes, weightings].
    """
    import numpy as np

    from handsight.kernels.odds.showdowns import count_outcomes

    held = spot.live if held_by_opponents is None else held_by_opponents
    require_enough(held, opponents, runouts.cards - 2 - len(spot.board))
    scores, cards_now = runouts.scores, 0
    if now:
        scores = np.append(scores, list_runouts(spot, 0).scores)
        cards_now = 2 + len(spot.board)
    counts = np.empty((len(runouts.weights), len(signs)), dtype=np.int64)
    count_outcomes(
        runouts.packed,
        runouts.suited,
        runouts.suits,
        scores,
        _lanes(spot.board, held),
        np.array([cards_now, runouts.cards]),
        opponents,
        np.asarray(signs, dtype=np.uint16),
        counts,
    )
    return counts


def outcomes(then: Sequence[int], now: Sequence[int] = (AHEAD,)) -> int:
    """Build a mask of outcomes against one opponent.

    Args:
        then: the outcomes after the runout: any of AHEAD, TIED and BEHIND.
        now: the outcomes on the current board: any of AHEAD, TIED and BEHIND.

    Example:
        >>> bin(outcomes([AHEAD, TIED]))
        '0b1001'
    """
    return sum(1 << (3 * later + earlier) for later in then for earlier in now)


def total_weight(runouts: Runouts, counts: NDArray[np.int64]) -> list[int]:
    """Sum the counts of all classes, each multiplied by the number of runouts in the class."""
    totals: list[int] = (runouts.weights @ counts).tolist()
    return totals


def runouts_met(spot: Spot, opponents: int, ahead: int) -> int:
    """Return the number of runouts that share no card with a given tuple of opponents' hands.

    Args:
        spot: the spot.
        opponents: the number of opponents, who hold two cards each.
        ahead: the number of cards to look ahead, which is the number of cards in a runout.
    """
    return comb(len(spot.live) - 2 * opponents, ahead)


def require_enough(held: CardSet, opponents: int, to_come: int) -> None:
    """Raise CardCountError if there are too few cards for the opponents' hands and the board."""
    if len(held) < 2 * opponents + to_come:
        raise CardCountError(
            f"dead leaves too few live cards: {len(held)}, with {2 * opponents} for the "
            f"opponents' hands and {to_come} to come"
        )


def require_possible(weight: Count) -> None:
    """Raise InputError if the weight of all deals is 0: then the players cannot all hold hands."""
    if not weight:
        raise InputError(
            "no deal gives each player a hand of these ranges: some card is always needed twice"
        )


def _lanes(*sets: CardSet) -> NDArray[np.int64]:
    """Return the ranks that each set of cards has in each suit, as bits: int64[sets, 4]."""
    import numpy as np

    masks = np.array([cards.mask for cards in sets], dtype="<u8")
    return masks.view("<u2").reshape(len(sets), 4).astype(np.int64)


# --- known hands against each other ---------------------------------------------------------------


def count_known(holes: Sequence[CardSet], board: CardSet, dead: CardSet) -> list[int]:
    """Return the same counts as `count_winners`, without the kernel if the question is small.

    Two hands before the flop are looked up in the shipped table if there are no dead cards. From
    the flop on, boards are enumerated in Python until the process has evaluated so many hands that
    loading the kernels pays.
    """
    if board:
        from handsight.ranking.evaluation import one_hand

        live, to_come = _live_cards(holes, board, dead), FULL_BOARD - len(board)
        if one_hand.stays_in_python(len(holes) * comb(len(live), to_come)):
            return _go_through_boards(holes, board, live, to_come)
    elif len(holes) == 2 and not dead:
        from handsight.ranges.matchups import look_up_matchup

        win, tie, lose = look_up_matchup(*holes)
        return [0, win, lose, tie]
    return count_winners(holes, board, dead)


def _go_through_boards(
    holes: Sequence[CardSet], board: CardSet, live: CardSet, to_come: int
) -> list[int]:
    """Count the deals by the hands that share the pot, board by board, in Python.

    Returns:
        The number of deals, indexed by the bitmask of the hands that share the pot.
    """
    from handsight.ranking.evaluation import strength_in_python

    known = [hole.mask | board.mask for hole in holes]
    counts = [0] * (1 << len(holes))
    for cards in combinations([card.mask for card in live], to_come):
        runout = sum(cards)
        strengths = [strength_in_python(mask | runout) for mask in known]
        best = max(strengths)
        counts[sum(1 << hand for hand, each in enumerate(strengths) if each == best)] += 1
    return counts


def count_winners(holes: Sequence[CardSet], board: CardSet, dead: CardSet) -> list[int]:
    """Count the runouts of one to ten known hands by the set of hands that share the pot.

    The cards are not checked.

    Returns:
        2**hands counts, indexed by the bitmask of the hands that share the pot: index 1 counts the
        runouts that the first hand wins alone, and index 3 those in which the first two hands share
        the pot.

    Raises:
        CardCountError: if there are not enough cards to complete the board.

    Example:
        >>> count_winners([CardSet("AhKh"), CardSet("QsQd")], CardSet(), CardSet())
        [0, 787966, 917606, 6732]
    """
    import numpy as np

    from handsight.kernels.odds.known_hands import count_known_hands

    live = _live_cards(holes, board, dead)
    groups = np.array([live.mask, board.mask, *(hole.mask for hole in holes)], dtype=np.uint64)
    tally = np.zeros(1 << len(holes), dtype=np.int64)
    count_known_hands(groups, *known_hand_lists(), tally)
    counts: list[int] = tally.tolist()
    return counts


def _live_cards(holes: Sequence[CardSet], board: CardSet, dead: CardSet) -> CardSet:
    """Return the cards that can be dealt, and check that they can complete the board."""
    holes_mask = sum(hole.mask for hole in holes)
    live = CardSet.full() - CardSet.from_mask(holes_mask | board.mask | dead.mask)
    to_come = FULL_BOARD - len(board)
    if len(live) < to_come:
        raise CardCountError(f"dead leaves too few live cards: {len(live)}, with {to_come} to come")
    return live


@cache
def known_hand_lists() -> tuple[
    NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint16], NDArray[np.int64]
]:
    """Return the lists of rank multisets and rank sets that `count_known_hands` takes.

    The lists are the same for all questions.
    """
    import numpy as np

    from handsight.kernels.odds import known_hands as kernels

    multisets = np.zeros((kernels.SIZES, 4, kernels.MULTISET_ROOM), dtype=np.uint16)
    starts = np.zeros((kernels.SIZES, len(RANKS) + 1), dtype=np.int64)
    kernels.list_multisets(multisets, starts)
    subsets = np.zeros((kernels.SIZES, kernels.SUBSET_ROOM), dtype=np.uint16)
    counts = np.zeros(kernels.SIZES, dtype=np.int64)
    kernels.list_subsets(subsets, counts)
    return multisets, starts, subsets, counts


# --- opponents with any cards ---------------------------------------------------------------------


def count_against_any(
    spot: Spot, opponents: int, held: CardSet
) -> tuple[int, int, dict[int, int], int]:
    """Count deals against one to three opponents who can hold any of the given cards.

    Args:
        spot: the spot, in which our hand is known.
        opponents: the number of opponents, 1 to 3.
        held: the cards that opponents can hold.

    Returns:
        The number of deals that we win alone; the number in which nobody beats us; {k: number of
        deals in which we share the pot with exactly k opponents}; and the number of all deals.
    """
    to_come = spot.to_come
    runouts = list_runouts(spot, to_come)
    win, tie = outcomes([AHEAD]), outcomes([TIED])
    signs = [(win, 0), (win | tie, 0), (tie, 0), (win, tie)][: opponents + 1]
    per_class = count_per_class(spot, runouts, opponents, signs, held_by_opponents=held)
    sums = total_weight(runouts, per_class)
    left = len(held) - to_come
    tuples = prod(comb(left - 2 * placed, 2) for placed in range(opponents))
    ties = _split_ties(opponents, *sums)
    return sums[0], sums[1], ties, comb(len(spot.live), to_come) * tuples


def _split_ties(
    opponents: int, win: int, unbeaten: int, all_tie: int = 0, alternating: int = 0
) -> dict[int, int]:
    """Split the deals in which we share the pot by the number of opponents who share it.

    Args:
        opponents: the number of opponents, 1 to 3.
        win: the number of deals that we win alone.
        unbeaten: the number of deals in which nobody beats us.
        all_tie: the number of deals in which every opponent ties with us.
        alternating: for three opponents, the sum of (-1)**ties over the deals in which nobody beats
            us, where ties is the number of opponents who tie with us.
    """
    if opponents == 1:
        return {1: unbeaten - win}
    if opponents == 2:
        return {1: unbeaten - win - all_tie, 2: all_tie}
    both = unbeaten - win - all_tie
    difference = alternating - win + all_tie
    return {1: (both - difference) // 2, 2: (both + difference) // 2, 3: all_tie}
