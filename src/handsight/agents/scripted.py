"""Players with a single habit, against which you can measure other players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar

from handsight.agents.protocol import Decision, stream_for
from handsight.errors import OptionError
from handsight.game import Action, Observation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.agents.policy import PolicyTable

QUARTERS = range(2, 9)
"""The possible sizes of a maniac's raises, in quarters of the pot after a call."""


class Habit:
    """The base class of players with a single habit.

    Subclasses define `habit`, which ignores the player's cards.
    """

    family: ClassVar[str] = "scripted"
    source: ClassVar[str] = ""

    name: str

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Choose the habitual action."""
        raise NotImplementedError

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        return self.habit(observation, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, with the habit as its reason."""
        reason = (type(self).__doc__ or "").partition("\n")[0].rstrip(".")
        return Decision(
            self.habit(observation, stream_for(rng)), reason[:1].lower() + reason[1:], {}
        )

    def mixture(self, observation: Observation) -> Mapping[Action, float]:
        """Return {action: probability}; a single action is certain."""
        return {self.habit(observation, Random(0)): 1.0}

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probabilities of all actions, which are the same for every combo."""
        from handsight.agents.policy import alike

        return alike(self.mixture(observation), observation, combos)


@dataclass(frozen=True)
class Folder(Habit):
    """Folds whenever there is something to pay."""

    name: str = "fold"

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Fold, or check if there is no bet to call."""
        return Action.fold() if seen.to_call else Action.check()


@dataclass(frozen=True)
class Caller(Habit):
    """Calls whatever it costs: the calling station."""

    name: str = "call"

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Call, or check if there is no bet to call."""
        return Action.call()


@dataclass(frozen=True)
class CheckCaller(Habit):
    """Checks, and calls up to a share of the pot.

    Args:
        most: the highest price that the player pays, as a share of the pot before the call, which
            includes all bets on the street.

    Raises:
        OptionError: if the share is below 0.
    """

    name: str = "check-call"
    most: float = 0.5

    def __post_init__(self) -> None:
        if not self.most >= 0:
            raise OptionError(f"most is {self.most}; it must be a share of the pot, 0 or more")

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Check if possible; otherwise, call if the price is low enough, or else fold."""
        return Action.call() if seen.to_call <= self.most * seen.pot else Action.fold()


@dataclass(frozen=True)
class MinRaiser(Habit):
    """Makes the minimum raise, and calls when it cannot raise."""

    name: str = "min-raise"

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Raise to the minimum, or call if no raise is legal."""
        legal = seen.legal
        return Action.raise_to(legal.raise_min) if legal.can_raise else Action.call()


@dataclass(frozen=True)
class AllIn(Habit):
    """Goes all-in every time; in fixed limit, raises as much as the limit allows."""

    name: str = "all-in"

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Raise to the maximum, or call if no raise is legal."""
        legal = seen.legal
        return Action.raise_to(legal.raise_max) if legal.can_raise else Action.call()


@dataclass(frozen=True)
class Maniac(Habit):
    """Raises whenever it can, by anything from half the pot to twice the pot.

    Args:
        folds: the probability that the player folds when there is something to call, a blind
            included, 0..1.

    Raises:
        OptionError: if ``folds`` is outside of 0..1.
    """

    name: str = "maniac"
    folds: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.folds <= 1:
            raise OptionError(f"folds is {self.folds}; it must be a share, 0 to 1")

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Raise by a random share of the pot, or call if no raise is legal.

        If there is something to call, the player folds instead with the probability `folds`.
        """
        if self.folds and seen.to_call and rng.random() < self.folds:
            return Action.fold()
        if not seen.legal.can_raise:
            return Action.call()
        return Action.raise_to(seen.legal.share_of_pot(rng.choice(QUARTERS), 4))

    def mixture(self, observation: Observation) -> Mapping[Action, float]:
        """Return {action: probability}."""
        legal, folds = observation.legal, self.folds if observation.to_call else 0.0
        chances = {Action.fold(): folds}
        for quarters in QUARTERS if legal.can_raise else ():
            action = Action.raise_to(legal.share_of_pot(quarters, 4))
            chances[action] = chances.get(action, 0.0) + (1 - folds) / len(QUARTERS)
        return chances if legal.can_raise else {**chances, Action.call(): 1 - folds}


@dataclass(frozen=True)
class RandomPlayer(Habit):
    """Folds, calls or raises at random with equal chances; a raise is to any legal amount.

    The player does not fold when checking is free.
    """

    name: str = "random"

    def habit(self, seen: Observation, rng: Random) -> Action:
        """Draw the action at random, and the amount of a raise."""
        legal = seen.legal
        choices = ["call", *["fold"] * bool(legal.call_cost), *["raise"] * legal.can_raise]
        kind = rng.choice(choices)
        if kind == "raise":
            return Action.raise_to(rng.randint(legal.raise_min, legal.raise_max))
        return Action.fold() if kind == "fold" else Action.call()

    def mixture(self, observation: Observation) -> Mapping[Action, float]:
        """Return {action: probability}; raises to all amounts count as one action."""
        legal = observation.legal
        kinds = [Action.call()]
        kinds += [Action.fold()] * bool(legal.call_cost) + [Action.raise_to()] * legal.can_raise
        return dict.fromkeys(kinds, 1 / len(kinds))
