"""The commands of Slumbot's protocol; the public server is never asked."""

import json
import socket
from pathlib import Path

import pytest

from handsight.agents import agent
from handsight.formats import read_hands
from handsight.interop.slumbot import SlumbotServer
from tests.unit.cli.running import run, shown


def test_a_session_is_shown_with_its_interval_and_its_hands_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    with SlumbotServer(lambda: agent("call"), seed=7) as server:
        words = ("slumbot", "play", "random", "--hands", "8", "--url", server.url)
        text = shown(*words, "--save", str(file))
        said = json.loads(shown(*words, "--json"))
    assert f"in 8 hands at {server.url}." in text
    assert "bb/100 ±" in text
    assert len(list(read_hands(file))) == 8
    assert list(said) == ["agent", "server", "hands", "chips", "bb100", "ci95"]
    assert said["bb100"] == said["chips"] / 8
    assert said["ci95"][0] < said["bb100"] < said["ci95"][1]


def test_it_says_that_it_plays_over_a_network() -> None:
    with SlumbotServer(lambda: agent("fold"), seed=7) as server:
        result = run("slumbot", "play", "fold", "--hands", "1", "--url", server.url)
    assert "over the network" in result.stderr
    assert "over the network" in shown("slumbot", "play", "--help")


def test_a_bot_in_a_file_plays_in_a_sandbox(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "import os\n"
        "class Bot:\n"
        "    name = 'bot'\n"
        "    def __init__(self):\n"
        "        self.events = 0\n"
        "    def observe(self, event):\n"
        "        self.events += 1\n"
        "    def act(self, seen, rng):\n"
        "        assert self.events\n"
        f"        assert os.getpid() != {__import__('os').getpid()}\n"
        "        return 'call'\n"
    )
    with SlumbotServer(lambda: agent("call"), seed=7) as server:
        text = shown("slumbot", "play", f"{file}:Bot", "--hands", "2", "--url", server.url)
    assert "in 2 hands" in text


@pytest.mark.exhaustive
def test_a_bot_that_fails_ends_the_session_with_its_fault(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("class Bot:\n    name = 'bot'\n    def act(self, seen, rng):\n        1 / 0\n")
    with SlumbotServer(lambda: agent("call"), seed=7) as server:
        result = run("slumbot", "play", f"{file}:Bot", "--hands", "2", "--url", server.url)
    assert result.exit_code == 2
    assert "fails: exception" in result.stderr
    assert "ZeroDivisionError" in result.stderr


def test_what_was_played_is_shown_although_the_server_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from handsight.errors import ArenaError
    from handsight.interop.slumbot.client import SlumbotClient

    begin, count = SlumbotClient.new_hand, []

    def some(self: SlumbotClient) -> object:
        count.append(1)
        if len(count) > 2:
            raise ArenaError("gone")
        return begin(self)

    monkeypatch.setattr(SlumbotClient, "new_hand", some)
    with SlumbotServer(lambda: agent("call"), seed=7) as server:
        result = run("slumbot", "play", "call", "--hands", "9", "--url", server.url)
    assert result.exit_code == 2
    assert "in 2 hands" in result.stdout
    assert "gone" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play call --hands 0", "--hands is 0"),
        ("play call --url slumbot.com", "the URL is 'slumbot.com'"),
        ("play call --timeout 0", "it must be more than 0"),
        ("play calling", "no agent is called 'calling'"),
        ("play call --save nowhere/hands.phhs", "--save cannot write"),
        ("serve calling", "no agent is called 'calling'"),
        ("serve check-call:most=much", "it must be a number"),
        ("serve bot.py:Bot", "there is no file"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: str, message: str) -> None:
    result = run("slumbot", *words.split())
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.output.split())


def test_a_server_whose_port_is_taken_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = run("slumbot", "serve", "call", "--port", port)
    assert result.exit_code == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in result.stderr


def test_a_server_answers_until_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: SlumbotServer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SlumbotServer, "wait", interrupt)
    assert "call answers at http://127.0.0.1:" in shown("slumbot", "serve", "call")
