"""A pocket table beside the exact equities: rank correlation, the line, the words."""

import io
from random import Random

import pytest
from rich.console import Console

from handsight.errors import OptionError
from handsight.game.pocket_games import play_pocket_table
from handsight.ranges import PocketGame, PocketTable, pocket_equity, shipped_pocket_table
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.views.cards.pocket import (
    pocket_report,
    pocket_svg,
    pocket_text,
    rank_correlation,
    scaled,
)
from handsight.views.report import to_dict
from tests.unit.views.pictures import outside


def shown(table: PocketTable, width: int = 80, *, all_rows: bool = False) -> str:
    out = io.StringIO()
    text = pocket_text(pocket_report(table), all_rows=all_rows)
    Console(file=out, width=width, color_system=None).print(text)
    return out.getvalue()


# --- rank correlation ----------------------------------------------------------------------------


def test_the_same_order_correlates_fully_and_the_opposite_one_reversely() -> None:
    numbers = {name: Random(name).random() for name in CLASSES_BY_RANK}
    grown = {name: number**3 for name, number in numbers.items()}
    assert rank_correlation(numbers, grown) == pytest.approx(1)
    assert rank_correlation(numbers, {n: -each for n, each in numbers.items()}) == pytest.approx(-1)


def test_without_ties_it_is_the_textbook_formula() -> None:
    draw = Random(5)
    ones, others = ({n: draw.random() for n in range(50)} for _ in range(2))
    ranks = [{n: sorted(each.values()).index(each[n]) for n in each} for each in (ones, others)]
    apart = sum((ranks[0][n] - ranks[1][n]) ** 2 for n in range(50))
    expected = 1 - 6 * apart / (50 * (50**2 - 1))
    named = [{str(n): number for n, number in each.items()} for each in (ones, others)]
    assert rank_correlation(*named) == pytest.approx(expected)


def test_equal_numbers_share_their_ranks() -> None:
    ones = {"a": 1, "b": 1, "c": 2}
    assert rank_correlation(ones, {"a": 1, "b": 2, "c": 3}) == pytest.approx(3**0.5 / 2)


def test_where_all_are_equal_there_is_no_correlation() -> None:
    assert rank_correlation({"a": 1, "b": 1}, {"a": 1, "b": 2}) == 0


def test_numbers_of_other_names_are_refused() -> None:
    with pytest.raises(OptionError, match="two numbers for each name"):
        rank_correlation({"a": 1}, {"b": 1})


def test_equal_numbers_are_all_in_the_middle_of_the_scale() -> None:
    assert scaled({"a": 3, "b": 3}) == {"a": 0.5, "b": 0.5}


# --- the report ----------------------------------------------------------------------------------


def test_the_table_orders_hands_as_exact_equity_does_but_for_chance() -> None:
    no_limit, limit = (pocket_report(shipped_pocket_table(each)) for each in ("no-limit", "limit"))
    assert no_limit.rank_correlation.win > 0.998
    assert no_limit.rank_correlation.chips > 0.999
    assert 0.92 < limit.rank_correlation.win < limit.rank_correlation.chips < 0.994
    for report in (no_limit, limit):
        assert report.line is not None
        assert 0.83 < report.line.off < 1.18


def test_of_more_than_two_players_there_is_no_line() -> None:
    table = play_pocket_table(PocketGame(players=3), 24)
    report = pocket_report(table)
    assert report.line is None
    assert to_dict(report)["line"] is None
    assert "showdown" not in shown(table)


def test_for_programs_it_is_sorted_and_says_what_was_played() -> None:
    found = to_dict(pocket_report(shipped_pocket_table("limit")))
    assert (found["rules"], found["players"], found["stack"]) == ("limit", 2, 20_000)
    assert (found["small_bet"], found["big_bet"], found["bet_cap"]) == (100, 200, 4)
    assert (found["games"], found["seed"]) == (1_200_000, 2013)
    wins = [each["win"] for each in found["classes"]]
    assert len(wins) == 169
    assert wins == sorted(wins, reverse=True)
    first = found["classes"][0]
    assert first["equity"] == pocket_equity(first["pocket_class"]).equity


def test_without_a_limit_there_are_neither_bets_nor_a_cap() -> None:
    found = to_dict(pocket_report(shipped_pocket_table()))
    assert (found["small_bet"], found["big_bet"], found["bet_cap"]) == (None, None, None)


@pytest.mark.parametrize("width", [78, 100])
def test_in_words_it_fits_the_terminal(width: int) -> None:
    lines = shown(shipped_pocket_table(), 100).splitlines()
    assert max(map(len, lines)) <= 90
    assert shown(shipped_pocket_table(), width).splitlines()[:18] == lines[:18]


def test_it_says_stacks_blinds_and_cap() -> None:
    assert "stacks 20,000, blinds 50 and 100\n" in shown(shipped_pocket_table())
    limit = "blinds 50 and 100, bets 100 and 200, 4 bets a street\n"
    assert limit in shown(shipped_pocket_table("limit"))
    assert "no cap" in shown(play_pocket_table(PocketGame("limit", bet_cap=0), 12))


def test_both_ends_are_listed_or_all_classes() -> None:
    table = shipped_pocket_table()
    few, all_of_them = shown(table), shown(table, all_rows=True)
    assert sum("± 0.09%" in line for line in few.splitlines()) == 10
    assert sum("± 0.09%" in line for line in all_of_them.splitlines()) == 169


def test_the_picture_has_the_games_won_of_a_thousand() -> None:
    svg = pocket_svg(pocket_report(shipped_pocket_table()))
    assert ">534<" in svg
    assert outside(svg) == []
    assert "stacks 20,000" in svg
