"""What holds for the equity of all hands and ranges."""

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from handsight.cards import CardSet
from handsight.odds import board_strengths, equity, hand_potential, hand_strength
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS
from tests.examples import at_most

few = at_most(25)
weights = st.sampled_from([1, 0.5, 0.1, Fraction(1, 3), Fraction(123456789, 10**9)])


@st.composite
def ranges(draw: st.DrawFn, most: int = 60) -> Range:
    numbers = draw(st.lists(st.integers(0, 1325), min_size=1, max_size=most, unique=True))
    return Range.from_weights({str(CardSet(COMBOS[n])): draw(weights) for n in numbers})


@st.composite
def hole_and_board(
    draw: st.DrawFn, streets: Sequence[int] = (3, 4, 5)
) -> tuple[list[int], list[int]]:
    size = 2 + draw(st.sampled_from(streets))
    cards = draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))
    return cards[:2], cards[2:]


def left_of(hands: Range, *known: list[int]) -> Range:
    left = hands.without([card for cards in known for card in cards])
    assume(len(left))
    return left


def relabelled(cards: list[int], suits: Sequence[int]) -> list[int]:
    return [4 * (card // 4) + suits[card % 4] for card in cards]


def with_suits(hands: Range, suits: Sequence[int]) -> Range:
    moved = {
        str(CardSet(relabelled([card.index for card in hand], suits))): weight
        for hand, weight in hands
    }
    return Range.from_weights(moved)


# --- how the measures hang together ---------------------------------------------------------------


@few
@given(hole_and_board(), ranges())
def test_the_chance_to_win_is_the_equity(cards: tuple[list[int], list[int]], hands: Range) -> None:
    hole, board = cards
    hands = left_of(hands, hole, board)
    potential = hand_potential(hole, board, villain=hands)
    result = equity([hole, hands], board)
    assert potential.p_win == result.players[0].equity
    columns = [sum(column) for column in zip(*potential.counts, strict=True)]
    winners = result.winners or {}
    assert columns == [winners.get(who, 0) for who in (0b01, 0b11, 0b10)]


@few
@given(hole_and_board(), ranges())
def test_among_all_hands_of_a_board_one_stands_as_alone(
    cards: tuple[list[int], list[int]], hands: Range
) -> None:
    hole, board = cards
    hands = left_of(hands, hole, board)
    found = board_strengths(board, hands)
    potential = hand_potential(hole, board, villain=hands)
    assert found.of(hole, "hs") == hand_strength(hole, board, villain=hands).value
    assert (found.of(hole, "ppot"), found.of(hole, "npot")) == (potential.ppot, potential.npot)
    assert found.of(hole) == equity([hole, hands], board).players[0].equity


# --- ranges ---------------------------------------------------------------------------------------


@few
@given(hole_and_board(), ranges(), ranges(), ranges())
def test_counts_of_ranges_without_a_common_combo_add_up(
    cards: tuple[list[int], list[int]], one: Range, other: Range, faced: Range
) -> None:
    hole, board = cards
    one, other, faced = (left_of(each, hole, board) for each in (one, other, faced))
    parts = one, left_of(beside(other, one))
    both = parts[0] | parts[1]
    assume(all(has_deal(each, faced) for each in (*parts, both)))
    split = [equity([each, hole, faced], board).winners or {} for each in parts]
    whole = equity([both, hole, faced], board).winners or {}
    assert whole == {
        who: split[0].get(who, 0) + split[1].get(who, 0) for who in sorted({*split[0], *split[1]})
    }


def beside(hands: Range, others: Range) -> Range:
    """Give the combos of the first range that the second has not."""
    return Range.from_weights({str(hand): weight for hand, weight in hands if hand not in others})


def has_deal(one: Range, other: Range) -> bool:
    return any(not hand & held for hand, _ in one for held, _ in other)


@few
@given(hole_and_board(), ranges(), st.permutations(range(4)))
def test_suits_relabelled_change_nothing(
    cards: tuple[list[int], list[int]], hands: Range, suits: list[int]
) -> None:
    hole, board = cards
    hands = left_of(hands, hole, board)
    moved = [relabelled(each, suits) for each in cards]
    renamed = with_suits(hands, suits)
    assert equity([hole, hands], board) == equity([moved[0], renamed], moved[1])
    assert hand_strength(hole, board, villain=hands) == hand_strength(*moved, villain=renamed)


@few
@given(hole_and_board(streets=(3, 4)), ranges(), ranges())
def test_two_ranges_and_a_hand_share_the_whole_pot(
    cards: tuple[list[int], list[int]], one: Range, other: Range
) -> None:
    hole, board = cards
    held = [left_of(each, hole, board) for each in (one, other)]
    assume(has_deal(*held))
    result = equity([held[0], hole, held[1]], board)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)
    pairs = sum(
        mine * theirs for hand, mine in held[0] for faced, theirs in held[1] if not hand & faced
    )
    assert result.total == pairs * math.comb(52 - 6 - len(board), 5 - len(board))
    assert sum((result.winners or {}).values()) == result.total
