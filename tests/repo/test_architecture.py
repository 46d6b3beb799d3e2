"""docs/architecture.md says which way a question takes; here the way is followed."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import handsight
from handsight import Hand, HandCursor, Spot
from handsight.arena import ArenaSpec, run_arena
from handsight.cli.main import main
from handsight.opponents import OpponentModel
from handsight.views.arena.report import ArenaReport
from tests.repo.package_picture import PICTURE, package_picture

SOURCE = Path(handsight.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
ROW = re.compile(r"^\| *\d+ \| `([\w/.]+)` \|", re.MULTILINE)
OPTIMISED = 1
"""The flag of code that is a function's; the body of a class has it not."""


def way(title: str) -> list[str]:
    """List the files of a section's table, in the order of its steps."""
    section = PAGE.partition(f"### {title}\n")[2].partition("\n#")[0]
    return ROW.findall(section)


def passed(question: Callable[[], object]) -> list[str]:
    """List the files whose functions are called, in the order of their first calls."""
    found: dict[str, None] = {}

    def note(frame, event, _argument):
        code = frame.f_code
        if event == "call" and code.co_flags & OPTIMISED and not code.co_name.startswith("<"):
            path = Path(code.co_filename)
            if path.is_relative_to(SOURCE):
                found.setdefault(path.relative_to(SOURCE).as_posix())

    question()  # what compiles now is not followed, which would take minutes
    sys.setprofile(note)
    try:
        question()
    finally:
        sys.setprofile(None)
    return list(found)


def equity_of_two_hands() -> None:
    assert CliRunner().invoke(main, ["equity", "AhKh", "QsQd", "--json"]).exit_code == 0


def one_arena_hand(folder: Path) -> None:
    store = folder / f"{len(list(folder.iterdir()))}.db"  # an arena that has ended plays nothing
    run_arena(ArenaSpec(agents=("min-raise", "call"), pairs=1), store)


def one_observed_action() -> None:
    model = OpponentModel()
    model.start_hand([10_000, 10_000], 0, posts=[50, 100], seat=1, hole="AhKh")
    model.act(0, "raise", 300)
    model.weights(0)


def test_the_way_of_an_equity_is_as_it_is_written() -> None:
    follow(way("One equity"), passed(equity_of_two_hands))


def test_the_way_of_an_arena_hand_is_as_it_is_written(tmp_path: Path) -> None:
    follow(way("One arena hand"), passed(lambda: one_arena_hand(tmp_path)))


def test_the_way_of_an_observed_action_is_as_it_is_written() -> None:
    follow(way("One observed action"), passed(one_observed_action))


def follow(steps: list[str], files: list[str]) -> None:
    assert len(steps) >= 4
    assert [name for name in files if name in steps] == steps


@pytest.mark.parametrize(
    ("noun", "kind"), [("Spot", Spot), ("Hand", Hand), ("report", ArenaReport)]
)
def test_each_noun_names_the_file_that_makes_it(noun: str, kind: type) -> None:
    (path,) = re.findall(rf"^\| \*\*{noun}\*\* \|.*\| `([\w/.]+)` \|$", PAGE, re.MULTILINE)
    assert SOURCE / path == Path(str(sys.modules[kind.__module__].__file__))


def test_a_cursor_steps_the_hand() -> None:
    path = Path(str(sys.modules[HandCursor.__module__].__file__)).relative_to(SOURCE)
    assert f"`{path.as_posix()}`" in PAGE


def test_each_file_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", PAGE))
    missing = [
        name
        for name in named
        if not (SOURCE / name).is_file() and not (SOURCE.parents[1] / name).is_file()
    ]
    assert not missing


def test_the_picture_of_the_packages_is_that_of_their_imports() -> None:
    assert PICTURE.read_text("utf-8") == package_picture(), (
        "run python -m tests.repo.package_picture"
    )
