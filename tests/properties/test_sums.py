"""What holds for all stacks, bets, hands and boards."""

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.cards import Card, CardSet
from handsight.odds import BlockedHands, aggregate, blockers, equity, ev, icm
from handsight.odds.strength.made_hands import DRAWS, MADE, draw_of, made_hand
from handsight.odds.sums.icm import MODELS
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES

stacks = st.lists(st.integers(0, 1000), min_size=1, max_size=7).filter(any)
chips = st.fractions(Fraction(1, 100), 1000, max_denominator=100)
shares = st.fractions(0, 1, max_denominator=100)
boards = st.integers(3, 5).flatmap(
    lambda size: st.lists(st.integers(0, 51), min_size=size + 2, max_size=size + 2, unique=True)
)
ranges = st.dictionaries(st.sampled_from(CLASSES), st.sampled_from([1, 0.5, 0.25]), min_size=1)


# --- prize money ----------------------------------------------------------------------------------


@given(stacks, st.sampled_from(MODELS), st.data())
def test_prize_money_is_shared_out_and_more_chips_are_worth_no_less(
    chips: list[int], model: str, data: st.DataObject
) -> None:
    paid = data.draw(st.integers(1, len(chips)))
    prizes = sorted(data.draw(st.lists(st.integers(0, 100), min_size=paid, max_size=paid)))[::-1]
    players = icm(chips, prizes, model).players
    assert sum(each.equity for each in players) == pytest.approx(sum(prizes), abs=1e-9)
    ranked = sorted(players, key=lambda each: each.stack)
    for poorer, richer in pairwise(ranked):
        assert poorer.equity <= richer.equity + 1e-9
        if poorer.stack == richer.stack:
            assert poorer.equity == pytest.approx(richer.equity, abs=1e-9)


@given(stacks, st.sampled_from(MODELS), st.randoms(use_true_random=False))
def test_the_order_of_the_players_does_not_matter(
    chips: list[int], model: str, rng: object
) -> None:
    order = list(range(len(chips)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    prizes = [5, 3, 1][: len(chips)]
    there = icm(chips, prizes, model).players
    moved = icm([chips[place] for place in order], prizes, model).players
    for place, player in zip(order, moved, strict=True):
        assert player.equity == pytest.approx(there[place].equity, abs=1e-9)


# --- bets -----------------------------------------------------------------------------------------


@given(chips, chips, shares, shares)
def test_a_bet_wins_what_folds_and_calls_win(
    pot: Fraction, bet: Fraction, equity: Fraction, folds: Fraction
) -> None:
    value = ev(pot, bet, equity, folds)
    called = equity * (pot + bet) - (1 - equity) * bet
    assert value.ev_bet == folds * pot + (1 - folds) * called
    assert 0 <= value.needed_folds < 1
    assert (folds * pot + (1 - folds) * called >= 0) == (folds >= value.needed_folds)
    assert (value.ev_call or 0) == called
    assert (called >= 0) == (equity >= value.needed_equity)


# --- hands on boards ------------------------------------------------------------------------------


@given(boards, st.sampled_from([*permutations(range(4))]))
def test_suits_have_no_names_in_the_words_of_players(
    cards: list[int], suits: tuple[int, ...]
) -> None:
    names = []
    for change in (range(4), suits):
        hole, board = (
            CardSet([Card(card & ~3 | change[card & 3]) for card in some])
            for some in (cards[:2], cards[2:])
        )
        names.append((made_hand(hole, board), draw_of(hole, board)))
    assert names[0] == names[1]
    assert names[0][0] in MADE
    assert names[0][1] in DRAWS


@given(boards, ranges)
def test_blocked_hands_add_up(cards: list[int], weights: dict[str, float]) -> None:
    held, board = (CardSet([Card(card) for card in some]) for some in (cards[:2], cards[2:]))
    hands = Range.from_weights(weights)
    if not hands.without(board):
        return
    found = blockers(held, hands, board)
    for groups in (found.classes, found.made, found.draws, found.kinds):
        before = sum(each.before for each in groups.values())
        after = sum(each.after for each in groups.values())
        assert BlockedHands(before, after) == found.all
    assert found.all.after == hands.without(board).without(held).total_weight


@given(ranges, ranges, st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True))
def test_a_board_of_a_list_is_shared_as_equity_shares_it(
    one: dict[str, float], other: dict[str, float], cards: list[int]
) -> None:
    players = [Range.from_weights(one), Range.from_weights(other)]
    board = CardSet([Card(card) for card in cards])
    live = [hands.without(board) for hands in players]
    if not any(not one & other for one, _ in live[0] for other, _ in live[1]):
        return  # they cannot be held together: of two aces, three are left
    alone = equity(players, board)
    [row] = aggregate(players, [board]).boards
    assert (row.total, row.equity) == (alone.total, alone.equity)
