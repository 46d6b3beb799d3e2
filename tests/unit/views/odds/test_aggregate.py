"""Two ranges on many boards as text, table and picture."""

import csv
from xml.etree import ElementTree

import pytest

from handsight.odds import aggregate
from handsight.ranges.flop_subsets import TEXTURES
from handsight.views.odds.aggregate import (
    ENDS,
    aggregate_csv,
    aggregate_ends,
    aggregate_lines,
    aggregate_report,
    aggregate_svg,
    aggregate_table,
)
from tests.unit.views.pictures import SVG, outside

PLAYERS = ["QQ+, AKs", "22+, A5s, AKo:0.5"]


def test_textures_add_up_to_all() -> None:
    report = aggregate_report(aggregate(PLAYERS))
    assert [row.board for row in report.textures] == list(TEXTURES)
    assert sum(row.count for row in report.textures) == report.count == 22_100
    assert sum(row.weight for row in report.textures) == pytest.approx(1)
    mean = sum(row.weight * row.equity for row in report.textures)
    assert mean == pytest.approx(report.equity)
    assert mean == pytest.approx(sum(row.weight * row.equity for row in report.boards))


def test_of_many_boards_the_ends_are_shown_and_of_few_all() -> None:
    many = aggregate_ends(aggregate_report(aggregate(PLAYERS, "49")))
    assert [len(rows) for _, rows in many] == [ENDS, ENDS]
    best, worst = (rows for _, rows in many)
    assert min(row.equity for row in best) >= max(row.equity for row in worst)
    few = aggregate_report(aggregate(PLAYERS, "25"))
    assert aggregate_ends(few) == [("the boards", few.boards)]
    assert len(aggregate_table(few.boards).rows) == 25


def test_the_text_names_both_ranges_and_the_mean() -> None:
    lines = aggregate_lines(aggregate_report(aggregate(PLAYERS, "25")))
    assert lines[:2] == [PLAYERS[0], f"against {PLAYERS[1]}"]
    assert lines[3] == "25 boards, which stand for 22,100"


def test_a_table_holds_the_deals_as_they_were_counted() -> None:
    result = aggregate(PLAYERS, ["Qs7h2d", "8c8d3s"])
    rows = list(csv.DictReader(aggregate_csv(result).splitlines()))
    assert [row["board"] for row in rows] == [str(each.board) for each in result.boards]
    assert [row["win"] for row in rows] == [str(each.win) for each in result.boards]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("boards", ["49", None, ["Qs7h2d9c", "8c8d3s2s"]])
def test_every_board_is_in_the_picture_and_nothing_outside_of_it(boards: object) -> None:
    result = aggregate(PLAYERS, boards)  # type: ignore[arg-type]
    picture = aggregate_svg(aggregate_report(result))
    assert outside(picture) == []
    root = ElementTree.fromstring(picture)
    named = set()
    for rect in root.iter(f"{SVG}rect"):
        tip = rect.find(f"{SVG}title")
        if tip is not None:
            named.add(str(tip.text).partition(",")[0])
    assert named == {str(row.board) for row in result.boards}
