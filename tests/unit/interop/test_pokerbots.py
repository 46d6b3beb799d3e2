"""The Pokerbots protocol: rounds as they are described, a server of these tests, hostile servers.

The competition's own program was not met. The server here is written to its description: it keeps
the betting in a state of ours, and all that is sent in its own words.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from typing import Any

import pytest

from handsight.agents import HandStart, agent
from handsight.errors import HandsightError, HistoryError, OptionError
from handsight.formats import parse_phh, phh_text
from handsight.game import Action, Award, HandState, check_hands
from handsight.interop.pokerbots import PokerbotsGame, PokerbotsSeat, play_rounds
from tests.unit.cli.running import run, shown
from tests.unit.interop.test_slumbot import Says

GAME = PokerbotsGame()


# --- rounds as they are described -----------------------------------------------------------------


def hear(seat: PokerbotsSeat, *lines: str) -> list[str | None]:
    return [seat.hear(line) for line in lines]


def test_a_round_is_played_as_it_is_described() -> None:
    bot = Says("raise 6", "check", "bet 10", "check")
    seat = PokerbotsSeat(bot, GAME)
    assert hear(
        seat,
        "T30.000 P0 HAh,Kd",
        "T29.998 R6 C BQh,7h,2c K",
        "T29.997 K BQh,7h,2c,3d K",
        "T29.9 R10 C BQh,7h,2c,3d,4s K",
        "T29.8 K OQs,Qd D-16",
        "Q",
    ) == ["R6", "K", "R10", "K", "K", None]
    assert (seat.rounds, seat.is_over, seat.last and seat.last.chips) == (1, True, -16)
    first = bot.seen[0]
    assert (str(first.hole), first.seat, first.button, first.to_call) == ("AhKd", 0, 0, 1)
    assert str(first.legal) == "fold, call 1, raise to 4..400"
    assert [seen.street for seen in bot.seen] == ["preflop", "flop", "turn", "river"]
    assert seat.last is not None
    assert check_hands([parse_phh(phh_text(seat.last.record))]).exact == 1
    assert seat.last.record.turned_up == (seat.last.record.players.index("opponent"),)


def test_the_big_blind_hears_what_came_before() -> None:
    bot = Says("check", "check")
    seat = PokerbotsSeat(bot, GAME)
    assert hear(seat, "T30. P1 HAh,Kd C", "T30. K BQh,7h,2c", "T30. K R4 F D-2") == ["K"] * 3
    assert (bot.seen[0].seat, bot.seen[0].button, bot.seen[0].to_call) == (1, 0, 0)


def test_after_an_all_in_both_check_to_the_end() -> None:
    seat = PokerbotsSeat(Says("all in"), GAME)
    assert hear(
        seat,
        "T30.0 P0 HAh,Kd",
        "T29.9 R400 C BQh,7h,2c K",
        "T29.9 K BQh,7h,2c,3d K",
        "T29.9 K BQh,7h,2c,3d,4s K",
        "T29.9 K OQs,2d D-400",
    ) == ["R400", "K", "K", "K", "K"]


def test_a_round_that_ends_before_it_is_ones_turn_is_heard_too() -> None:
    bot = Says()
    seat = PokerbotsSeat(bot, GAME)
    assert hear(seat, "T30.000 P1 HAh,Kd F D1", "T30.000 P1 HAs,Ks F D1") == ["K"] * 2
    assert bot.events[0] == HandStart(1, 0, (400, 400), ("opponent", "you"), 1, 0, 2)
    assert isinstance(bot.events[-1], Award)


def test_what_the_server_made_of_an_answer_counts() -> None:
    seat = PokerbotsSeat(Says("raise 6"), GAME)
    assert hear(seat, "T30.000 P0 HAh,Kd", "T0.000 F D-1") == ["R6", "K"]
    assert seat.last is not None
    assert seat.last.chips == -1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([""], "gives no cards for a round"),
        (["T30.0"], "gives no cards for a round"),
        (["T30.0 HAh,Kd"], "without the number of the player"),
        (["T30.0 P2 HAh,Kd"], "not a clause of plain hold'em"),
        (["T30.0 P0 HAh,Kd,2c"], "variants are not supported"),
        (["T30.0 P0 HAh,Xd"], "not a clause"),
        (["T30.0 P0 HAh,Ah"], "this is not a round"),
        (["T30.0 P0 HAh,Kd A12"], "'A12', which is not a clause"),
        (["T30.0 P0 HAh,Kd C"], "not the player's turn"),
        (["T30.0 P0 HAh,Kd", "T30.0 P0 HAh,Kd"], "before the previous one is over"),
        (["T30.0 P0 HAh,Kd", "T3 C K"], "the flop comes without its board"),
        (["T30.0 P0 HAh,Kd", "T3 C K K K"], "the flop comes without its board"),
        (["T30.0 P0 HAh,Kd", "T3 C K BQh,7h,2c,3d"], "a board of 4 cards comes on the flop"),
        (["T30.0 P0 HAh,Kd", "T3 C BQh,7h,2c"], "a board of 3 cards comes on the preflop"),
        (["T30.0 P0 HAh,Kd", "T3 C K BQh,7h,2c,3d,4d,5d"], "not a clause"),
        (["T30.0 P0 HAh,Kd", "T3 C K BQh,7h,Ah K"], "this is not a round"),
        (["T30.0 P0 HAh,Kd", "T3 C K BQh,7h,2c K", "T3 C K BQh,7s,2c,3c K"], "changes cards"),
        (["T30.0 P1 HAh,Kd K"], "has K: "),
        (["T30.0 P1 HAh,Kd R3"], "has R3: "),
        (["T30.0 P1 HAh,Kd R0"], "street total above 0"),
        (["T30.0 P1 HAh,Kd R401"], "has R401: "),
        (["T30.0 P1 HAh,Kd F D5"], "by the rules of hold'em it is 1"),
        (["T30.0 P1 HAh,Kd D1"], "do not end a round"),
        (["T30.0 P1 HAh,Kd F D1 K"], "outside of a round"),
        (["T30.0 K P1 HAh,Kd"], "outside of a round"),
        (["T30.0 P0 HAh,Kd", "T3 R400 C BQh,7h,2c K K BQh,7h,2c,3d D400"], "a showdown comes"),
    ],
)
def test_what_is_no_line_of_a_round_is_refused(lines: list[str], message: str) -> None:
    seat = PokerbotsSeat(agent("call"), GAME)
    with pytest.raises(HistoryError, match=message):
        hear(seat, *lines)


def test_random_lines_raise_nothing_but_our_errors() -> None:
    draw = Random(3)
    good = "T30.000 P1 HAh,Kd C K BQh,7h,2c R4 F D-2"
    for _ in range(500):
        bad = list(good)
        for _ in range(draw.randint(1, 3)):
            bad[draw.randrange(len(bad))] = draw.choice(" 0123456789,ABCDFHKOPQRTchds.-\x00٣")
        with suppress(HandsightError):
            PokerbotsSeat(agent("call"), GAME).hear("".join(bad))


def test_a_game_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(OptionError, match="the stack is 1"):
        PokerbotsGame(stack=1)
    with pytest.raises(OptionError, match="small_blind"):
        PokerbotsGame(5, 2)


# --- matches --------------------------------------------------------------------------------------


class Server:
    """Plays rounds with two players that connect, as the description says; ends with Q."""

    def __init__(self, rounds: int, seed: int = 7, game: PokerbotsGame = GAME) -> None:
        self.rounds, self.seed, self.game = rounds, seed, game
        self.chips = [0, 0]
        self.heard: list[str] = []
        self._listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        self.ports = [each.getsockname()[1] for each in self._listening]
        self._thread = Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "Server":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(20)
        for each in self._listening:
            each.close()

    def _serve(self) -> None:
        lines = [each.accept()[0] for each in self._listening]
        files: list[Any] = [each.makefile("rw") for each in lines]
        with suppress(OSError):
            for number in range(self.rounds):
                self._round(number, files if number % 2 == 0 else files[::-1], number % 2)
            for file in files:
                file.write("Q\n")
                file.flush()
        for each in (*files, *lines):
            each.close()

    def _ask(self, file: Any, message: list[str]) -> str:
        file.write(" ".join(["T30.000", *message]) + "\n")
        file.flush()
        message.clear()
        answer = file.readline().strip()
        self.heard.append(answer)
        return answer

    def _round(self, number: int, files: list[Any], turned: int) -> None:
        stacks, seed = (self.game.stack,) * 2, self.seed + number
        state = HandState.start(self.game.rules, stacks, 0, seed=seed)
        board = [str(card) for card in state.apply("all in").apply("call").board]
        hands = [",".join(map(str, state.hole(seat) or ())) for seat in range(2)]
        messages = [[f"P{seat}", f"H{hands[seat]}"] for seat in range(2)]
        for street, cards in (("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5)):
            if cards:
                for message in messages:
                    message.append("B" + ",".join(board[:cards]))
            if state.is_over:  # after an all-in both check, the big blind first
                for seat in (1, 0):
                    word = self._ask(files[seat], messages[seat])
                    for message in messages:
                        message.append(word)
            while not state.is_over and state.street == street:
                word = self._ask(files[state.actor], messages[state.actor])
                state = state.apply(self._action(word))
                for message in messages:
                    message.append(word)
            if state.is_over and len(state.players) == 1:
                break
        for seat, message in enumerate(messages):
            if len(state.players) > 1:
                message.append("O" + hands[1 - seat])
            message.append(f"D{state.payoffs[seat]}")
            assert self._ask(files[seat], message) == "K"
            self.chips[seat ^ turned] += state.payoffs[seat]

    @staticmethod
    def _action(word: str) -> Action:
        kinds = {"F": Action.fold(), "C": Action.call(), "K": Action.check()}
        return kinds[word] if word in kinds else Action("raise", int(word[1:]))


def seated(server: Server, name: str, place: int) -> tuple[PokerbotsSeat, Thread]:
    seat = PokerbotsSeat(agent(name), GAME, seed=place)
    thread = Thread(target=play_rounds, args=("127.0.0.1", server.ports[place], seat), daemon=True)
    thread.start()
    return seat, thread


@pytest.mark.parametrize("names", [("random", "random"), ("all-in", "call"), ("fold", "maniac")])
def test_matches_are_played_to_their_end(names: tuple[str, str]) -> None:
    with Server(20) as server:
        seats = [seated(server, name, place) for place, name in enumerate(names)]
        for _, thread in seats:
            thread.join(20)
    assert [seat.rounds for seat, _ in seats] == [20, 20]
    assert all(seat.is_over for seat, _ in seats)
    assert sum(server.chips) == 0
    assert len(server.heard) > 40


def test_the_command_plays_a_match_and_keeps_its_hands(tmp_path: Any) -> None:
    with Server(6) as server:
        seated(server, "call", 1)
        file = tmp_path / "hands.phhs"
        words = ("random", "--port", str(server.ports[0]), "--save", str(file))
        text = shown("pokerbots", "play", *words)
    assert f"in 6 hands at 127.0.0.1:{server.ports[0]}." in text
    assert f"{server.chips[0]:+,} chips" in text
    assert file.read_text().count("variant") == 6


@contextmanager
def says(*lines: bytes) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                line, _ = listening.accept()
                with line:
                    for each in lines:
                        line.sendall(each)
                    line.recv(10)

        Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([b"hello\n"], "'hello', which is not a clause of plain hold'em"),
        ([b"x" * 5000], "a line has 4,096 bytes or more"),
        ([b"\xff\xfe\n"], "not a clause"),
        ([b"T30.000 P0 HAh,Kd BQh,7h,2c\n"], "a board of 3 cards"),
        ([b"T30.000 P0 HAh,Kd" + b" K" * 1001 + b"\n"], "more than 1,000 actions"),
        ([b"T30.000 P0 HAh,Kd\n"], "ends the connection without a Q"),
    ],
)
def test_a_hostile_server_is_an_error_that_names_it(lines: list[bytes], message: str) -> None:
    with says(*lines) as port:
        result = run("pokerbots", "play", "call", "--port", str(port))
    assert result.exit_code == 2
    assert f"the server at 127.0.0.1 port {port}" in result.stderr
    assert message in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("call --port 0", "a port is 0; it must be from 1 to 65535"),
        ("calling --port 9", "no agent is called 'calling'"),
        ("call --port 1 --patience 0.01", "no server at 127.0.0.1 port 1"),
        ("call --port 1 --patience nan", "--patience is nan; it must be a number"),
        ("call --port 1 --host a..b", "the host is 'a..b'"),
        ("call --port 1 --stack 1", "the stack is 1"),
        ("call --port 1 --blinds 2/1", "small_blind"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: str, message: str) -> None:
    result = run("pokerbots", "play", *words.split())
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.output.split())
