"""How all hands stand on a board: its numbers, the map in a terminal, and the picture."""

import io
import json
import re
from math import isnan

import numpy as np
import pytest
from rich.console import Console, RenderableType

from handsight import board_strengths
from handsight.errors import InputError, OptionError
from handsight.views.cards.heatmap import heatmap_report, heatmap_svg, heatmap_text
from handsight.views.report import to_dict
from handsight.views.svg import PERCENTS
from tests.unit.views.pictures import outside


def printed(content: RenderableType, width: int = 80, colours: str | None = None) -> str:
    out = io.StringIO()
    terminal = colours is not None
    console = Console(file=out, width=width, force_terminal=terminal, color_system=colours)  # type: ignore[arg-type]
    console.print(content)
    return out.getvalue()


@pytest.mark.parametrize("what", ["hs", "ppot", "npot", "ehs", "equity"])
def test_the_map_holds_the_library_s_numbers(what: str) -> None:
    found = heatmap_report("Qh7h2c5s", "22+, AJ+", what=what, combos=True)
    values = getattr(board_strengths("Qh7h2c5s", "22+, AJ+"), what)
    assert found.combos is not None
    assert np.array_equal(list(found.combos.values()), values, equal_nan=True)
    assert found.mean == pytest.approx(np.nanmean(values))


def test_a_class_without_a_hand_that_is_left_has_no_number() -> None:
    found = heatmap_report("QsQhQd", dead="Ah")
    assert isnan(found.classes["QQ"])
    assert len(found.ranked()) == 168


def test_the_map_fits_its_terminal_and_leaves_dead_classes_blank() -> None:
    for width in (60, 80, 120):
        text = printed(heatmap_text(heatmap_report("QsQhQd")), width, "truecolor")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert all(len(line) <= width for line in plain.splitlines())
        assert len(re.findall(r"48;2;", text)) == 168 + len(PERCENTS)


def test_nearly_all_is_not_all() -> None:
    text = printed(heatmap_text(heatmap_report("QsQhQd", what="equity")))
    assert "100.0%" not in text
    assert "KQo 99.9%" in text


def test_the_picture_leaves_dead_classes_blank_and_writes_the_rest() -> None:
    svg = heatmap_svg(heatmap_report("QsQhQd", "AA, KK"))
    assert ">QQ<" not in svg
    assert outside(svg) == []
    assert svg.count("%</text>") == 168 + 1 + len(PERCENTS)
    assert "EHS on QsQhQd against KK+, mean" in svg


def test_the_object_is_plain_json() -> None:
    fields = to_dict(heatmap_report("QsQhQd", combos=True))
    assert json.loads(json.dumps(fields, allow_nan=False)) == fields
    assert (fields["classes"]["QQ"], fields["combos"]["AhQh"]) == (None, None)
    assert len(fields["combos"]) == 1326
    assert "combos" not in to_dict(heatmap_report("QsQhQd"))


def test_a_number_that_does_not_exist_and_a_board_that_is_none_are_refused() -> None:
    with pytest.raises(OptionError, match="what is 'luck'"):
        heatmap_report("Qh7h2c", what="luck")
    with pytest.raises(InputError, match="it must have 3, 4 or 5"):
        heatmap_report("")
