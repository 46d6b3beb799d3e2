"""Training at a table: the same bytes everywhere, whole files, and chips that add up."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
import pytest

from handsight.blueprint import Buckets, blueprint_of
from handsight.errors import InputError, OptionError
from handsight.kernels.multiway.training import value_at_end
from handsight.multiway.betting import ENDED, ORDER, STRIDE, TableBetting
from handsight.multiway.training import TableTraining, longest_walk, tree_arrays

SMALL = TableBetting(3, stack=20, preflop="60% / a", flop="75%", turn="75%", river="75%")


@pytest.fixture(scope="module")
def buckets() -> Buckets:
    return blueprint_of(100).buckets


def test_the_bytes_do_not_depend_on_the_workers(buckets: Buckets) -> None:
    alone = TableTraining(SMALL, buckets, seed=3, deals=20)
    alone.learn(6)
    shared = TableTraining(SMALL, buckets, seed=3, deals=20)
    with ThreadPoolExecutor(3) as pool:
        shared.learn(6, pool)
    assert np.array_equal(alone.regrets, shared.regrets)
    assert np.array_equal(alone.averages, shared.averages)
    assert alone.averages.any()
    other = TableTraining(SMALL, buckets, seed=4, deals=20)
    other.learn(6)
    assert not np.array_equal(alone.regrets, other.regrets)


def test_a_full_log_changes_only_when_things_are_added(
    buckets: Buckets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handsight.multiway.training.LOG_MARKS", 1)
    tight = TableTraining(SMALL, buckets, seed=3, deals=20)
    tight.learn(3)
    with ThreadPoolExecutor(2) as pool:
        again = TableTraining(SMALL, buckets, seed=3, deals=20)
        again.learn(3, pool)
    assert np.array_equal(tight.regrets, again.regrets)
    assert tight.averages.sum() > 0


def test_a_saved_training_goes_on_as_if_it_had_not_stopped(
    buckets: Buckets, tmp_path: Path
) -> None:
    whole = TableTraining(SMALL, buckets, seed=1, deals=20)
    whole.learn(8)
    half = TableTraining(SMALL, buckets, seed=1, deals=20)
    half.learn(3)
    half.save(tmp_path / "half.npz")
    rest = TableTraining(SMALL, buckets, seed=1, deals=20)
    rest.load(tmp_path / "half.npz")
    rest.learn(5)
    assert np.array_equal(whole.regrets, rest.regrets)
    assert np.array_equal(whole.strategy(), rest.strategy())
    other = TableTraining(SMALL, buckets, seed=2, deals=20)
    with pytest.raises(InputError, match="seed"):
        other.load(tmp_path / "half.npz")


def test_memory_is_bounded(buckets: Buckets) -> None:
    with pytest.raises(OptionError, match="more than the 1 MB allowed"):
        TableTraining(SMALL, buckets, memory=1_000_000)
    with pytest.raises(OptionError, match="deals is 0"):
        TableTraining(SMALL, buckets, deals=0)
    with pytest.raises(OptionError, match="explore is 1"):
        TableTraining(SMALL, buckets, explore=1)


@pytest.mark.parametrize("rake", [0.0, 0.05])
def test_what_is_won_is_lost_by_others_but_for_the_rake(buckets: Buckets, rake: float) -> None:
    """At every end that random lines find, for random strengths with ties."""
    betting = TableBetting(
        4, stack=30, ante=10, rake=rake, rake_cap=50, sharing=ORDER, flop_players=3
    )
    arrays, tree, draw = tree_arrays(betting, buckets.counts), betting.tree, Random(1)
    starts = arrays.roots.tolist()
    for _ in range(400):
        node = 0
        while tree.acting(node)[0] != ENDED:
            node = draw.choice(tree.options(node)).child
        entry, local = divmod(node, STRIDE)
        strengths = np.array([draw.randrange(4) for _ in range(4)], np.uint16)
        place = local if not entry else starts[entry] + local
        alive = [seat for seat in range(4) if not tree.has_folded(node, seat)]
        won = []
        for seat in range(4):
            if entry and seat not in tree.entries[entry - 1].seats:
                won.append(-float(tree.entries[entry - 1].paid[seat] + betting.ante))
            else:
                won.append(float(value_at_end(arrays, place, entry, seat, strengths)))
        pot = -sum(chips for seat, chips in enumerate(won) if seat not in alive)
        lost = -sum(won)
        if entry or len(alive) > 1:
            assert -0.01 <= lost <= 50.01
            assert (lost > 0.01) == (rake > 0)
        else:
            assert lost == pytest.approx(0, abs=0.01)
        best = max(strengths[seat] for seat in alive)
        winners = [seat for seat in alive if len(alive) == 1 or strengths[seat] == best]
        assert pot >= 0
        assert all(won[seat] <= 0 for seat in range(4) if seat not in alive)
        assert len({round(won[seat], 2) for seat in winners}) == 1


def test_a_walk_has_room_for_all_it_can_visit(buckets: Buckets) -> None:
    """Counted by hand: nobody can raise, so each player only folds, calls or checks down."""
    still = TableBetting(2, stack=10, preflop="", flop="", turn="", river="", multiway="")
    # Root; fold and call; then after the call three streets of two checks by one walk each.
    arrays = tree_arrays(still, buckets.counts)
    assert longest_walk(arrays).nodes == 1 + 1 + 1 + 6 + 1
