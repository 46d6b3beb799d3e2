"""Drills over the JSON interface: questions, answers, what is kept, and what is refused."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from handsight.coach.drill import KINDS, DrillAnswer, DrillStore
from handsight.web.app import create_app
from handsight.web.settings import Settings

Ask = Callable[..., Any]
POT_ODDS = "pot-odds 12 6 30"


def asking(client: TestClient) -> Ask:
    def asked(path: str, status: int = 200, **request: Any) -> Any:
        response = client.post(f"/api/v1/drill/{path}", json=request)
        assert response.status_code == status, response.text
        return response.json() if status == 200 else response.json()["error"]

    return asked


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "drill.db"


@pytest.fixture
def client(store: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(drills=store)), "http://127.0.0.1:8000") as asked:
        yield asked


@pytest.fixture
def ask(client: TestClient) -> Ask:
    return asking(client)


def test_the_kinds_are_listed(client: TestClient) -> None:
    found = client.get("/api/v1/drill/kinds").json()
    assert [each["name"] for each in found["kinds"]] == list(KINDS)
    assert found["kept"] is True


def test_a_question_is_asked_and_judged_and_the_answer_is_kept(ask: Ask, store: Path) -> None:
    drill = ask("start", kinds=["pot-odds"], seed=3)["drill"]
    question = ask("next", drill=drill)["question"]
    feedback = ask("answer", drill=drill, key=question["key"], answer="25")
    assert (feedback["best"], feedback["right"]) == ("27.4%", False)
    with DrillStore(store) as kept:
        (answer,) = kept.answers()
    assert (answer.key, answer.right) == (question["key"], False)


def test_the_same_seed_asks_the_same(ask: Ask) -> None:
    drills = [ask("start", kinds=["pot-odds", "outs"], seed=5)["drill"] for _ in range(2)]
    asked = [[ask("next", drill=each)["question"]["key"] for _ in range(3)] for each in drills]
    assert asked[0] == asked[1]


def test_a_key_is_asked_first(ask: Ask) -> None:
    drill = ask("start", kinds=["outs"], key=POT_ODDS)["drill"]
    question = ask("next", drill=drill)["question"]
    assert (question["key"], question["options"]) == (POT_ODDS, ["fold", "call"])
    feedback = ask("answer", drill=drill, key=POT_ODDS, answer="c")
    assert [each["name"] for each in feedback["options"]] == ["fold", "call"]
    assert ask("next", drill=drill)["question"]["kind"] == "outs"


def test_a_wrong_answer_comes_back(ask: Ask, store: Path) -> None:
    store.parent.mkdir()
    with DrillStore(store, create=True) as kept:
        kept.add(DrillAnswer(time() - 3600, "pot-odds", "call", POT_ODDS, "fold", False, 0.1))
    drill = ask("start", mistakes=True)["drill"]
    assert ask("next", drill=drill)["question"]["key"] == POT_ODDS
    assert ask("answer", drill=drill, key=POT_ODDS, answer="call")["right"]
    assert ask("next", drill=drill)["question"] is None  # it is due again tomorrow


def test_only_the_question_that_was_asked_can_be_answered_and_only_once(ask: Ask) -> None:
    drill = ask("start", kinds=["pot-odds"], key=POT_ODDS)["drill"]
    assert ask("answer", 400, drill=drill, key=POT_ODDS, answer="call")["field"] == "answer"
    ask("next", drill=drill)
    assert ask("answer", 400, drill=drill, key="outs ...", answer="call")["field"] == "answer"
    assert "no answer here" in ask("answer", 400, drill=drill, key=POT_ODDS, answer="z")["message"]
    ask("answer", drill=drill, key=POT_ODDS, answer="call")
    ask("answer", 400, drill=drill, key=POT_ODDS, answer="call")


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("kinds", {"kinds": ["chess"]}),
        ("spot", {"kinds": ["outs"], "spot": "BTN open"}),
        ("players", {"players": 12}),
    ],
)
def test_a_drill_that_cannot_be_is_refused(ask: Ask, field: str, request_: dict[str, Any]) -> None:
    assert ask("start", 400, **request_)["field"] == field


def test_a_key_that_cannot_be_read_is_refused_when_it_is_asked(ask: Ask) -> None:
    drill = ask("start", key="pot-odds abc")["drill"]
    assert "abc" in ask("next", 400, drill=drill)["message"]
    assert ask("next", 400, drill="gone")["field"] == "drill"


def test_progress_is_that_of_the_store(ask: Ask, client: TestClient) -> None:
    assert client.get("/api/v1/drill/progress").json()["answers"] == 0
    drill = ask("start", kinds=["pot-odds"], key=POT_ODDS)["drill"]
    ask("next", drill=drill)
    right = ask("answer", drill=drill, key=POT_ODDS, answer="call")["right"]
    found = client.get("/api/v1/drill/progress").json()
    assert (found["answers"], found["waiting"]) == (1, int(not right))
    row = found["rows"][0]
    assert (row["kind"], row["spot"], row["right"]) == ("pot-odds", "", int(right))
    assert 0 <= row["share_low"] < row["share_high"] <= 1


def test_without_a_file_nothing_is_kept() -> None:
    with TestClient(create_app(Settings()), "http://127.0.0.1:8000") as client:
        ask = asking(client)
        assert client.get("/api/v1/drill/kinds").json()["kept"] is False
        drill = ask("start", kinds=["pot-odds"], key=POT_ODDS)["drill"]
        ask("next", drill=drill)
        ask("answer", drill=drill, key=POT_ODDS, answer="call")
        assert client.get("/api/v1/drill/progress").json()["answers"] == 0
