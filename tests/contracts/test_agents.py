"""Every registered agent keeps the contract, in this process and in one of its own."""

import os

import numba
import pytest

from handsight.agents import agent, agent_names
from handsight.arena.players import InProcessPlayer
from handsight.arena.sandbox.player import Limits, SandboxedPlayer
from handsight.testing import check_agent
from tests.bots.table import play

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="thousands of decisions take too long uncompiled"
)
QUICK = {
    "exploiter": "exploiter:boards=2",
    "resolver": "resolver:iterations=2,turn_iterations=1,flop_iterations=2",
}
"""Agents that take half a second for a decision, or seconds to learn, with options for less."""
UNLIKE = ("random", "match-lock", "blog-range")
"""Agents that differ in what a process of its own must give them: random numbers, where a match
stands, ranges. It takes a second to start."""


@pytest.mark.repeats(7)
@pytest.mark.parametrize(
    ("name", "hands"),
    [
        *((QUICK.get(name, name), 14) for name in agent_names()),
        *(pytest.param(name, 14, marks=pytest.mark.exhaustive) for name in QUICK),
        *(
            pytest.param(name, 28, marks=pytest.mark.exhaustive)
            for name in agent_names()
            if name not in QUICK
        ),
    ],
)
def test_an_agent_keeps_the_contract(name: str, hands: int) -> None:
    report = check_agent(name, hands=hands)
    assert report.name == name
    assert report.hands == 3 * hands
    assert report.decisions.keys() == {"preflop", "flop", "turn", "river"} or name == "fold"


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in UNLIKE else pytest.mark.exhaustive)
        for name in agent_names()
    ],
)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_an_agent_decides_the_same_in_a_process_of_its_own(name: str) -> None:
    name = QUICK.get(name, name)
    patient = Limits(decision=60, free=60)
    isolated, trusted = SandboxedPlayer(name, patient), InProcessPlayer(agent(name))
    there, here = play(isolated, hands=10), play(trusted, hands=10)
    isolated.close()
    assert there.decisions == here.decisions
    assert there.stacks == here.stacks
    assert there.faults == []
