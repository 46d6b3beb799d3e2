"""The tight player by Sklansky's groups."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.thresholds.sklansky_tight import SklanskyTight
from handsight.game import Action
from tests.unit.agents.situations import seen_by

SIX = (10_000,) * 6


@pytest.mark.parametrize(
    ("hole", "group"), [("AsKs", 1), ("TcTd", 2), ("JsTs", 3), ("6c6d", 6), ("7c2d", "none")]
)
def test_it_tells_the_group_before_the_flop(hole, group):
    numbers = SklanskyTight().explain(seen_by(hole), Random(1)).numbers
    assert numbers["Sklansky group"] == group


@pytest.mark.parametrize(
    ("hole", "opens"), [("AsKs", True), ("AcQd", True), ("TcTd", True), ("9c8d", False)]
)
def test_first_of_six_it_opens_with_the_first_groups_alone(hole, opens):
    kind = agent("sklansky-tight").act(seen_by(hole, stacks=SIX), Random(1)).kind
    assert kind == ("raise" if opens else "fold")


def test_on_the_button_it_opens_with_more():
    early, late = seen_by("7s6s", stacks=SIX), seen_by("7s6s", *["fold"] * 3, stacks=SIX)
    player = agent("sklansky-tight")
    assert late.position == 0
    assert player.act(early, Random(1)) == Action.fold()
    assert player.act(late, Random(1)).kind == "raise"


def test_after_the_flop_it_plays_by_ehs():
    seen = seen_by("AdQc", "call", "check", board="3h4cJh")
    decision = SklanskyTight().explain(seen, Random(1))
    assert decision.numbers["EHS"] == decision.numbers["strength"]
    assert "Sklansky group" not in decision.numbers
