"""Reports of tables of the papers that were measured again, and of a tested opponent model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict


class ReproducedRow(TypedDict):
    """A row of a table, which can have further keys; they depend on the table.

    Attributes:
        name: name of the row.
        printed: what the source prints: a number, or several by name; None if it prints none.
        measured: our number, or several by name.
    """

    name: str
    printed: Any
    measured: Any


class ReproducedFinding(TypedDict):
    """A claim of the source, and whether the figures support it.

    Attributes:
        claim: the claim in a few words.
        holds: whether it holds; None if the figures do not decide.
        figures: the figures that decide it, in words.
    """

    claim: str
    holds: bool | None
    figures: str


@dataclass(frozen=True)
class ReproductionReport:
    """A table of the papers beside our own measurement; see `handsight.papers.reproduction`.

    Attributes:
        table: name of the table, such as ``"counts"``.
        title: title of the table.
        place: where the table is printed, and how it was reproduced.
        trials: number of passes, hands, pairs, matches, flops or spots, depending on the table;
            None if there is none.
        seed: seed of random draws; None if nothing was drawn at random.
        rows: the rows of the table.
        remarks: conclusions from the figures, one sentence each.
        findings: claims, and whether the figures support them.
        machine: properties of the machine that measured, by name, such as ``"processor"``.
    """

    table: str
    title: str
    place: str
    trials: int | None
    seed: int | None
    rows: list[ReproducedRow]
    remarks: list[str]
    findings: list[ReproducedFinding]
    machine: dict[str, str]


class ReliabilityBin(TypedDict):
    """Claims of similar probability.

    Attributes:
        claimed: mean of the claimed probabilities, 0..1.
        true: share of the claims that came true, 0..1.
        number: number of claims.
    """

    claimed: float
    true: float
    number: int


@dataclass(frozen=True)
class RangeModelReport:
    """A test of the opponent model on recorded hands; see `handsight.papers.range_model`.

    Attributes:
        table: ``"range-model"``.
        likelihood: name of the likelihood that was tested.
        hands: number of hands.
        sessions: number of sessions that the hands are from.
        folds: number of parts into which the sessions were divided; each is tested with a model
            that was fitted to the others.
        seed: seed of the division into parts.
        unit: unit of the gains, in words.
        gain_bits: mean gain in bits, by street, then by group of players or actions.
        intervals: ends of the 95% interval of each gain, in bits.
        players: number of players that each gain is the mean of.
        reliability_error: the larger of the reliability errors, 0..1.
        reliability_errors: mean distance between claimed and true shares, 0..1, for ``ranges`` and
            ``actions``.
        reliability: claims by their probability, for ``ranges`` and ``actions``.
        log_loss: mean log loss of an action in bits, for ``model`` and the base rates, ``base``.
        log_loss_by_street: the same for each street.
        machine: properties of the machine that measured, by name, such as ``"processor"``.
    """

    table: str
    likelihood: str
    hands: int
    sessions: int
    folds: int
    seed: int
    unit: str
    gain_bits: dict[str, dict[str, float]]
    intervals: dict[str, dict[str, list[float]]]
    players: dict[str, dict[str, int]]
    reliability_error: float
    reliability_errors: dict[str, float]
    reliability: dict[str, list[ReliabilityBin]]
    log_loss: dict[str, float]
    log_loss_by_street: dict[str, dict[str, float]]
    machine: dict[str, str]
