"""Wins against nine random hands: the table is complete and consistent, and says what it is."""

from math import sqrt

import pytest

from handsight.errors import InputError
from handsight.ranges import NineHanded, nine_handed
from handsight.ranges.class_equities import _nine_handed_table
from handsight.ranges.combos import CLASSES_BY_RANK
from tests import fresh

DEALS = 4_000_000_000
COMBOS = {"": 6, "s": 4, "o": 12}


def test_the_table_has_the_169_classes_in_their_order() -> None:
    assert tuple(_nine_handed_table()) == CLASSES_BY_RANK


def test_every_deal_shows_ten_hands() -> None:
    assert sum(result.deals for result in _nine_handed_table().values()) == 10 * DEALS


def test_a_class_is_dealt_as_often_as_it_has_combos() -> None:
    for name in CLASSES_BY_RANK:
        chance = COMBOS[name[2:]] / 1326
        expected = 10 * DEALS * chance
        assert abs(nine_handed(name).deals - expected) < 5 * sqrt(expected), name


def test_each_deal_is_won_alone_by_one_or_shared_by_some() -> None:
    alone = sum(result.win for result in _nine_handed_table().values())
    shared = sum(result.tie for result in _nine_handed_table().values())
    assert alone < DEALS
    assert 2 * (DEALS - alone) <= shared <= 10 * (DEALS - alone)


def test_two_cards_have_the_numbers_of_their_class() -> None:
    assert nine_handed("AhAd") == nine_handed(["As", "Ac"]) == nine_handed("aa")


def test_shares_and_their_error_follow_from_the_counts() -> None:
    result = NineHanded(win=20, tie=10, deals=100, seed=9)
    assert (result.win_frequency, result.tie_frequency, result.lose) == (0.2, 0.1, 70)
    assert result.stderr == pytest.approx(0.04)


def test_the_shipped_sample_is_as_precise_as_documented() -> None:
    assert max(result.stderr for result in _nine_handed_table().values()) < 0.00004
    assert {result.seed for result in _nine_handed_table().values()} == {9}


def test_a_hand_that_cannot_be_read_is_an_error_of_ours() -> None:
    with pytest.raises(InputError):
        nine_handed("AK")


def test_looking_up_loads_neither_numpy_nor_numba() -> None:
    result = fresh.run(
        "from handsight.ranges import nine_handed; nine_handed('AA')\n"
        "import sys; print({'numpy', 'numba'} & set(sys.modules))"
    )
    assert result.stdout.strip() == "set()", result.stderr
