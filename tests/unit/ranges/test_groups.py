"""Sklansky's groups: lists without gaps or repeats, read by class or by cards."""

import pytest

from handsight.errors import InputError, OptionError
from handsight.ranges import sklansky_group, starting_hands
from handsight.ranges.combos import CLASSES_BY_RANK


@pytest.mark.parametrize("hole", ["AhKh", "akS", "AKs", ["As", "Ks"]])
def test_a_group_is_that_of_the_class(hole: str) -> None:
    assert sklansky_group(hole) == 1


@pytest.mark.parametrize(("edition", "listed"), [("book", 85), ("web", 83)])
def test_an_edition_lists_so_many_of_the_169(edition: str, listed: int) -> None:
    result = [sklansky_group(name, edition) for name in CLASSES_BY_RANK]
    assert len(result) - result.count(None) == listed
    assert {group for group in result if group} == set(range(1, 9))


@pytest.mark.parametrize("lines", [starting_hands._BOOK, starting_hands._WEB])
def test_no_hand_is_listed_twice_and_each_is_a_class(lines: str) -> None:
    names = lines.split()
    assert len(set(names)) == len(names)
    assert set(names) <= set(CLASSES_BY_RANK)


def test_a_hand_that_no_group_lists_has_none() -> None:
    assert sklansky_group("7h2d") is None
    assert sklansky_group("T7s", "web") is None


@pytest.mark.parametrize("edition", ["Book", "2", None])
def test_an_unknown_edition_is_told_the_known_ones(edition: str) -> None:
    with pytest.raises(OptionError, match="it must be one of book, web"):
        sklansky_group("AKs", edition)


def test_a_hand_that_cannot_be_read_is_an_error_of_ours() -> None:
    with pytest.raises(InputError):
        sklansky_group("AhAh")
