"""A real server on loopback: what is refused at the socket, and what ends when somebody leaves."""

import http.client
import json
import logging
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, TypeAlias

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from handsight.web import server
from handsight.web.api import endpoints
from handsight.web.guard import HEADERS
from handsight.web.jobs import HeavyPool, Job
from handsight.web.server_state import ServerState
from handsight.web.settings import Settings

TOKEN = "a-token-of-the-tests-5d1e"
TABLE = "/api/v1/table"
HANDS = {"players": ["AhKh", "QQ"], "board": "Qh7h2c"}
ENDLESS = {
    "board": "QsJh2h8c",
    "oop": "QQ+, AQs, T9s",
    "ip": "JJ, KQs, T8s",
    "pot": 180,
    "stack": 400,
    "bets": "55%",
    "accuracy": 1e-9,
    "seconds": 100,
}
ENDS = 10.0
"""Seconds in which what nobody waits for has to end, on a busy machine."""


Served: TypeAlias = tuple[int, ServerState]
"""The port of a server, and what its requests share."""


@contextmanager
def served(settings: Settings) -> Iterator[Served]:
    """Serve in a thread; give the port, and what the requests share."""
    kept: list[Any] = []

    class KeptServer(server._Server):
        def __init__(self, config: Any, ready: Callable[[], None]) -> None:
            super().__init__(config, ready)
            kept.append(self)

    addresses: Queue[str] = Queue()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "_Server", KeptServer)
        patch.setattr(server, "_warm", lambda: None)
        running = Thread(target=server.serve, args=(settings, addresses.put))
        running.start()
        try:
            found = re.search(r":(\d+)/", addresses.get(timeout=20))
            yield int(found[1]), kept[0].config.app.state.site
        finally:
            kept[0].should_exit = True
            running.join(20)


@pytest.fixture(scope="module")
def local() -> Iterator[Served]:
    with served(Settings(port=0)) as running:
        yield running


@pytest.fixture(scope="module")
def guarded() -> Iterator[Served]:
    with served(Settings(port=0, token=TOKEN)) as running:
        yield running


def post(port: int, path: str, request: object, **headers: str) -> tuple[int, dict[str, Any]]:
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    usual = {"content-type": "application/json"}
    asking.request("POST", f"/api/v1{path}", json.dumps(request), usual | headers)
    response = asking.getresponse()
    text = response.read()
    asking.close()
    is_json = response.getheader("content-type", "").startswith("application/json")
    return response.status, json.loads(text) if is_json else {"text": text.decode()}


def sit(port: int, *, host: str = "", origin: str | None = "", token: str = "") -> ClientConnection:
    """Open the socket of a table."""
    own = f"http://127.0.0.1:{port}"
    return connect(
        f"ws://{host or '127.0.0.1'}:{port}{TABLE}",
        sock=socket.create_connection(("127.0.0.1", port)),
        origin=own if origin == "" else origin,
        subprotocols=["handsight", *([f"token.{token}"] if token else [])],
    )


def listen(table: ClientConnection) -> None:
    """Take all that comes."""
    while True:
        table.recv(timeout=ENDS)


def wait(condition: Callable[[], bool]) -> None:
    until = monotonic() + ENDS
    while not condition():
        assert monotonic() < until
        sleep(0.02)


# --- sockets --------------------------------------------------------------------------------------


def test_a_socket_of_our_own_page_is_opened(local: Served) -> None:
    with sit(local[0]) as table:
        assert table.subprotocol == "handsight"


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_socket_of_another_page_is_refused(local: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        sit(local[0], origin=origin)
    assert refused.value.response.status_code == 403


def test_a_socket_under_another_name_is_refused(local: Served) -> None:
    port = local[0]
    with pytest.raises(InvalidStatus) as refused:
        sit(port, host="evil.example", origin=f"http://evil.example:{port}")
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], f"{TOKEN}x"])
def test_a_socket_without_the_token_is_refused(guarded: Served, token: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        sit(guarded[0], token=token)
    assert refused.value.response.status_code == 403


def test_the_token_opens_a_socket_and_is_not_sent_back(guarded: Served) -> None:
    with sit(guarded[0], token=TOKEN) as table:
        assert table.subprotocol == "handsight"
        assert TOKEN not in str(table.response.headers)


def test_a_frame_above_64_kilobytes_ends_the_socket(local: Served) -> None:
    with sit(local[0]) as table:
        table.send("x" * (server.LARGEST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            listen(table)
    assert closed.value.rcvd.code == 1009


# --- bodies ---------------------------------------------------------------------------------------


def test_a_body_above_its_limit_is_refused_though_no_length_is_given(
    local: Served,
) -> None:
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    with _begun(local[0], "transfer-encoding: chunked") as asking:
        try:
            for _ in range(1000):
                asking.sendall(chunk)
        except OSError:
            return  # refused, and closed while we were still sending
        assert b" 413 " in asking.recv(200)


def test_a_body_that_comes_too_slowly_is_refused(
    local: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "SECONDS_TO_SEND", 0.3)
    with _begun(local[0], "transfer-encoding: chunked") as asking:
        asking.sendall(b"1\r\n{\r\n")
        assert b" 408 " in asking.recv(200)


@pytest.mark.parametrize("begun", ["", "GET / HTTP/1.1\r\nhost: ", "{whole}GET / HT"])
def test_a_connection_that_asks_nothing_is_ended(
    local: Served, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.3)
    port = local[0]
    whole = f"GET /icon.svg HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=ENDS) as asking:
        asking.sendall(begun.format(whole=whole).encode())
        answer = b""
        while part := asking.recv(65_536):
            answer += part
    assert (b" 200 " in answer) == ("{whole}" in begun)


def test_a_connection_that_goes_on_asking_is_kept(
    local: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.4)
    asking = http.client.HTTPConnection("127.0.0.1", local[0])
    asking.connect()
    own = asking.sock
    with sit(local[0]) as table:
        for _ in range(12):
            asking.request("GET", "/icon.svg")
            asking.getresponse().read()
            sleep(0.1)
        table.send("{}")
        assert "error" in str(table.recv(timeout=ENDS))
    assert asking.sock is own
    asking.close()


@contextmanager
def _begun(port: int, header: str) -> Iterator[socket.socket]:
    """Send the head of a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=ENDS) as asking:
        asking.sendall(
            f"POST /api/v1/equity HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
            f"content-type: application/json\r\n{header}\r\n\r\n".encode()
        )
        yield asking


# --- heavy requests -------------------------------------------------------------------------------


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_solve_ends_soon_after_its_client_has_left(local: Served, accept: str) -> None:
    port, site = local
    assert post(port, "/solve", ENDLESS | {"accuracy": 0.5})[0] == 200  # its kernels are compiled
    asking = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"content-type": "application/json", "accept": accept}
    asking.request("POST", "/api/v1/solve", json.dumps(ENDLESS), headers)
    wait(lambda: _running(site.solutions._kept) == 1)
    asking.sock.shutdown(socket.SHUT_RDWR)
    asking.close()
    wait(lambda: not site.long._jobs)
    assert _running(site.solutions._kept) == 0  # what was solved until then is kept


def _running(kept: dict[str, Any]) -> int:
    return sum(each.solution is None for each in kept.values())


def test_more_heavy_requests_than_there_may_be_are_refused(
    local: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, site = local
    pool = HeavyPool(workers=1, most=3)
    monkeypatch.setattr(site, "heavy", pool)
    free = Event()
    try:
        for _ in range(2):
            pool.start(Job(60), free.wait)
        with ThreadPoolExecutor() as clients:
            third = clients.submit(post, port, "/streets", HANDS)
            wait(lambda: pool._count == 3)
            status, answer = post(port, "/streets", HANDS)
            assert (status, answer["error"]["field"]) == (429, "")
            assert "3 heavy requests" in answer["error"]["message"]
            assert post(port, "/range", {"text": "AA"})[0] == 200  # light ones go on
            free.set()
            assert third.result()[0] == 200
    finally:
        free.set()
        pool.close()


# --- the command ----------------------------------------------------------------------------------


def test_another_host_prints_a_token_that_stands_nowhere_else(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("out", "err")}
    command = [sys.executable, "-m", "handsight", "serve", "--host", "0.0.0.0", "--port", "0"]
    with files["out"].open("w") as out, files["err"].open("w") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
    try:
        wait(lambda: "#token=" in files["out"].read_text())
        found = re.search(r":(\d+)/#token=(\S+)", files["out"].read_text())
        port, token = int(found[1]), found[2]
        bearer = {"authorization": f"Bearer {token}"}
        assert post(port, "/equity", HANDS)[0] == 401
        assert post(port, "/equity", HANDS, authorization="Bearer wrong")[0] == 401
        assert post(port, "/equity", HANDS, **bearer)[0] == 200
        assert post(port, "/nothing", HANDS, **bearer)[0] == 404
        assert post(port, "/equity", {"players": 3}, **bearer)[0] == 400
        with sit(port, token=token) as table:
            table.send("{}")
        with _begun(port, f"authorization: Bearer {token}\r\ncontent-length: 5") as asking:
            asking.sendall(b"{")  # and leaves
        with socket.create_connection(("127.0.0.1", port)) as asking:
            asking.sendall(f"GET /?{token} HTTP/9\r\n\r\n".encode())  # no HTTP
            asking.recv(100)
    finally:
        process.terminate()
        process.wait(20)
    out_text, err_text = (files[name].read_text() for name in ("out", "err"))
    assert out_text.count(token) == 1
    assert token not in err_text
    assert len(token) >= 32


def test_the_policy_stands_on_all_that_is_sent(guarded: Served) -> None:
    port = guarded[0]
    for method, path, host in (
        ("GET", "/", f"127.0.0.1:{port}"),
        ("GET", "/solve", f"127.0.0.1:{port}"),
        ("GET", "/nothing", f"127.0.0.1:{port}"),
        ("GET", "/api/v1/openapi.json", f"127.0.0.1:{port}"),
        ("POST", "/api/v1/equity", f"127.0.0.1:{port}"),
        ("PUT", "/arena", f"127.0.0.1:{port}"),
        ("GET", "/", "evil.example"),
    ):
        asking = http.client.HTTPConnection("127.0.0.1", port)
        asking.request(method, path, headers={"host": host})
        response = asking.getresponse()
        sent = {name.lower(): value for name, value in response.getheaders()}
        assert sent.items() >= HEADERS.items(), path
        asking.close()


def test_the_loggers_of_the_process_are_left_as_they_are() -> None:
    class Watched(logging.NullHandler):
        closed = False

        def close(self) -> None:
            super().close()
            self.closed = True

    handler = Watched()
    with served(Settings(port=0)):
        pass
    assert not handler.closed
