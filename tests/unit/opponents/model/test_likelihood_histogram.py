"""The histogram of classes by action and position: against counts made by hand."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.errors import InputError
from handsight.opponents.model import (
    DirichletLikelihood,
    HistogramLikelihood,
    ModelInput,
    OpponentModel,
)
from handsight.opponents.model.boards import board_of
from handsight.opponents.model.contexts import CALL, FOLD, RAISE, BettingContext, Context
from handsight.opponents.model.likelihoods.histogram import OF_ALL, OF_POSITION, SHAPE
from handsight.opponents.model.likelihoods.likelihood import Label
from handsight.ranges.combos import CLASSES, COMBOS_OF

OFTEN = (0.5, 0.3, 0.2)


def first() -> Context:
    """Of four players the one before the button, whom nobody has raised."""
    return BettingContext([1000] * 4, button=0, posts=[0, 5, 10, 0]).context(3)


def raised() -> Context:
    table = BettingContext([1000] * 4, button=0, posts=[0, 5, 10, 0])
    table.act(3, RAISE, 30)
    return table.context(0)


def option() -> Context:
    """The big blind, whom everybody has called."""
    table = BettingContext([1000] * 3, button=0, posts=[0, 5, 10])
    table.act(0, CALL)
    table.act(1, CALL)
    return table.context(2)


def spot(context: Context, board: str = "") -> ModelInput:
    found = board_of(tuple(card.index for card in CardSet(board)))
    return ModelInput(context, found, found.live / found.held, OFTEN)


def fitted(*told: tuple[Context, str, int], whole: bool = True) -> HistogramLikelihood:
    """Fit decisions of classes of hands."""
    labels = [
        Label(spot(context), COMBOS_OF[name][0], action, whole) for context, name, action in told
    ]
    made = HistogramLikelihood()
    made.fit(lambda after: [] if after else labels)
    return made


def test_a_class_has_the_mean_of_what_it_did_here_and_everywhere_and_of_what_all_did() -> None:
    """Counted by hand: aces raised 3 of 4 here, in the other seat 1 of 2; all classes 5 of 9."""
    other = first()._replace(behind=0)
    told = [
        *[(first(), "AA", RAISE)] * 3,
        (first(), "AA", CALL),
        (other, "AA", RAISE),
        (other, "AA", CALL),
        (first(), "72o", RAISE),
        *[(first(), "72o", FOLD)] * 2,
    ]
    all_of_them = (5 + 1) / (9 + 3)  # raises of decisions, and one more of each action
    everywhere = (4 + OF_ALL * all_of_them) / (6 + OF_ALL)
    here = (3 + OF_POSITION * everywhere) / (4 + OF_POSITION)
    found = fitted(*told).chances(spot(first()))
    for combo in COMBOS_OF["AA"]:
        assert found[combo, RAISE] == pytest.approx(here)
    assert found.sum(axis=1) == pytest.approx(np.ones(1326))


@pytest.mark.parametrize("hands", [30_000, pytest.param(200_000, marks=pytest.mark.exhaustive)])
def test_with_many_hands_the_posterior_is_the_histogram_of_those_who_acted_so(hands: int) -> None:
    """Bayes' rule turns "how often a class raises" into "how often a raiser has the class"."""
    rng = Random(5)
    deals = [rng.randrange(1326) for _ in range(hands)]
    class_of = {combo: name for name in CLASSES for combo in COMBOS_OF[name]}
    labels, raisers = [], Counter[str]()
    context = first()
    asked = spot(context)
    for combo in deals:
        name = class_of[combo]
        raises = rng.random() < (0.9 if name[0] in "AK" else 0.1)
        raisers[name] += raises
        labels.append(Label(asked, combo, RAISE if raises else FOLD, True))
    made = HistogramLikelihood()
    made.fit(lambda after: [] if after else labels)
    model = OpponentModel(made, epsilon=0, floor=0)
    model.start_hand([1000] * 4, 0, posts=[0, 5, 10, 0])
    model.act(3, "raise", 30)
    weights = model.weights(3)
    found = {name: sum(weights[combo] for combo in COMBOS_OF[name]) for name in CLASSES}
    for name in ("AA", "AKo", "KTs", "72o", "55"):
        true = raisers[name] / sum(raisers.values())
        sample_error = 4 * (true / sum(raisers.values())) ** 0.5
        assert found[name] == pytest.approx(true, abs=sample_error + 0.05 * true)


def test_raised_and_not_raised_are_told_apart() -> None:
    made = fitted(*[(first(), "AA", RAISE)] * 9, *[(raised(), "AA", CALL)] * 9)
    aces = COMBOS_OF["AA"][0]
    assert made.chances(spot(first()))[aces].argmax() == RAISE
    assert made.chances(spot(raised()))[aces].argmax() == CALL


def test_nobody_folds_for_nothing() -> None:
    made = fitted((first(), "AA", FOLD), (option(), "AA", CALL), (option(), "72o", FOLD))
    found = made.chances(spot(option()))
    assert found[:, FOLD].max() == 0
    assert found.sum(axis=1) == pytest.approx(np.ones(1326))
    assert made.counts_.sum() == 2, "a fold for nothing is no decision"


def test_hands_that_only_a_showdown_tells_do_not_count() -> None:
    assert fitted((first(), "AA", RAISE), whole=False).counts_.sum() == 0


@pytest.mark.parametrize("board", ["", "Qh7h2c"])
def test_without_counts_it_says_what_ours_says_without_any(board: str) -> None:
    seen = spot(first()._replace(street=1 if board else 0), board)
    unlearned = DirichletLikelihood().chances(seen)
    assert HistogramLikelihood().chances(seen).tolist() == unlearned.tolist()


def test_after_the_flop_it_knows_nothing() -> None:
    seen = spot(first()._replace(street=1), "Qh7h2c")
    assert fitted((first(), "AA", RAISE)).chances(seen).tolist() == [list(OFTEN)] * 1326


def test_counts_come_back_and_others_are_refused() -> None:
    made, again = fitted((first(), "AA", RAISE)), HistogramLikelihood()
    again.restore(made.arrays())
    assert again.counts_.tolist() == made.counts_.tolist()
    for wrong in ({}, {"counts": np.zeros((2, 2))}):
        with pytest.raises(InputError, match="must have the shape"):
            again.restore(wrong)
    assert made.counts_.shape == SHAPE
