"""Functions that check the contracts of agents and evaluators."""

from handsight.testing.agents import AGENT_CLAUSES, AgentReport, check_agent
from handsight.testing.evaluators import (
    CLAUSES,
    ContractReport,
    EvaluatorLike,
    check_evaluator,
)

__all__ = [
    "AGENT_CLAUSES",
    "CLAUSES",
    "AgentReport",
    "ContractReport",
    "EvaluatorLike",
    "check_agent",
    "check_evaluator",
]
