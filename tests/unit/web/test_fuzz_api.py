"""Whatever is asked: an answer, or a refusal that says what is wrong; and the server goes on."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from handsight.arena import ArenaSpec, run_arena
from handsight.solver import tree
from handsight.web.api import endpoints
from handsight.web.api.endpoints import Endpoint, openapi
from handsight.web.app import all_endpoints, create_app
from handsight.web.settings import Settings
from tests.thorough import up_to
from tests.unit.web.fuzzed_requests import requests_of

POSTS = [each for each in all_endpoints() if each.request is not None]
DESCRIPTION = openapi(all_endpoints())
SCHEMAS = DESCRIPTION["components"]["schemas"]
NO_REQUESTS = [b"", b"[" * 60_000, b'{"board": "\xff"}', b"1e999", b"null"]
FILES = ("open", "os.", "shutil.", "glob.", "sqlite3.")
"""Events of Python's audit that are about files."""
FEW, MANY = 12, up_to(5_000, 1_200)
SECONDS = 1.0
"""That a request may take here, so that there is time for many."""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("fuzz")
    run_arena(ArenaSpec(agents=("call", "fold"), pairs=4), folder / "three.db")
    (folder / "broken.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    arenas = {name: folder / f"{name}.db" for name in ("three", "broken", "gone")}
    started = Settings(store=folder / "hands.db", arenas=arenas, memory=1_000_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(endpoints, "HEAVY_SECONDS", SECONDS)
        patch.setattr(tree, "MOST_NODES", 1500)
        client = TestClient(create_app(started), "http://127.0.0.1:8000")
        with client:
            yield client


def ask(asked: TestClient, endpoint: Endpoint, request: object) -> int:
    """Ask, and judge the answer; give its status."""
    if endpoint.path == "/solve" and isinstance(request, dict):
        request = request | {"seconds": 0.05}
    body = msgspec.json.encode(request) if not isinstance(request, bytes) else request
    response = asked.post(
        f"/api/v1{endpoint.path}", content=body, headers={"content-type": "application/json"}
    )
    status = response.status_code
    assert status == 200 or 400 <= status < 500 or status == 503, (status, response.text)
    assert "Traceback" not in response.text
    if status != 200:
        problem = response.json()["error"]
        assert problem.keys() == {"message", "field"}
        assert len(problem["message"]) > 5
    return status


def encodable(request: object) -> bool:
    try:
        msgspec.json.encode(request)
    except UnicodeEncodeError:
        return False
    return True


def schema_of(path: str) -> dict[str, Any]:
    body = DESCRIPTION["paths"][path]["post"]["requestBody"]
    return body["content"]["application/json"]["schema"]


@st.composite
def bodies(draw: st.DrawFn, endpoint: Endpoint) -> object:
    """Draw a request, or a text that is none."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.binary(max_size=200) | st.sampled_from(NO_REQUESTS))
    return draw(fitting_and_not(endpoint.path))


@cache
def fitting_and_not(path: str) -> st.SearchStrategy[object]:
    return requests_of(schema_of(path), SCHEMAS).filter(encodable)


@pytest.mark.repeats(8)
@pytest.mark.parametrize("endpoint", POSTS, ids=lambda each: each.path)
def test_every_endpoint_answers_or_refuses(asked: TestClient, endpoint: Endpoint) -> None:
    fuzz(asked, endpoint, FEW)


@pytest.mark.exhaustive
def test_thousands_of_requests(asked: TestClient) -> None:
    statuses: Counter[int] = Counter()
    for endpoint in POSTS:
        statuses += fuzz(asked, endpoint, -(-MANY // len(POSTS)))
    assert statuses.total() >= MANY
    assert statuses[200] > MANY / 20  # it is not all refused at the door


def fuzz(asked: TestClient, endpoint: Endpoint, count: int) -> Counter[int]:
    """Send so many requests of an endpoint; give how often which status came."""
    statuses: Counter[int] = Counter()
    seed = int(os.environ.get("HANDSIGHT_FUZZ_SEED", "0"))

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=seed == 0,
        suppress_health_check=list(HealthCheck),
    )
    @given(bodies(endpoint))
    def one(request: object) -> None:
        statuses[ask(asked, endpoint, request)] += 1

    while statuses.total() < count:
        one()
    after = asked.post("/api/v1/equity", json={"players": ["AhKh", "QsQd"], "board": "Qh7h2c"})
    assert after.status_code == 200
    return statuses


def test_nothing_of_a_request_reaches_the_file_system(asked: TestClient, tmp_path: Path) -> None:
    """Every file that is opened, looked at or listed while paths are sent is none of them."""
    marker = "handsight-marker-5d1e"
    touched: list[str] = []

    def note(event: str, values: tuple[object, ...]) -> None:
        if event.startswith(FILES) and marker in repr(values):
            touched.append(repr(values))

    sys.addaudithook(note)
    for path in (str(tmp_path / marker), f"../../{marker}", f"{marker}.db", f"file:///{marker}"):
        for endpoint in POSTS:
            schema = schema_of(endpoint.path)
            fields = SCHEMAS[schema["$ref"].rpartition("/")[2]]["properties"]
            texts = {name for name, kind in fields.items() if kind.get("type") == "string"}
            ask(asked, endpoint, dict.fromkeys(texts, path))
            ask(asked, endpoint, {name: [path, path] for name in fields})
        for address in (f"/{path}", f"/static/{path}", f"/js/..%2f{path}", f"/api/v1/{path}"):
            assert asked.get(address).status_code == 404
    assert touched == []
