"""The commands as a user sees them: what they print, where, and with which exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from handsight import __version__
from tests.oracles.values import oracle
from tests.unit.cli.running import run


def explained(*words: str) -> dict:
    result = run("explain", *words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# --- explain, for programs ------------------------------------------------------------------------

FIELDS = {
    *("hole", "board", "opponents", "evaluation", "hand_strength", "potential", "ehs", "p_win"),
    *("odds", "draws", "class_odds", "outs"),
}


@pytest.mark.parametrize("board", ["", "Qh7h2c", "Qh7h2c3d", "Qh7h2c3d4s"])
def test_the_object_has_every_field_on_every_street(board: str) -> None:
    fields = explained("AhKh", "--board", board)
    assert fields.keys() >= FIELDS
    assert set(fields["odds"]) == {
        *("opponents", "win", "ties", "lose", "total", "equity", "method", "stderr", "trials"),
        *("seed", "reason"),
    }
    draw = fields["draws"][0]
    assert draw.keys() >= {"hand_class", "have", "need", "completion", "missing", "possible"}


def test_a_flop_is_explained_by_the_numbers_of_the_library() -> None:
    [strength] = [row for row in oracle("hand_strength") if row["board"] == "Qh7h2c"]
    [potential] = [
        row for row in oracle("potential") if row["board"] == "Qh7h2c" and row["lookahead"] == 2
    ]
    fields = explained("AhKh", "--board", "Qh7h2c")
    assert fields["hole"] == "AhKh"
    assert fields["board"] == "Qh7h2c"
    assert fields["evaluation"]["category"] == strength["hero_category"]
    assert fields["evaluation"]["strength"] == strength["hero_rank"]
    assert fields["evaluation"]["best_five"] == ["Ah", "Kh", "Qh", "7h", "2c"]
    assert fields["hand_strength"]["behind"] == strength["behind"]
    assert fields["potential"]["counts"] == potential["HP_rows_ahead_tied_behind"]
    assert fields["ehs"] == pytest.approx(potential["EHS"], abs=1e-15)
    assert fields["p_win"] == pytest.approx(fields["odds"]["equity"], abs=1e-15)
    assert fields["odds"]["method"] == "exact"
    assert fields["odds"]["ties"].keys() == {"1"}
    assert set(fields["outs"]["clean"]) >= {"2h", "As", "Kd"}
    assert fields["class_odds"]["next_card"]["counts"]["flush"] == 9


def test_before_the_flop_what_has_no_meaning_is_null() -> None:
    fields = explained("AhKh")
    for name in ("evaluation", "hand_strength", "potential", "ehs", "p_win", "outs"):
        assert fields[name] is None
    assert fields["odds"]["equity"] == pytest.approx(0.67044632)
    assert fields["pocket_class"] == "AKs"


def test_on_the_river_no_card_is_out() -> None:
    fields = explained("TcJd", "--board", "4h5h6d2hKh")
    assert fields["outs"] is None
    assert fields["potential"]["ppot"] == fields["potential"]["npot"] == 0
    assert (fields["odds"]["win"], fields["odds"]["ties"]["1"]) == (54, 4)


def test_against_two_the_odds_are_exact() -> None:
    fields = explained("KcAc", "--board", "2s5h9d", "--opponents", "2")
    assert fields["odds"]["win"] == 301982628
    assert fields["odds"]["ties"] == {"1": 12840096, "2": 365616}
    assert fields["hand_strength"]["against_opponents"] == pytest.approx(0.35546304)


def test_against_many_the_odds_are_sampled_from_the_seed() -> None:
    words = ("AhKh", "--board", "Qh7h2c", "--opponents", "6", "--seed", "5")
    fields = explained(*words)
    assert fields["odds"]["method"] == "monte_carlo"
    assert fields["odds"]["seed"] == 5
    assert fields["odds"]["stderr"] > 0
    assert fields["p_win"] is None
    assert explained(*words) == fields


def test_a_hand_without_outs_has_empty_ones() -> None:
    assert explained("AhKh", "--board", "QhJhTh")["outs"] == {"clean": [], "tainted": []}


def test_dead_cards_count() -> None:
    fields = explained("AhKh", "--board", "Qh7h2c", "--dead", "As Ad")
    assert fields["hand_strength"]["total"] == 45 * 44 // 2
    assert "As" not in fields["outs"]["clean"]


# --- explain, for people --------------------------------------------------------------------------


def test_the_text_is_plain_where_there_is_no_terminal() -> None:
    text = run("explain", "AhKh", "--board", "Qh7h2c").stdout
    assert "\x1b" not in text
    for word in ("ace high, king kicker", "0.5962", "PPot", "NPot", "EHS", "P(win)", "exact"):
        assert word in text
    assert "outs, clean    15" in text
    assert "flush draw: you are ahead of 60% of hands now" in " ".join(text.split())


def test_sampled_odds_are_shown_with_their_interval() -> None:
    text = run("explain", "AhKh", "--board", "Qh7h2c", "--opponents", "4").stdout
    assert "±" in text
    assert "1,000,000 deals, seed 0" in text


def test_runouts_are_drawn_on_demand_against_ranges_too() -> None:
    words = ("AhKh", "--board", "Qh7h2c", "--villain", "22+, A2s+", "--villain", "KTo+, QQ")
    exact, drawn = explained(*words), explained(*words, "--samples", "200", "--seed", "3")
    assert exact["sample"] is None
    assert (drawn["sample"]["samples"], drawn["sample"]["seed"]) == (200, 3)
    assert drawn["hand_strength"] == exact["hand_strength"]
    assert 0 < abs(drawn["ehs"] - exact["ehs"]) < 4 * drawn["sample"]["stderr"]
    assert abs(drawn["p_win"] - exact["p_win"]) < 0.1
    text = run("explain", *words, "--samples", "200", "--seed", "3").stdout
    assert f"EHS            {drawn['ehs']:.4f} ± {1.96 * drawn['sample']['stderr']:.4f}" in text
    assert "potential from 200 runouts drawn, seed 3" in text


# --- rank -----------------------------------------------------------------------------------------


def test_a_hand_is_ranked_in_words() -> None:
    assert run("rank", "AhKhQhJhTh").stdout == (
        "royal flush (AhKhQhJhTh): strength 7461 of 7461, beats 100.0% of all five-card hands\n"
    )


def test_a_hand_is_ranked_for_programs() -> None:
    fields = json.loads(run("rank", "AhKhQh7h2c", "--json").stdout)
    assert fields["strength"] == 1243
    assert fields["name"] == "ace high, king kicker"
    assert len(fields["best_five"]) == 5


# --- what can go wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["explain", "AhKh", "--board", "AhQd2c"], "Ah appears twice: in hole and in board"),
        (["explain", "Ah"], "hole has 1 card (Ah); it must have 2"),
        (["explain", "AhXx"], "unknown card 'Xx' in hole 'AhXx', at character 3"),
        (["explain", "AhKh", "--board", "Qh7h"], "board has 2 cards (Qh7h); it must have 0, 3, 4"),
        (["explain", "AhKh", "--opponents", "10"], "opponents is 10; it must be a whole number"),
        (
            ["explain", "AhKh", "--opponents", "two"],
            "--opponents is 'two'; it must be a whole number: Number of opponents, 1 to 9;",
        ),
        (["explain", "AhKh", "--opponents", "9", "--seed", "-1"], "seed is -1"),
        (["explain", "AhKh", "--samples", "9"], "samples says how many runouts to draw after"),
        (["explain", "AhKh", "--board", "Qh7h2c", "--samples", "0"], "samples is 0; it must be a"),
        (
            ["explain", "AhKh", "--history", "p1 raises 300", "--samples", "0"],
            "--samples cannot be used with a described hand",
        ),
        (
            ["explain", "AhKh", "--history", "p1 raises 300", "--opponents", "0"],
            "--opponents cannot be used with a described hand",
        ),
        (["explain"], "Missing argument 'HOLE'"),
        (["rank", "AhKh"], "cards has 2 cards (AhKh); it must have 5, 6 or 7"),
        (["fold"], "No such command 'fold'"),
        (["rank", "--loud", "AhKh"], "No such option"),
    ],
)
def test_an_error_is_one_line_on_standard_error_and_status_2(
    words: list[str], message: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_cards_may_stand_apart() -> None:
    assert run("rank", "Ah", "Kh", "Qh", "7h", "2c").stdout == run("rank", "AhKhQh7h2c").stdout
    assert explained("Ah", "Kh") == explained("AhKh")


@pytest.mark.repeats(1)
@pytest.mark.parametrize("words", ["explain AhKh --board Qh7h2c", "--help"])
def test_a_reader_that_has_seen_enough_is_no_error(words: str) -> None:
    command = f"{sys.executable} -m handsight {words} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_what_cannot_be_written_is_one_line() -> None:
    command = f"{sys.executable} -m handsight rank AhKhQh7h2c > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "handsight: cannot write: No space left on device\n"


def test_without_a_command_the_help_is_shown() -> None:
    result = run()
    assert result.exit_code == 0
    assert "explain" in result.stdout


def test_the_version_is_the_package_s() -> None:
    assert run("--version").stdout == f"handsight, version {__version__}\n"


def test_the_module_runs_as_a_program() -> None:
    words = [sys.executable, "-m", "handsight", "rank", "AhKhQh7h2c"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ace high")
    assert done.stderr == ""
