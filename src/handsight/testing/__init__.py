"""Contracts: what an evaluator must keep to, ours or yours, and a check that it does."""

from handsight.testing.evaluators import (
    CLAUSES,
    ContractReport,
    EvaluatorLike,
    check_evaluator,
)

__all__ = ["CLAUSES", "ContractReport", "EvaluatorLike", "check_evaluator"]
