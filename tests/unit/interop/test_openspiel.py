"""Bots of OpenSpiel at our tables, and our agents in its game."""

from random import Random

import numpy as np
import pytest

from handsight.agents import agent
from handsight.arena import ArenaSpec, run_arena
from handsight.errors import HistoryError, IllegalActionError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.interop.openspiel import OpenSpielPlayer, as_openspiel_bot
from handsight.interop.openspiel.agents import action_there, game_of, own_action

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")

LIMIT = Rules(structure="fixed-limit")
SPOTS = [(Rules(), (900, 900)), (LIMIT, (5000, 5000)), (Rules(), (2000, 2000, 2000))]


def uniform(game, player):
    return pyspiel.make_uniform_random_bot(player, 5)


class Calls:
    """Keeps what it sees and calls."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def step(self, state) -> int:
        self.seen.append(state.information_state_string(state.current_player()))
        return 1


@pytest.mark.parametrize(("rules", "stacks"), SPOTS)
def test_hands_go_on_there_as_here(rules: Rules, stacks: tuple[int, ...]) -> None:
    player = OpenSpielPlayer(uniform)
    draw = Random(3)
    for number in range(40):
        cursor = HandCursor(HandState.start(rules, stacks, number % len(stacks), seed=number))
        while not cursor.state.is_over:
            seen = cursor.observation()
            action = player.act(seen, draw)
            cursor.state.verify(action)
            assert own_action(
                action_there(action, seen), rules, seen.legal, seen.paid[seen.seat]
            ) in (action, Action.call())
            cursor.apply(action)


def test_a_bot_sees_its_own_cards_and_the_board() -> None:
    bot = Calls()
    player = OpenSpielPlayer(lambda game, number: bot)
    start = HandState.start(Rules(), [900, 900], 0, holes=["AhKd", "7c7d"], board="Qh8h2c", seed=1)
    cursor = HandCursor(start)
    while not cursor.state.is_over:
        if cursor.state.actor == 0:
            cursor.apply(player.act(cursor.observation(), Random(1)))
        else:
            cursor.apply(Action.call())
    assert len(bot.seen) == 4
    assert "[Private: AhKd]" in bot.seen[0]
    assert all("7c" not in each and "7d" not in each for each in bot.seen)
    assert "[Public: Qh8h2c" in bot.seen[1]


def test_bots_of_theirs_meet_agents_of_ours_in_an_arena() -> None:
    result = run_arena(ArenaSpec(agents=(OpenSpielPlayer(uniform, "uniform"), "call"), pairs=20))
    assert not any(slot.at_fault for slot in result.matchups[0].slots)


def test_a_bot_that_breaks_their_rules_is_an_error() -> None:
    class Wrong:
        def step(self, state) -> int:
            return 10**6

    seen = HandCursor(HandState.start(Rules(), [900, 900], 0, seed=1)).observation()
    with pytest.raises(IllegalActionError, match="answered 1000000"):
        OpenSpielPlayer(lambda game, player: Wrong()).act(seen, Random(1))


def test_rules_that_are_not_known_there_are_refused() -> None:
    with pytest.raises(OptionError, match="neither antes nor straddles"):
        game_of(Rules(ante=10), (900, 900))


def test_a_hand_that_goes_otherwise_there_is_an_error() -> None:
    start = HandState.start(Rules(), [9000, 9000], 0, seed=1)
    cursor = HandCursor(start)
    cursor.apply(Action.raise_to(300))
    seen = cursor.observation()
    with pytest.raises(HistoryError, match="universal_poker"):
        OpenSpielPlayer(uniform).act(seen._replace(start_stacks=(250, 250)), Random(1))


@pytest.mark.parametrize(("rules", "stacks"), SPOTS)
@pytest.mark.parametrize("name", ["call", "random", "ehs"])
def test_our_agents_play_there(name: str, rules: Rules, stacks: tuple[int, ...]) -> None:
    game = game_of(rules, stacks)
    rng = np.random.RandomState(7)
    for number in range(8 if name == "ehs" else 25):
        bots = [as_openspiel_bot(agent(name), 0, seed=number)]
        bots += [pyspiel.make_uniform_random_bot(each, number) for each in range(1, len(stacks))]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(cards, p=chances)))
                continue
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        assert sum(state.returns()) == 0


def test_our_agents_see_no_card_of_others() -> None:
    class Looks:
        name = "looks"

        def act(self, observation, rng):
            self.seen = observation
            return Action.call()

    looking = Looks()
    game = game_of(Rules(), (900, 900))
    state = game.new_initial_state()
    for card in (51, 46, 20, 21):
        state.apply_action(card)
    state.apply_action(as_openspiel_bot(looking, 1).step(state))
    assert str(looking.seen.hole) == "7d7c"
    assert looking.seen.sampled(1).hole(0) is not None
    assert "As" not in repr(looking.seen)


USUAL = {
    "betting": "nolimit",
    "bettingAbstraction": "fullgame",
    "numPlayers": 2,
    "stack": "900 900",
    "blind": "100 50",
    "firstPlayer": "2 1 1 1",
    "numRounds": 4,
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
}


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"bettingAbstraction": "fcpa"}, "bettingAbstraction=fullgame"),
        ({"firstPlayer": "1 1 1 1"}, "firstPlayer=1 1 1 1; our agents .* with firstPlayer=2 1 1 1"),
        ({"numSuits": 2}, "numSuits=2; our agents play Texas hold'em, with numSuits=4"),
        ({"numRanks": 9}, "numRanks=9"),
        ({"numBoardCards": "0 3 1 0"}, "numBoardCards=0 3 1 0"),
        ({"blind": "50 100"}, "blind=50 100; the big blind is that of the first player"),
    ],
)
def test_another_game_is_refused(other: dict[str, object], message: str) -> None:
    state = pyspiel.load_game("universal_poker", USUAL | other).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(OptionError, match=message):
        as_openspiel_bot(agent("call"), 1).step(state)
