"""Reports over many flops: what the library finds, with progress and an early end."""

from collections.abc import Iterator
from threading import Thread
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from handsight.odds import Spot
from handsight.solver import Betting, mean_of_flops, solve_flops
from handsight.views.solver.flops import flops_csv
from handsight.web.api.solver.flops import FlopsUpdate
from handsight.web.app import create_app
from handsight.web.settings import Settings

PLAYERS = ["AA, KQs", "QQ, AKo"]
FLOPS = "Qs7h2d, KhJh5h, 8c8d3s"
SPOT = {"oop": PLAYERS[0], "ip": PLAYERS[1], "pot": 100, "stack": 60, "bets": "a", "flops": FLOPS}


@pytest.fixture(scope="module")
def asked() -> Iterator[TestClient]:
    with TestClient(create_app(Settings()), "http://127.0.0.1:8000") as client:
        yield client


def ask(client: TestClient, path: str = "/flops", **request: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/solve{path}", json=request)
    assert response.status_code == 200, response.text
    return response.json()


def problem(client: TestClient, **request: Any) -> tuple[str, str]:
    response = client.post("/api/v1/solve/flops", json=request)
    assert response.status_code == 400
    return response.json()["error"]["field"], response.json()["error"]["message"]


def test_a_report_is_that_of_the_library(asked: TestClient) -> None:
    answer = ask(asked, **SPOT)
    rows = [
        *solve_flops(
            *(Spot.parse(PLAYERS).players, Betting(100, 60, "a", "a")), FLOPS.split(", "), 0.01
        )
    ]
    assert answer["finished"]
    assert answer["csv"] == flops_csv(rows)
    assert answer["exploitability"] == max(row.exploitability for row in rows) <= 0.01
    for found, row in zip(answer["flops"], rows, strict=True):
        assert (found["name"], found["count"], found["weight"]) == (row.flop, row.count, row.weight)
        assert found["ev"] == pytest.approx(row.ev)
        assert found["equity"] == pytest.approx(row.equity)
        shares = dict(zip(row.actions, row.frequencies, strict=True))
        expected = [shares.get(name, 0.0) for name in answer["actions"]]
        assert found["frequencies"] == pytest.approx(expected)
    evs, shares = mean_of_flops(rows)
    assert answer["mean"]["ev"] == pytest.approx(evs)
    assert answer["mean"]["frequencies"] == pytest.approx([*shares.values()])
    assert [each["texture"] for each in answer["flops"]] == ["rainbow", "monotone", "paired"]
    assert {each["name"] for each in answer["textures"]} == {"rainbow", "monotone", "paired"}


def test_progress_names_the_flop_that_is_solved(asked: TestClient) -> None:
    headers = {"accept": "text/event-stream"}
    text = asked.post("/api/v1/solve/flops", json=SPOT, headers=headers).text
    events = [event.split("\n") for event in text.strip().split("\n\n")]
    assert events[-1][0] == "event: result"
    updates = [msgspec.json.decode(data.removeprefix("data: ")) for _, data in events[:-1]]
    assert {each["total"] for each in updates} == {3}
    assert [each["done"] for each in updates] == sorted(each["done"] for each in updates)
    assert len({each["flop"] for each in updates}) == 3


def test_a_stopped_report_keeps_what_is_solved(asked: TestClient) -> None:
    endless = SPOT | {"oop": "22+", "ip": "22+, A2s+", "stack": 900, "bets": "50%, a"}
    answers: list[Any] = []
    # The first flop has few hands left and is solved at once; the second goes on and on.
    request = endless | {"accuracy": 0.001, "flops": FLOPS, "seconds": 3.0}
    solving = Thread(target=lambda: answers.append(asked.post("/api/v1/solve/flops", json=request)))
    began = monotonic()
    solving.start()
    shelf = asked.app.state.site.solutions  # type: ignore[attr-defined]
    while not shelf._kept:
        sleep(0.02)
        assert monotonic() - began < 30
    (place,) = shelf._kept.values()
    assert ask(asked, "/stop", id=place.key) == {"stopped": True}
    solving.join(30)
    (answer,) = answers
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        assert not answer.json()["finished"]
    else:
        assert "before the first flop was solved" in answer.text
    assert shelf._kept == {}  # a report holds no memory


@pytest.mark.exhaustive
def test_the_time_ends_a_report(asked: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    done = [0]

    def noted(*fields: Any) -> FlopsUpdate:
        done[0] = fields[1]
        return FlopsUpdate(*fields)

    where = "handsight.web.api.solver.flops"
    monkeypatch.setattr(f"{where}.FlopsUpdate", noted)
    monkeypatch.setattr(f"{where}.monotonic", lambda: 100 * (done[0] == 2))
    report = ask(asked, **SPOT, accuracy=0.0001, seconds=50)
    assert len(report["flops"]) == 2
    assert not report["finished"]
    assert len(report["csv"].splitlines()) == 3


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("oop", {"oop": "hello"}),
        ("bets", {"bets": "fifty"}),
        ("flops", {"flops": "Qs7h"}),
        ("flops", {"flops": ""}),
        ("flops", {"flops": "/etc/passwd"}),
        ("flops", {"flops": "Qs7h2d, Qh7s2d"}),
        ("flops", {"flops": "25", "oop": "AhKh"}),
        ("flops", {"flops": "AsAhAd", "oop": "AA"}),
        ("accuracy", {"accuracy": 0}),
    ],
)
def test_an_error_names_the_field(asked: TestClient, field: str, change: dict[str, Any]) -> None:
    named, message = problem(asked, **SPOT | change)
    assert named == field, message


def test_a_flop_that_is_too_large_is_refused() -> None:
    with TestClient(create_app(Settings(memory=1000)), "http://127.0.0.1:8000") as tiny:
        assert "pick one of them as the board" in problem(tiny, **SPOT)[1]
