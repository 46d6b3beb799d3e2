"""Quick drills: equity, outs, pot odds, push or fold, against slow twins that follow the rules."""

import pytest

from handsight.cards import CardSet
from handsight.coach.drill import KINDS, DrillTable, question_of
from handsight.coach.drill.outs import _outs
from handsight.errors import InputError, OptionError
from handsight.ranges import matchup
from handsight.ranges.combos import CLASSES, COMBOS_OF, MASKS
from handsight.ranking import evaluate
from handsight.solver import push_fold
from tests.naive.equity import winners

TABLE = DrillTable()


@pytest.mark.parametrize("name", ["equity", "outs", "pot-odds", "push-fold"])
def test_the_same_seed_asks_the_same_question_and_its_key_makes_it_again(name: str) -> None:
    kind = KINDS[name]
    asked = [kind.draw(TABLE, seed) for seed in range(15)]
    assert asked == [kind.draw(TABLE, seed) for seed in range(15)]
    assert asked == [question_of(each.key) for each in asked]
    assert len({each.key for each in asked}) > 10


def test_an_equity_is_that_of_all_runouts_and_within_five_points_it_is_right() -> None:
    question = question_of("equity AhKh against QsQd on Qh7h2c4s")
    _, one, other, both = winners(["AhKh", "QsQd"], "Qh7h2c4s")
    share = 100 * (one + both / 2) / (one + other + both)
    judge = KINDS["equity"].judge
    assert judge(question, "50").best == f"{share:.1f}%"
    assert [judge(question, f"{share + off:.2f}%").right for off in (-4.9, 4.9, 5.1)] == [
        *(True, True, False)
    ]
    assert judge(question, "50").lost is None


def test_outs_are_the_cards_that_improve_the_hand_and_win() -> None:
    seen = 0
    for seed in range(40):
        question = KINDS["outs"].draw(TABLE, seed)
        if question.spot != "turn":
            continue
        seen += 1
        theirs = question.line[0].split()[-1]
        now = evaluate(question.hole, question.board)
        known = CardSet(question.hole) | CardSet(question.board) | CardSet(theirs)
        winning = {
            card
            for card in CardSet.full() - known
            if evaluate(question.hole, f"{question.board}{card}").strength
            > evaluate(theirs, f"{question.board}{card}").strength
        }
        clean = set(_outs(question.key.partition(" ")[2]).clean)
        assert clean <= winning
        for card in winning - clean:  # the card makes no better category, or makes it on the board
            then = evaluate(question.hole, f"{question.board}{card}")
            assert then.category == now.category or len(clean) < len(winning)
        feedback = KINDS["outs"].judge(question, str(len(clean)))
        assert feedback.right
        assert not KINDS["outs"].judge(question, str(len(clean) + 1)).right
    assert seen > 5


def test_a_flush_draw_has_nine_outs() -> None:
    question = question_of("outs 8h6h against AsAd on Kh3h2c9s")
    feedback = KINDS["outs"].judge(question, "9")
    assert feedback.right
    assert "(flush)" in feedback.reason


def test_a_call_needs_its_price_as_a_share_of_the_pot_after_it() -> None:
    assert "your equity is 33.5%." in question_of("pot-odds 12 6 33.5").ask
    assert "your equity is 57%." in question_of("pot-odds 12 6 57").ask
    question = question_of("pot-odds 12 6")  # pays 6 to win 12 + 6 + 6
    judge = KINDS["pot-odds"].judge
    assert judge(question, "30").best == "25.0%"
    assert [judge(question, each).right for each in ("23", "27", "22.9", "27.1")] == [
        *(True, True, False, False)
    ]


def test_a_call_wins_its_equity_of_the_pot_minus_its_price() -> None:
    for seed in range(30):
        question = KINDS["pot-odds"].draw(TABLE, seed)
        if not question.options:
            continue
        pot, bet, equity = map(float, question.key.split()[1:])
        call = equity / 100 * (pot + 2 * bet) - bet
        feedback = KINDS["pot-odds"].judge(question, "call")
        assert feedback.options[1].ev == pytest.approx(call)
        assert feedback.best == ("call" if call > 0 else "fold")
        assert feedback.lost == pytest.approx(max(-call, 0))


def test_a_push_wins_the_blinds_or_its_share_of_the_stacks() -> None:
    chart = push_fold(10)
    hole, won = CardSet("Ah5h"), 0.0
    for name in CLASSES:
        for combo in COMBOS_OF[name]:
            theirs = CardSet.from_mask(MASKS[combo])
            if len(hole | theirs) == 4:
                called = 10 * (2 * matchup(hole, theirs).equity - 1)
                won += chart.call[name] * called + (1 - chart.call[name]) * 1
    gain = won / 1225 + 0.5  # a fold loses the small blind
    question = question_of("push-fold push 10 A5s")
    feedback = KINDS["push-fold"].judge(question, "f")
    assert feedback.options[1].ev == pytest.approx(gain, abs=1e-9)
    assert (feedback.best, feedback.right) == ("push", False)
    assert feedback.lost == pytest.approx(gain)


def test_a_call_of_a_push_wins_its_share_of_the_stacks() -> None:
    chart = push_fold(6)
    hole, won, met = CardSet("Kd9c"), 0.0, 0.0
    for name in CLASSES:
        for combo in COMBOS_OF[name]:
            theirs = CardSet.from_mask(MASKS[combo])
            if len(hole | theirs) == 4:
                won += chart.push[name] * 6 * (2 * matchup(hole, theirs).equity - 1)
                met += chart.push[name]
    feedback = KINDS["push-fold"].judge(question_of("push-fold call 6 K9o"), "call")
    assert feedback.options[1].ev == pytest.approx(won / met + 1, abs=1e-9)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("equity AhKh", "is no hand against another"),
        ("equity AhKh against AhQh", "Ah"),
        ("outs AhKh on Qh7h2c", "is no hand"),
        ("pot-odds 12", "is no pot and bet"),
        ("pot-odds 12 x", "a word that is not a number"),
        ("pot-odds 12 6 130", "equity"),
        ("push-fold push 10 XX", "is no push or fold"),
        ("push-fold push 101 AA", "it must be from 2 to 100 big blinds"),
    ],
)
def test_a_key_that_cannot_be_is_refused(key: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        question_of(key)


def test_push_or_fold_has_the_stack_of_the_table() -> None:
    question = KINDS["push-fold"].draw(DrillTable(stack=7), 1)
    assert question.key.split()[2] == "7"
    with pytest.raises(OptionError, match="push or fold needs 2 to 100 big blinds"):
        KINDS["push-fold"].draw(DrillTable(stack=200), 1)
