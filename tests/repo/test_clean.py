"""Nothing in the repository that does not belong there."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "handsight").rglob("*.py"))
LARGEST = 1024 * 1024
SHIPPED = {ROOT / "src" / "handsight" / name / "data" for name in ("blueprint", "multiway")}
MOST_SHIPPED = 15_000_000
MACHINE_PATH = re.compile(r"(?<![\w.:/-])(?:/(?:home|root|work|Users)/\w|[A-Z]:\\Users\\)")

SEEDED = {
    *("Generator", "PCG64", "PCG64DXSM", "Philox", "RandomState", "SFC64", "SeedSequence"),
    "default_rng",
}
"""What of numpy.random takes its seed as an argument; the rest draws from a global generator."""


# --- files --------------------------------------------------------------------------------------


def listed_files() -> list[Path]:
    """Give all files that git tracks or would add."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not in a git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [ROOT / name for name in listing.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    texts = {path: path.read_text("utf-8", errors="ignore") for path in listed_files()}
    found = {
        str(path.relative_to(ROOT)): MACHINE_PATH.findall(text) for path, text in texts.items()
    }
    assert {name: paths for name, paths in found.items() if paths} == {}


def test_no_file_is_larger_than_a_mebibyte() -> None:
    """But for the strategies that ship, which have a bound of their own."""
    sizes = {path: path.stat().st_size for path in listed_files()}
    shipped = {path for path in sizes if path.parent in SHIPPED}
    assert [path for path, size in sizes.items() if size > LARGEST and path not in shipped] == []
    assert sum(sizes[path] for path in shipped) <= MOST_SHIPPED


# --- code ---------------------------------------------------------------------------------------


def faults(text: str) -> list[str]:
    return [f"line {node.lineno}: {fault}" for node, fault in unwanted(ast.parse(text))]


def unwanted(tree: ast.Module) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield node, "assert, which -O removes; raise an error"
        elif isinstance(node, ast.Import):
            yield from ((node, why) for alias in node.names if (why := why_not(alias.name)))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            full = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from ((node, why) for name in full if (why := why_not(name)))
        elif isinstance(node, ast.Attribute) and (why := why_not(ast.unparse(node))):
            yield node, why


def why_not(name: str) -> str:
    """Say why a dotted name is unwanted; empty if it is welcome."""
    parts = name.split(".")
    if name == "sys.exit":
        return "sys.exit; raise an error"
    if parts[0] == "pickle":
        return "pickle, which runs what it reads"
    if parts[0] == "random" and name != "random.Random":
        return "the global generator of random; take a seed"
    if parts[:2] in (["np", "random"], ["numpy", "random"]) and parts[2:3] != []:
        return "" if parts[2] in SEEDED else "the global generator of numpy; take a seed"
    return ""


EXEMPT = {
    "arena/match.py": ("pickle", "agents that the same program gave to its own workers"),
    "arena/run.py": ("pickle", "writes them"),
    "runtime/cluster.py": ("pickle", "work and results, as Dask itself sends them"),
    "interop/generators.py": (
        "global generator",
        "bots draw from it; seeded for them",
    ),
    "interop/pypokerengine/stand_in.py": ("global generator", "draws as the engine's helpers do"),
    "kernels/keeping.py": ("pickle", "what this program has kept, once its digest is right"),
    "testing/agents.py": ("pickle", "global generator", "looks whether an agent uses either well"),
}
"""Files that do one of these things to data that never was outside the program, and why."""


def test_the_code_holds_no_assert_exit_pickle_or_global_generator() -> None:
    found = []
    for path in SOURCES:
        name = path.relative_to(ROOT / "src" / "handsight").as_posix()
        allowed = EXEMPT.get(name, ())[:-1]
        bad = faults(path.read_text("utf-8"))
        found += [(name, fault) for fault in bad if not any(kind in fault for kind in allowed)]
    assert found == []


@pytest.mark.parametrize("name", EXEMPT)
def test_a_file_that_is_exempt_needs_to_be(name: str) -> None:
    found = faults((ROOT / "src" / "handsight" / name).read_text("utf-8"))
    for kind in EXEMPT[name][:-1]:
        assert any(kind in fault for fault in found)


@pytest.mark.parametrize(
    "text",
    [
        "assert hole",
        "sys.exit(1)",
        "from sys import exit",
        "import pickle",
        "from pickle import loads",
        "import random",
        "from random import shuffle",
        "np.random.seed(1)",
        "from numpy.random import rand",
    ],
)
def test_what_does_not_belong_is_caught(text: str) -> None:
    assert len(faults(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "raise OptionError('seed')",
        "from random import Random",
        "np.random.default_rng(seed)",
        "from numpy.random import Generator",
        "import sys",
    ],
)
def test_what_belongs_is_left_alone(text: str) -> None:
    assert faults(text) == []
