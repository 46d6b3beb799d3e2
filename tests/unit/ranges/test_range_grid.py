"""The grid of a range as an array."""

import numpy as np

from handsight.ranges import Range, grid


def test_the_grid_is_the_average_weight_of_each_class() -> None:
    hands = Range("QQ+, AKs:0.5, AhKd, 32o")
    numbers = hands.grid()
    assert numbers.shape == (13, 13)
    assert numbers.dtype == np.float64
    assert numbers.tolist() == [list(row) for row in grid(hands)]
    assert numbers[0, 1] == 0.5  # AKs: aces in the first row, kings in the second column
    assert numbers[1, 0] == 1 / 12  # AKo: one combo of twelve
    assert numbers[12, 11] == 1  # 32o: below the diagonal
    assert Range().grid().sum() == 0
