"""The lists behind many questions, on small decks, and lines of cards as bytes."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet, parse_cards
from handsight.errors import InputError
from handsight.kernels.odds.batches import compare_hands, share_pots
from handsight.kernels.odds.kinds import (
    GROUP_ENDS,
    GROUP_SIZES,
    GROUP_STARTS,
    MOST,
    ROOM,
    ROW,
    count_left,
    list_kinds,
    weigh_group,
)
from handsight.odds.counting.hands import known_hand_lists
from handsight.ranking.rows import masks_of_text
from tests.naive import equity as naive_equity
from tests.naive import odds as naive_odds
from tests.naive.deals import mask_of

pytestmark = pytest.mark.pure_python

Kinds = tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.int64]]


@pytest.fixture(scope="module")
def kinds() -> Kinds:
    lanes = np.zeros((MOST + 1, 3, ROOM), np.uint16)
    ranks = np.zeros((MOST + 1, MOST, ROOM), np.int64)
    plain = np.zeros((MOST + 1, ROOM), np.int64)
    list_kinds(lanes, ranks, plain)
    return lanes, ranks, plain


def bits(lane: int) -> list[int]:
    return [rank for rank in range(13) if lane >> rank & 1]


def test_kinds_of_two_cards_are_all_there_are(kinds: Kinds) -> None:
    lanes, ranks, plain = kinds
    seen = set()
    for group in range(3):
        for at in range(GROUP_STARTS[group], GROUP_STARTS[group] + GROUP_SIZES[2][group]):
            first, second, suited = (bits(int(lane)) for lane in lanes[2, :, at])
            assert (first, second) == ([ranks[2, 0, at]], [ranks[2, 1, at]])
            assert len(suited) == group
            assert set(suited) <= {*first, *second}
            seen.add((tuple(sorted(first + second)), tuple(suited)))
            same = [bits(int(lane)) for lane in lanes[2, :2, plain[2, at]]]
            assert sorted(same[0] + same[1]) == sorted(first + second)
    cards = [(rank, of_suit) for rank in range(13) for of_suit in (False, False, True)]
    expected = {
        (tuple(sorted(card[0] for card in pair)), tuple(sorted(rank for rank, own in pair if own)))
        for pair in combinations(cards, 2)
    }
    assert seen == expected


@pytest.mark.parametrize("cards", range(3))
@pytest.mark.parametrize("seed", range(5))
def test_weights_are_the_ways_in_which_a_kind_comes(kinds: Kinds, cards: int, seed: int) -> None:
    lanes, _, _ = kinds
    deck = Random(seed).sample(range(52), 20 + 5 * seed)
    left = np.empty((2, ROW), np.int16)
    count_left(np.uint64(mask_of(deck)), 2, left)
    expected = Counter(
        (
            tuple(sorted(card // 4 for card in each)),
            sum(1 << card // 4 for card in each if card % 4 == 2),
        )
        for each in combinations(deck, cards)
    )
    found: Counter[tuple[tuple[int, ...], int]] = Counter()
    for group in range(cards + 1):
        weights = np.empty(GROUP_ENDS[group] - GROUP_STARTS[group], np.int16)
        weigh_group(cards, group, left, weights)
        for place, weight in enumerate(weights.tolist()):
            first, second, suited = lanes[cards, :, GROUP_STARTS[group] + place].tolist()
            if weight:
                found[tuple(sorted(bits(first) + bits(second))), suited] += weight
    assert found == expected


def test_pots_on_small_decks_are_counted_one_by_one(kinds: Kinds) -> None:
    random = Random(3)
    for size in (3, 4, 5):
        for hands in (2, 3, 5):
            dealt = random.sample(range(52), 26)
            holes = [dealt[2 * hand : 2 * hand + 2] for hand in range(hands)]
            board, live = dealt[10 : 10 + size], dealt[18:26]
            dead = [c for c in range(52) if c not in [*board, *live, *dealt[:10]]]
            masks = np.array([[mask_of(hole) for hole in holes]], np.uint64)
            deals = np.empty((1, 3, hands), np.int64)
            rows = (np.array([mask_of(cards)], np.uint64) for cards in (board, dead))
            share_pots(masks, *rows, kinds[0], *known_hand_lists(), deals)
            tally = naive_equity.winners(holes, board, dead)
            for hand in range(hands):
                shared = sum(count for who, count in enumerate(tally) if who >> hand & 1)
                alone = tally[1 << hand]
                assert deals[0, :2, hand].tolist() == [alone, shared - alone]


@pytest.mark.parametrize("seed", range(3))
def test_hands_on_small_decks_are_compared_one_by_one(kinds: Kinds, seed: int) -> None:
    random = Random(seed)
    for size in (3, 4, 5):
        suits = random.choice(([0, 1, 2, 3], [0, 1]))
        deck = [card for card in range(52) if card % 4 in suits]
        dealt = random.sample(deck, 2 + size + 8)
        hole, board = dealt[:2], dealt[2 : 2 + size]
        dead = [card for card in range(52) if card not in dealt]
        rows = [np.array([mask_of(cards)], np.uint64) for cards in (hole, board, dead)]
        for to_the_river in (0, 1):
            counts = np.zeros((1, 3, 3), np.int64)
            compare_hands(*rows, to_the_river, *kinds, counts)
            ahead = to_the_river * (5 - size)
            expected = naive_odds.hand_potential(hole, board, 1, ahead, dead)
            assert counts[0].tolist() == [list(row) for row in expected]


# --- lines of cards -------------------------------------------------------------------------------


PIECES = [
    *("Ah", "as", "10h", "Tc", "td", "2C", "9S", "Kd", "qH"),
    *(" ", ", ", ";", "\t", "", "\r"),
    *("1", "0", "h", "A", "x", "♥", "-", "11h", "101", "A h"),
]


def test_lines_are_read_as_the_friendly_reader_reads_them() -> None:
    random = Random(1)
    lines = ["".join(random.choices(PIECES, k=random.randint(0, 7))) for _ in range(3000)]
    lines += ["", "AhKh", "AhAh", "10", "1", "10h10s", "Ah" * 1, "100h"]
    text = np.frombuffer("".join(line + "\n" for line in lines).encode(), np.uint8)
    masks, odd = masks_of_text(text, len(lines))
    for line, mask, is_odd in zip(lines, masks.tolist(), odd.tolist(), strict=True):
        try:
            expected = CardSet.of(parse_cards(line)).mask
        except InputError:
            assert is_odd, line
            continue
        assert mask == expected or is_odd, line
        assert not is_odd or not line.isascii(), line
