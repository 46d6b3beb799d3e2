"""The 13 × 13 grid: numbers, letters, and the picture."""

from math import isnan, nan
from xml.etree import ElementTree

import pytest

from handsight.errors import InputError, OptionError
from handsight.ranges import Range, class_means, grid, grid_svg, grid_text, heat_map_svg
from handsight.ranges.class_grid import class_rows, labels_text, percent_text
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.ranges.heatmap import cell_colours

SVG = "{http://www.w3.org/2000/svg}"
MIXED = "QQ+, AKs, AKo:0.5, AhQh:0.01, 22"


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def fills(svg: str) -> list[str]:
    return [each.get("fill", "") for each in ElementTree.fromstring(svg).iter(f"{SVG}rect")][1:]


# --- numbers -------------------------------------------------------------------------------------


def test_pairs_are_the_diagonal_and_suited_hands_stand_above() -> None:
    cells = grid("AA, K2s, K2o:0.5, 22:0.25")
    assert (cells[0][0], cells[1][12], cells[12][1], cells[12][12]) == (1, 1, 0.5, 0.25)
    assert sum(map(sum, cells)) == 2.75


def test_a_cell_is_the_average_weight_of_its_combos() -> None:
    assert grid("AhKh")[0][1] == 0.25
    assert grid(Range("AhAs"))[0][0] == pytest.approx(1 / 6)


def test_a_grid_has_thirteen_rows_and_columns() -> None:
    assert [len(row) for row in grid("")] == [13] * 13


def test_the_means_of_a_range_s_weights_are_its_grid() -> None:
    hands = Range("AA, AKs, AhKd, QJo:0.25")
    rows = class_rows(class_means(hands.weights))
    assert rows == tuple(pytest.approx(row) for row in grid(hands))


def test_combos_without_a_number_do_not_count_and_classes_without_any_have_none() -> None:
    values = [0.5] * 1326
    one, *others = COMBOS_OF["AKs"]
    values[one] = 1.0
    values[others[0]] = nan
    for combo in COMBOS_OF["22"]:
        values[combo] = nan
    means = class_means(values)
    assert means["AKs"] == pytest.approx(2 / 3)
    assert [name for name, value in means.items() if isnan(value)] == ["22"]
    assert tuple(means) == CLASSES


@pytest.mark.parametrize("count", [0, 169, 1325])
def test_means_take_one_number_for_each_combo(count: int) -> None:
    with pytest.raises(OptionError, match=f"values has {count} numbers; it takes 1,326"):
        class_means([0.5] * count)


# --- letters -------------------------------------------------------------------------------------


def test_the_text_names_whole_classes_and_gives_the_percentage_of_others() -> None:
    lines = grid_text(MIXED).splitlines()
    assert lines[0].split() == list("AKQJT98765432")
    assert lines[1].split() == ["A", "AA", "AKs", "1%"] + ["."] * 10
    assert lines[2].split() == ["K", "50%", "KK"] + ["."] * 11
    assert lines[13].split() == ["2"] + ["."] * 12 + ["22"]


def test_the_columns_of_the_text_stand_below_one_another() -> None:
    lines = grid_text("random").splitlines()
    assert [line[50:] for line in lines[:3]] == ["2", "A2s", "K2s"]
    assert (lines[13][:5], lines[13][46:]) == ("2 A2o", "32o 22")
    assert not any(line.endswith(" ") for line in lines)


def test_an_unreadable_range_is_no_grid() -> None:
    for draw in (grid, grid_text, grid_svg):
        with pytest.raises(InputError, match="cannot read 'XX'"):
            draw("XX")


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0%"), (0.001, "1%"), (0.5, "50%"), (0.994, "99%"), (0.9999, "99%"), (1.0, "100%")],
)
def test_a_part_never_reads_as_nothing_or_all(share: float, text: str) -> None:
    assert percent_text(share) == text


def test_labels_of_any_length_stand_below_their_ranks() -> None:
    labels = [["."] * 13 for _ in range(13)]
    labels[0][0] = "100.0"
    header, first, *_ = labels_text(labels).splitlines()
    assert header.index("K") == first.index(".", 8) == 8


# --- the picture ---------------------------------------------------------------------------------


def test_the_picture_names_every_class_once_and_parts_by_their_percentage() -> None:
    shown = texts(grid_svg(MIXED))
    assert len(shown) == 169 + 2 + 1
    assert (shown[0], shown[1], shown[2:4]) == ("AA", "AKs", ["AQs", "1%"])
    assert shown[-1].startswith("34.01 combos, 2.6% of all hands")


def test_equal_numbers_have_one_colour_and_nothing_has_its_own() -> None:
    colours = fills(grid_svg("AA, AKs, AKo:0.5"))
    assert len(colours) == 169
    assert colours[0] == colours[1]
    assert len(set(colours)) == 3


def test_the_greater_the_number_the_darker_the_cell() -> None:
    numbers = [[column / 12 for column in range(13)]] * 13
    colours = fills(heat_map_svg(numbers, "rising"))[1:13]
    light = [sum(bytes.fromhex(colour[1:])) for colour in colours]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) == 12


def luminance(colour: str) -> float:
    """As the guidelines for accessible web pages define it."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("percent", range(1, 101))
def test_letters_stand_out_from_their_cell(percent: int) -> None:
    """The guidelines ask for 3 to 1 in large print."""
    darker, lighter = sorted(map(luminance, cell_colours(percent / 100)))
    assert (lighter + 0.05) / (darker + 0.05) > 3.5


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
    with pytest.raises(OptionError, match="labels takes 13 rows of 13 texts"):
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
