"""Races of evaluators over the same hands: the time of a pass, on one core and on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from handsight.papers.reproduction import Finding
from handsight.ranking import evaluate_many, evaluator, evaluators, masks_from_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

READY = "handsight, ready masks"
"""The name of our evaluator in a race in which the hands are already bit masks."""
PIECES = 8
"""The number of pieces into which each worker's share of a pass is divided."""

Work = Callable[[], object]
Times = tuple[float, float]
"""The mean and the best time of a pass."""


@dataclass(frozen=True, slots=True)
class Racer:
    """An evaluator with hands to rank.

    Attributes:
        rank: callable that ranks hands in the evaluator's own format.
        hands: the hands in that format, one per row.
    """

    name: str
    rank: Callable[[NDArray[np.generic]], object]
    hands: NDArray[np.generic]

    def alone(self) -> None:
        """Rank all hands in this thread."""
        self.rank(self.hands)

    def shared(self, pool: Executor, workers: int) -> None:
        """Rank all hands in pieces, on a pool of workers."""
        for _ in pool.map(self.rank, np.array_split(self.hands, PIECES * workers)):
            pass


def racers(hands: NDArray[np.uint8]) -> list[Racer]:
    """Return the evaluators that accept hands of this size; ours comes twice, once with masks.

    Args:
        hands: uint8[n, k] of card indices; k is 5, 6 or 7.

    Example:
        >>> [racer.name for racer in racers(np.arange(10, dtype=np.uint8).reshape(2, 5))][:3]
        ['handsight, ready masks', 'handsight', 'naive']
    """
    size = hands.shape[1]
    masks = masks_from_cards(hands)
    racers = [Racer(READY, lambda some: evaluate_many(some, size, check=False), masks)]
    for name in evaluators():
        values = evaluator(name).values
        if size in evaluator(name).cards:
            rank = _unchecked(values)
            racers.append(Racer(name, rank, hands))
    return racers


def _unchecked(values: Callable[..., object]) -> Callable[[NDArray[np.generic]], object]:
    return lambda some: values(some, check=False)


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the passes of one evaluator took.

    Attributes:
        mean: mean time of a pass, in seconds.
        best: time of the fastest pass, in seconds.

    Example:
        >>> Timing.of([1.0, 2.0])
        Timing(mean=1.5, best=1.0)
    """

    mean: float
    best: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Timing:
        """Return the mean and the best of the times of several passes."""
        taken = list(seconds)
        return cls(sum(taken) / len(taken), min(taken))


def time_passes(work: Work, passes: int) -> Timing:
    """Call a function once as a warm-up, then time further calls.

    Args:
        passes: number of timed passes, 1 or more.

    Example:
        >>> time_passes(lambda: None, 3).best < 1
        True
    """
    work()
    return Timing.of([_seconds(work) for _ in range(passes)])


def _seconds(work: Work) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def quicker(claim: str, one: Times, other: Times, of: str = "serial") -> Finding:
    """Check whether one evaluator is faster; the claim is open unless mean and best pass agree.

    Args:
        claim: the claim that the first evaluator is faster.
        one: mean and best time of the first evaluator.
        other: mean and best time of the second evaluator, in the same unit.
        of: what was timed, in a word or two, for the figures.

    Example:
        >>> quicker("Kev's is quicker", (12.0, 11.0), (6.0, 5.5)).verdict
        'does not hold'
    """
    mean, best = (mine / theirs for mine, theirs in zip(one, other, strict=True))
    holds = None if (mean < 1) != (best < 1) else mean < 1
    figures = f"{mean:.2f} of the other's time ({of}) in the mean, {best:.2f} in the best passes"
    return Finding(claim, holds, figures)


def of_a_size(printed: Mapping[str, float], measured: Mapping[str, float]) -> Finding:
    """Check whether printed times are within a factor of two of ours.

    Args:
        printed: printed time of each evaluator, by name.
        measured: our time of each evaluator, in the same unit.

    Example:
        >>> of_a_size({"kev": 420}, {"kev": 24}).figures
        'printed are 17.5 times ours (kev)'
    """
    factors = {name: printed[name] / measured[name] for name in printed}
    figures = ", ".join(f"{factor:.1f} times ours ({name})" for name, factor in factors.items())
    holds = all(0.5 <= factor <= 2 for factor in factors.values())
    return Finding(
        "The printed times are within a factor of two of ours", holds, f"printed are {figures}"
    )


def milliseconds(seconds: float) -> float:
    """Convert seconds to milliseconds, rounded to four significant digits.

    Example:
        >>> milliseconds(0.01234567)
        12.35
    """
    return float(f"{1000 * seconds:.4g}")
