"""blog-4's hand values, which are lossy: what exactly is lost and turned round."""

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from handsight.errors import InputError, NoExactMethodError
from handsight.ranking import CATEGORIES, CATEGORY_FLOORS
from handsight.ranking.published.blog_4 import Blog4, all_codes
from handsight.ranking.published.classes import hand_of_each_class

pytestmark = pytest.mark.pure_python

blog_4 = cache(Blog4)  # its scale takes a while without the compiler

FLOORS = list(CATEGORY_FLOORS.values())
SAMPLE = range(0, 7462, 13)


def code_in_fractions(hand: list[int]) -> Fraction:
    """Encode five cards digit by digit, each rank r as r / 1.5."""
    counts = Counter(card // 4 + 2 for card in hand)
    ranks = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    parts = [Fraction(2 * rank, 3) for rank in ranks]
    flush = len({card % 4 for card in hand}) == 1
    if len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks[:2] == [14, 5]):
        top = parts[1] if ranks[:2] == [14, 5] else parts[0]
        return 100_000 * (9 if flush else 5) + top
    kind, weights = {
        (1, 1, 1, 1, 1): (6 if flush else 0, (10_000, 1000, 100, 10, 1)),
        (2, 1, 1, 1): (2, (1000, 1, 10, 100)),
        (2, 2, 1): (3, (100, 10, 1)),
        (3, 1, 1): (4, (1, 10, 1)),
        (3, 2): (7, (10, 1)),
        (4, 1): (8, (10, 1)),
    }[tuple(counts[rank] for rank in ranks)]
    digits = zip(weights, parts, strict=True)
    return 100_000 * kind + sum(weight * part for weight, part in digits)


def values() -> np.ndarray:
    """Give the value of each class, by strength."""
    return blog_4().values(hand_of_each_class()).astype(np.int64)


def categories() -> np.ndarray:
    """Give the number of each class's category, by strength."""
    return np.searchsorted(FLOORS, np.arange(7462), side="right") - 1


def turned_round() -> Counter[tuple[str, str]]:
    """Count pairs of classes of which the weaker one has the greater value, by categories."""
    result: Counter[tuple[str, str]] = Counter()
    worth, category = values(), categories()
    for strength in range(7462):
        stronger = np.arange(strength + 1, 7462)
        for rival in category[stronger[worth[stronger] < worth[strength]]]:
            result[CATEGORIES[category[strength]], CATEGORIES[rival]] += 1
    return result


# --- the encoding ---------------------------------------------------------------------------------


def test_codes_are_added_up_as_fractions_would_be() -> None:
    blog = blog_4()
    for hand in hand_of_each_class()[SAMPLE].tolist():
        assert blog.code(hand) == float(code_in_fractions(hand))


@pytest.mark.exhaustive
def test_there_are_6484_codes_and_not_the_6145_of_the_text() -> None:
    codes = {code_in_fractions(hand) for hand in hand_of_each_class().tolist()}
    assert len(codes) == len(all_codes()) == len(set(values())) == 6484


def test_values_number_the_codes_from_the_lowest_up() -> None:
    codes = [code_in_fractions(hand) for hand in hand_of_each_class().tolist()]
    number = {code: place for place, code in enumerate(sorted(set(codes)))}
    assert values().tolist() == [number[code] for code in codes]


def test_of_seven_cards_the_highest_code_counts() -> None:
    assert blog_4().value("2h3h4h5h6hAsAd") == blog_4().value("2h3h4h5h6h")


# --- what is lost ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("category", "lost"),
    [
        ("high_card", 0),
        ("one_pair", 27),
        ("two_pair", 159),
        ("three_of_a_kind", 728),
        ("straight", 0),
        ("flush", 0),
        ("full_house", 32),
        ("four_of_a_kind", 32),
        ("straight_flush", 0),
    ],
)
def test_classes_of_a_category_share_values(category: str, lost: int) -> None:
    own = values()[categories() == CATEGORIES.index(category)]
    assert len(own) - len(set(own.tolist())) == lost


def test_classes_of_two_categories_share_no_value() -> None:
    pairs = set(zip(values().tolist(), categories().tolist(), strict=True))
    assert len(pairs) == 6484


# --- what is turned round -------------------------------------------------------------------------


def test_three_deuces_with_ace_king_have_more_than_three_aces() -> None:
    assert blog_4().value("2c2d2hAsKs") > blog_4().value("AcAdAh3s2s")


def test_a_flush_of_ace_and_ten_carries_over_the_lowest_full_houses() -> None:
    assert blog_4().value("AhTh4h3h2h") > blog_4().value("2c2d2h3s3c")
    assert blog_4().value("Ah9h8h7h6h") < blog_4().value("2c2d2h3s3c")


def test_order_breaks_within_categories_whose_digits_carry_and_between_flush_and_full_house() -> (
    None
):
    assert set(turned_round()) == {
        *((name, name) for name in ("one_pair", "two_pair", "three_of_a_kind")),
        *((name, name) for name in ("full_house", "four_of_a_kind")),
        ("flush", "full_house"),
    }


# --- back to strengths ----------------------------------------------------------------------------


def test_a_value_of_one_class_has_its_strength() -> None:
    worth = values()
    single = np.flatnonzero(np.bincount(worth)[worth] == 1)
    assert blog_4().to_strengths(worth[single]).tolist() == single.tolist()


def test_a_value_of_several_classes_has_none_and_the_error_names_them() -> None:
    blog = blog_4()
    shared = blog.value("2c2dAsKsQs")
    assert blog.value("3c3dAsKs2s") == shared
    with pytest.raises(NoExactMethodError, match=rf"^blog-4 gives {shared} to hands of the stre"):
        blog.to_strength(shared)


@pytest.mark.parametrize("stranger", [-1, 6484])
def test_a_number_outside_of_the_scale_has_no_strength(stranger: int) -> None:
    with pytest.raises(InputError, match=f"^{stranger} is not a value that blog-4 gives"):
        blog_4().to_strength(stranger)


def test_it_is_marked_unfit() -> None:
    assert not Blog4.sound


def test_the_memory_is_that_of_the_codes() -> None:
    assert blog_4().memory_bytes == 8 * 6484
