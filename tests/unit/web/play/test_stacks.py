"""Stacks at a table: who is broke buys in again, and stacks carry over or are reset."""

from handsight.web.play.stacks import TableStacks


def test_reset_stacks_forget_every_hand() -> None:
    stacks = TableStacks((500, 900), carry=False)
    stacks.end_hand([0, 1400])
    assert (stacks.rebuy(), stacks.now) == ([], [500, 900])


def test_only_who_has_nothing_left_buys_in_again() -> None:
    stacks = TableStacks((500, 900, 700), carry=True)
    stacks.end_hand([1, 2099, 0])
    assert (stacks.rebuy(), stacks.now) == ([2], [1, 2099, 700])
    assert (stacks.rebuy(), stacks.buy_ins) == ([], (500, 900, 700))


def test_a_reopened_table_begins_with_the_stacks_that_it_had() -> None:
    assert TableStacks((500, 900), True, (300, 1100)).now == [300, 1100]
