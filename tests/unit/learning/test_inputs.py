"""What a network sees: strengths against those counted hand by hand, and what the inputs are."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.envs import TableBatch, draw_actions, features
from handsight.learning.inputs import (
    buckets,
    critic_count,
    critic_inputs,
    hand_strengths,
    in_steps,
    input_count,
    policy_inputs,
    streets_of,
)
from handsight.odds import hand_strength
from handsight.ranges.class_equities import pocket_equity


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    batch, rng = TableBatch(40), np.random.default_rng(1)
    _, mask = batch.reset(1)
    parts = []
    for _ in range(12):
        step = batch.step(np.where(rng.random(40) < 0.7, 1, draw_actions(mask, rng)))
        mask = step.mask
        parts.append(step.observations)
    return np.concatenate(parts)


def cards(row: np.ndarray) -> tuple[list[int], list[int]]:
    return row[:2].tolist(), [card for card in row[2:7].tolist() if card < 52]


def test_strengths_are_those_of_classes_buckets_and_the_river(rows: np.ndarray) -> None:
    strengths, streets = hand_strengths(rows), streets_of(rows)
    assert set(streets.tolist()) == {0, 1, 2, 3}
    for row, (mean, spread), street in zip(rows, strengths.tolist(), streets.tolist(), strict=True):
        hole, board = cards(row)
        bucket = buckets().bucket_of(hole, board)
        if street == 0:
            assert mean == pytest.approx(pocket_equity(CardSet(hole)).equity)
        elif street == 3:
            assert round(mean * 1980) * 200 // 1981 == bucket
        else:
            centres = (buckets().flop, buckets().turn)[street - 1].centres
            below = np.diff(centres[bucket].astype(float), prepend=0) / 230
            middles = (np.arange(64) + 0.5) / 64
            assert mean == pytest.approx(float(below @ middles), rel=1e-5)
            assert spread == pytest.approx(float((below @ (middles - mean) ** 2) ** 0.5), rel=1e-3)


def test_on_the_river_a_strength_is_exact(rows: np.ndarray) -> None:
    [which] = np.flatnonzero(streets_of(rows) == 3)[:1]
    hole, board = cards(rows[which])
    exact = hand_strength(CardSet(hole), CardSet(board)).value
    assert hand_strengths(rows[which : which + 1])[0].tolist() == pytest.approx([exact, 0])


def test_steps_share_a_number_among_two() -> None:
    numbers = np.linspace(0, 1, 50, dtype=np.float32)
    steps = in_steps(numbers)
    assert steps.sum(1) == pytest.approx(np.ones(50))
    assert steps @ (np.arange(16) / 15) == pytest.approx(numbers, abs=1e-6)


def test_inputs_are_strengths_chips_and_features(rows: np.ndarray) -> None:
    strengths = hand_strengths(rows)
    inputs = policy_inputs(rows, strengths, 50)
    assert inputs.shape == (len(rows), input_count(2))
    for row, each, (mean, _), street in zip(
        rows.tolist(), inputs, strengths, streets_of(rows), strict=True
    ):
        steps = each[:64].reshape(4, 16)
        assert steps.sum(1).tolist() == pytest.approx([float(n == street) for n in range(4)])
        assert steps[street] @ (np.arange(16) / 15) == pytest.approx(mean, abs=1e-5)
        pot, cost = row[9], row[10]
        assert each[66] == pytest.approx(np.log1p(pot / 50) / 7)
        assert each[70] == pytest.approx(cost / (pot + cost))
    np.testing.assert_array_equal(inputs[:, 72:], features(rows, 5000)[:, 104:])


def test_a_critic_sees_the_hands_of_those_who_are_still_in() -> None:
    batch = TableBatch(1, 3)
    observations, _ = batch.reset(7)
    observations, *_ = batch.step([0])  # the button folds
    others = np.array([[0.5, 0.25]], np.float32)
    inputs = policy_inputs(observations, hand_strengths(observations), 50)
    seen = critic_inputs(inputs, observations, others)[0]
    assert len(seen) == critic_count(3)
    next_one, button = seen[-34:-17], seen[-17:]
    assert next_one[-1] == 0.5
    assert next_one[:16].sum() == pytest.approx(1)
    assert not button.any()
