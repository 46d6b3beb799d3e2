"""A model that learns within a session which styles an opponent is like."""

import numpy as np
import pytest

from handsight.agents.models.style_model import StyleLikelihood, group_of, shares_of, style_model
from handsight.agents.models.styles import STYLES
from handsight.opponents.model import BettingContext, OpponentModel
from handsight.opponents.model.contexts import CALL, FOLD, RAISE

NAMES = ("Ann", "Ben")


def played(actions, hands=12):
    """A model after hands in which Ann, on the button, opens, and Ben does something."""
    model = style_model()
    for _ in range(hands):
        model.start_hand([10_000, 10_000], 0, posts=[50, 100], names=NAMES)
        model.act("Ann", "raise", 200)
        model.act("Ben", *actions)
    return model


def share_of(model, name, after=False):
    found = dict(zip((style.name for style in STYLES), shares_of(model, "Ben", after), strict=True))
    return found[name]


@pytest.mark.parametrize(
    ("actions", "style"),
    [(("call",), "calling station"), (("raise", 10_000), "maniac"), (("fold",), "folder")],
)
def test_a_dozen_hands_tell_a_simple_player(actions, style):
    assert share_of(played(actions), style) > 4 * share_of(style_model(), style)


def test_what_was_done_before_the_flop_counts_less_after_it():
    model = played(("raise", 10_000), hands=3)
    assert share_of(style_model(), "maniac") < share_of(model, "maniac", after=True)
    assert share_of(model, "maniac", after=True) < share_of(model, "maniac")


def test_shares_add_up_to_one():
    assert shares_of(played(("call",)), "Ben", False).sum() == pytest.approx(1)


def test_models_of_other_kinds_know_no_styles():
    first = shares_of(style_model(), "Ben", True)
    assert np.array_equal(shares_of(OpponentModel(), "Ben", True), first)


def test_predictions_follow_what_is_done():
    def folds(model):
        model.start_hand([10_000, 10_000], 0, posts=[50, 100], names=NAMES)
        model.act("Ann", "raise", 200)
        return model.predict(player="Ben").fold

    assert folds(played(("call",))) < 0.1 < folds(style_model()) < folds(played(("fold",)))
    assert folds(played(("fold",))) > 0.85


def test_the_raises_of_one_who_never_looks_say_nothing_about_his_cards():
    def spread(model):
        model.start_hand([10_000, 10_000], 0, posts=[50, 100], names=NAMES)
        model.act("Ann", "raise", 200)
        model.act("Ben", "raise", 10_000)
        weights = model.weights("Ben")
        return weights.max() / np.median(weights)

    assert spread(played(("raise", 10_000))) < 2 < spread(style_model())


def test_counts_correct_what_no_style_does():
    model = style_model()
    for number in range(40):
        model.start_hand([10_000, 10_000], 0, posts=[50, 100], names=NAMES)
        model.act("Ann", "raise", 200)
        model.act("Ben", *(("fold",), ("raise", 10_000))[number % 2])
    model.start_hand([10_000, 10_000], 0, posts=[50, 100], names=NAMES)
    model.act("Ann", "raise", 200)
    found = model.predict(player="Ben")
    assert found.fold == pytest.approx(0.5, abs=0.1)
    assert found.raises == pytest.approx(0.5, abs=0.1)


def test_chances_of_every_combo_add_up_to_one():
    model = played(("call",), hands=4)
    model.start_hand([10_000, 10_000], 0, posts=[50, 100], names=NAMES)
    chances = model.chances(model.spot(player="Ann"))
    assert chances.min() >= 0
    assert chances.sum(axis=1) == pytest.approx(np.ones(1326))


def test_a_decision_that_was_not_asked_about_is_not_counted():
    likelihood, table = StyleLikelihood(), BettingContext([1000, 1000], button=0, posts=[5, 10])
    likelihood.watch("Ann", table.context(0), RAISE)
    assert not likelihood.records


def test_a_fold_where_checking_is_free_says_nothing():
    model = style_model()
    model.start_hand([1000, 1000], 0, posts=[5, 10], names=NAMES)
    model.act("Ann", "call")
    model.act("Ben", "fold")
    assert "Ben" not in model.likelihood.records


def test_contexts_are_counted_by_part_of_the_game_price_and_raises():
    table = BettingContext([1000, 1000], button=0, posts=[5, 10])
    first = group_of(table.context(0))
    table.act(0, RAISE, 30)
    facing = group_of(table.context(1))
    table.act(1, CALL)
    table.next_street()
    free = group_of(table.context(1))
    table.act(1, RAISE, 30)
    small = group_of(table.context(0))
    table.act(0, RAISE, 900)
    assert len({first, facing, free, small, group_of(table.context(1))}) == 5


def test_it_has_nothing_to_save():
    likelihood = style_model().likelihood
    likelihood.fit(lambda after: ())
    likelihood.restore({})
    assert likelihood.arrays() == {}
    assert FOLD == 0
