"""The commands on equities and on the hands of a board, as a user sees them."""

import inspect
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from handsight import Range, board_strengths, equity
from handsight.cli.main import main
from handsight.odds.counting.boards import BoardCount, WorkPart
from handsight.odds.sampling import DEFAULT_TRIALS
from handsight.ranges import class_means
from tests.unit.cli.running import fields, run, shown

# --- equity --------------------------------------------------------------------------------------


def test_known_hands_are_counted() -> None:
    found = fields("equity", "AhKh", "QsQd")
    assert found["players"][0] == {
        "hand": "AhKh",
        "combos": 1,
        "win": 787_966,
        "tie": 6_732,
        "ties": {"1": 6_732},
        "lose": 917_606,
        "equity": pytest.approx(0.462145, abs=1e-6),
        "stderr": None,
    }
    assert found["winners"]["3"] == {"players": [1, 2], "deals": 6_732}
    assert (found["method"], found["total"]) == ("exact", 1_712_304)
    for name in ("stderr", "trials", "seed", "acceptance", "reason"):
        assert found[name] is None


def test_ranges_are_told_by_their_name_and_by_the_combos_that_are_left() -> None:
    found = fields("equity", "AhKh", "tt+,  AKo", "--board", "Qh7h2c", "--dead", "Qs")
    hands = Range("TT+, AKo")
    left = hands.without("AhKhQh7h2cQs")
    assert (found["players"][1]["hand"], found["board"], found["dead"]) == (
        str(hands),
        "Qh7h2c",
        "Qs",
    )
    assert found["players"][1]["combos"] == len(left) < len(hands)


def test_fractions_of_combos_make_counts_floats() -> None:
    found = fields("equity", "AhKh", "QQ:0.3", "--board", "Qh7h2c")
    result = equity(["AhKh", "QQ:0.3"], "Qh7h2c")
    assert isinstance(found["players"][0]["win"], float)
    assert found["players"][0]["win"] == float(result.players[0].win or 0)
    assert found["total"] == float(result.total)


def test_what_has_no_exact_method_is_sampled_from_seed_0() -> None:
    words = ("equity", "22+", "15%", "random", "AJ+", "random", "30%", "--trials", "20000")
    found = fields(*words)
    assert found == fields(*words, "--seed", "0") != fields(*words, "--seed", "1")
    assert (found["method"], found["seed"], found["trials"]) == ("monte_carlo", 0, 20_000)
    assert found["reason"] == "there is no exact method for these players"
    assert 0 < found["acceptance"] < 1
    assert found["stderr"] == max(player["stderr"] for player in found["players"])


def test_a_sample_ends_where_it_is_told_to() -> None:
    words = ("equity", "AhKh", "QsQd", "--method", "monte_carlo")
    assert fields(*words, "--target-stderr", "0.01")["trials"] < DEFAULT_TRIALS
    assert fields(*words, "--max-seconds", "0.001")["trials"] < DEFAULT_TRIALS


def test_the_command_samples_as_much_as_the_library() -> None:
    [option] = [each for each in main.commands["equity"].params if each.name == "trials"]
    assert option.default == DEFAULT_TRIALS
    assert inspect.signature(equity).parameters["trials"].default == DEFAULT_TRIALS


def test_the_table_shows_each_player_and_the_deals() -> None:
    text = shown("equity", "QQ+", "TT+")
    assert text.startswith("2 players before the flop\n")
    assert re.search(r"1 +QQ\+ +18 +62\.93% +4\.24% +32\.83% +0\.6505 +█+\n", text)
    assert re.search(r"players 1 and 2 +32,688,768 +4\.24%\n", text)
    assert text.endswith("exact: 770,536,800 deals\n")


# --- the first run -------------------------------------------------------------------------------


# --- heatmap -------------------------------------------------------------------------------------


def test_the_map_has_the_mean_of_every_class() -> None:
    found = fields("heatmap", "--board", "Qh7h2c", "--villain", "15%", "--what", "equity")
    values = board_strengths("Qh7h2c", "15%").equity
    assert found["classes"] == class_means(values)
    assert found["villain"] == str(Range("15%"))
    assert (found["what"], "combos" in found) == ("equity", False)


def test_a_class_that_nobody_can_hold_is_null() -> None:
    found = fields("heatmap", "--board", "QsQhQd")
    assert [name for name, value in found["classes"].items() if value is None] == ["QQ"]


def test_the_combos_are_given_if_asked() -> None:
    combos = fields("heatmap", "--board", "Qh7h2c", "--dead", "As", "--all-combos")["combos"]
    assert len(combos) == 1326
    assert (combos["AhKh"], combos["AsKh"], combos["QsQh"]) == (
        board_strengths("Qh7h2c", dead="As").of("AhKh", "ehs"),
        None,
        None,
    )


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_the_picture_is_written(tmp_path: Path, more: list[str]) -> None:
    path = tmp_path / "board.svg"
    text = shown("heatmap", "--board", "QsQhQd", "--svg", str(path), *more)
    assert "EHS on QsQhQd against any cards" in path.read_text("utf-8")
    assert ("drawn in" in text) == (not more)


def test_the_text_has_the_map_its_legend_and_its_ends() -> None:
    lines = shown("heatmap", "--board", "QsQhQd", "--villain", "AA, KK").splitlines()
    assert lines[0] == "EHS on QsQhQd against KK+"
    assert lines[2].split() == list("AKQJT98765432")
    assert lines[5].split()[3] == "."
    assert "blank or .: cannot be held" in lines
    assert lines[-3].startswith("highest  ")
    assert lines[-1].startswith("mean of all combos ")


# --- explain against ranges ----------------------------------------------------------------------


def test_a_hand_is_explained_against_a_range() -> None:
    words = ("explain", "AhKh", "--board", "Qh7h2c", "--villain", "15%", "--excluded", "Qs")
    found = fields(*words)
    assert (found["villain"], found["excluded"]) == ([str(Range("15%"))], "Qs")
    assert found["odds"]["equity"] == pytest.approx(found["p_win"], abs=1e-12)
    text = shown(*words)
    left = len(Range("15%").without("AhKhQh7h2cQs"))
    assert f"against 55+, A5s+, K9s+, QJs, A9o+, KJo+ ({left} of 200 combos left)\n" in text
    assert "probably without Qs\n" in text


def test_each_opponent_may_have_a_range_of_his_own() -> None:
    found = fields(
        "explain", "AhKh", "--board", "Qh7h2c", "--villain", "QQ+", "--villain", "22+:1/7"
    )
    assert found["opponents"] == 2
    assert found["villain"] == ["QQ+", "22+:1/7"]
    assert isinstance(found["hand_strength"]["behind"], float)


def test_without_a_range_there_is_none() -> None:
    found = fields("explain", "AhKh", "--board", "Qh7h2c")
    assert (found["villain"], found["excluded"]) == (None, "")


# --- what can go wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("equity AhKh", "players has length 1; it must have 2 to 10"),
        ("equity AhKh XX", "player 2: cannot read 'XX'"),
        ("equity AhKh AhQd", "Ah appears twice"),
        ("equity AhKh QsQd --method luck", "method is 'luck'; it must be one of auto, exact"),
        ("equity AhKh QsQd --trials 0", "trials is 0; it must be a whole number above 0"),
        ("equity random random random random --method exact", "no exact equity of these"),
        ("heatmap", "Missing option '--board'"),
        ("heatmap --board Qh7h", "board has 2 cards .Qh7h.; it must have 3, 4 or 5"),
        ("heatmap --board Qh7h2c --dead Qh", "Qh appears twice"),
        ("heatmap --board Qh7h2c --what luck", "what is 'luck'; it must be one of hs, ppot"),
        ("heatmap --board Qh7h2c --villain XX", "cannot read 'XX'"),
        ("heatmap --board Qh7h2c --all-combos", "--all-combos needs --json"),
        ("explain AhKh --villain XX", "cannot read 'XX'"),
        ("explain AhKh --villain AhKh", "villain 'AhKh' has no hand left"),
        ("explain AhKh --villain QQ --villain AA --opponents 3", "2 ranges and opponents is 3"),
        (
            "explain AhKh --board Qh7h2c --villain QQ --villain AA --villain 22 --villain 33",
            "villain has 4 ranges; it must have 1 to 3",
        ),
        ("explain AhKh --excluded Ax", "unknown card 'Ax'"),
    ],
)
def test_an_error_is_one_line_on_standard_error_and_status_2(words: str, message: str) -> None:
    result = run(*words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(message, result.stderr), result.stderr
    assert result.stderr.count("\n") == 1


# --- long counts ----------------------------------------------------------------------------------

LONG = ("equity", "QQ,AKs", "JJ,KQ", "TT,AQs", "99", "--method", "exact", "--board", "3c4d9h")


def test_a_count_is_kept_stopped_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "count.json"
    real, counted = BoardCount.count, []

    def stopped(self: BoardCount, part: WorkPart) -> dict[int, int]:
        if len(counted) == 1:
            raise KeyboardInterrupt
        counted.append(part)
        return real(self, part)

    monkeypatch.setattr(BoardCount, "count", stopped)
    ended = run(*LONG, "--save", str(kept))
    assert ended.exit_code == 130
    hint = f"the count so far is in {kept}; run the same command again to continue"
    assert hint in ended.stderr
    assert json.loads(kept.read_text("utf-8"))["done"] == 1
    monkeypatch.setattr(BoardCount, "count", real)
    assert fields(*LONG, "--save", str(kept), "--workers", "2") == fields(*LONG)


def test_a_long_count_says_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(*LONG).stderr == ""
    module = import_module("handsight.odds.equity.equity")
    monkeypatch.setattr(module, "seconds_to_count", lambda spot: 200.0)
    said = run(*LONG).stderr
    assert "takes about 3 minutes on one core" in said
    assert "with --save FILE it can be resumed" in said


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("AA", "KK", "--save", "x"), "only a count with method='exact' can be saved"),
        (("AA", "KK", "--save", "no such folder/x"), "--save cannot write 'no such folder/x'"),
        (("AA", "KK", "--workers", "0"), "--workers is 0"),
        (("-", "--save", "x"), "--save works only with one pot"),
        ((*["random"] * 6, "--method", "exact"), "a count would take"),
        ((*LONG[1:], "--max-seconds", "1e-9"), "stopped after 1e-09 seconds, with"),
    ],
)
def test_what_cannot_be_counted_is_one_line(words: tuple[str, ...], error: str) -> None:
    result = run("equity", *words)
    assert result.exit_code == 2
    assert error in result.stderr
