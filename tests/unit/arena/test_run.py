"""Running an arena: the same result whoever plays the blocks, and when."""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from handsight.arena import ArenaSpec, ArenaStore, export, player_factory, resume, run_arena
from handsight.arena.run import _start_worker
from handsight.errors import ArenaError, OptionError
from tests.unit.arena.agents_for_tests import Leaves, Listener, Says


def spec_of(*agents, **options):
    options = {"pairs": 200, "seed": 7, **options}
    return ArenaSpec(agents=agents or ("random", "call"), **options)


def numbers_of(result):
    return [
        (slot.agent, slot.statistics, slot.wins, slot.losses, slot.ties, slot.decisions)
        for found in result.matchups
        for slot in found.slots
    ]


# --- results ------------------------------------------------------------------------------------


def test_all_pairs_of_all_matchups_are_played():
    result = run_arena(spec_of("random", "call", "fold", pairs=150))
    assert result.is_finished
    assert [found.pairs for found in result.matchups] == [150, 150, 150]
    assert result.hands == 3 * 150 * 2
    assert not any(found.stopped for found in result.matchups)


def test_what_one_wins_the_other_loses():
    [found] = run_arena(spec_of()).matchups
    one, other = found.slots
    assert one.statistics.chips == -other.statistics.chips != 0
    assert (one.wins, one.losses, one.ties) == (other.losses, other.wins, other.ties)
    assert one.matches == 200


def test_with_carried_stacks_each_leg_is_a_match():
    [found] = run_arena(spec_of(format="carry", pairs=30)).matchups
    assert found.slots[0].matches == 60
    assert 0 < found.hands <= 60 * 20


def test_a_match_that_nobody_won_is_tied():
    [found] = run_arena(spec_of("call", "call#2", format="carry", pairs=30, rounds=2)).matchups
    ties = found.slots[0].ties
    assert ties == found.slots[1].ties > 0
    assert found.slots[0].matches == 60


def test_everybody_at_one_table():
    [found] = run_arena(spec_of("random", "call", "maniac", table="all", pairs=50)).matchups
    assert found.hands == 150
    assert sum(slot.statistics.chips for slot in found.slots) == 0
    assert [slot.statistics.hands for slot in found.slots] == [150] * 3


def test_faults_are_counted_by_agent_and_kind():
    result = run_arena(spec_of("seven", "call", pairs=10), agents={"seven": Says(7)})
    seven, call = result.matchups[0].slots
    assert set(seven.faults) == {"garbage"}
    assert seven.faults["garbage"] == seven.decisions
    assert not call.faults


def test_an_agent_that_ends_the_program_ends_nothing_but_its_hands():
    result = run_arena(spec_of("leaves", "call", pairs=10), agents={"leaves": Leaves()})
    assert result.matchups[0].slots[0].faults["exception"] > 0


# --- stopping -----------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_a_rule_stops_each_matchup_for_itself():
    spec = spec_of("fold", "min-raise", "call", pairs=1000, until="decided")
    result = run_arena(spec)
    stops = {found.matchup.agents: (found.stopped, found.pairs) for found in result.matchups}
    assert stops["fold", "min-raise"] == (True, 100)
    assert result.is_finished
    for stopped, pairs in stops.values():
        assert (pairs < 1000) <= stopped


def test_a_rule_is_looked_at_after_each_block_only():
    result = run_arena(spec_of("fold", "min-raise", pairs=1000, until="decided", block=130))
    assert result.matchups[0].pairs == 130


@pytest.mark.exhaustive
@pytest.mark.parametrize("until", ["2000bb", "decided"])
def test_a_stop_does_not_depend_on_who_plays(until, tmp_path):
    spec = spec_of("random", "fold", "call", pairs=2000, until=until, block=50)
    alone = run_arena(spec, tmp_path / "one.db")
    with ThreadPoolExecutor(3) as executor:
        shared = run_arena(spec, tmp_path / "three.db", executor=executor)
    assert numbers_of(shared) == numbers_of(alone)
    assert any(found.stopped for found in alone.matchups)
    assert export(tmp_path / "one.db") == export(tmp_path / "three.db")


# --- progress -----------------------------------------------------------------------------------


def test_progress_is_told_before_the_first_and_after_each_block():
    seen = []
    run_arena(spec_of(pairs=250), progress=lambda result: seen.append(result.pairs))
    assert seen == [0, 100, 200, 250]


def test_an_error_in_progress_ends_the_run_and_what_was_played_is_kept(tmp_path):
    def interrupt(result):
        if result.pairs == 100:
            raise KeyboardInterrupt

    path = tmp_path / "a.db"
    with pytest.raises(KeyboardInterrupt):
        run_arena(spec_of(), path, progress=interrupt)
    with ArenaStore.read(path) as store:
        assert store.result().pairs == 100
    assert resume(path).pairs == 200
    run_arena(spec_of(), tmp_path / "b.db")
    assert export(path) == export(tmp_path / "b.db")


# --- workers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_processes_play_the_same_to_the_byte(tmp_path, workers):
    spec = spec_of("random", "maniac", "call", pairs=100, block=8)
    alone = run_arena(spec, tmp_path / "alone.db")
    shared = run_arena(spec, tmp_path / "shared.db", workers=workers)
    assert numbers_of(shared) == numbers_of(alone)
    assert export(tmp_path / "shared.db") == export(tmp_path / "alone.db")


@pytest.mark.repeats(1)
@pytest.mark.parametrize("rules", ["handsight", "pypokerengine"])
def test_matches_on_several_threads_are_the_same_to_the_byte(tmp_path, rules):
    spec = spec_of("random", "maniac", format="carry", rules=rules, pairs=40, block=3)
    run_arena(spec, tmp_path / "1.db")
    with ThreadPoolExecutor(3) as executor:
        run_arena(spec, tmp_path / "3.db", executor=executor)
    assert export(tmp_path / "3.db") == export(tmp_path / "1.db")


def test_agents_given_as_objects_are_copied_and_left_alone():
    listener = Listener()
    with ThreadPoolExecutor(2) as executor:
        run_arena(spec_of("ear", "call"), executor=executor, agents={"ear": listener})
    assert not listener.seen


def _end(task):
    import os

    os._exit(1)


def test_a_worker_that_dies_is_an_error_that_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("handsight.arena.run.play_block", _end)
    context = get_context("fork")
    with (
        ProcessPoolExecutor(1, mp_context=context, initializer=_start_worker) as executor,
        pytest.raises(ArenaError, match="a worker ended before its work was done"),
    ):
        run_arena(spec_of(), tmp_path / "a.db", executor=executor)
    monkeypatch.undo()
    assert resume(tmp_path / "a.db").pairs == 200


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers is 0"),
        ({"workers": 1.5}, "workers is 1.5"),
        ({"workers": 10**23}, "it must be from 1 to 1,024"),
        ({"agents": {"nobody": Says(1)}}, "no agent of the arena is named 'nobody'"),
        ({"agents": {"call": 7}}, "call is int, which is not an agent"),
        ({"agents": {"call": Says(lambda: 1)}, "workers": 2}, "an agent cannot be pickled"),
    ],
)
def test_what_cannot_be_run_is_refused(options, message):
    with pytest.raises(OptionError, match=message):
        run_arena(spec_of(), **options)


def test_agents_are_looked_for_before_a_store_is_made(tmp_path):
    with pytest.raises(OptionError, match="no agent is called 'calling'"):
        run_arena(spec_of("calling", "call"), tmp_path / "a.db")
    assert not list(tmp_path.iterdir())


def test_objects_are_not_isolated():
    with pytest.raises(OptionError, match="isolate works only with names"):
        run_arena(spec_of(isolate=True), agents={"call": Says(1)})


# --- isolation ----------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.skipif(not hasattr(os, "fork"), reason="isolation takes a system that forks")
def test_isolated_agents_play_the_same_to_the_byte(tmp_path):
    spec = spec_of("random", "maniac", pairs=30, block=10)
    run_arena(spec, tmp_path / "trusted.db")
    isolated = ArenaSpec.from_json({**spec.to_json(), "isolate": True})
    result = run_arena(isolated, tmp_path / "isolated.db")
    assert not any(slot.faults for slot in result.matchups[0].slots)
    assert export(tmp_path / "isolated.db") == export(tmp_path / "trusted.db")
    assert not any(player_factory._idle.values())
