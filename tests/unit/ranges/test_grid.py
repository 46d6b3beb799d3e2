"""The 13 × 13 grid: numbers and letters."""

from math import isnan, nan

import pytest

from handsight.errors import InputError, OptionError
from handsight.ranges import Range, class_means, grid, grid_text
from handsight.ranges.class_grid import class_rows, labels_text, percent_text
from handsight.ranges.combos import CLASSES, COMBOS_OF

MIXED = "QQ+, AKs, AKo:0.5, AhQh:0.01, 22"


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
    with pytest.raises(OptionError, match=f"values has {count} numbers; it must have 1,326"):
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
    for draw in (grid, grid_text):
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
