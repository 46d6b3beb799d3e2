"""The implementation of `handsight review`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.cli.forms import write_form
from handsight.cli.histories.faults import FaultLog
from handsight.cli.histories.hands import FAILED
from handsight.cli.progress import progress_bar, resume_hint
from handsight.cli.terminal import say, show
from handsight.coach.review.flops import usual_memory
from handsight.coach.review.run import reviewing
from handsight.coach.review.settings import FLOP_MEMORY
from handsight.coach.review.summary import require_costliest
from handsight.errors import OptionError
from handsight.views.coach.review import review_csv, review_html, review_report, review_text
from handsight.views.report import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from handsight.cli.options import Workers
    from handsight.coach.review.run import Review

MEGABYTE = 1_000_000


def run_review(
    files: Sequence[Path],
    workers: Workers,
    forms: dict[str, str | None],
    *,
    name: str | None,
    quick: bool,
    store: Path | None,
    flop_memory: int | None,
    hands: int | None,
    costliest: int,
    seed: int,
    faults_file: Path | None,
) -> int:
    """Review the hands at several paths, show the result, and return the exit status.

    Args:
        files: files, folders and archives with hands, or stores of arenas.
        workers: workers that review hands.
        forms: for each format, the file to write, ``-`` to print the report, or None to omit it; if
            all are None, the report is shown as text.
        name: name of the player; None for the hero of the hands.
        quick: whether to leave out the solver.
        store: file that keeps reviewed hands; None for no file.
        flop_memory: megabytes up to which a flop is solved to the end of the hand; None for the
            default, if so much memory is free.
        hands: maximum number of hands to review, the first ones; None for all.
        costliest: number of costliest mistakes to list.
        seed: seed of the random deals for estimates.
        faults_file: file in which to list all hands that cannot be read; None for no file.
    """
    require_costliest(costliest)  # before the review, which can take long
    if flop_memory is not None and flop_memory < 0:
        raise OptionError(f"--flop-memory is {flop_memory}; it must be megabytes, 0 or more")
    for path in files:
        if not path.exists():
            raise OptionError(f"there is no file or folder {str(path)!r}")
    faults = FaultLog(faults_file)
    again = "" if store is None else "the same command continues the review"
    with ExitStack() as ends:
        with (
            resume_hint(store, again),
            workers.processes() as executor,
            progress_bar("reviewing hands", *files) as progress,
        ):
            reviews = reviewing(
                files,
                name,
                quick=quick,
                seed=seed,
                flop_memory=_memory(flop_memory, workers, quick),
                most=hands,
                store=store,
                executor=executor,
                progress=progress,
                on_fault=faults.add,
            )
            found = ends.enter_context(reviews)
        faults.show()
        if found.left_out:
            say(f"--hands leaves out {found.left_out:,} of the hands", err=True)
        _write(found, forms, costliest)
        return FAILED if found.unread else 0


def _write(found: Review, forms: dict[str, str | None], costliest: int) -> None:
    report = review_report(found, costliest)
    writers: dict[str, Callable[[], str | Iterator[str]]] = {
        "json": lambda: to_json(report) + "\n",
        "csv": lambda: review_csv(found),
        "html": lambda: review_html(report),
    }
    for form, target in forms.items():
        if target:
            write_form(writers[form](), target)
    if not any(forms.values()):
        show(review_text(report))


def _memory(megabytes: int | None, workers: Workers, quick: bool) -> int:
    """Return the number of bytes that a flop may need, and say if the default is not free."""
    if megabytes is not None:
        return megabytes * MEGABYTE
    if quick or workers.scheduler is not None:
        return FLOP_MEMORY
    found = usual_memory(workers.number)
    if not found:
        say(
            "Too little memory is free to solve flops to the end of the hand; they are solved up "
            "to the turn; --workers 1 needs less, and --flop-memory MB sets a limit.",
            err=True,
        )
    return found
