"""The commands on agents, players and the arena; nothing heavy is imported before they run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from handsight.cli.options import BLINDS, FILE, as_json_option
from handsight.errors import OptionError


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.option(
    "--store",
    required=True,
    type=FILE,
    metavar="FILE",
    help="Where players are kept; made if it is not there.",
)
@as_json_option
def import_command(files: tuple[Path, ...], store: Path, as_json: bool) -> int:
    """Count what players do in recorded hands, and keep it in a store.

    Each FILE is what `handsight replay` reads, or the store of an arena. A hand is counted once,
    however often it is imported.
    """
    from handsight.cli.players_commands import import_into_store

    return import_into_store(files, store, as_json)


@click.command("players")
@click.argument("name", required=False)
@click.option(
    "--store",
    required=True,
    type=FILE,
    metavar="FILE",
    help="What `handsight import` made.",
)
@click.option(
    "--action",
    type=click.Choice(["play", "raise", "call"]),
    default="play",
    show_default=True,
    help="The range of NAME that is shown.",
)
@click.option(
    "--min-hands", default=1, show_default=True, metavar="N", help="List players from so many on."
)
@click.option(
    "--loose-from",
    default=0.28,
    show_default=True,
    metavar="SHARE",
    help="The VPIP from which on a player is loose.",
)
@click.option(
    "--aggressive-from",
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="The aggression factor from which on he is aggressive.",
)
@click.option(
    "--as-published", metavar="SOURCE", help="cisti-2013: its aggression factor, upside down."
)
@click.option("--svg", type=FILE, metavar="FILE", help="Write the range of NAME.")
@as_json_option
def players_command(
    name: str | None, store: Path, svg: Path | None, as_json: bool, **asked: Any
) -> None:
    """Show the players of a store: their statistics and types; of NAME also the range of hands."""
    from handsight.cli.players_commands import show_players

    show_players(store, name, svg, as_json, **asked)


@click.command("agents")
@as_json_option
def agents_command(as_json: bool) -> None:
    """List the agents, each with one line about it and the options it takes."""
    from handsight.cli.agents_command import list_agents

    list_agents(as_json)


def _written_forms(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say in what form results are written."""
    for form, what in (
        ("svg", "a picture"),
        ("html", "a page"),
        ("csv", "the numbers as CSV"),
        ("markdown", "Markdown tables"),
        ("json", "one JSON object"),
    ):
        option = click.option(
            f"--{form}",
            is_flag=False,
            flag_value="-",
            metavar="[FILE]",
            help=f"Print {what}, or write it to FILE.",
        )
        command = option(command)
    return command


def _forms(asked: dict[str, Any]) -> dict[str, str | None]:
    forms = {form: asked.pop(form) for form in ("json", "markdown", "csv", "html", "svg")}
    for form, target in forms.items():
        if target == "":
            raise OptionError(f"--{form} is empty; name a file, or leave it out to print")
    return forms


@click.command()
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@click.option("--pairs", default=1000, show_default=True, metavar="N", help="At most, a matchup.")
@click.option(
    "--until",
    metavar="RULE",
    help="Stop at a half-width like 1bb, or when decided (decided:30bb: about 30 bb/100).",
)
@click.option(
    "--format",
    default="reset",
    show_default=True,
    metavar="FORMAT",
    help="Stacks: reset before each hand, or carry through matches.",
)
@click.option(
    "--rules", default="handsight", show_default=True, metavar="RULES", help="Or pypokerengine."
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Of cards and agents.")
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Keep results and hands; go on with them if the file is there.",
)
@click.option(
    "--resume",
    "resumed",
    type=FILE,
    metavar="FILE",
    help="Instead of agents: go on with a store.",
)
@click.option("--workers", default=1, show_default=True, metavar="N", help="Processes that play.")
@click.option(
    "--table", default="heads-up", show_default=True, metavar="TABLE", help="Or all at one table."
)
@click.option("--stack", type=int, metavar="CHIPS", help="At the start; 10,000, or 1,000 carried.")
@click.option(
    "--blinds", type=BLINDS, metavar="SMALL/BIG", help="50/100 unless given, or 5/10 carried."
)
@click.option("--ante", default=0, metavar="CHIPS", help="Of each player; none unless given.")
@click.option("--limit", is_flag=True, help="Bets of fixed sizes.")
@click.option("--rounds", type=int, metavar="N", help="Hands of a match, carried; 20 unless given.")
@click.option(
    "--secret",
    metavar="FILE",
    help="Deal from it beside the seed; made if it is not there; or none.",
)
@click.option("--isolate", is_flag=True, help="Every agent in a process of its own, with limits.")
@click.option("--network", is_flag=True, help="Bots in files may use the network.")
@click.option("--trust", is_flag=True, help="Bots in files in this process, where they may cheat.")
@click.option("--strict", is_flag=True, help="End at the first fault of an agent.")
@click.option("--decision", type=float, metavar="SECONDS", help="Isolated: the most a decision.")
@click.option("--bank", type=float, metavar="SECONDS", help="Isolated: spare seconds a match.")
@click.option("--memory", type=int, metavar="MB", help="Isolated: the most that is held.")
@_written_forms
def arena(
    agents: tuple[str, ...],
    store: Path | None,
    resumed: Path | None,
    workers: int,
    secret: str | None,
    strict: bool,
    **asked: Any,
) -> int:
    """Let agents play each other on mirrored deals, and say who is better, or that it is open.

    An AGENT is a name of `handsight agents`, with options like fai-v5:trials=500, or a bot of your
    own like path/to/bot.py:MyBot, also one that was written for PyPokerEngine.
    """
    from handsight.cli.arena_command import Playing, arena_spec, play_arena, resume_arena

    forms, how = _forms(asked), Playing(workers, secret, strict)
    if resumed is None:
        return play_arena(arena_spec(agents, **asked), store, how, forms)
    if agents or store is not None:
        raise OptionError("--resume takes all from its file; leave agents and --store out")
    return resume_arena(resumed, how, forms)


@click.command()
@click.argument("store", type=FILE, metavar="FILE")
@click.option("--export", "as_export", is_flag=True, help="Print all hands, in the canonical form.")
@click.option("--phh", "as_phh", is_flag=True, help="Print all hands in PHHS, the hand histories.")
@click.option(
    "--adjust", metavar="HOW", help="Also with luck taken out: luck, or all-in for that alone."
)
@click.option(
    "--hand", type=int, metavar="N", help="The Nth hand of the export, with what led the agents."
)
@_written_forms
def report(
    store: Path,
    as_export: bool,
    as_phh: bool,
    adjust: str | None,
    hand: int | None,
    **asked: Any,
) -> int:
    """Show what the store of an arena holds: FILE is what `handsight arena --store` wrote."""
    from handsight.cli.arena_command import report_arena

    printed = {"export": as_export, "phh": as_phh}
    return report_arena(store, _forms(asked), printed, adjust, hand)


@click.command()
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@click.option("--stack", default=10_000, show_default=True, metavar="CHIPS", help="Of each player.")
@click.option(
    "--blinds",
    type=BLINDS,
    default="50/100",
    show_default=True,
    metavar="SMALL/BIG",
    help="Chips.",
)
@click.option("--hands", default=0, metavar="N", help="How many; until you leave unless given.")
@click.option("--carry", is_flag=True, help="Carry stacks from hand to hand.")
@click.option(
    "--seed", type=int, metavar="N", help="Of cards and agents; a fresh one unless given."
)
@click.option("--save", type=FILE, metavar="FILE", help="Write the hands in PHHS.")
def play(agents: tuple[str, ...], **asked: Any) -> None:
    """Play against agents at the terminal, with the numbers of your hand on demand.

    An AGENT is a name of `handsight agents`, with options like check-call:most=0.25, or a bot of
    your own like path/to/bot.py:MyBot.
    """
    from handsight.cli.play_command import play_hands

    play_hands(agents, **asked)


_STREETS = ("flop", "turn", "river")


def _size_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the sizes of single streets and players."""
    names = [
        f"{street}-{kind}{player}"
        for street in _STREETS
        for kind in ("bets", "raises")
        for player in ("", "-oop", "-ip")
    ]
    for name in reversed(names):
        street, kind, *player = name.split("-")
        who = {"oop": " out of position", "ip": " in position"}[player[0]] if player else ""
        text = f"{kind.capitalize()} on the {street}{who}."
        command = click.option(f"--{name}", metavar="SIZES", help=text)(command)
    return command


@click.command("solve")
@click.argument("board", nargs=-1, metavar="[BOARD]")
@click.option("--oop", metavar="RANGE", help="Of the player out of position.")
@click.option("--ip", metavar="RANGE", help="Of the player in position.")
@click.option("--pot", type=int, metavar="CHIPS", help="In the middle.")
@click.option("--stack", type=int, metavar="CHIPS", help="That each player has left.")
@click.option("--bets", metavar="SIZES", help='On all streets, like "33%, 75%, e, a".')
@click.option("--raises", metavar="SIZES", help='On all streets, like "2.5x, a".')
@_size_options
@click.option("--turn-donk", metavar="SIZES", help="Bets out of position after calling the flop.")
@click.option("--river-donk", metavar="SIZES", help="Bets out of position after calling the turn.")
@click.option("--raise-cap", type=int, metavar="N", help="Raises of one street.")
@click.option("--add-allin", metavar="POTS", help="Adds all-in up to so many pots; 1.5.")
@click.option("--force-allin", metavar="POTS", help="All-in if no more would be behind; 0.15.")
@click.option("--merging", metavar="SHARE", help="Drops sizes that are near a larger one; 0.1.")
@click.option("--rake", metavar="SHARE", help="Of the pot, like 5%.")
@click.option("--rake-cap", type=float, metavar="CHIPS", help="The most that is taken.")
@click.option("--accuracy", metavar="SHARE", help="Of the pot, like 0.5%, which is usual.")
@click.option("--seconds", type=float, metavar="SECONDS", help="End after so long.")
@click.option("--iterations", type=int, metavar="N", help="End after so many.")
@click.option("--threads", type=int, default=1, show_default=True, metavar="N", help="Share work.")
@click.option("--storage", default="f32", show_default=True, metavar="KIND", help="f32 or i16.")
@click.option("--memory", type=int, metavar="MB", help="The most to use.")
@click.option("--lock", type=FILE, metavar="FILE", help="Locked nodes, as JSON.")
@click.option("--line", default="", metavar="LINE", help='Shows a node: "check, bet 50%".')
@click.option("--save", type=FILE, metavar="FILE", help="Keep the solution.")
@click.option("--load", type=FILE, metavar="FILE", help="Show, or solve on, what was kept.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the strategy as a picture.")
@click.option("--example", is_flag=True, help="Solve a river in a moment.")
@as_json_option
def solve_command(board: tuple[str, ...], as_json: bool, **asked: Any) -> None:
    """Solve a spot: what both players should do with their ranges on a BOARD.

    Sizes are 50% of the pot, e (geometric), a (all-in), 25c (chips), and of raises 2.5x the bet
    faced. Actions of a LINE are check, call, fold, bet SIZE, raise SIZE, all-in, and the cards
    that come.
    """
    from handsight.cli.solve_command import show_solution

    show_solution(" ".join(board), as_json, asked)


@click.command("push-fold")
@click.option("--stack", required=True, type=float, metavar="BB", help="In big blinds, 1 to 100.")
@click.option("--ante", type=float, default=0.0, metavar="BB", help="Of each player.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the charts as a picture.")
@as_json_option
def push_fold_command(stack: float, ante: float, svg: Path | None, as_json: bool) -> None:
    """Show whom to push and to call all-in with, heads-up before the flop."""
    from handsight.cli.push_fold_command import show_push_fold

    show_push_fold(stack, ante, svg, as_json)


PLAYING = (
    agents_command,
    arena,
    import_command,
    play,
    players_command,
    push_fold_command,
    report,
    solve_command,
)
"""The commands that stand here."""
