"""A board as the models look at it."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds import board_strengths
from handsight.opponents.model.boards import KEPT, Board, board_of, boards_kept
from handsight.ranges.combos import COMBOS


def cards(board: str) -> tuple[int, ...]:
    return tuple(card.index for card in CardSet(board))


@pytest.mark.parametrize(
    ("board", "least"),
    [("Qh7h2c", 0.99), ("9s8s7d", 0.98), ("Qh7h2c3d", 0.999), ("Qh7h2c3d9s", 0.999)],
)
def test_values_are_near_to_exact_equity_and_ehs(board: str, least: float) -> None:
    found, exact = Board(cards(board)), board_strengths(board)
    live = found.live == 1
    assert (np.isnan(exact.equity) == ~live).all()
    assert np.corrcoef(found.values[1][live], exact.equity[live])[0, 1] > least
    assert np.corrcoef(found.effective[live], exact.ehs[live])[0, 1] > 0.93


def test_live_are_the_combos_that_leave_the_board_free() -> None:
    flop = Board(cards("Qh7h2c"))
    free = [not {*pair} & {*flop.cards} for pair in COMBOS]
    assert (flop.live == free).all()
    assert flop.held == 1176
    assert sorted(flop.order.tolist()) == np.flatnonzero(free).tolist()


def test_the_order_goes_from_the_weakest_to_the_strongest() -> None:
    river = Board(cards("Qh7h2c3d9s"))
    assert (np.diff(river.values[0][river.order]) >= 0).all()


def test_kinds_are_told_apart_only_where_one_street_or_two_are_to_come() -> None:
    assert set(Board(cards("Qh7h2c")).kinds.tolist()) == {0, 1, 2}
    assert set(Board(cards("Qh7h2c3d9s")).kinds.tolist()) == {0}
    assert set(Board(()).kinds.tolist()) == {0}


def test_boards_seen_lately_are_kept_but_not_more_than_some() -> None:
    first = board_of((0, 5, 10, 15, 20))
    assert board_of((0, 5, 10, 15, 20)) is first
    with boards_kept(2 * KEPT):
        for last in range(21, 52):
            for other in range(last + 1, 52):
                board_of((0, 5, 10, last, other))
                if (last, other) == (22, 40):
                    assert board_of((0, 5, 10, 15, 20)) is first
    assert board_of((0, 5, 10, 15, 20)) is not first
