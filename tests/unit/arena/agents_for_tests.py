"""Agents that tests sit at a table: those that note what they see, and those that behave badly."""

from __future__ import annotations

from dataclasses import dataclass, field

from handsight.game import Action


@dataclass
class Listener:
    """Calls, and writes down everything that it is told or shown."""

    name: str = "listener"
    heard: list = field(default_factory=list)
    seen: list = field(default_factory=list)
    resets: int = 0

    def act(self, observation, rng):
        self.seen.append(observation)
        return Action.call()

    def observe(self, event):
        self.heard.append(event)

    def reset(self):
        self.resets += 1


@dataclass
class Rememberer:
    """Calls until it has been asked so often, and folds from then on, unless told to forget."""

    name: str = "rememberer"
    patience: int = 40
    asked: int = 0

    def act(self, observation, rng):
        self.asked += 1
        tired = self.asked > self.patience and observation.to_call
        return Action.fold() if tired else Action.call()

    def reset(self):
        self.asked = 0


@dataclass
class Says:
    """Says the same at each decision, whatever it is."""

    answer: object
    name: str = "says"

    def act(self, observation, rng):
        return self.answer


@dataclass
class Raises:
    """Raises an exception where it is told to."""

    where: str
    name: str = "raises"

    def act(self, observation, rng):
        if self.where == "act":
            raise RuntimeError("no idea")
        return Action.call()

    def observe(self, event):
        if self.where == "observe":
            raise RuntimeError("not listening")

    def reset(self):
        if self.where == "reset":
            raise RuntimeError("cannot forget")


@dataclass
class Leaves:
    """Ends the program, or tries to."""

    name: str = "leaves"

    def act(self, observation, rng):
        raise SystemExit(3)


@dataclass
class Gambler:
    """Does at random what is legal, from its own stream of random numbers."""

    name: str = "gambler"

    def act(self, observation, rng):
        legal = observation.legal
        choices = [Action.call(), *[Action.fold()] * bool(legal.call_cost)]
        if legal.can_raise:
            choices.append(Action.raise_to(rng.randint(legal.raise_min, legal.raise_max)))
        return rng.choice(choices)
