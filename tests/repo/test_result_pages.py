"""Pages of results say what was measured, or what anybody can read; nothing between the two.

Between the marks of a page stands what its maker wrote: figures, and sentences made of them. The
second mark carries a digest, so a hand that mends a figure or adds a sentence there is found out.
What stands outside is reading: what the sources say, and what the columns mean. Each stretch of it
ends with the command that shows it, and it has no figures that the measured part has not.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from handsight.cli.main import main
from handsight.papers.pages import BEGIN, HEADINGS, READING, digest_of, parts_of
from handsight.papers.range_model.model import TABLE as RANGE_MODEL
from handsight.papers.reproduce import TABLES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reproduced"
PAGES = sorted(path.stem for path in FOLDER.glob("*.md"))
PICTURE = re.compile(r"!\[[^\]]+\]\(([\w-]+\.svg)\)")
HEADING = re.compile(r"#{1,2} \S")
NUMBER = re.compile(r"(?<![\w.,/-])[.+±-]?\d[\d.,]*%?")
APART = re.compile(r"`[^`]*`|\"[^\"]*\"|\]\([^)]*\)|table [\dI]+|figure \d")
"""Code, quotations, the targets of links, and numbers by which a source counts its tables."""

PLAIN = {"0", "1", "95%"}
"""The ends of a share, and what an interval is of."""


class Stretch(NamedTuple):
    """Paragraphs of reading, and the command at their end; None where it lacks one."""

    text: str
    command: str | None


def page_of(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text("utf-8")


def stretches(text: str) -> Iterator[Stretch]:
    """Cut what stands outside the marks at headings, pictures and the lines with commands."""
    gathered: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        ends = READING.fullmatch(block.strip())
        if ends:
            yield Stretch("\n\n".join(gathered), ends["command"])
            gathered = []
        elif PICTURE.fullmatch(block.strip()) or HEADING.match(block):
            if gathered:
                yield Stretch("\n\n".join(gathered), None)
            gathered = []
        elif block.strip():
            gathered.append(block)
    if gathered:
        yield Stretch("\n\n".join(gathered), None)


def readings(page: str) -> list[Stretch]:
    before, _, _, after = parts_of(page)
    return [*stretches(before), *stretches(after)]


def numbers_of(text: str) -> set[str]:
    return {found.rstrip(".,").lstrip("+±") for found in NUMBER.findall(APART.sub(" ", text))}


def is_understood(command: str) -> bool:
    """Whether the program takes these words; it is not run."""
    program, name, *words = [*shlex.split(command), "", ""]
    found = main.get_command(click.Context(main), name)
    if program != "handsight" or found is None:
        return False
    found.make_context(name, [word for word in words if word])
    return True


# --- the pages ------------------------------------------------------------------------------------


def test_every_table_has_a_page_and_every_page_a_table() -> None:
    assert {*TABLES, RANGE_MODEL} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_no_hand_has_touched_what_was_measured(name: str) -> None:
    _, part, digest, _ = parts_of(page_of(name))
    assert digest == digest_of(part), "make the page again with the command that it names"


@pytest.mark.parametrize("name", PAGES)
def test_what_is_not_measured_is_marked_as_reading(name: str) -> None:
    page = page_of(name)
    unmarked = [each.text for each in readings(page) if each.command is None]
    assert not unmarked, "end it with the command that shows it, or make it of figures"
    assert all(each.text for each in readings(page)), "a command without a reading"


@pytest.mark.parametrize("name", PAGES)
def test_a_reading_has_no_figure_that_was_not_measured(name: str) -> None:
    page = page_of(name)
    measured = numbers_of(parts_of(page)[1]) | PLAIN
    for each in readings(page):
        assert numbers_of(each.text) <= measured, each.text


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_of_readings_are_understood(name: str) -> None:
    for each in readings(page_of(name)):
        assert is_understood(each.command or ""), each.command


@pytest.mark.parametrize("name", PAGES)
def test_pictures_are_those_that_the_maker_draws(name: str) -> None:
    for file in PICTURE.findall(page_of(name)):
        assert file.startswith(f"{name}-")
        assert (FOLDER / file).is_file()


@pytest.mark.parametrize("name", PAGES)
def test_what_holds_and_what_does_not_stands_where_it_was_measured(name: str) -> None:
    before, part, _, after = parts_of(page_of(name))
    assert any(f"## {heading}" in part for heading in HEADINGS.values())
    for heading in HEADINGS.values():
        assert heading not in before + after


# --- what the tests find out ----------------------------------------------------------------------


WHOLE = f"# Title\n\nText.\n\n*Reading, shown by:* `handsight evaluators`\n\n{BEGIN}\n\n3 of 4.\n\n"


@pytest.mark.parametrize(
    ("after", "unmarked"),
    [
        ("", []),
        ("## Heading\n\nA reason.", ["A reason."]),
        ("A reason.\n\n## Heading", ["A reason."]),
        ("- One.\n\n- Two.\n\n*Reading, shown by:* `handsight evaluators`", []),
        ("One.\n\n*Reading, shown by:* `handsight evaluators`\n\nTwo.", ["Two."]),
    ],
)
def test_a_sentence_without_a_mark_is_found(after: str, unmarked: list[str]) -> None:
    page = f"{WHOLE}<!-- measured: end {digest_of('3 of 4.')} -->\n\n{after}\n"
    assert [each.text for each in readings(page) if each.command is None] == unmarked


def test_a_figure_that_was_mended_by_hand_is_found() -> None:
    page = f"{WHOLE}<!-- measured: end {digest_of('2 of 4.')} -->\n"
    _, part, digest, _ = parts_of(page)
    assert digest != digest_of(part)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It won 192 ± 45 bb/100, or .345 of 400.", {"192", "45", ".345", "400"}),
        ("By 87% and -12.5 points of 1,326.", {"87%", "-12.5", "1,326"}),
        ('As "100 games", `--trials 20`, DSIE-2011, table 1, v3, blog-4 say.', set()),
    ],
)
def test_the_figures_of_a_reading_are_found(text: str, numbers: set[str]) -> None:
    assert numbers_of(text) == numbers


@pytest.mark.parametrize(
    "command", ["handsight reproduce counts --jsn", "handsight reproduced counts", "rm -r counts"]
)
def test_a_command_that_the_program_does_not_take_is_found(command: str) -> None:
    try:
        understood = is_understood(command)
    except click.ClickException:
        understood = False
    assert not understood
