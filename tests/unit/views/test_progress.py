"""A bar in a notebook's cell, on a terminal, or nowhere."""

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from handsight import ArenaSpec, equity, run_arena
from handsight.views import progress, progress_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Notebook:
    """Stands for IPython in a kernel, and keeps what it shows."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def get_ipython(self) -> Any:
        return SimpleNamespace(kernel=1)

    def display(self, first: str, display_id: bool) -> Any:
        assert display_id
        return SimpleNamespace(update=self.shown.append)

    def HTML(self, text: str) -> str:
        return text


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Notebook:
    made = Notebook()
    monkeypatch.setitem(sys.modules, "IPython", made)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "IPython.display", made)  # type: ignore[arg-type]
    monkeypatch.setattr(progress, "EVERY", 0)
    return made


def test_without_a_reader_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("dealing") as report:
        report(1, 2)
    assert capsys.readouterr() == ("", "")


def test_in_a_notebook_the_bar_goes_to_its_end(notebook: Notebook) -> None:
    with progress_bar("<dealing>") as report:
        equity("AhKh", *["22+"] * 4, trials=2000, seed=1, progress=report)
    assert notebook.shown[-1].startswith("<div>&lt;dealing&gt; <progress value=")
    assert notebook.shown[-1].endswith("100%</div>")


def test_it_takes_the_results_of_an_arena(notebook: Notebook) -> None:
    with progress_bar() as report:
        spec = ArenaSpec(agents=("call", "fold", "random"), pairs=40, block=20)
        run_arena(spec, progress=report)
    values = [int(text.split('value="')[1].split('"')[0]) for text in notebook.shown]
    assert values == [0, 20, 40, 60, 80, 100, 120]
    assert 'max="120"' in notebook.shown[0]


def test_on_a_terminal_the_bar_goes_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "WORTH_A_BAR", -1)
    with progress_bar("dealing [x]") as report:
        report(1, 2)
        report(2, 2)
    assert "dealing [x]" in screen.getvalue()
