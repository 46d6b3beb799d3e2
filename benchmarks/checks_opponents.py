"""Check that an opponent model's answers are possible, and agree with exact counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from benchmarks.agreement import near, same_shares, same_values
from benchmarks.timing import Work
from benchmarks.workloads_opponents import Followed
from handsight.ranges.combos import COMBOS

if TYPE_CHECKING:
    from handsight.arena.table import TableHand
    from handsight.game import Hand
    from handsight.opponents.model.boards import Board

PROGRAM_HANDS = 6871
COMPARED_FLOPS = 3
FLOAT32 = 1e-6
"""The largest error of shares that are stored in four bytes."""


def ranges_are_possible(work: Work) -> str:
    """Check that each player holds something, and no card of the board."""
    answers: list[Followed] = work.answers()
    sums = [total for each in answers for total in each.sums]
    wrong = same_shares(sums, [1.0] * len(sums))
    return wrong or same_values([each.impossible for each in answers], [0.0] * len(answers))


def flops_are_as_counted(work: Work) -> str:
    """Compare what each combo beats on some flops with a naive count."""
    boards: list[Board] = work.answers()[:COMPARED_FLOPS]
    ours = [float(board.values[0, combo]) for board in boards for combo in _held(board)]
    counted = [share for board in boards for share in _shares_beaten(board)]
    return near(ours, counted, FLOAT32)


def _held(board: Board) -> list[int]:
    return [combo for combo in range(len(COMBOS)) if not {*COMBOS[combo]} & {*board.cards}]


def _shares_beaten(board: Board) -> list[float]:
    """Return the share of live combos that each one beats; ties, itself included, count half."""
    from handsight import evaluate

    strengths = [evaluate([*COMBOS[combo], *board.cards]).strength for combo in _held(board)]
    ordered = sorted(strengths)
    return [
        (bisect_left(ordered, each) + bisect_right(ordered, each)) / (2 * len(ordered))
        for each in strengths
    ]


def hands_are_those_of_the_program(work: Work, *, all_of_them: bool) -> str:
    """Check the number of fitted hands."""
    hands: list[Hand] = work.answers()
    if all_of_them:
        return same_values([len(hands)], [PROGRAM_HANDS])
    return "" if hands else "there are no hands"


def decisions_are_legal(work: Work) -> str:
    """Check that an agent in the first seat makes no fault."""
    hands: list[TableHand] = work.answers()
    faults = [fault for hand in hands for fault in hand.faults]
    return f"a fault: {faults[0]}" if faults else ""
