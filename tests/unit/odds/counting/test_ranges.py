"""From ranges to exact sums, and how a hand stands to ranges, now and then, against dealing."""

from fractions import Fraction
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet, CardsLike
from handsight.errors import CardCountError, InputError
from handsight.odds.counting.hands import runouts_met
from handsight.odds.counting.ranges import (
    HeldCombos,
    all_combos,
    outcome_matrix,
    runout_masks,
    weigh_winners,
)
from handsight.odds.spot import ANY, Spot
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS, MASKS
from handsight.ranges.exact_weights import WeightLike
from tests.naive import ranges as naive
from tests.naive.range_deals import joint_deals
from tests.unit.odds.pots import ODD_WEIGHTS, all_but, drawn_range, live_beside

FINE = (Fraction(1, 10**17), Fraction(10**17 - 1, 10**17), Fraction(1, 3), 1)
BEYOND_64_BITS = (Fraction(1, 3**50), Fraction(2**70 - 2, 2**70), 1)
WEIGHTS = {"one": (1,), "odd": ODD_WEIGHTS, "fine": FINE, "beyond 64 bits": BEYOND_64_BITS}
each_kind_of_weight = pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)


# --- lists ----------------------------------------------------------------------------------------


def test_all_combos_are_those_of_a_range() -> None:
    masks, cards = all_combos()
    assert masks.tolist() == list(MASKS)
    assert [tuple(pair) for pair in cards.tolist()] == list(COMBOS)


@pytest.mark.parametrize("to_come", [0, 1, 2])
@pytest.mark.parametrize("live", ["AhKhQh2c", "AhKh", "2c3c4c5c6c7c8c"])
def test_every_runout_is_listed_once(live: str, to_come: int) -> None:
    found = runout_masks(CardSet(live), to_come).tolist()
    assert len(set(found)) == len(found) == comb(len(CardSet(live)), to_come)
    assert all(CardSet.from_mask(mask) <= CardSet(live) for mask in found)
    assert {mask.bit_count() for mask in found} == {to_come}


def test_a_combo_is_listed_if_one_range_holds_it() -> None:
    held = HeldCombos.of([Range("AA:0.5"), Range("AhAd, KhKd")], CardSet("AcKs"))
    assert listed(held) == {
        CardSet("AhAd"): [1, 1],
        CardSet("AhAs"): [1, 0],
        CardSet("AdAs"): [1, 0],
        CardSet("KhKd"): [0, 1],
    }


@pytest.mark.parametrize("large", [10**17 - 1, 2**62 - 4, 2**70 - 4])
def test_weights_of_any_size_are_listed(large: int) -> None:
    hands = Range.from_weights({"AhAd": 1, "AhAs": Fraction(large, large + 1)})
    held = listed(HeldCombos.of([hands], CardSet()))
    assert held == {CardSet("AhAd"): [large + 1], CardSet("AhAs"): [large]}


def test_a_combo_of_no_weight_collides_with_every_board() -> None:
    held = HeldCombos.of([Range("AA")], CardSet())
    filling = held.masks[held.weights[0] == 0]
    assert all(int(mask) == CardSet.full().mask for mask in filling)


def listed(held: HeldCombos) -> dict[CardSet, list[int]]:
    """Name the combos that weigh something, if cards and masks agree."""
    rows = zip(held.masks.tolist(), held.cards.tolist(), held.weights.T.tolist(), strict=True)
    named = {CardSet(cards): (mask, weights) for mask, cards, weights in rows if any(weights)}
    assert all(hand.mask == mask for hand, (mask, _) in named.items())
    return {hand: weights for hand, (_, weights) in named.items()}


# --- sums digit by digit --------------------------------------------------------------------------


@each_kind_of_weight
@pytest.mark.parametrize("ranges", [1, 2, 3])
def test_sums_of_products_are_exact_for_weights_of_any_size(
    ranges: int, weights: tuple[WeightLike, ...]
) -> None:
    """The sum over all tuples is the product of the sums."""
    live = live_beside("", 10)
    held = HeldCombos.of([drawn_range(live, 9, seed, weights) for seed in range(ranges)], CardSet())
    runouts = 1000

    def count(digits: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([runouts * prod(digits.sum(axis=1).tolist()), 0])

    expected = runouts * prod(sum(row) for row in held.weights.tolist())
    assert held.sums(runouts, count).tolist() == [expected, 0]


@each_kind_of_weight
@pytest.mark.parametrize("ranges", [1, 2, 3])
def test_the_weight_of_disjoint_hands_is_that_of_dealing(
    ranges: int, weights: tuple[WeightLike, ...]
) -> None:
    live = live_beside("", 9)
    held = [drawn_range(live, 12, seed, weights) for seed in range(ranges)]
    dealt = joint_deals([naive.fractions_in(hands) for hands in held], 0)
    unit = prod(hands.denominator for hands in held)
    found = HeldCombos.of(held, CardSet()).disjoint_weight()
    assert found == unit * sum(weight for _, weight in dealt)


# --- who shares the pot ---------------------------------------------------------------------------


def weighed(
    hands: list[str], ranges: list[Range], board: str, dead: CardSet
) -> dict[int, Fraction]:
    found = weigh_winners([CardSet(hand) for hand in hands], ranges, CardSet(board), dead)
    unit = prod(each.denominator for each in ranges)
    return {who: Fraction(weight, unit) for who, weight in found.items()}


POTS = {
    "a range": (["9s8s"], 1),
    "a range and three hands": (["9s8s", "AcTd", "6h6d"], 1),
    "two ranges": ([], 2),
    "two ranges and two hands": (["9s8s", "6h6d"], 2),
    "three ranges": ([], 3),
    "three ranges and a hand": (["AcTd"], 3),
}


@pytest.mark.repeats(16)
@each_kind_of_weight
@pytest.mark.parametrize("board", ["2s5h9d", "7h5h4h2h", "AsKsQsJsTs", "3h4cJh9c"])
@pytest.mark.parametrize(("hands", "ranges"), POTS.values(), ids=POTS)
def test_pots_are_shared_as_by_dealing(
    hands: list[str], ranges: int, board: str, weights: tuple[WeightLike, ...]
) -> None:
    known = CardSet(board + "".join(hands))
    live = live_beside(known, 8)
    dead = all_but(known, live)
    held = [drawn_range(live, 5 + seed, seed, weights) for seed in range(ranges)]
    players: list[Any] = [*map(CardSet, hands), *held]
    assert weighed(hands, held, board, dead) == naive.winners(players, board, dead)


@pytest.mark.exhaustive
@pytest.mark.parametrize("board", ["2s5h9dKc", "2s5h9dKc3c"])
def test_wide_ranges_share_the_pot_as_by_dealing(board: str) -> None:
    ranges = [Range("22+, A2s+"), Range("88+, AKo:0.25, T9s")]
    found = weighed(["JhTh"], ranges, board, CardSet("2c3d"))
    left = [hands.without("JhTh2c3d" + board) for hands in ranges]
    assert found == naive.winners([CardSet("JhTh"), *left], board, "2c3d")


@pytest.mark.parametrize("ranges", [["AhAd", "AhAs"], ["AA", "AA", "AA"]])
def test_ranges_that_cannot_be_held_together_weigh_nothing(ranges: list[str]) -> None:
    board = CardSet("2s5h9d")
    assert weigh_winners([], [Range(each) for each in ranges], board, CardSet()) == {}


BOARDS = ["3h4cJh", "7d5s5c", "7h5h4h2h", "3h4cJh9s", "AsKsQsJsTs", "3h4cJh9s2d"]
HOLE = "AdQc"


def against(ranges: list[Range], board: str, dead: CardsLike = "") -> Spot:
    return Spot((CardSet(HOLE), *ranges), CardSet(board), CardSet(dead))


def matrix(spot: Spot, ahead: int) -> list[list[Fraction]]:
    found, unit = outcome_matrix(spot, ahead)
    assert unit == prod(hands.denominator for hands in spot.ranges)
    return [[Fraction(weight, unit) for weight in row] for row in found.tolist()]


@pytest.mark.repeats(9)
@pytest.mark.parametrize("ahead", [0, 1, 2])
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ranges", [1, 2, 3])
def test_standings_are_weighed_as_by_dealing(ranges: int, board: str, ahead: int) -> None:
    ahead = min(ahead, 5 - len(CardSet(board)))
    live = live_beside(HOLE + board, 10)
    dead = all_but(HOLE + board, live)
    held = [drawn_range(live, 7 + seed, seed, ODD_WEIGHTS) for seed in range(ranges)]
    assert matrix(against(held, board, dead), ahead) == naive.standings(
        HOLE, board, held, ahead, dead
    )


@pytest.mark.parametrize("ranges", [["AA, KTs, 98s", "22+"], ["JJ+, T9s", "AK:0.1"]])
def test_standings_with_a_whole_deck_are_weighed_as_by_dealing(ranges: list[str]) -> None:
    held = [Range(text).without(HOLE + "3h4cJh9s") for text in ranges]
    expected = naive.standings(HOLE, "3h4cJh9s", held, 1)
    assert matrix(against(held, "3h4cJh9s"), 1) == expected


def test_the_weights_add_up_to_tuples_by_runouts() -> None:
    spot = against([Range("QQ").without(HOLE), Range("99")], "3h4cJh")
    found, _ = outcome_matrix(spot, 2)
    assert found.sum() == 3 * 6 * runouts_met(spot, 2, 2) == 3 * 6 * 43 * 42 // 2


def test_ranges_that_cannot_be_held_together_are_refused() -> None:
    words = "no deal gives each player a hand of these ranges: some card is always needed twice"
    with pytest.raises(InputError, match=words):
        outcome_matrix(against([Range("KhKs"), Range("KhTh")], "3h4cJh"), 2)


@pytest.mark.parametrize("ranges", [1, 2, 3])
def test_too_few_live_cards_are_refused_and_just_enough_are_not(ranges: int) -> None:
    others = sorted(CardSet.full() - CardSet(HOLE + "3h4cJh"))
    needed = 2 * ranges + 1
    enough, short = (
        Spot((CardSet(HOLE), *[ANY] * ranges), CardSet("3h4cJh"), CardSet(others[start:]))
        for start in (needed, needed - 1)
    )
    assert outcome_matrix(enough, 1)[0].sum() > 0
    with pytest.raises(CardCountError, match="dead leaves too few live cards"):
        outcome_matrix(short, 1)
