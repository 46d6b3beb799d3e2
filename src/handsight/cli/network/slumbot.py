"""The implementation of `handsight slumbot`: a client and a server of Slumbot's protocol."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from handsight.agents import AgentSpec
from handsight.cli.network.sessions import SessionHands, require_hands, seated_agent
from handsight.cli.progress import progress_bar
from handsight.cli.terminal import require_writable, say
from handsight.errors import OptionError
from handsight.interop import build_agent
from handsight.interop.slumbot import SlumbotClient, SlumbotSeat, SlumbotServer, play_hands
from handsight.interop.slumbot.hands import RULES
from handsight.runtime.seeds import checked_seed


def play_slumbot(
    agent: str,
    *,
    hands: int,
    url: str,
    seed: int,
    timeout: float,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play hands on a server, and show the winnings, even if an error ends the session early.

    The winnings are shown, and the hands are saved to `save`, only if at least one hand was played.
    """
    require_hands(hands)
    require_writable("--save", save)
    client = SlumbotClient(url, timeout=timeout)
    kept = SessionHands(agent, client.url, RULES.big_blind, save)
    with seated_agent(agent) as player:
        seat = SlumbotSeat(player, checked_seed(seed))
        say(f"Playing at {client.url}, over the network.", err=True)
        try:
            with progress_bar("hands") as progress:
                for hand in play_hands(client, seat, hands):
                    kept.add(hand.chips, hand.record)
                    progress(hand.number, hands)
        finally:
            if seat.hands:
                kept.end(as_json)


def serve_slumbot(agent: str, *, port: int, host: str, seed: int) -> None:
    """Answer clients with an agent until the program is interrupted."""
    spec = AgentSpec.parse(agent)
    if spec.file is not None:
        raise OptionError("the server plays only agents by name; a bot in a file plays with `play`")
    build_agent(spec)  # rejects invalid options before a client connects
    with SlumbotServer(lambda: build_agent(spec), port=port, host=host, seed=seed) as server:
        say(f"{agent} answers at {server.url} until Ctrl+C.")
        with suppress(KeyboardInterrupt):
            server.wait()
