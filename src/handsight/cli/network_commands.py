"""The commands that listen or connect; nothing heavy is imported before they run."""

from __future__ import annotations

from typing import Any

import click

from handsight.cli.options import FILE

_game_option = click.option(
    "--game", type=FILE, metavar="GAMEDEF", help="A game definition; heads-up no-limit otherwise."
)
_host_option = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address of the dealer.",
)


@click.group("acpc")
def acpc_group() -> None:
    """Deal or play a match by the protocol of the computer poker competition."""


@acpc_group.command("deal")
@_game_option
@click.option("--hands", default=1000, show_default=True, metavar="N", help="Hands of the match.")
@click.option("--seed", type=int, metavar="N", help="Seed of the decks; a fresh one unless given.")
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="Name of a player; once for each."
)
@click.option(
    "--port",
    "ports",
    multiple=True,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port of a player; once for each. Any that are free unless given.",
)
@_host_option
@click.option("--log", type=FILE, metavar="FILE", help="Write the hands to FILE, as dealers do.")
@click.option(
    "--response",
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Longest time for a response.",
)
@click.option(
    "--average",
    default=7.0,
    show_default=True,
    metavar="SECONDS",
    help="Longest time for a hand, on average.",
)
@click.option(
    "--connecting",
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Wait this long for the players.",
)
def acpc_deal_command(**options: Any) -> None:
    """Deal a match to players that connect, each to a port of its own."""
    from handsight.cli.acpc_command import deal_match

    deal_match(**options)


@acpc_group.command("play")
@click.argument("agent")
@_game_option
@_host_option
@click.option(
    "--port", required=True, type=int, metavar="N", help="Port that the dealer has named."
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the agent.")
@click.option(
    "--patience",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Try this long to reach the dealer.",
)
def acpc_play_command(agent: str, **options: Any) -> None:
    """Let AGENT play in a match that a dealer deals."""
    from handsight.cli.acpc_command import play_match

    play_match(agent, **options)


@click.command("serve")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address.",
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Listen on this port; 0 takes any that is free.",
)
@click.option("--store", type=FILE, metavar="FILE", help="Keep the hands that you play in FILE.")
@click.option(
    "--bot",
    "bots",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="A bot to play against; may be given again.",
)
@click.option(
    "--arena",
    "arenas",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Store of an arena to look at; may be given again.",
)
@click.option("--open", "opens", is_flag=True, help="Open a browser, too.")
def serve_command(**options: Any) -> None:
    """Serve pages for odds, play, replays, arenas and solving, until Ctrl+C.

    The page is for this machine alone unless --host names another address. Then everybody who
    uses it needs the token that is printed.
    """
    from handsight.cli.serve_command import serve_page

    serve_page(**options)


NETWORK_COMMANDS = (acpc_group, serve_command)
"""The commands that stand here."""
