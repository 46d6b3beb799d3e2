"""`handsight drill`: a person's answers, one question as JSON, the progress, and errors."""

import json
import re
from pathlib import Path

import pytest

from handsight.coach.drill import DrillStore, Mistake
from handsight.formats import phhs_text
from handsight.game import HandState, Rules, hand_of
from tests.unit.cli.running import fields, run, shown


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "drill.db")


def test_questions_are_asked_until_their_number_and_the_answers_are_kept(store: str) -> None:
    words = ("drill", "push-fold", "--questions", "3", "--seed", "4", "--store", store)
    result = run(*words, typed="f\nperhaps\n?\n1\nfold\n")
    assert result.exit_code == 0, result.stderr
    text = result.stdout
    assert text.startswith("Seed 4.\n")
    assert len(re.findall(r"^[123]\. push-fold: ", text, re.MULTILINE)) == 3
    assert "'perhaps' is no answer here; write one of: 1 fold, 2 " in text
    assert len(re.findall(r"(Right|Wrong)\. ", text)) == 3
    right = text.count("Right. ")
    assert re.search(rf"^3 answers, {right} right; \d+\.\d\d bb lost\.$", text, re.MULTILINE)
    with DrillStore(store) as kept:
        assert [each.answer for each in kept.answers()] == ["fold"] * 3


def test_quitting_and_the_end_of_the_input_end_the_drill(store: str) -> None:
    for typed in ("q\n", ""):
        result = run("drill", "pot-odds", "--seed", "1", "--store", store, typed=typed)
        assert result.exit_code == 0
        assert result.stdout.rstrip().endswith("0 answers, 0 right; 0.00 bb lost.")


def test_a_decision_shows_the_hand_the_board_the_chips_and_the_worth_of_each_action(store) -> None:
    words = ("drill", "BTN", "vs", "BB,", "3bet", "--questions", "1", "--seed", "5")
    text = run(*words, "--store", store, typed="1\n").stdout
    for expected in (
        r"^1\. (turn|river): 3-bet pot, (out of|in) position$",
        r"^  preflop: BTN raises to \S+ bb, BB raises to \S+ bb, BTN calls$",
        r"^  flop \w{6}: ",
        r"^  you hold \w{4}   board \w{8,10}$",
        r"^  pot [\d.]+ bb(, [\d.]+ to call)?; behind: BB [\d.]+, BTN [\d.]+$",
        r"^ +EV in bb +played$",
        r"Your equity against\s+the\s+opponent's range is \d+%",
    ):
        assert re.search(expected, text, re.MULTILINE), expected


def test_json_has_one_question_and_with_an_answer_its_feedback() -> None:
    asked = fields("drill", "turn", "--seed", "7")
    assert "feedback" not in asked
    question = asked["question"]
    assert question["kind"] == "turn"
    assert fields("drill", "--key", question["key"])["question"] == question
    told = fields("drill", "--key", question["key"], "--answer", "1")
    assert told["question"] == question
    feedback = told["feedback"]
    assert feedback["answer"] == question["options"][0]
    assert [each["name"] for each in feedback["options"]] == question["options"]
    assert sum(each["frequency"] for each in feedback["options"]) == pytest.approx(1)
    assert feedback == fields("drill", "turn", "--seed", "7", "--answer", "1")["feedback"]


def test_one_answer_is_kept_only_if_a_store_is_named(store: str) -> None:
    text = shown("drill", "--key", "pot-odds 12 6", "--answer", "25")
    assert "Right. The answer is 25.0%." in text
    shown("drill", "--key", "pot-odds 12 6", "--answer", "40", "--store", store)
    with DrillStore(store) as kept:
        assert [(each.answer, each.right) for each in kept.answers()] == [("40%", False)]


def test_the_progress_has_a_row_for_each_kind_and_each_spot(store: str) -> None:
    for answer in ("25", "40"):
        shown("drill", "--key", "pot-odds 12 6", "--answer", answer, "--store", store)
    shown("drill", "--key", "push-fold push 10 AA", "--answer", "fold", "--store", store)
    report = fields("drill", "--progress", "--store", store)
    assert (report["answers"], report["due"], report["waiting"]) == (3, 0, 2)
    assert [(row["kind"], row["spot"], row["right"]) for row in report["rows"]] == [
        *(("pot-odds", "", 1), ("pot-odds", "needed equity", 1)),
        *(("push-fold", "", 0), ("push-fold", "BTN unopened", 0)),
    ]
    text = shown("drill", "--progress", "--store", store)
    assert re.search(r"^pot-odds +2 +50% +9% to 91% +1$", text, re.MULTILINE)
    assert "3 answers; 0 questions are due now, and 2 later." in text


def test_without_a_named_store_answers_are_kept_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(data))
    assert shown("drill", "--progress") == "no answers yet\n"
    assert not data.exists()
    assert run("drill", "push-fold", "--questions", "1", typed="1\n").exit_code == 0
    assert fields("drill", "--progress")["answers"] == 1


def test_only_mistakes_are_asked_until_none_is_due(store: str) -> None:
    with DrillStore(store, create=True) as kept:
        kept.add_mistakes([Mistake("pot-odds 12 6 20", 0, 0.8)])
    text = run("drill", "mistakes", "--store", store, typed="fold\n").stdout
    assert "1. pot-odds: call or fold" in text
    assert "No question is due.\n1 answer, 1 right; 0.00 bb lost." in text


def test_the_costliest_mistakes_of_a_review_are_added_and_asked(tmp_path: Path, store: str) -> None:
    reviews = str(tmp_path / "review.db")
    line = ["raise to 300", "call", "check", "bet 450", "call", "check", "bet 1500", "fold"]
    start = HandState.start(
        Rules(), [10_000] * 2, 1, seed=3, holes=["3c2d", "QsQh"], board="Qd8s6h9cTd"
    )
    for action in line:
        start = start.apply(action)
    file = tmp_path / "hands.phhs"
    file.write_text("".join(phhs_text([hand_of(start)])), "utf-8")
    words = ("review", str(file), "--player", "player 1", "--workers", "1", "--store", reviews)
    words += ("--flop-memory", "0")
    costliest = fields(*words, "--json")["costliest"]
    assert costliest[0]["street"] == "flop"
    words = ("drill", "mistakes", "--reviews", reviews, "--store", store)
    result = run(*words, "--costliest", "1", typed="call\n")
    assert result.exit_code == 0, result.stderr
    text = result.stdout
    assert text.startswith(f"The review has {len(costliest)} mistakes. Added to the drill: 1; ")
    assert "1. flop: single raised pot, out of position" in text
    assert "Wrong. fold is best" in text
    assert "Hands at the turn count as much as" in " ".join(text.split())
    again = run(*words, "--costliest", "1", typed="q\n").stdout
    assert " Added to the drill: 0; in it before: 1; cannot be asked: 0.\n" in again
    asked = run(*words, "--json")  # the message does not disturb the JSON
    assert json.loads(asked.stdout)["question"]["kind"] == "preflop"
    assert f"Added to the drill: {len(costliest) - 1}; in it before: 1; " in asked.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--reviews", "none.db"], "there is no store 'none.db'; handsight review --store makes"),
        (["--reviews", "none.db", "--key", "pot-odds 12 6"], "leave out --key and --progress"),
        (["--reviews", "none.db", "--progress"], "leave out --key and --progress"),
        (["oops"], "'oops' is no kind of question and no spot; the kinds are preflop, flop"),
        (["BTN", "often"], "is not the name of a chart"),
        (["BTN vs BB, 9bet"], "'9bet' is no kind of pot"),
        (["--questions", "0"], "--questions is 0; it must be 1 or more"),
        (["turn", "--key", "pot-odds 12 6"], "--key names the question; leave out KIND"),
        (["pot-odds", "--seed", "3", "--answer", "x"], "write a number from 0 to 100"),
        (["--players", "11"], "players is 11; it must be from 2 to 9"),
        (["outs", "--progress"], "leave out KIND, SPOT, --key, --answer and --questions"),
        (["--progress", "--answer", "8"], "--progress shows all kinds of questions"),
        (["--progress", "--questions", "3"], "--progress shows all kinds of questions"),
        (["--progress", "--key", "pot-odds 12 6"], "--progress shows all kinds of questions"),
        (["--progress", "--store", "none.db"], "there is no store 'none.db'"),
        (["mistakes", "--answer", "fold"], "no question is due"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: list[str], message: str) -> None:
    result = run("drill", *words, *([] if "--answer" in words else ["--json"]))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
