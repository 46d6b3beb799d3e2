"""Hands played to their end after each action, against the same hands played in plain Python."""

from collections.abc import Iterator

import numpy as np
import pytest

from handsight.cards.card import bit_of
from handsight.kernels.multiway.rollouts import bucket_deals, play_out
from handsight.multiway.betting import ENDED, STRIDE, TableBetting
from handsight.multiway.blueprint import shipped_buckets
from handsight.multiway.training import tree_arrays
from handsight.ranges.combos import combo_number
from handsight.ranking import evaluate_mask
from handsight.runtime.seeds import raw_words
from tests.unit.kernels.multiway.test_playing import (
    COUNTS,
    TABLES,
    Cards,
    named,
    numbers_of,
    shares_of,
    won,
)
from tests.unit.kernels.test_xoshiro import drawn_by_twin

DEALS = 60


def decisions(betting: TableBetting, seed: int, most: int) -> list[int]:
    """Return some decisions of a tree, before the flop and after it."""
    tree, draw, found = betting.tree, np.random.default_rng(seed), set()
    for _ in range(20 * most):
        node = 0
        while tree.acting(node)[0] != ENDED:
            found.add(node)
            options = tree.options(node)
            node = options[draw.integers(len(options))].child
        if len(found) >= most:
            break
    return sorted(found)


def fractions(state: list[int]) -> Iterator[float]:
    """Yield the numbers from 0 to 1 that the generator draws."""
    for bits in drawn_by_twin(state):
        yield (bits >> 11) / 2**53


def chosen(shares: list[float], drawn: float) -> int:
    for place, share in enumerate(shares):
        drawn -= share
        if drawn < 0:
            return place
    return len(shares) - 1


@pytest.mark.pure_python
@pytest.mark.parametrize("betting", TABLES, ids=named)
def test_hands_are_played_out_as_in_words(betting: TableBetting) -> None:
    cards, numbers = Cards.of(betting.players, DEALS), numbers_of(betting, 2)
    arrays, tree = tree_arrays(betting, COUNTS), betting.tree
    states = raw_words(5, 2, count=4 * DEALS).reshape(DEALS, 4)
    differing = total = 0
    for start in decisions(betting, 1, 12):
        entry, local = divmod(start, STRIDE)
        place = local + (int(arrays.roots[entry]) if entry else 0)
        options, hero = tree.options(start), tree.acting(start)[0]
        values = np.full((DEALS, len(options)), np.nan)
        play_out(arrays, numbers, place, entry, *cards, states, values)
        for deal in range(DEALS):
            for action, option in enumerate(options):
                node, drawn = option.child, fractions(states[deal].tolist())
                while tree.acting(node)[0] != ENDED and not tree.has_folded(node, hero):
                    shares = shares_of(betting, numbers, node, cards.buckets[deal])
                    node = tree.options(node)[chosen(shares, next(drawn))].child
                expected = won(betting, node, hero, cards.strengths[deal].tolist())
                # Another rounding of a share may choose another action, once in a long while.
                differing += abs(values[deal, action] - expected) > 0.02
                total += 1
    assert differing <= total // 1_000
    assert total > 12 * DEALS


@pytest.mark.pure_python
def test_a_fold_loses_what_was_paid_in_every_deal() -> None:
    betting = TABLES[2]
    cards, numbers = Cards.of(betting.players, DEALS), numbers_of(betting, 2)
    arrays = tree_arrays(betting, COUNTS)
    states = raw_words(5, 2, count=4 * DEALS).reshape(DEALS, 4)
    first = betting.tree.acting(0)[0]
    values = np.empty((DEALS, len(betting.tree.options(0))))
    play_out(arrays, numbers, 0, 0, *cards, states, values)
    assert first == 2
    assert (values[:, 0] == -betting.ante).all()


def test_deals_have_the_buckets_and_strengths_of_their_hands() -> None:
    tables, draw = shipped_buckets(), np.random.default_rng(1)
    hands = 4
    cards = np.stack([draw.permutation(52)[: 5 + 2 * hands] for _ in range(50)]).astype(np.uint8)
    buckets = np.zeros((50, hands, 4), np.uint16)
    strengths = np.zeros((50, hands), np.uint16)
    bucket_deals(cards, tables.tables, buckets, strengths)

    for deal, row in enumerate(cards.tolist()):
        board = row[:5]
        streets = [tables.board_buckets(board[:count]) for count in (0, 3, 4, 5)]
        for hand in range(hands):
            pair = row[5 + 2 * hand : 7 + 2 * hand]
            combo = combo_number(*pair)
            assert buckets[deal, hand].tolist() == [int(each[combo]) for each in streets]
            mask = sum(1 << bit_of(card) for card in [*board, *pair])
            assert strengths[deal, hand] == evaluate_mask(mask)
