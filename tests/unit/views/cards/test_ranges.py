"""A range in the terminal: coloured like its picture, and plain where there is no colour."""

import io
import re
from xml.etree import ElementTree

import pytest
from rich.console import Console, RenderableType

from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.ranges import Range, grid_text
from handsight.ranges.class_grid import labels_text
from handsight.views.cards.ranges import (
    WEIGHTS,
    HeatMap,
    grid_svg,
    range_map,
    range_report,
    range_summary,
    range_text,
    size_in_words,
)
from handsight.views.report import to_dict

MIXED = "QQ+, AKs, AKo:0.5, AhQh:0.01, 22"
HALVES = [[0.5] * 13] * 13
FILL = re.compile(r"48;2;(\d+);(\d+);(\d+)m *(\S+) *\x1b")


def shown(
    content: RenderableType, width: int = 80, colours: str | None = None, **more: bool
) -> str:
    out = io.StringIO()
    terminal = colours is not None
    console = Console(file=out, width=width, force_terminal=terminal, color_system=colours, **more)  # type: ignore[arg-type]
    console.print(content)
    return out.getvalue()


def mixed() -> HeatMap:
    return range_map(range_summary(Range(MIXED)).classes)


def cells(text: str) -> list[tuple[str, str]]:
    """Read the colour and the label of each cell of a coloured map."""
    found = FILL.findall(text)
    return [("#" + bytes(map(int, rgb)).hex(), label) for *rgb, label in found]


def legend(labelled: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Give what stands below the 169 cells."""
    return labelled[169:]


def unstyled(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


# --- colour --------------------------------------------------------------------------------------


def test_the_colours_are_those_of_the_picture() -> None:
    tree = ElementTree.fromstring(grid_svg(MIXED))
    fills = [each.get("fill") for each in tree.iter("{http://www.w3.org/2000/svg}rect")][1:]
    labelled = cells(shown(mixed(), colours="truecolor"))
    assert [fill for fill, _ in labelled[:169]] == fills[:169]
    assert [fill for fill, _ in legend(labelled)] == fills[169:]


def test_a_cell_names_its_class_or_the_part_of_it() -> None:
    labels = [label for _, label in cells(shown(mixed(), colours="truecolor"))]
    assert labels[:4] == ["AA", "AKs", "1%", "AJs"]
    assert labels[13:15] == ["50%", "KK"]
    assert len(labels[:169]) == 169
    assert labels[169:] == list(WEIGHTS)


@pytest.mark.parametrize(
    ("width", "cell"), [(41, 3), (53, 3), (54, 4), (60, 4), (67, 5), (80, 6), (120, 6)]
)
def test_cells_grow_with_the_terminal_and_never_wrap(width: int, cell: int) -> None:
    lines = unstyled(shown(range_map({"AKs": 1}), width, "truecolor")).splitlines()
    assert [len(line) for line in lines[:14]] == [2 + 13 * cell] * 14
    assert lines[14:] == ["   none  25%  50%  75%  all "]


def test_a_terminal_that_is_too_narrow_sees_the_left_part() -> None:
    lines = unstyled(shown(range_map({"AKs": 1}), 30, "truecolor")).splitlines()
    assert [len(line) for line in lines[:14]] == [30] * 14
    assert max(len(line) for line in lines[14:]) <= 30


def test_letters_in_cells_are_as_bright_as_their_colour() -> None:
    assert "\x1b[2;" not in shown(mixed(), colours="truecolor")


def test_two_hundred_and_fifty_six_colours_are_enough() -> None:
    assert "\x1b[" in shown(range_map({"AA": 1}), colours="256")


# --- plain text ----------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", [None, "standard"])
def test_without_enough_colours_it_is_the_grid_in_letters(colours: str | None) -> None:
    assert shown(mixed(), colours=colours) == grid_text(MIXED) + "\n"


def test_who_wants_no_colour_gets_the_grid_in_letters() -> None:
    assert shown(mixed(), colours="truecolor", no_color=True) == grid_text(MIXED) + "\n"


# --- other numbers -------------------------------------------------------------------------------


def test_any_numbers_and_labels_make_a_map() -> None:
    labels = [[f"{row}/{column}" for column in range(13)] for row in range(13)]
    assert shown(HeatMap(HALVES, labels)) == labels_text(labels) + "\n"
    coloured = cells(shown(HeatMap(HALVES, labels), 100, "truecolor"))
    assert [label for _, label in coloured] == [label for row in labels for label in row]
    assert len({fill for fill, _ in coloured}) == 1


def test_numbers_and_labels_are_thirteen_by_thirteen() -> None:
    with pytest.raises(OptionError, match="13 rows of 13 numbers"):
        HeatMap([[2.0] * 13] * 13, [[""] * 13] * 13)
    with pytest.raises(OptionError, match="13 rows of 13 strings"):
        HeatMap(HALVES, [[""] * 12] * 13)


# --- the range in words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("", "0 combos, 0.0% of all hands"),
        ("AhKh", "1 combo, 0.1% of all hands"),
        ("AhKh:0.5", "1 combo that weighs 0.5, 0.0% of all hands"),
        ("AK:0.25", "16 combos that weigh 4, 0.3% of all hands"),
        ("random", "1,326 combos, 100.0% of all hands"),
    ],
)
def test_a_range_has_its_size_in_words(hands: str, words: str) -> None:
    assert size_in_words(range_summary(Range(hands))) == words


def test_the_text_is_the_range_its_size_the_notes_and_the_grid() -> None:
    text = shown(range_text(range_summary(Range("KK, AA")), ["a note"]))
    assert text == f"KK+\n12 combos, 0.9% of all hands\na note\n\n{grid_text('KK+')}\n"
    assert shown(range_text(range_summary(Range("")))).startswith("no hands\n")


def test_the_object_has_the_range_so_that_it_can_be_read_again() -> None:
    fields = to_dict(range_summary(Range(MIXED)))
    assert Range(fields["range"]) == Range(MIXED)
    assert (fields["combos"], fields["total_weight"]) == (41, 34.01)
    assert fields["classes"]["AKo"] == 0.5


def test_the_report_says_how_the_range_was_chosen() -> None:
    fields = to_dict(range_report(Range.top(0.1), "10%", "chen", CardSet("AhKd")))
    assert list(fields)[:5] == list(to_dict(range_summary(Range.top(0.1))))
    assert list(fields)[5:] == ["top", "order", "without"]
    assert (fields["top"], fields["order"], fields["without"]) == ("10%", "chen@1", "AhKd")
    assert to_dict(range_report(Range("AA")))["order"] is None
