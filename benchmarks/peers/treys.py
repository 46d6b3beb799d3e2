"""treys: an evaluator in plain Python; a card is a 32-bit word, and the best rank is 1."""

from __future__ import annotations

from collections.abc import Sequence
from operator import neg

from benchmarks.peers import Peer, Ranking, text_of, texts_of


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    from treys import Card, Evaluator

    evaluate = Evaluator().evaluate

    def ready(cards: Sequence[int]) -> tuple[list[int], list[int]]:
        words = [Card.new(text_of(card)) for card in cards]
        return words[:2], words[2:]

    def rank_all(hands: list[tuple[list[int], list[int]]]) -> list[int]:
        return [evaluate(hole, board) for hole, board in hands]

    deck = [Card.new(text_of(card)) for card in range(52)]

    def rank_texts(hands: list[str]) -> list[int]:
        return [_rank([Card.new(text) for text in texts_of(hand)]) for hand in hands]

    def rank_numbers(hands: list[list[int]]) -> list[int]:
        return [_rank([deck[card] for card in hand]) for hand in hands]

    def _rank(words: list[int]) -> int:
        return int(evaluate(words[:2], words[2:]))

    ranking = Ranking(ready, rank_all, neg, rank_texts, rank_numbers)
    return Peer("treys", "`Evaluator.evaluate(hole, board)`", ranking)
