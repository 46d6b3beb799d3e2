"""Outs on hands whose outs every player can count."""

import pytest

from handsight.cards import Card, CardSet
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    StreetError,
)
from handsight.odds import NextCard, Outs, current_hand_odds, outs
from handsight.ranking import evaluate

FLUSH_DRAW = ("AhTh", "Kh7h2c 5s")
OPEN_ENDED = ("8c7d", "6h5sKc 2d")
GUTSHOT = ("9c7d", "6h5sKc 2d")


def that_make(found: Outs, category: str) -> CardSet:
    """Give the outs that make a hand of some category."""
    return CardSet(each.card for each in found if each.category == category)


def all_outs(found: Outs) -> CardSet:
    return found.clean | found.tainted


def next_card(found: Outs, card: str) -> NextCard:
    return next(each for each in found.cards if each.card == Card(card))


# --- the draws everybody knows ------------------------------------------------------------------


def test_a_flush_draw_has_nine_outs_to_the_flush() -> None:
    flushes = that_make(outs(*FLUSH_DRAW), "flush")
    assert flushes == CardSet("QhJh9h8h6h5h4h3h2h")


def test_an_open_ended_straight_draw_has_eight_outs_to_the_straight() -> None:
    assert that_make(outs(*OPEN_ENDED), "straight") == CardSet("9s9h9d9c 4s4h4d4c")


def test_a_gutshot_has_four_outs_to_the_straight() -> None:
    assert that_make(outs(*GUTSHOT), "straight") == CardSet("8s8h8d8c")


def test_two_pair_have_four_outs_to_the_full_house() -> None:
    found = outs("9c4d", "9h4sKc 2d")
    assert all_outs(found) == CardSet("9s9d 4h4c")


def test_two_overcards_have_six_outs_to_a_pair() -> None:
    found = outs("AhKd", "9c6s3h 2d")
    assert all_outs(found) == CardSet("AsAdAc KsKhKc")


def test_a_pocket_pair_has_two_outs_to_a_set() -> None:
    found = outs("8h8c", "KdQs5h")
    assert that_make(found, "three_of_a_kind") == CardSet("8s8d")


def test_outs_are_counted_on_the_flop_too() -> None:
    assert that_make(outs("AhTh", "Kh7h2c"), "flush") == CardSet("QhJh9h8h6h5h4h3h2h")


# --- with the help of a hole card ---------------------------------------------------------------


def test_a_card_that_pairs_the_board_alone_is_no_out() -> None:
    found = outs("AhTd", "Kh7c2c 5s")
    assert all_outs(found) & CardSet("KsKdKc7s7h7d5h5d5c2s2h2d") == CardSet()
    assert next_card(found, "Ks").category == "one_pair"
    assert next_card(found, "Ks").kind is None


def test_on_the_flop_a_card_that_pairs_the_board_alone_is_no_out() -> None:
    assert next_card(outs("AhTd", "Kh7c2c"), "Ks").kind is None


def test_a_board_that_becomes_two_pair_lifts_nobody() -> None:
    found = outs("7c3d", "KhKs5h Jd")
    assert next_card(found, "5s").category == "two_pair"
    assert next_card(found, "5s").kind is None


def test_a_pocket_pair_beside_a_card_that_pairs_the_board_is_lifted() -> None:
    assert next_card(outs("8h8c", "KdQs5h"), "Kc").kind == "clean"


def test_three_of_a_kind_on_the_board_lift_nobody() -> None:
    assert next_card(outs("AhKd", "7c7d2s"), "7h").kind is None


def test_a_straight_on_the_board_lifts_whoever_has_a_longer_one() -> None:
    assert next_card(outs("Tc2d", "8c7d6h5s"), "9h").kind == "clean"
    assert next_card(outs("Tc2d", "8c7d6h5s"), "4h").kind is None


def test_a_full_house_on_the_board_lifts_whoever_has_a_larger_one() -> None:
    found = outs("AsAd", "9c9d8h8s")
    assert next_card(found, "9h").kind == "clean"


def test_a_royal_flush_on_the_board_lifts_nobody() -> None:
    assert next_card(outs("9c2d", "AsKsQsJs"), "Ts").kind is None


def test_a_better_hand_of_the_same_category_is_no_out() -> None:
    assert next_card(outs("AhAd", "Kc7d2s"), "Ks").kind == "clean"
    assert next_card(outs("AhAd", "KcKd2s"), "2h").kind is None


# --- clean and tainted --------------------------------------------------------------------------


def test_an_overcard_that_makes_us_the_favourite_is_clean() -> None:
    found = outs("AhKd", "9c6s3h 2d")
    assert found.clean == CardSet("AsAdAc KsKhKc")
    assert found.tainted == CardSet()


def test_an_overcard_on_a_board_of_four_hearts_in_a_row_is_tainted() -> None:
    found = outs("AsKd", "JhTh9h8h")
    assert found.tainted == CardSet("AdAc KsKc")
    assert found.clean == CardSet("QsQdQc")


def test_small_pairs_on_a_high_board_are_tainted() -> None:
    found = outs("3c2d", "AsKhTs 9h")
    assert found.tainted == CardSet("3s3h3d 2s2h2c")
    assert len(found.clean) == 0


@pytest.mark.parametrize("situation", [FLUSH_DRAW, OPEN_ENDED, ("3c2d", "AsKhTs 9h")])
def test_an_out_is_clean_exactly_when_its_equity_is_above_one_half(
    situation: tuple[str, str],
) -> None:
    found = outs(*situation)
    assert len(found) > 0
    assert all((each.kind == "clean") == (each.equity > 0.5) for each in found)


# --- the numbers --------------------------------------------------------------------------------


def test_every_unseen_card_is_told_with_its_hand() -> None:
    found = outs(*OPEN_ENDED)
    assert len(found.cards) == 46
    assert found.now == evaluate("8c7d6h5sKc2d")
    nine = next_card(found, "9s")
    assert (nine.category, nine.name) == ("straight", "straight, nine high")
    assert nine.evaluation == evaluate("8c7d6h5sKc2d9s")


def test_the_equity_of_a_card_is_that_of_the_board_with_it() -> None:
    river = next_card(outs(*OPEN_ENDED), "9s")
    assert river.equity == current_hand_odds("8c7d", "6h5sKc2d9s").equity


def test_the_mean_equity_after_the_card_is_the_equity_before_it() -> None:
    before = current_hand_odds(*FLUSH_DRAW).equity
    assert outs(*FLUSH_DRAW).equity == pytest.approx(before, abs=1e-12)


def test_dead_cards_do_not_come_and_nobody_holds_them() -> None:
    found = outs(*OPEN_ENDED, dead="9s9hAs")
    assert len(found.cards) == 43
    assert that_make(found, "straight") == CardSet("9d9c 4s4h4d4c")
    assert next_card(found, "9d").equity == (
        current_hand_odds("8c7d", "6h5sKc2d9d", dead="9s9hAs").equity
    )


def test_the_length_counts_the_outs_and_iterating_gives_them() -> None:
    found = outs(*OPEN_ENDED)
    assert len(found) == len(list(found)) == 14
    assert all(each.kind is not None for each in found)
    assert CardSet(each.card for each in found) == all_outs(found)


# --- against ranges -----------------------------------------------------------------------------

RANGES = [
    "22+, A2s+, KTs+",
    "QQ:0.5, AK:1/3, 76s",
    ["22+, AJ+", "random"],
    ["KK:0.5, AQ", "QQ, 77:0.2", "random"],
]


@pytest.mark.repeats(3)
@pytest.mark.parametrize("board", ["Qd7h2c", "Qd7h2c5s"])
@pytest.mark.parametrize("villain", RANGES, ids=str)
def test_against_ranges_too_the_mean_after_the_card_is_the_equity_before_it(
    villain: str | list[str], board: str
) -> None:
    before = current_hand_odds("AhTh", board, villain=villain, method="exact").equity
    assert outs("AhTh", board, villain=villain).equity == pytest.approx(before, abs=1e-12)


def test_the_equity_of_a_card_is_that_against_the_ranges_on_the_board_with_it() -> None:
    for villain in ("QQ+, AK:0.5", ["22+", "AJ+"]):
        found = next_card(outs("AhTh", "Kh7h2c", villain=villain), "3h")
        odds = current_hand_odds("AhTh", "Kh7h2c3h", villain=villain)
        assert found.equity == pytest.approx(odds.equity, abs=1e-12)


def test_cards_that_opponents_hold_are_less_likely_to_come() -> None:
    found = outs("AhTh", "Kh7h2c", villain="QQ, JJ, 44:0.5")
    weights = {str(each.card): each.weight for each in found.cards}
    assert weights["3s"] == 1
    assert weights["4s"] == pytest.approx(1 - 1.5 / 15)
    assert weights["Qs"] == pytest.approx(1 - 3 / 15)
    assert {each.weight for each in outs("AhTh", "Kh7h2c").cards} == {1}


def test_a_card_that_every_hand_of_the_opponent_holds_cannot_come() -> None:
    found = outs("AhTh", "Kh7h2c", villain="QhQs, QhJs")
    assert len(found.cards) == 46
    assert Card("Qh") not in {each.card for each in found.cards}
    assert "Qh" not in that_make(found, "flush")


def test_an_out_may_be_clean_against_any_cards_and_tainted_against_a_range() -> None:
    assert outs("8c7d", "6h5sKc2d").tainted == CardSet()
    assert outs("8c7d", "6h5sKc2d", villain="AK, KQ").tainted == CardSet("8s8h8d7s7h7c")


def test_against_several_an_out_is_clean_where_it_brings_more_than_a_fair_share() -> None:
    found = list(outs("AsKd", "JhTd9h2c", villain=["22+, AJ+", "random"]))
    assert any(1 / 3 < each.equity < 1 / 2 for each in found)
    assert all((each.kind == "clean") == (each.equity > 1 / 3) for each in found)


def test_any_cards_as_a_range_are_any_cards() -> None:
    ranged, plain = outs(*FLUSH_DRAW, villain="random"), outs(*FLUSH_DRAW)
    assert (ranged.clean, ranged.tainted) == (plain.clean, plain.tainted)
    assert [each.equity for each in ranged.cards] == pytest.approx(
        [each.equity for each in plain.cards], abs=1e-12
    )


def test_excluded_cards_are_in_no_opponent_s_hand_and_may_still_come() -> None:
    found = outs("AhTh", "Kh7h2c", excluded="Qh Qs")
    assert len(found.cards) == 47
    assert next_card(found, "Qh").weight == 1
    odds = current_hand_odds("AhTh", "Kh7h2cQh", excluded="Qs")
    assert next_card(found, "Qh").equity == pytest.approx(odds.equity, abs=1e-12)


def test_too_many_ranges_are_refused() -> None:
    with pytest.raises(OptionError, match="it must have 1 to 3"):
        outs("AhTh", "Kh7h2c", villain=["22+"] * 4)


def test_ranges_without_a_hand_are_refused() -> None:
    with pytest.raises(InputError, match="has no hand left"):
        outs("AhTh", "Kh7h2c", villain="AhKs")
    with pytest.raises(InputError, match="no deal gives each player a hand of these ranges"):
        outs("AhTh", "Kh7h2c", villain=["QhQs", "QhJh"])


# --- input --------------------------------------------------------------------------------------


def test_before_the_flop_the_way_to_potential_hands_is_shown() -> None:
    with pytest.raises(StreetError, match=r"before the flop.*use potential_hands"):
        outs("AhKh", "")


def test_on_the_river_no_card_is_to_come() -> None:
    with pytest.raises(StreetError, match="no card is to come on KcQh7h5s2c"):
        outs("AhKh", "Qh7h2c5sKc")


def test_a_card_cannot_be_in_two_places() -> None:
    with pytest.raises(DuplicateCardError, match="Kh appears twice: in hole and in board"):
        outs("AhKh", "Kh7h2c")


@pytest.mark.parametrize(("hole", "board"), [("Ah", "Qh7h2c"), ("AhKh", "Qh7h")])
def test_a_wrong_number_of_cards_is_refused(hole: str, board: str) -> None:
    with pytest.raises(CardCountError, match="it must have"):
        outs(hole, board)


@pytest.mark.parametrize(("board", "wanted"), [("Qh7h2c", 4), ("Qh7h2c5s", 3)])
def test_dead_cards_that_leave_too_few_to_deal_are_refused(board: str, wanted: int) -> None:
    left = CardSet("3c3d")
    dead = CardSet.full() - CardSet("AhKh") - CardSet(board) - left
    with pytest.raises(CardCountError, match=rf"dead leaves 2 cards; .* need {wanted}"):
        outs("AhKh", board, dead)
