"""Drills that the server keeps between requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from handsight.coach.drill import Drill, DrillStore
from handsight.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handsight.coach.drill import DrillTable, Feedback, Question


class KeptDrill:
    """A drill of a person, between requests.

    Args:
        kinds: names of the kinds of questions; if empty, those about decisions in whole hands.
        table: the table and the spot to which the drill is limited.
        seed: selects the questions.
        path: drill store for the answers; None to keep no answers.
        only_due: whether to ask only questions that are due.
        first: key of the first question, whether or not it is due; empty for any.

    Raises:
        InputError: if there is no such kind or spot, or the spot fits none of the kinds.
        OptionError: if the file is not a store of drills, or there is no strategy for the table.
    """

    def __init__(
        self,
        kinds: Sequence[str],
        table: DrillTable,
        seed: int,
        path: Path | None,
        *,
        only_due: bool = False,
        first: str = "",
    ) -> None:
        self._path, self._first, self._lock = path, first, Lock()
        self._asked: Question | None = None
        self._drill = Drill(kinds, table, seed, only_due=only_due)

    @property
    def is_busy(self) -> bool:
        """Whether a question or an answer is being computed."""
        return self._lock.locked()

    def close(self) -> None:
        """Stop the work on the next questions."""
        self._drill.close()

    def next(self) -> Question | None:
        """Return the next question; None if none is due and the drill deals no new ones.

        Raises:
            InputError: if no question can be dealt, or the first question's key cannot be read.
            OptionError: if the store is damaged, or there is no strategy for the table.
        """
        with self._lock, self._store():
            first, self._first = self._first, ""
            self._asked = self._drill.ask(first) if first else self._drill.next()
            return self._asked

    def answer(self, key: str, answer: str) -> Feedback:
        """Return the feedback on an answer to the question that was asked last, and store it.

        Args:
            key: key of the question.
            answer: what the person typed.

        Raises:
            InputError: if the answer cannot be understood, or another question was asked last.
            OptionError: if the store is damaged or cannot be written.
        """
        with self._lock, self._store():
            if self._asked is None or self._asked.key != key:
                raise InputError("this question is not the one to answer; ask for the next one")
            feedback = self._drill.answer(self._asked, answer)
            self._asked = None
            return feedback

    @contextmanager
    def _store(self) -> Iterator[None]:
        """Open the drill store in this thread, and let the drill use it."""
        if self._path is None:
            yield
            return
        with opened_store(self._path) as store:
            self._drill.store = store
            try:
                yield
            finally:
                self._drill.store = None


def opened_store(path: Path) -> DrillStore:
    """Open a drill store, which is created if it does not exist.

    Raises:
        OptionError: if the file is not a store of drills, or cannot be created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    return DrillStore(path, create=True)
