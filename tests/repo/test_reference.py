"""The reference pages list what there is: names where they say, and every table by name."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

from click.testing import CliRunner

import handsight
from handsight.cli.main import main
from handsight.papers.reproduce import TABLES

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PYTHON = REFERENCE / "python"
INDEX = (PYTHON / "index.md").read_text("utf-8")
COMMANDS = (REFERENCE / "command-line.md").read_text("utf-8")

EVERYDAY = re.findall(
    r"`~(handsight[\w.]*)\.(\w+)`", INDEX.partition("## Everyday names")[2].partition("\n## ")[0]
)
SOURCE = Path(handsight.__file__).parent
WITHOUT_PAGE = {"cli", "kernels", "papers", "web"}
"""Packages without names for other programs."""

REPRODUCED = [*TABLES, "range-model"]
"""The last one is about recorded hands, and has options of its own."""


def names_by_package() -> list[tuple[str, str]]:
    """Give each name of the reference with the package under which it stands."""
    found, package = [], ""
    pages = "\n".join(path.read_text("utf-8") for path in sorted(PYTHON.glob("*.md")))
    for kind, name in re.findall(r"^\.\. (auto\w+|currentmodule):: ([\w.]+)$", pages, re.MULTILINE):
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


def test_no_name_stands_on_two_pages() -> None:
    names = [name if "." in name else f"{package}.{name}" for package, name in names_by_package()]
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_every_package_has_a_page_and_the_index_lists_every_page() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    pages = {path.stem for path in PYTHON.glob("*.md")} - {"index"}
    assert packages - pages == WITHOUT_PAGE
    linked = set(re.findall(r"\]\(([\w-]+)\.md\)", INDEX))
    assert linked == pages


def test_a_page_begins_with_the_package_that_it_is_about() -> None:
    for path in PYTHON.glob("*.md"):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        if title.startswith("handsight."):
            assert title.removeprefix("handsight.").split(".")[-1] == path.stem.split("-")[-1]
            import_module(title)


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
