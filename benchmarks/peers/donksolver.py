"""donksolver: Monte Carlo counterfactual regret minimization in C++, for up to six players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.peers import Peer

BUCKETS = [50, 50, 50]
RIVER_BOARDS = 2_000
"""Few boards, so that the buckets are found in seconds; how good they are does not matter here."""


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    import donksolver

    def table_walks(threads: int) -> Callable[[int], None]:
        with TemporaryDirectory() as folder:
            file = str(Path(folder, "buckets.dab"))
            donksolver.Abstraction.build(BUCKETS, threads=threads, river_boards=RIVER_BOARDS).save(
                file
            )
            game = donksolver.preset("6max-lite", stack_bb=100)
            solver = donksolver.Solver.nlhe(game, file, donksolver.Solve())
        return lambda walks: solver.run(walks, threads)

    return Peer(
        "donksolver",
        "`Solver.run` on its preset `6max-lite`; an iteration is one walk of one player",
        table_walks=table_walks,
    )
