"""PyPokerEngine: an emulator in plain Python; each action copies the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.peers import (
    BIG_BLIND,
    CALL,
    FOLD,
    RAISE,
    SMALL_BLIND,
    STACK,
    Game,
    Peer,
    Played,
    Script,
)


def load() -> Peer:
    """Return the peer.

    Its minimum raise before the flop is half a big blind; here it raises by a whole one.

    Raises:
        ImportError: if it is not installed.
    """
    import pypokerengine.api.emulator  # noqa: F401

    return Peer("pypokerengine", "`Emulator.apply_action`", game=Game(_play))


def _play(players: int, scripts: Sequence[Script]) -> list[Played]:
    from pypokerengine.api.emulator import Emulator

    emulator = Emulator()
    emulator.set_game_rule(players, len(scripts), SMALL_BLIND, 0)
    seated = {str(seat): {"stack": STACK, "name": ""} for seat in range(players)}
    table = emulator.generate_initial_game_state(seated)
    return [_play_one(emulator, table, script) for script in scripts]


def _play_one(emulator: Any, table: Any, script: Script) -> Played:
    from pypokerengine.engine.poker_constants import PokerConstants

    state, _ = emulator.start_new_round(table)
    moves, actions = iter(script), 0
    while state["street"] != PokerConstants.Street.FINISHED:
        action = _chosen(emulator, state, next(moves, CALL))
        state, _ = emulator.apply_action(state, *action)
        actions += 1
    players = state["table"].seats.players
    return Played(actions, tuple(player.stack - STACK for player in players))


def _chosen(emulator: Any, state: Any, move: int) -> tuple[str, int]:
    _, call, more = emulator.generate_possible_actions(state)
    actor = state["table"].seats.players[state["next_player"]]
    if move == FOLD and call["amount"] > actor.paid_sum():
        return "fold", 0
    if move == RAISE and more["amount"]["max"] >= call["amount"] + BIG_BLIND:
        return "raise", call["amount"] + BIG_BLIND
    return "call", call["amount"]
