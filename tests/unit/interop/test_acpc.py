"""The protocol of the computer poker competition: lines, a dealer, and players of all sorts."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from typing import Any

import pytest

from handsight.agents import agent
from handsight.errors import ArenaError, HistoryError, OptionError
from handsight.game import Action, HandState
from handsight.interop.acpc.dealer import Dealer, MatchScore, TimeLimits
from handsight.interop.acpc.game import NO_LIMIT, AcpcMatch
from handsight.interop.acpc.player import AcpcSeat, play_at
from handsight.interop.acpc.states import (
    AcpcPlaces,
    HandText,
    MatchState,
    nearest_action,
    word_of,
)
from handsight.interop.connections import MOST_BYTES, lines_in

LIMIT = """gamedef
limit
numPlayers = 3
numRounds = 4
blind = 5 10 0
raiseSize = 10 10 20 20
firstPlayer = 3 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
end gamedef
"""
THREE = NO_LIMIT.replace("= 2\n", "= 3\n", 1).replace("20000 20000", "500 500 500")
THREE = THREE.replace("100 50", "50 100 0").replace("2 1 1 1", "3 1 1 1")
HELLO = b"VERSION:2.0.0\r\n"


# --- the game -------------------------------------------------------------------------------------


def test_games_of_the_competition_are_read() -> None:
    plain, limit, three = map(AcpcMatch.parse, (NO_LIMIT, LIMIT, THREE))
    assert (plain.rules.small_blind, plain.rules.big_blind, plain.stacks) == (
        50,
        100,
        (20_000,) * 2,
    )
    assert (limit.rules.is_limit, limit.rules.bet_sizes, limit.rules.bet_cap) == (True, (10, 20), 4)
    assert (limit.players, limit.button, three.stacks) == (3, 2, (500, 500, 500))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("GAMEDEF\n", "", "must begin with GAMEDEF"),
        ("nolimit\n", "", "limit or nolimit"),
        ("numHoleCards = 2", "numHoleCards = 4", "hold'em has 2"),
        ("0 3 1 1", "0 3 1", "hold'em has 0 3 1 1"),
        ("numPlayers = 2", "numPlayers = 9", "9 players"),
        ("20000 20000", "20000 100", "all 2 must be equal"),
        ("firstPlayer = 2", "firstPlayer = 1", "hold'em of 2 has 2 1 1 1"),
        ("blind = 100 50", "blind = 100", "2 seats"),
        ("blind = 100 50", "blind = many 50", "whole numbers"),
        ("blind = 100 50\n", "", "does not give blind"),
        ("numSuits", "numSuites", "is not a line of a game definition"),
    ],
)
def test_other_games_are_refused_with_what_is_wrong(old: str, new: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"of.def.*{message}"):
        AcpcMatch.parse(NO_LIMIT.replace(old, new), "of.def")


# --- lines ----------------------------------------------------------------------------------------


def test_a_hand_is_written_as_the_protocol_says() -> None:
    match = AcpcMatch()
    state = HandState.start(
        match.rules, match.stacks, 1, holes=["AhKd", "7c2s"], board="Qh7h2c9sTd"
    )
    text = HandText(12, state)
    seen = []
    for word in ("r300", "c", "c", "r600", "r1800", "c", "c", "c", "r20000", "c"):
        seen.append(text.line(text.state.actor))
        assert nearest_action(word, text.state) == (word, True)
        text.apply(word)
    assert seen[0] == "MATCHSTATE:1:12::|7c2s"
    assert seen[1] == "MATCHSTATE:0:12:r300:AhKd|"
    assert seen[3] == "MATCHSTATE:1:12:r300c/c:|7c2s/Qh7h2c"
    assert seen[8] == "MATCHSTATE:0:12:r300c/cr600r1800c/cc/:AhKd|/Qh7h2c/9s/Td"
    whole = "r300c/cr600r1800c/cc/r20000c:AhKd|7c2s/Qh7h2c/9s/Td"
    assert text.line(0) == f"MATCHSTATE:0:12:{whole}"
    assert text.log(["A", "B"]) == f"STATE:12:{whole}:-20000|20000:A|B"


def test_all_in_before_the_flop_deals_the_board_and_ends_three_streets() -> None:
    match = AcpcMatch()
    text = HandText(0, HandState.start(match.rules, match.stacks, 1, seed=3))
    for word in ("r20000", "c"):
        text.apply(word)
    line = text.line(0)
    assert line.split(":")[3] == "r20000c///"
    assert [len(part) for part in line.split(":")[4].split("/")] == [9, 6, 2, 2]


def test_nobody_sees_cards_that_were_folded() -> None:
    match = AcpcMatch.parse(THREE)
    text = HandText(0, HandState.start(match.rules, match.stacks, 2, seed=3))
    for word in "fcccccccc":
        text.apply(word)
    assert text.state.is_over
    for seat in range(3):
        shown = text.line(seat).split(":")[4].split("/")[0].split("|")
        assert [bool(each) for each in shown] == [True, True, seat == 2]


@pytest.mark.parametrize(
    "line",
    [
        *("", "MATCHSTATE", "MATCHSTATE:0:0:", "MATCHSTATE:2:0::AhKh|", "MATCHSTATE:0:0::AhK|"),
        *("MATCHSTATE:0:0::|AhKh", "MATCHSTATE:0:x::AhKh|", "MATCHSTATE:0:0:c/:AhKh|"),
        *("MATCHSTATE:0:0:b:AhKh|", "STATE:0:0::AhKh|", "MATCHSTATE:0:0::AhAh|"),
        *("MATCHSTATE:0:0:cc/:AhKh|/zzzzzz", "MATCHSTATE:0:0:cc/:AhKh|/"),
        *("MATCHSTATE:0:0:cc/:AhKh|/AhQd2c", "MATCHSTATE:0:0:cc/:AhKh|/Qh7h2c3c"),
    ],
)
def test_what_is_no_state_is_refused(line: str) -> None:
    with pytest.raises(HistoryError):
        MatchState.parse(line)


@pytest.mark.parametrize(
    "line",
    [
        *("MATCHSTATE:0:0:r1:AhKh|", "MATCHSTATE:0:0:cc:AhKh|", "MATCHSTATE:0:0:fc:AhKh|"),
        *("MATCHSTATE:0:0:c/:AhKh|/Qh7h2c", "MATCHSTATE:0:0::AhKh||", "MATCHSTATE:0:0:5:AhKh|"),
        "MATCHSTATE:1:0:cc/cc/cc/cc:AhKh|AhQh/2c3c4c/5c/6c",
    ],
)
def test_a_seat_refuses_states_of_no_hand(line: str) -> None:
    with pytest.raises(HistoryError):
        AcpcSeat(agent("call"), AcpcMatch()).hear(line)


def test_a_hand_that_is_not_shown_has_lost() -> None:
    line = "MATCHSTATE:0:0:cc/cc/cc/cc:2h3d|/Qs4s3h/Th/8c"
    for other, chips in (("", 100), ("AcAd", -100)):
        seat = AcpcSeat(agent("call"), AcpcMatch())
        seat.hear(line.replace("|", f"|{other}"))
        assert (seat.hands, seat.chips) == (1, chips)


def test_of_hands_that_are_not_shown_a_player_who_folded_has_lost_what_was_paid() -> None:
    seat = AcpcSeat(agent("call"), AcpcMatch.parse(THREE))
    seat.hear("MATCHSTATE:2:0:ccr200fc/cc/cc/cc:||2h3d/Qs4s3h/Th/8c")
    assert (seat.hands, seat.chips) == (1, -100)


def test_answers_that_are_not_legal_become_the_nearest_one() -> None:
    match = AcpcMatch()
    state = HandState.start(match.rules, match.stacks, 1, seed=1)
    assert nearest_action("r150", state) == ("r200", False)
    assert nearest_action("r99999", state) == ("r20000", False)
    assert nearest_action("r", state) == ("r200", False)
    assert nearest_action("x", state) == ("c", False)
    assert nearest_action("", state) == ("c", False)
    free = state.apply("call")
    assert nearest_action("f", free) == ("c", False)
    capped = HandState.start(AcpcMatch.parse(LIMIT).rules, (1000,) * 3, 2, seed=1)
    assert nearest_action("r20", capped) == ("r", False)
    for _ in range(3):
        capped = capped.apply("raise")
    assert nearest_action("r", capped) == ("c", False)


def test_words_and_actions_are_the_same_in_random_hands() -> None:
    draw = Random(5)
    for match in map(AcpcMatch.parse, (NO_LIMIT, THREE, LIMIT)):
        places = AcpcPlaces(match)
        for number in range(60):
            state = HandState.start(match.rules, match.stacks, match.button, seed=number)
            text = HandText(number, state)
            seats = [AcpcSeat(agent("call"), match) for _ in range(match.players)]
            while not text.state.is_over:
                legal = text.state.legal_actions
                choices = [Action.call(), *([Action.fold()] if legal.call_cost else [])]
                if legal.can_raise:
                    size = draw.choice([legal.raise_min, legal.raise_max, legal.half_pot])
                    choices.append(Action("raise", 0 if match.rules.is_limit else size))
                for seat, each in enumerate(seats):
                    answer = each.hear(text.line(seat))
                    assert (answer is not None) == (seat == text.state.actor)
                text.apply(word_of(draw.choice(choices), text.state))
            for seat, each in enumerate(seats):
                said = MatchState.parse(text.line(seat))
                assert each.hear(text.line(seat)) is None
                assert each.chips == text.state.payoffs[seat]
                assert places.find(said.betting, places.start).state.is_over


def test_a_seat_that_forgets_places_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handsight.interop.acpc.states.MOST_PLACES", 2)
    seat, text = AcpcSeat(agent("call"), AcpcMatch()), []
    for hand, size in enumerate((200, 300, 400, 300)):
        for betting, board in (
            (f"r{size}", ""),
            (f"r{size}c/", "/Qh7h2c"),
            (f"r{size}c/c", "/Qh7h2c"),
        ):
            line = f"MATCHSTATE:0:{hand}:{betting}:AhKd|{board}"
            text.append(seat.hear(line) == f"{line}:c")
    assert text == [True, True, False] * 4


def test_a_line_that_is_too_long_is_refused() -> None:
    with pytest.raises(HistoryError, match="bytes or more"):
        list(lines_in(bytearray(b"x" * MOST_BYTES)))
    with pytest.raises(HistoryError, match="bytes or more"):
        list(lines_in(bytearray(b"x" * MOST_BYTES + b"\n")))


# --- matches --------------------------------------------------------------------------------------


class Match:
    """A dealer in a thread; the players are those of a test."""

    def __init__(self, text: str = NO_LIMIT, hands: int = 20, **limits: float) -> None:
        match = AcpcMatch.parse(text)
        names = [f"p{seat}" for seat in range(match.players)]
        self.match = match
        self.dealer = Dealer(match, names, limits=TimeLimits(**{"connecting": 20, **limits}))
        self.log: list[str] = []
        self.warnings: list[str] = []
        self.result: MatchScore | Exception | None = None
        self._players: list[Thread] = []
        self._thread = Thread(target=self._deal, args=(hands,), daemon=True)
        self._thread.start()

    def _deal(self, hands: int) -> None:
        try:
            self.result = self.dealer.deal(hands, 7, log=self.log.append, warn=self.warnings.append)
        except ArenaError as error:
            self.result = error

    def seat(self, name: str, place: int) -> AcpcSeat:
        seat = AcpcSeat(agent(name), self.match, seed=place)

        def play() -> None:
            with suppress(ArenaError):  # where the dealer ends within a hand
                play_at("127.0.0.1", self.dealer.ports[place], seat, patience=1)

        self._players.append(Thread(target=play, daemon=True))
        self._players[-1].start()
        return seat

    def end(self) -> Any:
        for thread in (self._thread, *self._players):
            thread.join(60)
        assert self.result is not None
        return self.result

    @contextmanager
    def peer(self, place: int, hello: bytes = HELLO) -> Iterator[Any]:
        """Connect as a program of somebody else; gives a file of its lines."""
        with socket.create_connection(("127.0.0.1", self.dealer.ports[place]), 20) as line:
            line.sendall(hello)
            with line.makefile("rwb") as file:
                yield file


def play_along(file: Any, change: Any = None) -> None:
    """Call whenever it is our turn, or say what `change` makes of that."""
    match = AcpcMatch()
    caller = AcpcSeat(agent("call"), match)
    for raw in file:
        answer = caller.hear(raw.decode().strip())
        if answer is None:
            continue
        file.write(answer.encode() + b"\r\n" if change is None else change(answer))
        file.flush()


@pytest.mark.parametrize("text", [NO_LIMIT, LIMIT, THREE])
def test_a_match_is_played_to_its_end(text: str) -> None:
    match = Match(text)
    seats = [match.seat("random", place) for place in range(match.match.players)]
    score = match.end()
    assert score.corrected == [0] * len(seats)
    assert sum(score.chips) == 0
    assert len(match.log) == 21
    assert match.log[-1] == f"SCORE:{'|'.join(map(str, score.chips))}:" + "|".join(score.names)
    totals = dict.fromkeys(score.names, 0)
    for line in match.log[:-1]:
        *_, values, names = line.split(":")
        for name, value in zip(names.split("|"), values.split("|"), strict=True):
            totals[name] += int(value)
    assert list(totals.values()) == score.chips


def test_the_same_seed_deals_the_same_match() -> None:
    logs = []
    for _ in range(2):
        match = Match()
        for place in (0, 1):
            match.seat("random", place)
        match.end()
        logs.append(match.log)
    assert logs[0] == logs[1]


def test_an_agent_that_observes_plays_as_in_a_match_of_ours() -> None:
    match = Match(hands=4)
    seats = [match.seat("loki", 0), match.seat("ehs", 1)]
    assert match.end().corrected == [0, 0]
    assert len(seats) == 2


def test_a_hostile_peer_is_corrected_and_counted() -> None:
    match = Match()
    match.seat("call", 0)
    rubbish = iter([b"\r\n", b"# a remark\r\n", b"MATCHSTATE:0:999::AhKh|:f\r\n"] * 100)
    with match.peer(1) as file:
        play_along(file, lambda answer: next(rubbish) + answer[:-1].encode() + b"shove\r\n")
    score = match.end()
    assert score.corrected[0] == 0
    assert score.corrected[1] > 20
    assert len(match.warnings) == 20
    assert "answered 'shove' in hand 0; taken as c" in match.warnings[0]


def test_a_peer_sees_no_card_of_others_before_the_showdown() -> None:
    match = Match(hands=60)
    match.seat("random", 0)
    lines: list[str] = []
    with match.peer(1) as file:
        caller = AcpcSeat(agent("random"), AcpcMatch())
        for raw in file:
            lines.append(raw.decode().strip())
            answer = caller.hear(lines[-1])
            if answer is not None:
                file.write(answer.encode() + b"\r\n")
                file.flush()
    match.end()
    full = {line.split(":")[1]: line.split(":") for line in match.log if line[:5] == "STATE"}
    for line in lines:
        _, position, hand, betting, cards = line.split(":")
        _, _, whole, all_cards, *_ = full[hand]
        theirs = all_cards.split("/")[0].split("|")[1 - int(position)]
        if betting != whole or whole.endswith("f"):
            assert theirs not in cards
    assert any(line.split(":")[4].split("/")[0].count("|") == 1 for line in lines)


def test_a_player_that_is_cut_off_comes_back() -> None:
    match = Match()
    match.seat("call", 0)
    with match.peer(1) as file:
        file.readline()
    with match.peer(1) as file:
        play_along(file)
    assert match.end().corrected == [0, 0]


def test_a_line_without_end_costs_the_connection() -> None:
    match = Match()
    match.seat("call", 0)
    with match.peer(1) as file:
        file.write(b"x" * 100_000)
        with suppress(ConnectionError):
            file.flush()
            assert len(file.read()) < 200  # the dealer's line, and then the end
    with match.peer(1) as file:
        play_along(file)
    assert match.end().corrected == [0, 0]


@pytest.mark.parametrize("hello", [b"VERSION:1.0.0\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 5000])
def test_who_does_not_speak_the_protocol_is_sent_away(hello: bytes) -> None:
    match = Match(hands=2)
    match.seat("call", 0)
    # What was not read ends a connection at once.
    with match.peer(1, hello) as file, suppress(ConnectionError):
        assert file.read() == b""
    match.seat("call", 1)
    assert match.end().corrected == [0, 0]


def test_a_player_that_takes_too_long_ends_the_match() -> None:
    match = Match(response=0.2)
    match.seat("call", 0)
    with match.peer(1) as file:
        assert file.readline()
        error = match.end()
    assert isinstance(error, ArenaError)
    assert "p1 on port" in str(error)
    assert "took too long" in str(error)


def test_all_time_of_a_match_counts() -> None:
    match = Match(hand=0.01, hands=20)
    match.seat("call", 0)
    with match.peer(1) as file:
        file.readline()
        assert isinstance(match.end(), ArenaError)


def test_a_player_that_does_not_come_ends_the_match() -> None:
    error = Match(connecting=0.1).end()
    assert "p0 on port" in str(error)
    assert "did not connect" in str(error)


def test_names_and_ports_must_fit_the_game() -> None:
    with pytest.raises(OptionError, match="1 names for 2 players"):
        Dealer(AcpcMatch(), ["a"])
    with pytest.raises(OptionError, match=r"without : \| and /"):
        Dealer(AcpcMatch(), ["a|b", "c"])
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OptionError, match=f"cannot listen on 127.0.0.1 port {port}"):
            Dealer(AcpcMatch(), ["a", "b"], ports=[port, 0])
    for wrong in (-1, 65536):
        with pytest.raises(OptionError, match=f"a port is {wrong}; it must be from 0 to 65535"):
            Dealer(AcpcMatch(), ["a", "b"], ports=[0, wrong])
    with pytest.raises(OptionError, match="stacks are above 0"):
        Dealer(AcpcMatch(stack=0), ["a", "b"])


def test_a_dealer_that_is_not_there_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(ArenaError, match=f"no dealer at 127.0.0.1 port {port}"):
        play_at("127.0.0.1", port, AcpcSeat(agent("call"), AcpcMatch()), patience=0.05)


def test_an_agents_own_error_is_no_error_of_the_connection() -> None:
    class Forgetful:
        name = "forgetful"

        def act(self, seen: Any, rng: Random) -> str:
            raise FileNotFoundError("weights.npz")

    seat = AcpcSeat(Forgetful(), AcpcMatch())
    fails = pytest.raises(ArenaError, match=r"the agent fails: FileNotFoundError: weights\.npz")
    with served("MATCHSTATE:1:0::|AhKd") as port, fails:
        play_at("127.0.0.1", port, seat, patience=2)


def test_a_dealer_that_ends_each_connection_is_given_up() -> None:
    seat = AcpcSeat(agent("call"), AcpcMatch())
    seat.hear("MATCHSTATE:0:0::AhKd|")
    with served() as port, pytest.raises(ArenaError, match="ends each connection at once"):
        play_at("127.0.0.1", port, seat, patience=0.3)


@contextmanager
def served(*lines: str) -> Iterator[int]:
    """Say the same lines on each connection, and end it when something was heard."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listening.accept()
                    with line:
                        line.sendall("".join(f"{each}\r\n" for each in lines).encode())
                        line.recv(4096)

        Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
