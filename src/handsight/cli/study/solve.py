"""The implementation of `handsight solve` and `handsight push-fold`."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from handsight.cli.progress import interrupts_noted, progress_bar
from handsight.cli.terminal import require_writable, say, show, write_picture
from handsight.errors import InputError, OptionError
from handsight.odds import Spot
from handsight.solver import (
    Betting,
    PushFoldGame,
    Solution,
    push_fold,
    solve,
    solve_push_fold,
)
from handsight.solver.files import read_locks
from handsight.views.report import to_json
from handsight.views.solver.push_fold import push_fold_report, push_fold_report_lines
from handsight.views.solver.runouts import aggregated_report, runouts_svg, runouts_table
from handsight.views.solver.solution import (
    push_fold_lines,
    push_fold_svg,
    solution_lines,
    solution_report,
    strategy_svg,
)

if TYPE_CHECKING:
    from pathlib import Path

    from handsight.solver.solving import SolveProgress, Watcher
    from handsight.views.solver.runouts import AggregatedReport

EXAMPLE: dict[str, Any] = {
    "oop": "QQ, AA, 99-66, AQs",
    "ip": "KK, JJ, KQs, QJs, JTs",
    "pot": 100,
    "stack": 200,
    "bets": "50%, a",
    "raises": "a",
    "accuracy": "0.1%",
}
EXAMPLE_BOARD = "Kd7h5s3c2c"

NEEDED = ("oop", "ip", "pot", "stack")
INSTEAD = "--spot has them all, and --example solves one of ours"
SHARES = ("add_allin", "force_allin", "merging", "rake")
ACCURACY = 0.005
STORAGE = "f32"

_SHARE = re.compile(r"(\d{0,9}(?:\.\d{1,9})?)(%?)", re.ASCII)


def show_solution(board: str, as_json: bool, options: dict[str, Any]) -> None:
    """Solve a spot, or load a solution, and show one of its nodes or the runouts after a line.

    Args:
        board: cards of the board; empty if the options load a solution or choose the example.
        as_json: whether to print JSON.
        options: values of the command's other options, by name; changed.
    """
    line, svg, runouts = (options.pop(name) for name in ("line", "svg", "runouts"))
    require_writable("--svg", svg)
    require_writable("--save", options["save"])
    if options.pop("example"):
        if board or any(options[name] is not None for name in NEEDED):
            raise OptionError("--example has its own spot; leave out BOARD and ranges")
        board = EXAMPLE_BOARD
        given = {name: value for name, value in options.items() if value is not None}
        options = options | EXAMPLE | {name: given[name] for name in given if name not in NEEDED}
    solution = _solution(board, options)
    if runouts:
        _show_runouts(aggregated_report(solution.aggregate(line)), as_json, svg)
        return
    node = solution.node(line)
    if svg is not None:
        if node.player is None:
            raise OptionError("--svg draws a strategy, but nobody acts there; give another --line")
        write_picture(svg, strategy_svg(node))
    if as_json:
        click.echo(to_json(solution_report(solution, node)))
        return
    for text in solution_lines(node, solution.exploitability, solution.iterations):
        say(text)


def _show_runouts(report: AggregatedReport, as_json: bool, svg: Path | None) -> None:
    if svg is not None:
        write_picture(svg, runouts_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    table = runouts_table(report)
    say(f"{table.title}:")
    show(table.terminal())


def _solution(board: str, options: dict[str, Any]) -> Solution:
    save, load = options.pop("save"), options.pop("load")
    accuracy, seconds = options.pop("accuracy"), options.pop("seconds")
    limits = {"seconds": seconds, "iterations": options.pop("iterations")}
    lock, memory = options.pop("lock"), options.pop("memory")
    threads, storage = options.pop("threads"), options.pop("storage")
    limit = None if memory is None else memory * 1_000_000
    goal = ACCURACY if accuracy is None else share_of("accuracy", accuracy)
    with _readable("--lock", lock):
        locks = None if lock is None else read_locks(lock)
    if load is not None:
        if board or any(value is not None for value in (storage, *options.values())):
            raise OptionError(
                "--load brings its own spot; leave out BOARD, ranges, sizes and --storage"
            )
        with _readable("--load", load):
            solution = Solution.load(load, limit)
        if any(value is not None for value in (accuracy, lock, *limits.values())):
            game = solution.learner.game
            with _progress(goal) as watch:
                solution = solve(
                    *(game.spot, game.betting, goal),
                    **limits,
                    threads=threads,
                    memory=limit,
                    locks=locks,
                    start=solution,
                    progress=watch,
                )
    else:
        fill_spot(options)
        require_spot(options, "" if board else "BOARD", INSTEAD)
        spot = Spot.parse([options.pop("oop"), options.pop("ip")], board)
        with _progress(goal) as watch:
            solution = solve(
                spot,
                betting_of(options),
                goal,
                **limits,
                threads=threads,
                storage=STORAGE if storage is None else storage,
                memory=limit,
                locks=locks,
                progress=watch,
            )
    if save is not None:
        solution.save(save)
    return solution


@contextmanager
def _readable(option: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OptionError(f"{option} cannot read {str(path)!r}: {error.strerror}") from None


def fill_spot(options: dict[str, Any]) -> None:
    """Replace ``spot`` and ``charts`` by the ranges, the pot and the stack of the named spot.

    If the user passed neither, both are only removed.

    Args:
        options: values by name of the option; changed.

    Raises:
        InputError: if the name cannot be read, nobody can bet on the flop there, or a file is
            damaged.
        OptionError: if the user also passed a range, the pot or the stack, or passed only
            ``charts``; or if there is no blueprint for the stack, or the charts cannot be read.
    """
    name, charts = options.pop("spot"), options.pop("charts")
    if name is None:
        if charts is not None:
            raise OptionError("--charts has spots by name; add --spot")
        return
    from handsight.charts import spot  # most solves need no blueprint

    for each in NEEDED:
        if options[each] is not None:
            raise OptionError(f"--spot has its own --{each}; leave one of them out")
    found = spot(name, charts=charts or "")
    options.update(oop=found.oop, ip=found.ip, pot=found.pot, stack=found.stack)


def require_spot(options: dict[str, Any], lacking: str, instead: str) -> None:
    """Check that the options specify every part of a spot.

    Args:
        options: values by name of the option; None for options that the user did not pass.
        lacking: name of another missing part; "" if no other part is missing.
        instead: text for the error that says what the user can do instead.

    Raises:
        InputError: if a part is missing; the error names all missing parts.
    """
    missing = [lacking] if lacking else []
    missing += [f"--{name}" for name in NEEDED if options[name] is None]
    if missing:
        raise InputError(f"a spot needs {', '.join(missing)}; {instead}")


def betting_of(options: dict[str, Any]) -> Betting:
    """Build the betting tree's settings from the options that the user passed.

    Args:
        options: arguments of `Betting`, by name; None for options that the user did not pass.

    Raises:
        OptionError: if a value is not valid.
    """
    given = {name: value for name, value in options.items() if value is not None}
    for name in SHARES:
        if name in given:
            given[name] = share_of(name, given[name])
    return Betting(**given)


def share_of(name: str, text: str) -> float:
    """Read a number like 1.5, or a percentage like 0.5%, which becomes 0.005.

    Args:
        name: name of the option, with underscores, for error messages.
        text: text of the option.

    Raises:
        OptionError: if the text is not a valid number.
    """
    match = _SHARE.fullmatch(text.strip())
    if match is None or not match[1]:
        option = name.replace("_", "-")
        raise OptionError(f"--{option} is {text!r}; it must be a number like 0.5% or 0.005")
    return float(match[1]) / (100 if match[2] else 1)


@contextmanager
def _progress(goal: float) -> Iterator[Watcher]:
    """Yield a watcher that shows the progress of a solve, and stops the solve on an interrupt.

    A stopped solve keeps the strategy that it has reached.
    """
    with interrupts_noted() as interrupted, _bar(goal) as show:

        def watch(progress: SolveProgress) -> bool:
            show(progress)
            return interrupted()

        yield watch


@contextmanager
def _bar(goal: float) -> Iterator[Any]:
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("solving", total=1.0)
        first = 1.0

        def show(progress: SolveProgress) -> None:
            share = progress.exploitability
            if share:
                done = math.log(first / share) / math.log(first / goal) if 0 < goal < 1 else 0.0
                words = f"exploitability {share:.3%}, {progress.iterations} iterations"
                bar.update(task, description=words, completed=min(max(done, 0.0), 1.0))

        yield show


def show_push_fold(stack: float, ante: float, svg: Path | None, as_json: bool) -> None:
    """Solve the push-or-fold game for a stack and an ante in big blinds, and show its charts."""
    chart = push_fold(stack, ante)
    if svg is not None:
        write_picture(svg, push_fold_svg(chart))
    if as_json:
        click.echo(to_json(chart))
        return
    for line in push_fold_lines(chart):
        say(line)


def show_multiway_push_fold(
    game: PushFoldGame, method: str, deals: int, seed: int, as_json: bool
) -> None:
    """Solve push or fold for all seats of a game, and show their ranges.

    Args:
        game: the rules, stacks and payouts.
        method: ``"exact"``, ``"monte_carlo"`` or ``"auto"``, as for `solve_push_fold`.
        deals: number of deals to learn from, and of further deals to measure on, for three or more
            players.
        seed: seed of the deals.
        as_json: whether to print JSON.
    """
    with progress_bar("playing and counting") as progress:
        result = solve_push_fold(game, method, deals=deals, seed=seed, progress=progress)
    report = push_fold_report(result)
    if as_json:
        click.echo(to_json(report))
        return
    for line in push_fold_report_lines(report):
        say(line)
