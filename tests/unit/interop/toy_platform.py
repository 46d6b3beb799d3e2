"""A platform as another package might bring it along; the tests install it from this file.

Its game takes what is not legal as a fold, lets everybody show, and is over when somebody has lost
half. Its bots say "pay" or "leave".
"""

import sys
from contextlib import contextmanager
from types import ModuleType

from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, HandState, Rules


class ToyRules(Rules):
    """Rules that only this package knows; whoever is shown them must be able to import it."""

    __slots__ = ()


class ToyHand:
    """A hand of ours, played more leniently."""

    def __init__(self, state):
        self._state = state

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._state, name)

    def apply(self, action):
        try:
            return ToyHand(self._state.apply(action))
        except IllegalActionError:
            return ToyHand(self._state.apply(Action.fold()))

    def on_table(self):
        table = self._state.on_table()
        return table._replace(shown=(*table.shown, *table.mucked), mucked=())


class ToyGame:
    lenient = True

    def __init__(self, stakes):
        if stakes.ante:
            raise OptionError("the toy knows no antes")
        self.rules = ToyRules(
            small_blind=stakes.small_blind, big_blind=stakes.big_blind, fold_when_free=True
        )

    def start(self, stacks, button, *, seed):
        return ToyHand(HandState.start(self.rules, stacks, button, seed=seed))

    def stacks_if_over(self, stacks, button):
        mean = sum(stacks) // len(stacks)
        return tuple(stacks) if min(stacks) <= mean // 2 else None


class ToyBot:
    """An agent that asks a bot of the platform."""

    def __init__(self, bot, name):
        self._bot, self.name = bot, name

    def act(self, observation, rng):
        if self._bot.decide(str(observation.hole), observation.to_call) == "pay":
            return Action.call()
        return Action.fold()


class ToyLoader:
    @contextmanager
    def imports(self):
        module = sys.modules["toy_sdk"] = ModuleType("toy_sdk")
        module.WORDS = ("pay", "leave")
        try:
            yield
        finally:
            del sys.modules["toy_sdk"]

    def recognises(self, bot):
        return hasattr(bot, "decide")

    def agent(self, bot, name):
        return ToyBot(bot, name)


LOADER = ToyLoader()


def no_game(stakes):
    return stakes


def careless_game(stakes):
    raise KeyError("tables")
