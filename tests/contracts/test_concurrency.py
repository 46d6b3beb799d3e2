"""What the page on threads, processes and async promises; its table names each test."""

import asyncio
import pickle
import random
import re
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

from handsight import (
    ArenaSpec,
    Betting,
    Card,
    CardSet,
    HandState,
    Range,
    Rules,
    Spot,
    equity,
    evaluate,
    evaluate_many,
    hand_strength,
    solve,
)
from handsight.coach.drill import DrillStore
from handsight.errors import HandsightError, UnknownCardError
from handsight.game import random_hands

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "threads-and-processes.md"
SAMPLED = {"board": "Qh7h2c", "method": "monte_carlo", "trials": 100_000, "seed": 7}


def sampled(**more: Any) -> Any:
    return equity("AhKh", "15%", "22+", **SAMPLED, **more)


# --- threads -------------------------------------------------------------------------------------


MASKS = np.full(100_000, evaluate("AhKhQh7h2c").cards.mask, np.uint64)


LONG_CALLS: dict[str, Callable[[], Any]] = {
    "rank": lambda: evaluate_many(np.resize(MASKS, 16_000_000), 5, check=False),
    "count": lambda: equity("22+, A2s+", "15%", "QQ+"),
    "sample": lambda: equity("AhKh", "15%", "22+", **{**SAMPLED, "trials": 1_000_000}),
    "solve": lambda: solve(
        Spot.parse(["15%", "15%"], "Qh7h2c3d"), Betting(100, 300, bets="50%"), iterations=40
    ),
}
"""Calls that take long enough to watch another thread meanwhile."""


def longest_gap(call: Callable[[], Any]) -> float:
    """Watch from a thread while a call runs; return its longest pause as a share of the call."""
    ticks: list[float] = []
    ended = Event()

    def tick() -> None:
        while not ended.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = Thread(target=tick)
    thread.start()
    began = time.perf_counter()
    call()
    took = time.perf_counter() - began
    ended.set()
    thread.join()
    inside = [each for each in ticks if began < each < began + took]
    return float(np.diff([began, *inside, began + took]).max() / took)


@pytest.mark.parametrize("name", LONG_CALLS)
def test_another_thread_runs_while_a_loop_runs(name: str) -> None:
    """A loop that held the lock would stop the other thread for as long as it runs.

    On a busy machine the other thread may wait for a core, so one good run of some is enough.
    """
    LONG_CALLS[name]()  # compiled and loaded
    assert any(longest_gap(LONG_CALLS[name]) < 0.5 for _ in range(50))


def test_every_compiled_loop_releases_the_lock() -> None:
    """But for those that are inlined into others, and run inside them."""
    for path in (ROOT / "src" / "handsight").rglob("*.py"):
        for options in re.findall(r"\bn?jit\(([^)]*)\)", path.read_text("utf-8")):
            assert "nogil=True" in options or options == 'inline="always"', path


def test_threads_share_what_cannot_change() -> None:
    held, against = Range("22+, A2s+, KTs+"), Range("15%")
    state = HandState.start(Rules(), [1000, 1000], button=0, seed=7)

    def ask(number: int) -> Any:
        raised = state.apply(f"raise to {300 + 10 * number}")
        strength = hand_strength("AhKh", "Qh7h2c", villain=held)
        return raised.bets, strength, equity(held, against, board="Qh7h2c")

    expected = [ask(number) for number in range(8)]
    with ThreadPoolExecutor(8) as executor:
        assert list(executor.map(ask, range(8))) == expected
    assert state.bets == (50, 100)


def test_what_threads_share_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Card("Ah").index = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        Range("QQ+").weights[0] = 1
    with pytest.raises(AttributeError):
        equity("AhKh", "QQ+", board="Qh7h2c").total = 1  # type: ignore[misc]


def test_a_store_refuses_another_thread(tmp_path: Path) -> None:
    store = DrillStore(tmp_path / "drills.db", create=True)
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(lambda: list(store.answers()))
    assert isinstance(future.exception(), HandsightError)
    assert "only be used in that same thread" in str(future.exception())
    store.close()


def test_threads_share_one_question_and_answer_alike() -> None:
    with ThreadPoolExecutor(3) as executor:
        assert sampled(executor=executor) == sampled()


def test_as_many_threads_as_one_likes_solve_alike() -> None:
    spot, betting = Spot.parse(["QQ+", "JJ+"], "Kd7h5s3c"), Betting(100, 200, bets="50%")
    one, two = (solve(spot, betting, iterations=30, threads=n) for n in (1, 2))
    assert one.ev == two.ev
    assert one.exploitability == two.exploitability


# --- processes -----------------------------------------------------------------------------------


def test_values_and_results_are_pickled() -> None:
    values = [
        Card("Ah"),
        CardSet("AhKh"),
        Range("QQ+, AJs+:0.4"),
        Rules(),
        Spot.parse(["AA", "KK"], "2c2d2h3s3d"),
        HandState.start(Rules(), [1000, 1000], button=0, seed=7).apply("raise to 300"),
        next(iter(random_hands(seed=7))),
        ArenaSpec(agents=("call", "fold"), pairs=2, seed=7),
        evaluate("AhKhQh7h2c"),
        hand_strength("AhKh", "Qh7h2c"),
        equity("AhKh", "QQ+", board="Qh7h2c"),
    ]
    assert [pickle.loads(pickle.dumps(each)) for each in values] == values


def test_errors_are_pickled() -> None:
    with pytest.raises(UnknownCardError) as caught:
        evaluate("AhKhQh7hXx")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is UnknownCardError
    assert str(again) == str(caught.value)


def test_spawned_processes_share_one_question_and_answer_alike() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert sampled(executor=executor) == sampled()


# --- async and stopping --------------------------------------------------------------------------


def test_an_event_loop_stays_responsive() -> None:
    call = LONG_CALLS["count"]
    call()

    async def watch() -> tuple[int, int]:
        task = asyncio.create_task(asyncio.to_thread(call))
        turns = 0
        while not task.done():
            turns += 1
            await asyncio.sleep(0.001)
        return turns, (await task).total

    turns, total = asyncio.run(watch())
    assert turns >= 5
    assert total == call().total


class UnwantedError(Exception):
    """The answer is not wanted any more."""


@pytest.mark.parametrize(
    "ask",
    [
        lambda progress: sampled(progress=progress),
        lambda progress: equity("22+", "QQ+", "15%", progress=progress),
    ],
    ids=["sampled", "counted"],
)
def test_an_error_in_progress_stops_the_work(ask: Callable[[Any], Any]) -> None:
    def stop(done: int, total: int) -> None:
        assert done < total
        raise UnwantedError

    with pytest.raises(UnwantedError):
        ask(stop)


def test_work_in_a_thread_stops_when_its_task_is_cancelled() -> None:
    """As the page shows: by an event that progress looks at."""
    unwanted, stopped = Event(), Event()

    def stop_if_unwanted(done: int, total: int) -> None:
        if unwanted.is_set():
            stopped.set()
            raise UnwantedError

    def ask() -> Any:
        return equity("15%", "22+", method="monte_carlo", trials=10**9, seed=7,
                      progress=stop_if_unwanted)  # fmt: skip

    async def cancel() -> None:
        task = asyncio.create_task(asyncio.to_thread(ask))
        await asyncio.sleep(0.3)
        unwanted.set()
        with pytest.raises(UnwantedError):
            await task

    asyncio.run(cancel())
    assert stopped.is_set()


def test_a_solve_ends_when_progress_returns_true() -> None:
    spot, betting = Spot.parse(["15%", "15%"], "Qh7h2c3d"), Betting(100, 300, bets="50%")
    solution = solve(spot, betting, accuracy=1e-9, progress=lambda told: True)
    assert 0 < solution.iterations < 10_000


def test_time_limits_hold_and_say_how_precise_the_result_is() -> None:
    limited = equity("15%", "22+", method="monte_carlo", trials=10**9, max_seconds=0.2, seed=7)
    assert 0 < (limited.trials or 0) < 10**9
    assert limited.players[0].stderr


# --- random numbers and the cache ----------------------------------------------------------------


def test_no_global_generator_is_used() -> None:
    random.seed(1)
    before = random.getstate()
    state = np.random.get_state()[1].copy()
    sampled()
    list(random_hands(seed=7))
    assert random.getstate() == before
    assert (np.random.get_state()[1] == state).all()


def test_without_a_seed_the_result_has_the_one_that_was_drawn() -> None:
    drawn = equity("15%", "22+", method="monte_carlo", trials=2_000)
    assert drawn.seed is not None
    again = equity("15%", "22+", method="monte_carlo", trials=2_000, seed=drawn.seed)
    assert again == drawn


def test_the_page_names_every_test_of_this_file() -> None:
    tests = re.findall(r"^def (test_\w+)", Path(__file__).read_text("utf-8"), re.MULTILINE)
    page = PAGE.read_text("utf-8")
    assert re.findall(r"^\| [^|`]+ \| `(test_\w+)` \|$", page, re.MULTILINE) == tests[:-1]
    elsewhere = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", page)
    assert len(elsewhere) == 4
    for file, test in elsewhere:
        assert f"def {test}(" in (ROOT / file).read_text("utf-8")
