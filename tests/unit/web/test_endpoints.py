"""How questions are read, answered and refused, whatever they are about."""

from starlette.testclient import TestClient

from handsight.odds import equity
from handsight.web.endpoints import SMALL

HANDS = {"players": ["AhKh", "QQ+"], "board": "Qh7h2c"}


def test_the_answer_is_that_of_the_library(client: TestClient) -> None:
    answer = client.post("/api/v1/equity", json=HANDS).json()
    assert [row["equity"] for row in answer["players"]] == [
        player.equity for player in equity(HANDS["players"], board="Qh7h2c").players
    ]


def test_an_error_names_the_field(client: TestClient) -> None:
    response = client.post("/api/v1/equity", json=HANDS | {"board": 3})
    assert response.status_code == 400
    assert response.json()["error"]["field"] == "board"
    response = client.post("/api/v1/equity", json=HANDS | {"players": ["AhKh", 3]})
    assert response.json()["error"]["field"] == "players[1]"


def test_a_field_that_is_not_known_is_refused(client: TestClient) -> None:
    response = client.post("/api/v1/equity", json=HANDS | {"path": "/etc/passwd"})
    assert response.status_code == 400
    assert "path" in response.json()["error"]["message"]


def test_other_content_types_are_refused(client: TestClient) -> None:
    response = client.post("/api/v1/equity", content=b"{}", headers={"content-type": "text/plain"})
    assert response.status_code == 415


def test_a_long_request_is_refused(client: TestClient) -> None:
    response = client.post("/api/v1/equity", json=HANDS | {"dead": "x" * SMALL})
    assert response.status_code == 413


def test_the_last_event_is_the_result(client: TestClient) -> None:
    response = client.post("/api/v1/equity", json=HANDS, headers={"accept": "text/event-stream"})
    name, data = response.text.strip().split("\n\n")[-1].split("\n")
    assert name == "event: result"
    assert data.startswith('data: {"players":[{"equity":')


def test_nothing_is_there(client: TestClient) -> None:
    for path in ("/nothing", "/../pyproject.toml", "/css", "/%2e%2e/app.py", "/js/../app.py"):
        assert client.get(path).status_code == 404
