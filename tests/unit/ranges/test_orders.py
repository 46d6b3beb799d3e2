"""The top of an order, and where it is cut; the oracles' ranges are the authority."""

from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest

from handsight.errors import OptionError
from handsight.ranges import (
    ORDERS,
    Place,
    Range,
    nine_handed,
    ordered_classes,
    place_in_order,
    pocket_equity,
    sklansky_group,
)
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.ranges.orders import order_label
from tests.oracles.values import oracle

TOP = oracle("top_percent_equity_order")
CHEN_TENTH, NINE_HANDED_TENTH = (
    next(each for each in oracle("ranges") if words in each.get("ordering", ""))
    for words in ("Chen", "win vs 9 random (seed 002 order)")
)


def test_the_top_tenth_by_equity_is_the_oracles() -> None:
    top = Range.top(0.1)
    assert set(top.classes) == set(TOP["top10pct_classes"])
    assert len(top) == TOP["top10pct_combos"] == 134


def test_the_equity_order_is_the_oracles() -> None:
    first = iter(ordered_classes("equity"))
    assert all(name in first for name in TOP["first_30_not_held_out"])
    assert list(ordered_classes("equity")[:21]) == TOP["top10pct_classes"]


def test_the_top_tenth_by_chen_is_the_oracles() -> None:
    assert set(Range.top(0.1, "chen").classes) == set(CHEN_TENTH["range"])
    assert list(ordered_classes("chen")[: len(CHEN_TENTH["range"])]) == CHEN_TENTH["range"]


def test_the_top_tenth_against_nine_is_the_oracles() -> None:
    """Its own order is a smaller sample, in which neighbours may stand the other way round."""
    top = Range.top(0.1, "nine-handed")
    assert set(top.classes) == set(NINE_HANDED_TENTH["range"])
    assert len(top) == 134


def test_the_nine_handed_order_falls_with_the_wins() -> None:
    wins = [nine_handed(name).win_frequency for name in ordered_classes("nine-handed")]
    assert wins == sorted(wins, reverse=True)


@pytest.mark.parametrize("case", oracle("ranges"), ids=lambda case: case["hole"])
def test_card_removal_leaves_as_many_combos_as_the_oracle_counts(case: dict[str, Any]) -> None:
    hands = Range(", ".join(case["range"]))
    assert len(hands.without(case["hole"] + case["board"])) == case["villain_combos"]


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_lists_each_class_once(order: str) -> None:
    assert sorted(ordered_classes(order)) == sorted(CLASSES)


def test_groups_come_one_after_another_and_equity_orders_each() -> None:
    names = ordered_classes("sklansky")
    keys = [(sklansky_group(name) or 9, -pocket_equity(name).equity) for name in names]
    assert keys == sorted(keys)
    assert names[:5] == ("AA", "KK", "QQ", "JJ", "AKs")


def test_groups_in_the_notation_are_those_of_the_book() -> None:
    book = oracle("sklansky_malmuth")["book"]
    for group, names in book.items():
        assert set(Range(f"sklansky:{group}").classes) == set(names)
    assert len(Range("sklansky:1-8").classes) == 85


@pytest.mark.repeats(8)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("percent", [0, 1, 5, 10, 33, 50, 99, 100])
def test_whole_classes_are_taken_until_the_share_is_reached(order: str, percent: int) -> None:
    top = Range.top(Fraction(percent, 100), order)
    names = ordered_classes(order)[: len(top.classes)]
    assert set(top.classes) == set(names)
    assert 100 * len(top) >= percent * 1326
    if names:
        assert 100 * (len(top) - len(COMBOS_OF[names[-1]])) < percent * 1326


@pytest.mark.parametrize("percent", [0, 1, 5, 10, 33, 50, 99, 100])
def test_by_combos_only_as_many_are_taken_as_reach_the_share(percent: int) -> None:
    top = Range.top(Fraction(percent, 100), by="combos")
    assert len(top) == -(-percent * 1326 // 100)
    assert top - Range.top(Fraction(percent, 100)) == Range("")


def test_the_last_class_gives_its_first_combos() -> None:
    missing = Range.top(0.1) - Range.top(0.1, by="combos")
    assert str(missing) == "As8s"


def test_an_order_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(OptionError, match=r"'luck'.*are equity, nine-handed, chen, sklansky"):
        Range.top(0.1, order="luck")


# --- versions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
def test_a_bare_name_means_the_newest_version(order: str) -> None:
    assert order_label(order) == f"{order}@1"
    assert order_label(f"{order}@1") == f"{order}@1"
    assert ordered_classes(order) == ordered_classes(f"{order}@1")


@pytest.mark.parametrize("version", ["2", "0", "01", "", "one", "1@1"])
def test_a_version_that_does_not_exist_is_refused_with_those_that_do(version: str) -> None:
    with pytest.raises(OptionError, match=rf"'equity' has no version '{version}'; .*equity@1"):
        Range.top(0.1, order=f"equity@{version}")


@pytest.mark.parametrize(
    ("order", "digest"),
    [
        ("equity@1", "94800a9f446c8508"),
        ("nine-handed@1", "cba89962a165f7d8"),
        ("chen@1", "1ea6fdb8ec92a07f"),
        ("sklansky@1", "5a82809d69bb988b"),
    ],
)
def test_a_version_never_changes(order: str, digest: str) -> None:
    """If this fails, the order got a new rule or table, and must get a new version."""
    assert sha256(" ".join(ordered_classes(order)).encode()).hexdigest()[:16] == digest


# --- the place of a class ------------------------------------------------------------------------


def test_a_class_stands_where_the_order_lists_it() -> None:
    assert place_in_order("AKs", "nine-handed") == Place("nine-handed@1", 4, 22)
    assert place_in_order("AhKh", "nine-handed@1") == Place("nine-handed@1", 4, 22)


@pytest.mark.parametrize("order", ORDERS)
def test_the_top_share_of_a_place_takes_the_class_as_its_last(order: str) -> None:
    for name in CLASSES[::13]:
        place = place_in_order(name, order)
        top = Range.top(place.top, order)
        assert len(top) == place.combos
        assert len(top.classes) == place.number
        assert set(top.classes) == set(ordered_classes(order)[: place.number])


def test_the_last_place_is_all_hands() -> None:
    last = place_in_order(ordered_classes("equity")[-1])
    assert (last.number, last.combos, last.top) == (169, 1326, 1)


def test_a_cut_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match=r"by is 'hands'; it must be 'classes' or 'combos'"):
        Range.top(0.1, by="hands")


@pytest.mark.parametrize("fraction", [-0.1, 1.1, 15, float("nan")])
def test_a_fraction_goes_from_0_to_1(fraction: float) -> None:
    with pytest.raises(OptionError, match=r"fraction is .*; it must be a number from 0 to 1"):
        Range.top(fraction)
