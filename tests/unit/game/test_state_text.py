"""A hand as text: a table to look at, and a line that can be read back."""

import random

import pytest

from handsight.errors import HandsightError, IllegalActionError, OptionError
from handsight.game import HandState, Rules

TABLES = (
    Rules(),
    Rules(structure="fixed-limit", small_blind=1, big_blind=2, bet_cap=3),
    Rules(small_blind=5, big_blind=10, ante=2, straddles=(20, 40), muck=False),
    Rules(ante=100, ante_by="big-blind", reopen="any-raise"),
)


def states(rules: Rules, seed: int) -> list[HandState]:
    """Play a hand at random; give all its states."""
    rng = random.Random(seed)
    stacks = [rng.choice([0, 700, 5000]) for _ in range(rng.randint(5, 9))] + [900] * 4
    state = HandState.start(rules, stacks[:10], button=rng.randrange(4), seed=seed)
    played = [state]
    while not state.is_over:
        legal = state.legal_actions
        choices = ["call", "call", "fold"] if state.to_call else ["call"]
        if legal.can_raise:
            choices.append(f"raise to {rng.choice([legal.raise_min, legal.raise_max])}")
        state = state.apply(rng.choice(choices))
        played.append(state)
    return played


@pytest.mark.repeats(5)
@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize("seed", range(5))
def test_a_line_is_read_back_as_the_same_hand(rules: Rules, seed: int) -> None:
    for state in states(rules, seed):
        again = HandState.parse(state.line, seed=99)
        assert again.line == state.line
        assert str(again) == str(state)
        assert again.rules == state.rules
        assert again.events == state.events
        assert "\n" not in state.line


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_that_was_read_goes_on_with_the_same_cards(seed: int) -> None:
    *_, before, end = states(Rules(), seed)
    again = HandState.parse(before.line, seed=99).apply(str(end.last_action))
    assert again.payoffs == end.payoffs


def test_other_posts_late_ones_and_mucked_hands_are_read_back() -> None:
    state = HandState.start(
        Rules(), [900] * 4, button=0, posts={1: 50, 2: 100, 3: 100}, late=[3], antes={0: 7}, seed=1
    )
    assert " posts 1:50,2:100,3:100 antes 0:7 late 3 " in state.line
    assert HandState.parse(state.line).events == state.events
    mucked = HandState.start(Rules(), [900] * 2, button=0, mucked=[1], seed=1)
    assert " mucked 1 " in mucked.line
    assert HandState.parse(mucked.line).line == mucked.line


def test_a_view_keeps_its_secrets_and_can_be_played_on() -> None:
    state = HandState.start(Rules(), [900, 900], button=0, holes=["AhKh", "QsQd"], seed=1)
    view = state.apply("call").apply("check").view(0)
    assert " holes AhKh,? " in view.line
    assert "Qs" not in view.line + str(view)
    read = HandState.parse(view.line, seed=5)
    assert (read.board, read.hole(0), read.actor) == (view.board, view.hole(0), view.actor)


def test_the_table_shows_who_did_what() -> None:
    state = HandState.start(
        Rules(), [900, 0, 900], button=0, holes={0: "AhKh", 2: "QsQd"}, board="2c3c4c5d6d"
    )
    assert str(state.apply("raise to 900").apply("fold")) == (
        "preflop, pot 200\n"
        "  seat 0 (button)  Ah Kh  1,000 behind, +100\n"
        "  seat 2           Qs Qd  800 behind, -100, folded\n"
        "the hand is over"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "does not begin with the blinds"),
        ("50/100", "has no stacks"),
        ("50/100 stacks 900,900", "has no button"),
        ("50/100 stack 900", r"cannot read 'stack' .*did you mean 'stacks'"),
        ("50/100 stacks 9x button 0", "'9x' in the line of a hand is not a whole number"),
        ("50/100 stacks 900,900 button 0 button 1", "cannot read 'button'"),
        ("50/100 antes=5 stacks 900,900 button 0", r"no rule 'antes' \(did you mean 'ante'"),
        ("50/100 structure=x stacks 900,900 button 0", "structure is 'x'"),
        ("50/100 stacks 900,900 button 5", "button is 5"),
        ("50/100 stacks 900,900 button 0 holes AhAh,?", "Ah"),
        ("50/100 stacks 900,900 button 0 posts 0", "is not a whole number"),
    ],
)
def test_a_line_that_is_none_says_what_is_wrong(line: str, message: str) -> None:
    with pytest.raises(HandsightError, match=message):
        HandState.parse(line)


def test_an_illegal_action_in_a_line_is_refused_with_what_is_legal() -> None:
    with pytest.raises(IllegalActionError, match="legal: fold, call 50"):
        HandState.parse("50/100 stacks 900,900 button 0 actions r150")
    with pytest.raises(OptionError, match="not a whole number"):
        HandState.parse(f"50/100 stacks {'9' * 5000},900 button 0")
