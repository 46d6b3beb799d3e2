"""Kinds of players: rules in round numbers."""

import numpy as np
import pytest

from handsight.agents.models.styles import EQUITY, MADE, STRENGTH, STYLES, Style, rows_of, worths_of
from handsight.cards import CardSet
from handsight.opponents.model import BettingContext
from handsight.opponents.model.boards import board_of
from handsight.opponents.model.contexts import CALL, RAISE
from handsight.ranges import pocket_equity
from handsight.ranges.combos import combo_number

FOLD_BELOW, RAISE_FROM = 5, 6


def contexts():
    """First to act, facing a raise, first on the flop, and facing a bet there."""
    table = BettingContext([1000, 1000], button=0, posts=[5, 10])
    found = [table.context(0)]
    table.act(0, RAISE, 30)
    found.append(table.context(1))
    table.act(1, CALL)
    table.next_street()
    found.append(table.context(1))
    table.act(1, RAISE, 60)
    return [*found, table.context(0)]


def style(name):
    return next(each for each in STYLES if each.name == name)


def test_names_are_unlike_and_shares_positive():
    assert len({each.name for each in STYLES}) == len(STYLES)
    assert all(each.share > 0 for each in STYLES)


@pytest.mark.parametrize("context", contexts())
def test_every_style_has_a_row_for_every_decision(context):
    rows = rows_of(context)
    assert rows.shape == (len(STYLES), 8)
    blind, falls = rows[:, 0], rows[:, 1:4]
    assert ((blind >= 0) & (blind <= 1)).all()
    assert falls.sum(axis=1) == pytest.approx(np.ones(len(STYLES)))


def test_nothing_is_folded_where_there_is_no_price():
    first_on_the_flop = contexts()[2]
    assert (rows_of(first_on_the_flop)[:, FOLD_BELOW] < 0).all()
    assert (rows_of(first_on_the_flop)[:, 1] == 0).all()


def test_one_that_does_not_look_has_the_same_chances_everywhere():
    facing = [context for context in contexts() if not context.free]
    for context in facing:
        assert style("maniac").row(context)[:4] == [1.0, *style("maniac").blind]


def test_a_dearer_call_takes_a_better_hand():
    asked = []
    for total in (60, 300, 900):
        table = BettingContext([1000, 1000], button=0, posts=[5, 10])
        table.act(0, RAISE, total)
        asked.append(style("sensible").row(table.context(1))[FOLD_BELOW])
    assert asked == sorted(asked)
    assert asked[0] < asked[-1] < 1


def test_fair_prices_are_paid_by_the_chance_to_win():
    facing = contexts()[3]
    assert style("payer of fair prices").row(facing)[FOLD_BELOW] == facing.price


def test_payers_never_raise():
    for context in contexts():
        assert style("payer of fair prices").row(context)[RAISE_FROM] > 1


def test_worths_before_the_flop():
    worths = worths_of(board_of(()))
    aces, rags, kings = (
        combo_number(*(card.index for card in CardSet(hand))) for hand in ("AhAs", "7c2d", "KhQh")
    )
    assert worths[STRENGTH, aces] > 0.99 > 0.1 > worths[STRENGTH, rags]
    assert worths[EQUITY, kings] == pytest.approx(pocket_equity("KhQh").equity)
    assert worths[MADE, [aces, rags, kings]].tolist() == [1, 0, 0]


def test_worths_after_it_are_what_is_beaten():
    board = board_of(tuple(card.index for card in CardSet("2h7dTc")))
    worths = worths_of(board)
    tens = combo_number(*(card.index for card in CardSet("ThTs")))
    assert worths[STRENGTH, tens] > 0.99
    assert 0.9 < worths[EQUITY, tens] <= 1


def test_a_style_without_numbers_calls():
    row = Style("plain", 1).row(contexts()[1])
    assert row[RAISE_FROM] > 1
