"""The commands on equilibria; nothing heavy is imported before they run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from handsight.cli.options import FILE, as_json_option

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
@click.option("--runouts", is_flag=True, help="Compares the cards that may come after the line.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep the solution.")
@click.option("--load", type=FILE, metavar="FILE", help="Show, or solve on, what was kept.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the strategy as a picture.")
@click.option("--example", is_flag=True, help="Solve a river in a moment.")
@as_json_option
def solve_command(board: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Solve a spot: what both players should do with their ranges on a BOARD.

    Sizes are 50% of the pot, e (geometric), a (all-in), 25c (chips), and of raises 2.5x the bet
    faced. Actions of a LINE are check, call, fold, bet SIZE, raise SIZE, all-in, and the cards
    that come.
    """
    from handsight.cli.solve_command import show_solution

    show_solution(" ".join(board), as_json, options)


@click.command("push-fold")
@click.option("--stack", required=True, type=float, metavar="BB", help="In big blinds, 1 to 100.")
@click.option("--ante", type=float, default=0.0, metavar="BB", help="Of each player.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the charts as a picture.")
@as_json_option
def push_fold_command(stack: float, ante: float, svg: Path | None, as_json: bool) -> None:
    """Show whom to push and to call all-in with, heads-up before the flop."""
    from handsight.cli.push_fold_command import show_push_fold

    show_push_fold(stack, ante, svg, as_json)


@click.group("train")
def train_group() -> None:
    """Train an agent."""


@train_group.command("blueprint")
@click.option(
    "--stack", type=int, default=100, show_default=True, metavar="BB", help="In big blinds."
)
@click.option("--limit", is_flag=True, help="Bets and raises of fixed sizes.")
@click.option("--minutes", type=float, metavar="MINUTES", help="End after so long.")
@click.option("--rounds", type=int, metavar="N", help="End after so many in all, of 100,000 deals.")
@click.option("--preflop", metavar="SIZES", help='Raises, like "75%, a / 100%, a / a".')
@click.option("--flop", metavar="SIZES", help="Bets / raises / raises of these.")
@click.option("--turn", metavar="SIZES", help="The same on the turn.")
@click.option("--river", metavar="SIZES", help="The same on the river.")
@click.option("--buckets", type=int, default=200, show_default=True, metavar="N", help="A street.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of the deals.")
@click.option("--threads", type=int, metavar="N", help="Share the work; one for each core.")
@click.option("--restart", is_flag=True, help="Forget what an earlier run has learnt.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep the blueprint here.")
@as_json_option
def train_blueprint_command(as_json: bool, **options: Any) -> None:
    """Learn a strategy for whole heads-up hands, by playing against itself.

    An interrupt ends it with what was learnt so far; the same command goes on from there. The agent
    blueprint:stack=BB plays by the result.
    """
    from handsight.cli.train_command import train_blueprint

    train_blueprint(as_json, options)


SOLVER_COMMANDS = (push_fold_command, solve_command, train_group)
"""The commands that stand here."""
