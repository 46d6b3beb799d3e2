"""A range as the 13 × 13 grid of classes.

Ranks fall from ace to deuce down the rows and along the columns; pairs are on the diagonal, suited
hands above it and offsuit hands below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, isnan, nan

from handsight.cards.card import RANKS
from handsight.errors import OptionError
from handsight.ranges.combos import COMBO_COUNT, COMBOS_OF, class_at
from handsight.ranges.range import Range

SIZE = len(RANKS)

Grid = tuple[tuple[float, ...], ...]
"""Thirteen rows of thirteen numbers."""


def grid(hands: str | Range) -> Grid:
    """Return the average weight of each class, 0 to 1, in thirteen rows of thirteen numbers.

    Raises:
        InputError: if the text is not a range.

    Example:
        >>> [row[:2] for row in grid("AA, AKs, AhKd")[:2]]
        [(1.0, 1.0), (0.08333333333333333, 0.0)]
    """
    shares = Range(hands).classes
    return tuple(
        tuple(float(shares.get(class_at(row, column), 0)) for column in range(SIZE))
        for row in range(SIZE)
    )


def class_means(values: Iterable[float]) -> dict[str, float]:
    """Return the mean of the combos' values in each of the 169 classes, in grid order.

    NaN marks a combo without a value, for example because one of its cards is on the board. The
    mean of a class leaves such combos out, and is NaN if no combo is left.

    Args:
        values: one number for each of the 1,326 combos, in the order of `handsight.ranges.combos`.

    Raises:
        OptionError: if there are not 1,326 numbers.

    Example:
        >>> from math import nan
        >>> means = class_means([nan] * 1320 + [0.25, 0.25, nan, 0.5, 0.5, 0.5])  # aces stand last
        >>> means["AA"], means["KK"]
        (0.4, nan)
    """
    numbers = [float(value) for value in values]
    if len(numbers) != COMBO_COUNT:
        raise OptionError(f"values has {len(numbers)} numbers; it must have {COMBO_COUNT:,}")
    return {
        name: _mean([numbers[combo] for combo in combos if not isnan(numbers[combo])])
        for name, combos in COMBOS_OF.items()
    }


def _mean(numbers: Sequence[float]) -> float:
    # fsum rounds only once, so the sum does not depend on the order of the numbers.
    return fsum(numbers) / len(numbers) if numbers else nan


def class_rows(numbers: Mapping[str, float]) -> Grid:
    """Arrange the numbers of the 169 classes in the rows of the grid."""
    return tuple(
        tuple(numbers[class_at(row, column)] for column in range(SIZE)) for row in range(SIZE)
    )


def grid_text(hands: str | Range) -> str:
    """Draw a range as a text grid.

    A cell shows the name of its class if the average weight is 1, a dot if it is 0, and otherwise
    the average weight as a percentage.

    Example:
        >>> for line in grid_text("QQ+, AKs, AKo:0.5").splitlines()[1:4]:
        ...     print(line)
        A AA  AKs .   .   .   .   .   .   .   .   .   .   .
        K 50% KK  .   .   .   .   .   .   .   .   .   .   .
        Q .   .   QQ  .   .   .   .   .   .   .   .   .   .
    """
    return labels_text(weight_labels(grid(hands)))


def weight_labels(weights: Sequence[Sequence[float]]) -> list[list[str]]:
    """Return the label of each class in the grid, in the format of `grid_text`.

    Args:
        weights: the average weight of each class, 0 to 1, in thirteen rows of thirteen.
    """
    return [
        [_cell(share, class_at(row, column)) for column, share in enumerate(shares)]
        for row, shares in enumerate(weights)
    ]


def labels_text(labels: Sequence[Sequence[str]]) -> str:
    """Draw thirteen rows of thirteen labels as text, with the ranks above and to the left.

    The text has fourteen lines. Columns are four characters wide, or wider if a label needs it.
    """
    ranks = RANKS[::-1]
    width = max(4, 1 + max(len(label) for row in labels for label in row))
    rows = [" ", *ranks], *([rank, *row] for rank, row in zip(ranks, labels, strict=True))
    lines = [f"{first} " + "".join(f"{cell:<{width}}" for cell in cells) for first, *cells in rows]
    return "\n".join(line.rstrip() for line in lines)


def _cell(share: float, name: str) -> str:
    if share == 0:
        return "."
    return name if share == 1 else percent_text(share)


def percent_text(share: float) -> str:
    """Write a share from 0 to 1 as a whole percentage.

    Only 0 becomes 0%, and only 1 becomes 100%.

    Example:
        >>> percent_text(0.999), percent_text(0.001), percent_text(1)
        ('99%', '1%', '100%')
    """
    if share in (0, 1):
        return f"{share:.0%}"
    return f"{min(max(round(100 * share), 1), 99)}%"
