"""The gallery shows every picture of the documentation, with its page and its command."""

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from handsight.cli.main import main
from tests.repo.pictures import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
GALLERY = (DOCS / "gallery.md").read_text("utf-8")
PICTURE = re.compile(r"^\[!\[[^\]]+\]\(([\w/.-]+)\)\]\(([\w/-]+\.md)\)$", re.MULTILINE)
COMMAND = re.compile(r"^`([^`]+)`$", re.MULTILINE)


def test_every_picture_of_the_documentation_is_shown_once() -> None:
    files = {
        path.relative_to(DOCS).as_posix()
        for ending in ("svg", "png")
        for path in DOCS.rglob(f"*.{ending}")
        if "_build" not in path.parts
    }
    shown = [picture for picture, _ in PICTURE.findall(GALLERY)]
    assert sorted(shown) == sorted(files)


def test_each_picture_leads_to_a_page_that_shows_it_or_its_command() -> None:
    astray = []
    for picture, page in PICTURE.findall(GALLERY):
        text = (DOCS / page).read_text("utf-8")
        name = Path(picture).stem
        command = shlex.split(COMMANDS.get(name, ""))[:1]
        if Path(picture).name not in text and not any(
            f"handsight {each}" in text for each in command
        ):
            astray.append((picture, page))
    assert astray == []


def test_the_command_of_each_picture_stands_below_it() -> None:
    for name, command in COMMANDS.items():
        after = GALLERY.partition(f"(pictures/{name}.svg)")[2]
        shown = COMMAND.search(after)
        assert shown is not None
        assert shown[1] == f"handsight {command} --svg {name}.svg"


def test_other_commands_exist() -> None:
    for command in COMMAND.findall(GALLERY):
        program, *words = shlex.split(command)
        if program == "handsight":
            assert CliRunner().invoke(main, [words[0], "--help"]).exit_code == 0
        elif program == "python":
            parts = words[1].split(".")
            root = DOCS.parent if parts[0] == "tests" else DOCS.parent / "src"
            assert root.joinpath(*parts).with_suffix(".py").is_file()
        else:
            assert program == "make"
            assert f"\n{words[0]}:" in (DOCS.parent / "Makefile").read_text("utf-8")
