"""Pictures: what is drawn on them, their colours, and the heat map of the classes."""

import io
import re
from collections.abc import Callable
from math import nan
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

from handsight.errors import InputError, OptionError
from handsight.ranges import shipped_pocket_table
from handsight.solver import push_fold as solve_push_fold
from handsight.views import grid_svg, heat_map_svg
from handsight.views.cards.heatmap import heatmap_report, heatmap_svg
from handsight.views.cards.pocket import pocket_report, pocket_svg
from handsight.views.cards.ranges import WEIGHTS, HeatMap
from handsight.views.range_update.report import range_update_report
from handsight.views.range_update.svg import range_update_svg
from handsight.views.range_update.words import hand_in_words
from handsight.views.solver.solution import push_fold_svg
from handsight.views.svg import (
    DEEP,
    FAINT,
    INK,
    LOST,
    PAPER,
    SCALE,
    WON,
    Picture,
    cell_colours,
    contrast,
)
from tests.unit.views.pictures import outside

NAMES_OF: dict[ColorSystem, Any] = {
    ColorSystem.EIGHT_BIT: "256",
    ColorSystem.TRUECOLOR: "truecolor",
}


def equity_map(villain: str) -> str:
    return heatmap_svg(heatmap_report("Qh7h2c", villain))


def push_fold(_: str) -> str:
    return push_fold_svg(solve_push_fold(10))


def opponents_range(_: str) -> str:
    return range_update_svg(range_update_report(hand_in_words("AhKh", "", "p2 raises 250")))


def pocket(_: str) -> str:
    return pocket_svg(pocket_report(shipped_pocket_table()))


SVG = "{http://www.w3.org/2000/svg}"
MIXED = "QQ+, AKs, AKo:0.5, AhQh:0.01, 22"


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def fills(svg: str) -> list[str]:
    return [each.get("fill", "") for each in ElementTree.fromstring(svg).iter(f"{SVG}rect")][1:]


# --- drawing -------------------------------------------------------------------------------------


def test_all_that_is_drawn_is_there_and_words_are_escaped() -> None:
    picture = Picture(200, 100, "a < b", "more & more")
    picture.text(1, 2, "x & y", anchor="end", bold=True)
    picture.rect(1, 2, 3, 4, INK, tip="<tip>")
    picture.line(0, 0, 10.04, 10, width=2, dashed=True)
    with picture.group(5, 6):
        picture.circle(1, 2, 3, DEEP, opacity=0.5)
    picture.legend(10, 20, [(WON, "won"), (LOST, "lost")])
    root = ElementTree.fromstring(picture.svg())
    assert root.findtext(f"{SVG}title") == "a < b"
    assert root.findtext(f"{SVG}desc") == "more & more"
    assert texts(picture.svg()) == ["x & y", "won", "lost"]
    assert fills(picture.svg()) == [INK, WON, LOST]
    assert root.findtext(f"{SVG}rect/{SVG}title") == "<tip>"
    group = root.find(f"{SVG}g")
    assert group is not None
    assert group.get("transform") == "translate(5 6)"
    assert [each.tag for each in group] == [f"{SVG}circle"]
    line = root.find(f"{SVG}line")
    assert line is not None
    assert (line.get("x2"), line.get("stroke-width")) == ("10", "2")


def test_small_cells_show_their_labels_to_the_pointer() -> None:
    picture = Picture(400, 400, "small")
    picture.heat_map(0, 0, [[0.5] * 13] * 13, [["50%"] * 13] * 13, cell=24)
    assert "50%" not in texts(picture.svg())
    assert picture.svg().count(": 50%</title>") == 169


def test_an_unreadable_range_is_no_picture() -> None:
    with pytest.raises(InputError, match="cannot read 'XX'"):
        grid_svg("XX")


# --- the frame -----------------------------------------------------------------------------------


def test_what_reaches_beyond_the_frame_is_found() -> None:
    picture = Picture(100, 50, "narrow")
    picture.text(10, 20, "short")
    picture.text(60, 20, "too long")
    picture.text(5, 20, "at the end", anchor="end")
    with picture.group(90, 0):
        picture.circle(8, 10, 3, DEEP)
    picture.line(0, 0, 10, 51)
    picture.rect(-1, 0, 5, 5, DEEP)
    assert outside(picture.svg()) == ["too long", "at the end", "circle", "line", "rect"]


@pytest.mark.parametrize("length", [0, 1, 77, 78, 90, 110])
def test_a_heat_map_and_its_caption_lie_in_the_frame(length: int) -> None:
    assert outside(heat_map_svg([[0.5] * 13] * 13, "x" * length, "title")) == []


# --- the heat map --------------------------------------------------------------------------------


def test_the_picture_names_every_class_once_and_parts_by_their_percentage() -> None:
    shown = texts(grid_svg(MIXED))
    assert len(shown) == 169 + 2 + 1 + len(WEIGHTS)
    assert (shown[0], shown[1], shown[2:4]) == ("AA", "AKs", ["AQs", "1%"])
    assert shown[-6].startswith("34.01 combos, 2.6% of all hands")
    assert tuple(shown[-5:]) == WEIGHTS


def test_equal_numbers_have_one_colour_and_nothing_has_its_own() -> None:
    colours = fills(grid_svg("AA, AKs, AKo:0.5"))[:169]
    assert len(colours) == 169
    assert colours[0] == colours[1]
    assert len(set(colours)) == 3


def test_the_greater_the_number_the_darker_the_cell() -> None:
    numbers = [[column / 12 for column in range(13)]] * 13
    colours = fills(heat_map_svg(numbers, "rising"))[1:13]
    light = [sum(bytes.fromhex(colour[1:])) for colour in colours]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) == 12


@pytest.mark.parametrize("parts", [10_000, pytest.param(100_000, marks=pytest.mark.exhaustive)])
def test_letters_stand_out_whatever_the_number(parts: int) -> None:
    """The guidelines for accessible web pages ask for 4.5 to 1."""
    assert min(contrast(*cell_colours(part / parts)) for part in range(parts + 1)) >= 4.5


@pytest.mark.repeats(1)
@pytest.mark.parametrize("parts", [100, pytest.param(1000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("system", [ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR])
def test_letters_stand_out_in_the_colours_that_a_terminal_has(
    system: ColorSystem, parts: int
) -> None:
    worst = min(
        contrast(*(shown_as(colour, system) for colour in terminal_colours(part / parts, system)))
        for part in range(parts + 1)
    )
    assert worst >= 4.5


def shown_as(colour: str, system: ColorSystem) -> str:
    """Give the colour that a terminal shows in place of one."""
    return Color.parse(colour).downgrade(system).get_truecolor().hex


def terminal_colours(number: float, system: ColorSystem) -> tuple[str, str]:
    """Give the colours of a cell as they are sent to a terminal, with all their digits."""
    half = HeatMap([[number] * 13] * 13, [["x"] * 13] * 13)
    console = Console(
        width=80, file=io.StringIO(), force_terminal=True, color_system=NAMES_OF[system]
    )
    styles = [
        each.style for each in console.render(half) if each.text.strip() == "x" and each.style
    ]
    assert styles[0].color is not None
    assert styles[0].bgcolor is not None
    return styles[0].bgcolor.get_truecolor().hex, styles[0].color.get_truecolor().hex


@pytest.mark.parametrize("draw", [grid_svg, equity_map, push_fold, opponents_range, pocket])
def test_every_heat_map_says_what_its_colours_mean(draw: Callable[[str], str]) -> None:
    svg = draw("QQ+, AKs:0.5")
    assert outside(svg) == []
    root = ElementTree.fromstring(svg)
    colours = {each.get("fill") for each in root.findall(f"{SVG}rect")}
    assert {cell_colours(number)[0] for number in SCALE} <= colours


def test_every_letter_of_a_picture_stands_out_from_what_is_below_it() -> None:
    for draw in (grid_svg, equity_map, push_fold, opponents_range, pocket):
        assert faint_letters(draw("QQ+, AKs:0.5, 22:0.3")) == []


def faint_letters(svg: str) -> list[str]:
    """List the texts of a picture whose contrast with the last rectangle below them is too low."""
    found: list[str] = []

    def look(node: ElementTree.Element, x: float, y: float, drawn: list[tuple[float, ...]]) -> None:
        for each in node:
            tag = each.tag.removeprefix(SVG)
            if tag == "g":
                dx, dy = map(float, re.findall(r"[-\d.]+", each.get("transform", "")))
                look(each, x + dx, y + dy, drawn)
            elif tag == "rect":
                left, top = x + float(each.get("x", 0)), y + float(each.get("y", 0))
                right = left + float(each.get("width", 0))
                colour = int(each.get("fill", "#ffffff")[1:], 16)
                drawn.append((left, top, right, top + float(each.get("height", 0)), colour))
            elif tag == "text":
                at, base = x + float(each.get("x", 0)), y + float(each.get("y", 0)) - 4
                below = [
                    box for box in drawn if box[0] <= at <= box[2] and box[1] <= base <= box[3]
                ]
                ground = f"#{int(below[-1][4]):06x}"
                if contrast(each.get("fill", ""), ground) < 4.5:
                    found.append(each.text or "")

    look(ElementTree.fromstring(svg), 0, 0, [])
    return found


@pytest.mark.parametrize("colour", [INK, FAINT, WON, LOST, DEEP])
def test_words_stand_out_from_the_paper(colour: str) -> None:
    assert contrast(colour, PAPER) >= 4.5


def test_contrast_is_that_of_the_guidelines() -> None:
    """The examples of WCAG 2: black on white, and the lightest grey that will do."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#ffffff") < 4.5


def test_a_cell_without_a_number_is_as_blank_as_paper() -> None:
    numbers = [[0.5] * 13 for _ in range(13)]
    numbers[0][1] = nan
    svg = heat_map_svg(numbers, "one is missing")
    assert "AKs" not in texts(svg)
    assert fills(svg)[1] == "#ffffff"
    assert fills(svg).count("#ffffff") == 1


def test_nothing_and_all_are_written_out_if_asked() -> None:
    numbers = [[1.0] * 13] + [[0.0] * 13] * 12
    shown = texts(heat_map_svg(numbers, "sure", percents=True))
    assert (shown.count("100%"), shown.count("0%")) == (13, 156)
    assert not {"100%", "0%"} & set(texts(heat_map_svg(numbers, "sure")))


def test_labels_stand_instead_of_percentages() -> None:
    labels = [["", *(f"#{row}.{column}" for column in range(1, 13))] for row in range(13)]
    shown = texts(heat_map_svg([[0.5] * 13] * 13, "named", labels=labels))
    assert [text for text in shown if text.startswith("#")] == [
        label for row in labels for label in row[1:]
    ]
    assert "50%" not in shown
    with pytest.raises(OptionError, match="labels must be 13 rows of 13 strings"):
        heat_map_svg([[0.5] * 13] * 13, "wrong", labels=labels[1:])


def test_the_title_is_the_range_itself() -> None:
    tree = ElementTree.fromstring(grid_svg("KK, AA"))
    assert tree.findtext(f"{SVG}title") == "KK+"
    assert ElementTree.fromstring(grid_svg("")).findtext(f"{SVG}title") == "an empty range"


def test_words_are_escaped() -> None:
    assert texts(heat_map_svg([[0.0] * 13] * 13, "a < b & c"))[-1] == "a < b & c"


@pytest.mark.parametrize(
    "numbers",
    [[], [[0.5] * 13] * 12, [[0.5] * 12] * 13, [[1.5] * 13] * 13, [[-0.1] * 13] * 13],
)
def test_only_thirteen_rows_of_thirteen_shares_make_a_picture(numbers: list[list[float]]) -> None:
    with pytest.raises(OptionError, match="13 rows of 13 numbers from 0 to 1"):
        heat_map_svg(numbers, "wrong")
