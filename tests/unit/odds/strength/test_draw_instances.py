"""The instances of each class: how many there are, what they ask for, and in which order."""

from itertools import combinations, pairwise
from math import comb

import pytest

from handsight.cards import Card, CardSet
from handsight.odds.strength.draw_instances import CLASS_SIZES, Instance, instances, straight_ranks
from handsight.ranking import category_of, evaluate_mask

COUNTS = {
    "one_pair": 13,
    "two_pair": comb(13, 2),
    "three_of_a_kind": 13,
    "straight": 10,
    "flush": 4,
    "full_house": 13 * 12,
    "four_of_a_kind": 13,
    "straight_flush": 4 * 9,
    "royal_flush": 4,
}
EVERY = [each for hand_class in CLASS_SIZES for each in instances(hand_class)]
WHOLE_HANDS = ("straight", "full_house", "straight_flush", "royal_flush")


def lowest_cards(instance: Instance) -> list[Card]:
    """Take what the instance asks for, in turn from the low and the high end of its pools."""
    chosen: list[Card] = []
    for place, part in enumerate(instance.requirements):
        pool = sorted(CardSet.from_mask(part.pool))
        chosen += pool[: part.wanted] if place % 2 else pool[::-1][: part.wanted]
    return chosen


@pytest.mark.parametrize("hand_class", CLASS_SIZES)
def test_a_class_has_as_many_instances_as_there_are_choices(hand_class: str) -> None:
    assert len(instances(hand_class)) == COUNTS[hand_class]


@pytest.mark.parametrize("hand_class", CLASS_SIZES)
def test_no_two_instances_have_one_name(hand_class: str) -> None:
    assert len({each.name for each in instances(hand_class)}) == COUNTS[hand_class]


def test_every_instance_asks_for_the_number_of_cards_of_its_class() -> None:
    assert all(sum(part.wanted for part in each.requirements) == each.size for each in EVERY)


def test_no_card_is_in_two_pools_of_an_instance() -> None:
    for each in EVERY:
        pairs = combinations([part.pool for part in each.requirements], 2)
        assert all(one & other == 0 for one, other in pairs), each.name


@pytest.mark.parametrize("hand_class", WHOLE_HANDS)
def test_what_an_instance_asks_for_is_a_hand_of_its_class(hand_class: str) -> None:
    category = hand_class.replace("royal", "straight")
    hands = [CardSet(lowest_cards(each)) for each in instances(hand_class)]
    assert {category_of(evaluate_mask(hand.mask)) for hand in hands} == {category}


@pytest.mark.parametrize("hand_class", WHOLE_HANDS)
def test_the_strongest_instance_comes_first(hand_class: str) -> None:
    hands = [CardSet(lowest_cards(each)) for each in instances(hand_class)]
    strengths = [evaluate_mask(hand.mask) for hand in hands]
    assert all(one >= other for one, other in pairwise(strengths))


def test_a_straight_flush_is_not_royal() -> None:
    assert not any("ace high" in each.name for each in instances("straight_flush"))


def test_the_ace_stands_below_the_deuce_in_the_lowest_straight() -> None:
    lowest = instances("straight")[-1]
    assert lowest.name == "straight, five high"
    assert lowest.missing(CardSet("Ah2c3d4s5h").mask) == 0


def test_straight_ranks_run_down_from_the_top() -> None:
    assert straight_ranks(12) == (12, 11, 10, 9, 8)


def test_held_counts_what_is_beyond_what_is_asked_for() -> None:
    aces = instances("one_pair")[0]
    assert aces.held(CardSet("AsAhAd Kc").mask) == (3,)


@pytest.mark.parametrize(
    ("cards", "missing"),
    [("", 5), ("As", 4), ("AsAhAdAc", 2), ("AsKh", 3), ("AsAhKd", 2), ("AsAhAdKsKh", 0)],
)
def test_missing_counts_each_pool_for_itself(cards: str, missing: int) -> None:
    assert instances("full_house")[0].missing(CardSet(cards).mask) == missing
