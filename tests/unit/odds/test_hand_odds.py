"""One number on every street: which one it is before the flop."""

import pytest

from handsight.errors import InputError, OptionError
from handsight.odds import current_hand_odds, effective_hand_strength, hand_odds
from handsight.odds.strength.effective import PREFLOP_VALUES
from handsight.ranges import chen, pocket_equity, pocket_table


@pytest.mark.parametrize("hole", ["AhAd", "AdQc", "7h2d"])
def test_before_the_flop_it_is_the_share_of_the_pot(hole: str) -> None:
    assert hand_odds(hole) == current_hand_odds(hole).equity == pocket_equity(hole).equity


@pytest.mark.parametrize("hole", ["AhAd", "AdQc", "Th8h", "7h2d"])
def test_before_the_flop_it_is_chens_formula_if_asked_for(hole: str) -> None:
    assert hand_odds(hole, preflop="chen") == chen(hole, normalised=True)


def test_chens_formula_runs_from_zero_to_one() -> None:
    assert [hand_odds(hole, preflop="chen") for hole in ("7h2d", "AhAd")] == [0.0, 1.0]


@pytest.mark.parametrize("opponents", [1, 3, 9])
def test_chens_formula_knows_nothing_of_opponents_or_dead_cards(opponents: int) -> None:
    found = hand_odds("AdQc", "", opponents, "chen", dead="AhAs")
    assert found == chen("AQo", normalised=True)


@pytest.mark.parametrize("hole", ["AhAd", "AdQc", "7h2d"])
def test_before_the_flop_it_is_the_games_won_at_random_if_asked_for(hole: str) -> None:
    found = hand_odds(hole, "", 3, "pocket-table", dead="9c")
    assert found == pocket_table(hole).win_frequency


@pytest.mark.parametrize("preflop", PREFLOP_VALUES)
def test_after_the_flop_it_is_the_effective_strength_whatever_is_said_of_before(
    preflop: str,
) -> None:
    found = hand_odds("AdQc", "3h4cJh", preflop=preflop)
    assert found == effective_hand_strength("AdQc", "3h4cJh").ehs


@pytest.mark.parametrize("opponents", [0, 10, 1.0, True])
@pytest.mark.parametrize("preflop", PREFLOP_VALUES)
def test_a_wrong_number_of_opponents_is_refused(preflop: str, opponents: int) -> None:
    with pytest.raises(OptionError, match="opponents"):
        hand_odds("AdQc", opponents=opponents, preflop=preflop)


@pytest.mark.parametrize("hole", ["Ad", "AdAd", "AKs"])
def test_chens_formula_too_takes_two_cards_here(hole: str) -> None:
    with pytest.raises(InputError):
        hand_odds(hole, preflop="chen")


def test_a_dead_card_that_we_hold_is_refused() -> None:
    with pytest.raises(InputError, match="appears twice"):
        hand_odds("AdQc", preflop="chen", dead="Ad")


@pytest.mark.parametrize("preflop", ["Chen", "dice", ""])
def test_an_unknown_value_is_told_the_known_ones(preflop: str) -> None:
    with pytest.raises(OptionError, match="it must be one of equity, chen, pocket-table"):
        hand_odds("AdQc", preflop=preflop)


# --- against ranges ------------------------------------------------------------------------------

RANGES = ["15%", ["QQ+, AK", "22+:0.5"]]


@pytest.mark.parametrize("villain", RANGES, ids=str)
def test_against_ranges_it_is_the_same_number_against_these(villain: str | list[str]) -> None:
    found = hand_odds("AdQc", "3h4cJh", villain=villain, excluded="Js")
    against = effective_hand_strength("AdQc", "3h4cJh", villain=villain, excluded="Js")
    assert found == against.ehs
    before = hand_odds("AdQc", villain=villain, seed=3)
    assert before == current_hand_odds("AdQc", villain=villain, seed=3).equity


def test_one_range_is_for_as_many_opponents_as_there_are() -> None:
    one, three = (hand_odds("AdQc", "3h4cJh", each, villain="15%") for each in (1, 3))
    assert one > three


def test_chens_formula_knows_nothing_of_ranges_but_refuses_what_is_none() -> None:
    assert hand_odds("AdQc", preflop="chen", villain="15%") == chen("AQo", normalised=True)
    with pytest.raises(InputError, match="cannot read"):
        hand_odds("AdQc", preflop="chen", villain="XX")
    with pytest.raises(OptionError, match="villain has 2 ranges and opponents is 3"):
        hand_odds("AdQc", "", 3, villain=["15%", "22+"])
