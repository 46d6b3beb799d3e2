"""Expected prize money, slowly: every order of finishing is weighed in whole fractions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations


def harville(order: Sequence[int], stacks: Sequence[int]) -> Fraction:
    """Weigh an order, the winner first: each place is drawn by stack among those who are left."""
    likely, left = Fraction(1), sum(stacks)
    for player in order:
        likely *= Fraction(stacks[player], left)
        left -= stacks[player]
        if not left:
            break
    return likely


def weitzman(order: Sequence[int], stacks: Sequence[int]) -> Fraction:
    """Weigh an order: who busts hands their chips to all who are left, and the last busts first."""
    chips = {player: Fraction(stacks[player]) for player in order}
    likely = Fraction(1)
    for player in reversed(order[1:]):
        speeds = {each: 1 / stack for each, stack in chips.items()}
        likely *= speeds[player] / sum(speeds.values())
        given = chips.pop(player)
        chips = {each: stack + given / len(chips) for each, stack in chips.items()}
    return likely


WEIGH = {"malmuth-harville": harville, "malmuth-weitzman": weitzman}


def places(stacks: Sequence[int], model: str) -> list[list[Fraction]]:
    """Give how likely each player has each place."""
    found = [[Fraction(0)] * len(stacks) for _ in stacks]
    for order in permutations(range(len(stacks))):
        likely = WEIGH[model](order, stacks)
        for place, player in enumerate(order):
            found[player][place] += likely
    return found
