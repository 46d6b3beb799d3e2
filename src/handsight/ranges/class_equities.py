"""How often each of the 169 classes wins against one and against nine random hands.

The numbers come from shipped tables.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt

from handsight.cards import CardsLike
from handsight.ranges.shipped import read_checked
from handsight.runtime.notebooks import ShownInNotebooks

EQUITY_TABLE = "pocket_equities.json"
"""The JSON file of the counts against one random hand, {class: [win, tie, lose]}.

`handsight.papers.pocket_equities` generates the file.
"""

EQUITY_DIGEST = "6aececa25346cd1044181c3c372afcb3355da9fe9501d3c0997c80c5e5592cb9"
"""The SHA-256 of the file `EQUITY_TABLE`."""


@dataclass(frozen=True, slots=True)
class WinTieLose:
    """The numbers of deals in which a hand beats, ties with and loses to another hand."""

    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """The number of all deals: won, tied or lost."""
        return self.win + self.tie + self.lose

    @property
    def equity(self) -> float:
        """The hand's share of the pot, 0 to 1: a win counts 1, and a tie counts one half."""
        return (2 * self.win + self.tie) / (2 * self.total)


@dataclass(frozen=True, slots=True, repr=False)
class PocketEquity(WinTieLose, ShownInNotebooks):
    """In how many of 2,097,572,400 deals two cards beat, tie with and lose to one random hand.

    Example:
        >>> PocketEquity(win=2, tie=1, lose=1).equity
        0.625
    """


def pocket_equity(hole: CardsLike) -> PocketEquity:
    """Look up how two cards fare against one random hand, all-in before the flop.

    The exact counts of all 169 classes are shipped. `current_hand_odds` counts the same deals from
    scratch; it also accepts several opponents and dead cards.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: if the cards are unreadable or duplicate, or not exactly two.

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
"""The JSON file of the counts against nine hands; `handsight.papers.nine_handed` generates it."""

NINE_HANDED_DIGEST = "8cf4b6b5a6cd612992daee75efa81cf163793f478273be5facaa456dbd5ec5c8"
"""The SHA-256 of the file `NINE_HANDED_TABLE`."""


@dataclass(frozen=True, slots=True, repr=False)
class NineHanded(ShownInNotebooks):
    """How often a class won against nine random hands, in a sample of deals.

    A deal counts once for each player who held the class.

    Attributes:
        win: the number of deals that the class won alone.
        tie: the number of deals in which the class shared the pot with at least one other hand.
        deals: the number of deals in which a player held the class: the size of the sample.
        seed: the seed of the sample.

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
        """The number of deals in which the class won nothing."""
        return self.deals - self.win - self.tie

    @property
    def win_frequency(self) -> float:
        """The share of deals that the class won alone, 0 to 1."""
        return self.win / self.deals

    @property
    def tie_frequency(self) -> float:
        """The share of deals in which the class split the pot, 0 to 1."""
        return self.tie / self.deals

    @property
    def stderr(self) -> float:
        """The standard error of `win_frequency`, if all deals are treated as independent."""
        return sqrt(self.win_frequency * (1 - self.win_frequency) / self.deals)


def nine_handed(hole: CardsLike) -> NineHanded:
    """Look up how often two cards win against nine random hands that all stay to the showdown.

    The counts of all 169 classes are shipped. They were sampled from four billion random deals of
    ten hands. The standard error of each win frequency is below 0.00004.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: if the cards are unreadable or duplicate, or not exactly two.

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
