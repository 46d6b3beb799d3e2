"""An agent never gets to see a card that is not his own.

What is checked is what he is given: observations and events, everything that can be reached from
them, and their pickles. An agent in the arena's own process is trusted not to search the memory
that it shares with the arena; one that is not trusted is isolated.
"""

import pickle
from dataclasses import fields, is_dataclass

import pytest

from handsight.agents import HandStart
from handsight.arena.players import InProcessPlayer
from handsight.arena.table import play_hand
from handsight.cards import Card, CardSet
from handsight.game import DealBoard, DealHole, HandState, Rules, Show
from handsight.interop.pypokerengine import EngineHand, EngineRules
from tests.unit.arena.agents_for_tests import Gambler, Listener

STARTS = {
    "handsight": lambda size, seed: HandState.start(Rules(), [900] * size, 0, seed=seed),
    "pypokerengine": lambda size, seed: EngineHand.start(
        EngineRules(50), [900] * size, 0, seed=seed
    ),
}


def cards_within(thing, seen=None):
    """Give every card that can be reached from something, through all that it is made of."""
    seen = {} if seen is None else seen
    if id(thing) in seen:
        return set()
    seen[id(thing)] = thing
    if isinstance(thing, Card):
        return {thing}
    if isinstance(thing, CardSet):
        return set(thing)
    parts = []
    if isinstance(thing, dict):
        parts += [*thing, *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts += thing
    if is_dataclass(thing):
        parts += [getattr(thing, each.name) for each in fields(thing)]
    parts += vars(thing).values() if hasattr(thing, "__dict__") else ()
    for kind in type(thing).__mro__:
        slots = vars(kind).get("__slots__", ())
        parts += [getattr(thing, name, None) for name in (slots if slots != str(slots) else ())]
    return set().union(*[cards_within(part, seen) for part in parts])


def played(start, size, seed):
    listeners = [Listener(f"l{seat}") for seat in range(size - 1)]
    players = [InProcessPlayer(agent) for agent in (*listeners, Gambler())]
    for number, player in enumerate(players):
        player.begin(seed + number)
    return listeners, play_hand(start(size, seed), players).state


@pytest.mark.repeats(3)
@pytest.mark.parametrize("house", STARTS)
@pytest.mark.parametrize("size", [2, 3, 6])
def test_an_observation_holds_his_own_cards_and_the_board_and_no_others(house, size):
    for seed in range(10):
        listeners, state = played(STARTS[house], size, seed)
        for seat, listener in enumerate(listeners):
            own = set(state.hole(seat))
            for seen in listener.seen:
                assert cards_within(seen) == own | set(seen.board)
                assert seen.board == state.board[: len(seen.board)]
                again = pickle.loads(pickle.dumps(seen))
                assert cards_within(again) == own | set(seen.board)


@pytest.mark.parametrize("house", STARTS)
def test_the_pickle_of_an_observation_is_the_same_whatever_the_others_hold(house):
    """Two deals that differ only in what is hidden cannot be told apart, byte by byte."""
    if house == "handsight":
        hidden = [
            HandState.start(Rules(), [900, 900], 0, seed=seed, holes=["AhKh", None])
            for seed in (1, 2)
        ]
    else:
        hidden = [
            EngineHand.start(EngineRules(50), [900, 900], 1, deck=f"AhKh{cards}")
            for cards in ("2c2d3c4c5c6c7c", "QsQdTcTd9h8h7h")
        ]
    pickles = []
    for state in hidden:
        listener = Listener()
        play_hand(state, [InProcessPlayer(listener), InProcessPlayer(Gambler())])
        pickles.append(pickle.dumps((listener.seen[0], listener.heard[:4])))
    assert pickles[0] == pickles[1]


@pytest.mark.parametrize("house", STARTS)
@pytest.mark.parametrize("size", [2, 3])
def test_events_hold_his_own_cards_what_lies_open_and_what_was_shown(house, size):
    for seed in range(10):
        listeners, state = played(STARTS[house], size, seed)
        for seat, listener in enumerate(listeners):
            assert isinstance(listener.heard[0], HandStart)
            for event in listener.heard:
                if isinstance(event, DealHole) and event.seat != seat:
                    assert event.cards is None
                if not isinstance(event, DealHole | DealBoard | Show):
                    assert not cards_within(event)
            open_cards = set(state.board).union(*[state.hole(other) for other in state.shown])
            assert cards_within(listener.heard) <= open_cards | set(state.hole(seat))


def test_the_search_for_cards_finds_them_wherever_they_are():
    state = HandState.start(Rules(), [900, 900], 0, seed=1)
    card = state.hole(0)
    assert cards_within({"a": [({"b": card},)]}) == set(card)
    assert cards_within(Show(0, tuple(card))) == set(card)
