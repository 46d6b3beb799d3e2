"""What holds for all known hands against each other."""

from itertools import chain
from math import comb
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from handsight.cards import Card, CardSet
from handsight.odds.counting.hands import count_winners
from tests.examples import at_most

Cards = tuple[list[list[int]], list[int], list[int]]
"""Holes, board and dead cards."""

some = at_most(60)


@st.composite
def known_hands(draw: st.DrawFn, streets: tuple[int, ...] = (0, 3, 4, 5)) -> Cards:
    hands = draw(st.integers(1, 5))
    board = draw(st.sampled_from(streets))
    dead = draw(st.integers(0, 30))
    cards = draw(st.permutations(range(52)))[: 2 * hands + board + dead]
    holes = [cards[at : at + 2] for at in range(0, 2 * hands, 2)]
    return holes, cards[2 * hands : 2 * hands + board], cards[2 * hands + board :]


def count(cards: Cards) -> list[int]:
    holes, board, dead = cards
    return count_winners([CardSet(hole) for hole in holes], CardSet(board), CardSet(dead))


def live(cards: Cards) -> list[int]:
    holes, board, dead = cards
    known = {*chain(*holes), *board, *dead}
    return [card for card in range(52) if card not in known]


@some
@given(known_hands())
def test_all_runouts_are_counted_and_somebody_wins_each(cards: Cards) -> None:
    counts = count(cards)
    assert min(counts) >= 0
    assert counts[0] == 0
    assert sum(counts) == comb(len(live(cards)), 5 - len(cards[1]))


@some
@given(known_hands(), st.randoms(use_true_random=False))
def test_hands_in_another_order_win_the_same(cards: Cards, random: Random) -> None:
    holes, board, dead = cards
    order = list(range(len(holes)))
    random.shuffle(order)
    counts = count(([holes[place] for place in order], board, dead))
    before = count(cards)
    for winners, found in enumerate(counts):
        assert before[sum(1 << order[i] for i in range(len(order)) if winners >> i & 1)] == found


@some
@given(known_hands(), st.permutations(range(4)))
def test_the_names_of_suits_do_not_matter(cards: Cards, suits: list[int]) -> None:
    holes, board, dead = cards
    *holes, board, dead = (
        [4 * (card // 4) + suits[card % 4] for card in group] for group in (*holes, board, dead)
    )
    assert count((holes, board, dead)) == count(cards)


@at_most(30)
@given(known_hands(streets=(3, 4)))
def test_the_next_card_may_be_dealt_first(cards: Cards) -> None:
    """Each runout is met once for each of its cards that may be the first one."""
    holes, board, dead = cards
    to_come = 5 - len(board)
    after = [count((holes, [*board, card], dead)) for card in live(cards)]
    assert [sum(column) for column in zip(*after, strict=True)] == [
        to_come * found for found in count(cards)
    ]


@some
@given(known_hands())
def test_who_wins_against_all_also_wins_if_the_last_one_folds(cards: Cards) -> None:
    holes, board, dead = cards
    if len(holes) > 1:
        without = count((holes[:-1], board, [*dead, *holes[-1]]))
        assert all(less <= more for less, more in zip(count(cards), without, strict=False))


@some
@given(known_hands())
def test_a_hand_that_is_only_named_twice_differently_is_the_same(cards: Cards) -> None:
    holes, board, dead = cards
    turned = [[Card(card).index for card in reversed(hole)] for hole in holes]
    assert count((turned, board, dead)) == count(cards)
