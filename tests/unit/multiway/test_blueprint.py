"""Blueprints of tables: files, numbers, positions, and which one fits a table."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.blueprint import Blueprint, HandBetting, blueprint_of
from handsight.blueprint.policy import actions_at
from handsight.charts.lines import all_decisions
from handsight.errors import InputError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.multiway import TableBetting, TableBlueprint, TableTraining
from handsight.multiway.betting import ENDED, STRIDE
from handsight.multiway.blueprint import (
    KIND,
    VERSION,
    loaded_table,
    require_table,
    shipped_buckets,
    table_blueprint_for,
    trained_table_path,
)
from handsight.runtime.archives import write_archive
from tests.damage import damaged, odd_json
from tests.unit.multiway.small_games import kuhn

BETTING = TableBetting(
    3, stack=9, ante=10, preflop="60% / a", flop="75%", turn="a", river="a", multiway="a"
)


def made_up(betting: TableBetting, seed: int = 1) -> TableBlueprint:
    """Make a blueprint that plays at random; some buckets have no numbers."""
    buckets, draw = shipped_buckets(), np.random.default_rng(seed)
    count = betting.tree.numbers(buckets.counts)
    numbers = draw.integers(0, 256, count).astype(np.uint8)
    numbers[draw.random(count) < 0.3] = 0
    return TableBlueprint(betting, buckets, numbers, 1234, bounds_folds=False)


@pytest.fixture(scope="module")
def small() -> TableBlueprint:
    return made_up(BETTING)


def decisions(blueprint: TableBlueprint) -> list[int]:
    """Return all nodes at which somebody acts, in every line."""
    tree, found, open_ = blueprint.tree, [], [0]
    while open_:
        node = open_.pop()
        if tree.acting(node)[0] != ENDED:
            found.append(node)
            open_ += [option.child for option in tree.options(node)]
    return found


# --- numbers --------------------------------------------------------------------------------------


def test_every_number_belongs_to_a_decision_of_its_pot(small: TableBlueprint) -> None:
    tree, counts = small.tree, small.buckets.counts
    owners: dict[int, tuple[int, int]] = {}
    base = small.strategy.__array_interface__["data"][0]
    seen = np.zeros(len(small.strategy), np.int64)
    for node in decisions(small):
        numbers = small.numbers(node)
        assert numbers.shape == (counts[tree.acting(node)[1]], len(tree.options(node)))
        begin = numbers.__array_interface__["data"][0] - base
        entry, local = divmod(node, STRIDE)
        owner = (tree.entries[entry - 1].pot if entry else -1), local
        # Lines of the same pot share the numbers, and nobody else has them.
        assert owners.setdefault(begin, owner) == owner
        seen[begin : begin + numbers.size] += 1
    assert seen.min() >= 1
    assert len(owners) == tree.decisions


def test_shares_add_up_and_are_equal_where_nothing_is_known(small: TableBlueprint) -> None:
    unknown = 0
    for node in decisions(small)[::7]:
        numbers, table = small.numbers(node), small.table(node)
        assert np.allclose(table.sum(1), 1)
        empty = ~numbers.any(1)
        unknown += int(empty.sum())
        assert (table[empty] == 1 / table.shape[1]).all()
        for row, shares in zip(numbers[~empty][:3], table[~empty][:3], strict=True):
            assert shares == pytest.approx(row / row.sum())
    assert unknown


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, "BTN BB"),
        (3, "SB BB BTN"),
        (4, "SB BB CO BTN"),
        (5, "SB BB HJ CO BTN"),
        (6, "SB BB UTG HJ CO BTN"),
        (7, "SB BB UTG LJ HJ CO BTN"),
        (8, "SB BB UTG UTG+1 LJ HJ CO BTN"),
        (9, "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN"),
    ],
)
def test_positions_are_counted_from_the_small_blind(players: int, expected: str) -> None:
    still = TableBetting(players, stack=2, preflop="", flop="", turn="", river="", multiway="")
    blueprint = TableBlueprint(still, shipped_buckets(), np.zeros(0, np.uint8), 0)
    assert blueprint.positions == tuple(expected.split())


@pytest.mark.parametrize(
    "betting",
    [
        BETTING,
        TableBetting(2, stack=30, flop="75%", turn="75%", river="75%"),
        TableBetting(4, stack=60, ante=25, straddles=(200,), flop_players=4),
    ],
    ids=["antes", "heads-up", "straddle"],
)
def test_a_flop_begins_with_the_chips_of_the_table(betting: TableBetting) -> None:
    blueprint = TableBlueprint(betting, shipped_buckets(), np.zeros(0, np.uint8), 0)
    rules = Rules(ante=betting.ante, straddles=betting.straddles)
    button = 0 if betting.players == 2 else betting.players - 1
    draw, flops = Random(4), 0
    for seed in range(80):
        stacks = [100 * betting.stack] * betting.players
        cursor, node = HandCursor(HandState.start(rules, stacks, button, seed=seed)), 0
        while node < STRIDE and cursor.state.actor != -1:
            options = blueprint.tree.options(node)
            actions = actions_at(options, cursor.state.legal_actions)
            assert blueprint.bet(node) == cursor.state.price
            place = draw.choice(range(len(options))[-3:])
            cursor.apply(actions[place])
            node = options[place].child
        if node >= STRIDE:
            flops += 1
            state, found = cursor.state, blueprint.flop_at(node)
            assert state.street == "flop"
            assert found.pot == state.pot
            alive = [seat for seat in range(betting.players) if seat not in state.folded]
            assert sorted(found.players) == alive
            assert found.players[0] == state.actor
            assert {state.stacks[seat] for seat in alive} == {found.stack}
    assert flops > 10


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", [True, False])
def test_a_file_gives_back_what_was_saved(
    small: TableBlueprint, tmp_path: Path, packed: bool
) -> None:
    small.save(tmp_path / "a.npz", packed=packed)
    again = TableBlueprint.load(tmp_path / "a.npz")
    assert again.betting == small.betting
    assert again.buckets is shipped_buckets()
    assert np.array_equal(again.strategy, small.strategy)
    assert (again.deals, again.bounds_folds) == (1234, False)
    again.save(tmp_path / "b.npz", packed=packed)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_a_betting_with_everything_comes_back(tmp_path: Path) -> None:
    betting = TableBetting(
        *(5, 12, 7, (200, 300), 0.05, 250.5),
        *("60% / a", "a", "a", "", "a", 2, 0.1, "order"),
    )
    made_up(betting).save(tmp_path / "a.npz")
    assert TableBlueprint.load(tmp_path / "a.npz").betting == betting


def test_other_buckets_come_with_the_file(tmp_path: Path) -> None:
    betting = TableBetting(3, stack=2, preflop="a", flop="", turn="", river="", multiway="")
    buckets = blueprint_of(100).buckets
    assert buckets.digest != shipped_buckets().digest
    numbers = np.random.default_rng(2).integers(0, 256, betting.tree.numbers(buckets.counts))
    blueprint = TableBlueprint(betting, buckets, numbers.astype(np.uint8), 5)
    blueprint.save(tmp_path / "a.npz", packed=False)
    again = TableBlueprint.load(tmp_path / "a.npz")
    assert again.buckets.counts == (169, 200, 200, 200)
    assert again.buckets.digest == buckets.digest
    assert np.array_equal(again.strategy, blueprint.strategy)


def test_a_compact_blueprint_has_coarser_shares_and_fewer_lines(
    small: TableBlueprint, tmp_path: Path
) -> None:
    kept = [at.node for at in all_decisions(small, 0.02)]
    compact = small.compact(kept, levels=10)
    lost = 0
    for node in decisions(small):
        numbers = compact.numbers(node)
        if node < STRIDE and node not in kept:
            lost += 1
            assert not numbers.any()
        else:
            assert np.abs(numbers / 10 - small.numbers(node) / 255).max() <= 0.05 + 1e-9
            assert numbers.max() <= 10
    assert lost
    assert small.strategy.max() > 200  # the original is as it was
    small.save(tmp_path / "whole.npz")
    compact.save(tmp_path / "compact.npz")
    assert np.array_equal(TableBlueprint.load(tmp_path / "compact.npz").strategy, compact.strategy)
    sizes = [(tmp_path / name).stat().st_size for name in ("compact.npz", "whole.npz")]
    assert sizes[0] < 0.7 * sizes[1]


def test_without_a_strategy_at_a_line_there_are_no_places(small: TableBlueprint) -> None:
    only = small.compact([0])
    start = HandState.start(Rules(ante=10), [900] * 3, 2, seed=1)
    cursor = HandCursor(start)
    assert only.shares(cursor.observation()).keys() == small.shares(cursor.observation()).keys()
    cursor.apply(Action.call())
    seen = cursor.observation()
    assert small.shares(seen)
    assert only.shares(seen) == {}
    assert only.policy(seen, np.arange(10)).actions == ()


def test_a_damaged_file_is_refused_with_our_own_error(tmp_path: Path) -> None:
    betting = TableBetting(3, stack=2, preflop="a", flop="", turn="", river="", multiway="")
    blueprint = made_up(betting)
    for packed in (True, False):
        blueprint.save(tmp_path / "a.npz", packed=packed)
        content = (tmp_path / "a.npz").read_bytes()
        for bad in damaged(content, 5, 60):
            (tmp_path / "bad.npz").write_bytes(bad)
            with suppress(InputError):  # what an unread byte of the archive holds is not noticed
                again = TableBlueprint.load(tmp_path / "bad.npz")
                assert np.array_equal(again.strategy, blueprint.strategy)


def head_of(blueprint: TableBlueprint) -> dict[str, Any]:
    return {
        "betting": blueprint.betting.fields(),
        "buckets": 0,
        "digest": blueprint.buckets.digest,
        "deals": 1,
        "bounds_folds": True,
    }


def write(path: Path, head: dict[str, Any], blueprint: TableBlueprint) -> None:
    arrays = {"strategy": blueprint.strategy, "buckets": np.zeros(0, np.uint8)}
    write_archive(path, KIND, VERSION, head, arrays)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("seed", range(8))
def test_an_odd_head_is_refused_with_our_own_error(tmp_path: Path, seed: int) -> None:
    betting = TableBetting(3, stack=2, preflop="a", flop="", turn="", river="", multiway="")
    blueprint, draw = made_up(betting), Random(seed)
    head = head_of(blueprint)
    write(tmp_path / "a.npz", head, blueprint)
    assert np.array_equal(TableBlueprint.load(tmp_path / "a.npz").strategy, blueprint.strategy)
    for _ in range(60):
        odd = odd_json(json.loads(json.dumps(head)), draw)
        if isinstance(odd, dict):
            write(tmp_path / "odd.npz", odd, blueprint)
            with suppress(InputError):
                TableBlueprint.load(tmp_path / "odd.npz")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"digest": "0" * 64}, "its strategy is for other buckets"),
        ({"bounds_folds": 1}, "bounds_folds is 1; it must be a boolean"),
        ({"buckets": -1}, "buckets is -1"),
        ({"deals": "many"}, "is damaged"),
        ({"betting": {"players": 12}}, "players is 12; it must be from 2 to 9"),
        ({"betting": {"blinds": 3}}, "is damaged"),
        ({"betting": {"players": 3, "stack": 5, "preflop": "a"}}, "strategy has shape"),
    ],
)
def test_what_a_head_may_not_say(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    betting = TableBetting(3, stack=2, preflop="a", flop="", turn="", river="", multiway="")
    blueprint = made_up(betting)
    write(tmp_path / "a.npz", head_of(blueprint) | change, blueprint)
    with pytest.raises(InputError, match=said):
        TableBlueprint.load(tmp_path / "a.npz")


def test_files_of_other_kinds_are_refused(small: TableBlueprint, tmp_path: Path) -> None:
    heads_up = HandBetting(2, preflop="a", flop="", turn="", river="")
    buckets = blueprint_of(100).buckets
    rows = heads_up.tree.rows(buckets.counts)
    other = Blueprint(heads_up, buckets, np.zeros(int(rows[-1]), np.uint8), rows, 0)
    other.save(tmp_path / "two.npz", packed=False)
    small.save(tmp_path / "three.npz", packed=False)
    TableTraining(BETTING, shipped_buckets()).save(tmp_path / "training.npz")
    for name in ("two.npz", "training.npz"):
        with pytest.raises(InputError, match=f"it is not a {KIND} file"):
            TableBlueprint.load(tmp_path / name)
    with pytest.raises(InputError, match="it is not a handsight blueprint file"):
        Blueprint.load(tmp_path / "three.npz")
    write_archive(tmp_path / "new.npz", KIND, VERSION + 1, {}, {})
    with pytest.raises(InputError, match="has version 2, but this handsight reads version 1"):
        TableBlueprint.load(tmp_path / "new.npz")
    with pytest.raises(FileNotFoundError):
        TableBlueprint.load(tmp_path / "none.npz")


def test_a_blueprint_is_made_of_what_was_learned_with_buckets() -> None:
    betting = TableBetting(3, stack=2, preflop="a", flop="", turn="", river="", multiway="")
    training = TableTraining(betting, shipped_buckets(), seed=2, deals=10)
    training.learn(2)
    blueprint = TableBlueprint.of(training)
    assert blueprint.deals == training.all_deals == 160
    assert np.array_equal(blueprint.strategy, training.strategy())
    assert blueprint.buckets is shipped_buckets()
    small_betting, deals = kuhn()
    with pytest.raises(OptionError, match="a blueprint needs buckets of hands"):
        TableBlueprint.of(TableTraining(small_betting, deals))  # type: ignore[arg-type]


# --- which blueprint fits -------------------------------------------------------------------------


@pytest.fixture
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Write blueprints for four and seven players with 13 big blinds, as if they were trained."""
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    for players in (4, 7):
        betting = TableBetting(
            *(players, 13), preflop="a", flop="", turn="", river="", multiway="", flop_players=2
        )
        path = trained_table_path(players, 13)
        path.parent.mkdir(parents=True, exist_ok=True)
        assert path.is_relative_to(tmp_path)
        made_up(betting).save(path, packed=False)
    return [4, 7]


def test_the_smallest_table_that_fits_is_taken(trained: list[int]) -> None:
    for dealt in range(3, 11):
        found = table_blueprint_for(dealt, 13)
        expected = next((players for players in trained if players >= dealt), None)
        assert (None if found is None else found.betting.players) == expected
    assert table_blueprint_for(3, 14) is None
    six = table_blueprint_for(3, 100)
    assert six is not None
    assert (six.betting.players, six.betting.stack) == (6, 100)
    assert table_blueprint_for(6, 100) is six
    assert table_blueprint_for(7, 100) is None


def test_a_file_is_for_its_own_number_of_players_and_fewer(trained: list[int]) -> None:
    path = trained_table_path(4, 13)
    for dealt in (3, 4):
        found = table_blueprint_for(dealt, 100, str(path))
        assert found is not None
        assert found.betting.players == 4
    assert table_blueprint_for(5, 100, str(path)) is None


def test_a_file_that_changes_is_read_again(trained: list[int]) -> None:
    path = trained_table_path(4, 13)
    first = loaded_table(path)
    assert loaded_table(path) is first
    other = replace(first, strategy=first.strategy[::-1].copy(), deals=9)
    other.save(path, packed=False)
    assert loaded_table(path).deals == 9
    assert table_blueprint_for(4, 13) is loaded_table(path)


def test_what_cannot_be_read_is_named(trained: list[int], tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read the blueprint"):
        table_blueprint_for(3, 100, str(tmp_path / "none.npz"))
    (tmp_path / "bad.npz").write_bytes(b"no archive")
    with pytest.raises(InputError, match="or is damaged"):
        table_blueprint_for(3, 100, str(tmp_path / "bad.npz"))


def test_a_table_without_a_blueprint_is_said_with_a_way_out(trained: list[int]) -> None:
    assert require_table(4, 13) == trained_table_path(4, 13)
    with pytest.raises(OptionError, match="train blueprint --players 5 --stack-bb 13'"):
        require_table(5, 13)
    for players in (2, 10):
        with pytest.raises(OptionError, match=f"players is {players}"):
            require_table(players, 13)
    with pytest.raises(OptionError, match="stack is 0"):
        require_table(3, 0)
