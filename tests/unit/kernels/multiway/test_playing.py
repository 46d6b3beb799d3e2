"""Matches between strategies at a table, against the same game played node by node in Python."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.multiway.playing import PlayedNumbers, play_hands
from handsight.multiway.betting import ENDED, STRIDE, TableBetting
from handsight.multiway.training import tree_arrays
from handsight.runtime.seeds import raw_words

COUNTS = (5, 4, 3, 2)
TABLES = [
    TableBetting(2, stack=20, flop="75%", turn="75%", river="75% / a"),
    TableBetting(3, stack=20, preflop="60% / a", flop="75%", turn="75%", river="a"),
    TableBetting(4, stack=30, ante=20, flop_players=4, flop="75%", turn="a", river=""),
    TableBetting(6, stack=15, straddles=(200,), preflop="60% / a", sharing="order"),
]


class Cards(NamedTuple):
    """What a match knows of the hands of some deals."""

    buckets: NDArray[np.uint16]
    strengths: NDArray[np.uint16]

    @classmethod
    def of(cls, players: int, deals: int, seed: int = 1) -> "Cards":
        draw = np.random.default_rng([seed, players])
        buckets = np.stack([draw.integers(0, each, (deals, players)) for each in COUNTS], axis=2)
        return cls(buckets.astype(np.uint16), draw.integers(0, 6, (deals, players), np.uint16))


def numbers_of(betting: TableBetting, seed: int) -> NDArray[np.uint8]:
    """Make a strategy that plays at random; some buckets have no numbers."""
    draw = np.random.default_rng(seed)
    numbers = draw.integers(0, 256, betting.tree.numbers(COUNTS)).astype(np.uint8)
    numbers[draw.random(len(numbers)) < 0.4] = 0
    return numbers


def always(betting: TableBetting, choose: Callable[[int, int], int]) -> NDArray[np.uint8]:
    """Make a strategy that always takes one action: a function of the decision and the bucket."""
    numbers = np.zeros(betting.tree.numbers(COUNTS), np.uint8)
    for shape, base in betting.tree.parts(COUNTS):
        rows = shape.rows(COUNTS)
        for node in np.flatnonzero(shape.players >= 0).tolist():
            table = numbers[base + rows[node] : base + rows[node + 1]]
            table = table.reshape(-1, int(shape.counts[node]))
            for bucket, row in enumerate(table):
                row[choose(node, bucket) % len(row)] = 255
    return numbers


def played(
    betting: TableBetting, cards: Cards, mine: NDArray[np.uint8], theirs: NDArray[np.uint8]
) -> NDArray[np.float64]:
    arrays = tree_arrays(betting, COUNTS)
    deals = len(cards.strengths)
    states = raw_words(3, 1, count=4 * deals).reshape(deals, 4)
    results = np.full(deals, np.nan)
    sides = [
        PlayedNumbers(numbers, arrays.bases, arrays.rows, cards.buckets)
        for numbers in (mine, theirs)
    ]
    play_hands(arrays, cards.strengths, *sides, states, results)
    return results


def won(betting: TableBetting, node: int, seat: int, strengths: list[int]) -> float:
    """Return what a seat wins at an end, by the rules in words."""
    tree = betting.tree
    entry, local = divmod(node, STRIDE)
    paid = [float(betting.ante)] * betting.players
    if not entry:
        paid = [each + chips for each, chips in zip(paid, tree.preflop.paid[local], strict=True)]
    else:
        start = tree.entries[entry - 1]
        shape = tree.shapes[tree.pots[start.pot].shape]
        paid = [each + chips for each, chips in zip(paid, start.paid, strict=True)]
        for player, each in enumerate(start.seats):
            paid[each] += start.chips / shape.pot * int(shape.paid[local, player])
    alive = [each for each in range(betting.players) if not tree.has_folded(node, each)]
    if seat not in alive:
        return -paid[seat]
    best = max(strengths[each] for each in alive)
    winners = [each for each in alive if strengths[each] == best]
    return (sum(paid) / len(winners) if seat in winners else 0) - paid[seat]


def shares_of(
    betting: TableBetting, numbers: NDArray[np.uint8], node: int, buckets: NDArray[np.uint16]
) -> list[float]:
    """Return the shares of the actions at a node, for the hand of the seat that acts."""
    tree = betting.tree
    entry, local = divmod(node, STRIDE)
    shape, base = tree.parts(COUNTS)[tree.entries[entry - 1].pot + 1 if entry else 0]
    rows, count = shape.rows(COUNTS), int(shape.counts[local])
    seat, street = tree.acting(node)
    at = base + int(rows[local]) + int(buckets[seat, street]) * count
    row = numbers[at : at + count].tolist()
    total = sum(row)
    return [each / total if total else 1 / count for each in row]


def expected(
    betting: TableBetting,
    cards: Cards,
    deal: int,
    hero: int,
    sides: tuple[NDArray[np.uint8], NDArray[np.uint8]],
) -> float:
    """Return what a seat wins on average in a deal, counted over all lines."""
    tree, strengths, buckets = betting.tree, cards.strengths[deal].tolist(), cards.buckets[deal]

    def value(node: int) -> float:
        seat = tree.acting(node)[0]
        if seat == ENDED or tree.has_folded(node, hero):
            return won(betting, node, hero, strengths)
        shares = shares_of(betting, sides[seat != hero], node, buckets)
        children = [option.child for option in tree.options(node)]
        return sum(
            share * value(child) for share, child in zip(shares, children, strict=True) if share
        )

    return value(0)


def named(betting: TableBetting) -> str:
    return f"{betting.players} players"


@pytest.mark.parametrize("betting", TABLES, ids=named)
def test_against_itself_a_strategy_wins_nothing_in_any_deal(betting: TableBetting) -> None:
    cards, numbers = Cards.of(betting.players, 3_000), numbers_of(betting, 1)
    assert np.abs(played(betting, cards, numbers, numbers)).max() < 0.01


def test_against_itself_a_strategy_loses_the_rake() -> None:
    betting = TableBetting(3, stack=20, preflop="60%", rake=0.05, rake_cap=40)
    cards, numbers = Cards.of(3, 3_000), numbers_of(betting, 1)
    results = 3 * played(betting, cards, numbers, numbers)
    # Hands that end before the flop have none; no pot with a flop is below 200 chips.
    assert results.max() < 0.01
    raked = results[results < -0.01]
    assert 500 < len(raked) < 3_000
    assert raked.max() <= -10 + 0.01
    assert raked.min() == pytest.approx(-40, abs=0.01)


@pytest.mark.parametrize("betting", TABLES, ids=named)
def test_who_folds_everything_loses_the_blinds_and_antes(betting: TableBetting) -> None:
    """All others raise at every turn, and win the blinds and antes of one who folds."""
    cards, count = Cards.of(betting.players, 40), betting.players
    folds = always(betting, lambda _, __: 0)  # or a check, where it costs nothing
    raises = always(betting, lambda _, __: -1)
    blinds = 50 + 100 + sum(betting.straddles)
    lost = betting.ante + blinds / count
    assert played(betting, cards, folds, raises) == pytest.approx(-lost)
    # Alone against those who fold, it wins everybody's antes and all blinds but its own.
    won_by_all = count * (blinds + betting.ante * (count - 1)) - blinds
    assert played(betting, cards, raises, folds) == pytest.approx(won_by_all / count)


@pytest.mark.parametrize("betting", TABLES, ids=named)
def test_strategies_without_chance_play_as_in_words(betting: TableBetting) -> None:
    """Every decision has one action for each bucket, so the same lines are followed."""
    cards = Cards.of(betting.players, 12)
    mine = always(betting, lambda node, bucket: node * 7 + bucket)
    theirs = always(betting, lambda node, bucket: -1 - (node + bucket) % 2)
    results = played(betting, cards, mine, theirs)
    for deal, result in enumerate(results.tolist()):
        each = [
            expected(betting, cards, deal, hero, (mine, theirs)) for hero in range(betting.players)
        ]
        assert result == pytest.approx(sum(each) / betting.players, abs=0.01)


def test_actions_are_drawn_as_often_as_the_numbers_say() -> None:
    """One deal is played many times; the mean is that over all its lines."""
    betting = TableBetting(3, stack=8, preflop="60% / a", flop="a", turn="", river="", multiway="a")
    mine, theirs = numbers_of(betting, 1), numbers_of(betting, 2)
    for seed in range(3):
        one, times = Cards.of(3, 1, seed), 40_000
        many = Cards(np.repeat(one.buckets, times, 0), np.repeat(one.strengths, times, 0))
        results = played(betting, many, mine, theirs)
        mean = sum(expected(betting, one, 0, hero, (mine, theirs)) for hero in range(3)) / 3
        error = results.std() / times**0.5
        assert error < 3
        assert abs(results.mean() - mean) < 4.5 * error


def test_each_side_sees_its_own_buckets() -> None:
    """Both sides play the same numbers, but mine take every hand for one of the first bucket."""
    betting = TABLES[1]
    cards, numbers = Cards.of(3, 500), numbers_of(betting, 4)
    blind = Cards(np.zeros_like(cards.buckets), cards.strengths)
    arrays = tree_arrays(betting, COUNTS)
    states = raw_words(3, 1, count=4 * 500).reshape(500, 4)
    results = np.empty(500)
    sides = [
        PlayedNumbers(numbers, arrays.bases, arrays.rows, each.buckets) for each in (blind, cards)
    ]
    play_hands(arrays, cards.strengths, *sides, states, results)
    rows = numbers.copy()
    for shape, base in betting.tree.parts(COUNTS):
        own = shape.rows(COUNTS)
        for node in np.flatnonzero(shape.players >= 0).tolist():
            table = rows[base + own[node] : base + own[node + 1]]
            table = table.reshape(-1, int(shape.counts[node]))
            table[:] = table[0]
    assert results == pytest.approx(played(betting, cards, rows, numbers))
    assert np.abs(results).max() > 1
