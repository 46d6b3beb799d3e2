"""Arena: what the page gets is what the library says of the files named at the start."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.leaderboard import SHIPPED, Leaderboard
from handsight.formats import parse_phh
from handsight.views.arena.leaderboard import leaderboard_report
from handsight.views.arena.report import arena_report
from handsight.web.app import create_app
from handsight.web.settings import Settings

SPEC = ArenaSpec(agents=("min-raise", "call", "fold"), pairs=60, seed=7, block=20)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arenas")


@pytest.fixture(scope="module")
def asked(folder: Path) -> Iterator[TestClient]:
    run_arena(SPEC, folder / "three.db")
    (folder / "broken.db").write_bytes(b"nothing" * 1000)
    files = {name: folder / f"{name}.db" for name in ("three", "broken", "growing", "gone")}
    with TestClient(create_app(Settings(arenas=files)), "http://127.0.0.1:8000") as client:
        yield client


def ask(client: TestClient, path: str, **request: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/arena{path}", json=request)
    assert response.status_code == 200, response.text
    return response.json()


def problem(client: TestClient, path: str, **request: Any) -> dict[str, str]:
    response = client.post(f"/api/v1/arena{path}", json=request)
    assert response.status_code == 400
    return response.json()["error"]


def test_the_leaderboard_is_the_one_that_ships(asked: TestClient) -> None:
    answer = asked.get("/api/v1/arena/leaderboard").json()
    report = leaderboard_report(Leaderboard.load(SHIPPED))
    assert answer == msgspec.json.decode(msgspec.json.encode(report))


def test_arenas_go_by_their_names(asked: TestClient) -> None:
    answer = asked.get("/api/v1/arena/list").json()
    assert answer == {"arenas": ["broken", "gone", "growing", "three"]}


def test_the_report_is_that_of_the_library(asked: TestClient, folder: Path) -> None:
    answer = ask(asked, "/report", name="three")
    with ArenaStore.read(folder / "three.db") as store:
        report = arena_report(store.result())
    assert [each["agent"] for each in answer["agents"]] == list(report.agents)
    for row in answer["agents"]:
        ours = report.agents[row["agent"]]
        assert (row["bb100"], row["low"], row["high"]) == (ours.bb100, *ours.ci95)
        assert (row["wins"], row["hands"]) == (ours.wins, ours.hands)
        assert row["rating"] == (ours.rating._asdict() if ours.rating else None)
    for row, duel in zip(answer["duels"], report.results, strict=True):
        assert (row["a"], row["b"], row["bb100"]) == (duel.a, duel.b, duel.bb100)
        assert row["verdict"] == duel.verdict
    assert answer["finished"]
    assert [row["pairs"] for row in answer["matchups"]] == [60, 60, 60]


def test_the_hands_of_a_pair_can_be_read_again(asked: TestClient, folder: Path) -> None:
    answer = ask(asked, "/pair", name="three", matchup=1, pair=33)
    with ArenaStore.read(folder / "three.db") as store:
        ours = [row for row in store.hands(1) if row.pair == 33]
    assert answer["agents"] == ["min-raise", "fold"]
    assert [row["chips"] for row in answer["hands"]] == [list(row.chips) for row in ours]
    for row, hand in zip(answer["hands"], ours, strict=True):
        read = parse_phh(row["phh"])
        assert read.holes == hand.record.holes
        assert read.finishing_stacks == hand.record.finishing_stacks


def test_a_running_arena_is_followed_to_its_end(asked: TestClient, folder: Path) -> None:
    spec = ArenaSpec(agents=("min-raise", "call"), pairs=1000, seed=7, block=50)
    ArenaStore.open(folder / "growing.db", spec).close()
    playing = Thread(target=run_arena, args=(spec, folder / "growing.db"))
    playing.start()
    response = asked.post(
        "/api/v1/arena/watch",
        json={"name": "growing"},
        headers={"accept": "text/event-stream"},
    )
    playing.join()
    names, updates = zip(*_events(response.text), strict=True)
    assert set(names[:-1]) == {"progress"}
    assert names[-1] == "result"
    hands = [each["hands"] for each in updates]
    assert hands == sorted(hands)
    assert len(set(hands)) > 1
    assert (hands[-1], updates[-1]["finished"]) == (2000, True)


def _events(text: str) -> Iterator[tuple[str, Any]]:
    for event in text.strip().split("\n\n"):
        name, data = event.split("\n")
        yield name.removeprefix("event: "), msgspec.json.decode(data.removeprefix("data: "))


def test_no_name_of_a_request_is_a_path(asked: TestClient, folder: Path) -> None:
    for name in (str(folder / "three.db"), "../three", "three.db", "", "three\0"):
        for path in ("/report", "/watch", "/pair"):
            error = problem(asked, path, name=name)
            assert error["field"] == "name"
            assert str(folder) not in error["message"]


def test_a_file_that_is_no_arena_is_named_without_its_path(asked: TestClient, folder: Path) -> None:
    for name in ("broken", "gone"):
        error = problem(asked, "/report", name=name)
        assert error["field"] == "name"
        assert name in error["message"]
        assert str(folder) not in error["message"]


def test_a_pair_that_is_not_there(asked: TestClient) -> None:
    assert problem(asked, "/pair", name="three", pair=60)["field"] == "pair"
    assert problem(asked, "/pair", name="three", matchup=3)["field"] == "matchup"
    assert problem(asked, "/pair", name="three", pair=-1)["field"] == "pair"
