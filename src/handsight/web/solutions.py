"""Solutions that the server keeps between requests, up to limits on number, size and age."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

from handsight.errors import InputError
from handsight.runtime.machine import cores, free_memory
from handsight.web.shelf import Shelf

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
        size: size of the solution in bytes.
        board: cards of the board, in the order of the request.
        key: unguessable key by which requests refer to the solution.
        solution: the solution; None while the solve is in progress.
        stopping: event that, when set, ends the solve with the strategy so far.
    """

    size: int
    board: tuple[str, ...] = ()
    key: str = ""
    solution: Solution | None = None
    stopping: Event = field(default_factory=Event)

    @property
    def is_busy(self) -> bool:
        """Whether the solve is in progress."""
        return self.solution is None

    def close(self) -> None:
        """Stop the solve."""
        self.stopping.set()


class SolutionShelf(Shelf[KeptSolution]):
    """A shelf of solutions, which also limits the memory that they take together.

    Args:
        memory: memory in bytes that all solutions and the solves in progress may take together;
            None for `SHARE_OF_FREE` of what would be free without them.
        idle: seconds without use after which a finished solution is dropped.
    """

    def __init__(self, memory: int | None = None, idle: float = IDLE_SECONDS) -> None:
        gone = "that solution is no longer kept; solve the spot again"
        super().__init__(MOST_SOLUTIONS, gone, idle)
        self._memory = memory

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
        place = KeptSolution(size, board)
        place.key = self.add(place, beside)
        return place

    def renew(self, place: KeptSolution) -> KeptSolution:
        """Replace a solution with a reservation under a new key, for a solve that changes it."""
        renewed = KeptSolution(place.size, place.board)
        renewed.key = self.replace(place.key, renewed)
        return renewed

    def solution(self, key: str) -> Solution:
        """Return the finished solution with a key.

        Raises:
            InputError: if no solution with that key exists, if it has been dropped, or if its solve
                is still in progress.
        """
        solution = self.get(key).solution
        if solution is None:
            raise InputError("this spot is still being solved; stop it, or wait until it ends")
        return solution

    def bytes_of(self, kept: KeptSolution) -> int:
        """Return the size of a solution in bytes."""
        return kept.size

    def refusal(self, beside: KeptSolution | None, most: int | None) -> str:
        """Return the error message if a solution has no room: what is in its way."""
        running = sum(each.is_busy for each in self._kept.values())
        if running:
            words = "1 spot is" if running == 1 else f"{running} spots are"
            return f"{words} being solved; stop one, or ask again later"
        megabytes = f"{(most or 0) / 1e6:,.0f} MB"
        if beside is not None:
            return (
                f"a solution with other locks and the one it starts from do not both fit into "
                f"{megabytes}; solve the spot with these locks from the start"
            )
        return f"only {megabytes} are free; ask again later"
