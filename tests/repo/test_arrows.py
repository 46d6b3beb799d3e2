"""A package imports only those that it is declared to import, and nothing imports in a circle.

Read are all imports, those inside functions and those for type checkers too. A package's arrows are
written down here, so that a new one is a decision; together they go one way.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "handsight"
ROOT = "handsight"

ARROWS = {
    "_version": "",
    "errors": "",
    "runtime": "errors",
    "kernels": "errors runtime",
    "cards": "errors runtime",
    "ranking": "cards errors kernels runtime",
    "ranges": "cards errors kernels runtime",
    "game": "cards errors kernels ranges runtime",
    "envs": "cards errors game kernels ranking runtime",
    "odds": "_version cards errors kernels ranges ranking runtime",
    "solver": "cards errors kernels odds ranges runtime",
    "blueprint": "cards errors game kernels odds ranges runtime solver",
    "multiway": "blueprint cards errors game kernels ranges runtime solver",
    "charts": "blueprint errors kernels multiway ranges runtime solver",
    "learning": "blueprint cards envs errors game kernels ranges runtime",
    "formats": "cards errors game runtime",
    "opponents": "cards errors formats game kernels ranges runtime",
    "agents": "blueprint cards errors game kernels learning multiway odds opponents ranges ranking "
    "runtime solver",
    "interop": "agents cards envs errors game ranges runtime",
    "arena": "agents blueprint cards errors formats game interop kernels odds opponents ranges "
    "runtime",
    "coach": "arena blueprint cards charts errors formats game kernels multiway odds opponents "
    "ranges ranking runtime solver",
    "views": "agents arena blueprint cards charts coach errors game kernels learning multiway odds "
    "opponents ranges ranking runtime solver",
    "papers": "agents arena cards errors formats game kernels odds opponents ranges "
    "ranking runtime solver views",
    "testing": "agents arena cards errors game ranking runtime",
    "web": "_version agents arena cards charts coach errors formats game interop odds opponents "
    "ranges ranking runtime solver views",
    "cli": "_version agents arena blueprint cards charts coach errors formats game interop "
    "kernels learning multiway odds opponents papers ranges ranking runtime solver views web",
}
"""The packages that each may import."""

UPWARD = {"runtime/notebooks.py": "handsight.views.notebooks.results"}
"""The one call upward, by name when a notebook asks for it: how a result is shown."""

DOORSTEP = {f"{ROOT}.__main__"}
"""Stands outside, as the root itself does: `python -m handsight`."""


@dataclass(frozen=True)
class Import:
    """One import of one of our modules by another."""

    source: str
    target: str
    line: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line} imports {self.target}"


# --- the checks ---------------------------------------------------------------------------------


def breaches(package: Path, arrows: Mapping[str, str] = ARROWS) -> list[str]:
    """Say what is wrong with the imports of the package in that folder; empty when all is well."""
    imports = read_imports(package)
    return [
        *undeclared_packages(package, arrows),
        *wrong_imports(imports, arrows),
        *circles(imports),
    ]


def undeclared_packages(package: Path, arrows: Mapping[str, str]) -> list[str]:
    names = {unit_of(module) for module in find_modules(package)} - {""}
    return [
        f"{ROOT}.{name} is not declared; add it to ARROWS in tests/repo/test_arrows.py"
        for name in sorted(names - arrows.keys() - {"__main__"})
    ]


def wrong_imports(imports: list[Import], arrows: Mapping[str, str]) -> list[str]:
    return [f"{found}, {fault}" for found in imports if (fault := fault_of(found, arrows))]


def fault_of(found: Import, arrows: Mapping[str, str]) -> str:
    source, target = unit_of(found.source), unit_of(found.target)
    if found.source == ROOT or found.source in DOORSTEP or source == target != "":
        return ""
    if target == "":
        return "the package root, which only re-exports"
    if target in arrows.get(source, "").split():
        return ""
    return f"and there is no arrow from {source} to {target}"


def circles(imports: list[Import]) -> list[str]:
    """Name a circle of modules that import each other, be it late or for types only."""
    graph: dict[str, set[str]] = {}
    for found in imports:
        if found.source != found.target:
            graph.setdefault(found.source, set()).add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return ["import circle: " + " <- ".join(error.args[1])]
    return []


def unit_of(module: str) -> str:
    """Give the package or module directly under the root; empty for the root itself."""
    return module.removeprefix(ROOT).removeprefix(".").partition(".")[0]


# --- reading ------------------------------------------------------------------------------------


def find_modules(package: Path) -> dict[str, Path]:
    modules = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        modules[".".join((ROOT, *parts)).removesuffix(".__init__")] = path
    return modules


@cache
def read_imports(package: Path) -> list[Import]:
    modules = find_modules(package)
    return [found for name in modules for found in imports_of(name, modules)]


def imports_of(name: str, modules: dict[str, Path]) -> Iterator[Import]:
    path = modules[name]
    parent = name if path.name == "__init__.py" else name.rpartition(".")[0]
    stub = path.with_suffix(".pyi")  # where a package lists what it exports
    for each in (path, stub) if stub.exists() else (path,):
        for node in ast.walk(ast.parse(each.read_text("utf-8"))):
            for target in targets_of(node, parent, modules):
                yield Import(name, target, node.lineno)


def targets_of(node: ast.AST, parent: str, modules: dict[str, Path]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if is_ours(alias.name))
    elif isinstance(node, ast.ImportFrom):
        base = base_of(node, parent)
        if is_ours(base):
            yield from {target_of(base, alias.name, modules) for alias in node.names}
    elif isinstance(node, ast.Call) and is_import_call(node):
        yield from (text for text in literal_arguments(node) if is_ours(text))


def target_of(base: str, name: str, modules: dict[str, Path]) -> str:
    """Give the submodule that is imported, or else the module that the name is taken from."""
    within = f"{base}.{name}"
    return within if within in modules and base != ROOT else base


def base_of(node: ast.ImportFrom, parent: str) -> str:
    if not node.level:
        return node.module or ""
    parts = parent.split(".")
    above = parts[: len(parts) - node.level + 1]
    return ".".join([*above, node.module] if node.module else above)


def is_ours(module: str) -> bool:
    return module == ROOT or module.startswith(f"{ROOT}.")


def is_import_call(node: ast.Call) -> bool:
    return ast.unparse(node.func).rpartition(".")[2] in {"import_module", "__import__"}


def literal_arguments(node: ast.Call) -> list[str]:
    values = [each.value for each in node.args if isinstance(each, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


# --- the package --------------------------------------------------------------------------------


def test_every_import_is_declared_and_none_closes_a_circle() -> None:
    assert breaches(SOURCE) == []


def test_every_arrow_is_used_and_they_go_one_way() -> None:
    imported = {(unit_of(each.source), unit_of(each.target)) for each in read_imports(SOURCE)}
    declared = {(name, target) for name, targets in ARROWS.items() for target in targets.split()}
    assert declared - imported == set()
    TopologicalSorter({name: targets.split() for name, targets in ARROWS.items()}).prepare()


def test_nobody_names_a_module_above_them_but_for_the_call_that_is_declared() -> None:
    """A name of a module in a text could be imported where no import says so."""
    named = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            place = path.relative_to(SOURCE)
            may_import = "views" in ARROWS.get(place.parts[0], "").split()
            if isinstance(text, str) and text.startswith(f"{ROOT}.views") and not may_import:
                named[place.as_posix()] = text
    assert named == UPWARD


def test_papers_are_used_by_the_command_reproduce_alone() -> None:
    users = {each.source for each in read_imports(SOURCE) if unit_of(each.target) == "papers"}
    command = f"{ROOT}.cli.study.reproduce"
    assert {name for name in users if unit_of(name) != "papers"} == {command}


def test_interop_is_entered_by_its_registry_or_by_the_command_of_a_protocol() -> None:
    """A platform is found by its name; only the commands on a protocol import its folder."""
    used: dict[str, set[str]] = {}
    for each in read_imports(SOURCE):
        if unit_of(each.target) == "interop" != unit_of(each.source):
            used.setdefault(each.target.removeprefix(f"{ROOT}."), set()).add(each.source)
    assert set(used) >= {"interop", "interop.registry"}
    for entrance in ("interop", "interop.registry", "interop.connections"):
        used.pop(entrance, None)
    for target, sources in used.items():
        assert sources == {f"{ROOT}.cli.network.{target.split('.')[1]}"}, target


MOST_IN_A_FOLDER = 20
"""Files and folders side by side, beyond which a subject cannot be found at a glance."""


def test_no_folder_is_too_full_and_no_prefix_stands_for_one() -> None:
    for folder in {path.parent for path in SOURCE.rglob("*.py")} - {SOURCE}:
        names = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
        names -= {"__init__", "__pycache__"}
        assert len(names) <= MOST_IN_A_FOLDER, folder
        starts = Counter(name.partition("_")[0] for name in names if "_" in name)
        assert [start for start, times in starts.items() if times > 3] == [], folder


# --- the checker itself -------------------------------------------------------------------------

FEW = {"errors": "", "cards": "errors", "odds": "cards", "game": "cards", "cli": "cards"}


def build(folder: Path, files: dict[str, str]) -> Path:
    package = folder / ROOT
    for name, text in {"__init__.py": "", **files}.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return package


@pytest.mark.parametrize(
    "text",
    [
        "import handsight.odds.strength.strength",
        "from handsight.odds import strength",
        "from ..odds import strength",
        "def late():\n    from handsight.odds import strength",
        "if TYPE_CHECKING:\n    from handsight.odds import strength",
        "import_module('handsight.odds')",
    ],
)
def test_an_import_that_is_not_declared_is_caught(tmp_path: Path, text: str) -> None:
    files = {"cards/card.py": text, "odds/__init__.py": "", "odds/strength/strength.py": ""}
    [found] = breaches(build(tmp_path, files), FEW)
    assert found.startswith("handsight.cards.card:")
    assert found.endswith("and there is no arrow from cards to odds")


def test_what_a_package_exports_from_its_stub_is_an_import_too(tmp_path: Path) -> None:
    files = {
        "cards/__init__.py": "",
        "cards/__init__.pyi": "from ..odds.strength import strength as strength",
        "odds/__init__.py": "",
        "odds/strength/strength.py": "",
    }
    [found] = breaches(build(tmp_path, files), FEW)
    assert found == "handsight.cards:1 imports handsight.odds.strength.strength, " + (
        "and there is no arrow from cards to odds"
    )


@pytest.mark.parametrize(
    "text",
    [
        "import handsight",
        "from handsight import Card",
        "from handsight import errors",
        "from .. import Card",
    ],
)
def test_an_import_of_the_package_root_is_caught(tmp_path: Path, text: str) -> None:
    [found] = breaches(build(tmp_path, {"errors.py": "", "cli/main.py": text}), FEW)
    assert "handsight.cli.main:1 imports handsight, the package root" in found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from handsight.cards.b import B", "from . import a"),
        ("def late():\n    from handsight.cards.b import B", "from handsight.cards.a import A"),
        (
            "from handsight.cards.b import B",
            "if TYPE_CHECKING:\n    from handsight.cards.a import A",
        ),
    ],
)
def test_a_circle_of_modules_is_caught_however_they_import(
    tmp_path: Path, one: str, other: str
) -> None:
    [found] = breaches(build(tmp_path, {"cards/a.py": one, "cards/b.py": other}), FEW)
    assert found.startswith("import circle: ")


def test_an_import_of_the_own_package_that_imports_back_is_a_circle(tmp_path: Path) -> None:
    files = {"cards/__init__.py": "from .a import A", "cards/a.py": "from handsight.cards import B"}
    [found] = breaches(build(tmp_path, files), FEW)
    assert found.startswith("import circle: ")


def test_a_package_that_is_not_declared_is_told_to_join_the_table(tmp_path: Path) -> None:
    [found] = breaches(build(tmp_path, {"attic/box.py": "import numpy"}), FEW)
    assert "handsight.attic is not declared; add it to ARROWS" in found


def test_a_package_in_order_has_no_breach(tmp_path: Path) -> None:
    files = {
        "__init__.py": "from handsight.cli.main import main",
        "__main__.py": "from handsight.cli.main import main",
        "errors.py": "",
        "cards/card.py": "from handsight.errors import InputError",
        "cli/main.py": "from ..cards.card import Card\nimport numpy",
    }
    assert breaches(build(tmp_path, files), FEW) == []
