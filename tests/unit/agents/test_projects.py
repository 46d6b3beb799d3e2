"""Bots' files in projects of the layouts in which they are found."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from handsight.agents import AgentSpec, projects
from handsight.agents.projects import BotProject, load_class
from handsight.agents.registry import in_project
from handsight.arena.sandbox import SandboxedPlayer
from handsight.arena.sandbox.confinement import missing_measures, project_entries
from handsight.cli.main import main
from handsight.errors import OptionError
from handsight.interop.registry import build_agent
from tests.bots.table import observations

LINUX = sys.platform.startswith("linux")
BASE = """
class BasePlayer:
    def receive_game_start_message(self, game_info): pass
"""
PLAYER = """
from game.players import BasePlayer
from agents.helpers.choices import choice

class Player(BasePlayer):
    def declare_action(self, valid_actions, hole_card, round_state):
        from game.late import WORD
        return choice(WORD, valid_actions)
"""
CHOICE = """
def choice(word, actions):
    return word, next(each["amount"] for each in actions if each["action"] == word)
"""


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    path, modules = [*sys.path], {*sys.modules}
    yield
    sys.path[:] = path
    for name in {*sys.modules} - modules:
        del sys.modules[name]


def write(folder: Path, **files: str) -> Path:
    """Write Python files named like ``agents_player`` for agents/player.py."""
    for name, text in files.items():
        path = folder / f"{name.replace('_', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course's project: the engine in ``game``, the bots in ``agents``, run from its root."""
    return write(
        tmp_path / "course",
        game_players=BASE,
        game_late="WORD = 'call'",
        agents_helpers_choices=CHOICE,
        agents_mine=PLAYER,
    )


def test_the_root_of_a_project_is_where_its_imports_work(course: Path) -> None:
    project = BotProject.of(course / "agents" / "mine.py")
    assert project.roots == (course / "agents", course)
    assert project.missing == ()
    assert {file.name for file in project.files} == {
        *("mine.py", "players.py", "choices.py", "late.py")
    }


def test_a_bot_of_a_course_loads_and_imports_late(course: Path) -> None:
    made = load_class(course / "agents" / "mine.py", "Player")()
    actions = [{"action": "call", "amount": 10}]
    assert made.declare_action(actions, [], {}) == ("call", 10)


def test_a_bot_of_a_course_plays_behind_walls(course: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    player = SandboxedPlayer(f"{course / 'agents' / 'mine.py'}:Player")
    try:
        answer = player.act(next(observations()))
    finally:
        player.close()
    assert answer.fault is None
    assert answer.action.kind == "call"


def test_projects_with_the_same_names_do_not_meet(course: Path, tmp_path: Path) -> None:
    other = write(
        tmp_path / "other",
        game_players=BASE,
        game_late="WORD = 'fold'",
        agents_helpers_choices=CHOICE,
        agents_mine=PLAYER,
    )
    actions = [{"action": word, "amount": 0} for word in ("call", "fold")]
    said = []
    for root in (course, other, course):
        made = load_class(root / "agents" / "mine.py", "Player")()
        said.append(made.declare_action(actions, [], {})[0])
    assert said == ["call", "fold", "call"]


def test_relative_imports_make_the_file_a_module_of_its_package(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        bots_common_base="class Base: level = 2",
        bots_strong_player="from ..common.base import Base\nclass Player(Base): pass",
    )
    file = root / "bots" / "strong" / "player.py"
    assert BotProject.of(file).module == "bots.strong.player"
    assert load_class(file, "Player").level == 2


def test_a_package_with_init_files_is_taken_whole(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        lab_bots_names="NAME = 'x'",
        lab_bots_player="from .names import NAME\nclass Player: name = NAME",
    )
    for folder in (root / "lab", root / "lab" / "bots"):
        (folder / "__init__.py").touch()
    project = BotProject.of(root / "lab" / "bots" / "player.py")
    assert (project.roots, project.module) == ((root,), "lab.bots.player")
    assert load_class(project.file, "Player").name == "x"


def test_what_is_installed_is_not_searched_for_above(tmp_path: Path) -> None:
    root = write(tmp_path, numpy_other="", bots_player="import numpy\nclass Player: n = numpy")
    assert BotProject.of(root / "bots" / "player.py").roots == (root / "bots",)
    assert load_class(root / "bots" / "player.py", "Player").n.__name__ == "numpy"


def test_missing_packages_are_named_at_once(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        player="import helper\nclass Player: pass",
        helper="import sklearn_of_nobody.tree\nimport cv2_of_nobody\n",
    )
    with pytest.raises(
        OptionError,
        match=r"not installed \(cv2_of_nobody, sklearn_of_nobody\): "
        r"pip install cv2_of_nobody sklearn_of_nobody$",
    ):
        load_class(root / "player.py", "Player")


@pytest.mark.parametrize("name", ["equity.cpython-38-x86_64-linux-gnu.so", "equity.cp312.pyd"])
def test_a_module_compiled_for_another_python_is_named(tmp_path: Path, name: str) -> None:
    root = write(tmp_path, player="from equity import share\nclass Player: pass")
    (root / name).write_bytes(b"compiled elsewhere")
    with pytest.raises(OptionError, match=rf"it needs {name}, .* another version of Python") as why:
        load_class(root / "player.py", "Player")
    assert "pip" not in str(why.value)


def test_packages_are_installed_by_the_names_that_pip_knows(tmp_path: Path) -> None:
    project = BotProject(tmp_path / "a.py", (tmp_path,), "", (), ("cv2", "sklearn", "torch"))
    assert project.install_command == "pip install opencv-python scikit-learn torch"


@pytest.mark.parametrize(
    "text",
    ["print 'hello'", "try:\n    pass\nexcept ValueError, e:\n    pass", "x = 0777", "exec 'x'"],
)
def test_sources_of_python_2_are_told_as_such(tmp_path: Path, text: str) -> None:
    write(tmp_path, player=text)
    with pytest.raises(OptionError, match="seems to be written for Python 2"):
        load_class(tmp_path / "player.py", "Player")


def test_other_errors_of_syntax_are_not_blamed_on_python_2(tmp_path: Path) -> None:
    write(tmp_path, player="class :")
    with pytest.raises(OptionError, match=r"fails: SyntaxError: invalid syntax"):
        load_class(tmp_path / "player.py", "Player")


@pytest.mark.exhaustive
def test_weights_beside_the_file_are_read_behind_walls(tmp_path: Path, monkeypatch) -> None:
    reader = """
class Player:
    name = "reader"
    def __init__(self):
        self.word = open("weights/word.txt").read()
    def act(self, observation, rng):
        open("log.txt", "w").write("played")
        return self.word
"""
    root = write(tmp_path / "project", player=reader)
    (root / "weights").mkdir()
    (root / "weights" / "word.txt").write_text("call")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    player = SandboxedPlayer(f"{root / 'player.py'}:Player")
    try:
        answer = player.act(next(observations()))
    finally:
        player.close()
    assert (answer.fault, answer.action.kind) == (None, "call")
    assert sorted(each.name for each in root.iterdir()) == ["player.py", "weights"]


def test_options_reach_constructors(tmp_path: Path) -> None:
    text = """
class Player:
    def __init__(self, depth=1): self.depth = depth
    def declare_action(self, valid_actions, hole_card, round_state): return "call", 0
"""
    write(tmp_path, player=text)
    agent = build_agent(AgentSpec.parse(f"{tmp_path / 'player.py'}:Player:depth=3"))
    assert agent.player.depth == 3


def test_a_folder_of_many_things_is_open_only_as_far_as_it_is_imported(
    course: Path, monkeypatch
) -> None:
    monkeypatch.setenv("HOME", str(course))
    (course / "letters").mkdir()
    (course / "letter.txt").write_text("private")
    entries = {each.name for each in project_entries(BotProject.of(course / "agents" / "mine.py"))}
    assert {"game", "helpers", "mine.py"} <= entries
    assert not {"letters", "letter.txt"} & entries


def opened(bot: Path, below: Path) -> set[str]:
    return {entry.relative_to(below).as_posix() for entry in project_entries(BotProject.of(bot))}


@pytest.mark.parametrize("line", ["from . import x", "import mine.x", "import x, mine, other"])
def test_other_projects_beside_a_bots_own_stay_closed(tmp_path: Path, line: str) -> None:
    root = write(tmp_path / "projects", mine_bot=line, mine_x="", other_diary="")
    for private in ("letter.txt", "mine/.env"):
        (root / private).write_text("private")
    assert opened(root / "mine" / "bot.py", root) == {"mine/bot.py", "mine/x.py"}


def test_all_of_a_marked_project_is_open_but_what_is_hidden(course: Path) -> None:
    bot = course / "agents" / "mine.py"
    for name in ("data.txt", ".env", "agents/.env"):
        (course / name).write_text("?")
    assert opened(bot, course) == {"game", "agents/helpers", "agents/mine.py"}
    (course / "README.md").touch()
    more = {"README.md", "data.txt"}
    assert opened(bot, course) == {"game", "agents/helpers", "agents/mine.py", *more}


def test_folders_between_a_bot_and_the_root_of_its_project_are_listed_singly(
    tmp_path: Path,
) -> None:
    root = write(tmp_path / "course", game_base="", bots_good_mine="import game.base")
    (root / "bots" / ".env").write_text("private")
    (root / "bots" / "names.txt").write_text("")
    bot = root / "bots" / "good" / "mine.py"
    assert BotProject.of(bot).folders == [bot.parent, root, root / "bots"]
    (root / "setup.py").touch()
    assert opened(bot, root) == {"game", "setup.py", "bots/names.txt", "bots/good/mine.py"}


@pytest.mark.parametrize("line", ["import other.diary", "from ..other import diary"])
def test_imports_do_not_lead_out_of_a_repository(tmp_path: Path, line: str) -> None:
    root = write(tmp_path / "projects", mine_bot=line, other_diary="")
    (root / "mine" / ".git").mkdir()
    assert opened(root / "mine" / "bot.py", root) == {"mine/bot.py"}


@pytest.mark.parametrize(
    "line", [f"import {'q' * 300}", f"import bot.{'q' * 300}", f"from {'.' * 50}x import y"]
)
def test_imports_of_nothing_are_errors_of_the_bot(tmp_path: Path, line: str) -> None:
    write(tmp_path, player="import helper\nclass Player: pass", helper=line)
    with pytest.raises(OptionError, match=r"player.py' (fails|needs)"):
        load_class(tmp_path / "player.py", "Player")


def test_a_bot_may_change_the_path_and_the_modules(tmp_path: Path) -> None:
    odd = """
import sys
class Odd:
    def __getattr__(self, name): raise RuntimeError(name)
sys.modules.update(odd_of_nobody=Odd(), none_of_nobody=None)
del sys.path[0]
class Player: pass
"""
    write(tmp_path, player=odd)
    assert load_class(tmp_path / "player.py", "Player").__name__ == "Player"


def test_behind_walls_a_bot_reads_its_marked_project_and_not_its_neighbours(
    course: Path, tmp_path: Path, monkeypatch
) -> None:
    reader = """
from game.players import BasePlayer
from agents.helpers import choices
class Player(BasePlayer):
    name = "reader"
    def act(self, seen, rng):
        words = []
        for path in ("data.txt", "agents/words.txt", "ROOT/agents/.env", "ROOT/../letter.txt"):
            try:
                words.append(open(path).read())
            except OSError as error:
                words.append(type(error).__name__)
        raise LookupError(" ".join(words))
"""
    write(course, agents_mine=reader.replace("ROOT", str(course)))
    for name in ("README", "data.txt", "agents/words.txt", "agents/.env", "../letter.txt"):
        (course / name).write_text("read")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    player = SandboxedPlayer(f"{course / 'agents' / 'mine.py'}:Player")
    try:
        fault = player.act(next(observations())).fault
    finally:
        player.close()
    assert fault is not None
    closed = (
        "read read"
        if not LINUX or "landlock" in missing_measures()
        else "PermissionError PermissionError"
    )
    assert fault.detail.endswith(f"read read {closed}")


def test_a_file_is_read_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import json\n")
    read: list[bytes] = []
    parse = projects.ast.parse
    monkeypatch.setattr(projects.ast, "parse", lambda text: read.append(text) or parse(text))
    assert [BotProject.of(bot).missing for _ in range(3)] == [()] * 3
    assert len(read) == 1
    bot.write_text("import no_such_package\n")
    assert BotProject.of(bot).missing == ("no_such_package",)


def test_something_that_is_no_module_in_the_place_of_one_is_a_stand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "no_such_package", object())  # type: ignore[arg-type]
    bot = tmp_path / "bot.py"
    bot.write_text("import no_such_package\n")
    assert BotProject.of(bot).missing == ()


# --- a root that the user names -------------------------------------------------------------------

HIDDEN_IMPORT = """
from importlib import import_module
from pathlib import Path

WORDS = import_module("words")
TABLE = Path(WORDS.__file__).with_name("table.txt").read_text()

class Player:
    name = "player"
    def act(self, observation, rng):
        return WORDS.WORD if TABLE == "ready" else "fold"
"""


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """A project whose bot lies far below, and names what it imports only when it runs."""
    root = write(tmp_path / "deep", words="WORD = 'call'", a_b_c_d_e_f_g_h_mine=HIDDEN_IMPORT)
    (root / "table.txt").write_text("ready")
    return root


def test_a_root_is_named_for_what_no_import_tells(deep: Path) -> None:
    bot = deep / "a" / "b" / "c" / "d" / "e" / "f" / "g" / "h" / "mine.py"
    with pytest.raises(OptionError, match="No module named 'words'"):
        build_agent(AgentSpec.parse(f"{bot}:Player"))
    text = in_project(f"{bot}:Player", deep)
    spec = AgentSpec.parse(text)
    assert (spec.root, spec.file) == (deep, bot)
    assert build_agent(spec).act(next(observations()), Random(1)) == "call"
    player = SandboxedPlayer(text)
    try:
        assert str(player.act(next(observations())).action) == "call"
    finally:
        player.close()


def test_an_arena_keeps_the_root(deep: Path, tmp_path: Path) -> None:
    bot = deep / "a" / "b" / "c" / "d" / "e" / "f" / "g" / "h" / "mine.py"
    store = tmp_path / "arena.db"
    words = ("arena", str(bot), "call", "--pairs", "4")
    assert "No module named 'words'; where its project" in CliRunner().invoke(main, words).output
    shown = CliRunner().invoke(main, [*words, "--path", str(deep), "--store", str(store)])
    assert shown.exit_code == 0, shown.output
    assert "deep/./a/b" in shown.output
    assert CliRunner().invoke(main, ["arena", "--resume", str(store)]).exit_code == 0


def test_a_root_that_is_not_above_the_file_is_refused(deep: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(HIDDEN_IMPORT)
    with pytest.raises(OptionError, match=r"is not in .*deep', so it is"):
        in_project(str(tmp_path / "bot.py"), deep)
    (deep / "link.py").symlink_to(tmp_path / "bot.py")
    with pytest.raises(OptionError, match="is a link that leads out of"):
        build_agent(AgentSpec.parse(f"{deep}/./link.py:Player"))


def test_what_is_installed_does_not_hide_the_modules_of_a_named_root(tmp_path: Path) -> None:
    root = write(tmp_path, click="WORD = 'ours'", bots_mine="import click\nclass Player: pass")
    file = root / "bots" / "mine.py"
    before = sys.modules.pop("click")
    try:
        assert load_class(file, "Player", root).__init__ is object.__init__
        assert sys.modules["click"].WORD == "ours"
    finally:
        sys.modules["click"] = before


# --- what is advised to be installed --------------------------------------------------------------

LAZY = """
import absent_package
import helper_elsewhere

try:
    import absent_extra
except ImportError:
    absent_extra = None

if False:
    import absent_types


class Bot:
    name = "lazy"

    def act(self, seen, rng):
        import absent_within

        return seen.legal
"""


def test_only_what_the_file_needs_at_once_and_is_not_of_its_project_is_advised(
    tmp_path: Path,
) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "helper_elsewhere.py").write_text("VALUE = 1", "utf-8")
    file = tmp_path / "bot.py"
    file.write_text(LAZY, "utf-8")
    project = BotProject.of(file)
    assert project.missing == ("absent_package",)
    assert project.install_command == "pip install absent_package"
