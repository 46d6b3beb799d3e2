"""Agents decide in processes of their own, and one that ends is started again."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from handsight.agents import AgentSpec
from handsight.arena.run import worker_processes
from handsight.game import HandCursor, HandState, Rules
from handsight.web.play import agent_seats
from handsight.web.play.agent_seats import AgentSeat, AgentWorkers, SeatKey, SeatQuestion

SEEN = HandCursor(HandState.start(Rules(), [900, 900], button=1, seed=7)).observation()
SPEC = AgentSpec.parse("loki")
BOTS = Path(__file__).parents[3] / "bots"
QUESTION = SeatQuestion(SeatKey("table", 0), SPEC, "loki", (3,), SEEN)


@pytest.fixture(scope="module")
def started() -> list[Executor]:
    return []


@pytest.fixture(scope="module")
def workers(started: list[Executor]) -> Iterator[AgentWorkers]:
    def start() -> Executor:
        started.append(worker_processes(1))
        return started[-1]

    found = AgentWorkers(1, start)
    yield found
    found.close()


def test_an_agent_answers_from_another_process_with_what_led_it(workers: AgentWorkers) -> None:
    reply = workers.ask(0, QUESTION).result()
    assert reply.answer.fault is None
    assert reply.decision is not None
    assert reply.decision.action == reply.answer.action


def test_a_process_that_ended_is_a_fault_and_then_started_again(
    workers: AgentWorkers, started: list[Executor]
) -> None:
    seat = AgentSeat(SeatKey("other", 0), SPEC, "loki", workers, 0, lambda: None)
    workers.ask(0, QUESTION).result()
    os.kill(started[-1].submit(os.getpid).result(), signal.SIGKILL)
    answers = []
    while not answers or answers[-1].fault is not None:
        answer = seat.act(SEEN)
        if answer is not None:
            answers.append(answer)
    assert {each.fault.kind for each in answers[:-1] if each.fault} <= {"died"}
    assert answers[-1].action is not None
    assert len(started) == 2


def test_a_process_that_was_started_again_is_not_dropped_for_the_old_one(
    workers: AgentWorkers, started: list[Executor]
) -> None:
    workers.ask(0, QUESTION).result()
    old, new = worker_processes(1), started[-1]
    workers._drop(0, old)
    workers.ask(0, QUESTION).result()
    assert started[-1] is new


def test_a_bot_whose_table_ends_while_it_is_loaded_is_closed(
    workers: AgentWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads, closed = Event(), Event()

    class Bot:
        observes = False

        def close(self) -> None:
            closed.set()

    def load(question: SeatQuestion) -> tuple[Any, list[Any]]:
        assert loads.wait(10)
        return Bot(), []

    monkeypatch.setattr(agent_seats, "_loaded", load)
    spec = AgentSpec.parse(f"{BOTS / 'good.py'}:Tight")
    seat = AgentSeat(SeatKey("left", 0), spec, "bot", workers, 0, lambda: None)
    seat.sit()
    seat.close()
    loads.set()
    assert closed.wait(10)
    assert SeatKey("left", 0) not in agent_seats._players


def test_an_agent_that_cannot_be_loaded_says_why(workers: AgentWorkers) -> None:
    spec = AgentSpec.parse("loki:no=1")
    with pytest.raises(ValueError, match="no option 'no'"):
        workers.ask(0, SeatQuestion(SeatKey("third", 0), spec, "x", (), None)).result()
