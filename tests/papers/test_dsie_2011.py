"""DSIE-2011: what section 3 says of odds, and what its numbers are."""

from math import comb, perm

import pytest

from handsight.errors import StreetError
from handsight.odds import (
    current_hand_odds,
    effective_hand_strength,
    hand_potential,
    hand_strength,
)

FIG_1 = ("KcAc", "2s5h9d")
EXAMPLE = ("AdQc", "3h4cJh")
STREETS = [EXAMPLE, ("AdQc", "3h4cJh9s"), ("AdQc", "3h4cJh9s2d")]


# --- 3.1 current hand odds ------------------------------------------------------------------------


def test_fig_1_against_one_opponent_has_these_counts() -> None:
    odds = current_hand_odds(*FIG_1)
    assert (odds.win, odds.ties, odds.lose) == (559_932, {1: 13_131}, 497_127)
    assert odds.total == 1_070_190
    assert round(odds.equity, 6) == 0.529343


def test_fig_1_against_opponents_a_and_b_has_these_counts() -> None:
    odds = current_hand_odds(*FIG_1, opponents=2)
    assert odds.win == 301_982_628
    assert odds.ties == {1: 12_840_096, 2: 365_616}
    assert odds.lose == 651_193_230
    assert round(odds.equity, 6) == 0.319257


def test_fig_1_against_three_opponents_has_this_share() -> None:
    assert round(current_hand_odds(*FIG_1, opponents=3).equity, 6) == 0.217980


@pytest.mark.parametrize(("opponents", "share"), [(1, 0.535478), (2, 0.326153)])
def test_its_pseudo_code_counts_ties_as_ahead(opponents: int, share: float) -> None:
    odds = current_hand_odds(*FIG_1, opponents=opponents)
    assert round(odds.equity_ties_ahead, 6) == share


def test_its_pseudo_code_leaves_our_own_cards_to_the_opponents() -> None:
    literal = current_hand_odds(*FIG_1, as_published="dsie-2011")
    assert (literal.win, literal.total) == (639_945, 1_168_561)
    assert literal.total == comb(47, 2) * comb(52 - 5, 2)
    assert round(literal.equity, 6) == 0.547635


def test_the_sequences_of_six_cards_are_47_factorial_over_41_factorial() -> None:
    """It counts the order within each hand and within the board's two cards."""
    deals = current_hand_odds(*FIG_1, opponents=2).total
    assert deals == 966_381_570
    assert deals * 2**3 == perm(47, 6) == 7_731_052_560


def test_the_error_of_monte_carlo_is_very_small() -> None:
    sampled = current_hand_odds(*FIG_1, opponents=2, method="monte_carlo", seed=2011)
    exact = current_hand_odds(*FIG_1, opponents=2)
    assert sampled.equity == pytest.approx(exact.equity, abs=0.002)


# --- 3.2 hand strength ----------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "cycles"), list(zip(STREETS, [1081, 1035, 990], strict=True)))
def test_the_number_of_cycles_is_1081_at_most_where_a_hand_has_a_rank(
    cards: tuple[str, str], cycles: int
) -> None:
    """It says 1,225, the hands an opponent can hold before the flop."""
    assert hand_strength(*cards).total == cycles <= comb(47, 2) < comb(50, 2) == 1225


def test_strength_does_not_work_in_any_round_though_it_says_so() -> None:
    with pytest.raises(StreetError):
        hand_strength("AdQc", "")


def test_strength_is_ahead_plus_half_of_tied_by_all() -> None:
    strength = hand_strength(*EXAMPLE)
    assert (strength.ahead, strength.tied, strength.behind) == (628, 9, 444)
    assert strength.value == (628 + 9 / 2) / (628 + 9 + 444)
    assert round(strength.value, 6) == 0.585106


def test_against_several_opponents_strength_is_raised_to_their_number() -> None:
    strength = hand_strength(*EXAMPLE)
    assert strength.against(5) == strength.value**5
    assert round(strength.against(5), 6) == 0.068576


# --- 3.3 hand potential ---------------------------------------------------------------------------


def test_potential_cannot_be_used_before_the_flop() -> None:
    with pytest.raises(StreetError):
        hand_potential("AdQc", "")


def test_on_the_river_a_hand_cannot_evolve_any_more() -> None:
    potential = hand_potential(*STREETS[2])
    assert (potential.ppot, potential.npot) == (0, 0)


@pytest.mark.parametrize(
    ("source", "ppot", "npot"), [("dsie-2011", 206.24, 270.96), ("dsie-2011-integer", 206, 271)]
)
def test_its_pseudo_code_forgets_the_boards_in_the_denominator(
    source: str, ppot: float, npot: float
) -> None:
    printed = hand_potential(*EXAMPLE, as_published=source)
    assert (round(printed.ppot or 0, 2), round(printed.npot or 0, 2)) == (ppot, npot)


def test_divided_by_the_990_boards_its_quotient_is_the_potential() -> None:
    printed = hand_potential(*EXAMPLE, as_published="dsie-2011")
    meant = hand_potential(*EXAMPLE)
    assert printed.ppot == pytest.approx(990 * (meant.ppot or 0))
    assert printed.npot == pytest.approx(990 * (meant.npot or 0))


# --- 3.4 effective hand strength ------------------------------------------------------------------


def test_equation_2_is_the_share_of_the_pot_at_the_showdown() -> None:
    strength, potential = hand_strength(*EXAMPLE).value, hand_potential(*EXAMPLE)
    ppot, npot = potential.ppot or 0, potential.npot or 0
    by_formula = strength * (1 - npot) + (1 - strength) * ppot
    assert by_formula == pytest.approx(current_hand_odds(*EXAMPLE).equity, rel=1e-14)
    assert round(by_formula, 6) == 0.511399


def test_equation_3_is_equation_2_with_the_negative_potential_set_to_0() -> None:
    strength, ppot = hand_strength(*EXAMPLE).value, hand_potential(*EXAMPLE).ppot or 0
    assert effective_hand_strength(*EXAMPLE).ehs == strength + (1 - strength) * ppot
