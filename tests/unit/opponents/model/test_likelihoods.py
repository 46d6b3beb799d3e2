"""The likelihoods: what they have in common, and what each promises."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.errors import MissingExtraError, OptionError
from handsight.opponents.model import LIKELIHOODS, DirichletLikelihood, LokiLikelihood, ModelInput
from handsight.opponents.model.boards import CELLS, board_of, class_percentiles, class_sizes
from handsight.opponents.model.contexts import CALL, FOLD, RAISE, BettingContext, Context
from handsight.opponents.model.likelihoods.dirichlet import BEFORE, OF_MEANS, thresholds
from handsight.opponents.model.likelihoods.likelihood import Label, Likelihood
from handsight.opponents.model.likelihoods.logistic import LogisticLikelihood
from handsight.opponents.model.likelihoods.loki import soft_step, threshold_of
from handsight.ranges.combos import MASKS

OFTEN = (0.5, 0.3, 0.2)
FLOP = tuple(card.index for card in CardSet("Qh7h2c"))


def number(hole: str) -> int:
    return MASKS.index(CardSet(hole).mask)


def context(street: int, *, bet: bool = True) -> Context:
    table = BettingContext([1000] * 3, button=0, posts=[0, 5, 10])
    if street:
        table.act(0, RAISE, 30)
        table.act(1, CALL)
        table.act(2, CALL)
        table.next_street()
        if bet:
            table.act(1, RAISE, 50)
    return table.context(0)


def spot(
    street: int = 0, often: tuple[float, float, float] = OFTEN, *, bet: bool = True
) -> ModelInput:
    board = board_of(FLOP if street else ())
    weights = board.live / board.held
    return ModelInput(context(street, bet=bet), board, weights, often, "Ann")


@pytest.fixture(params=["dirichlet", "logistic"])
def calibrated(request: pytest.FixtureRequest) -> Likelihood:
    made: Likelihood = LIKELIHOODS[request.param]()
    return made


@pytest.mark.parametrize("street", [0, 1])
def test_over_the_range_chances_average_to_how_often_the_player_acts(
    calibrated: Likelihood, street: int
) -> None:
    asked = spot(street)
    found = calibrated.chances(asked)
    assert asked.weights @ found == pytest.approx(OFTEN, abs=1e-4)
    assert found[asked.weights > 0].sum(axis=1) == pytest.approx(np.ones(asked.board.held))


@pytest.mark.parametrize("street", [0, 1])
@pytest.mark.parametrize("kind", [DirichletLikelihood, LokiLikelihood, LogisticLikelihood])
def test_unlearned_better_hands_fold_less_and_raise_more(
    kind: type[Likelihood], street: int
) -> None:
    found = kind().chances(spot(street))
    good, bad = (number(hole) for hole in (("QcQs", "5d3s") if street else ("AhAs", "7d2s")))
    assert found[good, FOLD] < 0.1 < 0.6 < found[bad, FOLD]
    assert found[good, RAISE] > 0.5 > 0.1 > found[bad, RAISE]


def test_nobody_folds_for_nothing(calibrated: Likelihood) -> None:
    found = calibrated.chances(spot(1, (0.0, 0.7, 0.3), bet=False))
    assert found[:, FOLD].max() == 0


# --- Loki's form ----------------------------------------------------------------------------------


def test_the_ramp_is_half_way_up_at_the_threshold() -> None:
    values = np.array([0.29, 0.3, 0.5, 0.7, 0.71])
    assert soft_step(values, 0.5, 0.2).tolist() == pytest.approx([0.01, 0.01, 0.5, 1, 1])


def test_a_threshold_is_the_value_that_the_share_of_the_range_reaches() -> None:
    values, weights = np.array([0.1, 0.2, 0.3, 0.4]), np.array([1.0, 1.0, 1.0, 5.0])
    assert threshold_of(values, weights, 5 / 8) == 0.4
    assert threshold_of(values, weights, 6 / 8) == 0.3
    assert threshold_of(values, weights, 1.0) == 0.1


def test_a_width_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match="width is 0"):
        LokiLikelihood(0)


# --- Dirichlet counts -----------------------------------------------------------------------------


def labels(*told: tuple[str, int], whole: bool = True) -> list[Label]:
    """Decisions before the flop with cards that are known."""
    return [Label(spot(), number(hole), action, whole) for hole, action in told]


def fitted(decisions: list[Label]) -> DirichletLikelihood:
    made = DirichletLikelihood()
    made.fit(lambda after: [] if after else decisions)
    return made


def test_thresholds_follow_the_order_of_classes() -> None:
    table = thresholds(context(0))
    order = np.argsort(class_percentiles())
    assert (np.diff(table[order, RAISE]) > 0).all()
    assert (np.diff(table[order, FOLD]) < 0).all()
    assert table.shape == (CELLS[0], 3)


def test_percentiles_of_classes_cover_all_combos_evenly() -> None:
    assert class_percentiles() @ class_sizes() == pytest.approx(1326 / 2)


def test_a_hand_that_was_seen_to_be_raised_is_raised_more_often() -> None:
    raised = fitted(labels(*[("7d2s", RAISE)] * 30, *[("KdJs", FOLD)] * 30))
    found, before = raised.chances(spot()), DirichletLikelihood().chances(spot())
    assert found[number("7c2h"), RAISE] > before[number("7c2h"), RAISE] + 0.3
    assert found[number("KcJh"), FOLD] > before[number("KcJh"), FOLD] + 0.2


def test_a_cell_is_the_mean_of_its_counts_and_of_the_wider_groups_chances() -> None:
    made = fitted(labels(*[("7d2s", RAISE)] * 6, *[("7d2s", FOLD)] * 3, *[("AhKh", CALL)] * 9))
    groups = sorted(made.tables_)
    cell = made.cells_of(spot())[number("7d2s")]
    counts, sums = np.array([3.0, 0.0, 6.0]), np.array([3.0, 9.0, 6.0])
    masses = np.zeros(CELLS[0])
    for hole, weight in (("7d2s", 9.0), ("AhKh", 9.0)):
        masses[made.cells_of(spot())[number(hole)]] = weight
    mean = masses @ thresholds(context(0)) / 18
    mean = (sums + OF_MEANS * mean) / (18 + OF_MEANS)
    for wide, narrow, strength in zip(groups, groups[1:], BEFORE[1:], strict=False):
        mean = (sums + OF_MEANS * mean) / (18 + OF_MEANS)
        scaled = made.tables_[wide].copy()
        for _ in range(500):
            scaled = scaled * mean / (masses @ scaled / masses.sum())
            scaled /= scaled.sum(axis=1, keepdims=True)
        expected = (counts + strength * scaled[cell]) / (9 + strength)
        assert made.tables_[narrow][cell] == pytest.approx(expected, abs=1e-3)


def test_hands_of_a_showdown_say_nothing_of_folds() -> None:
    shown = fitted(labels(*[("9d9s", RAISE)] * 50, whole=False))
    table = thresholds(context(0))
    group = max(shown.tables_)
    cell = DirichletLikelihood().cells_of(spot())[number("9d9s")]
    assert shown.tables_[group][cell, FOLD] == pytest.approx(table[cell, FOLD])
    assert shown.tables_[group][cell, RAISE] > table[cell, RAISE]


def test_a_player_who_shows_a_hand_is_remembered_for_it() -> None:
    made = DirichletLikelihood()
    before = made.chances(spot())[number("7c2h"), RAISE]
    for label in labels(*[("7d2s", RAISE)] * 20, whole=False):
        made.learn(label)
    assert made.chances(spot())[number("7c2h"), RAISE] > 2 * before
    other = made.chances(spot()._replace(name="Ben"))
    assert other[number("7c2h"), RAISE] == pytest.approx(before)


# --- the regression -------------------------------------------------------------------------------


def test_without_scikit_learn_fitting_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.linear_model", None)
    with pytest.raises(MissingExtraError, match=r"handsight\[learn\]"):
        LogisticLikelihood().fit(lambda after: [])


def test_the_regression_finds_a_rule_that_orders_of_strength_do_not_know() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra: learn)")
    suited = [("9d2d", RAISE), ("7h3h", RAISE), ("8c4c", RAISE), ("Ks3s", RAISE), ("Qc5c", RAISE)]
    offsuit = [("9d2s", FOLD), ("7h3s", FOLD), ("8c4d", FOLD), ("Ks3h", FOLD), ("Qc5d", CALL)]
    made = LogisticLikelihood()
    decisions = labels(*(suited + offsuit) * 20)
    made.fit(lambda after: [] if after else decisions)
    found = made.chances(spot())
    assert found[number("Td4d"), RAISE] > 2 * found[number("Td4s"), RAISE]
