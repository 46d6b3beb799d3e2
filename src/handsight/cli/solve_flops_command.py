"""What `handsight solve-flops` does."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handsight.cli.progress import progress_bar
from handsight.cli.solve_command import ACCURACY, betting_of, require_spot, share_of
from handsight.cli.terminal import require_writable, say, show, write_picture
from handsight.errors import InputError, OptionError
from handsight.odds import Spot
from handsight.runtime.files import write_whole
from handsight.solver import solve_flops
from handsight.solver.flop_subsets import MOST_TEXT, SUBSETS, read_flop_list
from handsight.views.flops import flops_csv, flops_lines, flops_report, flops_svg, flops_table
from handsight.views.report import to_json

if TYPE_CHECKING:
    from handsight.solver.flops import FlopsLike

MOST_WORKERS = 256
ALL = "all"


def show_flops(as_json: bool, options: dict[str, Any]) -> None:
    """Solve a spot on many flops, and show what was found."""
    save, csv, svg = (options.pop(name) for name in ("save", "csv", "svg"))
    for name, path in (("--save", save), ("--csv", csv), ("--svg", svg)):
        require_writable(name, path)
    workers, storage = options.pop("workers"), options.pop("storage")
    flops, accuracy = _flops(options.pop("flops")), _accuracy(options.pop("accuracy"))
    if not 1 <= workers <= MOST_WORKERS:
        raise OptionError(f"--workers is {workers}; it takes 1 to {MOST_WORKERS}")
    require_spot(options, "", "ranges in quotes, chips as whole numbers")
    players = Spot.parse([options.pop("oop"), options.pop("ip")]).players
    betting = betting_of(options)
    with _executor(workers) as executor, _resume_hint(save), progress_bar("solving flops") as bar:
        rows = list(
            solve_flops(
                *(players, betting, flops, accuracy),
                save=save,
                executor=executor,
                storage=storage,
                progress=bar,
            )
        )
    report = flops_report(players, betting, accuracy, rows)
    if csv is not None:
        _write_table(csv, flops_csv(rows))
    if svg is not None:
        write_picture(svg, flops_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    for line in flops_lines(report):
        say(line)
    for some in (report.textures, report.flops):
        click.echo()
        show(flops_table(report, some).terminal())


def _flops(text: str) -> FlopsLike | None:
    """Read which flops are meant: all, a subset, a file with a list, or a list."""
    if text == ALL:
        return None
    if text in SUBSETS:
        return text
    path = Path(text)
    try:
        if _is_file(path):
            with path.open(encoding="utf-8", errors="replace") as file:
                return read_flop_list(file.read(MOST_TEXT + 1))
        return read_flop_list(text)
    except InputError as error:
        names = ", ".join((ALL, *SUBSETS))
        raise InputError(
            f"--flops takes {names}, a file, or a list like 'Qs7h2d, KhJh5h': {error}"
        ) from None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a list of many flops is too long for a name
        return False


def _accuracy(text: str | None) -> float:
    accuracy = ACCURACY if text is None else share_of("accuracy", text)
    if accuracy == 0:
        raise OptionError("--accuracy is 0, which is never reached; it takes a share like 0.5%")
    return accuracy


def _write_table(path: Path, table: str) -> None:
    try:
        write_whole(path, table)
    except OSError as error:
        raise OptionError(f"--csv cannot write {str(path)!r}: {error.strerror}") from None


@contextmanager
def _executor(workers: int) -> Iterator[Executor | None]:
    """Give threads, as the kernels leave Python's lock alone; none for one worker."""
    if workers == 1:
        yield None
        return
    with ThreadPoolExecutor(workers) as executor:
        yield executor


@contextmanager
def _resume_hint(save: Path | None) -> Iterator[None]:
    """Say how to go on if the work is stopped by a key."""
    try:
        yield
    except KeyboardInterrupt:
        if save is not None:
            click.echo(f"what is solved is in {save}; the same command goes on", err=True)
        raise
