"""The commands that use the network. Heavy imports wait until a command runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from handsight.cli.files import FILE, WrittenFile, force_option
from handsight.cli.options import (
    PORT,
    as_json_option,
    blinds_option,
    charts_option,
    project_option,
)

_game_option = click.option(
    "--game",
    type=FILE,
    metavar="GAMEDEF",
    help="File with the definition of the game, in the format of the ACPC. Default: heads-up "
    "no-limit.",
)
_host_option = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address of the dealer or server, like 192.168.0.7.",
)
_listen_option = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen on this address.",
)
_hands_option = click.option(
    "--hands",
    default=100,
    show_default=True,
    metavar="N",
    help="Number of hands to play, 1 to 1,000,000.",
)
_agent_seed_option = click.option(
    "--seed", default=0, show_default=True, metavar="N", help="Seed of the agent's random numbers."
)
_patience_option = click.option(
    "--patience",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to try to reach the dealer or server, in seconds.",
)
_save_option = click.option(
    "--save", type=WrittenFile("hands"), metavar="FILE", help="Write the hands to FILE, in PHHS."
)


def _free_port_option(default: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the option for the port of a server."""
    return click.option(
        "--port",
        default=default,
        show_default=True,
        type=PORT,
        metavar="N",
        help="Listen on this port; 0 takes any free port.",
    )


@click.group("acpc")
def acpc_group() -> None:
    """Deal or play a match by the protocol of the Annual Computer Poker Competition (ACPC)."""


@acpc_group.command("deal")
@_game_option
@click.option(
    "--hands",
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of hands to deal, 1 to 10,000,000.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the decks. Default: a fresh one, which is printed or written to the log.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Name of a player; give it once for each. Default: player1, player2 and so on.",
)
@click.option(
    "--port",
    "ports",
    multiple=True,
    type=PORT,
    metavar="N",
    help="Port of a player; give it once for each. Default: any free ports.",
)
@_listen_option
@click.option(
    "--log",
    type=WrittenFile("log"),
    metavar="FILE",
    help="Write the hands to FILE, as an ACPC log.",
)
@click.option(
    "--response",
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Maximum time for one response, in seconds.",
)
@click.option(
    "--average",
    default=7.0,
    show_default=True,
    metavar="SECONDS",
    help="Maximum average time for a hand, in seconds.",
)
@click.option(
    "--connecting",
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the players to connect, in seconds.",
)
@force_option
def acpc_deal_command(**options: Any) -> None:
    """Deal a match to players that connect over the network, each on its own port."""
    from handsight.cli.network.acpc import deal_match

    deal_match(**options)


@acpc_group.command("play")
@click.argument("agent")
@project_option
@_game_option
@_host_option
@click.option(
    "--port", required=True, type=PORT, metavar="N", help="Port that the dealer assigns to AGENT."
)
@_agent_seed_option
@_patience_option
def acpc_play_command(agent: str, **options: Any) -> None:
    """Play AGENT in a match that a dealer deals over the network.

    AGENT is a name that `handsight agents` lists, or your own bot, like path/to/bot.py:MyBot.
    """
    from handsight.cli.network.acpc import play_match

    play_match(agent, **options)


@click.group("slumbot")
def slumbot_group() -> None:
    """Play at a server that speaks Slumbot's JSON protocol, or run one."""


@slumbot_group.command("play")
@click.argument("agent")
@project_option
@_hands_option
@click.option(
    "--url",
    default="https://slumbot.com",
    show_default=True,
    metavar="URL",
    help="Address of the server, like http://127.0.0.1:18795.",
)
@_agent_seed_option
@click.option(
    "--timeout",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Maximum time to wait for an answer, in seconds.",
)
@_save_option
@force_option
@as_json_option("handsight.views.arena.session:SessionReport")
def slumbot_play_command(agent: str, **options: Any) -> None:
    """Play AGENT against Slumbot, over the network.

    AGENT is a name that `handsight agents` lists, or your own bot, like path/to/bot.py:MyBot. Hands
    are heads-up, with blinds of 50 and 100 and stacks of 20,000. The result is in bb/100, with its
    interval.
    """
    from handsight.cli.network.slumbot import play_slumbot

    play_slumbot(agent, **options)


@slumbot_group.command("serve")
@click.argument("agent")
@_free_port_option(0)
@_listen_option
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the decks.")
def slumbot_serve_command(agent: str, **options: Any) -> None:
    """Stand in for Slumbot: answer clients of its protocol with AGENT, until Ctrl+C.

    AGENT is a name that `handsight agents` lists.
    """
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
    "--port",
    required=True,
    type=PORT,
    metavar="N",
    help="Port on which the server waits for AGENT.",
)
@click.option(
    "--stack",
    default=400,
    show_default=True,
    metavar="CHIPS",
    help="Chips of both players before each round, 2 to 1,000,000,000.",
)
@blinds_option("1/2")
@_agent_seed_option
@_patience_option
@_save_option
@force_option
@as_json_option("handsight.views.arena.session:SessionReport")
def pokerbots_play_command(agent: str, **options: Any) -> None:
    """Play AGENT in rounds of plain hold'em, until the server ends the match.

    AGENT is a name that `handsight agents` lists, or your own bot, like path/to/bot.py:MyBot. Set
    up the server to wait for a player on a port. The competition's yearly variants of hold'em are
    refused.
    """
    from handsight.cli.network.pokerbots import play_pokerbots

    play_pokerbots(agent, **options)


@click.command("serve")
@_listen_option
@_free_port_option(8000)
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Keep the hands that you play in FILE. Default: hands.db in your data folder.",
)
@click.option(
    "--bot",
    "bots",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Also offer the bot in FILE, like my_bot.py, as an opponent. May be repeated.",
)
@click.option(
    "--arena",
    "arenas",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Also show the arena in the store FILE. May be repeated.",
)
@charts_option
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    metavar="MB",
    help="Let all solutions on the page use up to MB megabytes, like 8000. Default: half of the "
    "free memory.",
)
@click.option(
    "--reviews",
    type=FILE,
    metavar="FILE",
    help="Keep reviewed hands in FILE, and use them again. Default: keep them in memory only.",
)
@click.option(
    "--drills",
    type=FILE,
    metavar="FILE",
    help="Keep the answers in drills in FILE, and repeat mistakes. Default: drill.db in your data "
    "folder, which handsight drill uses too.",
)
@click.option("--open", "opens", is_flag=True, help="Also open the page in a browser.")
def serve_command(**options: Any) -> None:
    """Serve a web page for odds, play, solving, reviews and drills, until Ctrl+C.

    The page is only available on this machine, unless --host names another address. Then all users
    need the token that is printed.
    """
    from handsight.cli.network.serve import serve_page

    serve_page(**options)


@click.command("mcp")
@click.option(
    "--allow",
    "folders",
    type=FILE,
    multiple=True,
    metavar="FOLDER",
    help="Let the tools read recorded hands in FOLDER, like ~/hands. May be repeated. Default: "
    "they read no files.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(1, 86_400),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for each answer, in seconds; compiling kernels is not counted.",
)
@click.option(
    "--memory",
    type=click.IntRange(256, 10**6),
    default=2048,
    show_default=True,
    metavar="MB",
    help="Memory for each answer, in MB.",
)
@click.option(
    "--hands",
    type=click.IntRange(1, 10**6),
    default=200,
    show_default=True,
    metavar="N",
    help="Review at most N hands for one answer.",
)
@click.option(
    "--at-once",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    metavar="N",
    help="Work on at most N answers at the same time.",
)
@click.pass_context
def mcp_command(context: click.Context, /, **options: Any) -> None:
    """Offer the questions as tools to assistants, by the Model Context Protocol (MCP).

    An assistant's program starts this command itself, and talks to it over standard input and
    output. The tools are equity, explain, rank, preflop, range, texture, bet_odds, icm, chart,
    push_fold, solve, review, replay and words. Nothing is written, and no network is used.
    """
    from handsight.cli.network.mcp import serve_assistants

    group = context.find_root().command
    serve_assistants(getattr(group, "commands", {}), **options)


NETWORK_COMMANDS = (acpc_group, slumbot_group, pokerbots_group, serve_command, mcp_command)
"""The commands of this module."""
