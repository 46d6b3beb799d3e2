"""Bots of the Pokerbots competition at our tables, which send the lines of its engine.

Our own player of the protocol stands in for a bot first: it follows every line in a hand of its
own, and refuses what does not fit, cards, boards, the order of turns and payouts. A bot on a
skeleton that was written for these tests, to the names that the competition documents, comes next.
"""

import gc
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.agents import Agent, AgentSpec, HandStart, agent
from handsight.arena.players import raised
from handsight.arena.run import run_arena
from handsight.arena.sandbox.limits import children_of
from handsight.arena.schedule import ArenaSpec
from handsight.cards import Deck
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.interop import build_agent
from handsight.interop.pokerbots import (
    PokerbotsBot,
    PokerbotsGame,
    PokerbotsProgram,
    PokerbotsSeat,
)
from handsight.interop.pokerbots.skeleton import SkeletonLine
from tests.unit.interop.our_table import Table, Watcher

GAME = PokerbotsGame()
STACKS = (GAME.stack,) * 2
PLAYER = Path(__file__).parents[2] / "bots" / "pokerbots" / "player.py"


class ObservingOnly:
    """Passes only observations on to an agent."""

    def __init__(self, agent: Agent) -> None:
        self._agent, self.name = agent, agent.name

    def act(self, observation: Observation, rng: Random) -> Any:
        return self._agent.act(observation, rng)


class Moody(Watcher):
    """A watcher that never folds for nothing."""

    def act(self, observation: Observation, rng: Random) -> Action:
        action = super().act(observation, rng)
        return action if observation.to_call or action.kind != "fold" else Action.check()


class Teller:
    """Answers from a list, and keeps the lines."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.lines = list(answers), list[str]()

    def __call__(self, line: str) -> str:
        self.lines.append(line.partition(" ")[2])
        return self.answers.pop(0)


def bot(ask: Any, name: str = "bot") -> PokerbotsBot:
    return PokerbotsBot(ask, GAME, name)


def hands_played(first: Agent, second: Agent, hands: int) -> Iterator[HandState]:
    table = Table(GAME.rules, [first, second], hands)
    for number in range(1, hands + 1):
        hand = table.play(STACKS, number % 2, Deck(seed=number).deal(9), number)
        assert isinstance(hand, HandState)
        yield hand


# --- the lines ------------------------------------------------------------------------------------


def test_a_player_of_the_protocol_follows_every_line_and_every_payout() -> None:
    for opponent in (Moody("moody"), agent("all-in"), agent("call"), agent("random")):
        seat = PokerbotsSeat(Watcher("inside"), GAME)
        guest = bot(seat.hear)
        for hand in hands_played(guest, opponent, 60):
            assert seat.last is not None
            assert seat.last.chips == hand.payoffs[0]
        assert seat.rounds == 60
        assert guest.remarks == []


def test_a_round_is_told_as_it_is_described() -> None:
    deck = "Qs Ah Qd Kd Qh7h2c3d4s"  # one card to each, from the seat left of the button
    teller = Teller("R6", "K", "R10", "K", "K")
    table = Table(GAME.rules, [bot(teller), Says("call", "check", "check", "call", "check")], 1)
    hand = table.play(STACKS, 0, deck)
    assert teller.lines == [
        "P0 HAh,Kd",
        "R6 C BQh,7h,2c K",
        "K BQh,7h,2c,3d K",
        "R10 C BQh,7h,2c,3d,4s K",
        "K OQs,Qd D-16",
    ]
    assert hand.payoffs == (-16, 16)


def test_after_an_all_in_the_bot_checks_to_the_end_on_each_street() -> None:
    teller = Teller("R400", *["K"] * 4)
    table = Table(GAME.rules, [bot(teller), Says("call")], 1)
    hand = table.play(STACKS, 0, "Qs Ah Qd Kd Qh7h2c3d4s")
    assert teller.lines[1:] == [
        "R400 C BQh,7h,2c K",
        "K BQh,7h,2c,3d K",
        "K BQh,7h,2c,3d,4s K",
        "K OQs,Qd D-400",
    ]
    assert hand.payoffs == (-400, 400)
    teller = Teller("C", *["K"] * 4)
    Table(GAME.rules, [Says("raise 400"), bot(teller)], 1).play(STACKS, 0, "Qs Ah Qd Kd Qh7h2c3d4s")
    assert teller.lines == [
        "P1 HQs,Qd R400",
        "C BQh,7h,2c",
        "K K BQh,7h,2c,3d",
        "K K BQh,7h,2c,3d,4s",
        "K K OAh,Kd D400",
    ]


def test_the_end_of_a_round_comes_before_the_bot_has_acted_too() -> None:
    teller = Teller("K")
    Table(GAME.rules, [Says("fold"), bot(teller)], 1).play(STACKS, 0, "Qs Ah Qd Kd Qh7h2c3d4s")
    assert teller.lines == ["P1 HQs,Qd F D1"]


class Says:
    """Takes its actions from a list."""

    name = "says"

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)

    def act(self, seen: Observation, rng: Random) -> Any:
        word, _, amount = self.actions.pop(0).partition(" ")
        return Action(word, int(amount or 0))  # type: ignore[arg-type]


def test_observations_alone_are_enough_to_act() -> None:
    told, seen = Teller(*["C", "K", "K", "K", "K"] * 30), Teller(*["C", "K", "K", "K"] * 30)
    hands = list(hands_played(bot(told), agent("call"), 20))
    list(hands_played(ObservingOnly(bot(seen)), agent("call"), 20))
    assert len(hands) == 20
    turns = [line for line in told.lines if " D" not in line]
    assert [set(re.split("[ ,H]", line)) for line in turns] == [
        set(re.split("[ ,H]", line))
        for line in seen.lines  # an observation's cards are a set
    ]


@pytest.mark.parametrize(
    ("answer", "free", "action"),
    [
        ("K", False, "fold"),
        ("F", True, "check"),
        ("C", True, "check"),
        ("R3", False, "fold"),
        ("R401", False, "fold"),
        ("R", False, "fold"),
        ("R-5", False, "fold"),
        ("", False, "fold"),
        ("nonsense", True, "check"),
    ],
)
def test_an_illegal_answer_counts_as_in_the_competition(
    answer: str, free: bool, action: str
) -> None:
    cursor = HandCursor(HandState.start(GAME.rules, STACKS, button=0, seed=1))
    if free:
        cursor.apply(Action.call())
    guest = bot(Teller(answer))
    assert guest.act(cursor.observation(), Random(1)).kind == action
    assert len(guest.remarks) == 1
    assert f"counts as a {action}" in guest.remarks[0]


def test_the_clock_runs_only_while_the_bot_thinks_and_never_runs_out() -> None:
    lines: list[str] = []

    def ask(line: str) -> str:
        lines.append(line)
        return "C" if len(lines) == 1 else "K"

    guest = bot(ask)
    guest._clock = 0.0
    list(hands_played(guest, agent("call"), 1))
    assert {line.split()[0] for line in lines} == {"T0.001"}
    guest.reset()
    list(hands_played(guest, agent("call"), 1))
    assert "T30.000" in {line.split()[0] for line in lines}


@pytest.mark.parametrize(
    ("rules", "stacks"),
    [
        (Rules(small_blind=1, big_blind=2), (200, 200)),
        (Rules(small_blind=1, big_blind=2), (400, 400, 400)),
        (Rules(small_blind=1, big_blind=2), (400, 300)),
        (Rules(small_blind=50, big_blind=100), (400, 400)),
        (Rules(small_blind=2, big_blind=2), (400, 400)),
        (Rules(small_blind=1, big_blind=2, ante=1), (400, 400)),
        (Rules(small_blind=1, big_blind=2, structure="fixed-limit"), (400, 400)),
    ],
)
def test_another_table_than_that_of_the_skeleton_is_refused(
    rules: Rules, stacks: tuple[int, ...]
) -> None:
    seen = HandCursor(HandState.start(rules, stacks, button=0, seed=1)).observation()
    with pytest.raises(OptionError, match="--stack 400 --blinds 1/2"):
        bot(Teller("C")).act(seen, Random(1))


# --- bots on the skeleton -------------------------------------------------------------------------


@pytest.fixture
def in_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PLAYER.parent)


@pytest.mark.usefixtures("in_its_folder")
def test_a_bot_on_the_skeleton_plays_and_the_same_seed_plays_the_same() -> None:
    def payoffs() -> list[tuple[int, ...]]:
        guest = build_agent(AgentSpec.parse(str(PLAYER)))
        assert isinstance(guest, PokerbotsBot)
        return [hand.payoffs for hand in hands_played(guest, Moody("moody"), 100)]

    first = payoffs()
    assert len(first) == 100
    assert any(first)
    assert payoffs() == first


def test_an_isolated_bot_reads_the_file_beside_it_and_plays_in_the_arena() -> None:
    spec = ArenaSpec(
        agents=(str(PLAYER), "call"), stakes=GAME.rules, stack=GAME.stack, pairs=5, seed=3
    )
    found = run_arena(spec)
    [matchup] = found.matchups
    assert found.hands == 10
    assert [slot.faults for slot in matchup.slots] == [{}, {}]


def test_a_fault_names_the_line_in_the_bot_and_the_next_round_goes_on() -> None:
    calls: list[str] = []

    def run_bot(bot: Any, args: Any) -> None:
        file = run_bot.__globals__["socket"].create_connection(None).makefile("rw")
        while line := file.readline():
            calls.append(line)
            if len(calls) == 1:
                bot()
            file.write("K\n" if " D" in line else "C\n")
            file.flush()

    def fails() -> None:
        raise ValueError("no idea")

    guest = bot(SkeletonLine(run_bot, fails).ask)
    seen = HandCursor(HandState.start(GAME.rules, STACKS, button=0, seed=1)).observation()
    with pytest.raises(ValueError, match="no idea") as caught:
        guest.act(seen, Random(1))
    fault = raised(caught.value)
    assert fault.detail.startswith("test_pokerbots_at_our_tables.py:")
    assert fault.detail.endswith("ValueError: no idea")
    assert "in fails" in fault.trace
    guest.observe(HandStart(0, 0, STACKS, (), 2, 0, 2))
    again = HandCursor(HandState.start(GAME.rules, STACKS, button=0, seed=2), 2).observation()
    assert guest.act(again, Random(1)) == Action.call()


def test_a_bot_that_ends_without_an_answer_is_at_fault() -> None:
    with pytest.raises(ArenaError, match="ended the connection"):
        SkeletonLine(lambda bot, args: None, None).ask("T30.000 P0 HAh,Kd")


def test_a_file_that_lacks_the_runner_is_refused(tmp_path: Path) -> None:
    methods = "".join(
        f"    def {name}(self, *args): pass\n"
        for name in ("get_action", "handle_new_round", "handle_round_over")
    )
    (tmp_path / "lonely.py").write_text(f"class Lonely:\n{methods}")
    with pytest.raises(OptionError, match="does not import run_bot"):
        build_agent(AgentSpec.parse(str(tmp_path / "lonely.py")))


# --- years with other rules -----------------------------------------------------------------------

BOUNTY_RUNNER = """
import socket
from collections import namedtuple
RoundState = namedtuple(
    "RoundState", "button street pips stacks hands bounties deck previous_state"
)
def run_bot(bot, args):
    file = socket.create_connection((args.host, args.port)).makefile("rw")
    state, is_between, result = None, True, 0
    while line := file.readline():
        for clause in line.split():
            if clause[0] == "H":
                state = RoundState(0, 0, [1, 2], [399, 398], clause[1:], None, [], None)
            elif clause[0] == "G" and is_between:
                state = state._replace(bounties=clause[1:])
                bot.handle_new_round(None, state, 0)
                is_between = False
            elif clause[0] == "D":
                result = int(clause[1:])
            elif clause[0] == "Y":
                bot.handle_round_over(None, (result, clause[1:]), 0)
                is_between = True
        answer = "K" if is_between else bot.get_action(None, state, 0)
        print(answer, file=file, flush=True)
"""
BOUNTY_BOT = """
from {module} import RoundState, run_bot
ENDS = []
class Hunter:
    def handle_new_round(self, game, state, active):
        assert state.bounties not in "23456789TJQKA"
    def handle_round_over(self, game, end, active):
        ENDS.append(end)
    def get_action(self, game, state, active):
        return "C" if not ENDS else "F"
"""


def test_a_bot_of_the_year_with_bounties_is_told_of_one_that_nobody_hits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "bounty_runner.py").write_text(BOUNTY_RUNNER)
    (tmp_path / "hunter.py").write_text(BOUNTY_BOT.format(module="bounty_runner"))
    guest = build_agent(AgentSpec.parse(str(tmp_path / "hunter.py")))
    hands = list(hands_played(guest, agent("call"), 4))
    ends = sys.modules["handsight_bot_hunter"].ENDS
    assert [end for end, _ in ends] == [hand.payoffs[0] for hand in hands]
    assert {hits for _, hits in ends} == {"00"}


@pytest.mark.parametrize(
    ("fields", "turn", "difference"),
    [
        ("street auction bids pips hands deck", "get_action", "have auction and bids"),
        ("street pips hands board", "get_action", "have no deck"),
        ("street pips hands deck", "get_actions", "it has no get_action"),
    ],
    ids=["bids", "discards", "three boards"],
)
def test_a_bot_of_a_year_with_other_rules_is_refused(
    tmp_path: Path, fields: str, turn: str, difference: str
) -> None:
    names = f"button stacks previous_state {fields}"
    methods = (turn, "handle_new_round", "handle_round_over")
    (tmp_path / "other.py").write_text(
        "from collections import namedtuple\n"
        f"RoundState = namedtuple('RoundState', '{names}')\n"
        "def run_bot(bot, args): pass\n"
        "class Other:\n" + "".join(f"    def {name}(self, *args): pass\n" for name in methods)
    )
    with pytest.raises(OptionError, match=f"Other was written for a variant.*{difference}"):
        build_agent(AgentSpec.parse(f"{tmp_path / 'other.py'}:Other"))


def test_an_amount_is_not_a_remark_of_its_own() -> None:
    guest = bot(Teller("A17", "A18", "R1"))
    for _ in range(3):
        asked(guest)
    assert len(guest.remarks) == 2


# --- programs over TCP ----------------------------------------------------------------------------


def program(folder: Path, code: str, **options: Any) -> PokerbotsProgram:
    """Write a program that runs some code, and return it as an agent."""
    (folder / "program.py").write_text(code)
    commands = {"build": [], "run": [sys.executable, "program.py"]}
    (folder / "commands.json").write_text(json.dumps(commands))
    return PokerbotsProgram(str(folder), **options)


CALLER = """
import socket, sys
file = socket.create_connection(("localhost", int(sys.argv[1]))).makefile("rw")
while (line := file.readline()) and line != "Q\\n":
    print("K" if " D" in line or " K" in line else "C", file=file, flush=True)
open("ended.txt", "w").write("by itself")
"""


def asked(agent: Agent, number: int = 1) -> Action:
    state = HandState.start(GAME.rules, STACKS, button=0, seed=number)
    action = agent.act(HandCursor(state, number).observation(), Random(1))
    assert isinstance(action, Action)
    return action


def test_the_skeleton_plays_over_tcp_as_its_commands_say() -> None:
    guest = PokerbotsProgram(str(PLAYER.parent))
    hands = list(hands_played(guest, Moody("moody"), 20))
    assert any(hand.payoffs[0] for hand in hands)
    del guest


def test_a_program_is_told_the_end_and_can_end_by_itself(tmp_path: Path) -> None:
    guest = program(tmp_path, CALLER)
    assert asked(guest) == Action.call()
    del guest
    gc.collect()
    assert (tmp_path / "ended.txt").read_text() == "by itself"


def test_a_program_that_fails_is_explained_and_started_again(tmp_path: Path) -> None:
    guest = program(tmp_path, "raise ValueError('no idea')")
    with pytest.raises(ArenaError, match=r"ended with status 1; .* 'ValueError: no idea'"):
        asked(guest)
    (tmp_path / "program.py").write_text(CALLER)
    assert asked(guest, 2) == Action.call()


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("connect().recv(99); input()", "ended the connection"),
        (
            "c = connect(); c.recv(99); import time; time.sleep(60)",
            "did not answer within 0.5 seconds",
        ),
        ("c = connect(); c.sendall(b'x' * 9999); c.recv(9999); c.recv(9)", "4,096 bytes or more"),
    ],
)
def test_programs_that_misbehave_are_at_fault_and_end(
    code: str, fault: str, tmp_path: Path
) -> None:
    start = "import socket, sys\nconnect = lambda: socket.create_connection"
    guest = program(tmp_path, f"{start}(('localhost', int(sys.argv[1])))\n{code}", seconds=0.5)
    with pytest.raises(ArenaError, match=fault):
        asked(guest)
    assert children_of(os.getpid()) == []


def test_a_build_that_fails_is_explained(tmp_path: Path) -> None:
    guest = program(tmp_path, CALLER)
    commands = {"build": [sys.executable, "-c", "exit('no compiler')"], "run": ["./none"]}
    (tmp_path / "commands.json").write_text(json.dumps(commands))
    guest = PokerbotsProgram(str(tmp_path))
    with pytest.raises(ArenaError, match=r"cannot be built: status 1; .* 'no compiler'"):
        asked(guest)


def test_a_command_that_no_system_can_pass_on_is_explained(tmp_path: Path) -> None:
    (tmp_path / "commands.json").write_text('{"run": ["python3", "player\\u0000.py"]}')
    with pytest.raises(ArenaError, match="cannot be started: embedded null byte"):
        asked(PokerbotsProgram(str(tmp_path)))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b'{"run": []}',
        b'{"run": "python3 player.py"}',
        b'{"run": ["python3", "pl\xe4yer.py"]}',
        b'{"run": ["./player"], "by": ' + b"[" * 10000,
    ],
    ids=["empty", "no run", "no words", "a text", "not UTF-8", "deep"],
)
def test_a_folder_without_proper_commands_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"commands\.json.* cannot be read"):
        PokerbotsProgram(str(tmp_path))
    (tmp_path / "commands.json").write_bytes(content)
    with pytest.raises(OptionError, match=r"commands\.json.* is not like"):
        PokerbotsProgram(str(tmp_path))
