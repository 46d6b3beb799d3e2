"""Hand strength: what is counted, and what is refused."""

from fractions import Fraction

import pytest

from handsight.cards import CardSet
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    StreetError,
)
from handsight.odds import HandStrength, hand_strength
from handsight.ranges import Range
from tests.naive import ranges as naive

EXAMPLE = ("AdQc", "3h4cJh")
BOARDS = ["3h4cJh", "3h4cJh9s", "3h4cJh9s2d", "7d5s5c", "KsKhTsTh"]


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


# --- against ranges -------------------------------------------------------------------------------


def test_a_range_weighs_his_hands() -> None:
    """Queens without ours, and deuces, beat ace high; 98s does not."""
    strength = hand_strength(*EXAMPLE, villain="QQ, 22:0.5, 98s:1/3, AA:0")
    assert strength == HandStrength(ahead=Fraction(4, 3), tied=0, behind=3 + 3)
    assert strength.total == Fraction(22, 3)


def test_whole_weights_give_integers() -> None:
    strength = hand_strength(*EXAMPLE, villain="QQ, 22:0.5, 98s:0.5")
    numbers = (strength.ahead, strength.tied, strength.behind, strength.total)
    assert {type(number) for number in numbers} == {int}
    mixed = HandStrength(Fraction(1, 2), 0, Fraction(1, 2))
    assert type(mixed.total) is int


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("dead", ["", "2c2s"])
def test_random_is_any_cards(board: str, dead: str) -> None:
    assert hand_strength("AdQc", board, dead, villain="random") == hand_strength(
        "AdQc", board, dead
    )


@pytest.mark.parametrize("villain", [["QQ, T9s", "55+:0.1"], ["JJ+", "AK:1/3", "99, 88"]])
def test_several_ranges_are_weighed_as_by_dealing(villain: list[str]) -> None:
    held = [Range(each).without("AdQc3h4cJh") for each in villain]
    expected = naive.standings(*EXAMPLE, held, 0)
    strength = hand_strength(*EXAMPLE, villain=villain)
    assert [strength.ahead, strength.tied, strength.behind] == [expected[i][i] for i in range(3)]


def test_cards_that_he_hardly_has_leave_the_others() -> None:
    held = Range("random").without("AdQc3h4cJh" + "JsJd")
    excluded = hand_strength(*EXAMPLE, excluded="JsJd")
    assert excluded == hand_strength(*EXAMPLE, villain=held)
    assert excluded == hand_strength(*EXAMPLE, dead="JsJd")


@pytest.mark.parametrize("villain", ["", Range(), "AdQc, 3h3c", "AdKd"])
def test_a_range_of_which_nothing_is_left_is_refused(villain: str) -> None:
    with pytest.raises(InputError, match=r"villain '.*' has no hand left"):
        hand_strength(*EXAMPLE, villain=villain)


@pytest.mark.parametrize("number", [0, 4])
def test_up_to_three_ranges_are_compared_with(number: int) -> None:
    with pytest.raises(OptionError, match=f"villain has {number} ranges; it takes 1 to 3"):
        hand_strength(*EXAMPLE, villain=["QQ"] * number)


def test_ranges_that_cannot_be_held_together_are_refused() -> None:
    with pytest.raises(InputError, match="the ranges cannot be held together"):
        hand_strength(*EXAMPLE, villain=["KhKs", "KhTh"])


def test_before_the_flop_a_range_changes_nothing() -> None:
    with pytest.raises(StreetError, match="use hand_odds"):
        hand_strength("AdQc", "", villain="QQ")
