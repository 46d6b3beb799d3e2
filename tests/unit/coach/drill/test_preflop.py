"""Preflop questions come as often as the strategy meets them, and are judged by the charts."""

import re
from collections import Counter
from math import isnan, sqrt

import pytest

from handsight.blueprint import blueprint_of
from handsight.charts import chart
from handsight.charts.lines import COMBOS, all_decisions
from handsight.coach.drill import KINDS, DrillTable, decision_key, question_of
from handsight.coach.drill.decisions import seen_in, strategy_for
from handsight.errors import InputError, OptionError
from handsight.game import HandCursor, HandState, Rules
from handsight.ranges.combos import CLASSES, class_of

KIND = KINDS["preflop"]
HEADS_UP = DrillTable(players=2)


def test_the_same_seed_deals_the_same_question_and_its_key_makes_it_again():
    for table in (DrillTable(), HEADS_UP, DrillTable(6, 40), DrillTable(9, 20)):
        question = KIND.draw(table, 3)
        assert question == KIND.draw(table, 3) == question_of(question.key)
    assert len({KIND.draw(DrillTable(), seed).key for seed in range(20)}) > 15


def test_decisions_come_as_often_as_the_strategy_meets_them():
    strategy, deals = blueprint_of(100), 600
    # How often each decision comes, as if both hands were dealt from decks of their own.
    met = Counter[str]()
    for at in all_decisions(strategy):
        share = float((at.reach @ COMBOS / COMBOS.sum()).prod())
        met[strategy.positions[strategy.tree.acting(at.node)[0]]] += share
    drawn = Counter(KIND.draw(HEADS_UP, seed).ask.split()[2] for seed in range(deals))
    expected = met["BTN"] / met.total()
    error = sqrt(expected * (1 - expected) / deals)
    assert drawn["BTN"] / deals == pytest.approx(expected, abs=4 * error)


def test_a_named_decision_comes_with_the_hands_that_get_there():
    for name, position in (("BTN vs BB 3bet", "BTN"), ("CO open", "CO"), ("BB vs SB limp", "BB")):
        table = DrillTable(spot=name)
        questions = [KIND.draw(table, seed) for seed in range(12)]
        reach = chart(name).reach
        assert {question.ask.split()[2] for question in questions} == {position}
        assert all(reach[CLASSES.index(class_of(each.hole))] > 0 for each in questions)
    line = KIND.draw(DrillTable(spot="BTN vs BB 3bet, heads-up"), 1).line
    assert re.fullmatch(r"preflop: BTN raises to \S+ bb, BB raises to \S+ bb", line[0])


def test_the_feedback_is_what_the_chart_says():
    table = DrillTable(spot="BB vs BTN 3x", players=2)
    found = chart("BB vs BTN 3x", players=2)
    for seed in range(8):
        question = KIND.draw(table, seed)
        row = CLASSES.index(class_of(question.hole))
        assert question.options == found.actions
        feedback = KIND.judge(question, "fold")
        for value, share, ev in zip(
            feedback.options, found.shares[row], found.evs[row], strict=True
        ):
            assert value.frequency == pytest.approx(share)
            assert isnan(ev) if value.ev is None else value.ev == pytest.approx(ev, abs=1e-9)
        played = [each for each in feedback.options if (each.frequency or 0) >= 0.1]
        best = max(played, key=lambda each: each.ev or 0)
        assert feedback.best == best.name
        assert feedback.lost == pytest.approx(max(best.ev or 0, 0))
        assert feedback.right == (
            (feedback.options[0].frequency or 0) >= 0.1
            or (feedback.lost or 0) <= 0.01 * (question.pot or 0)
        )


def test_aces_are_not_folded():
    state = HandState.start(Rules(), [10_000, 10_000], button=1, holes=["2c7d", "AsAc"], seed=1)
    question = question_of(decision_key(HandCursor(state).observation()))
    assert question.spot == "BTN unopened"
    assert question.hole == "AhAd"  # the suits of a class are always the same
    feedback = KIND.judge(question, "f")
    assert not feedback.right
    assert (feedback.lost or 0) > 2


def test_a_hand_of_another_table_is_judged_by_the_nearest_strategy():
    def strategy(stacks: str, holes: str, actions: str) -> tuple[int, int]:
        button = stacks.count(",")
        line = f"50/100 stacks {stacks} button {button} holes {holes} actions {actions}".strip()
        found, _ = strategy_for(seen_in(line.removesuffix(" actions")))
        return len(found.positions), found.betting.stack  # type: ignore[attr-defined]

    assert strategy("10000,9000", "?,AhKh", "") == (2, 100)
    five = "?,?,AhKh,?,?"
    assert strategy("10000,9000,8000,7000,20000", five, "") == (6, 100)
    assert strategy("10000,9000,3500,7000,20000", five, "") == (6, 40)  # the player's own stack
    assert strategy("3000,3500,9000,3000,4500", five, "") == (6, 40)  # the largest opponent's
    key = "preflop 50/100 stacks 10000,9000,3500,7000,20000 button 4 holes ?,?,AhKh,?,?"
    assert not KIND.judge(question_of(key), "fold").right


def test_what_others_hold_is_in_no_key():
    question = KIND.draw(DrillTable(), 5)
    holes = question.key.split("holes ")[1].split()[0].split(",")
    assert sorted(holes, key=len)[:5] == ["?"] * 5
    assert str(seen_in(question.key.partition(" ")[2]).hole) == question.hole


def test_a_key_that_cannot_be_made_again_is_refused():
    two = "50/100 stacks 10000,10000 button 1"
    for key, message in (
        (f"preflop {two} holes AhKh,?", "not the hand of the player to act"),
        (f"preflop {two} holes ?,AhKh actions f", "the hand is over"),
        (
            f"preflop {two} holes AhKh,? actions r200,r400,r600,r800,r1000,r1200,r1400",
            "the charts do not have this decision",
        ),
        (
            f"preflop {two} holes AhKh,? actions r1500",
            "the charts have another bet at this decision",
        ),
        ("preflop AhKh", "does not begin with the blinds"),
        ("flops AhKh", "is no kind of question"),
    ):
        with pytest.raises(InputError, match=message):
            question_of(key)


def test_tables_out_of_bounds_and_without_a_strategy_are_refused():
    with pytest.raises(OptionError, match="players is 10; it must be from 2 to 9"):
        DrillTable(players=10)
    with pytest.raises(OptionError, match="stack is 0; it must be from 1 to 1,000"):
        DrillTable(stack=0)
    with pytest.raises(OptionError, match="handsight train blueprint"):
        KIND.draw(DrillTable(players=5, stack=33), 0)
