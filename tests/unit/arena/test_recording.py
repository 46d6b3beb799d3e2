"""A hand of the arena is written to the byte as the first writer of its stores wrote it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.arena.players import InProcessPlayer
from handsight.arena.table import play_hand
from handsight.formats import parse_phh, phh_text
from handsight.game import Action, HandCursor, HandState, Rules, final_state, hand_of, walk
from handsight.interop.pypokerengine import EngineHand, EngineRules
from tests.examples import at_most
from tests.naive import phh_writer
from tests.unit.arena.agents_for_tests import Gambler

TABLES = [
    Rules(),
    Rules(ante=10),
    Rules(ante=100, ante_by="big-blind"),
    Rules(structure="fixed-limit"),
    Rules(reopen="any-raise", short_blind_price="paid"),
    Rules(muck=False),
    Rules(small_blind=0),
]


def hand_text(state, actions, names=(), hand=None, platform=""):
    metadata = {} if hand is None else {"hand": hand}
    return phh_text(hand_of(state, names, metadata, actions, platform))


def played_hand(rules, seed, start=HandState.start):
    rng = Random(seed)
    size = rng.randint(2, 6)
    stacks = [rng.choice([0, 60, 500, 3000, 3000]) for _ in range(size)]
    button = rng.randrange(size)
    stacks[button] = stacks[button - 1] = 1000
    players = [InProcessPlayer(Gambler()) for _ in range(size)]
    for number, player in enumerate(players):
        player.begin(seed + number)
    names = tuple(f'player "{number}" é\\' for number in range(size))
    return play_hand(start(rules, stacks, button, seed=seed), players, names), names


@pytest.mark.repeats(4)
@pytest.mark.parametrize("rules", TABLES, ids=str)
@given(seed=st.integers(0, 10**6))
@at_most(40)
def test_a_hand_is_written_as_its_history_is(rules, seed):
    played, names = played_hand(rules, seed)
    text = hand_text(played.state, played.actions, names, 7)
    assert text == phh_writer.hand_text(played.state, played.actions, names, 7)
    assert text == phh_text(hand_of(played.state, names, {"hand": 7}))


@given(seed=st.integers(0, 10**6))
@at_most(40)
def test_a_hand_with_a_straddle_is_written_as_its_history_is(seed):
    rng = Random(seed)
    state = HandState.start(Rules(straddles=(200, 450)), [2000] * 4, rng.randrange(4), seed=seed)
    players = [InProcessPlayer(Gambler()) for _ in range(4)]
    for number, player in enumerate(players):
        player.begin(seed + number)
    played = play_hand(state, players)
    text = hand_text(played.state, played.actions)
    assert text == phh_writer.hand_text(played.state, played.actions)
    assert text == phh_text(hand_of(played.state))


@given(seed=st.integers(0, 10**6))
@at_most(20)
def test_a_written_hand_is_read_and_ends_as_it_did(seed):
    played, names = played_hand(Rules(), seed)
    history = parse_phh(hand_text(played.state, played.actions, names))
    seats = [names.index(name) for name in history.players]
    assert final_state(history).stacks == tuple(played.state.stacks[seat] for seat in seats)


@given(seed=st.integers(0, 10**6))
@at_most(40)
def test_a_hand_of_pypokerengine_tells_cards_actions_and_stacks(seed):
    rng = Random(seed)
    size = rng.randint(2, 5)
    state = EngineHand.start(EngineRules(5, ante=rng.choice([0, 1])), [300] * size, 0, seed=seed)
    players = [InProcessPlayer(Gambler()) for _ in range(size)]
    for number, player in enumerate(players):
        player.begin(seed + number)
    names = tuple(f"p{seat}" for seat in range(size))
    played = play_hand(state, players, names, lenient=True)
    text = hand_text(played.state, played.actions, names, 3, "pypokerengine")
    history = parse_phh(text)
    assert text == phh_writer.hand_text(played.state, played.actions, names, 3)
    assert (history.metadata, history.platform) == ({"hand": 3}, "pypokerengine")
    assert phh_text(history) == text
    around = [(seat + 1) % size for seat in range(size)]
    assert history.players == tuple(names[seat] for seat in around)
    assert history.holes == tuple(played.state.hole_cards(seat) for seat in around)
    assert history.board == played.state.board
    assert history.finishing_stacks == tuple(played.state.stacks[seat] for seat in around)
    assert [each.seat for each in history.actions] == [
        around.index(taken.seat) for taken in played.actions
    ]
    assert history.posts[:2] == (5, 10)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("rules", TABLES, ids=str)
@given(seed=st.integers(0, 10**6))
@at_most(20)
def test_a_hand_by_whatever_rules_is_written_as_one_of_ours_is_and_names_them(rules, seed):
    played, names = played_hand(rules, seed)
    ours = hand_text(played.state, played.actions, names, 7)
    theirs = hand_text(played.state, played.actions, names, 7, 'a "toy"')
    assert theirs == ours + '_rules = "a \\"toy\\""\n'


@given(seed=st.integers(0, 10**6))
@at_most(40)
def test_a_record_that_is_written_and_read_is_the_record_of_the_cursor(seed):
    rng = Random(seed)
    size = rng.randint(2, 6)
    rules, stacks = rng.choice(TABLES), [rng.choice([60, 500, 3000]) for _ in range(size)]
    state = HandState.start(rules, stacks, rng.randrange(size), seed=seed)
    cursor = HandCursor(state, names=tuple(f"p{seat}" for seat in range(size)))
    while not cursor.state.is_over:
        legal = cursor.decision.legal
        amounts = (legal.raise_min, legal.pot_size, legal.raise_max) if legal.can_raise else ()
        raises = [Action.raise_to(amount) for amount in amounts]
        folds = [Action.fold()] if legal.can_fold else []
        cursor.apply(rng.choice([*raises, *folds, Action.call(), Action.call()]))
    record = cursor.record({"hand": seed})
    assert parse_phh(phh_text(record)) == record
    assert [walked.state.stacks for walked in walk(record)][-1] == record.finishing_stacks
