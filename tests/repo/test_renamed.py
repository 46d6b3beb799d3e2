"""The changelog's tables of names: what is new can be had, and what is old is gone."""

import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
ROW = re.compile(r"^\| `(handsight[.\w]+)` \| `(handsight[.\w]+)` \|$", re.MULTILINE)
RENAMED = ROW.findall(CHANGELOG.read_text("utf-8"))


def resolves(name: str) -> bool:
    """Follow a dotted name: first modules, then attributes, and last perhaps a field."""
    found: object = import_module("handsight")
    parts = name.split(".")[1:]
    path = "handsight"
    for place, part in enumerate(parts):
        path += f".{part}"
        if not hasattr(found, part):
            try:
                found = import_module(path)
            except ImportError:
                return place == len(parts) - 1 and part in fields_of(found)
        else:
            found = getattr(found, part)
    return True


def fields_of(found: object) -> set[str]:
    return {each.name for each in fields(found)} if is_dataclass(found) else set()


def test_there_are_renamed_names() -> None:
    rows = re.findall(r"^\| `.*$", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    assert len(RENAMED) == len(rows) > 0


def test_every_new_name_can_be_had() -> None:
    assert [new for new in sorted({new for _, new in RENAMED}) if not resolves(new)] == []


def test_every_old_name_is_gone() -> None:
    assert [old for old in sorted({old for old, _ in RENAMED}) if resolves(old)] == []
