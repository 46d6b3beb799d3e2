"""A bot written for PyPokerEngine, as one of our agents."""

from __future__ import annotations

from random import Random
from typing import Any

from handsight.agents import AgentEvent, HandStart
from handsight.game import Action, Observation
from handsight.interop.pypokerengine.actions import engine_action, own_action, read_declaration
from handsight.interop.pypokerengine.generators import seeded_from, uses_numpy
from handsight.interop.pypokerengine.message_writer import MessageWriter
from handsight.interop.pypokerengine.rules import EngineRules
from handsight.interop.pypokerengine.synthesis import events_seen, start_seen


class EngineBot:
    """An agent that asks a bot of PyPokerEngine.

    The bot is told what PyPokerEngine would tell it: in a round of `EngineHand` the same to the
    letter, ids apart. It plays by our own rules too. A game begins for it with the first hand, with
    the first after `reset`, and wherever the players or their seats change.

    What it draws from Python's global generator while it decides comes from the agent's own stream,
    so that a match can be played again, and so with numpy's where the bot's file imports numpy;
    they are put back afterwards.

    Args:
        player: an object with ``declare_action``, and those of the five ``receive_..._message``
            that it wants to hear.
        name: what the agent is called; the name of the player's class if empty.

    Example:
        >>> class Caller:
        ...     def declare_action(self, valid_actions, hole_card, round_state):
        ...         return "call", valid_actions[1]["amount"]
        >>> from handsight.game import HandCursor
        >>> from handsight.interop.pypokerengine import EngineHand
        >>> table = HandCursor(EngineHand.start(EngineRules(5), [90, 90], button=0, seed=7))
        >>> EngineBot(Caller()).act(table.observation(), Random(1))
        Action(kind='call', amount=10)
    """

    def __init__(self, player: Any, name: str = "") -> None:
        self.player = player
        self.name = name or type(player).__name__
        self._uses_numpy = uses_numpy(player)
        self._writer: MessageWriter | None = None
        self._game: tuple[object, ...] = ()
        self._is_observing = False
        self._told = 0

    def reset(self) -> None:
        """Begin a new game with the next hand."""
        self._finish()
        self._writer, self._game = None, ()

    def observe(self, event: AgentEvent) -> None:
        """Tell the bot what happened."""
        if isinstance(event, HandStart):
            self._start(event)
            self._is_observing = True
        elif self._writer is not None:
            self._writer.tell([event])

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the bot.

        Under PyPokerEngine's rules the action is what the bot declared, legal or not. Under our own
        a fold where checking is free is a check, and a raise of the whole stack is all-in.

        Raises:
            IllegalActionError: if it declares what is no action, or no number of chips.
        """
        writer = self._caught_up(observation)
        asked = writer.ask(observation)
        with seeded_from(rng, self._uses_numpy):
            said = self.player.declare_action(*asked)
        word, amount = read_declaration(said, self.name)
        if writer.by_engine:
            return engine_action(word, amount, observation.legal.price)
        return own_action(word, amount, observation.legal)

    # --- what it is told --------------------------------------------------------------------------

    def _start(self, start: HandStart) -> None:
        self._finish()
        game = (start.seat, start.names, len(start.stacks))
        is_new = game != self._game
        self._writer = MessageWriter(start, self._send, is_new)
        self._game, self._is_observing, self._told = game, False, 0
        if is_new and hasattr(self.player, "set_uuid"):
            self.player.set_uuid(self._writer.table.uuids[start.seat])

    def _finish(self) -> None:
        if self._writer is not None:
            self._writer.finish()

    def _caught_up(self, seen: Observation) -> MessageWriter:
        """Tell what an observation holds and no event has told."""
        writer = self._writer
        if writer is None or not self._is_hand_of(writer, seen):
            self._start(start_seen(seen))
            writer = self._writer
        if writer is None:
            raise RuntimeError("a hand that was started has no writer")
        writer.by_engine |= isinstance(seen.rules, EngineRules)
        if not self._is_observing:
            events = list(events_seen(seen))
            writer.tell(events[self._told :])
            self._told = len(events)
        writer.begin()
        return writer

    def _is_hand_of(self, writer: MessageWriter, seen: Observation) -> bool:
        start = writer.start
        same = (start.hand, start.seat, start.stacks) == (seen.hand, seen.seat, seen.start_stacks)
        return same and not writer.has_ended and len(seen.actions) >= writer.actions

    def _send(self, kind: str, *content: object) -> None:
        receive = getattr(self.player, f"receive_{kind}_message", None)
        if receive is not None:
            receive(*content)
