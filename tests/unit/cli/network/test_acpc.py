"""The commands of the competition's protocol, each in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.cli.main import main


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "handsight", "acpc", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.exhaustive
def test_a_match_between_two_commands(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    dealer = start(
        "deal", "--hands", "5", "--seed", "3", "--name", "A", "--name", "B", "--log", str(log)
    )
    assert dealer.stdout is not None
    ports = [dealer.stdout.readline().split()[-1] for _ in range(2)]
    players = [start("play", "call", "--port", port) for port in ports]
    said = [each.communicate(timeout=60) for each in (dealer, *players)]
    assert [each.returncode for each in (dealer, *players)] == [0, 0, 0], said
    assert [line.split(" won ")[0] for line in said[0][0].splitlines()] == ["A", "B"]
    assert all(each[0].endswith(" chips in 5 hands.\n") for each in said[1:])
    lines = log.read_text().splitlines()
    assert lines[0] == "# A B, 5 hands, seed 3"
    assert [line.split(":")[0] for line in lines[1:]] == ["STATE"] * 5 + ["SCORE"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("deal --hands 0", "--hands is 0"),
        ("deal --response 0", "--response is 0"),
        ("deal --name A", "1 names for 2 players"),
        ("deal --game nowhere.def", "cannot read 'nowhere.def'"),
        ("deal --connecting 0.01", "did not connect"),
        ("deal --port 9 --port 70000", "a port is 70000; it must be from 0 to 65535"),
        ("deal --host a..b", "the host is 'a..b'"),
        ("deal --host=", "the host is ''"),
        ("play call --port 1 --host a..b", "the host is 'a..b'"),
        ("play call --port 1 --patience inf", "--patience is inf; it must be a number"),
        ("play call --port 0", "a port is 0; it must be from 1 to 65535"),
        ("play calling --port 9", "no agent is called 'calling'"),
        ("play call --port 1 --patience 0.01", "no dealer at 127.0.0.1 port 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: str, message: str) -> None:
    result = CliRunner().invoke(main, ["acpc", *words.split()])
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.output.split())
    assert result.stderr.count("handsight:") == 1
