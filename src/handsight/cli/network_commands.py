"""The commands that listen or connect; nothing heavy is imported before they run."""

from __future__ import annotations

from typing import Any

import click

from handsight.cli.options import FILE

_game_option = click.option(
    "--game", type=FILE, metavar="GAMEDEF", help="A game definition; heads-up no-limit otherwise."
)
_host_option = click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Of the dealer."
)


@click.group("acpc")
def acpc_group() -> None:
    """Deal or play a match by the protocol of the computer poker competition."""


@acpc_group.command("deal")
@_game_option
@click.option("--hands", default=1000, show_default=True, metavar="N", help="Of the match.")
@click.option("--seed", type=int, metavar="N", help="Of the decks; a fresh one unless given.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Of a player; once for each.")
@click.option(
    "--port",
    "ports",
    multiple=True,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Of a player; once for each. Any that are free unless given.",
)
@_host_option
@click.option("--log", type=FILE, metavar="FILE", help="Keep the hands, as dealers do.")
@click.option("--response", default=600.0, show_default=True, metavar="SECONDS", help="For one.")
@click.option(
    "--average", default=7.0, show_default=True, metavar="SECONDS", help="For a hand, on average."
)
@click.option(
    "--connecting", default=600.0, show_default=True, metavar="SECONDS", help="Until all are there."
)
def acpc_deal_command(**options: Any) -> None:
    """Deal a match to players that connect, each to a port of its own."""
    from handsight.cli.acpc_command import deal_match

    deal_match(**options)


@acpc_group.command("play")
@click.argument("agent")
@_game_option
@_host_option
@click.option("--port", required=True, type=int, metavar="N", help="That the dealer has named.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Of the agent.")
@click.option(
    "--patience", default=60.0, show_default=True, metavar="SECONDS", help="Until it is reached."
)
def acpc_play_command(agent: str, **options: Any) -> None:
    """Let AGENT play in a match that a dealer deals."""
    from handsight.cli.acpc_command import play_match

    play_match(agent, **options)


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="To listen on."
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    metavar="N",
    help="To listen on; 0 for any that is free.",
)
@click.option("--store", type=FILE, metavar="FILE", help="Where the hands that you play are kept.")
@click.option(
    "--bot", "bots", type=FILE, multiple=True, metavar="FILE", help="A bot to play against."
)
@click.option(
    "--arena", "arenas", type=FILE, multiple=True, metavar="FILE", help="An arena to look at."
)
@click.option("--open", "opens", is_flag=True, help="Open a browser, too.")
def serve_command(**options: Any) -> None:
    """Serve a page to look, play and compare, until Ctrl+C.

    The page is for this machine alone unless --host names another address. Then everybody who
    uses it needs the token that is printed.
    """
    from handsight.cli.serve_command import serve_page

    serve_page(**options)


NETWORK_COMMANDS = (acpc_group, serve_command)
"""The commands that stand here."""
