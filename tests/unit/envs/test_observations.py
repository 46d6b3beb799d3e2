"""What learners see: names, and features, which say no more and no less."""

import numpy as np
import pytest

from handsight.envs import TableBatch, draw_actions, features, field_names
from handsight.errors import OptionError


def test_every_number_has_a_name() -> None:
    for seats in (2, 9):
        assert len(field_names(seats)) == len(TableBatch(1, seats).reset(7)[0][0])


@pytest.mark.parametrize("seats", [2, 6])
def test_features_say_what_the_compact_observation_says(seats: int) -> None:
    batch, rng = TableBatch(50, seats), np.random.default_rng(7)
    _, mask = batch.reset(7)
    for _ in range(20):
        step = batch.step(draw_actions(mask, rng))
        mask = step.mask
        rows = features(step.observations, unit=100)
        for seen, row in zip(step.observations.tolist(), rows.tolist(), strict=True):
            assert row == pytest.approx(slow_features(seen, seats), rel=1e-6)


def slow_features(seen: list[int], seats: int) -> list[float]:
    board = [card for card in seen[2:7] if card < 52]
    stacks, bets = seen[14 : 14 + seats], seen[14 + seats :]
    codes = [(seen[12] >> 2 * back) & 3 for back in range(8)]
    return [
        *(float(card in seen[:2]) for card in range(52)),
        *(float(card in board) for card in range(52)),
        *(float(len(board) == size) for size in (0, 3, 4, 5)),
        *(chips / 100 for chips in seen[9:12]),
        *(float(code == kind) for code in codes for kind in (1, 2, 3)),
        *((seen[13] >> 4 * street & 15) / 4 for street in range(4)),
        *(float(seen[7] == place) for place in range(seats)),
        *(float(seen[8] >> place & 1) for place in range(seats)),
        *(chips / 100 for chips in (*stacks, *bets)),
    ]


def test_features_are_of_compact_observations() -> None:
    with pytest.raises(OptionError, match="no compact observations"):
        features(np.zeros((3, 17), np.uint16), 100)
    with pytest.raises(OptionError, match="unit is 0"):
        features(np.zeros((3, 18), np.uint16), 0)
