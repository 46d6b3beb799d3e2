"""Drill stores: files with every answer in a person's drills, and with mistakes to repeat."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from handsight.coach.drill.answers import DrillAnswer, Mistake
from handsight.coach.drill.schedule import Repetition, repetitions
from handsight.errors import OptionError
from handsight.runtime.database import CheckedTable, Database, DatabaseKind, OpenStore

KIND = DatabaseKind(
    name="store of drills",
    application=0x48535044,
    version=1,
    tables={"answers": "INTEGER", "mistakes": "TEXT"},
    error=OptionError,
    missing="there is no store {path}; handsight drill makes one with the first answer",
    remedy="move it away; handsight drill makes a new one",
)
"""The format of a drill store: answers by number, and mistakes made outside drills by key."""


class DrillStore(OpenStore):
    """Every answer in a person's drills, and mistakes made outside drills, in an SQLite file.

    Args:
        path: the path of the file.
        create: whether to create the file if it does not exist.

    Raises:
        OptionError: if the file is missing and ``create`` is false, or if the file is not a drill
            store or has another version.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     with DrillStore(Path(folder, "drill.db"), create=True) as store:
        ...         answer = DrillAnswer(0, "outs", "turn", "outs ...", "8", False, None)
        ...         store.add(answer)
        ...         print([each.key for each in store.due(now=600)], store.due(now=599))
        ['outs ...'] []
    """

    def __init__(self, path: Path | str, *, create: bool = False) -> None:
        self.path = Path(path)
        self._database = Database(self.path, KIND, create=create)
        self._answers = CheckedTable[int](self._database, "answers", lambda key: f"answer {key}")
        self._mistakes = CheckedTable[str](self._database, "mistakes", lambda key: f"mistake {key}")
        if create:
            try:
                self._database.set_up()
            except BaseException:
                self._database.close()
                raise

    def add(self, answer: DrillAnswer) -> None:
        """Store an answer.

        Raises:
            OptionError: if the store is damaged or cannot be written.
        """
        with self._database.transaction():
            number = self._answers.size
            self._answers.insert([(number, json.dumps(asdict(answer)).encode())])

    def add_mistakes(self, mistakes: Iterable[Mistake]) -> int:
        """Store mistakes made outside drills, so that their questions come back.

        A mistake whose key is already among the stored mistakes is left out.

        Returns:
            The number of new mistakes.

        Raises:
            OptionError: if the store is damaged or cannot be written.
        """
        with self._database.transaction():
            known = set(self._mistakes.keys())
            new = {each.key: each for each in mistakes if each.key not in known}
            rows = ((key, json.dumps(asdict(each)).encode()) for key, each in new.items())
            self._mistakes.insert(rows)
        return len(new)

    def answers(self) -> list[DrillAnswer]:
        """Return all answers, in the order in which they were given.

        Raises:
            OptionError: if the store is damaged.
        """
        found = []
        for number, held in self._answers.rows():
            with self._database.reading(f"answer {number}"):
                found.append(DrillAnswer(**json.loads(held)))
        return found

    def mistakes(self) -> list[Mistake]:
        """Return the mistakes made outside drills, the costliest first.

        Raises:
            OptionError: if the store is damaged.
        """
        found = []
        for key, held in self._mistakes.rows():
            with self._database.reading(f"mistake {key}"):
                found.append(Mistake(**json.loads(held)))
        return sorted(found, key=lambda each: (-(each.lost or 0), each.time, each.key))

    def repetitions(self) -> list[Repetition]:
        """Return all questions that come back, in the order in which they are due."""
        mistakes = {each.key: each.time for each in self.mistakes()}
        return repetitions(self.answers(), mistakes)

    def due(self, now: float, drill: str = "") -> list[Repetition]:
        """Return the questions that are due.

        Mistakes made outside drills that have not been asked yet come last, the costliest first;
        the others come in the order in which they became due.

        Args:
            now: the time, in seconds since 1970.
            drill: limits the result to questions that were last asked in a drill of this spot;
                empty for all questions.
        """
        answers, mistakes = self.answers(), self.mistakes()
        drills = {each.key: each.drill for each in answers}
        listed = {
            each.key: each
            for each in repetitions(answers, {each.key: each.time for each in mistakes})
            if each.due <= now and drill in ("", drills.get(each.key, ""))
        }
        new = [each.key for each in mistakes if each.key not in drills]
        return [
            *(each for key, each in listed.items() if key in drills),
            *(listed[key] for key in new if key in listed),
        ]
