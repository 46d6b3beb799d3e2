"""`handsight solve`: options, output, files and errors."""

import json
import os
import signal
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from handsight.cli.main import main

SPOT = [
    *("Td9d6hQc3s", "--oop", "AA,KQs,87s", "--ip", "KK,AQs,JTs"),
    *("--pot", "200", "--stack", "400"),
]

TURN = ["QsJh2h8c", "--oop", "AA,KQs,T9s", "--ip", "JJ,AQs,KJs", "--pot", "60", "--stack", "100"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["solve", *words])


def test_the_example_is_solved_and_shown_on_the_grid() -> None:
    result = run("--example")
    assert result.exit_code == 0
    assert "exploitability 0.0" in result.stdout
    assert "out of position acts:" in result.stdout
    assert "X  check" in result.stdout


def test_json_has_the_keys_that_programs_read() -> None:
    result = run(*SPOT, "--bets", "50%, a", "--json", "--accuracy", ".1%")
    fields = json.loads(result.stdout)
    assert list(fields) == [
        *("board", "exploitability", "ev", "equity", "iterations", "seconds", "setup_seconds"),
        *("memory_bytes", "node", "combos", "classes", "groups"),
    ]
    assert fields["exploitability"] <= 0.001
    assert sum(fields["ev"].values()) == pytest.approx(200, abs=1e-2)
    assert sum(fields["equity"].values()) == pytest.approx(1, abs=1e-5)
    assert fields["node"]["player"] == "oop"
    assert [each["action"] for each in fields["node"]["actions"]] == [
        *("check", "bet 100 (50%)", "all-in 400"),
    ]
    hand = ["hand", "player", "reach", "ev", "equity", "strategy", "action_evs"]
    assert list(fields["combos"][0]) == list(fields["classes"][0]) == hand
    assert list(fields["node"]) == [
        *("line", "street", "board", "player", "pot", "stacks", "actions", "ev", "equity"),
    ]
    assert list(fields["node"]["actions"][0]) == ["action", "frequency", "ev"]


def test_a_line_shows_its_node() -> None:
    result = run(*SPOT, "--bets", "50%", "--json", "--line", "check, bet 50%")
    node = json.loads(result.stdout)["node"]
    assert node["line"] == "check, bet 100 (50%)"
    assert node["pot"] == 300


def test_sizes_of_single_streets_and_players_are_options() -> None:
    words = ["--river-bets-oop", "25%", "--river-raises-ip", "3x", "--add-allin", "0"]
    result = run(*SPOT, *words, "--force-allin", "0", "--merging", "0%", "--json")
    actions = json.loads(result.stdout)["node"]["actions"]
    assert [each["action"] for each in actions] == ["check", "bet 50 (25%)"]


@pytest.mark.repeats(5)
@pytest.mark.parametrize(
    ("board", "options", "line", "actions"),
    [
        ("QsJh2h", ["--flop-bets", "33%"], "", ["check", "bet 20 (33%)"]),
        ("QsJh2h", ["--flop-bets-ip", "50%"], "check", ["check", "bet 30 (50%)"]),
        ("QsJh2h", ["--flop-raises-oop", "3x"], "x, bet", ["fold", "call", "raise 90 (50%)"]),
        ("QsJh2h8c", ["--turn-raises-ip", "3x"], "bet", ["fold", "call", "raise 90 (50%)"]),
        ("QsJh2h8c", ["--raises", "2x", "--raise-cap", "1"], "bet, raise", ["fold", "call"]),
        ("QsJh2h", ["--turn-donk", "25%"], "x, bet, call, 3c", ["check", "bet 30 (25%)"]),
        ("QsJh2h8c", ["--river-donk", "25%"], "x, bet, call, 3c", ["check", "bet 30 (25%)"]),
        ("QsJh2h8c", ["--add-allin", "20"], "", ["check", "bet 30 (50%)", "all-in 900"]),
        ("QsJh2h8c", ["--force-allin", "20"], "", ["check", "all-in 900"]),
        ("QsJh2h8c", ["--bets", "50%, 60%", "--merging", "10%"], "", ["check", "bet 36 (60%)"]),
        ("QsJh2h8c", ["--bets", "25c"], "", ["check", "bet 25 (42%)"]),
    ],
)
def test_options_of_sizes_make_the_tree(
    board: str, options: list[str], line: str, actions: list[str]
) -> None:
    bets = [] if "--bets" in options else ["--bets", "50%"]
    result = run(
        *(board, "--oop", "AA", "--ip", "KK", "--pot", "60", "--stack", "900", *bets, *options),
        *("--line", line, "--iterations", "1", "--json"),
    )
    node = json.loads(result.stdout)["node"]
    assert [each["action"] for each in node["actions"]] == actions


def test_threads_storage_seconds_and_memory_are_options() -> None:
    words = [*SPOT, "--bets", "75%", "--json"]
    whole, half = (
        json.loads(run(*words, "--iterations", "5", *more).stdout)
        for more in ([], ["--workers", "2", "--storage", "i16", "--memory", "50"])
    )
    assert half["memory_bytes"] < whole["memory_bytes"] < 50e6
    assert half["ev"]["oop"] == pytest.approx(whole["ev"]["oop"], abs=0.1)
    timed = json.loads(run(*words, "--accuracy", "0", "--seconds", "0.2").stdout)
    assert timed["iterations"] >= 1
    assert timed["seconds"] < 5


def test_rake_is_taken() -> None:
    result = run(*SPOT, "--bets", "50%", "--rake", "5%", "--rake-cap", "4", "--json")
    assert sum(json.loads(result.stdout)["ev"].values()) == pytest.approx(196, abs=1e-2)


def test_a_solution_is_kept_shown_and_solved_on(tmp_path: Path) -> None:
    kept, picture = str(tmp_path / "river.npz"), tmp_path / "river.svg"
    first = run(*SPOT, "--bets", "50%", "--iterations", "10", "--save", kept, "--json")
    shown = run("--load", kept, "--json", "--svg", str(picture))
    on = run("--load", kept, "--accuracy", "0.05%", "--json")
    one, other, third = (json.loads(each.stdout) for each in (first, shown, on))
    assert one["ev"] == other["ev"]
    assert third["iterations"] > one["iterations"] == 10
    assert picture.read_text("utf-8").startswith("<svg ")


def test_a_loaded_solution_keeps_to_the_limit_on_memory(tmp_path: Path) -> None:
    kept = str(tmp_path / "river.npz")
    run(*SPOT, "--bets", "50%", "--iterations", "2", "--save", kept)
    assert run("--load", kept, "--memory", "50").exit_code == 0
    refused = run("--load", kept, "--memory", "0")
    assert refused.exit_code != 0
    assert "MB" in refused.stderr


def test_locked_nodes_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "locks.json"
    path.write_text('[{"line": "check", "strategy": {"random": [1, 0]}}]', "utf-8")
    result = run(*SPOT, "--bets", "50%", "--lock", str(path), "--line", "check", "--json")
    actions = json.loads(result.stdout)["node"]["actions"]
    assert [each["frequency"] for each in actions] == [1, 0]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "a spot needs BOARD, --oop, --ip, --pot, --stack"),
        ([*SPOT, "--bets", "5"], "bets: '5' has no unit"),
        ([*SPOT, "--accuracy", "good"], "--accuracy is 'good'"),
        ([*SPOT, "--accuracy", "0"], "never reached"),
        ([*SPOT, "--rake", "2"], "rake is 2.0"),
        ([*SPOT, "--bets", "50%", "--line", "bet 10%"], "cannot be played here"),
        ([*SPOT, "--bets", "50%", "--memory", "0"], "may be used"),
        ([*SPOT, "--storage", "f16"], "storage is 'f16'"),
        ([*SPOT, "--workers", "0"], "threads is 0"),
        (["--example", "--pot", "5"], "--example has its own spot"),
        (["--load", "x", "--pot", "5"], "--load brings its own spot"),
        (["--load", "x", "--storage", "i16"], "--load brings its own spot"),
        (["--load", "there is no such file"], "--load cannot read"),
        (["AhKh", *SPOT[1:]], "board"),
        (["Td9d6hQc3s", "--oop", "Td9d", *SPOT[3:]], "Td"),
        ([*SPOT, "--bets", "50%", "--svg", "x.svg", "--line", "check, check"], "nobody acts there"),
    ],
)
def test_what_cannot_be_solved_is_one_line(words: list[str], error: str) -> None:
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert error in result.stderr
    lines = [line for line in result.stderr.splitlines() if not line.startswith("First run")]
    assert len(lines) == 1


def test_push_fold_shows_both_charts(tmp_path: Path) -> None:
    picture = tmp_path / "ten.svg"
    words = ["push-fold", "--stack-bb", "10", "--svg", str(picture)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0
    assert "the small blind pushes 58.28%" in result.stdout
    assert "the big blind calls 37.37%" in result.stdout
    assert picture.read_text("utf-8").count("<svg") == 1
    fields = json.loads(CliRunner().invoke(main, [*words[:3], "--json"]).stdout)
    assert fields["push"]["AA"] == pytest.approx(1)
    wrong = CliRunner().invoke(main, ["push-fold", "--stack-bb", "0.5"])
    assert wrong.exit_code == 2
    assert "stack is 0.5" in wrong.stderr


def test_an_interrupt_ends_the_solve_and_shows_the_best_so_far() -> None:
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    run("--example")  # loads or compiles the kernels
    before = signal.getsignal(signal.SIGINT)
    timer.start()
    try:
        result = run(*SPOT, "--bets", "50%, a", "--accuracy", "0", "--seconds", "120", "--json")
    finally:
        timer.cancel()
    assert result.exit_code == 0
    assert 0 < json.loads(result.stdout)["seconds"] < 60
    assert signal.getsignal(signal.SIGINT) is before


def test_the_cards_that_may_come_are_compared(tmp_path: Path) -> None:
    picture = tmp_path / "cards.svg"
    words = [*TURN, "--bets", "75%", "--iterations", "10", "--line", "x, x", "--runouts"]
    shown = run(*words, "--svg", str(picture))
    assert shown.exit_code == 0
    assert shown.stdout.startswith("the river after check, check on QsJh8c2h:")
    assert len(shown.stdout.splitlines()) == 1 + 1 + 48 + 1
    assert picture.read_text("utf-8").startswith("<svg ")
    fields = json.loads(run(*words, "--json").stdout)
    assert len(fields["runouts"]) == 48
    assert sum(row["weight"] for row in fields["runouts"]) == pytest.approx(1)
    wrong = run(*words[:-3], "--line", "x", "--runouts")
    assert "no card comes after 'x'" in wrong.stderr
    assert "no card comes after the root" in run(*words[:-3], "--runouts").stderr


def test_a_solution_that_was_kept_is_solved_on_with_locks(tmp_path: Path) -> None:
    kept, path = str(tmp_path / "river.npz"), tmp_path / "locks.json"
    path.write_text('[{"line": "check", "strategy": {"KK": [1, 0]}}]', "utf-8")
    assert run(*SPOT, "--bets", "50%", "--save", kept).exit_code == 0
    words = ["--load", kept, "--lock", str(path), "--line", "check", "--json"]
    fields = json.loads(run(*words).stdout)
    assert {tuple(row["strategy"]) for row in fields["classes"] if row["hand"] == "KK"} == {(1, 0)}
    assert fields["exploitability"] <= 0.005


def test_cells_have_a_legend_and_a_letter_means_one_action_everywhere() -> None:
    solved = CliRunner().invoke(main, ["solve", "--example"]).stdout
    assert "A cell shows what the hand does most often" in solved
    assert "  A  all-in" in solved
    assert "A X 55" in solved
    pushed = CliRunner().invoke(main, ["push-fold", "--stack-bb", "10"]).stdout
    assert "43s 71" in pushed
    assert "A hand alone goes all-in always" in pushed
