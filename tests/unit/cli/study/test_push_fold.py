"""`handsight push-fold` for many players, unequal stacks, antes and payouts."""

import json

import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main
from handsight.solver import PushFoldGame, solve_push_fold


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["push-fold", *words])


def test_each_seat_is_shown_with_its_pushes_calls_and_errors() -> None:
    result = run("--stack-bb", "8", "--players", "3", "--deals", "100000", "--seed", "3")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "3 players, blinds 0.5/1, up to 2 callers; chips count"
    assert lines[1].startswith("sampled: learned from 102,400 deals, measured on 102,400 others")
    assert [line[:15] for line in lines if "stack 8:" in line] == [
        *("BTN, stack 8: w", "SB, stack 8: wi", "BB, stack 8: wi")
    ]
    assert all("±" in line and "gains" in line for line in lines if "stack 8:" in line)
    starts = [line.partition("%")[0].rpartition(" ")[0] for line in lines if line[:2] == "  "]
    assert starts == [
        *("  pushes", "  pushes", "  calls BTN", "  calls BTN", "  calls SB"),
        "  calls BTN and SB",
    ]


def test_json_has_all_frequencies_and_the_options_as_given() -> None:
    result = run(
        *("--stacks-bb", "10, 6, 4", "--payouts", "50,30,20", "--ante-bb", "1", "--json"),
        *("--ante-by", "big-blind", "--callers", "1", "--deals", "100000"),
    )
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["payouts"] == [50, 30, 20]
    assert (report["ante"], report["ante_by"], report["callers"]) == (1, "big-blind", 1)
    assert [seat["stack"] for seat in report["seats"]] == [10, 6, 4]
    assert sum(seat["before"] for seat in report["seats"]) == pytest.approx(100)
    decisions = [(each["seat"], each["all_in"]) for each in report["ranges"]]
    assert decisions == [
        *(("BTN", []), ("SB", []), ("SB", ["BTN"]), ("BB", ["BTN"]), ("BB", ["SB"]))
    ]
    game = PushFoldGame((10, 6, 4), ante=1, ante_by="big-blind", payouts=(50, 30, 20), callers=1)
    solved = solve_push_fold(game, deals=100_000, seed=0)
    assert [each["play"] for each in report["ranges"]] == [each.play for each in solved.ranges]


def test_two_players_are_exact_with_any_stacks_and_payouts() -> None:
    result = run("--stacks-bb", "10 25", "--payouts", "60 40")
    assert result.exit_code == 0, result.output
    assert "exact: all matchups are counted" in result.stdout
    assert "pushes 58.3%" in result.stdout
    assert "±" not in result.stdout
    plain = run("--stack-bb", "10")
    assert run("--stack-bb", "10", "--players", "2").stdout == plain.stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("", "Missing option '--stack-bb'"),
        ("--stack-bb 10 --stacks-bb '10 10'", "--stack-bb and --stacks-bb both give the stacks"),
        ("--stacks-bb 10,x", "--stacks-bb is 'x'"),
        ("--stacks-bb 10", "there are 1 stacks; there must be 2 to 9"),
        ("--stack-bb 10 --players 10", "--players is 10; it must be from 2 to 9"),
        ("--stacks-bb 10,9,8 --players 4", "--players is 4, but --stacks-bb has 3"),
        ("--stack-bb 10 --players 3 --payouts 50,x", "--payouts is 'x'"),
        ("--stack-bb 10 --players 3 --ante-by me", "ante_by is 'me'; it must be one of each"),
        ("--stack-bb 10 --players 3 --callers 3", "callers is 3; with 3 players it must be from 1"),
        ("--stack-bb 10 --players 3 --deals 0", "deals is 0; it must be a whole number above 0"),
        ("--stack-bb 10 --players 3 --svg x.svg", "--svg draws two players with equal stacks"),
        ("--stack-bb 10 --players 3 --seed -1", "seed is -1"),
    ],
)
def test_what_cannot_be_solved_is_one_line(words: str, error: str) -> None:
    result = run(*words.replace("'", "").replace("10 10", "10,10").split())
    assert result.exit_code == 2
    assert error in result.stderr
    assert len(result.stderr.splitlines()) == 1
