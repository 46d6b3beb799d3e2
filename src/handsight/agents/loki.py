"""Loki: ranges of the rivals from what they do, values of actions against them, and a draw.

Before each decision every rival has a range, narrowed by all that he did in the hand, and habits,
learned from all hands of the session. What a fold, a call and raises of several sizes are worth
against these is worked out, and the values become a triple of chances from which one is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from handsight.agents.action_values import Position, Value
from handsight.agents.betting_triples import BettingTriple, best_of_kinds, drawn, triple_of
from handsight.agents.protocol import AgentEvent, Decision, HandStart, Number, stream_for
from handsight.agents.style_model import style_model
from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.game import Acted, Action, DealHole, Observation
from handsight.opponents.model import OpponentModel
from handsight.opponents.model.watching import Watcher


class Thought(NamedTuple):
    """What a decision was made of.

    Attributes:
        position: ranges and standing.
        values: of all actions.
        best: of each kind of action.
        triple: their chances.
        kind: that was drawn.
    """

    position: Position
    values: list[Value]
    best: dict[int, Value]
    triple: BettingTriple
    kind: int

    @property
    def chosen(self) -> Value:
        """The action that is taken."""
        return self.best[self.kind]


@dataclass
class LokiPlayer:
    """Reads the rivals' ranges and habits, and plays what is worth most against them.

    Args:
        name: what it is called.
        mixing: how readily it takes an action that is worth less: e times less often for each time
            this share of the pot that it is behind. 0 always takes the best.

    Raises:
        OptionError: for a number below 0.

    Attributes:
        model: the opponent model, which learns until `reset`.

    Source:
        Billings, Papp, Schaeffer and Szafron, "Opponent Modeling in Poker", AAAI-98: ranges by
        Bayes' rule, EHS', and triples. The values of actions are ours.
    """

    name: str = "loki"
    mixing: float = 0.01
    model: OpponentModel = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.mixing >= 0:
            raise OptionError(f"mixing is {self.mixing}; it takes a number from 0 up")
        self.reset()

    def reset(self) -> None:
        """Forget all rivals."""
        self.model = style_model()
        self._told: _Told | None = None
        self._watcher = Watcher()

    def observe(self, event: AgentEvent) -> None:
        """Take in what happens, up to the end of each hand.

        Args:
            event: what the player may see.
        """
        if isinstance(event, HandStart):
            self.model.start_hand(
                event.stacks,
                event.button,
                names=event.names or (),
                seat=event.seat,
                big_blind=event.big_blind,
            )
            self._told, self._watcher = _Told(event), Watcher()
        elif self._told is not None:
            self.model.observe(event)
            self._told.count(event)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action.

        Args:
            observation: what the player may know.
            rng: draws one number.
        """
        return self.think(observation, rng).chosen.action

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Give the action, what decided, and the numbers behind it.

        Args:
            observation: what the player may know.
            rng: as in `act`; the same stream gives the same action. None if that does not matter.
        """
        return explained(self.think(observation, stream_for(rng)))

    def think(self, observation: Observation, rng: Random) -> Thought:
        """Value all actions and draw one.

        Args:
            observation: what the player may know.
            rng: draws one number.
        """
        if self._told is None or not self._told.is_of(observation):
            self._told = None
            self._watcher.watch(self.model, observation)
        position = self.position(observation, rng)
        values = position.values()
        best = best_of_kinds(values)
        triple = triple_of(best, self.mixing * observation.pot)
        return Thought(position, values, best, triple, drawn(triple, rng))

    def position(self, seen: Observation, rng: Random) -> Position:
        """Lay out a decision; subclasses look further ahead.

        Args:
            seen: what the player may know.
            rng: the player's random numbers.
        """
        return Position(seen, self.model)


class _Told:
    """What events have told of a hand, to know whether a decision is of the same."""

    def __init__(self, start: HandStart) -> None:
        self.start, self.actions = start, 0
        self.hole: CardSet | None = None

    def count(self, event: AgentEvent) -> None:
        if isinstance(event, Acted):
            self.actions += 1
        elif isinstance(event, DealHole) and event.seat == self.start.seat:
            self.hole = CardSet.of(event.cards or ())

    def is_of(self, seen: Observation) -> bool:
        start = self.start
        known = (start.seat, start.hand, start.button, start.stacks, self.hole, self.actions)
        hand = (seen.seat, seen.hand, seen.button, seen.start_stacks, seen.hole)
        return known == (*hand, len(seen.actions))


def explained(thought: Thought) -> Decision:
    """Give the action of a thought with its reason and numbers.

    Args:
        thought: of the decision.
    """
    return Decision(thought.chosen.action, reason_of(thought), numbers_of(thought))


def reason_of(thought: Thought) -> str:
    """Say in a sentence what decided.

    Args:
        thought: of the decision.
    """
    chosen, position = thought.chosen, thought.position
    most = max(value.chips for value in thought.values)
    if chosen.chips < most:
        return "it is worth little less than the best action, and keeps the rivals guessing"
    if thought.kind == 0:
        return "nothing is worth more than a fold"
    if thought.kind == 1:
        return "it is worth more than any raise"
    if position.equity >= 0.5:
        return "the hand is ahead of what the rivals hold: a raise for value"
    if position.potential >= 0.15:
        return "folds and what the hand may become pay for the raise: a semi-bluff"
    return "folds alone pay for the raise: a bluff"


def numbers_of(thought: Thought) -> dict[str, Number]:
    """Give the numbers behind a decision.

    Args:
        thought: of the decision.
    """
    position, triple = thought.position, thought.triple
    numbers: dict[str, Number] = {
        "EHS'": position.effective,
        "PPot": position.potential,
        "equity": position.equity,
        "pot": position.seen.pot,
        "price": position.seen.to_call,
    }
    for value in thought.values:
        numbers[f"{value.action} is worth"] = value.chips
        if value.fold_equity:
            numbers[f"{value.action}: fold equity"] = value.fold_equity
    numbers["triple"] = " ".join(f"{chance:.2f}" for chance in triple)
    return numbers
