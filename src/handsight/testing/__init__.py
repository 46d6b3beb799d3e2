"""Contracts: what agents, evaluators and states of the game must keep to, and how to check it."""

from handsight.testing.agents import AGENT_CLAUSES, AgentReport, check_agent
from handsight.testing.evaluators import (
    CLAUSES,
    ContractReport,
    EvaluatorLike,
    check_evaluator,
)
from handsight.testing.states import assert_valid_state

__all__ = [
    "AGENT_CLAUSES",
    "CLAUSES",
    "AgentReport",
    "ContractReport",
    "EvaluatorLike",
    "assert_valid_state",
    "check_agent",
    "check_evaluator",
]
