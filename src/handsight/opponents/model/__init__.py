"""The opponent model: a posterior over all 1,326 combos for each opponent."""

from handsight.opponents.model.contexts import ACTIONS, BettingContext, Context
from handsight.opponents.model.frequencies import Frequencies
from handsight.opponents.model.likelihood import Label, Likelihood, ModelInput, PolicyLikelihood
from handsight.opponents.model.likelihood_dirichlet import DirichletLikelihood
from handsight.opponents.model.likelihood_histogram import HistogramLikelihood
from handsight.opponents.model.likelihood_logistic import LogisticLikelihood
from handsight.opponents.model.likelihood_loki import LokiLikelihood
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
