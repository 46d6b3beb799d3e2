"""The interface of all hand evaluators (ours, the published ones and yours), and a lookup by name.

The lookup imports an evaluator's module the first time you ask for that evaluator.
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
    """The base class of hand evaluators, which assign a value to each hand.

    These values are called native, because each evaluator has its own scale: on some scales higher
    is better, on others lower. `to_strength` converts a native value to a strength, 0..7461.

    Attributes:
        name: the name by which `evaluator` finds this evaluator.
        cards: the hand sizes that the evaluator accepts: one or more of 5, 6 and 7 cards.
        source: who published the evaluator, and where.
        sound: whether the evaluator orders hands by the rules of poker. Evaluators that do not are
            included only for comparison.

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
        """The size in bytes of the tables that the evaluator reads; 0 if it reads no tables."""

    @abstractmethod
    def _values(self, cards: NDArray[np.uint8]) -> NDArray[Any]:
        """Compute the native values, integers[n], of n hands that have already been checked.

        Args:
            cards: uint8[n, k] of card indices. The array is C-contiguous, aligned and writable, so
                that numba compiles each kernel for one array type only.
        """

    @abstractmethod
    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Convert native values, integers[n], to strengths, uint16[n] of 0..7461.

        Raises:
            InputError: if a number is not a value of this evaluator.
        """

    def to_strength(self, value: int) -> int:
        """Convert a native value to a strength, 0 (7-5-4-3-2) .. 7461 (royal flush).

        Raises:
            InputError: if the number is not a value of this evaluator.
        """
        import numpy as np

        return int(self.to_strengths(np.array([value]))[0])

    def value(self, cards: CardsLike) -> int:
        """Return the native value of one hand in any notation that `parse_cards` accepts.

        Raises:
            InputError: if a card cannot be read or appears twice, or the evaluator does not accept
                that many cards.
        """
        import numpy as np

        hand = parse_cards(cards, "cards")
        require_count(hand, "cards", self.cards)
        return int(self._values(np.array([[card.index for card in hand]], dtype=np.uint8))[0])

    def values(self, cards: ArrayLike, *, check: bool = True) -> NDArray[Any]:
        """Return the native values, integers[n], of n hands.

        Args:
            cards: uint8[n, k] of card indices 0..51 = 4 * rank + suit; k is a hand size that the
                evaluator accepts.
            check: whether to raise an error if an entry is not a card or a hand holds a card twice.
                Without this check, such a hand gets a meaningless value, which may even be read
                from memory outside a table.

        Raises:
            InputError: if ``cards`` is not an array [n, k] of integers, an entry is not a card, or
                a hand holds a card twice.
            CardCountError: if the evaluator does not accept hands of k cards.
        """
        import numpy as np

        from handsight.ranking.arrays import masks_from_cards

        if check:
            masks_from_cards(cards)  # raises an error if a row is not a hand
        hands = np.require(cards, np.uint8, ["C", "A", "W"])
        if hands.shape[1] not in self.cards:
            sizes = " or ".join(map(str, self.cards))
            raise CardCountError(f"hands of {hands.shape[1]} cards; {self.name} evaluates {sizes}")
        return self._values(hands)


class TableEvaluator(Evaluator):
    """An evaluator with a table that is built on first use and then mapped into memory.

    The table is stored in the folder that ``HANDSIGHT_CACHE_DIR`` names or, if the variable is not
    set, in the user's cache folder. Evaluating a hand raises `CacheError` if the table cannot be
    built or read.

    Attributes:
        table: the table's file, its size and digest, and the function that computes its parts.
    """

    table: ClassVar[TableFile]

    def __init__(self) -> None:
        self._opened: NDArray[Any] | None = None

    def __reduce__(self) -> tuple[type[TableEvaluator], tuple[()]]:
        """Pickle the evaluator without its table; each process maps the table itself."""
        return type(self), ()

    @property
    def memory_bytes(self) -> int:
        """The size of the table in bytes, which is the same on disk and in memory."""
        return self.table.size

    @property
    def built(self) -> bool:
        """Whether the table's file exists and is correct."""
        return is_built(self.table)

    def build(self, progress: Progress | None = None) -> None:
        """Build the table if its file is missing or wrong, and map it into memory.

        Args:
            progress: called with the number of bytes written so far and the total number; None for
                no calls.

        Raises:
            CacheError: if the table cannot be built or its file cannot be written.
        """
        self._opened = open_table(self.table, progress)

    def clear(self) -> int:
        """Remove the table's file and all related files but the lock, also those of other versions.

        Returns:
            The total size of the removed files in bytes; 0 if there were none.

        Raises:
            CacheError: if a file cannot be removed.
        """
        self._opened = None
        return clear_table(self.table)

    def _entries(self) -> NDArray[Any]:
        """Return the table, which is read-only; the first call builds it if needed and opens it."""
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
"""The module that defines each evaluator; its attribute EVALUATOR is the evaluator's class."""


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
        OptionError: if `evaluators` does not list this name.

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
