"""A question that takes longer than any test waits."""

from tests.unit.cli.running import shown

PLAYERS = ["random", "random", "random"]
LONG = ["equity", "--method=exact", "--json", "--", *PLAYERS]
"""The command line of a count that takes about a minute."""


def compile_long() -> None:
    """Compile the kernels of the count, by a count on a board, so that its limit is as it says."""
    shown("equity", *PLAYERS, "--board", "Qh7h2c3d", "--method", "exact")
