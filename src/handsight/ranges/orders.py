"""Orders of the 169 classes from best to worst, and where a top share of them is cut.

- ``equity``: exact equity against one random hand.
- ``chen``: the original Chen score, not rounded.
- ``sklansky``: the groups of the book, 1 to 8; hands in no group come last.

Equity breaks ties; where equity ties too, the class that comes first in the grid is first.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil

from handsight.errors import OptionError
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF

UNGROUPED = 9


def ordered_classes(order: str) -> tuple[str, ...]:
    """List all 169 classes, best first.

    Args:
        order: ``"equity"``, ``"chen"`` or ``"sklansky"``.

    Raises:
        OptionError: for an order that does not exist.

    Example:
        >>> ordered_classes("equity")[:7]
        ('AA', 'KK', 'QQ', 'JJ', 'TT', '99', '88')
    """
    if order not in _BADNESS:
        raise OptionError(f"order {order!r} does not exist; the orders are {', '.join(ORDERS)}")
    return _sorted_classes(order)


def top_combos(share: Fraction, order: str = "equity", by: str = "classes") -> tuple[int, ...]:
    """Give the numbers of the combos in the top share of an order.

    By classes, whole classes are taken until the share is reached; by combos, only as many combos
    as reach it, the last class giving those with the lowest numbers.

    Args:
        share: of the 1,326 combos, 0 to 1.
        order: see `ordered_classes`.
        by: ``"classes"`` or ``"combos"``.

    Raises:
        OptionError: for an order or a cut that does not exist.

    Example:
        >>> tenth = Fraction(1, 10)
        >>> len(top_combos(tenth)), len(top_combos(tenth, by="combos"))
        (134, 133)
    """
    if by not in ("classes", "combos"):
        raise OptionError(f"by is {by!r}; a range is cut by 'classes' or by 'combos'")
    wanted = ceil(share * COMBO_COUNT)
    taken: list[int] = []
    for name in ordered_classes(order):
        if len(taken) >= wanted:
            break
        taken += COMBOS_OF[name]
    return tuple(taken if by == "classes" else taken[:wanted])


def group_combos(first: int, last: int) -> tuple[int, ...]:
    """Give the numbers of the combos in some of Sklansky's groups, by the book.

    Args:
        first: best group, 1..8.
        last: worst group, not below the first.

    Example:
        >>> len(group_combos(1, 1))
        28
    """
    names = [name for name in CLASSES if first <= _sklansky_badness(name) <= last]
    return tuple(number for name in names for number in COMBOS_OF[name])


@cache
def _sorted_classes(order: str) -> tuple[str, ...]:
    badness = _BADNESS[order]
    return tuple(sorted(CLASSES, key=lambda name: (badness(name), _equity_badness(name))))


def _equity_badness(name: str) -> int:
    from handsight.preflop import pocket_equity

    counts = pocket_equity(name)
    return -(2 * counts.win + counts.tie)


def _chen_badness(name: str) -> float:
    from handsight.preflop import chen

    return -float(chen(name, rounded=False))


def _sklansky_badness(name: str) -> int:
    from handsight.preflop import sklansky_group

    return sklansky_group(name) or UNGROUPED


_BADNESS: dict[str, Callable[[str], float]] = {
    "equity": _equity_badness,
    "chen": _chen_badness,
    "sklansky": _sklansky_badness,
}
ORDERS = tuple(_BADNESS)
"""The names of the orders that exist."""
