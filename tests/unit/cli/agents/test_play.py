"""A person at the terminal against agents."""

import contextlib
import io
import json

import pytest

from handsight.agents.registry import DEFAULT_AGENT
from handsight.cli.agents import human
from handsight.formats import read_hands
from handsight.game import Action, HandCursor, HandState, Rules
from tests.unit.cli.running import run


def play(words, *options, agents=("call",), seed="3"):
    return run("play", *agents, "--seed", seed, *options, typed="\n".join(words) + "\n")


def test_a_hand_is_told_and_played_to_its_end():
    done = play(["c", "k", "k", "k", "k"], "--hands", "1")
    assert done.exit_code == 0
    assert "Hand 1 · no-limit hold'em · blinds 50/100 · 2 players" in done.stdout
    for line in ("you   BTN  calls 50", "call  BB   checks", "River", "1 hand played to the end"):
        assert line in done.stdout


def test_the_cards_of_the_agent_are_not_told_before_the_showdown():
    done = play(["q"])
    assert "????" in done.stdout
    assert "shows" not in done.stdout


def test_the_same_seed_deals_the_same_hands():
    words = ["c", *["k"] * 4, "q"]
    assert play(words).stdout == play(words).stdout
    assert play(words).stdout != play(words, seed="4").stdout


def test_namesakes_say_why_under_their_names():
    done = play(["c", *["k"] * 3, "why", "q"], agents=("call", "call"), seed="6")
    assert "call #1 (SB), preflop" in done.stdout
    assert "call #2 (BB), preflop" in done.stdout


def test_the_numbers_of_the_hand_are_given_on_demand():
    done = play(["?", "q"])
    assert "pot equity" in done.stdout
    assert (
        "Pot odds 3 : 1: a call of 50 into 150 is profitable with 25.0% equity or more."
        in done.stdout
    )


def test_agents_say_why_only_after_the_hand():
    done = play(["c", "why", *["k"] * 4, "why", "q"])
    before, after = done.stdout.split("Hand 2", 1)
    assert "No agent showed its cards in the last hand" in before
    assert "calls whatever it costs" not in before
    assert "call (BB), preflop" in after
    assert "calls whatever it costs: the calling station" in after


def test_without_a_name_the_default_agent_sits_down_and_is_not_called_the_strongest():
    done = play(["q"], agents=())
    assert f"You play against {DEFAULT_AGENT}, which solves flops, turns and rivers" in done.stdout
    assert "strongest" not in done.stdout
    assert f"{DEFAULT_AGENT}  BB" in done.stdout


def test_odds_are_against_what_the_actions_say():
    done = play(["odds", "c", "odds", "q"])
    before, after = done.stdout.split("calls 50", 1)
    assert "call (BB) has not acted yet: any cards" in before
    assert "against call (BB)" in before
    assert "call (BB) checks before the flop: the model gave this action" in after
    assert "EHS" in after


@pytest.mark.repeats(1)
@pytest.mark.parametrize("hidden", ["AsAd", "7c2d", "KhKd"])
def test_what_is_said_during_a_hand_does_not_depend_on_hidden_cards(hidden):
    """The same hand with other cards of the opponent: all that is said stays the same."""

    def said(cards):
        board = "Qh7h2s"
        start = HandState.start(Rules(), [900, 900], 1, holes=[cards, "QcJc"], board=board)
        cursor = HandCursor(start, names=("bot", "you"))
        for action in (Action.raise_to(300), Action.call(), Action.check()):
            cursor.apply(action)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            for word in ("why", "odds", "?"):
                human._action(word, cursor.observation(), ())
        return out.getvalue()

    assert said(hidden) == said("9s8s")
    assert "bot (BB) calls 200 before the flop" in said(hidden)


def test_agents_who_do_not_show_their_cards_do_not_say_why():
    done = play(["c", "f", "why", "q"], agents=("min-raise",))
    assert "min-raise  BB   raises to 200" in done.stdout
    assert "min-raise (BB), preflop" not in done.stdout
    assert "No agent showed its cards in the last hand" in done.stdout


@pytest.mark.parametrize("words", [("--carry",), ("--format", "match"), ("--format", "carry")])
def test_a_match_carries_stacks(words):
    assert "9,850" in play(["f", "q"], *words).stdout.split("Hand 2", 1)[1]
    assert "9,850" not in play(["f", "q"], "--format", "cash").stdout.split("Hand 2", 1)[1]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("k", "cannot check: the price is 100"),
        ("r 5", "raise to 5 is below the minimum of 200"),
        ("jump", "'jump' is not an action"),
        ("", "? your hand against any cards"),
    ],
)
def test_what_is_no_legal_action_is_said_and_asked_again(word, said):
    done = play([word, "f"], "--hands", "1")
    assert said in done.stdout
    assert "you won -50 chips" in done.stdout


@pytest.mark.parametrize(("word", "total"), [("h", "200"), ("p", "300"), ("a", "10,000")])
def test_sizes_have_a_letter(word, total):
    done = play([word, "q"])
    assert f"you   BTN  raises to {total}" in done.stdout


def test_a_hand_that_is_left_does_not_count():
    done = play(["c", "q"])
    assert "0 hands played to the end; you won +0 chips. The hand that you left" in done.stdout


def test_stacks_are_carried_until_somebody_is_broke():
    done = play(["a"] * 40, "--carry", "--stack", "300")
    assert done.exit_code == 0
    assert "played to the end; you won" in done.stdout


def test_the_hands_are_saved(tmp_path):
    file = tmp_path / "mine.phhs"
    play(["f", "c", *["k"] * 9], "--hands", "2", "--save", str(file))
    hands = list(read_hands(file))
    assert len(hands) == 2
    assert {name for hand in hands for name in hand.players} == {"you", "call"}


def test_several_agents_sit_down_and_namesakes_are_numbered():
    done = play(["f", "q"], agents=("call", "call", "fold"))
    for name in ("call #1", "call #2", "fold"):
        assert name in done.stdout
    assert "4 players" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--blinds", "50"], "it must be chips like 50/100"),
        (["--blinds", "100/50"], "small_blind is 100, more than big_blind"),
        (["--stack", "50"], "it must be at least the big blind of 100"),
        (["--hands", "-1"], "it must be the number of hands"),
        (["--seed", "-1"], "seed is -1"),
    ],
)
def test_wrong_options_are_refused(options, message):
    done = run("play", "call", *options)
    assert done.exit_code == 2
    assert message in done.stderr


def test_an_unknown_agent_is_refused():
    done = run("play", "caller")
    assert done.exit_code == 2
    assert "no agent is called 'caller'" in done.stderr


def test_agents_are_listed_with_their_options():
    done = run("agents")
    assert "check-call" in done.stdout
    assert "most=0.5" in done.stdout


def test_agents_are_listed_for_programs():
    listed = json.loads(run("agents", "--json").stdout)
    known = {key: listed["check-call"][key] for key in ("family", "source", "about", "options")}
    assert known == {
        "family": "scripted",
        "source": "",
        "about": "checks, and calls up to a share of the pot",
        "options": {"most": 0.5},
    }
    assert (listed["match-lock"]["rank"], listed["match-lock"]["mbb_per_hand"]) == (None, None)
    assert listed["ehs"]["rank"] > 1
