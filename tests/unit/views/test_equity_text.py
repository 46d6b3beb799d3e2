"""Equities and board maps in the terminal and for programs."""

import io
import json
import re
from collections.abc import Sequence
from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from rich.console import Console, RenderableType

from handsight import board_strengths, equity
from handsight.errors import InputError, OptionError
from handsight.views.equity import SharedDeals, equity_report, equity_text, numbers_of
from handsight.views.heatmap import board_map
from handsight.views.heatmap_json import heatmap_fields
from handsight.views.heatmap_text import heatmap_svg, heatmap_text
from handsight.views.report import to_dict
from handsight.views.text_parts import count_text, shortened

LONG = "22+, A2s+, KTs+, QTs+, 87s, 98s, AJo+"


def printed(content: RenderableType, width: int = 80, colours: str | None = None) -> str:
    out = io.StringIO()
    terminal = colours is not None
    console = Console(file=out, width=width, force_terminal=terminal, color_system=colours)  # type: ignore[arg-type]
    console.print(content)
    return out.getvalue()


def equities(players: Sequence[str], board: str = "", width: int = 80, **more: object) -> list[str]:
    result = equity(players, board, **more)  # type: ignore[arg-type]
    return printed(equity_text(equity_report(result), drawn_suits=False), width).splitlines()


# --- counts --------------------------------------------------------------------------------------


def test_counts_are_whole_numbers_or_fractions() -> None:
    deals = [to_dict(SharedDeals((1,), count))["deals"] for count in (3, Fraction(1, 4))]
    assert deals == [3, 0.25]
    assert isinstance(deals[0], int)
    assert count_text(10**15) == "1,000,000,000,000,000"
    assert count_text(Fraction(10001, 8)) == "1,250.125"


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("QQ+, AKs", 8, "QQ+, AKs"),
        ("QQ+, AKs, 22", 10, "QQ+, …"),
        ("sklansky:1-4", 6, "sklan…"),
    ],
)
def test_a_long_list_of_hands_is_cut_at_a_comma(text: str, most: int, short: str) -> None:
    assert shortened(text, most) == short
    assert len(short) <= most


# --- equities ------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("trials", [None, 5_000])
def test_the_table_fits_its_terminal(width: int, trials: int | None) -> None:
    players = ["AhKh", LONG, "random"]
    more = {"method": "monte_carlo", "trials": trials, "seed": 1} if trials else {}
    lines = equities(players, "Qh7h2c", width, **more)
    assert all(len(line) <= width for line in lines)
    assert not any("…%" in line or "0…" in line for line in lines)
    rows = [line for line in lines if re.match(r"[123]  ", line)]
    assert len(rows) == 3
    assert all(re.search(r"0\.\d{4}", row) for row in rows)


def test_where_there_is_little_room_bars_and_sizes_are_left_out() -> None:
    assert "combos" in equities(["AhKh", "QQ"], "Qh7h2c", 80)[2]
    assert "combos" not in equities(["AhKh", "QQ"], "Qh7h2c", 60)[2]
    assert "combos" not in equities(["AhKh", "QsQd"], "Qh7h2c", 80)[2]


def test_a_sample_tells_how_it_was_made() -> None:
    last = equities(["22+"] * 4, trials=1000, seed=7)[-3:]
    assert last[0].startswith("sampled: 1,000 deals, seed 7")
    assert last[1].startswith("largest standard error 0.0")
    assert last[2] == "not counted: there is no exact method for these players"


def test_many_groups_that_share_are_told_together() -> None:
    lines = equities([f"{rank}{rank}" for rank in "AKQJT"], "9c8d2h", trials=3000, seed=1)
    shared = [line for line in lines if line.startswith("player")]
    assert 5 <= len(shared) <= 8


def test_where_only_shares_are_known_nothing_else_is_said() -> None:
    players = ["AhKh", "random", "random"]
    lines = equities(players)
    assert not any(line.startswith("pot goes to") for line in lines)
    fields = to_dict(equity_report(equity(players)))
    assert fields["winners"] is None
    assert fields["players"][1]["win"] is fields["players"][1]["ties"] is None
    assert json.loads(json.dumps(fields)) == fields


def test_sharers_are_listed_from_1() -> None:
    assert numbers_of(0b1000000001) == (1, 10)
    assert to_dict(SharedDeals(numbers_of(3), Fraction(1, 2))) == {"players": [1, 2], "deals": 0.5}
    fields = to_dict(equity_report(equity(["AhKh", "QQ:0.25"])))
    assert fields["winners"]["3"]["players"] == [1, 2]


# --- the map of a board --------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["hs", "ppot", "npot", "ehs", "equity"])
def test_the_map_holds_the_library_s_numbers(what: str) -> None:
    found = board_map("Qh7h2c5s", "22+, AJ+", what=what)
    values = getattr(board_strengths("Qh7h2c5s", "22+, AJ+"), what)
    assert np.array_equal(found.combos, values, equal_nan=True)
    assert found.mean == pytest.approx(np.nanmean(values))


def test_a_class_without_a_hand_that_is_left_has_no_number() -> None:
    found = board_map("QsQhQd", dead="Ah")
    assert isnan(found.classes["QQ"])
    assert len(found.ranked()) == 168


def test_the_map_fits_its_terminal_and_leaves_dead_classes_blank() -> None:
    for width in (60, 80, 120):
        text = printed(heatmap_text(board_map("QsQhQd")), width, "truecolor")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert all(len(line) <= width for line in plain.splitlines())
        assert len(re.findall(r"48;2;", text)) == 168


def test_nearly_all_is_not_all() -> None:
    text = printed(heatmap_text(board_map("QsQhQd", what="equity")))
    assert "100.0%" not in text
    assert "KQo 99.9%" in text


def test_the_picture_leaves_dead_classes_blank_and_writes_the_rest() -> None:
    svg = heatmap_svg(board_map("QsQhQd", "AA, KK"))
    assert ">QQ<" not in svg
    assert svg.count("%</text>") == 168 + 1
    assert "EHS on QsQhQd against KK+, mean" in svg


def test_the_object_is_plain_json() -> None:
    fields = heatmap_fields(board_map("QsQhQd"), combos=True)
    assert json.loads(json.dumps(fields, allow_nan=False)) == fields


def test_a_number_that_does_not_exist_and_a_board_that_is_none_are_refused() -> None:
    with pytest.raises(OptionError, match="what is 'luck'"):
        board_map("Qh7h2c", what="luck")
    with pytest.raises(InputError, match="it takes 3, 4 or 5"):
        board_map("")
