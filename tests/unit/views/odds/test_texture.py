"""What ranges make of a board, as tables and as curves."""

import pytest

from handsight.odds import texture
from handsight.views.odds.texture import texture_lines, texture_report, texture_svg, texture_tables
from tests.unit.views.pictures import outside

LONG = "22+, A2s+, K9s+, Q9s+, J9s+, T8s+, 97s+, 86s+, 75s+, 64s+, ATo+, KTo+, QTo+, JTo"


@pytest.mark.parametrize("players", [["QQ+", "22+, AT+"], ["AhKh", LONG]])
@pytest.mark.parametrize("board", ["Qs7h2d", "Qs7h2d9c", "Qs7h2d9cTh"])
def test_nothing_is_drawn_outside_of_the_picture(players: list[str], board: str) -> None:
    assert outside(texture_svg(texture_report(texture(players, board)))) == []


def test_what_neither_range_has_is_left_out_and_shares_add_up() -> None:
    report = texture_report(texture(["QQ+", "22+, AT+"], "Qs7h2d"))
    tables = {table.title: table for table in texture_tables(report)}
    assert list(tables) == ["ranges", "made hand", "draw", "kind", "equities"]
    names = [row[0] for row in tables["made hand"].rows]
    assert "set" in names
    assert "flush" not in names
    for player in report.players:
        for groups in (player.made, player.draws, player.kinds):
            assert sum(each.share for each in groups.values()) == pytest.approx(1)
        assert sum(player.distribution) == pytest.approx(1)


def test_a_river_has_no_draws() -> None:
    report = texture_report(texture(["QQ+", "22+"], "Qs7h2d9cTh"))
    assert "draw" not in [table.title for table in texture_tables(report)]


def test_dead_cards_and_long_ranges_are_named_in_short() -> None:
    lines = texture_lines(texture_report(texture([LONG, "AA"], "Qs7h2d", "Kh")))
    assert lines[0] == "on Qs7h2d without Kh"
    assert lines[1].endswith(", …")
    assert max(map(len, lines)) <= 60
