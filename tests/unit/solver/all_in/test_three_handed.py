"""The exact values of three players' strategies, against sampled ones and by what must hold."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from handsight.ranges.combos import CLASSES, COMBOS_OF, MASKS
from handsight.solver import PushFoldGame, solve_push_fold
from handsight.solver.all_in import three_handed
from handsight.solver.all_in.charts import PAIRS, class_matchups
from tests.thorough import thorough

RANDOM = np.ones(len(CLASSES))


def only(*names: str) -> np.ndarray:
    return np.array([float(name in names) for name in CLASSES])


def test_triples_of_hands_are_weighed_as_a_naive_count_does() -> None:
    found = three_handed.met(only("AA", "AKs"), only("KK", "A2o"))
    naive = 0
    for own in COMBOS_OF["AKs"]:
        for one in (*COMBOS_OF["AA"], *COMBOS_OF["AKs"]):
            for other in (*COMBOS_OF["KK"], *COMBOS_OF["A2o"]):
                masks = MASKS[own], MASKS[one], MASKS[other]
                naive += sum(masks) == masks[0] | masks[1] | masks[2]
    assert found[CLASSES.index("AKs")] * three_handed.TRIPLES == pytest.approx(naive)
    assert three_handed.met(RANDOM, RANDOM).sum() == pytest.approx(1)
    pairs = class_matchups()[0] @ only("AA", "AKs") / PAIRS
    assert three_handed.met(only("AA", "AKs"), RANDOM) == pytest.approx(pairs)


def test_who_is_never_called_wins_the_blinds() -> None:
    """No hand is played out, so the boards need not be counted."""
    game = PushFoldGame((10, 10, 10), ante=0.1)
    plays = np.zeros((6, len(CLASSES)))
    plays[0] = only("AA", "KK")
    plays[1] = only("AA")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(three_handed, "count_boards", lambda sweeps, *_: np.zeros((6, 169, 3, 3)))
        _, faced, values = three_handed.measure_three(game, plays)
    push = 12 / 1326
    assert faced[0] == 1
    assert faced[2] == pytest.approx(push)
    late = faced[4]
    steals = [1.8 - 0.1, 1.8 - 0.6, 1.8 - 1.1]
    assert values == pytest.approx(
        [
            push * steals[0] - (1 - push) * 0.1,
            late * steals[1] - (1 - late) * 0.6,
            (1 - push - late) * steals[2] - (push + late) * 1.1,
        ]
    )


@pytest.mark.exhaustive
@thorough
def test_exact_values_add_up_and_agree_with_sampled_ones() -> None:
    """With side pots and an ante; an exact value takes minutes of a core."""
    game = PushFoldGame((10, 7, 13), ante=0.1)
    sampled = solve_push_fold(game, deals=10_000_000, seed=1)
    with ThreadPoolExecutor(2) as executor:
        exact = solve_push_fold(game, "exact", deals=10_000_000, seed=1, executor=executor)
    assert (exact.method, exact.measured, exact.learned) == ("exact", None, sampled.learned)
    assert [each.play for each in exact.ranges] == [each.play for each in sampled.ranges]
    # Each seat's value is counted by itself, and no chips are lost.
    assert sum(seat.value for seat in exact.seats) == pytest.approx(0, abs=1e-12)
    for one, other in zip(exact.seats, sampled.seats, strict=True):
        assert other.stderr is not None
        assert abs(one.value - other.value) < 4 * other.stderr
        assert one.stderr is None
        assert other.gain_low - 0.002 < one.gain_high < other.gain_high + 0.001
    for one, other in zip(exact.ranges, sampled.ranges, strict=True):
        assert one.faced == pytest.approx(other.faced, abs=0.001)
