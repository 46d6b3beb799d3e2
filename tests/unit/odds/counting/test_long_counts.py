"""Long counts: stopped and gone on with, on any executor, and kept in files that are checked."""

import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.errors import HandsightError, InputError, OptionError
from handsight.odds import Equity, equity
from handsight.odds.counting.long_counts import Counting, count_parts, read_count
from handsight.odds.spot import Spot
from handsight.runtime.kept_work import digest_of
from tests.damage import damaged, odd_json
from tests.thorough import up_to

LOW = "".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs")
PLAYERS = ["AA,KK", "QQ,AKs", "JJ,KQ", "TT"]
BOARD = "3c4d9h"


def counted(**options: object) -> Equity:
    return equity(PLAYERS, BOARD, method="exact", **options)  # type: ignore[arg-type]


def stopped(file: Path, after: int) -> list[tuple[int, int]]:
    """Begin a count, and stop it by a key after some calls of its progress."""
    calls: list[tuple[int, int]] = []

    def progress(done: int, most: int) -> None:
        calls.append((done, most))
        if len(calls) > after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counted(progress=progress, save=file)
    return calls


@pytest.mark.parametrize("after", [1, 2])
def test_a_count_goes_on_where_it_was_stopped(after: int, tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    began = stopped(file, after)
    went_on: list[tuple[int, int]] = []
    result = counted(save=file, progress=lambda *done: went_on.append(done))
    assert result == counted()
    assert went_on[0] == began[-1]
    assert went_on[-1][0] == went_on[-1][1]
    again: list[tuple[int, int]] = []
    assert counted(save=file, progress=lambda *done: again.append(done)) == result
    assert again == [went_on[-1]]


def test_a_time_limit_stops_a_count_and_the_file_continues_it(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    stopped = r"stopped after 1e-09 seconds, with [\d.]+% done"
    with pytest.raises(OptionError, match=f"{stopped}; allow more time"):
        counted(max_seconds=1e-9)
    with pytest.raises(OptionError, match=f"{stopped}; run it again to continue from "):
        counted(max_seconds=1e-9, save=file)
    parts = json.loads(file.read_text("utf-8"))["question"]["count"]
    for part in range(2, parts):
        with pytest.raises(OptionError, match=stopped):
            counted(max_seconds=1e-9, save=file)
        assert json.loads(file.read_text("utf-8"))["done"] == part
    assert counted(max_seconds=1e-9, save=file) == counted() == counted(max_seconds=1e9)


def test_what_a_file_says_is_not_counted_again(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    counted(save=file)
    held = json.loads(file.read_text("utf-8"))
    held["winners"]["1"] += 1
    rewrite(file, held)
    assert counted(save=file).total == counted().total + 1


def rewrite(file: Path, held: dict[str, object]) -> None:
    held.pop("sha256")
    file.write_text(json.dumps(held | {"sha256": digest_of(held)}), "utf-8")


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_change_nothing(workers: int) -> None:
    with ThreadPoolExecutor(workers) as executor:
        assert counted(executor=executor) == counted()


class Elsewhere(Executor):
    """Work goes there and back as it does with processes: pickled."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        function, given = pickle.loads(pickle.dumps((work, args)))
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(function(*given, **options))))
        return future


@pytest.mark.parametrize("players", [PLAYERS, ["AhKh", "QQ", "JJ", "TT", "99"]])
def test_work_may_go_to_processes(players: list[str]) -> None:
    there = equity(players, BOARD, method="exact", executor=Elsewhere())
    assert there == equity(players, BOARD, method="exact")
    sampling: dict[str, Any] = {"method": "monte_carlo", "trials": 1000, "seed": 3}
    alike = ["QQ+,AK", "QQ+,AKs", *players[2:]]
    there = equity(alike, BOARD, **sampling, executor=Elsewhere())
    assert there == equity(alike, BOARD, **sampling)


class Stopped(dict[int, int]):
    """What a part sums up to; a key is pressed while that is added."""

    def items(self) -> Any:
        def some() -> Iterator[tuple[int, int]]:
            yield 1, 10
            raise KeyboardInterrupt

        return some()


def test_a_part_is_not_half_in_the_file_when_a_key_stops_the_count(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    summed = {0: {1: 5}, 1: Stopped({1: 10, 2: 20})}
    with pytest.raises(KeyboardInterrupt):
        count_parts(summed.__getitem__, [0, 1], [1, 1], Counting(save=file), {})
    assert read_count(file, {}) == (1, {1: 5})


def test_a_count_of_another_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    counted(save=file)
    rewrite(file, json.loads(file.read_text("utf-8")) | {"handsight": "0.0.1"})
    with pytest.raises(InputError, match=r"was begun by handsight 0\.0\.1, but this is"):
        counted(save=file)


def test_a_file_of_another_pot_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    counted(save=file)
    content = file.read_bytes()
    with pytest.raises(InputError, match=r"it belongs to another pot: players.* differ"):
        equity([*PLAYERS[:3], "99"], BOARD, method="exact", save=file)
    with pytest.raises(InputError, match="it belongs to another pot: board"):
        equity(PLAYERS, "3c4d9s", method="exact", save=file)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{}", "is not a count file"),
        ("[", "JSONDecodeError"),
        ('{"format": "handsight count", "version": 2}', "version 2"),
        ('{"format": "handsight count", "version": 1, "sha256": ""}', "damaged"),
    ],
)
def test_other_files_are_refused_by_name(content: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    file.write_text(content, "utf-8")
    with pytest.raises(InputError, match=why) as caught:
        counted(save=file)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    "cases",
    [60, pytest.param(up_to(4000, 500), marks=pytest.mark.exhaustive)],
    ids=["some", "many"],
)
def test_a_damaged_file_gives_our_own_errors_only(cases: int, tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    counted(save=file)
    good = file.read_bytes()
    question = json.loads(good)["question"]
    draw = Random(7)
    for copy in damaged(good, 7, cases):
        file.write_bytes(copy)
        check(file, question)
    for _ in range(cases):
        held = odd_json(json.loads(good), draw)
        if isinstance(held, dict):
            held.pop("sha256", None)
            file.write_text(json.dumps(held | {"sha256": digest_of(held)}), "utf-8")
            check(file, question)


def check(file: Path, question: dict[str, object]) -> None:
    named = True
    try:
        done, winners = read_count(file, question)
    except HandsightError as error:
        named = str(file) in str(error)
    else:
        assert 0 <= done <= int(str(question["count"]))
        assert all(isinstance(weight, int) for weight in winners.values())
    assert named


@pytest.mark.parametrize("method", ["auto", "monte_carlo"])
def test_only_a_count_is_kept(method: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="only a count with method='exact' can be saved"):
        equity(PLAYERS, BOARD, method=method, save=tmp_path / "count.json")


def test_the_pots_of_this_file_are_counted_in_several_parts() -> None:
    calls: list[tuple[int, int]] = []
    counted(progress=lambda *done: calls.append(done))
    assert len(calls) > 3
    assert len(Spot.parse(PLAYERS, BOARD).ranges) == 4
