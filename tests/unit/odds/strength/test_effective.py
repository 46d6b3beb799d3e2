"""Effective hand strength and hand odds, exact."""

import pytest

from handsight.errors import CardCountError, OptionError, StreetError
from handsight.odds import (
    current_hand_odds,
    effective_hand_strength,
    hand_odds,
    hand_potential,
    hand_strength,
)

FLOP = ("AdQc", "3h4cJh")
TURN = ("AdQc", "3h4cJh9s")
RIVER = ("AdQc", "3h4cJh9s2d")
STREETS = [FLOP, TURN, RIVER]


# --- effective hand strength ----------------------------------------------------------------------


@pytest.mark.parametrize("opponents", range(1, 10))
def test_effective_strength_is_strength_to_the_power_and_potential_against_one(
    opponents: int,
) -> None:
    strength = hand_strength(*FLOP).against(opponents)
    effective = effective_hand_strength(*FLOP, opponents)
    assert effective.ehs == strength + (1 - strength) * (hand_potential(*FLOP).ppot or 0)


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("cards", STREETS)
def test_the_chance_to_win_up_to_three_is_that_of_the_potential_against_all(
    cards: tuple[str, str], opponents: int
) -> None:
    effective = effective_hand_strength(*cards, opponents)
    assert effective.potential_against == hand_potential(*cards, opponents=opponents)
    assert effective.p_win == hand_potential(*cards, opponents=opponents).p_win


@pytest.mark.parametrize("opponents", range(4, 10))
def test_beyond_three_there_is_no_chance_to_win(opponents: int) -> None:
    effective = effective_hand_strength(*FLOP, opponents)
    assert effective.p_win is None
    assert effective.potential_against is None


@pytest.mark.parametrize("cards", STREETS)
def test_the_parts_are_told(cards: tuple[str, str]) -> None:
    effective = effective_hand_strength(*cards, 2)
    assert effective.hand_strength == hand_strength(*cards)
    assert effective.potential == hand_potential(*cards)
    assert effective.opponents == 2


def test_an_exact_answer_has_no_sample() -> None:
    effective = effective_hand_strength(*FLOP)
    sample = (effective.stderr, effective.samples, effective.scheme, effective.seed)
    assert sample == (None, None, None, None)


@pytest.mark.parametrize("lookahead", [0, 1, 2])
def test_the_lookahead_is_that_of_the_potential(lookahead: int) -> None:
    effective = effective_hand_strength(*FLOP, lookahead=lookahead)
    assert effective.potential == hand_potential(*FLOP, lookahead=lookahead)


def test_looking_no_card_ahead_it_is_hand_strength() -> None:
    effective = effective_hand_strength(*FLOP, lookahead=0)
    assert effective.ehs == effective.p_win == hand_strength(*FLOP).value


def test_dead_cards_count_in_both_parts() -> None:
    effective = effective_hand_strength(*FLOP, dead="AhAs")
    assert effective.hand_strength == hand_strength(*FLOP, dead="AhAs")
    assert effective.potential == hand_potential(*FLOP, dead="AhAs")


def test_before_the_flop_it_points_to_hand_odds() -> None:
    with pytest.raises(StreetError, match="use hand_odds"):
        effective_hand_strength("AdQc", "")


@pytest.mark.parametrize("opponents", [0, 10, True, 2.0, 2.5])
def test_a_wrong_number_of_opponents_is_refused(opponents: int) -> None:
    with pytest.raises(OptionError, match="whole number from 1 to 9"):
        effective_hand_strength(*FLOP, opponents)


def test_a_lookahead_beyond_the_river_is_refused() -> None:
    with pytest.raises(OptionError, match="lookahead is 2; on the turn it must be from 0 to 1"):
        effective_hand_strength(*TURN, lookahead=2)


# --- effective hand strength against ranges -------------------------------------------------------


@pytest.mark.parametrize("opponents", [1, 2, 3, 5])
@pytest.mark.parametrize("cards", STREETS)
def test_random_is_any_cards(cards: tuple[str, str], opponents: int) -> None:
    assert effective_hand_strength(*cards, opponents, villain="random") == effective_hand_strength(
        *cards, opponents
    )


@pytest.mark.parametrize("opponents", [1, 2, 3, 4])
def test_one_range_for_all_is_taken_for_one_opponent_at_a_time(opponents: int) -> None:
    hands = "TT+, AK, T9s:0.5"
    effective = effective_hand_strength(*TURN, opponents, villain=hands)
    one = hand_potential(*TURN, villain=hands)
    strength = hand_strength(*TURN, villain=hands)
    assert (effective.hand_strength, effective.potential) == (strength, one)
    assert effective.ehs == strength.against(opponents) + (1 - strength.against(opponents)) * (
        one.ppot or 0
    )
    assert not effective.joint
    if opponents > 3:
        assert (effective.potential_against, effective.p_win) == (None, None)
    else:
        against = hand_potential(*TURN, opponents, villain=hands)
        assert (effective.potential_against, effective.p_win) == (against, against.p_win)


@pytest.mark.parametrize("villain", [["QQ"], ["QQ", "T9s, 22:0.1"], ["QQ", "KK", "JTs"]], ids=str)
def test_a_range_for_each_is_taken_for_all_at_once(villain: list[str]) -> None:
    effective = effective_hand_strength(*TURN, villain=villain)
    strength = hand_strength(*TURN, villain=villain)
    potential = hand_potential(*TURN, villain=villain)
    assert (effective.hand_strength, effective.potential) == (strength, potential)
    assert effective.opponents == len(villain)
    assert effective.joint
    assert effective.ehs == strength.value + (1 - strength.value) * (potential.ppot or 0)
    assert effective.p_win == potential.p_win


def test_excluded_cards_count_in_both_parts() -> None:
    effective = effective_hand_strength(*FLOP, excluded="AhAs")
    assert effective.hand_strength == hand_strength(*FLOP, excluded="AhAs")
    assert effective.potential == hand_potential(*FLOP, excluded="AhAs")


def test_more_than_three_ranges_for_each_are_refused() -> None:
    with pytest.raises(OptionError, match=r"villain has 4 ranges; .* counted against up to 3, or"):
        effective_hand_strength(*FLOP, villain=["QQ"] * 4)


def test_before_the_flop_a_range_changes_nothing() -> None:
    with pytest.raises(StreetError, match="use hand_odds"):
        effective_hand_strength("AdQc", "", villain="QQ")


# --- hand odds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", STREETS)
@pytest.mark.parametrize("opponents", [1, 2, 9])
def test_after_the_flop_hand_odds_are_effective_strength(
    cards: tuple[str, str], opponents: int
) -> None:
    assert hand_odds(*cards, opponents) == effective_hand_strength(*cards, opponents).ehs


@pytest.mark.parametrize("opponents", [1, 2])
def test_before_the_flop_hand_odds_are_the_share_of_the_pot(opponents: int) -> None:
    assert hand_odds("AdQc", "", opponents) == current_hand_odds("AdQc", "", opponents).equity


def test_where_hand_odds_are_sampled_they_are_the_same_every_time() -> None:
    default = hand_odds("AdQc", "", 4)
    assert default == hand_odds("AdQc", "", 4) == hand_odds("AdQc", "", 4, seed=0)
    assert default != hand_odds("AdQc", "", 4, seed=1)
    assert default == current_hand_odds("AdQc", "", 4, seed=0).equity


@pytest.mark.parametrize("board", ["", "3h4cJh"])
def test_dead_cards_count_in_hand_odds(board: str) -> None:
    assert hand_odds("AdQc", board, dead="AhAs") < hand_odds("AdQc", board)


@pytest.mark.parametrize("board", ["", "3h4cJh"])
def test_an_unknown_preflop_value_is_refused_on_every_street(board: str) -> None:
    with pytest.raises(OptionError, match=r"preflop is 'dice'; it must be one of .*equity"):
        hand_odds("AdQc", board, preflop="dice")


@pytest.mark.parametrize("board", ["", "3h4cJh"])
@pytest.mark.parametrize("opponents", [0, 10, True, 2.5])
def test_hand_odds_refuse_a_wrong_number_of_opponents(board: str, opponents: int) -> None:
    with pytest.raises(OptionError, match="whole number from 1 to 9"):
        hand_odds("AdQc", board, opponents)


def test_hand_odds_refuse_a_board_of_no_street() -> None:
    with pytest.raises(CardCountError, match="board has 1 card"):
        hand_odds("AdQc", "3h")
