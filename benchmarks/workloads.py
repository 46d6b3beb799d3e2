"""The jobs as handsight does them: each function prepares one at a size."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.inputs import Deal, Size, hand_texts, named_holes, seven_cards
from benchmarks.timing import Work
from handsight import (
    Equity,
    current_hand_odds,
    effective_hand_strength,
    evaluate,
    evaluate_many,
    evaluate_mask,
    hand_potential,
    masks_from_cards,
    score_many,
)
from handsight.kernels.ranking.paths import PATHS, path_name

SAMPLED_DEALS = 4
"""Number of deals of a sampled job: few, because each takes many trials."""


def scores(size: Size, *, fresh: bool = False) -> Work:
    """Score an array of masks, into an existing array or into a fresh one."""
    masks = masks_from_cards(seven_cards(size.hands))
    out = None if fresh else np.empty(size.hands, np.uint32)
    return Work(
        run=lambda: score_many(masks, out=out),
        items=size.hands,
        answers=lambda: score_many(masks[: size.loop]).tolist(),
    )


def strengths(size: Size, *, fresh: bool = False) -> Work:
    """Compute the strengths of an array of masks."""
    masks = masks_from_cards(seven_cards(size.hands))
    out = None if fresh else np.empty(size.hands, np.uint16)
    return Work(
        run=lambda: evaluate_many(masks, out=out),
        items=size.hands,
        answers=lambda: evaluate_many(masks[: size.loop]).tolist(),
        remark=_path,
    )


def strengths_of_cards(size: Size, *, fresh: bool = False) -> Work:
    """Compute the strengths of an array of hands of card numbers."""
    cards = seven_cards(size.hands)
    masks: NDArray[np.uint64] | None = None if fresh else np.empty(size.hands, np.uint64)
    out: NDArray[np.uint16] | None = None if fresh else np.empty(size.hands, np.uint16)

    def run() -> NDArray[np.uint16]:
        return evaluate_many(masks_from_cards(cards, out=masks), out=out)

    return Work(run, size.hands, answers=lambda: run()[: size.loop].tolist())


def strengths_in_one_pass(size: Size) -> Work:
    """Compute the strengths of an array of hands of card numbers, without masks in between."""
    cards = seven_cards(size.hands)
    out = np.empty(size.hands, np.uint16)
    return Work(
        run=lambda: evaluate_many(cards, out=out),
        items=size.hands,
        answers=lambda: evaluate_many(cards[: size.loop]).tolist(),
        remark=_path,
    )


def _path() -> str:
    return f"the path of this processor is {path_name()}"


def strengths_by_arithmetic(size: Size) -> Work:
    """Compute the strengths of an array of masks, on the path that counts the bits of lanes."""
    masks = masks_from_cards(seven_cards(size.hands))
    out = np.empty(size.hands, np.uint16)

    def run() -> int:
        return PATHS["arithmetic"].of_masks(masks, 7, out)

    return Work(run, size.hands, answers=out[: size.loop].tolist)


def strengths_of_cards_by_arithmetic(size: Size) -> Work:
    """Convert hands of card numbers into masks, and those into strengths on that path."""
    cards = seven_cards(size.hands)
    masks, out = np.empty(size.hands, np.uint64), np.empty(size.hands, np.uint16)

    def run() -> int:
        return PATHS["arithmetic"].of_masks(masks_from_cards(cards, out=masks), 7, out)

    return Work(run, size.hands, answers=out[: size.loop].tolist)


def single_masks(size: Size) -> Work:
    """Rank ready masks one by one."""
    masks: list[int] = masks_from_cards(seven_cards(size.calls)).tolist()

    def run() -> list[int]:
        return [evaluate_mask(mask) for mask in masks]

    return Work(run, size.calls, answers=run)


def single_texts(size: Size) -> Work:
    """Rank hands from text one by one."""
    texts = hand_texts(size.calls)

    def run() -> list[int]:
        return [evaluate(text).strength for text in texts]

    return Work(run, size.calls, answers=run)


def single_numbers(size: Size) -> Work:
    """Rank hands from lists of card numbers one by one."""
    hands: list[list[int]] = seven_cards(size.calls).tolist()

    def run() -> list[int]:
        return [evaluate(hand).strength for hand in hands]

    return Work(run, size.calls, answers=run)


def _over(deals: list[Deal], call: Callable[[str, str], Any], answer: Callable[[Any], Any]) -> Work:
    """Return the work of one call per deal."""

    def run() -> list[Any]:
        return [call(hole, board) for hole, board in deals]

    return Work(run, len(deals), answers=lambda: [answer(each) for each in run()])


def effective(deals: list[Deal]) -> Work:
    """Compute strength, potential and both combined, against one opponent.

    The answers are our standing on the river: wins, ties and losses.
    """
    return _over(deals, effective_hand_strength, lambda result: _margins(result.potential.counts))


def potential(deals: list[Deal], opponents: int) -> Work:
    """Compute the potential against some opponents, with the same answers."""
    return _over(
        deals,
        lambda hole, board: hand_potential(hole, board, opponents),
        lambda result: _margins(result.counts),
    )


def odds(deals: list[Deal], opponents: int) -> Work:
    """Count the odds against some opponents with random hands."""
    return _over(
        deals,
        lambda hole, board: current_hand_odds(hole, board, opponents, method="exact"),
        lambda result: result.equity,
    )


def odds_in_counts(deals: list[Deal], opponents: int) -> list[list[int | Fraction]]:
    """Count how often we win, share and lose: a potential has to add up to that."""
    result = (current_hand_odds(*deal, opponents, method="exact") for deal in deals)
    return [[each.win, sum(each.ties.values()), each.lose] for each in result]


def sampled_odds(opponents: int, size: Size) -> Work:
    """Sample the odds against some opponents before the flop, each time with another seed."""
    holes = named_holes(SAMPLED_DEALS)
    trials = size.trials // len(holes)
    seeds = count()

    def sample(hole: str, board: str) -> Equity:
        method, seed = "monte_carlo", next(seeds)
        return current_hand_odds(hole, board, opponents, method=method, trials=trials, seed=seed)

    work = _over(holes, sample, lambda result: result.equity)
    return Work(work.run, trials * len(holes), work.answers)


def _margins(counts: Any) -> list[int]:
    """Sum a matrix of standings now and at the end over now: ahead, tied, behind at the end."""
    return [sum(column) for column in zip(*counts, strict=True)]
