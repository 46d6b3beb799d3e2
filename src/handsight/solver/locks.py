"""Locked nodes, at which a player follows a given strategy even if another strategy is better."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card
from handsight.errors import OptionError
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT

CARD = re.compile(r"(10|[2-9tjqka])[cdhs♣♦♥♠]", re.IGNORECASE)
"""Matches a word of a line that names a card."""


@dataclass(frozen=True)
class NodeLock:
    """A strategy that a player must follow with some hands at one node.

    Attributes:
        line: the line that leads to the node, like ``"check, bet 60%"``.
        strategy: a mapping of ranges, as text, to the shares of the node's actions in order; shares
            are scaled to add up to 1. A hand is locked fully even if its weight in the range is
            below 1. If several ranges contain a hand, the last one applies; a hand in no range
            stays free.

    Example:
        >>> lock = NodeLock("all-in", {"random": (0, 1)})  # calls with everything
        >>> lock.fields()
        {'line': 'all-in', 'strategy': {'random': [0.0, 1.0]}}
    """

    line: str
    strategy: Mapping[str, tuple[float, ...]]

    def fields(self) -> dict[str, Any]:
        """Return the lock as JSON-compatible data."""
        shares = {text: [float(each) for each in row] for text, row in self.strategy.items()}
        return {"line": self.line, "strategy": shares}

    def shares(self, actions: tuple[str, ...]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return each combo's shares of the actions, and which combos are locked.

        Args:
            actions: the names of the node's actions.

        Returns:
            float64[1326, actions], with zeros for a combo that is not locked, and bool[1326].

        Raises:
            OptionError: if the lock names no hands, or its shares are invalid.
            InputError: if a range cannot be read.
        """
        shares = np.zeros((COMBO_COUNT, len(actions)))
        locked = np.zeros(COMBO_COUNT, bool)
        for text, held, row in self._rows():
            numbers = _numbers(row)
            if len(numbers) != len(actions):
                raise OptionError(
                    f"the lock at {self.line!r} gives {text} {row!r}; it must give {len(actions)} "
                    f"shares of 0 or more, of {', '.join(actions)}"
                )
            shares[held], locked[held] = numbers / numbers.sum(), True
        return shares, locked

    def is_alike(self, change: tuple[int, ...], turned: NDArray[np.int16]) -> bool:
        """Check whether a change of suits leaves the lock's cards and hands unchanged.

        Args:
            change: the new suit of each of the four suits.
            turned: int16[1326], the number of the combo that each combo becomes.

        Raises:
            OptionError: if the lock names no hands.
            InputError: if a range cannot be read.
        """
        words = (word.strip() for word in self.line.split(","))
        suits = [Card(word).index & 3 for word in words if CARD.fullmatch(word)]
        rows: dict[str, int] = {}
        said = np.zeros(COMBO_COUNT, np.int64)
        for _, held, row in self._rows():
            said[held] = rows.setdefault(repr(row), len(rows) + 1)
        return all(change[suit] == suit for suit in suits) and np.array_equal(said[turned], said)

    def _rows(self) -> Iterator[tuple[str, NDArray[np.bool_], Any]]:
        """Yield the text of each range, a mask of its combos, and the shares of the actions.

        Raises:
            OptionError: if the lock names no hands.
            InputError: if a range cannot be read.
        """
        strategy: Any = self.strategy  # a value read from a file can be of any type
        if not isinstance(strategy, Mapping) or not strategy:
            raise OptionError(f"the lock at {self.line!r} names no hands; pass a mapping of ranges")
        for text, row in strategy.items():
            yield text, Range(text).weights > 0, row


def _numbers(row: Any) -> NDArray[np.float64]:
    """Convert shares to an array; it is empty if they are invalid, negative or all 0."""
    try:
        numbers = np.array(row, np.float64)
    except (TypeError, ValueError):
        return np.zeros(0)
    usable = numbers.ndim == 1 and np.isfinite(numbers).all() and (numbers >= 0).all()
    return numbers if usable and numbers.sum() > 0 else np.zeros(0)
