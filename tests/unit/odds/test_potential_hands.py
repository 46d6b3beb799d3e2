"""The list of potential hands: what is in it, what each entry says, and in which order."""

from typing import Any

import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, DuplicateCardError, UnknownCardError
from handsight.odds import PotentialHand, potential_hands
from handsight.odds.strength.draw_instances import CLASS_SIZES
from handsight.ranking import evaluate
from tests.oracles.values import oracle


def of_class(hand_class: str, cards: str, dead: str = "") -> list[PotentialHand]:
    return [each for each in potential_hands(cards, dead) if each.hand_class == hand_class]


def named(name: str, cards: str, dead: str = "") -> PotentialHand:
    return next(each for each in potential_hands(cards, dead) if each.name == name)


def names(hand_class: str, cards: str, dead: str = "") -> set[str]:
    return {each.name for each in of_class(hand_class, cards, dead)}


# --- against the oracle -------------------------------------------------------------------------


@pytest.mark.parametrize("value", oracle("potential_hands"), ids=lambda value: value["cards"])
def test_every_class_has_come_as_far_as_the_oracle_says(value: dict[str, Any]) -> None:
    hands = {name: of_class(name, value["cards"]) for name in CLASS_SIZES}
    best = {name: max(each, key=lambda hand: len(hand.have)) for name, each in hands.items()}
    assert value["have_of_need"] == {
        name: [len(hand.have), hand.size] for name, hand in best.items()
    }
    assert value["completion_pct"] == pytest.approx(
        {name: max(hand.completion for hand in each) for name, each in hands.items()}
    )


# --- what an entry says -------------------------------------------------------------------------


def test_a_flush_draw_says_everything_about_itself() -> None:
    flush = named("flush in hearts", "AhKh Qh7h2c")
    assert flush.hand_class == "flush"
    assert flush.have == tuple(CardSet("AhKhQh7h"))
    assert flush.need == tuple(CardSet("JhTh9h8h6h5h4h3h2h"))
    assert (flush.size, flush.missing, flush.completion) == (5, 1, 80.0)
    assert flush.possible
    assert not flush.complete
    assert (flush.ways, flush.runouts) == (378, 1081)
    assert flush.probability == pytest.approx(0.34968, abs=1e-5)
    assert flush.score == evaluate("AhKhQhJh9h").strength
    assert flush.current_score == evaluate("AhKhQh7h2c").strength


def test_a_complete_hand_lacks_nothing_and_is_certain() -> None:
    pair = named("pair of sevens", "7c7d4h3s2c")
    assert pair.complete
    assert (pair.need, pair.choices, pair.missing, pair.completion) == ((), (), 0, 100.0)
    assert pair.probability == 1


def test_what_serves_is_told_apart_from_how_many_must_come() -> None:
    trips = named("three sevens", "7c7d")
    assert trips.need == (Card("7s"), Card("7h"))
    assert trips.missing == 1


def test_a_straight_that_lacks_two_ranks_needs_one_card_of_each() -> None:
    straight = named("straight, nine high", "7c6d5h Ks2c")
    nines, eights = tuple(CardSet("9s9h9d9c")), tuple(CardSet("8s8h8d8c"))
    assert straight.choices == ((1, nines), (1, eights))
    assert straight.need == nines + eights
    assert straight.missing == 2


def test_a_hand_never_has_more_cards_than_it_takes() -> None:
    pair = named("pair of jacks", "JhJdJsJc2h7d8s")
    assert pair.have == (Card("Js"), Card("Jh"))


def test_the_ace_counts_low_in_the_lowest_straight() -> None:
    straight = named("straight, five high", "2h3h4h5h2s")
    assert straight.need == tuple(CardSet("AsAhAdAc"))


def test_two_cards_have_no_current_score() -> None:
    assert {each.current_score for each in potential_hands("AsKs")} == {None}


def test_all_entries_share_the_current_score() -> None:
    hands = potential_hands("AhKh Qh7h2c")
    assert {each.current_score for each in hands} == {evaluate("AhKhQh7h2c").strength}


# --- dead cards and cards to come ---------------------------------------------------------------


def test_a_dead_card_that_nothing_can_replace_makes_the_hand_impossible() -> None:
    quads = named("four sevens", "7c7d4h3s2c", dead="7h")
    assert not quads.possible
    assert quads.need == (Card("7s"), Card("7h"))
    assert (quads.score, quads.ways) == (None, 0)


def test_a_dead_card_that_others_can_replace_is_needed_no_more() -> None:
    trips = named("three sevens", "7c7d4h3s2c", dead="7h")
    assert trips.possible
    assert trips.need == (Card("7s"),)


def test_a_straight_without_a_live_card_of_a_rank_is_impossible() -> None:
    hands = of_class("straight", "8c7d6h5s2c", dead="9c9d9h9s")
    assert {each.name: each.possible for each in hands} == {
        "straight, nine high": False,
        "straight, eight high": True,
    }


def test_a_hand_that_lacks_more_cards_than_are_to_come_is_impossible() -> None:
    assert named("flush in hearts", "AhKhQh7s2c").possible
    assert not named("flush in hearts", "AhKhQh7s2c3d").possible


def test_on_the_river_only_complete_hands_are_possible() -> None:
    hands = potential_hands("AhKhQh7h2c2dKs")
    assert all(each.possible == each.complete for each in hands)


def test_dead_cards_elsewhere_make_a_draw_likelier() -> None:
    alone = named("flush in hearts", "AhKhQh7h2c")
    aided = named("flush in hearts", "AhKhQh7h2c", dead="KsKdQsQd")
    assert aided.probability > alone.probability


def test_where_the_nearest_is_impossible_the_nearest_possible_is_listed_too() -> None:
    royal = of_class("royal_flush", "AsKs", dead="Ts")
    assert [each.name for each in royal] == ["royal flush in hearts", "royal flush in spades"]
    assert [each.possible for each in royal] == [True, False]


# --- which instances are listed -----------------------------------------------------------------


def test_an_open_ended_draw_is_two_straights() -> None:
    assert names("straight", "8c7d6h5s2c") == {"straight, nine high", "straight, eight high"}


def test_a_gutshot_is_one_straight() -> None:
    assert names("straight", "9c7d6h5s2c") == {"straight, nine high"}


def test_two_pair_is_under_way_to_two_full_houses() -> None:
    assert names("full_house", "AhAd8c8s3d7h") == {
        "full house, aces over eights",
        "full house, eights over aces",
    }


def test_every_overcard_is_one_card_short_of_a_pair() -> None:
    assert len(of_class("one_pair", "AhKdQs7c2h")) == 5


def test_of_hands_half_begun_only_the_strongest_is_listed() -> None:
    assert names("two_pair", "AhKdQs7c2h") == {"two pair, aces and kings"}


@pytest.mark.parametrize(
    "cards", ["7c7d", "AsKs", "AhKdQs7c2h", "KcQd9h7s5c3d2h", "JhJdJsJc2h7d8s"]
)
def test_every_class_is_listed_without_a_flood(cards: str) -> None:
    hands = potential_hands(cards)
    assert {each.hand_class for each in hands} == set(CLASS_SIZES)
    assert len(hands) <= 30


def test_a_straight_flush_is_listed_apart_from_the_royal() -> None:
    assert "straight flush in spades, king high" in names("straight_flush", "AsKsQsJs2d")
    assert names("royal_flush", "AsKsQsJs2d") == {"royal flush in spades"}


# --- order --------------------------------------------------------------------------------------


def test_complete_hands_come_first_and_the_strongest_of_them_leads() -> None:
    hands = potential_hands("9c9d9h4s4d")
    complete = [each.complete for each in hands]
    assert complete == sorted(complete, reverse=True)
    assert hands[0].name == "full house, nines over fours"


def test_what_is_under_way_stands_by_probability_times_score() -> None:
    hands = [each for each in potential_hands("AhKhQh7h2c") if not each.complete]
    promise = [each.probability * (each.score or 0) for each in hands]
    assert promise == sorted(promise, reverse=True)
    assert hands[0].name == "flush in hearts"


def test_impossible_hands_come_last() -> None:
    possible = [each.possible for each in potential_hands("AhKhQh7h2c")]
    assert possible == sorted(possible, reverse=True)


# --- input --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [["Ah", "Kh"], CardSet("AhKh"), "A♥ K♥", [50, 46]])
def test_cards_are_read_in_any_notation(cards: Any) -> None:
    assert potential_hands(cards) == potential_hands("AhKh")


@pytest.mark.parametrize("cards", ["", "Ah", "AhKhQhJhTh9h8h7h"])
def test_a_wrong_number_of_cards_is_refused(cards: str) -> None:
    with pytest.raises(CardCountError, match="it must have 2, 3, 4, 5, 6 or 7"):
        potential_hands(cards)


def test_a_card_cannot_be_held_and_dead() -> None:
    message = "^Kh appears twice: in cards and in dead; each card exists only once$"
    with pytest.raises(DuplicateCardError, match=message):
        potential_hands("AhKh", dead="2cKh")


@pytest.mark.parametrize(("cards", "dead"), [("AhAh", ""), ("AhKh", "2c2c")])
def test_a_card_cannot_stand_twice_in_one_place(cards: str, dead: str) -> None:
    with pytest.raises(DuplicateCardError, match="appears twice in"):
        potential_hands(cards, dead)


@pytest.mark.parametrize(
    ("cards", "dead", "where"), [("AhXx", "", "cards"), ("AhKh", "1c", "dead")]
)
def test_what_is_no_card_is_refused_with_its_place(cards: str, dead: str, where: str) -> None:
    with pytest.raises(UnknownCardError, match=f"in {where}"):
        potential_hands(cards, dead)


def test_dead_cards_that_leave_too_few_to_come_are_refused() -> None:
    dead = CardSet.full() - CardSet("AhKhQhJhTh9h")
    with pytest.raises(CardCountError, match="dead leaves 4 cards, but 5 are to come"):
        potential_hands("AhKh", dead)
