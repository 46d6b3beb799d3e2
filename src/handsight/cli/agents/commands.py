"""The commands on agents, players and the arena; nothing heavy is imported before they run."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handsight.cli.options import (
    BLINDS,
    FILE,
    Workers,
    as_json_option,
    faults_option,
    format_option,
    games_options,
    project_option,
    workers_options,
)
from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.opponents.stats.game_filter import GameFilter

FORMS = {
    "svg": "a picture",
    "html": "a page",
    "csv": "the numbers as CSV",
    "markdown": "Markdown tables",
    "json": "one JSON object",
}
"""What the report of an arena can be written as; help lists them from the last to the first."""


# --- players --------------------------------------------------------------------------------------


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.option(
    "--store",
    required=True,
    type=FILE,
    metavar="FILE",
    help="Keep the counts in this store, which is made if it is not there.",
)
@faults_option
@as_json_option
def import_command(
    files: tuple[Path, ...], store: Path, faults_file: Path | None, as_json: bool
) -> int:
    """Count what players do in recorded hands, and keep it in a store.

    Each FILE is what `handsight replay` reads, or the store of an arena. A hand is counted once,
    however often it is imported.
    """
    from handsight.cli.histories.players import import_into_store

    return import_into_store(files, store, faults_file, as_json)


@click.command("players")
@click.argument("name", required=False)
@click.option(
    "--store",
    required=True,
    type=FILE,
    metavar="FILE",
    help="The store that `handsight import` made.",
)
@click.option(
    "--action",
    type=click.Choice(["play", "raise", "call"]),
    default="play",
    show_default=True,
    help="Show the hands that NAME plays, raises or calls with before the flop.",
)
@click.option(
    "--min-hands",
    default=1,
    show_default=True,
    metavar="N",
    help="List only players with N hands or more.",
)
@click.option(
    "--loose-from",
    default=0.28,
    show_default=True,
    metavar="SHARE",
    help="Call players loose from this VPIP on.",
)
@click.option(
    "--aggressive-from",
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Call players aggressive from this aggression factor on.",
)
@click.option(
    "--as-published",
    metavar="SOURCE",
    help="Use the aggression factor as printed in SOURCE: cisti-2013 has it upside down.",
)
@click.option("--svg", type=FILE, metavar="FILE", help="Write the range of NAME as a picture.")
@games_options
@as_json_option
def players_command(
    name: str | None, store: Path, svg: Path | None, as_json: bool, **options: Any
) -> None:
    """Show the players of a store: their statistics and types; of NAME also the range of hands."""
    from handsight.cli.histories.players import show_players

    show_players(store, name, svg, as_json, **options)


@click.command("leaks")
@click.argument("name", required=False)
@click.option("--store", type=FILE, metavar="FILE", help="The store that `handsight import` made.")
@click.option(
    "--hands",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Count the hands of this file or folder, without a store; may be given several times.",
)
@click.option(
    "--level",
    default=0.05,
    show_default=True,
    metavar="SHARE",
    help="Name anything at all this often, at most, where everybody plays alike; above 0, below 1.",
)
@games_options
@faults_option
@as_json_option
def leaks_command(
    name: str | None,
    store: Path | None,
    hands: tuple[Path, ...],
    level: float,
    faults_file: Path | None,
    as_json: bool,
    only: GameFilter,
) -> int:
    """Show in what a player differs from the others beyond chance.

    NAME is the player. Default: the hero of the hands, which in your own files is you, else the
    player who was dealt the most hands.
    """
    from handsight.cli.histories.players import show_leaks

    if (store is None) == (not hands):
        raise OptionError("give either a --store, or --hands to count")
    return show_leaks(store, hands, name, level, faults_file, as_json, only)


# --- agents ---------------------------------------------------------------------------------------


@click.command("agents")
@as_json_option
def agents_command(as_json: bool) -> None:
    """List the agents: strength, family, source, what each does and the options it takes.

    The strength is the rank of an agent on `handsight leaderboard`.
    """
    from handsight.agents.registry import DEFAULT_AGENT
    from handsight.cli.terminal import say, show
    from handsight.views.listings import agent_entries, agents_table
    from handsight.views.report import to_json

    entries = agent_entries()
    if as_json:
        click.echo(to_json(entries))
        return
    show(agents_table(entries).terminal(styles=("bold", "", "dim", "dim")))
    say(
        "\nThe rank is that of `handsight leaderboard`. `handsight play` seats "
        f"{DEFAULT_AGENT} unless you name another."
    )
    say("A bot of your own is named by its file and class: path/to/bot.py:MyBot.")


@click.command()
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@project_option
@click.option(
    "--stack",
    default=10_000,
    show_default=True,
    metavar="CHIPS",
    help="Give each player this many chips.",
)
@click.option(
    "--blinds",
    type=BLINDS,
    default="50/100",
    show_default=True,
    metavar="SMALL/BIG",
    help="Play with these blinds, in chips.",
)
@click.option(
    "--hands", default=0, metavar="N", help="Play N hands; unless given, play until you leave."
)
@format_option
@click.option("--carry", is_flag=True, help="The same as --format match.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Draw cards and the agents' random numbers from this seed; a fresh one unless given.",
)
@click.option("--save", type=FILE, metavar="FILE", help="Write the hands to FILE in PHHS.")
def play(agents: tuple[str, ...], format: str, carry: bool, **options: Any) -> None:
    """Play against agents at the terminal, with the numbers of your hand on demand.

    An AGENT is a name of `handsight agents`, with options like check-call:most=0.25, or a bot of
    your own like path/to/bot.py:MyBot. Without one you meet resolver.
    """
    from handsight.cli.agents.play import play_hands

    play_hands(agents, format="carry" if carry else format, **options)


@click.command("new-bot")
@click.argument("name", metavar="NAME")
def new_bot_command(name: str) -> None:
    """Write a bot of your own to start from, and a test of it, into this folder.

    A NAME like my-bot gives my_bot.py, with a class MyBot that plays, and test_my_bot.py.
    """
    from handsight.cli.agents.new_bot import write_bot

    write_bot(name, Path())


# --- the arena ------------------------------------------------------------------------------------


def form_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say in what form a report is written.

    Args:
        command: is called with ``forms``: for each form the file to write, ``-`` to print, or None.
    """

    @wraps(command)
    def gathering(*args: Any, **values: Any) -> Any:
        forms = {form: values.pop(form) for form in reversed(FORMS)}
        for form, target in forms.items():
            if target == "":
                raise OptionError(f"--{form} is empty; name a file, or leave it out to print")
        return command(*args, forms=forms, **values)

    for form, content in FORMS.items():
        gathering = click.option(
            f"--{form}",
            is_flag=False,
            flag_value="-",
            metavar="[FILE]",
            help=f"Print {content}, or write it to FILE.",
        )(gathering)
    return gathering


adjust_option = click.option(
    "--adjust",
    metavar="METHOD",
    help="Also show the results with luck taken out: luck takes that of all cards of the board, "
    "all-in only that of cards dealt after the last decision, fitted both as fits the other half "
    "of the deals, aivat all that is known to be luck.",
)


@click.command()
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@project_option
@click.option(
    "--pairs",
    default=1000,
    show_default=True,
    metavar="N",
    help="Play at most N pairs of mirrored deals for each matchup.",
)
@click.option(
    "--until",
    metavar="RULE",
    help="Stop a matchup earlier: at a half-width like 1bb, once it is decided, or once it is "
    "decided about a size, like decided:30bb.",
)
@format_option
@click.option(
    "--rules",
    default="handsight",
    show_default=True,
    metavar="RULES",
    help="Play by the rules of this platform.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="N",
    help="Draw cards and the agents' random numbers from this seed.",
)
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Keep results and hands in FILE; go on with them if it is there.",
)
@click.option(
    "--resume",
    "resumed",
    type=FILE,
    metavar="FILE",
    help="Go on with the arena of this store; name no agents then.",
)
@workers_options("Play in this many processes.")
@click.option(
    "--table",
    default="heads-up",
    show_default=True,
    metavar="TABLE",
    help="heads-up lets every agent meet every other; all seats all agents at one table.",
)
@click.option(
    "--deal",
    default="same",
    show_default=True,
    metavar="RULE",
    help="same deals the same cards in all matchups; apart deals each its own, as before 0.3.",
)
@click.option(
    "--stack",
    type=int,
    metavar="CHIPS",
    help="Start with this many chips; 10,000 unless given, and 1,000 where stacks are carried.",
)
@click.option(
    "--blinds",
    type=BLINDS,
    metavar="SMALL/BIG",
    help="Play with these blinds; 50/100 unless given, and 5/10 where stacks are carried.",
)
@click.option(
    "--ante", default=0, metavar="CHIPS", help="Let each player post an ante; none unless given."
)
@click.option("--limit", is_flag=True, help="Play fixed-limit: bets have fixed sizes.")
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    help="Play N hands in each match with carried stacks; 20 unless given.",
)
@click.option(
    "--secret",
    metavar="FILE",
    help="Deal from the secret in FILE beside the seed; it is made if it is not there. none deals "
    "from the seed alone.",
)
@click.option(
    "--isolate",
    is_flag=True,
    help="Play every agent in a process of its own, with limits of time and memory.",
)
@click.option("--network", is_flag=True, help="Let bots in files use the network.")
@click.option(
    "--trust", is_flag=True, help="Play bots in files in the arena's process, where they can cheat."
)
@adjust_option
@click.option("--strict", is_flag=True, help="End the arena at the first fault of an agent.")
@click.option(
    "--decision",
    type=float,
    metavar="SECONDS",
    help="Give isolated agents at most this long for a decision.",
)
@click.option(
    "--bank",
    type=float,
    metavar="SECONDS",
    help="Give isolated agents this much spare time for a match.",
)
@click.option(
    "--memory", type=int, metavar="MB", help="Let isolated agents hold at most this much memory."
)
@form_options
def arena(
    agents: tuple[str, ...],
    store: Path | None,
    resumed: Path | None,
    forms: dict[str, str | None],
    workers: Workers,
    adjust: str | None,
    secret: str | None,
    strict: bool,
    **spec: Any,
) -> int:
    """Let agents play each other on mirrored deals, and say who is better, or that it is open.

    An AGENT is a name of `handsight agents`, with options like fai-v5:trials=500, or a bot of your
    own like path/to/bot.py:MyBot, also one that was written for another platform. Where a file
    holds one bot, path/to/bot.py will do.
    """
    from handsight.cli.agents.arena import arena_spec, play_arena, resume_arena

    run: dict[str, Any] = {"workers": workers, "secret": secret, "strict": strict}
    run["adjust"] = adjust
    if resumed is None:
        return play_arena(arena_spec(agents, **spec), store, forms, **run)
    if agents or store is not None:
        raise OptionError("--resume takes everything from its file; leave out agents and --store")
    return resume_arena(resumed, forms, **run)


@click.command("exploit")
@click.argument("agent", metavar="AGENT")
@project_option
@click.option("--hands", default=1000, show_default=True, metavar="N", help="Play at most N hands.")
@click.option(
    "--until",
    metavar="RULE",
    help="Stop earlier: at a half-width like 100mbb, once it is decided who wins, or once it is "
    "decided about a size, like decided:750mbb.",
)
@click.option(
    "--actions",
    default="fold, call, min, 33%, pot, 200%, all-in",
    show_default=True,
    metavar="LIST",
    help="Consider these: fold, call, min, pot, all-in, and shares of the pot like 50%. Single "
    'streets may have lists of their own: "fold, call, pot; river: fold, call, min".',
)
@click.option(
    "--from",
    "first_street",
    default="preflop",
    show_default=True,
    metavar="STREET",
    help="Only check and call before this street: preflop, flop, turn or river.",
)
@click.option(
    "--stack",
    default=10_000,
    show_default=True,
    metavar="CHIPS",
    help="Give both players this many chips before each hand.",
)
@click.option(
    "--blinds",
    type=BLINDS,
    default="50/100",
    show_default=True,
    metavar="SMALL/BIG",
    help="Play with these blinds, in chips.",
)
@click.option(
    "--combos",
    type=int,
    metavar="N",
    help="Follow a range of N combos, 1 to 1,326, drawn at random; unless given all, and 100 where "
    "an agent has to be asked hand by hand.",
)
@click.option(
    "--draws",
    default=16,
    show_default=True,
    metavar="N",
    help="Ask an agent that decides at random N times with each combo.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="N",
    help="Draw cards and the agent's random numbers from this seed.",
)
@workers_options("Play in this many processes.")
@as_json_option
def exploit_command(agent: str, **options: Any) -> None:
    """Measure how much can be won from an agent that one knows: a local best response.

    An AGENT is a name of `handsight agents`, or a bot of your own like path/to/bot.py:MyBot, which
    runs in this process. The result is a lower bound, in thousandths of a big blind a hand (mbb).
    """
    from handsight.cli.agents.exploit import exploit_agent

    exploit_agent(agent, **options)


@click.command("leaderboard")
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@project_option
@click.option(
    "--file",
    type=FILE,
    metavar="FILE",
    help="Keep the leaderboard in FILE, and go on from what stands there.",
)
@click.option(
    "--fresh", is_flag=True, help="Begin a new FILE without the agents of the one that ships."
)
@click.option(
    "--pairs",
    default=2500,
    show_default=True,
    metavar="N",
    help="Play N pairs of mirrored deals for each two agents, 2 to 1,000,000.",
)
@click.option(
    "--hands",
    default=1000,
    show_default=True,
    metavar="N",
    help="Play N hands of a local best response against each agent; 0 for none.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Draw cards and random numbers from this seed; that of FILE, or 0, unless given.",
)
@workers_options("Play in this many processes.")
@click.option("--network", is_flag=True, help="Let bots in files use the network.")
@click.option(
    "--markdown", type=FILE, metavar="FILE", help="Write the leaderboard as a page in Markdown."
)
@as_json_option
def leaderboard_command(agents: tuple[str, ...], **options: Any) -> None:
    """Show how strong all agents are; each AGENT that is named is added first.

    An AGENT is a name of `handsight agents`, or a bot of your own like path/to/bot.py:MyBot. It
    plays each agent that is there, and a local best response unless it is a bot in a file. What
    was played stays in FILE, and is not played again.
    """
    from handsight.cli.agents.leaderboard import show_leaderboard

    show_leaderboard(agents, **options)


@click.command()
@click.argument("store", type=FILE, metavar="FILE")
@click.option("--export", is_flag=True, help="Print all hands in the canonical form.")
@click.option("--phh", is_flag=True, help="Print all hands as hand histories in PHHS.")
@adjust_option
@workers_options("Play hands again in this many processes for --adjust aivat.")
@click.option(
    "--hand",
    type=int,
    metavar="N",
    help="Show the Nth hand of the export, with what led the agents.",
)
@form_options
def report(store: Path, forms: dict[str, str | None], **options: Any) -> int:
    """Show what the store of an arena holds: FILE is what `handsight arena --store` wrote."""
    from handsight.cli.agents.arena import report_arena

    return report_arena(store, forms, **options)


@click.command("convert-store")
@click.argument("old", type=FILE, metavar="OLD")
@click.argument("new", type=FILE, metavar="NEW")
def convert_command(old: Path, new: Path) -> None:
    """Write the store OLD of an older version, of an arena or of players, as NEW."""
    from handsight.cli.agents.convert import convert_file

    convert_file(old, new)


AGENT_COMMANDS = (
    *(agents_command, arena, convert_command, exploit_command, import_command),
    *(leaderboard_command, leaks_command, new_bot_command, play, players_command, report),
)
"""The commands that stand here."""
