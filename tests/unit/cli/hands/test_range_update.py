"""`handsight explain` with a described hand, as a user sees it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from handsight.opponents.model import OpponentModel
from tests.unit.cli.running import fields, run, shown
from tests.unit.formats.hands import FIELDS, collection, history, text_of

FLOP = ("--board", "Qh7h2c")
TOLD = ("--history", "p1 raises 300, p2 calls, p1 bets 400")
ASKED = ("explain", "AhKh", *FLOP, *TOLD)


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "hands.phhs"
    second = text_of(FIELDS, players=["Ann", "Bob", "Cyd"])
    path.write_text(f"[1]\n{text_of()}\n[2]\n{second}\n[3]\nvariant = 5\n")
    return str(path)


def refused(*words: str) -> str:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


# --- words ----------------------------------------------------------------------------------------


def test_words_show_a_grid_for_each_action_and_the_odds() -> None:
    text = shown(*ASKED)
    assert text.startswith("AhKh on Qh7h2c   flop, you are p2 (BB) against p1 (SB)\n")
    assert "4. bets 400 on the flop" in text
    assert "odds of AhKh" in text
    assert "without data" in text
    assert max(map(len, text.splitlines())) <= 100


def test_options_say_who_sits_where_with_how_much() -> None:
    words = ("--players", "4", "--us", "p4", "--stacks", "900 800 700 600", "--blinds", "5/10")
    found = fields("explain", "AhKh", "--history", "p3 raises 30", *words)
    assert (found["us"], found["turn"]) == ("p4", "p4")
    assert (found["stacks"], found["posts"]) == ([900, 800, 700, 600], [5, 10, 0, 0])


@pytest.mark.repeats(1)
@pytest.mark.parametrize("blinds", ["40/40", "1/1", "0/40"])
def test_heads_up_p2_acts_first_with_equal_blinds_and_without_a_small_one(blinds: str) -> None:
    deed = "calls" if blinds == "0/40" else "checks"
    told = ("--history", f"p2 {deed}, p1 checks, p1 checks", *FLOP, "--blinds", blinds)
    found = fields("explain", "AhKh", *told)
    assert (found["us"], found["turn"]) == ("p2", "p2")
    raised = fields("explain", "AhKh", "--history", "p2 raises 90", "--stacks", "100", *told[-2:])
    assert (raised["us"], raised["turn"]) == ("p1", "p1")


def test_a_record_with_equal_blinds_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "equal.phh"
    actions = ["d dh p1 QsQd", "d dh p2 AhKh", "p2 cbr 300", "p1 cc", "d db Qh7h2c", "p1 cc"]
    two = {"antes": [0, 0], "blinds_or_straddles": [100, 100], "starting_stacks": [900, 900]}
    path.write_text(text_of(**two, actions=actions, finishing_stacks=None))
    found = fields("explain", "--recorded", str(path), "--hand", "1")
    assert (found["us"], found["turn"]) == ("p2", "p2")


def test_hole_cards_may_stand_apart() -> None:
    assert fields("explain", "Ah", "Kh", *FLOP, *TOLD)["hole"] == "AhKh"


def test_the_seed_is_of_odds_that_are_sampled() -> None:
    told = ("explain", "AhKh", "--history", "p3 raises 300, p1 calls", "--seed")
    one, other = (fields(*told, seed)["together"]["odds"] for seed in "12")
    assert (one["seed"], other["seed"]) == (1, 2)
    assert one["equity"] != other["equity"]
    assert fields(*told, "1")["together"]["odds"] == one


def test_without_a_hand_nothing_has_changed() -> None:
    assert "handsight: Missing argument 'HOLE" in refused("explain")
    assert "made hand" in shown("explain", "AhKh", *FLOP)


# --- records --------------------------------------------------------------------------------------


def test_a_recorded_hand_is_stopped_and_seen_as_one_of_its_players(record: str) -> None:
    found = fields("explain", "--recorded", record, "--at", "4")
    assert (found["hole"], found["board"], found["us"]) == ("QsQd", "Qh7h2c", "p1")
    named = fields("explain", "--recorded", record, "--hand", "2", "--us", "Cyd")
    assert (named["hole"], named["us"], named["players"]) == ("AhKh", "Cyd", ["Ann", "Bob", "Cyd"])
    assert [step["player"] for step in named["steps"]] == ["Ann", "Bob", "Ann"]


def test_what_others_hold_is_told_only_where_asked(record: str) -> None:
    asked = ("explain", "--recorded", record, "--at", "5")
    assert "QsQd" not in shown(*asked)
    assert "QsQd" in shown(*asked, "--reveal")
    assert fields(*asked)["rivals"][0]["truth"] is None
    assert fields(*asked, "--reveal")["rivals"][0]["truth"]["gain_bits"] > 0


def test_a_hand_of_the_collection_is_explained() -> None:
    found = fields("explain", "--recorded", str(collection()), "--hand", "28", "--at", "11")
    assert (found["us"], found["hole"], found["board"]) == ("Bill", "AhAd", "5c6cKd5d2h")
    assert [rival["player"] for rival in found["rivals"]] == ["Budd"]
    assert found["rivals"][0]["odds"]["equity"] > 0.9


# --- models and pictures --------------------------------------------------------------------------


def test_a_model_that_was_fitted_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    OpponentModel().fit([history()] * 30).save(path)
    found = fields(*ASKED, "--opponent-model", str(path))
    assert found["model"] == f"dirichlet, fitted on 30 hands, from {path}"
    assert found["steps"][0]["range"] != fields(*ASKED)["steps"][0]["range"]


def test_a_model_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    assert f"--opponent-model cannot read '{path}': No such file" in refused(
        *ASKED, "--opponent-model", str(path)
    )
    path.write_text("x")
    assert "is not a file of an opponent model" in refused(*ASKED, "--opponent-model", str(path))


def test_the_ranges_are_written_as_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "ranges.svg"
    assert f"drawn in {path}" in shown(*ASKED, "--svg", str(path)).replace("\n", "")
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 2
    nowhere = str(tmp_path / "none" / "ranges.svg")
    assert "--svg cannot write" in refused(*ASKED, "--svg", nowhere)


# --- what does not go together --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            (*TOLD, "--recorded", "x"),
            "--history and --recorded each describe a hand; give only one of them",
        ),
        ((*TOLD, "--at", "3"), "--at needs --recorded"),
        ((*TOLD, "--hand", "3"), "--hand needs --recorded"),
        ((*TOLD, "--reveal"), "--reveal needs --recorded"),
        (("--at", "0"), "--at needs --recorded"),
        (("--recorded", "x", "--players", "0"), "--players needs --history"),
        (("--recorded", "x", "--players", "3"), "--players needs --history"),
        (("--recorded", "x", "--stacks", "3"), "--stacks needs --history"),
        (("--recorded", "x", "--blinds", "1/2"), "--blinds needs --history"),
        (("--us", "p2"), "--us needs --history or --recorded"),
        (("--opponent-model", "x"), "--opponent-model needs --history or --recorded"),
        (("--svg", "x"), "--svg needs --history or --recorded"),
        ((*TOLD, "--villain", "QQ+"), "--villain cannot be used with a described hand"),
        ((*TOLD, "--opponents", "2"), "--opponents cannot be used with a described hand"),
        ((*TOLD, "--excluded", "As"), "--excluded cannot be used with a described hand"),
        ((*TOLD, "--dead", "As"), "--dead cannot be used with a described hand"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: tuple[str, ...], reason: str) -> None:
    assert reason in refused("explain", "AhKh", *FLOP, *words)


def test_a_record_tells_board_and_cards(record: str) -> None:
    assert "--board cannot be used with --recorded" in refused(
        "explain", "--recorded", record, *FLOP
    )
    assert "leave out HOLE" in refused("explain", "2c3d", "--recorded", record)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--hand", "0"), "--hand is 0; the hands of a file are numbered from 1"),
        (("--hand", "9"), "--hand is 9; there are fewer hands in"),
        (("--hand", "3"), "variant is 5; it must be a string"),
        (("--at", "99"), "so it must be from 0 to 6"),
        (("--us", "Dan"), "'Dan' is not one of the 3 players"),
    ],
)
def test_hands_and_moments_that_are_not_there_are_refused(
    record: str, words: tuple[str, ...], reason: str
) -> None:
    assert reason in refused("explain", "--recorded", record, *words)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--blinds", "x"), "--blinds is 'x'; it must be chips like 50/100"),
        (("--blinds", ""), "it must be chips like 50/100"),
        (("--blinds", "9/5"), "small_blind is 9, more than big_blind"),
        (("--stacks", "x"), "--stacks is 'x'; it must be chips like 10000"),
        (("--stacks", ""), "it must be chips like 10000"),
        (("--players", "99"), "a table has 2 to 10"),
        (("--us", ""), "is not one of the"),
        (("--seed", "-1"), "seed"),
    ],
)
def test_values_that_are_none_are_refused(words: tuple[str, ...], reason: str) -> None:
    assert reason in refused(*ASKED, *words)
