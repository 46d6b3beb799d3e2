"""pkrbot: an evaluator in C; a hand is a list of ranks and one of suits."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers import Peer, Ranking


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    from pkrbot import evaluate

    def ready(cards: Sequence[int]) -> tuple[list[int], list[int]]:
        return [card >> 2 for card in cards], [card & 3 for card in cards]

    def rank_all(hands: list[tuple[list[int], list[int]]]) -> list[int]:
        return [evaluate(ranks, suits) for ranks, suits in hands]

    ranking = Ranking(ready, rank_all, order=int)
    return Peer("pkrbot", "`evaluate(ranks, suits)` on lists of integers", ranking)
