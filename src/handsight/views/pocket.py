"""A pocket table beside the exact equities of its classes: how far their orders agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from handsight.errors import OptionError
from handsight.ranges import PocketTable, pocket_equity
from handsight.runtime.correlation import rank_correlation as correlate


@dataclass(frozen=True, slots=True)
class Line:
    """What the games won of every class should be, if two players do not look at their cards.

    Both are as likely to win by a fold, whatever they hold. So a class wins (1 - showdowns) / 2 of
    the games, and of those with a showdown as many as it does all-in.

    Attributes:
        showdowns: the share of games that came to a showdown, 0 to 1.
        off: by how many of its standard errors a class is off the line, as the root mean square
            of all; about 1 if it is chance alone.
    """

    showdowns: float
    off: float


@dataclass(frozen=True, slots=True)
class PocketReport:
    """A pocket table, and what the exact equities say of it.

    Attributes:
        table: the pocket table.
        by_wins: rank correlation of the games won with the exact equity, -1 to 1.
        by_chips: that of the chips won.
        line: from which only chance keeps the classes; None for more than two players.
    """

    table: PocketTable
    by_wins: float
    by_chips: float
    line: Line | None


def pocket_report(table: PocketTable) -> PocketReport:
    """Compare a pocket table with the exact equities against one random hand.

    Args:
        table: of `shipped_pocket_table`, or a fresh one.

    Example:
        >>> from handsight.ranges import shipped_pocket_table
        >>> found = pocket_report(shipped_pocket_table())
        >>> round(found.by_wins, 3), round(found.by_chips, 4)
        (0.999, 0.9996)
    """
    values = table.values
    equities = {name: pocket_equity(name).equity for name in values}
    return PocketReport(
        table,
        rank_correlation({name: value.win for name, value in values.items()}, equities),
        rank_correlation({name: value.chips for name, value in values.items()}, equities),
        _line(table) if table.game.players == 2 else None,
    )


def rank_correlation(ones: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Give Spearman's rank correlation of two numbers for each name.

    It is the correlation of their ranks; equal numbers share the mean of their ranks.

    Args:
        ones: by name.
        others: for the same names.

    Returns:
        1 for the same order, -1 for the opposite one; 0 where all of either are equal.

    Raises:
        OptionError: if the names are not the same.

    Example:
        >>> rank_correlation({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 30, "c": 20})
        0.5
    """
    if ones.keys() != others.keys():
        raise OptionError("a rank correlation takes two numbers for each name")
    first, second = ([numbers[name] for name in ones] for numbers in (ones, others))
    return correlate(np.array(first, dtype=float), np.array(second, dtype=float)) or 0.0


def scaled(numbers: Mapping[str, float]) -> dict[str, float]:
    """Stretch numbers so that the least is 0 and the greatest is 1.

    Args:
        numbers: by name; all equal, all become a half.

    Example:
        >>> scaled({"a": 0.25, "b": 0.5, "c": 0.75})
        {'a': 0.0, 'b': 0.5, 'c': 1.0}
    """
    least, most = min(numbers.values()), max(numbers.values())
    if least == most:
        return dict.fromkeys(numbers, 0.5)
    return {name: (number - least) / (most - least) for name, number in numbers.items()}


def _line(table: PocketTable) -> Line:
    values = table.values
    showdowns = sum(value.showdowns for value in values.values()) / (table.games * len(values))
    squares = []
    for name, value in values.items():
        exact = pocket_equity(name)
        expected = (1 - showdowns) / 2 + showdowns * exact.win / exact.total
        error = sqrt(expected * (1 - expected) / table.games)
        squares.append(((value.win_frequency - expected) / error) ** 2)
    return Line(showdowns, sqrt(fsum(squares) / len(squares)))
