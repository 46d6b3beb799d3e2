"""xiapl: equity and evaluation in C++; a mask has bit 13 * suit + rank, suits c d h s."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.rivals import Ranking, Rival, texts_of


def load() -> Rival:
    """Give the rival.

    It has no exact share before the flop: it refuses, for want of memory.

    Raises:
        ImportError: if it is not installed.
    """
    from xiapl.simulation import SimulationOptions

    def exact_share(hole: str, board: str) -> float:
        return _share(hole, board, SimulationOptions.exact())

    def sampled_share(hole: str, board: str, trials: int) -> float:
        return _share(hole, board, SimulationOptions.mc_seeded(trials, 7))

    return Rival(
        "xiapl",
        "`evaluate_mask`; `calculate_range_equity` of one hand and any hand, one thread",
        ranking=_ranking(),
        exact_share=exact_share,
        sampled_share=sampled_share,
    )


def _ranking() -> Ranking:
    from xiapl.eval import evaluate_mask

    def ready(cards: Sequence[int]) -> int:
        return sum(1 << 13 * (card & 3) + (card >> 2) for card in cards)

    def rank_all(hands: list[int]) -> list[Any]:
        return [evaluate_mask(hand) for hand in hands]

    def order(value: Any) -> tuple[int, list[int]]:
        return int(value.category), list(value.kickers)

    return Ranking(ready, rank_all, order)


def _share(hole: str, board: str, options: Any) -> float:
    from xiapl.range import Combo, Range
    from xiapl.simulation import GameType, RangeEquityMode, calculate_range_equity

    ours = Combo()
    ours.mask, ours.weight = _mask(hole), 1.0
    options.threads = 1
    result = calculate_range_equity(
        Range([ours], GameType.Holdem),
        Range.all(),
        _mask(board),
        options,
        RangeEquityMode.AggregateOnly,
    )
    return float(result.hero_aggregate_equity)


def _mask(cards: str) -> int:
    from xiapl.card import Card
    from xiapl.utils import cards_to_mask

    return int(cards_to_mask([Card.from_string(text) for text in texts_of(cards)]))
