"""Matches inside the installed PyPokerEngine, on given decks, with all it says written down."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from handsight.cards import Card
from handsight.interop.pypokerengine.cards import engine_text

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed (extra: peers)")

from pypokerengine.engine import deck as deck_module
from pypokerengine.engine.card import Card as TheirCard
from pypokerengine.engine.dealer import Dealer
from pypokerengine.players import BasePokerPlayer

Words = tuple[str, int]


@dataclass
class Match:
    """What is agreed on before the first deal."""

    seed: int
    stacks: list[int]
    small_blind: int
    ante: int
    rounds: int

    def deck(self, number: int) -> list[Card]:
        """The deck of a round, from 1."""
        cards = [Card(index) for index in range(52)]
        Random(f"{self.seed}/{number}").shuffle(cards)
        return cards


@dataclass
class Told:
    """One thing that a player was told, and what he said to it where he was asked."""

    seat: int
    kind: str
    content: Any
    said: Words | None = None


@dataclass
class Record:
    """Everything that happened in a match of theirs."""

    told: list[Told] = field(default_factory=list)
    uuids: list[str] = field(default_factory=list)
    end: list[int] = field(default_factory=list)

    def of(self, seat: int) -> list[Told]:
        return [each for each in self.told if each.seat == seat]


class Recorder(BasePokerPlayer):
    """Writes down what it is told, and says what `choose` says."""

    def __init__(self, seat: int, record: Record, choose: Any) -> None:
        self.seat, self.record, self.choose = seat, record, choose

    def _note(self, kind: str, *content: Any) -> None:
        self.record.told.append(Told(self.seat, kind, content))

    def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> Words:
        said = self.choose(valid_actions, round_state)
        asked = (valid_actions, hole_card, round_state)
        self.record.told.append(Told(self.seat, "ask", asked, said))
        return said

    def receive_game_start_message(self, *content: Any) -> None:
        self._note("game start", *content)

    def receive_round_start_message(self, *content: Any) -> None:
        self._note("round start", *content)

    def receive_street_start_message(self, *content: Any) -> None:
        self._note("street start", *content)

    def receive_game_update_message(self, *content: Any) -> None:
        self._note("update", *content)

    def receive_round_result_message(self, *content: Any) -> None:
        self._note("round result", *content)


@contextmanager
def stacked_decks(match: Match) -> Iterator[None]:
    """Let PyPokerEngine deal the decks of a match."""
    dealt = [0]

    class Shuffler:
        @staticmethod
        def shuffle(cards: list[Any]) -> None:
            dealt[0] += 1
            texts = [engine_text(card) for card in match.deck(dealt[0])]
            cards[:] = [TheirCard.from_str(text) for text in reversed(texts)]

    before = deck_module.random
    deck_module.random = Shuffler
    try:
        yield
    finally:
        deck_module.random = before


def played_there(match: Match, choose: Any) -> Record:
    """Play a match inside PyPokerEngine."""
    record = Record()
    dealer = Dealer(match.small_blind, match.stacks[0], match.ante)
    for seat in range(len(match.stacks)):
        dealer.register_player(f"p{seat}", Recorder(seat, record, choose))
    players = dealer.table.seats.players
    for player, stack in zip(players, match.stacks, strict=True):
        player.stack = stack
    record.uuids = [player.uuid for player in players]
    with stacked_decks(match):
        result = dealer.start_game(match.rounds)
    record.end = [seat["stack"] for seat in result["message"]["game_information"]["seats"]]
    return record


def random_match(seed: int) -> Match:
    """Odd stacks, two to six players, antes in a third of the matches."""
    rng = Random(seed)
    small_blind = rng.choice([1, 5, 5, 10, 13])
    size = rng.choice([2, 2, 2, 3, 4, 5, 6])
    most = rng.choice([6, 20, 60, 200])
    least = 2 * small_blind + 10
    stacks = [rng.randint(least, least + most * small_blind) for _ in range(size)]
    return Match(seed, stacks, small_blind, rng.choice([0, 0, 1, 3, 7]), rng.randint(1, 6))


class Chooser:
    """Says all sorts of things, legal and not; its mood decides how wild."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"chooser {seed}")
        self.wild = self.rng.choice([0.0, 0.1, 0.3])

    def __call__(self, valid_actions: Any, round_state: Any) -> Words:
        rng = self.rng
        price = valid_actions[1]["amount"]
        least, most = (valid_actions[2]["amount"][key] for key in ("min", "max"))
        if rng.random() < self.wild:
            return self._odd(price, least, most, round_state)
        if rng.random() < 0.12:
            return "fold", 0
        if least == -1 or rng.random() < 0.6:
            return "call", price
        if rng.random() < 0.15:
            return "raise", most
        return "raise", rng.randint(least, min(most, least + rng.randint(0, 6) * least))

    def _odd(self, price: int, least: int, most: int, round_state: Any) -> Words:
        rng = self.rng
        whole = self._whole(round_state)
        return rng.choice(
            [
                ("raise", whole),
                ("raise", rng.randint(0, whole + 5)),
                ("call", whole + rng.choice([0, 0, 3])),
                ("raise", least - 1),
                ("raise", most + 1),
                ("raise", -1),
                ("call", 0),
                ("call", price + 1),
                ("call", max(0, price - 1)),
                ("fold", price),
            ]
        )

    @staticmethod
    def _whole(round_state: Any) -> int:
        """The street total with everything, of the player who is asked."""
        seat = round_state["seats"][round_state["next_player"]]
        last = list(round_state["action_histories"].values())[-1]
        mine = [
            each["amount"]
            for each in last
            if each["uuid"] == seat["uuid"] and each["action"] not in ("FOLD", "ANTE")
        ]
        return seat["stack"] + (mine[-1] if mine else 0)
