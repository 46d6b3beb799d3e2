"""Bot files as they are, with PyPokerEngine and without it."""

import sys
from pathlib import Path
from random import Random

import pytest

from handsight.agents import AgentSpec, agent
from handsight.errors import MissingExtraError, OptionError
from handsight.interop import build_agent
from handsight.interop.pypokerengine import (
    EngineBot,
    EngineRules,
    as_pypokerengine_player,
    engine_modules,
    load_bot,
    loading,
    players,
)
from tests.unit.interop.our_table import Table

FILE = Path(__file__).with_name("bot_file.py")
DECK = "AsKs AcKc AdKhQs9s3c"


def loaded() -> set[str]:
    return {name for name in sys.modules if name.partition(".")[0] == "pypokerengine"}


def test_a_bot_file_plays_as_it_is_without_the_package() -> None:
    bots = [load_bot(FILE, "HonestPlayer", called=f"p{seat}", stand_in=True) for seat in range(2)]
    hand = Table(EngineRules(5), bots, 1).play([500, 500], 0, DECK)
    assert hand.is_over
    assert bots[0].player.players == 2
    assert bots[0].player.results[0][0] == "ONEPAIR"


def test_a_bot_file_plays_as_it_is_with_the_package() -> None:
    pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")
    bots = [load_bot(FILE, "HonestPlayer", called=f"p{seat}") for seat in range(2)]
    assert type(bots[0].player).__mro__[1].__module__ == "pypokerengine.players"
    assert Table(EngineRules(5), bots, 1).play([500, 500], 0, DECK).is_over


def test_with_the_package_and_without_it_a_bot_does_the_same() -> None:
    """The stand-in draws from Python's generator as the package does."""
    pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

    def played(stand_in: bool) -> list[object]:
        rng = Random(4)
        bots = [load_bot(FILE, "HonestPlayer", called=f"p{s}", stand_in=stand_in) for s in range(2)]
        table = Table(EngineRules(5), bots, 10, seed=3)
        return [
            table.play([500, 500], 0, rng.sample(range(52), 52), number).moves
            for number in range(1, 11)
        ]

    assert played(True) == played(False)


def test_the_stand_in_is_gone_after_loading() -> None:
    before = loaded()
    load_bot(FILE, "HonestPlayer", stand_in=True)
    assert loaded() == before


def test_the_stand_in_is_gone_after_a_failure() -> None:
    before = loaded()
    with pytest.raises(OptionError, match="no class 'Nobody'"):
        load_bot(FILE, "Nobody", stand_in=True)
    assert loaded() == before


def test_without_the_package_the_stand_in_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "is_installed", lambda: False)
    with engine_modules():
        from pypokerengine.players import BasePokerPlayer
    assert BasePokerPlayer.__module__ == "handsight.interop.pypokerengine.stand_in"


def test_a_function_that_makes_a_bot_will_do() -> None:
    assert load_bot(FILE, "setup_ai", stand_in=True).player.boldness == 0.9


def test_options_become_what_the_defaults_are() -> None:
    player = load_bot(FILE, "HonestPlayer", {"boldness": "0.5", "bluffs": "yes"}).player
    assert (player.boldness, player.bluffs) == (0.5, True)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("HonestPlayer", {"courage": "1"}, "no option 'courage'"),
        ("HonestPlayer", {"boldness": "much"}, "must be a number"),
        ("HonestPlayer", {"bluffs": "often"}, "must be yes or no"),
        ("NoBot", {}, "no declare_action"),
    ],
)
def test_what_cannot_be_made_says_why(name: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load_bot(FILE, name, options)


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="there is no file"):
        load_bot(tmp_path / "bot.py", "MyBot")


def test_an_agent_is_built_from_a_name_a_file_of_theirs_or_one_of_ours(tmp_path: Path) -> None:
    ours = tmp_path / "ours.py"
    ours.write_text(
        "from handsight.game import Action\n"
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def act(self, observation, rng):\n"
        "        return Action.call()\n"
    )
    assert build_agent(AgentSpec.parse("call")).name == "call"
    assert build_agent(AgentSpec.parse(f"{ours}:Mine")).name == "mine"
    text = f"{FILE}:HonestPlayer:boldness=0.5"
    theirs = build_agent(AgentSpec.parse(text))
    assert isinstance(theirs, EngineBot)
    assert theirs.name == text
    assert theirs.player.boldness == 0.5
    assert isinstance(build_agent(AgentSpec.parse(f"{FILE}:setup_ai")), EngineBot)


def test_without_the_package_our_agents_cannot_play_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(players, "import_module", missing)
    with pytest.raises(MissingExtraError, match="pip install pypokerengine"):
        as_pypokerengine_player(agent("call"))


def test_a_module_that_the_stand_in_lacks_needs_the_package(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import json\nfrom pypokerengine.server import message\n")
    with pytest.raises(OptionError, match=r"needs .*\(pypokerengine\): pip install py"):
        load_bot(tmp_path / "mine.py", "Mine", stand_in=True)


def test_what_the_stand_in_defines_is_not_missing(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import absent_thing, pypokerengine.utils.card_utils\n"
        "from pypokerengine.players import BasePokerPlayer\n"
        "from pypokerengine.utils.card_utils import *\n"
        "from pypokerengine.utils import visualize_utils\n"
        "from pypokerengine.engine.card import Card, Nothing\n"
    )
    with pytest.raises(OptionError, match=r"\(absent_thing\): pip install absent_thing$"):
        load_bot(tmp_path / "mine.py", "Mine", stand_in=True)


@pytest.mark.parametrize("folder", ["", "agents"])
def test_a_fork_of_the_engine_in_the_project_adds_modules_to_the_stand_in(
    tmp_path: Path, folder: str
) -> None:
    fork = tmp_path / "pypokerengine" / "utils"
    fork.mkdir(parents=True)
    (fork.parent / "__init__.py").write_text("raise AssertionError('the stand-in comes first')")
    (fork / "chances.py").write_text(
        "from pypokerengine.engine.card import Card\n"
        "def chance(card): return Card.from_str(card).rank / 14\n"
    )
    file = tmp_path / folder / "mine.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        "from pypokerengine.players import BasePokerPlayer\n"
        "from pypokerengine.utils.chances import chance\n"
        "class Mine(BasePokerPlayer):\n"
        "    best = chance('SA')\n"
        "    def declare_action(self, *args): return 'call', 0\n"
    )
    for _ in range(2):
        assert load_bot(file, "Mine", stand_in=True).player.best == 1


def test_the_stand_in_cannot_run_the_engine() -> None:
    with engine_modules(stand_in=True):
        from pypokerengine.api.game import setup_config
    with pytest.raises(MissingExtraError, match="PyPokerEngine itself"):
        setup_config(max_round=1, initial_stack=100, small_blind_amount=5)
