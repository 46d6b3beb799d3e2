"""What people and programs read is written in one place each: pictures, tables, JSON."""

import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "handsight"
VIEWS = SOURCE / "views"

WRITERS = {
    '<svg xmlns="http': VIEWS / "svg.py",
    "<table>": SOURCE / "runtime" / "html.py",
    "import csv\n": VIEWS / "tables.py",
}
"""What a document of a kind begins with, and who writes such documents."""


def sources(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


@pytest.mark.parametrize("mark", WRITERS)
def test_documents_of_a_kind_have_one_writer(mark: str) -> None:
    found = [path for path in sources(SOURCE, ROOT / "benchmarks") if mark in path.read_text()]
    assert found == [WRITERS[mark]]


def test_commands_print_json_by_way_of_a_report() -> None:
    """So that all of it has the same form, and nothing in it that is no JSON, such as NaN."""
    found = [
        path.name
        for path in sources(SOURCE / "cli", VIEWS)
        if re.search(r"\bjson\.dumps?\(", path.read_text())
    ]
    assert found == ["report.py"]


def test_reports_are_frozen_and_hold_their_fields() -> None:
    """A view that could be changed would not be what was measured."""
    for path in VIEWS.glob("*.py"):
        module = import_module(f"handsight.views.{path.stem}".removesuffix(".__init__"))
        for found in vars(module).values():
            if (
                isinstance(found, type)
                and is_dataclass(found)
                and found.__module__ == module.__name__
            ):
                assert found.__dataclass_params__.frozen, found  # type: ignore[attr-defined]
                marks = {each.metadata.get("json") for each in fields(found)}
                assert marks <= {None, "hidden", "unless None"}, found
