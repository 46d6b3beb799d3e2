"""Bots that cheat learn nothing, reach nothing, and leave nothing behind.

Each channel and each attack is tried twice: by a bot behind the walls, where it must fail, and by
the same bot without them, where it must succeed, so that the check is known to be able to fail.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest

from handsight.agents import agent
from handsight.arena.players import InProcessPlayer, Player
from handsight.arena.sandbox import Limits, SandboxedPlayer, missing_measures
from tests.bots.table import BOTS, observations

pytestmark = [
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="other systems have none of these walls"
    ),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

PATIENT = Limits(decision=30, free=30, rehearsal=0)
MISSING = missing_measures() if sys.platform.startswith("linux") else ()
NEEDS = {
    "landlock": pytest.mark.skipif("landlock" in MISSING, reason="this kernel has no Landlock"),
    "seccomp": pytest.mark.skipif("seccomp" in MISSING, reason="libseccomp is missing"),
    "namespaces": pytest.mark.skipif(
        "namespaces" in MISSING, reason="this system forbids namespaces"
    ),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder of one's own with the bots that cheat, and a file of data."""
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copy(BOTS / "cheats.py", folder)
    (folder / "data.txt").write_text("1, 2, 3")
    return folder


def bot(project: Path, name: str, options: str = "") -> str:
    return f"{project / 'cheats.py'}:{name}" + (f":{options}" if options else "")


# --- from leg to leg ------------------------------------------------------------------------------


def kind_of_decision(player: Player) -> str:
    """Let a player begin a match and decide once."""
    player.reset()
    player.begin(1)
    answer = player.act(next(observations()))
    return answer.action.kind if answer.action else str(answer.fault)


def kinds_behind_walls(name: str) -> list[str]:
    """Give what a bot decides in two legs."""
    player = SandboxedPlayer(name, PATIENT)
    kinds = [kind_of_decision(player) for _ in range(2)]
    player.close()
    return kinds


def kinds_without_walls(name: str) -> list[str]:
    """Give the same of legs that are forked, without more ado, from a process that loaded it."""
    player = InProcessPlayer(agent(name))
    return [forked(player) for _ in range(2)]


def forked(player: Player) -> str:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writer, kind_of_decision(player).encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as said:
        return said.read(16).decode()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


CHANNELS = {
    "SharedMapping": (),
    "PlainFile": ("landlock", "namespaces"),
    "FileInFolder": ("landlock", "namespaces"),
    "FileForTheTime": (),
    "FileAtHome": (),
    "NameOnly": ("landlock", "namespaces"),
    "FileTime": ("seccomp", "namespaces"),
    "AccessTime": ("namespaces",),
    "FileMode": ("seccomp", "namespaces"),
    "Attribute": ("seccomp", "namespaces"),
    "LinkCount": ("seccomp", "namespaces", "landlock"),
    "PosixMemory": ("landlock", "namespaces"),
    "Daemon": (),
}
"""The channels, and the walls of which one is needed."""


OFTEN = ("PlainFile", "FileTime", "SharedMapping", "PosixMemory", "Daemon")
"""One channel of each sort; the others are tried on demand."""


def is_open(walls: tuple[str, ...]) -> bool:
    """Tell whether all walls are missing that would close a channel."""
    return bool(walls) and set(walls) <= set(MISSING)


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=[
                pytest.mark.skipif(is_open(walls), reason=f"no {walls}"),
                *([] if name in OFTEN else [pytest.mark.exhaustive]),
            ],
        )
        for name, walls in CHANNELS.items()
    ],
)
def test_no_channel_leads_from_leg_to_leg(
    name: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = prepared(name, project, monkeypatch)
    assert kinds_behind_walls(bot(project, name, place)) == ["call", "call"]
    place = prepared(name, project, monkeypatch)
    try:
        kinds = kinds_without_walls(bot(project, name, place))
        if kinds[1] == "call" and name == "Daemon":  # it takes a moment to start
            kinds[1] = awaited(bot(project, name, place))
    finally:
        tidied(name, place)
    if name == "AccessTime" and os.statvfs(project).f_flag & os.ST_NOATIME:
        return  # nobody notes down here when a file was read
    assert kinds == ["call", "raise"]


def awaited(name: str) -> str:
    player = InProcessPlayer(agent(name))
    for _ in range(100):
        time.sleep(0.1)
        if forked(player) == "raise":
            return "raise"
    return "call"


def prepared(name: str, project: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the options of a bot, and a place as it finds it at first."""
    for each in ("home", "temporary", "elsewhere"):
        shutil.rmtree(project.parent / each, ignore_errors=True)
        (project.parent / each).mkdir()
    monkeypatch.setenv("HOME", str(project.parent / "home"))
    monkeypatch.setenv("TMPDIR", str(project.parent / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.chdir(project.parent / "elsewhere")
    data = project / "data.txt"
    os.utime(data, (10**9, 10**9 + 1))  # read before it was written: the next time is noted down
    if name in ("FileInFolder", "FileForTheTime", "FileAtHome", "SharedMapping"):
        return ""
    if name in ("PlainFile", "NameOnly"):
        return f"place={project}"
    if name == "Daemon":
        return f"place={free_port()}"
    return f"place=handsight-{os.getpid()}" if name == "PosixMemory" else f"place={data}"


def tidied(name: str, place: str) -> None:
    """Take away what a bot without walls has left behind."""
    if name == "PosixMemory":
        Path("/dev/shm", place.removeprefix("place=")).unlink(missing_ok=True)
    if name == "Daemon":
        port = place.removeprefix("place=")
        for process in running(port):
            os.kill(process, 9)


def running(*words: str) -> list[int]:
    """List the living processes with these words on their command lines."""
    lines = {each.pid: each.info["cmdline"] or () for each in psutil.process_iter(["cmdline"])}
    return [
        process
        for process, line in lines.items()
        if process != os.getpid() and all(any(word in part for part in line) for word in words)
    ]


# --- attacks --------------------------------------------------------------------------------------


@pytest.fixture
def victim() -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process.pid
        assert process.poll() is None
        process.kill()


def outcomes(name: str, hidden: tuple[Path, ...]) -> dict[str, str]:
    """Give what came of each attack behind the walls."""
    from tests.bots.cheats import ATTACKS

    player = SandboxedPlayer(name, PATIENT, hidden=hidden)
    found = {}
    for _ in ATTACKS:
        fault = player.act(next(observations())).fault
        assert fault is not None
        attack, _, outcome = fault.detail.rpartition("LookupError: ")[2].rpartition(" ")
        found[attack] = outcome
    player.close()
    assert list(found) == list(ATTACKS)
    return found


OF_OTHERS = {"mq_open", "secret", "link to secret", "write secret"}
"""Attacks that a wall other than the filter of calls refuses too, each with its own error."""

HARD = {"bpf", "perf_event_open", "mount", "process_vm_readv", "ptrace", "kcmp", "personality"} | {
    *("userfaultfd", "fanotify", "io_uring_setup", "rt_sigqueueinfo", "pidfd_getfd", "mq_open"),
    *("keyctl", "unshare", "tcp6"),
}
"""Attacks that not every system and every user can do without walls either."""


@NEEDS["seccomp"]
@NEEDS["landlock"]
def test_every_attack_is_refused(project: Path, victim: int) -> None:
    secret = project / "arena.db"
    secret.write_text("the seed")
    (project / "arena.db-wal").write_text("the seed too")
    options = f"victim={victim},secret={secret}"
    found = outcomes(bot(project, "Attacker", options), hidden=(secret,))
    assert found.pop("done with it") == "done"
    allowed = {"EPERM", "ESRCH", "EACCES", "EROFS"}
    assert {name: outcome for name, outcome in found.items() if outcome not in allowed} == {}
    of_calls = {name for name in found if name not in OF_OTHERS | {"signal"}}
    assert {found[name] for name in of_calls} == {"EPERM"}


def test_without_walls_the_attacks_succeed(
    project: Path, victim: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.bots import cheats
    from tests.bots.cheats import ATTACKS, outcome_of

    monkeypatch.setattr(cheats, "HERE", project / "cheats.py")
    secret = project / "arena.db"
    secret.write_text("the seed")
    for name, attack in ATTACKS.items():
        if name not in HARD:
            reader, writer = os.pipe()
            child = os.fork()
            if not child:
                os.write(writer, outcome_of(attack, victim, str(secret)).encode())
                os._exit(0)
            os.waitpid(child, 0)
            os.close(writer)
            with os.fdopen(reader, "rb") as said:
                assert (name, said.read(16).decode()) == (name, "done")


PLACES = [
    f"{folder}arena.db{suffix}"
    for folder in ("", "deeper/still/")
    for suffix in ("", "-wal", "-shm", "-journal")
]


@NEEDS["landlock"]
@pytest.mark.repeats(1)
@pytest.mark.parametrize("place", PLACES)
def test_what_is_hidden_cannot_be_opened_wherever_it_lies_in_the_project(
    place: str, project: Path
) -> None:
    beside = project / place
    beside.parent.mkdir(parents=True, exist_ok=True)
    hidden = beside.with_name("arena.db")
    beside.write_text("the seed")
    open_to_all = hidden.with_name("weights.txt")
    open_to_all.write_text("0.5")
    (project / "reader.py").write_text(READER)
    assert read(project, beside, open_to_all, hidden=[hidden]) == ["PermissionError", "0.5"]


@NEEDS["landlock"]
def test_of_other_folders_a_bot_reads_nothing(project: Path) -> None:
    (project / "reader.py").write_text(READER)
    other = project.parent / "other"
    other.mkdir()
    (other / "bot.py").write_text("secret")
    (project / ".env").write_text("secret")
    (project / "link").symlink_to(other / "bot.py")
    paths = (other / "bot.py", project / ".env", project / "link", Path("/etc/passwd"))
    texts = read(project, *paths, project / "data.txt")
    assert texts == ["PermissionError"] * len(paths) + ["1, 2, 3"]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("started_in", [".", "project", "project/other", "elsewhere"])
def test_a_file_beside_the_bot_is_found_wherever_the_arena_is_started(
    started_in: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "reader.py").write_text(READER)
    (project / "weights").mkdir()
    (project / "weights" / "word.txt").write_text("0.5")
    folder = project.parent / started_in
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    paths = [Path("data.txt"), Path("weights/word.txt"), project / "data.txt"]
    assert read(project, *paths) == ["1, 2, 3", "0.5", "1, 2, 3"]
    if started_in == ".":  # as one who starts the bot there may name it, too
        assert read(project, Path("project/data.txt")) == ["1, 2, 3"]


READER = """
from pathlib import Path
class Reader:
    name = "reader"
    def __init__(self, paths=""):
        self.paths = [Path(path) for path in paths.split("|")]
    def act(self, seen, rng):
        try:
            text = self.paths.pop(0).read_text()
        except OSError as error:
            text = type(error).__name__
        raise LookupError(text)
"""


def read(project: Path, *paths: Path, hidden: Sequence[Path] = ()) -> list[str]:
    """Let a bot read files, one at each decision."""
    name = f"{project / 'reader.py'}:Reader:paths={'|'.join(map(str, paths))}"
    player = SandboxedPlayer(name, PATIENT, hidden=hidden)
    faults = [player.act(next(observations())).fault for _ in paths]
    player.close()
    return [fault.detail.rpartition("LookupError: ")[2] for fault in faults if fault]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("how", ["folder", "finder"])
def test_a_library_that_is_installed_in_editable_form_is_there_and_its_project_is_not(
    how: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = project.parent / "another" / "src"
    (sources / "handsight_tricks").mkdir(parents=True)
    (sources / "handsight_tricks" / "__init__.py").write_text("WORD = 'found'")
    (sources / "diary.txt").write_text("secret")
    (sources.parent / "diary.txt").write_text("secret")
    installed = project.parent / "site-packages" / "handsight_tricks-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Name: handsight_tricks\nVersion: 1\n")
    (installed / "direct_url.json").write_text(
        json.dumps({"url": sources.parent.as_uri(), "dir_info": {"editable": True}})
    )
    if how == "folder":
        (installed.parent / "tricks.pth").write_text(f"import sys\n\n{sources}\n")
        (installed / "RECORD").write_text("tricks.pth,,\n")
    else:
        (installed / "top_level.txt").write_text("handsight_tricks\nhandsight_tricks.not_there\n")
    for folder in (sources, installed.parent):
        monkeypatch.syspath_prepend(folder)
    (project / "reader.py").write_text(f"from handsight_tricks import WORD\n{READER}")
    diaries = (sources / "diary.txt", sources.parent / "diary.txt")
    first, *others = read(project, project / "data.txt", *diaries)
    assert first == "1, 2, 3"
    if "landlock" not in MISSING:
        assert others == ["PermissionError"] * 2


# --- kernels --------------------------------------------------------------------------------------

USES_KERNELS = """
from handsight.game import Action
class Uses:
    name = "uses"
    def act(self, seen, rng):
        import numba
        from handsight.kernels.compiler import cache_folder, kernel
        from handsight.odds import hand_strength
        @kernel
        def add(a):
            return a + 1
        @numba.njit(cache=True)
        def twice(a):
            return 2 * a
        if add(1) != 2 or twice(2) != 4:
            raise ValueError("wrong")
        if seen.board:
            hand_strength(seen.hole, seen.board)
        try:
            (cache_folder() / "planted").write_text("x")
        except OSError as error:
            return Action.call()
        raise ValueError("could write into the cache")
"""


@NEEDS["landlock"]
def test_kernels_are_loaded_and_compiled_but_none_is_kept(project: Path) -> None:
    from handsight.kernels.compiler import cache_folder

    (project / "uses.py").write_text(USES_KERNELS)
    player = SandboxedPlayer(f"{project / 'uses.py'}:Uses", PATIENT)
    for seen in observations():
        assert player.act(seen).fault is None
    player.close()
    kept = [path.name for path in cache_folder().rglob("*")]  # other tests compile meanwhile
    assert not [name for name in kept if name.startswith(("uses.", "planted"))]


@pytest.mark.exhaustive
def test_kernels_of_a_rehearsal_are_loaded_before_the_first_leg(project: Path) -> None:
    (project / "uses.py").write_text(USES_KERNELS)
    player = SandboxedPlayer(
        f"{project / 'uses.py'}:Uses", Limits(decision=60, free=60, rehearsal=60)
    )
    told = player._kernels.decode().split(";")
    player.close()
    assert told[0] == "numba"
    assert any(line.startswith("handsight.kernels.") for line in told)


# --- ends -----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_hundreds_of_processes_end_with_their_leg(project: Path) -> None:
    player = SandboxedPlayer(
        bot(project, "StartsHundreds"), Limits(decision=60, free=60, rehearsal=0)
    )
    for _ in range(2):
        assert kind_of_decision(player) == "call"
    player.reset()
    assert running("-S", "time.sleep(3600)", "setsid") == []
    player.close()


# --- the network, and what is said ----------------------------------------------------------------


def test_the_network_is_there_for_those_that_are_given_it(project: Path, victim: int) -> None:
    from tests.bots.cheats import ATTACKS

    found = {}
    for network in (False, True):
        options = f"victim={victim}"
        player = SandboxedPlayer(bot(project, "Attacker", options), PATIENT, network=network)
        details = [player.act(next(observations())).fault for _ in ATTACKS]
        player.close()
        found[network] = [each.detail.rpartition("LookupError: ")[2] for each in details if each]
    assert "tcp done" in found[True]
    assert "udp done" in found[True]
    assert "unix done" not in found[True]
    if "seccomp" not in MISSING:
        assert "tcp EPERM" in found[False]


def test_what_a_system_cannot_do_is_said_before_bots_play(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from handsight.arena import ArenaSpec, sandbox
    from handsight.cli.agents.arena import _say_what_is_missing

    monkeypatch.setattr(sandbox, "missing_measures", lambda network: ("landlock",))
    _say_what_is_missing(ArenaSpec(agents=("call", "fold")))
    assert capsys.readouterr().err == ""
    _say_what_is_missing(ArenaSpec(agents=("call", bot(project, "PlainFile"))))
    said = capsys.readouterr().err
    assert said == "this system has no landlock: a bot can read the files that you can read\n"
    monkeypatch.setattr(sandbox, "missing_measures", lambda network: ("namespaces",))
    _say_what_is_missing(ArenaSpec(agents=("call", bot(project, "PlainFile"))))
    said = " ".join(capsys.readouterr().err.split())
    assert said.endswith("end with its match only as far as they can be found")


def test_a_player_knows_what_its_system_lacks(project: Path) -> None:
    player = SandboxedPlayer(bot(project, "PlainFile"), PATIENT)
    player.close()
    assert player.missing == MISSING
    expected = os.environ.get("HANDSIGHT_TEST_LACKS")
    if expected is not None:  # this is a system that is made to lack something
        assert ",".join(MISSING) == expected


# --- where a bot lies -----------------------------------------------------------------------------


def test_a_bot_may_be_named_as_seen_from_here(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "reader.py").write_text(READER)
    monkeypatch.chdir(project.parent)
    player = SandboxedPlayer("project/reader.py:Reader:paths=project/data.txt", PATIENT)
    fault = player.act(next(observations())).fault
    player.close()
    assert fault is not None
    assert fault.detail.endswith("LookupError: 1, 2, 3")


@pytest.mark.exhaustive
def test_of_a_folder_of_all_sorts_only_python_files_are_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(project))
    (project / "reader.py").write_text(READER)
    (project / "neighbour.py").write_text("x = 1")
    data, neighbour = read(project, project / "data.txt", project / "neighbour.py")
    if "landlock" not in MISSING:
        assert data == "PermissionError"
    assert neighbour == "x = 1"


# --- what may be listed ---------------------------------------------------------------------------


def test_no_type_of_an_argument_is_evaluated() -> None:
    from handsight.arena.sandbox.kernels import load_kernels

    lines = (
        "handsight.kernels.odds.showdowns count_outcomes (__import__('os'))",
        "handsight.kernels.odds.showdowns os (int64)",
        "handsight.__main__ run ()",
        "handsight.kernels.odds.showdowns count_outcomes ((int64)",
        "handsight.kernels.odds.showdowns count_outcomes int64",
        "os system (int64)",
    )
    assert load_kernels(";".join(["numba", *lines])) == 0
