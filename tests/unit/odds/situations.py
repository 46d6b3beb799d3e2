"""Situations to count out by hand: the famous, the awkward, and many at random.

Most of the deck is dead in those that are dealt out against several opponents, so that there is
little to deal; the pool from which the cards are drawn decides what comes up often.
"""

from dataclasses import dataclass
from random import Random

from handsight.cards import CardSet

POOLS = {
    "any cards": range(52),
    "two suits": [card for card in range(52) if card % 4 < 2],
    "one suit and a half": [card for card in range(52) if card % 4 == 1 or card % 8 == 0],
    "four ranks": range(20, 36),
    "low cards and aces": [card for card in range(52) if card < 20 or card >= 48],
}

FAMOUS = {
    "two high cards": ("AdQc", "3h4cJh"),
    "flush draw": ("AhKh", "Qh7h2c"),
    "monotone board": ("AhKs", "Th8h3h"),
    "monotone board, flush": ("QhJh", "Th8h3h"),
    "two suits on the turn": ("KhQd", "Js9s4h3h"),
    "paired board": ("8h8c", "7d5s5c"),
    "trips on board": ("QdQh", "7s7d7c"),
    "wheel": ("Ah5h", "2c3d4s"),
    "straight flush draw": ("9d8d", "7d6dKs"),
    "turn with a flush draw": ("7h6h", "5d4h2h2d"),
    "river": ("TcJd", "4h5h6d2hKh"),
    "the board plays": ("2c2d", "AsKsQsJsTs"),
    "four hearts on board": ("Jh2c", "Ah9h5h3h"),
    "quads on board": ("3c4d", "8h8d8s8cAc"),
    "full house on board": ("AsKs", "7h7c7d2s2h"),
}


@dataclass(frozen=True)
class Dealt:
    """The cards of one situation."""

    hole: CardSet
    board: CardSet
    dead: CardSet

    def __str__(self) -> str:
        return f"{self.hole}-{self.board}-{52 - len(self.hole | self.board | self.dead)} live"


def thinned(hole: str, board: str, live: int, seed: int) -> Dealt:
    """Leave only so many live cards, drawn at random."""
    known = CardSet(hole) | CardSet(board)
    others = Random(seed).sample(sorted(CardSet.full() - known), 52 - len(known) - live)
    return Dealt(CardSet(hole), CardSet(board), CardSet(others))


def drawn(board: int, live: int, count: int) -> list[Dealt]:
    """Draw situations from each pool: boards of a size, with so many live cards."""
    return [
        _drawn(list(pool), board, live, seed) for pool in POOLS.values() for seed in range(count)
    ]


def _drawn(pool: list[int], board: int, live: int, seed: int) -> Dealt:
    cards = Random(seed).sample(pool, min(2 + board + live, len(pool)))
    hole, lies = CardSet(cards[:2]), CardSet(cards[2 : 2 + board])
    return Dealt(hole, lies, CardSet.full() - CardSet(cards))
