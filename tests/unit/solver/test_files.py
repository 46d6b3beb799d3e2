"""Solutions and locks in files, whole and damaged."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.errors import InputError
from handsight.kernels.solver.tables import ROW, STORED, WIDE
from handsight.odds import Spot
from handsight.runtime.archives import write_archive
from handsight.solver import Betting, NodeLock, Solution, solve
from handsight.solver.files import read_locks
from handsight.views.report import to_dict
from handsight.views.solver.solution import solution_report

BOARD = "Td9d6hQc3s"
ARRAYS = ("river_regrets", "river_averages", "river_scales")
BETTING = Betting(200, 400, "50%, a", "2.5x", river_raises_ip="a", rake=0.05, rake_cap=7.5)


@pytest.fixture
def solved(tmp_path: Path) -> tuple[Solution, Path]:
    spot = Spot.parse(["AA, 99:0.3, AKs", "KK, 88:0.123456"], BOARD)
    lock = NodeLock("check", {"KK": (1, 0, 0)})
    solution = solve(spot, BETTING, 0, iterations=20, locks=[lock])
    path = tmp_path / "river.npz"
    solution.save(path)
    return solution, path


def test_a_solution_that_is_read_back_is_the_same(solved: tuple[Solution, Path]) -> None:
    solution, path = solved
    again = Solution.load(path)
    one, other = (solution_report(each, each.node("check")) for each in (solution, again))
    assert to_dict(other) == to_dict(replace(one, setup_seconds=0.0))
    locks = [[lock.fields() for lock in each.learner.game.locks] for each in (solution, again)]
    assert locks[0] == locks[1]
    game = again.learner.game
    on = solve(game.spot, game.betting, 0, iterations=5, start=again)
    assert on.iterations == 25


def test_sixteen_bits_are_kept_too(tmp_path: Path) -> None:
    spot = Spot.parse(["AA, 99, AKs", "KK, 88"], BOARD)
    solution = solve(spot, BETTING, 0, iterations=20, storage="i16")
    solution.save(tmp_path / "river.npz")
    assert Solution.load(tmp_path / "river.npz").ev == solution.ev


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def npy(array: np.ndarray[Any, Any], allow_pickle: bool = False) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=allow_pickle)
    return file.getvalue()


def head(members: dict[str, bytes], **changes: Any) -> None:
    members["head.json"] = json.dumps(json.loads(members["head.json"]) | changes).encode()


class Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (Path("exploded"),))


DAMAGES: dict[str, Callable[[dict[str, bytes]], None]] = {
    "no head": lambda m: m.pop("head.json") and None,
    "no regrets": lambda m: m.pop("river_regrets.npy") and None,
    "another version": lambda m: head(m, version=4),
    "another format": lambda m: head(m, format="something"),
    "another pot": lambda m: head(m, betting=BETTING.fields() | {"pot": -1}),
    "no betting": lambda m: head(m, betting=7),
    "more sizes": lambda m: head(m, betting=BETTING.fields() | {"bets": "10%, 90%"}),
    "another board": lambda m: head(m, board="Td9d6hQc3s2c"),
    "wrong ranges": lambda m: head(m, weights=["AZ", "KK"]),
    "many steps": lambda m: head(m, iterations=-4),
    "no number": lambda m: head(m, exploitability="small"),
    "wrong checksum": lambda m: head(m, sha256=dict.fromkeys(ARRAYS, "0" * 64)),
    "no checksum": lambda m: head(m, sha256={}),
    "no text": lambda m: m.update({"head.json": b"\0" * 10}),
    "another type": lambda m: m.update({"river_regrets.npy": npy(np.zeros(4))}),
    "a giant": lambda m: m.update(
        {"river_regrets.npy": npy(np.zeros(1, "f4")).replace(b"(1,)", b"(1000000000000,)")}
    ),
    "a pickle": lambda m: m.update(
        {"river_regrets.npy": npy(np.array([Bomb()], object), allow_pickle=True)}
    ),
    "cut short": lambda m: m.update({"river_averages.npy": m["river_averages.npy"][:-8]}),
    "a bit more": lambda m: m.update({"river_averages.npy": m["river_averages.npy"] + b"\0"}),
    "other numbers": lambda m: m.update(
        {"river_averages.npy": m["river_averages.npy"][:-4] + b"\1\1\1\1"}
    ),
}


@pytest.mark.repeats(10)
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_one_error_of_ours(
    solved: tuple[Solution, Path], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, path = solved
    monkeypatch.chdir(path.parent)
    rewritten(path, DAMAGES[name])
    with pytest.raises(InputError, match=r"river\.npz"):
        Solution.load(path)
    assert not Path("exploded").exists()


def test_bytes_that_change_anywhere_are_noticed(solved: tuple[Solution, Path]) -> None:
    solution, path = solved
    whole = path.read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        with suppress(InputError):
            one, other = (solution_report(s, s.root) for s in (Solution.load(path), solution))
            assert one == replace(other, setup_seconds=0.0)


@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"no archive", pickle.dumps([1])])
def test_what_is_no_solution_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "river.npz"
    path.write_bytes(data)
    with pytest.raises(
        InputError, match=r"river\.npz' is not a handsight solution file, or is damaged"
    ):
        Solution.load(path)


def test_a_file_of_the_first_version_says_so(solved: tuple[Solution, Path]) -> None:
    _, path = solved
    rewritten(path, lambda members: members.update({"question.npy": members.pop("head.json")}))
    with pytest.raises(
        InputError, match="it is not a handsight solution file, or has an older version"
    ):
        Solution.load(path)


@pytest.mark.parametrize("storage", ["f32", "i16"])
def test_a_file_of_the_second_version_is_read(tmp_path: Path, storage: str) -> None:
    spot = Spot.parse(["AA, 99, AKs", "KK, 88"], BOARD)
    solution = solve(spot, BETTING, 0, iterations=20, storage=storage)
    learner, path = solution.learner, tmp_path / "river.npz"
    solution.save(path)
    [store], [nodes] = learner.stores, [learner.game.trees[0].nodes]
    sums = np.zeros(store.regrets.size, store.averages.dtype)
    for number, node in enumerate(nodes):
        if node.options:
            shares = learner.shares(0, 0, number).T  # one row for each action
            kind = learner.game.deals[0].table[0, node.player]
            count, width = len(shares), int(kind[WIDE])
            place = int(kind[STORED]) + int(learner.game.forests[0].nodes[number, ROW]) * width
            rows = sums[place : place + count * width].reshape(count, width)
            rows[:, : shares.shape[1]] = np.rint(shares * 60_000)
    with zipfile.ZipFile(path) as archive:
        fields = json.loads(archive.read("head.json"))
    extra = {name: fields[name] for name in fields.keys() - {"format", "version", "sha256"}}
    scales = np.stack([store.scales, store.scales], axis=1)
    arrays = dict(zip(ARRAYS, (store.regrets, sums, scales), strict=True))
    write_archive(path, "handsight solution", 2, extra, arrays)
    again = Solution.load(path).learner
    for number, node in enumerate(nodes):
        if node.options:
            before, after = (each.shares(0, 0, number) for each in (learner, again))
            assert after == pytest.approx(before, abs=1e-4)
    assert (again.stores[0].regrets == store.regrets).all()


def test_locks_are_read_from_json(tmp_path: Path) -> None:
    path = tmp_path / "locks.json"
    path.write_text('[{"line": "check", "strategy": {"random": [1, 0]}}]', "utf-8")
    assert read_locks(path) == (NodeLock("check", {"random": (1, 0)}),)


@pytest.mark.parametrize(
    "text",
    ["", "7", "[7]", '[{"line": "check"}]', '[{"line": 7, "strategy": {}}]', "[" * 100_000, "\xff"],
)
def test_what_are_no_locks_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "locks.json"
    path.write_text(text, "latin-1")
    with pytest.raises(InputError, match=r"locks\.json' cannot be read as locks"):
        read_locks(path)
