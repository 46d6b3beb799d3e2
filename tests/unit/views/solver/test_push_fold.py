"""Push-or-fold strategies as a report and as text."""

from handsight.solver import PushFoldGame, solve_push_fold
from handsight.views.report import to_dict
from handsight.views.solver.push_fold import (
    push_fold_report,
    push_fold_report_lines,
    seat_names,
)


def test_seats_are_named_in_the_order_in_which_they_act() -> None:
    assert seat_names(3) == ["BTN", "SB", "BB"]
    assert seat_names(6) == ["UTG", "HJ", "CO", "BTN", "SB", "BB"]
    assert len(set(seat_names(9))) == 9


def test_the_report_lists_hands_that_play_at_least_half_of_the_time() -> None:
    result = solve_push_fold(PushFoldGame((10, 10)))
    report = push_fold_report(result)
    push = result.range_of(0)
    assert set(report.ranges[0].range.classes) == {
        name for name, share in push.play.items() if share >= 0.5
    }
    fields = to_dict(report)
    assert fields["method"] == "exact"
    assert fields["seats"][0]["stderr"] is None
    assert fields["ranges"][0]["play"] == push.play


def test_the_text_tells_the_rules_the_method_and_the_worth_of_stacks() -> None:
    game = PushFoldGame(
        (20, 10, 10), small_blind=1, big_blind=2, ante=1, ante_by="big-blind", payouts=(70, 30)
    )
    lines = push_fold_report_lines(push_fold_report(solve_push_fold(game, deals=1, seed=5)))
    assert lines[0] == (
        "3 players, blinds 1/2, ante 1 by the big blind, up to 2 callers; payouts 70 30, by ICM"
    )
    assert lines[1].endswith("102,400 others, seed 5; ± is a 95% interval")
    assert lines[3].startswith("BTN, stack 20 (worth 45.00): wins ")
    assert lines[-1].startswith("Gains are per hand.")
    exact = push_fold_report_lines(push_fold_report(solve_push_fold(PushFoldGame((3, 3), ante=1))))
    assert exact[0] == "2 players, blinds 0.5/1, ante 1 by each player, up to 1 caller; chips count"
    assert exact[1] == "exact: all matchups are counted"
    assert not any("Gains are" in line or "±" in line for line in exact)
