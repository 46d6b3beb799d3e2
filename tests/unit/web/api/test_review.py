"""Reviews over the JSON interface: texts in pieces, jobs, tables of decisions, and details."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from time import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from handsight.coach.drill import DrillStore, question_of
from handsight.coach.review import run
from handsight.coach.review.decisions import ReviewedHand
from handsight.coach.review.run import Review, hands_of_player, review_hands
from handsight.coach.review.settings import ReviewSettings
from handsight.errors import HistoryError
from handsight.formats import hands_in_text, phhs_text
from handsight.game import Hand, random_hands
from handsight.solver import Betting
from handsight.views.coach.review import review_report
from handsight.web import reviews
from handsight.web.api import review as review_api
from handsight.web.app import create_app
from handsight.web.jobs import Job, StoppedError
from handsight.web.reviews import KeptReview
from handsight.web.settings import Settings
from tests.unit.formats import site_texts

Ask = Callable[..., Any]

HANDS = "".join(phhs_text(random_hands(2, seed=3, hands=12)))
"""Hands of two players who act at random, whose cards are all known."""


def asking(client: TestClient) -> Ask:
    def asked(path: str, status: int = 200, **request: Any) -> Any:
        response = client.post(f"/api/v1/review/{path}", json=request)
        assert response.status_code == status, response.text
        return response.json() if status == 200 else response.json()["error"]

    return asked


@pytest.fixture
def ask(client: TestClient) -> Ask:
    return asking(client)


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[Ask, str]]:
    """Give a server that has reviewed the hands of player 1, and the id of the review."""
    with TestClient(create_app(Settings()), "http://127.0.0.1:8000") as client:
        ask = asking(client)
        key = ask("add", text=HANDS, file="random.phhs")["review"]
        ask("run", review=key, player="player 1")
        yield ask, key


def listed(shared: tuple[Ask, str], **wanted: Any) -> Any:
    ask, key = shared
    return ask("decisions", review=key, limit=200, **wanted)


def decisions_of(text: str, name: str | None) -> list[tuple[int, Any, Any]]:
    """Review the hands of a text with the library."""
    return [
        (place, hand, each)
        for place, hand in enumerate(reviewed_by_library(text, name))
        if hand is not None
        for each in hand.decisions
    ]


def reviewed_by_library(text: str, name: str | None) -> Iterator[ReviewedHand | None]:
    chosen = hands_of_player(hands_in_text(text), name)
    return review_hands(chosen.hands, chosen.rakes, ReviewSettings(quick=True))


# --- adding and running ---------------------------------------------------------------------------


def test_a_pasted_hand_is_reviewed_for_its_hero(ask: Ask) -> None:
    added = ask("add", text=site_texts.CASH)
    assert (added["files"], added["bytes"]) == (1, len(site_texts.CASH.encode()))
    found = ask("run", review=added["review"])
    assert (found["hands"], found["reviewed"], found["full"], found["running"]) == (1, 1, 0, False)
    assert found["report"]["player"] == "Ann"
    assert found["report"]["decisions"] == 2
    rows = ask("decisions", review=added["review"], sort="hand", descending=True)["rows"]
    assert [(row["street"], row["taken"]) for row in rows] == [
        ("preflop", "raise to 3 bb"),
        ("flop", "bet 4 bb"),
    ]


def test_the_sums_are_those_of_the_library(shared: tuple[Ask, str]) -> None:
    ask, key = shared
    found = ask("summary", review=key)
    hands = tuple(filter(None, reviewed_by_library(HANDS, "player 1")))
    report = review_report(Review("player 1", hands, 0, 0), 0)
    assert found["report"]["lost"] == {
        "mean": report.lost.mean,
        "half_width": report.lost.half_width,
    }
    assert found["report"]["decisions"] == report.decisions
    assert [row["name"] for row in found["report"]["groups"]["street"]] == [
        row.name for row in report.groups["street"]
    ]


def test_a_text_in_pieces_is_the_text(ask: Ask) -> None:
    key, middle = "", len(site_texts.CASH) // 2
    for continues, piece in enumerate((site_texts.CASH[:middle], site_texts.CASH[middle:])):
        key = ask("add", review=key, text=piece, file="a.txt", continues=bool(continues))["review"]
    assert ask("run", review=key)["hands"] == 1
    other = ask("add", text=site_texts.CASH[:middle], file="a.txt")["review"]
    ask("add", review=other, text=site_texts.CASH[middle:], file="b.txt")
    assert "no hero" in ask("run", 400, review=other)["message"]


def test_what_cannot_be_read_is_named(ask: Ask) -> None:
    key = ask("add", text=f"{site_texts.CASH}\n\n{site_texts.CASH[:300]}", file="s.txt")["review"]
    found = ask("run", review=key)
    assert found["report"]["unread"] == 1
    (fault,) = found["faults"]
    assert fault["file"] == "s.txt"
    assert fault["line"] > 20


def test_a_hand_that_cannot_be_replayed_is_named_once(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = run.review_hand

    def failing(hand: Hand, *words: Any) -> ReviewedHand:
        if hand.number == 3:
            raise HistoryError("the third hand is wrong")
        return real(hand, *words)

    monkeypatch.setattr(run, "review_hand", failing)
    key = ask("add", text=HANDS, file="a.phhs")["review"]
    for player in ("player 1", "player 1", "player 2"):
        found = ask("run", review=key, player=player)
        report = found["report"]
        assert (found["reviewed"], report["hands"], report["unread"]) == (12, 11, 1)
        (fault,) = found["faults"]
        assert "the third hand is wrong" in fault["reason"]


def test_an_unknown_player_is_refused_and_another_one_can_be_asked_for(ask: Ask) -> None:
    key = ask("add", text=HANDS)["review"]
    problem = ask("run", 400, review=key, player="nobody")
    assert (problem["field"], "player 1" in problem["message"]) == ("player", True)
    assert ask("run", review=key, player="player 1")["reviewed"] == 12
    assert ask("run", review=key, player="player 2")["report"]["player"] == "player 2"


def test_a_full_review_replaces_the_quick_one(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_api, "usual_memory", lambda: 0)  # up to the turn, which is fast
    key = ask("add", text=site_texts.CASH)["review"]
    quick = ask("run", review=key)
    full = ask("run", review=key, quick=False)
    assert (quick["full"], full["full"]) == (0, 1)
    methods = {row["method"] for row in ask("decisions", review=key)["rows"]}
    assert methods == {"chart", "solver"}
    again = ask("run", review=key)  # what the solver found is kept
    assert again["report"] == full["report"]


def test_nothing_is_added_once_a_review_has_begun(ask: Ask) -> None:
    key = ask("add", text=site_texts.CASH)["review"]
    ask("run", review=key)
    assert "begin another" in ask("add", 400, review=key, text=site_texts.SPIN)["message"]


@pytest.mark.parametrize("path", ["run", "stop", "summary", "decisions"])
def test_an_unknown_review_is_refused(ask: Ask, path: str) -> None:
    assert ask(path, 400, review="gone")["field"] == "review"


def test_before_the_first_run_there_are_no_sums(ask: Ask) -> None:
    key = ask("add", text=site_texts.CASH)["review"]
    found = ask("summary", review=key)
    assert (found["hands"], found["reviewed"], found["report"]) == (0, 0, None)
    assert ask("decisions", review=key)["total"] == 0


# --- limits ---------------------------------------------------------------------------------------


def test_texts_and_hands_are_bounded(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_BYTES", len(HANDS) + 10)
    key = ask("add", text=HANDS)["review"]
    assert "at most" in ask("add", 400, review=key, text=site_texts.CASH)["message"]
    monkeypatch.setattr(reviews, "MOST_HANDS", 5)
    found = ask("run", review=key, player="player 1")
    assert (found["hands"], found["more"]) == (5, 7)


def test_hands_and_faults_beyond_the_limits_are_only_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "MOST_HANDS", 5)
    monkeypatch.setattr(reviews, "MOST_FAULTS", 2)
    kept = KeptReview()
    damaged = '\n[99]\nvariant = "NT"\nactions = 7\n' * 2
    for name in ("a.phhs", "b.phhs"):
        kept.add(name, HANDS + damaged.replace("[99]", "[98]", 1), continues=False)
    kept.run("player 1", ReviewSettings(quick=True), None, Job(60))
    assert (len(kept.hands), kept.more, kept.unread) == (5, 19, 4)
    assert [each.file for each in kept.faults] == ["a.phhs", "a.phhs"]


def test_a_stop_between_two_runs_stops_none_of_them() -> None:
    kept = KeptReview()
    kept.add("a.phhs", HANDS, continues=False)
    kept.stop()
    kept.run("player 1", ReviewSettings(quick=True), None, Job(60))
    assert len(kept.found) == 12


def test_a_review_that_was_dropped_while_it_waited_does_not_run() -> None:
    kept = KeptReview()
    kept.add("a.phhs", HANDS, continues=False)
    kept.close()
    with pytest.raises(StoppedError):
        kept.run("player 1", ReviewSettings(quick=True), None, Job(60))
    assert kept.found == {}


def test_the_oldest_review_makes_room(ask: Ask) -> None:
    keys = [ask("add", text=site_texts.CASH)["review"] for _ in range(5)]
    assert ask("summary", 400, review=keys[0])["field"] == "review"
    assert ask("summary", review=keys[4])["review"] == keys[4]


def test_a_stopped_review_keeps_what_it_has_found_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, reached, job = KeptReview(), Event(), Job(60)
    kept.add("a.phhs", HANDS, continues=False)
    settings = ReviewSettings(quick=True)

    def count(done: int, total: int) -> None:
        if total and done >= 3:
            kept.stop()
            reached.set()

    monkeypatch.setattr(job, "report", count)
    running = Thread(target=kept.run, args=("player 1", settings, None, job))
    running.start()
    running.join(60)
    assert reached.is_set()
    assert len(kept.found) == 3
    assert len(kept.review.hands) == 3
    kept.run("player 1", settings, None, Job(60))
    assert len(kept.found) == 12


def test_a_request_that_is_over_ends_its_review() -> None:
    kept, job = KeptReview(), Job(60)
    kept.add("a.phhs", HANDS, continues=False)
    kept.run("player 1", ReviewSettings(quick=True), None, Job(60))
    kept.found.clear()
    job.stop()
    kept.run("player 1", ReviewSettings(quick=True), None, job)
    assert kept.found == {}
    assert not kept.is_busy


def test_reviewed_hands_are_written_only_to_the_store_of_the_server(tmp_path: Path) -> None:
    opened: list[str] = []

    def note(event: str, values: tuple[Any, ...]) -> None:
        if event == "sqlite3.connect" or (event == "open" and "w" in str(values[1])):
            opened.append(str(values[0]))

    sys.addaudithook(note)
    for store in (None, tmp_path / "reviews.db"):
        with TestClient(create_app(Settings(reviews=store)), "http://127.0.0.1:8000") as client:
            ask = asking(client)
            key = ask("add", text=HANDS)["review"]
            ask("run", review=key, player="player 1")
            opened.clear()
            ask("run", review=ask("add", text=HANDS)["review"], player="player 1")
            assert all("reviews.db" in each for each in opened)
            assert bool(opened) == (store is not None)
    assert [each.name for each in tmp_path.iterdir()] == ["reviews.db"]


# --- the table ------------------------------------------------------------------------------------


def test_decisions_are_sorted_by_loss_first(shared: tuple[Ask, str]) -> None:
    found = listed(shared)
    losses = [row["lost"] for row in found["rows"]]
    assert losses == sorted(losses, reverse=True)
    assert found["total"] == len(losses) == len(decisions_of(HANDS, "player 1"))
    assert found["lost"] == pytest.approx(sum(losses), abs=0.001)


@pytest.mark.parametrize("sort", ["result", "pot", "street", "position", "method"])
def test_each_column_sorts_both_ways(shared: tuple[Ask, str], sort: str) -> None:
    name = {"result": "won"}.get(sort, sort)
    order = {"street": ["preflop", "flop", "turn", "river"].index}.get(sort, lambda value: value)
    for descending in (False, True):
        rows = listed(shared, sort=sort, descending=descending)["rows"]
        values = [order(row[name]) for row in rows]
        assert values == sorted(values, reverse=descending)


def test_pages_are_parts_of_the_table(shared: tuple[Ask, str]) -> None:
    ask, key = shared
    every = listed(shared)["rows"]
    parts = [ask("decisions", review=key, limit=5, offset=at)["rows"] for at in range(0, 200, 5)]
    assert [row for part in parts for row in part] == every


def has_board(row: dict[str, Any]) -> bool:
    cards = {row["board"][at : at + 2] for at in range(0, len(row["board"]), 2)}
    return any(card[0] == "K" for card in cards)


FILTERS: dict[str, tuple[dict[str, Any], Callable[[dict[str, Any]], bool]]] = {
    "street": ({"street": "turn"}, lambda row: row["street"] == "turn"),
    "position": ({"position": "BB"}, lambda row: row["position"] == "BB"),
    "method": ({"method": "chart"}, lambda row: row["method"] == "chart"),
    "none": ({"method": "none"}, lambda row: row["method"] == ""),
    "won": ({"result": "won"}, lambda row: row["won"] > 0),
    "lost": ({"result": "lost"}, lambda row: row["won"] < 0),
    "mistakes": ({"mistakes": True}, lambda row: row["mistake"]),
    "estimates": ({"estimates": False}, lambda row: not row["estimate"]),
    "least": ({"least": 1.5}, lambda row: row["lost"] >= 1.5),
    "cards": ({"cards": "A2+, K2+"}, lambda row: bool({"A", "K"} & set(row["hole"][::2]))),
    "board": ({"board": "K"}, has_board),
    "hand": ({"hand": 3}, lambda row: row["hand"] == 3),
}


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_keeps_what_it_says(shared: tuple[Ask, str], name: str) -> None:
    wanted, holds = FILTERS[name]
    kept = listed(shared, **wanted)["rows"]
    assert kept == [row for row in listed(shared)["rows"] if holds(row)]


@pytest.mark.parametrize(
    ("field", "text"), [("cards", "XX"), ("board", "1h"), ("board", "AhKx"), ("street", "preriver")]
)
def test_a_filter_that_cannot_be_read_is_refused(
    shared: tuple[Ask, str], field: str, text: str
) -> None:
    ask, key = shared
    assert ask("decisions", 400, review=key, **{field: text})["field"] == field


# --- details --------------------------------------------------------------------------------------


def test_a_decision_has_its_actions_its_hand_and_what_to_do_next(ask: Ask) -> None:
    key = ask("add", text=site_texts.CASH, file="cash.txt")["review"]
    ask("run", review=key)
    flop = ask("decisions", review=key, street="flop")["rows"][0]
    found = ask("decision", review=key, hand=flop["hand"], number=flop["number"])
    decision = found["decision"]
    assert (decision["file"], decision["line"]) == ("cash.txt", 1)
    assert decision["taken"] in {each["action"] for each in decision["actions"]}
    assert decision["assumed"]
    (hand,) = hands_in_text(found["phh"], "a.phh")
    assert "".join(map(str, hand.board)) == "Qh7h2c"
    spot = found["solve"]
    assert (spot["board"], spot["pot"], spot["stack"]) == ("Qh7h2c", 600, 9650)
    assert Betting(pot=spot["pot"], stack=spot["stack"], **spot["sizes"])
    assert question_of(found["drill"]).kind == "flop"
    preflop = ask("decision", review=key, hand=0, number=0)
    assert preflop["solve"] is None
    assert preflop["drill"].startswith("preflop ")


def test_a_decision_that_no_question_can_have_has_no_key(ask: Ask) -> None:
    three = "".join(phhs_text(random_hands(3, seed=1, hands=20)))
    key = ask("add", text=three)["review"]
    ask("run", review=key, player="player 1")
    rows = ask("decisions", review=key, street="flop", limit=200)["rows"]
    keys = [ask("decision", review=key, hand=row["hand"], number=row["number"]) for row in rows]
    among = {each["decision"]["players"]: each["drill"] for each in keys}
    assert among[3] == ""
    for each in keys:
        if each["drill"]:
            assert question_of(each["drill"]).kind == "flop"


def test_a_decision_that_is_not_there_is_refused(shared: tuple[Ask, str]) -> None:
    ask, key = shared
    assert "no decision" in ask("decision", 400, review=key, hand=500, number=0)["message"]
    assert "no decision" in ask("decision", 400, review=key, hand=0, number=999)["message"]


# --- drills ---------------------------------------------------------------------------------------


def test_mistakes_come_back_in_drills_once(tmp_path: Path) -> None:
    store = tmp_path / "drill.db"
    with TestClient(create_app(Settings(drills=store)), "http://127.0.0.1:8000") as client:
        ask = asking(client)
        key = ask("add", text=HANDS)["review"]
        ask("run", review=key, player="player 1")
        mistakes = ask("decisions", review=key, mistakes=True)["total"]
        first, again = ask("drill", review=key), ask("drill", review=key)
    assert first["mistakes"] == mistakes
    assert 0 < first["new"] == first["questions"] <= mistakes
    assert (again["questions"], again["new"]) == (first["questions"], 0)
    with DrillStore(store) as kept:
        due = kept.due(time() + 1)
        assert len(due) == first["new"]
        assert {question_of(each.key).kind for each in due} <= {"preflop", "flop", "turn", "river"}
        losses = [each.lost for each in kept.mistakes()]
        assert losses == sorted(losses, reverse=True)


def test_a_server_without_a_file_of_answers_refuses_mistakes(shared: tuple[Ask, str]) -> None:
    ask, key = shared
    assert "keeps no answers" in ask("drill", 400, review=key)["message"]
