"""Agents that play on, but break one clause of the contract each."""

import random
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from handsight.agents import Decision
from handsight.game import Acted, Action, Observation, UncalledReturned


class Caller:
    """Calls, and keeps the contract."""

    name = "caller"

    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.call()


class Nameless(Caller):
    name = ""


class Numbered(Caller):
    name = 7  # type: ignore[assignment]


class Inert:
    name = "inert"
    act = None


class RaisesWhenShort(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        if seen.stack < seen.to_call * 2:
            raise ZeroDivisionError("nothing\nleft")
        return Action.call()


class AnswersInNumpy(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        if not seen.legal.can_raise:
            return Action.call()
        return Action("raise", np.int64(seen.legal.raise_min))  # type: ignore[arg-type]


class RaisesTwiceThePrice(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.raise_to(2 * seen.legal.price) if seen.legal.can_raise else Action.call()


class RaisesWhereItMayNot(Caller):
    """Is wrong only where a raise is not allowed any more."""

    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.raise_to(max(seen.legal.raise_min, 1))


class WritesRules(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        object.__setattr__(seen.rules, "big_blind", seen.rules.big_blind * 2)
        return Action.call()


class DrawsFromRandom(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.call() if random.random() < 2 else Action.fold()


class DrawsFromNumpy(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.call() if np.random.random() < 2 else Action.fold()


class HasItsOwnChance(Caller):
    def act(self, seen: Observation, rng: Random) -> Any:
        own = random.SystemRandom().random()
        return Action.fold() if seen.to_call and own < 0.5 else Action.call()


@dataclass
class NeverForgets(Caller):
    name: str = "elephant"
    seen: int = field(default=0, init=False)

    def act(self, seen: Observation, rng: Random) -> Any:
        self.seen += 1
        return Action.fold() if seen.to_call and self.seen > 40 else Action.call()


class FailsInReset(Caller):
    def reset(self) -> None:
        raise RuntimeError("no")


class CannotBePickled(Caller):
    def __init__(self) -> None:
        self.rule = lambda seen: seen.to_call

    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.call()


class ChokesOnReturnedChips(Caller):
    def observe(self, event: object) -> None:
        if isinstance(event, UncalledReturned):
            raise TypeError("whose chips")


class ReadsHiddenActions(Caller):
    def observe(self, event: object) -> None:
        if isinstance(event, Acted):
            event.action.amount.real  # noqa: B018


class ExplainsAnotherAction(Caller):
    def explain(self, seen: Observation, rng: Random | None = None) -> Decision:
        return Decision(Action.fold(), "it looks bad", {})


class ExplainsInText(Caller):
    def explain(self, seen: Observation, rng: Random | None = None) -> Any:
        return "I call"


class ExplainsWithAnError(Caller):
    def explain(self, seen: Observation, rng: Random | None = None) -> Any:
        raise LookupError("no reasons")


class ExplainsOnlyWithAStream(Caller):
    def explain(self, seen: Observation, rng: Random) -> Decision:
        return Decision(Action.call(), "it always calls", {})


class ChangesItsMindOnceAsked(Caller):
    asked = 0

    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.fold() if self.asked > 3 and seen.to_call else Action.call()

    def explain(self, seen: Observation, rng: Random | None = None) -> Decision:
        self.asked += 1
        return Decision(self.act(seen, rng), "so it is", {})
