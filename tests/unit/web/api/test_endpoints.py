"""How questions are read, answered and refused, whatever they are about."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from handsight.odds import equity
from handsight.web.api.endpoints import (
    EVENTS,
    MOST_UPDATES,
    SMALL,
    Call,
    Endpoint,
    RequestError,
    decode,
)
from handsight.web.jobs import HeavyPool

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


SPOT = {"board": "2c2d2h3s3d", "oop": "AA", "ip": "KK", "pot": 100, "stack": 100}


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"pot": 1.5}, "pot", "pot must be a whole number, not one with a fraction"),
        ({"pot": "x"}, "pot", "pot must be a whole number, not a string"),
        ({"pot": 0}, "pot", "pot must be a whole number, at least 1"),
        ({"accuracy": 0}, "accuracy", "accuracy must be a number above 0.0"),
        ({"rake": 2}, "rake", "rake must be a number, at most 1.0"),
        ({"raise_cap": "x"}, "raise_cap", "must be a whole number or nothing, not a string"),
        ({"bets": "a" * 201}, "bets", "bets must have at most 200 characters"),
        (
            {"locks": [{"line": "", "strategy": {"AA": [1]}}] * 21},
            "locks",
            "must have at most 20 entries",
        ),
        ({"locks": [{}]}, "locks[0]", "locks[0].line is missing"),
        ({"sizes": {"flop_folds": "a"}}, "sizes", "sizes does not have the right form"),
        ({"wine": 7}, "", "the request has no field wine"),
    ],
)
def test_what_is_wrong_is_said_in_words(
    change: dict[str, Any], field: str, message: str, client: TestClient
) -> None:
    error = client.post("/api/v1/solve", json=SPOT | change).json()["error"]
    assert message in error["message"]
    assert error["field"] == field
    assert "`" not in error["message"]


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


# --- events ---------------------------------------------------------------------------------------


class Nothing(msgspec.Struct):
    """A question about nothing."""


def asked_for_events(
    answer: Callable[[Any, Call], Any],
    pool: HeavyPool,
    receive: Callable[[int], dict[str, Any]],
    pause: float = 0.0,
) -> list[str]:
    """Ask an endpoint for events, and give the texts that were sent.

    Args:
        receive: gives what the client says, by how many times it was asked; nothing where it
            says nothing yet.
        pause: seconds for which the head of the answer is not taken.
    """
    endpoint = Endpoint("/nothing", "", Nothing, Any, answer, heavy=True)
    app = Starlette(routes=[endpoint.route()])
    app.state.site = type("Site", (), {"heavy": pool})
    sent: list[str] = []
    times = iter(range(1_000_000))

    async def hear() -> dict[str, Any]:
        while (message := receive(next(times))) == {}:
            await asyncio.sleep(0.01)
        return message

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            await asyncio.sleep(pause)
        sent.append(message.get("body", b"").decode())

    headers = [(b"content-type", b"application/json"), (b"accept", EVENTS.encode())]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/nothing",
        "headers": headers,
        "query_string": b"",
        "asgi": {"spec_version": "2.3"},
    }
    asyncio.run(asyncio.wait_for(app(scope, hear, send), 20))
    return sent


BODY = {"type": "http.request", "body": b"{}", "more_body": False}


def test_what_nobody_waits_for_is_stopped_though_no_event_was_read() -> None:
    pool = HeavyPool(1, 1)
    calls: list[Call] = []

    def answer(_: Nothing, call: Call) -> None:
        calls.append(call)
        call.job.wait(30)

    def receive(time: int) -> dict[str, Any]:
        if time == 0:
            return BODY
        return {"type": "http.disconnect"} if calls else {}

    # The client has left before the first event is asked for.
    asked_for_events(answer, pool, receive)
    stopped = calls[0].job._ended.is_set()
    pool.close()
    assert stopped


def test_updates_that_a_slow_reader_has_not_read_are_bounded() -> None:
    pool = HeavyPool(1, 1)
    count = MOST_UPDATES * 10

    def answer(_: Nothing, call: Call) -> dict[str, int]:
        for number in range(count):
            call.job.send({"number": number})
        return {"last": count}

    sent = asked_for_events(answer, pool, lambda time: BODY if time == 0 else {}, pause=0.5)
    pool.close()
    numbers = [json.loads(each.split("data: ")[1])["number"] for each in sent if "progress" in each]
    assert numbers == sorted(numbers)
    assert numbers[-1] == count - 1
    assert len(numbers) <= MOST_UPDATES + 1
    assert any("event: result" in each for each in sent)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"pot": "1"', "the request cannot be read as JSON"),
        (b'{"pot": }', "the request cannot be read as JSON, at byte 8"),
        (b'{"pot": "\xff"}', "the request cannot be read as JSON, at byte 0"),
    ],
)
def test_what_is_no_json_is_said_in_words(text: bytes, said: str) -> None:
    with pytest.raises(RequestError) as refused:
        decode(text, dict[str, str])
    assert refused.value.problem.message == said
