"""The commands of the coach. Heavy imports wait until a command runs."""

from __future__ import annotations

from typing import Any

import click

from handsight.cli.options import FILE, as_json_option


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
    help="Keep your answers in FILE, and repeat its mistakes. Default: drill.db in your data "
    "folder; with --json or --answer none.",
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
    "--answer", metavar="TEXT", help="Answer one question with TEXT, such as call, and end."
)
@click.option(
    "--progress", is_flag=True, help="Show how well you answered so far, and ask nothing."
)
@as_json_option
def drill_command(what: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Practise: answer questions, see what each action wins, and repeat what you got wrong.

    KIND is preflop, turn, river, equity, outs, pot-odds or push-fold; several can be named. Without
    a kind, you get decisions before the flop, on the turn and on the river. SPOT is the name of a
    chart, like BTN open, or of a pot, like "BTN vs BB, 3bet". The word mistakes asks only what you
    got wrong before.

    With --json, one question is printed, and with --answer its feedback.
    """
    from handsight.cli.coach.drill import run_drill

    run_drill(" ".join(what), as_json, **options)


COACH_COMMANDS = (drill_command,)
"""The commands of this module."""
