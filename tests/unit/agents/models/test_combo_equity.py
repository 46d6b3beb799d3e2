"""Our hand against each combo: exact before the flop, on turn and river; nearly so on the flop."""

import numpy as np
import pytest

from handsight.agents.models.combo_equity import RangeEquity, combo_equity_of, indices_of
from handsight.cards import CardSet
from handsight.odds import effective_hand_strength, equity, hand_strength
from handsight.ranges import pocket_equity
from handsight.ranges.combos import combo_number

HANDS = ["AsKs", "7c2d", "KhKd", "Jd9s"]


def number_of(hand):
    return combo_number(*indices_of(tuple(CardSet(hand))))


def any_hand(hole, board):
    """Even weights for all combos that leave our cards and the board free."""
    standing = combo_equity_of(CardSet(hole), board)
    dead = {*board, *indices_of(tuple(CardSet(hole)))}
    live = [i for i, pair in enumerate(_combos()) if not dead & {*pair}]
    weights = np.zeros(len(_combos()))
    weights[live] = 1 / len(live)
    return standing.against(weights)


def _combos():
    from handsight.ranges.combos import COMBOS

    return COMBOS


@pytest.mark.parametrize("hole", HANDS)
def test_before_the_flop_equities_are_the_exact_ones(hole):
    assert any_hand(hole, ()).equity == pytest.approx(pocket_equity(hole).equity, abs=1e-12)


@pytest.mark.parametrize("other", ["QcQh", "KdQd", "3h2h"])
def test_before_the_flop_each_matchup_is_exact(other):
    found = combo_equity_of(CardSet("AsKs"), ()).end[number_of(other)]
    exact = equity(["AsKs", other], method="exact").players[0].equity
    assert found == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("board", ["2h7dTc4c", "2h7dTc4cKd"])
@pytest.mark.parametrize("other", ["QcQh", "7h5h"])
def test_on_turn_and_river_each_matchup_is_exact(board, other):
    cards = indices_of(tuple(CardSet(board)))
    found = combo_equity_of(CardSet("AsKs"), cards).end[number_of(other)]
    exact = equity(["AsKs", other], board, method="exact").players[0].equity
    assert found == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("board", ["3h4cJh", "3h4cJh9d"])
def test_strength_and_potential_are_those_of_the_definitions(board):
    seen = any_hand("AdQc", indices_of(tuple(CardSet(board))))
    exact = effective_hand_strength("AdQc", board)
    assert seen.hs == pytest.approx(exact.hand_strength.value, abs=1e-12)
    assert seen.ppot == pytest.approx(exact.potential.ppot, abs=0.015)
    assert seen.npot == pytest.approx(exact.potential.npot, abs=0.015)
    assert seen.effective == pytest.approx(exact.ehs, abs=0.01)


def test_on_the_river_strength_is_all_there_is():
    cards = indices_of(tuple(CardSet("3h4cJh9dTd")))
    seen = any_hand("AdQc", cards)
    assert seen.hs == seen.equity == pytest.approx(hand_strength("AdQc", "3h4cJh9dTd").value)
    assert seen.ppot == seen.npot == 0


def test_equity_is_what_is_ahead_and_stays_so_and_what_rises():
    seen = any_hand("9h8h", indices_of(tuple(CardSet("Th7d2h"))))
    made = seen.hs * (1 - seen.npot) + (1 - seen.hs) * seen.ppot
    assert seen.equity == pytest.approx(made, abs=0.01)


def test_combos_that_share_a_card_have_nothing():
    standing = combo_equity_of(CardSet("AsKs"), indices_of(tuple(CardSet("2h7dTc"))))
    for other in ("AsQd", "KsKd", "2h2c"):
        assert standing.end[number_of(other)] == standing.now[number_of(other)] == 0


def test_suits_make_no_difference_where_they_only_change_their_names():
    one = combo_equity_of(CardSet("AsKs"), indices_of(tuple(CardSet("2h7dTc4c"))))
    other = combo_equity_of(CardSet("AhKh"), indices_of(tuple(CardSet("2s7dTc4c"))))
    assert one.end[number_of("QsJs")] == other.end[number_of("QhJh")]


def test_a_hand_is_worked_out_once_and_cannot_be_changed():
    standing = combo_equity_of(CardSet("AsKs"), indices_of(tuple(CardSet("2h7dTc"))))
    assert combo_equity_of(CardSet("AsKs"), indices_of(tuple(CardSet("2h7dTc")))) is standing
    with pytest.raises(ValueError, match="read-only"):
        standing.end[0] = 1.0


def test_effective_strength_counts_what_is_behind_and_rises():
    assert RangeEquity(hs=0.4, ppot=0.5, npot=0.1, equity=0.6).effective == pytest.approx(0.7)
