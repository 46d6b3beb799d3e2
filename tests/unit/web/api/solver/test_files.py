"""Files of solutions: what was saved comes back, and what is damaged or too large is refused."""

import io
import pickle
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from handsight.odds import Spot
from handsight.solver import Betting, NodeLock, Solution, solve
from handsight.web.api.solver import files as solve_files
from handsight.web.app import create_app
from handsight.web.settings import Settings

RIVER = {"board": "2c2d2h3s3d", "oop": "AA, QQ:0.7", "ip": "KK", "pot": 100, "stack": 100}
LOCK = {"line": "all-in 100", "strategy": {"KK": [0.25, 0.75]}}
BYTES = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def asked() -> Iterator[TestClient]:
    settings = Settings(memory=50_000_000)
    with TestClient(create_app(settings), "http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture(autouse=True)
def no_file_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield
    assert [*tmp_path.glob("handsight-*")] == []


def ask(client: TestClient, path: str, **request: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/solve{path}", json=request)
    assert response.status_code == 200, response.text
    return response.json()


def load(client: TestClient, content: bytes) -> tuple[int, dict[str, Any]]:
    response = client.post("/api/v1/solve/load", content=content, headers=BYTES)
    return response.status_code, response.json()


@pytest.fixture(scope="module")
def saved(asked: TestClient) -> tuple[dict[str, Any], bytes]:
    """Solve a spot, and give the answer and its file."""
    solved = ask(asked, "", **RIVER, bets="a", storage="i16", accuracy=0.001, locks=[LOCK])
    response = asked.post("/api/v1/solve/save", json={"id": solved["id"]})
    assert response.status_code == 200
    assert response.headers["content-disposition"] == 'attachment; filename="solution.npz"'
    return solved, response.content


def test_what_was_saved_comes_back(asked: TestClient, saved: tuple[dict[str, Any], bytes]) -> None:
    solved, content = saved
    status, back = load(asked, content)
    assert status == 200
    assert back["id"] != solved["id"]
    for name in ("iterations", "exploitability", "bytes", "strategies"):
        assert back[name] == solved[name]
    one, other = (ask(asked, "/node", id=each["id"], line="check") for each in (solved, back))
    assert (one.pop("board"), other.pop("board")) == (
        ["2c", "2d", "2h", "3s", "3d"],
        ["3s", "3d", "2h", "2d", "2c"],  # a file has no order of the board
    )
    assert one == other
    assert one["locks"] == [LOCK]
    names = ("board", "oop", "ip", "pot", "stack", "bets", "raises", "sizes", "raise_cap")
    names += ("add_allin", "force_allin", "merging", "rake", "rake_cap", "storage")
    spot = {name: back[name] for name in names}
    on = ask(asked, "", **spot, start=back["id"], accuracy=0.0001)  # is the same spot
    assert on["iterations"] > back["iterations"]


def test_a_file_of_the_library_is_read_and_the_other_way_round(
    asked: TestClient, saved: tuple[dict[str, Any], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "page.npz"
    path.write_bytes(saved[1])
    assert Solution.load(path).learner.game.locks == (NodeLock(LOCK["line"], {"KK": (0.25, 0.75)}),)
    betting = Betting(60, 300, "50%", "2.5x", river_bets="33%, a", river_donk="a", rake=0.05)
    ours = solve(Spot.parse(["QQ", "KK, JJ"], "2c2d2h3s3d"), betting, 0, iterations=7)
    ours.save(path)
    status, back = load(asked, path.read_bytes())
    assert status == 200
    assert (back["iterations"], back["rake"], back["rake_cap"]) == (7, 0.05, None)
    assert back["sizes"] == {"river_bets": "33%, a", "river_donk": "a"}


def test_damaged_files_are_refused_with_the_reason(
    asked: TestClient, saved: tuple[dict[str, Any], bytes]
) -> None:
    content = saved[1]
    middle = len(content) // 2
    damaged = [
        b"",
        b"PK",
        content[:middle],
        content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :],
        pickle.dumps({"weights": [1.0, 2.0]}),
        content.replace(b'"storage": "i16"', b'"storage": "i17"'),
    ]
    for each in damaged:
        status, answer = load(asked, each)
        assert status == 400, each[:20]
        message = answer["error"]["message"]
        assert message.startswith("this file")
        assert "/" not in message.partition(":")[0]


def test_an_archive_of_something_else_is_refused(asked: TestClient) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("head.json", '{"format": "handsight blueprint", "version": 2}')
    status, answer = load(asked, made.getvalue())
    assert status == 400
    assert "it is not a handsight solution file" in answer["error"]["message"]


def test_a_solution_that_takes_too_much_memory_is_refused(
    saved: tuple[dict[str, Any], bytes],
) -> None:
    with TestClient(create_app(Settings(memory=1000)), "http://127.0.0.1:8000") as tiny:
        status, answer = load(tiny, saved[1])
    assert status == 400
    assert (
        "at most 0 MB may be used; start the server with more --memory"
        in answer["error"]["message"]
    )


def test_a_file_that_is_too_long_is_not_received(
    asked: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_files, "ROOM_FOR_HEAD", -49_999_000)
    status, answer = load(asked, bytes(1001))
    assert (status, answer["error"]["message"]) == (413, "it may have at most 1,000 bytes")


def test_few_files_are_received_at_once(asked: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_files, "MOST_UPLOADS", 0)
    assert load(asked, b"PK")[0] == 429


def test_other_kinds_of_content_are_refused(asked: TestClient) -> None:
    for path, kind in (
        ("load", "application/json"),
        ("load", "text/plain"),
        ("save", "text/plain"),
    ):
        response = asked.post(
            f"/api/v1/solve/{path}", content=b"{}", headers={"content-type": kind}
        )
        assert response.status_code == 415


def test_an_unknown_solution_cannot_be_saved(asked: TestClient) -> None:
    response = asked.post("/api/v1/solve/save", json={"id": "../../etc/passwd"})
    assert response.status_code == 400
    assert response.json()["error"]["field"] == "id"


def test_the_guard_stands_before_files_too(saved: tuple[dict[str, Any], bytes]) -> None:
    with TestClient(create_app(Settings(token="secret")), "http://127.0.0.1:8000") as guarded:
        for path in ("load", "save"):
            assert guarded.post(f"/api/v1/solve/{path}", content=b"").status_code == 401
            foreign = {"origin": "http://elsewhere.example", **BYTES}
            response = guarded.post(f"/api/v1/solve/{path}", content=b"", headers=foreign)
            assert response.status_code == 403
