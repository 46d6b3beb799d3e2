"""Reviewed decisions as spots for the solver and as questions of a drill."""

from handsight.blueprint.subgame import subgame_of
from handsight.coach.review.follow_up import _range_text, solver_spot
from handsight.coach.review.pricing import strategy_for
from handsight.formats import hands_in_text
from handsight.game import Hand, HandCursor, HandState, Rules, hand_of
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.solver import Betting
from tests.unit.formats import site_texts


def played(
    *actions: str, stacks: tuple[int, ...] = (10_000, 10_000), board: str = "Qh7h2c9d3s"
) -> Hand:
    """Play a hand in which the last seat, which has the button, holds ace and king."""
    holes = [None] * (len(stacks) - 1) + ["AhKh"]
    state = HandState.start(
        Rules(), list(stacks), len(stacks) - 1, holes=holes, board=board, seed=1
    )
    for action in actions:
        state = state.apply(action)
    return hand_of(state)


TURN = played("raise 300", "call", "check", "bet 400", "call", "check", "bet 900", "fold")


def test_a_spot_is_the_street_as_it_began_in_hundredths_of_a_big_blind() -> None:
    spot = solver_spot(TURN, 1, 6)
    assert spot is not None
    assert (spot.board, spot.pot, spot.stack) == ("Qh7h2c9d", 1400, 9300)


def test_a_spot_is_one_that_the_solver_takes_with_the_bet_that_was_made() -> None:
    spot = solver_spot(TURN, 1, 6)
    assert spot is not None
    assert Spot.parse([spot.oop, spot.ip], spot.board)
    betting = Betting(pot=spot.pot, stack=spot.stack, **spot.sizes, **spot.limits)  # type: ignore[arg-type]
    assert "900c" in betting.texts["turn_bets_ip"]


def test_the_own_hand_is_part_of_the_own_range() -> None:
    spot = solver_spot(TURN, 1, 6)
    assert spot is not None
    assert "AhKh" in Range(spot.ip)


def test_the_blinds_of_a_cheap_table_make_the_same_spot() -> None:
    (cheap,) = hands_in_text(site_texts.CASH)
    assert isinstance(cheap, Hand)
    spot = solver_spot(cheap, cheap.hero or 0, 3)
    assert spot is not None
    assert (spot.pot, spot.stack) == (600, 9650)
    assert "400c" in spot.sizes["flop_bets_ip"]


def test_an_ante_counts_in_a_record_as_at_the_table() -> None:
    """A record does not say in its rules that everybody posts an ante, which is no blind."""
    line = ["fold", "fold", "fold", "raise 220", "fold", "call", "check", "bet 300", "fold"]
    holes, board = [None, None, None, None, None, "AhKh"], "Qh7h2c9d3s"
    state = HandState.start(Rules(ante=25), [2_025] * 6, 5, holes=holes, board=board, seed=1)
    cursor = HandCursor(state)
    for action in line:
        if action.startswith("bet"):
            seen = cursor.observation()
        state = state.apply(action)
        cursor.apply(action)
    hand = hand_of(state)
    spot, strategy = solver_spot(hand, 5, 7), strategy_for(hand, 5)
    assert spot is not None
    assert strategy is not None
    start = subgame_of(strategy.blueprint, seen, "flop")
    assert start is not None
    assert (spot.pot, spot.stack) == (640, 1780)
    assert spot.oop == _range_text(start.ranges[0], "")
    assert spot.ip == _range_text(start.ranges[1], "AKs")


def test_before_the_flop_and_among_three_there_is_no_spot() -> None:
    assert solver_spot(TURN, 1, 0) is None
    three = played(
        *("raise 300", "call", "call", "check", "check", "bet 500", "fold", "fold"),
        stacks=(10_000,) * 3,
    )
    assert solver_spot(three, 2, 5) is None
