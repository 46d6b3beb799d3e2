"""Our own game as others see it, and what a hand of it offers to be recorded."""

import pytest

from handsight.errors import OptionError
from handsight.game import Game, HandsightGame, HandState, Rules


def start(rules, stacks=(1000, 1000, 1000), button=0, **given):
    return HandState.start(rules, stacks, button, **{"seed": 7, **given})


def test_our_game_keeps_the_protocol_and_refuses_what_is_not_legal():
    game = HandsightGame(Rules(ante=5))
    assert isinstance(game, Game)
    assert game.rules == Rules(ante=5)
    assert not game.lenient


def test_our_game_starts_the_hand_of_its_rules():
    assert HandsightGame(Rules(ante=5)).start([900, 0, 800], 1, seed=3) == HandState.start(
        Rules(ante=5), [900, 0, 800], 1, seed=3
    )


@pytest.mark.parametrize(
    ("stacks", "left"),
    [([900, 0, 0], (900, 0, 0)), ([0, 0, 0], (0, 0, 0)), ([899, 1, 0], None), ([1, 1, 1], None)],
)
def test_our_game_is_over_when_one_has_all_chips(stacks, left):
    assert HandsightGame(Rules()).stacks_if_over(stacks, 0) == left


def test_posts_and_antes_stand_in_full_even_where_a_stack_is_short():
    table = start(Rules(ante=10, straddles=(200,)), (1000, 5, 60)).on_table()
    assert list(table.posts) == [200, 50, 100]
    assert list(table.antes) == [10, 10, 10]
    assert (list(table.start), table.stacks[1]) == ([1000, 5, 60], 0)


def test_who_posts_otherwise_than_the_rules_say_is_recorded_so():
    assert list(start(Rules(), posts={1: 100, 2: 100}).on_table().posts) == [0, 100, 100]
    assert list(start(Rules(ante=30, ante_by="big-blind")).on_table().antes) == [0, 0, 30]
    assert list(start(Rules()).on_table().antes) == [0, 0, 0]


def test_hole_cards_come_in_the_order_dealt_and_only_to_those_who_take_part():
    hand = start(Rules(), (1000, 0, 1000), holes={0: "2cAh", 2: "KdKs"})
    first, empty, last = hand.on_table().holes
    assert ([str(card) for card in first], empty) == (["2c", "Ah"], None)
    assert [str(card) for card in last] == ["Kd", "Ks"]
    assert hand.view(2).on_table().holes[0] is None
    with pytest.raises(OptionError, match=r"the seats are 0\.\.2"):
        hand.hole(3)


def shown_and_mucked(hand):
    return hand.on_table().shown, hand.on_table().mucked


def test_who_shows_and_who_mucks_stands_in_order():
    hand = start(Rules(), (1000, 1000), holes=["AhAd", "KhKd"], board="2c7d9sJc3h")
    assert shown_and_mucked(hand) == ((), ())
    assert shown_and_mucked(hand.apply("fold")) == ((), ())
    for action in ("call", "check", *["check"] * 6):
        hand = hand.apply(action)
    assert shown_and_mucked(hand) == ((1, 0), ())
    assert hand.shown == (1, 0)
    worse = start(Rules(), (1000, 1000), holes=["KhKd", "AhAd"], board="2c7d9sJc3h")
    for action in ("call", "check", *["check"] * 6):
        worse = worse.apply(action)
    assert shown_and_mucked(worse) == ((1,), (0,))
    assert worse.shown == (1,)
