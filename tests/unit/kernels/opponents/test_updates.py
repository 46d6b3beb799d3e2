"""The range of one player: cells, likelihoods that are calibrated, and Bayes' rule."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.opponents.updates import (
    apply_bayes,
    calibrate,
    percentiles_of,
    sort_into_cells,
    spread_over_combos,
    weigh_cells,
)
from tests.fresh import run

COMBOS = 8
ORDER = np.array([3, 1, 0, 5, 7], dtype=np.int32)
"""Five combos are live, from the weakest to the strongest."""

KINDS = np.array([0, 1, 0, 2, 0, 0, 0, 1], dtype=np.uint8)


def even() -> NDArray[np.float64]:
    weights = np.zeros(COMBOS)
    weights[ORDER] = 0.2
    return weights


@pytest.mark.pure_python
def test_percentiles_lie_in_the_middle_of_each_combos_own_weight() -> None:
    result = np.zeros(COMBOS)
    percentiles_of(ORDER, even(), result)
    assert result[ORDER] == pytest.approx([0.1, 0.3, 0.5, 0.7, 0.9])


@pytest.mark.pure_python
def test_a_heavy_combo_takes_up_the_percentiles_of_its_weight() -> None:
    weights = even()
    weights[7] = 3.2
    result = np.zeros(COMBOS)
    percentiles_of(ORDER, weights, result)
    assert result[7] == pytest.approx((0.8 + 1.6) / 4)


@pytest.mark.pure_python
def test_cells_are_percentile_bins_by_kinds() -> None:
    cells = np.zeros(COMBOS, np.int64)
    sort_into_cells(ORDER, KINDS, even(), 5, cells)
    assert cells[ORDER].tolist() == [0 * 3 + 2, 1 * 3 + 1, 2 * 3, 3 * 3, 4 * 3 + 1]


@pytest.mark.pure_python
def test_the_weights_of_cells_add_up_to_those_of_the_combos() -> None:
    cells = np.array([0, 1, 0, 2, 0, 1, 2, 2])
    masses = np.full(3, 9.0)
    weigh_cells(cells, np.arange(8.0), masses)
    assert masses.tolist() == [0 + 2 + 4, 1 + 5, 3 + 6 + 7]


@pytest.mark.pure_python
@pytest.mark.parametrize("wanted", [(0.2, 0.5, 0.3), (0.9, 0.05, 0.05), (0.0, 0.4, 0.6)])
def test_calibrated_chances_average_to_what_is_wanted(wanted: tuple[float, ...]) -> None:
    random = np.random.default_rng(1)
    chances = random.dirichlet([1.0, 1.0, 1.0], size=40)
    masses = random.random(40)
    calibrate(chances, masses, np.array(wanted), 200)
    assert chances.sum(axis=1) == pytest.approx(np.ones(40))
    assert masses @ chances / masses.sum() == pytest.approx(wanted, abs=1e-6)


@pytest.mark.pure_python
def test_calibration_keeps_the_order_of_hands() -> None:
    rising = np.linspace(0.1, 0.8, 20)
    chances = np.column_stack((0.9 - rising, np.full(20, 0.1), rising))
    calibrate(chances, np.ones(20), np.array([0.6, 0.3, 0.1]), 100)
    assert (np.diff(chances[:, 2]) > 0).all()
    assert (np.diff(chances[:, 0]) < 0).all()


@pytest.mark.pure_python
def test_chances_of_cells_are_spread_over_their_combos() -> None:
    chances = np.array([[0.1, 0.2, 0.7], [0.5, 0.5, 0.0]])
    spread = np.empty((3, 3))
    spread_over_combos(np.array([1, 0, 1]), chances, spread)
    assert spread.tolist() == chances[[1, 0, 1]].tolist()


@pytest.mark.pure_python
@pytest.mark.parametrize("wanted", [0.05, 0.3, 0.5, 0.9])
def test_with_two_actions_the_factor_is_the_one_that_halving_finds(wanted: float) -> None:
    random = np.random.default_rng(2)
    rise, masses = random.uniform(0.05, 0.95, 30), random.random(30)
    chances = np.column_stack((np.zeros(30), 1 - rise, rise))
    calibrate(chances, masses, np.array([0.0, 1 - wanted, wanted]), 300)

    def scaled(factor: float) -> NDArray[np.float64]:
        return rise * factor / (rise * factor + 1 - rise)

    low, high = 1e-6, 1e6
    for _ in range(200):
        middle = (low * high) ** 0.5
        too_much = masses @ scaled(middle) > wanted * masses.sum()
        low, high = (low, middle) if too_much else (middle, high)
    assert chances[:, 2] == pytest.approx(scaled(low), abs=1e-6)


# --- Bayes' rule ----------------------------------------------------------------------------------


def held(*weights: float) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Give weights, and what is live: all but the last."""
    live = np.ones(len(weights), np.uint8)
    live[-1] = 0
    return np.array(weights), live


CHANCES = np.array([[0.5, 0.5, 0.0], [0.0, 0.75, 0.25], [0.0, 0.0, 1.0], [0.3, 0.3, 0.4]])


@pytest.mark.pure_python
def test_weights_are_multiplied_by_the_chances_of_what_was_done() -> None:
    weights, live = held(0.5, 0.25, 0.25, 0.0)
    assert apply_bayes(weights, live, CHANCES, 2, 0.0, 0.0)
    assert weights == pytest.approx([0, 0.0625 / 0.3125, 0.25 / 0.3125, 0])


@pytest.mark.pure_python
def test_a_share_of_actions_at_random_leaves_every_live_combo_some_weight() -> None:
    weights, live = held(0.5, 0.25, 0.25, 0.0)
    apply_bayes(weights, live, CHANCES, 2, 0.3, 0.0)
    parts = [0.5 * 0.1, 0.25 * (0.7 * 0.25 + 0.1), 0.25 * (0.7 + 0.1), 0]
    assert weights == pytest.approx(np.array(parts) / sum(parts))


@pytest.mark.pure_python
def test_no_live_combo_falls_below_the_floor_and_no_dead_one_rises_to_it() -> None:
    weights, live = held(0.5, 0.25, 0.25, 0.0)
    apply_bayes(weights, live, CHANCES, 2, 0.0, 0.3)
    lowest = 0.3 / 3
    parts = [lowest, 0.2, 0.8, 0]
    assert weights == pytest.approx(np.array(parts) / sum(parts))


@pytest.mark.pure_python
def test_an_action_that_no_combo_takes_changes_nothing() -> None:
    weights, live = held(0.0, 0.0, 1.0, 0.0)
    assert not apply_bayes(weights, live, CHANCES, 0, 0.0, 0.0)
    assert weights.tolist() == [0, 0, 1, 0]


ALL_WAYS = """
import tempfile
from pathlib import Path
from handsight.game import random_hands
from handsight.kernels.opponents import board_values
from handsight.kernels.opponents import updates as opponent_ranges
from handsight.opponents.model import OpponentModel

for name in ("dirichlet", "loki"):
    file = Path(tempfile.mkdtemp(), "model.npz")
    OpponentModel(name).fit(random_hands(hands=30, players=3, seed=1)).save(file)
    model = OpponentModel.load(file)
    for _ in range(2):
        model.start_hand([1000] * 3, 0, posts=[0, 5, 10], seat=0, hole="AhAs")
        for seat, *done in ((0, "raise", 30), (1, "call"), (2, "fold")):
            model.act(seat, *done)
        model.deal("Qh7h2c")
        model.act(1, "bet", 50)
        model.predict(player=0)
        model.show(1, "QsQd")
        model.deal("3c")
        model.act(1, "check")
made = {**vars(board_values), **vars(opponent_ranges)}.values()
print(sorted({len(each.signatures) for each in made if getattr(each, "signatures", None)}))
"""


@pytest.mark.exhaustive
def test_kernels_are_compiled_for_one_signature_each() -> None:
    result = run(ALL_WAYS, HANDSIGHT_BUILT_KERNELS="0")
    assert result.stdout == "[1]\n", result.stderr
