"""Playing a record out at once gives what following it action by action gives."""

from dataclasses import replace

import pytest

from handsight.game import Action, ChipBook, HandState, Rules, hand_of, random_hands, walk
from handsight.game.records.playing import Ended, play_out, play_to_end


def followed(hand):
    could_raise, state = [], None
    for cursor in walk(hand):
        could_raise.append(cursor.state.legal_actions.can_raise)
        state = cursor.state
    return state, tuple(could_raise[:-1])


@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_the_end_and_the_chances_to_raise_are_those_of_the_walk(players):
    for hand in random_hands(players, seed=11, hands=40, stack=1500):
        end, could_raise = followed(hand)
        played = play_out(hand)
        assert (played.end, played.could_raise) == (end, could_raise)
        assert played.start == hand.start()
        assert list(played.end.history()) == [cursor.state for cursor in walk(hand)]


@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_how_a_hand_ends_is_what_the_walk_says(players):
    for number, hand in enumerate(random_hands(players, seed=12, hands=60, stack=1500)):
        hole = None if number % 2 else hand.holes[0]
        hand = replace(hand, holes=(hole, *hand.holes[1:]), mucked=(1,) if number % 3 else ())
        end, could_raise = followed(hand)
        assert play_to_end(hand) == Ended(
            len(end.board),
            end.players if len(end.board) == 5 and len(end.players) > 1 else (),
            end.stacks,
            end.won,
            could_raise,
        )


def test_records_that_need_a_look_are_not_played_to_their_end():
    hand = next(each for each in random_hands(3, seed=2, hands=50) if len(each.board) == 5)
    first, *rest = hand.actions
    ace, other = hand.holes[0]
    odd = {
        "a hand that is not over": {"actions": hand.actions[:-1]},
        "a move after the end": {"actions": (*hand.actions, first)},
        "a move out of turn": {"actions": (*rest, first)},
        "a move on another street": {"actions": (first._replace(street="flop"), *rest)},
        "a raise of nothing": {"actions": (first._replace(action=Action("raise", 1)), *rest)},
        "an unknown action": {"actions": (first._replace(action=Action("all-in")), *rest)},
        "a missing card of the board": {"board": hand.board[:4]},
        "a card too many": {"board": (*hand.board, ace)},
        "a card twice": {"board": (ace, *hand.board[1:])},
        "a hand of one card": {"holes": ((ace,), *hand.holes[1:])},
        "hands of one and of three cards": {
            "holes": ((ace,), (other, *hand.holes[1]), hand.holes[2])
        },
        "cards as text": {"holes": ("AhKh", *hand.holes[1:])},
        "an empty seat": {"stacks": (0, *hand.stacks[1:])},
        "a negative post": {"posts": (-1, *hand.posts[1:])},
        "a post too many": {"posts": (*hand.posts, 0)},
        "half a chip": {"antes": (0.5, *hand.antes[1:])},
        "more chips than there are": {"stacks": (1 << 50, *hand.stacks[1:])},
        "a seat too many that mucks": {"mucked": (3,)},
    }
    assert play_to_end(hand) is not None
    assert [what for what, changed in odd.items() if play_to_end(replace(hand, **changed))] == []


def test_a_fixed_limit_hand_with_cards_that_nobody_saw_is_played_out():
    rules = Rules(structure="fixed-limit", small_blind=5, big_blind=10)
    state = HandState.start(rules, [300, 200], button=0, seed=3)
    for action in ("raise to 20", "call", "bet 10", "call", "bet 20", "fold"):
        state = state.apply(action)
    hand = replace(hand_of(state), holes=(None, None))
    assert play_out(hand).end == followed(hand)[0]
    assert play_to_end(hand)[:4] == Ended.of(followed(hand)[0])[:4]


def test_what_is_not_plainly_in_order_is_left_to_the_walk():
    hand = next(random_hands(3, seed=2))
    first, *rest = hand.actions
    assert play_out(replace(hand, actions=(*rest, first))) is None
    assert play_out(replace(hand, actions=(first._replace(street="flop"), *rest))) is None
    odd = first._replace(action=Action("raise", 1))
    assert play_out(replace(hand, actions=(odd, *rest))) is None
    assert play_out(replace(hand, actions=(*hand.actions, first))) is None
    assert not play_out(replace(hand, actions=(first,))).end.is_over


@pytest.mark.parametrize("players", [2, 5])
def test_all_moves_are_booked_as_one_after_the_other(players):
    for hand in random_hands(players, seed=4, hands=30, stack=900):
        moves = [
            (street, seat, {"check": "call", "bet": "raise"}.get(kind, kind), amount)
            for street, seat, (kind, amount), _, _ in hand.actions
        ]
        slow, quick = (ChipBook(hand.stacks, hand.posts, hand.antes) for _ in range(2))
        records, lying = [], "preflop"
        for street, seat, kind, amount in moves:
            if street != lying:
                slow.next_street()
                lying = street
            records.append(slow.record(street, seat, Action(kind, amount)))
        assert quick.record_all(moves) == tuple(records) == hand.actions
        for name in ("stacks", "bets", "inside", "pot", "price"):
            assert getattr(quick, name) == getattr(slow, name)
