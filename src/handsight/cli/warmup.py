"""The implementation of `handsight warmup`, which runs small commands to compile all kernels."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import click

from handsight.cli.terminal import say
from handsight.runtime.compiling import listening
from handsight.views.report import to_json
from handsight.views.warmup import WarmStep, WarmupReport

EVALUATORS = "evaluators"
STEPS: dict[str, tuple[str, ...]] = {
    EVALUATORS: (),
    "a hand before the flop": (
        "explain AhKh",
        "explain AhKh --opponents 2",
        "explain AhKh --opponents 5",
        "preflop AKs",
    ),
    "a hand on the board": (
        "explain AhKh --board Qh7h2c",
        "explain AhKh --board Qh7h2c --opponents 3",
        "explain AhKh --board Qh7h2c --samples 20 --villain QQ --villain 15%",
        "explain AhKh --board Qh7h2c9s --villain 22+",
        "explain AhKh --board Qh7h2c9sTh --villain 22+ --villain 15%",
    ),
    "known hands": (
        "equity AhKh QsQd",
        "equity AhKh QsQd 7c7d --dead 2c",
        "equity AhKh QsQd --board Qh7h2c",
        "equity AhKh QsQd --board Qh7h2c9sTh",
        "equity AhKh random",
        "equity AhKh QsQd --method monte_carlo --trials 1000",
    ),
    "ranges against each other": (
        "equity QQ+ 15%",
        "equity AhKh 15% --board Qh7h2c",
        "equity 15% 22+ random --board Qh7h2c9s",
        "equity 15% 22+ --board Qh7h2c9sTh",
        "equity 15% 22+ random --board Qh7h2c9sTh",
        "equity AhKh QQ 22+ AJ+ --board Qh7h2c9s",
        "equity QQ+ 15% 22+ 22+ --trials 1000",
    ),
    "maps of a board": (
        "heatmap --board Qh7h2c",
        "heatmap --board Qh7h2c --villain 15%",
        "hand-eval --pocket TcJd --community 4h5h6d --players 3 --ranges '0.1 0.25'",
        "hand-eval --pocket TcJd --community 4h5h6d --ranges 0.1 --as-published",
    ),
    "what opponents hold": (
        "explain AhKh --board Qh7h2c --history 'p1 raises 300, p2 calls, p1 bets 400'",
        "explain AhKh --history 'p3 raises 300, p4 calls'",
    ),
    "dealing and replaying": (
        "deal --players 6",
        "pocket-table --games 10 --players 3",
        "pocket-table --games 10 --structure limit",
    ),
    "agents": (
        "arena fai-v5 fai-chart potential-hand-2 sklansky-tight chen-tight --pairs 2 --table all",
        "arena ehs blog-range --pairs 4",
        "arena loki simulator --pairs 2",
        "arena match-player match-lock --pairs 1 --format match",
    ),
    "the solver": (
        "solve --example",
        "solve Kd7h5s3c --oop AA,KK --ip QQ --pot 100 --stack 200 --bets 50% --storage i16 "
        "--iterations 2",
        "solve Kd7h5s --oop AA,KK --ip QQ --pot 100 --stack 200 --bets a --iterations 2",
        "solve Kd7h5s --oop AA,KK --ip QQ --pot 100 --stack 200 --bets a --storage i16 "
        "--iterations 2",
        "push-fold --stack-bb 10",
        "push-fold --stack-bb 10 --players 3 --deals 1",
    ),
    "blueprint, resolver and exploiter": (
        "arena blueprint resolver --pairs 1",
        "arena exploiter call --pairs 2",
        "exploit call --hands 4",
        "exploit blueprint --learn 1 --rounds 1 --hands 2 --actions fold,call",
        "train blueprint --stack-bb 2 --rounds 1 --save {folder}/small.npz",
        "chart BTN open --file {folder}/small.npz",
        "drill flop --seed 2 --answer 1",
        "drill turn river --seed 2 --answer 1",
        "arena ehs call blueprint --pairs 4 --table all --store {folder}/arena.db",
        "import {folder}/arena.db --store {folder}/players.db",
        "review {folder}/arena.db --player ehs --quick --workers 1",
        "train policy --rounds 1 --save {folder}/policy.npz",
    ),
}
"""The commands to run, by subject; each is fast once everything is compiled.

The subject `EVALUATORS` has no commands. Evaluators with large tables are left out, because the
tables may have to be built first.
"""


def warm_up(as_json: bool) -> None:
    """Run the commands of all `STEPS`, show the progress, and report how long they took.

    If the kernels were compiled ahead, the function only reports that.
    """
    if was_built():
        if as_json:
            click.echo(to_json(WarmupReport((), 0.0, 0)))
        else:
            say("The kernels came compiled with the package. No command has to wait for them.")
        return
    steps: list[WarmStep] = []
    with TemporaryDirectory(prefix="handsight-") as folder, _shown_steps() as begin:
        for name, questions in STEPS.items():
            begin(name)
            steps.append(_timed(name, questions, Path(folder)))
    seconds, compiled = sum(each.seconds for each in steps), sum(each.compiled for each in steps)
    if as_json:
        click.echo(to_json(WarmupReport(tuple(steps), seconds, compiled)))
        return
    what = f"{compiled:,} kernels were compiled" if compiled else "Everything was compiled before"
    say(f"{what}; {len(steps)} steps took {seconds:,.0f} s. No command has to wait for it now.")


def was_built() -> bool:
    """Check whether the kernels in use were compiled ahead, with the package."""
    from handsight.kernels.ahead import built

    return built() is not None


@contextmanager
def _shown_steps() -> Iterator[Callable[[str], None]]:
    """Yield a function that announces a step by its name, as a bar or as a line of text."""
    number = count(1)
    if not sys.stderr.isatty():
        yield lambda name: click.echo(f"  {next(number)}/{len(STEPS)} {name}", err=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        MofNCompleteColumn(),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    # The output of the commands is discarded, so the bar needs the terminal itself.
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=len(STEPS))
        yield lambda name: progress.update(task, description=name, completed=next(number) - 1)


def _timed(name: str, questions: tuple[str, ...], folder: Path) -> WarmStep:
    """Run the commands of a step, discard their output, and time them and count the kernels."""
    compiled: list[str] = []
    command = click.get_current_context().find_root().command
    began = monotonic()
    with listening(compiled.append):
        if name == EVALUATORS:
            _rank_with_all()
        for question in questions:
            words = [word.format(folder=folder) for word in shlex.split(question)]
            with (
                redirect_stdout(io.StringIO()),
                redirect_stderr(io.StringIO()),
                command.make_context("handsight", words) as context,
            ):
                command.invoke(context)
    return WarmStep(name, monotonic() - began, len(compiled))


def _rank_with_all() -> None:
    """Rank hands with every evaluator that keeps no table in a file."""
    import numpy as np

    from handsight.ranking.evaluation import evaluate_mask, one_hand
    from handsight.ranking.interface import evaluator, evaluators

    one_hand.load_kernel()
    evaluate_mask(0b11111)

    for each in map(evaluator, evaluators()):
        if not hasattr(each, "table"):
            for size in each.cards:
                each.values(np.arange(size, dtype=np.uint8)[None])
