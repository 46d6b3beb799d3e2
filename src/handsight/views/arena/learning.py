"""The training of a policy as text: what was learnt, and how strong it was on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.learning import LearnedPolicy, PolicyTraining


@dataclass(frozen=True)
class PolicyPointReport:
    """How strong a policy was after some hands, against an opponent."""

    hands: int
    opponent: str
    mbb_per_hand: float
    standard_error: float


@dataclass(frozen=True)
class PolicyReport:
    """A policy that was trained."""

    seats: int
    stack: int
    choices: str
    numbers: int
    seed: int
    rounds: int
    hands: int
    seconds: float
    file: str
    curve: tuple[PolicyPointReport, ...]

    @classmethod
    def of(
        cls, policy: LearnedPolicy, training: PolicyTraining, file: str, seconds: float
    ) -> PolicyReport:
        """Make the report.

        Args:
            file: that the policy was written to.
            seconds: that this run of the training took.
        """
        return cls(
            policy.game.seats,
            policy.game.stack,
            policy.game.choices,
            policy.network.vector.size,
            training.seed,
            training.rounds,
            policy.hands,
            seconds,
            file,
            tuple(PolicyPointReport(*point) for point in policy.curve),
        )


def policy_text(report: PolicyReport) -> str:
    """Say in sentences what was trained."""
    rounds = f"{report.rounds:,} round{'s' * (report.rounds != 1)}"
    return (
        f"{report.seats} players with {report.stack} big blinds, choices {report.choices}; "
        f"{report.numbers:,} numbers.\n"
        f"{report.hands:,} hands in {rounds}; {report.seconds:.0f} s in this run.\n"
        f"Kept in {report.file!r}; the agent 'learned:{report.file}' plays by it."
    )


def policy_curve_table(report: PolicyReport) -> TextTable:
    """Show how strong a policy was on the way: a column for each opponent."""
    opponents = list(dict.fromkeys(point.opponent for point in report.curve))
    rows: dict[int, list[str]] = {}
    for point in report.curve:
        cell = f"{point.mbb_per_hand:+,.0f} ± {point.standard_error:,.0f}"
        rows.setdefault(point.hands, [f"{point.hands:,}"]).append(cell)
    heads = ("after hands", *(f"against {opponent}" for opponent in opponents))
    title = "Won on the way, mbb a hand with its standard error"
    return TextTable(title, heads, list(rows.values()), texts=())
