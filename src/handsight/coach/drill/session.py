"""A drill: it chooses questions, takes answers, and prepares the next question meanwhile."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from threading import Event
from time import time
from typing import TYPE_CHECKING

from handsight.coach.drill.answers import DrillAnswer
from handsight.coach.drill.dealing import is_postflop
from handsight.coach.drill.kind import Draws, DrillTable
from handsight.coach.drill.kinds import kind_of, question_of
from handsight.coach.drill.postflop import STREETS
from handsight.errors import InputError
from handsight.runtime.closing import Closing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from handsight.coach.drill.question import Feedback, Question
    from handsight.coach.drill.store import DrillStore

PLAYED = ("preflop", *STREETS)
"""The kinds of questions about decisions in whole hands."""


class Drill(Closing):
    """A drill of one person.

    Questions that are due come first; then new ones are dealt. While the person thinks, a thread
    computes what the feedback needs, and then deals and prepares the next new question.

    Args:
        kinds: names of the kinds of questions, from which one is drawn for each new question; if
            empty, those about decisions in whole hands. With a spot, only those that fit it.
        table: the table and the spot to which the drill is limited.
        seed: selects the questions.
        store: keeps the answers and brings mistakes back; None for a drill without a store.
        only_due: whether to deal no new questions.
        clock: returns the time in seconds since 1970.

    Raises:
        InputError: if there is no such kind, or the spot's name cannot be read or fits none of the
            kinds.
        OptionError: if there is no strategy for the table.

    Example:
        >>> with Drill(["pot-odds"], seed=3) as drill:
        ...     question = drill.next()
        ...     print(question.line, question.ask)
        ...     print(drill.answer(question, "25").best)
        ('a bet of 17 bb into 28 bb',) What equity does a call need, in per cent?
        27.4%
    """

    def __init__(
        self,
        kinds: Sequence[str] = (),
        table: DrillTable | None = None,
        seed: int = 0,
        store: DrillStore | None = None,
        *,
        only_due: bool = False,
        clock: Callable[[], float] = time,
    ) -> None:
        self.table = DrillTable() if table is None else table
        self.kinds = _kinds_for(self.table, kinds)
        self.seed, self.store, self.only_due, self.clock = seed, store, only_due, clock
        self._numbers, self._closed = count(), Event()
        self._pool = ThreadPoolExecutor(1, "handsight-drill")
        self._ahead: Future[Question] | None = None
        self._skipped: set[str] = set()

    def next(self) -> Question | None:
        """Return the next question; None if none is due and the drill deals no new ones.

        Raises:
            InputError: if no new question can be dealt.
            OptionError: if the store is damaged, or there is no strategy for the table.
        """
        question = self._due()
        if question is not None:
            self._pool.submit(self._prepare, question)
        elif self.only_due:
            return None
        else:
            ahead = self._ahead or self._pool.submit(self._deal)
            self._ahead = None
            question = ahead.result()
            self._pool.submit(self._prepare, question)
        self._look_ahead()
        return question

    def ask(self, key: str) -> Question:
        """Return the question with this key, whether or not it is due.

        Raises:
            InputError: if the key cannot be read, or the strategy no longer has the spot.
            OptionError: if there is no strategy for the table.
        """
        question = question_of(key)
        self._pool.submit(self._prepare, question)
        self._look_ahead()
        return question

    def _look_ahead(self) -> None:
        """Start to deal and prepare the next new question."""
        if self._ahead is None and not self.only_due:
            self._ahead = self._pool.submit(self._deal)
            self._pool.submit(self._prepare_dealt, self._ahead)

    def answer(self, question: Question, answer: str) -> Feedback:
        """Return the feedback on an answer, and store the answer.

        Raises:
            InputError: if the answer cannot be understood; it is then not stored.
            OptionError: if the store is damaged or cannot be written.
        """
        feedback = kind_of(question.kind).judge(question, answer)
        if self.store is not None:
            given = DrillAnswer.of(question, feedback, self.clock(), self.table.spot)
            self.store.add(given)
        return feedback

    def _due(self) -> Question | None:
        """Return the first question that is due and fits the drill.

        A question that can no longer be made, such as after a change of strategy, is skipped.
        """
        if self.store is None:
            return None
        for each in self.store.due(self.clock(), self.table.spot):
            if each.key in self._skipped or each.key.split()[0] not in self.kinds:
                continue
            try:
                return question_of(each.key)
            except InputError:
                self._skipped.add(each.key)
        return None

    def _deal(self) -> Question:
        number = next(self._numbers)
        draws = Draws(self.seed, number)
        kind = kind_of(self.kinds[draws.below(len(self.kinds))])
        return kind.draw(self.table, draws.below(2**53))

    def _prepare_dealt(self, dealt: Future[Question]) -> None:
        self._prepare(dealt.result())

    def _prepare(self, question: Question) -> None:
        kind_of(question.kind).prepare(question, self._closed.is_set)

    def close(self) -> None:
        """Stop the thread and the work in progress."""
        self._closed.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _kinds_for(table: DrillTable, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds of questions in a drill; with a spot, only those that fit it."""
    chosen = tuple(kind_of(name).name for name in kinds) or PLAYED
    if not table.spot:
        return chosen
    meant = STREETS if is_postflop(table) else (PLAYED[0],)
    fitting = tuple(name for name in chosen if name in meant)
    if not fitting:
        names = " or ".join(meant)
        raise InputError(f"{table.spot!r} is about the {names}, not {', '.join(chosen)}")
    return fitting
