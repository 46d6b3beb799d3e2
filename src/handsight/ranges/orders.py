"""Orders of the 169 classes from best to worst, and the top share of an order.

- ``equity``: exact equity against one random hand.
- ``nine-handed``: how often the class wins alone against nine random hands, sampled.
- ``chen``: the original Chen score before rounding.
- ``sklansky``: the groups of the book, 1 to 8; hands in no group come last.

Equity breaks ties. If two classes also have the same equity, they stay in the order of the grid.

Each order has versions, such as ``equity@1``; the name alone means the newest version. A version
never changes. If a table or a rule changes so that even two classes swap positions, the order gets
a new version, and the old version stays. So a result that names the version can be reproduced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil

from handsight.cards import CardsLike
from handsight.errors import OptionError
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF
from handsight.runtime.notebooks import ShownInNotebooks

UNGROUPED = 9
DEFAULT_ORDER = "equity"


@dataclass(frozen=True, slots=True, repr=False)
class Place(ShownInNotebooks):
    """The position of a class in an order.

    Attributes:
        order: the order's name and version, such as ``"equity@1"``.
        number: the position, from 1 for the best class to 169 for the worst.
        combos: the number of combos in this class and all better classes.
    """

    order: str
    number: int
    combos: int

    @property
    def top(self) -> Fraction:
        """The share of the 1,326 combos, 0 to 1, in this class and all better classes."""
        return Fraction(self.combos, COMBO_COUNT)


def place_in_order(hole: CardsLike, order: str = DEFAULT_ORDER) -> Place:
    """Return the position of two cards' class in an order.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.
        order: the name of an order, such as ``"equity"`` or ``"equity@1"``.

    Raises:
        InputError: if the cards are unreadable or duplicate, or not exactly two.
        OptionError: if the order or its version is unknown.

    Example:
        >>> place_in_order("AKs"), float(place_in_order("22").top)
        (Place(order='equity@1', number=8, combos=46), 0.48114630467571645)
    """
    from handsight.ranges.combos import class_of

    names, name = ordered_classes(order), class_of(hole)
    number = names.index(name) + 1
    return Place(order_label(order), number, sum(len(COMBOS_OF[each]) for each in names[:number]))


def order_label(order: str) -> str:
    """Return an order's name with its version; a name without a version gets the newest.

    Raises:
        OptionError: if the order or its version is unknown.
    """
    name, at, version = order.partition("@")
    if name not in _BADNESS:
        raise OptionError(f"order {order!r} does not exist; the orders are {', '.join(ORDERS)}")
    labels = [f"{name}@{each}" for each in _BADNESS[name]]
    if at and order not in labels:
        raise OptionError(
            f"order {name!r} has no version {version!r}; the versions are {', '.join(labels)}"
        )
    return order if at else labels[-1]


def ordered_classes(order: str) -> tuple[str, ...]:
    """List all 169 classes in an order, the best first.

    Args:
        order: the name of an order, such as ``"equity"``, or of one version, such as
            ``"equity@1"``.

    Raises:
        OptionError: if the order or its version is unknown.

    Example:
        >>> ordered_classes("equity")[:7]
        ('AA', 'KK', 'QQ', 'JJ', 'TT', '99', '88')
    """
    return _sorted_classes(order_label(order))


def top_combos(share: Fraction, order: str = DEFAULT_ORDER, by: str = "classes") -> tuple[int, ...]:
    """Return the numbers of the combos in the top share of an order.

    Args:
        share: the share of the 1,326 combos, 0 to 1.
        order: the name of an order, such as ``"equity"`` or ``"equity@1"``.
        by: ``"classes"`` takes whole classes until they reach the share. ``"combos"`` takes no more
            combos than the share needs: of the last class, it takes the lowest numbers.

    Raises:
        OptionError: if the order, its version or ``by`` is unknown.

    Example:
        >>> tenth = Fraction(1, 10)
        >>> len(top_combos(tenth)), len(top_combos(tenth, by="combos"))
        (134, 133)
    """
    if by not in ("classes", "combos"):
        raise OptionError(f"by is {by!r}; it must be 'classes' or 'combos'")
    least = ceil(share * COMBO_COUNT)
    taken: list[int] = []
    for name in ordered_classes(order):
        if len(taken) >= least:
            break
        taken += COMBOS_OF[name]
    return tuple(taken if by == "classes" else taken[:least])


def group_combos(first: int, last: int) -> tuple[int, ...]:
    """Return the numbers of the combos in Sklansky's groups ``first`` to ``last``, inclusive.

    Groups are numbered from 1 to 8.
    """
    names = [name for name in CLASSES if first <= _sklansky_badness(name) <= last]
    return tuple(number for name in names for number in COMBOS_OF[name])


@cache
def _sorted_classes(label: str) -> tuple[str, ...]:
    name, _, version = label.partition("@")
    badness = _BADNESS[name][int(version)]
    # The sort is stable, so classes with the same equity stay in the order of the grid.
    return tuple(sorted(CLASSES, key=lambda each: (badness(each), _equity_badness(each))))


def _equity_badness(name: str) -> int:
    from handsight.ranges.class_equities import pocket_equity

    counts = pocket_equity(name)
    return -(2 * counts.win + counts.tie)


def _nine_handed_badness(name: str) -> float:
    from handsight.ranges.class_equities import nine_handed

    return -nine_handed(name).win_frequency


def _chen_badness(name: str) -> float:
    from handsight.ranges.starting_hands import chen

    return -float(chen(name, rounded=False))


def _sklansky_badness(name: str) -> int:
    from handsight.ranges.starting_hands import sklansky_group

    return sklansky_group(name) or UNGROUPED


_BADNESS: dict[str, dict[int, Callable[[str], float]]] = {
    "equity": {1: _equity_badness},
    "nine-handed": {1: _nine_handed_badness},
    "chen": {1: _chen_badness},
    "sklansky": {1: _sklansky_badness},
}
"""The sort key of each order and version, the oldest version first; lower is better."""
ORDERS = tuple(_BADNESS)
"""The names of the orders."""
