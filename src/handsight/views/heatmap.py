"""How all hands stand on a board, gathered class by class."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import fsum, isnan
from typing import TYPE_CHECKING

from handsight.cards import CardsLike, require_count
from handsight.errors import OptionError
from handsight.odds.boards import BOARD_SIZES, NUMBERS, board_spot, board_strengths_of
from handsight.odds.spot import ANY, Player, Spot
from handsight.ranges import class_means

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.ranges import Range

NAMES = {
    "ehs": "EHS",
    "hs": "hand strength",
    "ppot": "PPot",
    "npot": "NPot",
    "equity": "equity",
}
"""What the numbers are called."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardMap:
    """One number for every hand of a board.

    Attributes:
        spot: the board, dead cards, and what the opponent may hold.
        what: ``"ehs"``, ``"hs"``, ``"ppot"``, ``"npot"`` or ``"equity"``.
        combos: float64[1326], 0..1; NaN for a combo that cannot be held.
        classes: {class: mean of its live combos}, 0..1, all 169; NaN for a class without any.

    Example:
        >>> found = board_map("QhQdQs", what="equity")
        >>> found.classes["QQ"], len(found.ranked())
        (nan, 168)
    """

    spot: Spot
    what: str
    combos: NDArray[np.float64]
    classes: dict[str, float] = field(hash=False)

    @property
    def villain(self) -> Player | None:
        """What the opponent may hold, as it was named; None for any cards."""
        [named], [text] = self.spot.named, self.spot.texts
        return None if named is ANY and text is None else named

    @property
    def mean(self) -> float:
        """The mean of all live combos, each counting alike."""
        live = [value for value in self.combos.tolist() if not isnan(value)]
        return fsum(live) / len(live)

    def ranked(self) -> list[tuple[str, float]]:
        """List the classes that have a number, the highest first."""
        live = [(name, value) for name, value in self.classes.items() if not isnan(value)]
        return sorted(live, key=lambda each: -each[1])


def board_map(
    board: CardsLike, villain: str | Range | None = None, dead: CardsLike = "", what: str = "ehs"
) -> BoardMap:
    """Gather one number for every hand of a board.

    Args:
        board: three, four or five cards.
        villain: what the opponent may hold; None for any cards.
        dead: cards out of play.
        what: ``"ehs"``, ``"hs"``, ``"ppot"``, ``"npot"`` or ``"equity"``.

    Raises:
        InputError: as `board_strengths` does.
        OptionError: for a number that does not exist.

    Example:
        >>> round(board_map("Qh7h2c", what="equity").classes["AKs"], 3)
        0.589
    """
    if what not in NUMBERS:
        raise OptionError(f"what is {what!r}; it takes one of {', '.join(NUMBERS)}")
    spot = board_spot(board, villain, dead)
    require_count(spot.board, "board", BOARD_SIZES)
    values = getattr(board_strengths_of(spot), what)
    return BoardMap(spot, what, values, class_means(values))
