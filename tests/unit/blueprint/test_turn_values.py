"""What a blueprint and its variants win from the turn on."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from handsight.blueprint import Blueprint, HandBetting, blueprint_of
from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.kept_values import _values
from handsight.blueprint.policy import WeightedNode
from handsight.blueprint.tree import BUTTON_FOLDED, CALL, FOLD, RAISE, SHOWDOWN
from handsight.blueprint.turn_values import (
    GROUPS,
    PAIRS_PER_BOARD,
    PRIOR,
    TURN,
    VARIANTS,
    TurnValues,
    nodes_below,
    turn_starts,
    turn_values_of,
    values_path,
)
from handsight.blueprint.values import smoothed
from handsight.cards import CardSet
from handsight.errors import InputError
from handsight.ranges.combos import combo_number
from handsight.solver.limited import WAYS

DEALS = 300


@pytest.fixture(scope="module")
def small() -> Blueprint:
    """A blueprint of a small tree, which plays at random; it has the shipped buckets."""
    betting = HandBetting(8, preflop="a", flop="", turn="50%, a / a", river="50%, a / a")
    buckets = blueprint_of(SHIPPED).buckets
    rows = betting.tree.rows(buckets.counts)
    numbers = np.random.default_rng(1).integers(0, 256, int(rows[-1])).astype(np.uint8)
    numbers[::3] = 0
    return Blueprint(betting, buckets, numbers, rows, 0)


@pytest.fixture(scope="module")
def values(small: Blueprint) -> TurnValues:
    return TurnValues.estimate(small, DEALS, seed=4)


def won(blueprint: Blueprint, node: int, buckets, outcome: int, ways: tuple[int, int]) -> float:
    """Return the chips that the button wins from a node on, if both players follow variants."""
    tree, (player, street) = blueprint.betting.tree, blueprint.betting.tree.acting(node)
    paid = tree.paid[node]
    if player == SHOWDOWN:
        return float(outcome * paid.min())
    if player > SHOWDOWN:
        return float(-paid[0] if player == BUTTON_FOLDED else paid[1])
    options = tree.options(node)
    faces_a_bet = options[0].kind == FOLD
    shares = []
    row = blueprint.rows[node] + int(buckets[player, street]) * len(options)
    for place, option in enumerate(options):
        kind = {FOLD: 0, CALL: 2 if faces_a_bet else 1, RAISE: 3}[option.kind]
        number = float(blueprint.strategy[row + place]) + 1e-3
        shares.append(number * VARIANTS[ways[player]][kind])
    parts = [
        share * won(blueprint, option.child, buckets, outcome, ways)
        for share, option in zip(shares, options, strict=True)
        if share
    ]
    return sum(parts) / sum(shares)


def test_the_tables_are_means_over_the_deals(small: Blueprint, values: TurnValues) -> None:
    drawn, outcomes = small.buckets.draw_deals(DEALS, 4, hands_per_board=PAIRS_PER_BOARD)
    groups = values.group_of[drawn[:, :, TURN]]
    starts = turn_starts(small.betting.tree)
    assert len(starts) == len(values.tables) >= 1
    for row, node in enumerate(starts):
        paid = float(small.betting.tree.paid[node, 0])
        for ways in ((0, 0), (1, 2), (3, 1), (2, 3)):
            sums, counts = np.zeros((2, GROUPS, GROUPS))
            for pair, buckets, outcome in zip(groups, drawn, outcomes, strict=True):
                share = (won(small, node, buckets, int(outcome), ways) + paid) / (2 * paid)
                sums[tuple(pair)] += share
                counts[tuple(pair)] += 1
            expected = smoothed(sums, counts, PRIOR)
            assert values.tables[row][ways] == pytest.approx(expected, abs=1e-4)


def test_who_gives_up_loses_no_chip_and_who_calls_down_never_folds(values: TurnValues) -> None:
    """Against a player who gives up, nobody wins more than the pot; nobody gives up twice."""
    start = values.tables[0]
    assert start[1, 1] == pytest.approx(values.checked, abs=1e-5)
    assert start[2, 2] == pytest.approx(values.checked, abs=1e-5)
    assert start[2, 1] == pytest.approx(values.checked, abs=1e-5)


def test_the_pool_and_the_seed(small: Blueprint, values: TurnValues) -> None:
    calls = []
    with ThreadPoolExecutor(2) as pool:
        again = TurnValues.estimate(
            small, DEALS, seed=4, executor=pool, progress=lambda *done: calls.append(done)
        )
    assert (again.tables == values.tables).all()
    assert calls[-1] == (len(values.tables), len(values.tables))
    assert (TurnValues.estimate(small, DEALS, seed=5).tables != values.tables).any()


def test_tables_of_several_nodes_are_mixed(values: TurnValues, small: Blueprint) -> None:
    [node, *_] = turn_starts(small.betting.tree)
    only = values.tables_at([WeightedNode(1.0, node)])
    assert (only == values.tables[0]).all()
    mixed = values.tables_at([WeightedNode(0.5, node), WeightedNode(0.5, 0)])
    assert mixed == pytest.approx(only)
    assert (values.tables_at([]) == values.checked).all()


def test_a_file_has_the_same_values_but_for_rounding(
    tmp_path, small: Blueprint, values: TurnValues
) -> None:
    values.save(tmp_path / "one.npz")
    kept = TurnValues.load(tmp_path / "one.npz", small)
    span = np.ptp(values.tables, axis=(3, 4)).max()
    assert np.abs(kept.tables - values.tables).max() <= span / 255
    assert (kept.group_of == values.group_of).all()
    assert (kept.checked == values.checked).all()


def test_a_file_of_another_blueprint_is_refused(tmp_path, values: TurnValues) -> None:
    values.save(tmp_path / "one.npz", packed=False)
    with pytest.raises(InputError, match="its values are those of another blueprint"):
        TurnValues.load(tmp_path / "one.npz", blueprint_of(SHIPPED))


def test_a_damaged_file_is_refused(tmp_path, small: Blueprint, values: TurnValues) -> None:
    path = tmp_path / "one.npz"
    values.save(path, packed=False)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    with pytest.raises(InputError):
        TurnValues.load(path, small)


def test_values_are_estimated_once_and_kept(tmp_path, monkeypatch, small: Blueprint) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("handsight.blueprint.turn_values.DEALS", DEALS)
    path = tmp_path / "small.npz"
    small.save(path, packed=False)
    first = turn_values_of(100, file=str(path))
    [kept] = (tmp_path / "cache" / "blueprints").iterdir()
    _values.cache_clear()
    assert (turn_values_of(100, file=str(path)).tables == first.tables).all()
    kept.rename(values_path(path))
    _values.cache_clear()
    assert (turn_values_of(100, file=str(path)).tables == first.tables).all()
    assert not list((tmp_path / "cache" / "blueprints").iterdir())
    _values.cache_clear()


# --- the values that ship -------------------------------------------------------------------------


def test_the_shipped_blueprint_has_values() -> None:
    values = turn_values_of(SHIPPED)
    starts = turn_starts(values.blueprint.betting.tree)
    assert values.tables.shape == (len(starts), WAYS, WAYS, GROUPS, GROUPS)
    far = np.subtract.outer(np.arange(GROUPS), np.arange(GROUPS))
    assert values.tables[:, 0, 0][:, far > 12].mean() > 0.8
    assert values.tables[:, 0, 0][:, far < -12].mean() < 0.2


def test_strong_hands_are_in_high_groups() -> None:
    values = turn_values_of(SHIPPED)
    groups = values.groups_on([card.index for card in CardSet("Qh7h2c9d")])
    number = {
        text: combo_number(*(card.index for card in CardSet(text)))
        for text in ("QsQd", "4d3s", "KsQs")
    }
    assert groups[number["QsQd"]] == GROUPS - 1
    assert groups[number["4d3s"]] < 4 < 16 < groups[number["KsQs"]]


def test_all_nodes_below_a_start_are_found() -> None:
    tree = blueprint_of(SHIPPED).betting.tree
    below = nodes_below(tree, 0)
    assert below == list(range(tree.node_count))
