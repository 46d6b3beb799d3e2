"""Writes the messages that PyPokerEngine would send to a player, from the events of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from handsight.agents import HandStart
from handsight.cards import Card
from handsight.cards.card import STREETS
from handsight.game import (
    Acted,
    Ante,
    Award,
    Blind,
    DealBoard,
    DealHole,
    Event,
    Observation,
    Show,
    Straddle,
    UncalledReturned,
)
from handsight.interop.pypokerengine.cards import engine_texts
from handsight.interop.pypokerengine.evaluator import engine_score
from handsight.interop.pypokerengine.hand import EngineActed
from handsight.interop.pypokerengine.messages import EngineTable, Message, valid_actions
from handsight.interop.pypokerengine.pots import ALL_IN, Prize, best_seats, engine_pots, prizes
from handsight.interop.pypokerengine.round import SHOWDOWN

Send: TypeAlias = "Callable[..., None]"
"""A callable that takes a kind of message, like ``round_start``, and the message's arguments."""

_ENGINE_WORDS = {"fold": "fold", "check": "call", "call": "call", "bet": "raise", "raise": "raise"}


class MessageWriter:
    """Writes the messages of one hand to one player as the events of the hand arrive.

    Args:
        send: called with the kind of each message, like ``round_start``, and its content.
        new_game: whether a new game begins with this hand.

    Attributes:
        table: the table after the events so far.
        by_engine: whether the hand is known to be played by PyPokerEngine's rules.
        actions: number of actions of all players in the hand so far.
        has_ended: whether the round's result has been sent.
    """

    def __init__(self, start: HandStart, send: Send, new_game: bool) -> None:
        names = start.names or tuple([f"seat {seat}" for seat in range(len(start.stacks))])
        small_blind = start.big_blind // 2
        self.start = start
        self.table = EngineTable(names, start.stacks, start.button, small_blind, start.hand)
        self.by_engine = self.has_ended = False
        self.actions = 0
        self._send = send
        self._game_seats = self.table.seats() if new_game else []
        self._holes: dict[int, tuple[Card, ...] | None] = {}
        self._shown: dict[int, tuple[Card, ...]] = {}
        self._awards: list[Award] = []
        self._blinds = self._ante = 0
        self._began = False
        self._takers: dict[type, Callable[[Any], None]] = {
            Ante: self._take_ante,
            Blind: self._take_blind,
            Straddle: self._take_straddle,
            DealHole: self._take_hole,
            Acted: self._take_action,
            EngineActed: self._take_action,
            DealBoard: self._take_board,
            UncalledReturned: lambda event: self.table.take_back(event.seat, event.chips),
            Show: lambda event: self._shown.update({event.seat: event.cards}),
            Award: self._take_award,
        }

    def write(self, events: Iterable[Event]) -> None:
        """Send the messages about the next events of the hand."""
        for event in events:
            self.by_engine |= isinstance(event, EngineActed)
            if not self._began and not isinstance(event, Ante | Blind | Straddle | DealHole):
                self.begin()
            taker = self._takers.get(type(event))
            if taker is not None:
                taker(event)

    def question(self, seen: Observation) -> tuple[list[Message], list[str], Message]:
        """Return the arguments with which to call ``declare_action``."""
        hole = self._holes.get(seen.seat) or tuple(seen.hole)
        return valid_actions(seen.legal), engine_texts(hole), self.table.round_state(seen.seat)

    # --- the beginning ----------------------------------------------------------------------------

    def _take_ante(self, event: Ante) -> None:
        self._ante = max(self._ante, event.chips)
        self.table.ante(event.seat, event.chips)

    def _take_blind(self, event: Blind) -> None:
        is_small = not self._blinds and event.chips <= self.table.small_blind
        self._blinds += 1
        self.table.blind(event.seat, event.chips, is_small)

    def _take_straddle(self, event: Straddle) -> None:
        self.table.act(event.seat, "raise", event.chips, all_in=False)

    def _take_hole(self, event: DealHole) -> None:
        self._holes[event.seat] = event.cards

    def begin(self) -> None:
        """Send the messages that precede the first action, unless they have been sent already."""
        if self._began:
            return
        self._began = True
        table = self.table
        for seat in range(len(table.stacks)):
            if seat not in self._holes:
                table.sit_out(seat)
            elif not table.stacks[seat] and not self.by_engine:
                # Under PyPokerEngine's rules, a seat that has posted its last chip still acts.
                table.status[seat] = ALL_IN
        table.order_antes()
        if self._game_seats:
            self._send("game_start", self._game_info())
        hole = self._holes.get(self.start.seat) or ()
        self._send("round_start", table.number, engine_texts(hole), table.seats())
        self._send_street()

    def _game_info(self) -> Message:
        rule = {
            "initial_stack": self.start.stacks[self.start.seat],
            "max_round": self.start.hands,
            "small_blind_amount": self.table.small_blind,
            "ante": self._ante,
            "blind_structure": {},
        }
        return {"player_num": len(self._game_seats), "rule": rule, "seats": self._game_seats}

    def _send_street(self) -> None:
        state = self.table.round_state(self.table.first_asked)
        self._send("street_start", state["street"], state)

    # --- what is done -----------------------------------------------------------------------------

    def _take_action(self, event: Acted) -> None:
        word = _ENGINE_WORDS[event.action.kind]
        total = self.table.bets[event.seat] + event.chips
        declared = word, 0 if word == "fold" else total
        if isinstance(event, EngineActed):
            # PyPokerEngine tells the players what was declared, even if it became a fold.
            word, declared = event.taken, (event.declared, event.declared_amount)
        self.actions += 1
        self.table.act(event.seat, word, event.chips, event.all_in)
        uuid, (kind, amount) = self.table.uuids[event.seat], declared
        action = {"player_uuid": uuid, "action": kind, "amount": amount}
        self._send("game_update", action, self.table.round_state(event.seat))

    def _take_board(self, event: DealBoard) -> None:
        self.table.deal(STREETS.index(event.street), event.cards)
        if len(self.table.players) > 1:
            self._send_street()

    # --- the end ----------------------------------------------------------------------------------

    def _take_award(self, event: Award) -> None:
        self._awards.append(event)
        self.table.give(event.seat, event.chips)
        if self.by_engine:
            is_last = len(self._awards) == len(self._expected())
        else:
            is_last = sum(award.chips for award in self._awards) == sum(self.table.paid)
        if is_last:
            self.finish()

    def finish(self) -> None:
        """Send the round's result, if there is one and it has not been sent already."""
        if self.has_ended or not self._awards:
            return
        self.has_ended = True
        table = self.table
        table.deal(SHOWDOWN, ())
        infos = [
            table.hand_info(seat, self._shown[seat])
            for seat in (table.players if len(table.players) > 1 else ())
            if seat in self._shown
        ]
        winners = table.seats(self._winners())
        self._send("round_result", winners, infos, table.round_state(table.first_asked))

    def _winners(self) -> list[int]:
        """Return the seats that PyPokerEngine names as winners.

        Under its rules these are the seats with the best hand, even if another seat won more. Under
        our own rules they are all seats that won chips.
        """
        if self.by_engine:
            return best_seats(self._scores())
        return sorted({award.seat for award in self._awards})

    def _scores(self) -> dict[int, int]:
        left = self.table.players
        if len(left) == 1:
            return {left[0]: 0}
        board = self.table.board
        return {seat: engine_score(self._shown[seat], board) for seat in left}

    def _expected(self) -> list[Prize]:
        return prizes(engine_pots(self.table.paid, self.table.status), self._scores())
