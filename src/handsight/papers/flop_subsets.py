"""Choose flops that represent all flops: ``python -m handsight.papers.flop_subsets``.

For many pairs of ranges, we count on every flop how often hands of the two ranges face each other
and how much each wins, over all runouts. A subset is good if its weighted sums match those of all
flops. The sums are linear in the weights, so the best weights for a given set of flops solve a
small linear system, and the inverse of that system shows how adding or removing one flop changes
the error. Flops are exchanged one at a time, each for the flop that reduces the error most, until
no exchange reduces it any more.

The deciding ranges, which determine the choice of flops, are drawn at random. The judging ranges,
with which the subsets are tested, are listed here and never affect the choice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.cards.card import RANKS
from handsight.odds import board_strengths
from handsight.papers.tables import out_option, save_table
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF, MASKS
from handsight.ranges.flop_subsets import DIGEST, SUBSETS, SUBSETS_TABLE, TEXTURES, flop_texture
from handsight.runtime.chunks import Progress, map_chunks
from handsight.solver import flop_classes
from handsight.solver.flops import FLOPS
from handsight.solver.game import met_weights

if TYPE_CHECKING:
    from concurrent.futures import Executor

SEED = 1755
WIDE, NARROW = (0.06, 0.6), (0.01, 0.06)
"""The limits of a deciding range's share of all hands, including a top that is left out; each such
range is wide or narrow."""

DECIDING = {WIDE: (6, 32), NARROW: (4, 32)}
"""For each width, the number of opponents and the number of ranges, of which the opponents are the
first. All ranges of both widths are measured against all opponents."""

CUTS = (0.3, 0.5, 0.7)
"""The equities above which the share of hands is measured."""

IMPORTANCE = (1.0, 1.0, 0.5, 0.5, 0.5)
"""The weights of the errors in equity, its square, and the share of hands above each cut."""

LOOKS = 0.1
"""The weight of the errors in flops' features (see `_looks`)."""

RIDGE = 0.01
"""The assumed variance of unmeasured differences between flops, as a share of the measured
variance; it evens out the weights."""

SHAKES = 30
"""The number of restarts of the exchange, each after some flops are replaced at random."""

SHAKEN = 4
LEAST = 20
"""The number of flops that a chosen flop must at least represent to be worth solving."""

TABLE_VERSION = 1

HELD_OUT = {
    "UTG opens": "66+, A9s+, A5s-A4s, KTs+, QTs+, JTs, T9s, AJo+, KQo",
    "CO opens": "22+, A2s+, K8s+, Q9s+, J9s+, T8s+, 97s+, 87s, 76s, 65s, A9o+, KTo+, QTo+, JTo",
    "BTN opens": "22+, A2s+, K2s+, Q5s+, J7s+, T7s+, 96s+, 85s+, 75s+, 64s+, 54s, A2o+, K8o+, "
    "Q9o+, J9o+, T9o",
    "SB opens": "22+, A2s+, K3s+, Q6s+, J7s+, T7s+, 96s+, 86s+, 75s+, 65s, 54s, A4o+, K9o+, Q9o+, "
    "J9o+, T9o, 98o",
    "BB calls UTG": "99-22, AJs-A2s, K9s-KQs, Q9s+, J9s+, T8s+, 97s+, 87s, 76s, 65s, 54s, "
    "AQo-AJo, KQo",
    "BB calls BTN": "88-22, A9s-A6s, K9s-K2s, Q9s-Q2s, J9s-J5s, T9s-T6s, 98s-95s, 87s-84s, "
    "76s-74s, 65s-63s, 54s-53s, 43s, AJo-A2o, KJo-K8o, QJo-Q9o, JTo-J9o, T9o-T8o, 98o, 87o",
    "BB reraises BTN": "99+, ATs+, A5s-A2s, KTs+, K6s:0.5, QTs+, J9s:0.5, T8s:0.5, 97s:0.5, "
    "76s:0.5, AJo+, A5o:0.5, KQo, KJo:0.5",
    "BTN calls a reraise": "JJ-55, AQs-A6s, A5s-A4s:0.5, KJs-K9s, KQs, Q9s+, J9s+, T9s, 98s, 87s, "
    "76s, AQo-AJo, KQo",
    "UTG reraises again": "QQ+, AKs, AKo:0.75, A5s:0.5, KQs:0.25",
    "BB calls again": "JJ-TT, 99:0.5, AQs, AKs:0.5, KQs:0.5, AKo:0.5, AQo:0.25",
    "BTN calls CO": "JJ-22, AQs-A9s, A5s-A4s, KTs+, QTs+, J9s+, T9s, 98s, 87s, 76s, AQo, KQo:0.5",
    "any two": "random",
}
"""The judging ranges, typical of players; all are measured against each of the first six."""

JUDGING = 6


# --- ranges that decide -------------------------------------------------------------------------


def random_range(seed: int, number: int, width: tuple[float, float] = WIDE) -> str:
    """Draw a range: the classes that a player with a random taste in hands would play.

    The taste is a set of weights for ranks, suits, pairs and gaps, which orders the classes. The
    range is a stretch of that order, with or without its top.

    Args:
        seed: seed of all ranges.
        number: number of the range among the seed's ranges, from 0.
        width: the smallest and the largest share of all hands, 0..1, that the stretch can make up
            together with the hands above it.

    Example:
        >>> random_range(1755, 7).count(",")
        17
    """
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(number,))))
    traits = np.array([_traits(name) for name in CLASSES], float)
    traits = (traits - traits.mean(axis=0)) / traits.std(axis=0)
    score = traits @ rng.normal([1, 0.6, 0.5, 1.0, 0.4], 0.6) + rng.normal(0, 0.5, len(traits))
    share = rng.uniform(*width)
    skipped = rng.choice([0, 0, rng.uniform(0, 0.5)]) * share
    sizes = np.array([len(COMBOS_OF[name]) for name in CLASSES])
    order = np.argsort(-score, kind="stable")
    before = (np.cumsum(sizes[order]) - sizes[order]) / COMBO_COUNT
    return ", ".join(CLASSES[place] for place in order[(before < share) & (before >= skipped)])


def _traits(name: str) -> tuple[int, int, bool, bool, int]:
    low, high = sorted(RANKS.index(letter) for letter in name[:2])
    return high, low, name.endswith("s"), high == low, low - high


# --- what is measured ---------------------------------------------------------------------------


@dataclass(frozen=True)
class FlopMeasures:
    """Results of pairs of ranges on all flops.

    Attributes:
        met: float64[1755, opponents, ranges], total weight of the pairs of hands, one from each of
            the two ranges, that share no card.
        sums: float64[1755, opponents, ranges, 5], weighted sums over those pairs, of the equity
            that the hand from the range has against the whole range of the opponent, of its square,
            and of whether it exceeds each of `CUTS`.
    """

    met: NDArray[np.float64]
    sums: NDArray[np.float64]


def measure_flops(
    opponents: Sequence[str],
    ranges: Sequence[str],
    executor: Executor | None = None,
    progress: Progress = lambda done, most: None,
) -> FlopMeasures:
    """Measure how much ranges win against opponents on each flop, over all runouts.

    Args:
        opponents: ranges of the opponents, as text.
        ranges: ranges to measure against each opponent, as text.
        executor: pool of threads; None measures in this thread.
        progress: called with the number of flops done and the total number of flops.
    """
    theirs, ours = [Range(text) for text in opponents], [Range(text) for text in ranges]
    weights = np.array([each.weights for each in ours])
    flops = [*all_flops()]
    met, sums = [], []
    for row in map_chunks(partial(_measure, theirs, weights), flops, executor):
        met.append(row[0])
        sums.append(row[1])
        progress(len(met), len(flops))
    return FlopMeasures(np.array(met), np.array(sums))


@cache
def all_flops() -> dict[CardSet, int]:
    """Return one flop of each suit-isomorphic class, with the number of flops in the class."""
    return flop_classes(["AA", "KK"])


def _measure(
    opponents: Sequence[Range], weights: NDArray[np.float64], flop: CardSet
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    free = np.array(MASKS, np.uint64) & np.uint64(flop.mask) == 0
    met, sums = [], []
    for opponent in opponents:
        equities = np.nan_to_num(equities_on(flop, opponent).astype(np.float64))
        held = weights * (free * met_weights(opponent.weights * free))
        above = [equities > cut for cut in CUTS]
        met.append(held.sum(axis=1))
        sums.append(held @ np.stack([equities, equities**2, *above], axis=1))
    return np.array(met), np.array(sums)


def equities_on(flop: CardSet, opponent: Range) -> NDArray[np.float32]:
    """Return each combo's equity against a range: float32[1326], NaN for impossible combos."""
    return board_strengths(flop, opponent).equity.astype(np.float32)


# --- choosing -----------------------------------------------------------------------------------


def choose_flops(measures: FlopMeasures, size: int, seed: int = SEED) -> dict[CardSet, int]:
    """Choose the flops of a subset, and their weights.

    Args:
        measures: measures of the deciding ranges.
        size: number of flops.
        seed: seed of the random replacements.

    Returns:
        The chosen flops with the number of flops that each represents, largest number first.
    """
    products = products_of(measures)
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(size,))))
    chosen: list[int] = [int(np.argmin(np.diag(products)))]
    while len(chosen) < size:
        chosen.append(int(np.argmin(_with_one_more(products, chosen))))
    chosen = _exchanged(products, chosen)
    for _ in range(SHAKES):
        shaken = chosen.copy()
        others = rng.choice(np.setdiff1d(np.arange(len(products)), chosen), SHAKEN, replace=False)
        for place, other in zip(rng.choice(size, SHAKEN, replace=False), others, strict=True):
            shaken[place] = int(other)
        shaken = _exchanged(products, shaken)
        if _error(products, shaken) < _error(products, chosen) and _usable(products, shaken):
            chosen = shaken
    return _whole_weights(chosen, best_weights(products, chosen))


def products_of(measures: FlopMeasures) -> NDArray[np.float64]:
    """Return the scalar products of the flops' deviations from the average: float64[1755, 1755].

    For weights w that sum to one, w @ products @ w is the error: the mean squared error of the
    measures, that of the flops' features (see `LOOKS`), and a term that evens out the weights (see
    `RIDGE`).
    """
    counts = np.array([*all_flops().values()], float)
    met = np.tensordot(counts, measures.met, 1)
    means = np.tensordot(counts, measures.sums, 1) / met[..., None]
    apart = measures.sums - means * measures.met[..., None]
    apart = apart / (met[..., None] / FLOPS) * np.array(IMPORTANCE)
    rows, looks = apart.reshape(len(counts), -1), np.array([_looks(flop) for flop in all_flops()])
    looks = (looks - counts @ looks / FLOPS) * LOOKS
    products = rows @ rows.T / rows.shape[1] + looks @ looks.T / looks.shape[1]
    return np.asarray(products + np.eye(len(products)) * RIDGE * np.trace(products) / len(products))


def _looks(flop: CardSet) -> list[float]:
    """Return features of a flop: texture, high card, connectedness, and absence of low cards."""
    ranks = sorted({card.index >> 2 for card in flop})
    straight = len(ranks) == 3 and ranks[2] - ranks[0] <= 4
    texture = flop_texture(flop)
    marks = [texture == each for each in TEXTURES] + [ranks[-1] == rank for rank in range(6, 13)]
    return [float(mark) for mark in (*marks, straight, ranks[0] >= 6)]


def best_weights(products: NDArray[np.float64], chosen: Sequence[int]) -> NDArray[np.float64]:
    """Return the weights of the chosen flops that minimise the error.

    The weights sum to one; some can be negative.

    Args:
        products: result of `products_of`.
        chosen: indices of the flops among all flops.
    """
    weights = np.linalg.solve(products[np.ix_(chosen, chosen)], np.ones(len(chosen)))
    return np.asarray(weights / weights.sum())


def _error(products: NDArray[np.float64], chosen: Sequence[int]) -> float:
    """Return the error of the chosen flops with their best weights; see `products_of`."""
    weights = best_weights(products, chosen)
    return float(weights @ products[np.ix_(chosen, chosen)] @ weights)


def _usable(products: NDArray[np.float64], chosen: Sequence[int]) -> bool:
    return bool(best_weights(products, chosen).min() >= LEAST / FLOPS)


def _with_one_more(products: NDArray[np.float64], chosen: Sequence[int]) -> NDArray[np.float64]:
    """Return the error with the best weights after adding each flop to the chosen ones: float64[n].

    The error is infinite for flops already chosen.

    Args:
        products: float64[n, n], the result of `products_of`.
        chosen: indices of the chosen flops, at least one.
    """
    inverse = np.linalg.inv(products[np.ix_(chosen, chosen)])
    rows, between = inverse.sum(axis=1), products[list(chosen)]
    rest = np.diag(products) - np.einsum("cf,cf->f", between, inverse @ between)
    rest[list(chosen)] = 1
    errors = 1 / (rows.sum() + (1 - rows @ between) ** 2 / rest)
    errors[list(chosen)] = np.inf
    return np.asarray(errors)


def _exchanged(products: NDArray[np.float64], chosen: Sequence[int]) -> list[int]:
    """Exchange chosen flops for better ones, one at a time, until no exchange lowers the error.

    For each chosen flop, only the three best replacements are tried, and only if they leave all
    weights large enough.
    """
    now = list(chosen)
    while True:
        offers = []
        for place, flop in enumerate(now):
            errors = _with_one_more(products, now[:place] + now[place + 1 :])
            errors[flop] = np.inf
            offers += [(errors[each], place, int(each)) for each in np.argsort(errors)[:3]]
        better = _best_usable(products, now, sorted(offers))
        if better is None:
            return now
        now = better


def _best_usable(
    products: NDArray[np.float64], now: list[int], offers: Iterable[tuple[float, int, int]]
) -> list[int] | None:
    """Return the flops after the best exchange that keeps all weights large enough.

    Return None if no such exchange lowers the error.

    Args:
        products: result of `products_of`.
        now: indices of the flops chosen so far.
        offers: possible exchanges, best first: the resulting error, the position in `now` of the
            flop to remove, and the index of the flop to add.
    """
    least = _error(products, now) * (1 - 1e-9)
    for error, place, flop in offers:
        if error >= least:
            return None
        exchanged = [*now[:place], flop, *now[place + 1 :]]
        if _usable(products, exchanged):
            return exchanged
    return None


def _whole_weights(chosen: Sequence[int], weights: NDArray[np.float64]) -> dict[CardSet, int]:
    """Round weights to integers that sum to the number of all flops."""
    exact = weights * FLOPS
    counts = np.floor(exact).astype(int)
    for place in np.argsort(counts - exact, kind="stable")[: FLOPS - counts.sum()]:
        counts[place] += 1
    flops = [*all_flops()]
    order = sorted(range(len(chosen)), key=lambda place: (-counts[place], chosen[place]))
    return {flops[chosen[place]]: int(counts[place]) for place in order}


# --- the table ----------------------------------------------------------------------------------


def text_of(subsets: Mapping[str, Mapping[CardSet, int]]) -> str:
    """Return the subsets, by name, as JSON.

    Example:
        >>> print(text_of({"1": {CardSet("Qs7h2d"): 22100}}))
        {
        "version": 1,
        "subsets": {
        "1": {"Qs7h2d": 22100}
        }
        }
        <BLANKLINE>
    """
    lines = [
        f'"{name}": {json.dumps({str(flop): count for flop, count in subset.items()})}'
        for name, subset in subsets.items()
    ]
    held = ",\n".join(lines)
    return f'{{\n"version": {TABLE_VERSION},\n"subsets": {{\n{held}\n}}\n}}\n'


def deciding_measures(
    executor: Executor | None = None, progress: Progress = lambda done, most: None
) -> FlopMeasures:
    """Measure the deciding ranges on all flops, which takes a few minutes."""
    opponents: list[str] = []
    ranges: list[str] = []
    for width, (some, most) in DECIDING.items():
        first = len(ranges)
        drawn = [random_range(SEED, number, width) for number in range(first, first + most)]
        opponents += drawn[:some]
        ranges += drawn
    return measure_flops(opponents, ranges, executor, progress)


@click.command()
@click.option("--workers", type=click.IntRange(min=1), help="Threads, if not one for each core.")
@out_option
def main(workers: int | None, out: Path | None) -> None:
    """Choose the flops of each subset, and write them with their weights."""
    from concurrent.futures import ThreadPoolExecutor

    with (
        ThreadPoolExecutor(workers or cpu_count()) as executor,
        click.progressbar(length=len(all_flops()), label="Measuring flops") as bar,
    ):
        measures = deciding_measures(executor, lambda done, most: bar.update(done - bar.pos))
    subsets = {name: choose_flops(measures, int(name)) for name in SUBSETS}
    save_table(text_of(subsets), SUBSETS_TABLE, DIGEST, "handsight.ranges.flop_subsets", out)


if __name__ == "__main__":
    main()
