"""PyPokerEngine's round manager, which some bots call instead of the emulator.

Names and meanings are those of PyPokerEngine 1.0.1, but the code is our own. Where the emulator
returns events, the round manager returns messages with their addresses.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from handsight.interop.pypokerengine.emulator import (
    Event,
    acted,
    begun,
    following,
    histories_of,
    round_state,
    start_events,
)
from handsight.interop.pypokerengine.emulator_table import GameState, Table
from handsight.interop.pypokerengine.messages import Message
from handsight.interop.pypokerengine.rules import EngineRules
from handsight.interop.pypokerengine.stand_in import HandEvaluator

EVERYBODY = -1
"""The address of messages to all players; other addresses are ids of players."""

Addressed: TypeAlias = "tuple[int | str, Message]"


class RoundManager:
    """Starts rounds, and applies actions to them.

    Example:
        >>> from handsight.interop.pypokerengine.emulator import Emulator
        >>> emulator = Emulator()
        >>> emulator.set_game_rule(2, 10, 5, 0)
        >>> players = {"a": {"name": "A", "stack": 100}, "b": {"name": "B", "stack": 100}}
        >>> state, _ = emulator.start_new_round(emulator.generate_initial_game_state(players))
        >>> state, messages = RoundManager.apply_action(state, "call", 10)
        >>> [(address, each["message"]["message_type"]) for address, each in messages]
        [(-1, 'game_update_message'), ('a', 'ask_message')]
    """

    @classmethod
    def start_new_round(
        cls, round_count: int, small_blind_amount: int, ante_amount: int, table: Table
    ) -> tuple[GameState, list[Addressed]]:
        """Start a round on a copy of a table whose blinds have their seats."""
        state = begun(table.copy(), round_count, EngineRules(small_blind_amount, ante_amount))
        seats = round_state(state)["seats"]
        messages: list[Addressed] = [
            (
                player.uuid,
                _notification(
                    "round_start_message",
                    round_count=round_count,
                    hole_card=[str(card) for card in player.hole_card],
                    seats=seats,
                ),
            )
            for player in state["table"].seats.players
        ]
        return state, messages + [_message_of(event, state) for event in start_events(state)]

    @classmethod
    def apply_action(
        cls, original_state: GameState, action: str, bet_amount: int = 0
    ) -> tuple[GameState, list[Addressed]]:
        """Apply an action of the player to act to a copy of a state.

        Raises:
            InputError: if nobody is to act, or a showdown lacks hole cards.
        """
        state, played = acted(original_state, action, bet_amount)
        player = state["table"].seats.players[state["next_player"]]
        update = _notification(
            "game_update_message",
            action={"player_uuid": player.uuid, "action": action, "amount": bet_amount},
            round_state=round_state(state),
            action_histories={"action_histories": histories_of(state["table"])},
        )
        messages: list[Addressed] = [(EVERYBODY, update)]
        messages += [_message_of(event, state) for event in following(state, played)]
        return state, messages


def _notification(kind: str, **content: Any) -> Message:
    return {"type": "notification", "message": {"message_type": kind, **content}}


def _message_of(event: Message, state: GameState) -> Addressed:
    """Return an event of the emulator as a message; the state is that of the event."""
    table: Table = state["table"]
    seen = event["round_state"]
    if event["type"] == Event.NEW_STREET:
        content = {"round_state": seen, "street": event["street"]}
        return EVERYBODY, _notification("street_start_message", **content)
    if event["type"] == Event.ASK_PLAYER:
        player = table.seats.players[state["next_player"]]
        content = {
            "message_type": "ask_message",
            "hole_card": [str(card) for card in player.hole_card],
            "valid_actions": event["valid_actions"],
            "round_state": seen,
            "action_histories": {"action_histories": histories_of(table)},
        }
        return player.uuid, {"type": "ask", "message": content}
    by_uuid = {seat["uuid"]: seat for seat in seen["seats"]}
    return EVERYBODY, _notification(
        "round_result_message",
        round_count=state["round_count"],
        hand_info=_hand_info(table),
        round_state=seen,
        winners=[by_uuid[each["uuid"]] for each in event["winners"]],
    )


def _hand_info(table: Table) -> list[Message]:
    """Describe the hands at a showdown; nothing is shown if only one player is left."""
    left = [player for player in table.seats.players if player.is_active()]
    board = table.get_community_card()
    return [
        {"uuid": each.uuid, "hand": HandEvaluator.gen_hand_rank_info(each.hole_card, board)}
        for each in (left if len(left) > 1 else [])
    ]
