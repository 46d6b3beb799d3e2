"""Locked nodes: the player follows a given strategy there, whatever would be best."""

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
"""Matches a word of a line that names a card to come."""


@dataclass(frozen=True)
class NodeLock:
    """What a player does with some hands at one node.

    Attributes:
        line: the line that leads there, like ``"check, bet 60%"``.
        strategy: for each text of a range, the shares of the node's actions in order; the last
            text that names a hand applies, and hands that no text names stay free.

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
        """Return the shares of each action for each combo, and which combos are locked.

        Args:
            actions: the actions of the node.

        Raises:
            OptionError: for invalid shares.
            InputError: for a text that is not a range.
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
        """Check whether a change of suits leaves the lock unchanged: its cards and its hands.

        Args:
            change: the new suit of each suit.
            turned: int16[1326], the new number of each combo.

        Raises:
            OptionError: if it names no hands.
            InputError: for a text that is not a range.
        """
        words = (word.strip() for word in self.line.split(","))
        suits = [Card(word).index & 3 for word in words if CARD.fullmatch(word)]
        rows: dict[str, int] = {}
        said = np.zeros(COMBO_COUNT, np.int64)
        for _, held, row in self._rows():
            said[held] = rows.setdefault(repr(row), len(rows) + 1)
        return all(change[suit] == suit for suit in suits) and np.array_equal(said[turned], said)

    def _rows(self) -> Iterator[tuple[str, NDArray[np.bool_], Any]]:
        """Yield each text, the combos that it names, and its shares."""
        strategy: Any = self.strategy  # a file may hold anything
        if not isinstance(strategy, Mapping) or not strategy:
            raise OptionError(f"the lock at {self.line!r} names no hands; pass a mapping of ranges")
        for text, row in strategy.items():
            yield text, Range(text).weights > 0, row


def _numbers(row: Any) -> NDArray[np.float64]:
    """Read shares; invalid ones become an empty array."""
    try:
        numbers = np.array(row, np.float64)
    except (TypeError, ValueError):
        return np.zeros(0)
    usable = numbers.ndim == 1 and np.isfinite(numbers).all() and (numbers >= 0).all()
    return numbers if usable and numbers.sum() > 0 else np.zeros(0)
