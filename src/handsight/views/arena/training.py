"""The training of a blueprint or a policy, as a report, as text and as a table of its strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.blueprint import Blueprint, Training
    from handsight.learning import LearnedPolicy, PolicyTraining
    from handsight.multiway import TableBlueprint, TableTraining


@dataclass(frozen=True)
class CurveReport:
    """The result of a blueprint, as it was after some number of deals, against its final version.

    Attributes:
        deals: number of deals from which the earlier version had learned.
        mbb_per_hand: winnings of the earlier version from the final one, in thousandths of a big
            blind per hand.
        standard_error: standard error of `mbb_per_hand`.
    """

    deals: int
    mbb_per_hand: float
    standard_error: float


@dataclass(frozen=True)
class TrainingReport:
    """The result of training a blueprint.

    Attributes:
        seed: seed of the deals.
        stack: stack of each player, in big blinds.
        nodes: number of nodes of the betting tree.
        numbers: number of values that make up the strategy.
        buckets: number of buckets on each street.
        rounds: number of rounds in all training runs.
        deals: number of deals in all training runs.
        seconds: duration of this training run in seconds.
        file: file to which the blueprint was written.
        curve: results of earlier versions of the blueprint against its final version.
    """

    stack: int
    nodes: int
    numbers: int
    buckets: tuple[int, int, int, int]
    seed: int
    rounds: int
    deals: int
    seconds: float
    file: str
    curve: tuple[CurveReport, ...]

    @classmethod
    def of(
        cls, blueprint: Blueprint, training: Training, file: str, seconds: float
    ) -> TrainingReport:
        """Build the report of a training run.

        Args:
            blueprint: the blueprint that was trained.
            training: the training after the run.
            file: file to which the blueprint was written.
            seconds: duration of this training run in seconds.
        """
        return cls(
            blueprint.betting.stack,
            blueprint.betting.tree.node_count,
            len(blueprint.strategy),
            blueprint.buckets.counts,
            training.seed,
            training.rounds,
            blueprint.deals,
            seconds,
            file,
            tuple(CurveReport(*point) for point in blueprint.curve),
        )


def training_text(report: TrainingReport) -> str:
    """Describe a trained blueprint and its training in three lines."""
    rounds = f"{report.rounds:,} round{'s' * (report.rounds != 1)}"
    return (
        f"{report.stack} big blinds, {report.nodes:,} nodes, {report.numbers:,} numbers.\n"
        f"{report.deals:,} deals in {rounds}; {report.seconds:.0f} s in this run.\n"
        f"Kept in {report.file!r}; the agent 'blueprint:file={report.file}' plays by it."
    )


def curve_table(report: TrainingReport) -> TextTable:
    """Build the table of the results of a blueprint's earlier versions against its final one."""
    rows = [
        [f"{point.deals:,}", f"{point.mbb_per_hand:+.1f}", f"{point.standard_error:.1f}"]
        for point in report.curve
    ]
    heads = ("after deals", "mbb/hand against now", "standard error")
    return TextTable("Strength on the way", heads, rows, texts=())


@dataclass(frozen=True)
class TableTrainingReport:
    """The result of training a blueprint for three or more players.

    Attributes:
        seed: seed of the deals.
        players: number of players.
        stack: stack of each player, in big blinds.
        decisions: number of decisions in the betting tree; a compact blueprint has no shares for
            rare ones before the flop.
        lines: number of preflop lines of actions that reach the flop.
        pots: number of strategies from the flop on, each of which one or more of these lines use.
        numbers: number of values that make up the strategy.
        buckets: number of buckets on each street.
        rounds: number of rounds in all training runs.
        deals: number of deals in all training runs.
        seconds: duration of this training run in seconds.
        file: file to which the blueprint was written.
    """

    players: int
    stack: int
    decisions: int
    lines: int
    pots: int
    numbers: int
    buckets: tuple[int, int, int, int]
    seed: int
    rounds: int
    deals: int
    seconds: float
    file: str

    @classmethod
    def of(
        cls, blueprint: TableBlueprint, training: TableTraining, file: str, seconds: float
    ) -> TableTrainingReport:
        """Build the report of a training run.

        Args:
            blueprint: the blueprint that was trained.
            training: the training after the run.
            file: file to which the blueprint was written.
            seconds: duration of this training run in seconds.
        """
        tree = blueprint.tree
        return cls(
            blueprint.betting.players,
            blueprint.betting.stack,
            tree.decisions,
            len(tree.entries),
            len(tree.pots),
            len(blueprint.strategy),
            blueprint.buckets.counts,
            training.seed,
            training.rounds,
            blueprint.deals,
            seconds,
            file,
        )


def table_training_text(report: TableTrainingReport) -> str:
    """Describe a trained blueprint for three or more players in four lines."""
    rounds = f"{report.rounds:,} round{'s' * (report.rounds != 1)}"
    return (
        f"{report.players} players, {report.stack} big blinds, {report.numbers:,} numbers.\n"
        f"{report.lines:,} lines to the flop share {report.pots:,} strategies after it; "
        f"{report.decisions:,} decisions.\n"
        f"{report.deals:,} deals in {rounds}; {report.seconds:.0f} s in this run.\n"
        f"Kept in {report.file!r}; the agent 'blueprint:table={report.file}' plays by it."
    )


@dataclass(frozen=True)
class PolicyPointReport:
    """The result of a policy, as it was after some number of hands, against one opponent.

    Attributes:
        hands: number of hands from which the policy had learned.
        opponent: ``"now"`` for the policy at the time of the measurement, ``"call"`` for an
            opponent who always calls, or ``"random"``.
        mbb_per_hand: the policy's winnings in thousandths of a big blind per hand and seat that it
            plays.
        standard_error: standard error of `mbb_per_hand`.
    """

    hands: int
    opponent: str
    mbb_per_hand: float
    standard_error: float


@dataclass(frozen=True)
class PolicyReport:
    """The result of training a policy.

    Attributes:
        seed: seed of the deals.
        seats: number of players at the table.
        stack: stack of each player, in big blinds.
        choices: the actions among which the policy chooses, as text.
        numbers: number of parameters of the network: its weights and biases.
        rounds: number of rounds in all training runs.
        hands: number of hands in all training runs.
        seconds: duration of this training run in seconds.
        file: file to which the policy was written.
        curve: results of the policy in the course of its training.
    """

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
        """Build the report of a training run.

        Args:
            policy: the policy that was trained.
            training: the training after the run.
            file: file to which the policy was written.
            seconds: duration of this training run in seconds.
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
    """Describe a trained policy and its training in three lines."""
    rounds = f"{report.rounds:,} round{'s' * (report.rounds != 1)}"
    return (
        f"{report.seats} players with {report.stack} big blinds, choices {report.choices}; "
        f"{report.numbers:,} numbers.\n"
        f"{report.hands:,} hands in {rounds}; {report.seconds:.0f} s in this run.\n"
        f"Kept in {report.file!r}; the agent 'learned:{report.file}' plays by it."
    )


def policy_curve_table(report: PolicyReport) -> TextTable:
    """Build the table of a policy's results in training, with a column for each opponent."""
    opponents = list(dict.fromkeys(point.opponent for point in report.curve))
    rows: dict[int, list[str]] = {}
    for point in report.curve:
        cell = f"{point.mbb_per_hand:+,.0f} ± {point.standard_error:,.0f}"
        rows.setdefault(point.hands, [f"{point.hands:,}"]).append(cell)
    heads = ("after hands", *(f"against {opponent}" for opponent in opponents))
    title = "Winnings during the training, in mbb/hand, with their standard errors"
    return TextTable(title, heads, list(rows.values()), texts=())
