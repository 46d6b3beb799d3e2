"""phevaluator: perfect hashing; a card is 4 * rank + suit, and the best rank is 1."""

from __future__ import annotations

from collections.abc import Sequence
from operator import neg

from benchmarks.peers import Peer, Ranking, texts_of


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    from phevaluator import evaluate_cards

    try:
        from phevaluator import evaluate_7cards as evaluate
    except ImportError:  # before 0.6 there is only the function for any number of cards
        evaluate = evaluate_cards

    def ready(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(cards)

    def rank_all(hands: list[tuple[int, ...]]) -> list[int]:
        return [evaluate(*hand) for hand in hands]

    def rank_texts(hands: list[str]) -> list[int]:
        return [evaluate_cards(*texts_of(hand)) for hand in hands]

    def rank_numbers(hands: list[list[int]]) -> list[int]:
        return [evaluate(*hand) for hand in hands]

    ranking = Ranking(ready, rank_all, neg, rank_texts, rank_numbers)
    call = f"`{evaluate.__name__}` on seven integers; `evaluate_cards` on seven texts"
    return Peer("phevaluator", call, ranking)
