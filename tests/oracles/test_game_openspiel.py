"""Random heads-up hands played here and in OpenSpiel's universal_poker, on the same cards.

Its player 0 posts the big blind and its player 1 the small one. Its bets are totals of the whole
hand. Its legal sets, turns and returns must be ours.
"""

from functools import cache
from random import Random

import pytest

from handsight.cards import Card
from handsight.game import HandState, Rules

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: rivals)")

FOLD, CALL, LIMIT_RAISE = 0, 1, 2
BUTTON = 1
COMMON = {
    "numPlayers": 2,
    "numRounds": 4,
    "blind": "100 50",
    "firstPlayer": "2 1 1 1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
}


@cache
def no_limit(stack: int) -> object:
    own = {"betting": "nolimit", "stack": f"{stack} {stack}", "bettingAbstraction": "fullgame"}
    return pyspiel.load_game("universal_poker", COMMON | own)


@cache
def limit(stack: int) -> object:
    own = {"betting": "limit", "stack": f"{stack} {stack}", "raiseSize": "100 100 200 200"}
    return pyspiel.load_game("universal_poker", COMMON | own | {"maxRaises": "3 4 4 4"})


def deal(theirs: object, deck: list[Card]) -> None:
    """Deal them their cards: both of player 0, both of player 1, then the board."""
    while theirs.is_chance_node():
        theirs.apply_action(deck.pop(0).index)


def as_they_deal(state: HandState, deck: list[int]) -> list[Card]:
    holes = [card for seat in (0, 1) for card in state.hole(seat)]
    return [*holes, *map(Card, deck[4:9])]


def paid_before(state: HandState) -> int:
    """Give what the player whose turn it is had put in when the street began."""
    return state.paid[state.actor] - state.bets[state.actor]


def our_actions(state: HandState) -> list[int]:
    """Write what is legal as OpenSpiel does: fold, call, and totals of the hand."""
    legal, before = state.legal_actions, paid_before(state)
    passive = [FOLD, CALL] if legal.can_fold else [CALL]
    if not legal.can_raise:
        return passive
    if state.rules.is_limit:
        return [*passive, LIMIT_RAISE]
    return [*passive, *range(before + legal.raise_min, before + legal.raise_max + 1)]


def choose(draw: Random, legal: list[int]) -> int:
    """Draw an action; raises, of which there are many, come up as often as calls."""
    if legal[0] == FOLD and draw.random() < 0.15:
        return FOLD
    if legal[-1] == CALL or draw.random() < 0.5:
        return CALL
    raises = legal[legal.index(CALL) + 1 :]
    return draw.choice([raises[0], draw.choice(raises), draw.choice(raises[:200])])


def take(state: HandState, action: int) -> HandState:
    if action in (FOLD, CALL):
        return state.apply("fold" if action == FOLD else "call")
    if state.rules.is_limit:
        return state.apply("raise")
    return state.apply(f"raise {action - paid_before(state)}")


def play(draw: Random, game: object, rules: Rules, stack: int) -> None:
    deck = draw.sample(range(52), 52)
    state = HandState.start(rules, [stack, stack], BUTTON, deck=deck)
    theirs, cards = game.new_initial_state(), as_they_deal(state, deck)
    deal(theirs, cards)
    while not state.is_over:
        assert theirs.current_player() == state.actor
        legal = theirs.legal_actions()
        assert legal == our_actions(state)
        action = choose(draw, legal)
        theirs.apply_action(action)
        deal(theirs, cards)
        state = take(state, action)
    assert theirs.is_terminal()
    assert theirs.returns() == list(state.payoffs)


def play_many(seed: int, hands: int) -> None:
    draw = Random(seed)
    for _ in range(hands):
        stack = draw.choice([250, 1000, 2500])
        play(draw, no_limit(stack), Rules(), stack)
        play(draw, limit(5000), Rules(structure="fixed-limit"), 5000)


def test_random_hands_go_and_end_as_in_openspiel() -> None:
    play_many(1, 300)


@pytest.mark.exhaustive
def test_a_hundred_thousand_hands_go_and_end_as_in_openspiel() -> None:
    play_many(2, 50_000)
