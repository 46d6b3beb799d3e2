"""Questions on the turn and the river are solved with the ranges that the blueprint has there."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.charts import spot
from handsight.coach.drill import KINDS, DrillTable, Question, decision_key, question_of
from handsight.coach.drill.decisions import seen_in
from handsight.coach.drill.postflop import _solved
from handsight.coach.drill.prepared import SolveStoppedError
from handsight.errors import InputError
from handsight.ranges.combos import combo_number

RIVER, TURN = KINDS["river"], KINDS["turn"]
THREE_BET = DrillTable(spot="BTN vs BB, 3-bet pot")


def facing_a_bet(table: DrillTable) -> Question:
    """Return a question on the river that can only be answered by a fold or a call."""
    for seed in range(400):
        question = RIVER.draw(table, seed)
        if question.options == ("fold", "call"):
            return question
    raise AssertionError("no such question came")


def test_the_same_seed_deals_the_same_question_and_its_key_makes_it_again():
    for kind, cards in ((KINDS["flop"], 3), (TURN, 4), (RIVER, 5)):
        for table in (DrillTable(), DrillTable(players=2), THREE_BET):
            question = kind.draw(table, 2)
            assert question == kind.draw(table, 2) == question_of(question.key)
            assert len(CardSet(question.board) | CardSet(question.hole)) == cards + 2
            assert question.key.count("?") == question.key.count(",?") + question.key.count(" ?")


def test_a_named_pot_has_its_players_its_chips_and_its_ranges():
    named = spot("BTN vs BB, 3bet")
    for seed in range(6):
        question = RIVER.draw(THREE_BET, seed)
        assert question.line[0] == "preflop: " + ", ".join(named.line)
        assert set(question.stacks) == {"BTN", "BB"}
        assert question.spot.startswith("3-bet pot, ")
        hero = named.ip if question.spot.endswith(" in position") else named.oop
        combo = combo_number(*(card.index for card in CardSet(question.hole)))
        assert hero.weights[combo] > 0
        chips = (question.pot or 0) + sum(question.stacks.values())
        assert chips == pytest.approx((named.pot + 2 * named.stack) / 100, abs=0.02)


def test_a_call_that_ends_the_hand_wins_its_equity_and_a_fold_nothing():
    question = facing_a_bet(THREE_BET)
    details = question.key.partition(" ")[2]
    seen, node = seen_in(details), _solved(details)
    combo = combo_number(*(card.index for card in seen.hole))
    player = ("oop", "ip").index(node.player or "")
    feedback = RIVER.judge(question, "fold")
    fold, call = feedback.options
    pot, price = seen.pot / 100, seen.to_call / 100
    assert fold.ev == pytest.approx(0, abs=1e-4)
    equity = node.equities[player, combo]
    assert call.ev == pytest.approx(equity * (pot + price) - price, abs=0.02)
    assert feedback.lost == pytest.approx(max((call.ev or 0), 0) if call.frequency else 0, abs=1e-4)
    assert f"a call needs {price / (pot + price):.0%}" in feedback.reason


def test_the_mean_of_the_actions_by_their_frequencies_is_what_the_hand_wins():
    for seed in range(3):
        question = RIVER.draw(DrillTable(), seed)
        details = question.key.partition(" ")[2]
        node = _solved(details)
        combo = combo_number(*(card.index for card in seen_in(details).hole))
        values = RIVER.judge(question, "1").options
        mean = sum((each.frequency or 0) * (each.ev or 0) for each in values)
        won = node.evs[("oop", "ip").index(node.player or ""), combo] / 100
        assert mean == pytest.approx(won, abs=0.01)
        assert sum(each.frequency or 0 for each in values) == pytest.approx(1)


def test_a_hand_that_the_range_lacks_is_judged_all_the_same():
    question = RIVER.draw(THREE_BET, 0)
    seen = seen_in(question.key.partition(" ")[2])
    free = CardSet.full() - CardSet(seen.board)
    deuce = next(each for each in free if each.rank == 0)
    seven = next(each for each in free if each.rank == 5 and each.suit != deuce.suit)
    odd = question_of(decision_key(seen._replace(hole=CardSet([deuce, seven]))))
    feedback = RIVER.judge(odd, "1")
    assert all(each.ev is not None for each in feedback.options)


def test_a_stopped_solve_is_not_kept():
    question = TURN.draw(THREE_BET, 11)
    details = question.key.partition(" ")[2]
    TURN.prepare(question, lambda: True)
    with pytest.raises(SolveStoppedError):
        _solved(details, lambda: True)
    TURN.prepare(question)
    assert np.isfinite(_solved(details, lambda: True).strategy).any()


def test_a_decision_of_another_street_and_one_among_three_are_refused():
    question = RIVER.draw(THREE_BET, 0)
    with pytest.raises(InputError, match="the decision is on the river, not on the turn"):
        question_of(question.key.replace("river", "turn", 1))
    three = (
        "turn 50/100 stacks 10000,10000,10000,10000,10000,10000 button 5 holes AhKh,?,?,?,?,? "
        "board Qh7h2c9s actions f,f,f,c,c,c,c,c,c"
    )
    with pytest.raises(InputError, match="cannot be solved between two ranges"):
        question_of(three)
    flop = seen_in(three.removeprefix("turn ").replace("9s", "").removesuffix(",c,c,c"))
    with pytest.raises(InputError, match="the flop cannot be solved between two ranges"):
        question_of(decision_key(flop))


def test_a_flop_that_the_solution_hardly_reaches_with_the_hand_is_judged_by_its_values() -> None:
    line = (
        "flop 50/100 stacks 10000,10000,10000,10000,10000,10000 button 5 holes ?,?,?,?,?,KdQd "
        "board 2sAd7s actions f,r250,f,c,f,f,c,r214,r1022"
    )
    found = KINDS["flop"].judge(question_of(line), "fold")
    assert all(each.frequency is None for each in found.options)
    evs = {each.name: each.ev or 0.0 for each in found.options}
    assert found.best == max(evs, key=lambda name: evs[name])
    assert found.lost == pytest.approx(evs[found.best] - evs["fold"])
