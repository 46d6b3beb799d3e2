"""A spot over many flops: one solve for each class of flops that suits make alike.

Where both ranges treat the suits alike the 22,100 flops fall into 1,755 classes. Ranges that name
suits leave fewer changes of suits, and so more classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError, OptionError
from handsight.odds import Spot
from handsight.ranges.suits import CHANGES, combo_tables
from handsight.runtime.chunks import map_chunks
from handsight.solver.game import weight_of_pairs, weights_of
from handsight.solver.solving import solve

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.odds.spot import PlayerLike
    from handsight.solver.betting import Betting


@dataclass(frozen=True)
class SolvedFlop:
    """What a spot is worth on a flop.

    Attributes:
        flop: its cards.
        count: how many flops it stands for.
        weight: how often they come, as a share of all flops that are asked for.
        ev: chips of the pot, out of position and in position.
        equity: shares of the pot, out of position and in position.
        actions: of the first decision.
        frequencies: how often each of them is taken.
        exploitability: as a share of the pot.
    """

    flop: str
    count: int
    weight: float
    ev: tuple[float, float]
    equity: tuple[float, float]
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]
    exploitability: float


def flop_classes(players: Sequence[PlayerLike]) -> dict[CardSet, int]:
    """Sort all 22,100 flops into the classes that two ranges cannot tell apart.

    Args:
        players: out of position and in position.

    Returns:
        For a flop of each class how many flops there are in it.

    Raises:
        InputError: if a range cannot be read.

    Example:
        >>> classes = flop_classes(["QQ+, AK", "22+, A2s+"])
        >>> len(classes), sum(classes.values())
        (1755, 22100)
    """
    counts = Counter(_firsts(_alike(players)).values())
    return {CardSet([Card(card) for card in flop]): count for flop, count in counts.items()}


def _alike(players: Sequence[PlayerLike]) -> list[tuple[int, ...]]:
    """List the changes of suits that leave both ranges as they are."""
    weights = _weights(players, CardSet())
    turned = combo_tables()[2]
    return [
        change
        for number, change in enumerate(CHANGES)
        if np.array_equal(weights[:, turned[number]], weights)
    ]


def _firsts(changes: list[tuple[int, ...]]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Give for each flop the first one of its class."""
    return {
        flop: min(
            tuple(sorted(card & ~3 | change[card & 3] for card in flop)) for change in changes
        )
        for flop in combinations(range(52), 3)
    }


def solve_flops(
    players: Sequence[PlayerLike],
    betting: Betting,
    flops: Iterable[str | CardSet] | None = None,
    accuracy: float = 0.005,
    *,
    known: Iterable[SolvedFlop] = (),
    executor: Executor | None = None,
    storage: str = "f32",
) -> Iterator[SolvedFlop]:
    """Solve a spot on many flops, one after the other or on an executor.

    Args:
        players: out of position and in position.
        betting: pot, stacks and sizes.
        flops: which; None for one of each class, which takes hours.
        accuracy: the exploitability to reach on each, as a share of the pot.
        known: what was solved before; it is given again, and not solved again.
        executor: threads or processes; None solves here.
        storage: ``"f32"`` or ``"i16"``.

    Returns:
        The flops as they are solved, in their order.

    Raises:
        InputError: if a range or a flop cannot be used.
        OptionError: for a flop that is named twice.

    Example:
        >>> from handsight.solver import Betting
        >>> found = solve_flops(["AA", "KK"], Betting(100, 50, "a"), ["2c7d9h", "KsQs2d"])
        >>> [round(row.ev[0]) for row in found]
        [100, 0]
    """
    firsts = _firsts(_alike(players))
    sizes = Counter(firsts.values())
    if flops is None:
        chosen = [CardSet([Card(card) for card in flop]) for flop in sizes]
    else:
        chosen = [CardSet(flop) for flop in flops]
    for flop in chosen:
        if len(flop) != 3:
            raise CardCountError(f"a flop has {len(flop)} cards: {flop}; it takes 3")
    if len(set(chosen)) != len(chosen):
        raise OptionError("a flop is named twice; name each once")
    counts = [sizes[firsts[tuple(sorted(card.index for card in flop))]] for flop in chosen]
    comes = np.array([weight_of_pairs(_weights(players, flop)) for flop in chosen]) * counts
    if not comes.all():
        raise OptionError(f"{chosen[int(np.argmin(comes))]} leaves no two hands of these ranges")
    done = {row.flop: row for row in known}
    asked = [
        (str(flop), count, float(come / comes.sum()), done.get(str(flop)))
        for flop, count, come in zip(chosen, counts, comes, strict=True)
    ]
    return map_chunks(
        partial(_solve_one, tuple(players), betting, accuracy, storage), asked, executor
    )


def _solve_one(
    players: tuple[PlayerLike, ...],
    betting: Betting,
    accuracy: float,
    storage: str,
    asked: tuple[str, int, float, SolvedFlop | None],
) -> SolvedFlop:
    flop, count, weight, done = asked
    if done is not None:
        return done
    solution = solve(Spot.parse(players, flop), betting, accuracy, storage=storage)
    root = solution.root
    return SolvedFlop(
        *(flop, count, weight, root.ev, root.equity),
        *(root.actions, root.frequencies, solution.exploitability),
    )


def _weights(players: Sequence[PlayerLike], flop: CardSet) -> NDArray[np.float32]:
    spot = Spot.parse(players, flop)
    if len(spot.players) != 2:
        raise OptionError(f"there are {len(spot.players)} players; the solver takes two")
    return np.stack([weights_of(spot, number) for number in range(2)])


def mean_of_flops(rows: Sequence[SolvedFlop]) -> tuple[tuple[float, float], dict[str, float]]:
    """Take the mean of solved flops, by how often each comes.

    Args:
        rows: of one spot.

    Returns:
        The EV of both players, and how often each first action is taken.

    Raises:
        OptionError: without a row.
    """
    if not rows:
        raise OptionError("there are no flops; solve one or more")
    total = sum(row.weight for row in rows)
    evs = [sum(row.weight * row.ev[player] for row in rows) / total for player in range(2)]
    shares: dict[str, float] = {}
    for row in rows:
        for action, share in zip(row.actions, row.frequencies, strict=True):
            shares[action] = shares.get(action, 0.0) + row.weight * share / total
    return (evs[0], evs[1]), shares
