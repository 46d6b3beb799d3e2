"""All that is known of two cards before the flop, gathered."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.cards import CardsLike
from handsight.ranges import (
    ORDERS,
    NineHanded,
    Place,
    PocketEquity,
    chen,
    nine_handed,
    place_in_order,
    pocket_equity,
    sklansky_group,
)
from handsight.ranges.classes import class_of
from handsight.ranges.starting_hands import EDITIONS, VARIANTS


@dataclass(frozen=True, slots=True)
class PreflopValues:
    """What formulas and tables say of two cards.

    Attributes:
        pocket_class: such as ``"AKs"``.
        chen: points by each variant of Chen's formula, and their share of the way from the
            variant's least to its greatest value.
        sklansky: the group by each edition; None for no group.
        equity: against one random hand, exact.
        nine_handed: against nine random hands, sampled.
        places: in each of the orders.

    Example:
        >>> preflop_values("AA").sklansky
        {'book': 1, 'web': 1}
    """

    pocket_class: str
    chen: dict[str, tuple[float, float]]
    sklansky: dict[str, int | None]
    equity: PocketEquity
    nine_handed: NineHanded
    places: tuple[Place, ...]


def preflop_values(hole: CardsLike) -> PreflopValues:
    """Gather all that is known of two cards before the flop. Nothing is dealt.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.

    Example:
        >>> found = preflop_values("KhAh")
        >>> found.pocket_class, found.chen["original"], found.places[0].number
        ('AKs', (12.0, 0.6190476190476191), 8)
    """
    name = class_of(hole)
    return PreflopValues(
        pocket_class=name,
        chen={each: (chen(name, each), chen(name, each, normalised=True)) for each in VARIANTS},
        sklansky={each: sklansky_group(name, each) for each in EDITIONS},
        equity=pocket_equity(name),
        nine_handed=nine_handed(name),
        places=tuple(place_in_order(name, order) for order in ORDERS),
    )
