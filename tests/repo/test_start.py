"""What a command imports and loads before it answers: nothing that its answer does not need."""

import json
from dataclasses import dataclass

import pytest

from handsight.kernels.ahead import built
from tests.fresh import run

SCRIPT = """
import io, json, os, sys
loaded = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str) and arguments[0].endswith(".nbc"):
        loaded.add(os.path.basename(arguments[0]))
sys.addaudithook(note)
from handsight.cli.main import main
shown, sys.stdout = sys.stdout, io.StringIO()
try:
    main(WORDS)
except SystemExit as end:
    assert not end.code, end.code
sys.stdout = shown
ours = {name: module for name, module in sys.modules.items() if name.startswith("handsight")}
files = sum(not hasattr(module, "__path__") for module in ours.values())
print(json.dumps([sorted(sys.modules), files, len(loaded)]))
"""
"""Runs a command; prints the modules, the number of our files, and that of kernels loaded."""

HEAVY = {"numpy", "numba", "llvmlite", "scipy", "yaml", "msgspec", "rich"}


@dataclass(frozen=True)
class Start:
    """What a command may import and load.

    Attributes:
        heavy: of `HEAVY`.
        ours: files of ours, at most; a folder's own file only says what is in it.
        modules: of everybody but the heavy ones, at most.
        kernels: loaded from the cache, at most.
    """

    words: str
    heavy: frozenset[str]
    ours: int
    modules: int
    kernels: int


NOTHING: frozenset[str] = frozenset()
TERMINAL = frozenset({"rich"})
ARRAYS = frozenset({"numpy"})
COMPILED = frozenset({"numpy", "numba", "llvmlite", "scipy", "yaml"})
"""Numba imports the last two where they are installed."""

STARTS = (
    Start("--version", NOTHING, 10, 160, 0),
    Start("rank AhKhQhJhTh", NOTHING, 20, 170, 0),
    Start("rank AhKhQh7h2c --json", NOTHING, 20, 170, 0),
    Start("range 22+,A2s+", TERMINAL, 27, 210, 0),
    Start("range 22+,A2s+ --json", NOTHING, 27, 200, 0),
    Start("preflop AhKh", TERMINAL, 29, 220, 0),
    Start("preflop AhKh --json", NOTHING, 29, 210, 0),
    Start("words equity", TERMINAL, 18, 190, 0),
    Start("explain AhKh --board Qh7h2c --json", COMPILED, 43, 350, 3),
    Start("equity AhKh QsQd --json", ARRAYS, 26, 200, 0),
    Start("equity AhKh QsQd --board Qh7h2c --json", ARRAYS, 27, 200, 0),
    Start("equity AhKh QsQd 7c7d --json", COMPILED, 32, 350, 3),
)
"""Every command needs ``cli.files`` and ``cli.numbers``, which define the types of its options.
Whatever evaluates hands needs ``kernels.ahead`` and ``kernels.sources``, which look for kernels
compiled ahead; without them, ``kernels.compiler`` and ``kernels.instructions`` compile."""


def started(words: str, compiles: bool) -> tuple[set[str], int, int]:
    """Run a command, again with all kernels in files if it compiles; return what that loads."""
    script = SCRIPT.replace("WORDS", repr(words.split()))
    found = run(script, HANDSIGHT_BUILT_KERNELS="0")
    assert found.returncode == 0, found.stderr
    if compiles:
        found = run(script, HANDSIGHT_BUILT_KERNELS="0")
    modules, files, kernels = json.loads(found.stdout)
    return set(modules), files, kernels


@pytest.mark.repeats(5)
@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.words)
def test_a_command_imports_and_loads_what_its_answer_needs(start: Start) -> None:
    modules, files, kernels = started(start.words, start.heavy == COMPILED)
    names = [name.partition(".")[0] for name in modules]
    assert {*names} & HEAVY <= start.heavy
    assert "scipy.linalg" not in modules  # which numba imports for linear algebra
    assert "numba.np.arrayobj" not in modules  # which compiles what makes arrays
    assert files <= start.ours
    assert sum(name not in HEAVY for name in names) <= start.modules
    assert kernels <= start.kernels


@pytest.mark.skipif(built() is None, reason="no kernels are compiled ahead")
@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.words)
def test_with_kernels_compiled_ahead_no_command_imports_numba(start: Start) -> None:
    found = run(SCRIPT.replace("WORDS", repr(start.words.split())))
    assert found.returncode == 0, found.stderr
    modules, _, kernels = json.loads(found.stdout)
    names = {name.partition(".")[0] for name in modules}
    assert names & HEAVY <= start.heavy - {"numba", "llvmlite", "scipy", "yaml"}
    assert kernels == 0
