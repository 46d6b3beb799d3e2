"""The description of the JSON interface, and the page of the documentation about it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from handsight.web.api.endpoints import EVENTS, JSON, REFUSALS, Endpoint, decode, openapi
from handsight.web.app import all_endpoints

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "http-api.md"
DESCRIPTION = openapi(all_endpoints())
POSTS = [each for each in all_endpoints() if each.request is not None]


def operation(endpoint: Endpoint) -> dict[str, Any]:
    return DESCRIPTION["paths"][endpoint.path][endpoint.method.lower()]


def test_the_server_gives_its_description(client: TestClient) -> None:
    answer = client.get("/api/v1/openapi.json").json()
    assert answer == msgspec.json.decode(msgspec.json.encode(DESCRIPTION))
    assert answer["openapi"] == "3.1.0"


def test_all_that_is_referred_to_is_there() -> None:
    def references(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            if "$ref" in part:
                yield part["$ref"]
            part = list(part.values())
        if isinstance(part, list):
            for each in part:
                yield from references(each)

    schemas = DESCRIPTION["components"]["schemas"]
    named = set(references(DESCRIPTION))
    assert named
    assert {each.rpartition("/")[2] for each in named} <= schemas.keys()


@pytest.mark.parametrize("endpoint", POSTS, ids=lambda each: each.path)
def test_an_example_is_a_request(endpoint: Endpoint) -> None:
    content = operation(endpoint)["requestBody"]["content"][JSON]
    decode(msgspec.json.encode(content["example"]), endpoint.request)


@pytest.mark.parametrize("endpoint", all_endpoints(), ids=lambda each: each.path)
def test_refusals_and_events_are_described(endpoint: Endpoint) -> None:
    responses = operation(endpoint)["responses"]
    assert {"200", "401", "403", "421"} <= responses.keys() <= REFUSALS.keys() | {"200"}
    assert ("400" in responses) == (endpoint.request is not None)
    if endpoint.heavy:
        assert {"429", "503"} <= responses.keys()
        events = responses["200"]["content"][EVENTS]["schema"]["x-events"]
        assert events.keys() == {"progress", "result", "error"}


def test_fields_are_explained_one_by_one() -> None:
    for name, schema in DESCRIPTION["components"]["schemas"].items():
        assert "Attributes:" not in schema["description"], name
    fields = DESCRIPTION["components"]["schemas"]["SolveRequest"]["properties"]
    assert fields["accuracy"]["description"] == ("exploitability to reach, as a share of the pot.")


@pytest.mark.parametrize("endpoint", all_endpoints(), ids=lambda each: each.path)
def test_the_page_lists_every_endpoint_with_what_it_does(endpoint: Endpoint) -> None:
    row = f"| `{endpoint.method} {endpoint.path}` | {endpoint.summary} |"
    assert row in PAGE.read_text("utf-8")


def test_the_page_lists_nothing_else() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    listed = [row for row in rows if row.startswith(("| `GET", "| `POST"))]
    assert len(listed) == len(all_endpoints())
