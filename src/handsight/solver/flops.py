"""Solves a spot on many flops; by default, on one flop of each class of equivalent flops.

Flops are equivalent if they differ only by suits that the ranges do not tell apart.

If both ranges treat all suits alike, the 22,100 flops fall into 1,755 classes. If a range names
suits, fewer flops are equivalent, so there are more classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, InputError, OptionError
from handsight.odds import Spot
from handsight.ranges.combos import MASKS
from handsight.ranges.flop_subsets import named_flops
from handsight.ranges.suits import CHANGES, SuitChange, alike_changes, all_boards, first_flops
from handsight.runtime.chunks import Progress, map_chunks
from handsight.runtime.integers import is_whole
from handsight.solver.game import weight_of_pairs, weights_of
from handsight.solver.solved_flops import SolvedFlop, question_of, read_flops, write_flops
from handsight.solver.solving import solve

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from handsight.odds.spot import PlayerLike
    from handsight.solver.betting import Betting
    from handsight.solver.solving import SolveProgress

FLOPS = 22_100
Cards: TypeAlias = tuple[int, ...]
"""The indices of three cards, in ascending order."""

FlopsLike: TypeAlias = str | Mapping[CardSet, int] | Iterable[str | CardSet]
"""The name of a subset, a mapping, or a list of flops.

A mapping maps each flop to the number of flops that it represents. In a list, each flop represents
its class."""


def flop_classes(players: Sequence[PlayerLike]) -> dict[CardSet, int]:
    """Group all 22,100 flops into classes of flops that two ranges cannot tell apart.

    Args:
        players: the range out of position, then the range in position.

    Returns:
        One flop of each class, with the number of flops in the class.

    Raises:
        InputError: if a range cannot be read.
        OptionError: if there are not exactly two players.

    Example:
        >>> classes = flop_classes(["QQ+, AK", "22+, A2s+"])
        >>> len(classes), sum(classes.values())
        (1755, 22100)
    """
    return _classes(_firsts((*alike_changes(_weights(_spot_of(players))),)))


def _classes(firsts: dict[Cards, Cards]) -> dict[CardSet, int]:
    counts = Counter(firsts.values())
    return {CardSet([Card(card) for card in flop]): count for flop, count in counts.items()}


@lru_cache(maxsize=2)  # a subset needs the classes for two lists of suit changes
def _firsts(changes: tuple[SuitChange, ...]) -> dict[Cards, Cards]:
    """Map each flop to the first flop of its class."""
    firsts = first_flops(changes).tolist()
    flops = all_boards(3).tolist()
    pairs = zip(map(tuple, flops), map(tuple, firsts), strict=True)
    return dict(sorted(pairs))


def solve_flops(
    players: Sequence[PlayerLike],
    betting: Betting,
    flops: FlopsLike | None = None,
    accuracy: float = 0.005,
    *,
    known: Iterable[SolvedFlop] = (),
    save: Path | str | None = None,
    executor: Executor | None = None,
    storage: str = "f32",
    threads: int = 1,
    memory: int | None = None,
    progress: Progress | None = None,
    watch: Callable[[str, SolveProgress], object] | None = None,
) -> Iterator[SolvedFlop]:
    """Solve a spot on many flops, one after another or in parallel.

    Args:
        players: the range out of position, then the range in position.
        betting: the pot, the stacks and the bet sizes.
        flops: the name of a subset (see `named_flops`); a list of flops, each of which represents
            its class; or a mapping of flops to the number of flops that each represents. None
            solves one flop of each class, which takes hours. Flops that are impossible for these
            ranges are skipped, but in a list they are an error.
        accuracy: the exploitability to reach on each flop, as a share of the pot.
        known: flops solved earlier, which are not solved again. They must have been solved for the
            same ranges, betting and accuracy, which is not checked.
        save: a file to which each flop is written before it is yielded, including those from
            ``known``. Flops already in the file are not solved again. A file can be continued only
            with the same ranges, betting and accuracy.
        executor: an executor of threads or processes; None solves in this thread.
        storage: ``"f32"``, or ``"i16"`` for half the memory.
        threads: the number of threads that share the work on a flop.
        memory: the maximum number of bytes for a flop; None for three quarters of the machine's.
        progress: called with the number of flops yielded so far, including those that are not
            solved again, and the total number of flops to yield.
        watch: called with each flop while it is solved, and the progress of the solve. An error
            that it raises ends the work. Processes of an executor must be able to pickle it.

    Returns:
        An iterator that yields each flop once it is solved, in the order of ``flops``.

    Raises:
        InputError: if a range or a flop cannot be used, if no flop is possible for these ranges, or
            if the file is damaged or belongs to another spot.
        OptionError: if there are not exactly two players, if two of the flops differ only by suits
            that the ranges cannot tell apart, if a listed flop is impossible for these ranges, if a
            flop represents an invalid number of flops, if there is no subset of this name, or if a
            subset is named although a range names suits.
        OSError: if the file cannot be read or written.

    Example:
        >>> from handsight.solver import Betting
        >>> rows = solve_flops(["AA", "KK"], Betting(100, 50, "a"), ["2c7d9h", "KsQs2d"])
        >>> [round(row.ev[0]) for row in rows]
        [100, 0]
    """
    spot = _spot_of(players)
    weights = _weights(spot)
    firsts = _firsts((*alike_changes(weights),))
    chosen = _chosen(flops, firsts)
    names = [firsts[_cards(flop)] for flop in chosen]
    comes = np.array([_pairs_on(weights, flop) for flop in chosen]) * list(chosen.values())
    if not comes.all() and _are_listed(flops):
        raise OptionError(
            f"{[*chosen][int(np.argmin(comes))]} leaves no deal with a hand from "
            "each of these ranges"
        )
    if not comes.any():
        raise InputError(
            "no flop leaves a deal with a hand from each of these ranges; give other ranges"
        )
    question = question_of(spot, betting, accuracy)
    kept = [] if save is None else read_flops(save, question)
    done = {firsts[_cards(CardSet(row.flop))]: row for row in (*known, *kept)}
    asked = [
        (str(flop), count, float(come / comes.sum()), done.get(name))
        for (flop, count), come, name in zip(chosen.items(), comes, names, strict=True)
        if come
    ]
    options = {"storage": storage, "threads": threads, "memory": memory}
    rows = map_chunks(
        partial(_solve_one, spot.players, betting, accuracy, options, watch), asked, executor
    )
    if save is not None:
        write_flops(save, question, kept)  # fails on a bad path before the work begins
        rows = _saved(rows, save, question, kept)
    return rows if progress is None else _reported(rows, len(asked), progress)


def _are_listed(flops: FlopsLike | None) -> bool:
    """Check whether the flops are a list, each of which must be solved."""
    return flops is not None and not isinstance(flops, (str, Mapping))


def _chosen(flops: FlopsLike | None, firsts: dict[Cards, Cards]) -> dict[CardSet, int]:
    """Map each flop to solve to the number of flops that it represents."""
    classes = _classes(firsts)
    if flops is None:
        return classes
    if isinstance(flops, str):
        subset = named_flops(flops)
        if len(classes) != len(_classes(_firsts((*CHANGES,)))):
            raise OptionError(
                f"subset {flops!r} represents all flops only for ranges that name no suits, and "
                "these ranges do; list flops, or solve all"
            )
        return subset
    listed = [CardSet(flop) for flop in flops]
    for flop in listed:
        if len(flop) != 3:
            raise CardCountError(f"a flop has {len(flop)} cards: {flop}; it must have 3")
    seen: dict[Cards, CardSet] = {}
    for flop in listed:
        twin = seen.setdefault(firsts[_cards(flop)], flop)
        if twin is not flop:
            raise OptionError(
                f"{twin} and {flop} are the same flop up to suits; list only one of them"
            )
    if not isinstance(flops, Mapping):
        return {flop: classes[_as_set(firsts[_cards(flop)])] for flop in listed}
    counts = list(flops.values())
    for flop, count in zip(listed, counts, strict=True):
        if not is_whole(count, range(1, FLOPS + 1)):
            raise OptionError(
                f"{flop} stands for {count!r} flops; it must stand for 1 to {FLOPS:,}"
            )
    return dict(zip(listed, counts, strict=True))


def _cards(flop: CardSet) -> Cards:
    return tuple(sorted(card.index for card in flop))


def _as_set(cards: Cards) -> CardSet:
    return CardSet([Card(card) for card in cards])


def _saved(
    rows: Iterator[SolvedFlop],
    path: Path | str,
    question: dict[str, Any],
    kept: list[SolvedFlop],
) -> Iterator[SolvedFlop]:
    """Yield the rows, and write each new flop to the file before it is yielded."""
    held = {row.flop: row for row in kept}
    for row in rows:
        if row.flop not in held:
            held[row.flop] = row
            write_flops(path, question, held.values())
        yield row


def _reported(rows: Iterator[SolvedFlop], most: int, progress: Progress) -> Iterator[SolvedFlop]:
    progress(0, most)
    for number, row in enumerate(rows, 1):
        progress(number, most)
        yield row


def _solve_one(
    players: Sequence[PlayerLike],
    betting: Betting,
    accuracy: float,
    options: dict[str, Any],
    watch: Callable[[str, SolveProgress], object] | None,
    asked: tuple[str, int, float, SolvedFlop | None],
) -> SolvedFlop:
    flop, count, weight, done = asked
    if done is not None:
        return replace(done, flop=flop, count=count, weight=weight)

    def tell(progress: SolveProgress) -> None:
        if watch is not None:
            watch(flop, progress)

    solution = solve(Spot.parse(players, flop), betting, accuracy, progress=tell, **options)
    root = solution.root
    return SolvedFlop(
        *(flop, count, weight, root.ev, root.equity),
        *(root.actions, root.frequencies, solution.exploitability),
    )


def _spot_of(players: Sequence[PlayerLike]) -> Spot:
    spot = Spot.parse(players)
    if len(spot.players) != 2:
        raise OptionError(f"there are {len(spot.players)} players; the solver needs two")
    return spot


def _weights(spot: Spot) -> NDArray[np.float32]:
    """Return the weights of both players' hands before the flop: float32[2, 1326]."""
    return np.stack([weights_of(spot, number) for number in range(2)])


def _pairs_on(weights: NDArray[np.float32], flop: CardSet) -> float:
    """Return the total weight of all pairs of the players' hands that are possible on a flop."""
    free = (np.array(MASKS, np.uint64) & np.uint64(flop.mask)) == 0
    return weight_of_pairs(weights * free)
