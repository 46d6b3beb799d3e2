"""Spaced repetition: when a question that was answered wrongly comes back.

Questions are in boxes, as S. Leitner describes them in "So lernt man lernen", 1972. A wrong answer
puts a question into the first box; a right answer to a question that is due moves it to the next
box, which has a longer wait. A right answer in the last box ends the repetitions. Questions that
were never answered wrongly are in no box.

Schedules with an ease for each question, such as SM-2, adapt to grades from 0 to 5. Here, answers
are only right or wrong, so there is nothing to adapt an ease to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from handsight.coach.drill.answers import DrillAnswer

MINUTE, DAY = 60, 86_400

WAITS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY)
"""Seconds until a question comes back, one for each box. From the third box on, each wait is
two to three times as long as the one before."""


class Repetition(NamedTuple):
    """A question that comes back.

    Attributes:
        due: the time from which it is due, in seconds since 1970.
        key: the key of the question.
        box: the number of its box, an index of `WAITS`.
    """

    due: float
    key: str
    box: int


def repetitions(
    answers: Iterable[DrillAnswer], mistakes: Mapping[str, float] | None = None
) -> list[Repetition]:
    """Return the questions that come back, in the order in which they are due.

    Args:
        answers: all answers, in the order in which they were given.
        mistakes: {key: time} of mistakes made outside drills, such as in played hands; each starts
            in the first box, and is due at this time. None for no such mistakes.
    """
    found = {key: Repetition(time, key, 0) for key, time in (mistakes or {}).items()}
    for answer in answers:
        held = found.get(answer.key)
        if not answer.right:
            found[answer.key] = Repetition(answer.time + WAITS[0], answer.key, 0)
        elif held is not None and answer.time >= held.due:
            box = held.box + 1
            if box == len(WAITS):
                del found[answer.key]
            else:
                found[answer.key] = Repetition(answer.time + WAITS[box], answer.key, box)
    return sorted(found.values())
