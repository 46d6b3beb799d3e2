"""FAI-2022: our players decide as an independent bot does that runs on PyPokerEngine itself."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

from pypokerengine.engine.dealer import Dealer

from handsight.agents.papers.fai.player import FaiPlayer, numbers_at
from handsight.agents.papers.fai.rules import VERSIONS, rule
from handsight.agents.thresholds.win_rate import ShowdownCounts
from handsight.game import Observation
from handsight.interop.pypokerengine.players import AgentPlayer
from tests.naive.fai_2022 import Fai2022Bot, Said
from tests.unit.interop.their_table import Match, stacked_decks

ROUNDS, BLIND, CHIPS, DEALS = 20, 5, 1000, 1000


@dataclass(frozen=True)
class Question:
    """Who was asked, what both say, and what the engine called the main pot."""

    version: str
    bot: Said
    ours: tuple[str, int]
    seen: Observation
    pot: int
    win_rate: float


class Told(Random):
    """Gives the random number that the bot was given."""

    drawn = 0.0

    def random(self) -> float:
        return self.drawn


@dataclass(frozen=True)
class HandedPlayer(FaiPlayer):
    """Ours, with the wins and ties that it is handed in place of a simulation."""

    handed: Any = None

    def rate(self, seen: Observation, rng: Random) -> ShowdownCounts:
        return self.handed[-1]


class Watched(Fai2022Bot):
    """The bot at the table, and our player who is told the same and asked too."""

    def __init__(self, version: str, seed: int, questions: list[Question]) -> None:
        super().__init__(version, self.hand)
        self.rng, self.told, self.questions = Random(seed), Told(), questions
        self.rates: list[ShowdownCounts] = []
        player = HandedPlayer(version=version, setting="pypokerengine", handed=self.rates)
        self.ours = AgentPlayer(player)
        self.ours._rng = self.told

    def hand(self) -> tuple[float, float]:
        """Any win rate, the doubtful middle and both ends more often than chance would."""
        wins = self.rng.choice([self.rng.randint(0, DEALS), self.rng.randint(400, 650), DEALS, 0])
        ties = self.rng.randint(0, DEALS - wins) if self.rng.random() < 0.3 else 0
        self.rates.append(ShowdownCounts(wins, ties, ties / 2, DEALS, seed=1))
        self.told.drawn = self.rng.random()
        return self.rates[-1].share, self.told.drawn

    def declare_action(
        self, valid_actions: Any, hole_card: Any, round_state: Any
    ) -> tuple[str, int]:
        said = self.says(valid_actions, round_state)
        ours = self.ours.declare_action(valid_actions, hole_card, round_state)
        seen = self.ours._read(round_state).observation(valid_actions)
        pot = round_state["pot"]["main"]["amount"]
        self.questions.append(Question(self.version, said, ours, seen, pot, self.rates[-1].share))
        return said.action, said.amount

    def set_uuid(self, uuid: str) -> None:
        super().set_uuid(uuid)
        self.ours.set_uuid(uuid)

    def receive_game_start_message(self, *told: Any) -> None:
        self.ours.receive_game_start_message(*told)

    def receive_round_start_message(self, *told: Any) -> None:
        self.ours.receive_round_start_message(*told)


def questions_of(
    *versions: str, stacks: tuple[int, ...] = (CHIPS, CHIPS), matches: int = 8
) -> list[Question]:
    """All questions of some matches between bots, the seats turned from one to the next."""
    questions: list[Question] = []
    for seed in range(matches):
        dealer = Dealer(BLIND, CHIPS, 0)
        turn = seed % len(versions)
        for seat, version in enumerate(versions[turn:] + versions[:turn]):
            dealer.register_player(version, Watched(version, 10 * seed + seat, questions))
        for player, stack in zip(dealer.table.seats.players, stacks, strict=True):
            player.stack = stack
        with stacked_decks(Match(seed, list(stacks), BLIND, 0, ROUNDS)):
            dealer.start_game(ROUNDS)
    return questions


@pytest.fixture(scope="module", params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def questions(version: str) -> list[Question]:
    """Against those who fold much, who raise much, and who fold a match out."""
    against = [questions_of(version, rival) for rival in ("v1", "v3", "v5")]
    return [each for found in against for each in found]


def test_each_action_and_its_amount_is_the_bots(questions: list[Question]) -> None:
    assert len(questions) > 300
    assert [each.ours for each in questions] == [
        (each.bot.action, each.bot.amount) for each in questions
    ]


def test_the_pot_is_the_main_pot_of_the_question(questions: list[Question]) -> None:
    pots = [numbers_at(each.seen, "pypokerengine").pot for each in questions]
    assert pots == [each.pot for each in questions]
    assert any(each.pot > sum(each.seen.paid) - sum(each.seen.bets) for each in questions)


def test_with_three_players_and_side_pots_it_is_too() -> None:
    questions = questions_of("v2", "v3", "v4", stacks=(1000, 400, 150), matches=16)
    assert sum(each.pot < sum(each.seen.paid) for each in questions) > 10
    assert [each.ours for each in questions] == [
        (each.bot.action, each.bot.amount) for each in questions
    ]


def test_raises_are_drawn_from_the_bots_interval(questions: list[Question]) -> None:
    for each in questions:
        if each.bot.low is not None and each.bot.high is not None:
            numbers, seen = numbers_at(each.seen, "pypokerengine"), each.seen
            now = seen.street, seen.hand, seen.stack
            ruling = rule(each.version, each.win_rate, *numbers[:4], *now)
            ends = pytest.approx((float(each.bot.low), float(each.bot.high)))
            assert (ruling.low, ruling.high) == ends


def test_all_that_a_version_can_do_occurs(version: str, questions: list[Question]) -> None:
    actions = Counter(each.bot.action for each in questions)
    expected = {"fold", "call"} if version in ("v0", "v1") else {"fold", "call", "raise"}
    assert {action for action, times in actions.items() if times > 20} >= expected
