"""The street behind a line over all its next cards, against the nodes one by one."""

import numpy as np
import pytest

from handsight.cards import Card
from handsight.errors import InputError
from handsight.odds import Spot
from handsight.ranges.combos import COMBOS, MASKS
from handsight.solver import Betting, Solution, solve
from handsight.views.report import to_dict
from handsight.views.solver.runouts import aggregated_report, runouts_svg, runouts_table

BETTING = Betting(60, 100, "75%", "a", rake=0.05)
PLAYERS = ["AA, 99, 77:0.5, AKs, QJs", "KK, 88, AQs:0.75, JTs, A5s"]
LINE = "check, bet 75%, call"


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(Spot.parse(PLAYERS, "Td9d6hQc"), BETTING, 0, iterations=30)


def pairs_that_leave(solution: Solution, line: str) -> dict[int, float]:
    """The weight of the pairs of hands beside each card, counted pair by pair."""
    first, second = solution.node(line).reach
    comes = dict.fromkeys(range(52), 0.0)
    for one in np.flatnonzero(first):
        for other in np.flatnonzero(second):
            if not MASKS[one] & MASKS[other]:
                held = {*COMBOS[one], *COMBOS[other]}
                for card in comes.keys() - held:
                    comes[card] += first[one] * second[other]
    return comes


@pytest.mark.parametrize("line", ["check, check", LINE])
def test_each_card_is_the_node_behind_it_and_comes_as_often_as_pairs_leave_it(
    turn: Solution, line: str
) -> None:
    table = turn.aggregate(line)
    comes = pairs_that_leave(turn, line)
    board = {card.index for card in turn.node(line).board}
    cards = [card for card in range(52) if card not in board]
    total = sum(comes[card] for card in cards)
    assert sorted(row.card.index for row in table.runouts) == cards
    assert [str(row.card) for row in table.runouts] == list(turn.runouts(line))
    for row in table.runouts:
        node = turn.node(f"{line}, {row.card}")
        assert row.weight == pytest.approx(comes[row.card.index] / total, rel=1e-6)
        assert (row.ev, row.equity, row.frequencies) == (node.ev, node.equity, node.frequencies)
    assert (table.player, table.street, table.pot) == ("oop", "river", turn.node(line).pot)
    assert table.actions == turn.node(f"{line}, 2c").actions


@pytest.mark.parametrize("line", ["check, check", LINE])
def test_the_means_are_by_how_often_each_card_comes(turn: Solution, line: str) -> None:
    table, before = turn.aggregate(line), turn.node(line)
    weights = np.array([row.weight for row in table.runouts])
    assert weights.sum() == pytest.approx(1)
    for name in ("ev", "equity", "frequencies"):
        rows = np.array([getattr(row, name) for row in table.runouts])
        assert getattr(table, name) == pytest.approx((weights @ rows).tolist())
    # the card is dealt and nothing else happens, so that the mean is what the line was worth
    assert table.ev == pytest.approx(before.ev, abs=1e-3)
    assert table.equity == pytest.approx(before.equity, abs=1e-5)
    assert sum(table.frequencies) == pytest.approx(1)


def test_a_flop_has_a_turn_for_each_card_and_an_all_in_has_nobody_to_act() -> None:
    solution = solve(Spot.parse(PLAYERS, "QsJh2h"), BETTING, 0, iterations=3)
    assert len(solution.aggregate("check, check").runouts) == 49
    over = solution.aggregate("all-in, call") if "all-in" in str(solution.root.actions) else None
    over = over or solution.aggregate("check, bet, all-in, call")
    assert (over.player, over.actions, over.frequencies) == (None, (), ())
    assert sum(over.ev) == pytest.approx(over.pot * 0.95, abs=1e-2)


def test_cards_that_one_player_holds_for_sure_are_left_out() -> None:
    solution = solve(Spot.parse(["AhKh", "QQ, JJ"], "2c7d9s3h"), BETTING, 0, iterations=2)
    cards = {str(row.card) for row in solution.aggregate("check, check").runouts}
    assert len(cards) == 46
    assert not cards & {"Ah", "Kh"}


@pytest.mark.parametrize("line", ["", "check", "check, check, 2c, check, check"])
def test_a_line_after_which_no_card_comes_is_refused(turn: Solution, line: str) -> None:
    with pytest.raises(InputError, match="no card comes after"):
        turn.aggregate(line)


def test_a_line_that_is_never_played_is_refused() -> None:
    solution = solve(Spot.parse(["22", "AA"], "AcAdKhKs"), Betting(10, 90, "a"), 0.001)
    with pytest.raises(InputError, match="never played"):
        solution.aggregate("all-in, call")


# --- how it is shown -----------------------------------------------------------------------------


def test_the_report_has_the_keys_of_its_json(turn: Solution) -> None:
    fields = to_dict(aggregated_report(turn.aggregate(LINE)))
    assert list(fields) == [
        *("line", "street", "board", "pot", "player", "actions", "ev", "equity", "runouts"),
    ]
    assert fields["line"] == "check, bet 45 (75%), call"
    assert [each["action"] for each in fields["actions"]] == ["check", "all-in 55"]
    assert list(fields["runouts"][0]) == ["card", "weight", "frequencies", "ev", "equity"]
    assert (fields["runouts"][0]["card"], len(fields["runouts"])) == ("As", 48)
    assert list(fields["ev"]) == list(fields["runouts"][0]["ev"]) == ["oop", "ip"]


def test_the_table_has_a_row_for_each_card_and_one_for_the_means(turn: Solution) -> None:
    report = aggregated_report(turn.aggregate(LINE))
    table = runouts_table(report)
    assert table.title == "the river after check, bet 45 (75%), call on QcTd9d6h"
    assert table.heads == (
        *("card", "weight", "EV oop", "EV ip", "equity oop", "equity ip", "check", "all-in 55"),
    )
    assert [row[0] for row in table.rows] == [*(str(row.card) for row in report.runouts), "mean"]
    assert table.rows[-1][1] == "100.00%"
    assert all(len(row) == len(table.heads) for row in table.rows)


def test_the_picture_has_a_cell_for_each_card(turn: Solution) -> None:
    report = aggregated_report(turn.aggregate(LINE))
    picture = runouts_svg(report)
    assert all(f">{Card(card)}<" in picture for card in range(52))
    assert "check: " in picture
    assert "all-in 55: " in picture
