"""The commands that listen or connect; nothing heavy is imported before they run."""

from __future__ import annotations

from typing import Any

import click

from handsight.cli.options import BLINDS, FILE, PORT, as_json_option, project_option

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
_hands_option = click.option(
    "--hands", default=100, show_default=True, metavar="N", help="Play N hands, 1 to 1,000,000."
)
_agent_seed_option = click.option(
    "--seed", default=0, show_default=True, metavar="N", help="Seed of the agent."
)
_patience_option = click.option(
    "--patience",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Try this long to reach the dealer.",
)
_save_option = click.option(
    "--save", type=FILE, metavar="FILE", help="Write the hands to FILE, in PHHS."
)


@click.group("acpc")
def acpc_group() -> None:
    """Deal or play a match by the protocol of the computer poker competition."""


@acpc_group.command("deal")
@_game_option
@click.option(
    "--hands",
    default=1000,
    show_default=True,
    metavar="N",
    help="Hands of the match, 1 to 10,000,000.",
)
@click.option("--seed", type=int, metavar="N", help="Seed of the decks; a fresh one unless given.")
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="Name of a player; once for each."
)
@click.option(
    "--port",
    "ports",
    multiple=True,
    type=PORT,
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
    from handsight.cli.network.acpc import deal_match

    deal_match(**options)


@acpc_group.command("play")
@click.argument("agent")
@project_option
@_game_option
@_host_option
@click.option(
    "--port", required=True, type=PORT, metavar="N", help="Port that the dealer has named."
)
@_agent_seed_option
@_patience_option
def acpc_play_command(agent: str, **options: Any) -> None:
    """Let AGENT play in a match that a dealer deals."""
    from handsight.cli.network.acpc import play_match

    play_match(agent, **options)


@click.group("slumbot")
def slumbot_group() -> None:
    """Play at a server of Slumbot's JSON protocol, or be one."""


@slumbot_group.command("play")
@click.argument("agent")
@project_option
@_hands_option
@click.option(
    "--url",
    default="https://slumbot.com",
    show_default=True,
    metavar="URL",
    help="Address of the server.",
)
@_agent_seed_option
@click.option(
    "--timeout",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Longest time for an answer.",
)
@_save_option
@as_json_option
def slumbot_play_command(agent: str, **options: Any) -> None:
    """Let AGENT play against Slumbot, over the network.

    Without --url the hands are played at the public server, heads-up with blinds of 50 and 100 and
    stacks of 20,000. What was won is shown in bb/100 with its interval.
    """
    from handsight.cli.network.slumbot import play_slumbot

    play_slumbot(agent, **options)


@slumbot_group.command("serve")
@click.argument("agent")
@click.option(
    "--port",
    default=0,
    show_default=True,
    type=PORT,
    metavar="N",
    help="Listen on this port; 0 takes any that is free.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the decks.")
def slumbot_serve_command(agent: str, **options: Any) -> None:
    """Let AGENT answer clients of the protocol, in the place of Slumbot, until Ctrl+C."""
    from handsight.cli.network.slumbot import serve_slumbot

    serve_slumbot(agent, **options)


@click.group("pokerbots")
def pokerbots_group() -> None:
    """Play by the socket protocol of the MIT Pokerbots competition."""


@pokerbots_group.command("play")
@click.argument("agent")
@project_option
@_host_option
@click.option(
    "--port", required=True, type=PORT, metavar="N", help="Port that the server gives its player."
)
@click.option(
    "--stack",
    default=400,
    show_default=True,
    metavar="CHIPS",
    help="Chips of both players before every round, 2 to 1,000,000,000.",
)
@click.option(
    "--blinds",
    default="1/2",
    show_default=True,
    type=BLINDS,
    metavar="SMALL/BIG",
    help="The blinds.",
)
@_agent_seed_option
@_patience_option
@_save_option
@as_json_option
def pokerbots_play_command(agent: str, **options: Any) -> None:
    """Let AGENT play rounds of plain hold'em until the server ends the match.

    The server must be told to wait for a player on a port. Variants of hold'em, of which the
    competition has one each year, are refused.
    """
    from handsight.cli.network.pokerbots import play_pokerbots

    play_pokerbots(agent, **options)


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
    type=PORT,
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
    from handsight.cli.network.serve import serve_page

    serve_page(**options)


NETWORK_COMMANDS = (acpc_group, slumbot_group, pokerbots_group, serve_command)
"""The commands that stand here."""
