"""Agents in the arena, from the command line."""

import json
from xml.etree import ElementTree

import pytest

from handsight.history import check_histories, read_histories
from tests.unit.cli.running import fields, run, shown

BOT = """
from pypokerengine.players import BasePokerPlayer

class Fish(BasePokerPlayer):
    def declare_action(self, valid_actions, hole_card, round_state):
        return valid_actions[1]["action"], valid_actions[1]["amount"]
    def receive_game_start_message(self, game_info): pass
    def receive_round_start_message(self, round_count, hole_card, seats): pass
    def receive_street_start_message(self, street, round_state): pass
    def receive_game_update_message(self, action, round_state): pass
    def receive_round_result_message(self, winners, hand_info, round_state): pass
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    file = tmp_path_factory.mktemp("arena") / "arena.db"
    run("arena", "call", "fold", "random", "--pairs", "150", "--seed", "3", "--store", str(file))
    return file


# --- what is shown -----------------------------------------------------------------------------


def test_a_winner_is_named_with_its_p_value_and_an_open_question_is_left_open():
    text = shown("arena", "min-raise", "fold", "--pairs", "120")
    assert "min-raise > fold: p < .001" in text
    assert "120 pairs" in text
    text = shown("arena", "call", "check-call", "--pairs", "20")
    assert "call and check-call: not told apart" in text


def test_the_leaderboard_stands_the_best_first(store):
    lines = shown("report", str(store)).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("agent"))
    results = [float(line.split()[1].replace("−", "-")) for line in lines[head + 1 : head + 4]]
    assert results == sorted(results, reverse=True)


def test_three_agents_have_a_crosstable_habits_and_ratings(store):
    text = shown("report", str(store))
    for word in ("bb/100 of the row against the column", "VPIP (n)", "WTSD (n)", "rating"):
        assert word in text


def test_at_one_table_each_two_agents_are_compared():
    text = shown("arena", "call", "fold", "min-raise", "--table", "all", "--pairs", "120")
    assert "bb/100 of the row less that of the column" in text
    assert "call and min-raise: not told apart" in text or "call > min-raise" in text
    assert "the table > fold: p < .001" in text


def test_the_json_has_the_promised_fields():
    found = fields("arena", "min-raise", "fold", "--pairs", "120", "--seed", "9")
    assert (found["format"], found["rules"], found["seed"]) == ("reset", "handsight", 9)
    assert found["pairs"] == 120
    assert found["faults"] == {}
    (duel,) = found["results"]
    assert (duel["a"], duel["b"], duel["bb100"]) == ("min-raise", "fold", 75.0)
    assert duel["ci95"] == [75.0, 75.0]
    assert (duel["wins"], duel["losses"], duel["ties"]) == (120, 0, 0)
    assert duel["win_share"] == 1
    assert 0.95 < duel["win_ci95"][0] < duel["win_ci95"][1] == 1


def test_carried_matches_are_the_legs():
    found = fields("arena", "all-in", "call", "--format", "carry", "--pairs", "10")
    (duel,) = found["results"]
    assert (found["rounds"], found["stack"]) == (20, 1000)
    assert duel["wins"] + duel["losses"] + duel["ties"] == 20


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("markdown", "stacks of"),
        ("csv", "agent,against,pairs"),
        ("html", "<!doctype"),
        ("svg", "<svg"),
    ],
)
def test_a_form_is_printed_or_written_to_a_file(form, begins, store, tmp_path):
    assert shown("report", str(store), f"--{form}").startswith(begins)
    file = tmp_path / f"found.{form}"
    done = run("report", str(store), f"--{form}", str(file))
    assert done.exit_code == 0
    assert done.stdout == ""
    assert file.read_text("utf-8").startswith(begins)


def test_the_picture_is_well_formed_and_says_what_it_shows(store):
    root = ElementTree.fromstring(shown("report", str(store), "--svg"))
    texts = [each.text or "" for each in root.iter() if each.text]
    assert any(text.startswith("bb/100 with 95 % intervals: ") for text in texts)
    for agent in ("call", "fold", "random"):
        assert agent in texts


def test_two_forms_cannot_both_be_printed(store):
    done = run("report", str(store), "--json", "--csv")
    assert done.exit_code == 2
    assert "--json and --csv both print" in done.stderr


# --- keeping, resuming, exporting ---------------------------------------------------------------


def test_a_store_is_gone_on_with_and_reported(tmp_path):
    file = str(tmp_path / "a.db")
    first = fields("arena", "call", "fold", "--pairs", "100", "--store", file)
    again = fields("arena", "--resume", file)
    assert again["results"] == first["results"] == fields("report", file)["results"]


@pytest.mark.exhaustive
def test_the_export_is_the_same_on_any_number_of_workers(tmp_path):
    texts = []
    for workers in ("1", "2"):
        file = str(tmp_path / f"{workers}.db")
        run("arena", "call", "random", "--pairs", "250", "--store", file, "--workers", workers)
        texts.append(shown("report", file, "--export"))
    assert texts[0] == texts[1]
    assert len(texts[0].splitlines()) == 1 + 500


def test_luck_is_taken_out_on_demand(store):
    text = shown("report", str(store), "--adjust", "luck")
    assert "mirrored, less luck" in text
    assert "mirrored, less luck" in shown("report", str(store), "--adjust", "luck", "--markdown")
    (first, *_) = fields("report", str(store), "--adjust", "luck")["less_luck"]
    assert first["single"]["bb100"] == pytest.approx(first["played"]["bb100"])
    done = run("report", str(store), "--adjust", "luck", "--svg")
    assert done.exit_code == 2
    assert "--adjust goes with text, --json and --markdown" in done.stderr
    done = run("report", str(store), "--adjust", "fate")
    assert done.exit_code == 2
    assert "it takes one of luck, all-in" in done.stderr
    assert done.stdout == ""


# --- bots in files --------------------------------------------------------------------------------


def test_a_bot_written_for_pypokerengine_plays_as_it_is(tmp_path):
    file = tmp_path / "fish.py"
    file.write_text(BOT, "utf-8")
    found = fields("arena", f"{file}:Fish", "fold", "--pairs", "30")
    (duel,) = found["results"]
    assert duel["bb100"] > 0
    assert found["faults"] == {}


def test_a_bot_that_breaks_is_counted_and_named_and_the_match_goes_on(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(
        "class Bot:\n"
        "    name = 'broken'\n"
        "    def act(self, observation, rng):\n"
        "        raise ValueError('no idea')\n",
        "utf-8",
    )
    name, kept = f"{file}:Bot", str(tmp_path / "a.db")
    found = fields("arena", name, "min-raise", "--pairs", "20", "--store", kept)
    assert found["faults"][name]["exception"] >= 40
    assert found["results"][0]["hands"] == 40
    assert f"  {name}, exception: ValueError: no idea\n" in shown("report", kept)


# --- wrong input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "an arena takes two agents or more"),
        (("call",), "an arena takes two agents or more"),
        (("call", "caller"), "there is no agent 'caller'"),
        (("call", "call"), "write call#2 for a second one"),
        (("call", "fold", "--pairs", "0"), "pairs is 0; it takes a positive integer"),
        (("call", "fold", "--until", "soon"), "it takes a half-width in bb/100 such as 1bb"),
        (("call", "fold", "--format", "cash"), "it is one of reset, carry"),
        (("call", "fold", "--rules", "house"), "it is one of handsight, pypokerengine"),
        (("call", "fold", "--blinds", "50"), "write small and big blind like 50/100"),
        (("call", "fold", "--stack", "10"), "does not pay a big blind"),
        (("call", "fold", "--rounds", "5"), "only in format 'carry'"),
        (("call", "fold", "--workers", "0"), "workers is 0"),
        (("call", "fold", "--memory", "1"), "memory"),
        (("call", "fold", "--seed", "-1"), "seed is -1"),
        (("call", "--resume", "a.db"), "leave agents and --store out"),
        (("--resume", "nowhere.db"), "nowhere.db"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(words, message):
    done = run("arena", *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_no_store_is_refused(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("no database", "utf-8")
    done = run("report", str(file))
    assert done.exit_code == 2
    assert "notes.txt" in done.stderr


def test_the_export_stands_alone(store):
    done = run("report", str(store), "--export", "--json")
    assert done.exit_code == 2
    assert "leave the other options out" in done.stderr


def test_json_is_one_object(store):
    json.loads(shown("report", str(store), "--json"))


def test_a_hand_is_retold_with_what_led_the_agents(store):
    text = shown("report", str(store), "--hand", "3")
    assert "call, preflop" in text
    assert "call – calls whatever it costs" in text
    found = fields("report", str(store), "--hand", "3")
    assert found["hand"] == 1
    assert found["decisions"][0]["decision"]["reason"]
    assert shown("report", str(store), "--hand", "3", "--html").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "0"), "hands are counted from 1"),
        (("--hand", "99999"), "the store holds fewer hands"),
        (("--hand", "1", "--svg"), "a hand has no --svg"),
        (("--hand", "1", "--adjust", "luck"), "leave --adjust out"),
    ],
)
def test_a_hand_that_cannot_be_retold_is_refused(store, words, message):
    done = run("report", str(store), *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_the_hands_are_printed_as_histories_that_can_be_read(store, tmp_path):
    file = tmp_path / "hands.phhs"
    file.write_text(shown("report", str(store), "--phh"), "utf-8")
    hands = list(read_histories(file))
    assert len(hands) == 900
    assert check_histories(iter(hands)).exact == 900
    done = run("report", str(store), "--phh", "--export")
    assert done.exit_code == 2
    assert "leave the other options out" in done.stderr
