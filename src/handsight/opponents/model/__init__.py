"""The opponent model: for each opponent, a posterior probability of each of the 1,326 combos."""

from handsight.opponents.model.contexts import ACTIONS, BettingContext, Context
from handsight.opponents.model.frequencies import Frequencies
from handsight.opponents.model.likelihoods.dirichlet import DirichletLikelihood
from handsight.opponents.model.likelihoods.histogram import HistogramLikelihood
from handsight.opponents.model.likelihoods.likelihood import (
    Label,
    Likelihood,
    ModelInput,
    PolicyLikelihood,
)
from handsight.opponents.model.likelihoods.logistic import LogisticLikelihood
from handsight.opponents.model.likelihoods.loki import LokiLikelihood
from handsight.opponents.model.model import LIKELIHOODS, OpponentModel, Prediction

__all__ = [
    "ACTIONS",
    "LIKELIHOODS",
    "BettingContext",
    "Context",
    "DirichletLikelihood",
    "Frequencies",
    "HistogramLikelihood",
    "Label",
    "Likelihood",
    "LogisticLikelihood",
    "LokiLikelihood",
    "ModelInput",
    "OpponentModel",
    "PolicyLikelihood",
    "Prediction",
]
