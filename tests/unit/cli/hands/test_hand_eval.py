"""`handsight hand-eval`: asking as the post's program asks, and answering as it answers."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from handsight.cli.hands.hand_eval import shares_of
from handsight.cli.main import main
from handsight.errors import OptionError
from tests.fresh import run as run_fresh

POCKET, COMMUNITY = ("--pocket", "TcJd"), ("--community", "4h 5h 6d 2h Kh")
QUESTIONS = "Pocket: Community: Players: Opponent Ranges: "


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["hand-eval", *words], input=typed)


def fields(*words: str, typed: str = "") -> dict[str, Any]:
    result = run(*words, "--json", typed=typed)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refusal(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    return line


# --- asked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranges", "answer"),
    [
        ("", "P(win) = 5.4545%\nP(tie) = 0.4040%\n"),
        ("0.1", "P(win) = 1.9231%\nP(tie) = 0.9615%\n"),
    ],
)
def test_it_asks_as_the_post_does_and_answers_with_the_truth(ranges: str, answer: str) -> None:
    result = run(typed=f"Tc Jd\n4h 5h 6d 2h Kh\n2\n{ranges}\n")
    assert (result.exit_code, result.stdout, result.stderr) == (0, QUESTIONS + answer, "")


def test_it_asks_for_no_more_than_was_not_given() -> None:
    result = run(*COMMUNITY, "--players", "2", typed="Tc Jd\n0.1\n")
    assert result.stdout.startswith("Pocket: Opponent Ranges: P(win) = 1.9231%")


def test_with_a_pocket_it_asks_nothing() -> None:
    assert run(*POCKET, *COMMUNITY).stdout == "P(win) = 5.4545%\nP(tie) = 0.4040%\n"


def test_for_programs_the_questions_stand_on_standard_error() -> None:
    result = run("--json", typed="TcJd\n4h5h6d2hKh\n2\n\n")
    assert json.loads(result.stdout)["win"] == 54
    assert result.stderr == QUESTIONS


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("", "Pocket"),
        ("TcJd\n", "Community"),
        ("TcJd\n4h5h6d\n", "Players"),
        ("TcJd\n4h5h6d\n2\n", "Opponent Ranges"),
    ],
)
def test_an_input_that_ends_is_told_in_one_line(typed: str, label: str) -> None:
    assert f"the input has ended when '{label}' was asked for" in refusal(typed=typed)


def test_a_program_without_an_input_is_told_so() -> None:
    script = (
        "import sys; sys.stdin = None\nfrom handsight.cli.main import main\nmain(['hand-eval'])"
    )
    assert "the input has ended when 'Pocket'" in run_fresh(script).stderr


@pytest.mark.parametrize("players", ["", "two", "2.0"])
def test_players_that_are_no_number_are_refused(players: str) -> None:
    line = refusal(typed=f"TcJd\n4h5h6d\n{players}\n\n")
    assert f"Players is {players!r}; it must be a whole number" in line


# --- options --------------------------------------------------------------------------------------


def test_as_published_it_prints_what_the_post_prints_and_how() -> None:
    words = (*POCKET, *COMMUNITY, "--ranges", "0.1", "--as-published", "--seed", "123")
    assert run(*words).stdout.splitlines() == [
        "P(win) = 1.9531%",
        "P(tie) = 0.7812%",
        "as published: 1,024 deals, seed 123, standard errors 0.4324% and 0.2751%",
    ]


def test_what_is_sampled_is_told_with_its_deals_and_seed() -> None:
    words = (*POCKET, "--community", "4h5h6d", "--players", "5", "--deals", "5000")
    assert "\nsampled: 5,000 deals, seed 0, standard errors " in run(*words).stdout
    assert run(*words).stdout == run(*words).stdout


def test_the_object_has_every_field() -> None:
    assert fields(*POCKET, *COMMUNITY, "--ranges", "10%") == {
        "pocket": "JdTc",
        "community": "Kh6d5h4h2h",
        "players": 2,
        "ranges": [0.1],
        "win": 2,
        "tie": 1,
        "total": 104,
        "p_win": 2 / 104,
        "p_tie": 1 / 104,
        "method": "exact",
        "p_win_stderr": None,
        "p_tie_stderr": None,
        "seed": None,
    }


def test_a_sampled_object_tells_its_errors_and_seed() -> None:
    found = fields(*POCKET, *COMMUNITY, "--as-published", "--deals", "100", "--seed", "4")
    assert (found["method"], found["total"], found["seed"]) == ("as-published", 100, 4)
    assert found["ranges"] is None
    assert found["p_win_stderr"] > 0 < found["p_tie_stderr"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_before_the_flop_and_on_it_any_number_of_players_is_answered(players: int) -> None:
    words = (
        *POCKET,
        "--players",
        str(players),
        "--deals",
        "1000",
        "--ranges",
        " 0.1" * (players - 1),
    )
    assert fields(*words, "--community", "4h5h6d2h")["method"] == "exact"
    assert 0 < fields(*words)["p_win"] < 1


@pytest.mark.parametrize("text", ["0.1 0.25", " .1,0.250 ", "10%;25%"])
def test_shares_may_be_written_in_several_ways(text: str) -> None:
    assert [float(share) for share in shares_of(text)] == [0.1, 0.25]


@pytest.mark.parametrize("text", ["x", "1/2", "-1", "1e9", "nan", "0.1%%"])
def test_shares_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="they must be numbers from 0 to 1"):
        shares_of(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*POCKET, "--players", "1"), "players is 1"),
        ((*POCKET, "--ranges", "0.1 0.2"), "ranges has 2 numbers"),
        ((*POCKET, "--ranges", "150%"), "it must be a number from 0 to 1"),
        ((*POCKET, "--community", "Tc"), "Tc"),
        (("--pocket", "Tc"), "pocket has 1 card"),
        (("--pocket", ""), "pocket has 0 cards"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(words: tuple[str, ...], message: str) -> None:
    assert message in refusal(*words)
