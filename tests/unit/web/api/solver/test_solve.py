"""Solve: what the page gets is what the library says, and what is kept is bounded."""

from collections.abc import Iterator
from threading import Thread
from time import monotonic, sleep
from typing import Any

import msgspec
import numpy as np
import pytest
from starlette.testclient import TestClient

from handsight.cards import CardSet
from handsight.odds import Spot
from handsight.odds.board.texture import hand_names
from handsight.solver import Betting, NodeLock, Solution, solve
from handsight.views.solver.hand_groups import hand_groups
from handsight.web import solutions
from handsight.web.app import create_app
from handsight.web.jobs import TooManyError
from handsight.web.settings import Settings

RIVER = {"board": "2c2d2h3s3d", "oop": "AA, QQ", "ip": "KK", "pot": 100, "stack": 100, "bets": "a"}
TURN = {
    "board": "QsJh2h8c",
    "oop": "QQ+, AQs, T9s",
    "ip": "JJ, KQs, T8s",
    "pot": 180,
    "stack": 400,
    "bets": "55%",
    "accuracy": 0.02,
}
ENDLESS = TURN | {"accuracy": 1e-9, "seconds": 60}


@pytest.fixture(scope="module")
def asked() -> Iterator[TestClient]:
    with TestClient(create_app(Settings()), "http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture(scope="module")
def turn(asked: TestClient) -> dict[str, Any]:
    return asked.post("/api/v1/solve", json=TURN).json()


@pytest.fixture(scope="module")
def ours() -> Solution:
    spot = Spot.parse([TURN["oop"], TURN["ip"]], TURN["board"])
    return solve(spot, Betting(180, 400, "55%", "a"), 0.02)


def ask(client: TestClient, path: str, **request: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/solve{path}", json=request)
    assert response.status_code == 200, response.text
    return response.json()


def problem(client: TestClient, path: str, **request: Any) -> tuple[str, str]:
    response = client.post(f"/api/v1/solve{path}", json=request)
    assert response.status_code == 400
    error = response.json()["error"]
    return error["field"], error["message"]


def plain(numbers: Any) -> list[Any]:
    """Give an array as JSON has it: what is no number is null."""
    return [None if np.isnan(each) else each for each in numbers]


# --- the same as the library ----------------------------------------------------------------------


def test_a_solve_ends_where_that_of_the_library_does(turn: dict[str, Any], ours: Solution) -> None:
    assert turn["exploitability"] == ours.exploitability
    assert turn["iterations"] == ours.iterations
    assert turn["reached"]


@pytest.mark.parametrize(
    "line", ["", "check", "check, bet 55%", "check, check, 3c", "check, check, Ah, check"]
)
def test_a_node_is_that_of_the_library(
    asked: TestClient, turn: dict[str, Any], ours: Solution, line: str
) -> None:
    answer, node = ask(asked, "/node", id=turn["id"], line=line), ours.node(line)
    assert (answer["line"], answer["pot"], answer["player"]) == (node.line, node.pot, node.player)
    assert [each["name"] for each in answer["actions"]] == list(node.actions)
    assert [each["frequency"] for each in answer["actions"]] == list(node.frequencies)
    assert tuple(answer["ev"]) == node.ev
    for number, name in enumerate(("oop", "ip")):
        rows = answer[name]
        held = node.reach[number] > 0
        assert len(rows["hands"]) == held.sum()
        assert rows["reach"] == node.reach[number, held].tolist()
        assert rows["weight"] == node.weights[number, held].tolist()
        assert rows["ev"] == plain(node.evs[number, held])
        assert rows["equity"] == plain(node.equities[number, held])
        acts = name == node.player
        assert rows["strategy"] == (node.strategy[held].T.tolist() if acts else [])
        worths = [plain(row) for row in node.action_evs[held].T] if acts else []
        assert rows["action_evs"] == worths
        assert [each["share"] for each in rows["groups"]] == [
            each.share for each in hand_groups(node, name)
        ]
        names = [hand_names(CardSet(hand), node.board)[:2] for hand in rows["hands"]]
        assert [*zip(rows["made"], rows["draw"], strict=True)] == names
    assert [each["ev"] for each in answer["actions"]] == plain(node.action_ev)


def test_what_comes_next(asked: TestClient, turn: dict[str, Any]) -> None:
    lines = ("", "check, check", "check, check, 3c, check, check", "bet 55%, fold")
    nexts = [ask(asked, "/node", id=turn["id"], line=line)["next"] for line in lines]
    assert nexts == ["action", "card", "end", "end"]


def test_runouts_are_those_of_the_library(
    asked: TestClient, turn: dict[str, Any], ours: Solution
) -> None:
    answer, table = ask(asked, "/runouts", id=turn["id"], line="check, check"), None
    table = ours.aggregate("check, check")
    assert answer["actions"] == list(table.actions)
    assert [row["card"] for row in answer["runouts"]] == [str(row.card) for row in table.runouts]
    assert [row["ev"] for row in answer["runouts"]] == [list(row.ev) for row in table.runouts]
    assert answer["mean"]["frequencies"] == list(table.frequencies)


def test_hands_have_names_and_locks_hold(asked: TestClient) -> None:
    lock = {"line": "all-in", "strategy": {"random": [0, 1]}}
    locked = ask(asked, "", **RIVER, accuracy=0.001, locks=[lock])
    answer = ask(asked, "/node", id=locked["id"])
    spot = Spot.parse(["AA, QQ", "KK"], RIVER["board"])
    ours = solve(
        *(spot, Betting(100, 100, "a", "a"), 0.001),
        locks=[NodeLock("all-in", {"random": (0, 1)})],
    )
    assert answer["ev"] == list(ours.ev)
    assert set(answer["ip"]["hands"]) == {"KsKh", "KsKd", "KsKc", "KhKd", "KhKc", "KdKc"}


STATION = {"line": "all-in 100", "strategy": {"random": [0, 1]}}


def test_a_solution_goes_on_with_other_locks_and_says_which_it_has(asked: TestClient) -> None:
    free = ask(asked, "", **RIVER, accuracy=0.001)
    locked = ask(asked, "", **RIVER, accuracy=0.001, start=free["id"], locks=[STATION])
    assert locked["iterations"] > free["iterations"]
    node = ask(asked, "/node", id=locked["id"])
    assert node["ev"][0] == pytest.approx(100, abs=0.5)  # aces bet, queens never
    assert node["locks"] == [STATION]
    before = ask(asked, "/node", id=free["id"])  # which stays as it was
    assert before["ev"][0] == pytest.approx(75, abs=0.5)
    assert before["locks"] == []
    freed = ask(asked, "", **RIVER, accuracy=0.001, start=locked["id"])
    assert ask(asked, "/node", id=freed["id"])["ev"][0] == pytest.approx(75, abs=0.5)


def test_a_solution_with_the_same_locks_is_replaced_by_a_better_one(asked: TestClient) -> None:
    first = ask(asked, "", **TURN | {"accuracy": 0.1})
    second = ask(asked, "", **TURN, start=first["id"])
    assert second["iterations"] > first["iterations"]
    assert second["exploitability"] <= 0.02 < first["exploitability"]
    assert problem(asked, "/node", id=first["id"])[0] == "id"


def test_a_start_is_a_solution_of_the_same_spot(asked: TestClient, turn: dict[str, Any]) -> None:
    assert problem(asked, "", **TURN, start="nowhere")[0] == "start"
    for change in ({"pot": 190}, {"oop": "QQ+"}, {"bets": "60%"}, {"board": "QsJh2h8d"}):
        field, message = problem(asked, "", **TURN | change, start=turn["id"])
        assert field == "start"
        assert "another spot" in message
    bad = [{"line": "check", "strategy": {"JJ": [1]}}]
    assert problem(asked, "", **TURN, start=turn["id"], locks=bad)[0] == "locks"
    assert ask(asked, "/node", id=turn["id"])["player"] == "oop"  # is kept still


def test_a_solution_to_begin_with_is_not_dropped_for_room() -> None:
    shelf = solutions.SolutionShelf(memory=10_000_000)
    first, other = _solved(shelf, 5_000_000), _solved(shelf, 5_000_000)
    shelf.get(other.key)
    second = shelf.reserve(5_000_000, beside=first)  # the older one, which is needed
    assert shelf.get(first.key) is first
    shelf.remove(second.key)
    with pytest.raises(TooManyError, match="do not both fit into"):
        shelf.reserve(6_000_000, beside=first)


def test_a_dropped_solution_is_freed_before_its_room_is_given_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Large:
        """A solution whose memory is free once nobody holds it."""

        def __del__(self) -> None:
            free[0] += 400

    free = [1000]
    monkeypatch.setattr(solutions, "free_memory", lambda: free[0])
    shelf = solutions.SolutionShelf()
    place = shelf.reserve(400)
    place.solution, free[0] = Large(), 600  # type: ignore[assignment]
    del place
    assert shelf.most_bytes == 500
    shelf.reserve(450)
    assert (free, shelf.most_bytes) == ([1000], 725)


def test_the_size_is_that_of_the_library(asked: TestClient) -> None:
    from handsight.solver import memory_of

    size = ask(asked, "/size", **RIVER)
    assert size["bytes"] == memory_of(
        Spot.parse(["AA, QQ", "KK"], RIVER["board"]), Betting(100, 100, "a", "a")
    )


# --- progress, and an end before the end ----------------------------------------------------------


def test_exploitability_falls_while_it_is_watched(asked: TestClient) -> None:
    headers = {"accept": "text/event-stream"}
    text = asked.post("/api/v1/solve", json=TURN, headers=headers).text
    events = [event.split("\n") for event in text.strip().split("\n\n")]
    assert {name for name, _ in events[:-1]} == {"event: progress"}
    assert events[-1][0] == "event: result"
    updates = [msgspec.json.decode(data.removeprefix("data: ")) for _, data in events]
    seen = [each["exploitability"] for each in updates if each["exploitability"] is not None]
    assert seen[0] > seen[-1]
    assert len({each["id"] for each in updates}) == 1


def test_a_stopped_solve_can_be_walked_through(asked: TestClient) -> None:
    answers: list[dict[str, Any]] = []
    solving = Thread(target=lambda: answers.append(ask(asked, "", **ENDLESS)))
    solving.start()
    shelf = asked.app.state.site.solutions  # type: ignore[attr-defined]
    place = _wait(lambda: next((p for p in shelf._kept.values() if p.solution is None), None))
    assert problem(asked, "/node", id=place.key)[0] == "id"
    sleep(0.3)
    assert ask(asked, "/stop", id=place.key) == {"stopped": True}
    solving.join(20)
    (answer,) = answers
    assert answer["id"] == place.key
    assert not answer["reached"]
    assert ask(asked, "/node", id=place.key)["player"] == "oop"
    assert ask(asked, "/stop", id=place.key) == {"stopped": False}


def test_the_time_ends_a_solve_with_the_best_so_far(asked: TestClient) -> None:
    answer = ask(asked, "", **ENDLESS | {"seconds": 0.3})
    assert answer["exploitability"] < 1
    assert not answer["reached"]


def _wait(find: Any, seconds: float = 20) -> Any:
    until = monotonic() + seconds
    while (found := find()) is None:
        assert monotonic() < until
        sleep(0.02)
    return found


# --- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("board", {"board": "QsJh2x"}),
        ("board", {"board": "QsJh"}),
        ("oop", {"oop": "QQ++"}),
        ("ip", {"ip": "hello"}),
        ("pot", {"pot": 0}),
        ("pot", {"pot": 1.5}),
        ("stack", {"stack": 10**12}),
        ("bets", {"bets": "fifty"}),
        ("raises", {"raises": "1x"}),
        ("sizes.turn_bets", {"sizes": {"turn_bets": "2x"}}),
        ("accuracy", {"accuracy": 0}),
        ("locks", {"locks": [{"line": "check", "strategy": {"AA": [1]}}]}),
        ("locks", {"locks": [{"line": "dance", "strategy": {"AA": [1, 0]}}]}),
    ],
)
def test_an_error_names_the_field(asked: TestClient, field: str, change: dict[str, Any]) -> None:
    named, message = problem(asked, "", **TURN | change)
    assert named == field
    assert message


def test_a_size_of_no_street_is_refused(asked: TestClient) -> None:
    for name in ("preflop_bets", "raise_cap", "self"):
        assert problem(asked, "", **TURN, sizes={name: "50%"})[0].startswith("sizes")


WIDE = {"board": "QsJh2h", "oop": "random", "ip": "random", "bets": "33%, 75%", "raises": "60%"}


@pytest.fixture(scope="module")
def narrow() -> Iterator[TestClient]:
    """Ask a server that may use 400 MB."""
    with TestClient(create_app(Settings(memory=400_000_000)), "http://127.0.0.1:8000") as client:
        yield client


def test_a_tree_that_is_too_large_is_refused_with_its_size(narrow: TestClient) -> None:
    _, message = problem(narrow, "", **TURN | WIDE)
    assert "nodes x combos" in message
    assert "but at most 400 MB may be used; these fit: one size, 16-bit storage (" in message
    with TestClient(create_app(Settings(memory=1_000_000)), "http://127.0.0.1:8000") as tiny:
        _, message = problem(tiny, "", **TURN | WIDE)
    assert "but at most 1 MB may be used; smaller: tighter ranges, a later street" in message


def test_what_fits_is_offered_with_its_memory(narrow: TestClient) -> None:
    large = {key: TURN[key] for key in ("pot", "stack")} | WIDE
    large |= {"oop": "22+, A2s+, KTs+", "ip": "77+, A9s+, KQ", "stack": 900}
    size = ask(narrow, "/size", **large)
    assert size["bytes"] > size["most_bytes"] == 400_000_000
    assert len(size["smaller"]) >= 2
    _, refusal = problem(narrow, "", **large, accuracy=0.5)
    for offer in size["smaller"]:
        assert f"{offer['words']} ({offer['bytes'] / 1e6:,.0f} MB)" in refusal
        names = ("bets", "raises", "sizes", "storage", "raise_cap")
        again = ask(narrow, "/size", **large | {name: offer[name] for name in names})
        assert again["bytes"] == offer["bytes"] <= 400_000_000
        assert again["smaller"] == []


@pytest.mark.exhaustive
def test_sixteen_bits_take_half_and_solve_as_well(narrow: TestClient) -> None:
    flop = {key: TURN[key] for key in ("pot", "stack")} | WIDE
    whole, half = (ask(narrow, "/size", **flop, storage=kind) for kind in ("f32", "i16"))
    assert half["bytes"] < 0.52 * whole["bytes"]
    assert ask(narrow, "", **TURN, storage="i16")["exploitability"] <= 0.02


def test_the_limit_follows_the_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "free_memory", lambda: 1000)
    shelf = solutions.SolutionShelf()
    assert shelf.most_bytes == 500
    _solved(shelf, 400)
    monkeypatch.setattr(solutions, "free_memory", lambda: 600)  # without what is kept
    assert shelf.most_bytes == 500
    shelf.reserve(500)
    with pytest.raises(TooManyError, match="1 spot is being solved"):
        shelf.reserve(300)
    with pytest.raises(TooManyError, match="only 5 MB are free"):
        solutions.SolutionShelf(memory=5_000_000).reserve(6_000_000)


@pytest.mark.exhaustive
def test_a_tree_of_too_many_nodes_is_refused_with_their_number(asked: TestClient) -> None:
    wide = {"board": "QsJh2h", "oop": "random", "ip": "random"}
    _, message = problem(
        asked, "", **TURN | wide | {"bets": "10c, 20c, 50c, 99c", "raises": "2x,3x", "stack": 9999}
    )
    assert "nodes" in message


def test_an_unknown_solution_is_refused(asked: TestClient) -> None:
    for path in ("/node", "/runouts", "/stop"):
        assert problem(asked, path, id="../../etc/passwd")[0] == "id"


def test_a_line_that_cannot_be_played_is_refused(asked: TestClient, turn: dict[str, Any]) -> None:
    field, message = problem(asked, "/node", id=turn["id"], line="bet 33%")
    assert field == "line"
    assert "out of position may: check, bet 99 (55%)" in message
    assert problem(asked, "/runouts", id=turn["id"], line="check")[0] == "line"


# --- what is kept ---------------------------------------------------------------------------------


def test_the_oldest_solution_makes_room() -> None:
    shelf = solutions.SolutionShelf()
    places = [_solved(shelf, 1) for _ in range(solutions.MOST_SOLUTIONS)]
    shelf.solution(places[0].key)  # is used again, and younger than the second then
    _solved(shelf, 1)
    assert shelf.get(places[0].key)
    with pytest.raises(ValueError, match="that solution is no longer kept"):
        shelf.get(places[1].key)


def test_memory_is_bounded_and_what_is_solved_stays() -> None:
    shelf = solutions.SolutionShelf(memory=1000)
    one = 500
    first = _solved(shelf, one)
    shelf.reserve(one)
    running = shelf.reserve(one)  # the first one goes
    with pytest.raises(ValueError, match="that solution is no longer kept"):
        shelf.get(first.key)
    with pytest.raises(TooManyError, match="2 spots are being solved"):
        shelf.reserve(one)
    assert shelf.get(running.key) is running


def test_idle_solutions_end_without_another_request() -> None:
    shelf = solutions.SolutionShelf(idle=0.1)
    _solved(shelf, 1)
    _wait(lambda: None if shelf._kept else True, 5)


def _solved(shelf: solutions.SolutionShelf, size: int) -> solutions.KeptSolution:
    place = shelf.reserve(size)
    place.solution = object()  # type: ignore[assignment]
    return place
