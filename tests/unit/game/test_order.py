"""The order before the flop follows from the places, whatever is posted there."""

from collections.abc import Iterator
from itertools import product

import pytest

from handsight.game import Ante, Blind, HandState, Rules, Straddle
from handsight.game.order import big_blind_seat, last_before_the_flop
from tests.naive.order import Places, first_to_act, turns

DEEP, SHORT = 1000, 30
SIZES = {"unequal": (50, 100), "equal": (100, 100), "one chip": (1, 1)}
ANTES = [Rules(ante=0), Rules(ante=10), Rules(ante=10, ante_by="big-blind")]


def tables(players: int) -> Iterator[Places]:
    """List tables with blinds, missing blinds, straddles, dead small blinds and late posts."""
    small, big = (1, 0) if players == 2 else (0, 1)
    yield Places(players, small, big)
    yield Places(players, None, big)
    yield Places(players, small, None)
    yield Places(players)
    if players == 2:
        yield Places(2, None, big, straddles=(1,))
        return
    yield Places(players, None, 0)
    yield Places(players, None, 0, straddles=(1,))
    yield Places(players, small, big, straddles=(2,))
    yield Places(players, small, None, late=(players - 1,))
    if players > 3:
        yield Places(players, small, big, straddles=(2, 3))
        yield Places(players, small, big, straddles=(players - 1,))
        yield Places(players, None, 0, late=(2,))
        for late in range(2, players):
            yield Places(players, small, big, late=(late,))
            yield Places(players, small, big, straddles=(2,), late=(late,)[: late - 2])


def posts_of(table: Places, sizes: tuple[int, int]) -> dict[int, int]:
    small, big = sizes
    named = [(table.small_blind, small), (table.big_blind, big)]
    straddles = [(place, 2 * big << step) for step, place in enumerate(table.straddles)]
    late = [(place, big) for place in table.late]
    return {place: chips for place, chips in [*named, *straddles, *late] if place is not None}


def start(
    table: Places, rules: Rules, posts: dict[int, int], short: int | None, button: int, dead: bool
) -> tuple[HandState, list[int]]:
    """Seat the players at a button, whose own seat is empty with a dead button."""
    size = table.players + dead
    seats = [(button + 1 + place) % size for place in range(table.players)]
    stacks = [0] * size
    for place, seat in enumerate(seats):
        stacks[seat] = SHORT if place == short else DEEP
    posting = {seats[place]: chips for place, chips in posts.items()}
    late = [seats[place] for place in table.late]
    state = HandState.start(rules, stacks, button, posts=posting, late=late, seed=1)
    return state, seats


def called_round(state: HandState) -> list[int]:
    """Let everybody call, and list who had a turn before the flop."""
    seats = []
    while not state.is_over and state.street == "preflop":
        seats.append(state.actor)
        state = state.apply("call")
    return seats


def who_decides(state: HandState, seats: list[int]) -> list[int]:
    """Leave out who is all-in, and who alone has chips and has put in as much as all the others."""
    left, bets = dict(enumerate(state.start_stacks)), dict.fromkeys(seats, 0)
    for event in state.events:
        if isinstance(event, Ante | Blind | Straddle):
            left[event.seat] -= event.chips
            bets[event.seat] = 0 if isinstance(event, Ante) else event.chips
    able = [seat for seat in seats if left[seat]]
    alone = len(able) == 1 and bets[able[0]] == max(bets.values())
    return [] if alone else able


@pytest.mark.repeats(2)
@pytest.mark.parametrize("players", range(2, 10))
def test_every_order_is_that_of_the_places(players: int) -> None:
    for table, sizes, house, dead in product(tables(players), SIZES.values(), ANTES, (False, True)):
        rules = Rules(
            small_blind=sizes[0], big_blind=sizes[1], ante=house.ante, ante_by=house.ante_by
        )
        posts = posts_of(table, sizes)
        for short, button in product((None, *posts), range(players + dead)):
            state, seats = start(table, rules, posts, short, button, dead)
            wanted = who_decides(state, [seats[place] for place in turns(table)])
            assert called_round(state) == wanted, (table, sizes, house, short, button, dead)


@pytest.mark.repeats(8)
@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("small", [0, 50, 100])
def test_the_rules_own_blinds_have_the_same_order(players: int, small: int) -> None:
    table = next(tables(players))
    for ante, button in product((0, 10), range(players)):
        rules = Rules(small_blind=small, ante=ante)
        state = HandState.start(rules, [DEEP] * players, button, seed=1)
        assert state.actor == (button + 1 + first_to_act(table)) % players


def test_heads_up_with_equal_blinds_the_button_acts_first() -> None:
    state = HandState.start(Rules(small_blind=1, big_blind=1), [1000, 1000], button=1)
    assert state.actor == 1
    assert [event for event in state.events if isinstance(event, Blind)] == [
        Blind(1, 1),
        Blind(0, 1),
    ]
    assert state.apply("call").actor == 0
    assert state.apply("call").apply("check").actor == 0


def test_heads_up_a_button_that_exchanged_blinds_acts_last() -> None:
    state = HandState.start(Rules(), [1000, 1000], 1, posts={0: 50, 1: 100}, seed=1)
    assert state.actor == 0


def test_with_three_blinds_the_first_is_left_of_the_last() -> None:
    rules = Rules(small_blind=5, big_blind=20)
    state = HandState.start(rules, [1000] * 5, 0, posts={1: 5, 2: 10, 3: 20}, seed=1)
    assert state.actor == 4


def test_a_post_that_is_not_marked_as_late_changes_the_order_only_above_the_big_blind() -> None:
    posts = {1: 50, 2: 100, 4: 100}
    assert HandState.start(Rules(), [1000] * 5, 0, posts=posts, seed=1).actor == 3
    assert HandState.start(Rules(), [1000] * 5, 0, posts=posts | {4: 200}, seed=1).actor == 0


def test_a_dead_post_is_an_ante_and_changes_nothing() -> None:
    rules = Rules(ante_by="big-blind")
    posts, dead = {1: 50, 2: 100, 4: 100}, {4: 50}
    state = HandState.start(rules, [1000] * 5, 0, posts=posts, antes=dead, late=[4], seed=1)
    assert (state.actor, state.pot, state.bets[4]) == (3, 300, 100)


@pytest.mark.parametrize(("small", "button", "payer"), [(100, 0, 2), (50, 0, 2), (0, 1, 0)])
def test_the_ante_for_all_is_paid_from_the_big_blinds_place(
    small: int, button: int, payer: int
) -> None:
    rules = Rules(small_blind=small, ante=100, ante_by="big-blind")
    state = HandState.start(rules, [1000] * 3, button, seed=1)
    assert [event for event in state.events if isinstance(event, Ante)] == [Ante(payer, 100)]


def test_an_ante_for_all_is_not_paid_by_who_comes_in_late() -> None:
    rules = Rules(ante=100, ante_by="big-blind")
    posts = {1: 100, 2: 50, 3: 100}
    state = HandState.start(rules, [1000] * 4, 0, posts=posts, late=[1], seed=1)
    assert [event.seat for event in state.events if isinstance(event, Ante)] == [3]


@pytest.mark.parametrize(
    ("posts", "blind", "last"),
    [
        ([60, 30, 0], 1, 1),  # a big blind that is told as it was paid, below the small one
        ([0, 0, 100, 0], 2, 2),
        ([100, 0, 0, 100], 0, 0),
        ([50, 0, 100, 0], 2, 2),
        ([100, 200, 0, 0], 0, 1),  # the small blind is dead, and the next one straddles
        ([200, 100, 0, 0], 1, 0),  # a straddle from the small blind's place
        ([50, 100, 200, 200], 1, 2),  # as much again is no straddle
        ([150, 150, 0], 1, 1),
        ([0, 0, 0], 2, 2),
    ],
)
def test_where_the_big_blind_is(posts: list[int], blind: int, last: int) -> None:
    by_seat = dict(enumerate(posts))
    assert big_blind_seat(range(len(posts)), by_seat, 100) == blind
    assert last_before_the_flop(range(len(posts)), by_seat, 100) == last
