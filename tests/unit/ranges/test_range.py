"""What a range is, and what can be done with it."""

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, InputError, OptionError, UnknownCardError
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS, combo_number


def number(hole: str) -> int:
    high, low = CardSet(hole)
    return combo_number(high.index, low.index)


# --- making --------------------------------------------------------------------------------------


def test_a_range_is_made_of_a_text_or_of_a_range() -> None:
    assert Range(Range("AKs")) == Range("AKs")
    assert Range() == Range("")


@pytest.mark.parametrize("wrong", [None, 5, ["AA"], CardSet("AhKh")])
def test_a_range_is_made_of_nothing_else(wrong: Any) -> None:
    with pytest.raises(InputError, match=f"a range is of type {type(wrong).__name__}"):
        Range(wrong)


def test_numbers_make_a_range_in_the_order_of_the_combos() -> None:
    weights = np.zeros(COMBO_COUNT)
    weights[number("AhKh")], weights[number("2c2d")] = 0.1, 1
    for given in (weights, list(weights), Range("22:0.3").weights):
        assert np.array_equal(Range.from_weights(given).weights, given)
    assert str(Range.from_weights(weights)) == "2d2c, AhKh:0.1"


def test_a_mapping_makes_a_range_and_the_last_weight_holds() -> None:
    result = Range.from_weights({"QQ+": 1, "AK": Fraction(1, 3), "AhKh": 0.5, "KK": 0})
    assert result == Range("QQ+, AK:1/3, AhKh:0.5, KK:0")


def test_another_count_than_1326_is_refused() -> None:
    with pytest.raises(OptionError, match="weights has 169 numbers; it must have 1326"):
        Range.from_weights([1] * 169)


def test_a_weight_outside_0_to_1_is_refused() -> None:
    with pytest.raises(OptionError, match=r"weight of AA is 1.5; it must be a number from 0 to 1"):
        Range.from_weights({"AA": 1.5})


# --- looking in ----------------------------------------------------------------------------------


def test_weights_are_exact_integers_over_the_smallest_denominator() -> None:
    hands = Range("AA:0.5, KK:1/3")
    assert hands.denominator == 6
    assert sorted(set(hands.numerators)) == [0, 2, 3]
    assert Range("AA:2/4, KK:0.5").denominator == 2
    assert Range("").denominator == 1


def test_weights_are_an_array_that_cannot_be_written() -> None:
    weights = Range("AhKh:0.75").weights
    assert (weights.dtype, weights.shape, weights.sum()) == (np.float64, (COMBO_COUNT,), 0.75)
    assert weights[number("AhKh")] == 0.75
    with pytest.raises(ValueError, match="read-only"):
        weights[0] = 1


def test_a_combo_is_in_a_range_if_it_weighs_anything() -> None:
    hands = Range("AKs:0.5")
    assert "AhKh" in hands
    assert "KhAh" in hands
    assert CardSet("AsKs") in hands
    assert [Card("Ah"), Card("Kd")] not in hands
    assert (hands["AhKh"], hands["AhKd"]) == (Fraction(1, 2), Fraction(0))


def test_only_two_cards_can_be_in_a_range() -> None:
    with pytest.raises(CardCountError, match="hole has 3 cards"):
        "AhKhQh" in Range("AA")  # noqa: B015
    with pytest.raises(UnknownCardError):
        "AKs+" in Range("AA")  # noqa: B015


def test_a_range_lists_its_combos_with_their_weights() -> None:
    hands = Range("AhKh, 2c2d:0.5, 33:0")
    assert hands.combos == [(CardSet("2c2d"), Fraction(1, 2)), (CardSet("AhKh"), Fraction(1))]
    assert list(hands) == hands.combos
    assert len(hands) == 2


def test_classes_have_the_average_weight_of_their_combos() -> None:
    hands = Range("AhKh, QQ:0.5, AKo:1/3")
    assert hands.classes == {"AKs": Fraction(1, 4), "AKo": Fraction(1, 3), "QQ": Fraction(1, 2)}
    assert list(hands.classes) == ["AKs", "AKo", "QQ"]


@pytest.mark.parametrize(
    ("text", "total"), [("random", 1326), ("AA", 6), ("AA:0.5, AhKh", 4), ("", 0)]
)
def test_the_percentage_weighs_the_combos(text: str, total: int) -> None:
    assert Range(text).total_weight == total
    assert Range(text).percent == pytest.approx(100 * total / 1326)


# --- sets ----------------------------------------------------------------------------------------

ours, theirs = Range("AA:0.5, KK, QQ:0.25"), Range("AA:0.75, QQ:0.25, JJ")


def test_a_union_takes_the_heavier_weight() -> None:
    assert ours | theirs == Range("AA:0.75, KK, QQ:0.25, JJ")


def test_an_intersection_takes_the_lighter_weight() -> None:
    assert ours & theirs == Range("AA:0.5, QQ:0.25")


def test_a_difference_takes_weight_away_down_to_nothing() -> None:
    assert theirs - ours == Range("AA:0.25, JJ")
    assert ours - ours == Range("")


def test_a_complement_gives_what_is_missing_to_1() -> None:
    assert ~Range("AA:0.25") == Range("random, AA:0.75")
    assert ~Range("random") == Range("")


@pytest.mark.parametrize("other", [1, None, CardSet("AhKh")])
def test_only_ranges_and_texts_go_together(other: Any) -> None:
    for action in ("__or__", "__and__", "__sub__", "__rsub__", "__eq__"):
        assert getattr(ours, action)(other) is NotImplemented
    assert ours != other


def test_a_text_is_read_as_a_range_on_either_side() -> None:
    text = "AA:0.75, QQ:0.25, JJ"
    assert (ours | text, text | ours) == (ours | theirs, ours | theirs)
    assert (ours & text, text & ours) == (ours & theirs, ours & theirs)
    assert (ours - text, text - ours) == (ours - theirs, theirs - ours)
    assert ours != "AA:0.5, KK, QQ:0.25"
    with pytest.raises(InputError, match="AKx"):
        _ = ours | "AKx"


# --- names ---------------------------------------------------------------------------------------


def test_a_class_weighs_the_average_of_its_combos() -> None:
    hands = Range("AhKh, QQ:0.5, AKo:1/3")
    assert {name: hands[name] for name in hands.classes} == hands.classes
    assert hands["kao"] == Fraction(1, 3)
    assert hands["AK"] == (hands["AKs"] * 4 + hands["AKo"] * 12) / 16
    assert hands["72o"] == 0


def test_a_class_is_in_a_range_with_all_its_combos() -> None:
    hands = Range("AhKh, QQ:0.5, AQ")
    assert [name for name in ("AKs", "QQ", "AQ", "AQs", "AhKh", "JJ") if name in hands] == [
        *("QQ", "AQ", "AQs", "AhKh")
    ]
    with pytest.raises(UnknownCardError, match="a pair is never suited"):
        _ = "QQs" in hands


# --- card removal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "dead", "left"),
    [
        *[("AA", "Ah", 3), ("AA", "AhAs", 1), ("AKs", "AhKd", 2), ("AKo", "AhKh", 6)],
        *[("QQ", "", 6), ("random", "AhKh", 1225), ("random", "AhKhQh7h2c", 1081)],
    ],
)
def test_a_combo_with_a_card_that_lies_elsewhere_is_gone(text: str, dead: str, left: int) -> None:
    assert len(Range(text).without(dead)) == left


def test_removal_leaves_the_other_weights_alone() -> None:
    assert Range("AA:0.5, KK:1/3").without("AhAsAd") == Range("KK:1/3")
    assert Range("AA:0.5, KK:1/3").without("AhAsAd").denominator == 3


# --- drawing -------------------------------------------------------------------------------------


def test_combos_are_drawn_as_often_as_they_weigh() -> None:
    hands, rng = Range("AhKh, 2c2d:0.5, QsQd:0.25"), np.random.default_rng(3)
    drawn = [hands.sample(rng) for _ in range(7000)]
    counts = {str(CardSet(cards)): drawn.count(cards) for cards in set(drawn)}
    assert set(counts) == {"AhKh", "2d2c", "QsQd"}
    assert [counts[hand] / 1000 for hand in ("AhKh", "2d2c", "QsQd")] == pytest.approx(
        [4, 2, 1], abs=0.15
    )


def test_the_same_generator_draws_the_same_cards_and_the_higher_first() -> None:
    one, two = np.random.default_rng(5), np.random.default_rng(5)
    for _ in range(20):
        high, low = Range("random").sample(one)
        assert high > low
        assert (high, low) == Range("*").sample(two)


class Extreme:
    """A generator at either end of what one can give."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def test_no_draw_falls_outside_the_range() -> None:
    hands: Any = Range("AA:1/3, AKs:1/7")
    assert hands.sample(Extreme(0.0)) in hands
    assert hands.sample(Extreme(1 - 2**-53)) in hands
    assert hands.sample(Extreme(1.0)) in hands


def test_nothing_can_be_drawn_from_an_empty_range() -> None:
    with pytest.raises(InputError, match="the range is empty"):
        Range("AA").without("AhAsAd").sample(np.random.default_rng(1))


# --- as a value ----------------------------------------------------------------------------------


def test_equal_weights_make_equal_ranges() -> None:
    one, other = Range("AK:0.5"), Range("AKo@50, AKs:2/4")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Range("AK")
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize("name", ["numerators", "denominator", "anything"])
def test_a_range_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        setattr(Range("AA"), name, 1)


def test_an_empty_range_is_false() -> None:
    assert not Range("")
    assert Range("AhKh:0.01")


def test_the_order_of_the_combos_is_the_documented_one() -> None:
    for place in (0, 17, 600, 1325):
        low, high = COMBOS[place]
        assert Range(f"{Card(low)}{Card(high)}").weights.argmax() == place


@pytest.mark.parametrize("name", ["AKx", "zz", "AK5"])
def test_what_no_range_can_hold_is_no_hand(name: str) -> None:
    message = (
        f"^'{name}' is not a hand of a range; write two cards like AhKd, or a class like AKs, "
        "AKo or 77$"
    )
    for ask in (lambda: name in Range("AA"), lambda: Range("AA")[name]):
        with pytest.raises(UnknownCardError, match=message):
            ask()


@pytest.mark.parametrize("text", ["22+, A2s+", "QQ+, AKo:0.5", "QQ+, AKo:0.123", "KK:0.0039", ""])
def test_small_numbers_as_bytes_make_no_difference(text: str) -> None:
    hands = Range(text)
    gone = CardSet("AhKd7c")
    kept = [0 if gone.mask & mask else n for mask, n in zip(MASKS, hands.numerators, strict=True)]
    left = hands.without(gone)
    assert left == Range.from_whole(kept, hands.denominator)
    for each in (hands, left, pickle.loads(pickle.dumps(left)), Range(left)):
        assert type(each.numerators) is tuple
        small = each.small_numerators()
        assert (small is None) == (each.denominator >= 256)
        assert small is None or tuple(small) == each.numerators
        assert len(each) == sum(map(bool, each.numerators))
        assert hash(each) == hash(Range(str(each)))
