"""Long work draws a bar on a terminal, and prints a line now and then elsewhere."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from handsight.cli.progress import progress_bar, resume_hint, searching, until_found
from handsight.views import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, in the test itself: between fixtures it is captured anew."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_short_work_without_a_terminal_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("dealing") as report:
        report(1, 2)
    assert capsys.readouterr() == ("", "")


def test_long_work_without_a_terminal_prints_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 100.0
    monkeypatch.setattr("handsight.cli.progress.monotonic", lambda: now)
    with progress_bar("dealing") as report:
        for done in range(100):
            now += 1
            report(done, 2000)
    said = capsys.readouterr().err.splitlines()
    assert said == [f"dealing: {done} of 2,000 ({done / 2000:.0%})" for done in (9, 39, 69, 99)]


def test_long_work_draws_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    monkeypatch.setattr(progress, "WORTH_A_BAR", -1)
    with progress_bar("dealing") as report:
        report(1, 2)
        report(2, 2)
    assert "dealing" in shown.getvalue()


def test_short_work_draws_none(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch)
    with progress_bar("dealing") as report:
        report(1, 2)
    assert shown.getvalue() == ""


@pytest.mark.parametrize("is_there", [True, False])
def test_work_that_was_not_kept_is_not_gone_on_with(
    is_there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "count.json"
    if is_there:
        file.touch()
    with pytest.raises(KeyboardInterrupt), resume_hint(file, "it is in {}"):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == f"it is in {file}\n" * is_there


# --- what is searched -----------------------------------------------------------------------------


def test_a_search_that_finds_nothing_for_a_while_names_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setattr("handsight.cli.progress.SILENCE", 0.01)

    def slow() -> Iterator[int]:
        for _ in range(500):
            if shown.getvalue():
                break
            sleep(0.01)
        yield 1

    assert list(until_found(slow(), tmp_path)) == [1]
    assert shown.getvalue() == f"Searching {str(tmp_path)!r} for hands; Ctrl-C stops.\n"


def test_a_search_that_finds_something_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_bar("replaying", tmp_path):  # not a terminal
        pass
    assert capsys.readouterr().err == ""
    shown = terminal(monkeypatch)
    (tmp_path / "file").touch()
    with searching(tmp_path / "file") as found:  # not a folder
        found()
    with progress_bar("replaying", tmp_path) as report:
        report(1, 1)
    assert shown.getvalue() == ""
