"""Results of a store with luck taken out."""

import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.adjusting import adjusted
from handsight.arena.habits import habits_of
from handsight.errors import OptionError


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    file = tmp_path_factory.mktemp("luck") / "arena.db"
    run_arena(ArenaSpec(agents=("call", "random", "all-in"), pairs=150, seed=4), file)
    return file


def test_the_played_results_are_those_of_the_arena(store):
    with ArenaStore.read(store) as kept:
        found, result = adjusted(kept, "luck"), kept.result()
    for each, matchup in zip(found, result.matchups, strict=True):
        slot = matchup.slots[0]
        assert (each.agent, each.hands) == (slot.agent, matchup.hands)
        assert each.played.bb100 == each.single.bb100 == pytest.approx(slot.statistics.bb100)
        assert each.played.half_width == pytest.approx(1.96 * slot.statistics.standard_error, 1e-3)


def test_mirroring_and_taking_luck_out_both_make_results_narrower(store):
    with ArenaStore.read(store) as kept:
        call_random = adjusted(kept, "luck")[0]
    assert call_random.played.half_width < call_random.single.half_width
    assert call_random.single_adjusted.half_width < call_random.single.half_width
    low = call_random.adjusted.bb100 - 2 * call_random.played.half_width
    assert low < call_random.played.bb100


def test_between_callers_of_all_ins_all_luck_is_that_of_all_ins(store):
    with ArenaStore.read(store) as kept:
        by_luck, by_all_in = (adjusted(kept, how)[1] for how in ("luck", "all-in"))
    assert by_luck.agent == "call"
    assert by_luck.adjusted.bb100 == pytest.approx(by_all_in.adjusted.bb100)
    assert by_all_in.single_adjusted.half_width < by_all_in.single.half_width / 1.5


def test_progress_is_told_to_the_last_hand(store):
    told = []
    with ArenaStore.read(store) as kept:
        adjusted(kept, "all-in", lambda done, most: told.append((done, most)))
    assert told[-1] == (900, 900)


def test_only_our_own_rules_and_stacks_that_are_reset_can_be_adjusted(tmp_path):
    file = tmp_path / "carried.db"
    run_arena(ArenaSpec(agents=("call", "fold"), format="carry", pairs=2), file)
    with ArenaStore.read(file) as kept:
        with pytest.raises(OptionError, match="with stacks reset"):
            adjusted(kept)
        with pytest.raises(OptionError, match="takes one of luck, all-in"):
            adjusted(kept, "fate")


def test_habits_are_counted_from_all_hands(store):
    with ArenaStore.read(store) as kept:
        counts = habits_of(kept)
    assert {name: each.hands for name, each in counts.items()} == {
        "call": 600,
        "random": 600,
        "all-in": 600,
    }
    assert counts["call"].pfr == 0
    assert counts["all-in"].vpip == counts["all-in"].decided
