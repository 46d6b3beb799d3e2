"""Our agents as guests of other servers, which deal the hands and ask for actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from handsight.agents import Agent, AgentEvent, HandStart, action_of
from handsight.errors import ArenaError, HandsightError
from handsight.game import Action, Observation


class GuestAgent:
    """An agent in a match that is dealt by another server.

    Args:
        seed: seed of the agent's random numbers; each hand has its own stream.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> guest = GuestAgent(agent("fold"), seed=1)
        >>> guest.begin(HandStart(1, 0, (900, 900), ("them", "you"), 1, 0, 100))
        >>> cursor = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7))
        >>> guest.act(cursor.observation())
        Action(kind='fold', amount=0)
    """

    def __init__(self, agent: Agent, seed: int) -> None:
        self._agent, self._seed = agent, seed
        self._observe = getattr(agent, "observe", None)
        self._rng = Random(seed)
        self._shown = 0

    @property
    def observes(self) -> bool:
        """Whether the agent has a method ``observe``, and so wants to be shown events."""
        return self._observe is not None

    def begin(self, start: HandStart) -> None:
        """Begin a hand: reseed the random numbers, and show the agent the start if it observes.

        Raises:
            ArenaError: if the agent raises an exception that is not a `HandsightError`.
        """
        self._rng.seed(self._seed << 32 | start.hand)
        self._shown = 0
        self._tell(start)

    def act(self, seen: Observation) -> Action:
        """Ask the agent for an action; a fold when checking is free becomes a check.

        Few protocols allow such a fold.

        Raises:
            ArenaError: if the agent raises an exception that is not a `HandsightError`.
            IllegalActionError: if the agent's answer is text that is not an action.
        """
        action = action_of(self._asked(lambda: self._agent.act(seen, self._rng)), seen)
        return Action.check() if action.kind == "fold" and not seen.to_call else action

    def show(self, events: Callable[[], Sequence[AgentEvent]]) -> None:
        """Show the agent the events of the hand that are new to it.

        Args:
            events: callable that returns all events of the hand so far; called only if the agent
                observes.

        Raises:
            ArenaError: if the agent raises an exception that is not a `HandsightError`.
        """
        if not self.observes:
            return
        happened = events()
        for event in happened[self._shown :]:
            self._tell(event)
        self._shown = len(happened)

    def _tell(self, event: AgentEvent) -> None:
        observe = self._observe
        if observe is not None:
            self._asked(lambda: observe(event))

    def _asked(self, question: Callable[[], Any]) -> Any:
        try:
            return question()
        except HandsightError:
            raise
        except Exception as error:  # even an OSError here comes from the agent, not the connection
            raise ArenaError(f"the agent fails: {type(error).__name__}: {error}") from error
