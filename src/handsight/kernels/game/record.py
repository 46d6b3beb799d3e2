"""The layout of a recorded hand in a flat array of int64, which a kernel plays at once.

The array holds `HEAD` numbers; then, for all seats each, what the offsets from `CHIPS` on name; two
hole cards of each seat; five cards of the board; and `COLUMNS` numbers for each move.
`handsight.kernels.game.replay.play_record` reads it, and fills in how the hand ended.
"""

from __future__ import annotations

from handsight.kernels.game.state import STREET

APPLIED = STREET
"""The number of moves that were applied. The numbers before it are those of a hand's vector: the
number of seats, the button, the structure, the bets and the last post."""
IS_OVER = APPLIED + 1
"""1 if the hand is over after these moves, else 0."""
DEALT = APPLIED + 2
"""The number of cards on the board after these moves."""
SHOWN = APPLIED + 3
"""The seats at the showdown: bit s is set for seat s; 0 if there was none."""
HEAD = APPLIED + 4

CHIPS = 0
"""The chips of each seat before the hand, and, once it has been played, after it."""
ANTE = 1
"""The ante that each seat has to post, and, once the hand has been played, what the seat won."""
POST = 2
"""The blind or straddle that each seat has to post."""
DEAD = 3
"""1 if the hand of a seat is dead, so that it cannot win at a showdown, else 0."""
ROWS = 4

BOARD_BEFORE = 0
"""The number of cards on the board before a move; once it has been applied, 1 if the player could
bet or raise, else 0."""
SEAT = 1
"""The seat that acts."""
CODE = 2
"""The code of the move, as `handsight.kernels.game.rules.apply_action` takes it."""
AMOUNT = 3
"""The amount of the move."""
COLUMNS = 4
