"""Two ranges on a whole board, against a count of each two hands."""

import numpy as np
import pytest

from handsight.odds.board.river_ranges import combo_cards, combos_on_board, facing
from handsight.ranges.combos import COMBO_COUNT, COMBOS
from tests.naive.ranking import worth

BOARDS = [(0, 5, 21, 31, 38), (0, 1, 2, 3, 50), (4, 8, 12, 16, 20), (51, 47, 43, 30, 2)]


def weights_on(board, seed):
    """Give random weights, none for combos with a card of the board, and few without weight."""
    rng = np.random.default_rng(seed)
    held = np.isin(np.array(COMBOS), board).any(1)
    return np.where(held | (rng.random(COMBO_COUNT) < 0.2), 0.0, rng.random(COMBO_COUNT))


@pytest.mark.repeats(2)
@pytest.mark.parametrize("board", BOARDS)
def test_each_combo_beats_and_ties_what_it_should(board):
    weights, rng = weights_on(board, 1), np.random.default_rng(2)
    shares, opposed = combos_on_board(board).shares(weights), facing(weights)
    worths = [worth([*combo, *board]) if not {*combo} & {*board} else None for combo in COMBOS]
    live = [number for number, each in enumerate(worths) if each is not None]
    for combo in rng.choice(live, 12).tolist():
        share = met = 0.0
        for other in live:
            if not {*COMBOS[combo]} & {*COMBOS[other]}:
                met += weights[other]
                share += weights[other] * (
                    1.0 if worths[combo] > worths[other] else worths[combo] == worths[other] and 0.5
                )
        assert shares[combo] == pytest.approx(share, abs=1e-9)
        assert opposed[combo] == pytest.approx(met, abs=1e-9)


def test_combos_with_a_card_of_the_board_have_no_share():
    board = BOARDS[0]
    shares = combos_on_board(board).shares(weights_on(board, 3))
    low, high = combo_cards()
    assert not shares[np.isin(low, board) | np.isin(high, board)].any()


def test_what_two_ranges_win_adds_up_to_all_that_meets():
    board = BOARDS[3]
    one, other = weights_on(board, 4), weights_on(board, 5)
    order = combos_on_board(board)
    won = (one * order.shares(other)).sum() + (other * order.shares(one)).sum()
    assert won == pytest.approx((one * facing(other)).sum())
