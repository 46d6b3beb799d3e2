"""How often each of the 169 classes wins against nine random hands, read from a table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt

from handsight.cards import CardsLike
from handsight.preflop.classes import class_of
from handsight.preflop.tables import read_checked

TABLE = "nine_handed.json"
"""The table's file; `handsight.papers.nine_handed` makes it."""

DIGEST = "8cf4b6b5a6cd612992daee75efa81cf163793f478273be5facaa456dbd5ec5c8"
"""SHA-256 of the table."""


@dataclass(frozen=True, slots=True)
class NineHanded:
    """How often two cards won against nine random hands, in a sample.

    Attributes:
        win: deals that they won alone.
        tie: deals that they shared with at least one other.
        deals: deals in which the class was held, which are the trials of the sample.
        seed: of the sample.

    Example:
        >>> NineHanded(win=30, tie=1, deals=100, seed=9).win_frequency
        0.3
    """

    win: int
    tie: int
    deals: int
    seed: int

    @property
    def lose(self) -> int:
        """Deals that another hand won."""
        return self.deals - self.win - self.tie

    @property
    def win_frequency(self) -> float:
        """Share of the deals that were won alone, in 0..1."""
        return self.win / self.deals

    @property
    def tie_frequency(self) -> float:
        """Share of the deals that were shared, in 0..1."""
        return self.tie / self.deals

    @property
    def stderr(self) -> float:
        """Standard error of the win frequency, as if every deal had been dealt by itself."""
        return sqrt(self.win_frequency * (1 - self.win_frequency) / self.deals)


def nine_handed(hole: CardsLike) -> NineHanded:
    """Look up how often two cards win against nine random hands that all stay to the showdown.

    Nothing is dealt: the counts of all 169 classes are shipped. They come from a sample of four
    thousand million deals of ten hands, and a win frequency has a standard error below 0.00004.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        HandsightError: if the shipped table was altered.

    Source:
        Simulated by ``python -m handsight.papers.nine_handed``.

    Example:
        >>> aces = nine_handed("AA")
        >>> round(aces.win_frequency, 3), round(aces.tie_frequency, 3), aces.stderr < 1e-4
        (0.309, 0.005, True)
    """
    return _table()[class_of(hole)]


@cache
def _table() -> dict[str, NineHanded]:
    held = json.loads(read_checked(TABLE, DIGEST))
    seed: int = held["seed"]
    rows: dict[str, list[int]] = held["classes"]
    return {name: NineHanded(win, tie, deals, seed) for name, (deals, win, tie) in rows.items()}
