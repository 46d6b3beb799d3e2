"""All matchups before the flop: complete, consistent, each listed once, looked up by any cards."""

import sys
from dataclasses import FrozenInstanceError
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, DuplicateCardError, HandsightError, OptionError
from handsight.ranges import Matchup, matchup, matchups, pocket_equity
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.matchups import (
    ALL_SUITS,
    BOARDS,
    DIGEST,
    PATTERN_OF,
    PATTERNS,
    RANK_PAIRS,
    SHAPE,
    TABLE,
    canonical_cards,
    matchup_counts,
    pattern_numbers,
    range_matchup,
    rank_pair,
    renamed,
    spread_out,
    unpack,
)
from handsight.ranges.shipped import read_checked
from tests import fresh
from tests.naive.deals import sample

COMBOS = list(combinations(range(52), 2))
CARDS = np.array(COMBOS)


def dealt(seed: int, count: int = 300) -> list[tuple[list[int], list[int]]]:
    return [(cards[:2], cards[2:]) for cards in sample(4, count, seed)]


def holes_of(name: str) -> list[CardSet]:
    """Give all combos of a class."""
    kinds = {"s": [(i, i) for i in range(4)], "o": list(permutations(range(4), 2))}
    suits = kinds.get(name[2:], list(combinations(range(4), 2)))
    return [CardSet([Card(name[0] + "cdhs"[i]), Card(name[1] + "cdhs"[j])]) for i, j in suits]


# --- one matchup ----------------------------------------------------------------------------------


def test_a_matchup_is_counted_over_all_boards() -> None:
    for hole, other in dealt(1):
        result = matchup(hole, other)
        assert result.total == BOARDS
        assert min(result.win, result.tie, result.lose) >= 0


def test_the_other_hand_sees_the_mirror_image() -> None:
    for hole, other in dealt(2):
        ours, theirs = matchup(hole, other), matchup(other, hole)
        assert (ours.win, ours.tie, ours.lose) == (theirs.lose, theirs.tie, theirs.win)


def test_the_names_of_suits_do_not_matter() -> None:
    random = Random(3)
    for hole, other in dealt(3):
        suits = random.sample(range(4), 4)
        hands = ([4 * (card // 4) + suits[card % 4] for card in hand] for hand in (hole, other))
        assert matchup(hole, other) == matchup(*hands)


def test_the_order_of_the_cards_does_not_matter() -> None:
    for hole, other in dealt(4):
        assert matchup(hole[::-1], other) == matchup(hole, other[::-1]) == matchup(hole, other)


def test_every_two_classes_can_be_looked_up() -> None:
    holes = {name: holes_of(name) for name in CLASSES_BY_RANK}
    for name in CLASSES_BY_RANK:
        hole = holes[name][0]
        for opponent in CLASSES_BY_RANK:
            other = next(other for other in holes[opponent] if not hole & other)
            assert 0 < matchup(hole, other).equity < 1


@pytest.mark.parametrize("hole", ["AhAd", "7c2d", "JsTs"])
def test_over_all_opponents_a_hand_has_its_pocket_equity(hole: str) -> None:
    live = sorted(CardSet.full() - CardSet(hole))
    result = [matchup(hole, pair) for pair in combinations(live, 2)]
    expected = pocket_equity(hole)
    assert sum(each.win for each in result) == expected.win
    assert sum(each.tie for each in result) == expected.tie
    assert sum(each.lose for each in result) == expected.lose


def test_cards_are_read_in_any_notation() -> None:
    expected = matchup("AhKh", "QsQd")
    assert matchup("A♥ K♥", [Card("Qs"), "Qd"]) == matchup(CardSet("KhAh"), "qd, qs") == expected


def test_a_tie_is_worth_half() -> None:
    assert Matchup(win=1, tie=2, lose=1).equity == 0.5


def test_a_matchup_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        matchup("AhKh", "QsQd").win = 0  # type: ignore[misc]


# --- what is refused ------------------------------------------------------------------------------


def test_a_card_in_both_hands_is_refused() -> None:
    with pytest.raises(DuplicateCardError, match="Ah appears twice: in hole and in other"):
        matchup("AhKh", "AhQh")


@pytest.mark.parametrize(
    ("hole", "other", "where"), [("Ah", "2c2d", "hole"), ("AhKh", "2c", "other")]
)
def test_other_than_two_cards_are_refused(hole: str, other: str, where: str) -> None:
    with pytest.raises(CardCountError, match=f"{where} has 1 card .*; it must have 2"):
        matchup(hole, other)


def test_an_altered_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchups, "DIGEST", "0" * 64)
    with pytest.raises(HandsightError, match=r"matchups.z.*was altered"):
        matchup_counts.__wrapped__()


# --- the table ------------------------------------------------------------------------------------


def test_the_file_has_a_row_for_each_matchup() -> None:
    counts = unpack(read_checked(TABLE, DIGEST))
    assert counts.shape == (47_008, 2)
    assert counts.min() >= 0
    assert counts.sum(axis=1).max() <= BOARDS


def test_the_table_is_shared_and_cannot_be_changed() -> None:
    assert matchup_counts() is matchup_counts()
    with pytest.raises(ValueError, match="read-only"):
        matchup_counts()[0, 0, 0, 0] = 1


def test_the_table_is_read_when_it_is_first_asked_for() -> None:
    code = (
        "import handsight.ranges.matchups as m, sys; print(m.matchup_counts.cache_info().currsize"
    )
    result = fresh.run(f"{code}, 'numpy' in sys.modules)")
    assert result.stdout.split() == ["0", "False"], result.stderr


# --- two ranges -----------------------------------------------------------------------------------


def summed(hero: list[int], villain: list[int]) -> tuple[int, int, int]:
    """Add matchups up one by one."""
    win = tie = pairs = 0
    for one, weight in zip(COMBOS, hero, strict=True):
        for other, faced in zip(COMBOS, villain, strict=True):
            if weight * faced and not set(one) & set(other):
                result = matchup(one, other)
                win += weight * faced * result.win
                tie += weight * faced * result.tie
                pairs += weight * faced
    return win, tie, pairs


def drawn(seed: int, combos: int, largest: int) -> list[int]:
    random = Random(seed)
    weights = [0] * len(COMBOS)
    for number in random.sample(range(len(COMBOS)), combos):
        weights[number] = random.randint(1, largest)
    return weights


@pytest.mark.parametrize("largest", [1, 1000, 10**9, 10**30])
def test_ranges_are_added_up_exactly_whatever_their_weights(largest: int) -> None:
    hero, villain = drawn(1, 40, largest), drawn(2, 50, largest)
    assert range_matchup(hero, villain, CARDS) == summed(hero, villain)


def test_ranges_may_weigh_very_differently() -> None:
    hero, villain = drawn(3, 20, 1), drawn(4, 20, sys.maxsize)
    assert range_matchup(hero, villain, CARDS) == summed(hero, villain)


@pytest.mark.parametrize("weight", [2**10 - 1, 2**10, 2**31 - 1, 10**30])
def test_the_heaviest_ranges_do_not_overflow(weight: int) -> None:
    everything = [1] * len(COMBOS)
    expected = tuple(weight**2 * part for part in range_matchup(everything, everything, CARDS))
    heavy = [weight] * len(COMBOS)
    assert range_matchup(heavy, heavy, CARDS) == expected


def test_all_hands_against_all_win_as_often_as_they_lose() -> None:
    everything = [1] * len(COMBOS)
    win, tie, pairs = range_matchup(everything, everything, CARDS)
    assert pairs == 1326 * 1225
    assert 2 * win + tie == pairs * BOARDS


def test_an_empty_range_meets_nobody() -> None:
    assert range_matchup([0] * 1326, [1] * 1326, CARDS) == (0, 0, 0)


def test_hands_that_share_a_card_do_not_meet() -> None:
    aces = [int(min(cards) >= 48) for cards in COMBOS]
    win, tie, pairs = range_matchup(aces, aces, CARDS)
    assert pairs == 6
    assert (win, tie) == summed(aces, aces)[:2]


def test_negative_weights_are_refused() -> None:
    with pytest.raises(OptionError, match="weights hold -1"):
        range_matchup([-1] * 1326, [1] * 1326, CARDS)


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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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
