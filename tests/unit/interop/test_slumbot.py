"""Slumbot's protocol: answers as they are described, our rules beside them, and hostile servers.

The public server is never asked. Servers of these tests are on this machine.
"""

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from handsight.agents import HandStart, agent
from handsight.errors import (
    ArenaError,
    HandsightError,
    HistoryError,
    IllegalActionError,
    OptionError,
)
from handsight.formats import parse_phh, phh_text
from handsight.game import Action, Award, HandCursor, HandState, check_hands
from handsight.interop.slumbot import (
    SlumbotClient,
    SlumbotReply,
    SlumbotSeat,
    SlumbotServer,
    play_hands,
)
from handsight.interop.slumbot.hands import BUTTON, RULES, STACK, follow, with_streets, word_of

BEGIN = {
    "old_action": "",
    "action": "b200",
    "client_pos": 0,
    "hole_cards": ["Ac", "9d"],
    "board": [],
    "token": "a2f4",
}
RIVER = ["Qs", "4s", "3h", "Th", "8c"]
"""A hand in the form of the public description, in which both check it down."""
CHECKED = [
    ("b200c/", RIVER[:3], "k"),
    ("b200c/kk/", RIVER[:4], "k"),
    ("b200c/kk/kk/", RIVER, "k"),
]


class Says:
    """An agent that has its actions from a list, and keeps what it sees."""

    name = "says"

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)
        self.seen: list[Any] = []
        self.events: list[Any] = []

    def observe(self, event: Any) -> None:
        self.events.append(event)

    def act(self, seen: Any, rng: Random) -> str:
        self.seen.append(seen)
        return self.actions.pop(0)


def reply(**fields: Any) -> SlumbotReply:
    return SlumbotReply.parse(BEGIN | {"action": ""} | fields)


def start(seed: int = 1) -> HandCursor:
    return HandCursor(HandState.start(RULES, (STACK, STACK), BUTTON, seed=seed))


# --- a hand as it is described --------------------------------------------------------------------


def test_a_hand_is_played_as_it_is_described() -> None:
    bot = Says("call", "check", "check", "check")
    seat = SlumbotSeat(bot)
    assert seat.hear(SlumbotReply.parse(BEGIN)) == "c"
    for action, board, word in CHECKED:
        assert seat.hear(reply(action=action, board=board)) == word
    end = {"bot_hole_cards": ["Ad", "6h"], "winnings": 200, "won_pot": 400, "session_total": -550}
    assert seat.hear(reply(action="b200c/kk/kk/kk", board=RIVER, **end)) is None
    assert (seat.hands, seat.last and seat.last.chips) == (1, 200)
    assert seat.last is not None
    assert seat.last.record.turned_up == (seat.last.record.players.index("slumbot"),)
    assert [seen.street for seen in bot.seen] == ["preflop", "flop", "turn", "river"]
    first = bot.seen[0]
    assert (str(first.hole), first.seat, first.button) == ("Ac9d", 0, 1)
    assert (first.to_call, first.names) == (100, ("you", "slumbot"))
    assert str(first.legal) == "fold, call 100, raise to 300..20000"
    assert "".join(map(str, bot.seen[3].board)) == "".join(RIVER)


def test_a_hand_is_recorded_with_the_cards_that_were_shown() -> None:
    seat = SlumbotSeat(Says("raise 300"))
    assert seat.hear(reply(client_pos=1)) == "b300"
    assert seat.hear(reply(client_pos=1, action="b300f", winnings=100)) is None
    assert seat.last is not None
    record = parse_phh(phh_text(seat.last.record))
    assert [str(each) for each in record.holes] == ["None", str(seat.last.record.holes[1])]
    assert (record.players, record.finishing_stacks) == (("slumbot", "you"), (19900, 20100))
    assert check_hands([record]).exact == 1


def test_an_agent_observes_a_hand_from_its_start_to_the_awards_and_no_hidden_card() -> None:
    bot = Says("raise 300")
    seat = SlumbotSeat(bot)
    seat.hear(reply(client_pos=1))
    assert not any(isinstance(each, Award) for each in bot.events)
    seat.hear(reply(client_pos=1, action="b300f", winnings=100))
    assert isinstance(bot.events[0], HandStart)
    assert bot.events[0][:4] == (1, 1, (STACK, STACK), ("slumbot", "you"))
    assert isinstance(bot.events[-1], Award)
    assert "cards=None" in repr(bot.events)
    assert len(bot.events) == len({*map(repr, bot.events)})


def test_a_fold_for_nothing_is_a_check() -> None:
    seat = SlumbotSeat(Says("call", "fold"))
    seat.hear(SlumbotReply.parse(BEGIN))
    assert seat.hear(reply(action="b200c/", board=RIVER[:3])) == "k"


def test_the_streets_after_an_all_in_may_be_left_out() -> None:
    for actions in ("b20000c", "b20000c/", "b20000c///"):
        assert follow(start(), actions).is_over
    seat = SlumbotSeat(Says("all in"))
    assert seat.hear(SlumbotReply.parse(BEGIN)) == "b20000"
    won = {"bot_hole_cards": ["Ad", "6h"], "winnings": 20000}
    assert seat.hear(reply(action="b200b20000c///", board=RIVER, **won)) is None


# --- actions, beside our rules --------------------------------------------------------------------


def test_every_legal_action_is_the_same_there_and_here_in_random_hands() -> None:
    draw = Random(5)
    kinds: set[str] = set()
    for number in range(150):
        state, text = start(number).state, ""
        assert isinstance(state, HandState)
        while not state.is_over:
            legal = state.legal_actions
            sizes = {legal.raise_min, legal.raise_max, legal.half_pot, legal.pot_size} - {0}
            choices = [
                Action.call(),
                *([Action.fold()] if legal.can_fold and legal.call_cost else []),
            ]
            choices += [Action("raise", size) for size in sizes]
            for choice in choices:
                word = word_of(choice, state)
                after = follow(start(number), text + word)
                assert after == state.apply(choice)
                assert with_streets(text + word, after).rstrip("/") == text + word
            sizes_there = range(1, STACK + 300, 50)
            for size in draw.sample(sizes_there, 5):
                assert is_legal(number, text + f"b{size}") == state.can(Action("raise", size))
            for word, action in (("k", "check"), ("f", "fold")):
                assert is_legal(number, text + word) == state.can(action)
            assert is_legal(number, text + "c") == bool(legal.call_cost)
            choice = draw.choice(choices)
            kinds.add(word_of(choice, state)[0])
            text += word_of(choice, state)
            state = state.apply(choice)
            text = with_streets(text, state)
    assert kinds == set("kcfb")


def is_legal(number: int, actions: str) -> bool:
    try:
        follow(start(number), actions)
    except HistoryError:
        return False
    return True


@pytest.mark.parametrize(
    "actions",
    [
        *("k", "b100", "b199", "b20001", "b0", "cc", "ckk", "fc", "f/", "/", "c/", "ck//"),
        *("ck/kk", "ck/kkk", "ck/b50", "ck/kb100b150", "b200ck/k", "ck/f", "b20000c////"),
        *("b20000b20000", "ck/kk/kk/kkk", "ck/kk/kk/kk/"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(actions: str) -> None:
    expected = {"ck/kk"}
    if actions in expected:
        assert follow(start(), actions).street == "turn"
        return
    with pytest.raises(HistoryError):
        follow(start(), reply(action=actions).action)


# --- answers that are none ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"client_pos": 2}, "client_pos is 2"),
        ({"client_pos": "0"}, "Expected `int`, got `str`"),
        ({"client_pos": True}, "Expected `int`, got `bool`"),
        ({"action": "b200x"}, "are not actions"),
        ({"action": "k" * 5000}, "are not actions"),
        ({"action": "b٣00"}, "are not actions"),
        ({"action": None}, "Expected `str`, got `null`"),
        ({"hole_cards": ["Ac"]}, "hole_cards is .* must be 2 cards"),
        ({"hole_cards": ["Ac", "10d"]}, "hole_cards is"),
        ({"hole_cards": ["Ac", "Ac"]}, "dealt twice"),
        ({"board": ["Ac", "4s", "3h"]}, "dealt twice"),
        ({"board": ["Qs", "4s"]}, "0 or 3 or 4 or 5 cards"),
        ({"bot_hole_cards": ["Ad"]}, "bot_hole_cards is"),
        ({"winnings": 10**9}, "more than a stack"),
        ({"winnings": 1.5}, "Expected `int"),
    ],
)
def test_an_answer_that_says_no_state_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(HistoryError, match=message):
        SlumbotReply.parse(BEGIN | fields)


@pytest.mark.parametrize("answer", [None, [], 7, "b200", {}, {"action": ""}])
def test_what_is_no_answer_at_all_is_refused(answer: Any) -> None:
    with pytest.raises(HistoryError, match="not a state of a hand"):
        SlumbotReply.parse(answer)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"action": "b200b20000"}, "the actions are"),
        ({"action": "b200"}, "the actions are"),
        ({"action": "b2000c/"}, "the actions are"),
        ({"action": "b200c/", "board": []}, "0 cards are on the board"),
        ({"action": "b200c/", "board": RIVER}, "5 cards are on the board"),
        ({"action": "b200c/", "board": RIVER[:3], "hole_cards": ["As", "Ks"]}, "have changed"),
        ({"action": "b200c/", "board": RIVER[:3], "client_pos": 1}, "have changed"),
        ({"action": "b200c/k", "board": RIVER[:3]}, "not the client's turn"),
        ({"action": "b200c/", "board": RIVER[:3], "winnings": 200}, "which does not end a hand"),
        ({"action": "b200c/kb300", "board": RIVER[:3], "winnings": 0}, "which does not end a hand"),
        ({"action": "b200c/kk/kk/kk", "board": RIVER, "winnings": 200}, "without bot_hole_cards"),
        (
            {"action": "b200c/kk/kk/kk", "board": RIVER, "winnings": -200}
            | {"bot_hole_cards": ["Ad", "6h"]},
            "winnings is -200; by the rules of the game it is 200",
        ),
    ],
)
def test_an_answer_that_does_not_go_on_from_the_one_before_is_refused(
    fields: dict[str, Any], message: str
) -> None:
    seat = SlumbotSeat(agent("call"))
    assert seat.hear(SlumbotReply.parse(BEGIN)) == "c"
    with pytest.raises(HistoryError, match=message):
        seat.hear(reply(**fields))


def test_an_agent_that_fails_is_no_fault_of_the_server() -> None:
    with pytest.raises(ArenaError, match="the agent fails: IndexError"):
        SlumbotSeat(Says()).hear(SlumbotReply.parse(BEGIN))
    with pytest.raises(IllegalActionError):
        SlumbotSeat(Says("raise 201")).hear(SlumbotReply.parse(BEGIN))


# --- a session ------------------------------------------------------------------------------------


def session(ours: str, theirs: str, hands: int, seed: int = 7) -> list[Any]:
    with SlumbotServer(lambda: agent(theirs), seed=seed) as server:
        client = SlumbotClient(server.url, timeout=20)
        return list(play_hands(client, SlumbotSeat(agent(ours), seed), hands))


def test_hands_are_played_against_a_server_and_can_be_replayed() -> None:
    hands = session("random", "random", 12)
    assert [hand.number for hand in hands] == [*range(1, 13)]
    assert {hand.record.players for hand in hands} == {("you", "slumbot"), ("slumbot", "you")}
    checked = check_hands([hand.record for hand in hands])
    assert (checked.exact, checked.errors) == (12, [])
    for hand in hands:
        place = hand.record.players.index("you")
        assert hand.record.finishing_stacks is not None
        assert hand.record.finishing_stacks[place] == STACK + hand.chips
    assert [hand.chips for hand in session("random", "random", 12)] == [h.chips for h in hands]


@pytest.mark.exhaustive
def test_agents_that_learn_play_too() -> None:
    assert len(session("loki", "call", 2)) == 2


def asked(url: str, path: str, body: bytes) -> tuple[int, Any]:
    connection = HTTPConnection(url.removeprefix("http://"), timeout=20)
    connection.request("POST", path, body)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, json.loads(content) if answer.status == 200 else content


def test_the_server_says_what_is_wrong_with_a_request() -> None:
    with SlumbotServer(lambda: agent("call"), seed=7) as server:
        status, begun = asked(server.url, "/api/new_hand", b"{}")
        assert (status, begun["client_pos"], begun["action"]) == (200, 1, "")
        token = begun["token"]
        for body, message in (
            (b"[]", "not a JSON object"),
            (b"{" * 4000, "not a JSON object"),
            (b"\xff", "not a JSON object"),
            (b'{"incr": 7}', "not a JSON object"),
            (b'{"incr": "c"}', "the session does not exist"),
            (json.dumps({"token": token}).encode(), "or incr has no action"),
            (json.dumps({"token": token, "incr": "cc"}).encode(), "is not an action"),
            (json.dumps({"token": token, "incr": "k"}).encode(), "k"),
            (json.dumps({"token": token, "incr": "b101"}).encode(), "b101"),
        ):
            status, answer = asked(server.url, "/api/act", body)
            assert status == 200
            assert message in answer["error_msg"]
        body = json.dumps({"token": token}).encode()
        assert "not over" in asked(server.url, "/api/new_hand", body)[1]["error_msg"]
        assert asked(server.url, "/api/other", b"{}")[0] == 404
        assert asked(server.url, "/api/act", b" " * 5000)[0] == 413
        fold = json.dumps({"token": token, "incr": "f"}).encode()
        assert asked(server.url, "/api/act", fold)[1]["winnings"] == -50
        assert "no hand" in asked(server.url, "/api/act", fold)[1]["error_msg"]
        assert asked(server.url, "/api/new_hand", body)[1]["token"] == token


def test_the_server_shows_no_card_before_the_showdown() -> None:
    with SlumbotServer(lambda: agent("fold"), seed=7) as server:
        _, begun = asked(server.url, "/api/new_hand", b"{}")
        body = json.dumps({"token": begun["token"], "incr": "b300"}).encode()
        _, end = asked(server.url, "/api/act", body)
    assert "bot_hole_cards" not in begun
    assert (end["action"], end["winnings"], end["bot_hole_cards"]) == ("b300f", 100, [])


def test_an_address_that_cannot_be_listened_on_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OptionError, match=f"cannot listen on 127.0.0.1 port {port}"):
            SlumbotServer(lambda: agent("call"), port=port)
    with pytest.raises(OptionError, match="a port is 70000"):
        SlumbotServer(lambda: agent("call"), port=70000)
    for host in ("", "a..b"):
        with pytest.raises(OptionError, match=f"the host is '{host}'"):
            SlumbotServer(lambda: agent("call"), host=host)


def test_the_server_takes_no_length_of_thousands_of_digits_and_no_cut_connection_ill(
    capfd: pytest.CaptureFixture[str],
) -> None:
    request = b"POST /api/act HTTP/1.1\r\nContent-Length: %s\r\n\r\n"
    with SlumbotServer(lambda: agent("call"), seed=7) as server:
        place = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        with socket.create_connection(place, 10) as line:
            line.sendall(request % (b"9" * 5000))
            assert b" 413 " in line.recv(65536)
        with socket.create_connection(place, 10) as line:
            line.sendall(request % b"90")
            # Leaves with a reset in place of a farewell.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert asked(server.url, "/api/act", b"{}")[0] == 200
        sleep(0.05)
    assert capfd.readouterr().err == ""


# --- hostile and broken servers -------------------------------------------------------------------


@contextmanager
def says(content: bytes, *, stays: bool = False) -> Iterator[str]:
    """Listen on this machine, and answer one connection with these bytes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                line, _ = listening.accept()
                with line:
                    line.recv(65536)
                    line.sendall(content)
                    if not stays:
                        line.shutdown(socket.SHUT_WR)
                    # Closed before all of the request is read, the line would be reset, and the
                    # answer lost with it.
                    while line.recv(65536):
                        pass

        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def http(body: bytes, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no answer from http://127.0.0.1:"),
        (b"hello\r\n", "no answer from"),
        (
            http(b'{"error_msg": "bad\\u001b[31m token\\n"}'),
            r"refuses /api/new_hand: bad \[31m token$",
        ),
        (http(b'{"error_msg": ["' + b"x" * 5000 + b'"]}'), "refuses /api/new_hand: .{0,210}$"),
        (
            http(b'{"error_msg": "Token expired"}', "400 Bad"),
            "refuses /api/new_hand: Token expired",
        ),
        (http(b"<html>", "503 Unavailable"), "answered /api/new_hand with the status 503"),
        (http(b"", "302 Found\r\nLocation: http://127.0.0.1:1/"), "with the status 302"),
        (http(b"<html>"), "with something that is not JSON"),
        (http(b"[" * 60000), "with something that is not JSON"),
        (http(b"null"), "with something that is not JSON"),
        (http(b"7"), "is not a state of a hand"),
        (http(b'"' + b"x" * 70000 + b'"'), "with more than 65,536 bytes"),
        (http(json.dumps(BEGIN | {"action": "k"}).encode()), "'k' has k: "),
        (http(json.dumps(BEGIN | {"action": "c"}).encode() + b"}"), "not JSON"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{", "with something that is not JSON"),
        (b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 2000, "no answer from"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "no answer from"),
    ],
)
def test_a_broken_or_hostile_answer_is_an_error_that_names_the_server(
    content: bytes, message: str
) -> None:
    with says(content) as url, pytest.raises(ArenaError, match=message) as caught:
        list(play_hands(SlumbotClient(url, timeout=20), SlumbotSeat(agent("call")), 1))
    assert url in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_server_that_is_silent_or_drips_runs_out_of_time() -> None:
    for content in (b"", b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"):
        with says(content, stays=True) as url, pytest.raises(ArenaError, match=r"in 0\.1 s"):
            SlumbotClient(url, timeout=0.1).new_hand()
    with drips() as url, pytest.raises(ArenaError, match=r"did not answer in 0\.2 s"):
        SlumbotClient(url, timeout=0.2).new_hand()


def test_time_runs_while_the_encryption_is_settled_too() -> None:
    begin = monotonic()
    late = pytest.raises(ArenaError, match=r"did not answer in 0\.2 s")
    with drips(b"\x16\x03\x03\x40\x00") as url, late:
        SlumbotClient(url.replace("http:", "https:"), timeout=0.2).new_hand()
    assert monotonic() - begin < 5


@contextmanager
def drips(begin: bytes = b"HTTP/1.1 200 OK\r\na: ") -> Iterator[str]:
    """Send a byte before each time-out, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                line, _ = listening.accept()
                line.settimeout(0.05)
                with line:
                    line.sendall(begin)
                    for _ in range(200):
                        line.sendall(b"x")
                        with suppress(TimeoutError):
                            if line.recv(65536) == b"":
                                return

        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def test_a_server_that_is_not_there_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(ArenaError, match=f"no answer from http://127.0.0.1:{port}: "):
        SlumbotClient(f"http://127.0.0.1:{port}").new_hand()


@pytest.mark.parametrize(
    "url",
    [
        *("", "slumbot.com", "ftp://slumbot.com", "http://", "https:///api", "http://a:99999"),
        *("http://me:secret@slumbot.com", "http://a?b", "http://a b", "http://a\n", "http://[::1"),
        *("http://a..b", "http://" + "a" * 70),
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(OptionError, match="the URL is"):
        SlumbotClient(url)


def test_a_time_of_nothing_is_refused() -> None:
    with pytest.raises(OptionError, match="it must be more than 0"):
        SlumbotClient(timeout=0)


def test_random_damage_to_answers_raises_nothing_but_our_errors() -> None:
    draw = Random(3)
    good = json.dumps(BEGIN | {"winnings": None}).encode()
    for _ in range(400):
        bad = bytearray(good)
        for _ in range(draw.randint(1, 3)):
            bad[draw.randrange(len(bad))] = draw.choice(b'0123456789"[]{},:acdhs/bkx ')
        with suppress(ValueError):
            answer = json.loads(bad)
            with suppress(HandsightError):
                SlumbotSeat(agent("call")).hear(SlumbotReply.parse(answer))
