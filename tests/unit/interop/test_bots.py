"""Bots written for PyPokerEngine at our tables: what they are told, what their words become."""

import random
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.agents import Agent, HandStart, agent
from handsight.errors import IllegalActionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.interop.pypokerengine import EngineBot, EngineHand, EngineRules
from handsight.interop.pypokerengine.messages import uuid_of
from tests.unit.interop.our_table import Table


class Scripted:
    """Says what it was given to say, and remembers all it is told."""

    def __init__(self, *script: Any) -> None:
        self.script = list(script)
        self.told: list[tuple[str, tuple[Any, ...]]] = []
        self.uuid = ""

    def set_uuid(self, uuid: str) -> None:
        self.uuid = uuid

    def declare_action(self, *asked: Any) -> Any:
        self.told.append(("ask", asked))
        return self.script.pop(0) if self.script else ("call", asked[0][1]["amount"])

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("receive_"):
            raise AttributeError(name)
        kind = name.removeprefix("receive_").removesuffix("_message")
        return lambda *content: self.told.append((kind, content))

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.told]

    def all(self, kind: str) -> list[tuple[Any, ...]]:
        return [content for each, content in self.told if each == kind]


DECK = "AsKs 7c2d AdKhQs9s3c"


def hand_with(
    bot: Scripted, rules: Rules | None = None, stacks: tuple[int, ...] = (900, 900)
) -> Any:
    """Play one hand: the bot in seat 1, a caller in seat 0."""
    agents = [agent("call"), EngineBot(bot, "bot")]
    return Table(rules or EngineRules(5), agents, 20).play(stacks, 0, DECK)


def asked_by(state: Any, said: Any) -> Action:
    bot = EngineBot(Scripted(said), "bot")
    return bot.act(HandCursor(state).observation(), Random(1))


# --- by their rules -------------------------------------------------------------------------------


def test_a_bot_is_an_agent() -> None:
    assert isinstance(EngineBot(Scripted()), Agent)
    assert EngineBot(Scripted()).name == "Scripted"


def test_a_hand_is_told_from_the_game_to_the_result() -> None:
    bot = Scripted(("fold", 0))
    hand_with(bot)
    expected = ["game_start", "round_start", "street_start", "ask", "game_update", "round_result"]
    assert bot.kinds() == expected


def test_the_game_is_told_with_its_rule_and_seats() -> None:
    bot = Scripted()
    hand_with(bot)
    [(info,)] = bot.all("game_start")
    assert info["player_num"] == 2
    assert info["rule"] == {
        "initial_stack": 900,
        "max_round": 20,
        "small_blind_amount": 5,
        "ante": 0,
        "blind_structure": {},
    }
    assert [seat["name"] for seat in info["seats"]] == ["call", "bot"]
    assert info["seats"][1]["uuid"] == bot.uuid == uuid_of(1, "bot")


def test_a_bot_sees_its_own_cards_with_the_suit_first() -> None:
    bot = Scripted()
    hand_with(bot)
    assert bot.all("round_start")[0][1] == ["C7", "D2"]
    assert bot.all("street_start")[1][1]["community_card"] == ["DA", "HK", "SQ"]


def test_the_result_tells_the_winner_with_his_chips() -> None:
    bot = Scripted()
    hand_with(bot)
    [(winners, infos, state)] = bot.all("round_result")
    assert [(each["name"], each["stack"]) for each in winners] == [("call", 910)]
    assert infos[0]["hand"]["hand"] == {"strength": "TWOPAIR", "high": 14, "low": 13}
    assert state["street"] == "showdown"


def test_a_short_stack_is_offered_minus_one() -> None:
    bot = Scripted()
    hand_with(bot, stacks=(900, 12))
    assert bot.all("ask")[0][0][2] == {"action": "raise", "amount": {"min": -1, "max": -1}}


def test_what_a_bot_does_to_its_messages_changes_nothing() -> None:
    class Vandal(Scripted):
        def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> Any:
            price = valid_actions[1]["amount"]
            self.told.append(("ask", (round_state["street"], len(round_state["seats"]))))
            round_state["seats"].clear()
            round_state["action_histories"]["preflop"].clear()
            valid_actions.clear()
            hole_card.clear()
            return "call", price

    bot = Vandal()
    assert hand_with(bot).is_over
    assert bot.all("ask") == [
        ("preflop", 2),
        ("flop", 2),
        ("turn", 2),
        ("river", 2),
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("fold", 0), Action("fold")),
        (("call", 10), Action("call", 10)),
        (("call", 0), Action("call", -1)),
        (("raise", 30), Action("raise", 30)),
        (("raise", -1), Action("raise", -1)),
        (("raise", 30.9), Action("raise", 30)),
        (["raise", 30], Action("raise", 30)),
        (("fold", None), Action("fold")),
    ],
)
def test_under_their_rules_a_bot_gets_what_it_said(said: Any, expected: Action) -> None:
    assert asked_by(EngineHand.start(EngineRules(5), [900, 900], 0, seed=1), said) == expected


@pytest.mark.parametrize(
    "said",
    [
        *(None, "check", 7, ("shove", 10), ("raise", None), ("raise", "30"), ("raise", True)),
        *(("raise", 30, 1), ("raise", float("nan")), ("call", float("inf"))),
        *({"action": "check"}, {"amount": 30}),
    ],
)
def test_what_is_no_declaration_is_an_error_that_says_so(said: Any) -> None:
    with pytest.raises(IllegalActionError, match=r"bot declared .*one of fold, call and raise"):
        asked_by(EngineHand.start(EngineRules(5), [900, 900], 0, seed=1), said)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("fold", Action("fold")),
        ("call", Action("call", 10)),
        ("raise", Action("raise", 15)),
        ({"action": "raise", "amount": 30, "reason": "value"}, Action("raise", 30)),
        ({"action": "call"}, Action("call", 10)),
    ],
)
def test_forms_of_forks_are_read_and_remarked_once(said: Any, expected: Action) -> None:
    start = EngineHand.start(EngineRules(5), [900, 900], 0, seed=1)
    bot = EngineBot(Scripted(said, said))
    for _ in range(2):
        assert bot.act(HandCursor(start).observation(), Random(1)) == expected
    (remark,) = bot.remarks
    assert "which forks of PyPokerEngine accept" in remark


def test_a_bot_is_told_what_another_declared_even_if_that_was_a_fold() -> None:
    bots = [Scripted(("raise", 14)), Scripted(), Scripted()]
    agents = [EngineBot(bot, f"p{seat}") for seat, bot in enumerate(bots)]
    Table(EngineRules(5), agents, 1).play([900] * 3, 0, "AsKs 7c2d 9h9d AdKhQs9s3c")
    action, state = bots[1].all("game_update")[0]
    assert (action["action"], action["amount"]) == ("raise", 14)
    assert state["seats"][0]["state"] == "folded"


# --- games ----------------------------------------------------------------------------------------


def test_a_game_begins_once_and_again_after_a_reset() -> None:
    bot = Scripted()
    seated = EngineBot(bot, "bot")
    table = Table(EngineRules(5), [agent("call"), seated], 20)
    table.play((900, 900), 0, DECK, number=1)
    table.play((900, 900), 1, DECK, number=2)
    assert len(bot.all("game_start")) == 1
    seated.reset()
    table.play((900, 900), 0, DECK, number=1)
    assert len(bot.all("game_start")) == 2
    assert [content[0] for content in bot.all("round_start")] == [1, 2, 1]


def test_a_new_seat_is_a_new_game() -> None:
    bot = EngineBot(Scripted(), "bot")
    for seat in (0, 1):
        bot.observe(HandStart(seat, 0, (900, 900), ("a", "b"), 1, 1, 10))
        assert bot.player.uuid == uuid_of(seat, "ab"[seat])


def test_what_a_bot_draws_depends_on_the_stream_of_its_agent_alone() -> None:
    class Gambler(Scripted):
        def declare_action(self, valid_actions: Any, *_: Any) -> Any:
            self.told.append(("draw", (random.random(), np.random.random())))
            return "call", valid_actions[1]["amount"]

    def drawn(noise: int) -> list[tuple[Any, ...]]:
        random.seed(noise)
        np.random.seed(noise)
        bot = Gambler()
        hand_with(bot)
        return bot.all("draw")

    assert drawn(1) == drawn(2)


def test_the_global_generators_are_put_back() -> None:
    def states() -> tuple[object, ...]:
        return random.getstate(), np.random.get_state()[1].tolist()

    before = states()
    hand_with(Scripted())
    assert states() == before


def test_a_bot_that_is_told_no_events_is_asked_all_the_same() -> None:
    bot = Scripted()
    seated = EngineBot(bot, "bot")
    table = HandCursor(EngineHand.start(EngineRules(5), [900, 900], 0, deck=DECK))
    while not table.state.is_over:
        table.apply(seated.act(table.observation(), Random(1)))
    assert bot.kinds().count("ask") == 8
    assert [state["street"] for _, _, state in bot.all("ask")][::2] == [
        "preflop",
        "flop",
        "turn",
        "river",
    ]


# --- by our own rules -----------------------------------------------------------------------------

OURS = Rules(small_blind=5, big_blind=10)


def test_by_our_rules_the_button_is_the_small_blind() -> None:
    bot = Scripted()
    hand_with(bot, rules=OURS)
    state = bot.all("street_start")[0][1]
    assert (state["dealer_btn"], state["small_blind_pos"], state["big_blind_pos"]) == (0, 0, 1)
    assert state["next_player"] == 0


def test_by_our_rules_the_raise_is_the_one_that_we_offer() -> None:
    bot = Scripted()
    hand_with(bot, rules=OURS)
    assert bot.all("ask")[0][0][2]["amount"] == {"min": 20, "max": 900}


def test_by_our_rules_the_result_is_told_at_once() -> None:
    bot = Scripted()
    hand = hand_with(bot, rules=OURS)
    [(winners, _, state)] = bot.all("round_result")
    assert [(each["name"], each["stack"]) for each in winners] == [("bot", 910)]
    assert [seat["stack"] for seat in state["seats"]] == list(hand.stacks)


def test_by_our_rules_uncalled_chips_come_back_before_the_result() -> None:
    bot = Scripted(("raise", 900))
    agents = [agent("fold"), EngineBot(bot, "bot")]
    hand = Table(OURS, agents, 1).play((900, 900), 1, DECK)
    [(winners, infos, state)] = bot.all("round_result")
    assert hand.payoffs == (-10, 10)
    assert winners[0]["stack"] == 910
    assert infos == []
    assert state["pot"]["main"]["amount"] == 20


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("fold", 0), Action.fold()),
        (("call", 10), Action.call()),
        (("raise", 20), Action.raise_to(20)),
        (("raise", 900), Action.all_in()),
        (("raise", 12), Action.raise_to(12)),
    ],
)
def test_by_our_rules_words_become_our_actions(said: Any, expected: Action) -> None:
    assert asked_by(HandState.start(OURS, [900, 900], 0, seed=1), said) == expected


def test_by_our_rules_a_fold_where_checking_is_free_is_a_check() -> None:
    bot = Scripted(("fold", 0))
    hand = hand_with(bot, rules=OURS)
    assert hand.is_over
    assert len(bot.all("ask")) == 4


@pytest.mark.repeats(8)
@pytest.mark.parametrize("seed", range(30))
def test_by_our_rules_every_hand_has_one_result_and_its_stacks(seed: int) -> None:
    """Random players, odd stacks, antes and a straddle: the bot's last message is how it ended."""
    rng = Random(seed)
    size = rng.randint(2, 5)
    rules = Rules(
        small_blind=5,
        big_blind=10,
        ante=rng.choice([0, 3]),
        straddles=(20,) if size > 3 and rng.random() < 0.5 else (),
    )
    watcher = Scripted()
    agents = [EngineBot(watcher, "bot"), *[agent("random")] * (size - 1)]
    table = Table(rules, agents, 3, seed=seed)
    for number in (1, 2, 3):
        stacks = [rng.randint(1, 300) for _ in range(size)]
        deck = rng.sample(range(52), 52)
        hand = table.play(stacks, rng.randrange(size), deck, number)
        assert len(watcher.all("round_result")) == number
        _, _, state = watcher.all("round_result")[-1]
        assert [seat["stack"] for seat in state["seats"]] == list(hand.stacks)
