"""The percentages that B351-2017 gives its potential hands.

Its code looks for groups of one rank or one suit, and for the rest only in finished hands. It does
not run, so this is what it evidently means. Where it differs from the corrected reading:

- a pair is called three quarters of three of a kind (two of three cards are two thirds);
- a group counts for what it is and not for what is in it: four of a kind are not listed as a pair
  and three of a kind too, a full house is three and exactly two, two pair are two and exactly two;
- no straight, full house, straight flush or royal flush is listed before it is complete, and no
  hand of which a single card is held.

The second, unlabelled hand of 50 percent that it adds for a lone pair is the one it has already
listed for that pair's four of a kind.
"""

from __future__ import annotations

from handsight.draws.instances import Instance

_PERCENT_OF_GROUPS: dict[str, dict[tuple[int, ...], float]] = {
    "one_pair": {(2,): 100.0},
    "two_pair": {(2, 2): 100.0},
    "three_of_a_kind": {(2,): 75.0, (3,): 100.0},
    "flush": {(2,): 40.0, (3,): 60.0, (4,): 80.0, (5,): 100.0, (6,): 100.0, (7,): 100.0},
    "full_house": {(3, 2): 100.0},
    "four_of_a_kind": {(2,): 50.0, (3,): 75.0, (4,): 100.0},
}


def published_completion(instance: Instance, held: int) -> float | None:
    """Give the percentage that the paper lists an instance with.

    Args:
        instance: any.
        held: the cards we can use, as a mask.

    Returns:
        Percent, or nothing where the paper does not list it.

    Source:
        B351-2017, code appendix, ``generatePotential``.

    Example:
        >>> from handsight.cards import CardSet
        >>> from handsight.draws.instances import instances
        >>> published_completion(instances("three_of_a_kind")[7], CardSet("7c7d").mask)
        75.0
    """
    groups = instance.held(held)
    if instance.hand_class in _PERCENT_OF_GROUPS:
        return _PERCENT_OF_GROUPS[instance.hand_class].get(groups)
    return 100.0 if all(groups) else None
