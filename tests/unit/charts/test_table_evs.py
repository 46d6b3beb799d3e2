"""What actions before the flop win at a table, against the same deals counted in Python."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint.kept_values import _values
from handsight.blueprint.tree import CALL, FOLD, RAISE
from handsight.charts import chart, table_evs
from handsight.charts.lines import all_decisions
from handsight.charts.table_evs import MOST_ERROR, TableValues, table_values_of
from handsight.errors import InputError
from handsight.multiway import TableBetting, TableBlueprint
from handsight.multiway.betting import ENDED, STRIDE
from handsight.multiway.blueprint import shipped_buckets
from handsight.ranges.combos import CLASSES
from handsight.solver import PushFoldGame
from handsight.solver.all_in import three_handed
from handsight.views.solver.preflop_chart import class_lines
from tests.thorough import thorough

PUSH = TableBetting(3, stack=5, preflop="a", flop="", turn="", river="", multiway="")
DEALS = 300


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_evs, "CHUNK", DEALS)


def always(betting: TableBetting, choose: Callable[[int, int], int]) -> TableBlueprint:
    """Make a blueprint that always takes one kind of action, by the decision and the bucket."""
    buckets = shipped_buckets()
    numbers = np.zeros(betting.tree.numbers(buckets.counts), np.uint8)
    for shape, base in betting.tree.parts(buckets.counts):
        rows = shape.rows(buckets.counts)
        for node in np.flatnonzero(shape.players >= 0).tolist():
            kinds = [option.kind for option in shape.options(node)]
            table = numbers[base + rows[node] : base + rows[node + 1]].reshape(-1, len(kinds))
            for bucket, row in enumerate(table):
                wanted = choose(node, bucket)
                row[kinds.index(wanted) if wanted in kinds else 0] = 200
    return TableBlueprint(betting, buckets, numbers, 0)


def random_blueprint(betting: TableBetting, seed: int = 1) -> TableBlueprint:
    buckets, draw = shipped_buckets(), np.random.default_rng(seed)
    count = betting.tree.numbers(buckets.counts)
    return TableBlueprint(betting, buckets, draw.integers(0, 256, count).astype(np.uint8), 0)


# --- one deal after another -----------------------------------------------------------------------


def end_of(blueprint: TableBlueprint, node: int, buckets: NDArray[np.uint16]) -> int:
    """Return the end that a strategy without chance leads to."""
    tree = blueprint.tree
    while (acting := tree.acting(node))[0] != ENDED:
        row = blueprint.numbers(node)[int(buckets[acting])]
        node = tree.options(node)[int(row.argmax())].child
    return node


def won(blueprint: TableBlueprint, node: int, seat: int, strengths: list[int]) -> float:
    """Return what a seat wins at an end, by the rules in words; nobody bets after the flop."""
    tree = blueprint.tree
    entry, local = divmod(node, STRIDE)
    put = tree.entries[entry - 1].paid if entry else tree.preflop.paid[local].tolist()
    paid = [each + blueprint.betting.ante for each in put]
    alive = [each for each in range(len(paid)) if not tree.has_folded(node, each)]
    best = max(strengths[each] for each in alive)
    winners = [each for each in alive if strengths[each] == best or len(alive) == 1]
    return (sum(paid) / len(winners) if seat in winners else 0) - paid[seat]


def is_met(blueprint: TableBlueprint, node: int, seat: int, buckets: NDArray[np.uint16]) -> bool:
    """Check whether the others' actions lead to a node."""
    tree, open_ = blueprint.tree, [0]
    while open_:
        at = open_.pop()
        if at == node:
            return True
        acting, street = tree.acting(at)
        if acting == ENDED or street:
            continue
        children = [option.child for option in tree.options(at)]
        row = blueprint.numbers(at)[int(buckets[acting, 0])]
        open_ += children if acting == seat else [children[int(row.argmax())]]
    return False


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    "betting",
    [PUSH, TableBetting(3, 4, 10, preflop="60% / a", flop="", turn="", river="", multiway="")],
    ids=["push or fold", "raises and antes"],
)
def test_values_are_means_over_the_deals_of_a_class(betting: TableBetting) -> None:
    """Without chance in the strategies, a walk finds what the cards alone decide."""
    kinds = (FOLD, CALL, RAISE, RAISE, CALL)
    blueprint = always(betting, lambda node, bucket: kinds[(3 * node + bucket) % 5])
    values = TableValues.estimate(blueprint, 1, seed=4)
    drawn = blueprint.buckets.draw_hands(DEALS, 3, 4, 0)
    sums: dict[tuple[int, int, int], list[float]] = {}
    for buckets, strengths in zip(drawn.buckets, drawn.strengths.tolist(), strict=True):
        for node in values.columns:
            seat = blueprint.tree.acting(node)[0]
            if is_met(blueprint, node, seat, buckets):
                ends = [
                    won(blueprint, end_of(blueprint, option.child, buckets), seat, strengths)
                    for option in blueprint.tree.options(node)
                ]
                for place, end in enumerate(ends):
                    key = node, place, int(buckets[seat, 0])
                    sums.setdefault(key, []).append((end - ends[0]) / 100)
    assert len(values.columns) > 5
    assert len({key[:2] for key in sums}) > 10
    for node in values.columns:
        evs, errors = values.at(node)
        for held in range(len(CLASSES)):
            for place in range(evs.shape[1]):
                found = sums.get((node, place, held), [])
                error = np.std(found, ddof=1) / len(found) ** 0.5 if len(found) > 1 else np.inf
                if error > MOST_ERROR:
                    assert np.isnan(evs[held, place])
                    continue
                assert evs[held, place] == pytest.approx(np.mean(found), abs=1e-4)
                assert errors[held, place] == pytest.approx(error, abs=2e-3)


@pytest.mark.usefixtures("few")
def test_a_raise_that_nobody_calls_wins_the_blinds() -> None:
    blueprint = always(PUSH, lambda node, _: RAISE if node == 0 else FOLD)
    values = TableValues.estimate(blueprint, 10 * DEALS)
    evs, errors = values.at(0)
    place = [option.kind for option in blueprint.tree.options(0)].index(RAISE)
    known = ~np.isnan(evs[:, place])
    assert known.sum() > 160
    assert evs[known, place] == pytest.approx(1.5)
    assert np.nan_to_num(errors[known, place]) == pytest.approx(0)
    assert evs[known, 0] == pytest.approx(0)


def test_an_all_in_that_both_call_is_worth_the_equity() -> None:
    """Aces beat two random hands in 73.49% of all deals, by any table of equities."""
    blueprint = always(PUSH, lambda node, _: RAISE if node == 0 else CALL)
    values = TableValues.estimate(blueprint, 300_000)
    place = [option.kind for option in blueprint.tree.options(0)].index(RAISE)
    evs, errors = values.at(0)
    aces = CLASSES.index("AA")
    assert 0.1 < errors[aces, place] < 0.2
    assert abs(evs[aces, place] - (15 * 0.7349 - 5)) < 4 * errors[aces, place]
    counts = np.array([6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in CLASSES])
    mean = evs[:, place] @ counts / counts.sum()
    assert abs(mean) < 0.05  # three random hands share their own chips


@pytest.mark.exhaustive
@thorough
def test_values_are_those_of_an_exact_count_of_push_or_fold() -> None:
    """All triples of hands and all boards are counted for the same strategies."""
    betting = TableBetting(3, stack=6, preflop="a", flop="", turn="", river="", multiway="")
    tree, draw = betting.tree, np.random.default_rng(3)
    game = PushFoldGame((6, 6, 6))

    def after(node: int, kind: int) -> int:
        return next(each.child for each in tree.options(node) if each.kind == kind)

    pushed, folded = after(0, RAISE), after(0, FOLD)
    nodes = {
        (0, ()): 0,
        (1, ()): folded,
        (1, (0,)): pushed,
        (2, (0,)): after(pushed, FOLD),
        (2, (0, 1)): after(pushed, CALL),
        (2, (1,)): after(folded, RAISE),
    }
    plays = draw.integers(0, 2, (len(game.decisions), len(CLASSES))).astype(float)
    by_node = {nodes[each]: row for each, row in zip(game.decisions, plays, strict=True)}

    def choose(node: int, bucket: int) -> int:
        if node not in by_node or not by_node[node][bucket]:
            return FOLD
        return RAISE if any(each.kind == RAISE for each in tree.options(node)) else CALL

    with ThreadPoolExecutor(2) as pool:
        values = TableValues.estimate(always(betting, choose), 2_000_000, executor=pool)
        gains, _, _ = three_handed.measure_three(game, plays, executor=pool)
    play = dict(zip(game.decisions, plays, strict=True))
    push, late, call = play[0, ()], play[1, ()], play[1, (0,)]
    ones, met = np.ones(len(CLASSES)), three_handed.met
    faced = {
        (0, ()): met(ones, ones),
        (1, ()): met(1 - push, ones),
        (1, (0,)): met(push, ones),
        (2, (0,)): met(push, 1 - call),
        (2, (1,)): met(1 - push, late),
        (2, (0, 1)): met(push, call),
    }
    far = []
    for decision, gain in zip(game.decisions, gains, strict=True):
        evs, errors = values.at(nodes[decision])
        kinds = [each.kind for each in tree.options(nodes[decision])]
        place = kinds.index(RAISE if RAISE in kinds else CALL)
        far.append((evs[:, place] - gain / faced[decision]) / errors[:, place])
    distances = np.concatenate(far)
    distances = distances[np.isfinite(distances)]
    assert len(distances) > 900
    assert np.abs(distances).max() < 5
    assert np.sqrt((distances**2).mean()) == pytest.approx(1, abs=0.1)


# --- what is left out -----------------------------------------------------------------------------


@pytest.mark.usefixtures("few")
def test_decisions_that_hardly_come_up_have_no_values() -> None:
    """The button calls with aces alone, less than one hand in two hundred, and only then limps."""
    aces = CLASSES.index("AA")
    blueprint = always(PUSH, lambda node, held: CALL if not node and held == aces else FOLD)
    tree = blueprint.tree
    limped = next(each.child for each in tree.options(0) if each.kind == CALL)
    pushed = next(each.child for each in tree.options(0) if each.kind == RAISE)
    values = TableValues.estimate(blueprint, DEALS)
    assert limped in values.columns
    assert pushed not in values.columns
    evs, errors = values.at(pushed)
    assert evs.shape == errors.shape == (169, len(tree.options(pushed)))
    assert np.isnan(evs).all()
    assert np.isnan(errors).all()
    for at in all_decisions(blueprint):
        assert values.at(at.node)[0].shape == (169, len(tree.options(at.node)))


@pytest.mark.usefixtures("few")
def test_the_same_values_for_any_executor() -> None:
    blueprint, steps = random_blueprint(PUSH), []
    alone = TableValues.estimate(blueprint, 4 * DEALS, progress=lambda *each: steps.append(each))
    with ThreadPoolExecutor(3) as pool:
        shared = TableValues.estimate(blueprint, 4 * DEALS - 1, executor=pool)
    assert alone.evs.tobytes() == shared.evs.tobytes()
    assert alone.errors.tobytes() == shared.errors.tobytes()
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    other = TableValues.estimate(blueprint, 4 * DEALS, seed=9)
    assert not np.array_equal(alone.evs, other.evs)


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("few")
def test_files_of_values(tmp_path: Path) -> None:
    blueprint = random_blueprint(PUSH)
    values = TableValues.estimate(blueprint, 2 * DEALS)
    values.save(tmp_path / "a.npz")
    kept = TableValues.load(tmp_path / "a.npz", blueprint)
    assert np.isnan(kept.evs).sum() == np.isnan(values.evs).sum() > 0
    assert kept.evs == pytest.approx(values.evs, abs=0.0051, nan_ok=True)
    known = np.isfinite(values.errors)
    assert kept.errors[known] == pytest.approx(values.errors[known], abs=0.0051)
    assert np.isnan(kept.errors[~known]).all()
    assert kept.columns == values.columns
    with pytest.raises(InputError, match="its values are those of another blueprint"):
        TableValues.load(tmp_path / "a.npz", random_blueprint(PUSH, 2))
    with pytest.raises(FileNotFoundError):
        TableValues.load(tmp_path / "none.npz", blueprint)
    (tmp_path / "a.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:-30])
    with pytest.raises(InputError, match="damaged"):
        TableValues.load(tmp_path / "a.npz", blueprint)


@pytest.mark.usefixtures("few")
def test_values_are_estimated_once_and_shown_in_charts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path / "cache"))
    estimate = TableValues.estimate
    monkeypatch.setattr(TableValues, "estimate", lambda strategy: estimate(strategy, DEALS))
    file = tmp_path / "three.npz"
    random_blueprint(PUSH).save(file, packed=False)
    blueprint = TableBlueprint.load(file)
    first = table_values_of(blueprint, file)
    assert len([*(tmp_path / "cache" / "blueprints").iterdir()]) == 1
    assert table_values_of(blueprint, file) is first
    found = chart("SB vs BTN all-in", file=str(file))
    assert (found.player, found.stack, found.line) == ("SB", 5, ("BTN goes all-in",))
    assert found.actions == ("fold", "call")
    known = np.isfinite(found.evs)
    assert known.sum() > 20
    assert (found.evs[:, 0][known[:, 0]] == 0).all()
    _values.cache_clear()


def test_where_a_check_is_free_it_is_what_others_are_compared_with() -> None:
    limped, opened = chart("BB vs SB limp"), chart("BB vs BTN 2.5x")
    assert (limped.base, opened.base) == ("check", "fold")
    assert chart("BB vs BTN limp, heads-up").base == "fold"
    assert "is compared with a check;" in class_lines(limped, "AKs")[-1]
    assert "is compared with a fold;" in class_lines(opened, "AKs")[-1]
