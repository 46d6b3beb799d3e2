"""Writes the notebooks of the documentation as ``.ipynb`` files, which readers download and run.

The sources are Markdown: text between cells of code. The files have no outputs, and links to other
pages are absolute if the documentation has an address, and plain text otherwise.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[1] / "notebooks"
CELL = re.compile(r"^```\{code-cell\} python\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
DOWNLOAD = re.compile(r"^\{download\}.*\n", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\(\.\./([\w/-]+)\.md(#[\w-]+)?\)")


def notebook_of(text: str, address: str = "") -> dict[str, Any]:
    """Return a notebook in Jupyter's format.

    Args:
        text: Markdown with cells of code.
        address: address of the documentation; empty if it has none.
    """
    body = DOWNLOAD.sub("", FRONT.sub("", text))
    cells = []
    for place, part in enumerate(CELL.split(body)):
        content = part.strip("\n") if place % 2 else with_absolute_links(part.strip(), address)
        if content:
            cells.append(cell_of(len(cells), content, is_code=bool(place % 2)))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def cell_of(number: int, content: str, *, is_code: bool) -> dict[str, Any]:
    """Return a cell of a notebook, without outputs."""
    cell = {
        "cell_type": "code" if is_code else "markdown",
        "id": f"cell-{number}",
        "metadata": {},
        "source": content.splitlines(keepends=True),
    }
    return {**cell, "execution_count": None, "outputs": []} if is_code else cell


def with_absolute_links(text: str, address: str) -> str:
    """Make links to other pages absolute; without an address, leave only their text."""

    def absolute(match: re.Match[str]) -> str:
        name, page, place = match[1], match[2], match[3] or ""
        return f"[{name}]({address}/{page}.html{place})" if address else name

    return LINK.sub(absolute, text)


def write_notebooks(folder: Path, address: str = "") -> list[Path]:
    """Write all notebooks into a folder, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for source in sorted(SOURCES.glob("*.md")):
        if source.stem != "index":
            notebook = notebook_of(source.read_text("utf-8"), address)
            written.append(folder / f"{source.stem}.ipynb")
            text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
            written[-1].write_text(text, "utf-8", newline="\n")
    return written


def setup(app: Any) -> dict[str, Any]:
    """Write the files before Sphinx reads the pages that offer them."""
    address = os.environ.get("HANDSIGHT_DOCUMENTATION") or app.config.html_baseurl
    write_notebooks(SOURCES.parent / "_build" / "notebooks", address.rstrip("/"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
