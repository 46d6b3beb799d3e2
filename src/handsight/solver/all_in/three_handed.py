"""Exact values and gains of given push-or-fold strategies of three players, if chips count.

All hands of the three players and all boards are counted. A seat's chips depend on whether its hand
beats, ties with or loses to each of the two others, and not on how these two compare. So one sweep
of the boards suffices for each seat and each pair of ranges that the two others can play. What a
range leaves out is what all hands do minus what the range does, and between two players all
matchups are known.
"""

from __future__ import annotations

from functools import partial
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS, COMBOS_OF, MASKS
from handsight.runtime.chunks import map_chunks
from handsight.solver.all_in.charts import PAIRS, class_matchups, class_ties

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.runtime.chunks import Progress
    from handsight.solver.all_in.game import PushFoldGame

UNIT = 1000
"""Frequencies are counted as whole multiples of one over this."""

TRIPLES = COMBO_COUNT * comb(50, 2) * comb(48, 2)
"""The number of ways to deal a hand to each of three players."""

DEALS = TRIPLES * comb(46, 5) * UNIT**2
BOARDS_A_CHUNK = 1000
BEATS, TIES, LOSES = range(3)
ALL, ANY_FIRST = 0, 2
"""What `compare_with_two` fills: how a hand compares with both others, or only with the second."""


def measure_three(
    game: PushFoldGame,
    plays: NDArray[np.float64],
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Compute what strategies of three players win, and what each hand class gains by playing.

    Args:
        game: a game of three players without payouts.
        plays: float64[decisions, 169], how often each class plays at each decision, in multiples of
            1/1000.
        progress: called with the number of boards counted and the number of all boards.
        executor: runs the chunks of boards; the result does not depend on the executor.

    Returns:
        The gains, float64[decisions, 169], as in `PushFoldSums` but per deal instead of summed; the
        share of deals in which each decision is faced, float64[decisions]; and the net chips that
        each seat wins per deal, float64[3].
    """
    never, always = np.zeros(len(CLASSES)), np.ones(len(CLASSES))
    play = dict(zip(game.decisions, plays, strict=True))
    push, late = play[0, ()], play[1, ()]
    call, last, beside = play[1, (0,)], play[2, (0,)], play[2, (1,)]
    over = play.get((2, (0, 1)), never)
    # For each seat, the ranges of the other two that its hand meets together.
    sweeps = (call, over), (push, over), (push, call), (call, last), (push, beside), (push, late)
    kinds = ALL, ALL, ALL, ANY_FIRST, ANY_FIRST, ANY_FIRST
    both = [_compared(each) for each in count_boards(sweeps, kinds, progress, executor)]
    # How a hand compares with the hand of one range, while the third hand is any.
    alone = [_with_one(each) for each in (call, push, last, beside, late)]
    against_call, against_push, against_last, against_beside, against_late = alone
    ends = _Ends(game)
    gains = {
        (0, ()): ends.won((0,), 0) * met(1 - call, 1 - last)
        + ends.duel(0, 1, against_call - both[0].sum(axis=2))
        + ends.duel(0, 2, against_last - both[3].sum(axis=1))
        + ends.three(0, both[0])
        - ends.won((), 0) * met(always, always),
        (1, (0,)): ends.duel(1, 0, against_push - both[1].sum(axis=2))
        + ends.three(1, both[1])
        - ends.won((0,), 1) * met(push, always),
        (1, ()): ends.won((1,), 1) * met(1 - push, 1 - beside)
        + ends.duel(1, 2, against_beside - both[4].sum(axis=1))
        - ends.won((), 1) * met(1 - push, always),
        (2, (0,)): ends.duel(2, 0, against_push - both[2].sum(axis=2))
        - ends.won((0,), 2) * met(push, 1 - call),
        (2, (1,)): ends.duel(2, 1, against_late - both[5].sum(axis=1))
        - ends.won((1,), 2) * met(1 - push, late),
        (2, (0, 1)): ends.three(2, both[2]) - ends.won((0,), 2) * met(push, call),
    }
    found = np.array([gains[decision] for decision in game.decisions])
    walk = float(met(1 - push, 1 - late).sum())
    base = [ends.won((), 0), ends.won((), 1), ends.won((0,), 2)]
    base[2] += walk * (ends.won((), 2) - base[2])
    seats = np.array([seat for seat, _ in game.decisions])
    values = np.array(base) + np.bincount(seats, (plays * found).sum(axis=1))
    others = {
        (0, ()): met(always, always),
        (1, ()): met(1 - push, always),
        (1, (0,)): met(push, always),
        (2, (0,)): met(push, 1 - call),
        (2, (1,)): met(1 - push, late),
        (2, (0, 1)): met(push, call),
    }
    faced = np.array([others[decision].sum() for decision in game.decisions])
    return found, faced, np.asarray(values, np.float64)


class _Ends:
    """What a seat wins once the betting is over, by who is all-in and how the hands compare."""

    def __init__(self, game: PushFoldGame) -> None:
        self.game = game

    def won(self, all_in: tuple[int, ...], seat: int, ranks: dict[int, int] | None = None) -> float:
        """Return the net chips that a seat wins.

        Args:
            all_in: the seats that are all-in, ascending.
            seat: the seat whose chips are counted.
            ranks: for each seat that is all-in, the rank of its hand; a higher rank is a better
                hand. None if at most one seat is all-in.
        """
        ranked = ranks or dict.fromkeys(all_in, 0)
        better = [sum(ranked[other] > ranked[own] for other in all_in) for own in all_in]
        return self.game.chips_after(all_in, better)[seat] - self.game.stacks[seat]

    def duel(self, seat: int, other: int, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum what a seat wins all-in against one other seat, by the probability of each outcome.

        Args:
            seat: the seat whose chips are counted.
            other: the seat that it is all-in against.
            shares: float64[169, 3], for each class of the seat's hand, the probability that it is
                dealt and that it beats, ties with or loses to the other seat's hand.

        Returns:
            float64[169], the net chips of each class, times the probability of these deals.
        """
        pair = (min(seat, other), max(seat, other))
        won = [self.won(pair, seat, {seat: TIES, other: rank}) for rank in (BEATS, TIES, LOSES)]
        return np.asarray(shares @ won)

    def three(self, seat: int, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum what a seat wins all-in against both others, by the probability of each outcome.

        Args:
            seat: the seat whose chips are counted.
            shares: float64[169, 3, 3], as for `duel`, by how the seat's hand compares with the hand
                of the lower one of the other seats, and then with that of the higher one.

        Returns:
            float64[169], the net chips of each class, times the probability of these deals.
        """
        one, other = (each for each in range(3) if each != seat)
        won = [
            [
                self.won((0, 1, 2), seat, {seat: TIES, one: first, other: second})
                for second in range(3)
            ]
            for first in range(3)
        ]
        return np.asarray((shares * won).sum(axis=(1, 2)))


def _with_one(play: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely each class is dealt and beats, ties with or loses to a hand of a range.

    Args:
        play: float64[169], the weights of the range.

    Returns:
        float64[169, 3].
    """
    pairs, won = class_matchups()
    ties = class_ties()
    return np.stack([won - ties / 2, ties, pairs - won - ties / 2], axis=2).transpose(0, 2, 1) @ (
        play / PAIRS
    )


def _compared(tally: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn a tally of beaten, tied and all other hands into shares of beaten, tied and better ones.

    Args:
        tally: float64[169, 3, 3] of one pair of ranges, from `count_boards`.
    """
    shares = tally / DEALS
    shares[:, LOSES] -= shares[:, BEATS] + shares[:, TIES]
    shares[:, :, LOSES] -= shares[:, :, BEATS] + shares[:, :, TIES]
    return shares


def met(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely each class is dealt and the two other players have hands of two ranges.

    Args:
        one: float64[169], the weights of one range.
        other: float64[169], the weights of the other range.

    Returns:
        float64[169].
    """
    masks = np.array(MASKS, np.uint64)
    apart = ((masks[:, None] & masks[None, :]) == 0).astype(np.float64)
    hands = [COMBOS_OF[name][0] for name in CLASSES]
    counts = np.array([len(COMBOS_OF[name]) for name in CLASSES])
    first, second = (apart[hands] * play[class_of_combos()] for play in (one, other))
    return np.asarray(((first @ apart) * second).sum(axis=1) * counts / TRIPLES)


def class_of_combos() -> NDArray[np.int64]:
    """Return the number of the hand class of each combo: int64[1326]."""
    classes = np.empty(COMBO_COUNT, np.int64)
    for number, name in enumerate(CLASSES):
        classes[list(COMBOS_OF[name])] = number
    return classes


def count_boards(
    sweeps: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...],
    kinds: tuple[int, ...],
    progress: Progress | None,
    executor: Executor | None,
) -> NDArray[np.float64]:
    """Compare all hands with pairs of ranges on all boards.

    Args:
        sweeps: n pairs of ranges, each float64[169].
        kinds: for each pair, `ALL` or `ANY_FIRST`.
        progress: called with the number of boards counted and the number of all boards.
        executor: runs the chunks of boards; None runs them in this thread.

    Returns:
        float64[n, 169, 3, 3], the tally of `compare_with_two`.
    """
    from handsight.ranges.suits import river_classes

    weights = np.rint(np.array(sweeps) * UNIT).astype(np.int64)[..., class_of_combos()]
    boards = len(river_classes()[0])
    tally = np.zeros((len(sweeps), len(CLASSES), 3, 3))
    count = partial(_count_chunk, np.ascontiguousarray(weights), np.array(kinds))
    chunks = range(0, boards, BOARDS_A_CHUNK)
    for start, part in zip(chunks, map_chunks(count, chunks, executor), strict=True):
        tally += part
        if progress is not None:
            progress(min(start + BOARDS_A_CHUNK, boards), boards)
    return tally


def _count_chunk(
    weights: NDArray[np.int64], kinds: NDArray[np.int64], start: int
) -> NDArray[np.float64]:
    from handsight.kernels.solver.three_all_in import compare_with_two
    from handsight.ranges.suits import river_classes

    boards, sizes = river_classes()
    part = slice(start, start + BOARDS_A_CHUNK)
    tally = np.zeros((len(weights), len(CLASSES), 3, 3))
    cards, masks = np.array(COMBOS, np.int64), np.array(MASKS, np.uint64)
    compare_with_two(
        masks, cards, class_of_combos(), weights, boards[part], sizes[part], kinds, tally
    )
    return tally
