"""Hand strength: what is counted, and what is refused."""

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, DuplicateCardError, OptionError, StreetError
from handsight.odds import HandStrength, hand_strength

EXAMPLE = ("AdQc", "3h4cJh")


def test_the_value_counts_a_tie_as_half() -> None:
    assert HandStrength(ahead=2, tied=1, behind=1).value == 0.625


def test_the_total_is_all_hands() -> None:
    assert HandStrength(ahead=2, tied=3, behind=4).total == 9


@pytest.mark.parametrize("opponents", range(1, 10))
def test_against_several_the_value_is_raised_to_their_number(opponents: int) -> None:
    strength = HandStrength(ahead=1, tied=0, behind=1)
    assert strength.against(opponents) == 0.5**opponents


@pytest.mark.parametrize("opponents", [0, -1, 10, True, 2.0, 2.5, "2", None])
def test_a_wrong_number_of_opponents_is_refused(opponents: int) -> None:
    with pytest.raises(OptionError, match=r"opponents is .*; it takes a whole number from 1 to 9"):
        hand_strength(*EXAMPLE).against(opponents)


@pytest.mark.parametrize(("board", "total"), [("", 1081), ("9s", 1035), ("9s2d", 990)])
def test_each_street_has_its_number_of_hands(board: str, total: int) -> None:
    assert hand_strength("AdQc", "3h4cJh" + board).total == total


def test_dead_cards_are_in_nobodys_hand() -> None:
    assert hand_strength(*EXAMPLE, dead="2c2d2h").total == 44 * 43 // 2


def test_a_dead_card_that_would_beat_us_makes_us_stronger() -> None:
    assert hand_strength(*EXAMPLE, dead="Js").value > hand_strength(*EXAMPLE).value


def test_with_two_live_cards_there_is_one_hand() -> None:
    dead = CardSet.full() - CardSet("AdQc 3h4cJh 2c2d")
    assert hand_strength(*EXAMPLE, dead=dead) == HandStrength(ahead=0, tied=0, behind=1)


def test_with_one_live_card_there_is_no_hand_to_compare_with() -> None:
    dead = CardSet.full() - CardSet("AdQc 3h4cJh 2c")
    with pytest.raises(CardCountError, match="dead leaves too few live cards: 1"):
        hand_strength(*EXAMPLE, dead=dead)


def test_the_nuts_beat_everything() -> None:
    assert hand_strength("AhKh", "QhJhTh").value == 1


def test_a_board_that_plays_for_everyone_ties() -> None:
    assert hand_strength("2c2d", "AsKsQsJsTs") == HandStrength(ahead=0, tied=990, behind=0)


def test_before_the_flop_it_points_to_hand_odds() -> None:
    with pytest.raises(StreetError, match=r"no meaning before the flop.*; use hand_odds"):
        hand_strength("AdQc", "")


def test_a_card_in_two_places_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match="in hole and in dead"):
        hand_strength(*EXAMPLE, dead="Ad")
