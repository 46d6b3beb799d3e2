"""An observation holds all that its player may know, and nothing else."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.errors import DuplicateCardError, StreetError
from handsight.game import Action, ActionRecord, HandCursor, HandState, Rules


def follow(*actions, stacks=(1000, 1000, 1000), button=0, **options):
    table = HandCursor(HandState.start(Rules(), stacks, button=button, seed=7, **options))
    for action in actions:
        table.apply(Action.parse(action))
    return table


def random_table(seed):
    """A hand with random legal actions, stopped somewhere."""
    from random import Random

    rng = Random(seed)
    players = rng.randint(2, 6)
    stacks = [rng.randint(1, 2000) for _ in range(players)]
    rules = rng.choice([Rules(), Rules(ante=10), Rules(structure="fixed-limit")])
    table = HandCursor(HandState.start(rules, stacks, button=rng.randrange(players), seed=seed))
    for _ in range(rng.randint(0, 12)):
        if table.state.is_over:
            break
        legal = table.state.legal_actions
        options = [Action.call(), *[Action.fold()] * legal.can_fold]
        if legal.can_raise:
            options.append(Action.raise_to(rng.randint(legal.raise_min, legal.raise_max)))
        table.apply(rng.choice(options))
    return table


# --- what is in it ------------------------------------------------------------------------------


@given(st.integers(0, 10**6))
def test_an_observation_says_what_the_state_says(seed):
    table = random_table(seed)
    state = table.state
    if state.is_over:
        return
    seen = table.observation()
    assert (seen.seat, seen.street, seen.board) == (state.actor, state.street, state.board)
    assert (seen.stacks, seen.bets, seen.paid) == (state.stacks, state.bets, state.paid)
    assert (seen.players, seen.button) == (state.players, state.button)
    assert seen.legal == state.legal_actions
    assert seen.hole == state.hole(state.actor)
    assert (seen.pot, seen.to_call, seen.stack) == (
        state.pot,
        state.to_call,
        state.stacks[state.actor],
    )
    assert seen.main_pot == state.pots[0].chips


@given(st.integers(0, 10**6))
def test_the_actions_taken_are_the_hands_own_events(seed):
    table = random_table(seed)
    acted = [event for event in table.state.events if type(event).__name__ == "Acted"]
    assert [each[1:] for each in table.actions] == [
        (event.seat, event.action, event.chips, event.all_in) for event in acted
    ]


def test_actions_know_their_street():
    table = follow("call", "call", "check", "bet 200", "call")
    assert table.actions[0] == ActionRecord("preflop", 0, Action.call(), 100, False)
    assert table.actions[-2] == ActionRecord("flop", 1, Action.bet(200), 200, False)
    assert [taken.street for taken in table.actions] == ["preflop"] * 3 + ["flop"] * 2


def test_an_all_in_is_marked():
    table = follow("all in")
    assert table.actions == (ActionRecord("preflop", 0, Action.raise_to(1000), 1000, True),)


def test_the_main_pot_is_what_all_who_are_in_may_win():
    table = follow("call", "all in", stacks=(1000, 150, 1000))
    assert table.observation().main_pot == 100 + 100 + 150
    assert table.observation().main_pot == table.state.pots[0].chips


def test_no_hidden_card_is_in_it_nor_in_what_it_pickles_to():
    table = follow(holes=["AhKh", "2c2d", "7s8s"])
    seen = table.observation()
    text = repr(seen) + repr(pickle.loads(pickle.dumps(seen)))
    assert "AhKh" in text
    assert not any(card in text for card in ("2c", "2d", "7s", "8s"))


def test_an_observation_cannot_be_changed():
    with pytest.raises(AttributeError):
        follow().observation().pot = 0


def test_the_match_is_told_where_somebody_says_it():
    state = HandState.start(Rules(), [900, 900], button=0, seed=1)
    seen = HandCursor(state, hand=3, hands=20, names=("Ann", "Bob")).observation()
    assert (seen.hand, seen.hands, seen.names) == (3, 20, ("Ann", "Bob"))
    seen = HandCursor(state).observation()
    assert (seen.hand, seen.hands, seen.names) == (1, 0, ())


@pytest.mark.parametrize(
    ("actions", "seat", "position"), [((), 0, 0), (("call",), 1, 2), (("call", "call"), 2, 1)]
)
def test_the_position_counts_those_who_act_later(actions, seat, position):
    seen = follow(*actions).observation()
    assert (seen.seat, seen.position) == (seat, position)


def test_the_opponents_are_those_who_have_not_folded():
    assert follow("fold").observation().opponents == (2,)


# --- who may be told ----------------------------------------------------------------------------


def test_nobody_is_told_anything_when_the_hand_is_over():
    with pytest.raises(StreetError, match="nobody whose cards are known has a decision"):
        follow("fold", "fold").observation()


def test_a_hand_is_followed_from_its_start():
    begun = HandState.start(Rules(), [900, 900], button=0, seed=1).apply("call")
    with pytest.raises(StreetError, match="followed from its start"):
        HandCursor(begun)


def test_a_view_has_no_cards_to_tell_of():
    view = HandState.start(Rules(), [900, 900], button=0, seed=1).view(1)
    with pytest.raises(StreetError, match="whose cards are known"):
        HandCursor(view).observation()


# --- playing on from it -------------------------------------------------------------------------


@given(st.integers(0, 10**6))
def test_a_sampled_hand_looks_the_same_to_the_player(seed):
    table = random_table(seed)
    if table.state.is_over:
        return
    seen = table.observation()
    other = seen.sampled(seed=seed + 1)
    assert (other.actor, other.board, other.stacks) == (seen.seat, seen.board, seen.stacks)
    assert other.hole(seen.seat) == seen.hole
    assert other.legal_actions == seen.legal


def test_the_holes_of_others_may_be_given():
    seen = follow(holes=["AhKh", None, None]).observation()
    assert str(seen.sampled(1, holes={2: "QcQd"}).hole(2)) == "QdQc"
    with pytest.raises(DuplicateCardError, match="Ah"):
        seen.sampled(1, holes={2: "AhQd"})


def test_the_same_seed_deals_the_same_hand():
    seen = follow("call").observation()
    assert seen.sampled(3) == seen.sampled(3) != seen.sampled(4)
