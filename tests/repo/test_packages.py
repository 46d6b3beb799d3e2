"""What the packages export: names that exist, whatever was imported before, and nothing unused."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

import handsight

PACKAGES = sorted(
    f"handsight.{found.name}" for found in iter_modules(handsight.__path__) if found.ispkg
)
EXPLAINING = "from click.testing import CliRunner; from handsight.cli.main import main; "
EXPLAIN = f"{EXPLAINING} CliRunner().invoke(main, ['explain', 'AhKh', '--board', 'Qh7h2c'])"
NOT_FOR_EXPLAINING = {
    "handsight.game",
    "handsight.formats",
    "handsight.odds.equity.exact",
    "handsight.odds.counting.ranges",
    "handsight.ranges.class_equities",
    "handsight.ranges.matchups",
    "handsight.ranges.pocket_tables",
    "handsight.ranges.starting_hands",
    "handsight.views.svg",
    "handsight.ranking.arrays",
    "xml.sax",
}


EQUITY = (
    "import sys; from handsight.cli.main import main\n"
    "try: main(['equity', 'AhKh', 'QsQd'])\n"
    "except SystemExit: sys.stdout = sys.__stdout__\n"
)
MOST_FOR_EQUITY = 37
"""Files of ours that a question about two known hands passes through, from words to a table."""


def modules_after(statements: str) -> set[str]:
    code = f"{statements}\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout))


@pytest.mark.parametrize("package", PACKAGES)
def test_all_that_a_package_exports_exists_and_dir_lists_it(package: str) -> None:
    imported = import_module(package)
    exported = list(getattr(imported, "__all__", ()))
    assert len(exported) == len(set(exported))
    assert set(exported) <= set(dir(imported))
    for name in exported:
        assert not isinstance(getattr(imported, name), ModuleType), f"{package}.{name} is a module"


FORKS = """
import os, sys
import numba, numpy  # not ours, and slow: imported once for all
for number, code in enumerate(sys.argv[1:]):
    child = os.fork()
    if not child:
        exec(code)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit(1)
    print(number)
"""
"""Runs statements, each in a process of its own in which nothing of ours was imported before."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("alone", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_an_exported_name_is_itself_even_if_all_modules_were_imported_first(alone: bool) -> None:
    codes = [importing_all_of(package) for package in PACKAGES]
    codes = codes if alone else ["\n".join(codes)]
    command = [sys.executable, "-c", FORKS, *codes]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.split()) == len(codes)


def importing_all_of(package: str) -> str:
    folder = Path(str(import_module(package).__file__)).parent
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    return "\n".join(
        [
            *(f"import {package}.{name}" for name in names),
            f"import {package} as package; from types import ModuleType",
            "names = getattr(package, '__all__', ())",
            "wrong = [each for each in names if isinstance(getattr(package, each), ModuleType)]",
            f"assert not wrong, ({package!r}, wrong)",
        ]
    )


def test_explaining_a_hand_imports_only_what_it_needs() -> None:
    assert modules_after(EXPLAIN) & NOT_FOR_EXPLAINING == set()


def test_an_equity_of_known_hands_passes_through_few_files() -> None:
    quiet = "import io, sys; sys.stdout = io.StringIO()\n"
    ours = {name for name in modules_after(quiet + EQUITY) if name.startswith("handsight")}
    assert "handsight.ranges.range" not in ours
    assert len(ours) <= MOST_FOR_EQUITY, sorted(ours)
