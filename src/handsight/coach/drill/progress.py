"""A person's progress in drills: right answers and losses by kind of question and of spot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from handsight.runtime.statistics import mean_interval, wilson

if TYPE_CHECKING:
    from handsight.coach.drill.answers import DrillAnswer
    from handsight.coach.drill.schedule import Repetition


@dataclass(frozen=True)
class DrillProgress:
    """How well a person answers one kind of question, or one kind of spot in it.

    Attributes:
        kind: the name of the kind of question.
        spot: the kind of spot; empty for all spots of the kind of question together.
        answers: the number of answers.
        right: the number of right answers.
        share: the share of right answers, 0 to 1.
        share_low: the lower end of Wilson's 95% interval of this share.
        share_high: its upper end.
        lost: big blinds that an answer loses on average, over the answers whose loss is known; None
            if there are none.
        lost_low: the lower end of Student's 95% interval of this mean, at least 0; None with fewer
            than two such answers.
        lost_high: its upper end.
        waiting: the number of questions that come back, now or later; 0 for a single kind of spot.
    """

    kind: str
    spot: str
    answers: int
    right: int
    share: float
    share_low: float
    share_high: float
    lost: float | None
    lost_low: float | None
    lost_high: float | None
    waiting: int = 0


def progress_of(
    answers: Iterable[DrillAnswer], repetitions: Iterable[Repetition] = ()
) -> tuple[DrillProgress, ...]:
    """Return the progress in each kind of question, followed by that in each of its spots.

    Args:
        answers: the answers.
        repetitions: the questions that come back.
    """
    groups: dict[tuple[str, str], list[DrillAnswer]] = {}
    for each in answers:
        for spot in ("", each.spot):
            groups.setdefault((each.kind, spot), []).append(each)
    waiting = [each.key.partition(" ")[0] for each in repetitions]
    return tuple(
        _progress(kind, spot, groups[kind, spot], 0 if spot else waiting.count(kind))
        for kind, spot in sorted(groups)
    )


def _progress(kind: str, spot: str, answers: list[DrillAnswer], waiting: int) -> DrillProgress:
    right = sum(each.right for each in answers)
    losses = [each.lost for each in answers if each.lost is not None]
    lost = fsum(losses) / len(losses) if losses else None
    low, high = (None, None)
    if len(losses) > 1:
        ends = mean_interval(losses)
        low, high = max(ends[0], 0.0), ends[1]
    share = wilson(right, len(answers))
    return DrillProgress(
        *(kind, spot, len(answers), right, right / len(answers), *share, lost, low, high, waiting)
    )
