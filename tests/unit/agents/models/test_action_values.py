"""What actions are worth: by hand where answers are plain."""

from random import Random

import pytest

from handsight.agents.models.action_values import ActionValuation, totals_of
from handsight.agents.models.loki import LokiPlayer
from handsight.cards import CardSet
from handsight.opponents.model import OpponentModel, PolicyLikelihood
from handsight.ranges.combos import combo_number
from tests.unit.agents.situations import seen_by

RIVER = "QhJhTh2c3d"
TO_THE_RIVER = ("raise to 300", "call", *("check", "check") * 2)


def valuation(hole, *actions, fold=0.0, call=1.0, **options):
    """A decision against one who folds, calls and raises as often whatever they hold."""
    rise = 1 - fold - call

    def policy(context, board, combo):
        return (0.0, fold + call, rise) if context.free else (fold, call, rise)

    model = OpponentModel(PolicyLikelihood(policy), epsilon=0, floor=0)
    seen = seen_by(hole, *actions, **options)
    model.watch(seen)
    return ActionValuation(seen, model)


def value(found, action):
    return next(each for each in found.values() if str(each.action) == action)


def test_a_fold_is_worth_nothing():
    assert value(valuation("AhKh"), "fold").chips == 0


def test_a_call_that_ends_it_is_worth_the_share_of_the_pot_less_the_price():
    found = valuation("AcKc", *TO_THE_RIVER, "bet 9700", board=RIVER)
    equity = found.opponents[0].range_equity.equity
    assert value(found, "call").chips == pytest.approx(equity * 20_000 - 9700)


def test_an_ante_that_nobody_has_to_match_can_be_won_by_a_call():
    antes = {"ante": 100, "ante_by": "big-blind"}
    found = valuation("AcKc", *TO_THE_RIVER, "bet 9600", board=RIVER, **antes)
    equity = found.opponents[0].range_equity.equity
    assert value(found, "call").chips == pytest.approx(equity * (20_000 - 100) - 9600)


def test_a_bet_to_which_everybody_folds_is_worth_the_pot():
    found = value(valuation("5c4s", *TO_THE_RIVER, "check", board=RIVER, fold=1, call=0), "bet 600")
    assert found.fold_equity == pytest.approx(1)
    assert found.chips == pytest.approx(600)


def test_a_bet_that_is_always_called_is_worth_the_share_of_the_larger_pot():
    found = valuation("AhKh", *TO_THE_RIVER, "check", board=RIVER)
    assert found.equity == 1
    assert value(found, "bet 600").chips == pytest.approx(600 + 600)
    assert value(found, "bet 9700").chips == pytest.approx(600 + 9700)


def test_a_bet_is_worth_what_its_answers_are_worth_together():
    found = valuation("AcKc", *TO_THE_RIVER, "check", board=RIVER, fold=0.4, call=0.6)
    equity = found.opponents[0].range_equity.equity
    expected = 0.4 * 600 + 0.6 * (equity * 1800 - 600)
    assert value(found, "bet 600").chips == pytest.approx(expected)


def test_where_he_only_raises_we_fold_or_call_whichever_is_worth_more():
    weak = valuation("5c4s", *TO_THE_RIVER, "check", board=RIVER, fold=0, call=0)
    assert value(weak, "bet 600").chips == pytest.approx(-600)
    strong = valuation("AhKh", *TO_THE_RIVER, "check", board=RIVER, fold=0, call=0)
    assert value(strong, "bet 600").chips == pytest.approx(600 + 600 + 1800)


def test_a_check_may_wait_for_a_bet():
    """First to act with the nuts: they bet behind us, and we call."""
    waiting = valuation("AhKh", "raise to 300", "call", board=RIVER[:6], call=0)
    quiet = valuation("AhKh", "raise to 300", "call", board=RIVER[:6], call=1)
    assert value(waiting, "check").chips > value(quiet, "check").chips


def test_equity_against_several_is_that_against_each_together():
    found = valuation("AhAs", "call", "call", stacks=(10_000,) * 4, button=0)
    assert len(found.opponents) == 3
    assert found.equity == pytest.approx(found.opponents[0].range_equity.equity ** 3, rel=0.02)
    assert found.equity < found.opponents[0].range_equity.equity


def test_everybody_folding_is_less_likely_the_more_there_are():
    heads_up = valuation("7c2d", fold=0.5, call=0.5)
    crowd = valuation("7c2d", "fold", fold=0.5, call=0.5, stacks=(10_000,) * 4, button=3)
    assert value(heads_up, "raise to 500").fold_equity == pytest.approx(0.5)
    assert max(each.fold_equity for each in crowd.values()) <= 0.25 + 1e-9


def test_chips_that_a_short_opponent_cannot_match_come_back():
    found = valuation("AhKh", *("call", "check"), board=RIVER, stacks=(10_000, 400))
    assert value(found, "check").chips > 0
    most = max(each.chips for each in found.values())
    assert most <= 200 + 300 + 1e-6


def test_cards_that_an_opponent_cannot_hold_count_for_nothing():
    found = valuation("AhKh")
    own = combo_number(*(card.index for card in CardSet("AhKh")))
    assert found.opponents[0].weights[own] == 0
    assert found.opponents[0].weights.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("actions", "options", "totals"),
    [
        ((), {}, [200, 300, 500, 900, 10_000]),
        (("raise to 300", "raise to 10000"), {}, []),
        ((), {"structure": "fixed-limit"}, [200]),
    ],
)
def test_raises_are_thought_of_in_several_sizes(actions, options, totals):
    assert totals_of(seen_by("AhKh", *actions, **options)) == totals


def test_an_all_in_cannot_be_raised_again():
    found = LokiPlayer(mixing=0).choose(
        seen_by("AhAs", "raise to 300", "raise to 10000"), Random(1)
    )
    assert {each.action.kind for each in found.values} == {"fold", "call"}
