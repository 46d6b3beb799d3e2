"""Our agents as players inside PyPokerEngine."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from handsight.agents import Agent, action_of
from handsight.errors import MissingExtraError
from handsight.interop.pypokerengine.actions import declaration_of
from handsight.interop.pypokerengine.message_reader import MessageReader, message_seat
from handsight.interop.pypokerengine.messages import Message


def as_pypokerengine_player(agent: Agent, *, seed: int = 0) -> Any:
    """Wrap one of our agents in a player for games that PyPokerEngine itself runs.

    Args:
        agent: the agent to wrap.
        seed: seed of the agent's random numbers, set at the start of each game.

    Returns:
        A ``BasePokerPlayer``, for ``setup_config(...).register_player``.

    Raises:
        MissingExtraError: if PyPokerEngine is not installed.

    Example:
        >>> from handsight.agents import agent
        >>> as_pypokerengine_player(agent("call"), seed=1).agent.name  # doctest: +SKIP
        'call'
    """
    try:
        base = import_module("pypokerengine.players").BasePokerPlayer
    except ImportError:
        raise MissingExtraError(
            "PyPokerEngine is not installed, so nothing can play in it: pip install pypokerengine"
        ) from None
    kind = type("HandsightPlayer", (AgentPlayer, base), {})
    return kind(agent, seed)


class AgentPlayer:
    """A PyPokerEngine player whose callbacks pass everything on to an agent.

    Attributes:
        uuid: id of the player at PyPokerEngine's table; empty before `set_uuid`.
    """

    def __init__(self, agent: Agent, seed: int = 0) -> None:
        self.agent = agent
        self.uuid = ""
        self._seed = seed
        self._rng = Random(seed)
        self._observe = getattr(agent, "observe", None)
        self._hands = 0
        self._hole: list[str] = []
        self._seats: list[Message] = []
        self._events_passed = 0

    def set_uuid(self, uuid: str) -> None:
        """Set the id by which PyPokerEngine's messages refer to the player."""
        self.uuid = uuid

    def receive_game_start_message(self, game_info: Message) -> None:
        """Begin a match: seed the random numbers, and reset the agent if it can be reset."""
        self._hands = game_info["rule"]["max_round"]
        self._rng.seed(self._seed)
        forget = getattr(self.agent, "reset", None)
        if forget is not None:
            forget()

    def receive_round_start_message(
        self, round_count: int, hole_card: list[str], seats: list[Message]
    ) -> None:
        """Begin a hand; the agent gets the start event later, with the first street."""
        self._hole, self._seats, self._events_passed = hole_card, seats, 0

    def receive_street_start_message(self, street: str, round_state: Message) -> None:
        """Pass on the cards that are dealt on a street."""
        self._pass_on(round_state)

    def receive_game_update_message(self, new_action: Message, round_state: Message) -> None:
        """Pass on what a player did."""
        self._pass_on(round_state)

    def receive_round_result_message(
        self, winners: list[Message], hand_info: list[Message], round_state: Message
    ) -> None:
        """Pass on the chips that each player won."""
        self._pass_on(round_state)
        if self._observe is not None:
            for award in self._read(round_state).awards():
                self._observe(award)

    def declare_action(
        self, valid_actions: list[Message], hole_card: list[str], round_state: Message
    ) -> tuple[str, int]:
        """Ask the agent for an action."""
        seen = self._read(round_state).observation(valid_actions)
        return declaration_of(action_of(self.agent.act(seen, self._rng), seen), seen.legal)

    def _read(self, round_state: Message) -> MessageReader:
        seat = message_seat(round_state["seats"], self.uuid)
        return MessageReader(round_state, self._seats, seat, self._hole, self._hands)

    def _pass_on(self, round_state: Message) -> None:
        """Pass the agent the events of a message that it has not observed yet."""
        if self._observe is None:
            return
        reading = self._read(round_state)
        if not self._events_passed:
            self._observe(reading.start)
        events = list(reading.events())
        for event in events[self._events_passed :]:
            self._observe(event)
        self._events_passed = len(events)
