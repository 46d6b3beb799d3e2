"""The notebooks of the documentation run in a kernel and show what they should."""

import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
CELL = re.compile(r"^```\{code-cell\} python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SLOW = {"range-study": ("range(1000)", "range(20)")}
"""What takes long, and what a usual run has in its place; on demand all of it runs."""

SHOWN = {
    "hand": ["<svg", "Qh7h2c", "<table", "two pair|ace high|flush"],
    "range-study": ["<svg", "monotone", "rainbow"],
    "review": ["decisions valued", "lost by decisions", "preflop", "assumed"],
    "bot": ["<svg", "mine", "bolder", "AgentReport"],
}


def executed(*names: str, whole: bool) -> dict[str, Any]:
    """Run notebooks one after the other in a kernel; give their cells with the outputs."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra: test)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra: test)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra: notebook)")
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    cells = {name: cells_of(name, whole=whole) for name in names}
    code = {name: [nbformat.v4.new_code_cell(cell) for cell in cells[name]] for name in names}
    book = nbformat.v4.new_notebook(cells=[cell for each in code.values() for cell in each])
    nbclient.NotebookClient(book, timeout=600, kernel_name="python3").execute()
    return code


def cells_of(name: str, *, whole: bool) -> list[str]:
    """Give the code of a notebook, after a cell that forgets what another has defined."""
    cells = CELL.findall((NOTEBOOKS / f"{name}.md").read_text("utf-8"))
    assert len(cells) >= 5
    if name in SLOW and not whole:
        assert any(SLOW[name][0] in cell for cell in cells)
        cells = [cell.replace(*SLOW[name]) for cell in cells]
    return ["%reset -f", *cells]


def outputs_of(cells: list[Any]) -> str:
    return "\n".join(
        "\n".join(map(str, (output.get("data") or {}).values()))
        for cell in cells
        for output in cell.outputs
    )


def test_every_notebook_is_run_here() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.md")} - {"index"} == SHOWN.keys()


@pytest.mark.exhaustive
def test_each_notebook_runs_and_shows_what_it_says() -> None:
    """In one kernel, of which the start takes longer than most notebooks."""
    for name, cells in executed(*SHOWN, whole=False).items():
        shown = outputs_of(cells)
        for part in SHOWN[name]:
            assert re.search(part, shown), (name, part)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SLOW)
def test_a_slow_notebook_runs_as_it_stands(name: str) -> None:
    assert "1000.0000" in outputs_of(executed(name, whole=True)[name])
