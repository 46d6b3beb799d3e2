"""phevaluator: perfect hashing; a card is 4 * rank + suit, and the best rank is 1."""

from __future__ import annotations

from collections.abc import Sequence
from operator import neg

from benchmarks.peers import Peer, Ranking


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    try:
        from phevaluator import evaluate_7cards as evaluate
    except ImportError:  # before 0.6 there is only the function for any number of cards
        from phevaluator import evaluate_cards as evaluate

    def ready(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(cards)

    def rank_all(hands: list[tuple[int, ...]]) -> list[int]:
        return [evaluate(*hand) for hand in hands]

    ranking = Ranking(ready, rank_all, order=neg)
    return Peer("phevaluator", f"`{evaluate.__name__}` on seven integers", ranking)
