"""The implementation of `handsight acpc`, which deals or plays a match over the network."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from handsight.cli.network.sessions import seated_agent
from handsight.cli.progress import progress_bar
from handsight.cli.terminal import require_writable, say
from handsight.errors import OptionError
from handsight.interop.acpc.dealer import Dealer, TimeLimits
from handsight.interop.acpc.game import NO_LIMIT, AcpcMatch
from handsight.interop.acpc.player import AcpcSeat, play_at
from handsight.runtime.seeds import checked_seed, seed_or_fresh

MOST_HANDS = 10**7


def deal_match(
    game: Path | None,
    *,
    hands: int,
    seed: int | None,
    names: tuple[str, ...],
    ports: tuple[int, ...],
    host: str,
    log: Path | None,
    response: float,
    average: float,
    connecting: float,
) -> None:
    """Wait for the players, deal a match to them, and show how much each won.

    Args:
        game: file with the game definition; None for heads-up no-limit.
        hands: number of hands.
        seed: seed of the decks; None for a random seed.
        names: names of the players; empty for player1, player2 and so on.
        ports: one port for each player; empty for any free ports.
        host: address to listen on.
        log: file for the log of the hands; None for no log.
        response: seconds allowed for each response.
        average: maximum average time of a player for a hand, in seconds.
        connecting: seconds within which all players must connect.
    """
    match = _match(game)
    if not 1 <= hands <= MOST_HANDS:
        raise OptionError(f"--hands is {hands}; it must be from 1 to {MOST_HANDS:,}")
    limits = TimeLimits(connecting, response, average)
    for option, value in (
        ("--response", response),
        ("--average", average),
        ("--connecting", connecting),
    ):
        if not 0 < value < 10**7:
            raise OptionError(f"{option} is {value:g}; it must be a number of seconds above 0")
    require_writable("--log", log)
    names = names or tuple(f"player{number}" for number in range(1, match.players + 1))
    drawn = seed_or_fresh(None) if seed is None else checked_seed(seed)
    dealer = Dealer(match, names, ports=ports, host=host, limits=limits)
    for name, port in zip(names, dealer.ports, strict=True):
        say(f"{name}: {host} port {port}")
    with ExitStack() as stack:
        lines = None
        if log is not None:
            lines = stack.enter_context(log.open("w", encoding="utf-8", newline="\n"))
            lines.write(f"# {' '.join(names)}, {hands} hands, seed {drawn}\n")
        progress = stack.enter_context(progress_bar("hands"))
        score = dealer.deal(
            hands,
            drawn,
            log=None if lines is None else lambda line: lines.write(f"{line}\n"),
            warn=lambda text: say(f"handsight: {text}", err=True),
            progress=progress,
        )
    for name, chips, corrected in zip(names, score.chips, score.corrected, strict=True):
        wrong = f"; {corrected} answers were no legal action" if corrected else ""
        say(f"{name} won {chips:+,} chips in {hands:,} hands{wrong}.")
    if log is None:
        say(f"Seed {drawn}.")


def play_match(
    agent: str, *, game: Path | None, host: str, port: int, seed: int, patience: float
) -> None:
    """Play an agent to the end of a match that somebody else deals, and show its winnings.

    Args:
        agent: name of the agent.
        game: file with the game definition; None for heads-up no-limit.
        host: address of the dealer.
        port: port that the dealer assigns to the agent.
        seed: seed of the agent's random numbers.
        patience: seconds to keep trying to connect.
    """
    match = _match(game)
    with seated_agent(agent) as player:
        seat = AcpcSeat(player, match, checked_seed(seed))
        play_at(host, port, seat, patience=patience)
    hands = "1 hand" if seat.hands == 1 else f"{seat.hands:,} hands"
    click.echo(f"{agent} won {seat.chips:+,} chips in {hands}.")


def _match(game: Path | None) -> AcpcMatch:
    if game is None:
        return AcpcMatch.parse(NO_LIMIT)
    try:
        return AcpcMatch.parse(game.read_text("utf-8"), str(game))
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read {str(game)!r}: {error}") from None
