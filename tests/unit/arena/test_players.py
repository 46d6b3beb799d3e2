"""A trusted player: what it answers, what it explains, and what is written down of it."""

from random import Random
from typing import Any

import pytest

from handsight.agents import agent
from handsight.arena.players import InProcessPlayer, no_action, plain_action, raised
from handsight.game import Action, HandCursor, HandState, Observation, Rules


def seen() -> Observation:
    """What the first player of a hand sees."""
    return HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=7)).observation()


class Teller:
    """Calls, and explains itself with whatever it was made with."""

    name = "teller"

    def __init__(self, said: Any) -> None:
        self.said = said

    def act(self, observation: Observation, rng: Random) -> Action:
        return Action.call()

    def explain(self, observation: Observation, rng: Random | None = None) -> Any:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


class Odd(int):
    """Nearly a number of chips."""


# --- explaining -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "maniac", "fai-v4"])
def test_what_is_explained_is_what_is_done_next(name: str) -> None:
    player = InProcessPlayer(agent(name))
    for seed in range(20):
        player.begin(seed)
        told = player.explain(seen())
        assert told is not None
        assert told.action == player.act(seen()).action


@pytest.mark.parametrize("said", [None, "because", ValueError("because")])
def test_an_agent_that_fails_to_explain_itself_says_nothing_and_plays_on(said: object) -> None:
    player = InProcessPlayer(Teller(said))
    assert player.explain(seen()) is None
    assert player.act(seen()).action == Action.call()


def test_an_agent_without_explanations_says_nothing() -> None:
    class Silent:
        name = "silent"

        def act(self, observation: Observation, rng: Random) -> Action:
            return Action.call()

    assert InProcessPlayer(Silent()).explain(seen()) is None


# --- what is written down -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["\ud800", "\x00", "a\nb\x1b[31m", "x" * 10**6])
def test_whatever_an_agent_says_is_one_printable_line_that_can_be_stored(text: str) -> None:
    for fault in (raised(ValueError(text)), no_action(text)):
        assert fault.detail.isprintable()
        assert len(fault.detail) <= 200
        assert fault.detail.encode("utf-8")


@pytest.mark.parametrize("amount", [0, 7, -7, 10**18 - 1, 1 - 10**18, Odd(7)])
def test_a_whole_amount_makes_a_plain_action(amount: int) -> None:
    action = plain_action(Action("raise", amount))
    assert action is not None
    assert type(action.amount) is int
    assert action.amount == amount


@pytest.mark.parametrize("amount", [0.5, True, float("nan"), 10**18, "7", None])
def test_anything_else_makes_none(amount: Any) -> None:
    assert plain_action(Action("raise", amount)) is None


def test_an_exception_is_told_with_file_line_and_the_calls_from_the_agents_own_code_on():
    def deep(calls):
        if calls:
            deep(calls - 1)
        raise LookupError("here")

    class Deep:
        name = "deep"

        def act(self, observation, rng):
            deep(30)

    fault = InProcessPlayer(Deep()).act(None).fault
    assert fault.detail.startswith("test_players.py:")
    assert fault.detail.endswith(": LookupError: here")
    lines = fault.trace.splitlines()
    assert lines[0] == "  (24 more)"
    assert lines[-1].strip() == 'raise LookupError("here")'
    assert len(lines) < 20
    assert "players.py" not in fault.trace.replace("test_players.py", "")
