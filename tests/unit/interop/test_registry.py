"""Platforms by name: ours first, then those that an installed package registers.

The toy of `toy_platform.py` is installed as a package is: a module and its metadata in a folder of
libraries on the search path.
"""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from handsight.agents import AgentSpec
from handsight.arena import ArenaSpec, ArenaStore, SandboxedPlayer, export, resume, run_arena
from handsight.arena.player_factory import can_sandbox
from handsight.errors import OptionError
from handsight.formats import parse_phh, phh_text
from handsight.game import Action, Game, HandCursor, HandsightGame, HandState, Rules
from handsight.interop import BotLoader, build_agent, game_maker, game_names, registry
from tests.unit.cli.running import run

TOY = Path(__file__).with_name("toy_platform.py").read_text("utf-8")
ENTRY_POINTS = """[handsight.games]
toy = toy_platform:ToyGame
absent = nothing_of_this_name:Game
nameless = toy_platform:Nothing
hollow = toy_platform:no_game
careless = toy_platform:careless_game
pypokerengine = toy_platform:ToyGame
handsight = toy_platform:ToyGame
"""
LOADER = """[handsight.bot_loaders]
toy = toy_platform:LOADER
"""
BOT = """from toy_sdk import WORDS


class Cautious:
    def __init__(self, most=100):
        self.most = most

    def decide(self, cards, price):
        return WORDS[0] if price <= self.most else WORDS[1]


def bold():
    return Cautious(most=10_000)


class Undecided:
    pass
"""


def install(folder: Path, entry_points: str, name: str = "toy_platform", text: str = TOY) -> None:
    """Write a package of one module as an installer leaves it."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (folder / f"{name}.py").write_text(text, "utf-8")
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(entry_points)


def installed(entry_points, tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    install(folder, entry_points)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "toy_platform", raising=False)


@pytest.fixture
def toy(tmp_path, monkeypatch):
    installed(f"{ENTRY_POINTS}\n{LOADER}", tmp_path, monkeypatch)
    yield
    sys.modules.pop("toy_platform", None)


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "bots"
    folder.mkdir()
    path = folder / "toy_bot.py"
    path.write_text(BOT, "utf-8")
    return path


def toy_spec(*agents, **fields):
    return ArenaSpec(agents=agents or ("call", "maniac"), rules="toy", **fields)


# --- games by name ------------------------------------------------------------------------------


def test_our_games_come_first_and_then_those_of_others(toy):
    assert game_names() == (
        *("handsight", "pypokerengine"),
        *("absent", "careless", "hollow", "nameless", "toy"),
    )


def test_our_names_are_not_taken_over(toy):
    assert game_maker("handsight") is HandsightGame
    assert type(game_maker("pypokerengine")(Rules(small_blind=5, big_blind=10))).__name__ == (
        "EngineGame"
    )


def test_entry_points_are_read_only_for_what_is_not_ours(monkeypatch, tmp_path):
    def refused(group):
        raise AssertionError(group)

    monkeypatch.setattr(registry, "entry_points", refused)
    for name in ("handsight", "pypokerengine"):
        assert isinstance(game_maker(name)(Rules(small_blind=5, big_blind=10)), Game)
    ours = tmp_path / "ours.py"
    ours.write_text("class Mine:\n    name = 'mine'\n    def act(self, seen, rng): ...\n")
    theirs = Path(__file__).with_name("bot_file.py")
    for name in ("call", f"{ours}:Mine", f"{theirs}:HonestPlayer"):
        build_agent(AgentSpec.parse(name))


def test_our_own_game_is_found_without_importing_another_platform():
    code = (
        "import sys; from handsight.arena import ArenaSpec\n"
        "ArenaSpec(agents=('call', 'fold')).game\n"
        "print([n for n in sys.modules if n.startswith('handsight.interop.')])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert printed.stdout.decode().strip() == "['handsight.interop.registry']"


def test_games_and_loaders_keep_their_protocols(toy):
    assert isinstance(game_maker("toy")(Rules()), Game)
    from toy_platform import LOADER as loader

    assert isinstance(loader, BotLoader)


def test_a_game_refuses_stakes_that_it_cannot_play(toy):
    with pytest.raises(OptionError, match="the toy knows no antes"):
        toy_spec(stakes=Rules(ante=10))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("absent", "'absent' of another package cannot be loaded from nothing_of_this_name:Game: "),
        ("nameless", "'nameless' of another package cannot be loaded from toy_platform:Nothing: "),
        ("hollow", "'hollow' of toy_platform:no_game make Rules, which is not a game"),
        ("careless", "cannot be played with Rules.*: KeyError: 'tables'"),
        ("home", "rules is 'home'; it must be one of handsight, pypokerengine, absent, careless"),
        (7, "rules is 7; it must be one of handsight, "),
    ],
)
def test_what_cannot_be_played_by_is_named(toy, name, said):
    with pytest.raises(OptionError, match=said):
        ArenaSpec(agents=("call", "fold"), rules=name)


# --- an arena by the rules of the toy -----------------------------------------------------------


def test_hands_are_started_judged_and_ended_by_the_game(toy):
    result = run_arena(toy_spec(format="carry", pairs=20, rounds=50))
    assert result.hands < 20 * 2 * 50  # it is over when somebody has lost half
    assert not sum(result.matchups[0].slots[1].faults.values())


def test_what_the_game_takes_as_a_fold_is_counted_as_a_fault(toy, tmp_path):
    wild = tmp_path / "wild.py"
    wild.write_text(
        "from handsight.game import Action\n"
        "class Wild:\n"
        "    name = 'wild'\n"
        "    def act(self, seen, rng):\n"
        "        return Action.raise_to(1)\n"
    )
    spec = toy_spec(f"{wild}:Wild", "call", pairs=5, trust=True)
    slot = run_arena(spec, secret="none").matchups[0].slots[0]
    assert dict(slot.faults) == {"illegal": 10}
    assert slot.statistics.chips < 0


@pytest.mark.exhaustive
def test_a_store_is_resumed_exported_and_the_same_on_any_number_of_workers(toy, tmp_path):
    spec = toy_spec("call", "maniac", "random", pairs=30, block=10, seed=5)
    run_arena(spec, tmp_path / "whole.db")
    run_arena(spec, tmp_path / "workers.db", workers=2)

    def stop(result):
        if result.hands:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(spec, tmp_path / "cut.db", progress=stop)
    assert resume(tmp_path / "cut.db").hands == 180
    whole = export(tmp_path / "whole.db")
    assert whole == export(tmp_path / "workers.db") == export(tmp_path / "cut.db")
    with ArenaStore.read(tmp_path / "whole.db") as store:
        assert store.spec == spec
        texts = [phh_text(hand.record) for hand in store.hands()]
    assert all(text.endswith('_rules = "toy"\n') for text in texts)
    assert not any(" sm -" in text for text in texts)
    assert all(parse_phh(text).platform == "toy" for text in texts)


def test_a_report_of_the_toy_names_its_rules(toy, tmp_path):
    store = tmp_path / "toy.db"
    played = run("arena", "call", "maniac", "--rules", "toy", "--pairs", "5", "--store", str(store))
    assert played.exit_code == 0
    assert "rules of toy" in run("report", str(store)).stdout
    assert "rules of toy" in run("report", str(store), "--markdown").stdout
    assert run("report", str(store), "--json").exit_code == 0
    assert "calls whatever it costs" in run("report", str(store), "--hand", "1").stdout


@pytest.mark.skipif(not can_sandbox(), reason="this system cannot isolate")
def test_isolated_agents_are_shown_the_rules_of_the_toy(toy, tmp_path):
    spec = toy_spec("call", "check-call", pairs=2)
    run_arena(spec, tmp_path / "here.db")
    run_arena(replace(spec, isolate=True), tmp_path / "apart.db")
    assert export(tmp_path / "here.db") == export(tmp_path / "apart.db")


# --- bots of the toy ----------------------------------------------------------------------------


def test_a_bot_of_the_toy_is_an_agent_with_options(toy, bot):
    spec = AgentSpec.parse(f"{bot}:Cautious:most=40")
    agent = build_agent(spec)
    assert agent.name == spec.text
    seen = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7)).observation()
    assert agent.act(seen, Random(1)) == Action.fold()
    assert build_agent(AgentSpec.parse(f"{bot}:bold")).act(seen, Random(1)) == Action.call()
    assert "toy_sdk" not in sys.modules


@pytest.mark.repeats(1)
@pytest.mark.parametrize("rules", ["handsight", "toy"])
@pytest.mark.skipif(not can_sandbox(), reason="this system cannot isolate")
def test_a_bot_of_the_toy_plays_the_same_isolated_and_trusted(toy, bot, rules, tmp_path):
    spec = ArenaSpec(agents=(f"{bot}:Cautious", "min-raise"), rules=rules, pairs=5)
    apart = run_arena(spec, tmp_path / "apart.db", secret="none")
    run_arena(replace(spec, trust=True), tmp_path / "here.db", secret="none")
    assert not sum(apart.matchups[0].slots[0].faults.values())

    def texts(name):
        with ArenaStore.read(tmp_path / name) as store:
            return [phh_text(hand.record) for hand in store.hands()]

    assert texts("apart.db") == texts("here.db")


def test_a_file_that_nobody_knows_is_no_agent(toy, bot):
    with pytest.raises(OptionError, match="makes Undecided, which is not an agent"):
        build_agent(AgentSpec.parse(f"{bot}:Undecided"))


def test_without_the_package_its_bot_says_what_is_missing(bot):
    with pytest.raises(OptionError, match=r"fails: it needs packages .*: pip install toy_sdk"):
        build_agent(AgentSpec.parse(f"{bot}:Cautious"))


@pytest.mark.parametrize(
    ("points_at", "said"),
    [
        (
            "nothing_of_this_name:LOADER",
            "'broken' of another package cannot be loaded from nothing",
        ),
        (
            "toy_platform:no_game",
            "'broken' of toy_platform:no_game is function, which loads no bots",
        ),
    ],
)
def test_a_broken_loader_is_named_and_does_no_harm_to_agents_of_ours(
    tmp_path, monkeypatch, bot, points_at, said
):
    installed(f"[handsight.bot_loaders]\nbroken = {points_at}\n", tmp_path, monkeypatch)
    with pytest.raises(OptionError, match=said):
        build_agent(AgentSpec.parse(f"{bot}:Cautious"))
    bot.write_text("class Mine:\n    name = 'mine'\n    def act(self, seen, rng): ...\n")
    assert build_agent(AgentSpec.parse(f"{bot}:Mine")).name == "mine"


@pytest.mark.skipif(not can_sandbox(), reason="this system cannot isolate")
def test_a_bot_that_cannot_be_loaded_says_why_from_its_own_process(toy, bot):
    with pytest.raises(OptionError, match="Cautious has no option 'courage'; the options are most"):
        SandboxedPlayer(f"{bot}:Cautious:courage=1")
