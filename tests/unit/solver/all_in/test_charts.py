"""Push or fold, heads-up: against a dense best response, published figures, and what must hold."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from handsight.errors import OptionError
from handsight.odds import equity
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.solver import push_fold
from handsight.solver.all_in.charts import class_matchups

ORACLES = Path(__file__).parents[3] / "oracles"
PUSH_FOLD = json.loads((ORACLES / "solver.json").read_text("utf-8"))["push_fold_10bb"]


def test_ten_big_blinds_are_played_as_the_oracle_says() -> None:
    # The oracle was solved to a hundredth of a mbb, at which classes near the edge still move.
    chart = push_fold(10)
    assert chart.push_share == pytest.approx(PUSH_FOLD["push_share"], abs=5e-4)
    assert chart.call_share == pytest.approx(PUSH_FOLD["call_share"], abs=5e-4)
    assert chart.value == pytest.approx(PUSH_FOLD["sb_value_bb"], abs=1e-5)
    assert chart.exploitability < 1e-7


def test_classes_meet_as_often_and_win_as_much_as_counting_says() -> None:
    pairs, won = class_matchups()
    assert pairs.sum() == 1326 * 1225
    assert np.allclose(won + won.T, pairs)
    for one, other in itertools.product(("AKs", "72o", "QQ"), ("AKs", "T9o", "QQ")):
        row, column = CLASSES.index(one), CLASSES.index(other)
        found = equity([one, other])
        assert won[row, column] / pairs[row, column] == pytest.approx(found.players[0].equity)
        assert found.total == pairs[row, column] * 1_712_304


@pytest.mark.parametrize(("stack", "ante"), [(2, 0), (8, 0.125), (25, 0)])
def test_no_class_would_gain_by_another_action(stack: float, ante: float) -> None:
    chart, (pairs, won) = push_fold(stack, ante), class_matchups()
    gain = 0.0
    for row, name in enumerate(CLASSES):
        push = value = 0.0
        for column, other in enumerate(CLASSES):
            met = pairs[row, column]
            call = chart.call[other]
            push += met * (1 - call) * (1 + ante)
            push += call * stack * (2 * won[row, column] - met)
        fold = -(0.5 + ante) * len(COMBOS_OF[name]) * 1225
        value = chart.push[name] * push + (1 - chart.push[name]) * fold
        gain += max(push, fold) - value
    assert 0 <= gain / (1326 * 1225) < 1e-5


def test_a_deep_stack_pushes_less_and_an_ante_more() -> None:
    shares = [push_fold(stack).push_share for stack in (3, 6, 12, 24)]
    assert shares == sorted(shares, reverse=True)
    assert push_fold(10, 0.2).push_share > push_fold(10).push_share


@pytest.mark.parametrize(
    ("stack", "ante", "words"),
    [
        (0.5, 0, "stack is 0.5"),
        (1, 0, "leaves nothing after"),
        (1.2, 0.5, "leaves nothing after"),
        (float("nan"), 0, "stack is nan"),
        ("ten", 0, "stack is 'ten'"),
        (10, -1, "ante is -1"),
    ],
)
def test_what_cannot_be_played_is_refused(stack: float, ante: float, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        push_fold(stack, ante)
