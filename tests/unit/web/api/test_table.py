"""A person at a table: what they may do, what is sent, and what never is."""

import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from handsight.agents import AgentSpec, agents
from handsight.arena.leaderboard import shipped_standings
from handsight.errors import OptionError
from handsight.formats import parse_phh
from handsight.game import Hand, HandState, Rules, final_state, hand_of
from handsight.runtime.database import CheckedTable, Database
from handsight.web.api.table import LARGEST_MESSAGE
from handsight.web.app import create_app
from handsight.web.play import tables as tables_module
from handsight.web.play.agent_seats import AgentWorkers, SeatQuestion, SeatReply
from handsight.web.play.decision_values import decision_values
from handsight.web.play.hand_store import KEPT_SECONDS, KIND, HandStore, KeptHand, KeptTable
from handsight.web.play.messages import ShownValues
from handsight.web.settings import Settings

AGENTS = ("loki", "call", "fold", "all-in", "maniac", "random", "min-raise", "check-call")
ORIGIN = {"origin": "http://127.0.0.1:8000"}
SOCKET = "ws://127.0.0.1:8000/api/v1/table"


BOTS = Path(__file__).parents[3] / "bots"


def asked(store: Path | None = None, *others: str) -> TestClient:
    """Give a client of a server whose agents decide in threads of this process."""
    agents = {name: AgentSpec.parse(name) for name in (*AGENTS, *others)}
    app = create_app(Settings(store=store, agents=agents))
    app.state.site.tables.workers = AgentWorkers(start=lambda: ThreadPoolExecutor(1))
    return TestClient(app, "http://127.0.0.1:8000")


@pytest.fixture
def server() -> Iterator[TestClient]:
    with asked() as client:
        yield client


class Browser:
    """A scripted browser, which keeps every text that it got."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self.secret: dict[str, Any] = {}
        self.statistics: dict[str, Any] = {}
        self.state: dict[str, Any] = {}

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def next(self) -> dict[str, Any]:
        text = self.socket.receive_text()
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        kept = {"state": "state", "seated": "secret", "statistics": "statistics"}
        if message["type"] in kept:
            setattr(self, kept[message["type"]], message)
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := self.next()):
            assert message["type"] != "ended", message
        return message

    def until_type(self, kind: str) -> dict[str, Any]:
        return self.until(lambda message: message["type"] == kind)

    def until_turn(self) -> dict[str, Any]:
        """Read until the person may act, or the hand is over and counted."""
        state = self.until(
            lambda each: each["type"] == "state" and (each["over"] or each["offered"] is not None)
        )
        if state["over"]:
            self.until_type("statistics")
        return state

    def open(self, *opponents: str, stack: int = 10_000) -> dict[str, Any]:
        self.say(type="open", opponents=opponents, stack=stack)
        return self.until_turn()

    def act(self, action: str, to: int = 0) -> None:
        state = self.state
        self.say(type="act", hand=state["hand"], decision=state["decision"], action=action, to=to)

    def play(self, rng: Random) -> dict[str, Any]:
        """Play the hand to its end, by chance."""
        while not self.state["over"]:
            offered = self.state["offered"]
            raises = [size["to"] for size in offered["sizes"]] + [offered["all_in"]]
            choices = [("call", 0), ("call", 0), *(("raise", to) for to in raises if to)]
            choices += [("fold", 0)] if offered["fold"] else []
            self.act(*rng.choice(choices))
            self.until_turn()
        return self.state


def connected(client: TestClient) -> WebSocketTestSession:
    return client.websocket_connect(SOCKET, headers=ORIGIN)


@pytest.fixture
def browser(server: TestClient) -> Iterator[Browser]:
    with connected(server) as socket:
        yield Browser(socket)


# --- playing --------------------------------------------------------------------------------------


def test_hands_are_played_to_their_ends_and_chips_stay_on_the_table(browser: Browser) -> None:
    browser.open("loki", "call", "maniac", "fold", "min-raise")
    for number in range(1, 9):
        end = browser.play(Random(number))
        assert end["hand"] == number
        assert sum(seat["won"] for seat in end["seats"]) == 0
        assert end["seats"][end["you"]]["name"] == "you"
        browser.say(type="next")
        browser.until_turn()


def test_the_seats_go_round(browser: Browser) -> None:
    browser.open("call")
    first = browser.play(Random(1))
    browser.say(type="next")
    second = browser.until_turn()
    assert {first["you"], second["you"]} == {0, 1}
    assert first["seats"][1]["position"] == "BTN"


def stacks_by_name(state: dict[str, Any]) -> dict[str, int]:
    """Give the chips of each player before a hand that is over."""
    return {seat["name"]: seat["stack"] - seat["won"] for seat in state["seats"]}


def test_stacks_carry_over_and_who_is_broke_buys_in_again(browser: Browser) -> None:
    buy_ins = {"you": 3_000, "all-in": 1_000, "call": 2_000}
    browser.say(type="open", opponents=["all-in", "call"], stacks=[3_000, 1_000, 2_000], carry=True)
    browser.until_turn()
    before, bought = buy_ins, 0
    for number in range(12):
        end = browser.play(Random(number))
        assert stacks_by_name(end) == before
        names = [seat["name"] for seat in end["seats"]]
        after = {seat["name"]: seat["stack"] for seat in end["seats"]}
        assert sum(after.values()) == sum(before.values())
        browser.say(type="next")
        state = browser.until_turn()
        rebuys = {state["seats"][seat]["name"] for seat in state["rebuys"]}
        assert rebuys == {name for name in names if after[name] == 0}
        bought += len(rebuys)
        before = after | {name: buy_ins[name] for name in rebuys}
    assert bought


def test_stacks_of_their_own_are_reset_before_every_hand(browser: Browser) -> None:
    browser.say(type="open", opponents=["all-in"], stacks=[500, 7_000])
    browser.until_turn()
    for number in range(4):
        end = browser.play(Random(number))
        assert stacks_by_name(end) == {"you": 500, "all-in": 7_000}
        assert end["rebuys"] == []
        browser.say(type="next")
        browser.until_turn()


@pytest.mark.parametrize("stacks", [[500], [500, 500, 500]])
def test_each_player_has_one_stack(browser: Browser, stacks: list[int]) -> None:
    browser.say(type="open", opponents=["call"], stacks=stacks)
    refused = browser.next()
    assert (refused["type"], refused["field"]) == ("error", "stacks")
    assert refused["message"] == f"there are {len(stacks)} stacks for 2 players"


def test_the_strongest_agents_come_first_with_a_description(server: TestClient) -> None:
    found = server.get("/api/v1/agents").json()
    lines = found["described"]
    assert {each["name"] for each in lines} == set(found["agents"]) == set(AGENTS)
    standings = shipped_standings()
    ranks = [each["rank"] for each in lines]
    assert ranks == [standings[each["name"]].rank for each in lines] == sorted(ranks)
    assert {each["name"]: each["about"] for each in lines}["loki"] == agents()["loki"]


def test_sizes_are_legal_and_each_stands_once(browser: Browser) -> None:
    state = browser.open("call", stack=1_000)
    for _ in range(6):
        offered = state["offered"]
        totals = [size["to"] for size in offered["sizes"]]
        assert totals == sorted(set(totals))
        assert all(offered["raise_min"] <= to < offered["raise_max"] for to in totals)
        browser.act("call")
        state = browser.until_turn()
        if state["over"]:
            browser.say(type="next")
            state = browser.until_turn()


def test_an_agent_that_is_met_twice_has_two_names(browser: Browser) -> None:
    browser.open("call", "call")
    assert browser.secret["opponents"] == ["call", "call #2"]


def test_statistics_grow_hand_by_hand_with_intervals(browser: Browser) -> None:
    browser.open("call")
    for number in (1, 2, 3):
        browser.play(Random(number))
        you, other = browser.statistics["players"]
        assert (you["name"], you["hands"], other["hands"]) == ("you", number, number)
        browser.say(type="next")
        browser.until_turn()
    played, less = you["results"]
    assert played["low"] < played["value"] < played["high"]
    assert less["name"].startswith("bb/100, all-in luck")
    vpip = you["habits"][0]
    assert 0 <= vpip["low"] <= vpip["value"] <= vpip["high"] <= 1


def test_the_agents_own_numbers_come_with_its_cards(browser: Browser) -> None:
    browser.open("loki")
    while browser.state["hand"] < 12:
        end = browser.play(Random(browser.state["hand"]))
        other = end["seats"][1 - end["you"]]
        assert bool(end["decisions"]) <= (other["cards"] not in ("", "????"))
        if end["hidden"]:
            assert end["decisions"] == []
            browser.say(type="reveal")
            shown = browser.until_type("state")
            assert shown["revealed"]
            assert not shown["hidden"]
            assert len(shown["seats"][1 - end["you"]]["cards"]) == 4
        browser.say(type="next")
        browser.until_turn()


# --- ranges during a hand -------------------------------------------------------------------------


def test_ranges_are_those_that_the_seat_sees(browser: Browser) -> None:
    browser.open("call")
    while browser.state["decision"] < 2:
        browser.act("call")
        browser.until_turn()
    browser.say(type="ranges")
    found = browser.until_type("ranges")["ranges"]
    own = browser.state["seats"][browser.state["you"]]["cards"]
    assert set(re.findall("..", found["hole"])) == set(re.findall("..", own))
    (opponent,) = found["opponents"]
    assert len(opponent["grid"]) == 169
    assert {step["player"] for step in found["steps"]} == {"call"}


def test_who_has_folded_gets_no_ranges(browser: Browser) -> None:
    browser.open("call", "call")
    while not browser.state["offered"]["fold"]:
        browser.act("call")
        browser.until_turn()
    browser.act("fold")
    browser.until_turn()
    browser.say(type="ranges")
    assert "folded" in browser.until_type("error")["message"]


def test_decisions_are_valued_without_the_cards_of_others(browser: Browser) -> None:
    browser.open("call")
    while browser.state["decision"] < 3 and not browser.state["over"]:
        browser.act("call")
        browser.until_turn()
    browser.say(type="values")
    found = browser.until_type("values")["decisions"]
    assert found
    assert found[0]["street"] == "preflop"
    for decision in found:
        named = [row["action"] for row in decision["actions"]]
        assert {decision["taken"], decision["best"]} <= {*named}


def test_a_question_is_answered_once_at_a_time(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = Event()

    def slow(number: int, hand: Hand) -> ShownValues:
        wait.wait(60)
        return ShownValues(number, [])

    monkeypatch.setattr(tables_module, "shown_values", slow)
    with connected(server) as socket:
        browser = Browser(socket)
        browser.open("call")
        browser.say(type="values")
        browser.say(type="values")
        assert "being computed" in browser.until_type("error")["message"]
        wait.set()
        browser.until_type("values")
        browser.say(type="values")
        assert browser.until_type("values")["decisions"] == []


def test_a_question_that_waits_too_long_is_refused(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "QUESTION_SECONDS", -1.0)
    with connected(server) as socket:
        browser = Browser(socket)
        browser.open("call")
        for _ in range(2):
            browser.say(type="values")
            assert "takes longer" in browser.until_type("error")["message"]


def test_values_are_the_same_whatever_others_hold() -> None:
    holes = [["AhKh", other] for other in (None, "QsQd", "2s7d")]
    found = []
    for each in holes:
        state = HandState.start(Rules(), [10_000] * 2, 1, holes=each, board="Qh7h2c9d3s", seed=1)
        for action in ("raise 250", "call", "bet 300", "call", "check", "check", "bet 900", "call"):
            state = state.apply(action)
        found.append(decision_values(hand_of(state, ["you", "other"]), "you", quick=True))
    assert [each.street for each in found[0]] == ["preflop", "flop", "turn", "river"]
    assert found[0] == found[1] == found[2]


# --- nothing hidden is sent -----------------------------------------------------------------------


def dealt_cards(client: TestClient, number: int) -> dict[int, list[str]]:
    """Give the cards of all seats of a stored hand, and the whole board, from its record."""
    hand = parse_phh(client.app.state.site.hands.get(number).record)  # type: ignore[attr-defined]
    final_state(hand)
    return {seat: [str(card) for card in hole or ()] for seat, hole in enumerate(hand.holes)}


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "opponents",
    [
        ("call",),
        ("loki",),
        ("fold",),
        ("all-in",),
        ("random", "random"),
        ("maniac", "call", "all-in", "random", "loki"),
        ("random", "fold", "min-raise", "check-call", "maniac"),
    ],
)
def test_no_hidden_card_is_on_the_wire(server: TestClient, opponents: tuple[str, ...]) -> None:
    """Cards of others may be in no byte before they are shown; nor ever if nobody showed them."""
    with connected(server) as socket:
        browser = Browser(socket)
        browser.open(*opponents, stack=2_000)
        for number in range(1, 13):
            browser.say(type="ranges")
            browser.until(lambda each: each["type"] in ("ranges", "error"))
            browser.say(type="values")
            browser.until(lambda each: each["type"] in ("values", "error"))
            end = browser.play(Random(number))
            texts, browser.texts = browser.texts, []
            over = next(place for place, text in enumerate(texts) if '"over":true' in text)
            before, after = texts[:over], texts[over:]
            holes = dealt_cards(server, end["stored"])
            del holes[end["you"]]
            shown = {
                event["seat"]
                for street in end["streets"]
                for event in street["events"]
                if event["event"] == "show"
            }
            for seat, cards in holes.items():
                for text in before if seat in shown else before + after:
                    assert_absent(cards, json.loads(text), end["board"])
            browser.say(type="next")
            browser.until_turn()


def assert_absent(cards: list[str], message: dict[str, Any], board: str) -> None:
    """Look for cards in all values of a message; classes of ranges are of all hands alike."""
    for text in texts_of(message):
        found = re.findall("[2-9TJQKA][cdhs]", text)
        assert not set(cards) & set(found), (cards, text)
    if message["type"] == "state" and not message["over"]:
        assert board.startswith(message["board"])
        assert message["decisions"] == []
        assert message["stored"] is None


def texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in ("table", "secret"):
                yield str(key)
                yield from texts_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, str):
        yield value


def test_no_seed_and_no_record_is_sent_during_a_hand(browser: Browser) -> None:
    browser.open("loki")
    browser.play(Random(3))
    for text in browser.texts:
        assert not {"seed", "deck", "record"} & set(texts_of(json.loads(text)))


def test_what_is_to_come_on_the_board_is_not_sent(server: TestClient) -> None:
    with connected(server) as socket:
        browser = Browser(socket)
        browser.open("call")
        while not browser.state["over"]:
            browser.act("call")
            browser.until_turn()
        board = re.findall("..", browser.state["board"])
        for text in browser.texts:
            message = json.loads(text)
            if message["type"] == "state" and not message["over"]:
                to_come = board[len(message["board"]) // 2 :]
                assert not [each for each in texts_of(message) if any(c in each for c in to_come)]


# --- coming back ----------------------------------------------------------------------------------


def test_a_closed_tab_comes_back_to_the_same_hand(server: TestClient) -> None:
    with connected(server) as socket:
        first = Browser(socket)
        before = first.open("call")
        key = {"table": first.secret["table"], "secret": first.secret["secret"]}
    with connected(server) as socket:
        second = Browser(socket)
        second.say(type="resume", **key)
        again = second.until_type("state")
        assert again == before
        second.state = again
        second.act("call")
        second.until_turn()


def test_another_tab_takes_the_table_over(server: TestClient) -> None:
    with connected(server) as one, connected(server) as two:
        first, second = Browser(one), Browser(two)
        first.open("call")
        second.say(type="resume", table=first.secret["table"], secret=first.secret["secret"])
        second.until_type("state")
        assert first.until(lambda each: each["type"] == "ended")["elsewhere"]
        assert one.receive()["type"] == "websocket.close"


def test_a_wrong_secret_finds_no_table(browser: Browser, server: TestClient) -> None:
    browser.open("call")
    for table, secret in ((browser.secret["table"], "wrong"), ("none", browser.secret["secret"])):
        with connected(server) as socket:
            other = Browser(socket)
            other.say(type="resume", table=table, secret=secret)
            assert other.until_type("error")["field"] == "table"


# --- limits ---------------------------------------------------------------------------------------


def test_there_is_a_bound_to_the_tables(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "MOST_TABLES", 2)
    with connected(server) as one, connected(server) as two, connected(server) as three:
        Browser(one).open("call")
        Browser(two).open("call")
        third = Browser(three)
        third.say(type="open", opponents=["call"])
        assert "tables are running" in third.until_type("error")["message"]


def test_idle_tables_end(server: TestClient) -> None:
    site, now = server.app.state.site, [0.0]  # type: ignore[attr-defined]
    site.tables.clock = lambda: now[0]
    with connected(server) as socket:
        browser = Browser(socket)
        browser.open("call")
        now[0] = tables_module.IDLE_SECONDS - 1
        browser.say(type="ranges")
        browser.until_type("ranges")
        now[0] += tables_module.IDLE_SECONDS - 1
        site.tables.end_idle()
        now[0] += 2
        site.tables.end_idle()
        assert "long" in browser.until(lambda each: each["type"] == "ended")["reason"]


def test_a_long_frame_ends_the_connection(browser: Browser) -> None:
    browser.open("call")
    browser.socket.send_text("x" * (LARGEST_MESSAGE + 1))
    while (message := browser.socket.receive())["type"] == "websocket.send":
        pass
    assert (message["type"], message["code"]) == ("websocket.close", 1009)


WRONG = [
    ({"type": "act", "hand": 1, "decision": 0, "action": "raise", "to": -1}, "to"),
    ({"type": "act", "hand": 1, "decision": 0, "action": "peek"}, "action"),
    ({"type": "act", "hand": 1, "decision": 0, "action": "call", "seed": 1}, ""),
    ({"type": "act", "hand": "1", "decision": 0, "action": "call"}, "hand"),
    ({"type": "deck"}, "type"),
    ({"type": "open", "opponents": ["/etc/passwd"]}, "opponents"),
    ({"type": "open", "opponents": []}, "opponents"),
    ({"type": "open", "opponents": ["call"] * 6}, "opponents"),
    ({"type": "open", "opponents": ["call"], "stack": 1}, "stack"),
    ({"type": "resume", "table": "x", "secret": 3}, "secret"),
    ({"type": "next"}, ""),
    ({"type": "reveal"}, ""),
    ([], ""),
]


@pytest.mark.repeats(5)
@pytest.mark.parametrize(("message", "field"), WRONG)
def test_a_wrong_message_is_named_and_the_table_goes_on(
    browser: Browser, message: Any, field: str
) -> None:
    browser.open("call")
    browser.socket.send_text(json.dumps(message))
    assert browser.until_type("error")["field"] == field
    browser.act("call")
    browser.until_turn()


@pytest.mark.parametrize("text", ["", "{", "\x00", '{"type":"act"', "[" * 5000])
def test_what_is_no_json_is_an_error(browser: Browser, text: str) -> None:
    browser.open("call")
    browser.socket.send_text(text)
    assert browser.until_type("error")["message"]
    browser.act("call")
    browser.until_turn()


def test_bytes_are_an_error(browser: Browser) -> None:
    browser.socket.send_bytes(b"{}")
    assert browser.until_type("error")["message"]


@pytest.mark.parametrize("to", [1, 199, 10_001])
def test_an_illegal_raise_says_what_is_legal(browser: Browser, to: int) -> None:
    browser.open("call")
    browser.act("raise", to)
    assert "legal" in browser.until_type("error")["message"]


def test_an_action_counts_once(browser: Browser) -> None:
    browser.open("call")
    before = dict(browser.state)
    browser.act("call")
    browser.say(type="act", hand=before["hand"], decision=before["decision"], action="call", to=0)
    assert browser.until_type("error")["message"]


def test_nobody_plays_before_they_sit_down(browser: Browser) -> None:
    browser.say(type="next")
    assert browser.until_type("error")["field"] == "type"


def test_another_page_gets_no_socket(server: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    for headers in ({"origin": "http://evil.example"}, {}):
        with pytest.raises(WebSocketDisconnect), server.websocket_connect(SOCKET, headers=headers):
            pass


# --- the store ------------------------------------------------------------------------------------


def test_hands_are_found_again_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    with asked(file) as client, connected(client) as socket:
        browser = Browser(socket)
        browser.open("loki")
        ends = []
        for number in range(10):
            ends.append(browser.play(Random(number)))
            browser.say(type="next")
            browser.until_turn()
    with asked(file) as client:
        listed = client.post("/api/v1/hands", json={}).json()["hands"]
        assert [each["hand"] for each in listed] == [*range(10, 0, -1)]
        assert [each["won"] for each in reversed(listed)] == [
            end["seats"][end["you"]]["won"] for end in ends
        ]
        with connected(client) as socket:
            again = Browser(socket)
            again.open("loki")
            again.play(Random(0))
            assert again.statistics["players"][0]["hands"] == 11


def half_a_hand(client: TestClient, *opponents: str) -> Browser:
    """Play until some hand is on the flop, and leave it there without a word."""
    with connected(client) as socket:
        browser = Browser(socket)
        browser.open(*opponents)
        while not browser.state["board"] or browser.state["over"]:
            if browser.state["over"]:
                browser.say(type="next")
            else:
                browser.act("call")
            browser.until_turn()
        return browser


@pytest.mark.parametrize(
    "opponents", [("check-call",), ("loki", "check-call", "random"), ("match-player",)]
)
def test_the_hand_in_play_is_found_again_after_a_restart(
    opponents: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "hands.db"
    with asked(file, *opponents) as client:
        before = half_a_hand(client, *opponents)
    with asked(file, *opponents) as client, connected(client) as socket:
        browser = Browser(socket)
        key = {name: before.secret[name] for name in ("table", "secret")}
        browser.say(type="resume", **key)
        assert browser.until_turn() == before.state
        assert browser.secret == before.secret
        hand = browser.play(Random(0))
        listed = client.post("/api/v1/hands", json={}).json()["hands"]
        assert len(listed) == hand["stored"] == before.state["hand"]
        browser.say(type="next")
        assert browser.until_turn()["hand"] == before.state["hand"] + 1


def test_a_table_is_found_again_between_two_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    with asked(file) as client, connected(client) as socket:
        before = Browser(socket)
        before.open("check-call")
        before.play(Random(0))
    with asked(file) as client, connected(client) as socket:
        browser = Browser(socket)
        browser.say(type="resume", table=before.secret["table"], secret=before.secret["secret"])
        assert browser.until_turn()["hand"] == 2
        assert len(client.post("/api/v1/hands", json={}).json()["hands"]) == 1


def test_carried_stacks_are_found_again_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    with asked(file) as client, connected(client) as socket:
        before = Browser(socket)
        before.say(type="open", opponents=["check-call"], stacks=[3_000, 5_000], carry=True)
        before.until_turn()
        while not before.play(Random(1))["seats"][0]["won"]:
            before.say(type="next")
            before.until_turn()
        ended = {seat["name"]: seat["stack"] for seat in before.state["seats"]}
    with asked(file) as client, connected(client) as socket:
        browser = Browser(socket)
        browser.say(type="resume", table=before.secret["table"], secret=before.secret["secret"])
        browser.until_turn()
        buy_ins = {"you": 3_000, "check-call": 5_000}
        assert stacks_by_name(browser.play(Random(2))) == {
            name: chips or buy_ins[name] for name, chips in ended.items()
        }


@pytest.mark.parametrize("how", ["left", "secret", "agents"])
def test_a_table_is_not_found_again(how: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    with asked(file, "chen-tight") as client, connected(client) as socket:
        before = Browser(socket)
        before.open("chen-tight" if how == "agents" else "check-call")
        if how == "left":
            before.say(type="leave")
            assert before.next()["type"] == "ended"
    with asked(file) as client, connected(client) as socket:
        browser = Browser(socket)
        secret = "wrong" if how == "secret" else before.secret["secret"]
        browser.say(type="resume", table=before.secret["table"], secret=secret)
        error = browser.next()
        assert (error["type"], error["field"]) == ("error", "table")
        assert error["message"].startswith("this table has ended")


def test_a_store_of_the_first_version_keeps_its_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands.db"
    kind = replace(KIND, version=1, tables={"hands": "INTEGER"})
    kept = KeptHand(0, 0, ("call",), "a record")
    with Database(file, kind, create=True) as database:
        content = msgspec.json.encode(kept)
        database.set_up(lambda: CheckedTable[int](database, "hands").insert([(1, content)]))
    store = HandStore(file)
    assert store.get(1) == kept
    table = KeptTable("a", "b", 100, ("call",), 1000, 1)
    store.keep_table(table)
    assert HandStore(file).table("a") == table
    late = msgspec.structs.replace(table, key="c", used=table.used + KEPT_SECONDS + 1)
    store.keep_table(late)
    assert (store.table("a"), store.table("c")) == (None, late)
    assert store.hands(9) == [(1, kept)]


def test_a_record_hides_what_nobody_showed_unless_it_is_revealed(server: TestClient) -> None:
    with connected(server) as socket:
        browser = Browser(socket)
        browser.open("call")
        while not browser.state["offered"]["fold"]:
            browser.act("call")
            if browser.until_turn()["over"]:
                browser.say(type="next")
                browser.until_turn()
        browser.act("fold")
        browser.until_turn()
        number = browser.state["stored"]
    record = server.post("/api/v1/hands/record", json={"hand": number}).json()
    assert record["name"] == f"hand-{number}.phh"
    hand = parse_phh(record["text"])
    assert [hole is None for hole in hand.holes].count(True) == 1
    assert "????" in record["text"]
    revealed = server.post("/api/v1/hands/reveal", json={"hand": number}).json()["text"]
    assert "????" not in revealed
    assert "_revealed = true" in revealed
    assert server.post("/api/v1/hands", json={}).json()["hands"][0]["revealed"]


def test_a_hand_that_is_not_there(server: TestClient) -> None:
    response = server.post("/api/v1/hands/record", json={"hand": 7})
    assert (response.status_code, response.json()["error"]["field"]) == (404, "hand")


def test_a_hand_that_cannot_be_kept_ends_the_table_with_the_reason(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(hand: object, table: object) -> int:
        raise OptionError("the disk is full")

    with connected(server) as socket:
        browser = Browser(socket)
        browser.open("call")
        monkeypatch.setattr(server.app.state.site.hands, "add", full)  # type: ignore[attr-defined]
        while browser.state["offered"]:
            browser.act("call")
            message = browser.until(lambda each: each["type"] == "error" or each.get("offered"))
            if message["type"] == "error":
                break
        assert message["message"] == "the disk is full"
        assert browser.next() == {"type": "ended", "reason": "the disk is full", "elsewhere": False}


def test_a_table_that_has_ended_is_not_come_back_to(server: TestClient) -> None:
    tables = server.app.state.site.tables  # type: ignore[attr-defined]
    table = tables.start(["call"], [10_000] * 2, carry=False)
    table.end("it was left meanwhile")
    with pytest.raises(OptionError, match="has ended"):
        table.attach(lambda message: None)


# --- agents and bots ------------------------------------------------------------------------------


@pytest.mark.repeats(2)
@pytest.mark.parametrize("name", ["fai-v4", "ehs", "blog-range", "simulator", "potential-hand-2"])
def test_agents_of_all_families_can_be_met(name: str) -> None:
    with asked(None, name) as client, connected(client) as socket:
        browser = Browser(socket)
        browser.open(name)
        for number in (1, 2, 3):
            end = browser.play(Random(number))
            browser.say(type="reveal")
            shown = browser.until_type("state")
            assert shown["faults"] == []
            assert {each["agent"] for each in shown["decisions"]} <= {name}
            assert all(each["reason"] for each in shown["decisions"])
            assert end["over"]
            browser.say(type="next")
            browser.until_turn()


def test_a_bot_plays_in_a_process_of_its_own_and_its_faults_say_no_cards() -> None:
    good, bad = f"{BOTS / 'good.py'}:Tight", f"{BOTS / 'bad.py'}:Raises"
    with asked(None, good, bad) as client, connected(client) as socket:
        browser = Browser(socket)
        browser.open(good, bad)
        end = browser.play(Random(1))
        assert {fault.partition(" ")[2] for fault in end["faults"]} <= {"raised an exception"}
        for _ in range(4):
            browser.say(type="next")
            browser.until_turn()
            end = browser.play(Random(2))
            if end["faults"]:
                break
        assert end["faults"]


def test_a_bot_that_cannot_be_loaded_ends_the_table_with_a_reason() -> None:
    missing = f"{BOTS / 'good.py'}:NoSuchClass"
    with asked(None, missing) as client, connected(client) as socket:
        browser = Browser(socket)
        browser.say(type="open", opponents=[missing])
        refused = browser.until_type("error")
        assert refused["field"] == "opponents"
        assert "NoSuchClass" in refused["message"]


def test_a_table_waits_for_all_agents_before_it_deals() -> None:
    asked_first: list[bool] = []

    class SlowWorkers(AgentWorkers):
        """The second agent is asked to load long after the first one is here."""

        def ask(self, place: int, question: SeatQuestion) -> Future[SeatReply]:
            if question.seen is None and question.key.seat == 1:
                time.sleep(0.3)
            asked_first.append(question.seen is None)
            return super().ask(place, question)

    with asked() as client, connected(client) as socket:
        tables = client.app.state.site.tables  # type: ignore[attr-defined]
        tables.workers = SlowWorkers(start=lambda: ThreadPoolExecutor(1))
        Browser(socket).open("call", "call", "call")
    assert asked_first[:3] == [True, True, True]
    assert not any(asked_first[3:])
