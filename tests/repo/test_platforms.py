"""Nothing outside its own folder knows another platform.

What is said of it elsewhere stands in the tests and pages, in what the sources printed (`papers`),
and in a published setting of the players of FAI-2022.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from handsight.interop.registry import game_names

SOURCE = Path(__file__).parents[2] / "src" / "handsight"
PLATFORMS = sorted(path.parent.name for path in (SOURCE / "interop").glob("*/platform.py"))
OTHERS = {
    "acpc": {"cli/network/acpc.py"},
    "donksolver": set(),
    "openspiel": set(),
    "pettingzoo": set(),
    "pokerbots": {"cli/network/pokerbots.py"},
    "slumbot": {"cli/network/slumbot.py"},
}
"""Folders with our agents as guests, or without a loader, and who may import them."""
BUILT_ON_ONE = ("interop/pettingzoo/",)
"""Folders whose environments are another platform's underneath."""
WORDS = re.compile("|".join([*({*PLATFORMS} - OTHERS.keys()), "engine"]), re.IGNORECASE)
SETTINGS = {"agents/papers/fai/rules.py": 1, "agents/papers/fai/player.py": 5}
"""Lines about the setting `pypokerengine` of the players of FAI-2022."""


def lines_that_name_one(text: str) -> Iterator[str]:
    yield from (line for line in text.splitlines() if WORDS.search(line))


def sources() -> list[str]:
    found = (path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
    own = tuple(f"interop/{name}/" for name in PLATFORMS)
    return sorted(path for path in found if not path.startswith((*own, *BUILT_ON_ONE, "papers/")))


def test_there_are_platforms_and_each_offers_what_is_asked_for_by_name() -> None:
    assert "pypokerengine" in PLATFORMS
    for name in PLATFORMS:
        offered = (SOURCE / "interop" / name / "platform.py").read_text("utf-8")
        assert re.search("^LOADER = ", offered, re.MULTILINE)
        assert bool(re.search("^GAME = ", offered, re.MULTILINE)) == (name in game_names())


def test_no_other_source_names_a_platform() -> None:
    found = {
        path: list(lines_that_name_one((SOURCE / path).read_text("utf-8"))) for path in sources()
    }
    assert {
        path: lines for path, lines in found.items() if len(lines) != SETTINGS.get(path, 0)
    } == {}


def test_other_folders_are_imported_by_their_command_only() -> None:
    folders = {path.parent.name for path in (SOURCE / "interop").glob("*/__init__.py")}
    assert folders == {*PLATFORMS, *OTHERS}
    for name, commands in OTHERS.items():
        own = f"interop/{name}/"
        importing = {
            path.relative_to(SOURCE).as_posix()
            for path in SOURCE.rglob("*.py")
            if f"handsight.interop.{name}" in path.read_text("utf-8")
        }
        assert {path for path in importing if not path.startswith(own)} == commands


def test_what_names_one_is_caught() -> None:
    text = 'from handsight.interop.pypokerengine import EngineHand\nHOUSES = ("PyPokerEngine",)\n'
    assert len(list(lines_that_name_one(text))) == 2
