"""A wheel, installed where there is no numba, answers every command without compiling."""

import json
import os
import shlex
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from build_kernels.wanted import reason_against
from handsight.cli.warmup import EVALUATORS, STEPS
from handsight.kernels.ahead import SWITCH
from tests.fresh import ROOT

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(bool(reason_against()), reason=reason_against() or "kernels are built"),
]

MOST_WHEEL, MOST_INSTALLED = 40e6, 120e6
"""In bytes; what Python compiles when it is installed does not count, as it need not be kept."""

EVERY_STEP = """
import json, os, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
if "without numba" in sys.argv:
    sys.meta_path.insert(0, Blocked())
from handsight.cli.main import main
from handsight.kernels.ahead import built
from handsight.cli.warmup import _rank_with_all
assert (built() is not None) == ("without numba" in sys.argv)
_rank_with_all()
for words in json.loads(sys.argv[1]):
    print("$", *words, flush=True)
    try:
        main(words)
    except SystemExit as end:
        assert not end.code, (words, end.code)
"""
"""Runs commands in one process, and prints what they print."""


def environment(cache: Path) -> dict[str, str]:
    """Return the environment variables of a process that knows nothing of this checkout."""
    left_out = ("PYTHON", "HANDSIGHT", "NUMBA", "VIRTUAL_ENV")
    own = {name: text for name, text in os.environ.items() if not name.startswith(left_out)}
    return own | {"HANDSIGHT_CACHE_DIR": str(cache)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    if named := os.environ.get("HANDSIGHT_WHEEL"):
        return Path(named)
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(folder))
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and what it requires."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    return python


def site_packages(python: Path) -> Path:
    (folder,) = (python.parents[1] / "lib").glob("python*/site-packages")
    return folder


def questions(folder: Path) -> list[list[str]]:
    """Return the commands of the warm-up."""
    texts = [text for name, each in STEPS.items() if name != EVALUATORS for text in each]
    return [[word.format(folder=folder) for word in shlex.split(text)] for text in texts]


def test_it_is_small_and_requires_no_numba(wheel: Path, python: Path) -> None:
    assert wheel.stat().st_size < MOST_WHEEL
    assert "none-any" not in wheel.name
    with zipfile.ZipFile(wheel) as held:
        (metadata,) = (name for name in held.namelist() if name.endswith("METADATA"))
        required = held.read(metadata).decode().splitlines()
    compiler = [line for line in required if line.startswith("Requires-Dist: numba")]
    assert "Requires-Dist: numba>=0.61; extra == 'compiler'" in compiler
    assert all("extra ==" in line for line in compiler)
    installed = site_packages(python)
    left_out = ("pip", "setuptools", "numba", "llvmlite")
    sizes = [
        path.stat().st_size
        for path in installed.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and not path.relative_to(installed).parts[0].startswith(left_out)
    ]
    assert sum(sizes) < MOST_INSTALLED
    assert not [*installed.glob("numba*")]


def test_every_command_of_the_warm_up_needs_no_numba_and_says_the_same(
    python: Path, tmp_path: Path
) -> None:
    """The same commands run with the checkout's kernels, which are compiled at run time."""
    asked = questions(tmp_path)
    printed = []
    for command, words, own in (
        (python, ["without numba"], environment(tmp_path / "empty")),
        (sys.executable, [], dict(os.environ) | {SWITCH: "0"}),
    ):
        for file in tmp_path.glob("*.*"):
            file.unlink()
        done = subprocess.run(
            [command, "-c", EVERY_STEP, json.dumps(asked), *words],
            env=own,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        printed.append(_without_times(done.stdout))
    assert not [*(tmp_path / "empty").glob("kernels/*")]
    assert printed[0] == printed[1]


TIMED = ("arena", "exploit", "train", "review")
"""Commands that print tables of times; tests of pinned results compare what else they print."""


def _without_times(text: str) -> list[str]:
    """Return the lines that say nothing of how long something took."""
    spoken = (" s ", " s.", " s,", "seconds", "hands/s", "per second", " ms")
    kept, timed = [], False
    for line in text.splitlines():
        if line.startswith("$ "):
            timed = line.split(" ")[1] in TIMED
        if not timed and not any(word in line for word in spoken):
            kept.append(line)
    return kept


def test_without_a_compiler_the_wheel_is_pure_and_requires_numba(tmp_path: Path) -> None:
    own = environment(tmp_path) | {SWITCH: "0"}
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    done = subprocess.run([*command, "-v"], capture_output=True, text=True, env=own)
    assert done.returncode == 0, done.stderr
    assert "The wheel has no compiled kernels" in done.stdout + done.stderr
    (file,) = tmp_path.glob("*.whl")
    assert "none-any" in file.name
    with zipfile.ZipFile(file) as held:
        (metadata,) = (name for name in held.namelist() if name.endswith("METADATA"))
        assert "Requires-Dist: numba>=0.61\n" in held.read(metadata).decode()
