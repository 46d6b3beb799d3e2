"""The base class of kinds of questions, and the table to which a drill is limited."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from handsight.charts.chart import PLAYERS
from handsight.errors import OptionError
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from handsight.coach.drill.question import Feedback, Question

STACK = 100
"""Default stack in big blinds."""


Stopped: TypeAlias = "Callable[[], bool]"
"""A function that returns whether to stop a computation."""


def never() -> bool:
    """Return False, so that a computation runs to its end."""
    return False


@dataclass(frozen=True)
class DrillTable:
    """The table and the spot to which a drill is limited.

    Attributes:
        players: number of players at the table, 2 to 9.
        stack: stack of each player before the hand in big blinds, 1 to 1,000; None for the default:
            100, or a random one from 3 to 20 for push or fold.
        spot: the name of one spot, either of a chart, such as ``BTN open``, or on the flop, such as
            ``BTN vs BB, 3bet``; empty for all spots.

    Raises:
        OptionError: if the number of players or the stack is out of bounds.
    """

    players: int = PLAYERS
    stack: int | None = None
    spot: str = ""

    def __post_init__(self) -> None:
        if not is_whole(self.players, range(2, 10)):
            raise OptionError(f"players is {self.players!r}; it must be from 2 to 9")
        if self.stack is not None and not is_whole(self.stack, range(1, 1001)):
            raise OptionError(f"stack is {self.stack!r}; it must be from 1 to 1,000 big blinds")


class DrillKind(ABC):
    """A kind of question.

    Attributes:
        name: the name of the kind, with which the keys of its questions begin.
        summary: what its questions ask, in a few words.
    """

    name: str
    summary: str

    @abstractmethod
    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a random question.

        Args:
            table: the table and the spot to which the drill is limited.
            seed: selects the question.

        Raises:
            OptionError: if there is no strategy for the table.
            InputError: if the table's spot cannot be read.
        """

    @abstractmethod
    def make(self, details: str) -> Question:
        """Make a question again.

        Args:
            details: the question's key without the name of its kind.

        Raises:
            InputError: if the details cannot be read, or the strategy no longer has the spot.
            OptionError: if there is no strategy for the table.
        """

    @abstractmethod
    def judge(self, question: Question, answer: str) -> Feedback:
        """Return the feedback on an answer.

        Args:
            question: a question of this kind.
            answer: what the person typed.

        Raises:
            InputError: if the answer cannot be understood.
        """

    def prepare(self, question: Question, stopped: Stopped = never) -> None:  # noqa: B027
        """Compute in advance what `judge` needs, so that it returns at once.

        The default does nothing, as for kinds whose answers need no long computation.

        Args:
            question: a question of this kind.
            stopped: returns whether to stop, because the result is no longer wanted.
        """

    def key(self, details: str) -> str:
        """Return the key of a question with these details."""
        return f"{self.name} {details}"


class Draws:
    """Random draws that depend only on a seed.

    Args:
        seed: the seed.
        path: whole numbers that select one of the independent streams of the seed.

    Example:
        >>> Draws(7).below(52) == Draws(7).below(52)
        True
    """

    def __init__(self, seed: int, *path: int) -> None:
        source = np.random.SeedSequence(checked_seed(seed), spawn_key=path)
        self._generator = np.random.Generator(np.random.PCG64(source))

    def share(self) -> float:
        """Draw a number from 0 up to, but not including, 1."""
        return float(self._generator.random())

    def below(self, count: int) -> int:
        """Draw a whole number from 0 to ``count`` - 1."""
        return int(self.share() * count)

    def weighted(self, weights: Sequence[float]) -> int:
        """Draw an index with probability proportional to its weight; not all weights may be 0."""
        sums = np.cumsum(weights)
        place = int(np.searchsorted(sums, self.share() * sums[-1], side="right"))
        return min(place, int(np.flatnonzero(weights)[-1]))
