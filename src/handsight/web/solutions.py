"""Solutions that the server keeps between requests, up to limits on number, size and age."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING

from handsight.errors import InputError
from handsight.runtime.machine import cores, free_memory
from handsight.web.jobs import TooManyError
from handsight.web.shelf import Sweeper

if TYPE_CHECKING:
    from handsight.solver import Solution
    from handsight.solver.game import SolverGame

MOST_SOLUTIONS = 8
SHARE_OF_FREE = 0.5
"""The share of the free memory that all solutions and the solves in progress may take together."""
IDLE_SECONDS = 1800.0
THREADS = cores()
"""The number of threads with which the server solves."""


def bytes_of(game: SolverGame, threads: int = THREADS) -> int:
    """Compute the memory in bytes of a solve on some threads, each of which needs working memory.

    Args:
        game: the game.
        threads: the number of threads.
    """
    shares = threads > 1 and len(game.trees) > 1
    return game.memory + threads * game.room_bytes * shares


@dataclass(slots=True, eq=False)
class KeptSolution:
    """A solution, or the reservation for a solution in progress.

    Attributes:
        key: unguessable key by which requests refer to the solution.
        size: size of the solution in bytes.
        board: cards of the board, in the order of the request.
        solution: the solution; None while the solve is in progress.
        stopping: event that, when set, ends the solve with the strategy so far.
        used: time at which a request last used the solution, by a monotonic clock.
    """

    key: str
    size: int
    board: tuple[str, ...] = ()
    solution: Solution | None = None
    stopping: Event = field(default_factory=Event)
    used: float = field(default_factory=monotonic)


class SolutionShelf:
    """A collection of solutions; it drops idle ones and, to make room, the least recently used.

    Args:
        memory: memory in bytes that all solutions and the solves in progress may take together;
            None for `SHARE_OF_FREE` of what would be free without them.
        idle: seconds without use after which a finished solution is dropped.
    """

    def __init__(self, memory: int | None = None, idle: float = IDLE_SECONDS) -> None:
        self._memory = memory
        self._idle = idle
        self._kept: dict[str, KeptSolution] = {}
        self._lock = Lock()
        self._sweeper = Sweeper(self._sweep, idle)

    @property
    def most_bytes(self) -> int:
        """The memory in bytes that all solutions and the solves in progress may take together."""
        if self._memory is not None:
            return self._memory
        return int(SHARE_OF_FREE * (free_memory() + self._bytes()))

    def reserve(
        self, size: int, board: tuple[str, ...] = (), beside: KeptSolution | None = None
    ) -> KeptSolution:
        """Reserve room for a solution, and drop finished solutions if there is too little room.

        Args:
            size: size of the solution in bytes.
            board: cards of the board, in the order of the request.
            beside: a solution that must not be dropped, because the new one starts from it; None
                for none.

        Raises:
            TooManyError: if there is too little room even without the finished solutions.
        """
        with self._lock:
            self._drop_idle()
            most = self.most_bytes
            while len(self._kept) >= MOST_SOLUTIONS or self._bytes() + size > most:
                solved = [
                    each
                    for each in self._kept.values()
                    if each.solution is not None and each is not beside
                ]
                if not solved:
                    raise TooManyError(self._no_room(most, beside))
                del self._kept[min(solved, key=lambda each: each.used).key]
            place = KeptSolution(secrets.token_urlsafe(12), size, board)
            self._kept[place.key] = place
            self._sweeper.later()
            return place

    def renew(self, place: KeptSolution) -> KeptSolution:
        """Replace a solution with a reservation under a new key, for a solve that changes it."""
        with self._lock:
            self._kept.pop(place.key, None)
            renewed = KeptSolution(secrets.token_urlsafe(12), place.size, place.board)
            self._kept[renewed.key] = renewed
            self._sweeper.later()
            return renewed

    def _no_room(self, most: int, beside: KeptSolution | None) -> str:
        running = sum(each.solution is None for each in self._kept.values())
        if running:
            words = "1 spot is" if running == 1 else f"{running} spots are"
            return f"{words} being solved; stop one, or ask again later"
        if beside is not None:
            return (
                f"a solution with other locks and the one it starts from do not both fit into "
                f"{most / 1e6:,.0f} MB; solve the spot with these locks from the start"
            )
        return f"only {most / 1e6:,.0f} MB are free; ask again later"

    def drop(self, place: KeptSolution) -> None:
        """Remove a solution or a reservation, if it is still there."""
        with self._lock:
            self._kept.pop(place.key, None)

    def place(self, key: str) -> KeptSolution:
        """Return the solution or reservation with a key, which counts as a use of it.

        Raises:
            InputError: if no solution with that key exists, or if it has been dropped.
        """
        with self._lock:
            self._drop_idle()
            place = self._kept.get(key)
            if place is None:
                raise InputError("that solution is no longer kept; solve the spot again")
            place.used = monotonic()
            return place

    def solution(self, key: str) -> Solution:
        """Return the finished solution with a key.

        Raises:
            InputError: if no solution with that key exists, if it has been dropped, or if its solve
                is still in progress.
        """
        solution = self.place(key).solution
        if solution is None:
            raise InputError("this spot is still being solved; stop it, or wait until it ends")
        return solution

    def close(self) -> None:
        """Stop all solves, and drop all solutions."""
        with self._lock:
            for place in self._kept.values():
                place.stopping.set()
            self._kept.clear()
            self._sweeper.cancel()

    def _bytes(self) -> int:
        return sum(each.size for each in [*self._kept.values()])

    def _drop_idle(self) -> None:
        oldest = monotonic() - self._idle
        for place in [*self._kept.values()]:
            if place.solution is not None and place.used < oldest:
                del self._kept[place.key]

    def _sweep(self) -> None:
        with self._lock:
            self._drop_idle()
            if self._kept:
                self._sweeper.later()
