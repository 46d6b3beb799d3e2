"""DrillProgress counts answers by kind and spot, with intervals that the rules in words give."""

from math import sqrt

import pytest

from handsight.coach.drill import DrillAnswer, progress_of
from handsight.coach.drill.schedule import Repetition
from handsight.runtime.statistics import wilson


def given(kind: str, spot: str, right: bool, lost: float | None) -> DrillAnswer:
    return DrillAnswer(0, kind, spot, f"{kind} {spot}", "x", right, lost)


ANSWERS = [
    given("turn", "limped pot", right=True, lost=0.0),
    given("turn", "3-bet pot", right=False, lost=3.0),
    given("turn", "3-bet pot", right=True, lost=0.0),
    given("outs", "flop", right=False, lost=None),
]


def test_each_kind_is_followed_by_its_spots():
    rows = progress_of(ANSWERS, [Repetition(0, "turn 3-bet pot", 0), Repetition(9, "outs flop", 1)])
    assert [(row.kind, row.spot, row.answers, row.right) for row in rows] == [
        *(("outs", "", 1, 0), ("outs", "flop", 1, 0), ("turn", "", 3, 2)),
        *(("turn", "3-bet pot", 2, 1), ("turn", "limped pot", 1, 1)),
    ]
    assert [row.waiting for row in rows] == [1, 0, 1, 0, 0]


def test_shares_have_wilsons_interval_and_losses_students():
    turn = next(row for row in progress_of(ANSWERS) if (row.kind, row.spot) == ("turn", ""))
    assert (turn.share, turn.share_low, turn.share_high) == (2 / 3, *wilson(2, 3))
    assert turn.lost == 1.0
    deviation = sqrt(((0 - 1) ** 2 + (3 - 1) ** 2 + (0 - 1) ** 2) / 2)
    half = 4.3027 * deviation / sqrt(3)  # Student's quantile with two degrees of freedom
    assert turn.lost_low == 0.0  # a loss is never negative
    assert turn.lost_high == pytest.approx(1 + half, rel=1e-4)


def test_what_is_unknown_is_none():
    outs, _, _, _, limped = progress_of(ANSWERS)
    assert (outs.lost, outs.lost_low, outs.lost_high) == (None, None, None)
    assert (limped.lost, limped.lost_low, limped.lost_high) == (0.0, None, None)
    assert progress_of([]) == ()
