"""texasholdem: a table in plain Python, which writes a history of each hand."""

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

    Raises:
        ImportError: if it is not installed.
    """
    from texasholdem import ActionType, TexasHoldEm

    def play(players: int, scripts: Sequence[Script]) -> list[Played]:
        hands = (TexasHoldEm(STACK, BIG_BLIND, SMALL_BLIND, players) for _ in scripts)
        return [_play_one(hand, script) for hand, script in zip(hands, scripts, strict=True)]

    def _play_one(hand: Any, script: Script) -> Played:
        moves, actions = iter(script), 0
        hand.start_hand()
        while hand.is_hand_running():
            _act(hand, next(moves, CALL))
            actions += 1
        return Played(actions, tuple(player.chips - STACK for player in hand.players))

    def _act(hand: Any, move: int) -> None:
        actor = hand.current_player
        cost = hand.chips_to_call(actor)
        if move == FOLD and cost:
            hand.take_action(ActionType.FOLD)
        elif move == RAISE:
            total = hand.value_to_total(hand.min_raise(), actor)
            hand.take_action(ActionType.RAISE, total=total)
        else:
            hand.take_action(ActionType.CALL if cost else ActionType.CHECK)

    return Peer("texasholdem", "`TexasHoldEm.take_action`, a new table a hand", game=Game(play))
