"""xiapl: equity and evaluation in C++; a mask has bit 13 * suit + rank, suits c d h s."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.peers import Peer, Ranking, texts_of

SEED = 7


def load() -> Peer:
    """Return the peer.

    It cannot compute exact shares of wide ranges before the flop: it refuses for lack of memory.

    Raises:
        ImportError: if it is not installed.
    """
    from xiapl.range import Range
    from xiapl.simulation import SimulationOptions

    def exact_share(hole: str, board: str) -> float:
        return _shares(_hand(hole), Range.all(), board, SimulationOptions.exact())[0]

    def sampled_share(hole: str, board: str, trials: int) -> float:
        options = SimulationOptions.mc_seeded(trials, SEED)
        return _shares(_hand(hole), Range.all(), board, options)[0]

    return Peer(
        "xiapl",
        "`evaluate_mask`; `calculate_equity` of hands, and `calculate_range_equity` of ranges or "
        "of one hand and any hand, one thread",
        ranking=_ranking(),
        exact_share=exact_share,
        sampled_share=sampled_share,
        shares_of_hands=_shares_of_hands,
        two_ranges=_two_ranges,
        two_sampled_ranges=_two_sampled_ranges,
    )


def _ranking() -> Ranking:
    from xiapl.card import Card
    from xiapl.eval import evaluate_mask
    from xiapl.utils import cards_to_mask

    def ready(cards: Sequence[int]) -> int:
        return sum(1 << 13 * (card & 3) + (card >> 2) for card in cards)

    def rank_all(hands: list[int]) -> list[Any]:
        return [evaluate_mask(hand) for hand in hands]

    def order(value: Any) -> tuple[int, list[int]]:
        return int(value.category), list(value.kickers)

    bits = [ready([card]) for card in range(52)]

    def rank_texts(hands: list[str]) -> list[Any]:
        return [
            evaluate_mask(cards_to_mask([Card.from_string(text) for text in texts_of(hand)]))
            for hand in hands
        ]

    def rank_numbers(hands: list[list[int]]) -> list[Any]:
        return [evaluate_mask(sum([bits[card] for card in hand])) for hand in hands]

    return Ranking(ready, rank_all, order, rank_texts, rank_numbers)


def _shares_of_hands(hands: Sequence[str]) -> list[float]:
    from xiapl.simulation import SimulationOptions, calculate_equity

    options = SimulationOptions.exact()
    options.threads = 1
    result = calculate_equity([_mask(hand) for hand in hands], 0, options)
    return [float(player.equity) for player in result.players]


def _two_ranges(first: str, second: str) -> Callable[[str], list[float]]:
    from xiapl.simulation import SimulationOptions

    ours, theirs = _range(first), _range(second)
    return lambda board: _shares(ours, theirs, board, SimulationOptions.exact())


def _two_sampled_ranges(first: str, second: str) -> Callable[[int], list[float]]:
    from xiapl.simulation import SimulationOptions

    ours, theirs = _range(first), _range(second)
    return lambda trials: _shares(ours, theirs, "", SimulationOptions.mc_seeded(trials, SEED))


def _shares(ours: Any, theirs: Any, board: str, options: Any) -> list[float]:
    from xiapl.simulation import RangeEquityMode, calculate_range_equity

    options.threads = 1
    mode = RangeEquityMode.AggregateOnly
    result = calculate_range_equity(ours, theirs, _mask(board), options, mode)
    return [float(result.hero_aggregate_equity), float(result.villain_aggregate_equity)]


def _hand(hole: str) -> Any:
    from xiapl.range import Combo, Range
    from xiapl.simulation import GameType

    combo = Combo()
    combo.mask, combo.weight = _mask(hole), 1.0
    return Range([combo], GameType.Holdem)


def _range(notation: str) -> Any:
    from xiapl.range import Range

    return Range.all() if notation == "random" else Range.from_string(notation)


def _mask(cards: str) -> int:
    from xiapl.card import Card
    from xiapl.utils import cards_to_mask

    return int(cards_to_mask([Card.from_string(text) for text in texts_of(cards)]))
