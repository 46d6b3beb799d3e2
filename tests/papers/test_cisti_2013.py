"""CISTI-2013: what section IV says of odds, and what its pseudo-code computes."""

from collections.abc import Callable
from typing import Any

import pytest

from handsight.errors import StreetError
from handsight.odds import (
    current_hand_odds,
    effective_hand_strength,
    hand_odds,
    hand_potential,
    hand_strength,
)

EXAMPLE = ("AdQc", "3h4cJh")
RIVER = ("AdQc", "3h4cJh9s2d")
THREE_PLAYERS = ("KcAc", "2s5h9d")


# --- IV.A hand strength ---------------------------------------------------------------------------


def test_strength_counts_how_often_the_hand_is_found_to_be_better() -> None:
    strength = hand_strength(*EXAMPLE)
    assert (strength.ahead, strength.tied, strength.behind) == (628, 9, 444)


def test_strength_to_the_power_of_the_opponents_takes_their_hands_for_independent() -> None:
    """It lies above the true share even though the cards to come bring the hand down."""
    assert round(hand_strength(*THREE_PLAYERS).against(2), 6) == 0.355463
    assert round(current_hand_odds(*THREE_PLAYERS, opponents=2).equity, 6) == 0.319257


def test_on_the_river_the_power_still_is_not_the_share_against_two() -> None:
    shared = current_hand_odds(*RIVER, opponents=2)
    power = hand_strength(*RIVER).against(2)
    assert power != pytest.approx(shared.equity, rel=1e-3)


@pytest.mark.parametrize("question", [hand_strength, hand_potential, effective_hand_strength])
def test_it_is_not_possible_to_calculate_any_of_it_for_two_cards(
    question: Callable[..., Any],
) -> None:
    with pytest.raises(StreetError, match="before the flop"):
        question("AdQc", "")


def test_odds_on_incomplete_hands_take_another_measure_before_the_flop() -> None:
    assert hand_odds("AdQc") == current_hand_odds("AdQc").equity


# --- IV.B hand potential --------------------------------------------------------------------------


def test_positive_potential_is_being_behind_but_finally_winning() -> None:
    behind_then_ahead = hand_potential(*EXAMPLE).counts[2][0]
    assert behind_then_ahead == 91_981
    assert round(hand_potential(*EXAMPLE).ppot or 0, 6) == 0.208324


def test_negative_potential_is_being_ahead_but_finally_losing() -> None:
    ahead_then_behind = hand_potential(*EXAMPLE).counts[0][2]
    assert ahead_then_behind == 169_504
    assert round(hand_potential(*EXAMPLE).npot or 0, 6) == 0.273693


def test_the_cards_to_come_are_2_on_the_flop_and_1_on_the_turn() -> None:
    assert hand_potential("AdQc", "3h4cJh").lookahead == 2
    assert hand_potential("AdQc", "3h4cJh9s").lookahead == 1


def test_on_the_river_the_result_is_that_of_hand_strength() -> None:
    potential, effective = hand_potential(*RIVER), effective_hand_strength(*RIVER)
    assert (potential.ppot, potential.npot) == (0, 0)
    assert effective.ehs == effective.p_win == hand_strength(*RIVER).value


def test_its_pseudo_code_lacks_a_parenthesis_and_forgets_the_boards() -> None:
    printed = hand_potential(*EXAMPLE, as_published="cisti-2013")
    assert round(printed.ppot or 0, 2) == 212.83
    gained = 91_981 + 1_036 / 2 + 0 / 2
    assert printed.ppot == gained / 444 + 9 / 2
    lost = 169_504 + 540 / 2 + 3_211 / 2
    assert printed.npot == lost / (628 + 9 / 2)


# --- IV.C effective hand strength -----------------------------------------------------------------


def test_effective_strength_is_being_best_or_improving_to_become_it() -> None:
    effective = effective_hand_strength(*EXAMPLE)
    strength, ppot = hand_strength(*EXAMPLE).value, hand_potential(*EXAMPLE).ppot or 0
    assert effective.ehs == strength + (1 - strength) * ppot
    assert round(effective.ehs, 6) == 0.671539


def test_effective_strength_is_no_probability_of_winning() -> None:
    effective = effective_hand_strength(*EXAMPLE)
    assert round(effective.p_win or 0, 6) == 0.511399
    assert effective.p_win == current_hand_odds(*EXAMPLE).equity < effective.ehs


# --- IV.D Monte Carlo effective hand strength -----------------------------------------------------


def test_all_samples_leave_no_error() -> None:
    sampled = effective_hand_strength(*EXAMPLE, samples=1081, seed=0)
    assert sampled.ehs == effective_hand_strength(*EXAMPLE).ehs
    assert sampled.stderr == 0
