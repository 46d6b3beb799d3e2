"""pkrbot: an evaluator in C; a hand is a list of ranks and one of suits."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers import Peer, Ranking, text_of, texts_of


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    from pkrbot import Card, evaluate

    def ready(cards: Sequence[int]) -> tuple[list[int], list[int]]:
        return [card >> 2 for card in cards], [card & 3 for card in cards]

    def rank_all(hands: list[tuple[list[int], list[int]]]) -> list[int]:
        return [evaluate(ranks, suits) for ranks, suits in hands]

    deck = [Card(text_of(card)) for card in range(52)]

    def rank_texts(hands: list[str]) -> list[int]:
        return [evaluate([Card(text) for text in texts_of(hand)]) for hand in hands]

    def rank_numbers(hands: list[list[int]]) -> list[int]:
        return [evaluate([deck[card] for card in hand]) for hand in hands]

    ranking = Ranking(ready, rank_all, int, rank_texts, rank_numbers)
    call = (
        "`evaluate(ranks, suits)` on lists of integers; from text and numbers, on a list of cards"
    )
    return Peer("pkrbot", call, ranking)
