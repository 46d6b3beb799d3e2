"""The charts and spots that the page loads by name: the blueprint's, or the user's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from handsight.charts import chart, chart_names, spot, spot_names
from handsight.ranges import Range
from handsight.web.app import create_app
from handsight.web.settings import Settings
from tests.unit.web.api.test_odds import ask, refusal

SIX_HANDED = "[CO open]\nraise 2.5bb: 22+, A9s+\n[BB vs CO 2.5x]\ncall: TT-22\n3bet 11bb: JJ+\n"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[TestClient]:
    """A server with charts of the user."""
    (tmp_path / "six.txt").write_text(SIX_HANDED)
    settings = Settings(charts=tmp_path / "six.txt")
    with TestClient(create_app(settings), "http://127.0.0.1:8000") as asked:
        yield asked


def test_the_names_are_those_of_the_library(client: TestClient) -> None:
    answer = client.get("/api/v1/charts").json()
    assert tuple(answer["charts"]) == chart_names()
    assert tuple(answer["spots"]) == spot_names()
    assert {"BTN open", "BB vs SB limp", "BTN vs BB 3bet"} <= set(answer["charts"])
    for name in answer["spots"]:
        assert spot(name).pot > 0


def test_a_chart_has_the_range_of_each_action(client: TestClient) -> None:
    answer, found = (
        ask(client, "/chart", name="BB vs BTN 3x, heads-up"),
        chart("BB vs BTN 3x, heads-up"),
    )
    assert answer["title"] == "BB after BTN raises to 3 bb, stacks of 100 bb"
    assert answer["text"] == "random"
    assert [each["name"] for each in answer["actions"]] == [*found.actions]
    for each, share in zip(answer["actions"], found.frequencies, strict=True):
        assert each["frequency"] == pytest.approx(share)
        assert Range(each["text"]) == found.range(each["name"])


def test_a_spot_has_both_ranges_the_pot_and_the_stack(client: TestClient) -> None:
    answer, found = (
        ask(client, "/spot", name="BTN vs BB, 3bet, heads-up"),
        spot("BTN vs BB, 3bet, heads-up"),
    )
    assert answer["line"] == "BTN raises to 2 bb, BB raises to 6 bb, BTN calls"
    assert (Range(answer["oop"]), Range(answer["ip"])) == (found.oop, found.ip)
    assert (answer["pot"], answer["stack"]) == (found.pot, found.stack) == (1200, 9400)


def test_charts_of_the_user_replace_ours(own: TestClient) -> None:
    answer = own.get("/api/v1/charts").json()
    assert answer == {
        "charts": ["CO open", "BB vs CO 2.5bb"],
        "spots": ["CO vs BB, single raised"],
    }
    opening = ask(own, "/chart", name="CO open")
    assert [each["text"] for each in opening["actions"]][1] == "22+, A9s+"
    single = ask(own, "/spot", name="CO vs BB, single raised")
    assert single == {
        "line": "CO raises to 2.5 bb, BB calls",
        "oop": "TT-22",
        "ip": "22+, A9s+",
        "pot": 550,
        "stack": 9750,
    }
    assert refusal(own, "/chart", name="BTN open")[0] == "name"


@pytest.mark.parametrize(
    ("path", "name", "words"),
    [
        ("/chart", "BB vs BTN 7x", "has no raise 7x there"),
        ("/chart", "../charts", "is not the name of a chart"),
        ("/chart", "x" * 101, "at most 100 characters"),
        ("/spot", "BTN vs BB", "has no kind of pot"),
        ("/spot", "BTN vs BB, 5bet, heads-up", "nobody can bet on the flop"),
    ],
)
def test_a_name_that_is_none_is_refused(
    client: TestClient, path: str, name: str, words: str
) -> None:
    field, message = refusal(client, path, name=name)
    assert field == "name"
    assert words in message
