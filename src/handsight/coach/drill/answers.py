"""Answers in drills, and mistakes made outside drills, as records to store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handsight.coach.drill.question import Feedback, Question


@dataclass(frozen=True)
class DrillAnswer:
    """An answer in a drill.

    Attributes:
        time: when it was given, in seconds since 1970.
        kind: the name of the kind of question.
        spot: the kind of spot, from `Question.spot`.
        key: the key of the question.
        answer: the answer as it was understood.
        right: whether it was right.
        lost: big blinds that it lost compared with the best answer; None if unknown, or if the
            answer was a number.
        drill: the spot to which the drill was limited; empty for a drill of all spots.
    """

    time: float
    kind: str
    spot: str
    key: str
    answer: str
    right: bool
    lost: float | None
    drill: str = ""

    @classmethod
    def of(
        cls, question: Question, feedback: Feedback, time: float, drill: str = ""
    ) -> DrillAnswer:
        """Return the record of an answer to a question.

        Args:
            question: the question.
            feedback: the feedback on the answer.
            time: when the answer was given, in seconds since 1970.
            drill: the spot to which the drill was limited; empty for a drill of all spots.
        """
        return cls(
            *(time, question.kind, question.spot, question.key),
            *(feedback.answer, feedback.right, feedback.lost, drill),
        )


@dataclass(frozen=True)
class Mistake:
    """A mistake made outside drills, such as a costly decision in a hand that was played.

    Attributes:
        key: the key of the question, as returned by `decision_key`.
        time: the time from which the question is due, in seconds since 1970.
        lost: big blinds that the mistake cost; None if unknown.
    """

    key: str
    time: float
    lost: float | None = None
