"""Flops that are solved to the end of the hand: their trees, their steps, and what they share.

Flops that differ only by a change of suits, and have the same ranges, pot, stacks and bets, are
solved once.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.subgame import PARTS, RAISE_CAP
from handsight.coach.review.settings import FLOP_MEMORY
from handsight.coach.review.solution import StreetSolution
from handsight.coach.review.store import ReviewStore
from handsight.coach.spots import REVIEW_SIZES, street_spot
from handsight.ranges.suits import CHANGES, combo_tables
from handsight.runtime.machine import free_memory
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner
from handsight.solver.solving import load_kernels
from handsight.solver.tree import build_street

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handsight.blueprint.subgame import Subgame
    from handsight.game import ActionRecord
    from handsight.solver.betting import Betting

MOST_STEPS, STEPS_AT_MOST_MEMORY = 200, 64
"""The number of steps of a solve: as many as take about the time of the second number of steps in
the largest tree that fits, but at most the first number."""

NEEDED_STEPS = {RAISE_CAP: 110, 1: 100, 0: 0}
"""How many raises in a row the tree of a flop may have, in the order in which they are tried, and
the number of steps for which there must be time; more raises need more steps. Raises that were made
are always part of the tree."""

STORAGE = "i16"
VERSION = 1
"""Increased whenever flops are solved differently, so that earlier solutions are not used."""

MOST_KEPT = 64
"""The number of solutions that a process keeps in memory, about 0.3 MB each."""


ROOM = 1.5
"""There must be this many times as much free memory as a solve needs."""


class WholeFlop(NamedTuple):
    """A flop that is solved to the end of the hand.

    Attributes:
        solution: the values and strategies on the flop.
        taken: for each action that was made, the index of its option at its node.
        raises: how many raises the tree has in a row.
    """

    solution: StreetSolution
    taken: list[int]
    raises: int


class SolvedFlops:
    """Solutions of flops by what was solved, in memory and in a review store.

    Args:
        path: a review store. None, or a file that this machine does not have, to keep solutions in
            memory only.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path if path is not None and path.exists() else None
        self._held: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: bytes) -> bytes | None:
        """Return a packed solution, or None if it is unknown.

        Args:
            key: what was solved.

        Raises:
            OptionError: if the store is damaged.
        """
        found = self._held.get(key)
        if found is None and self._path is not None:
            with ReviewStore(self._path, create=False) as store:
                found = store.flop(key)
        if found is not None:
            self._hold(key, found)
        return found

    def put(self, key: bytes, solution: bytes) -> None:
        """Keep a packed solution.

        Args:
            key: what was solved.
            solution: the solution.

        Raises:
            OptionError: if the store cannot be written.
        """
        self._hold(key, solution)
        if self._path is not None:
            with ReviewStore(self._path, create=False) as store:
                store.put_flop(key, solution)

    def _hold(self, key: bytes, solution: bytes) -> None:
        self._held[key] = solution
        self._held.move_to_end(key)
        while len(self._held) > MOST_KEPT:
            self._held.popitem(last=False)


def usual_memory(processes: int = 1) -> int:
    """Return `FLOP_MEMORY`, or 0 if the machine has too little free memory for it.

    Args:
        processes: the number of processes that solve flops at the same time.
    """
    return FLOP_MEMORY if free_memory() > ROOM * FLOP_MEMORY * processes else 0


def solve_whole_flop(
    start: Subgame,
    records: Sequence[ActionRecord],
    rake: tuple[float, float | None],
    memory: int,
    known: SolvedFlops,
) -> WholeFlop | None:
    """Solve a flop to the end of the hand, with the largest tree that needs little enough memory.

    Args:
        start: the start of the flop.
        records: the actions on the flop, which the tree includes.
        rake: the share of the pot that the house takes, and its maximum in chips; None for no
            maximum.
        memory: the largest number of bytes that the solve may need.
        known: solutions that need not be found again; the new one is added.

    Returns:
        None if every tree needs more memory, or if no tree can have these actions.

    Raises:
        InputError: if the ranges block each other.
        OptionError: if nobody can bet.
    """
    change, board, ranges = canonical(start.board, start.ranges)
    spot = start._replace(board=board, ranges=ranges).spot
    for raises, needed in NEEDED_STEPS.items():
        found = street_spot(start, records, REVIEW_SIZES[start.street], raises, rake)
        if found is None:
            continue
        game = SolverGame.of(spot, found.betting, STORAGE)
        affordable = STEPS_AT_MOST_MEMORY * memory // game.memory
        if game.memory > memory or affordable < needed:
            continue
        steps = min(MOST_STEPS, affordable)
        key = key_of_flop(board, ranges, found.betting, steps)
        held = known.get(key)
        if held is None:
            solution = _solved(game, steps)
            known.put(key, solution.packed())
        else:
            tree = build_street(found.betting, start.street)
            solution = StreetSolution.unpacked(held, tree, found.betting)
        return WholeFlop(solution.turned(change), found.taken, raises)
    return None


def _solved(game: SolverGame, steps: int) -> StreetSolution:
    load_kernels(len(game.spot.board), STORAGE)
    game.prepare()
    learner = Learner(game)
    learner.learn(steps)
    return StreetSolution.of(learner, learner.exploitability())


def canonical(
    board: Sequence[int], ranges: NDArray[np.float64]
) -> tuple[int, tuple[int, ...], NDArray[np.float64]]:
    """Change the suits of a flop and of both ranges so that all changes of it become the same.

    Args:
        board: the card numbers of the flop.
        ranges: float64[2, 1326], the weights of both players' hands.

    Returns:
        The index in `handsight.ranges.suits.CHANGES` of the change, and the board and the ranges
        after it.

    Example:
        >>> ranges = np.ones((2, 1326))
        >>> [canonical(board, ranges)[1] for board in ((0, 5, 9), (2, 7, 11))]
        [(0, 5, 9), (0, 5, 9)]
    """
    boards = [tuple(sorted(card & ~3 | suits[card & 3] for card in board)) for suits in CHANGES]
    least = min(boards)
    turned = combo_tables()[2]
    found = []
    for change, each in enumerate(boards):
        if each == least:
            moved = np.empty_like(ranges)
            moved[:, turned[change]] = ranges
            found.append((moved.tobytes(), change, moved))
    _, change, moved = min(found, key=lambda each: each[:2])
    return change, least, moved


def key_of_flop(
    board: tuple[int, ...], ranges: NDArray[np.float64], betting: Betting, steps: int
) -> bytes:
    """Return a digest of everything that the solution of a flop depends on.

    Args:
        board: the card numbers of the flop, from `canonical`.
        ranges: the weights of both players' hands, likewise.
        betting: the betting of the tree.
        steps: the number of steps.
    """
    numbers = np.rint(ranges * PARTS).astype(np.int32).tobytes()
    words = repr((VERSION, steps, STORAGE, board, sorted(betting.fields().items())))
    return sha256(words.encode() + numbers).digest()
