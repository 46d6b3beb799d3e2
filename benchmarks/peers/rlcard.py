"""rlcard: a game for learning agents, which raise by half a pot, a pot or all-in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.peers import CALL, FOLD, SMALL_BLIND, STACK, Game, Peer, Played, Script


def load() -> Peer:
    """Return the peer.

    Raises:
        ImportError: if it is not installed.
    """
    from rlcard.games.nolimitholdem import Game as Table
    from rlcard.games.nolimitholdem.round import Action

    def play(players: int, scripts: Sequence[Script]) -> list[Played]:
        table = Table(num_players=players)
        table.configure(
            {"game_num_players": players, "chips_for_each": STACK, "dealer_id": players - 1}
        )
        table.small_blind, table.big_blind = SMALL_BLIND, 2 * SMALL_BLIND
        return [_play_one(table, script) for script in scripts]

    def _play_one(table: Any, script: Script) -> Played:
        table.init_game()
        moves, actions = iter(script), 0
        while not table.is_over():
            table.step(_chosen(table, next(moves, CALL)))
            actions += 1
        return Played(actions, tuple(map(int, table.get_payoffs())))

    def _chosen(table: Any, move: int) -> Any:
        raised = table.round.raised
        owes = raised[table.game_pointer] < max(raised)
        return Action.FOLD if move == FOLD and owes else Action.CHECK_CALL

    call = "`NolimitholdemGame.step`"
    return Peer("rlcard", call, game=Game(play, raises=False))
