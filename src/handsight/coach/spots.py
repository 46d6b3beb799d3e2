"""Spots of hands for the solver: a street between two players, with the bets that were made on it.

Reviews, drills and the page build their spots here. The ranges, the pot and the stacks are those of
a `handsight.blueprint.subgame.Subgame`, which a blueprint or an earlier street has left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from handsight.blueprint.subgame import RAISE_CAP, Subgame, first_street, fitted, node_after
from handsight.ranges.combos import combo_number
from handsight.solver.betting import Betting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from handsight.cards import Card
    from handsight.game import ActionRecord
    from handsight.odds import Spot
    from handsight.solver.tree import Node

REVIEW_SIZES: dict[str, dict[str, str]] = {
    "flop": {
        "flop_bets": "50%",
        "flop_raises": "75%",
        "turn_bets": "66%",
        "turn_raises": "",
        "river_bets": "66%",
        "river_raises": "",
    },
    "turn": {
        "turn_bets": "50%, 100%",
        "turn_raises": "75%",
        "river_bets": "75%",
        "river_raises": "a",
    },
    "river": {"river_bets": "33%, 75%, 150%", "river_raises": "75%, a"},
}
"""The bet sizes of the trees with which hands are reviewed, by the street on which a tree begins;
the bets that were made are added. Later streets are solved again once their cards are known, so a
tree has few sizes on them."""


class StreetSpot(NamedTuple):
    """A street between two players, and a tree that has the actions on it.

    Attributes:
        start: the start of the street: the board, both ranges, the pot and the stacks.
        betting: the betting of the tree.
        taken: for each action on the street, the index of its option at its node.
    """

    start: Subgame
    betting: Betting
    taken: list[int]

    @property
    def spot(self) -> Spot:
        """Both ranges and the board, as the solver takes them."""
        return self.start.spot

    @property
    def node(self) -> Node:
        """The node after the actions, in the tree of the street."""
        tree = first_street(self.betting, self.start.street)
        return tree.nodes[node_after(tree, self.taken)]


def street_spot(
    start: Subgame,
    actions: Iterable[ActionRecord],
    sizes: Mapping[str, str] | None = None,
    raise_cap: int = RAISE_CAP,
    rake: tuple[float, float | None] = (0.0, None),
) -> StreetSpot | None:
    """Build the spot of a street, with a tree that has the actions on it.

    Args:
        start: the start of the street.
        actions: actions of the hand, of which those on the street count.
        sizes: the bet sizes of the tree, such as those of `REVIEW_SIZES`; None for those with which
            a blueprint is solved again. Bets that were made are added.
        raise_cap: the maximum number of raises in a row, unless more were made.
        rake: the share of the pot that the house takes, and its maximum in chips; None for no
            maximum.

    Returns:
        None if no tree can have these actions.
    """
    sized = start if sizes is None else start._replace(sizes=sizes)
    fit = fitted(sized, records_on(start.street, actions), raise_cap)
    return None if fit is None else StreetSpot(sized, _raked(fit[0], rake), fit[1])


def records_on(street: str, actions: Iterable[ActionRecord]) -> list[ActionRecord]:
    """Return those of some actions that were taken on a street."""
    return [each for each in actions if each.street == street]


def with_hand(start: Subgame, seat: int, combo: int, least: float) -> Subgame:
    """Return the start of a street at which a player's hand is part of the player's range.

    Args:
        start: the start of the street, which is not changed.
        seat: the seat of the player.
        combo: the number of the hand's combo.
        least: the minimum weight of the hand, which raises a smaller one.
    """
    ranges, player = start.ranges.copy(), start.player(seat)
    ranges[player, combo] = max(ranges[player, combo], least)
    return start._replace(ranges=ranges)


def combo_of(hole: Iterable[Card]) -> int:
    """Return the number of the combo of two cards.

    Example:
        >>> from handsight.cards import CardSet
        >>> combo_of(CardSet("2d2c")), combo_of(CardSet("AhAs"))
        (0, 1325)
    """
    one, other = hole
    return combo_number(one.index, other.index)


def _raked(betting: Betting, rake: tuple[float, float | None]) -> Betting:
    """Return a betting with a rake: a share of the pot, and a maximum in chips or None."""
    share, cap = rake
    if not share:
        return betting
    fields = betting.fields() | {"rake": share, "rake_cap": cap}
    return Betting(**fields)  # type: ignore[arg-type]
