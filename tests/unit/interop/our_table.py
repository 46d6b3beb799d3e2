"""Hands played here by agents that are told everything they may see, as an arena tells them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from handsight.agents import Agent, HandStart
from handsight.cards import CardsLike
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.interop.pypokerengine import EngineHand, EngineRules, EngineSeating

Hand = HandState | EngineHand


class Watcher:
    """Plays by moods that follow from what it sees, and remembers all that it is told.

    Args:
        name: what it is called.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: list[Observation] = []
        self.heard: list[Any] = []
        self.resets = 0

    def act(self, observation: Observation, rng: Random) -> Action:
        self.seen.append(observation)
        legal = observation.legal
        mood = Random(f"{observation.hole} {observation.board} {legal} {observation.actions}")
        kind = mood.choice(["fold", "call", "call", "call", "raise", "raise", "all-in"])
        if kind == "raise" and legal.can_raise:
            return Action.raise_to(mood.randint(legal.raise_min, legal.raise_max))
        return Action(kind) if kind in ("fold", "all-in") else Action.call()

    def observe(self, event: object) -> None:
        self.heard.append(event)

    def reset(self) -> None:
        self.resets += 1


class Table:
    """A table at which agents sit for a match.

    Args:
        rules: what is played.
        agents: one for each seat; without `observe` if they are to see observations only.
        hands: how many hands the match has.
    """

    def __init__(self, rules: Rules, agents: Sequence[Agent], hands: int, seed: int = 0) -> None:
        self.rules, self.agents, self.hands = rules, agents, hands
        self.rng = Random(seed)
        self.names = tuple(agent.name for agent in agents)

    def play(self, stacks: Sequence[int], button: int, deck: CardsLike, number: int = 1) -> Hand:
        """Play one hand to its end."""
        kind = EngineHand if isinstance(self.rules, EngineRules) else HandState
        hand = kind.start(self.rules, stacks, button, deck=deck)
        follower = HandCursor(hand, number, self.hands, self.names)
        told = [0] * len(stacks)
        for seat in range(len(stacks)):  # who has lost is told as well
            start = (seat, hand.button, tuple(stacks), self.names, number, self.hands)
            self._observe(seat, HandStart(*start, self.rules.big_blind))
        while not follower.state.is_over:
            seat = follower.state.actor
            self._tell(follower.state, seat, told)
            follower.apply(self.agents[seat].act(follower.observation(), self.rng))
        for seat in range(len(stacks)):
            self._tell(follower.state, seat, told)
        return follower.state

    def _tell(self, hand: Hand, seat: int, told: list[int]) -> None:
        events = hand.view(seat).events
        for event in events[told[seat] :]:
            self._observe(seat, event)
        told[seat] = len(events)

    def _observe(self, seat: int, event: object) -> None:
        observe = getattr(self.agents[seat], "observe", None)
        if observe is not None:
            observe(event)


def engine_rounds(
    table: Table, stacks: Sequence[int], decks: Iterator[CardsLike]
) -> Iterator[EngineHand]:
    """Play a match by PyPokerEngine's rules, and give each round as it ended."""
    button = 0
    for number in range(1, table.hands + 1):
        if EngineSeating.of(table.rules, stacks, button).is_over:
            return
        hand = table.play(stacks, button, next(decks), number)
        yield hand
        stacks, button = hand.stacks, hand.next_button
