"""The interface of all evaluators: ours, those of the papers, and yours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from handsight.cards import CardsLike, parse_cards, require_count
from handsight.errors import CardCountError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Evaluator(ABC):
    """A way to put a value on a hand.

    Values are native: each evaluator has a scale of its own, and says which end is the better one.
    `to_strength` brings a value to the scale of this package.

    Attributes:
        name: as `evaluator` knows it.
        cards: how many cards a hand may have, some of 5, 6 and 7.
        source: who published it, and where.
        sound: whether it orders hands as the rules do. False marks an evaluator that is kept for
            comparison only.

    Example:
        >>> from handsight.ranking.registry import evaluator
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
        """The size of the tables that it reads; 0 where it has none."""

    @abstractmethod
    def _values(self, cards: NDArray[np.uint8]) -> NDArray[Any]:
        """Put native values, integers[n], on checked hands.

        Args:
            cards: uint8[n, k], C-contiguous, aligned and writable: a kernel sees one type.
        """

    @abstractmethod
    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Bring native values to strengths: integers[n] to uint16[n], 0..7461.

        Raises:
            InputError: for a number that is no value of this evaluator.
        """

    def to_strength(self, value: int) -> int:
        """Bring a native value to a strength, 0 (7-5-4-3-2) .. 7461 (royal flush).

        Raises:
            InputError: for a number that is no value of this evaluator.
        """
        import numpy as np

        return int(self.to_strengths(np.array([value]))[0])

    def value(self, cards: CardsLike) -> int:
        """Put a native value on one hand, in any notation of `parse_cards`.

        Raises:
            InputError: for cards that cannot be read, stand twice, or are too few or too many.
        """
        import numpy as np

        hand = parse_cards(cards, "cards")
        require_count(hand, "cards", self.cards)
        return int(self._values(np.array([[card.index for card in hand]], dtype=np.uint8))[0])

    def values(self, cards: ArrayLike, *, check: bool = True) -> NDArray[Any]:
        """Put native values, integers[n], on many hands.

        Args:
            cards: uint8[n, k] of indices 0..51 = 4 * rank + suit, k one of `cards`.
            check: whether an entry that is no card, or stands twice, is an error. Without the
                check such a hand gets a meaningless value, perhaps read from beside a table.

        Raises:
            InputError: if an entry is no card, or stands twice in a hand.
            CardCountError: for another k.
        """
        import numpy as np

        from handsight.ranking.arrays import masks_from_cards

        if check:
            masks_from_cards(cards)  # refuses what is no hand
        hands = np.require(cards, np.uint8, ["C", "A", "W"])
        if hands.shape[1] not in self.cards:
            sizes = " or ".join(map(str, self.cards))
            raise CardCountError(f"hands of {hands.shape[1]} cards; {self.name} takes {sizes}")
        return self._values(hands)
