"""The names that a menu offers are names that have an answer."""

from pathlib import Path

from handsight.charts import chart, chart_names, spot, spot_names
from handsight.charts.chart import strategy_with_values
from handsight.charts.lines import decision_of


def test_every_name_of_the_blueprint_has_a_chart_or_a_spot() -> None:
    assert len({chart(name, players=2).line for name in chart_names(players=2)}) >= 7
    assert [len(spot(name).line) for name in spot_names(players=2)] == [2, 2, 3, 4]


def test_every_name_of_a_table_of_six_has_a_chart_or_a_spot() -> None:
    names = chart_names()
    assert names[:5] == ("UTG open", "HJ open", "CO open", "BTN open", "SB open")
    assert {"BB vs SB limp", "CO vs BTN 3bet", "BTN vs CO 4bet", "BB vs BTN 2.5bb"} <= set(names)
    blueprint, _ = strategy_with_values(6, 100, "")
    assert len({decision_of(blueprint, name).node for name in names}) == len(names)
    spots = spot_names()
    assert {"BTN vs BB, single raised", "HJ vs CO, 3bet", "SB vs BB, limped"} <= set(spots)
    assert all(spot(name).pot + 2 * spot(name).stack <= 20_150 for name in spots)


def test_every_name_of_charts_of_your_own_has_one(tmp_path: Path) -> None:
    (tmp_path / "BTN open.txt").write_text("raise 2.5bb: 22+\ncall: A2s+\n")
    (tmp_path / "BB vs BTN open.txt").write_text("call: TT-22\n3bet: JJ+\n")
    (tmp_path / "BB vs BTN limp.txt").write_text("raise 3bb: JJ+\n")
    names = chart_names(tmp_path)
    assert names == ("BTN open", "BB vs BTN limp", "BB vs BTN 2.5bb")
    assert [chart(name, charts=tmp_path).player for name in names] == ["BTN", "BB", "BB"]
    assert spot_names(tmp_path) == ("BTN vs BB, limped", "BTN vs BB, single raised")
    assert spot_names(str(tmp_path)) == spot_names(tmp_path)
