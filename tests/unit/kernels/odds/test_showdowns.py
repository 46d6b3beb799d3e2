"""Counting opponents' hands, against dealing them."""

from itertools import combinations
from random import Random

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.odds.runouts import runout_classes
from handsight.kernels.odds.showdowns import (
    ROW,
    count_lanes,
    count_left,
    count_outcomes,
    count_pairs_of_pairs,
    count_triples_of_pairs,
    hand_score,
    hero_scores,
    pack,
    weigh_pairs,
)
from tests.fresh import run
from tests.naive import odds as naive
from tests.naive import ranking
from tests.naive.deals import sample
from tests.unit.kernels.odds.test_runouts import lanes_of

AHEAD, TIED, BEHIND = 1 << 0, 1 << 3, 1 << 6
RIVERS = {
    "no flush": ("TcJd", "4h5h6d2cKs"),
    "flush possible": ("TcJh", "4h5h6h2cKs"),
    "our flush": ("ThJh", "4h5h6h2cKs"),
    "flush on board": ("Th9c", "4h5h6hAhKh"),
    "the board plays": ("2c2d", "AsKsQsJsTs"),
    "quads": ("AsQd", "8c8d8h8sKc"),
    "wheel": ("Ah9c", "2c3d4s5hKd"),
}


def indices(cards: str) -> list[int]:
    return [card.index for card in CardSet(cards)]


def live_cards(hole: str, board: str, count: int) -> list[int]:
    others = sorted(CardSet.full() - CardSet(hole) - CardSet(board))
    return [card.index for card in Random(5).sample(others, count)]


def count(
    live: list[int], board: str, hole: str, opponents: int, signs: list[tuple[int, int]]
) -> list[int]:
    """Count on the river: what `count_outcomes` gives for the one class there is."""
    groups = lanes_of(live, indices(board), indices(hole))
    _, *runouts = runout_classes(groups, 0)
    counts = np.empty((1, len(signs)), np.int64)
    count_outcomes(
        *runouts,
        hero_scores(*runouts, groups, 7),
        groups[[1, 0]],
        np.array([0, 7]),
        opponents,
        np.array(signs, np.uint16),
        counts,
    )
    return counts[0].tolist()


# --- on the river ---------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize(("hole", "board"), RIVERS.values(), ids=RIVERS)
def test_hands_behind_tied_and_ahead_of_us_are_counted(hole: str, board: str) -> None:
    live = live_cards(hole, board, 25)
    dead = CardSet.full() - CardSet(hole + board) - CardSet(live)
    counted = count(live, board, hole, 1, [(AHEAD, 0), (TIED, 0), (BEHIND, 0)])
    assert tuple(counted) == naive.hand_strength(hole, board, dead)


@pytest.mark.pure_python
@pytest.mark.parametrize(("hole", "board"), RIVERS.values(), ids=RIVERS)
@pytest.mark.parametrize("opponents", [2, 3])
def test_tuples_of_disjoint_hands_are_counted(hole: str, board: str, opponents: int) -> None:
    live = live_cards(hole, board, 7)
    dead = CardSet.full() - CardSet(hole + board) - CardSet(live)
    signs = [(AHEAD, 0), (AHEAD | TIED, 0), (TIED, 0), (AHEAD, TIED)]
    win, ties, _ = naive.showdowns(hole, board, opponents, dead)
    alternating = win + sum((-1) ** k * deals for k, deals in ties.items())
    expected = [win, win + sum(ties.values()), ties[opponents], alternating]
    assert count(live, board, hole, opponents, signs) == expected


# --- pairs of types -------------------------------------------------------------------------------


def random_types(seed: int) -> tuple[NDArray[np.uint16], NDArray[np.int16]]:
    """Draw a symmetric matrix of marks, and how many cards there are of five types."""
    random = Random(seed)
    marks, left = np.ones((26, ROW), np.uint16), np.zeros(ROW, np.int16)
    left[:5] = [random.randint(0, 3) for _ in range(5)]
    for first in range(5):
        for second in range(first, 5):
            marks[first, second] = marks[second, first] = 1 << random.randrange(3)
    return marks, left


@pytest.mark.pure_python
@pytest.mark.parametrize(("plus", "minus"), [(1, 0), (5, 0), (1, 2), (5, 2), (7, 0)])
def test_weights_of_tuples_are_products_over_disjoint_pairs(plus: int, minus: int) -> None:
    for seed in range(4):
        marks, left = random_types(seed)
        type_of = [each for each in range(5) for _ in range(left[each])]
        weights = {
            (i, j): int(marks[type_of[i], type_of[j]] & plus > 0)
            - int(marks[type_of[i], type_of[j]] & minus > 0)
            for i, j in combinations(range(len(type_of)), 2)
        }
        pairs, degrees = np.empty((26, ROW), np.int16), np.empty(ROW, np.int16)
        none, shared = np.uint16(0), (13, left, pairs, degrees)
        weighty = weigh_pairs(marks, np.uint16(plus | minus), none, *shared)
        total = weigh_pairs(marks, np.uint16(plus), np.uint16(minus), *shared)
        result = [
            total,
            count_pairs_of_pairs(total, weighty, 13, left, degrees),
            count_triples_of_pairs(total, weighty, 13, left, pairs, degrees),
        ]
        expected = [naive.weigh_tuples(n, len(type_of), weights) for n in (1, 2, 3)]
        assert result == expected


# --- scores ---------------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_scores_order_hands_as_the_naive_twin_does(cards: int) -> None:
    scores = {}
    for hand in sample(cards, 150, seed=cards):
        lanes = lanes_of(hand[2:], hand[:2], hand)
        counts = np.empty(4, np.uint16)
        count_lanes(pack(lanes[0]), counts)
        flush = next((int(lane) for lane in lanes[2] if int(lane).bit_count() >= 5), 0)
        more = np.uint16(cards > 5), np.uint16(cards > 6)
        scores[hand_score(counts, pack(lanes[1]), flush, *more)] = ranking.worth(hand)
    ordered = [worth for _, worth in sorted(scores.items())]
    assert ordered == sorted(set(ordered))


@pytest.mark.pure_python
def test_ranks_are_counted_in_lanes() -> None:
    lanes = lanes_of(indices("2c2d2h2sAcAdAhKcKd9s"))[0]
    counts = np.empty(4, np.uint16)
    count_lanes(pack(lanes), counts)
    ace, king, nine, deuce = 1 << 12, 1 << 11, 1 << 7, 1
    assert counts.tolist() == [ace | king | nine | deuce, ace | king | deuce, ace | deuce, deuce]


@pytest.mark.pure_python
def test_cards_left_are_told_apart_by_the_flush_suit() -> None:
    rank_left = np.array([4] * 12 + [3], np.int64)
    left = np.empty(ROW, np.int16)
    count_left(rank_left, 1 | 2 << 48, 0b10, left)
    assert left.tolist() == [3, 3, *[4] * 10, 1] + [0, 1, *[0] * 11] + [0] * 6


# --- how kernels are called -----------------------------------------------------------------------

ALL_WAYS = """
import json
import numpy as np
from handsight.cards import CardSet
from handsight import odds
from handsight.kernels.odds.deals import play_deals
from handsight.kernels.odds.runouts import runout_classes
from handsight.kernels.odds.showdowns import count_outcomes, hero_scores

hole, boards = "AdQc", ["", "3h4cJh", "3h4cJh9s", "3h4cJh9s2d"]
for board in boards:
    for dead in ("", "2c3c", [0, 5], CardSet("2cKs")):
        odds.class_odds(hole, board, dead)
        for opponents in (1, np.int64(2), np.uint8(3), 9):
            sampled = {"method": "monte_carlo", "trials": 600, "seed": np.int32(1)}
            odds.current_hand_odds(hole, board, opponents, dead, **sampled)
            if board and opponents < 4:
                odds.current_hand_odds(hole, board, opponents, dead)
                odds.hand_potential(hole, board, opponents, 0, dead)
                odds.hand_potential(hole, board, opponents, np.int8(5 - len(board) // 2), dead)
    odds.hand_odds(hole, board)
    if board:
        odds.hand_strength(hole, board)
        odds.current_hand_odds(hole, board, as_published="dsie-2011")
        for scheme in ("shared", "per-opponent"):
            odds.effective_hand_strength(hole, board, samples=1, seed=1, scheme=scheme)
entries = (runout_classes, hero_scores, count_outcomes, play_deals)
print(json.dumps({entry.__name__: len(entry.signatures) for entry in entries}))
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_each_kernel_is_compiled_for_one_signature_however_it_is_called() -> None:
    finished = run(ALL_WAYS, HANDSIGHT_BUILT_KERNELS="0")
    assert finished.stderr == ""
    names = ["runout_classes", "hero_scores", "count_outcomes", "play_deals"]
    assert finished.stdout.strip() == "{" + ", ".join(f'"{name}": 1' for name in names) + "}"
