"""Agents that keep the contract, each in its own way; they stand in a file as a user's would."""

from dataclasses import dataclass, field
from random import Random

from handsight.agents import AgentEvent, Decision
from handsight.game import Acted, Action, Observation


@dataclass(frozen=True)
class Tight:
    """Raises with a pair or an ace before the flop, and otherwise pays little."""

    name: str = "tight"
    most: int = 200

    def act(self, seen: Observation, rng: Random) -> Action:
        high, low = seen.hole
        good = high.rank == low.rank or high.rank == 12
        if seen.street == "preflop" and good and seen.legal.can_raise:
            return Action.raise_to(seen.legal.raise_min)
        return Action.call() if seen.to_call <= self.most else Action.fold()


@dataclass
class Counter:
    """Calls until it has seen three raises of others in a match, then folds."""

    name: str = "counter"
    raises: int = field(default=0, init=False)

    def act(self, seen: Observation, rng: Random) -> Action:
        return self.explain(seen, rng).action

    def explain(self, seen: Observation, rng: Random | None = None) -> Decision:
        if self.raises < 3 or not seen.to_call:
            return Decision(Action.call(), "few raises so far", {"raises": self.raises})
        return Decision(Action.fold(), "too many raises", {"raises": self.raises})

    def observe(self, event: AgentEvent) -> None:
        if isinstance(event, Acted) and event.action.kind == "raise":
            self.raises += 1

    def reset(self) -> None:
        self.raises = 0


class Diary:
    """Remembers in a global, which it must not find again in the next match."""

    name = "diary"
    pages: list[str] = []  # noqa: RUF012

    def act(self, seen: Observation, rng: Random) -> Action:
        self.pages.append(str(seen.hole))
        return Action.call() if len(self.pages) <= 1 or not seen.to_call else Action.fold()
