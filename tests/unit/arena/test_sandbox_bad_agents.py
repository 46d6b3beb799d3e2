"""Whatever an agent does, the match goes on, the fault has its name, and no process is left."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from handsight.arena.sandbox import missing_measures
from handsight.arena.sandbox.player import LATE_IN_A_ROW, Limits, SandboxedPlayer
from tests.bots.bad import GARBAGE
from tests.bots.table import bot, play

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

SHORT = Limits(decision=0.2, free=0.2, bank=0, memory=512, rehearsal=0)
MARK = "HANDSIGHT_TEST_OF_ISOLATION"
OURS = f"of process {os.getpid()}"
"""Other tests may run at the same time."""

MISSING = missing_measures() if sys.platform.startswith("linux") else ()
ON_LINUX = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")

FAULTS = {
    "Raises": "exception",
    "RaisesWhatCannotBeShown": "exception",
    "RecursesWithoutEnd": "exception",
    "RaisesInReset": "exception",
    "WritesToItsObservation": "exception",
    "RaisesByOneChip": "illegal",
    "RaisesBeyondItsStack": "illegal",
    "LoopsForEver": "late",
    "Sleeps": "late",
    "SwallowsSigterm": "late",
    "LeavesItsGroup": "late",
    "AllocatesWithoutEnd": "memory",
    "AllocatesInSmallPieces": "memory",
    "ClosesEverything": "died",
    "FloodsTheWire": "garbage",
}
"""The fault of every decision."""

HARMLESS = (
    "ClosesItsStreams",
    "Forks",
    "PrintsFloods",
    "StartsDaemons",
    "StartsThreads",
)
"""What they do is of no use, and no fault."""

PATIENT = {
    "AllocatesInSmallPieces": Limits(decision=10, free=10, memory=256, rehearsal=0),
    "AllocatesWithoutEnd": Limits(decision=10, free=10, memory=256, rehearsal=0),
    "Crashes": Limits(decision=10, free=10, rehearsal=0),
    **dict.fromkeys(HARMLESS, Limits(decision=10, free=10, memory=512)),
}


@pytest.fixture(autouse=True)
def _no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(MARK, OURS)
    yield
    assert left() == []


def left() -> list[str]:
    """List the processes that a test has started, directly or not."""
    marked = [
        each
        for each in psutil.process_iter(["environ", "cmdline"])
        if (each.info["environ"] or {}).get(MARK) == OURS and each.pid != os.getpid()
    ]
    return [" ".join(each.info["cmdline"] or ()) for each in marked]


# --- the faults -----------------------------------------------------------------------------------


@pytest.mark.repeats(3)
@pytest.mark.parametrize("name", FAULTS)
def test_the_match_goes_on_and_each_fault_has_its_name(name: str) -> None:
    player = SandboxedPlayer(bot("bad", name), PATIENT.get(name, SHORT))
    played = play(player, hands=1)
    player.close()
    assert len(played.stacks) == 1
    assert played.kinds == {FAULTS[name]: len(played.answers)}
    assert all("\n" not in fault.detail and fault.detail for fault in played.faults)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_of_no_use_is_no_fault(name: str) -> None:
    player = SandboxedPlayer(bot("bad", name), PATIENT[name])
    played = play(player, hands=3)
    player.close()
    assert played.faults == []
    assert {each.action.kind for each in played.answers if each.action} == {"call"}


def test_whatever_is_no_action_is_garbage() -> None:
    player = SandboxedPlayer(bot("bad", "AnswersGarbage"), SHORT)
    played = play(player, hands=len(GARBAGE))
    player.close()
    assert played.kinds == {"garbage": len(played.answers)}
    # What is said of a text ends with what was legal there.
    details = {fault.detail.partition("; legal: ")[0] for fault in played.faults}
    assert len(details) == len(GARBAGE)


def test_an_exception_while_it_is_told_of_events_is_a_fault() -> None:
    player = SandboxedPlayer(bot("bad", "RaisesInObserve"), SHORT)
    played = play(player, hands=1)
    player.close()
    assert played.kinds == {"exception": len(played.answers)}
    assert {each.fault for each in played.answers} == {None}


@pytest.mark.exhaustive
def test_a_second_answer_is_garbage_to_its_own_question_or_to_the_next() -> None:
    player = SandboxedPlayer(bot("bad", "AnswersTwice"), SHORT)
    played = play(player, hands=3)
    player.close()
    assert played.kinds.keys() == {"garbage"}
    assert played.kinds["garbage"] >= len(played.answers) // 2


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["AnswersTwiceAfterAWhile", "AnswersBeforeItIsAsked"])
def test_an_answer_never_counts_for_another_question(name: str) -> None:
    player = SandboxedPlayer(bot("bad", name), SHORT)
    for hand in range(3):
        play(player, hands=1, start=hand)
        time.sleep(0.03)
    played = play(player, hands=3)
    player.close()
    assert played.kinds.keys() <= {"garbage"}
    assert {each.action.kind for each in played.answers if each.action} <= {"call"}


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("Exits", "it ended with exit code 3"),
        pytest.param("ExitsAtOnce", "it ended with exit code 4", marks=pytest.mark.exhaustive),
        pytest.param("KillsItself", "it was ended by SIGKILL", marks=pytest.mark.exhaustive),
        ("Crashes", "it was ended by SIGSEGV"),
    ],
)
def test_how_a_process_ended_is_told_and_another_takes_its_place(name: str, detail: str) -> None:
    player = SandboxedPlayer(bot("bad", name), PATIENT.get(name, SHORT))
    played = play(player, hands=1)
    player.close()
    assert played.kinds == {"died": len(played.answers)}
    assert {fault.detail for fault in played.faults} == {detail}


# --- time and memory ------------------------------------------------------------------------------


def test_time_beyond_what_is_free_comes_from_the_bank_of_the_match() -> None:
    limits = Limits(decision=1.0, free=0.05, bank=0.2, rehearsal=0)
    player = SandboxedPlayer(bot("bad", "DawdlesALittle"), limits)
    first, second = play(player, hands=4), play(player, hands=4)
    player.close()
    for played in (first, second):
        assert [kind for _, kind in played.decisions][:2] == ["", ""]
        assert played.decisions[-1] == (None, "late")
    assert "within 0.05 s" in first.faults[1].detail


def test_a_sleeper_costs_no_more_than_its_limit() -> None:
    player = SandboxedPlayer(bot("bad", "Sleeps"), SHORT)
    answers = play(player, hands=1).answers
    player.close()
    assert {each.fault and each.fault.kind for each in answers} == {"late"}
    # It would sleep an hour; how much later than its limit it is stopped hangs on the machine.
    assert all(0.2 <= each.seconds < 100 for each in answers[:LATE_IN_A_ROW])


def test_one_that_is_always_late_is_not_waited_for_until_the_next_match() -> None:
    player = SandboxedPlayer(
        bot("bad", "Sleeps"), Limits(decision=0.05, free=0.05, bank=0, rehearsal=0)
    )
    for _ in range(2):
        answers = play(player, hands=2 * LATE_IN_A_ROW).answers
        assert {each.fault and each.fault.kind for each in answers} == {"late"}
        waited = [each.seconds > 0 for each in answers]
        assert waited == [True] * LATE_IN_A_ROW + [False] * (len(answers) - LATE_IN_A_ROW)
    player.close()


@ON_LINUX
def test_memory_that_the_system_does_not_count_is_watched() -> None:
    limits = Limits(decision=20, free=20, memory=256, rehearsal=0)
    player = SandboxedPlayer(bot("bad", "SharesMemoryWithoutEnd"), limits)
    played = play(player, hands=1)
    player.close()
    assert played.kinds == {"memory": len(played.answers)}
    assert "256 MB" in played.faults[0].detail


# --- forks ----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_a_fork_below_python_answers_a_second_time_which_is_garbage() -> None:
    player = SandboxedPlayer(bot("bad", "ForksBelowPython"), SHORT)
    played = play(player, hands=3)
    player.close()
    assert played.kinds.keys() <= {"garbage"}


@ON_LINUX
def test_what_a_leg_has_started_ends_with_the_leg() -> None:
    player = SandboxedPlayer(bot("bad", "StartsDaemons"), PATIENT["StartsDaemons"])
    play(player, hands=1)
    assert [each for each in left() if "sleep(3600)" in each]
    player.reset()
    assert [each for each in left() if "sleep(3600)" in each] == []
    player.close()


# --- spies ----------------------------------------------------------------------------------------


def spied(what: str) -> list[str]:
    """Give what a spy has found; the same at each decision."""
    player = SandboxedPlayer(
        bot("bad", "Spy", f"what={what},arena={os.getpid()}"), PATIENT["Forks"]
    )
    played = play(player, hands=1)
    player.close()
    [detail] = {fault.detail for fault in played.faults}
    return list(json.loads(detail.rpartition("LookupError: ")[2]))


@pytest.mark.repeats(1)
@ON_LINUX
@pytest.mark.parametrize("what", ["objects", "frames"])
def test_a_spy_finds_no_deck_and_no_rival(what: str) -> None:
    assert spied(what) == []


@pytest.mark.exhaustive
@ON_LINUX
def test_a_spy_finds_no_file_of_ours_open(tmp_path: Path) -> None:
    with (tmp_path / "store.sqlite").open("wb") as store:
        os.set_inheritable(store.fileno(), True)
        found = spied("files")
    assert [each for each in found if each.startswith("/") and "/proc" not in each] == [
        "/dev/null",
        "/dev/null",
        "/dev/null",
    ]
    assert found.count("socket") == 1
    assert len(found) <= 5  # one for the look itself


@ON_LINUX
@pytest.mark.skipif(
    "seccomp" in MISSING or "landlock" in MISSING, reason="nothing here keeps processes apart"
)
def test_a_spy_cannot_look_into_other_processes() -> None:
    assert spied("others") == []
