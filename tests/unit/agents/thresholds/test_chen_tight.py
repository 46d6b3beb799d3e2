"""The tight player by Chen's formula."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.thresholds.chen_tight import ChenTight
from handsight.agents.thresholds.thresholds import shares_of
from handsight.cards import CardSet
from handsight.game import Action
from handsight.ranges import chen
from tests.unit.agents.situations import seen_by


@pytest.mark.parametrize("hole", ["AsKs", "JcTc", "2c2d", "7c2d"])
def test_it_tells_the_points_before_the_flop(hole):
    numbers = ChenTight().explain(seen_by(hole), Random(1)).numbers
    assert numbers["Chen points"] == chen(hole, rounded=False)
    assert numbers["share of hands as good"] == shares_of("chen")[CardSet(hole).mask]


def test_it_prefers_what_the_formula_prefers():
    """Suited connectors above offsuit aces, which have more equity against one random hand."""
    shares, by_equity = shares_of("chen"), shares_of("equity")
    connectors, ace = CardSet("8c7c").mask, CardSet("Ac4d").mask
    assert shares[connectors] < shares[ace]
    assert by_equity[connectors] > by_equity[ace]


def test_it_opens_fewer_hands_than_the_player_by_ehs():
    assert agent("chen-tight").open_share < agent("ehs").open_share
    assert agent("chen-tight").act(seen_by("Tc3d"), Random(1)) == Action.fold()


def test_after_the_flop_it_tells_what_ehs_is_made_of():
    seen = seen_by("AdQc", "call", "check", board="3h4cJh")
    numbers = ChenTight().explain(seen, Random(1)).numbers
    assert "Chen points" not in numbers
    assert numbers["HS"] == pytest.approx(0.585106, abs=1e-6)
    assert numbers["PPot"] == pytest.approx(0.208324, abs=1e-6)
    assert numbers["EHS"] == numbers["strength"] == pytest.approx(0.671539, abs=1e-6)
