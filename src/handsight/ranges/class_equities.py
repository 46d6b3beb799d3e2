"""How often the 169 classes win against one random hand and against nine, from shipped tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt

from handsight.cards import CardsLike
from handsight.ranges.shipped import read_checked
from handsight.runtime.notebooks import ShownInNotebooks

EQUITY_TABLE = "pocket_equities.json"
"""The table's file, {class: [win, tie, lose]}; `handsight.papers.pocket_equities` makes it."""

EQUITY_DIGEST = "6aececa25346cd1044181c3c372afcb3355da9fe9501d3c0997c80c5e5592cb9"
"""SHA-256 of the table."""


@dataclass(frozen=True, slots=True)
class WinTieLose:
    """Over how many deals one hand wins, ties and loses against another."""

    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """All deals."""
        return self.win + self.tie + self.lose

    @property
    def equity(self) -> float:
        """Share of the pot, 0 to 1: wins and half of the ties."""
        return (2 * self.win + self.tie) / (2 * self.total)


@dataclass(frozen=True, slots=True, repr=False)
class PocketEquity(WinTieLose, ShownInNotebooks):
    """How often two cards win, tie and lose against one random hand, over all 2,097,572,400 deals.

    Example:
        >>> PocketEquity(win=2, tie=1, lose=1).equity
        0.625
    """


def pocket_equity(hole: CardsLike) -> PocketEquity:
    """Look up how two cards fare against one random hand, all-in before the flop.

    The exact counts of all 169 classes are shipped. `current_hand_odds` counts the same anew, and
    also against several opponents or with dead cards.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.

    Source:
        Counted by `current_hand_odds`. CISTI-2013, section V.B, has a table of simulated games.

    Example:
        >>> aces = pocket_equity("AA")
        >>> aces.win, aces.tie, aces.total, round(aces.equity, 6)
        (1781508418, 11402312, 2097572400, 0.852037)
    """
    from handsight.ranges.combos import class_of

    return _equity_table()[class_of(hole)]


@cache
def _equity_table() -> dict[str, PocketEquity]:
    rows: dict[str, list[int]] = json.loads(read_checked(EQUITY_TABLE, EQUITY_DIGEST))
    return {name: PocketEquity(*counts) for name, counts in rows.items()}


# --- against nine random hands ------------------------------------------------------------------

NINE_HANDED_TABLE = "nine_handed.json"
"""The table's file; `handsight.papers.nine_handed` makes it."""

NINE_HANDED_DIGEST = "8cf4b6b5a6cd612992daee75efa81cf163793f478273be5facaa456dbd5ec5c8"
"""SHA-256 of the table."""


@dataclass(frozen=True, slots=True, repr=False)
class NineHanded(ShownInNotebooks):
    """How often two cards won against nine random hands, in a sample of deals.

    Attributes:
        win: deals that they won alone.
        tie: deals that they shared with at least one other hand.
        deals: deals in which the class was held, which are the trials of the sample.

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
        """Share of the deals that were won alone, 0 to 1."""
        return self.win / self.deals

    @property
    def tie_frequency(self) -> float:
        """Share of the deals that were shared, 0 to 1."""
        return self.tie / self.deals

    @property
    def stderr(self) -> float:
        """Standard error of the win frequency, as if every deal had been dealt by itself."""
        return sqrt(self.win_frequency * (1 - self.win_frequency) / self.deals)


def nine_handed(hole: CardsLike) -> NineHanded:
    """Look up how often two cards win against nine random hands that all stay to the showdown.

    The counts of all 169 classes are shipped. They come from four thousand million random deals of
    ten hands; a win frequency has a standard error below 0.00004.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.

    Source:
        Simulated by ``python -m handsight.papers.nine_handed``.

    Example:
        >>> aces = nine_handed("AA")
        >>> round(aces.win_frequency, 3), round(aces.tie_frequency, 3), aces.stderr < 1e-4
        (0.309, 0.005, True)
    """
    from handsight.ranges.combos import class_of

    return _nine_handed_table()[class_of(hole)]


@cache
def _nine_handed_table() -> dict[str, NineHanded]:
    table = json.loads(read_checked(NINE_HANDED_TABLE, NINE_HANDED_DIGEST))
    seed: int = table["seed"]
    rows: dict[str, list[int]] = table["classes"]
    return {name: NineHanded(win, tie, deals, seed) for name, (deals, win, tie) in rows.items()}
