"""The implementation of `handsight pokerbots`, which plays rounds over the Pokerbots protocol."""

from __future__ import annotations

from pathlib import Path

from handsight.cli.network.sessions import SessionHands, seated_agent
from handsight.cli.terminal import require_writable
from handsight.interop.pokerbots import PokerbotsGame, PokerbotsSeat, play_rounds
from handsight.runtime.seeds import checked_seed


def play_pokerbots(
    agent: str,
    *,
    host: str,
    port: int,
    stack: int,
    blinds: tuple[int, int],
    seed: int,
    patience: float,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play rounds until the server ends the match or an error occurs, and show the winnings.

    The winnings are shown, and the hands are saved to `save`, only if at least one round was
    played.
    """
    require_writable("--save", save)
    game = PokerbotsGame(*blinds, stack)
    kept = SessionHands(agent, f"{host}:{port}", game.big_blind, save)
    with seated_agent(agent) as player:
        seat = PokerbotsSeat(player, game, checked_seed(seed))
        try:
            play_rounds(
                *(host, port, seat),
                patience=patience,
                over=lambda played: kept.add(played.chips, played.record),
            )
        finally:
            if seat.rounds:
                kept.end(as_json)
