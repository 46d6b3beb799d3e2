"""The interface of all hand evaluators (ours, the published ones and yours), and a lookup by name.

Each evaluator's module is imported on first use.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from handsight.cards import CardsLike, parse_cards, require_count
from handsight.errors import CardCountError, OptionError
from handsight.runtime.chunks import Progress
from handsight.runtime.suggestions import did_you_mean
from handsight.runtime.tables import TableFile, clear_table, is_built, open_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Evaluator(ABC):
    """The base class of evaluators, which assign a value to a hand.

    Values are native: each evaluator has its own scale, on which either larger or smaller values
    are better. `to_strength` converts a native value to a strength, 0..7461.

    Attributes:
        name: the name to pass to `evaluator`.
        cards: the numbers of cards that a hand can have: one or more of 5, 6 and 7.
        source: who published the evaluator, and where.
        sound: whether the evaluator orders hands as the rules do. False marks an evaluator that is
            included for comparison only.

    Example:
        >>> ours = evaluator("handsight")
        >>> ours.value("AhKhQhJhTh"), ours.to_strength(7461)
        (7461, 7461)
    """

    name: ClassVar[str]
    cards: ClassVar[tuple[int, ...]]
    source: ClassVar[str]
    sound: ClassVar[bool] = True

    @property
    @abstractmethod
    def memory_bytes(self) -> int:
        """The size in bytes of the tables that the evaluator reads; 0 if it has none."""

    @abstractmethod
    def _values(self, cards: NDArray[np.uint8]) -> NDArray[Any]:
        """Compute the native values, integers[n], of hands that have been checked.

        Args:
            cards: uint8[n, k] of card indices, C-contiguous, aligned and writable, so that kernels
                are compiled for one type only.
        """

    @abstractmethod
    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values to strengths: integers[n] to uint16[n], 0..7461.

        Raises:
            InputError: for a number that is not a value of this evaluator.
        """

    def to_strength(self, value: int) -> int:
        """Convert a native value to a strength, 0 (7-5-4-3-2) .. 7461 (royal flush).

        Raises:
            InputError: for a number that is not a value of this evaluator.
        """
        import numpy as np

        return int(self.to_strengths(np.array([value]))[0])

    def value(self, cards: CardsLike) -> int:
        """Return the native value of one hand, written in any notation that `parse_cards` accepts.

        Raises:
            InputError: for cards that cannot be read, appear twice, or are too few or too many.
        """
        import numpy as np

        hand = parse_cards(cards, "cards")
        require_count(hand, "cards", self.cards)
        return int(self._values(np.array([[card.index for card in hand]], dtype=np.uint8))[0])

    def values(self, cards: ArrayLike, *, check: bool = True) -> NDArray[Any]:
        """Return the native values, integers[n], of many hands.

        Args:
            cards: uint8[n, k] of indices 0..51 = 4 * rank + suit; k is a number of cards that the
                evaluator accepts.
            check: whether to raise an error for an entry that is not a card or appears twice in a
                hand. Without the check such a hand gets a meaningless value, perhaps read from
                outside a table.

        Raises:
            InputError: if an entry is not a card, or appears twice in a hand.
            CardCountError: if the evaluator does not accept hands of k cards.
        """
        import numpy as np

        from handsight.ranking.arrays import masks_from_cards

        if check:
            masks_from_cards(cards)  # raises for what is not a hand
        hands = np.require(cards, np.uint8, ["C", "A", "W"])
        if hands.shape[1] not in self.cards:
            sizes = " or ".join(map(str, self.cards))
            raise CardCountError(f"hands of {hands.shape[1]} cards; {self.name} evaluates {sizes}")
        return self._values(hands)


class TableEvaluator(Evaluator):
    """An evaluator with a table that is built on first use and then mapped into memory.

    The table's file is in the folder that ``HANDSIGHT_CACHE_DIR`` names, or else in the user's
    cache folder.
    """

    table: ClassVar[TableFile]

    def __init__(self) -> None:
        self._opened: NDArray[Any] | None = None

    def __reduce__(self) -> tuple[type[TableEvaluator], tuple[()]]:
        """Pickle the evaluator without its table, which each process maps itself."""
        return type(self), ()

    @property
    def memory_bytes(self) -> int:
        """The size of the table in bytes, the same in its file and in memory."""
        return self.table.size

    @property
    def built(self) -> bool:
        """Whether the table's file exists and is correct."""
        return is_built(self.table)

    def build(self, progress: Progress | None = None) -> None:
        """Build the table unless it exists.

        Args:
            progress: called with the number of bytes done and the total.

        Raises:
            CacheError: if the table cannot be built or its file cannot be written.
        """
        self._opened = open_table(self.table, progress)

    def clear(self) -> int:
        """Remove the table's file and return its size in bytes.

        Raises:
            CacheError: if the file cannot be removed.
        """
        self._opened = None
        return clear_table(self.table)

    def _entries(self) -> NDArray[Any]:
        """Return the table, read-only; open it on the first call."""
        if self._opened is None:
            self._opened = open_table(self.table)
        return self._opened


_HOMES = {
    "handsight": "handsight.ranking.own",
    "naive": "handsight.ranking.published.naive",
    "poker-eval": "handsight.ranking.published.poker_eval",
    "cactus-kev": "handsight.ranking.published.cactus_kev",
    "senzee-5": "handsight.ranking.published.senzee_5",
    "senzee-7": "handsight.ranking.published.senzee_7",
    "two-plus-two": "handsight.ranking.published.two_plus_two",
    "blog-4": "handsight.ranking.published.blog_4",
}
"""The module of each evaluator; its attribute EVALUATOR is the evaluator's class."""


def evaluators() -> tuple[str, ...]:
    """Return the names of all evaluators.

    Example:
        >>> evaluators()[0], len(evaluators())
        ('handsight', 8)
    """
    return tuple(_HOMES)


@cache
def evaluator(name: str) -> Evaluator:
    """Return the evaluator with this name; repeated calls return the same object.

    Raises:
        OptionError: for a name that `evaluators` does not list.

    Example:
        >>> evaluator("cactus-kev").value("AhKhQhJhTh")
        1
    """
    if name not in _HOMES:
        raise OptionError(
            f"evaluator {name!r} does not exist{did_you_mean(name, _HOMES)}; the evaluators are "
            f"{', '.join(_HOMES)}"
        )
    result: Evaluator = import_module(_HOMES[name]).EVALUATOR()
    return result
