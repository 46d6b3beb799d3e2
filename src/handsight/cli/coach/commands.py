"""The commands of the coach. Heavy imports wait until a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from handsight.cli.files import FILE
from handsight.cli.forms import form_options
from handsight.cli.options import Workers, as_json_option, faults_option, workers_options


@click.command("review")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.option(
    "--player",
    "name",
    metavar="NAME",
    help="Review the hands of NAME. Default: the hero, whose cards the files show.",
)
@click.option(
    "--quick",
    is_flag=True,
    help="Leave out the solver: from the flop on, hands are played out by a blueprint, and all "
    "values are estimates.",
)
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Keep reviewed hands in FILE, and do not review hands again that are already in it.",
)
@click.option(
    "--flop-memory",
    type=int,
    metavar="MB",
    help="Solve flops to the end of the hand if they need at most this many MB in each process. "
    "Other flops are solved up to the turn, where hands are worth what a blueprint wins with them. "
    "Default: 450, or 0 if too little memory is free.",
)
@click.option(
    "--hands",
    type=click.IntRange(min=1),
    metavar="N",
    help="Review only the first N hands. Default: all hands.",
)
@click.option(
    "--costliest",
    default=20,
    show_default=True,
    metavar="N",
    help="Number of costliest mistakes to list.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the random deals for estimates.",
)
@workers_options("Review hands in N processes.", each_core=True)
@faults_option
@form_options("html", "csv", "json", reports=("handsight.views.coach.review:ReviewReport",))
def review_command(
    files: tuple[Path, ...], workers: Workers, forms: dict[str, str | None], **options: Any
) -> int:
    """Review your hands: find where you lost money, and what you should have done.

    FILE is a file, an archive or a folder with hands of any site, or an arena's store. Every
    decision is valued: by the charts before the flop, by the solver where two players are left, and
    elsewhere by estimates, which are marked.
    """
    from handsight.cli.coach.review import run_review

    return run_review(files, workers, forms, **options)


@click.command("drill")
@click.argument("what", nargs=-1, metavar="[KIND|SPOT]")
@click.option(
    "--questions", type=int, metavar="N", help="End after N questions. Default: when you quit."
)
@click.option(
    "--players",
    default=6,
    show_default=True,
    metavar="N",
    help="Number of players at the table, 2 to 9.",
)
@click.option(
    "--stack-bb",
    "stack",
    type=int,
    metavar="BB",
    help="Stack of each player in big blinds, 1 to 1,000. Default: 100, or 3 to 20 for push-fold.",
)
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Keep your answers in FILE, and repeat the mistakes in it. Default: drill.db in your data "
    "folder, or no file with --json or --answer.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the new questions. Default: a random seed.",
)
@click.option(
    "--key",
    metavar="KEY",
    help="Ask the question with this key, which --json prints, such as 'pot-odds 12 6'.",
)
@click.option(
    "--answer", metavar="TEXT", help="Ask one question, answer it with TEXT, such as call, and end."
)
@click.option(
    "--reviews",
    type=FILE,
    metavar="FILE",
    help="First add the costliest mistakes of FILE, which 'handsight review --store FILE' wrote, "
    "to the questions that come back.",
)
@click.option(
    "--costliest",
    default=20,
    show_default=True,
    metavar="N",
    help="Add at most N mistakes of --reviews.",
)
@click.option(
    "--player",
    metavar="NAME",
    help="Add only mistakes of NAME, if --reviews has hands of several players. Default: all.",
)
@click.option(
    "--progress", is_flag=True, help="Show how well you have answered so far, and ask nothing."
)
@as_json_option(
    "handsight.views.coach.drill:DrillReport",
    "handsight.views.coach.drill:ProgressReport",
)
def drill_command(what: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Practise: answer questions, see what each action wins, and repeat what you got wrong.

    KIND is preflop, flop, turn, river, equity, outs, pot-odds or push-fold; several can be named.
    Without a kind, you get decisions on all four streets. SPOT is the name of a chart, like BTN
    open, or of a pot, like "BTN vs BB, 3bet". The word mistakes asks only what you got wrong
    before, including mistakes in hands that you played: see --reviews.

    With --json, one question is printed, with --answer also the feedback.
    """
    from handsight.cli.coach.drill import run_drill

    run_drill(" ".join(what), as_json, **options)


COACH_COMMANDS = (drill_command, review_command)
"""The commands of this module."""
