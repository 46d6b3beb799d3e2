"""Hand histories that are pasted: what is read, what is refused, and where a fault stands."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from handsight.formats import hands_in_text, phh_text, phhs_text, read_hands
from handsight.game import Hand, random_hands
from handsight.solver import tree
from handsight.web.api.replay import MOST_TEXT
from handsight.web.app import create_app
from handsight.web.play.hand_store import DecisionNote, HandStore, KeptHand
from handsight.web.settings import Settings
from tests.unit.formats import site_texts

Ask = Callable[..., Any]


@pytest.fixture
def ask(client: TestClient) -> Ask:
    def asked(path: str, **request: Any) -> Any:
        response = client.post(f"/api/v1/replay/{path}", json=request)
        assert response.status_code == 200, response.text
        return response.json()

    return asked


TWO = "".join(phhs_text(random_hands(2, seed=3, hands=2)))


def test_a_pokerstars_hand_is_stepped_through(ask: Ask) -> None:
    (listed,) = ask("list", text=site_texts.SPIN)["hands"]
    assert (listed["number"], listed["line"], listed["players"]) == (1, 1, ["Bob", "Cyd", "Ann"])
    hand = ask("hand", text=site_texts.SPIN, hand=1)
    assert [street["street"] for street in hand["streets"]] == ["preflop", "flop", "turn", "river"]
    flop = hand["streets"][1]
    assert {each["seat"]: round(each["equity"], 3) for each in flop["equities"]} == {
        0: 0.72,
        2: 0.28,
    }
    assert [seat["won"] for seat in hand["seats"]] == [-480, -20, 500]
    last = hand["streets"][-1]["events"][-1]
    assert (last["event"], last["seat"], last["hand_name"]) == ("award", 2, "flush, ace high")


def test_the_list_has_results_in_big_blinds(ask: Ask) -> None:
    (listed,) = ask("list", text=site_texts.SPIN)["hands"]
    assert (listed["hero"], listed["positions"], listed["cards"][1]) == (
        1,
        ["SB", "BB", "BTN"],
        "2s7d",
    )
    assert (listed["won"], listed["pot"], listed["showdown"]) == ([-24, -1, 25], 49, True)
    (cash,) = ask("list", text=site_texts.CASH)["hands"]
    assert (cash["won"], cash["pot"], cash["showdown"]) == ([-3, 3], 6, False)


def test_amounts_are_compared_with_the_big_blind_of_the_record(ask: Ask) -> None:
    blinds = [
        ask("hand", text=getattr(site_texts, name), hand=1)["big_blind"]
        for name in ("CASH", "SPIN", "ANTES")
    ]
    assert blinds == [1, 20, 800]


def test_a_hand_that_cannot_be_replayed_is_listed_without_result(ask: Ask) -> None:
    first, second = ask("list", text=TWO.replace('"p2 cbr 300"', '"p2 cbr 1"', 1))["hands"]
    assert (first["won"], first["pot"]) == ([], None)
    assert sum(second["won"]) == 0


def test_a_decision_whose_trees_have_too_many_nodes_is_refused(
    ask: Ask, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("solve", text=site_texts.CASH, hand=1, at=3)["name"]
    monkeypatch.setattr(tree, "MOST_NODES", 3)
    request = {"text": site_texts.CASH, "hand": 1, "at": 3}
    response = client.post("/api/v1/replay/solve", json=request)
    assert response.status_code == 400
    assert "too many nodes" in response.json()["error"]["message"]


def test_a_decision_becomes_a_spot_for_the_solver(ask: Ask, client: TestClient) -> None:
    found = ask("solve", text=site_texts.CASH, hand=1, at=3)
    assert found["name"] == "BTN vs BB, single raised, heads-up, 100bb"
    assert found["players"] == ["Bob", "Ann"]
    (start,) = found["starts"]
    assert (start["board"], start["pot"], start["line"]) == ("Qh7h2c", 60, "check")
    assert (start["stack"], found["big_blind"]) == (965, 10)
    spot = {"oop": found["oop"], "ip": found["ip"], "bets": found["bets"]}
    spot |= {name: start[name] for name in ("board", "pot", "stack", "sizes", "raise_cap")}
    spot |= {"raises": found["raises"], "merging": 0, "force_allin": 0}
    size = client.post("/api/v1/solve/size", json=spot).json()
    assert size["bytes"] == start["bytes"] <= found["most_bytes"]


def test_where_no_name_fits_the_ranges_are_empty(ask: Ask) -> None:
    found = ask("solve", text=site_texts.SPIN, hand=1, at=3)
    assert (found["name"], found["oop"], found["ip"]) == ("", "", "")
    assert "no charts for 24 big blinds" in found["note"]
    assert found["starts"][0]["bytes"] is None


def test_a_decision_before_the_flop_is_refused(client: TestClient) -> None:
    request = {"text": site_texts.SPIN, "hand": 1, "at": 0}
    response = client.post("/api/v1/replay/solve", json=request)
    assert (response.status_code, response.json()["error"]["field"]) == (400, "at")


@pytest.mark.parametrize("name", ["CASH", "SPIN", "ANTES"])
def test_pasted_text_is_read_as_a_file_is(ask: Ask, name: str, tmp_path: Path) -> None:
    text = getattr(site_texts, name)
    file = tmp_path / "hands.txt"
    file.write_text(text, "utf-8")
    (from_file,) = read_hands(file)
    assert isinstance(from_file, Hand)
    assert ask("hand", text=text, hand=1)["phh"] == phh_text(from_file)
    assert list(hands_in_text(text)) == [from_file]


def test_several_hands_of_a_text(ask: Ask) -> None:
    assert [each["number"] for each in ask("list", text=TWO)["hands"]] == [1, 2]
    first, second = (ask("hand", text=TWO, hand=number) for number in (1, 2))
    assert first["phh"] != second["phh"]


def test_a_fault_names_the_text_and_the_line(ask: Ask, client: TestClient) -> None:
    damaged = TWO.replace('"p2 cbr 300"', '"p2 cbr 1"', 1)
    line = damaged.splitlines().index('  "p2 cbr 1",') + 1
    assert len(ask("list", text=damaged)["hands"]) == 2
    response = client.post("/api/v1/replay/hand", json={"text": damaged, "hand": 1})
    error = response.json()["error"]
    assert response.status_code == 400
    assert error["field"] == "text"
    assert error["message"].startswith(f"pasted text:{line}: ")
    ask("hand", text=damaged, hand=2)
    named = {"text": damaged, "hand": 1, "file": "mine.phh"}
    error = client.post("/api/v1/replay/hand", json=named).json()["error"]
    assert error["message"].startswith(f"mine.phh:{line}: ")


@pytest.mark.parametrize("text", ["", "nonsense", "\x00\x01", "[1]\nx = ", "PK\x03\x04", "\ud800"])
def test_what_is_no_hand_is_a_fault_with_its_line(client: TestClient, text: str) -> None:
    body = json.dumps({"text": text})
    response = client.post(
        "/api/v1/replay/list", content=body, headers={"content-type": "application/json"}
    )
    if response.status_code == 200:
        (fault,) = response.json()["faults"]
        assert (fault["file"], fault["line"] >= 1) == ("pasted text", True)
    else:
        assert response.status_code == 400


def test_more_than_a_megabyte_is_refused(client: TestClient) -> None:
    request = {"text": "x" * (MOST_TEXT + 1)}
    response = client.post("/api/v1/replay/list", json=request)
    assert (response.status_code, response.json()["error"]["field"]) == (400, "text")
    assert client.post("/api/v1/replay/list", json={"text": "x" * 5_000_000}).status_code == 413


@pytest.mark.parametrize(
    ("request_", "status"),
    [({"hand": 3, "text": TWO}, 400), ({"hand": 9}, 404), ({"hand": 0}, 400)],
)
def test_a_hand_that_is_not_there(client: TestClient, request_: Any, status: int) -> None:
    for path, more in (("hand", {}), ("ranges", {"us": "you", "at": 0})):
        response = client.post(f"/api/v1/replay/{path}", json=request_ | more)
        assert (response.status_code, response.json()["error"]["field"]) == (status, "hand")


def test_ranges_at_a_moment_are_those_of_the_model(ask: Ask) -> None:
    found = ask("ranges", text=site_texts.SPIN, hand=1, us="Bob", at=5)
    assert [step["action"] for step in found["steps"]] == ["raise to 40", "fold", "bet 40"]
    assert [each["player"] for each in found["opponents"]] == ["Ann"]
    assert 0.9 < found["equity"] < 1


def test_ranges_never_look_at_the_cards_of_others(ask: Ask) -> None:
    hidden = site_texts.SPIN.replace("Ann: shows [Ah Kh] (a flush, Ace high)\n", "").replace(
        "Seat 1: Ann (button) showed [Ah Kh] and won (980) with a flush, Ace high\n", ""
    )
    one, other = (
        ask("ranges", text=text, hand=1, us="Bob", at=5) for text in (site_texts.SPIN, hidden)
    )
    assert one == other


def test_the_hero_of_the_text_looks_on_by_default(ask: Ask) -> None:
    hand = ask("hand", text=site_texts.SPIN, hand=1)
    assert hand["seats"][hand["hero"]]["name"] == "Cyd"
    question = {"text": site_texts.SPIN, "hand": 1, "at": 1}
    assert ask("ranges", **question) == ask("ranges", **question, us="Cyd")


def test_nobody_has_ranges_whose_cards_are_unknown(client: TestClient) -> None:
    request = {"text": site_texts.CASH, "hand": 1, "us": "Bob", "at": 1}
    response = client.post("/api/v1/replay/ranges", json=request)
    assert (response.status_code, response.json()["error"]["field"]) == (400, "us")


# --- stored hands ---------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[tuple[TestClient, Hand]]:
    """Give a server with one stored hand that ended by a fold."""
    hand = next(
        each
        for each in random_hands(2, seed=5, hands=50)
        if not each.shown and each.actions[-1].action.kind == "fold"
    )
    file = tmp_path / "hands.db"
    text = phh_text(replace(hand, players=("you", "loki")))
    note = DecisionNote("loki", "BTN", "preflop", "AhKh", "", 0, 0, "fold", "it is weak", {})
    HandStore(file).add(KeptHand(1, 0, ("loki",), text, (note,)))
    with TestClient(create_app(Settings(store=file)), "http://127.0.0.1:8000") as client:
        yield client, hand


def test_a_stored_hand_hides_what_nobody_showed(stored: tuple[TestClient, Hand]) -> None:
    client, record = stored
    hand = client.post("/api/v1/replay/hand", json={"hand": 1}).json()
    assert hand["hidden"]
    assert not hand["revealed"]
    assert (hand["you"], hand["seats"][1]["cards"], hand["decisions"]) == (0, "", [])
    cards = "".join(map(str, record.holes[1] or ()))
    assert cards not in str(hand)


def test_stored_hands_are_listed_as_the_person_saw_them(stored: tuple[TestClient, Hand]) -> None:
    client, record = stored
    found = client.post("/api/v1/replay/stored", json={}).json()
    (listed,) = found["hands"]
    assert (found["more"], listed["number"], listed["hero"]) == (0, 1, 0)
    assert listed["cards"] == ["".join(map(str, record.holes[0] or ())), ""]
    assert sum(listed["won"]) == 0
    assert listed["title"].startswith("Hand 1 of the store · no-limit")


def test_a_stored_hand_that_is_revealed_says_so(stored: tuple[TestClient, Hand]) -> None:
    client, record = stored
    client.post("/api/v1/hands/reveal", json={"hand": 1})
    hand = client.post("/api/v1/replay/hand", json={"hand": 1}).json()
    assert hand["revealed"]
    assert not hand["hidden"]
    assert hand["seats"][1]["cards"] == "".join(map(str, record.holes[1] or ()))
    assert hand["decisions"][0]["reason"] == "it is weak"
    assert "_revealed = true" in hand["phh"]


# --- the store ------------------------------------------------------------------------------------


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    file.write_text("no database")
    with pytest.raises(ValueError, match="is not a store of played hands"):
        HandStore(file)


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    HandStore(file)
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version = 7")
    base.commit()
    base.close()
    with pytest.raises(ValueError, match="version 7"):
        HandStore(file)


def test_a_damaged_hand_is_named(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    store = HandStore(file)
    for _ in range(3):
        store.add(KeptHand(1, 0, ("loki",), "", ()))
    base = sqlite3.connect(file)
    base.execute("UPDATE hands SET value = x'7b7d' WHERE key = 2")
    base.commit()
    base.close()
    assert store.get(1).agents == ("loki",)
    with pytest.raises(ValueError, match="hand 2"):
        store.get(2)
