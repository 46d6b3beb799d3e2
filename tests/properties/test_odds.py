"""What holds for the odds of all hands."""

from itertools import pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.odds import (
    class_odds,
    current_hand_odds,
    effective_hand_strength,
    hand_potential,
    hand_strength,
)
from tests.examples import at_most

Cards = tuple[list[int], list[int], list[int]]
"""Hole, board and dead cards."""

few = at_most(40)


@st.composite
def situations(draw: st.DrawFn, streets: tuple[int, ...] = (3, 4, 5)) -> Cards:
    board = draw(st.sampled_from(streets))
    dead = draw(st.integers(0, 12))
    cards = draw(
        st.lists(
            st.integers(0, 51), min_size=2 + board + dead, max_size=2 + board + dead, unique=True
        )
    )
    return cards[:2], cards[2 : 2 + board], cards[2 + board :]


def renamed(cards: Cards, suits: list[int]) -> Cards:
    hole, board, dead = ([4 * (card // 4) + suits[card % 4] for card in group] for group in cards)
    return hole, board, dead


def live_after(cards: Cards) -> int:
    return 52 - sum(map(len, cards))


opponents_up_to_three = st.integers(1, 3)


# --- how the measures hang together ---------------------------------------------------------------


@few
@given(situations())
def test_the_chance_to_win_to_the_river_is_the_share_of_the_pot(cards: Cards) -> None:
    hole, board, dead = cards
    equity = current_hand_odds(hole, board, 1, dead).equity
    assert hand_potential(hole, board, dead=dead).p_win == equity
    assert effective_hand_strength(hole, board, dead=dead).p_win == equity


@few
@given(situations(), opponents_up_to_three)
def test_the_last_column_of_potential_is_how_the_deals_end(cards: Cards, opponents: int) -> None:
    hole, board, dead = cards
    potential = hand_potential(hole, board, opponents, dead=dead)
    odds = current_hand_odds(hole, board, opponents, dead)
    columns = [sum(column) for column in zip(*potential.counts, strict=True)]
    assert columns == [odds.win, sum(odds.ties.values()), odds.lose]


@few
@given(situations())
def test_on_the_board_as_it_lies_potential_is_strength(cards: Cards) -> None:
    hole, board, dead = cards
    strength = hand_strength(hole, board, dead)
    totals = hand_potential(hole, board, dead=dead).totals
    assert totals == (strength.ahead, strength.tied, strength.behind)


@few
@given(situations(), opponents_up_to_three)
def test_all_measures_lie_between_0_and_1(cards: Cards, opponents: int) -> None:
    hole, board, dead = cards
    potential = hand_potential(hole, board, opponents, dead=dead)
    effective = effective_hand_strength(hole, board, opponents, dead=dead)
    strength = effective.hand_strength.against(opponents)
    measures = [potential.ppot or 0, potential.npot or 0, potential.p_win, strength, effective.ehs]
    assert all(0 <= measure <= 1 for measure in measures)
    assert effective.ehs >= strength


# --- sums -----------------------------------------------------------------------------------------


@few
@given(situations(), opponents_up_to_three)
def test_wins_ties_and_losses_make_up_all_deals(cards: Cards, opponents: int) -> None:
    hole, board, dead = cards
    odds = current_hand_odds(hole, board, opponents, dead)
    assert odds.win + sum(odds.ties.values()) + odds.lose == odds.total
    assert min(odds.win, odds.lose, *odds.ties.values()) >= 0
    assert odds.win / odds.total <= odds.equity <= odds.equity_ties_ahead


@at_most(10)
@given(situations(streets=(0, 3, 4, 5)))
def test_class_odds_count_every_runout_once(cards: Cards) -> None:
    hole, board, dead = cards
    odds = class_odds(hole, board, dead)
    live = live_after(cards)
    coming = {0: 3, 3: 1, 4: 1, 5: 0}[len(board)]
    assert sum(odds.next_card.values()) == comb(live, coming)
    assert sum(odds.river.values()) == comb(live, 5 - len(board))


@few
@given(situations())
def test_strength_counts_every_hand_once(cards: Cards) -> None:
    assert hand_strength(*cards).total == comb(live_after(cards), 2)


# --- what changes nothing, and what does ----------------------------------------------------------


@few
@given(situations(), st.permutations(range(4)), opponents_up_to_three)
def test_suits_are_only_names(cards: Cards, suits: list[int], opponents: int) -> None:
    hole, board, dead = cards
    other_hole, other_board, other_dead = renamed(cards, suits)
    assert hand_strength(*cards) == hand_strength(*renamed(cards, suits))
    assert class_odds(*cards) == class_odds(*renamed(cards, suits))
    for question in (current_hand_odds, hand_potential):
        here = question(hole, board, opponents, dead=dead)
        assert here == question(other_hole, other_board, opponents, dead=other_dead)


@at_most(4)
@given(situations(streets=(0,)), st.permutations(range(4)))
def test_suits_are_only_names_before_the_flop_too(cards: Cards, suits: list[int]) -> None:
    hole, board, dead = cards
    other_hole, _, other_dead = renamed(cards, suits)
    here = current_hand_odds(hole, board, 2, dead)
    assert here == current_hand_odds(other_hole, board, 2, other_dead)


@few
@given(situations(), st.data())
def test_the_order_of_cards_does_not_matter(cards: Cards, data: st.DataObject) -> None:
    hole, board, dead = (data.draw(st.permutations(group)) for group in cards)
    assert hand_strength(hole, board, dead) == hand_strength(*cards)
    assert class_odds(hole, board, dead) == class_odds(*cards)
    for question in (current_hand_odds, hand_potential, effective_hand_strength):
        here = question(cards[0], cards[1], 2, dead=cards[2])
        assert question(hole, board, 2, dead=dead) == here


@few
@given(situations())
def test_a_further_opponent_never_raises_the_share_of_wins(cards: Cards) -> None:
    hole, board, dead = cards
    odds = [current_hand_odds(hole, board, opponents, dead) for opponents in (1, 2, 3)]
    for fewer, more in pairwise(odds):
        assert more.win * fewer.total <= fewer.win * more.total
        assert more.equity <= fewer.equity


@few
@given(situations())
def test_the_hands_of_one_of_two_opponents_are_those_of_a_single_one(cards: Cards) -> None:
    """Two opponents who both lose, or one and anyone else: the counts bound each other."""
    hole, board, dead = cards
    one, two = (current_hand_odds(hole, board, opponents, dead) for opponents in (1, 2))
    others = two.total // one.total
    assert 2 * one.win * others - two.total <= two.win <= one.win * others


@at_most(15)
@given(
    situations(streets=(3, 4)), st.integers(0, 2**32), st.sampled_from(["shared", "per-opponent"])
)
def test_all_samples_are_the_exact_answer(cards: Cards, seed: int, scheme: str) -> None:
    hole, board, dead = cards
    live = live_after(cards) - (2 if scheme == "per-opponent" else 0)
    drawn = effective_hand_strength(
        hole, board, lookahead=1, dead=dead, samples=live, seed=seed, scheme=scheme
    )
    exact = effective_hand_strength(hole, board, lookahead=1, dead=dead)
    assert drawn.potential.counts == exact.potential.counts
    assert drawn.ehs == pytest.approx(exact.ehs, rel=1e-14)
    assert drawn.stderr == pytest.approx(0, abs=1e-12)
