"""The value of a hand of five to seven cards, as a report and as a line of text."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.cards import Card
from handsight.ranking import Evaluation, share_beaten
from handsight.views.report import report_of


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The value of a hand of five to seven cards.

    Attributes:
        strength: rank among all five-card hands, from 0 (7-5-4-3-2 of several suits) to 7461 (royal
            flush).
        category: category of the hand, such as ``"full_house"``.
        name: name of the hand in words.
        best_five: the five cards that make the hand.
        beats_share_of_five_card_hands: share of all five-card hands that the hand beats, 0..1,
            counting ties as half.
    """

    strength: int
    category: str
    name: str
    best_five: tuple[Card, ...]
    beats_share_of_five_card_hands: float


def evaluation_report(evaluation: Evaluation) -> EvaluationReport:
    """Build the report of a hand's value.

    Example:
        >>> from handsight.ranking import evaluate
        >>> evaluation_report(evaluate("AhKhQhJhTh")).name
        'royal flush'
    """
    beaten = share_beaten(evaluation.strength)
    return report_of(EvaluationReport, evaluation, beats_share_of_five_card_hands=beaten)


def evaluation_text(evaluation: EvaluationReport) -> str:
    """Describe a hand's value in one line.

    Example:
        >>> from handsight.ranking import evaluate
        >>> evaluation_text(evaluation_report(evaluate("AhKhQhJhTh")))
        'royal flush (AhKhQhJhTh): strength 7461 of 7461, beats 100.0% of all five-card hands'
    """
    five = "".join(map(str, evaluation.best_five))
    strength = f"strength {evaluation.strength} of 7461, {beaten_text(evaluation)}"
    return f"{evaluation.name} ({five}): {strength}"


def beaten_text(evaluation: EvaluationReport) -> str:
    """Describe what share of all five-card hands a hand beats, counting ties as half.

    Example:
        >>> from handsight.ranking import evaluate
        >>> beaten_text(evaluation_report(evaluate("AsKdQhJc9s")))
        'beats 50.1% of all five-card hands'
    """
    return f"beats {evaluation.beats_share_of_five_card_hands:.1%} of all five-card hands"
