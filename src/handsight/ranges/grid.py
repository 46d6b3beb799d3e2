"""A range as the 13 × 13 grid of classes.

Ranks fall from ace to deuce down the rows and along the columns; pairs are the diagonal, suited
hands stand above it and offsuit hands below.
"""

from __future__ import annotations

from handsight.cards.card import RANKS
from handsight.ranges.combos import class_at
from handsight.ranges.range import Range

SIZE = len(RANKS)

Grid = tuple[tuple[float, ...], ...]
"""Thirteen rows of thirteen numbers."""


def grid(hands: str | Range) -> Grid:
    """Give the average weight of each class.

    Args:
        hands: a range, or the text of one.

    Returns:
        Thirteen rows of thirteen numbers from 0 to 1.

    Raises:
        InputError: if the text cannot be read.

    Example:
        >>> [row[:2] for row in grid("AA, AKs, AhKd")[:2]]
        [(1.0, 1.0), (0.08333333333333333, 0.0)]
    """
    shares = Range(hands).classes
    return tuple(
        tuple(float(shares.get(class_at(row, column), 0)) for column in range(SIZE))
        for row in range(SIZE)
    )


def grid_text(hands: str | Range) -> str:
    """Draw the grid in letters.

    A class with all its weight shows its name, one with a part of it the percentage, and one
    without any a dot.

    Args:
        hands: a range, or the text of one.

    Raises:
        InputError: if the text cannot be read.

    Example:
        >>> for line in grid_text("QQ+, AKs, AKo:0.5").splitlines()[1:4]:
        ...     print(line)
        A AA  AKs .   .   .   .   .   .   .   .   .   .   .
        K 50% KK  .   .   .   .   .   .   .   .   .   .   .
        Q .   .   QQ  .   .   .   .   .   .   .   .   .   .
    """
    header = "".join(f"{rank:<4}" for rank in RANKS[::-1])
    lines = [_line(row, shares) for row, shares in enumerate(grid(hands))]
    return "\n".join(line.rstrip() for line in ["  " + header, *lines])


def _line(row: int, shares: tuple[float, ...]) -> str:
    cells = [_cell(share, class_at(row, column)) for column, share in enumerate(shares)]
    return f"{RANKS[::-1][row]} " + "".join(f"{cell:<4}" for cell in cells)


def _cell(share: float, name: str) -> str:
    if share == 0:
        return "."
    return name if share == 1 else percent_text(share)


def percent_text(share: float) -> str:
    """Write a share in whole percent; only nothing is 0% and only all is 100%.

    Args:
        share: 0 to 1.

    Example:
        >>> percent_text(0.999), percent_text(0.001), percent_text(1)
        ('99%', '1%', '100%')
    """
    if share in (0, 1):
        return f"{share:.0%}"
    return f"{min(max(round(100 * share), 1), 99)}%"
