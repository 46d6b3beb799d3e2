"""What holds for all ranges."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from handsight.cards import Card, CardSet
from handsight.errors import InputError
from handsight.ranges import Range, grid
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS, COMBOS_OF

WEIGHTS = st.sampled_from([0, 1, 0.5, 0.1, Fraction(1, 3)]) | st.fractions(0, 1) | st.floats(0, 1)
HOLES = st.sampled_from(COMBOS).map(lambda pair: "".join(str(Card(index)) for index in pair))
NAMES = st.sampled_from(CLASSES) | st.sampled_from(sorted({name[:2] for name in CLASSES})) | HOLES
RANGES = st.dictionaries(NAMES, WEIGHTS, max_size=60).map(Range.from_weights)
DEAD = st.sets(st.integers(0, 51).map(Card), max_size=7).map(CardSet)


@given(RANGES)
def test_a_printed_range_reads_back_to_the_same_weights(hands: Range) -> None:
    read = Range(str(hands))
    assert read == hands
    assert (str(read), hash(read)) == (str(hands), hash(hands))


@given(st.sets(st.sampled_from(CLASSES)), st.data())
def test_classes_print_alike_in_whatever_order_they_were_named(
    names: set[str], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(sorted(names)))
    hands = Range(",".join(shuffled))
    assert set(hands.classes) == names
    assert Range(str(hands)) == hands
    assert str(hands) == str(Range(", ".join(sorted(names))))


@given(RANGES)
def test_a_complement_of_a_complement_is_the_range_itself(hands: Range) -> None:
    assert ~~hands == hands
    assert hands.total_weight + (~hands).total_weight == COMBO_COUNT
    assert Range("random") - hands == ~hands


@given(RANGES, RANGES)
def test_sets_of_hands_do_what_sets_do(one: Range, two: Range) -> None:
    assert (one | two, one & two) == (two | one, two & one)
    assert (one | one, one & one, one - one) == (one, one, Range())
    assert ~(one | two) == ~one & ~two
    assert (one | two).total_weight + (one & two).total_weight == (
        one.total_weight + two.total_weight
    )
    assert (one - two).total_weight + (one & two).total_weight == one.total_weight


@given(RANGES, DEAD)
def test_removal_leaves_exactly_the_combos_without_those_cards(hands: Range, dead: CardSet) -> None:
    left = hands.without(dead)
    assert left.combos == [(hole, weight) for hole, weight in hands if not len(hole & dead)]
    assert left.without(dead) == left


@given(RANGES)
def test_all_views_of_a_range_agree(hands: Range) -> None:
    assert sum((weight for _, weight in hands), Fraction(0)) == hands.total_weight
    assert sum(len(COMBOS_OF[name]) * share for name, share in hands.classes.items()) == (
        hands.total_weight
    )
    assert np.array_equal(
        hands.weights, [float(hands[f"{Card(low)}{Card(high)}"]) for low, high in COMBOS]
    )
    assert sum(map(sum, grid(hands))) <= 169
    assert Range.from_weights([hands[hole] for hole in all_holes()]) == hands


def all_holes() -> list[CardSet]:
    return [CardSet([Card(low), Card(high)]) for low, high in COMBOS]


@given(RANGES, st.integers(0, 2**32))
def test_whatever_is_drawn_is_in_the_range(hands: Range, seed: int) -> None:
    if any(hands.weights):
        assert hands.sample(np.random.default_rng(seed)) in hands


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_greater_share_holds_the_smaller_one(one: float, other: float) -> None:
    small, great = sorted((one, other))
    assert Range.top(small) - Range.top(great) == Range()
    assert len(Range.top(great, by="combos")) <= len(Range.top(great))


@given(st.text("AKQT92hs+-!:@%()[]/.,0 5o*", max_size=20) | st.text(max_size=8))
def test_any_text_is_a_range_or_an_error_that_says_where(text: str) -> None:
    hands, message = read(text)
    assert Range(str(hands)) == hands
    assert not message or f"in range {text!r}, at character " in message


def read(text: str) -> tuple[Range, str]:
    """The range, or an empty one and what is wrong with the text."""
    try:
        return Range(text), ""
    except InputError as error:
        return Range(), str(error)
