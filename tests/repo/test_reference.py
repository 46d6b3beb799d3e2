"""The reference pages list what there is: names where they say, and every table by name."""

import re
from importlib import import_module
from pathlib import Path

from click.testing import CliRunner

import handsight
from handsight.cli.main import main
from handsight.papers.reproduce import TABLES

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PYTHON = (REFERENCE / "index.md").read_text("utf-8")
COMMANDS = (REFERENCE / "command-line.md").read_text("utf-8")

EVERYDAY = re.findall(
    r"`~(handsight[\w.]*)\.(\w+)`", PYTHON.partition("## Everyday names")[2].partition("\n## ")[0]
)
REPRODUCED = [*TABLES, "range-model"]
"""The last one is about recorded hands, and has options of its own."""


def names_by_package() -> list[tuple[str, str]]:
    """Give each name of the reference with the package under which it stands."""
    found, package = [], ""
    for kind, name in re.findall(
        r"^\.\. (auto\w+|currentmodule):: ([\w.]+)$", PYTHON, re.MULTILINE
    ):
        if kind in ("automodule", "currentmodule"):
            package = name
        else:
            found.append((package, name))
    return found


def test_every_everyday_name_can_be_imported_from_the_root() -> None:
    others = [
        (package, name)
        for package, name in EVERYDAY
        if getattr(handsight, name, None) is not getattr(import_module(package), name)
    ]
    assert others == []


def test_the_everyday_names_are_all_that_the_root_has() -> None:
    listed = [name for _, name in EVERYDAY]
    assert sorted(listed) == sorted(set(handsight.__all__) - {"__version__"})


def test_every_name_can_be_imported_from_the_package_under_which_it_stands() -> None:
    missing = []
    for package, name in names_by_package():
        whole = name if name.startswith("handsight.") else f"{package}.{name}"
        module, _, last = whole.rpartition(".")
        if not hasattr(import_module(module), last):
            missing.append(whole)
    assert missing == []


def test_every_table_to_reproduce_is_listed_with_its_page() -> None:
    section = COMMANDS.partition("\n## handsight reproduce\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| \[`([\w-]+)`\]\((\S+)\) \|", section, re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(REPRODUCED)
    for name, page in rows:
        assert (REFERENCE / page).resolve() == REFERENCE.parent / "reproduced" / f"{name}.md"
        assert (REFERENCE / page).is_file()


def test_every_table_to_reproduce_is_named_by_the_help_and_by_the_error() -> None:
    told = CliRunner().invoke(main, ["reproduce", "--help"]).stdout
    refused = CliRunner().invoke(main, ["reproduce", "nothing"])
    assert refused.exit_code == 2
    for name in REPRODUCED:
        assert re.search(rf"\b{name}\b", " ".join(told.split())), name
        assert re.search(rf"\b{name}\b", refused.stderr), name
