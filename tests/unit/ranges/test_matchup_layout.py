"""Where matchups stand: every place says which matchup it is, and each matchup is listed once."""

from itertools import combinations

import numpy as np
import pytest

from handsight.ranges.matchup_layout import (
    ALL_SUITS,
    PATTERN_OF,
    PATTERNS,
    RANK_PAIRS,
    SHAPE,
    canonical_cards,
    pattern_numbers,
    rank_pair,
    renamed,
    spread_out,
)


def place_of(cards: tuple[int, ...]) -> tuple[int, int, int]:
    """Find the place of two hands, each given with its higher card first."""
    one, other, third, fourth = cards
    pattern = PATTERN_OF[tuple(card % 4 for card in cards)]
    return rank_pair(one // 4, other // 4), rank_pair(third // 4, fourth // 4), pattern


def class_of(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Give the least of all that a matchup may be written as, by trying all ways."""
    ways = []
    for first, second in ((one, other), (other, one)):
        for a, b in (first, first[::-1]):
            for c, d in (second, second[::-1]):
                cards = (a, b, c, d)
                suits = renamed([card % 4 for card in cards])
                ways.append(tuple(4 * (card // 4) + suits[i] for i, card in enumerate(cards)))
    return min(ways)


def test_rank_pairs_are_numbered_in_their_order() -> None:
    assert [rank_pair(*ranks) for ranks in RANK_PAIRS] == list(range(91))


def test_there_are_fifteen_patterns_of_four_suits() -> None:
    assert len(PATTERNS) == 15
    assert len(set(map(renamed, ALL_SUITS))) == 15


def test_patterns_are_what_is_left_if_suits_are_renamed() -> None:
    assert renamed((3, 3, 0, 1)) == renamed((0, 0, 2, 3)) == (0, 0, 1, 2)
    assert PATTERN_OF[3, 3, 0, 1] == PATTERN_OF[0, 0, 1, 2]


def test_kernels_find_the_pattern_by_two_bits_a_suit() -> None:
    numbers = pattern_numbers()
    assert numbers.shape == (256,)
    assert numbers[0b11_11_00_01] == PATTERN_OF[3, 3, 0, 1]


def test_the_list_has_all_matchups_and_each_once() -> None:
    listed = canonical_cards()
    assert listed.shape == (47_008, 4)
    classes = {class_of(tuple(cards[:2]), tuple(cards[2:])) for cards in listed.tolist()}
    assert len(classes) == 47_008


def test_listed_cards_are_four_different_ones() -> None:
    listed = np.sort(canonical_cards(), axis=1)
    assert (np.diff(listed, axis=1) > 0).all()
    assert listed.min() == 0
    assert listed.max() == 51


def test_the_list_stands_in_the_order_of_the_table() -> None:
    places = [np.ravel_multi_index(place_of(tuple(row)), SHAPE) for row in canonical_cards()]
    assert places == sorted(places)


@pytest.fixture(scope="module")
def numbered() -> np.ndarray:
    """A table in which each listed matchup has its own number as wins, and one tie."""
    numbers = np.arange(1, 47_009)
    counts = np.stack([numbers, np.ones_like(numbers)], axis=1).astype(np.int32)
    return spread_out(counts, 1_000_000)


def test_what_is_listed_stands_at_its_own_place(numbered: np.ndarray) -> None:
    places = np.array([place_of(tuple(row)) for row in canonical_cards()])
    assert numbered[tuple(places.T)][:, 0].tolist() == list(range(1, 47_009))


def test_the_other_places_of_a_matchup_say_the_same(numbered: np.ndarray) -> None:
    """Hands of six ranks are enough for all that can be alike about them."""
    number_of = {
        class_of(tuple(row[:2]), tuple(row[2:])): number
        for number, row in enumerate(canonical_cards().tolist(), start=1)
    }
    hands = [hand[::-1] for hand in combinations(range(12), 2)]
    for one in hands:
        for other in hands:
            if set(one) & set(other):
                continue
            win, tie = numbered[place_of((*one, *other))].tolist()
            assert tie == 1
            assert number_of[class_of(one, other)] in (win, 1_000_000 - 1 - win)


def test_exchanged_hands_exchange_win_and_lose(numbered: np.ndarray) -> None:
    exchange = np.array([PATTERN_OF[(*suits[2:], *suits[:2])] for suits in PATTERNS])
    win, tie = numbered[..., 0], numbered[..., 1]
    mirrored = numbered.transpose(1, 0, 2, 3)[:, :, exchange]
    assert (tie == mirrored[..., 1]).all()
    once = (win + tie + mirrored[..., 0] == 1_000_000) | (tie == 0) | (win == mirrored[..., 0])
    assert once.all()


def test_where_a_card_would_stand_twice_there_is_nothing(numbered: np.ndarray) -> None:
    both_aces_of_clubs = place_of((48, 44, 48, 40))
    assert numbered[both_aces_of_clubs].tolist() == [0, 0]
    assert int((numbered[..., 1] == 0).sum()) == impossible_places()


def impossible_places() -> int:
    count = 0
    for one in RANK_PAIRS:
        for other in RANK_PAIRS:
            ranks = (*one, *other)
            count += sum(len(set(zip(ranks, suits, strict=True))) < 4 for suits in PATTERNS)
    return count
