"""A likelihood from multinomial logistic regressions, fitted to hands with known cards."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError, MissingExtraError
from handsight.opponents.model.boards import Board, class_numbers, class_percentiles
from handsight.opponents.model.contexts import (
    AGGRESSIVE,
    FOLD,
    IS_LED,
    LEADS,
    MOST_BEHIND,
    PASSIVE,
    RAISE,
    Context,
)
from handsight.opponents.model.files import checked_array
from handsight.opponents.model.likelihoods.dirichlet import thresholds
from handsight.opponents.model.likelihoods.likelihood import Label, Labels, ModelInput
from handsight.ranges.combos import CLASSES, COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANKS = "23456789TJQKA"
STRENGTH = 0.05
"""The inverse strength of the regularization: scikit-learn's C."""

ITERATIONS = 50
ROUNDS = 30
PASSES = 2
KEPT = 256
FEWEST = 50
"""The minimum number of decisions to fit a regression."""

IMPOSSIBLE = -40.0
"""The logit of an action that never occurred in the decisions to which a regression was fitted."""

HINGES = (0.5, 0.7, 0.85, 0.95)
OF_CONTEXT = 12
OF_BOARD = 13
OF_RANGE = 5
"""The numbers of features that describe a context (`OF_CONTEXT`), a combo on a board (`OF_BOARD`),
and a combo's percentile inside the range (`OF_RANGE`)."""


class LogisticLikelihood:
    """A likelihood whose logits of fold, call and raise are linear in combo and context features.

    Before the flop, there is a regression for each number of raises so far, from 0 to 3 or more. On
    each later street, there are two: one for decisions before the first bet, and one for decisions
    after it. In a context without a fitted regression, the probabilities follow from soft
    thresholds on the percentile.

    The features of a combo before the flop describe its ranks, whether it is suited, and the
    percentile of its class. From the flop on, they describe the share of hands that the combo beats
    now and on the river, and the combo's percentile inside the range. The regression also
    contains the product of each combo feature with each context feature. The probabilities are then
    scaled so that their average over the range matches how often the player takes each action.

    Fitting needs scikit-learn, which the extra ``learn`` installs. A model that was fitted and
    saved can be used without scikit-learn.

    Attributes:
        weights_: {number of the regression from `group_of`: float64[1 + context features, 1 + combo
            features, 3]}, the weights of the products of context features and combo features, for
            each action; the first row and column are for a constant feature of 1. Empty before
            `fit` and `restore`.

    Example:
        >>> LogisticLikelihood().weights_
        {}
    """

    name = "logistic"

    def __init__(self) -> None:
        self.weights_: dict[int, NDArray[np.float64]] = {}
        self._features: OrderedDict[tuple[int, ...], NDArray[np.float64]] = OrderedDict()

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities of the actions for each combo: float64[1326, 3]."""
        from handsight.kernels.opponents.updates import calibrate

        weights = self.weights_.get(group_of(spot.context))
        if weights is None:
            return _unlearned(spot)
        effective = np.tensordot(_with_one(context_features(spot.context)), weights, 1)
        if spot.board.street == 0:
            logits = class_features() @ effective[1:] + effective[0]
        else:
            logits = self._logits(spot, effective)
        rows = np.exp(logits - logits.max(axis=1, keepdims=True))
        rows /= rows.sum(axis=1, keepdims=True)
        if spot.board.street == 0:
            rows = rows[class_numbers()]
        calibrate(rows, spot.weights, np.array(spot.frequencies), ROUNDS)
        return np.asarray(rows)

    def _logits(self, spot: ModelInput, effective: NDArray[np.float64]) -> NDArray[np.float64]:
        still = self._of_board(spot.board)
        moving = range_features(spot)
        known = still.shape[1] + 1
        return np.asarray(
            still @ effective[1:known] + moving @ effective[known:] + effective[0],
            dtype=np.float64,
        )

    def _of_board(self, board: Board) -> NDArray[np.float64]:
        features = self._features.get(board.cards)
        if features is None:
            features = self._features[board.cards] = board_features(board)
            if len(self._features) > KEPT:
                self._features.popitem(last=False)
        return features

    # --- learning ---------------------------------------------------------------------------------

    def fit(self, labels: Labels) -> None:
        """Forget all weights, and fit the regressions.

        Only hands in which the hole cards of all players are known are used. A regression needs at
        least `FEWEST` decisions, with at least two different actions.

        Raises:
            MissingExtraError: if scikit-learn is not installed.
        """
        require_learn()
        self.weights_ = {}
        self._fit(labels, after=False)
        for _ in range(PASSES):
            self._fit(labels, after=True)

    def _fit(self, labels: Labels, after: bool) -> None:
        rows: dict[int, list[tuple[NDArray[np.float64], NDArray[np.float64], int]]] = {}
        for label in labels(after):
            context = label.spot.context
            if not label.whole or (context.free and label.action == FOLD):
                continue
            row = (context_features(context), self._row(label), label.action)
            rows.setdefault(group_of(context), []).append(row)
        for group, decisions in rows.items():
            if len(decisions) >= FEWEST and len({action for *_, action in decisions}) > 1:
                contexts, combos, actions = zip(*decisions, strict=True)
                self.weights_[group] = _regression(
                    np.array(contexts), np.array(combos), np.array(actions)
                )

    def _row(self, label: Label) -> NDArray[np.float64]:
        if label.spot.board.street == 0:
            return np.asarray(class_features()[class_numbers()[label.combo]])
        still = self._of_board(label.spot.board)[label.combo]
        return np.concatenate((still, range_features(label.spot)[label.combo]))

    def learn(self, label: Label) -> None:
        """Learn nothing, because one decision is not enough to fit a regression."""

    # --- as plain data ----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the weights as named arrays."""
        return {f"weights {group}": weights for group, weights in self.weights_.items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the weights from the result of `arrays`.

        Raises:
            InputError: if an array does not belong to this type of likelihood.
            ValueError: if the name of an array has another form.
        """
        self.weights_ = {}
        for name, array in arrays.items():
            what, number = name.split(" ")
            group = int(number)
            features = OF_BOARD + OF_RANGE if group >= 10 else class_features().shape[1]
            if what != "weights":
                raise InputError(f"{name!r} is not an array of this likelihood")
            shape = (1 + OF_CONTEXT, 1 + features, RAISE + 1)
            self.weights_[group] = checked_array(name, array, shape, signed=True)


def require_learn() -> None:
    """Check that scikit-learn, which `LogisticLikelihood.fit` needs, is installed.

    Raises:
        MissingExtraError: if scikit-learn is not installed.
    """
    try:
        import sklearn.linear_model  # noqa: F401
    except ImportError:
        raise MissingExtraError(
            "fitting the logistic likelihood needs scikit-learn; "
            "install it with: pip install 'handsight[learn]'"
        ) from None


def group_of(context: Context) -> int:
    """Return the number of the regression for a context.

    Before the flop, it is the number of raises so far, capped at 3; later, 10 times the street,
    plus 1 if there was a bet on this street.
    """
    if context.street == 0:
        return min(context.raises, 9)
    return 10 * context.street + min(context.raises, 1)


def context_features(context: Context) -> NDArray[np.float64]:
    """Return the features of a context: float64[12]."""
    if context.street == 0:
        behind = min(context.behind, MOST_BEHIND)
        opener = min(context.opener, MOST_BEHIND)
        return np.array(
            [
                *(float(behind == place) for place in range(MOST_BEHIND)),
                *(behind / MOST_BEHIND, max(opener, 0) / MOST_BEHIND, context.price),
                *(context.callers > 0, context.own == PASSIVE, context.own == AGGRESSIVE),
                context.seats == 2,
            ],
            dtype=np.float64,
        )
    return np.array(
        [
            *(context.price, context.lead == LEADS, context.lead == IS_LED, context.last),
            *(context.quiet, context.entered > 1, context.players > 2, context.raises > 1),
            *(log(max(context.depth, 0.05)), context.own == PASSIVE, context.own == AGGRESSIVE),
            context.seats == 2,
        ],
        dtype=np.float64,
    )


@cache
def class_features() -> NDArray[np.float64]:
    """Return the features of each class before the flop: float64[169, 20]."""
    rows = [_class_row(name) for name in CLASSES]
    return np.column_stack((np.array(rows), class_percentiles(), class_percentiles() ** 2))


def _class_row(name: str) -> list[float]:
    high, low = RANKS.index(name[0]) / 12, RANKS.index(name[1]) / 12
    pair, suited = float(high == low), float(name.endswith("s"))
    gap = min(12 * (high - low), 5) / 5
    loose = 1 - pair
    return [
        *(pair, pair * high, pair * high**2, suited, suited * high, suited * low),
        *(loose * high, loose * low, loose * high**2, loose * low**2, loose * high * low),
        *(loose * gap, loose * gap**2, suited * gap, loose * (high == 1)),
        *(suited * (high == 1), suited * (high == 1) * (low <= 3 / 12), loose * (low >= 8 / 12)),
    ]


def board_features(board: Board) -> NDArray[np.float64]:
    """Return the features of each combo on a board: float64[1326, 13]."""
    now, mean, square, rise = board.values.astype(np.float64)
    swing = np.sqrt(np.maximum(square - mean**2, 0.0))
    high = [np.maximum(mean - hinge, 0.0) for hinge in HINGES]
    low = [np.maximum(hinge - mean, 0.0) for hinge in (0.15, 0.3)]
    return np.column_stack((mean, mean**2, *high, *low, now, swing, swing * mean, swing**2, rise))


def range_features(spot: ModelInput) -> NDArray[np.float64]:
    """Return the features of each combo's percentile inside the range: float64[1326, 5]."""
    from handsight.kernels.opponents.updates import percentiles_of

    percentiles = np.zeros(COMBO_COUNT)
    percentiles_of(spot.board.order, spot.weights, percentiles)
    ends = [np.maximum(percentiles - hinge, 0.0) for hinge in (0.8, 0.9)]
    return np.column_stack((percentiles, percentiles**2, np.maximum(0.2 - percentiles, 0.0), *ends))


def _unlearned(spot: ModelInput) -> NDArray[np.float64]:
    """Return probabilities from soft thresholds, for a context without a regression."""
    from handsight.kernels.opponents.updates import calibrate, percentiles_of

    table = thresholds(spot.context)
    if spot.board.street == 0:
        chances = table[class_numbers()]
    else:
        percentiles = np.zeros(COMBO_COUNT)
        percentiles_of(spot.board.order, spot.weights, percentiles)
        bins = len(table) // 3
        chances = table[3 * np.minimum((percentiles * bins).astype(np.int64), bins - 1)]
    calibrate(chances, spot.weights, np.array(spot.frequencies), ROUNDS)
    return chances


def _with_one(features: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate((np.ones((*features.shape[:-1], 1)), features), axis=-1)


def _regression(
    contexts: NDArray[np.float64], combos: NDArray[np.float64], actions: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Fit the weights of all products of a context feature and a combo feature.

    Args:
        contexts: float64[n, c], the context features of each of n decisions.
        combos: float64[n, f], the features of the player's combo in each decision.
        actions: int64[n], the actions: FOLD, CALL or RAISE.

    Returns:
        float64[1 + c, 1 + f, 3], the weights for each action; the first row and column are for a
        constant feature of 1.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    one, other = _with_one(contexts), _with_one(combos)
    products = (one[:, :, None] * other[:, None, :]).reshape(len(one), -1)
    mean, deviation = products.mean(axis=0), products.std(axis=0)
    varies = deviation > 1e-9
    scaled = ((products[:, varies] - mean[varies]) / deviation[varies]).astype(np.float32)
    with warnings.catch_warnings():  # an early stop is intended, as it also regularizes
        warnings.simplefilter("ignore", ConvergenceWarning)
        fitted = LogisticRegression(C=STRENGTH, max_iter=ITERATIONS).fit(scaled, actions)
    slopes, intercepts = fitted.coef_, fitted.intercept_
    if len(fitted.classes_) == 2:  # the logit of the first class is 0
        slopes = np.concatenate((np.zeros_like(slopes), slopes))
        intercepts = np.concatenate((np.zeros(1), intercepts))
    weights = np.zeros((products.shape[1], RAISE + 1))
    weights[0] = IMPOSSIBLE
    for place, action in enumerate(fitted.classes_):
        weights[varies, action] = slopes[place] / deviation[varies]
        weights[0, action] = (
            intercepts[place] - (slopes[place] * mean[varies] / deviation[varies]).sum()
        )
    return weights.reshape(one.shape[1], other.shape[1], RAISE + 1)
