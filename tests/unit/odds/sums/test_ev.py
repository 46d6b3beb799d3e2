"""What a bet needs and is worth: the textbook's numbers, and every end of the hand weighed."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from handsight.errors import OptionError
from handsight.odds import ev


def chips_of_bet(pot: Fraction, bet: Fraction, equity: Fraction, folds: Fraction) -> Fraction:
    """Weigh the three ends of a bet: they fold, they call and lose, they call and win."""
    ends = [
        (folds, pot),
        ((1 - folds) * equity, pot + bet),
        ((1 - folds) * (1 - equity), -bet),
    ]
    return sum((share * chips for share, chips in ends), Fraction(0))


@pytest.mark.parametrize(
    ("bet", "equity", "folds", "defence"),
    [
        (Fraction(1, 3), "1/5", "1/4", "3/4"),
        (Fraction(1, 2), "1/4", "1/3", "2/3"),
        (Fraction(1), "1/3", "1/2", "1/2"),
        (Fraction(2), "2/5", "2/3", "1/3"),
    ],
)
def test_the_usual_sizes_need_what_players_know_by_heart(
    bet: Fraction, equity: str, folds: str, defence: str
) -> None:
    value = ev(1, bet)
    assert value.needed_equity == value.bluff_share == Fraction(equity)
    assert value.needed_folds == value.bluffs_per_value == Fraction(folds)
    assert value.minimum_defence == Fraction(defence)
    assert value.pot_odds == (1 + bet) / bet
    assert value.ev_bet is value.ev_call is value.ev_check is None


def test_every_end_of_the_hand_is_weighed() -> None:
    rng = Random(1)
    for _ in range(200):
        pot, bet = (Fraction(rng.randrange(1, 400), rng.randrange(1, 9)) for _ in range(2))
        equity, folds = (Fraction(rng.randrange(0, 101), 100) for _ in range(2))
        value = ev(pot, bet, equity, folds)
        assert value.ev_bet == chips_of_bet(pot, bet, equity, folds)
        assert value.ev_call == equity * (pot + bet) - (1 - equity) * bet
        assert value.ev_check == equity * pot


def test_what_is_needed_is_where_the_worth_is_nothing() -> None:
    rng = Random(2)
    for _ in range(200):
        pot, bet = Fraction(rng.randrange(1, 400)), Fraction(rng.randrange(1, 400))
        equity = Fraction(rng.randrange(0, 101), 100)
        value = ev(pot, bet, equity)
        at_least = value.needed_folds
        assert 0 <= at_least < 1
        worth = chips_of_bet(pot, bet, equity, at_least)
        assert worth == 0 if at_least else worth >= 0
        assert ev(pot, bet, value.needed_equity).ev_call == 0
        # The caller goes on as often as the minimum says: a bluff wins nothing.
        assert chips_of_bet(pot, bet, Fraction(0), 1 - value.minimum_defence) == 0
        # With that share of bluffs, a hand that beats bluffs only calls for nothing.
        assert value.bluff_share * (pot + bet) - (1 - value.bluff_share) * bet == 0
        assert value.bluffs_per_value == value.bluff_share / (1 - value.bluff_share)


def test_a_hand_that_cannot_lose_needs_no_folds() -> None:
    assert ev(100, 100, equity=1).needed_folds == 0
    assert ev(48, 1, equity=0.98).needed_folds == 0  # called, it wins as much as the pot


def test_a_bet_without_equity_is_a_pure_bluff() -> None:
    assert ev(100, 50, folds=0.5).ev_bet == ev(100, 50, 0, 0.5).ev_bet == 25


def test_a_float_counts_as_what_it_prints() -> None:
    assert ev(0.3, 0.1).needed_equity == Fraction(1, 5)
    assert ev(100, 50, equity=0.35).equity == Fraction(7, 20)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((0, 50), "pot is 0; it must be a number of chips above 0"),
        ((100, -1), "bet is -1"),
        ((100, float("inf")), "bet is inf"),
        ((100, float("nan")), "bet is nan"),
        (("much", 50), "pot is 'much'"),
        ((100, 50, 1.5), "equity is 1.5; it must be a number from 0 to 1"),
        ((100, 50, 0.5, -0.1), "folds is -0.1; it must be a number from 0 to 1"),
    ],
)
def test_what_is_no_bet_is_said(words: tuple[Any, ...], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        ev(*words)
