"""Everything but the isolation of bots works without what only POSIX systems offer.

The tests run handsight in a Python of its own that lacks these modules and names; see
`tests/elsewhere/sitecustomize.py`. They cannot show what else is different on Windows and macOS.
"""

import ast
import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from handsight.web.assets import KINDS
from tests.elsewhere.sitecustomize import MODULES, NAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "handsight"
ISOLATION = SOURCE / "arena" / "sandbox"


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    path = os.pathsep.join([str(ROOT / "tests" / "elsewhere"), *filter(None, sys.path), str(ROOT)])
    return kept | {"PYTHONPATH": path} | more


def python(*words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", *words],
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def script(text: str, folder: Path) -> str:
    """Run a script that must succeed, and give what it prints."""
    file = folder / "script.py"
    file.write_text(text, "utf-8")
    done = python(str(file))
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def command(*words: str, status: int = 0, **more: str) -> str:
    """Run a command that must end so, and give what it prints; its errors if it fails."""
    done = python("-m", "handsight", *words, **more)
    assert done.returncode == status, done.stderr.decode()
    return (done.stderr if status else done.stdout).decode()


# --- the source -----------------------------------------------------------------------------------


def sources() -> list[Path]:
    return [path for path in SOURCE.rglob("*.py") if ISOLATION not in path.parents]


def imports_of(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((each.name, node) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node


def guarded_by_import_error(tree: ast.AST) -> set[ast.AST]:
    """Give the nodes that are tried, with an answer to an ImportError."""
    return {
        node
        for attempt in ast.walk(tree)
        if isinstance(attempt, ast.Try)
        and any("ImportError" in ast.dump(each.type) for each in attempt.handlers if each.type)
        for part in attempt.body
        for node in ast.walk(part)
    }


def posix_alone(text: str) -> list[str]:
    """Give what a source takes from POSIX systems without a way out for others."""
    tree = ast.parse(text)
    guarded = guarded_by_import_error(tree)
    found = [name for name, node in imports_of(tree) if name in MODULES and node not in guarded]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module, name = node.value.id, node.attr
            if name in NAMES.get(module, ()) and not asked_for(text, module, name):
                found.append(f"{module}.{name}")
    return found


def asked_for(text: str, module: str, name: str) -> bool:
    """Tell whether a source asks if a name is there; one for masks of signals serves them all."""
    asked = "pthread_sigmask" if name.startswith("SIG_") else name
    return f'hasattr({module}, "{asked}")' in text


def test_no_source_needs_what_only_posix_systems_have() -> None:
    found = {path.name: posix_alone(path.read_text("utf-8")) for path in sources()}
    assert {name: needs for name, needs in found.items() if needs} == {}


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("def f():\n    import fcntl\n", ["fcntl"]),
        ("try:\n    import pwd\nexcept ImportError:\n    pwd = None\n", []),
        ("try:\n    import pwd\nexcept OSError:\n    pwd = None\n", ["pwd"]),
        ("import os\nos.fork()\n", ["os.fork"]),
        ('import os\nif hasattr(os, "fork"):\n    os.fork()\n', []),
    ],
)
def test_what_needs_one_is_caught(text: str, needs: list[str]) -> None:
    assert posix_alone(text) == needs


TEXT_WRITTEN = ("w", "a", "x", "r+", "w+", "a+", "wt", "at", "xt")


def open_calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Give the calls that open a file to write text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            is_method = getattr(node.func, "attr", "") == "open"  # of a path
            modes = node.args[:1] if is_method else node.args[1:2]
            is_open = is_method or getattr(node.func, "id", "") == "open"
            written = [each for each in modes if getattr(each, "value", "") in TEXT_WRITTEN]
            if is_open and written:
                yield node


def test_text_is_written_with_the_same_line_ends_on_all_systems() -> None:
    """The text of files is the same everywhere: written as bytes, or with a named line end."""
    found = [
        f"{path.relative_to(SOURCE).as_posix()}:{call.lineno}"
        for path in sources()
        for call in open_calls(ast.parse(path.read_text("utf-8")))
        if not any(each.arg == "newline" for each in call.keywords)
    ]
    assert found == []


# --- a system without POSIX -----------------------------------------------------------------------

WITHOUT = """
import importlib, pkgutil
for line in ("import fcntl", "import resource", "import pwd", "import os; os.fork()",
             "from signal import SIGKILL", "import select; select.poll()"):
    try:
        exec(line, {"__name__": "handsight.asking"})
    except (ImportError, AttributeError):
        continue
    raise SystemExit(f"{line} works")
import handsight
names = [each.name for each in pkgutil.walk_packages(handsight.__path__, "handsight.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
"""


def test_all_modules_can_be_imported(tmp_path: Path) -> None:
    assert int(script(WITHOUT, tmp_path)) > 500


def test_equities_are_the_same() -> None:
    words = ("equity", "AhKh", "QQ", "--board", "Qh7h2c")
    assert "AhKh" in command(*words)
    usual = subprocess.run(
        [sys.executable, "-m", "handsight", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        check=True,
    )
    assert command(*words) == usual.stdout.decode()


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("chart", "BB", "vs", "BTN", "3x,", "heads-up"), "F  fold"),
        (("solve", "--example", "--json"), '"board"'),
        (("rank", "AhKhQhJhTh"), "flush"),
        (("agents",), "blueprint"),
    ],
)
def test_other_commands_work(words: tuple[str, ...], shown: str) -> None:
    assert shown in command(*words)


def results(store: Path) -> object:
    """Give who won how much in an arena; times differ from run to run."""
    report = json.loads(command("report", str(store), "--json"))
    return report["results"], report["between"], report["leads"]


def test_agents_play_in_process_and_in_workers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    words = ("arena", "ehs", "call", "--pairs", "300", "--seed", "7", "--json")
    alone = command(*words, "--store", str(one))
    assert '"ehs"' in alone
    command(*words, "--store", str(two), "--workers", "2")
    assert results(two) == results(one)
    command("arena", "--resume", str(one))


INTERRUPTED = """
from handsight.arena import ArenaSpec, resume, run_arena
def stop(result):
    if result.pairs:
        raise KeyboardInterrupt
if __name__ == "__main__":
    spec = ArenaSpec(agents=("ehs", "call"), pairs=400, seed=7)
    try:
        run_arena(spec, STORE, progress=stop)
    except KeyboardInterrupt:
        pass
    print(resume(STORE, workers=2).pairs)
"""


def test_an_interrupted_arena_is_resumed(tmp_path: Path) -> None:
    text = INTERRUPTED.replace("STORE", repr(str(tmp_path / "a.db")))
    assert script(text, tmp_path) == "400\n"
    assert [path.name for path in tmp_path.glob("a.db*")] == ["a.db"]


BOT = "class Caller:\n    def act(self, seen):\n        return seen.legal.call_or_check()\n"


def test_a_bot_that_cannot_be_isolated_is_refused_with_advice(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT, "utf-8")
    bot = str(tmp_path / "bot.py")
    told = command("arena", bot, "call", "--pairs", "10", status=2)
    assert "--trust" in told
    assert "use Linux" in told
    told = command("play", bot, status=2)
    assert "handsight arena --trust" in told
    assert "use Linux" in told


TABLE = """
from hashlib import sha256
from pathlib import Path
from threading import Thread
from time import sleep
import numpy as np
from handsight.runtime import tables
from handsight.runtime.locking import WriteLock
from handsight.arena.storage.store import KIND
from handsight.errors import ArenaError

NUMBERS = np.arange(1000, dtype="<u2")
builds = []
def pieces(pool):
    builds.append(1)
    sleep(0.2)
    yield NUMBERS
table = tables.TableFile("counting", "<u2", 1000, sha256(NUMBERS.tobytes()).hexdigest(), pieces)
threads = [Thread(target=tables.open_table, args=[table]) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
lock = WriteLock(Path(FOLDER, "a.db"), KIND)
try:
    WriteLock(Path(FOLDER, "a.db"), KIND)
except ArenaError as error:
    print(len(builds), "in use" in str(error))
lock.release()
"""


def test_files_are_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path / "cache"))
    assert script(TABLE.replace("FOLDER", repr(str(tmp_path))), tmp_path) == "1 True\n"
    assert not (tmp_path / "a.db-lock").exists()


def test_histories_with_line_ends_of_windows_are_read(tmp_path: Path) -> None:
    plain = command("deal", "--hands", "3", "--players", "3", "--seed", "7", "--phh")
    lines = plain.replace("\r\n", "\n")
    (tmp_path / "unix.phhs").write_bytes(lines.encode())
    (tmp_path / "windows.phhs").write_bytes(lines.replace("\n", "\r\n").encode())
    unix, windows = (
        command("replay", str(tmp_path / f"{name}.phhs"), "--json") for name in ("unix", "windows")
    )
    assert "preflop" in unix
    assert windows.replace("windows.phhs", "unix.phhs") == unix
    store = str(tmp_path / "players.db")
    command("import", str(tmp_path / "windows.phhs"), "--store", store)
    assert "0 hands counted, 3 known" in command(
        "import", str(tmp_path / "unix.phhs"), "--store", store
    )


def test_no_file_of_the_page_has_a_type_that_a_system_chooses() -> None:
    suffixes = {path.suffix for path in (SOURCE / "web" / "static").rglob("*") if path.is_file()}
    assert suffixes <= set(KINDS)


def test_the_page_is_served(tmp_path: Path) -> None:
    words = [sys.executable, "-W", "ignore", "-m", "handsight", "serve", "--port", "0"]
    with subprocess.Popen(
        [*words, "--store", str(tmp_path / "hands.db")],
        env=environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)", server.stdout.readline().decode())
            assert found
            asking = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
            kinds = {}
            for path in ("/", "/api/v1/openapi.json"):
                asking.request("GET", path)
                answer = asking.getresponse()
                assert answer.status == 200, path
                assert answer.read()
                kinds[path] = answer.getheader("content-type", "").partition(";")[0]
            assert kinds == {"/": "text/html", "/api/v1/openapi.json": "application/json"}
            asking.close()
        finally:
            server.terminate()


# --- encodings of the system ----------------------------------------------------------------------

WORDS = ("explain", "AhKh", "--board", "Qh7h2c")


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_an_encoding_that_is_named_is_kept_and_lacks_some_signs(encoding: str) -> None:
    done = python("-m", "handsight", *WORDS, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr.decode()
    expected = command(*WORDS, PYTHONUTF8="1").encode(encoding, "replace")
    assert done.stdout == expected
