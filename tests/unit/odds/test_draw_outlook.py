"""What the cards to come can make of an instance, on examples that can be counted by hand."""

from math import comb

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError
from handsight.odds.strength.draw_instances import CLASS_SIZES, Instance, instances
from handsight.odds.strength.draws import Outlook
from handsight.ranking import CATEGORY_FLOORS, STRONGEST, evaluate


def outlook(cards: str, dead: str = "") -> Outlook:
    return Outlook.of(CardSet(cards), CardSet(dead))


def instance(name: str) -> Instance:
    """Find an instance by its name."""
    return next(
        each for hand_class in CLASS_SIZES for each in instances(hand_class) if each.name == name
    )


def best(name: str, cards: str, dead: str = "") -> int | None:
    return outlook(cards, dead).best_strength(instance(name))


# --- what is to come ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "to_come"),
    [("AhKh", 5), ("AhKhQh", 4), ("AhKhQh7h2c", 2), ("AhKhQh7h2c3d", 1), ("AhKhQh7h2c3d4s", 0)],
)
def test_seven_cards_are_dealt_in_all(cards: str, to_come: int) -> None:
    ahead = outlook(cards)
    assert ahead.to_come == to_come
    assert ahead.runouts == comb(52 - (7 - to_come), to_come)


def test_dead_cards_do_not_come() -> None:
    assert outlook("AhKhQh7h2c", dead="2d3d4d").runouts == comb(44, 2)


def test_too_many_dead_cards_leave_nothing_to_deal() -> None:
    held = CardSet("AhKh")
    dead = CardSet.full() - held - CardSet("2c3c4c5c")
    with pytest.raises(CardCountError, match="dead leaves 4 cards, but 5 are to come"):
        Outlook.of(held, dead)


def test_fewer_than_five_cards_have_no_strength() -> None:
    assert outlook("AhKhQh7h").strength_now is None


def test_five_cards_have_a_strength() -> None:
    assert outlook("AhKhQh7h2c").strength_now == evaluate("AhKhQh7h2c").strength


# --- ways ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "ways"),
    [
        ("flush in hearts", "AhKhQh7h2c", comb(47, 2) - comb(38, 2)),
        ("flush in hearts", "AhKhQh7h2c3d", 9),
        ("flush in hearts", "AhKhQh7s2c", comb(10, 2)),
        ("flush in hearts", "AhKhQh7s2c3d", 0),
        ("straight, nine high", "8c7d6h5s2c", comb(47, 2) - comb(43, 2)),
        ("straight, nine high", "8c7d6h2s2c", 4 * 4),
        ("full house, kings over fours", "KcKd4h7s2c", 2 * 3),
        ("full house, kings over fours", "KcKdKh7s2c", comb(4, 2)),
        ("two pair, kings and fours", "KcKd9h7s2c", comb(4, 2)),
        ("four kings", "KcKd4h7s2c", 1),
        ("four kings", "KcKdKh7s2c", 46),
        ("royal flush in spades", "AsKs", comb(47, 2)),
        ("pair of kings", "KcKd4h7s2c", comb(47, 2)),
    ],
)
def test_ways_counted_by_hand(name: str, cards: str, ways: int) -> None:
    assert outlook(cards).ways(instance(name)) == ways


def test_dead_cards_are_counted_neither_among_the_ways_nor_among_the_others() -> None:
    ahead = outlook("AhKhQh7h2c", dead="2h3h2d")
    assert ahead.ways(instance("flush in hearts")) == comb(44, 2) - comb(37, 2)


# --- the best that it can be --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "hand"),
    [
        ("pair of sevens", "7c7d", "7c7dAhKhQs"),
        ("pair of sevens", "7c7d4h3s2c", "7c7dAhKs4h"),
        ("pair of sevens", "7c7d4h3s2c9d", "7c7dAs9d4h"),
        ("pair of sevens", "7c8d4h3s2c", "7c7dAs8d4h"),
        ("two pair, aces and eights", "AhAd8c8s3d7h", "AhAd8c8sKd"),
        ("three sevens", "7c7d4h3s2c", "7c7d7hAs4h"),
        ("four jacks", "JhJdJsJc2h7d8s", "JhJdJsJc8s"),
        ("full house, deuces over threes", "2c2d3h9s8c", "2c2d2h3h3c"),
        ("flush in hearts", "AhKhQh7h2c", "AhKhQhJh9h"),
        ("flush in hearts", "AhKhQhJh2c3d", "AhKhQhJh9h"),
        ("flush in hearts", "6h5h4h3h2h9c9d", "6h5h4h3h2h"),
        ("straight, five high", "Ah2c3d4s9h", "Ah2c3d4s5h"),
        ("straight flush in hearts, king high", "KhQhJh2c2d", "KhQhJhTh9h"),
        ("royal flush in hearts", "AhKhQhJh2d", "AhKhQhJhTh"),
    ],
)
def test_the_best_hand_that_an_instance_can_be(name: str, cards: str, hand: str) -> None:
    assert best(name, cards) == evaluate(hand).strength


def test_a_flush_beside_five_in_a_row_is_no_straight_flush() -> None:
    assert best("flush in hearts", "6h5h4h3h2h9c") == evaluate("Ah6h5h4h3h").strength


def test_dead_kickers_do_not_count() -> None:
    aces = "AsAhAdAc"
    assert best("pair of sevens", "7c7d4h3s2c", aces) == evaluate("7c7dKhQs4h").strength


def test_dead_cards_of_the_suit_do_not_count() -> None:
    assert best("flush in hearts", "AhKhQh7h2c", "JhTh9h") == evaluate("AhKhQh8h7h").strength


def test_what_cannot_come_has_no_strength() -> None:
    assert best("flush in hearts", "AhKhQh7s2c3d") is None


def test_a_pair_inside_four_of_a_kind_and_a_pair_has_the_strength_of_all() -> None:
    cards = "JhJdJsJc2h2d"
    assert best("pair of jacks", cards) == evaluate(cards).strength


def test_a_straight_has_the_strength_of_its_top_even_inside_a_straight_flush() -> None:
    assert best("straight, six high", "6h5h4h3h2h9c9d") == CATEGORY_FLOORS["straight"] + 1


def test_the_strongest_straight_stands_just_below_the_weakest_flush() -> None:
    assert best("straight, ace high", "AhKd") == CATEGORY_FLOORS["flush"] - 1


def test_the_strongest_straight_flush_stands_just_below_the_royal() -> None:
    assert best("straight flush in clubs, king high", "Kc2d") == STRONGEST - 1


def test_where_too_few_ranks_are_live_for_kickers_there_is_no_strength() -> None:
    held = CardSet("7c7d")
    dead = CardSet.full() - held - CardSet("7h7sAsAhAd")
    assert Outlook.of(held, dead).best_strength(instances("one_pair")[7]) is None
