"""Our emulator beside PyPokerEngine's: the same actions and draws lead to the same events."""

import random
from typing import Any

import pytest

from handsight.interop.pypokerengine import emulator as ours
from handsight.interop.pypokerengine import emulator_states as our_states
from handsight.interop.pypokerengine.round_manager import RoundManager

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

from pypokerengine.api import emulator as theirs
from pypokerengine.engine.action_checker import ActionChecker
from pypokerengine.utils import game_state_utils as their_states

KINDS = ("fold", "call", "call", "call", "raise", "raise", "raise", "odd", "all-in")


class Game:
    """A game that both emulators play with the same random numbers."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.size = self.rng.choice([2, 2, 3, 4, 6])
        self.ante = self.rng.choice([0, 0, 0, 2])
        structure = self.rng.choice([{}, {2: {"ante": 1, "small_blind": 10}}])
        stacks = [self.rng.choice([30, 100, 100, 400]) for _ in range(self.size)]
        self.emulators = []
        for there in (theirs, ours):
            emulator: Any = there.Emulator()
            emulator.set_game_rule(self.size, 8, 5, self.ante)
            emulator.set_blind_structure(structure)
            self.emulators.append(emulator)
        info = {
            f"u{seat}": {"name": f"p{seat}", "stack": stacks[seat]} for seat in range(self.size)
        }
        self.states = [each.generate_initial_game_state(info) for each in self.emulators]

    def both(self, ask: Any) -> list[Any]:
        """Do the same with both, each with the same global random numbers."""
        seed = self.rng.getrandbits(32)
        found = []
        for emulator, state in zip(self.emulators, self.states, strict=True):
            random.seed(seed)
            found.append(ask(emulator, state))
        return found

    def action(self, actions: list[Any]) -> tuple[str, int]:
        kind = self.rng.choice(KINDS)
        call, bounds = actions[1]["amount"], actions[2]["amount"]
        if kind == "fold":
            return "fold", 0
        if kind == "raise" and bounds["min"] > 0:
            return "raise", self.rng.randint(bounds["min"], min(bounds["max"], 3 * bounds["min"]))
        if kind == "all-in" and bounds["max"] > 0:
            return "raise", bounds["max"]
        if kind == "odd":
            return self.rng.choice(["raise", "call"]), self.rng.randint(0, 60)
        return "call", call


def described(state: dict[str, Any]) -> dict[str, Any]:
    table = state["table"]
    players = [
        (
            *(player.uuid, player.stack, [str(card) for card in player.hole_card]),
            *(player.pay_info.amount, player.pay_info.status, player.paid_sum()),
            *(player.action_histories, player.round_action_histories),
            *(player.is_active(), player.is_waiting_ask()),
        )
        for player in table.seats.players
    ]
    return {
        **{key: value for key, value in state.items() if key != "table"},
        "board": [str(card) for card in table.get_community_card()],
        "deck": [str(card) for card in table.deck.deck],
        "button": table.dealer_btn,
        "players": players,
    }


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.repeats(20)
def test_the_same_actions_lead_to_the_same_states_and_events(seed: int) -> None:
    game = Game(seed)
    for _ in range(60):
        if game.states[0]["street"] == 5 or game.states[0]["next_player"] is None:
            (there, told), (here, heard) = game.both(
                lambda each, state: each.start_new_round(state)
            )
        else:
            asked, offered = game.both(lambda each, state: each.generate_possible_actions(state))
            assert offered == asked
            action = game.action(asked)
            before = described(game.states[1])
            (there, told), (here, heard) = game.both(
                lambda each, state, action=action: each.apply_action(state, *action)
            )
            assert described(game.states[1]) == before  # the state that is given is left alone
        assert heard == told
        assert described(here) == described(there)
        game.states = [there, here]
        if told[-1]["type"] == "event_game_finish":
            return


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.repeats(10)
def test_states_are_restored_from_what_bots_are_told(seed: int) -> None:
    game = Game(seed)
    game.states = [each for each, _ in game.both(lambda each, state: each.start_new_round(state))]
    for _ in range(20):
        [asked, _] = game.both(lambda each, state: each.generate_possible_actions(state))
        action = game.action(asked)
        results = game.both(lambda each, state, action=action: each.apply_action(state, *action))
        game.states = [each for each, _ in results]
        told = results[0][1][-1]
        if told["type"] != "event_ask_player":
            return
        states = [
            there.restore_game_state(told["round_state"]) for there in (their_states, our_states)
        ]
        assert described(states[1]) == described(states[0])
        for uuid in (f"u{seat}" for seat in range(game.size)):
            states = [
                there.attach_hole_card_from_deck(state, uuid)
                for there, state in zip((their_states, our_states), states, strict=True)
            ]
        assert described(states[1]) == described(states[0])
        later = game.action(asked)
        both = [
            each.apply_action(state, *later)
            for each, state in zip(game.emulators, states, strict=True)
        ]
        assert both[1][1] == both[0][1]
        assert described(both[1][0]) == described(both[0][0])


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.repeats(12)
def test_the_round_manager_sends_the_same_messages(seed: int) -> None:
    game = Game(seed)
    game.states = [each for each, _ in game.both(lambda each, state: each.start_new_round(state))]
    managers = {game.emulators[0]: theirs.RoundManager, game.emulators[1]: RoundManager}
    for _ in range(30):
        [asked, _] = game.both(lambda each, state: each.generate_possible_actions(state))
        action = game.action(asked)
        (there, told), (here, heard) = game.both(
            lambda each, state, action=action: managers[each].apply_action(state, *action)
        )
        assert heard == told
        assert described(here) == described(there)
        game.states = [there, here]
        if there["street"] == 5:
            break
    for state in game.states:
        for player in state["table"].seats.players:
            player.stack += 100
            player.clear_pay_info()
        state["table"].set_blind_pos(0, 1)
    (there, told), (here, heard) = game.both(
        lambda each, state: managers[each].start_new_round(7, 5, 2, state["table"])
    )
    if game.states[0]["street"] == 5:
        assert heard == told
        assert described(here) == described(there)


class Mood:
    """A bot for both, whose actions follow from what it is asked."""

    def __init__(self, base: type) -> None:
        self.bot: Any = type("Bot", (base,), {"declare_action": self.declare_action})()

    @staticmethod
    def declare_action(bot: Any, valid: Any, hole: Any, state: Any) -> tuple[str, int]:
        mood = random.Random(f"{valid} {hole} {state}")
        kind = mood.choice(KINDS)
        if kind == "raise" and valid[2]["amount"]["min"] > 0:
            return "raise", valid[2]["amount"]["min"]
        return ("fold", 0) if kind == "fold" else ("call", valid[1]["amount"])


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.repeats(6)
def test_whole_games_of_registered_bots_are_the_same(seed: int) -> None:
    game = Game(seed)
    for emulator, there in zip(game.emulators, (theirs, ours), strict=True):
        for seat in range(game.size):
            emulator.register_player(f"u{seat}", Mood(there.BasePokerPlayer).bot)
    first = game.both(lambda each, state: each.start_new_round(state))
    game.states = [state for state, _ in first]
    rounds = game.both(lambda each, state: each.run_until_round_finish(state))
    assert rounds[1][1] == rounds[0][1]
    games = game.both(lambda each, state: each.run_until_game_finish(state))
    assert games[1][1] == games[0][1]
    assert described(games[1][0]) == described(games[0][0])


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.repeats(4)
def test_what_is_legal_is_the_same(seed: int) -> None:
    game = Game(seed)
    game.states = [each for each, _ in game.both(lambda each, state: each.start_new_round(state))]
    for action in ("raise", "call", "fold"):
        for amount in (0, 5, 10, 15, 20, 29, 30, 100, 400, 500):
            for name in ("correct_action", "is_allin"):
                answers = []
                for checker, state in zip(
                    (ActionChecker, ours.ActionChecker), game.states, strict=True
                ):
                    players, seat = state["table"].seats.players, state["next_player"]
                    arguments = (
                        (players, seat, 5, action, amount)
                        if name == "correct_action"
                        else (players[seat], action, amount)
                    )
                    answers.append(getattr(checker, name)(*arguments))
                assert answers[1] == answers[0], (name, action, amount)
