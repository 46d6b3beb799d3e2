"""Who may ask: our own page, under the server's own name, with the token where there is one."""

import pytest
from starlette.testclient import TestClient

from handsight.web.app import create_app
from handsight.web.settings import Settings

HANDS = {"players": ["AhKh", "QQ"], "board": "Qh7h2c"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "a@127.0.0.1", "["])
def test_another_name_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:1", "[::1]:8000", "LOCALHOST"])
def test_names_of_this_machine_are_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:9",
        "http://[",
        "http://127.0.0.1:8000/x",
        "",
    ],
)
def test_another_page_is_refused(client: TestClient, origin: str) -> None:
    response = client.post("/api/v1/equity", json=HANDS, headers={"origin": origin})
    assert response.status_code == 403
    own = {"origin": "http://127.0.0.1:8000"}
    assert client.post("/api/v1/equity", json=HANDS, headers=own).status_code == 200


def test_a_link_on_another_site_opens_a_page_and_asks_nothing(client: TestClient) -> None:
    other = {"sec-fetch-site": "cross-site"}
    followed = other | {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get("/", headers=followed).status_code == 200
    assert client.get("/", headers=other | {"sec-fetch-dest": "iframe"}).status_code == 403
    assert client.get("/js/base.js", headers=other).status_code == 403
    assert client.get("/api/v1/agents", headers=followed).status_code == 403


@pytest.mark.parametrize(
    ("listens", "asked"),
    [
        ("127.0.0.2", "127.0.0.2:8000"),
        ("2001:DB8:0:0::1", "[2001:db8::1]:8000"),
        ("Box.example", "box.example:8000"),
    ],
)
def test_the_address_that_was_named_is_served(listens: str, asked: str) -> None:
    with TestClient(create_app(Settings(listens)), "http://127.0.0.1:8000") as client:
        assert client.get("/", headers={"host": asked}).status_code == 200
        assert client.get("/", headers={"host": "evil.example"}).status_code == 421


def test_without_the_token_nothing_is_answered() -> None:
    app = create_app(Settings(host="0.0.0.0", token="secret"))
    with TestClient(app, "http://127.0.0.1:8000") as asked:
        assert asked.get("/").status_code == 200
        assert asked.post("/api/v1/equity", json=HANDS).status_code == 401
        wrong, right = ({"authorization": f"Bearer {each}"} for each in ("x", "secret"))
        assert asked.post("/api/v1/equity", json=HANDS, headers=wrong).status_code == 401
        assert asked.post("/api/v1/equity", json=HANDS, headers=right).status_code == 200


def test_pages_run_no_script_of_others(client: TestClient) -> None:
    for path in ("/", "/css/base.css", "/nothing", "/api/v1/openapi.json"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
