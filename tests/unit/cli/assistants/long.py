"""A question that takes longer than any test waits."""

from tests.unit.cli.running import shown

PLAYERS = ["random", "random", "random"]
LONG = ["equity", "--method=exact", "--json", "--", *PLAYERS]
"""The command line of a count that takes minutes."""


def compile_long() -> None:
    """Compile the kernels of the count, so that its time limit is not extended."""
    shown("equity", "22", "33", "44", "--method", "exact")
