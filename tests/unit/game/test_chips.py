"""The chips of a record, followed without judging what was done."""

import pytest

from handsight.errors import OptionError
from handsight.game import Action, ChipBook


def book(**changed: object) -> ChipBook:
    return ChipBook(**{"stacks": [1000, 1000, 150], "posts": [50, 100, 0], **changed})  # type: ignore[arg-type]


def test_blinds_and_antes_are_paid_as_far_as_the_stacks_go() -> None:
    begun = book(stacks=[1000, 80, 150], antes=[10, 10, 10])
    assert (begun.stacks, begun.bets, begun.pot) == ([940, 0, 140], [50, 70, 0], 150)
    assert begun.price == 100


def test_the_price_of_a_short_blind_may_be_what_was_posted() -> None:
    assert book(stacks=[1000, 80, 150], paid_price=True).price == 80


def test_a_call_of_nothing_is_a_check_and_an_opening_a_bet() -> None:
    begun = book()
    kinds = [begun.record("preflop", seat, Action.call()).action.kind for seat in (2, 0, 1)]
    begun.next_street()
    kinds.append(begun.record("flop", 0, Action.raise_to(100)).action.kind)
    kinds.append(begun.record("flop", 1, Action.raise_to(300)).action.kind)
    assert kinds == ["call", "call", "check", "bet", "raise"]


def test_a_call_takes_no_more_than_is_left_and_is_all_in_then() -> None:
    begun = book()
    begun.record("preflop", 0, Action.raise_to(400))
    called = begun.record("preflop", 2, Action.call())
    assert (called.chips, called.all_in, begun.pot) == (150, True, 650)


def test_who_acts_out_of_turn_and_raises_too_little_is_followed() -> None:
    begun = book()
    odd = begun.record("preflop", 1, Action.raise_to(101))
    assert (odd.chips, begun.price, begun.stacks[1]) == (1, 101, 899)


def test_a_raise_below_what_is_in_takes_nothing_back() -> None:
    begun = book()
    assert begun.record("preflop", 1, Action.raise_to(60)).chips == 0
    assert (begun.price, begun.stacks[1], begun.pot) == (100, 900, 150)


def test_who_has_more_than_the_price_can_raise_if_another_can_answer() -> None:
    begun = book()
    assert [begun.can_raise(seat) for seat in range(3)] == [True, True, True]
    begun.record("preflop", 0, Action.raise_to(500))
    assert not begun.can_raise(2)
    begun.fold(0)
    begun.record("preflop", 2, Action.call())
    assert not begun.can_raise(1)


@pytest.mark.parametrize("changed", [{"posts": [50, 100]}, {"antes": [0, 0]}])
def test_there_is_a_post_and_an_ante_for_each_seat(changed: dict[str, list[int]]) -> None:
    with pytest.raises(OptionError, match="a post and an ante for each"):
        book(**changed)
