"""Contracts: what evaluators and states of the game must keep to, and checks that they do."""

from handsight.testing.evaluators import (
    CLAUSES,
    ContractReport,
    EvaluatorLike,
    check_evaluator,
)
from handsight.testing.states import assert_valid_state

__all__ = [
    "CLAUSES",
    "ContractReport",
    "EvaluatorLike",
    "assert_valid_state",
    "check_evaluator",
]
