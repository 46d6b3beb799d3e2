"""Inputs of the jobs: functions with fixed seeds, the same for everyone who takes part."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, Deck
from handsight.cards.card import DECK_SIZE, SUITS

SEED = 7
BLOCK = 1 << 16
NAMED_HOLE, NAMED_BOARD = "AcKc", "2s5h9d"
WIDE = "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KQo"
TIGHT = "TT+,AQs+,AKo"
ANY = "random"

Deal = tuple[str, str]
"""Hole cards and board, as text."""


@dataclass(frozen=True)
class Pot:
    """The players and the board of a pot.

    Attributes:
        players: known hands or ranges, as text.
        board: cards as text.
    """

    players: tuple[str, ...]
    board: str = ""

    def in_suits(self, count: int) -> list[Pot]:
        """Return the pot under this many of the 24 suit permutations; ranges stay the same."""
        return [
            Pot(
                tuple(_in_suits(each, suits) if is_hand(each) else each for each in self.players),
                _in_suits(self.board, suits),
            )
            for suits in list(permutations(SUITS))[:count]
        ]


def is_hand(player: str) -> bool:
    """Check whether a player's text is a known hand rather than a range.

    Example:
        >>> is_hand("AhKh"), is_hand("QQ, AKs"), is_hand("AQs+")
        (True, False, False)
    """
    return len(player) == 4 and player[1] in SUITS and player[3] in SUITS


@dataclass(frozen=True)
class Size:
    """How much work a job is.

    Attributes:
        hands: number of hands in an array.
        loop: number of hands in a Python loop.
        calls: number of hands in a loop over ready hands that stay in the nearest caches.
        deals: number of random deals of an exact job.
        trials: number of trials of a Monte Carlo job.
        boards: number of boards of a slow job.
    """

    hands: int
    loop: int
    calls: int
    deals: int
    trials: int
    boards: int


FULL = Size(hands=2_000_000, loop=100_000, calls=1_000, deals=50, trials=4_000_000, boards=4)
QUICK = Size(hands=50_000, loop=2_000, calls=200, deals=3, trials=200_000, boards=1)


def seven_cards(count: int, seed: int = SEED) -> NDArray[np.uint8]:
    """Draw hands of seven different cards.

    Returns:
        uint8[count, 7] of 4 * rank + suit.
    """
    source = np.random.default_rng(seed)
    hands = np.empty((count, 7), np.uint8)
    filled = 0
    while filled < count:
        drawn = source.integers(0, 52, (BLOCK, 7), dtype=np.uint8)
        bits = np.bitwise_or.reduce(np.uint64(1) << drawn.astype(np.uint64), axis=1)
        kept = drawn[np.bitwise_count(bits) == 7][: count - filled]
        hands[filled : filled + len(kept)] = kept
        filled += len(kept)
    return hands


def hand_texts(count: int) -> list[str]:
    """Write such hands as texts of fourteen letters."""
    deck = [str(Card(index)) for index in range(DECK_SIZE)]
    return ["".join([deck[card] for card in hand]) for hand in seven_cards(count).tolist()]


def random_flops(count: int) -> list[Deal]:
    """Deal hole cards and a flop, each time from a fresh deck."""
    decks = [Deck(seed) for seed in range(count)]
    return [("".join(map(str, deck.deal(2))), "".join(map(str, deck.deal(3)))) for deck in decks]


def named_flops() -> list[Deal]:
    """Return AcKc on 2s5h9d under all 24 suit permutations."""
    pots = Pot((NAMED_HOLE,), NAMED_BOARD).in_suits(24)
    return [(pot.players[0], pot.board) for pot in pots]


def named_holes(count: int) -> list[Deal]:
    """Return AcKc before the flop in several suits."""
    return [(f"A{suit}K{suit}", "") for suit in SUITS[:count]]


def _in_suits(text: str, suits: tuple[str, ...]) -> str:
    return text.translate(str.maketrans(SUITS, "".join(suits)))
