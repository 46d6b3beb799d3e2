"""A chart of hands in place of a lose rate."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.fai.chart import chart_lose_rate
from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.ranges import sklansky_group
from handsight.ranking import CATEGORIES
from tests.oracles.values import oracle

HANDS = {
    "high_card": "AhKd 9c7s2h",
    "one_pair": "AhAd 9c7s2h",
    "two_pair": "AhAd 9c9s2h",
    "three_of_a_kind": "AhAd Ac7s2h",
    "straight": "9h8d 7c6s5h",
    "flush": "AhKh 9h7h2h",
    "full_house": "AhAd AcKsKh",
    "four_of_a_kind": "AhAd AcAs2h",
    "straight_flush": "AhKh QhJhTh",
}


def rate(cards):
    hole, _, board = cards.partition(" ")
    return chart_lose_rate(CardSet(hole), tuple(CardSet(board)))


def better_or_alike(cards, category):
    counts = oracle("categories")[str(cards)]["counts"]
    return sum([*counts.values()][CATEGORIES.index(category) :]) / sum(counts.values())


@pytest.mark.parametrize(("category", "cards"), list(HANDS.items()))
def test_on_the_flop_it_is_the_share_of_five_card_hands_at_least_as_good(category, cards):
    assert rate(cards) == better_or_alike(5, category)


@pytest.mark.parametrize(("category", "cards"), list(HANDS.items())[:2])
def test_later_it_is_the_share_of_hands_of_as_many_cards(category, cards):
    assert rate(cards + "3d") == better_or_alike(6, category)
    assert rate(cards + "3d4c") == better_or_alike(7, category)


def test_a_high_card_always_loses_and_no_pair_of_aces_on_the_board_helps():
    assert rate(HANDS["high_card"]) == 1
    assert rate("7h2c AhAdKs") == rate("AhAd Ks7h2c")


@pytest.mark.parametrize("edition", ["book", "web"])
def test_before_the_flop_it_is_the_share_of_combos_in_a_group_at_least_as_good(edition):
    holes = [CardSet.of(pair) for pair in combinations(CardSet.full(), 2)]
    groups = {hole: sklansky_group(hole, edition) for hole in holes}
    sizes = Counter(groups.values())
    for hole in holes[::37]:
        group = groups[hole]
        expected = 1 if group is None else sum(sizes[each] for each in range(1, group + 1)) / 1326
        assert chart_lose_rate(hole, (), edition) == pytest.approx(expected)


# --- the player -----------------------------------------------------------------------------------


def at_table(*actions, **cards):
    start = HandState.start(Rules(), [1000, 1000], button=0, seed=7, **cards)
    table = HandCursor(start)
    for action in actions:
        table.apply(Action.parse(action))
    return table.observation()


def test_it_raises_aces_and_folds_what_no_group_lists():
    player = agent("fai-chart")
    assert player.act(at_table(holes=["AhAd", None]), Random(1)).kind == "raise"
    assert player.act(at_table(holes=["7h2c", None]), Random(1)) == Action.fold()


def test_it_takes_a_pair_on_the_board_for_its_own_as_the_report_objects():
    board = at_table("call", "check", holes=["7h2c", "8h3c"], board="AhAdKs")
    said = agent("fai-chart").explain(board, Random(1))
    assert said.numbers["win rate"] == pytest.approx(1 - 0.499, abs=0.001)


@pytest.mark.parametrize("version", ["v0", "v3", "v5"])
def test_the_explanation_is_of_the_same_action(version):
    player, seen = agent(f"fai-chart:version={version}"), at_table(holes=["AhKd", None])
    decision = player.explain(seen, Random(3))
    assert decision.action == player.act(seen, Random(3))
    assert decision.reason.startswith(version)
    assert decision.numbers["win rate from"] == "a chart of hands"


def test_an_edition_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="edition is 'wiki'; it must be one of book, web"):
        agent("fai-chart:edition=wiki")
