"""Helpers of the published evaluators: a hand of each class, choices of five cards, and scales.

A class is a set of five-card hands with the same strength. The published evaluators build their
tables from one hand of each class, in the order of our own evaluator. Their kernels use none of
these helpers.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.errors import InputError
from handsight.ranking.arrays import evaluate_many, masks_from_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

HAND_CLASSES = 7462
"""The number of distinct strengths of five-card hands."""


@cache
def hand_of_each_class() -> NDArray[np.uint8]:
    """Return one five-card hand of each of the 7,462 classes: uint8[7462, 5], read-only.

    The row number is the strength of the hand. Cards of the same rank are adjacent, and flushes are
    in clubs.
    """
    hands = np.array([*_mixed_hands(), *_flush_hands()], dtype=np.uint8)
    ordered = hands[np.argsort(evaluate_many(masks_from_cards(hands), 5))]
    ordered.flags.writeable = False
    return ordered


def _mixed_hands() -> Iterator[list[int]]:
    """Yield a hand that is not a flush for each choice of five ranks that are not all the same."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            suits[4] = suits[4] or int(not any(suits))  # avoid a flush if all ranks differ
            yield [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def _flush_hands() -> Iterator[list[int]]:
    for ranks in combinations(range(13), 5):
        yield [4 * rank for rank in ranks]


@cache
def fives_of(cards: int) -> NDArray[np.uint8]:
    """Return the positions of all choices of five cards from a hand: uint8[n, 5].

    Args:
        cards: the number of cards in the hand: 5, 6 or 7, for which n is 1, 6 or 21.
    """
    return np.array(list(combinations(range(cards), 5)), dtype=np.uint8)


class Scale:
    """A converter from native values to strengths, for an evaluator with one value per class.

    Args:
        name: the evaluator's name, for error messages.
        values: integers[7462], the native value of each strength; no value repeats.

    Example:
        >>> Scale("halves", np.arange(0, 14924, 2)).strengths(np.array([14922])).tolist()
        [7461]
    """

    def __init__(self, name: str, values: NDArray[Any]) -> None:
        self._name = name
        self._strengths: NDArray[np.uint16] = np.argsort(values).astype(np.uint16)
        self._values = values[self._strengths]

    def strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        """Return the strengths, uint16[n], of native values, integers[n].

        Raises:
            InputError: if a number is not a value of the evaluator.
        """
        given = np.asarray(values)
        places = np.searchsorted(self._values, given).clip(max=len(self._values) - 1)
        refuse_strangers(given, self._values[places] == given, self._name)
        strengths: NDArray[np.uint16] = self._strengths[places]
        return strengths


def counted_from_the_best(values: NDArray[Any], name: str) -> NDArray[np.uint16]:
    """Convert values that count classes from the best, 1 (royal flush) .. 7462, to strengths.

    A strength is 7462 - value.

    Args:
        values: integers[n].
        name: the evaluator's name, for error messages.

    Returns:
        uint16[n], the strengths.

    Raises:
        InputError: if a value is outside 1..7462.
    """
    given = np.asarray(values)
    refuse_strangers(given, (given >= 1) & (given <= HAND_CLASSES), name)
    return (HAND_CLASSES - given.astype(np.int64)).astype(np.uint16)


def refuse_strangers(values: NDArray[Any], known: NDArray[np.bool_], name: str) -> None:
    """Raise `InputError` for the first value that is not a value of the evaluator, if any.

    Args:
        values: integers[n].
        known: bool[n], whether each value is a value of the evaluator.
        name: the evaluator's name, for the error message.
    """
    if not known.all():
        raise InputError(f"{values[~known][0]} is not a value that {name} gives to a hand")
