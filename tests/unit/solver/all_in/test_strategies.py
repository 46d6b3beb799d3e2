"""Push or fold for two to nine players: exact for two, and sampled within its stated errors."""

import numpy as np
import pytest

from handsight.errors import NoExactMethodError, OptionError
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.solver import PushFoldGame, PushFoldStrategies, push_fold, solve_push_fold

FEW = 2_000_000
"""Deals that teach most hands, in about a second."""

SHARE = np.array([len(COMBOS_OF[name]) / 1326 for name in CLASSES])


# --- two players, exactly -------------------------------------------------------------------------


@pytest.mark.parametrize(("stack", "ante"), [(10, 0), (4, 0.2)])
def test_two_equal_stacks_are_played_as_push_fold_says(stack: float, ante: float) -> None:
    chart = push_fold(stack, ante)
    result = solve_push_fold(PushFoldGame((stack, stack), ante=ante))
    assert result.method == "exact"
    assert result.seats[0].stderr is None
    assert result.seats[0].value == pytest.approx(chart.value, abs=1e-6)
    push, call = result.range_of(0), result.range_of(1, (0,))
    assert push.share == pytest.approx(chart.push_share, abs=1e-3)
    assert call.share == pytest.approx(chart.call_share, abs=1e-3)
    assert call.faced == pytest.approx(chart.push_share, abs=1e-3)
    assert sum(seat.gain_high for seat in result.seats) < 1e-6


def test_between_two_players_the_shorter_stack_counts_and_prizes_are_in_proportion() -> None:
    even = solve_push_fold(PushFoldGame((8, 8)))
    uneven = solve_push_fold(PushFoldGame((20, 8)))
    prized = solve_push_fold(PushFoldGame((8, 20), payouts=(70, 30)))
    chips = solve_push_fold(PushFoldGame((80, 80), small_blind=5, big_blind=10))
    assert uneven.seats[0].value == pytest.approx(even.seats[0].value, abs=1e-6)
    assert prized.seats[0].value == pytest.approx(even.seats[0].value * 40 / 28, abs=1e-6)
    assert prized.seats[0].before == pytest.approx(30 + 40 * 8 / 28)
    assert chips.seats[0].value == pytest.approx(10 * even.seats[0].value, abs=1e-5)


def test_a_sample_of_two_players_agrees_with_the_exact_result_within_its_errors() -> None:
    game = PushFoldGame((10, 10))
    exact = solve_push_fold(game)
    sampled = solve_push_fold(game, "monte_carlo", deals=FEW, seed=2)
    assert sampled.method == "monte_carlo"
    for one, other in zip(exact.seats, sampled.seats, strict=True):
        assert other.stderr is not None
        # The strategies differ a little, too: by at most the gains of both players.
        gains = sum(seat.gain_high for seat in sampled.seats)
        assert abs(one.value - other.value) < 4 * other.stderr + gains
    for one, other in zip(exact.ranges, sampled.ranges, strict=True):
        assert other.share == pytest.approx(one.share, abs=0.03)
        clear = {name for name, share in one.play.items() if share in (0, 1)}
        assert sum(abs(one.play[name] - other.play[name]) > 0.5 for name in clear) < 10


# --- three and more -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def three() -> PushFoldStrategies:
    return solve_push_fold(PushFoldGame((8, 8, 8)), deals=FEW, seed=1)


def test_every_decision_has_a_range_and_what_all_seats_win_adds_up(
    three: PushFoldStrategies,
) -> None:
    assert [(each.seat, each.all_in) for each in three.ranges] == [
        *((0, ()), (1, ()), (1, (0,)), (2, (0,)), (2, (1,)), (2, (0, 1)))
    ]
    assert sum(seat.value for seat in three.seats) == pytest.approx(0, abs=1e-9)
    for each in three.ranges:
        assert each.share == pytest.approx(SHARE @ list(each.play.values()))
        assert each.play["AA"] == 1
        assert each.play["72o"] == 0
    first, second = three.range_of(0), three.range_of(1)
    assert first.faced == 1
    assert second.faced == pytest.approx(1 - first.share, abs=0.001)
    assert three.range_of(1, (0,)).faced == pytest.approx(first.share, abs=0.001)


def test_no_seat_gains_much_and_the_lower_gain_is_below_the_higher_one(
    three: PushFoldStrategies,
) -> None:
    for seat in three.seats:
        assert seat.gain_low <= seat.gain_high < 0.01


def test_overcalls_are_tighter_than_calls_and_late_pushes_looser(three: PushFoldStrategies) -> None:
    assert three.range_of(2, (0, 1)).share < three.range_of(2, (0,)).share
    assert three.range_of(0).share < three.range_of(1).share


def test_the_same_seed_gives_the_same_result(three: PushFoldStrategies) -> None:
    again = solve_push_fold(three.game, deals=FEW, seed=1)
    assert again == three


def test_a_lone_short_stack_makes_the_bubble_tight() -> None:
    """Two medium stacks call less against each other if a short one is about to bust."""
    chips = solve_push_fold(PushFoldGame((10, 10, 3)), deals=FEW, seed=1)
    prizes = solve_push_fold(PushFoldGame((10, 10, 3), payouts=(50, 50)), deals=FEW, seed=1)
    assert prizes.range_of(1, (0,)).share < chips.range_of(1, (0,)).share / 2
    assert sum(seat.value for seat in prizes.seats) == pytest.approx(0, abs=1e-9)
    assert sum(seat.before for seat in prizes.seats) == pytest.approx(100)


# --- refusals -------------------------------------------------------------------------------------


def test_what_cannot_be_solved_is_refused(three: PushFoldStrategies) -> None:
    with pytest.raises(NoExactMethodError, match="no exact values of 4 players: "):
        solve_push_fold(PushFoldGame((8,) * 4), "exact")
    with pytest.raises(NoExactMethodError, match="no exact values of 3 players with payouts"):
        solve_push_fold(PushFoldGame((8,) * 3, payouts=(1,)), "exact")
    with pytest.raises(OptionError, match="method is 'fast'; it must be one of auto"):
        solve_push_fold(three.game, "fast")
    for deals in (0, 2.5, True):
        with pytest.raises(OptionError, match="deals is"):
            solve_push_fold(three.game, deals=deals)
    for goal in (0, -1, float("nan"), True):
        with pytest.raises(OptionError, match="goal is"):
            solve_push_fold(three.game, goal=goal)
    with pytest.raises(OptionError, match="seed is -1"):
        solve_push_fold(three.game, seed=-1)
    with pytest.raises(OptionError, match="seat 2 has no decision after"):
        three.range_of(2)
