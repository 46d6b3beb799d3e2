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


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9"])
def test_another_page_is_refused(client: TestClient, origin: str) -> None:
    response = client.post("/api/v1/equity", json=HANDS, headers={"origin": origin})
    assert response.status_code == 403
    own = {"origin": "http://127.0.0.1:8000"}
    assert client.post("/api/v1/equity", json=HANDS, headers=own).status_code == 200


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
