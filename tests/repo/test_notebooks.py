"""The notebooks of the documentation run in a kernel and show what they should.

What runs are the files that readers download, made from the pages.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.repo.extensions import extension

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
FILES = extension("notebook_files")
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
    book = FILES.notebook_of((NOTEBOOKS / f"{name}.md").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
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


def test_each_download_is_a_valid_notebook_with_all_of_its_page(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra: test)")
    files = FILES.write_notebooks(tmp_path)
    assert {path.stem for path in files} == SHOWN.keys()
    for path in files:
        book = nbformat.read(path, as_version=4)
        nbformat.validate(book)
        page = (NOTEBOOKS / f"{path.stem}.md").read_text("utf-8")
        assert page.count("```{code-cell}") == sum(each.cell_type == "code" for each in book.cells)
        assert f"<../_build/notebooks/{path.name}>`" in page
        text = "\n".join(each.source for each in book.cells)
        assert text.startswith("# ")
        assert not re.search(r"\{download\}|```|\]\(\.\.|file_format", text)
        written = set(page.splitlines()) - set(text.splitlines())
        markup = ("---", "```", "file_format", "kernelspec", "  name:", "{download}")
        assert all(line.startswith(markup) or "](../" in line for line in written), written


def test_links_of_a_download_are_absolute_where_the_documentation_has_an_address() -> None:
    page = "# A\n\nSee [how](../how-to/write-an-agent.md#test).\n"
    [cell] = FILES.notebook_of(page, "https://docs.example.org")["cells"]
    linked = "[how](https://docs.example.org/how-to/write-an-agent.html#test)"
    assert "".join(cell["source"]) == f"# A\n\nSee {linked}."
    assert "See how." in json.dumps(FILES.notebook_of(page))


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
