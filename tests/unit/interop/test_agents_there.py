"""Our agents behind the callbacks of PyPokerEngine, with no package needed.

An `EngineBot` speaks the engine's messages and an `AgentPlayer` understands them: one around the
other, an agent must see and hear what it sees and hears at our own table.
"""

from random import Random
from typing import Any

import pytest

from handsight.agents import HandStart, agent
from handsight.cards import parse_cards
from handsight.game import Acted, Action, Award, DealHole, Observation, Show
from handsight.interop.pypokerengine import EngineBot, EngineRules
from handsight.interop.pypokerengine.actions import declaration_of
from handsight.interop.pypokerengine.cards import card_of_engine, engine_text, engine_texts
from handsight.interop.pypokerengine.players import AgentPlayer
from handsight.interop.pypokerengine.pots import ALL_IN, FOLDED, PAYING, engine_pots, prizes
from tests.unit.interop.our_table import Table, Watcher, engine_rounds


def one_hand(seed: int, through_messages: bool) -> list[Watcher]:
    """Play a hand in which the watchers sit at our table, or behind their messages."""
    rng = Random(seed)
    size = rng.randint(2, 6)
    rules = EngineRules(rng.choice([1, 5, 7]))
    stacks = [rng.randint(40, 300) for _ in range(size)]
    watchers = [Watcher(f"p{seat}") for seat in range(size)]
    agents: list[Any] = watchers
    if through_messages:
        agents = [EngineBot(AgentPlayer(watcher), watcher.name) for watcher in watchers]
    Table(rules, agents, 4).play(stacks, rng.randrange(size), rng.sample(range(52), 52), number=3)
    return watchers


@pytest.mark.repeats(10)
@pytest.mark.parametrize("seed", range(60))
def test_an_agent_behind_the_messages_sees_what_it_sees_at_our_table(seed: int) -> None:
    for here, there in zip(one_hand(seed, False), one_hand(seed, True), strict=True):
        assert there.seen == here.seen


@pytest.mark.repeats(6)
@pytest.mark.parametrize("seed", range(20))
def test_an_agent_behind_the_messages_hears_who_did_what(seed: int) -> None:
    def acted(watcher: Watcher) -> list[tuple[object, ...]]:
        events = [event for event in watcher.heard if isinstance(event, Acted)]
        return [(event.seat, event.action, event.chips, event.all_in) for event in events]

    for here, there in zip(one_hand(seed, False), one_hand(seed, True), strict=True):
        assert acted(there) == acted(here)
        assert there.heard[0] == here.heard[0]
        assert isinstance(there.heard[0], HandStart)


def test_an_agent_behind_the_messages_sees_no_card_of_others() -> None:
    for seat, watcher in enumerate(one_hand(3, True)):
        holes = [event for event in watcher.heard if isinstance(event, DealHole)]
        assert [event.seat for event in holes if event.cards] == [seat]
        assert not any(isinstance(event, Show) for event in watcher.heard)


def test_the_chips_of_a_round_are_told_once() -> None:
    watchers = one_hand(3, True)
    won = [sum(e.chips for e in watcher.heard if isinstance(e, Award)) for watcher in watchers]
    paid = sum(e.chips for e in watchers[0].heard if hasattr(e, "chips") and type(e) is not Award)
    assert set(won) == {paid}


def test_an_agent_forgets_when_a_game_begins() -> None:
    watcher = Watcher("p0")
    table = Table(EngineRules(5), [EngineBot(AgentPlayer(watcher), "p0"), agent("call")], 3)
    decks = (Random(number).sample(range(52), 52) for number in range(3))
    list(engine_rounds(table, [900, 900], decks))
    assert watcher.resets == 1


def test_the_seed_of_a_player_names_its_stream() -> None:
    def drawn(seed: int) -> float:
        class Gambler(Watcher):
            def act(self, observation: Observation, rng: Random) -> Action:
                self.heard.append(rng.random())
                return Action.fold()

        gambler = Gambler("p0")
        agents = [agent("call"), EngineBot(AgentPlayer(gambler, seed), "p0")]
        Table(EngineRules(5), agents, 1).play([900, 900], 0, range(52))
        return next(each for each in gambler.heard if isinstance(each, float))

    assert drawn(1) == drawn(1) != drawn(2)


# --- words, cards, pots ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action.fold(), ("fold", 0)),
        (Action.call(), ("call", 10)),
        (Action.check(), ("call", 10)),
        (Action.raise_to(40), ("raise", 40)),
        (Action.raise_to(), ("raise", 15)),
        (Action.bet(40), ("raise", 40)),
        (Action.all_in(), ("raise", 900)),
    ],
    ids=str,
)
def test_an_action_in_the_words_of_pypokerengine(action: Action, words: tuple[str, int]) -> None:
    watcher = Watcher("p1")
    Table(EngineRules(5), [agent("call"), watcher], 1).play([900, 900], 0, range(52))
    assert declaration_of(action, watcher.seen[0].legal) == words


def test_going_all_in_below_the_price_is_a_call() -> None:
    watcher = Watcher("p0")
    agents = [watcher, agent("all-in"), agent("call")]
    Table(EngineRules(5), agents, 1).play([100, 900, 900], 2, range(52))
    legal = watcher.seen[-1].legal
    assert legal.price > legal.all_in
    assert declaration_of(Action.all_in(), legal) == ("call", legal.price)


def test_cards_have_the_suit_first() -> None:
    cards = parse_cards("Th As 2c Kd")
    assert engine_texts(cards) == ["HT", "SA", "C2", "DK"]
    assert [card_of_engine(engine_text(card)) for card in cards] == cards


@pytest.mark.parametrize("text", ["Th", "H10", "HX", "", "TH"])
def test_what_is_no_card_of_theirs_says_so(text: str) -> None:
    with pytest.raises(ValueError, match="the suit comes first"):
        card_of_engine(text)


def test_without_an_all_in_there_is_one_pot() -> None:
    [pot] = engine_pots([30, 30, 10], [PAYING, PAYING, FOLDED])
    assert (pot.chips, pot.seats) == (70, (0, 1))


def test_two_who_are_all_in_for_as_much_make_an_empty_pot() -> None:
    pots = engine_pots([50, 50, 80], [ALL_IN, ALL_IN, PAYING])
    assert [pot.chips for pot in pots] == [150, 0, 30]


def test_who_has_folded_pays_into_the_pots_and_wins_none() -> None:
    pots = engine_pots([50, 70, 80, 80], [ALL_IN, FOLDED, PAYING, PAYING])
    assert [(pot.chips, pot.seats) for pot in pots] == [(200, (0, 2, 3)), (80, (2, 3))]


def test_three_who_split_a_hundred_get_thirty_three_each() -> None:
    pots = engine_pots([30, 30, 30, 10], [PAYING, PAYING, PAYING, FOLDED])
    shared = prizes(pots, {0: 5, 1: 5, 2: 5})
    assert [prize.chips for prize in shared] == [33, 33, 33]


def test_an_empty_pot_is_won_by_nobody() -> None:
    pots = engine_pots([50, 50], [ALL_IN, ALL_IN])
    assert [prize.pot for prize in prizes(pots, {0: 2, 1: 1})] == [0]
