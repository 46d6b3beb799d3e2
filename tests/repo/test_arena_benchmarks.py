"""The jobs of the arena and of the opponent model do what they say, and find wrong answers."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks import (
    cases,
    checks_arena,
    checks_opponents,
    jobs_arena,
    jobs_opponents,
    workloads_arena,
    workloads_opponents,
)
from benchmarks.inputs import QUICK
from benchmarks.jobs import job_named
from benchmarks.measure import measure
from benchmarks.peers import STACK, Game, Peer, Played, find_peers
from benchmarks.timing import Work
from handsight.agents import agent
from handsight.agents.registry import OWN
from handsight.arena import ArenaSpec, run_arena
from handsight.arena.players import Fault, InProcessPlayer
from handsight.arena.table import SeatFault
from handsight.game import Action
from tests.peers import reason

SMALL = replace(QUICK, calls=20, deals=2)


def work_of(answers: Any, items: int = 1) -> Work:
    return Work(lambda: None, items, lambda: answers)


# --- matches --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["arena-matches", "arena-matches-engine"])
def test_the_matches_that_are_timed_are_played_to_their_ends(name: str) -> None:
    job = job_named(name)
    assert job.prepare is not None
    work = job.prepare(SMALL)
    assert work.items == 4
    assert job.check(work, SMALL) == ""


def test_repeats_of_matches_have_other_cards() -> None:
    work = workloads_arena.matches(SMALL, "handsight")
    first, second = work.answers(), work.answers()
    assert first[0].spec.seed != second[0].spec.seed


def played(pairs: int = 2, **fields: Any) -> Any:
    return run_arena(ArenaSpec(agents=("call", "fold"), pairs=pairs, **fields))


def test_matches_that_are_too_few_are_found() -> None:
    result = played(format="carry", rounds=2)
    assert checks_arena.matches_were_played(work_of([result], 4), conserving=True) == ""
    wrong = checks_arena.matches_were_played(work_of([result], 6), conserving=True)
    assert wrong == "call: 4 matches, 16 decisions"


@pytest.mark.parametrize(
    ("chips", "conserving", "wrong"),
    [(5, False, "5 chips were made"), (-5, False, ""), (-5, True, "-5 chips were made")],
)
def test_chips_from_nowhere_are_found(chips: int, conserving: bool, wrong: str) -> None:
    result = played()
    result.matchups[0].slots[0].statistics.chips += chips
    work = work_of([result], 2)
    assert checks_arena.matches_were_played(work, conserving=conserving) == wrong


def test_faults_are_found() -> None:
    result = played()
    result.matchups[0].slots[1].faults["late"] += 1
    wrong = checks_arena.matches_were_played(work_of([result], 2), conserving=True)
    assert wrong.startswith("fold:")


def test_wins_without_losses_are_found() -> None:
    result = played()
    for slot in result.matchups[0].slots:
        slot.wins, slot.losses, slot.ties = 2, 0, 0
    wrong = checks_arena.matches_were_played(work_of([result], 2), conserving=True)
    assert wrong == "2 wins of the one are 0 losses of the other"


def test_two_workers_come_to_the_results_of_one() -> None:
    job = job_named("arena-matches-workers")
    assert job.prepare is not None
    assert job.check(job.prepare(SMALL), SMALL) == ""


def test_other_results_on_workers_are_found() -> None:
    one, other = work_of([played(seed=1)]), work_of([played(pairs=3, seed=1)])
    assert checks_arena.results_are_the_same(one, one) == ""
    assert checks_arena.results_are_the_same(one, other) != ""


def test_two_workers_are_not_measured_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    result = measure(job_named("arena-matches-workers"), [], quick=True)
    assert (result.ours, result.skipped) == (None, "it takes two cores")


# --- the store ------------------------------------------------------------------------------------


def test_all_scripted_agents_meet_and_every_hand_is_kept() -> None:
    work = workloads_arena.scripted_with_store(replace(SMALL, deals=1))
    hands = work.answers()
    assert len(hands) == work.items == 21 * 2 * 2
    assert {hand.matchup for hand in hands} == set(range(21))
    assert checks_arena.stored_hands_add_up(work) == ""


@pytest.mark.parametrize("chips", [[(1, -1)], [(1, -1), (2, -1)]], ids=["lost", "made"])
def test_a_hand_that_was_not_kept_is_found_and_so_are_chips_that_were_made(
    chips: list[tuple[int, int]],
) -> None:
    hands = [SimpleNamespace(chips=each) for each in chips]
    assert checks_arena.stored_hands_add_up(work_of(hands, 2)) != ""


# --- a process of its own -------------------------------------------------------------------------


def test_an_isolated_player_is_asked_what_a_trusted_one_is() -> None:
    job = job_named("arena-isolation")
    assert job.prepare is not None
    work = job.prepare(SMALL)
    assert job.check(work, SMALL) == ""
    assert work.answers() == [Action.call()] * work.items


def test_decisions_stand_in_hands_and_one_player_sees_them() -> None:
    hands = workloads_arena._seen_in_random_hands(5)
    assert [{seen.hand for seen in hand} <= {number} for number, hand in enumerate(hands, 1)] == (
        [True] * 5
    )
    assert {seen.seat for hand in hands for seen in hand} == {0}


# --- the rules of PyPokerEngine -------------------------------------------------------------------


def test_hands_by_the_rules_of_pypokerengine_go_as_there() -> None:
    peers, _ = find_peers(["pypokerengine"])
    if not peers:
        pytest.skip(reason("pypokerengine"))
    job = job_named("engine-hands-2")
    assert job.prepare is not None
    assert job.case is not None
    ours, theirs = job.prepare(QUICK), job.case.prepare(peers[0], QUICK)
    assert theirs is not None
    assert job.check(ours, QUICK) == ""
    assert job.case.agree(ours.answers(), theirs.answers(), QUICK) == ""


def test_nobody_else_plays_by_these_rules() -> None:
    case = jobs_arena._of_one("one", cases.scripted_hands(2, raises=True))
    game = Game(lambda players, scripts: [])
    assert case.prepare(Peer("one", "", game=game), SMALL) is not None
    assert case.prepare(Peer("other", "", game=game), SMALL) is None


@pytest.mark.parametrize(
    "hands",
    [[], [Played(0, (0, 0))], [Played(3, (200, -100))], [Played(3, (3000, -3000))]],
    ids=["none", "no action", "made chips", "lost more than there is"],
)
def test_engine_hands_that_are_none_are_found(hands: list[Played]) -> None:
    assert checks_arena.engine_hands_add_up(work_of(hands), STACK) != ""


def test_chips_that_a_split_loses_are_no_fault() -> None:
    assert checks_arena.engine_hands_add_up(work_of([Played(3, (0, -1))]), STACK) == ""


# --- the opponent model ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["model-observe", "model-flop"])
def test_what_the_model_says_is_possible(name: str) -> None:
    job = job_named(name)
    assert job.prepare is not None
    assert job.check(job.prepare(SMALL), SMALL) == ""


@pytest.mark.parametrize("told", [([1.0, 0.9], 0.0), ([1.0, 1.0], 0.1)], ids=["too little", "dead"])
def test_ranges_that_cannot_be_are_found(told: tuple[list[float], float]) -> None:
    followed = [workloads_opponents.Followed(*told)]
    assert checks_opponents.ranges_are_possible(work_of(followed)) != ""


def test_other_values_of_a_flop_are_found() -> None:
    (board, *_) = workloads_opponents.new_flops(SMALL).answers()
    values = board.values.copy()
    other = SimpleNamespace(cards=board.cards, values=values)
    assert checks_opponents.flops_are_as_counted(work_of([other])) == ""
    values[0] = np.flip(values[0])
    assert checks_opponents.flops_are_as_counted(work_of([other])) != ""


def test_a_run_sees_more_flops_than_the_model_keeps() -> None:
    from handsight.opponents.model.boards import KEPT

    boards = workloads_opponents.new_flops(SMALL).answers()
    assert len({frozenset(board.cards) for board in boards}) > KEPT


def test_without_the_archive_nothing_is_fitted_and_the_reason_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HANDSIGHT_PHH", str(tmp_path))
    result = measure(job_named("model-fit"), [], quick=True)
    assert result.ours is None
    assert result.skipped == "no archive of real hands is there; HANDSIGHT_PHH names one"


@pytest.mark.parametrize(
    ("hands", "all_of_them", "right"),
    [(6871, True, True), (6870, True, False), (20, False, True), (0, False, False)],
)
def test_hands_that_are_not_fitted_are_found(hands: int, all_of_them: bool, right: bool) -> None:
    work = work_of([None] * hands)
    wrong = checks_opponents.hands_are_those_of_the_program(work, all_of_them=all_of_them)
    assert (wrong == "") is right


# --- agents that read opponents -------------------------------------------------------------------


def test_an_agent_plays_other_hands_each_time_until_it_has_decided_so_often() -> None:
    work = workloads_opponents.decisions("call", SMALL)
    first, second = work.answers(), work.answers()
    for hands in (first, second):
        asked = [hand.decisions[0] for hand in hands]
        assert sum(asked) >= work.items > sum(asked[:-1])
    assert first[0].state.hole != second[0].state.hole
    assert checks_opponents.decisions_are_legal(work) == ""


def test_the_longest_decision_is_told() -> None:
    work = workloads_opponents.decisions("call", SMALL)
    work.run()
    assert work.remark().startswith("the longest one took 0.")


def test_faults_of_an_agent_are_found() -> None:
    hands = [SimpleNamespace(faults=(SeatFault(0, 1, Fault("late", "")),))]
    assert "late" in checks_opponents.decisions_are_legal(work_of(hands))


def test_there_is_a_job_for_each_agent_that_is_there() -> None:
    timed = {job.name.removeprefix("agent-") for job in jobs_opponents.READ}
    assert {name for name in jobs_opponents.AGENTS if name in OWN} == timed & set(OWN)


def test_who_sits_with_a_timed_agent_is_told_nothing_and_thinks_no_time() -> None:
    assert not any(InProcessPlayer(agent(name)).observes for name in workloads_opponents.OPPONENTS)
