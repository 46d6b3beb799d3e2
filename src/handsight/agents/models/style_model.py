"""An opponent model that learns within a session which styles each opponent plays.

Bayes' rule is applied twice: to the combos within a hand, and to the styles over all hands. If an
opponent folds, calls or raises more or less often than the mixture of styles predicts, the counts
of the opponent's actions correct the prediction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.agents.models.styles import STYLES, rows_of, worths_of
from handsight.opponents.model import Context, Frequencies, Label, ModelInput, OpponentModel
from handsight.opponents.model.contexts import FOLD, RAISE
from handsight.opponents.model.likelihoods.likelihood import Labels
from handsight.ranges.combos import COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

ELSEWHERE = 0.3
"""The weight of preflop evidence for postflop play, and of postflop evidence for preflop play."""

MOST_EVIDENCE = 30.0
"""The cap on the difference in log-likelihood between the most likely style and any other style."""

UPON_MIXTURE = 6.0
"""The weight of the mixture's prediction against counts, as a number of decisions."""

SURPRISE = 0.02
"""The number that is added to a style's probability of an observed action, so that no single action
rules out a style."""

LEAST = 1e-3
ROUNDS = 4
EDGES = (0.22, 0.36)
"""The limits between low, medium and high prices, at which decisions are counted separately."""


@dataclass
class Record:
    """The record of one opponent's observed actions.

    Attributes:
        evidence: float64[2, styles], the log-likelihood of the observed actions under each style,
            before the flop and after it.
        done: {number of a group from `group_of`: float64[3], how often the opponent folded, called
            and raised}.
        expected: {number of a group from `group_of`: float64[3], the sums of the probabilities of a
            fold, call and raise that the mixture of styles predicted}.
    """

    evidence: NDArray[np.float64] = field(default_factory=lambda: np.zeros((2, len(STYLES))))
    done: dict[int, NDArray[np.float64]] = field(default_factory=dict)
    expected: dict[int, NDArray[np.float64]] = field(default_factory=dict)

    def shares(self, after: bool) -> NDArray[np.float64]:
        """Return the probability of each style: float64[styles], with sum 1.

        Args:
            after: whether the probabilities are for play after the flop.
        """
        evidence = self.evidence[int(after)] + ELSEWHERE * self.evidence[int(not after)]
        parts = _priors() * np.exp(np.maximum(evidence - evidence.max(), -MOST_EVIDENCE))
        return np.asarray(parts / parts.sum())

    def correction(self, group: int, mean: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Return the probabilities of a fold, call and raise, corrected by counts: float64[3].

        They are averages over the range. The result is None if no decision of the group was
        counted.

        Args:
            group: number of the decision's group, from `group_of`.
            mean: float64[3], the probabilities that the mixture of styles predicts, averaged over
                the range.
        """
        done = self.done.get(group)
        if done is None:
            return None
        upon = UPON_MIXTURE * mean + LEAST
        wanted = mean * (done + upon) / (self.expected[group] + upon)
        return np.asarray(wanted / wanted.sum())


@cache
def _priors() -> NDArray[np.float64]:
    return np.array([style.share for style in STYLES], np.float64)


class StyleLikelihood:
    """A likelihood that mixes the predictions of several styles, weighted by each player's record.

    Attributes:
        records: {name: `Record` of the player}.

    Example:
        >>> model = style_model()
        >>> model.start_hand([1000, 1000], button=0, posts=[5, 10], names=["Ann", "Ben"])
        >>> before = model.predict(player="Ann").raises
        >>> for _ in range(5):
        ...     model.start_hand([1000, 1000], button=0, posts=[5, 10], names=["Ann", "Ben"])
        ...     model.act("Ann", "raise", 1000)
        >>> model.start_hand([1000, 1000], button=0, posts=[5, 10], names=["Ann", "Ben"])
        >>> model.predict(player="Ann").raises > before
        True
    """

    name = "styles"

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self._last: tuple[Context, NDArray[np.float64], NDArray[np.float64]] | None = None

    def chances(self, spot: ModelInput) -> NDArray[np.float64]:
        """Return the probabilities of a fold, call and raise with each combo: float64[1326, 3].

        Each row adds up to 1.
        """
        from handsight.kernels.opponents.styles import play_styles
        from handsight.kernels.opponents.updates import calibrate

        context = spot.context
        record = self.records.get(spot.name)
        shares = (record or _nobody()).shares(context.street > 0)
        played = np.empty((2, len(STYLES), COMBO_COUNT))
        play_styles(worths_of(spot.board), rows_of(context), played)
        mixed = _with_calls(*(shares[:, None] * played).sum(axis=1))
        masses = _with_calls(*(played * spot.weights).sum(axis=2))
        mean = (shares[:, None] * masses).sum(axis=0)
        mean /= mean.sum()
        self._last = context, masses, mean
        wanted = record.correction(group_of(context), mean) if record else None
        if wanted is not None:
            # Calibration scales probabilities, so it cannot increase a probability of 0. So first
            # add a small part of the wanted probabilities.
            mixed += LEAST * wanted
            mixed /= 1 + LEAST
            calibrate(mixed, spot.weights, wanted, ROUNDS)
        return mixed

    def watch(self, name: str, context: Context, action: int) -> None:
        """Count a decision as evidence of the player's style.

        The decision must be the one for which `chances` was called last; other decisions are
        ignored, and so is a fold if the player could check.

        Args:
            name: the player's name.
            context: the context of the decision.
            action: FOLD, CALL or RAISE.
        """
        # A fold when the player could check is a slip, and says nothing about the style.
        if self._last is None or self._last[0] is not context or (context.free and action == FOLD):
            return
        _, masses, mean = self._last
        record = self.records.setdefault(name, Record())
        record.evidence[int(context.street > 0)] += np.log(masses[:, action] + SURPRISE)
        group = group_of(context)
        record.done.setdefault(group, np.zeros(RAISE + 1))[action] += 1
        record.expected.setdefault(group, np.zeros(RAISE + 1))
        record.expected[group] += mean

    def fit(self, labels: Labels) -> None:
        """Do nothing, because styles are set by hand."""

    def learn(self, label: Label) -> None:
        """Do nothing, because actions are counted when they happen."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return an empty dictionary, because the records last only for a session."""
        return {}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Do nothing, because nothing is saved."""


class _Watched(Frequencies):
    """Frequencies that count nothing, but pass players' actions on to the style likelihood."""

    def __init__(self, likelihood: StyleLikelihood) -> None:
        super().__init__()
        self._likelihood = likelihood

    def watch(self, name: str, context: Context, action: int) -> None:
        self._likelihood.watch(name, context, action)


def style_model() -> OpponentModel:
    """Return an opponent model that learns styles.

    Example:
        >>> style_model().likelihood.name
        'styles'
    """
    likelihood = StyleLikelihood()
    model = OpponentModel(likelihood)
    model.frequencies_ = _Watched(likelihood)
    return model


def shares_of(model: OpponentModel, name: str, after: bool) -> NDArray[np.float64]:
    """Return the probability of each style for a player: float64[styles], with sum 1.

    Args:
        model: a model from `style_model`; for any other model, the result is the prior.
        name: the player's name; for an unknown player, the result is the prior too.
        after: whether the probabilities are for play after the flop.
    """
    likelihood = model.likelihood
    records = likelihood.records if isinstance(likelihood, StyleLikelihood) else {}
    return records.get(name, _nobody()).shares(after)


def _with_calls(folds: NDArray[np.float64], raises: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of a fold, call and raise: float64[n, 3], each row with sum 1.

    A call has the probability that folds and raises leave, and at least 0.

    Args:
        folds: float64[n], the probabilities of a fold.
        raises: float64[n], the probabilities of a raise.
    """
    # Rounding can bring the sum of folds and raises above 1, but calls must not fall below 0.
    calls = np.maximum(1 - folds - raises, 0.0)
    chances = np.stack((folds, calls, raises), axis=1)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


@cache
def _nobody() -> Record:
    return Record()


def group_of(context: Context) -> int:
    """Return the number of a decision's group.

    Decisions before and after the flop are in different groups. If the player can check, the group
    also depends on whether the player was the last raiser on earlier streets. Otherwise, it depends
    on whether the price is low, medium or high (see `EDGES`), and on whether there were no, one or
    more raises on this street.
    """
    after = context.street > 0
    if context.free:
        return 10 * after + (context.lead == 1)
    price = sum(context.price > edge for edge in EDGES)
    opened = after or context.raises > 0
    return 1000 + 100 * after + 20 * price + 2 * (context.raises > 1) + opened
