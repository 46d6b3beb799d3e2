"""Questions on the flop are solved up to the turn, with the ranges of the blueprint."""

from itertools import combinations

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.coach.drill import KINDS, DrillTable
from handsight.coach.drill.decisions import seen_in
from handsight.coach.drill.flop import _equity
from handsight.ranges.combos import COMBO_COUNT, combo_number
from handsight.ranking import evaluate_mask

FLOP = KINDS["flop"]


def number_of(hand: str) -> int:
    return combo_number(*(card.index for card in CardSet(hand)))


def test_a_flop_has_a_worth_for_each_option_and_says_what_the_solution_neglects() -> None:
    spots = set()
    for table in (DrillTable(), DrillTable(players=2), DrillTable(spot="BTN vs BB, 3-bet pot")):
        for seed in range(3):
            question = FLOP.draw(table, seed)
            feedback = FLOP.judge(question, "1")
            spots.add(question.spot)
            assert [each.name for each in feedback.options] == list(question.options)
            assert sum(each.frequency or 0 for each in feedback.options) == pytest.approx(1)
            assert all(each.ev is not None for each in feedback.options)
            worth = {each.name: each.ev or 0 for each in feedback.options}
            if "fold" in worth:
                assert worth["fold"] == pytest.approx(0, abs=1e-3)
            behind = seen_in(question.key.partition(" ")[2]).stacks
            assert max(map(abs, worth.values())) < (question.pot or 0) + max(behind) / 100
            assert feedback.reason.endswith("as the strategy for the table wins with them.")
    assert len(spots) > 1


def test_a_hand_with_which_the_solution_hardly_ever_gets_there_is_judged_by_its_evs() -> None:
    question = FLOP.draw(DrillTable(), 37)  # a bet that the solution does not make with this hand
    wrong = [FLOP.judge(question, option) for option in question.options]
    assert {each.frequency for one in wrong for each in one.options} == {None}
    worth = {each.name: each.ev or 0 for each in wrong[0].options}
    best = max(worth, key=worth.__getitem__)
    for option, feedback in zip(question.options, wrong, strict=True):
        assert feedback.best == best
        assert feedback.lost == pytest.approx(worth[best] - worth[option])
    assert any(each.right for each in wrong)
    assert not all(each.right for each in wrong)


def test_the_equity_is_that_of_a_count_over_all_runouts() -> None:
    flop, hero = CardSet("Qs7h2d"), CardSet("AhKh")
    theirs = {"QdQc": 1.0, "9s8s": 0.5, "AdKd": 0.25, "AhQh": 1.0}  # the last one is blocked
    weights = np.zeros(COMBO_COUNT)
    for hand, weight in theirs.items():
        weights[number_of(hand)] = weight
    won = met = 0.0
    for hand, weight in theirs.items():
        other = CardSet(hand)
        if other & hero:
            continue
        left = CardSet.full() - flop - hero - other
        results = []
        for pair in combinations(left, 2):
            board = flop.mask | CardSet(pair).mask
            mine, strength = (evaluate_mask(board | each.mask) for each in (hero, other))
            results.append(1.0 if mine > strength else 0.5 if mine == strength else 0.0)
        won += weight * sum(results) / len(results)
        met += weight
    assert _equity(flop, number_of("AhKh"), weights) == pytest.approx(won / met, abs=1e-6)
    only = np.zeros(COMBO_COUNT)
    only[number_of("AhQh")] = 1
    assert np.isnan(_equity(flop, number_of("AhKh"), only))
