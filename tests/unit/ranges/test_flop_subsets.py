"""Subsets of flops that ship, and lists of flops that people write."""

from collections import Counter

import pytest

from handsight.cards import CardSet
from handsight.errors import InputError, OptionError
from handsight.ranges import named_flops
from handsight.ranges.flop_subsets import (
    MOST_TEXT,
    SUBSETS,
    TEXTURES,
    flop_texture,
    read_flop_list,
)
from handsight.solver import flop_classes


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", SUBSETS)
def test_a_subset_stands_for_all_flops(name: str) -> None:
    flops = named_flops(name)
    assert len(flops) == int(name)
    assert sum(flops.values()) == 22_100
    assert all(isinstance(count, int) and count > 0 for count in flops.values())
    assert flops.keys() <= flop_classes(["AA", "KK"]).keys(), "one flop of a class"


@pytest.mark.parametrize("name", SUBSETS)
def test_a_subset_looks_like_all_flops(name: str) -> None:
    """C(13, 3) rank triples: 24 rainbow, 36 two-tone, 4 of one suit; 13 * 12 pairs, 24 each."""
    all_flops = {"rainbow": 286 * 24, "two-tone": 286 * 36, "monotone": 286 * 4, "paired": 3744}
    found: Counter[str] = Counter()
    for flop, count in named_flops(name).items():
        found[flop_texture(flop)] += count
    for texture, count in all_flops.items():
        assert found[texture] == pytest.approx(count, abs=0.02 * 22_100), texture


def test_another_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="'26'; the subsets are 25, 49"):
        named_flops("26")


def test_textures_are_counted_as_they_must_be() -> None:
    counts: Counter[str] = Counter()
    for flop, count in flop_classes(["AA", "KK"]).items():
        counts[flop_texture(flop)] += count
    assert [counts[name] for name in TEXTURES] == [286 * 24, 286 * 36, 286 * 4, 13 * 12 * 24, 52]


def test_a_list_is_read_with_and_without_weights() -> None:
    assert read_flop_list("Qs7h2d,\n Kh Jh 5h\n") == [CardSet("Qs7h2d"), CardSet("KhJh5h")]
    assert read_flop_list("Qs7h2d:3, KhJh5h: 1") == {CardSet("Qs7h2d"): 3, CardSet("KhJh5h"): 1}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "empty"),
        (" , \n", "empty"),
        ("Qs7h2d:3, KhJh5h", "give every flop a count"),
        ("Qs7h2d:3, 2dQs7h:4", "twice"),
        ("Qs7h2x", "2x"),
        ("Qs7h2d:x", "x"),
        (":3", "':3'"),
        ("2" * (MOST_TEXT + 1), "more than"),
    ],
)
def test_what_is_no_list_is_refused(text: str, error: str) -> None:
    with pytest.raises(InputError, match=error):
        read_flop_list(text)
