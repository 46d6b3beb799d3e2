"""The folder in which an isolated bot works: copies and links, by the paths of its project."""

from pathlib import Path

import pytest

from handsight.agents.projects import BotProject
from handsight.arena.run import run_arena
from handsight.arena.sandbox import confinement
from handsight.arena.sandbox.confinement import can_sandbox, settle_project
from handsight.arena.schedule import ArenaSpec

BOT = """
from pypokerengine.players import BasePokerPlayer
{top}
class Bot(BasePokerPlayer):
    def __init__(self):
        pass
        {init}
    def declare_action(self, valid_actions, hole_card, round_state):
        {turn}
        return valid_actions[1]["action"], valid_actions[1]["amount"]
    def receive_game_start_message(self, *_): pass
    receive_round_start_message = receive_street_start_message = receive_game_start_message
    receive_game_update_message = receive_round_result_message = receive_game_start_message
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of several folders; it is not marked as one."""
    top = tmp_path / "project"
    for folder in ("bots/logs", "bots/rules", "data"):
        (top / folder).mkdir(parents=True)
    (top / "bots" / "config.json").write_text("own")
    (top / "bots" / "logs" / "old.txt").write_text("old")
    (top / "bots" / "rules" / "code.py").write_text("")
    (top / "bots" / "rules" / "data.txt").write_text("data")
    (top / "data" / "words.txt").write_text("words")
    (top / "config.json").write_text("other")
    (top / "bots" / "mine.py").write_text("")
    return top


def settled(project: Path, folder: Path, hidden: tuple[Path, ...] = (), **kind: Path) -> Path:
    found = BotProject.of(project / "bots" / "mine.py", kind.get("root"))
    return settle_project(found, folder, Path("/"), hidden)


def test_small_files_beside_a_bot_are_copied_and_the_rest_is_linked(
    project: Path, tmp_path: Path
) -> None:
    place = settled(project, tmp_path / "work")
    assert place == tmp_path / "work"
    (place / "config.json").write_text("new")
    (place / "logs" / "old.txt").write_text("new")
    (place / "logs" / "new.txt").write_text("new")
    assert (project / "bots" / "config.json").read_text() == "own"
    assert [each.name for each in (project / "bots" / "logs").iterdir()] == ["old.txt"]
    assert (place / "mine.py").is_symlink()
    assert (place / "rules").is_symlink()


def test_files_are_linked_beyond_the_limits(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confinement, "MOST_COPIED", 2)
    place = settled(project, tmp_path / "one")
    assert (place / "config.json").is_symlink()
    assert (place / "logs" / "old.txt").is_symlink()
    monkeypatch.undo()
    monkeypatch.setattr(confinement, "MOST_COPIED_ALL", 4)
    place = settled(project, tmp_path / "all")
    assert not (place / "config.json").is_symlink()
    assert (place / "logs" / "old.txt").is_symlink()
    monkeypatch.undo()
    monkeypatch.setattr(confinement, "MOST_COPIED_ENTRIES", 1)
    place = settled(project, tmp_path / "few")
    assert not (place / "config.json").is_symlink()
    assert (place / "logs").is_symlink()


def test_what_is_hidden_is_not_copied(project: Path, tmp_path: Path) -> None:
    hidden = (project / "bots" / "config.json", project / "bots" / "logs" / "old.txt")
    place = settled(project, tmp_path / "work", hidden)
    assert (place / "config.json").is_symlink()
    assert (place / "logs").is_symlink()


def test_links_are_not_followed(project: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (project / "bots" / "logs" / "link.txt").symlink_to(tmp_path / "secret.txt")
    place = settled(project, tmp_path / "work")
    assert (place / "logs" / "link.txt").is_symlink()


def test_paths_lead_up_and_from_the_root_of_a_named_project(project: Path, tmp_path: Path) -> None:
    place = settled(project, tmp_path / "work", root=project)
    assert place == tmp_path / "work" / "bots"
    for path in ("../data/words.txt", "data/words.txt"):
        assert (place / path).read_text() == "words"
    assert (place / "config.json").read_text() == "own"
    assert (place / "../config.json").read_text() == "other"
    assert (place / "bots" / "config.json").read_text() == "own"


def test_the_current_folder_is_a_root_if_it_is_marked_and_above(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = project / "bots" / "mine.py"
    monkeypatch.chdir(project)
    assert BotProject.of(file).roots == (project / "bots",)
    (project / "README.md").write_text("")
    assert BotProject.of(file).roots == (project / "bots", project)
    monkeypatch.chdir(project / "data")
    assert BotProject.of(file).roots == (project / "bots",)
    monkeypatch.chdir(project / "bots")
    assert BotProject.of(file).roots == (project / "bots",)


# --- in the arena ---------------------------------------------------------------------------------


EMULATOR = {
    "top": "from pypokerengine.api.emulator import Emulator\n"
    "from pypokerengine.utils.game_state_utils import *",
    "init": "self.emulator = Emulator(); self.emulator.set_game_rule(2, 10, 50, 0)",
    "turn": "state = restore_game_state(round_state)\n"
    "        for player in state['table'].seats.players:\n"
    "            state = attach_hole_card_from_deck(state, player.uuid)\n"
    "        self.emulator.apply_action(state, 'call', valid_actions[1]['amount'])\n"
    "        from pypokerengine.utils.card_utils import gen_cards; gen_cards(hole_card)",
}
OPENING = {
    "top": "import json, os\nassert open('config.json').read() == 'own'\n"
    "assert open(os.getcwd() + '/config.json').read() == 'own'",
    "init": "os.makedirs('logs', exist_ok=True); open('logs/new.txt', 'w').write('x')",
    "turn": "open('config.json', 'a').write('x')",
}


@pytest.mark.skipif(not can_sandbox(), reason="bots cannot be isolated here")
@pytest.mark.parametrize("parts", [EMULATOR, OPENING], ids=["emulator", "files"])
def test_bots_in_the_style_of_public_ones_play_without_faults(
    parts: dict[str, str], project: Path
) -> None:
    file = project / "bots" / "mine.py"
    file.write_text(BOT.format(**parts))
    [matchup] = run_arena(ArenaSpec(agents=(f"{file}:Bot", "call"), pairs=2)).matchups
    assert [dict(slot.faults) for slot in matchup.slots] == [{}, {}]
    assert (project / "bots" / "config.json").read_text() == "own"


@pytest.mark.skipif(not can_sandbox(), reason="bots cannot be isolated here")
def test_what_an_isolated_bot_lacks_is_said_once(project: Path) -> None:
    from handsight.errors import OptionError

    file = project / "bots" / "mine.py"
    file.write_text("class Mine:\n    def __init__(self, net):\n        pass\n")
    with pytest.raises(OptionError, match=r"cannot be loaded: '.*' cannot be made: ") as failed:
        run_arena(ArenaSpec(agents=(f"{file}:Mine", "call"), pairs=1))
    assert "OptionError" not in str(failed.value)
    assert "mine.py:Mine:net=VALUE" in str(failed.value)


def test_an_error_while_loading_names_the_line_and_the_project(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from handsight.agents import AgentSpec
    from handsight.errors import OptionError
    from handsight.interop import build_agent

    monkeypatch.chdir(project / "bots")
    file = project / "bots" / "mine.py"
    file.write_text("import json\n\nWORDS = open('data/words.txt')\nclass Mine:\n    pass\n")
    with pytest.raises(
        OptionError, match=r"fails: mine\.py:3: FileNotFoundError.*--path "
    ) as failed:
        build_agent(AgentSpec.parse(f"{file}:Mine"))
    assert str(failed.value).endswith(f"--path {project}")
    file.write_text("class Mine:\n    def __init__(self):\n        {}['x']\n")
    with pytest.raises(OptionError, match=r"cannot be made: mine\.py:3: KeyError"):
        build_agent(AgentSpec.parse(f"{file}:Mine"))
