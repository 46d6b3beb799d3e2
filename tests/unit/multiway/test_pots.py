"""Pots of two players at a table, and what their hands are worth at the turn."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint.policy import WeightedNode
from handsight.blueprint.tree import FOLD, RAISE, SHOWDOWN
from handsight.blueprint.turn_values import (
    GROUPS,
    PAIRS_PER_BOARD,
    PRIOR,
    SEED,
    TURN,
    VARIANTS,
    TurnValues,
    turn_starts,
)
from handsight.blueprint.values import smoothed
from handsight.errors import InputError, OptionError
from handsight.multiway import TableBetting, TableBlueprint
from handsight.multiway.betting import ENDED, STRIDE
from handsight.multiway.pots import PotStrategy, _kept, pot_values
from tests.unit.multiway.test_blueprint import made_up

DEALS = 300
BETTING = TableBetting(
    *(3, 9),
    ante=15,
    preflop="60% / a",
    flop="75% / a",
    turn="50%, a / a",
    river="a",
    multiway="a",
)


@pytest.fixture(scope="module")
def small() -> TableBlueprint:
    """A blueprint of a small table, which plays at random; 3 antes of 15 chips make odd pots."""
    return made_up(BETTING)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: TableBlueprint) -> Iterator[Path]:
    """An empty cache folder in which few deals are estimated; returns where files are kept."""
    assert small.buckets.tables  # so that they are not built in the empty folder
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("handsight.multiway.pots.POT_DEALS", DEALS)
    _kept.cache_clear()
    yield tmp_path / "blueprints"
    _kept.cache_clear()


def pots_of(blueprint: TableBlueprint, players: int) -> list[int]:
    tree = blueprint.tree
    return [
        number
        for number, pot in enumerate(tree.pots)
        if tree.shapes[pot.shape].bets.shape[1] == players
    ]


def entry_of(blueprint: TableBlueprint, pot: int) -> int:
    """Return the number at which the nodes of the pot's first line begin."""
    pots = [line.pot for line in blueprint.tree.entries]
    return (pots.index(pot) + 1) * STRIDE


def taken(
    blueprint: TableBlueprint,
    node: int,
    start: NDArray[np.int32],
    buckets: NDArray[np.uint16],
    outcome: int,
    ways: tuple[int, int],
) -> float:
    """Return the chips that the player in position takes from a node on, less what they put in.

    Args:
        node: the node of the table's tree.
        start: chips that the players, in the order of play, had put in when the turn began.
        buckets: for the player in position, then the other one, the buckets on each street.
        outcome: 1 if the player in position wins a showdown, -1 if the other one does, else 0.
        ways: the way to play on of the player in position, and of the other one.
    """
    tree, (entry, local) = blueprint.tree, divmod(node, STRIDE)
    line = tree.entries[entry - 1]
    shape, (seat, street) = tree.shapes[tree.pots[line.pot].shape], tree.acting(node)
    if seat == ENDED:
        pot = shape.pot + int(shape.paid[local].sum())
        share = {0b01: 0.0, 0b10: 1.0, 0b11: (outcome + 1) / 2}[int(shape.live[local])]
        return pot * share - float(shape.paid[local, 1] - start[1])
    player = 0 if seat == line.seats[1] else 1
    options = tree.options(node)
    chances = []
    for place, option in enumerate(options):
        number = float(blueprint.numbers(node)[int(buckets[player, street]), place]) + 1e-3
        checks = options[0].kind != FOLD
        kind = 0 if option.kind == FOLD else 3 if option.kind == RAISE else 1 if checks else 2
        chances.append(number * VARIANTS[ways[player]][kind])
    worth = [
        chance * taken(blueprint, option.child, start, buckets, outcome, ways)
        for chance, option in zip(chances, options, strict=True)
        if chance
    ]
    return sum(worth) / sum(chances)


@pytest.mark.parametrize("which", [0, 1, -1])
def test_the_tables_are_what_the_player_in_position_takes_of_the_pot(
    small: TableBlueprint, which: int
) -> None:
    pot = pots_of(small, 2)[which]
    strategy = PotStrategy.of(small, pot)
    values = TurnValues.estimate(strategy, DEALS, seed=4)
    shape = small.tree.shapes[small.tree.pots[pot].shape]
    drawn, outcomes = small.buckets.draw_deals(DEALS, 4, hands_per_board=PAIRS_PER_BOARD)
    groups = values.group_of[drawn[:, :, TURN]]
    starts = turn_starts(strategy.tree)
    assert len(starts) == len(values.tables) >= 1
    for row, node in enumerate(starts):
        chips, start = shape.pot + int(shape.paid[node].sum()), shape.paid[node]
        for ways in ((0, 0), (1, 2), (3, 1)):
            sums, counts = np.zeros((2, GROUPS, GROUPS))
            for pair, buckets, outcome in zip(groups, drawn, outcomes, strict=True):
                begin = entry_of(small, pot) + node
                won = taken(small, begin, start, buckets, int(outcome), ways)
                sums[tuple(pair)] += won / chips
                counts[tuple(pair)] += 1
            expected = smoothed(sums, counts, PRIOR)
            assert values.tables[row][ways] == pytest.approx(expected, abs=1e-4)


def test_a_pot_is_a_hand_of_two_with_the_same_options(small: TableBlueprint) -> None:
    for pot in pots_of(small, 2):
        strategy, begin = PotStrategy.of(small, pot), entry_of(small, pot)
        tree, line = strategy.tree, small.tree.entries[begin // STRIDE - 1]
        for node in range(tree.node_count):
            player, street = tree.acting(node)
            seat, same = small.tree.acting(begin + node)
            assert street == same
            if seat == ENDED:
                assert player >= SHOWDOWN
                continue
            assert line.seats[1 - player] == seat
            theirs = small.tree.options(begin + node)
            assert tree.price(node) == pytest.approx(small.tree.price(begin + node))
            for one, other in zip(tree.options(node), theirs, strict=True):
                assert one.child == other.child - begin
                assert one._replace(child=0, size=0) == other._replace(child=0, size=0)
                assert one.size == pytest.approx(other.size)
            size, rows = len(theirs), strategy.rows
            block = strategy.strategy[rows[node] : rows[node + 1]].reshape(-1, size)
            assert (block == small.numbers(begin + node)).all()


def test_more_than_two_players_are_refused(small: TableBlueprint) -> None:
    with pytest.raises(OptionError, match=r"3 players see the flop in pot \d+; it must be two"):
        PotStrategy.of(small, pots_of(small, 3)[0])


def test_values_are_those_of_the_likeliest_pot(small: TableBlueprint, cache: Path) -> None:
    one, other = pots_of(small, 2)[:2]
    places = [
        WeightedNode(0.4, entry_of(small, one)),
        WeightedNode(0.35, entry_of(small, other)),
        WeightedNode(0.25, entry_of(small, other) + 1),
    ]
    values, here = pot_values(small, places)
    assert [path.name.split(".")[1] for path in cache.iterdir()] == [f"turns-{other}"]
    assert [each.node for each in here] == [0, 1]
    assert [each.weight for each in here] == pytest.approx([0.35 / 0.6, 0.25 / 0.6])
    assert pot_values(small, places)[0] is values
    rows = values.blueprint.rows  # type: ignore[attr-defined]
    assert rows.tolist() == PotStrategy.of(small, other).rows.tolist()


def test_without_places_hands_are_worth_what_they_win_without_bets(
    small: TableBlueprint, cache: Path
) -> None:
    values, here = pot_values(small, [])
    assert here == []
    assert (values.tables_at(here)[2, 1] == values.checked).all()
    assert len(list(cache.iterdir())) == 1


def test_values_are_estimated_once_and_kept(small: TableBlueprint, cache: Path) -> None:
    places = [WeightedNode(1.0, entry_of(small, pots_of(small, 2)[1]))]
    first = pot_values(small, places)[0]
    expected = TurnValues.estimate(first.blueprint, DEALS, SEED)
    assert first.tables == pytest.approx(expected.tables, abs=0.02)  # levels of a file
    [path] = cache.iterdir()
    content = path.read_bytes()
    _kept.cache_clear()
    assert (pot_values(small, places)[0].tables == first.tables).all()
    path.unlink()
    _kept.cache_clear()
    assert (pot_values(small, places)[0].tables == first.tables).all()
    assert path.read_bytes() == content
    path.write_bytes(content[: len(content) // 2])
    _kept.cache_clear()
    with pytest.raises(InputError, match="turns"):
        pot_values(small, places)
