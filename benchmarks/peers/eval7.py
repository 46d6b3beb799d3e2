"""eval7: an evaluator on lists of card objects, and Monte Carlo against a range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.peers import Peer, Ranking, text_of, texts_of

ANY_HAND = "22+, " + ", ".join(f"{rank}2+" for rank in "AKQJT9876543")


def load() -> Peer:
    """Return the peer.

    Its exact hand against a range does not run out the board, so it does not take part.

    Raises:
        ImportError: if it is not installed.
    """
    from eval7 import Card, HandRange, evaluate, py_hand_vs_range_monte_carlo

    anything = HandRange(ANY_HAND)

    def ready(cards: Sequence[int]) -> list[Any]:
        return [Card(text_of(card)) for card in cards]

    def rank_all(hands: list[list[Any]]) -> list[int]:
        return [evaluate(hand) for hand in hands]

    deck = [Card(text_of(card)) for card in range(52)]

    def rank_texts(hands: list[str]) -> list[int]:
        return [evaluate([Card(text) for text in texts_of(hand)]) for hand in hands]

    def rank_numbers(hands: list[list[int]]) -> list[int]:
        return [evaluate([deck[card] for card in hand]) for hand in hands]

    def sampled_share(hole: str, board: str, trials: int) -> float:
        ours = [Card(text) for text in texts_of(hole)]
        shown = [Card(text) for text in texts_of(board)]
        return float(py_hand_vs_range_monte_carlo(ours, anything, shown, trials))

    return Peer(
        "eval7",
        "`evaluate` on a list of cards; `py_hand_vs_range_monte_carlo`; "
        "`py_all_hands_vs_range`, whose hands get the same number of trials each",
        ranking=Ranking(ready, rank_all, int, rank_texts, rank_numbers),
        sampled_share=sampled_share,
        two_sampled_ranges=_two_sampled_ranges,
    )


def _two_sampled_ranges(first: str, second: str) -> Callable[[int], list[float]]:
    """Sample each hand of the first range, and weight it by the hands that it leaves."""
    from eval7 import HandRange, py_all_hands_vs_range

    ours, theirs = HandRange(_spaced(first)), HandRange(_spaced(second))
    left = {hand: sum(not {*hand} & {*other} for other, _ in theirs) for hand, _ in ours}
    pairs = sum(left.values())

    def shares(trials: int) -> list[float]:
        equities = py_all_hands_vs_range(ours, theirs, [], trials // len(left))
        share = float(sum(left[hand] * equity for hand, equity in equities.items())) / pairs
        return [share, 1 - share]

    return shares


def _spaced(notation: str) -> str:
    return notation.replace(",", ", ")
