"""Programs of the competition's protocol at our tables, and all platforms on one leaderboard."""

import json
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.arena import ArenaSpec, run_arena
from handsight.errors import ArenaError, IllegalActionError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.interop.acpc.client import AcpcClient
from handsight.interop.acpc.game import AcpcMatch
from tests.unit.cli.running import shown

PROGRAM = '''"""A program of the protocol that knows nothing of handsight: it calls."""
import socket, sys
host, port, words = sys.argv[-2], int(sys.argv[-1]), sys.argv[1:-2]
log = open(words[0], "a") if words else None
says = words[1] if len(words) > 1 else "c"
line = socket.create_connection((host, port))
line.sendall(b"VERSION:2.0.0\\r\\n")
for state in line.makefile("r"):
    state = state.strip()
    if log:
        print(state, file=log, flush=True)
    _, position, hand, betting, cards = state.split(":")
    streets = betting.split("/")
    acted = len([1 for each in streets[-1] if each in "cfr"])
    folded = "f" in betting
    # two players: the button (1) is first before the flop, the big blind (0) later
    first = 1 if len(streets) == 1 else 0
    turn = (first + acted) % 2
    shown = cards.split("/")[0].split("|")
    if folded or all(shown) or turn != int(position):
        continue
    line.sendall(f"{state}:{says}\\r\\n".encode())
'''


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    return file


def client(program: Path, *words: object, **options: Any) -> AcpcClient:
    command = [sys.executable, "-S", str(program), *map(str, words)]
    return AcpcClient(command, name="theirs", **{"seconds": 20, **options})


def table(rules: Rules | None = None, *, button: int = 0, stack: int = 10_000) -> HandCursor:
    start = HandState.start(rules or Rules(), [stack, stack], button, seed=3)
    return HandCursor(start)


STATES = ("", "c", "cc/", "cc/c", "cc/cc/", "cc/cc/c", "cc/cc/cc/", "cc/cc/cc/c", "cc/cc/cc/cc")
"""Of a hand that both check down."""


# --- what a program is sent -----------------------------------------------------------------------


def test_a_program_is_sent_its_hands_as_by_a_dealer(program: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    theirs = client(program, log)
    spec = ArenaSpec(agents=(theirs, "call"), pairs=2, seed=7)
    result = run_arena(spec, copies=False)
    assert not any(slot.at_fault for slot in result.matchups[0].slots)
    theirs.act(table().observation(), Random(1))  # which sends the end of the hand before
    lines = log.read_text().splitlines()
    hands = [[each for each in lines if each.split(":")[2] == str(number)] for number in range(4)]
    for hand in hands:
        bettings = [each.split(":")[3] for each in hand]
        assert bettings[-1] == "cc/cc/cc/cc"
        assert bettings == [*STATES[len(STATES) - len(bettings) :]]
        assert bettings[0] in ("", "c")
        own = int(hand[0].split(":")[1])
        for line in hand[:-1]:
            holes = line.split(":")[4].split("/")[0].split("|")
            assert [bool(each) for each in holes] == [seat == own for seat in range(2)]
    assert {hand[0].split(":")[1] for hand in hands} == {"0", "1"}


@pytest.mark.parametrize(
    ("says", "expected"),
    [("c", Action.call()), ("r300", Action("raise", 300)), ("f", Action.fold())],
)
def test_what_a_program_answers_is_an_action(program: Path, says: str, expected: Action) -> None:
    seen = table().observation()
    assert client(program, "/dev/null", says).act(seen, Random(1)) == expected


@pytest.mark.parametrize("says", ["x", "r101", "r99999", "", "fold", "r" * 300])
def test_what_is_not_legal_is_an_error(program: Path, says: str) -> None:
    with pytest.raises(IllegalActionError, match="theirs answered"):
        client(program, "/dev/null", says).act(table().observation(), Random(1))


def test_a_raise_counts_over_the_whole_hand(program: Path) -> None:
    cursor = table(button=1)
    for action in ("raise 300", "call"):
        cursor.apply(Action.parse(action))
    theirs = client(program, "/dev/null", "r600")
    assert theirs.act(cursor.observation(), Random(1)) == Action("raise", 300)


@pytest.mark.exhaustive
def test_three_players_with_a_limit_are_played_too() -> None:
    command = f"{sys.executable} -m handsight acpc play random --game {{game}} --port {{port}}"
    rules = Rules(structure="fixed-limit")
    match = AcpcMatch(rules, 3, 5000)
    assert AcpcMatch.parse(match.text).rules.bet_sizes == (100, 200)
    assert AcpcMatch.parse(match.text).stacks == (5000,) * 3
    start = HandState.start(rules, [5000] * 3, 1, seed=3)
    action = AcpcClient(command, seconds=20).act(HandCursor(start).observation(), Random(1))
    start.verify(action)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "stacks", "message"),
    [
        (Rules(), (1000, 900), "equal stacks"),
        (Rules(), (1000,) * 4, "two or three players"),
        (Rules(ante=10), (1000, 1000), "without antes"),
    ],
)
def test_a_table_that_the_protocol_does_not_know_is_refused(
    rules: Rules, stacks: tuple[int, ...], message: str
) -> None:
    seen = HandCursor(HandState.start(rules, stacks, 0, seed=1)).observation()
    with pytest.raises(OptionError, match=message):
        AcpcClient("no-such-program").act(seen, Random(1))


def test_a_table_whose_stacks_change_is_refused(program: Path) -> None:
    theirs = client(program)
    theirs.act(table().observation(), Random(1))
    with pytest.raises(OptionError, match="stacks or blinds have changed"):
        theirs.act(table(stack=2000).observation(), Random(1))


def test_a_program_that_is_not_there_or_does_not_connect_is_an_error(program: Path) -> None:
    with pytest.raises(ArenaError, match="cannot start '/nowhere/program'"):
        AcpcClient("/nowhere/program").act(table().observation(), Random(1))
    silent = AcpcClient([sys.executable, "-c", "pass"], name="silent", connecting=0.3)
    with pytest.raises(ArenaError, match=r"silent on port \d+ has ended"):
        silent.act(table().observation(), Random(1))


def test_a_program_that_is_slow_is_an_error() -> None:
    code = (
        "import socket, sys, time\n"
        "line = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n"
        "line.sendall(b'VERSION:2.0.0\\r\\n'); time.sleep(60)"
    )
    slow = AcpcClient([sys.executable, "-S", "-c", code], name="slow", seconds=0.2)
    with pytest.raises(ArenaError, match="took too long"):
        slow.act(table().observation(), Random(1))


def test_a_program_that_has_ended_is_started_again(tmp_path: Path) -> None:
    text = PROGRAM.replace(
        "    line.sendall(f", "    sys.exit() if int(hand) % 2 else line.sendall(f"
    )
    assert text != PROGRAM
    (tmp_path / "program.py").write_text(text)
    theirs = client(tmp_path / "program.py")
    assert theirs.act(table().observation(), Random(1)) == Action.call()
    with pytest.raises(ArenaError, match="has ended"):
        theirs.act(table(button=1).observation(), Random(1))
    assert theirs.act(table().observation(), Random(1)) == Action.call()


def test_a_client_needs_a_command_or_a_port() -> None:
    with pytest.raises(OptionError, match="a command, or the port"):
        AcpcClient()
    with pytest.raises(OptionError, match="a port is 70000"):
        AcpcClient(port=70000)
    with pytest.raises(OptionError, match="No closing quotation"):
        AcpcClient("'")


def test_a_copy_has_a_program_of_its_own(program: Path) -> None:
    theirs = client(program)
    theirs.act(table().observation(), Random(1))
    other = deepcopy(theirs)
    assert other.name == "theirs"
    assert other.act(table().observation(), Random(1)) == Action.call()


# --- one leaderboard ------------------------------------------------------------------------------

PROJECT = {
    "game/__init__.py": "",
    "game/players.py": (
        "class BasePokerPlayer:\n    def receive_game_start_message(self, info):\n        pass\n"
    ),
    "agents/__init__.py": "",
    "agents/my_player.py": (
        "from game.players import BasePokerPlayer\n\n\n"
        "class MyPlayer(BasePokerPlayer):\n"
        "    def declare_action(self, valid_actions, hole_card, round_state):\n"
        "        return 'call', valid_actions[1]['amount']\n"
    ),
}
FILES = {
    "theirs.py": (
        "import sys\n"
        "from pathlib import Path\n"
        "from handsight.interop.acpc.client import AcpcClient\n\n\n"
        "def program():\n"
        "    here = Path(__file__).with_name('program.py')\n"
        "    return AcpcClient([sys.executable, '-S', str(here)], name='program')\n"
    ),
    "rlcards.py": "from rlcard.agents import RandomAgent\n",
    "spiel.py": (
        "import pyspiel\n"
        "from handsight.interop.openspiel import OpenSpielPlayer\n\n\n"
        "def uniform():\n"
        "    return OpenSpielPlayer(\n"
        "        lambda game, player: pyspiel.make_uniform_random_bot(player, 1), 'uniform'\n"
        "    )\n"
    ),
}


@pytest.mark.exhaustive
def test_all_platforms_stand_on_one_leaderboard(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rlcard", reason="rlcard is not installed (extra: peers)")
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")
    for name, text in (PROJECT | FILES).items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    monkeypatch.chdir(tmp_path)
    shown("train", "policy", "--rounds", "2", "--save", "mine.npz", "--json")
    agents = [
        *("theirs.py:program", "rlcards.py:RandomAgent:num_actions=5", "spiel.py:uniform"),
        *("agents/my_player.py:MyPlayer", "learned:mine.npz", "call"),
    ]
    words = [*agents, "--store", "mine.json", "--fresh", "--pairs", "4", "--hands", "0"]
    report = json.loads(shown("leaderboard", *words, "--network", "--json"))
    assert {row["agent"] for row in report["standings"]} == {*agents}
    board = json.loads((tmp_path / "mine.json").read_text())
    assert len(board["pairings"]) == 15
    calls = [
        each
        for each in board["pairings"]
        if {each["first"], each["second"]}
        <= {"call", "agents/my_player.py:MyPlayer", "theirs.py:program"}
    ]
    assert len(calls) == 3
    assert all(each["mbb"] == 0 for each in calls)  # who call play alike, on mirrored deals
