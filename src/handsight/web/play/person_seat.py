"""The person's seat at a table of the page."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from handsight.agents import AgentEvent
from handsight.arena.players import Answer, Fault
from handsight.game import Action, Observation
from handsight.web.play.table_view import YOU


class PersonSeat:
    """The person as a `handsight.arena.players.Player`, whose actions arrive later."""

    def __init__(self) -> None:
        self.name = YOU
        self.observes = False
        self._actions: deque[Action] = deque()

    def reset(self) -> Fault | None:
        """Do nothing, because a person needs no reset."""
        return None

    def begin(self, seed: int) -> None:
        """Begin a hand: drop queued actions that the table has not requested."""
        self._actions.clear()

    def recall(self, action: Action) -> None:
        """Queue an action of the person until the table requests it."""
        self._actions.append(action)

    def act(self, observation: Observation) -> Answer | None:
        """Return the person's next action, or None if it has not arrived yet."""
        return Answer(self._actions.popleft(), 0.0) if self._actions else None

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Do nothing, because the table itself sends the events to the browser."""
        return None

    def close(self) -> None:
        """Do nothing, because there is nothing to release."""
