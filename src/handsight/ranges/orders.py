"""Orders of the 169 classes from best to worst, and the top share of an order.

- ``equity``: exact equity against one random hand.
- ``nine-handed``: how often the class wins alone against nine random hands, sampled.
- ``chen``: the original Chen score, not rounded.
- ``sklansky``: the groups of the book, 1 to 8; hands in no group come last.

Equity breaks ties; if equity ties too, the class that comes first in the grid is first.

An order has versions, as in ``equity@1``, and its bare name means the newest. A version never
changes: if a table or a rule changes the order of even two classes, it gets a new version, and the
old one stays. So a result that names the version can be reproduced.
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
        order: the name with its version, such as ``"equity@1"``.
        number: 1 for the best class, 169 for the worst.
        combos: the number of combos in this class and all better ones.
    """

    order: str
    number: int
    combos: int

    @property
    def top(self) -> Fraction:
        """The smallest top share that includes the whole class, 0 to 1."""
        return Fraction(self.combos, COMBO_COUNT)


def place_in_order(hole: CardsLike, order: str = DEFAULT_ORDER) -> Place:
    """Find the position of the class of two cards in an order.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: for unreadable or duplicate cards, or too few or too many.
        OptionError: for an unknown order or version.

    Example:
        >>> place_in_order("AKs"), float(place_in_order("22").top)
        (Place(order='equity@1', number=8, combos=46), 0.48114630467571645)
    """
    from handsight.ranges.combos import class_of

    names, name = ordered_classes(order), class_of(hole)
    number = names.index(name) + 1
    return Place(order_label(order), number, sum(len(COMBOS_OF[each]) for each in names[:number]))


def order_label(order: str) -> str:
    """Return an order's name with its version, which is the newest if none is named.

    Raises:
        OptionError: for an unknown order or version.
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
    """List all 169 classes in an order, the best first; ``"equity@1"`` names a version of it.

    Raises:
        OptionError: for an unknown order or version.

    Example:
        >>> ordered_classes("equity")[:7]
        ('AA', 'KK', 'QQ', 'JJ', 'TT', '99', '88')
    """
    return _sorted_classes(order_label(order))


def top_combos(share: Fraction, order: str = DEFAULT_ORDER, by: str = "classes") -> tuple[int, ...]:
    """Return the numbers of the combos in the top share of an order, 0 to 1 of the 1,326.

    By classes, whole classes are taken until the share is reached. By combos, no more
    combos are taken than are needed to reach it; the last class contributes its lowest numbers.

    Raises:
        OptionError: for an unknown order or cut.

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
    """Return the numbers of the combos in Sklansky's groups from the first to the last."""
    names = [name for name in CLASSES if first <= _sklansky_badness(name) <= last]
    return tuple(number for name in names for number in COMBOS_OF[name])


@cache
def _sorted_classes(label: str) -> tuple[str, ...]:
    name, _, version = label.partition("@")
    badness = _BADNESS[name][int(version)]
    # The sort is stable: if equity ties too, the order of the grid is kept.
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
"""Sort keys by name and version, the oldest first; worse classes have greater numbers."""
ORDERS = tuple(_BADNESS)
"""The names of the orders."""
