"""The implementation of the commands that replay recorded hands and deal random hands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from handsight.cli.histories.faults import FaultLog
from handsight.cli.options import Workers
from handsight.cli.progress import progress_bar, until_found
from handsight.errors import HistoryError, OptionError
from handsight.formats import phhs_text, read_hands
from handsight.formats.parts import Chunk, chunks_of, read_chunk
from handsight.game import CheckReport, Damaged, Hand, check_hands, random_hands
from handsight.runtime.chunks import map_chunks

FAILED = 1
"""The exit status if a hand cannot be read or replayed, or ends differently than recorded.

Rake and half chips of a split pot do not count as a difference."""


def check_path(path: Path, faults_file: Path | None, as_json: bool, workers: Workers) -> int:
    """Replay all hands at a path, compare their ends with the record, and return the exit status.

    Args:
        path: file, archive or folder with the hands.
        faults_file: file in which to list all hands that cannot be read or replayed, or that end
            differently than recorded; None for no file.
        as_json: whether to print JSON.
        workers: workers that read and replay the hands.
    """
    faults, report = FaultLog(faults_file), CheckReport()
    with workers.processes() as executor, progress_bar("replaying", path) as progress:
        chunks = chunks_of(path, progress=progress)
        for checked_chunk in map_chunks(_check_chunk, chunks, executor):
            report.merge(checked_chunk)
    from handsight.views.histories.replay import check_report

    for each in report.errors:
        faults.add(each)
    checked = check_report(report)
    if as_json:
        from handsight.views.report import to_json

        click.echo(to_json(checked))
    else:
        from handsight.cli.terminal import say
        from handsight.views.histories.replay_text import check_lines

        for line in check_lines(checked):
            say(line)
    faults.show()
    return FAILED if faults else 0


def _check_chunk(chunk: Chunk) -> CheckReport:
    return check_hands(read_chunk(chunk))


def replay_hands(
    path: Path, hand: int | None, step: bool, faults_file: Path | None, as_json: bool
) -> int:
    """Show the hands at a path, or only one of them, and return the exit status.

    Args:
        path: file, archive or folder with the hands.
        hand: number of the only hand to show, from 1; None for all hands.
        step: whether to wait for a key after each piece of a hand.
        faults_file: file in which to list all hands that cannot be read or replayed; None for no
            file.
        as_json: whether to print JSON.
    """
    if step and as_json:
        raise OptionError(
            "--step waits for a person and --json is for programs; give only one of them"
        )
    records, faults = _chosen(path, hand), FaultLog(faults_file)
    if as_json:
        _replay_as_json(records, faults)
    else:
        first = next(records, None)
        if first is None:
            raise OptionError(f"there is no hand in {str(path)!r}")
        _replay_as_text(chain([first], records), faults, step)
    faults.show()
    return FAILED if faults else 0


def deal_hands(players: int, seed: int, hands: int, stack: int, as_phh: bool) -> None:
    """Deal hands to players who act at random, and show them."""
    dealt = random_hands(players, seed=seed, hands=hands, stack=stack)
    if as_phh:
        for text in phhs_text(dealt):
            click.echo(text, nl=False)
        return
    _replay_as_text(dealt, FaultLog(), step=False)


def _chosen(path: Path, hand: int | None) -> Iterator[Hand | Damaged]:
    records = until_found(read_hands(path), path)
    if hand is None:
        return records
    if hand < 1:
        raise OptionError(f"--hand is {hand}; the hands of a file are numbered from 1")
    chosen = next((each for number, each in enumerate(records, start=1) if number == hand), None)
    if chosen is None:
        raise OptionError(f"--hand is {hand}; there are fewer hands in {str(path)!r}")
    return iter([chosen])


def _replay_as_json(records: Iterator[Hand | Damaged], faults: FaultLog) -> None:
    from handsight.views.histories.replay import ReplayedHands, damaged_report, replay_report
    from handsight.views.report import to_json

    hands, errors = [], []
    for each in records:
        if isinstance(each, Hand):
            try:
                hands.append(replay_report(each))
                continue
            except HistoryError as error:
                each = Damaged(error.file, error.line, error.reason)
        faults.add(each)
        errors.append(replace(damaged_report(each), variant=None))
    click.echo(to_json(ReplayedHands(tuple(hands), tuple(errors))))


def _replay_as_text(records: Iterator[Hand | Damaged], faults: FaultLog, step: bool) -> None:
    for number, each in enumerate(records):
        if isinstance(each, Damaged):
            faults.add(each)
            continue
        if number:
            click.echo()
        try:
            if not _show_hand(each, step):
                break
        except HistoryError as error:
            faults.add(Damaged(error.file, error.line, error.reason))


def _show_hand(history: Hand, step: bool) -> bool:
    """Show a hand, and return False if the reader wants to stop."""
    from rich.console import Group

    from handsight.cli.terminal import has_terminal, show
    from handsight.views.histories.replay import replay_report
    from handsight.views.histories.replay_text import replay_text

    pieces = replay_text(replay_report(history), drawn_suits=has_terminal())
    if not step:
        show(Group(*pieces))
        return True
    for piece in pieces:
        show(piece)
        if not _goes_on():
            return False
    return True


def _goes_on() -> bool:
    """Wait for a key or, without a terminal, for a line; return False if the reader entered q."""
    key = click.getchar() if sys.stdin.isatty() else sys.stdin.readline()
    return key.strip().lower() != "q"
