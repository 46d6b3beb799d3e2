"""Plots: each cell of the grid names its class, and its bars show how often it acts."""

import sys
from typing import Any

import numpy as np
import pytest

from handsight.charts import chart
from handsight.errors import MissingExtraError, OptionError
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES
from handsight.solver import Betting, Solution, solve


@pytest.fixture
def pyplot() -> Any:
    matplotlib = pytest.importorskip(
        "matplotlib", reason="matplotlib is not installed (extra: plot)"
    )
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d"), Betting(100, 100, "a"))


def bars_of(axes: Any) -> dict[tuple[int, int], list[tuple[float, float, tuple[float, ...]]]]:
    """Return for each cell the left end, width and colour of its bars, from left to right."""
    (bars,) = axes.collections
    cells: dict[tuple[int, int], list[tuple[float, float, tuple[float, ...]]]] = {}
    for path, colour in zip(bars.get_paths(), bars.get_facecolors(), strict=True):
        (left, top), (right, _) = path.vertices[0], path.vertices[1]
        bar = (left, right - left, tuple(np.round(colour, 3)))
        cells.setdefault((int(top), int(left)), []).append(bar)
    return cells


def test_every_class_of_a_range_is_named_in_its_cell(pyplot: Any) -> None:
    axes = Range("QQ+, AKs:0.5").plot()
    names = {each.get_text(): each.get_position() for each in axes.texts}
    assert set(names) == set(CLASSES)
    assert names["AKs"] == (1.5, 0.5)  # second column, first row
    assert names["AKo"] == (0.5, 1.5)
    assert axes.yaxis_inverted()
    assert axes.get_title(loc="left") == "QQ+, AKs:0.5"
    assert axes.get_xlabel() == "20 combos, 1.5% of all hands"


def test_a_larger_weight_is_darker(pyplot: Any) -> None:
    cells = bars_of(Range("AA, KK:0.5, QQ:0.1").plot())
    light = [sum(cells[place, place][0][2][:3]) for place in range(4)]
    assert light == sorted(light)
    assert len(set(light)) == 4


def test_bars_are_as_wide_as_the_action_is_frequent(pyplot: Any, solution: Solution) -> None:
    axes = solution.plot()
    cells, shares = bars_of(axes), solution.root.by_class()
    queens = cells[2, 2][1:]  # behind its bars, the cell is empty
    whole = cells[2, 2][0][1]
    assert [width / whole for _, width, _ in queens] == pytest.approx(shares["QQ"], abs=1e-9)
    assert [len(bars) for place, bars in cells.items() if place not in {(0, 0), (2, 2)}] == [
        1
    ] * 167
    words = [text.get_text() for text in axes.get_legend().get_texts()]
    frequencies = zip(solution.root.actions, solution.root.frequencies, strict=True)
    assert words == [f"{action}: {share:.1%}" for action, share in frequencies]


def test_a_node_is_drawn_on_the_axes_that_are_given(pyplot: Any, solution: Solution) -> None:
    _, (one, other) = pyplot.subplots(1, 2)
    assert solution.node("check").plot(one) is one
    assert solution.plot("check", axes=other) is other
    assert one.get_title(loc="left") == other.get_title(loc="left")
    assert one.get_title(loc="left").startswith("ip: check, ")


def test_charts_are_drawn_too(pyplot: Any) -> None:
    axes = chart("BTN open", players=2).plot()
    assert axes.get_title(loc="left").startswith("BTN opens")
    assert len(axes.get_legend().get_texts()) == 5


def test_where_nobody_acts_there_is_nothing_to_draw(solution: Solution) -> None:
    with pytest.raises(OptionError, match="nobody acts after 'check, check'"):
        solution.plot("check, check")


def test_without_matplotlib_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("matplotlib", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'handsight\[plot\]'"):
        Range("AA").plot()
