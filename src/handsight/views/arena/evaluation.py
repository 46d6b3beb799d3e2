"""The report of an evaluation of an agent: matches, and opponents that exploit it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.arena.response.evaluation import AgentEvaluation


@dataclass(frozen=True)
class MeasurementReport:
    """A measurement of an agent, in thousandths of a big blind per hand that the agent wins.

    Attributes:
        measure: ``match``, ``local best response`` or ``learned exploiter``.
        opponent: the opponent in a match; None for an opponent that exploits the agent.
        hands: number of hands played.
        mbb: the agent's mean winnings.
        low: lower end of the 95% interval of `mbb`; None for fewer than two pairs of hands.
        high: upper end of the same interval; None for fewer than two pairs of hands.
        button: `mbb` over the hands in which the agent was on the button in a match; in other
            measurements, over those in which its opponent was.
        big_blind: `mbb` over the other hands.
    """

    measure: str
    opponent: str | None
    hands: int
    mbb: float
    low: float | None
    high: float | None
    button: float
    big_blind: float


@dataclass(frozen=True)
class AgentEvaluationReport:
    """The measurements of an agent.

    Attributes:
        agent: name of the agent.
        stack: stack of each player, in big blinds.
        seed: seed of all cards and random numbers.
        results: the measurements.
    """

    agent: str
    stack: float
    seed: int
    results: tuple[MeasurementReport, ...]


def agent_evaluation_report(result: AgentEvaluation) -> AgentEvaluationReport:
    """Build the report of an evaluation.

    Example:
        >>> from handsight.arena import evaluate_agent
        >>> report = agent_evaluation_report(evaluate_agent("fold", ["min-raise"], hands=20))
        >>> report.agent, [each.mbb for each in report.results]
        ('fold', [-750.0, -750.0])
    """
    spec = result.spec
    rows = tuple(MeasurementReport(**row) for row in result.rows())
    return AgentEvaluationReport(spec.name, spec.stack / spec.rules.big_blind, spec.seed, rows)


def agent_evaluation_table(report: AgentEvaluationReport) -> TextTable:
    """Build the table of an evaluation: a row for each measurement."""
    rows = [
        (
            each.measure if each.opponent is None else f"{each.measure} against {each.opponent}",
            f"{each.hands:,}",
            f"{each.mbb:+,.0f}",
            "" if each.low is None else f"{each.low:+,.0f}",
            "" if each.high is None else f"{each.high:+,.0f}",
        )
        for each in report.results
    ]
    heads = (report.agent, "hands", "mbb/hand", "from", "to")
    return TextTable(f"{report.agent} at {report.stack:g} big blinds", heads, rows, texts=(0,))
