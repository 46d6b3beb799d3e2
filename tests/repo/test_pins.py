"""What commands print for programs stays as it is."""

import json
from typing import Any

import pytest

from tests.pins.commands import PINS, commands, output

KEPT: dict[str, Any] = json.loads(PINS.read_text())


def test_each_pinned_command_is_kept() -> None:
    assert list(KEPT) == commands()


@pytest.mark.parametrize("command", commands())
def test_a_command_prints_the_same_json(command: str) -> None:
    assert same(output(command), KEPT[command])


def same(found: Any, kept: Any) -> bool:
    """Compare whole numbers and texts exactly, and fractions but for the last bits of a sum."""
    if isinstance(kept, dict):
        return list(found) == list(kept) and all(same(found[key], kept[key]) for key in kept)
    if isinstance(kept, list):
        return len(found) == len(kept) and all(map(same, found, kept))
    if isinstance(kept, float):
        return bool(found == pytest.approx(kept, rel=1e-12))
    return type(found) is type(kept) and bool(found == kept)
