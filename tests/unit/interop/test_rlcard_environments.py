"""Our agents in RLCard's environments: what they see is what happened there."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.agents import agent
from handsight.cards import CardSet
from handsight.errors import HistoryError, IllegalActionError, OptionError
from handsight.game import Action, Observation
from handsight.interop.rlcard import RLCardGuest
from handsight.interop.rlcard.agents import card_there
from handsight.interop.rlcard.environments import observed_there

rlcard = pytest.importorskip("rlcard", reason="rlcard is not installed (extra: peers)")

ENVIRONMENTS = ("limit-holdem", "no-limit-holdem")


class Watches:
    """An agent that keeps what it sees, and answers always the same."""

    name = "watches"

    def __init__(self, answer: Any = "call") -> None:
        self.answer = answer
        self.seen: list[Observation] = []

    def act(self, observation: Observation, rng: Random) -> Any:
        self.seen.append(observation)
        return self.answer


def environment(name: str, seed: int, players: int = 2) -> Any:
    return rlcard.make(name, {"seed": seed, "game_num_players": players})


def random_turns(name: str, seed: int, players: int) -> Iterator[tuple[Any, dict[str, Any], int]]:
    """Play a hand at random, and give each turn: environment, state and player."""
    env, draw = environment(name, seed, players), Random(seed)
    state, player = env.reset()
    while not env.is_over():
        yield env, state, player
        legal = [*state["legal_actions"]]
        fold = 2 if name == "limit-holdem" else 0
        chances = [0.3 if each == fold else 1 for each in legal]
        state, player = env.step(draw.choices(legal, chances)[0])


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_what_is_seen_is_what_is_there(name: str, players: int) -> None:
    """Whose turn it is, the chips and bets, the street and what is legal are the game's own."""
    turns = 0
    for seed in range(150):
        for env, state, player in random_turns(name, seed, players):
            seen, game = observed_there(state), env.game
            turns += 1
            assert seen.seat == player
            assert seen.bets == tuple(game.round.raised)
            assert seen.paid == tuple(each.in_chips for each in game.players)
            assert seen.pot == sum(seen.paid)
            assert seen.street == ("preflop", "flop", "turn", "river")[game.round_counter]
            assert [card_there(card) for card in seen.board] == state["raw_obs"]["public_cards"]
            assert {card_there(card) for card in seen.hole} == {*state["raw_obs"]["hand"]}
            folded = [getattr(each.status, "name", each.status) for each in game.players]
            alive = [each.upper() != "FOLDED" for each in folded]
            assert seen.players == tuple(seat for seat in range(players) if alive[seat])
            words = [getattr(each, "name", each) for each in state["raw_legal_actions"]]
            offered = {"raise", "RAISE_HALF_POT", "RAISE_POT", "ALL_IN"} & {*words}
            assert seen.legal.can_raise == bool(offered)
            if name == "no-limit-holdem":
                assert seen.stacks == tuple(each.remained_chips for each in game.players)
                assert seen.button == game.dealer_id
            assert sum(each.chips for each in seen.actions) + 1 + 2 == seen.pot
            assert [each.seat for each in seen.actions] == [
                who for who, _ in state["action_record"]
            ]
    assert turns > 500


@pytest.mark.parametrize("name", ENVIRONMENTS)
@pytest.mark.parametrize(
    "ours",
    [
        *("call", "random", "maniac"),
        *(pytest.param(each, marks=pytest.mark.exhaustive) for each in ("loki", "ehs")),
    ],
)
def test_our_agents_play_there(name: str, ours: str) -> None:
    from rlcard.agents import RandomAgent

    env = environment(name, 7)
    env.set_agents([RLCardGuest(agent(ours)), RandomAgent(num_actions=env.num_actions)])
    np.random.seed(7)
    for training in (False, True):
        for _ in range(2 if ours in ("loki", "ehs") else 25):
            _, payoffs = env.run(is_training=training)
            assert sum(payoffs) == 0


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_three_and_more_of_ours_play_there(name: str, players: int) -> None:
    env = environment(name, 3, players)
    env.set_agents([RLCardGuest(agent("random"), seed=seat) for seat in range(players)])
    for _ in range(40):
        _, payoffs = env.run()
        assert sum(payoffs) == pytest.approx(0)


def test_our_agents_see_no_card_of_others() -> None:
    watching = [Watches(), Watches()]
    env = environment("no-limit-holdem", 5)
    env.set_agents([RLCardGuest(each) for each in watching])
    env.run()
    held = [CardSet(each.seen[0].hole) for each in watching]
    for number, each in enumerate(watching):
        assert len(each.seen) == 4
        other = next(iter(held[1 - number]))
        assert all(other not in (*seen.hole, *seen.board) for seen in each.seen)


def raw_turn(name: str, *actions: Any) -> dict[str, Any]:
    env = environment(name, 1)
    state, _ = env.reset()
    for action in actions:
        state, _ = env.step(action)
    return state


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Action.fold(), "FOLD"),
        ("call", "CHECK_CALL"),
        (Action.raise_to(5), "RAISE_HALF_POT"),
        (Action.raise_to(6), "RAISE_HALF_POT"),
        (Action.raise_to(7), "RAISE_POT"),
        (Action.raise_to(54), "RAISE_POT"),
        (Action.raise_to(55), "ALL_IN"),
        (Action("raise"), "RAISE_HALF_POT"),
        (Action.all_in(), "ALL_IN"),
    ],
)
def test_a_raise_becomes_the_nearest_that_is_offered(answer: Any, expected: str) -> None:
    """The small blind has raised by the pot, to 4; half of 6 makes 5, and all of it makes 8."""
    state = raw_turn("no-limit-holdem", 3)
    seen = observed_there(state)
    assert (seen.legal.price, seen.pot, seen.legal.bet) == (4, 6, 2)
    assert (seen.legal.raise_min, seen.legal.raise_max) == (5, 100)
    assert RLCardGuest(Watches(answer)).step(state).name == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("fold", "fold"), ("call", "call"), ("raise", "raise"), ("all-in", "raise")],
)
def test_words_are_answered_with_a_limit(answer: str, expected: str) -> None:
    guest = RLCardGuest(Watches(answer))
    assert guest.use_raw
    assert guest.eval_step(raw_turn("limit-holdem")) == (expected, {})


def test_what_is_not_offered_is_a_call_or_a_check() -> None:
    raised = raw_turn("limit-holdem", 1, 1, 1, 1)
    assert RLCardGuest(Watches("raise")).step(raised) == "call"
    free = raw_turn("limit-holdem", 0)
    assert RLCardGuest(Watches("fold")).step(free) == "check"


def test_the_same_seed_chooses_the_same() -> None:
    def hands(seed: int) -> list[list[float]]:
        env = environment("no-limit-holdem", 7)
        env.set_agents([RLCardGuest(agent("random"), seed=seed + seat) for seat in range(2)])
        return [list(env.run()[1]) for _ in range(10)]

    assert hands(1) == hands(1) != hands(5)


def test_a_record_that_does_not_lead_to_the_chips_is_refused() -> None:
    state = raw_turn("no-limit-holdem", 3)
    with pytest.raises(HistoryError, match=r"does not lead to the chips \[(4, 2|2, 4)\]"):
        observed_there({**state, "action_record": []})
    (player, raised), *_ = state["action_record"]
    with pytest.raises(HistoryError, match="acts out of turn"):
        observed_there({**state, "action_record": [(player, raised), (player, raised)]})


def test_another_game_is_refused() -> None:
    state, _ = rlcard.make("leduc-holdem").reset()
    with pytest.raises(OptionError, match="neither limit-holdem nor no-limit-holdem"):
        RLCardGuest(agent("call")).step(state)


def test_what_is_no_action_is_an_error() -> None:
    for answer in (None, 3, "shove it"):
        with pytest.raises(IllegalActionError, match="is not an action"):
            RLCardGuest(Watches(answer)).step(raw_turn("limit-holdem"))
