"""What everybody sees of a decision."""

import itertools
from random import Random

import pytest

from handsight.errors import OptionError
from handsight.game import Ante, Blind, HandState, Rules, Straddle
from handsight.opponents.model.contexts import (
    CALL,
    FOLD,
    LEVELS,
    RAISE,
    BettingContext,
    action_code,
    levels_of,
)
from tests.unit.game.tables import random_setting


def six(**more: object) -> BettingContext:
    """Six players with 100 big blinds; seat 0 has the small blind, seat 5 the button."""
    return BettingContext([10_000] * 6, button=5, posts=[50, 100, 0, 0, 0, 0], **more)  # type: ignore[arg-type]


def test_seats_are_told_by_how_many_act_after_them() -> None:
    table = six()
    assert [table.context(seat).behind for seat in (2, 3, 4, 5, 0, 1)] == [5, 4, 3, 2, 1, 0]


def test_heads_up_the_button_has_the_small_blind_and_acts_first() -> None:
    table = BettingContext([1000, 1000], button=0, posts=[5, 10])
    assert (table.context(0).behind, table.context(1).behind) == (1, 0)


def test_a_straddle_acts_last() -> None:
    table = BettingContext([1000] * 4, button=3, posts=[5, 10, 20, 0])
    assert [table.context(seat).behind for seat in (3, 0, 1, 2)] == [3, 2, 1, 0]


def test_heads_up_the_button_acts_first_with_equal_blinds_and_without() -> None:
    for posts in ([10, 10], [0, 0], [10, 0]):
        table = BettingContext([1000, 1000], button=0, posts=posts, big_blind=10)
        assert (table.context(0).behind, table.context(1).behind) == (1, 0)


def test_a_late_post_changes_no_order() -> None:
    posts, seats = [5, 10, 0, 10, 0], (2, 3, 4, 0, 1)
    for late in ([3], []):
        table = BettingContext([1000] * 5, button=4, posts=posts, late=late)
        assert [table.context(seat).behind for seat in seats] == [4, 3, 2, 1, 0]


@pytest.mark.parametrize("big_blind_has", [7, 13, 12, 10])
def test_a_short_big_blind_keeps_its_place(big_blind_has: int) -> None:
    """Posts are told as they were paid, after an ante of 10; one has no chip left to post."""
    posts = [5, big_blind_has - min(10, big_blind_has), 0, 0]
    stacks = [1000, big_blind_has, 1000, 1000]
    table = BettingContext(stacks, button=3, posts=posts, antes=[10] * 4, big_blind=10)
    assert [table.context(seat).behind for seat in (2, 3, 0, 1)] == [3, 2, 1, 0]


@pytest.mark.repeats(10)
@pytest.mark.parametrize("seed", range(30))
def test_the_order_is_that_of_the_rules_of_the_game(seed: int) -> None:
    state = random_setting(Random(seed)).start()
    posts, antes = (
        [
            sum(
                event.chips
                for event in state.events
                if isinstance(event, kind) and event.seat == at
            )
            for at in range(state.seats)
        ]
        for kind in (Blind | Straddle, Ante)
    )
    if state.rules.ante_by == "big-blind":
        return
    chips = state.start_stacks, state.button, posts, antes
    table, seats = BettingContext(*chips, big_blind=state.rules.big_blind), []
    while not state.is_over and state.street == "preflop" and state.actor not in seats:
        seats.append(state.actor)
        state = state.apply("call")
    behind = [table.context(seat).behind for seat in seats]
    assert behind == sorted(behind, reverse=True)


def test_an_empty_seat_is_nobody() -> None:
    table = BettingContext([1000, 0, 1000, 1000], button=0, posts=[0, 0, 5, 10])
    assert (table.context(0).seats, table.context(0).behind) == (3, 2)


def test_the_price_is_a_share_of_the_pot_after_the_call() -> None:
    table = six()
    assert table.context(2).price == pytest.approx(100 / 250)
    table.act(2, RAISE, 300)
    assert table.context(1).price == pytest.approx(200 / (450 + 200))


def test_a_short_stack_pays_no_more_than_it_has() -> None:
    table = BettingContext([1000, 40], button=0, posts=[5, 10])
    table.act(0, RAISE, 500)
    assert table.context(1).price == pytest.approx(30 / (510 + 30))
    assert table.context(1).depth == pytest.approx(30 / 510)


def test_raises_and_callers_are_counted() -> None:
    table = six()
    table.act(2, CALL)
    assert (table.context(3).raises, table.context(3).callers) == (0, 1)
    table.act(3, RAISE, 400)
    table.act(4, CALL)
    seen = table.context(5)
    assert (seen.raises, seen.callers, seen.opener) == (1, 1, 4)


def test_a_check_in_the_big_blind_is_free_and_no_caller() -> None:
    table = BettingContext([1000, 1000], button=0, posts=[5, 10])
    table.act(0, CALL)
    assert table.context(1).free
    table.act(1, CALL)
    table.next_street()
    assert (table.context(1).quiet, table.context(1).lead) == (True, 0)


def test_who_raised_last_leads_on_the_next_street_until_he_folds() -> None:
    table = six()
    table.act(2, RAISE, 300)
    for seat in (3, 4, 5, 0):
        table.act(seat, FOLD)
    table.act(1, CALL)
    table.next_street()
    assert (table.context(2).lead, table.context(1).lead) == (1, 2)
    assert (table.context(2).last, table.context(1).last) == (True, False)
    assert table.context(1).entered == 1
    table.act(1, RAISE, 300)
    table.act(2, FOLD)
    table.next_street()
    assert table.context(1).lead == 1


def test_chips_agree_with_the_rules_of_the_game() -> None:
    state = HandState.start(Rules(ante=10), [3000, 2500, 4000, 800], button=1, seed=3)
    posts = list(state.bets)
    table = BettingContext(state.start_stacks, 1, posts, [10] * 4)
    dealt = 0
    for word in ("raise to 300", "call", "raise to 800", "call", "call", "call", "check", "check"):
        if state.is_over:
            break
        while dealt < len(state.board):
            dealt = len(state.board)
            table.next_street()
        if not state.can(word):
            word = "call" if state.to_call else "check"
        seat, before = state.actor, state
        assert table.pot == before.pot
        assert tuple(table.stacks) == before.stacks
        cost = table.context(seat).price
        assert cost == pytest.approx(before.to_call / (before.pot + before.to_call))
        state = state.apply(word)
        kind, _, total = word.rpartition(" to ")
        table.act(seat, action_code(kind or word), int(total) if kind else 0)


@pytest.mark.parametrize(("stacks", "posts"), [([100], [5]), ([100, 0], [5, 10]), ([9, 9], [1])])
def test_a_table_that_cannot_be_is_refused(stacks: list[int], posts: list[int]) -> None:
    with pytest.raises(OptionError, match="at least two players"):
        BettingContext(stacks, 0, posts)


def test_an_action_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="kind is 'pray'"):
        action_code("pray")


# --- contexts that are alike ----------------------------------------------------------------------


def test_groups_go_from_wide_to_narrow() -> None:
    groups = levels_of(six().context(2))
    assert len(groups) == LEVELS
    assert all(str(narrow).startswith(str(wide)) for wide, narrow in itertools.pairwise(groups))


def test_groups_before_and_after_the_flop_are_never_the_same() -> None:
    table = six()
    before = set(levels_of(table.context(2)))
    table.next_street()
    assert before.isdisjoint(levels_of(table.context(2)))


def test_a_copy_of_a_table_goes_its_own_way() -> None:
    table = six()
    other = table.copy()
    other.act(2, RAISE, 500)
    assert (table.pot, other.pot) == (150, 650)
    assert table.context(3).raises == 0
