"""Two ranges over all boards, and all hands of a flop."""

from itertools import combinations

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds import board_strengths, equity, hand_potential, hand_strength
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS
from handsight.ranking import evaluate_many
from tests.naive.deals import all_masks

pytestmark = pytest.mark.exhaustive


def test_queens_or_better_against_tens_or_better_are_counted_board_by_board() -> None:
    """39 pairs of hands differ in more than suits.

    A published simulation says .649 for the equity of QQ+; over all deals it is .650483.
    """
    boards = all_masks(5)
    win = tie = total = 0
    pairs = pairs_by_suits("QQ+", "TT+")
    assert len(pairs) == 39
    for (ours, theirs), often in pairs.items():
        free = boards[boards & np.uint64(ours | theirs) == 0]
        mine, other = (evaluate_many(free | np.uint64(hand)) for hand in (ours, theirs))
        win += often * int(np.count_nonzero(mine > other))
        tie += often * int(np.count_nonzero(mine == other))
        total += often * free.size
    assert (win, tie, total) == (484_876_704, 32_688_768, 770_536_800)
    result = equity(["QQ+", "TT+"])
    assert result.winners == {0b01: win, 0b10: total - win - tie, 0b11: tie}
    assert result.players[0].equity == pytest.approx(0.650483, abs=5e-7)


def pairs_by_suits(hero: str, villain: str) -> dict[tuple[int, int], int]:
    """Count the pairs of disjoint hands by one of those that differ in suits only."""
    found: dict[tuple[int, int], int] = {}
    for ours, _ in Range(hero):
        for theirs, _ in Range(villain):
            if not ours & theirs:
                pair = ours.mask, theirs.mask
                key = min(tuple(renamed(mask, suits) for mask in pair) for suits in all_suits())
                found[key] = found.get(key, 0) + 1
    return found


def all_suits() -> list[tuple[int, ...]]:
    return [suits for suits in np.ndindex(4, 4, 4, 4) if len(set(suits)) == 4]


def renamed(mask: int, suits: tuple[int, ...]) -> int:
    return sum((mask >> 16 * old & 0xFFFF) << 16 * new for old, new in enumerate(suits))


@pytest.mark.parametrize("villain", [None, "TT+, AQs+, AKo:0.5, 76s:0.1"])
def test_all_hands_of_a_flop_stand_as_one_by_one(villain: str | None) -> None:
    board = "Ah7h2c"
    found = board_strengths(board, villain)
    live = sorted(CardSet.full() - CardSet(board))
    for hole in combinations(live, 2):
        potential = hand_potential(hole, board, villain=villain)
        numbers = (found.of(hole, "ppot"), found.of(hole, "npot"), found.of(hole))
        assert numbers == (potential.ppot, potential.npot, potential.p_win)
        assert found.of(hole, "hs") == hand_strength(hole, board, villain=villain).value
    assert np.count_nonzero(~np.isnan(found.hs)) == len(COMBOS) - 51 - 50 - 49
