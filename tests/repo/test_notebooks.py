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
    "bot": ["<svg", "mine", "bolder", "AgentReport"],
}


def executed(name: str, *, whole: bool) -> Any:
    """Run a notebook in a kernel; give it with the outputs of its cells."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra: test)")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra: test)")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra: notebook)")
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    cells = CELL.findall((NOTEBOOKS / f"{name}.md").read_text("utf-8"))
    assert len(cells) >= 5
    if name in SLOW and not whole:
        assert any(SLOW[name][0] in cell for cell in cells)
        cells = [cell.replace(*SLOW[name]) for cell in cells]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    return nbclient.NotebookClient(book, timeout=600, kernel_name="python3").execute()


def outputs_of(book: Any) -> str:
    return "\n".join(
        "\n".join(map(str, (output.get("data") or {}).values()))
        for cell in book.cells
        for output in cell.outputs
    )


def test_every_notebook_is_run_here() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.md")} - {"index"} == SHOWN.keys()


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs_and_shows_what_it_says(name: str) -> None:
    shown = outputs_of(executed(name, whole=False))
    for part in SHOWN[name]:
        assert re.search(part, shown), part


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SLOW)
def test_a_slow_notebook_runs_as_it_stands(name: str) -> None:
    assert "1000.0000" in outputs_of(executed(name, whole=True))
