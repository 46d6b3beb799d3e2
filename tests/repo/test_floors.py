"""A module imports only from lower floors; packages on one floor do not know each other.

Read are all imports, those inside functions and those for type checkers too. A cycle is one among
the imports that run when the modules are loaded.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "handsight"
ROOT = "handsight"

FLOORS = {
    "_version": 0,
    "errors": 0,
    "runtime": 1,
    "kernels": 2,
    "cards": 2,
    "ranking": 3,
    "preflop": 3,
    "ranges": 4,
    "odds": 5,
    "game": 5,
    "draws": 6,
    "history": 6,
    "opponents": 7,
    "agents": 8,
    "interop": 9,
    "arena": 10,
    "papers": 11,
    "reports": 11,
    "testing": 12,
    "cli": 13,
    "web": 13,
}
DOORSTEP = {f"{ROOT}.__main__"}
"""Stands outside the house, as the root itself does: `python -m handsight`."""


@dataclass(frozen=True)
class Import:
    """One import of one of our modules by another."""

    source: str
    target: str
    line: int
    at_load: bool

    def __str__(self) -> str:
        return f"{self.source}:{self.line} imports {self.target}"


# --- the checks ---------------------------------------------------------------------------------


def breaches(package: Path) -> list[str]:
    """Say what is wrong with the imports of the package in that folder; empty when all is well."""
    imports = read_imports(package)
    return [*unknown_packages(package), *wrong_imports(imports), *cycles(imports)]


def unknown_packages(package: Path) -> list[str]:
    names = {unit_of(module) for module in find_modules(package)} - {""}
    return [
        f"{ROOT}.{name} has no floor; add it to FLOORS in tests/repo/test_floors.py"
        for name in sorted(names - FLOORS.keys() - {"__main__"})
    ]


def wrong_imports(imports: list[Import]) -> list[str]:
    return [f"{found}, {fault}" for found in imports if (fault := fault_of(found))]


def fault_of(found: Import) -> str:
    source, target = unit_of(found.source), unit_of(found.target)
    if found.source == ROOT or found.source in DOORSTEP or source == target != "":
        return ""
    if target == "":
        return "the package root, which only re-exports"
    if source not in FLOORS or target not in FLOORS:
        return f"but there is no floor for {target if source in FLOORS else source}"
    if FLOORS[source] == FLOORS[target]:
        return f"its neighbour on floor {FLOORS[source]}"
    if FLOORS[source] < FLOORS[target]:
        return f"from floor {FLOORS[source]} up to floor {FLOORS[target]}"
    return ""


def cycles(imports: list[Import]) -> list[str]:
    graph: dict[str, set[str]] = {}
    for found in imports:
        if found.at_load:
            graph.setdefault(found.source, set()).add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return ["import cycle: " + " <- ".join(error.args[1])]
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


def read_imports(package: Path) -> list[Import]:
    modules = find_modules(package)
    return [found for name in modules for found in imports_of(name, modules)]


def imports_of(name: str, modules: dict[str, Path]) -> Iterator[Import]:
    path = modules[name]
    parent = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(path.read_text("utf-8"))
    at_load = set(statements_at_load(tree.body))
    for node in ast.walk(tree):
        for target in targets_of(node, parent, modules):
            yield Import(name, target, node.lineno, node in at_load)


def statements_at_load(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Walk through the statements that run on import, down into if, try, with and classes."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from statements_at_load(statement.orelse)
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from statements_at_load(getattr(statement, field, []))
        for handler in getattr(statement, "handlers", []):
            yield from statements_at_load(handler.body)


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


# --- the house ----------------------------------------------------------------------------------


def test_every_module_imports_only_from_lower_floors() -> None:
    assert breaches(SOURCE) == []


# --- the checker itself -------------------------------------------------------------------------


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
        "import handsight.odds.strength",
        "from handsight.odds import strength",
        "from ..odds import strength",
        "def late():\n    from handsight.odds import strength",
        "if TYPE_CHECKING:\n    from handsight.odds import strength",
        "import_module('handsight.odds')",
    ],
)
def test_an_import_from_a_higher_floor_is_caught(tmp_path: Path, text: str) -> None:
    house = {"cards/card.py": text, "odds/__init__.py": "", "odds/strength.py": ""}
    [found] = breaches(build(tmp_path, house))
    assert found.startswith("handsight.cards.card:")
    assert "from floor 2 up to floor 5" in found


def test_an_import_from_a_neighbour_on_the_same_floor_is_caught(tmp_path: Path) -> None:
    house = {"odds/a.py": "from handsight.game import b", "game/b.py": ""}
    [found] = breaches(build(tmp_path, house))
    assert "handsight.odds.a:1 imports handsight.game.b, its neighbour on floor 5" in found


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
    [found] = breaches(build(tmp_path, {"errors.py": "", "cli/main.py": text}))
    assert "handsight.cli.main:1 imports handsight, the package root" in found


def test_a_cycle_between_modules_of_one_package_is_caught(tmp_path: Path) -> None:
    house = {"cards/a.py": "from handsight.cards.b import B", "cards/b.py": "from . import a"}
    [found] = breaches(build(tmp_path, house))
    assert found.startswith("import cycle: ")


def test_an_import_of_the_own_package_that_imports_back_is_a_cycle(tmp_path: Path) -> None:
    house = {"cards/__init__.py": "from .a import A", "cards/a.py": "from handsight.cards import B"}
    [found] = breaches(build(tmp_path, house))
    assert found.startswith("import cycle: ")


def test_imports_that_do_not_run_at_load_close_no_cycle(tmp_path: Path) -> None:
    lazy = "def late():\n    from handsight.cards.b import B"
    typed = "if TYPE_CHECKING:\n    from handsight.cards.a import A"
    assert breaches(build(tmp_path, {"cards/a.py": lazy, "cards/b.py": typed})) == []


def test_a_package_without_a_floor_is_told_to_join_the_table(tmp_path: Path) -> None:
    [found] = breaches(build(tmp_path, {"attic/box.py": "import numpy"}))
    assert "handsight.attic has no floor; add it to FLOORS" in found


def test_a_house_in_order_has_no_breach(tmp_path: Path) -> None:
    house = {
        "__init__.py": "from handsight.cli.main import main",
        "__main__.py": "from handsight.cli.main import main",
        "errors.py": "",
        "cards/card.py": "from handsight.errors import InputError",
        "cli/main.py": "from ..cards.card import Card\nimport numpy",
    }
    assert breaches(build(tmp_path, house)) == []
