"""A server of the page, asked without a network."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from handsight.web.app import create_app
from handsight.web.settings import Settings


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Settings()), "http://127.0.0.1:8000") as asked:
        yield asked
