"""Who acts first before the flop, from the names of the places alone; chips are not looked at."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Places:
    """Who sits where at a table of some players, counted from the left of the button on.

    The last player has the button, or stands for it where its seat is empty.
    """

    players: int
    small_blind: int | None = None
    big_blind: int | None = None
    straddles: tuple[int, ...] = ()
    late: tuple[int, ...] = ()

    @property
    def button(self) -> int:
        return self.players - 1


def first_to_act(table: Places) -> int:
    """Apply the rule as the page has it.

    Between two players the button is first, but for a straddle of its own. Among more the first is
    left of the last straddle; without one, left of the big blind; without one, left of the small
    blind; and without any blind, left of the button. Late posts do not count.
    """
    if table.players == 2:
        return 1 - table.button if table.button in table.straddles else table.button
    for last in (*reversed(table.straddles), table.big_blind, table.small_blind):
        if last is not None:
            return (last + 1) % table.players
    return 0


def turns(table: Places) -> Sequence[int]:
    """Give all players in the order of their turns before the flop."""
    first = first_to_act(table)
    return [(first + step) % table.players for step in range(table.players)]
