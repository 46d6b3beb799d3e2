"""Agents in the arena, from the command line."""

import csv
import json
from xml.etree import ElementTree

import pytest

from handsight.formats import read_hands
from handsight.game import check_hands
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
    run("arena", "call", "fold", "random", "--pairs", "60", "--seed", "3", "--store", str(file))
    return file


# --- what is shown -----------------------------------------------------------------------------


def test_a_winner_is_named_with_its_p_value_and_an_open_question_is_left_open():
    text = shown("arena", "min-raise", "fold", "--pairs", "120")
    assert "min-raise > fold: p < .001" in text
    assert "120 pairs" in text
    text = shown("arena", "call", "check-call", "--pairs", "20")
    assert "call and check-call: no significant difference (95%)" in text


def test_the_leaderboard_stands_the_best_first(store):
    lines = shown("report", str(store)).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("agent"))
    results = [float(line.split()[1].replace("−", "-")) for line in lines[head + 1 : head + 4]]
    assert results == sorted(results, reverse=True)


@pytest.mark.parametrize(("word", "same"), [("cash", "reset"), ("match", "carry")])
def test_formats_have_the_names_of_players_too(word, same):
    one, other = (
        fields("arena", "call", "fold", "--pairs", "2", "--format", each) for each in (word, same)
    )
    assert one["format"] == other["format"] == same
    assert one["results"][0]["bb100"] == other["results"][0]["bb100"]


def test_a_pair_is_won_where_stacks_are_reset_and_else_a_match():
    asked = ("arena", "call", "fold", "--pairs", "2", "--format")
    assert "pairs won" in shown(*asked, "cash")
    assert "matches won" in shown(*asked, "match")


def test_three_agents_have_a_crosstable_and_statistics_and_in_matches_ratings(store):
    text = shown("report", str(store))
    for word in ("bb/100 of the row against the column", "VPIP (n)", "WTSD (n)"):
        assert word in text
    assert "rating" not in text
    matches = shown("arena", "call", "fold", "random", "--format", "match", "--pairs", "4")
    assert "rating" in matches


def test_at_one_table_each_two_agents_are_compared():
    text = shown("arena", "call", "fold", "min-raise", "--table", "all", "--pairs", "120")
    assert "bb/100 of the row less that of the column" in text
    assert "call and min-raise: no significant difference" in text or "call > min-raise" in text
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


@pytest.mark.repeats(2)
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
    assert any(text.startswith("bb/100 with 95% intervals: ") for text in texts)
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
    left = first["adjusted"]["bb100"] + first["luck"]["bb100"]
    assert first["played"]["bb100"] == pytest.approx(left)
    done = run("report", str(store), "--adjust", "luck", "--svg")
    assert done.exit_code == 2
    assert "--adjust works only with text, --json and --markdown" in done.stderr
    done = run("report", str(store), "--adjust", "fate")
    assert done.exit_code == 2
    assert "it must be one of luck, all-in, fitted, aivat" in done.stderr
    assert done.stdout == ""


@pytest.mark.exhaustive
def test_an_arena_shows_at_once_what_is_left_without_luck(tmp_path):
    found = fields("arena", "all-in", "call", "--pairs", "1", "--adjust", "aivat")
    [row] = found["less_luck"]
    assert row["adjusted"]["bb100"] == pytest.approx(0, abs=1e-6)
    assert row["luck"]["bb100"] == pytest.approx(row["played"]["bb100"])
    file = tmp_path / "never.db"
    done = run(
        *("arena", "call", "fold", "random", "--table", "all", "--adjust", "aivat"),
        *("--store", str(file)),
    )
    assert done.exit_code == 2
    assert "aivat works for matchups of two agents" in done.stderr
    assert not file.exists()


def test_an_arena_without_luck_plays_no_hand_twice(tmp_path, monkeypatch):
    from handsight.arena.variance import reduction

    played = fields("arena", "all-in", "loki", "--pairs", "2", "--adjust", "aivat")["less_luck"]
    file = tmp_path / "played.db"
    run("arena", "all-in", "loki", "--pairs", "2", "--store", str(file))
    assert fields("report", str(file), "--adjust", "aivat")["less_luck"] == played
    monkeypatch.setattr(reduction, "replay_block", None)
    file = tmp_path / "corrected.db"
    words = ("all-in", "loki", "--pairs", "2", "--store", str(file), "--adjust", "aivat")
    assert fields("arena", *words)["less_luck"] == played
    for words in (("report", str(file)), ("arena", "--resume", str(file))):
        assert fields(*words, "--adjust", "aivat")["less_luck"] == played


# --- bots in files --------------------------------------------------------------------------------


def test_a_bot_written_for_pypokerengine_plays_as_it_is(tmp_path):
    file = tmp_path / "fish.py"
    file.write_text(BOT, "utf-8")
    found = fields("arena", f"{file}:Fish", "fold", "--pairs", "30", "--secret", "none")
    (duel,) = found["results"]
    assert duel["bb100"] > 0
    assert found["faults"] == {}


FAILS = """class Bot:
    name = 'broken'
    asked = 0
    def act(self, observation, rng):
        self.asked += 1
        return self.choose(observation)
    def choose(self, seen):
        if self.asked % {every} == 0:
            raise ValueError('no idea')
        from handsight import Action
        return Action.call()
"""


def failing(tmp_path, every=1):
    file = tmp_path / "broken.py"
    file.write_text(FAILS.format(every=every), "utf-8")
    return f"{file}:Bot"


def test_a_bot_that_breaks_is_counted_and_named_and_gets_no_verdict(tmp_path):
    name, kept = failing(tmp_path), str(tmp_path / "a.db")
    done = run("arena", name, "min-raise", "--pairs", "20", "--store", kept, "--json")
    assert done.exit_code == 3
    found = json.loads(done.stdout)
    assert found["faults"][name]["exception"] >= 40
    (duel,) = found["results"]
    assert (duel["hands"], duel["winner"], duel["at_fault"]) == (40, None, [name])
    assert found["agents"][name]["fault_share"] == 1
    (warning,) = found["warnings"]
    assert warning.startswith(f"{name} was at fault in 40 of 40 decisions against min-raise.")
    (first,) = found["first_faults"]
    assert (first["agent"], first["kind"]) == (name, "exception")
    assert first["detail"] == "broken.py:9: ValueError: no idea"
    assert first["trace"].count("broken.py") == 2
    assert "line 6, in act" in first["trace"]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("options", [(), ("--trust",)], ids=["isolated", "trusted"])
def test_the_first_fault_is_shown_with_file_line_and_calls_in_every_form(options, tmp_path):
    name, kept = failing(tmp_path), str(tmp_path / "a.db")
    done = run("arena", name, "min-raise", "--pairs", "10", "--store", kept, *options)
    assert done.exit_code == 3
    assert done.stdout.startswith(f"Warning: {name} was at fault in 20 of 20 decisions")
    assert f"{name} and min-raise: no verdict, for the faults of {name}\n" in done.stdout
    file = tmp_path / "broken.py"
    shows = (
        f"  {name}, exception: broken.py:9: ValueError: no idea\n"
        f'      File "{file}", line 6, in act\n'
        "        return self.choose(observation)\n"
        f'      File "{file}", line 9, in choose\n'
        "        raise ValueError('no idea')\n"
    )
    assert shows in done.stdout
    forms = {form: run("report", kept, f"--{form}") for form in ("markdown", "html", "csv", "svg")}
    assert {each.exit_code for each in forms.values()} == {3}
    for form in ("markdown", "html"):
        assert "Warning: " in forms[form].stdout
        assert "broken.py:9: ValueError: no idea" in forms[form].stdout
        assert "no verdict" in forms[form].stdout
    assert "Warning: no verdict for the faults of" in forms["svg"].stdout
    rows = list(csv.DictReader(forms["csv"].stdout.splitlines()))
    assert {row["at_fault"] for row in rows} == {name, ""}
    assert next(row["fault_share"] for row in rows if row["agent"] == name) == "1.0"


def test_one_fault_in_a_hundred_decisions_is_suffered_and_more_are_not(tmp_path):
    rare = run("arena", failing(tmp_path, every=101), "call", "--pairs", "100", "--trust")
    assert rare.exit_code == 0
    assert "the first of each kind" in rare.stdout
    assert "no verdict" not in rare.stdout
    often = run("arena", failing(tmp_path, every=60), "call", "--pairs", "100", "--trust")
    assert often.exit_code == 3


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.exhaustive)])
def test_with_strict_the_first_fault_ends_the_arena(workers, tmp_path):
    name, kept = failing(tmp_path, every=30), str(tmp_path / "a.db")
    words = ("arena", name, "call", "--pairs", "100", "--store", kept, "--strict")
    done = run(*words, "--workers", workers)
    assert done.exit_code == 3
    *trace, line = done.stderr.splitlines()
    assert "in choose" in trace[-2]
    begins = f"handsight: {name}, exception: broken.py:9: ValueError: no idea (matchup 0, pair"
    assert line.startswith(begins)
    assert done.stdout == ""
    assert shown("arena", "call", "fold", "--pairs", "20", "--strict")


# --- trust and the secret -------------------------------------------------------------------------


def test_where_nothing_can_be_isolated_a_bot_plays_if_it_is_trusted(tmp_path, monkeypatch):
    name, kept = failing(tmp_path, every=10_000), str(tmp_path / "a.db")
    monkeypatch.delattr("os.fork", raising=False)
    done = run("arena", name, "fold", "--pairs", "20")
    assert done.exit_code == 2
    assert "this system cannot isolate" in done.stderr
    assert "--trust" in done.stderr
    done = run("arena", name, "fold", "--pairs", "20", "--trust", "--store", kept)
    assert done.exit_code == 0
    assert "It plays in this process with your rights: it may read and write" in done.stderr
    assert f"Warning: {name} played trusted, in the arena's own process" in done.stdout
    assert fields("report", kept)["trusted"] == [name]
    assert "is trusted" in run("arena", "--resume", kept).stderr
    done = run("arena", "call", "fold", "--pairs", "20", "--isolate")
    assert done.exit_code == 2
    assert "this system cannot isolate" in done.stderr


def test_our_own_agents_are_nobody_to_be_trusted():
    found = fields("arena", "call", "fold", "--pairs", "20", "--trust")
    assert (found["trusted"], found["warnings"], found["secret"]) == ([], [], False)


def test_a_secret_is_drawn_for_bots_in_files_and_told_as_a_fact_only(tmp_path):
    name, kept = failing(tmp_path, every=10_000), str(tmp_path / "a.db")
    text = shown("arena", name, "fold", "--pairs", "20", "--trust", "--store", kept)
    assert "seed 0 and a secret\n" in text
    assert fields("report", kept)["secret"] is True
    head = json.loads(shown("report", kept, "--export").splitlines()[0])
    assert head["secret"] not in shown("report", kept, "--json")
    other = tmp_path / "s"
    other.write_text(f"handsight secret 1\n{head['secret']}\n", "utf-8")
    again = str(tmp_path / "b.db")
    words = ("--pairs", "20", "--trust", "--store", again, "--secret", str(other))
    shown("arena", name, "fold", *words)
    assert shown("report", again, "--export") == shown("report", kept, "--export")
    text = shown("arena", name, "fold", "--pairs", "20", "--trust", "--secret", "none")
    assert "seed 0\n" in text


# --- wrong input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "an arena needs at least two agents"),
        (("call",), "an arena needs at least two agents"),
        (("call", "caller"), "no agent is called 'caller'"),
        (("call", "call"), "write call#2 for a second one"),
        (("call", "fold", "--pairs", "0"), "pairs is 0; it must be a positive integer"),
        (("call", "fold", "--stop-rule", "soon"), "it must be a half-width in bb/100 such as 1bb"),
        (("call", "fold", "--format", "ring"), "it is cash (also reset) or match (also carry)"),
        (("call", "fold", "--rules", "house"), "it must be one of handsight, pypokerengine"),
        (("call", "fold", "--blinds", "50"), "--blinds is '50'; it must be chips like 50/100"),
        (("call", "fold", "--stack", "10"), "does not pay a big blind"),
        (("call", "fold", "--match-hands", "5"), "only in format 'carry'"),
        (("call", "fold", "--workers", "0"), "workers is 0"),
        (("call", "fold", "--memory", "1"), "memory"),
        (("call", "fold", "--seed", "-1"), "seed is -1"),
        (("call", "fold", "--secret", ""), "secret is empty; name a file, or write none"),
        (("call", "fold", "--secret", "no/where"), "'no/where' cannot be written"),
        (("call", "fold", "--trust", "--isolate"), "isolate and trust are opposites"),
        (("call", "--resume", "a.db"), "leave out agents and --store"),
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
    assert "leave out the other options" in done.stderr


def test_json_is_one_object(store):
    json.loads(shown("report", str(store), "--json"))


def test_a_hand_is_retold_with_what_led_the_agents(store):
    text = shown("report", str(store), "--hand", "3")
    assert "call (BTN), preflop" in text or "call (BB), preflop" in text
    assert "call – calls whatever it costs" in text
    found = fields("report", str(store), "--hand", "3")
    assert found["hand"] == 1
    assert found["decisions"][0]["decision"]["reason"]
    assert shown("report", str(store), "--hand", "3", "--html").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "0"), "hands are numbered from 1"),
        (("--hand", "99999"), "the store holds fewer hands"),
        (("--hand", "1", "--svg"), "a hand cannot be written as --svg"),
        (("--hand", "1", "--adjust", "luck"), "leave out --adjust"),
    ],
)
def test_a_hand_that_cannot_be_retold_is_refused(store, words, message):
    done = run("report", str(store), *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_the_hands_are_printed_as_histories_that_can_be_read(store, tmp_path):
    file = tmp_path / "hands.phhs"
    file.write_text(shown("report", str(store), "--phh"), "utf-8")
    hands = list(read_hands(file))
    assert len(hands) == 360
    assert check_hands(iter(hands)).exact == 360
    done = run("report", str(store), "--phh", "--export")
    assert done.exit_code == 2
    assert "leave out the other options" in done.stderr
