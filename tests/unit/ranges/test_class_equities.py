"""The table of exact equities: complete, consistent, unaltered, and read only when asked."""

from dataclasses import FrozenInstanceError

import pytest

from handsight.errors import InputError
from handsight.ranges import PocketEquity, pocket_equity
from handsight.ranges.class_equities import _equity_table
from handsight.ranges.combos import CLASSES_BY_RANK
from tests import fresh

DEALS = 1225 * 1_712_304
COMBOS = {0: 6, "s": 4, "o": 12}


def combos(name: str) -> int:
    return COMBOS[name[2:] or 0]


def test_the_table_has_the_169_classes_in_their_order() -> None:
    assert tuple(_equity_table()) == CLASSES_BY_RANK


def test_a_class_is_counted_over_all_deals() -> None:
    result = {name: pocket_equity(name) for name in CLASSES_BY_RANK}
    assert [name for name, each in result.items() if min(each.win, each.tie, each.lose) <= 0] == []
    assert {each.total for each in result.values()} == {DEALS} == {2_097_572_400}


def test_over_all_hands_as_much_is_won_as_lost() -> None:
    """The opponent's hand is as random as ours."""
    wins, losses = (
        sum(combos(name) * getattr(pocket_equity(name), part) for name in CLASSES_BY_RANK)
        for part in ("win", "lose")
    )
    assert wins == losses


def test_two_cards_have_the_equity_of_their_class() -> None:
    assert pocket_equity("AhAd") == pocket_equity(["As", "Ac"]) == pocket_equity("aa")


def test_a_tie_is_worth_half() -> None:
    assert PocketEquity(win=1, tie=2, lose=1).equity == 0.5
    assert PocketEquity(win=0, tie=1, lose=1).equity == 0.25


def test_an_equity_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        pocket_equity("AA").win = 0  # type: ignore[misc]


def test_a_hand_that_cannot_be_read_is_an_error_of_ours() -> None:
    with pytest.raises(InputError):
        pocket_equity("Ah")


def test_looking_up_loads_neither_numpy_nor_numba() -> None:
    looked_up = "from handsight.ranges import *; chen('AA'), pocket_equity('AA')"
    result = fresh.run(f"{looked_up}; import sys; print({{'numpy', 'numba'}} & set(sys.modules))")
    assert result.stdout.strip() == "set()", result.stderr


def test_importing_reads_no_table() -> None:
    script = (
        "from handsight.ranges import class_equities as tables;"
        "print(tables._equity_table.cache_info().currsize)"
    )
    assert fresh.run(script).stdout.strip() == "0"
