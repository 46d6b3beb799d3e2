"""Our agents inside PyPokerEngine: they see what they would see at our own table."""

from itertools import count
from typing import Any

import pytest

from handsight.agents import HandStart, agent
from handsight.game import Ante, Award, DealHole, Show
from handsight.interop.pypokerengine import EngineBot, EngineRules, as_pypokerengine_player

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

from pypokerengine.api.game import setup_config, start_poker
from pypokerengine.engine.dealer import Dealer

from tests.unit.interop.our_table import Table, Watcher, engine_rounds
from tests.unit.interop.their_table import Match, random_match, stacked_decks


def seated_there(match: Match, watchers: list[Watcher]) -> None:
    dealer = Dealer(match.small_blind, match.stacks[0], match.ante)
    for watcher in watchers:
        dealer.register_player(watcher.name, as_pypokerengine_player(watcher, seed=1))
    with stacked_decks(match):
        dealer.start_game(match.rounds)


def seated_here(match: Match, watchers: list[Watcher]) -> None:
    table = Table(EngineRules(match.small_blind, match.ante), watchers, match.rounds)
    list(engine_rounds(table, match.stacks, map(match.deck, count(1))))


def first_round(seed: int) -> Match:
    """One round with equal stacks, so that nobody is out before it begins."""
    match = random_match(seed)
    match.stacks = [max(match.stacks)] * len(match.stacks)
    match.rounds = 1
    return match


def both(match: Match) -> list[tuple[Watcher, Watcher]]:
    tables = [[Watcher(f"p{seat}") for seat in range(len(match.stacks))] for _ in range(2)]
    seated_there(match, tables[0])
    seated_here(match, tables[1])
    return list(zip(*tables, strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_an_agent_sees_there_what_it_sees_here(seed: int) -> None:
    for there, here in both(first_round(seed)):
        assert there.seen == here.seen


@pytest.mark.parametrize("seed", range(30))
def test_an_agent_hears_there_what_it_hears_here(seed: int) -> None:
    """All but the hands of others at the showdown, and which pot a chip came from.

    Antes are posted by seat there, and told from the small blind on.
    """
    for there, here in both(first_round(seed)):
        assert [plain(event) for event in told(there.heard)] == [
            plain(event) for event in told(here.heard)
        ]
        assert gains(there.heard) == gains(here.heard)


def told(heard: list[object]) -> list[object]:
    start, *events = (each for each in heard if not isinstance(each, Award | Show))
    antes = sorted((each for each in events if isinstance(each, Ante)), key=lambda ante: ante.seat)
    return [start, *antes, *(each for each in events if not isinstance(each, Ante))]


def plain(event: object) -> tuple[Any, ...]:
    if isinstance(event, HandStart):
        return tuple(event)
    if isinstance(event, DealHole):
        return event.seat, event.cards
    fields = ("seat", "chips", "street", "cards", "action", "all_in")
    return tuple(getattr(event, field, None) for field in fields)


def gains(heard: list[object]) -> dict[int, int]:
    found: dict[int, int] = {}
    for event in heard:
        if isinstance(event, Award):
            found[event.seat] = found.get(event.seat, 0) + event.chips
    return found


def whole_game(players: dict[str, Any], rounds: int = 20) -> list[dict[str, Any]]:
    config = setup_config(max_round=rounds, initial_stack=1000, small_blind_amount=5)
    for name, player in players.items():
        config.register_player(name=name, algorithm=player)
    return start_poker(config, verbose=0)["players"]


@pytest.mark.parametrize("name", ["call", "fold", "random", "min-raise", "all-in", "maniac"])
def test_an_agent_plays_a_whole_game_in_pypokerengine(name: str) -> None:
    ours = {
        seat: as_pypokerengine_player(agent(each), seed=7) for seat, each in enumerate([name] * 3)
    }
    ended = whole_game({f"p{seat}": player for seat, player in ours.items()})
    assert len(ended) == 3
    assert sum(player["stack"] for player in ended) <= 3000


def test_our_agent_folds_each_small_blind_away_against_a_raiser() -> None:
    players = {name: as_pypokerengine_player(agent(name)) for name in ("fold", "all-in")}
    ended = whole_game(players, rounds=10)
    assert [player["stack"] for player in ended] == [1000 - 75, 1000 + 75]


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> list[int]:
        match = Match(3, [500, 500], 5, 0, 6)
        dealer = Dealer(5, 500, 0)
        for seat in range(2):
            player = as_pypokerengine_player(agent("random"), seed=seed + seat)
            dealer.register_player(f"p{seat}", player)
        with stacked_decks(match):
            result = dealer.start_game(match.rounds)
        return [seat["stack"] for seat in result["message"]["game_information"]["seats"]]

    assert game(5) == game(5)
    assert len({tuple(game(seed)) for seed in range(0, 20, 2)}) > 1


def test_a_bot_of_theirs_here_may_hold_an_agent_of_ours() -> None:
    """Round and round: our agent as their player, their player as our agent."""
    bots = [EngineBot(as_pypokerengine_player(agent("call")), f"p{seat}") for seat in range(2)]
    table = Table(EngineRules(5), bots, 3)
    rounds = list(engine_rounds(table, [200, 200], map(Match(1, [], 5, 0, 3).deck, count(1))))
    assert [hand.pot for hand in rounds] == [20, 20, 20]
