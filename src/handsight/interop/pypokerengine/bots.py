"""A wrapper that turns a bot written for PyPokerEngine into an agent of handsight."""

from __future__ import annotations

from random import Random
from typing import Any

from handsight.agents import AgentEvent, HandStart
from handsight.game import Action, Observation
from handsight.interop.generators import seeded_from, uses_numpy
from handsight.interop.observed import events_seen, start_of
from handsight.interop.pypokerengine.actions import engine_action, own_action, read_declaration
from handsight.interop.pypokerengine.message_writer import MessageWriter
from handsight.interop.pypokerengine.rules import EngineRules
from handsight.interop.pypokerengine.stand_in import PACKAGE, STAND_IN
from handsight.interop.stand_ins import present, stand_ins_of


class EngineBot:
    """An agent whose actions come from a bot written for PyPokerEngine.

    The bot gets the messages that PyPokerEngine would send: in a round of `EngineHand` they are
    identical, except for the players' ids. The bot can also play under our own rules. For the bot,
    a new game begins with the first hand, with the first hand after `reset`, and whenever the
    players or their seats change.

    While the bot decides, Python's global generator is seeded from the agent's own random numbers,
    so that a match can be repeated; numpy's is seeded too if the bot's file imports numpy. Both are
    restored afterwards.

    Args:
        player: an object with a method ``declare_action``, and a ``receive_..._message`` method
            for each of the five messages that it wants to receive.
        name: name of the agent; if empty, the name of the player's class.

    Attributes:
        remarks: sentences about unusual forms of the bot's declarations, each listed once.

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
        self.remarks: list[str] = []
        self._uses_numpy = uses_numpy(player)
        self._modules = stand_ins_of(PACKAGE, STAND_IN)
        self._writer: MessageWriter | None = None
        self._game: tuple[object, ...] = ()
        self._is_observing = False
        self._events_sent = 0

    def reset(self) -> None:
        """Begin a new game for the bot with the next hand."""
        self._finish()
        self._writer, self._game = None, ()

    def observe(self, event: AgentEvent) -> None:
        """Send the bot the messages that PyPokerEngine would send about an event."""
        if isinstance(event, HandStart):
            self._start(event)
            self._is_observing = True
        elif self._writer is not None:
            self._writer.write([event])

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the bot for an action.

        Under PyPokerEngine's rules the action is what the bot declared, legal or not. Under our own
        rules a fold that they do not allow becomes a check, and a raise of the whole stack becomes
        all-in.

        Raises:
            IllegalActionError: if the bot does not declare an action, or the amount of its call or
                raise is neither an integer nor a finite float.
        """
        writer = self._caught_up(observation)
        question = writer.question(observation)
        with seeded_from(rng, self._uses_numpy), present(self._modules):
            answer = self.player.declare_action(*question)
        word, amount = read_declaration(answer, self.name, observation.legal, self._remark)
        if writer.by_engine:
            return engine_action(word, amount, observation.legal.price)
        return own_action(word, amount, observation.legal)

    def _remark(self, line: str) -> None:
        if line not in self.remarks:
            self.remarks.append(line)

    # --- messages ---------------------------------------------------------------------------------

    def _start(self, start: HandStart) -> None:
        self._finish()
        game = (start.seat, start.names, len(start.stacks))
        is_new = game != self._game
        self._writer = MessageWriter(start, self._send, is_new)
        self._game, self._is_observing, self._events_sent = game, False, 0
        if is_new and hasattr(self.player, "set_uuid"):
            self.player.set_uuid(self._writer.table.uuids[start.seat])

    def _finish(self) -> None:
        if self._writer is not None:
            self._writer.finish()

    def _caught_up(self, seen: Observation) -> MessageWriter:
        """Send the bot the messages that are due before this turn, and return their writer."""
        writer = self._writer
        if writer is None or not self._is_hand_of(writer, seen):
            self._start(start_of(seen))
            writer = self._writer
        if writer is None:
            raise RuntimeError("a hand that was started has no writer")
        writer.by_engine |= isinstance(seen.rules, EngineRules)
        if not self._is_observing:
            # An observation implies all events of the hand; messages are sent for the new ones. Two
            # peculiarities of PyPokerEngine are invisible in it: a raise below the price looks like
            # a call, and a button that moved on because its seat lost its chips looks as if it had
            # always been there.
            events = list(events_seen(seen))
            writer.write(events[self._events_sent :])
            self._events_sent = len(events)
        writer.begin()
        return writer

    def _is_hand_of(self, writer: MessageWriter, seen: Observation) -> bool:
        start = writer.start
        same = (start.hand, start.seat, start.stacks) == (seen.hand, seen.seat, seen.start_stacks)
        return same and not writer.has_ended and len(seen.actions) >= writer.actions

    def _send(self, kind: str, *content: object) -> None:
        receive = getattr(self.player, f"receive_{kind}_message", None)
        if receive is not None:
            with present(self._modules):
                receive(*content)
