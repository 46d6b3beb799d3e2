"""The hands of a node by what they make on the board: made hands, and draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from handsight.cards import CardSet
from handsight.odds.strength.made_hands import DRAWS, MADE, draw_of, made_hand
from handsight.ranges.combos import MASKS
from handsight.solver.betting import PLAYERS
from handsight.solver.node import SolvedNode

BOARDS_KEPT = 64
"""The number of boards whose names are kept; a walk through a solution returns to few boards."""


@dataclass(frozen=True)
class HandGroup:
    """The hands of a player at a node that make the same hand, or have the same draw.

    All numbers but `share` are means over the hands, weighted by `SolvedNode.weights`.

    Attributes:
        kind: ``"made"`` or ``"draw"``.
        name: a name in `handsight.odds.strength.made_hands.MADE` or ``DRAWS``.
        share: the weight of the hands, as a share of all hands with which the player gets here.
        ev: the expected chips from the pot.
        equity: the share of the pot if all cards were dealt now.
        strategy: the shares of the actions; empty for the player who does not act.
        action_evs: the expected chips from the pot if all the hands take an action, minus the chips
            that the player still puts in, for each action; empty for the player who does not act.
    """

    kind: str
    name: str
    share: float
    ev: float
    equity: float
    strategy: tuple[float, ...]
    action_evs: tuple[float, ...]


@lru_cache(maxsize=BOARDS_KEPT)
def names_on(board: CardSet) -> tuple[tuple[str, str], ...]:
    """Return the made hand and the draw of each of the 1,326 combos on a board.

    Both names are empty for a combo that contains a card of the board.

    Args:
        board: three to five cards.

    Example:
        >>> names = names_on(CardSet("Qh7h2c"))
        >>> len(names), names[-1]  # the last combo is a pair of aces
        (1326, ('overpair', 'no_draw'))
    """
    known = board.mask
    hands = (None if mask & known else CardSet.from_mask(mask) for mask in MASKS)
    return tuple(
        ("", "") if hand is None else (made_hand(hand, board), draw_of(hand, board))
        for hand in hands
    )


def hand_groups(node: SolvedNode, player: str) -> list[HandGroup]:
    """Group the hands with which a player gets to a node by what they make on the board.

    Args:
        node: the node.
        player: ``"oop"`` or ``"ip"``.

    Returns:
        The groups of made hands, the strongest first, and then those of draws. Each hand is in one
        group of either kind. Groups without a hand are left out, and on the river all draws.

    Example:
        >>> from handsight.odds import Spot
        >>> from handsight.solver import Betting, solve
        >>> spot = Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d")
        >>> node = solve(spot, Betting(100, 100, "a"), accuracy=0.001).root
        >>> [(each.name, round(each.share, 2)) for each in hand_groups(node, "oop")]
        [('full_house', 1.0)]
    """
    number = PLAYERS.index(player)
    weights = node.weights[number]
    total = float(weights.sum())
    found: dict[tuple[str, str], list[int]] = {}
    for combo in np.flatnonzero(weights > 0).tolist():
        for kind, name in zip(("made", "draw"), names_on(node.board)[combo], strict=True):
            found.setdefault((kind, name), []).append(combo)
    order = [("made", name) for name in MADE]
    order += [("draw", name) for name in DRAWS] if node.street != "river" else []
    result = []
    for key in order:
        if key in found:
            combos = found[key]
            row = node.mean_of(number, combos)
            share = float(weights[combos].sum()) / total
            result.append(HandGroup(*key, share, row.ev, row.equity, row.strategy, row.action_evs))
    return result
